"""Every defect gets exactly its code, file, line and column, and nothing else is said."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from open18xx.cli.main import main
from open18xx.loading import check_pack

from tests.loading.defects.cases import GOOD, Defect
from tests.loading.defects.corpus import DEFECTS

each_defect = pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name.replace(" ", "-"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "mini"


def found(folder: Path) -> list[tuple[str, int, int, str]]:
    return [
        (problem.file, problem.line, problem.column, problem.code) for problem in check_pack(folder).problems
    ]


def test_the_good_pack_has_no_problems() -> None:
    assert check_pack(GOOD).problems == ()
    assert check_pack(GOOD).title is not None


@each_defect
def test_a_defect_is_found_where_it_is(defect: Defect, folder: Path) -> None:
    expected = defect.apply(folder)
    assert sorted(found(folder)) == expected


@each_defect
def test_the_command_line_tells_it_without_a_traceback(
    defect: Defect, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = defect.apply(folder)
    status = main(["check", str(folder), "--json"])
    shown = capsys.readouterr()
    document = json.loads(shown.out)
    assert [(p["file"], p["line"], p["column"], p["code"]) for p in document["problems"]] == expected
    assert document["ok"] == (status == 0)
    assert status == (1 if any(p["severity"] == "error" for p in document["problems"]) else 0)
    assert "Traceback" not in shown.err and "internal error" not in shown.err
    main(["check", str(folder)])
    shown = capsys.readouterr()
    assert expected[0][3] in shown.out and "internal error" not in shown.err


def test_the_command_line_says_that_the_good_pack_is_good(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(GOOD, folder)
    assert main(["check", str(folder)]) == 0
    assert capsys.readouterr().out == "Mini 1.0: no problems\n"
