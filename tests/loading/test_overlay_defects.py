"""Every defect of the corpus inside an overlay: the same code, at the line of the overlay's own file."""

from __future__ import annotations

from pathlib import Path

import pytest
from open18xx.cli.main import main
from open18xx.loading import check_pack

from tests.loading.defects.cases import Defect
from tests.loading.defects.corpus import DEFECTS
from tests.loading.defects.overlays import BELOW, NOT_IN_OVERLAYS, SAID_DIFFERENTLY, lay

POSSIBLE = [defect for defect in DEFECTS if defect.name not in NOT_IN_OVERLAYS]


@pytest.mark.parametrize("defect", POSSIBLE, ids=lambda defect: defect.name.replace(" ", "-"))
def test_a_defect_of_an_overlay_is_found_where_it_is(defect: Defect, tmp_path: Path) -> None:
    upper, expected = lay(defect, tmp_path)
    outcome = check_pack(upper)
    assert [(p.file, p.line, p.column, p.code) for p in outcome.problems] == expected
    assert (outcome.title is None) == any(p.severity == "error" for p in outcome.problems)


def test_the_command_line_names_files_as_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of the overlay in its folder, those below in theirs, beside it."""
    monkeypatch.chdir(tmp_path)
    gone = next(defect for defect in POSSIBLE if defect.name == "corporation NO")
    upper, _ = lay(gone, tmp_path)
    (upper / "trains.yaml").write_text('trains:\n  - {id: "2", csot: 1}\n', encoding="utf-8")
    (tmp_path / BELOW / "phases.yaml").write_text("phases: none\n", encoding="utf-8")
    main(["check", upper.name])
    places = {line.partition(":")[0] for line in capsys.readouterr().out.splitlines() if ".yaml:" in line}
    assert places == {f"{upper.name}/companies.yaml", f"{upper.name}/trains.yaml", f"{BELOW}/phases.yaml"}


def test_few_defects_are_told_in_the_pack_below() -> None:
    """Only where the overlay makes wrong what the pack below says and the overlay does not repeat."""
    elsewhere = {
        d.name for d in POSSIBLE if d.at is not None and d.at[0].partition("/")[0] != d.file.partition("/")[0]
    }
    assert len(elsewhere) <= len(POSSIBLE) // 20


def test_the_lists_name_defects_of_the_corpus() -> None:
    names = {defect.name for defect in DEFECTS}
    assert names >= NOT_IN_OVERLAYS.keys() | SAID_DIFFERENTLY.keys()
    assert len(NOT_IN_OVERLAYS) <= 2 and BELOW == "mini"
