"""1826, section 1.3: money, holdings and deeds are open to everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest
from open18xx.bots.player import RandomBot
from open18xx.engine.context import Context
from open18xx.engine.game import Game, Turn
from open18xx.state.game_state import GameState

from tests.support.contexts import loaded
from tests.support.positions import NAMES, Position, record_of


def names_in(value: object) -> Iterator[str]:
    """Every text in the facts of an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from names_in(key)
            yield from names_in(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from names_in(item)


def changed(before: GameState, after: GameState) -> set[str]:
    """Corporations whose money, trains, tokens or shares are not what they were."""
    found = {c for c in after.corporations if before.cash[c] != after.cash[c]}
    found |= {c for c in after.corporations if before.trains.get(c, ()) != after.trains.get(c, ())}
    found |= {c for c, owners in after.certificates.items() if before.certificates[c] != owners}
    found |= {c for c, record in after.corporations.items() if record != before.corporations[c]}
    return found


@pytest.fixture(scope="module")
def turns() -> tuple[Turn, ...]:
    """The first part of a random game."""
    game = Game(loaded("1826"), NAMES[:3], seed=12, check_invariants=False)
    bot = RandomBot(12)
    for _ in range(700):
        game.apply(bot.decide(game))
    return game.turns


@pytest.mark.rule("1826-1.3-05")
def test_nothing_happens_to_a_corporation_that_is_not_told(turns: tuple[Turn, ...]) -> None:
    """What changes hands between a corporation and anybody is named in the news of that action."""
    seen = 0
    for before, turn in pairwise(turns):
        told = {name for event in turn.events for name in names_in(event.facts)}
        silent = changed(before.state, turn.state) - told
        assert not silent, f"{turn.action}: nothing is told about {silent}"
        seen += len(changed(before.state, turn.state))
    assert seen > 300


@pytest.mark.rule("1826-1.3-02", "1826-1.3-03", "1826-1.3-04")
def test_everybody_can_see_money_trains_tokens_and_shares(context: Context) -> None:
    """There is one state for all; nothing in it depends on who looks."""
    game = (
        Position(context, 3)
        .float("GC", 1, 90, shares={1: 2, 2: 1}, cash=170, trains=["2H"])
        .cash(1, 11)
        .cash(2, 22)
        .stock(3)
        .game()
    )
    view = game.view
    assert [view.cash(owner) for owner in ("player-1", "player-2", "GC")] == [11, 22, 170]
    assert view.train_types("GC") == ("2H",)
    assert record_of(game, "GC").tokens_left == 2
    assert [view.shares("GC", owner) for owner in ("player-1", "player-2", "player-3", "GC")] == [2, 1, 0, 2]
    assert view.certificates_of("GC", "player-1") == (0,)
