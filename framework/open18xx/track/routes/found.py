"""What finders of routes and the joint search tell each other.

All money in here is multiplied by :data:`SCALE`, so that prices on track can be finer than a unit of money.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from open18xx.track.routes.trains import Place, RouteBonus

SCALE: Final = 16


class Exhausted(Exception):
    """The effort allowed is spent; the search ends with what it has."""


@dataclass(slots=True)
class Effort:
    """Counts what a search does, and ends it when it is enough.

    Attributes:
        stop: asked now and then; True ends the search.
        most_nodes: how much to do at most: arms looked at, routes listed, combinations tried; None =
            as much as it takes.
        nodes: done so far.
        rounds: price rounds.
        candidates: routes listed for the last combination search.
        stopped: whether the search was ended early.
    """

    stop: Callable[[], bool] | None = None
    most_nodes: int | None = None
    nodes: int = 0
    rounds: int = 0
    candidates: int = 0
    stopped: bool = False

    def spend(self, nodes: int) -> None:
        """Count some work.

        Raises:
            Exhausted: it is more than allowed, or the caller wants an end.
        """
        self.nodes += nodes
        over = self.most_nodes is not None and self.nodes > self.most_nodes
        if self.stopped or over or (self.stop is not None and self.stop()):
            self.stopped = True
            raise Exhausted


class Found(NamedTuple):
    """A route: two arms of one token.

    Attributes:
        reduced: value less prices, scaled.
        value: scaled.
        resources: mask of what other trains may not use.
        flags: which sets of places that bonuses ask for it touches.
        part: index of the token.
        first: arm.
        second: arm.
    """

    reduced: int
    value: int
    resources: int
    flags: int
    part: int
    first: int
    second: int


class RouteSource(Protocol):
    """Where the joint search gets one train's routes from."""

    complete: bool

    def best(self, prices: Sequence[int] | None = None, used: int = 0, start: Found | None = None) -> Found:
        """Route of the highest reduced value above that of ``start`` that uses none of ``used``."""
        ...

    def above(self, prices: Sequence[int] | None, least: int, limit: int) -> list[Found] | None:
        """All routes of a reduced value of at least ``least``, best first; None if too many."""
        ...

    def relaxed(self) -> int:
        """Scaled upper bound of the value of one route."""
        ...


IDLE: Final = Found(0, 0, 0, 0, -1, 0, 0)


@dataclass(frozen=True, slots=True)
class FlagTable:
    """Which sets of places matter for bonuses, as bits.

    Attributes:
        of_place: bits per place.
        route: (bonus, mask of the bits it needs) for route bonuses.
        shared: mask and scaled amount of bonuses paid once for all routes.
    """

    of_place: Mapping[Place, int]
    route: tuple[tuple[RouteBonus, int], ...]
    shared: tuple[tuple[int, int], ...]


def charge(prices: Sequence[int], resources: int) -> int:
    """Sum of the prices of some resources."""
    total = 0
    while resources:
        low = resources & -resources
        total += prices[low.bit_length() - 1]
        resources ^= low
    return total


class FixedFinder:
    """A train whose route is given and does not change."""

    def __init__(self, route: Found) -> None:
        """Keep the route."""
        self._route: Final = route
        self.complete = True

    def best(self, prices: Sequence[int] | None = None, used: int = 0, start: Found | None = None) -> Found:
        """The given route, with its price deducted."""
        del used, start
        if prices is None:
            return self._route
        return self._route._replace(reduced=self._route.value - charge(prices, self._route.resources))

    def above(self, prices: Sequence[int] | None, least: int, limit: int) -> list[Found] | None:
        """The given route."""
        del least, limit
        return [self.best(prices)]

    def relaxed(self) -> int:
        """Its value."""
        return self._route.value
