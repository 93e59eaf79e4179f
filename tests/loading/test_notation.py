"""The one-line tile notation: what it says, and errors with their place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from open18xx.definition.map import Border
from open18xx.loading.catalogue import standard_tile
from open18xx.loading.notation import NotationError, bands_of_phases, parse_tile
from open18xx.loading.notation_parts import LONGEST, MOST_PARTS

from tests.track.recorded import shared_file


def test_stops_and_track() -> None:
    tile = parse_tile("city=revenue:20,slots:2,loc:2.5;town=revenue:10;path=a:0,b:_0;path=a:_1,b:3").tile
    city, town = tile.stops
    assert (city.kind, city.revenue, city.slots, city.position) == ("city", (20,), 2, 2.5)
    assert (town.kind, town.revenue, town.slots, town.position) == ("town", (10,), 0, None)
    assert tile.track == ((0, 6), (7, 3))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("path=a:0,b:2", "8"),
        ("city=revenue:20;path=a:0,b:_0;path=a:_0,b:3", "57"),
        ("town=revenue:10;path=a:0,b:_0;path=a:_0,b:1", "3"),
        ("town=revenue:10;town=revenue:10;path=a:1,b:_0;path=a:_0,b:3;path=a:0,b:_1;path=a:_1,b:4", "1"),
        ("city=revenue:30,slots:2;path=a:0,b:_0;path=a:1,b:_0;path=a:3,b:_0;path=a:4,b:_0", "14"),
    ],
)
def test_same_as_the_catalogue(text: str, number: str) -> None:
    tile, known = parse_tile(text).tile, standard_tile(number)
    assert {frozenset(pair) for pair in tile.track} == {frozenset(pair) for pair in known.track}
    assert [(stop.kind, stop.revenue, stop.slots) for stop in tile.stops] == [
        (stop.kind, stop.revenue, stop.slots) for stop in known.stops
    ]


@pytest.mark.parametrize(
    ("value", "revenue", "tagged"),
    [
        ("30", (30,), ()),
        ("yellow_20|brown_40", (20, 20, 40), ()),
        ("yellow_20|green_30|brown_40|gray_60", (20, 30, 40, 60), ()),
        ("green_30|diesel_100", (0, 30), (("diesel", 100),)),
    ],
)
def test_revenue_by_colour(value: str, revenue: tuple[int, ...], tagged: tuple[tuple[str, int], ...]) -> None:
    (stop,) = parse_tile(f"offboard=revenue:{value},groups:North,hide:1;path=a:0,b:_0").tile.stops
    assert (stop.revenue, stop.tagged_revenue, stop.groups, stop.hidden) == (
        revenue,
        tagged,
        ("North",),
        True,
    )
    assert stop.revenue_in(9) == revenue[-1]
    assert stop.revenue_in(1, "diesel") == (100 if tagged else stop.revenue_in(1))


def test_labels_costs_borders_gauges_junctions_and_drawing() -> None:
    parsed = parse_tile(
        "label=OO;upgrade=cost:40,terrain:water|swamp;border=edge:2,type:impassable;border=edge:3,cost:20;"
        "icon=image:port;path=a:0,b:3,track:narrow;path=a:1,b:4"
    )
    assert parsed.tile.label == "OO"
    assert (parsed.tile.upgrade_cost, parsed.tile.upgrade_terrain) == (40, ("water", "swamp"))
    assert parsed.borders == ((2, Border("impassable")), (3, Border("cost", 20)))
    assert parsed.tile.gauges == ("narrow", "standard")
    junction = parse_tile("junction;path=a:0,b:_0;path=a:2,b:_0;path=a:_0,b:4").tile
    assert {frozenset(pair) for pair in junction.track} == {
        frozenset({0, 2}),
        frozenset({0, 4}),
        frozenset({2, 4}),
    }
    assert parse_tile("").tile.track == parse_tile("blank").tile.track == ()


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("city=revenue:20;pth=a:0,b:_0", "unknown part 'pth'", 16),
        ("city=revenue:x;path=a:0,b:_0", "revenue should be", 13),
        ("city=revenue:20,slot:2", "no option 'slot'", 16),
        ("path=a:0", "needs an end 'b'", 0),
        ("path=a:0,b:6", "edge 6 should be 0 to 5", 11),
        ("path=a:0,b:_0", "there is no stop 0", 11),
        ("path=a:0,b:x", "an end should be", 11),
        ("path=a:0,b:0", "the same", 0),
        ("path=a:0,b", "should be a name", 9),
        ("path=a:0,a:1,b:2", "given twice", 9),
        ("path=a:0,b:2;path=a:2,b:0", "is given twice", 13),
        ("city=revenue:20,loc:7", "below 6", 20),
        ("city=revenue:20,loc:north", "loc should be", 20),
        ("city=revenue:20,slots:-1", "whole number", 22),
        ("city=revenue:99999999", "revenue should be", 13),
        ("border=type:impassable", "needs an edge", 0),
        ("label", "followed by", 0),
        (";", "unknown part ''", 0),
    ],
)
def test_errors_say_where(text: str, message: str, offset: int) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse_tile(text)
    assert caught.value.offset == offset


def test_bands_are_the_colours_of_the_phases() -> None:
    phases = {
        "phases": [
            {"tiles": ["yellow"]},
            {"tiles": ["yellow", "green"], "revenue_band": 1},
            {"tiles": ["yellow", "green", "brown"], "revenue_band": 2},
            {"tiles": ["yellow", "green", "brown"], "revenue_band": 2},
        ]
    }
    bands = bands_of_phases(phases)
    assert bands == (("yellow", "green"), ("brown",))
    parsed = parse_tile("offboard=revenue:yellow_30|green_30|brown_60|gray_90|diesel_100", bands=bands)
    (stop,) = parsed.tile.stops
    assert (stop.revenue, stop.tagged_revenue) == ((30, 60), (("diesel", 100),))
    assert [loss.reason for loss in parsed.losses] == ["there is no revenue band gray"]
    with pytest.raises(NotationError, match="one revenue band for both") as caught:
        parse_tile("town;offboard=revenue:yellow_30|green_40", bands=bands)
    assert caught.value.offset == 22


@pytest.mark.parametrize("phases", [None, {}, {"phases": 3}, {"phases": ["x", {"tiles": "yellow"}, {}]}])
def test_phases_that_cannot_be_understood_give_four_bands(phases: object) -> None:
    assert bands_of_phases(phases) == ("yellow", "green", "brown", "gray")


@pytest.mark.parametrize(
    ("text", "part", "offset"),
    [
        ("city;icon=image:port;path=a:0,b:_0", "icon=image:port", 5),
        ("frame=color:#ff0000", "frame=color:#ff0000", 0),
        ("town;stub=edge:1", "stub=edge:1", 5),
        ("future_label=label:X,color:green", "future_label=label:X,color:green", 0),
        ("partition=a:0,b:3,type:water", "partition=a:0,b:3,type:water", 0),
        ("stripes=color:red", "stripes=color:red", 0),
        ("city=revenue:20,visit_cost:0", "city, visit_cost:0", 16),
        ("town=revenue:10,boom:1", "town, boom:1", 16),
        ("path=a:0,b:3,lanes:2", "path, lanes:2", 13),
        ("path=a:0,b:3,track:future", "path=a:0,b:3,track:future", 0),
        ("path=a:0,b:3,terminal:1", "path=a:0,b:3,terminal:1", 0),
        ("pass=revenue:10", "pass=revenue:10", 0),
        ("halt=revenue:10", "halt=revenue:10", 0),
        ("border=edge:1,type:water", "border=edge:1,type:water", 0),
        ("border=edge:1,type:water,cost:40", "border=edge:1,type:water,cost:40", 0),
        ("label=A;label=B", "label=B", 8),
        ("upgrade=cost:40,size:30", "upgrade, size:30", 16),
        ("city;path=a:0,b:_0,terminal:1;path=a:1,b:_0", "terminal", 19),
    ],
)
def test_what_a_tile_cannot_say_is_named(text: str, part: str, offset: int) -> None:
    (loss,) = parse_tile(text).losses
    assert (loss.part, loss.offset) == (part, offset)
    assert loss.reason


def test_what_holds_anyway_is_no_loss() -> None:
    parsed = parse_tile(
        "city=revenue:20,visit_cost:1,route:mandatory;path=a:0,b:_0,terminal:1;path=a:1,b:_0,terminal:1,lanes:1;"
        "path=a:2,b:4,track:broad;",
        colour="gray",
    )
    assert parsed.losses == ()
    assert parsed.terminus
    assert parsed.tile.gauges == ()
    assert not parse_tile(
        "offboard=revenue:20;path=a:0,b:_0,terminal:1;path=a:1,b:_0,terminal:1", "", "red"
    ).terminus
    assert not parse_tile("city=revenue:20;path=a:0,b:_0,terminal:1", "", "gray").terminus
    yellow = parse_tile("city=revenue:20;path=a:0,b:_0,terminal:1;path=a:1,b:_0,terminal:1", "", "yellow")
    assert not yellow.terminus
    assert [loss.part for loss in yellow.losses] == ["terminal"]


def test_a_pass_and_a_halt_are_stops() -> None:
    tile = parse_tile("pass=revenue:10,slots:2;halt=revenue:20;path=a:0,b:_1").tile
    assert [(stop.kind, stop.slots, stop.revenue) for stop in tile.stops] == [
        ("city", 2, (10,)),
        ("town", 0, (20,)),
    ]
    assert tile.track == ((0, 7),)


def test_hostile_texts_are_refused() -> None:
    with pytest.raises(NotationError, match="more than 200 parts"):
        parse_tile("town;" * (MOST_PARTS + 1))
    spokes = "junction;" + "town;" * 50 + ";".join(f"path=a:_0,b:_{number}" for number in range(1, 51))
    with pytest.raises(NotationError, match="more than 200 pieces of track"):
        parse_tile(spokes)
    with pytest.raises(NotationError, match="characters"):
        parse_tile("label=" + "x" * LONGEST)


@given(st.text(alphabet="abcity=:,;_0123456789path|revnuslot ", max_size=60))
def test_any_text_is_read_or_refused_clearly(text: str) -> None:
    try:
        parse_tile(text)
    except NotationError as error:
        assert 0 <= error.offset <= len(text)


def test_all_tiles_of_the_bench_positions_can_be_read() -> None:
    folder = shared_file("bench", "routes")
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        for hex_id, entry in data["hexes"].items():
            parse_tile(entry["code"], hex_id, bands=data["revenue_colors"])
