"""Trains, stop values, bonuses, routes and results: what goes into a search and what comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from open18xx.definition.tiles import StopKind
from open18xx.geometry.grid import HexId
from open18xx.track.graph import TrackGraph

#: A stop on the map: hex and number of the stop on its tile.
Place = tuple[HexId, int]
#: A piece of track: hex and its two ends (0-5 edges, 6 + i stops), as turned on the map.
Piece = tuple[HexId, int, int]

ALL_KINDS: Final[frozenset[StopKind]] = frozenset({"city", "town", "offboard"})
ReachKind = Literal["stops", "hexes", "unlimited"]


@dataclass(frozen=True, slots=True)
class TrainSpec:
    """What one train can do.

    Attributes:
        id: name to show; several trains may have the same.
        reach: what limits it: stops visited, hexes entered (the first hex of the route is not
            counted, the last is), or nothing.
        number: that limit.
        extra_towns: towns allowed beyond ``number`` (the m of an n+m train). A town beyond m uses
            up one of the n.
        counts: kinds of stop that use up ``number``, and of which a route needs ``fewest_stops``.
            Kinds left out are passed freely, though each at most once.
        pays: kinds of stop that earn money.
        pays_best: if given, only so many of the best paying stops earn.
        multiplier: of the value of all stops; bonuses are not multiplied.
        tag: name under which stops may have a special value for this train.
        fewest_stops: stops of counted kinds that a route needs.
        offboard_ends: how many of its two ends must be off-board areas.
        passes_blocked: whether it runs through cities filled with tokens of others.
        shares_track: trains whose track it may use again: ``all``, ``none`` or names of trains.
        one_visit_per_hex: whether a route may come into each hex only once, stops or not.
        gauges: kinds of track it can use; None = all.
        closed: places it may not visit at all, besides those closed for everyone.
    """

    id: str
    reach: ReachKind = "stops"
    number: int = 0
    extra_towns: int = 0
    counts: frozenset[StopKind] = ALL_KINDS
    pays: frozenset[StopKind] = ALL_KINDS
    pays_best: int | None = None
    multiplier: int = 1
    tag: str | None = None
    fewest_stops: int = 2
    offboard_ends: int = 0
    passes_blocked: bool = False
    shares_track: Literal["all", "none"] | frozenset[str] = "none"
    one_visit_per_hex: bool = False
    gauges: frozenset[str] | None = None
    closed: frozenset[Place] = frozenset()

    def may_share_with(self, other: TrainSpec) -> bool:
        """Whether this train and ``other`` may use the same track; either of them may allow it."""
        for one, two in ((self, other), (other, self)):
            if one.shares_track == "all" or (one.shares_track != "none" and two.id in one.shares_track):
                return True
        return False


@dataclass(frozen=True, slots=True)
class RouteBonus:
    """Money that depends on more than one stop of a route, once per route.

    Attributes:
        name: to show.
        bound: at most so much; exact when the bonus is a fixed sum.
        needs: the route must visit a stop of each of these sets, else nothing is paid.
        amount: function of the places of the route in order; None = ``bound`` whenever ``needs``
            holds. It must depend on its argument alone and give a multiple of ``unit``.
        best_of: instead of a function: the highest of these values among the route's places.
        trains: names of the trains that can earn it; None = all.
        unit: every amount is a multiple of it.
    """

    name: str
    bound: int
    needs: tuple[frozenset[Place], ...] = ()
    amount: Callable[[Sequence[Place]], int] | None = None
    best_of: Mapping[Place, int] | None = None
    trains: frozenset[str] | None = None
    unit: int = 1


def pair_bonus(
    name: str,
    first: frozenset[Place],
    second: frozenset[Place],
    amount: int,
    *,
    trains: frozenset[str] | None = None,
) -> RouteBonus:
    """A bonus for a route that visits a stop of both sets."""
    return RouteBonus(name, amount, (first, second), trains=trains, unit=max(amount, 1))


def best_stop_bonus(
    name: str, at: frozenset[Place], values: Mapping[Place, int], *, trains: frozenset[str] | None = None
) -> RouteBonus:
    """A bonus for visiting one of ``at``: the highest of ``values`` among the stops of the route.

    ``values`` holds only stops that may be the highest one (leave out the stop itself where the
    rule says "highest other stop").
    """
    return RouteBonus(name, max(values.values(), default=0), (at,), best_of=values, trains=trains)


@dataclass(frozen=True, slots=True)
class SharedBonus:
    """Money paid once for all routes of a corporation together.

    Attributes:
        name: to show.
        places: at least one route must visit one of these.
        amount: paid once.
    """

    name: str
    places: frozenset[Place]
    amount: int


@dataclass(frozen=True, slots=True)
class Route:
    """One train's run.

    Attributes:
        train: index in the list of trains given to the search.
        train_id: name of that train.
        value: money, all bonuses of the route included.
        stops: places in order.
        stop_values: money of each stop, multiplied where the train multiplies.
        hexes: every hex in order; the first one, then each hex entered.
        track: pieces of track in order.
        bonuses: (name, money) of the bonuses that are part of ``value``.
    """

    train: int
    train_id: str
    value: int
    stops: tuple[Place, ...]
    stop_values: tuple[int, ...]
    hexes: tuple[HexId, ...]
    track: tuple[Piece, ...]
    bonuses: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class RouteResult:
    """Answer of a search.

    Attributes:
        value: money of all routes together.
        routes: by index of train; trains without a run are left out.
        idle: indexes of the trains without a run.
        upper_bound: no legal set of routes earns more.
        proven: whether ``value`` equals ``upper_bound``.
        shared_bonuses: (name, money) paid once for all routes, part of ``value``.
        work: figures of the search, for reports: numbers of stops, links, arms, candidates, rounds.
    """

    value: int
    routes: tuple[Route, ...]
    idle: tuple[int, ...]
    upper_bound: int
    proven: bool
    shared_bonuses: tuple[tuple[str, int], ...] = ()
    work: Mapping[str, int] = field(default_factory=dict, compare=False)


def stop_values(graph: TrackGraph, band: int, tag: str | None = None) -> dict[Place, int]:
    """Printed value of every stop in revenue band ``band``, for trains with ``tag``.

    Titles change the table (tokens, powers, hooks) before they give it to the search.
    """
    values: dict[Place, int] = {}
    for number, turned in enumerate(graph.tiles):
        hex_id = graph.board.hexes[number].id
        for index, stop in enumerate(turned.tile.stops):
            values[hex_id, index] = stop.revenue_in(band, tag)
    return values
