"""Positions just before a national forms, and what tests ask about it afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from open18xx.actions.base import Action
from open18xx.actions.kinds import BuyTrain, Pass
from open18xx.engine.context import Context
from open18xx.engine.game import Game, Turn

from tests.support.positions import Position, actor_of, events, play

#: Phase -> the phase before it.
BEFORE = {"4H": "2H", "6H": "4H", "10H": "6H", "E": "10H", "TGV": "E"}
BUYER = "PLM"
#: More actions than any test needs to get where it wants.
MOST_TURNS = 400


def eve_of(
    context: Context,
    phase: str,
    *,
    players: int = 4,
    seat: int = 4,
    cash: int = 3000,
    at: tuple[int, int] = (5, 1),
    operated: Iterable[str] = (),
    structure: str | None = None,
    trains: Iterable[str] = (),
    number: int = 1,
) -> Position:
    """PLM, of the player in ``seat``, can buy the first train of ``phase`` now.

    Corporations added without trains are candidates of the merger which that purchase sets off.
    """
    before = BEFORE[phase]
    return (
        Position(context, players)
        .phase(before)
        .float(BUYER, president=seat, at=at, cash=cash, structure=structure, trains=trains)
        .supply(before, 0)
        .operating(BUYER, "trains", operated=operated, number=number)
    )


def buy_first(game: Game, phase: str) -> Turn:
    """PLM buys the first train of ``phase``."""
    cost = game.title.trains[phase].cost
    return play(game, BuyTrain(actor_of(game), BUYER, phase, "bank", cost))


def begin(position: Position, phase: str) -> tuple[Game, Turn]:
    """The game after the purchase that begins ``phase``, and that purchase."""
    game = position.game()
    return game, buy_first(game, phase)


def title_action(game: Game, kind: str, **fields: object) -> Action:
    """An action of a type that the title's hooks define, such as ``redeem_bonds``."""
    return game.context.codec.from_json({"type": kind, **fields})


def exchanged(turn: Turn) -> dict[str, tuple[int, int, int, int]]:
    """Exchange per owner, in order: old shares, new shares, bonds, odd old shares."""
    return {
        str(facts["owner"]).removeprefix("player-"): (
            facts["old"],
            facts["new"],
            facts["bonds"],
            facts["odd"],
        )  # type: ignore[misc]
        for facts in events(turn, "shares_exchanged")
    }


def formed(turn: Turn) -> Mapping[str, object] | None:
    """Facts of the formation in a turn, or None."""
    found = events(turn, "national_formed")
    return found[0] if found else None


def stations(game: Game, corporation: str) -> tuple[str, ...]:
    """Stations of a corporation as ``hex/city``."""
    return tuple(
        f"{hex_id}/{index}"
        for hex_id in sorted(game.state.tokens)
        for index, slots in enumerate(game.state.tokens[hex_id])
        if corporation in slots
    )


def rounds_of(game: Game) -> list[list[str]]:
    """Corporations whose turns have begun, in order, one list a round; the first round is the position's."""
    rounds: list[list[str]] = [[]]
    for turn in game.turns:
        for event in turn.events:
            if event.kind == "round_started":
                rounds.append([])
            elif event.kind == "turn_started":
                rounds[-1].append(str(event.facts["corporation"]))
    return rounds


def kinds_in(game: Game) -> list[str]:
    """Kinds of all events so far, in order."""
    return [event.kind for turn in game.turns for event in turn.events]


def drift(game: Game, until: str = "stock", *, most: int = 200) -> None:
    """Pass wherever that is possible, else take the first offer, until a round of that kind begins.

    A stock round or auction in progress is left first where ``until`` names an operating round.
    """
    for _ in range(most):
        if game.is_over or game.state.round.kind == until:
            return
        step(game)
    raise AssertionError(f"no {until} round after {most} actions")


def finish_round(game: Game) -> None:
    """Play on, passing where that is possible, until the round in progress is over."""
    count = len(rounds_of(game))
    while not game.is_over and len(rounds_of(game)) == count:
        step(game)


def pass_to(game: Game, player: str) -> None:
    """Pass until it is the turn of a player."""
    for _ in game.state.players:
        if game.actor() == player:
            return
        play(game, Pass(actor_of(game)))
    assert game.actor() == player


def step(game: Game) -> Action:
    """Pass if possible, else play the first offer."""
    assert len(game.turns) < MOST_TURNS, "play does not come to where the test wants it"
    offers = [offer.action for offer in game.legal_actions()]
    action = next((a for a in offers if isinstance(a, Pass)), offers[0])
    game.apply(action)
    return action
