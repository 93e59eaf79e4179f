"""The search as callers see it: position and trains in, best routes with a proof out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import Final

from open18xx.definition.tiles import FIRST_STOP
from open18xx.geometry.grid import HexId
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.arms import Arms, Layout, Movement
from open18xx.track.routes.finder import Finder
from open18xx.track.routes.found import IDLE, SCALE, Effort, FixedFinder, FlagTable, Found, RouteSource
from open18xx.track.routes.joint import Best, JointSearch
from open18xx.track.routes.space import Space
from open18xx.track.routes.trains import (
    Piece,
    Place,
    Route,
    RouteBonus,
    RouteResult,
    SharedBonus,
    TrainSpec,
)

#: Most arms of one token; see docs/routes.md for what happens beyond it.
MOST_ARMS: Final = 400_000
#: How much work a search does unless told otherwise: far beyond what real positions need.
MOST_NODES: Final = 5_000_000

StopTable = Mapping[Place, int]
"""Money per place, before a train's multiplier and before leaving out kinds it is not paid for."""


def search(
    graph: TrackGraph,
    tokens: Iterable[int],
    blocked: frozenset[int],
    trains: Sequence[TrainSpec],
    values: StopTable | Sequence[StopTable],
    *,
    closed: frozenset[Place] = frozenset(),
    bonuses: Sequence[RouteBonus] = (),
    shared_bonuses: Sequence[SharedBonus] = (),
    fixed: Sequence[Route] = (),
    stop: Callable[[], bool] | None = None,
    most_nodes: int | None = MOST_NODES,
    progress: Callable[[int, int], None] | None = None,
    most_arms: int = MOST_ARMS,
) -> RouteResult:
    """Best routes of a corporation.

    Args:
        graph: the track.
        tokens: stop numbers of the corporation's tokens.
        blocked: cities filled with tokens of others.
        trains: its trains; an empty list earns nothing.
        values: money of stops, one table for all trains or one for each. Missing places earn 0.
        closed: places that no train may visit.
        bonuses: money that depends on more than one stop of a route.
        shared_bonuses: money paid once for all routes together.
        fixed: routes already decided (by ``Route.train``); they stay as they are.
        stop: asked now and then; True ends the search with the best found and its bound.
        most_nodes: ends the search after so much work, the same on every machine; None = never.
        progress: called with (value, upper bound) when one of them gets better.
        most_arms: most ways out of one token that are looked at.

    Returns:
        A proven best set of routes, or the best found and an upper bound.
    """
    return _Search(
        graph,
        tuple(tokens),
        blocked,
        tuple(trains),
        values,
        closed,
        bonuses,
        shared_bonuses,
        fixed,
        most_arms,
        Effort(stop, most_nodes),
    ).run(progress)


class _Search:
    """One call of :func:`search`: prepares finders, runs the joint search, words the answer."""

    def __init__(
        self,
        graph: TrackGraph,
        tokens: tuple[int, ...],
        blocked: frozenset[int],
        trains: tuple[TrainSpec, ...],
        values: StopTable | Sequence[StopTable],
        closed: frozenset[Place],
        bonuses: Sequence[RouteBonus],
        shared_bonuses: Sequence[SharedBonus],
        fixed: Sequence[Route],
        most_arms: int,
        effort: Effort,
    ) -> None:
        self.graph = graph
        self.trains = trains
        self.tables = [values] * len(trains) if isinstance(values, Mapping) else list(values)
        if len(self.tables) != len(trains):
            raise ValueError(f"{len(trains)} trains need one table of values or {len(trains)}")
        self.shared_bonuses = shared_bonuses
        self.fixed = {route.train: route for route in fixed}
        self.bonuses = bonuses
        self.flags = _flag_table(bonuses, shared_bonuses)
        self.most_arms = most_arms
        self.effort = effort
        free = [number for number in range(len(trains)) if number not in self.fixed]
        self.spaces = {number: space_for(graph, tokens, blocked, closed, trains[number]) for number in free}
        distinct = list({id(space): space for space in self.spaces.values()}.values())
        self.layout = Layout(distinct)
        self._movements: dict[tuple[int, bool], Movement] = {}
        self._arms: dict[tuple[object, ...], list[Arms]] = {}
        self._finders: dict[tuple[object, ...], Finder] = {}
        self.finders: list[RouteSource] = [
            self._fixed_finder(self.fixed[number]) if number in self.fixed else self._finder(number)
            for number in range(len(trains))
        ]

    # -- preparation -----------------------------------------------------------------------

    def _movement(self, number: int) -> Movement:
        space, per_hex = self.spaces[number], self.trains[number].one_visit_per_hex
        key = (id(space), per_hex)
        if key not in self._movements:
            self._movements[key] = Movement(space, self.layout, one_visit_per_hex=per_hex)
        return self._movements[key]

    def _finder(self, number: int) -> Finder:
        train, movement = self.trains[number], self._movement(number)
        space, table = movement.space, self.tables[number]
        factor = train.multiplier * SCALE
        values = tuple(
            table.get(space.graph.place_of(stop), 0) * factor if kind in train.pays else 0
            for stop, kind in zip(space.stops, space.kinds, strict=True)
        )
        earns = tuple(bonus.trains is None or train.id in bonus.trains for bonus in self.bonuses)
        key = (id(movement), values, earns, replace(train, id="", shares_track="none", multiplier=1))
        if key not in self._finders:
            self._finders[key] = Finder(
                train, movement, self._arms_for(movement, train), values, self.flags, self.effort
            )
        return self._finders[key]

    def _arms_for(self, movement: Movement, train: TrainSpec) -> list[Arms]:
        most_hexes = train.number if train.reach == "hexes" else None
        most_stops = train.number + train.extra_towns if train.reach == "stops" else None
        key = (id(movement), train.counts, most_stops, most_hexes)
        if key not in self._arms:
            space = movement.space
            self._arms[key] = [
                Arms(
                    movement,
                    root,
                    space.tokens[:at],
                    train.counts,
                    None if most_stops is None else most_stops - int(space.kinds[root] in train.counts),
                    most_hexes,
                    self.most_arms,
                )
                for at, root in enumerate(space.tokens)
            ]
        return self._arms[key]

    def _fixed_finder(self, route: Route) -> FixedFinder:
        mask = 0
        for raw in route_resources(self.graph, route):
            mask |= self.layout.pack(1 << raw)
        flags = 0
        for place in route.stops:
            flags |= self.flags.of_place.get(place, 0)
        value = route.value * SCALE
        return FixedFinder(Found(value, value, mask, flags, -1, 0, 0))

    def _conflicts(self) -> list[int]:
        conflicts = [0] * len(self.trains)
        for one, train in enumerate(self.trains):
            for two, other in enumerate(self.trains):
                if one != two and not train.may_share_with(other):
                    conflicts[one] |= 1 << two
        return conflicts

    def _unit(self) -> int:
        """Scaled greatest common divisor of everything that can be added up."""
        unit = 0
        for finder in self._finders.values():
            unit = gcd(unit, *finder.values)
        for bonus in self.bonuses:
            if bonus.best_of is not None:
                unit = gcd(unit, *(value * SCALE for value in bonus.best_of.values()))
            else:
                unit = gcd(unit, bonus.unit * SCALE)
        for shared in self.shared_bonuses:
            unit = gcd(unit, shared.amount * SCALE)
        for route in self.fixed.values():
            unit = gcd(unit, route.value * SCALE)
        return unit or SCALE

    # -- running ---------------------------------------------------------------------------

    def run(self, progress: Callable[[int, int], None] | None) -> RouteResult:
        """Search each group of trains that can get in each other's way."""
        conflicts = self._conflicts()
        chosen = [IDLE] * len(self.trains)
        bound, unit = 0, self._unit()
        groups = [list(range(len(self.trains)))] if self.shared_bonuses else _groups(conflicts)
        done_value = 0
        for group in groups:
            place = {train: at for at, train in enumerate(group)}
            inner = [
                sum(1 << place[other] for other in group if conflicts[train] >> other & 1) for train in group
            ]
            report = None
            if progress is not None:
                report = _reporter(progress, done_value, bound)
            best = JointSearch(
                [self.finders[train] for train in group],
                inner,
                self.flags.shared,
                self.layout.size,
                unit,
                self.effort,
                report,
            ).run()
            for train, found in zip(group, best.routes, strict=True):
                chosen[train] = found
            done_value += best.value
            bound += self._group_bound(group, best)
        return self._result(chosen, done_value, bound)

    def _group_bound(self, group: Sequence[int], best: Best) -> int:
        if all(self.finders[train].complete for train in group):
            return best.bound
        relaxed = sum(self.finders[train].relaxed() for train in group)
        return max(best.value, relaxed + sum(amount for _, amount in self.flags.shared))

    def _result(self, chosen: Sequence[Found], value: int, bound: int) -> RouteResult:
        routes: list[Route] = []
        idle: list[int] = []
        for number, found in enumerate(chosen):
            if number in self.fixed:
                routes.append(self.fixed[number])
            elif found.part < 0:
                idle.append(number)
            else:
                routes.append(self._route(number, found))
        touched = 0
        for found in chosen:
            touched |= found.flags
        paid = tuple(
            (bonus.name, bonus.amount)
            for bonus, (mask, _) in zip(self.shared_bonuses, self.flags.shared, strict=True)
            if touched & mask
        )
        work = {
            "stops": max((len(space.stops) for space in self.spaces.values()), default=0),
            "links": max((len(space.links) for space in self.spaces.values()), default=0),
            "arms": sum(len(arms) for parts in self._arms.values() for arms in parts),
            "rounds": self.effort.rounds,
            "candidates": self.effort.candidates,
            "nodes": self.effort.nodes,
        }
        return RouteResult(
            value=value // SCALE,
            routes=tuple(routes),
            idle=tuple(idle),
            upper_bound=bound // SCALE,
            proven=value // SCALE == bound // SCALE,
            shared_bonuses=paid,
            work=work,
        )

    def _route(self, number: int, found: Found) -> Route:
        finder = self.finders[number]
        assert isinstance(finder, Finder)
        arms, space = finder.arms[found.part], finder.movement.space
        forward = arms.chain(found.second)
        stops = finder.stops(found.part, found.first, found.second)
        ways: list[tuple[int, ...]] = []
        for arm in reversed(arms.chain(found.first)):
            ways.append(_way(space, arms.links[arm], not arms.forward[arm]))
        for arm in forward:
            ways.append(_way(space, arms.links[arm], arms.forward[arm]))
        # Of the two directions the one that starts at the lower stop.
        if stops[0] > stops[-1]:
            across = space.graph.board.across
            stops.reverse()
            ways = [tuple(across[entry] for entry in reversed(way)) for way in reversed(ways)]
        hexes, track = trace(space.graph, [space.stops[stop] for stop in stops], ways)
        return Route(
            train=number,
            train_id=self.trains[number].id,
            value=found.value // SCALE,
            stops=tuple(finder.places[stop] for stop in stops),
            stop_values=tuple(finder.values[stop] // SCALE for stop in stops),
            hexes=hexes,
            track=track,
            bonuses=tuple(
                (name, amount // SCALE)
                for name, amount in finder.bonuses(found.part, found.first, found.second)
            ),
        )


def space_for(
    graph: TrackGraph,
    tokens: tuple[int, ...],
    blocked: frozenset[int],
    closed: frozenset[Place],
    train: TrainSpec,
) -> Space:
    """Stops and links for a train, remembered with the track graph."""
    shut = frozenset(graph.stop_number(*place) for place in closed | train.closed)
    held = frozenset() if train.passes_blocked else blocked
    key = ("space", tokens, held, shut, train.gauges)
    known = graph.remembered(key)
    if known is None:
        track = graph if train.gauges is None else TrackGraph(graph.board, graph.placements, train.gauges)
        known = Space(track, tokens, track.end_only(held), shut)
        graph.remember(key, known)
    assert isinstance(known, Space)
    return known


def _flag_table(bonuses: Sequence[RouteBonus], shared: Sequence[SharedBonus]) -> FlagTable:
    sets: dict[frozenset[Place], int] = {}
    of_place: dict[Place, int] = {}

    def bit(places: frozenset[Place]) -> int:
        if places not in sets:
            sets[places] = 1 << len(sets)
            for place in places:
                of_place[place] = of_place.get(place, 0) | sets[places]
        return sets[places]

    route = tuple((bonus, sum({bit(need) for need in bonus.needs})) for bonus in bonuses)
    once = tuple((bit(bonus.places), bonus.amount * SCALE) for bonus in shared)
    return FlagTable(of_place, route, once)


def _groups(conflicts: Sequence[int]) -> list[list[int]]:
    """Trains that can get in each other's way, directly or through others."""
    groups: list[list[int]] = []
    seen = 0
    for start in range(len(conflicts)):
        if seen >> start & 1:
            continue
        group, todo = 0, 1 << start
        while todo:
            low = todo & -todo
            group |= low
            todo = (todo | conflicts[low.bit_length() - 1]) & ~group
        seen |= group
        groups.append([train for train in range(len(conflicts)) if group >> train & 1])
    return groups


def _reporter(
    progress: Callable[[int, int], None], value_before: int, bound_before: int
) -> Callable[[int, int], None]:
    def report(value: int, bound: int) -> None:
        progress((value_before + value) // SCALE, (bound_before + bound) // SCALE)

    return report


def _way(space: Space, link: int, as_listed: bool) -> tuple[int, ...]:
    way = space.links[link].way
    if as_listed:
        return way
    across = space.graph.board.across
    return tuple(across[entry] for entry in reversed(way))


def trace(
    graph: TrackGraph, stops: Sequence[int], ways: Sequence[tuple[int, ...]]
) -> tuple[tuple[HexId, ...], tuple[Piece, ...]]:
    """Hexes and pieces of track of a run over ``stops`` by ``ways`` (entries between each two)."""
    board, stride = graph.board, graph.board.stride
    hexes = [board.hexes[stops[0] // stride].id]
    track: list[Piece] = []
    for start, end, way in zip(stops, stops[1:], ways, strict=False):
        came = FIRST_STOP + start % stride
        for entry in way:
            leaving = board.across[entry]
            track.append((board.hexes[leaving // 6].id, came, leaving % 6))
            hexes.append(board.hexes[entry // 6].id)
            came = entry % 6
        track.append((board.hexes[end // stride].id, came, FIRST_STOP + end % stride))
    return tuple(hexes), tuple(track)


def route_resources(graph: TrackGraph, route: Route) -> list[int]:
    """Numbers of the sides and stop-to-stop pieces of a route, as links count them."""
    board = graph.board
    found: list[int] = []
    for hex_id, one, two in route.track:
        number = board.hex_number(hex_id)
        if one >= FIRST_STOP and two >= FIRST_STOP:
            low, high = sorted((one - FIRST_STOP, two - FIRST_STOP))
            found.append(6 * len(board.hexes) + (number * board.stride + low) * board.stride + high)
        elif two < FIRST_STOP:
            found.append(board.side[number * 6 + two])
    return found
