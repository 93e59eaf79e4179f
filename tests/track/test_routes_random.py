"""The search against the slow enumerator on random small maps."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.search import search
from open18xx.track.routes.trains import stop_values
from open18xx.track.routes.verify import verify

from tests.track.oracle import best_value
from tests.track.random_maps import random_bonuses, random_position, random_trains


def compare(seed: int, most_hexes: int, most_trains: int) -> None:
    """One random position: the search's value must be the enumerator's, and be proven."""
    random = Random(seed)
    position = random_position(random, most_hexes)
    trains = random_trains(random, most_trains)
    bonuses, shared = random_bonuses(random, position.stops, trains)
    graph = TrackGraph(position.board, {})
    tables = [stop_values(graph, 0) for _ in trains]
    tokens = [graph.stop_number(*place) for place in position.tokens]
    blocked = frozenset(graph.stop_number(*place) for place in position.blocked)
    result = search(graph, tokens, blocked, trains, tables, bonuses=bonuses, shared_bonuses=shared)
    expected = best_value(position.board, position.tokens, position.blocked, trains, tables, bonuses, shared)
    assert (result.value, result.upper_bound, result.proven) == (expected, expected, True), seed
    assert not verify(graph, tokens, blocked, trains, tables, result.routes, bonuses=bonuses), seed
    if result.routes:
        # A route of the best set, given as fixed, leaves the best set as it is.
        fixed = random.choice(result.routes)
        again = search(
            graph,
            tokens,
            blocked,
            trains,
            tables,
            bonuses=bonuses,
            shared_bonuses=shared,
            fixed=[fixed],
        )
        assert (again.value, again.proven) == (expected, True), seed
        assert fixed in again.routes
    assert (
        sum(route.value for route in result.routes) + sum(amount for _, amount in result.shared_bonuses)
        == expected
    )


@pytest.mark.parametrize("block", range(8))
def test_many_small_maps(block: int) -> None:
    """Two thousand maps with fixed seeds."""
    for seed in range(block * 250, (block + 1) * 250):
        compare(seed, most_hexes=5, most_trains=3)


@settings(max_examples=300, deadline=None)
@given(st.integers(min_value=10_000, max_value=2**32))
def test_maps_of_hypothesis(seed: int) -> None:
    """As above, with seeds that change from run to run and are kept when they fail."""
    compare(seed, most_hexes=6, most_trains=2)
