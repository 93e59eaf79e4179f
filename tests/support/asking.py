"""What tests ask of a game, and how they play in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from open18xx.actions.base import Action, Offer, Range, Subset
from open18xx.actions.kinds import DeclareDividend, Pass, RunRoutes
from open18xx.engine.game import Game, Turn
from open18xx.errors import IllegalAction
from open18xx.state.events import Event
from open18xx.state.game_state import CorporationState


def actor_of(game: Game) -> str:
    """Who has to decide; fails when the game is over."""
    actor = game.actor()
    assert actor is not None, f"the game is over: {game.state.end_reason}"
    return actor


def offers_of(game: Game, kind: str | type[Action]) -> tuple[Action, ...]:
    """Offered actions of a kind, as they stand."""
    name = kind if isinstance(kind, str) else kind.kind
    return tuple(offer.action for offer in game.legal_actions() if offer.action.kind == name)


def offered(game: Game, action: Action) -> bool:
    """Whether its actor's list of legal actions holds ``action``, a free number being in its range.

    Where only the check can judge a free field, it is asked.
    """
    return any(_fits(game, offer, action) for offer in game.legal_actions(action.actor))


def _fits(game: Game, offer: Offer, action: Action) -> bool:
    if not offer.same_family(action):
        return False
    for name, domain in offer.free.items():
        if isinstance(domain, Range | Subset):
            if getattr(action, name) not in domain:
                return False
        elif action != offer.action and game.check(action):
            return False
    return True


def codes(refusals: Iterable[object]) -> tuple[str, ...]:
    """Codes of refusals, in order."""
    return tuple(str(getattr(refusal, "code", refusal)) for refusal in refusals)


def play(game: Game, *actions: Action) -> Turn:
    """Play legal actions, each of which must also be offered; the turn of the last one."""
    turn = game.turns[-1]
    for action in actions:
        found = game.check(action)
        assert not found, f"{action} is refused: " + "; ".join(f"{r.code}: {r.message}" for r in found)
        assert offered(game, action), f"{action} is legal but not offered"
        turn = game.apply(action)
    return turn


def refused(game: Game, action: Action, *expected: str) -> None:
    """The action is refused for exactly these reasons, is not offered, and leaves everything as it was."""
    before, turns = game.state, game.turns
    found = codes(game.check(action))
    assert found == expected, f"{action}: refused for {found}, not {expected}"
    assert not offered(game, action), f"{action} is offered although it is refused for {found}"
    try:
        game.apply(action)
    except IllegalAction as error:
        assert codes(error.refusals) == expected
        if expected:
            assert error.code == expected[0]
    else:
        raise AssertionError(f"{action} was played although it is refused for {found}")
    assert game.state is before, "a refused action has changed the state"
    assert game.turns == turns, "a refused action has been recorded"


def events(turn: Turn, kind: str) -> tuple[Mapping[str, object], ...]:
    """Facts of the events of a kind in a turn."""
    return tuple(event.facts for event in turn.events if event.kind == kind)


def all_events(game: Game) -> tuple[Event, ...]:
    """Events of all turns of a game so far."""
    return tuple(event for turn in game.turns for event in turn.events)


def copy_of(game: Game) -> Game:
    """A game at the same position, without the way that led there."""
    copy = Game(game.context, game.state.names)
    copy._turns[:] = [Turn(None, game.state, ())]
    return copy


def every_offer_is_legal(game: Game, sample: Callable[[Sequence[Offer]], Iterable[Offer]] = iter) -> None:
    """Every offer is accepted and can be played on a copy, at both ends of its range."""
    for offer in sample(game.legal_actions()):
        variants = [offer.action]
        for name, domain in offer.free.items():
            if isinstance(domain, Range):
                variants += [replace(offer.action, **{name: value}) for value in (domain.low, domain.high)]
        for action in variants:
            found = game.check(action)
            assert not found, f"{action} is offered but refused: {codes(found)}"
            copy_of(game).apply(action)


def record_of(game: Game, corporation: str) -> CorporationState:
    """What has become of a corporation."""
    return game.state.corporations[corporation]


def holdings(game: Game, corporation: str) -> dict[str, int]:
    """Shares in play of a corporation by owner; seats by number, other owners by name."""
    view = game.view
    found: dict[str, int] = {}
    owners = dict.fromkeys(game.state.certificates[corporation])
    for owner in sorted(owners):
        shares = view.shares(corporation, owner)
        if shares:
            found[owner.removeprefix("player-")] = shares
    return found


def go_on(game: Game) -> Turn:
    """Pass; where that is not possible do what must be done: run, withhold, or the first thing offered."""
    offers = [offer.action for offer in game.legal_actions()]
    for wanted in (Pass, RunRoutes):
        for action in offers:
            if isinstance(action, wanted):
                return game.apply(action)
    for action in offers:
        if isinstance(action, DeclareDividend) and action.choice == "withhold":
            return game.apply(action)
    return game.apply(offers[0])
