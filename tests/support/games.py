"""Whole games played by bots, made once for all tests of a run; never change them."""

from __future__ import annotations

from functools import cache

from open18xx.bots.seats import bot_for
from open18xx.engine.game import Game
from open18xx.engine.record import GameRecord, record_of

from tests.support.contexts import loaded

NAMES = ("Ann", "Ben", "Cid", "Dora", "Eve", "Fred")


@cache
def bot_game(kind: str, players: int, seed: int, most: int = 0, title: str = "1826") -> Game:
    """A game of one kind of bots, to its end or for ``most`` actions."""
    game = Game(loaded(title), NAMES[:players], seed=seed)
    bot = bot_for(kind, seed)
    assert bot is not None
    while not game.is_over and (not most or len(game.actions) < most):
        game.apply(bot.decide(game))
    return game


@cache
def bot_record(kind: str, players: int, seed: int, most: int = 0) -> GameRecord:
    """The record of such a game."""
    return record_of(bot_game(kind, players, seed, most), (kind,) * players)
