"""What is printed on a hex, in the one-line notation: the same hex as the one written out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from open18xx.definition.map import MapHex
from open18xx.loading import check_pack, load_title
from open18xx.loading.nodes import ScalarNode, Source
from open18xx.loading.scalars import mark_inside

from tests.loading.defects.cases import GOOD


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    shutil.copytree(GOOD, tmp_path / "mini")
    return tmp_path / "mini"


def hex_with(pack: Path, name: str, old: str, new: str) -> MapHex:
    path = pack / "map.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    outcome = check_pack(pack)
    assert outcome.title is not None, outcome.problems
    assert outcome.problems == ()
    return outcome.title.map.hexes[name]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (
            "A3",
            "stops: [{kind: offboard, revenue: [20, 40]}], track: [[0, s0], [5, s0]]",
            'code: "offboard=revenue:yellow_20|brown_40;path=a:0,b:_0;path=a:5,b:_0"',
        ),
        ("B4", "{name: Mill, place: town}", "{name: Mill, code: town=revenue:0}"),
        ("C3", "{terrain: river}", '{code: "upgrade=cost:40,terrain:river"}'),
        (
            "C5",
            "stops: [{kind: city, revenue: 20, slots: 1}], track: [[1, s0], [4, s0]]",
            "code: 'city=revenue:20;path=a:1,b:_0;path=a:_0,b:4'",
        ),
        (
            "D2",
            "{lay_cost: 20, borders: [{edge: 3, kind: cost, cost: 10}]}",
            "{code: 'upgrade=cost:20;border=edge:3,cost:10'}",
        ),
        (
            "D4",
            "stops: [{kind: city, revenue: 30, slots: 1}], track: [[2, s0], [3, s0]]",
            "code: 'city=revenue:30;path=a:2,b:_0;path=a:3,b:_0'",
        ),
    ],
)
def test_the_same_hex_in_both_forms(pack: Path, name: str, old: str, new: str) -> None:
    written = load_title(GOOD).map.hexes[name]
    noted = hex_with(pack, name, old, new)
    differing = {
        field: (getattr(written, field), getattr(noted, field))
        for field in ("place", "closed", "borders", "terrain", "lay_cost", "label", "terminus", "upgrades")
        if getattr(written, field) != getattr(noted, field)
    }
    assert differing == {}
    assert [(stop.kind, stop.revenue, stop.slots) for stop in written.printed.stops] == [
        (stop.kind, stop.revenue, stop.slots) for stop in noted.printed.stops
    ] or name == "B4"  # a blank hex may name its place instead of a stop without value
    ends = [{frozenset(pair) for pair in item.printed.track} for item in (written, noted)]
    assert ends[0] == ends[1]


def test_all_track_that_ends_at_a_city_makes_a_terminus(pack: Path) -> None:
    old = "stops: [{kind: city, revenue: 30, slots: 1}], track: [[2, s0], [3, s0]]"
    new = "code: 'city=revenue:30;path=a:2,b:_0,terminal:1;path=a:3,b:_0,terminal:1'"
    assert hex_with(pack, "D4", old, new).terminus


@pytest.mark.parametrize(
    ("text", "value", "offset", "line", "column"),
    [
        ("abc", "abc", 2, 1, 3),
        ('"abc"', "abc", 0, 1, 2),
        ("'it''s'", "it's", 3, 1, 6),
        (r'"\u00e9\x41b"', "éAb", 2, 1, 12),
        ("one\n  two", "one two", 4, 2, 3),
        ('"one\\\n  two"', "onetwo", 3, 2, 3),
        (">-  # why\n  one\n  two", "one two", 0, 2, 3),
        ("|\n  one\n  two\n", "one\ntwo\n", 5, 3, 4),
        ("abc", "abc", 9, 1, 4),
    ],
)
def test_a_character_is_found_in_the_file(text: str, value: str, offset: int, line: int, column: int) -> None:
    node = ScalarNode(Source("f.yaml", text), 1, 1, value, value, text[0] not in "\"'>|")
    mark = mark_inside(node, offset)
    assert (mark.line, mark.column) == (line, column)
