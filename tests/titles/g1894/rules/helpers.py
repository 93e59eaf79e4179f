"""What the rule tests of 1894 share."""

from __future__ import annotations

from collections.abc import Iterable

from open18xx.actions.base import Action
from open18xx.actions.kinds import Bid, BuyPrivate, DeclareDividend, Pass, RunRoutes, SetStartPrice
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import Position, offers_of, play

#: A seed that draws Nord and keeps GLG.
NORD = 1255283704
#: A seed that draws Est and keeps SAC.
EST = 92791301


def p(seat: int) -> str:
    """Id of a seat."""
    return f"player-{seat}"


def table(context: Context, players: int = 4, seed: int = NORD) -> Game:
    """A new game, seats as given."""
    return Game(context, ["Ann", "Ben", "Cid", "Dora"][:players], seed=seed, shuffle=False)


def cash(game: Game, *seats: int) -> list[int]:
    """Cash of players."""
    return [game.view.cash(p(seat)) for seat in seats]


def passes(game: Game, count: int) -> None:
    """So many passes by whoever is asked."""
    for _ in range(count):
        play(game, Pass(game.actor() or ""))


def buy_all(game: Game, price: int = 95) -> None:
    """Sell every private company at its price to whoever has the turn and can pay, and start at ``price``."""
    while game.state.round.kind == "auction":
        actor = game.actor() or ""
        if game.step_name() == "start_price":
            corporation = game.state.pending[-1].corporation or ""
            play(game, SetStartPrice(actor, corporation, price))
            continue
        offers = offers_of(game, BuyPrivate)
        play(game, offers[0] if offers else Pass(actor))


def go_on(game: Game) -> None:
    """Pass, or do what must be done: run, withhold."""
    for kind in (Pass, RunRoutes):
        if found := offers_of(game, kind):
            play(game, found[0])
            return
    for offer in game.legal_actions():
        action = offer.action
        if not isinstance(action, DeclareDividend) or action.choice == "withhold":
            play(game, action)
            return


def go_to(game: Game, step: str) -> Game:
    """Go on until a step is in charge."""
    for _ in range(60):
        if game.step_name() == step:
            return game
        go_on(game)
    raise AssertionError(f"the game never comes to {step}, it stands at {game.step_name()}")


def finish_turn(game: Game) -> Game:
    """Go on until another corporation, or nobody, operates."""
    now = (game.state.round.set_number, game.state.round.number, game.state.round.current)
    while (game.state.round.set_number, game.state.round.number, game.state.round.current) == now:
        go_on(game)
    return game


def of_kind(actions: Iterable[Action], **fields: object) -> list[Action]:
    """Actions whose fields have these values."""
    return [a for a in actions if all(getattr(a, name) == value for name, value in fields.items())]


def bid(seat: int, private: str, amount: int) -> Bid:
    """A bid."""
    return Bid(p(seat), private, amount)


def buy(seat: int, private: str) -> BuyPrivate:
    """The purchase of the cheapest company."""
    return BuyPrivate(p(seat), private)


def starting(position: Position, *corporations: str) -> Position:
    """The corporations that started with the game."""
    return position.remember("starting", corporations or ("Nord", "Belge"))
