"""Whole games of random decisions: what must hold after every action, whatever is played.

``OPEN18XX_RANDOM_GAMES`` sets how many games are played for each number of players (default 1). With
``HYPOTHESIS_PROFILE=dev`` they are new ones every time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import BuyShares, StartCorporation
from open18xx.bots.player import RandomBot, random_variant
from open18xx.engine.game import Game
from open18xx.engine.rng import Generator
from open18xx.errors import IllegalAction
from open18xx.rules.limits import certificate_count, certificate_limit, holding_limit
from open18xx.state.canonical import state_hash
from open18xx.state.view import View

from tests.support.contexts import loaded
from tests.support.positions import NAMES, copy_of, every_offer_is_legal, offered

GAMES = int(os.environ.get("OPEN18XX_RANDOM_GAMES", "1"))
#: No game of 1826 has come near it.
MOST_ACTIONS = 20_000
#: At every so-manieth position all offers are tried, at every other of these one.
ALL_OFFERS = 151
ONE_OFFER = 4
STRANGER = 5


def within_limits(view: View, action: BuyShares | StartCorporation) -> None:
    """A purchase leaves its buyer within what he may own."""
    player, corporation = action.actor, action.corporation
    if view.record(corporation).closed:
        return
    limit = holding_limit(view, corporation)
    assert view.percent(corporation, player) <= limit, f"{player} owns more than {limit} % of {corporation}"
    if "certificates_not_counted" not in view.effects_at(corporation):
        count, most = certificate_count(view, player), certificate_limit(view)
        assert count <= most, f"{player} owns {count} certificates, {most} are allowed"


def strangers(action: Action, game: Game, seen: Sequence[Action], chance: Generator) -> Iterator[Action]:
    """Actions like those that have been played, somewhat changed; most of them illegal here."""
    yield replace(action, actor=chance.choice(game.state.players))
    candidate = chance.choice(seen) if seen else action
    candidate = replace(candidate, actor=game.actor() or candidate.actor)
    yield candidate
    names = [f.name for f in fields(candidate) if f.name != "actor"]
    if names:
        name = chance.choice(names)
        yield replace(candidate, **changed(candidate, name, game, chance))


def changed(action: Action, name: str, game: Game, chance: Generator) -> dict[str, Any]:
    value = getattr(action, name)
    if isinstance(value, bool) or value is None or not isinstance(value, int | str):
        return {}
    if isinstance(value, int):
        return {name: value + chance.choice((-100, -5, -1, 1, 5, 100))}
    pools = (
        tuple(game.state.corporations),
        tuple(game.state.privates),
        tuple(game.title.map.hexes),
        tuple(game.title.tiles.entries),
        tuple(game.title.trains),
        ("bank", "pool", "ipo", "treasury"),
        ("full", "half", "withhold"),
    )
    return {name: chance.choice(next((pool for pool in pools if value in pool), pools[0]))}


def try_stranger(game: Game, action: Action, before: str) -> None:
    """What the check refuses is not offered and changes nothing; what it accepts is offered."""
    found = game.check(action)
    state = game.state
    listed = offered(game, action)
    assert not (found and listed), f"{action} is offered but refused: {found}"
    assert found or listed, f"{action} is legal but not offered"
    if found:
        assert all(refusal.code and refusal.message for refusal in found)
        with pytest.raises(IllegalAction):
            game.apply(action)
        assert game.state is state
        assert game.hash() == before


def play_out(game: Game, seed: int) -> list[str]:
    """Play to the end; hashes of all states, the first one before any action."""
    bot, chance = RandomBot(seed), Generator(seed + 1)
    hashes = [game.hash()]
    seen: list[Action] = []
    while not game.is_over:
        step = len(hashes)
        assert step < MOST_ACTIONS, "the game does not end"
        action = bot.decide(game)
        assert not game.check(action)
        if step % ALL_OFFERS == 0:
            every_offer_is_legal(game)
        elif step % ONE_OFFER == 0:
            offer: Offer = chance.choice(game.legal_actions())
            copy_of(game).apply(random_variant(offer, game, chance))
        if step % STRANGER == 0:
            for stranger in strangers(action, game, seen, chance):
                try_stranger(game, stranger, hashes[-1])
        turn = game.apply(action)
        if isinstance(action, BuyShares | StartCorporation):
            within_limits(View(game.title, turn.state, game.context.hooks), action)
        if len(seen) < 200 or step % 10 == 0:
            seen.append(action)
        hashes.append(game.hash())
    return hashes


@pytest.mark.slow
@pytest.mark.rule("1826-3.4-04", "1826-3.4-06")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_random_game_ends_and_can_be_taken_back_and_replayed(players: int) -> None:
    """The engine proves conservation after each action; scenarios U1, U5 and S14 in the large."""

    @settings(max_examples=GAMES, deadline=None)
    @given(seed=st.integers(min_value=0, max_value=2**32))
    def one_game(seed: int) -> None:
        context = loaded("1826")
        game = Game(context, NAMES[:players], seed=seed, check_invariants=True)
        hashes = play_out(game, seed)
        result = game.state.result
        assert result is not None and set(result) == set(game.state.players)
        assert game.legal_actions() == () and game.state.end_reason

        # No state has been changed by what came after it: going back gives the same hashes.
        assert [state_hash(turn.state) for turn in game.turns] == hashes
        actions = game.actions
        back = 1 + seed % len(actions)
        assert game.undo(back) == back
        assert game.hash() == hashes[-1 - back]
        assert game.redo(back) == back
        assert game.hash() == hashes[-1]

        # The actions, written down and read again, give the same game.
        again = Game(context, NAMES[:players], seed=seed, check_invariants=False)
        for number, action in enumerate(actions):
            record = json.loads(json.dumps(context.codec.to_json(action)))
            again.apply(context.codec.from_json(record))
            if number % 50 == 0:
                assert again.hash() == hashes[number + 1]
        assert again.hash() == hashes[-1]

    one_game()
