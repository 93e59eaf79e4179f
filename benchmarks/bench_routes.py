"""Speed of the route search and of the track graph.

Over the forty bench positions and all operating turns of the recorded games, which lie beside the
repository; the benchmarks skip where they are absent. Each search starts from the bare track: links and
arms are made anew every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from open18xx.interop.positions import Position, load_position
from open18xx.rules.running import RunTerms
from open18xx.track.graph import TrackGraph
from open18xx.track.lays import LayLimits, candidate_lays
from open18xx.track.network import token_targets
from open18xx.track.reach import Reach
from open18xx.track.routes.search import search
from open18xx.track.routes.trains import Place, TrainSpec
from pytest_benchmark.fixture import BenchmarkFixture

from tests.track.recorded import GAMES, SHARED, board, play_map
from tests.track.test_recorded_turns import recorded_turns

POSITIONS = sorted((SHARED / "bench" / "routes").glob("*.json"))

Turn = tuple[TrackGraph, tuple[int, ...], frozenset[int], list[TrainSpec], dict[Place, int], int]


@cache
def position(path: Path) -> Position:
    return load_position(path)


@cache
def turns(game: str) -> tuple[Turn, ...]:
    """Every operating turn of a recorded game with trains: track, tokens, trains, values, revenue."""
    if not SHARED.is_dir():
        pytest.skip("the recorded games lie beside the repository")
    found: list[Turn] = []
    for event, state in play_map(game):
        if event["type"] == "run_trains" and event["trains"]:
            corporation = event["corporation"]
            found.append(
                (
                    state.graph,
                    state.own(corporation),
                    state.blocked(corporation),
                    state.trains(event["trains"]),
                    state.values(corporation),
                    event["derived_maximum"],
                )
            )
    return tuple(found)


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_position(benchmark: BenchmarkFixture, path: Path) -> None:
    given = position(path)

    def fresh() -> None:
        given.graph.forget()

    result = benchmark.pedantic(given.search, setup=fresh, rounds=5, warmup_rounds=1)
    assert result.proven
    assert result.value == given.known_best
    benchmark.extra_info.update(result.work)


@pytest.mark.parametrize("game", GAMES)
def test_all_turns_of_a_recorded_game(benchmark: BenchmarkFixture, game: str) -> None:
    """One round is all operating turns; ``turns`` in the report divides it."""
    all_turns = turns(game)

    def play(given: Sequence[Turn]) -> None:
        for graph, own, blocked, trains, values, revenue in given:
            graph.forget()
            assert search(graph, own, blocked, trains, values).value == revenue

    benchmark.pedantic(play, (all_turns,), rounds=5, warmup_rounds=1)
    benchmark.extra_info["turns"] = len(all_turns)


@cache
def recordings(title: str) -> list[tuple[RunTerms, int]]:
    """Every run of all games of a title recorded by other people."""
    files = sorted((SHARED / "games" / "18xx-games" / title).glob("*.json"))
    return [turn for file in files if not file.name.endswith(".states.json") for turn in recorded_turns(file)]


@pytest.mark.parametrize("title", ["1830", "1889", "1894", "18Chesapeake"])
def test_all_turns_of_other_recordings(benchmark: BenchmarkFixture, title: str) -> None:
    """One round is all operating turns; how many, and in how many the players ran less, is noted."""
    given = recordings(title)
    if not given:
        pytest.skip("the recorded games lie beside the repository")

    def play() -> int:
        less = 0
        for terms, earned in given:
            terms.graph.forget()
            best = search(
                terms.graph,
                terms.tokens,
                terms.blocked,
                terms.specs,
                terms.tables,
                closed=terms.closed,
                bonuses=terms.bonuses,
            )
            assert best.proven
            assert earned <= best.value
            less += earned < best.value
        return less

    benchmark.extra_info["ran less"] = benchmark.pedantic(play, rounds=3, warmup_rounds=1)
    benchmark.extra_info["turns"] = len(given)


def last_turn() -> Turn:
    """The end of a recorded game: the most track."""
    return turns("S43")[-1]


def test_track_graph_from_nothing(benchmark: BenchmarkFixture) -> None:
    placements = dict(last_turn()[0].placements)
    benchmark(TrackGraph, board(), placements)


def test_track_graph_one_tile_later(benchmark: BenchmarkFixture) -> None:
    graph = last_turn()[0]
    fewer = dict(graph.placements)
    fewer.pop("E13")
    earlier = TrackGraph(board(), fewer)
    benchmark(earlier.with_tiles, graph.placements)


def test_reach_of_a_corporation(benchmark: BenchmarkFixture) -> None:
    graph, own, blocked, *_ = last_turn()
    benchmark(lambda: Reach(graph, own, graph.end_only(blocked)).stop_distances())


def test_token_targets(benchmark: BenchmarkFixture) -> None:
    graph, own, blocked, *_ = last_turn()

    def ask() -> object:
        graph.forget()
        return token_targets(graph, own, blocked)

    benchmark(ask)


def test_all_legal_lays(benchmark: BenchmarkFixture) -> None:
    """Everything a corporation may lay late in the game, all colours and every tile in stock."""
    graph, own, blocked, *_ = last_turn()
    limits = LayLimits(frozenset({"yellow", "green", "brown", "gray"}), {})

    def ask() -> int:
        graph.forget()
        return len(candidate_lays(graph, limits, own, blocked))

    assert benchmark(ask) > 20
