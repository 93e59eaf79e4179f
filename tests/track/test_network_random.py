"""Reach, token distances and the track rule against a walk over every legal way, on random maps."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open18xx.definition.tiles import FIRST_STOP, ManifestEntry, Stop, TileDefinition, TileSet
from open18xx.track.board import Board
from open18xx.track.extension import extends_route
from open18xx.track.graph import TrackGraph
from open18xx.track.network import reach_of

from tests.track.oracle import all_ways
from tests.track.random_maps import Position, random_position, random_tile


def end_only(position: Position) -> set[tuple[str, int]]:
    """Stops that are not run through."""
    ends = set(position.blocked)
    for item in position.board.hexes:
        for index, stop in enumerate(item.printed.stops):
            if stop.kind == "offboard" or item.terminus:
                ends.add((item.id, index))
    return ends


def compare_reach(seed: int) -> None:
    """Stops with distances, and entries, must be those of the walk."""
    position = random_position(Random(seed), 7)
    board = position.board
    graph = TrackGraph(board, {})
    reach = reach_of(
        graph,
        [graph.stop_number(*place) for place in position.tokens],
        frozenset(graph.stop_number(*place) for place in position.blocked),
    )
    layout = {item.id: (item.printed, 0) for item in board.hexes}
    ways = all_ways(board, layout, position.tokens, end_only(position))
    found = {graph.place_of(stop): distance for stop, distance in reach.stop_distances().items()}
    assert found == ways.stops, seed
    entries = {(board.hexes[entry // 6].id, entry % 6) for entry in reach.entries()}
    assert entries == ways.entries, seed


def grown(random: Random, old: TileDefinition, name: str) -> TileDefinition:
    """A tile that keeps the track of another and has some more."""
    other = random_tile(random, name, list(range(6)))
    stops = old.stops or (other.stops if not old.track else ())
    extra = [
        (a, b) for a, b in other.track if max(a, b) < FIRST_STOP + len(stops) and (a, b) not in old.track
    ]
    renewed = tuple(
        Stop(stop.kind, (stop.revenue[0] + 10,), stop.slots, groups=stop.groups) for stop in stops
    )
    return TileDefinition(name, "green", renewed, tuple(sorted({*old.track, *extra})))


def compare_lay(seed: int) -> None:
    """New track extends a route exactly if the walk on the new map runs over a new piece."""
    random = Random(seed)
    position = random_position(random, 7)
    hex_id = random.choice([item.id for item in position.board.hexes])
    old = position.board.map.hexes[hex_id].printed
    new = grown(random, old, "new")
    board = Board(position.board.map, TileSet({"new": ManifestEntry(new, None)}, {}))
    graph = TrackGraph(board, {})
    if not any(kept.rotation == 0 for kept in board.fits({}, hex_id, "new")):
        return
    reach = reach_of(
        graph,
        [graph.stop_number(*place) for place in position.tokens],
        frozenset(graph.stop_number(*place) for place in position.blocked),
    )
    layout = {item.id: (item.printed, 0) for item in board.hexes}
    layout[hex_id] = (new, 0)
    ways = all_ways(board, layout, position.tokens, end_only(position))
    fresh = {(hex_id, min(pair), max(pair)) for pair in new.track} - {
        (hex_id, min(pair), max(pair)) for pair in old.track
    }
    expected = bool(fresh & ways.pieces)
    assert extends_route(graph, reach, hex_id, "new", 0) == expected, seed


@pytest.mark.rule("1826-4.11-03", "1826-4.10-04")
@pytest.mark.parametrize("block", range(6))
def test_reach_and_lays_on_many_maps(block: int) -> None:
    """Fifteen hundred maps with fixed seeds."""
    for seed in range(block * 250, (block + 1) * 250):
        compare_reach(seed)
        compare_lay(seed)


@settings(max_examples=200, deadline=None)
@given(st.integers(min_value=10_000, max_value=2**32))
def test_reach_and_lays_on_maps_of_hypothesis(seed: int) -> None:
    """As above, with seeds that change from run to run and are kept when they fail."""
    compare_reach(seed)
    compare_lay(seed)
