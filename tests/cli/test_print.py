"""``open18xx print`` on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from open18xx.cli.main import BAD, GOOD, main


def test_sheets_are_told_before_they_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sheets"
    assert main(["print", "1826", "-o", str(out), "--parts", "tiles,map", "--dry-run"]) == GOOD
    words = capsys.readouterr().out
    assert "tiles" in words
    assert "map over several pages" in words
    assert " a4" in words
    assert not out.exists()


def test_a_single_sheet_is_told_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "1826", "-o", str(tmp_path), "--parts", "aid", "--dry-run"]) == GOOD
    assert capsys.readouterr().out.splitlines()[0].endswith(": 1 sheet")


def test_pdf_and_svg_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["print", "1826", "-o", str(tmp_path), "--parts", "privates", "--paper", "letter", "--json"])
        == GOOD
    )
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    assert document["files"] == ["privates.pdf", "svg/privates.svg"]
    assert document["documents"] == [{"name": "privates", "sheets": 1, "width_mm": 279.4, "height_mm": 215.9}]
    assert (tmp_path / "privates.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--paper", "a44"], "there is no paper 'a44'"),
        (["--parts", "tiels"], "there is no part 'tiels' to print; did you mean 'tiles'?"),
        (["--theme", "night"], "there is no theme 'night'"),
        (["--layout", "heap"], "there is no layout 'heap'"),
        (["--format", "dvi"], "the format should be pdf, svg or both"),
        (["--tile-size", "huge"], "the tile size should be a length"),
        (["--items", "gif"], "single things can be made as 'png' or 'svg', not 'gif'"),
        (["--card-size", "bredge"], "did you mean 'bridge'?"),
    ],
)
def test_wrong_wishes_are_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["print", "1826", "-o", str(tmp_path / "x"), *arguments]) == BAD
    assert message in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_bad_pack_is_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "title.yaml").write_text("format: 1\nid: x\n", encoding="utf-8")
    assert main(["print", str(pack), "-o", str(tmp_path / "sheets")]) == BAD
    assert "error" in capsys.readouterr().out
    assert not (tmp_path / "sheets").exists()
    assert main(["print", str(pack), "-o", str(tmp_path / "sheets"), "--json"]) == BAD
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_a_copy_without_the_pdf_maker_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    words = ["print", "1826", "-o", str(tmp_path / "x"), "--parts", "aid"]
    assert main(words) == BAD
    assert "pip install 'open18xx[print]'" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
    assert main([*words, "--format", "svg"]) == GOOD
    assert (tmp_path / "x" / "svg" / "aid.svg").is_file()
