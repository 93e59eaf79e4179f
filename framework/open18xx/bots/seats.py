"""Kinds of seats, and the bots that sit in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from open18xx.bots.greedy import GreedyBot
from open18xx.bots.player import Bot, RandomBot
from open18xx.errors import Open18xxError

HUMAN = "human"
#: Makers of bots by kind of seat; each gets a seed.
BOTS: Mapping[str, Callable[[int], Bot]] = MappingProxyType({"greedy": GreedyBot, "random": RandomBot})


class UnknownSeat(Open18xxError):
    """A kind of seat that does not exist."""


def check_kind(kind: str) -> None:
    """Refuse a kind of seat that does not exist.

    Raises:
        UnknownSeat: with what would be right.
    """
    known = (HUMAN, *BOTS)
    if kind not in known:
        near = get_close_matches(kind, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
        raise UnknownSeat(f"there is no kind of seat {kind!r}; {hint}")


def bot_for(kind: str, seed: int) -> Bot | None:
    """The bot for a kind of seat; None for a person.

    Raises:
        UnknownSeat: no such kind.
    """
    check_kind(kind)
    return BOTS[kind](seed) if kind in BOTS else None
