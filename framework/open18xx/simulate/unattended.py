"""One game played by bots alone, from the table to the ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from open18xx.bots.player import Bot
from open18xx.bots.seats import bot_for
from open18xx.engine.game import Game
from open18xx.errors import Open18xxError

#: A game that has not ended after so many actions is given up.
MOST_ACTIONS = 50_000


class NeverEnds(Open18xxError):
    """A game that does not come to an end."""


def bots_for(game: Game, seats: Sequence[str], seed: int) -> Mapping[str, Bot]:
    """The bots of a table by player id; seats of people are left out.

    Args:
        seats: kind of each seat in seat order.

    Raises:
        UnknownSeat: no such kind of seat.
    """
    bots: dict[str, Bot] = {}
    for number, (player, kind) in enumerate(zip(game.state.players, seats, strict=True)):
        bot = bot_for(kind, seed + number)
        if bot is not None:
            bots[player] = bot
    return bots


def play_out(
    game: Game,
    bots: Mapping[str, Bot],
    *,
    told: Callable[[Game], None] | None = None,
    most: int = MOST_ACTIONS,
) -> None:
    """Let bots play a game to its end.

    Args:
        told: called after every action.

    Raises:
        NeverEnds: after ``most`` actions.
    """
    while not game.is_over:
        player = game.actor()
        if player is None:
            raise NeverEnds("nobody can act, and the game is not over")
        game.apply(bots[player].decide(game))
        if told is not None:
            told(game)
        if len(game.actions) >= most:
            raise NeverEnds(f"the game is not over after {most} actions")
