"""1826: the tile manifest and the upgrade chart as printed, against ``expected_tiles.yaml``."""

from __future__ import annotations

import pytest
from open18xx.definition.tiles import UpgradeTarget

from tests.titles.g1826.book import expected, rule_text, title

TILES = expected("tiles")
LIMITED = frozenset({"B12", "C15"})
GRAY_CITIES = frozenset({"C11", "C13", "L14"})

#: The rows of the printed chart that have a rule of their own.
ROWS = [
    pytest.param("3", "1826-8-06", marks=pytest.mark.rule("1826-8-06")),
    pytest.param("4", "1826-8-07", marks=pytest.mark.rule("1826-8-07")),
    pytest.param("5", "1826-8-08", marks=pytest.mark.rule("1826-8-08")),
    pytest.param("6", "1826-8-09", marks=pytest.mark.rule("1826-8-09")),
    pytest.param("7", "1826-8-10", marks=pytest.mark.rule("1826-8-10")),
    pytest.param("8", "1826-8-11", marks=pytest.mark.rule("1826-8-11")),
    pytest.param("9", "1826-8-12", marks=pytest.mark.rule("1826-8-12")),
    pytest.param("57", "1826-8-13", marks=pytest.mark.rule("1826-8-13")),
    pytest.param("58", "1826-8-14", marks=pytest.mark.rule("1826-8-14")),
    pytest.param("14", "1826-8-15", marks=pytest.mark.rule("1826-8-15")),
    pytest.param("15", "1826-8-16", marks=pytest.mark.rule("1826-8-16")),
    pytest.param("16", "1826-8-17", marks=pytest.mark.rule("1826-8-17")),
    pytest.param("19", "1826-8-18", marks=pytest.mark.rule("1826-8-18")),
    pytest.param("20", "1826-8-19", marks=pytest.mark.rule("1826-8-19")),
    pytest.param("23", "1826-8-20", marks=pytest.mark.rule("1826-8-20")),
    pytest.param("24", "1826-8-21", marks=pytest.mark.rule("1826-8-21")),
    pytest.param("25", "1826-8-22", marks=pytest.mark.rule("1826-8-22")),
    pytest.param("26", "1826-8-23", marks=pytest.mark.rule("1826-8-23")),
    pytest.param("27", "1826-8-24", marks=pytest.mark.rule("1826-8-24")),
    pytest.param("28", "1826-8-25", marks=pytest.mark.rule("1826-8-25")),
    pytest.param("29", "1826-8-26", marks=pytest.mark.rule("1826-8-26")),
    pytest.param("87", "1826-8-27", marks=pytest.mark.rule("1826-8-27")),
    pytest.param("88", "1826-8-28", marks=pytest.mark.rule("1826-8-28")),
    pytest.param("141", "1826-8-29", marks=pytest.mark.rule("1826-8-29")),
]
WORDS = (
    "no pieces:",
    "one piece:",
    "two pieces:",
    "three pieces:",
    "four pieces:",
    "five pieces:",
    "six pieces:",
)


def _arrows(tile: str) -> set[tuple[str, frozenset[str] | None]]:
    found = TILES[tile]["upgrades"]
    assert isinstance(found, list)
    return {
        (item, None) if isinstance(item, str) else (item["to"], frozenset(item["only"])) for item in found
    }


def _targets(targets: tuple[UpgradeTarget, ...]) -> set[tuple[str, frozenset[str] | None]]:
    return {(target.tile, target.only) for target in targets}


@pytest.mark.rule("1826-8-01")
def test_the_manifest_has_45_numbers() -> None:
    assert set(title().tiles.entries) == set(TILES)
    assert len(TILES) == 45
    assert "45 numbers" in rule_text("1826-8-01")


@pytest.mark.rule("1826-8-01", "1826-C-Tiles-01")
@pytest.mark.parametrize("tile", TILES)
def test_a_tile(tile: str) -> None:
    entry, right = title().tiles.entries[tile], TILES[tile]
    assert (entry.count, entry.printed) == (right["count"], right["printed"])
    assert entry.tile.colour == right["colour"]
    assert [stop.revenue[0] for stop in entry.tile.stops] == right["revenue"]
    assert [stop.slots for stop in entry.tile.stops] == right["slots"]
    assert _targets(entry.upgrades) == _arrows(tile)


@pytest.mark.parametrize(("tile", "rule"), ROWS)
def test_a_row_of_the_printed_chart(tile: str, rule: str) -> None:
    right = TILES[tile]
    text = rule_text(rule)
    colour, revenue, printed = right["colour"], right["revenue"], right["printed"]
    assert isinstance(colour, str) and isinstance(printed, int) and isinstance(revenue, list)
    value = f" (F{revenue[0]})" if revenue else ""
    pieces = f"any number of pieces ({printed} printed):" if right["count"] is None else WORDS[printed]
    assert text.startswith(f"{colour.capitalize()} {tile}{value}, {pieces} becomes ")
    becomes = text.partition("becomes ")[2]
    numbers = {word.strip(".,") for word in becomes.split()}
    assert {name for name, _ in _arrows(tile)} <= numbers
    assert numbers & set(TILES) - {name for name, _ in _arrows(tile)} == set()
    entry = title().tiles.entries[tile]
    assert (entry.count, _targets(entry.upgrades)) == (right["count"], _arrows(tile))


@pytest.mark.rule("1826-C-Tiles-01")
def test_only_plain_yellow_tiles_are_without_limit() -> None:
    unlimited = {tile for tile, entry in title().tiles.entries.items() if entry.count is None}
    assert unlimited == {"7", "8", "9"}
    counts = [entry.printed for entry in title().tiles.entries.values() if entry.printed is not None]
    assert sum(counts) == 137
    assert "7, 8 and 9" in rule_text("1826-C-Tiles-01")


@pytest.mark.parametrize(
    ("place", "tiles", "rules"),
    [
        pytest.param(
            "town",
            ("3", "4", "58"),
            ("1826-4.10-10", "1826-8-03"),
            marks=pytest.mark.rule("1826-4.10-10", "1826-8-03"),
        ),
        pytest.param(
            "city",
            ("5", "6", "57"),
            ("1826-4.10-11", "1826-8-02"),
            marks=pytest.mark.rule("1826-4.10-11", "1826-8-02"),
        ),
        pytest.param(
            "plain",
            ("7", "8", "9"),
            ("1826-4.10-12", "1826-8-04"),
            marks=pytest.mark.rule("1826-4.10-12", "1826-8-04"),
        ),
    ],
)
def test_first_tiles(place: str, tiles: tuple[str, ...], rules: tuple[str, ...]) -> None:
    first = title().tiles.first_lays
    lists = {name: tuple(target.tile for target in targets) for name, targets in first.items()}
    assert lists[place] == tiles
    assert set(first) == {"plain", "town", "city"}
    for rule in rules:
        assert f"{tiles[0]}, {tiles[1]} and {tiles[2]}" in rule_text(rule)


@pytest.mark.rule("1826-4.10-20", "1826-4.10-21", "1826-8-31")
@pytest.mark.parametrize("tile", ["14", "15", "619"])
def test_green_cities_become_63_or_where_one_side_is_prohibited_611(tile: str) -> None:
    assert _targets(title().tiles.entries[tile].upgrades) == {("63", None), ("611", LIMITED)}
    assert "Antwerp (B12) and Liège (C15)" in rule_text("1826-4.10-20")
    assert "brown 611" in rule_text("1826-4.10-20")
    assert "brown 63 " in rule_text("1826-4.10-21")
    for rule in ("1826-4.10-20", "1826-4.10-21"):
        assert "14, 15 or 619" in rule_text(rule)


@pytest.mark.rule("1826-4.10-20")
def test_antwerp_and_liege_have_one_prohibited_side() -> None:
    hexes = title().map.hexes
    assert [hexes[name].closed.bit_count() for name in ("B12", "C15")] == [1, 1]


@pytest.mark.rule("1826-4.10-22")
def test_no_brown_tile_fits_st_etienne() -> None:
    st_etienne = title().map.hexes["M13"]
    assert st_etienne.closed == 0b100001
    for tile in ("63", "611"):
        geometry = title().tiles.entries[tile].tile
        assert all(geometry.exits_at(rotation) & st_etienne.closed for rotation in range(6))
    fitting = {
        tile
        for tile in ("14", "15", "619")
        for rotation in range(6)
        if not title().tiles.entries[tile].tile.exits_at(rotation) & st_etienne.closed
    }
    assert fitting == {"15"}
    assert "St-Etienne" in rule_text("1826-4.10-22")


@pytest.mark.rule("1826-4.10-23", "1826-8-30")
@pytest.mark.parametrize(
    ("hex_id", "name", "colour", "acts_as"),
    [
        ("C11", "Lille", "yellow", "5"),
        ("I7", "Orléans", "yellow", "57"),
        ("C13", "Brussels", "green", "619"),
        ("L14", "Lyon", "green", "14"),
    ],
)
def test_printed_cities_are_upgraded_like_the_tile_they_show(
    hex_id: str, name: str, colour: str, acts_as: str
) -> None:
    printed = title().map.hexes[hex_id]
    assert printed.printed.colour == colour
    assert printed.upgrades is not None
    assert _targets(printed.upgrades) == _arrows(acts_as)
    like = title().tiles.entries[acts_as].tile
    turned = [like.exits_at(rotation) for rotation in range(6)]
    assert printed.printed.exits in turned
    assert (printed.printed.stops[0].revenue, printed.printed.stops[0].slots) == (
        like.stops[0].revenue,
        like.stops[0].slots,
    )
    assert f"{name} ({hex_id}) like {acts_as}" in rule_text("1826-8-30")
    assert name in rule_text("1826-4.10-23")


@pytest.mark.rule("1826-4.10-24", "1826-8-31")
def test_63_becomes_the_gray_city_in_three_places() -> None:
    entries = title().tiles.entries
    assert _targets(entries["63"].upgrades) == {("513", GRAY_CITIES)}
    gray = entries["513"].tile
    assert (gray.colour, gray.stops[0].slots, gray.stops[0].revenue) == ("gray", 3, (60,))
    browns = {tile for tile, entry in entries.items() if entry.tile.colour == "brown" and entry.upgrades}
    assert browns == {"63", "515"}
    assert title().data["tiles"]["manifest"]["513"]["alias"] == "520"
    text = rule_text("1826-4.10-24")
    assert "513, on some printed copies 520" in text
    assert "Lille (C11), Brussels (C13) and Lyon (L14)" in text
    assert "513 to Lille (C11), Brussels (C13) and Lyon (L14)" in rule_text("1826-8-31")


@pytest.mark.rule("1826-4.10-25", "1826-8-05")
def test_paris_has_tiles_of_its_own() -> None:
    paris = title().map.hexes["G9"]
    assert paris.printed.colour == "yellow"
    assert paris.upgrades is not None
    assert _targets(paris.upgrades) == {("514", None)}
    before = {
        (target.tile, tile)
        for tile, entry in title().tiles.entries.items()
        for target in entry.upgrades
        if target.tile in ("514", "515", "516")
    }
    assert before == {("515", "514"), ("516", "515")}
    others = {
        target.tile
        for name, item in title().map.hexes.items()
        if name != "G9"
        for target in item.upgrades or ()
    }
    assert not others & {"514", "515", "516"}
    assert [stop.revenue for stop in paris.printed.stops] == [(50,)] * 6
    assert "514, 515 and 516" in rule_text("1826-4.10-25")
    assert "F50 a station" in rule_text("1826-8-05")


@pytest.mark.rule("1826-8-05")
def test_off_map_locations_have_no_upgrade() -> None:
    assert all(not item.takes_track for item in title().map.hexes.values() if item.printed.colour == "red")


@pytest.mark.rule("1826-4.10-25")
@pytest.mark.parametrize("tile", ["514", "515", "516"])
def test_paris_tiles_lie_in_one_rotation(tile: str) -> None:
    assert title().tiles.entries[tile].rotations == frozenset({0})
