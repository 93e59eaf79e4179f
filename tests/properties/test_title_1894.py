"""1894: whole games of random decisions; what its rules forbid does not happen.

Figures are those of the rules, not of the title pack, so that a fault there shows. ``OPEN18XX_RANDOM_GAMES``
sets how many games are tried for each number of players (default 1).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open18xx.actions.kinds import BuyShares, BuyTrain, RunRoutes, TradeOwnShares
from open18xx.engine.game import Game, Turn
from open18xx.rules.limits import certificate_count
from open18xx.state.canonical import state_hash
from open18xx.state.game_state import CLOSED, is_player
from open18xx.state.view import View

from tests.properties.test_random_games import play_out
from tests.support.contexts import loaded
from tests.support.positions import NAMES

GAMES = int(os.environ.get("OPEN18XX_RANDOM_GAMES", "1"))
CERTIFICATES = {3: 18, 4: 14}
LIMITS = {"Yellow": 4, "Green": 4, "Blue": 3, "Brown": 3, "Red": 3, "Gray": 3, "Purple": 2}
TOKENS = {"Ouest": 5, "Nord": 4, "AG": 5, "CFOR": 5, "Belge": 3, "PLM": 5, "Est": 5, "LF": 3, "LB": 3}
FERRIES = 4
FRENCH_PRIVATES = ("PLMMS", "OMMS", "NMS", "CMS", "EMS")
ENDS = ("price_reached", "last_phase", "bankruptcy")


def is_gray(view: View, corporation: str) -> bool:
    """Whether a price lies in the gray zone: the lower left corner of the chart."""
    place = view.place(corporation)
    widths = {5: 1, 6: 2, 7: 3, 8: 4, 9: 5, 10: 5}
    return place is not None and place.column < widths.get(place.row, 0)


def wrong_tokens(view: View) -> Iterator[str]:
    """One token of a corporation a hex; those placed, left and taken up are those it has."""
    placed: dict[str, int] = {}
    for hex_id, cities in view.state.tokens.items():
        owners = [owner for slots in cities for owner in slots if owner is not None]
        if len(owners) != len(set(owners)):
            yield f"{hex_id} holds {owners}"
        for owner in owners:
            placed[owner] = placed.get(owner, 0) + 1
    for lifted in view.state.lifted.values():
        for owner in lifted:
            placed[owner] = placed.get(owner, 0) + 1
    for corporation, count in TOKENS.items():
        record = view.record(corporation)
        if record.floated and placed.get(corporation, 0) + record.tokens_left != count:
            yield f"{corporation} has {placed.get(corporation, 0)} tokens placed, {record.tokens_left} left"


def wrong_trains(view: View) -> Iterator[str]:
    """Nobody is above the limit once all questions are answered."""
    if view.state.pending:
        return
    for corporation in view.state.corporations:
        if len(view.trains(corporation)) > LIMITS[view.state.phase]:
            yield f"{corporation} has {view.trains(corporation)} in phase {view.state.phase}"


def wrong_markers(view: View) -> Iterator[str]:
    """At most four ferries, one a corporation."""
    owners = [marker.corporation for marker in view.state.markers if marker.kind == "ferry"]
    if len(owners) > FERRIES or len(owners) != len(set(owners)):
        yield f"ferries belong to {owners}"


def wrong_privates(view: View) -> Iterator[str]:
    """One French major shareholding at most, one of GLG and SAC; majors stay with players."""
    owners = view.state.privates
    if sum(owners[private] != CLOSED for private in FRENCH_PRIVATES) > 1:
        yield "several French major shareholdings are in play"
    if owners["GLG"] != CLOSED and owners["SAC"] != CLOSED:
        yield "GLG and SAC are both in play"
    for private in (*FRENCH_PRIVATES, "BMS"):
        if owners[private] in view.state.corporations:
            yield f"{owners[private]} owns {private}"


def wrong_deed(before: View, turn: Turn, after: View, starting: tuple[str, ...]) -> Iterator[str]:
    """What a single action may not do."""
    action, name = turn.action, getattr(turn.action, "corporation", "")
    if isinstance(action, BuyShares) and not is_gray(before, name):
        buyer = action.actor
        if before.percent(name, buyer) + 10 > 60:
            yield f"{buyer} buys {name} with {before.percent(name, buyer)} %"
        if certificate_count(before, buyer) >= CERTIFICATES[len(before.state.players)]:
            yield f"{buyer} buys {name} at the limit"
    others = isinstance(action, BuyShares) and action.actor != before.president(name)
    if others and before.state.round.turn.bought:
        yield f"{name} is bought by somebody else as a second purchase"
    if isinstance(action, TradeOwnShares) and (name in starting or abs(action.shares) > 9):
        yield f"{name} trades its own shares"
    hands_in = isinstance(action, BuyTrain) and action.exchange is not None
    if hands_in and before.state.round.turn.notes.get("trade_ins"):
        yield f"{name} hands a second train in"
    if isinstance(action, RunRoutes) and (after.state.round.turn.earnings or 0) < 0:
        yield f"{name} earns less than nothing"
    kinds = [kind for _, kind in after.state.round.turn.lays]
    if len(kinds) > 2 or kinds == ["upgrade", "upgrade"]:
        yield f"{after.state.round.current} lays {after.state.round.turn.lays}"
    for corporation, owners in after.state.certificates.items():
        if owners[0] != before.state.certificates[corporation][0] and is_player(owners[0]):
            most = max(after.shares(corporation, player) for player in after.state.players)
            if after.shares(corporation, owners[0]) < most:
                yield f"{owners[0]} is president of {corporation} with less than another"


def offences(game: Game) -> list[str]:
    """Everything that is wrong in a game, with the number of the action."""
    found: list[str] = []
    context = game.context
    first = View(game.title, game.turns[0].state, context.hooks)
    starting = tuple(c for c, owners in first.state.certificates.items() if any(map(is_player, owners)))
    if len(starting) != 2 or "Belge" not in starting:
        found.append(f"{starting} start the game")
    before = first
    for number, turn in enumerate(game.turns):
        view = View(game.title, turn.state, context.hooks)
        wrong = [*wrong_tokens(view), *wrong_trains(view), *wrong_markers(view), *wrong_privates(view)]
        if number:
            wrong += wrong_deed(before, turn, view, starting)
        found += [f"{number}: {text}" for text in wrong]
        before = view
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_a_random_game_ends_keeps_the_rules_and_replays(players: int) -> None:
    """Invariants are proven after each action; what is refused changes nothing and is not offered."""

    @settings(max_examples=GAMES, deadline=None)
    @given(seed=st.integers(min_value=0, max_value=2**31))
    def one_game(seed: int) -> None:
        context = loaded("1894")
        game = Game(context, NAMES[:players], seed=seed, shuffle=False)
        hashes = play_out(game, seed)
        assert game.state.end_reason in ENDS
        assert offences(game) == []
        assert [state_hash(turn.state) for turn in game.turns] == hashes
        again = Game(context, NAMES[:players], seed=seed, shuffle=False, check_invariants=False)
        for action in game.actions:
            again.apply(context.codec.from_json(json.loads(json.dumps(context.codec.to_json(action)))))
        assert again.hash() == hashes[-1]

    one_game()
