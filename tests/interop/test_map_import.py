"""Maps in the notation of 18xx.games become the YAML of a pack, and nothing is lost without a word."""

from __future__ import annotations

import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from open18xx.cli.main import main
from open18xx.definition.map import MapHex
from open18xx.interop.map_import import Errors, Imported, import_map
from open18xx.interop.map_text import read_map_text
from open18xx.interop.ruby_literals import MOST_CHARACTERS, TextError
from open18xx.interop.yaml_text import flow
from open18xx.loading import check_pack, load_title
from open18xx.loading.nodes import plain
from open18xx.loading.problems import Report
from open18xx.loading.reader import read_text
from open18xx.resources import titles_dir

Capture = pytest.CaptureFixture[str]

MAPS = Path(__file__).parent / "maps"
HEAD = "LAYOUT = :flat\nHEXES = { white: {\n"


def imported(text: str) -> Imported:
    return import_map(read_map_text(text))


def hexes(text: str) -> Any:
    made = imported(text).map
    assert made is not None
    return made["hexes"]


def lost(made: Imported) -> list[tuple[int, int, str]]:
    return [(one.line, one.column, one.what) for one in made.lost]


def refused(text: str) -> list[tuple[int, int, str]]:
    errors: tuple[TextError, ...] = ()
    try:
        imported(text)
    except TextError as error:
        errors = (error,)
    except Errors as several:
        errors = several.errors
    return [(error.line, error.column, error.message) for error in errors]


# -- a whole title -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1889 with a map and tiles imported from a text."""
    folder = tmp_path_factory.mktemp("import") / "g1889"
    shutil.copytree(titles_dir() / "g1889", folder)
    (folder / "map.yaml").unlink()
    (folder / "tiles.yaml").unlink()
    files = ["-o", str(folder / "map.yaml"), "--tiles", str(folder / "tiles.yaml")]
    assert main(["import-map", str(MAPS / "g1889.rb"), *files]) == 0
    return folder


def test_a_whole_map_is_the_one_of_the_title(pack: Path) -> None:
    ours, theirs = load_title("1889").map, load_title(pack).map
    assert (ours.orientation, ours.axes) == (theirs.orientation, theirs.axes)
    assert list(ours.hexes) == list(theirs.hexes)
    for name, item in ours.hexes.items():
        assert _hex(item) == _hex(theirs.hexes[name])


def _hex(item: MapHex) -> dict[str, object]:
    """All that a hex says; track without its order."""
    fields = {name: getattr(item, name) for name in MapHex.__dataclass_fields__ if name != "printed"}
    printed = item.printed
    track = frozenset(frozenset(pair) for pair in printed.track)
    upgrades = item.upgrades and frozenset(target.tile for target in item.upgrades)
    return {
        **fields,
        "upgrades": upgrades,
        "printed": (
            printed.colour,
            printed.stops,
            track,
            printed.gauges,
            printed.label,
            printed.upgrade_cost,
        ),
    }


def test_the_tiles_and_their_chart_are_those_of_the_title(pack: Path) -> None:
    ours, theirs = load_title("1889").tiles, load_title(pack).tiles
    assert {name: entry.count for name, entry in ours.entries.items()} == {
        name: entry.count for name, entry in theirs.entries.items()
    }
    for name, entry in ours.entries.items():
        assert {target.tile for target in entry.upgrades} == {
            target.tile for target in theirs.entries[name].upgrades
        }
    first = {place: {target.tile for target in targets} for place, targets in theirs.first_lays.items()}
    first["town"].remove("437")  # that only a power lays it is not part of the notation
    assert first == {place: {target.tile for target in targets} for place, targets in ours.first_lays.items()}


def test_the_pack_with_it_is_sound(pack: Path) -> None:
    outcome = check_pack(pack)
    assert outcome.title is not None
    assert outcome.problems == ()


def _notation(item: MapHex, bands: tuple[str, ...]) -> str:
    """A hex in the notation."""
    unbuilt = {"city": 1, "town": 1, "double_city": 2, "double_town": 2}.get(item.place, 0)
    parts = [f"{item.place.removeprefix('double_')}=revenue:0"] * (0 if item.printed.stops else unbuilt)
    for stop in item.printed.stops:
        values = [f"{band}_{money}" for band, money in zip(bands, stop.revenue, strict=False)]
        values = [str(stop.revenue[0])] if len(stop.revenue) == 1 and not stop.tagged_revenue else values
        values += [f"{tag}_{money}" for tag, money in stop.tagged_revenue]
        options = [f"revenue:{'|'.join(values)}"]
        options += [f"slots:{stop.slots}"] if stop.kind == "city" else []
        options += [f"loc:{stop.position}"] if stop.position is not None else []
        options += [f"groups:{'|'.join(stop.groups)}"] if stop.groups else []
        options += ["hide:1"] if stop.hidden else []
        parts.append(f"{stop.kind}={','.join(options)}")
    for number, (a, b) in enumerate(item.printed.track):
        ends = [str(end) if end < 6 else f"_{end - 6}" for end in (a, b)]
        terminal = ",terminal:1" if item.terminus and not item.takes_track else ""
        parts.append(f"path=a:{ends[0]},b:{ends[1]},track:{item.printed.gauge(number)}{terminal}")
    parts += [f"label={item.label}"] if item.label else []
    if item.lay_cost or item.terrain:
        parts.append(
            f"upgrade=cost:{item.lay_cost}" + (f",terrain:{'|'.join(item.terrain)}" if item.terrain else "")
        )
    for edge, border in item.borders:
        parts.append(
            f"border=edge:{edge},"
            + ("type:impassable" if border.kind == "impassable" else f"cost:{border.cost}")
        )
    return ";".join(parts)


@pytest.mark.parametrize("title_id", ["1826", "1830", "1889", "1894", "18Chesapeake"])
def test_every_shipped_map_goes_there_and_back(title_id: str, tmp_path: Path) -> None:
    """What the notation can say at all comes back as it was."""
    title = load_title(title_id)
    bands = ("yellow", "green", "brown", "gray")[
        : max(phase.revenue_band for phase in title.phases.values()) + 1
    ]
    letters = "rows" if title.map.axes == "letter_rows" else "columns"
    lines = [f"layout {title.map.orientation}", f"letters {letters}"]
    for item in title.map.hexes.values():
        name = f'"{item.name}" ' if item.name else ""
        lines.append(f"{item.id} {item.printed.colour} {name}= {_notation(item, bands)}")
    made = imported("\n".join(lines))
    assert made.lost == ()
    folder = tmp_path / title.folder.name
    shutil.copytree(title.folder, folder)
    data: Any = made.map
    for name, item in title.data["map"]["hexes"].items():  # type: ignore[index]
        data["hexes"][name] |= {key: item[key] for key in ("upgrades", "acts_as") if key in item}
    written = [f"{key}: {flow(value)}" for key, value in data.items()]
    regions = title.data["map"].get("regions")  # type: ignore[attr-defined]
    written += [f"regions: {flow({key: list(value) for key, value in regions.items()})}"] if regions else []
    (folder / "map.yaml").write_text("\n".join(written) + "\n", encoding="utf-8")
    back = load_title(folder, hooks=False).map.hexes
    assert list(back) == list(title.map.hexes)
    for name, item in title.map.hexes.items():
        if item.terminus and item.takes_track:  # a later tile might let trains through, so it is lost
            item = replace(item, terminus=False)
        for field in (
            "name",
            "neighbours",
            "borders",
            "terrain",
            "lay_cost",
            "label",
            "terminus",
            "place",
            "row",
            "column",
        ):
            assert getattr(back[name], field) == getattr(item, field), (name, field)
        if item.printed.stops or item.place == "plain":
            assert _hex(back[name])["printed"] == _hex(item)["printed"], name


# -- the forms of the text -----------------------------------------------------------------------


def test_what_cannot_be_said_is_listed_with_its_place() -> None:
    made = imported((MAPS / "odds.rb").read_text(encoding="utf-8"))
    assert lost(made) == [
        (5, 50, "Z9 Nowhere"),
        (9, 3, "tile 9999"),
        (10, 58, "tile X1, loc:0.25"),
        (11, 13, "tile X1, hidden"),
        (17, 61, "border=edge:5,type:water,cost:40"),
        (18, 46, "icon=image:mine"),
        (19, 11, "b6"),
        (19, 49, "frame=color:#ff0000"),
        (21, 8, "C4"),
        (22, 40, "future_label=label:X,color:green"),
        (31, 3, "purple"),
        (31, 37, "path, lanes:2"),
    ]
    assert made.bands == ("yellow", "green", "gray")
    assert made.map is not None and made.tiles is not None
    assert made.map["orientation"] == "pointy"
    assert made.map["coordinates"] == {"letters": "rows", "first_row": "odd"}
    assert made.map["terrain"] == {"river": {"cost": 40}}
    found: Any = made.map["hexes"]
    assert found["A1"]["borders"] == [
        {"edge": 0, "kind": "impassable"},
        {"edge": 5, "kind": "cost", "cost": 40},
    ]
    assert found["A3"] == {
        "name": 'L\'Est — "1"',
        "colour": "red",
        "stops": [{"kind": "offboard", "revenue": [20, 30, 60], "groups": ["E"], "hidden": True}],
        "track": [[5, "s0"]],
    }
    assert found["B4"] == {"terrain": "river", "lay_cost": 60}
    assert found["C3"]["stops"][1] == {"kind": "town", "revenue": 20, "at": "3.5"}
    assert found["C5"]["upgrades"] == ["X1"]
    assert found["D2"]["terminus"] is True
    assert found["D4"]["gauges"] == ["narrow", "narrow", "narrow"]
    assert found["D6"]["colour"] == "gray"
    manifest: Any = made.tiles["manifest"]
    assert manifest == {
        "7": {"count": "unlimited", "upgrades": []},
        "X1": {"count": 1, "upgrades": ["X2"]},
        "X2": {"count": 2, "upgrades": []},
    }


def test_a_plain_list() -> None:
    made = imported((MAPS / "plain.txt").read_text(encoding="utf-8"))
    assert made.lost == ()
    assert made.map == {
        "orientation": "flat",
        "coordinates": {"letters": "columns", "first_row": "even"},
        "terrain": {"hill": {"cost": 40}},
        "hexes": {
            "A2": {"terrain": "hill"},
            "B1": {"name": "The Port", "stops": [{"kind": "city", "revenue": 0}]},
            "B3": {
                "name": "Mill Town",
                "colour": "yellow",
                "stops": [{"kind": "town", "revenue": 10}],
                "track": [[3, "s0"]],
                "upgrades": [],
            },
            "C2": {"terrain": "hill"},
            "C4": {
                "colour": "red",
                "stops": [{"kind": "offboard", "revenue": [20, 50]}],
                "track": [[2, "s0"]],
            },
        },
    }


@pytest.mark.parametrize(
    "line",
    [
        "['B2', \"B4\"] => 'upgrade=cost:20'",
        "%w[B2 B4].freeze => 'upgrade=cost:20'.freeze,",
        "%w(B2\n B4) => 'upgrade=' \\\n 'cost:20', # hills\n",
        "'B2' => 'upgrade=cost:20', B4: 'upgrade=cost:20'",
        '%i[B2 B4] => "upgrade=cost:20"',
    ],
)
def test_ways_to_write_hexes(line: str) -> None:
    assert hexes(HEAD + line + "} }") == {"B2": {"lay_cost": 20}, "B4": {"lay_cost": 20}}


def test_several_prices_of_a_terrain() -> None:
    text = HEAD + "%w[A1 A3] => 'upgrade=cost:40,terrain:hill', 'A5' => 'upgrade=cost:60,terrain:hill', "
    text += "'A7' => 'upgrade=cost:70,terrain:hill|lake' } }"
    made = imported(text)
    assert made.map is not None
    assert made.map["terrain"] == {"hill": {"cost": 40}, "lake": {"cost": 0}}
    found: Any = made.map["hexes"]
    assert (found["A1"], found["A5"]) == ({"terrain": "hill"}, {"terrain": "hill", "lay_cost": 60})
    assert found["A7"] == {"terrain": ["hill", "lake"], "lay_cost": 70}


# -- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (HEAD + "  ['A1'] => 'city=revenue:20;pth=a:0,b:_0' } }", 3, 30, "unknown part 'pth'"),
        (HEAD + "  ['A1'] => 'city;' \\\n    'path=a:0,b:_7' } }", 4, 17, "there is no stop 7"),
        (HEAD + "  ['A1'] => '', ['A1'] => '' } }", 3, 18, "given twice, first on line 3"),
        (HEAD + "  ['A1'] => SOMETHING } }", 3, 13, "SOMETHING has to be worked out"),
        (HEAD + "  ['A1'] => \"city=revenue:#{20}\" } }", 3, 27, "has to be worked out"),
        (HEAD + "  ['A1'] => 3 } }", 3, 13, "the text of a hex should be here"),
        (HEAD + "  ['A1'] 'x' } }", 3, 10, "'=>' should stand"),
        (HEAD + "  ['one'] => '' } }", 3, 4, "no name of a hex"),
        ("LAYOUT = :flat\nHEXES = { mauve: { ['A1'] => '' } }", 2, 11, "no colour mauve"),
        ("LAYOUT = :round\nHEXES = { white: { ['A1'] => '' } }", 1, 10, ":flat or :pointy"),
        ("AXES = { x: :letter }\nHEXES = {}", 1, 8, "AXES should be"),
        ("HEXES = {}\nHEXES = {}", 2, 1, "HEXES is given twice, first on line 1"),
        ("HEXES = BASE.merge({})", 1, 9, "has to be worked out"),
        ("HEXES = { white: { ['A1'] => '' } }.merge(MORE)", 1, 36, "has to be worked out"),
        ("HEXES = { white: {", 1, 18, "'}' is missing"),
        ("TILES = { '57' => 'many' }", 1, 19, "a number of tiles"),
        ("TILES = { '57' => 1, '57' => 2 }", 1, 22, "tile 57 is given twice"),
        ("TILES = { 'X1' => { 'count' => 1, 'code' => '' } }", 1, 19, "needs both color and code"),
        ("TILES = { 'X:1' => 1 }", 1, 11, "cannot be the number of a tile"),
        ("A1 = city=revenue:20\nA3 = x", 2, 6, "unknown part 'x'"),
        ("A1 city=revenue:20", 1, 4, "'city' is no name of a hex"),
        ("A1", 1, 3, "'=' should stand"),
        ('A1 "North = city', 1, 4, "should end with"),
        ("layout round", 1, 1, "flat or pointy"),
        ("tile 57", 1, 1, "a tile should be written as"),
        ("= city", 1, 3, "the name of a hex should stand"),
        ("HEXES = " + "[" * 100, 1, 22, "nested deeper"),
    ],
)
def test_errors_say_where(text: str, line: int, column: int, message: str) -> None:
    errors = refused(text)
    assert any(error[:2] == (line, column) and message in error[2] for error in errors), errors


def test_all_hexes_that_cannot_be_read_are_told_at_once() -> None:
    assert [error[:2] for error in refused(HEAD + "'A1' => 'x',\n'A3' => 'y',\n'A5' => '' } }")] == [
        (3, 10),
        (4, 10),
    ]


def test_nothing_in_the_text_is_executed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    text = f"system('touch {victim}')\n{HEAD}'A1' => '' }} }}\n`touch {victim}`\n__END__\nexit"
    assert hexes(text) == {"A1": {}}
    assert not victim.exists()


def test_hostile_texts_end() -> None:
    assert refused("A1 = " + "x" * MOST_CHARACTERS)[0][:2] == (1, 1)
    many = HEAD + "%w[" + " ".join(f"A{n % 900}" for n in range(9_000)) + "] => '' } }"
    assert "more than 2,000 hexes" in refused(many)[0][2]
    tiles = "TILES = {" + ",".join(f"'{n}' => 1" for n in range(500)) + "}"
    assert "more than 400 tiles" in refused(tiles)[0][2]
    assert "more than 100,000 values" in refused("HEXES = [" + "1," * 100_001 + "]")[0][2]
    assert refused("HEXES = '" + "\\'" * 1000)[0][:2] == (1, 9)
    assert refused("HEXES = 1" + "0" * 100)[0][:2] == (1, 9)


@given(st.text(alphabet="HEXES= {}[]'\"\\%w:,>#\nA1b;ctiy_0LAYOUT", max_size=80))
def test_any_text_is_read_or_refused_clearly(text: str) -> None:
    for whole in (text, "HEXES = {" + text, HEAD + text, "LAYOUT = :flat\n" + text):
        try:
            imported(whole)
        except (TextError, Errors):
            continue


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=12) | st.integers(0, 99) | st.booleans()))
def test_what_is_written_as_yaml_is_read_back(data: dict[str, object]) -> None:
    printable = {
        key: value
        for key, value in data.items()
        if key.isprintable() and key and not (isinstance(value, str) and not value.isprintable())
    }
    report = Report()
    node = read_text(flow(printable) + "\n", "text", report)
    assert node is not None, report.sorted()
    assert plain(node) == printable


# -- the command ---------------------------------------------------------------------------------


def test_the_map_goes_to_stdout_and_the_rest_to_stderr(capsys: Capture) -> None:
    assert main(["import-map", str(MAPS / "plain.txt")]) == 0
    shown = capsys.readouterr()
    assert yaml.safe_load(shown.out)["hexes"]["C2"] == {"terrain": "hill"}
    assert shown.err == "5 hexes, 3 kinds of tiles\nnothing was left out\n"


def test_files_are_never_overwritten(tmp_path: Path, capsys: Capture) -> None:
    out, tiles = tmp_path / "map.yaml", tmp_path / "tiles.yaml"
    tiles.write_text("mine", encoding="utf-8")
    words = ["import-map", str(MAPS / "plain.txt"), "-o", str(out), "--tiles", str(tiles)]
    assert main(words) == 1
    assert "is there already; nothing is overwritten" in capsys.readouterr().err
    assert tiles.read_text(encoding="utf-8") == "mine" and not out.exists()
    assert main([*words[:-1], str(tmp_path / "no" / "tiles.yaml")]) == 1
    assert not out.exists()
    tiles.unlink()
    assert main(words) == 0
    assert (
        capsys.readouterr().out
        == f"wrote {out}\nwrote {tiles}\n5 hexes, 3 kinds of tiles\nnothing was left out\n"
    )


def test_json(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "map.yaml"
    assert main(["import-map", str(MAPS / "odds.rb"), "-o", str(out), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["hexes"], document["tiles"]) == (True, 9, 3)
    assert document["files"] == [str(out)]
    assert document["lost"][0]["what"] == "Z9 Nowhere"
    assert "5:50: Z9 Nowhere" in out.read_text(encoding="utf-8")


def test_errors_of_a_file(tmp_path: Path, capsys: Capture) -> None:
    bad = tmp_path / "map.rb"
    bad.write_text(HEAD + "'A1' => 'x' } }", encoding="utf-8")
    out = tmp_path / "map.yaml"
    assert main(["import-map", str(bad), "-o", str(out)]) == 1
    assert capsys.readouterr().err.startswith(f"{bad}:3:10: unknown part 'x'; known are ")
    assert main(["import-map", str(bad), "-o", str(out), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is False
    assert [(p["line"], p["column"]) for p in document["problems"]] == [(3, 10)]
    assert not out.exists()


@pytest.mark.parametrize(
    ("content", "words", "message"),
    [
        (b"HEXES = { white: { 'A1' => '' } }", [], "LAYOUT is missing; give it with --layout"),
        (b"", [], "there are no hexes"),
        (b"\xff", [], "not UTF-8"),
        (b"A1 = city", ["--layout", "flat", "--tiles", "t.yaml"], "there is no TILES"),
        (b"A1 = city", ["--layout", "round"], "flat or pointy"),
        (b"A1 = city", ["--layout", "flat", "-o", "t.yaml", "--tiles", "t.yaml"], "a file each"),
    ],
)
def test_what_the_command_cannot_use(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    content: bytes,
    words: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("map.txt").write_bytes(content)
    assert main(["import-map", "map.txt", *words]) == 1
    assert message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["map.txt"]


def test_a_file_that_is_not_there(capsys: Capture) -> None:
    assert main(["import-map", "nowhere.rb"]) == 1
    assert "nowhere.rb" in capsys.readouterr().err


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"A1 = city=revenue:20\r\n"))
    monkeypatch.setattr("sys.stdin", stream)
    assert main(["import-map", "-", "--layout", "pointy"]) == 0
    assert yaml.safe_load(capsys.readouterr().out)["coordinates"] == {"letters": "rows", "first_row": "odd"}
