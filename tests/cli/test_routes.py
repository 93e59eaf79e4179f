"""``open18xx routes``: answers, what-if options, and messages for bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from open18xx.cli.main import BAD, GOOD, USAGE, main
from open18xx.errors import GameFileError
from open18xx.interop.positions import build_position, check_position, read_position, title_rules
from open18xx.loading.schemas import schema
from open18xx.resources import titles_dir

from tests.track.recorded import SHARED, shared_file

POSITION: dict[str, Any] = {
    "id": "ring",
    "orientation": "pointy",
    "corporation": "A",
    "revenue_colors": ["yellow", "green"],
    "trains": [{"name": "2", "distance": 2}],
    "hexes": {
        "C5": {"tile": "57", "rotation": 1},
        "C7": {"code": "city=revenue:yellow_30|green_50;path=a:1,b:_0;path=a:0,b:_0;path=a:4,b:_0"},
        "C9": {"code": "town=revenue:10;path=a:1,b:_0"},
        "D6": {"code": "path=a:3,b:1"},
        "D4": {"code": "city=revenue:40;path=a:4,b:_0"},
        "C3": {"code": "offboard=revenue:yellow_10|green_20;path=a:4,b:_0", "color": "red"},
    },
    "tokens": [{"hex": "C7", "corporation": "A"}, {"hex": "C5", "corporation": "B"}],
}


def written(folder: Path, data: object) -> str:
    """A file with the data."""
    file = folder / "position.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return str(file)


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The JSON document of a run that must succeed."""
    assert main(["routes", *words, "--json"]) == GOOD
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_json_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, written(tmp_path, POSITION))
    assert (found["revenue"], found["upper_bound"], found["optimal"]) == (90, 90, True)
    assert found["routes"] == [
        {
            "train": "2",
            "revenue": 90,
            "stops": ["C7", "D4"],
            "stop_numbers": [0, 0],
            "stop_values": [50, 40],
            "bonuses": [],
            "hexes": ["C7", "D6", "D4"],
        }
    ]
    assert found["idle"] == []
    assert isinstance(found["seconds"], float)


def test_the_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["routes", written(tmp_path, POSITION), "--train", "2", "--train", "2", "--train", "2"]) == GOOD
    )
    shown = capsys.readouterr().out
    assert "ring: A earns 220 (proven best" in shown
    assert "train 2: 90 = C7 50, D4 40" in shown
    assert "over C7 D6 D4" in shown
    assert "train 2: no run" in shown


@pytest.mark.parametrize(
    ("options", "revenue"),
    [
        (["--train", "2"], 160),
        (["--train", "2", "--train", "D"], 220),
        (["--train", "2+1"], 170),
        (["--train", "1H"], 160),
        (["--token", "D4"], 90),
        (["--token", "C5"], 90),
        (["--tile", "C9=57/1"], 90),
        (["--corporation", "B"], 70),
        (["--corporation", "B", "--token", "C7", "--train", "4"], 190),
    ],
)
def test_what_if(
    options: list[str], revenue: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, written(tmp_path, POSITION), *options)["revenue"] == revenue


def test_a_search_without_time_still_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, written(tmp_path, POSITION), "--seconds", "0", "--train", "2", "--train", "2")
    assert 0 <= found["revenue"] <= 220 <= found["upper_bound"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--train", "2x"], "--train 2x: should be a number of stops"),
        (["--train", "0"], "--train 0: should be"),
        (["--tile", "C9"], "--tile C9: should be hex, =, tile"),
        (["--tile", "C9=nothing"], "hexes.C9: tile 'nothing' is not in the catalogue"),
        (["--token", "C9/0"], "C9 has 0 cities"),
        (["--token", "Z1"], "no track on Z1"),
        (["--token", "9"], "--token 9: should be a hex"),
        (["--corporation", "Z"], "'Z' has no token"),
    ],
)
def test_changes_that_cannot_be_made(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["routes", written(tmp_path, POSITION), *options]) == BAD
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.err.count("\n") == 1


def changed(**changes: object) -> dict[str, Any]:
    """The position with other values; None leaves a key out."""
    data = {**POSITION, **changes}
    return {key: value for key, value in data.items() if value is not None}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "not a position file"),
        ({"actions": []}, "the file does not say what it is"),
        (changed(orientation="round"), "orientation"),
        (changed(corporation=None), "the key 'corporation' is missing"),
        (changed(tokenz=[]), "unknown key 'tokenz'"),
        (changed(trains=[{"name": "2", "distanse": 2}]), "did you mean 'distance'?"),
        (changed(trains=[{"name": "2"}]), "train 2: needs distance (stops) or hexes"),
        (changed(trains=[{"name": "2", "distance": 2, "hexes": 2}]), "either distance or hexes"),
        (changed(hexes={}), "there is no track"),
        (changed(hexes={"C5": {"code": "city=revenue:20;path=a:9,b:_0"}}), "hexes.C5.code: edge 9"),
        (changed(hexes={"C5": {}}), "there is no tile, so the hex needs a code"),
        (changed(hexes={"5C": {"tile": "57"}}), "should be a hex name such as G9"),
        (changed(hexes={"C5": {"tile": "57", "rotation": 6}}), "rotation"),
        (changed(tokens=[{"hex": "C7", "city": 1, "corporation": "A"}]), "there is no city 1"),
        (changed(tokens=[{"hex": "C7", "corporation": "A"}] * 2), "slot 0 of C7 has two tokens"),
        (changed(extras={"ferry": True}), "extras: the file tells facts for special rules"),
        (
            changed(
                trains=[
                    {
                        "name": "odd",
                        "distance": [
                            {"nodes": ["city"], "pay": 2, "visit": 2},
                            {"nodes": ["city", "town", "offboard"], "pay": 2, "visit": 3},
                        ],
                    }
                ]
            ),
            "train odd: these rows of distance are not supported",
        ),
    ],
)
def test_bad_positions(
    data: object, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["routes", written(tmp_path, data)]) == BAD
    shown = capsys.readouterr()
    assert message in shown.err
    assert "position.json" in shown.err
    assert shown.out == ""


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b'{"hexes": NaN}', "NaN is no number"),
        (b"[" * 100_000, "nested too deeply"),
        (b"", "not JSON"),
    ],
)
def test_files_that_are_no_json(
    raw: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(raw)
    assert main(["routes", str(file)]) == BAD
    assert message in capsys.readouterr().err


def test_wrong_usage(tmp_path: Path) -> None:
    assert main(["routes"]) == USAGE
    assert main(["routes", "a", "b"]) == USAGE
    assert main(["routes", str(tmp_path / "missing.json")]) == BAD


# -- game files --------------------------------------------------------------------------------


def test_a_game_at_any_action_with_changes(capsys: pytest.CaptureFixture[str]) -> None:
    """The operating corporation, another one, and what would be if."""
    file = str(shared_file("games", "1826", "J42.json"))
    point = (file, "--at", "120", "--corporation", "Nord")
    plain = answer(capsys, *point)
    assert (plain["corporation"], plain["optimal"]) == ("Nord", True)
    assert len(answer(capsys, *point, "--train", "10H", "--train", "3+1")["idle"]) == len(plain["idle"]) + 2
    assert answer(capsys, *point, "--token", "C13", "--train", "10H")["revenue"] > plain["revenue"]
    assert answer(capsys, *point, "--tile", "G9=516/0")["revenue"] == plain["revenue"] + 70


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--at", "5"], "nobody is operating"),
        (["--at", "60", "--corporation", "Wabash"], "--corporation Wabash: the title has"),
        (["--at", "60", "--corporation", "Nord", "--tile", "Z9=7/0"], "no hex 'Z9'"),
        (["--at", "60", "--corporation", "Nord", "--tile", "F8=1234/0"], "no tile '1234'"),
        (["--at", "60", "--corporation", "Nord", "--token", "F8/3"], "there is no such city"),
        (["--at", "60", "--corporation", "Nord", "--train", "x"], "--train x: should be"),
        (["--at", "99999"], "actions could be played"),
    ],
)
def test_questions_about_a_game_that_make_no_sense(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["routes", str(shared_file("games", "1826", "J42.json")), *options]) == BAD
    assert message in capsys.readouterr().err


def test_at_is_for_games_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", written(tmp_path, POSITION), "--at", "3"]) == BAD
    assert "--at and --title are for game files" in capsys.readouterr().err


# -- rules and kinds of trains -----------------------------------------------------------------


def test_rules_in_the_file() -> None:
    rules = {
        "terminus": ["D4"],
        "single_visit": ["C7"],
        "values": {"C9": 60},
        "closed": [{"hex": "D4", "unless": "open"}],
        "bonuses": [
            {"kind": "pair", "name": "p", "first": ["C9"], "second": ["C7"], "amount": 5},
            {"kind": "best_stop", "name": "b", "at": ["C9"], "except": ["C9"], "if": "open"},
            {"kind": "once", "name": "o", "at": ["C9"], "amount": 7, "trains": ["2"]},
        ],
    }
    del rules["bonuses"][2]["trains"]  # type: ignore[attr-defined]
    shut = build_position({**POSITION, "rules": rules}).search()
    assert shut.value == 50 + 60 + 5 + 7
    opened = build_position({**POSITION, "rules": rules, "extras": {"open": True}}).search()
    assert opened.value == 50 + 60 + 5 + 7 + 50


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([(["city", "offboard"], 3, 3), (["town"], 99, 99)], ("stops", 3, {"city", "offboard"}, None)),
        ([(["city", "offboard"], 2, 2), (["town"], 99, 0)], ("stops", 2, {"city", "offboard"}, None)),
        ([(["city", "offboard", "town"], 4, 2)], ("stops", 4, {"city", "town", "offboard"}, 2)),
        ([(["city", "offboard", "town"], 99, 3)], ("unlimited", 0, {"city", "town", "offboard"}, 3)),
        ([(["city", "offboard", "town"], 99, 99)], ("unlimited", 0, {"city", "town", "offboard"}, None)),
    ],
)
def test_rows_of_distance(rows: list[tuple[list[str], int, int]], expected: tuple[object, ...]) -> None:
    distance = [{"nodes": nodes, "visit": visit, "pay": pay} for nodes, visit, pay in rows]
    data = changed(trains=[{"name": "x", "distance": distance}])
    check_position(data, "test")
    (train,) = build_position(data).trains
    assert (train.reach, train.number, set(train.counts), train.pays_best) == expected


def test_all_rule_files_of_titles_fit_their_schema() -> None:
    files = sorted(titles_dir().glob("*/positions.yaml"))
    assert files
    for file in files:
        assert title_rules(file)["title"]


def test_examples_of_the_schema_are_readable() -> None:
    assert schema("position")["title"] == "Position"
    with pytest.raises(GameFileError, match="not a mapping"):
        title_rules(Path(__file__))


def test_all_bench_positions_fit_the_schema() -> None:
    shared_file("bench", "routes")
    for path in sorted((SHARED / "bench" / "routes").glob("*.json")):
        assert read_position(path)["hexes"]
