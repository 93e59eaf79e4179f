"""Actions made of nonsense: they are refused with a reason, whatever the position, and change nothing."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open18xx.actions.base import Action
from open18xx.actions.kinds import ENGINE_ACTIONS, Correct, Respond, RunRoutes, TrainRun
from open18xx.bots.player import RandomBot
from open18xx.engine.game import Game
from open18xx.errors import IllegalAction

from tests.support.contexts import loaded
from tests.support.positions import NAMES, copy_of, offered

WORDS = (
    "player-1", "player-2", "player-9", "GC", "PO", "Belge", "SNCF", "Etat", "Bridge", "Mail", "Parisian",
    "bank", "pool", "ipo", "treasury", "closed", "G9", "L14", "K15", "M19", "X1", "", "9", "57", "63", "514",
    "2H", "4H", "6H", "10H", "E", "TGV", "nothing", "0-1", "é",
)  # fmt: skip
NUMBERS = (-1000, -5, -1, 0, 1, 2, 3, 5, 6, 7, 20, 75, 90, 100, 105, 500, 10**9)
PIECES = (
    "G9:s2-2",
    "L14:s0-3",
    "K15:0-3",
    "K15:3-0",
    "X1:0-1",
    "L14:9-9",
    "L14",
    "",
    "L14:s9-0",
    "L14:s0-s0",
)


@cache
def positions() -> tuple[Game, ...]:
    """Positions of a random game, one in every kind of step that it comes to."""
    game = Game(loaded("1826"), NAMES[:3], seed=5, check_invariants=False)
    bot, found = RandomBot(11), {}
    while not game.is_over:
        key = (game.step_name(), game.state.phase)
        if key not in found:
            found[key] = copy_of(game)
        game.apply(bot.decide(game))
    found["over", ""] = copy_of(game)
    return tuple(found.values())


def values(hint: Any) -> st.SearchStrategy[Any]:
    if hint is int:
        return st.sampled_from(NUMBERS)
    if hint is bool:
        return st.booleans()
    if get_origin(hint) is Literal:
        return st.sampled_from((*get_args(hint), "nothing"))
    if get_origin(hint) is tuple:
        return st.lists(values(get_args(hint)[0]), max_size=2).map(tuple)
    if hint is TrainRun:
        return st.builds(
            TrainRun, st.sampled_from(WORDS), st.lists(st.sampled_from(PIECES), max_size=4).map(tuple)
        )
    if isinstance(hint, type) and hasattr(hint, "__dataclass_fields__"):
        hints = get_type_hints(hint)
        return st.builds(hint, **{f.name: values(hints[f.name]) for f in fields(hint)})
    return st.sampled_from((*WORDS, None) if type(None) in get_args(hint) else WORDS)


def actions_of(kind: type[Action]) -> st.SearchStrategy[Action]:
    hints = get_type_hints(kind)
    chosen = {f.name: values(hints[f.name]) for f in fields(kind) if f.name != "actor"}
    return st.builds(kind, actor=st.sampled_from(WORDS[:3]), **chosen)


KINDS = (*(k for k in ENGINE_ACTIONS if k not in (Correct,)), *loaded("1826").hooks.actions())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_nonsense_is_refused_with_a_reason(kind: type[Action]) -> None:
    @settings(max_examples=25, deadline=None)
    @given(action=actions_of(kind), number=st.integers(0, 10**6), turn=st.booleans())
    def tried(action: Action, number: int, turn: bool) -> None:
        game = positions()[number % len(positions())]
        actor = game.actor()
        if turn and actor is not None:
            action = kind(**{**{f.name: getattr(action, f.name) for f in fields(action)}, "actor": actor})
        before, state = game.hash(), game.state
        found = game.check(action)
        assert all(refusal.code and refusal.message for refusal in found)
        if found:
            with pytest.raises(IllegalAction) as caught:
                game.apply(action)
            assert caught.value.refusals == found
            assert str(caught.value)
            assert game.state is state and game.hash() == before
        elif not isinstance(action, Respond | RunRoutes):
            assert offered(game, action)
            copy_of(game).apply(action)

    tried()


def test_the_positions_cover_the_steps_of_the_game() -> None:
    steps = {"auction", "stock", "track", "token", "routes", "dividend", "trains", "treasury_trade"}
    decisions = {"start_price", "consent"}
    assert steps | decisions <= {game.step_name() for game in positions()}
