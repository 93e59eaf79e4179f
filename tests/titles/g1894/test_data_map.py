"""1894: map and tiles compared with tables written down apart from the pack."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from open18xx.definition.tiles import FIRST_STOP, Stop, TileDefinition
from open18xx.geometry.edges import edges_of
from open18xx.track.board import Board

from tests.titles.g1894.book import title

HERE = Path(__file__).parent


@cache
def table(name: str) -> dict[str, Any]:
    """A file of expected figures."""
    loaded: dict[str, Any] = yaml.safe_load((HERE / f"expected_{name}.yaml").read_text(encoding="utf-8"))
    return loaded


def ends(tile: TileDefinition) -> set[frozenset[str]]:
    """Track as pairs of names of ends."""
    return {
        frozenset(str(end) if end < FIRST_STOP else f"s{end - FIRST_STOP}" for end in pair)
        for pair in tile.track
    }


def wanted_ends(row: dict[str, Any]) -> set[frozenset[str]]:
    return {frozenset(piece.split("-")) for piece in row.get("track", ())}


def printed_stop(stop: Stop) -> str:
    return f"{stop.kind} {'/'.join(map(str, stop.revenue))}"


@pytest.mark.rule("1894-RTE-11", "1894-RTE-12", "1894-RTE-17", "1894-LON-07", "1894-LON-08", "1894-TRK-10")
@pytest.mark.rule("1894-TRK-15", "1894-TRK-16", "1894-TRK-19", "1894-TOK-05", "1894-TOK-06", "1894-TRK-21")
def test_every_hex() -> None:
    expected = table("map")["map"]
    assert set(title().map.hexes) == set(expected)
    assert len(expected) == 76
    for name, row in expected.items():
        item = title().map.hexes[name]
        assert item.printed.colour == row["colour"], name
        assert item.name == row.get("name"), name
        assert [printed_stop(stop) for stop in item.printed.stops] == row.get("place", []), name
        assert item.lay_cost == row.get("cost", 0), name
        assert item.label == row.get("label"), name
        assert ends(item.printed) == wanted_ends(row), name
        slots = {stop.slots for stop in item.printed.stops if stop.kind == "city"}
        assert slots <= ({0} if name == "A10" else {1}), name
        assert item.single_visit == (name == "G6"), name


@pytest.mark.rule("1894-TRK-06")
def test_sides_that_lead_nowhere() -> None:
    found = {item.id: list(edges_of(item.closed)) for item in title().map.hexes.values() if item.takes_track}
    assert {name: sides for name, sides in found.items() if sides} == table("map")["closed"]


@pytest.mark.rule("1894-TRK-10")
def test_the_border_between_the_countries_is_decoration() -> None:
    assert not any(item.borders for item in title().map.hexes.values())


@pytest.mark.rule("1894-TRK-11", "1894-TRK-12", "1894-TRK-14", "1894-TRK-17", "1894-TRK-18", "1894-TRK-23")
@pytest.mark.rule("1894-TRK-05", "1894-CIT-01", "1894-TRK-22", "1894-TRK-04")
def test_every_tile() -> None:
    expected = table("tiles")["tiles"]
    assert list(title().tiles.entries) == list(expected)
    for name, row in expected.items():
        entry = title().tiles.entries[name]
        places = [
            f"{printed_stop(stop)} {stop.slots}" if stop.kind == "city" else printed_stop(stop)
            for stop in entry.tile.stops
        ]
        assert (entry.count, entry.tile.colour) == (row["count"], row["colour"]), name
        assert places == row.get("place", []), name
        assert ends(entry.tile) == wanted_ends(row), name
        assert entry.tile.label == row.get("label"), name
        assert entry.tile.upgrade_cost == row.get("cost", 0), name
        assert [target.tile for target in entry.upgrades] == row["next"], name
        assert entry.tile.colour in ("yellow", "green", "brown")


@pytest.mark.rule("1894-TRK-13", "1894-TRK-16")
def test_what_may_be_laid_on_printed_hexes() -> None:
    board = Board(title().map, title().tiles)
    expected = {h: row["tiles"] for row in table("tiles")["first"] for h in row["hexes"]}
    for item in title().map.hexes.values():
        found = [target.tile for target in board.upgrades({}, item.id)]
        assert found == expected.get(item.id, []), item.id


@pytest.mark.rule("1894-CIT-02")
@pytest.mark.parametrize("green", ["14", "15", "619"])
@pytest.mark.parametrize("rotation", range(6))
def test_split_tiles_keep_the_four_sides_and_join_them_in_pairs(green: str, rotation: int) -> None:
    board = Board(title().map, title().tiles)
    sides = set(edges_of(title().tiles.tile(green).exits_at(rotation)))
    pairings = set()
    for target in title().tiles.entries[green].upgrades:
        tile = title().tiles.tile(target.tile)
        for fit in board.fits({"G10": (green, rotation)}, "G10", target.tile):
            assert fit.stops == ((0, 1),)
            cities: dict[int, set[int]] = {0: set(), 1: set()}
            for edge, stop in ((min(p), max(p) - FIRST_STOP) for p in tile.track_at(fit.rotation)):
                cities[stop].add(edge)
            assert cities[0] | cities[1] == sides
            pairings.add(frozenset(map(frozenset, cities.values())))
    assert len(pairings) == 3, "each way to join four sides in pairs"


@pytest.mark.rule("1894-CIT-02")
def test_brown_tiles_on_a_14_in_rotation_2() -> None:
    board = Board(title().map, title().tiles)
    found = {}
    for name in ("X16", "X17", "X18", "X19"):
        fitting = {fit.rotation for fit in board.fits({"E6": ("14", 2)}, "E6", name)}
        alike = title().tiles.tile(name).same_as
        found[name] = [rotation for rotation in range(6) if alike[rotation] in fitting]
    assert found == {"X16": [2, 5], "X17": [2, 5], "X18": [2, 5], "X19": []}
