"""``open18xx docs`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from open18xx.cli.main import BAD, GOOD, main


def test_html_is_written_by_default(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "docs"
    assert main(["docs", "1889", "-o", str(out)]) == GOOD
    assert capsys.readouterr().out.strip() == str(out / "index.html")
    assert [file.name for file in out.iterdir()] == ["index.html"]


def test_several_formats_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["docs", "1889", "-o", str(tmp_path), "--format", "md,pdf", "--paper", "letter", "--json"])
        == GOOD
    )
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    assert {"index.md", "reference.pdf", "figures/map.svg"} <= set(document["files"])
    assert all((tmp_path / name).is_file() for name in document["files"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "doc"], "the format should be html, md or pdf, not 'doc'"),
        (["--format", ","], "the format should be html, md or pdf"),
        (["--paper", "a44"], "there is no paper 'a44'"),
        (["--theme", "night"], "there is no theme 'night'"),
    ],
)
def test_wrong_wishes_are_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["docs", "1889", "-o", str(tmp_path / "x"), *arguments]) == BAD
    assert message in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_bad_pack_gets_no_reference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "title.yaml").write_text("format: 1\nid: x\n", encoding="utf-8")
    assert main(["docs", str(tmp_path), "-o", str(tmp_path / "docs")]) == BAD
    assert "error" in capsys.readouterr().out
    assert not (tmp_path / "docs").exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    assert main(["docs", "1889", "-o", str(tmp_path / "taken" / "docs")]) == BAD
    assert "cannot write to" in capsys.readouterr().err
