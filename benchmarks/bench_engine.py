"""Speed of play: whole random games, replays of recorded games, checking a pack, single questions.

The recorded games lie beside the repository; those benchmarks skip where they are absent.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from open18xx.actions.base import Action
from open18xx.bots.player import RandomBot
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.interop.games18xx import replay_games18xx
from open18xx.interop.titles import open_recorded_title
from open18xx.interop.transcript import replay_transcript
from open18xx.loading.load import check_pack
from open18xx.table import load_context
from pytest_benchmark.fixture import BenchmarkFixture

SHARED = Path(__file__).resolve().parents[2] / "shared" / "games" / "1826"


@pytest.fixture(scope="module")
def context() -> Context:
    return load_context("1826")


def random_game(context: Context, players: int, seed: int) -> Game:
    game = Game(context, [f"Player {n}" for n in range(1, players + 1)], seed=seed)
    bot = RandomBot(seed)
    while not game.is_over:
        game.apply(bot.decide(game))
    return game


def test_check_1826(benchmark: BenchmarkFixture) -> None:
    """Everything `open18xx check 1826` does after Python has started."""
    outcome = benchmark(check_pack, "1826")
    assert outcome.problems == ()


def test_load_1826(benchmark: BenchmarkFixture) -> None:
    benchmark(load_context, "1826")


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_whole_random_game(benchmark: BenchmarkFixture, context: Context, players: int) -> None:
    """A game by random bots: listing all legal actions at every turn, invariants proven after each."""
    game = benchmark.pedantic(random_game, (context, players, 3), rounds=3)
    benchmark.extra_info["actions"] = len(game.actions)


@pytest.mark.parametrize("checked", [True, False], ids=["with invariants", "without"])
def test_replay_of_own_actions(benchmark: BenchmarkFixture, context: Context, checked: bool) -> None:
    """Playing the actions of a finished game again: legality checked at each action."""
    played = random_game(context, 4, 5)
    actions: Sequence[Action] = played.actions

    def again() -> Game:
        game = Game(context, played.state.names, check_invariants=checked)
        game.apply_all(actions)
        return game

    game = benchmark.pedantic(again, rounds=3)
    assert game.hash() == played.hash()
    benchmark.extra_info["actions"] = len(actions)


@pytest.mark.parametrize("name", ["S43", "J42"])
def test_replay_of_a_recorded_game(benchmark: BenchmarkFixture, name: str) -> None:
    """A transcript with all its checks, best routes of every turn included."""
    path = SHARED / f"{name}.json"
    if not path.exists():
        pytest.skip("the recorded games lie beside the repository")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    contexts: dict[tuple[str, ...], Context] = {}

    def context_for(options: Sequence[str]) -> Context:
        key = tuple(options)
        if key not in contexts:
            contexts[key] = load_context("1826", key)
        return contexts[key]

    report = benchmark.pedantic(
        replay_transcript, (data,), {"context_for": context_for}, rounds=3, warmup_rounds=1
    )
    assert report.good
    benchmark.extra_info["actions"] = report.actions_total


OTHER = SHARED.parent / "18xx-games"
RECORDINGS = sorted(
    path.relative_to(OTHER).with_suffix("").as_posix()
    for path in OTHER.glob("*/*.json")
    if not path.name.endswith(".states.json") and path.parent.name in ("1830", "1889", "1894", "18Chesapeake")
)


@pytest.mark.parametrize("name", RECORDINGS or ["none"])
def test_replay_of_a_game_of_18xx_games(benchmark: BenchmarkFixture, name: str) -> None:
    """Every move through our own legality check, the best run of each turn searched for anew."""
    path = OTHER / f"{name}.json"
    if not path.exists():
        pytest.skip("the recorded games lie beside the repository")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    title = data["title"]
    contexts: dict[tuple[str, ...], Context] = {}

    def context_for(options: Sequence[str]) -> Context:
        key = tuple(options)
        if key not in contexts:
            contexts[key] = open_recorded_title(title, key)
        return contexts[key]

    report = benchmark.pedantic(
        replay_games18xx, (data,), {"context_for": context_for}, rounds=5, warmup_rounds=1
    )
    assert report.good
    benchmark.extra_info["moves"] = report.actions_total
    benchmark.extra_info["moves_per_second"] = round(report.actions_total / benchmark.stats.stats.min)


def test_undo_and_redo(benchmark: BenchmarkFixture, context: Context) -> None:
    game = random_game(context, 3, 1)

    def back_and_forth() -> None:
        game.undo(100)
        game.redo(100)

    benchmark(back_and_forth)


def test_hash_of_a_state(benchmark: BenchmarkFixture, context: Context) -> None:
    game = random_game(context, 4, 2)
    benchmark(game.hash)
