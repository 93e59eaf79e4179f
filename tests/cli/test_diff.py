"""``open18xx diff``: what differs, in the words of a player."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from open18xx.cli.main import main


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """A small mod of 1889."""
    folder = tmp_path / "mod"
    folder.mkdir()
    (folder / "title.yaml").write_text(
        'id: mod\nname: A Mod\nextends: "1889"\nbank: {cash: 5000}\n', encoding="utf-8"
    )
    (folder / "trains.yaml").write_text('trains:\n  - {id: "3", count: 4, cost: 190}\n', encoding="utf-8")
    (folder / "tiles.yaml").write_text('manifest:\n  "8": {count: 3}\n  "437": null\n', encoding="utf-8")
    (folder / "map.yaml").write_text("hexes:\n  A10: {name: Elsewhere}\n", encoding="utf-8")
    (folder / "rounds.yaml").write_text("trains: {minimum_price: 10}\n", encoding="utf-8")
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["diff", *words]) == 0
    return capsys.readouterr().out


def test_a_pack_does_not_differ_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "1889", "1889").splitlines()[-1] == "Nothing."
    assert json.loads(said(capsys, "1889", "1889", "--json"))["same"] is True


def test_a_player_reads_what_a_mod_changes(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "tiles.yaml").write_text('manifest:\n  "8": {count: 3}\n', encoding="utf-8")
    lines = said(capsys, "1889", str(mod)).splitlines()
    assert lines[0] == "What differs in A Mod from 1889"
    assert "  money: ¥7,000 → ¥5,000" in lines
    assert "  train 3: cost ¥180 → ¥190; number 5 → 4" in lines
    assert "  tile 8: number 5 → 3" in lines
    assert "  hex A10: name Sukumo → Elsewhere" in lines
    assert "  rounds.trains.minimum_price: 1 → 10" in lines


def test_the_other_way_round_says_the_opposite(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "tiles.yaml").unlink()
    assert "  train 3: cost ¥190 → ¥180; number 4 → 5" in said(capsys, str(mod), "1889").splitlines()


def test_markdown(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "tiles.yaml").unlink()
    lines = said(capsys, "1889", str(mod), "--format", "md").splitlines()
    assert lines[0] == "# What differs in A Mod from 1889"
    assert "## Trains" in lines
    assert "- **train 3**: cost ¥180 → ¥190; number 5 → 4" in lines


def test_json_has_changes_and_values(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "tiles.yaml").unlink()
    document = json.loads(said(capsys, "1889", str(mod), "--json"))
    assert (document["ok"], document["same"]) == (True, False)
    assert (document["a"]["id"], document["b"]["id"]) == ("1889", "mod")
    assert {
        "heading": "Trains",
        "subject": "train 3",
        "kind": "changed",
        "fields": [
            {"name": "cost", "before": "¥180", "after": "¥190"},
            {"name": "number", "before": "5", "after": "4"},
        ],
    } in document["changes"]
    assert {"file": "trains", "path": "trains.3.cost", "before": 180, "after": 190} in document["values"]


def test_two_titles_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(said(capsys, "1889", "1830", "--json"))
    kinds = {change["kind"] for change in document["changes"]}
    assert kinds == {"added", "removed", "changed"}


def test_a_pack_that_cannot_be_read(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The mod takes away a tile that a private company still lays."""
    assert main(["diff", "1889", str(mod)]) == 1
    assert "437" in capsys.readouterr().err
    assert main(["diff", "1889", "nowhere"]) == 1
    assert "no title pack 'nowhere'" in capsys.readouterr().err


def test_a_format_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "1889", "1889", "--format", "pdf"]) == 1
    assert "text or md" in capsys.readouterr().err
