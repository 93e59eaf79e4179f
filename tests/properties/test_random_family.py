"""Whole games of random decisions in the titles that are data alone, out-of-turn powers included."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open18xx.bots.player import random_variant
from open18xx.engine.game import Game
from open18xx.engine.rng import Generator
from open18xx.state.canonical import state_hash

from tests.properties.test_random_games import play_out
from tests.support.contexts import loaded
from tests.support.positions import NAMES

GAMES = int(os.environ.get("OPEN18XX_RANDOM_GAMES", "1"))
TABLES = [(title, players) for title in ("1889", "1830", "18Chesapeake") for players in (2, 4, 6)]


@pytest.mark.slow
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_a_random_game_ends_and_replays(title: str, players: int) -> None:
    """Invariants are proven after each action; what is refused changes nothing and is not offered."""

    @settings(max_examples=GAMES, deadline=None)
    @given(seed=st.integers(min_value=0, max_value=2**31))
    def one_game(seed: int) -> None:
        context = loaded(title)
        game = Game(context, NAMES[:players], seed=seed)
        hashes = play_out(game, seed)
        assert game.state.result is not None and game.state.end_reason in ("bank_broken", "bankruptcy")
        assert [state_hash(turn.state) for turn in game.turns] == hashes
        again = Game(context, NAMES[:players], seed=seed, check_invariants=False)
        for action in game.actions:
            again.apply(context.codec.from_json(json.loads(json.dumps(context.codec.to_json(action)))))
        assert again.hash() == hashes[-1]

    one_game()


@pytest.mark.slow
@pytest.mark.parametrize("title", ["1889", "1830"])
def test_powers_are_used_in_other_peoples_turns(title: str) -> None:
    """Every now and then somebody whose turn it is not does what he may; the position stays sound."""
    context, chance, used = loaded(title), Generator(5), 0
    for seed in range(4):
        game = Game(context, NAMES[:4], seed=seed)
        for _ in range(600):
            if game.is_over:
                break
            others = [p for p in game.state.players if p != game.actor() and game.legal_actions(p)]
            player = chance.choice(others) if others and chance.below(3) == 0 else None
            offer = chance.choice(game.legal_actions(player))
            action = random_variant(offer, game, chance)
            used += player is not None
            game.apply(action)
    assert used
