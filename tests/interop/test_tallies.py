"""Counts of a pack against another pack or a file of facts, told in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from open18xx.cli.main import main
from open18xx.interop.tallies import Difference
from open18xx.interop.tally_file import TallyError, read_tally
from open18xx.resources import titles_dir

from tests.loading.defects.cases import GOOD
from tests.track.recorded import shared_file

Capture = pytest.CaptureFixture[str]


def written(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def told(capsys: Capture, status: int, *words: str) -> list[str]:
    assert main(["check", *words]) == status
    return capsys.readouterr().out.splitlines()


# -- packs ---------------------------------------------------------------------------------------


def test_a_pack_against_itself(capsys: Capture) -> None:
    lines = told(capsys, 0, "1889", "--against", "1889")
    assert lines == [
        "1889 1.0.0: no problems",
        "1889 against 1889: no differences (40 tiles, 6 trains, 7 private companies, 7 corporations, "
        "5 numbers of players, 6 phases, 11 rows of the market)",
    ]


def test_a_mod_against_what_it_changes(capsys: Capture) -> None:
    lines = told(capsys, 1, "1826-trains", "--against", "1826")
    assert lines[1].startswith("1826 with fewer trains against 1826: 4 differences (45 tiles, 6 trains, ")
    assert lines[2:] == [
        "  train 2H, count: 6, there 8",
        "  train 4H, count: 5, there 7",
        "  train 6H, count: 4, there 6",
        "  train E, count: 3, there 4",
    ]


def test_everything_that_can_differ(tmp_path: Path, capsys: Capture) -> None:
    mod = tmp_path / "mod"
    mod.mkdir()
    files = {
        "title": 'id: mod\nname: A Mod\nextends: "1889"\nplayers: {2: {cash: 400}, 6: null}\n',
        "trains": 'trains: [{id: "2", rusted_by: "5", cost: 90}]\n',
        "tiles": 'manifest: {"7": {upgrades: ["26", "39"]}, '
        '"8": {count: 3, upgrades: [{to: "19", only: [B5]}]}}\n',
        "phases": 'phases: [{id: "4", operating_rounds: 3}]\n',
        "companies": "privates: [{id: MF, revenue: 10}]\ncorporations: [{id: AR, tokens: 3}]\n",
    }
    for name, text in files.items():
        (mod / f"{name}.yaml").write_text(text, encoding="utf-8")
    lines = told(capsys, 1, "1889", "--against", str(mod))
    assert lines[2:] == [
        "  tile 7, upgrades: 27, 28 and 29 not there; 39 only there",
        "  tile 8, count: 5, there 3",
        "  tile 8, upgrades: 16, 23, 24, 25, 28 and 29 not there",
        "  tile 8, upgrades on: 19 on B5 only there",
        "  train 2, cost: 80, there 90",
        "  train 2, rusted by: 4, there 5",
        "  private company MF, revenue: 5, there 10",
        "  corporation AR, tokens: 2, there 3",
        "  number of players 2, cash: 420, there 400",
        "  number of players 6: not there",
        "  phase 4, operating rounds: 2, there 3",
    ]


def test_json(capsys: Capture) -> None:
    assert main(["check", "1826-trains", "--against", "1826", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["problems"]) == (False, [])
    against = document["against"]
    assert (against["other"], against["same"], against["compared"]["trains"]) == ("1826", False, 6)
    assert against["differences"][0] == {
        "table": "trains",
        "id": "2H",
        "field": "count",
        "here": 6,
        "there": 8,
        "text": "train 2H, count: 6, there 8",
    }
    assert main(["check", "1889", "--against", "1889", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["against"]["same"] is True


# -- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["1889", "1830", "18Chesapeake"])
def test_the_sheets_of_facts_agree(title: str, capsys: Capture) -> None:
    sheet = shared_file("facts", f"{title}.yaml")
    (line,) = told(capsys, 0, title, "--against", str(sheet))[1:]
    assert "no differences" in line
    assert "tiles, 6 trains, " in line


@pytest.mark.parametrize("kind", ["tiles", "trains", "phases", "market", "companies"])
def test_a_file_of_a_pack(kind: str, capsys: Capture) -> None:
    path = titles_dir() / "g1889" / f"{kind}.yaml"
    assert "no differences (" in told(capsys, 0, "1889", "--against", str(path))[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("box.csv", "number,count\n8,4\n57,3\nX1,1\n9,unlimited\n"),
        ("box.csv", "Tile, Quantity\n8, 4\n57, 3\nX1, 1\n9, ∞\n\n"),
        ("box.csv", "table,id,count,upgrades\ntiles,8,4,\ntiles,57,3,\ntiles,X1,1,\ntiles,9,unlimited,\n"),
        ("box.yaml", '"8": 4\n"57": 3\nX1: 1\n"9": unlimited\n'),
        ("box.yaml", 'tiles: {yellow: {"8": {count: 4}, "57": 3, "9": unlimited}, green: {X1: 1}}\n'),
        ("box.yaml", 'manifest:\n  - {number: "8", count: 4}\n  - {number: "57", count: 3}\n'
                     "  - {number: X1, copies: 1}\n  - {number: '9', count: unlimited}\n"),
    ],
)  # fmt: skip
def test_forms_of_a_list_of_tiles(name: str, text: str, tmp_path: Path) -> None:
    found = read_tally(Path(written(tmp_path, name, text))).tally["tiles"]
    assert {tile: figures["count"] for tile, figures in found.items()} == {
        "8": 4,
        "57": 3,
        "X1": 1,
        "9": "unlimited",
    }


def test_differences_from_a_table(tmp_path: Path, capsys: Capture) -> None:
    sheet = written(
        tmp_path, "facts.csv", "table,id,count,cost,upgrades,rusted_by\ntrains,2,4,70,,4\ntrains,9,1,5,,\n"
    )
    lines = told(capsys, 1, str(GOOD), "--against", sheet)
    assert lines[1].startswith(f"Mini against {sheet}: ")
    assert "  train 2, cost: 80, there 70" in lines
    assert "  train 9: only there" in lines
    assert "  train 3: not there" in lines


def test_what_is_no_number_is_named(tmp_path: Path, capsys: Capture) -> None:
    sheet = written(tmp_path, "facts.yaml", 'trains:\n  "2": {count: [1, 2], cost: 80}\n')
    lines = told(capsys, 1, "1889", "--against", sheet)
    assert "  not compared: line 2: train 2, count is no plain number" in lines
    assert not any("train 2," in line and "cost" in line for line in lines)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "number,count\n8,x\n", ":2: count should be a number, not 'x'"),
        ("a.csv", "number,count\n8,1,2\n", ":2: there are 3 cells under 2 headings"),
        ("a.csv", "number,count\n8,1\n8,2\n", ":3: tile 8 is given twice"),
        ("a.csv", "table,id,count\nstars,8,1\n", ":2: there is no table 'stars'"),
        ("a.csv", "a,b\n", ":1: the heading should name a column number"),
        ("a.csv", "number,colour\n8,red\n", ":1: the heading should name a column such as count"),
        ("a.csv", 'number,count\n"8"x,1\n', ":2: "),
        ("a.csv", "", ":1: the heading should name a column number"),
        ("a.csv", "number,count\n", "nothing in it can be counted"),
        ("a.yaml", "tiles: {}\n", "nothing in it can be counted"),
        ("a.yaml", "- 1\n", ":1:1: it should be a mapping"),
        ("a.yaml", "tiles: [\n", ":"),
        ("a.yaml", 'trains: [{id: "2", count: 1}, {id: "2", count: 1}]\n', ":1:31: train 2 is given twice"),
        ("a.yaml", "", "a.yaml"),
    ],
)
def test_files_that_count_nothing(name: str, text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TallyError) as caught:
        read_tally(Path(written(tmp_path, name, text)))
    assert message in str(caught.value)


def test_bad_input_of_the_command(tmp_path: Path, capsys: Capture) -> None:
    assert main(["check", "1889", "--against", str(tmp_path / "no.csv")]) == 1
    assert "there is no file" in capsys.readouterr().err
    assert main(["check", "1889", "--against", "nowhere"]) == 1
    assert "no title pack 'nowhere'" in capsys.readouterr().err
    assert main(["check", "1889", "1830", "--against", "1826"]) == 2
    assert "one pack at a time" in capsys.readouterr().err
    bad = tmp_path / "bad.csv"
    bad.write_bytes(b"number,count\n\xff,1\n")
    assert main(["check", "1889", "--against", str(bad)]) == 1
    assert "bad.csv:2: the text is not UTF-8" in capsys.readouterr().err


def test_a_pack_with_errors_is_not_compared(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "title.yaml").write_text("id: x\n", encoding="utf-8")
    assert main(["check", str(tmp_path), "--against", "1889"]) == 1
    assert "against" not in capsys.readouterr().out


def test_words_of_a_difference() -> None:
    assert Difference("trains", "D", "rusted_by", "", "8").words() == "train D, rusted by: none, there 8"
    assert Difference("market", "1", "prices", ("75", "–"), ()).words() == (
        "row of the market 1, prices: 75, –, there none"
    )
