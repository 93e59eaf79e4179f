"""What is wrong with a proposed set of routes: one problem for each rule that is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from open18xx.definition.tiles import FIRST_STOP, Stop
from open18xx.geometry.grid import HexId
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.search import StopTable, route_resources
from open18xx.track.routes.trains import Piece, Place, Route, RouteBonus, SharedBonus, TrainSpec

ROUTE_PROBLEMS: Mapping[str, str] = MappingProxyType(
    {
        "route.no_train": "the corporation has no train number {train}",
        "route.train_twice": "train {name} is used for two routes",
        "route.no_stop": "{place} is no stop",
        "route.no_track": "there is no track between {one} and {two} on {hex}",
        "route.broken": "the track on {hex} does not continue that on {before}",
        "route.open_end": "the route begins or ends on open track on {hex}, not at a stop",
        "route.wrong_stops": "the track visits {found}, not the stops given",
        "route.wrong_gauge": "train {name} cannot run on the {gauge} track on {hex}",
        "route.too_few_stops": "train {name} needs {needed} stops, the route has {found}",
        "route.no_token": "no stop of the route holds a token of the corporation",
        "route.closed_stop": "train {name} may not visit {place}",
        "route.stop_twice": "{place} is visited twice",
        "route.group_twice": "{place} and {other} may not both be visited",
        "route.track_twice": "the route crosses side {edge} of {hex} twice",
        "route.hex_twice": "the route comes into {hex} twice",
        "route.reverses": "the route turns round on {hex}",
        "route.runs_through_offboard": "{place} is an off-board area: routes end there",
        "route.runs_through_terminus": "routes end at {place} and do not run through",
        "route.runs_through_blocked": "{place} is full of tokens of others: routes end there",
        "route.too_long": "train {name} reaches {most} {unit}, the route has {found}",
        "route.wrong_ends": "train {name} needs {needed} off-board ends, the route has {found}",
        "route.shares_track": "trains {name} and {other} both cross side {edge} of {hex}",
        "route.wrong_value": "the route of train {name} earns {right}, not {found}",
    }
)


@dataclass(frozen=True, slots=True)
class RouteProblem:
    """One broken rule.

    Attributes:
        train: index of the train whose route it is.
        code: stable name; all are listed in :data:`ROUTE_PROBLEMS`.
        facts: names and numbers for a message.
    """

    train: int
    code: str
    facts: Mapping[str, str | int]

    @property
    def message(self) -> str:
        """The problem in words."""
        return ROUTE_PROBLEMS[self.code].format(**self.facts)


def show(place: Place, graph: TrackGraph | None = None) -> str:
    """A place in words: the hex, with the number of the stop where the hex has several."""
    hex_id, index = place
    if graph is not None and hex_id in graph.board.index:
        alone = len(graph.tiles[graph.board.index[hex_id]].tile.stops) == 1
        return hex_id if alone else f"{hex_id}/{index}"
    return f"{hex_id}/{index}"


class _Checker:
    """Collects the problems of one route."""

    def __init__(
        self,
        graph: TrackGraph,
        train: TrainSpec,
        route: Route,
        tokens: frozenset[int],
        blocked: frozenset[int],
        closed: frozenset[Place],
    ) -> None:
        self.graph, self.train, self.route = graph, train, route
        self.tokens, self.blocked, self.closed = tokens, blocked, closed
        self.problems: list[RouteProblem] = []

    def add(self, code: str, **facts: str | int) -> None:
        self.problems.append(RouteProblem(self.route.train, code, {"name": self.train.id, **facts}))

    def check(self) -> list[RouteProblem]:
        if not self._check_track():
            return self.problems
        self._check_stops()
        self._check_length()
        return self.problems

    def _check_track(self) -> bool:
        """Whether the pieces exist and hang together; nothing else can be said when they do not."""
        board, graph = self.graph.board, self.graph
        for place in self.route.stops:
            if not _is_stop(graph, place):
                self.add("route.no_stop", place=show(place))
                return False
        for hex_id, one, two in self.route.track:
            low, high = min(one, two), max(one, two)
            if hex_id not in board.index or (low, high) not in graph.tiles[board.index[hex_id]].pieces:
                self.add("route.no_track", hex=hex_id, one=_end_name(one), two=_end_name(two))
                return False
        for before, after in zip(self.route.track, self.route.track[1:], strict=False):
            if not _joined(graph, before, after):
                self.add("route.broken", hex=after[0], before=before[0])
                return False
            if before[2] >= FIRST_STOP and before == (after[0], after[2], after[1]):
                self.add("route.reverses", hex=after[0])
        for hex_id, end in _ends(self.route.track):
            if end < FIRST_STOP:
                self.add("route.open_end", hex=hex_id)
                return False
        visited = _visited(self.route.track)
        if visited != self.route.stops:
            found = ", ".join(show(place, graph) for place in visited) or "no stop"
            self.add("route.wrong_stops", found=found)
            return False
        self._check_gauges()
        return True

    def _check_gauges(self) -> None:
        if self.train.gauges is None:
            return
        for hex_id, one, two in self.route.track:
            turned = self.graph.tiles[self.graph.board.index[hex_id]]
            for number, (a, b) in enumerate(turned.tile.track_at(turned.rotation)):
                gauge = turned.tile.gauge(number)
                if {a, b} == {one, two} and gauge not in self.train.gauges:
                    self.add("route.wrong_gauge", gauge=gauge, hex=hex_id)

    def _check_stops(self) -> None:
        graph, route = self.graph, self.route
        stops = [graph.stop_number(*place) for place in route.stops]
        if not self.tokens & set(stops):
            self.add("route.no_token")
        for place in route.stops:
            if place in self.closed or place in self.train.closed:
                self.add("route.closed_stop", place=show(place, graph))
        for place, times in Counter(route.stops).items():
            if times > 1:
                self.add("route.stop_twice", place=show(place, graph))
        for at, (one, place) in enumerate(zip(stops, route.stops, strict=True)):
            for two, other in zip(stops[:at], route.stops[:at], strict=True):
                if one != two and graph.visit[one] & graph.visit[two]:
                    self.add("route.group_twice", place=show(other, graph), other=show(place, graph))
        for stop, place in list(zip(stops, route.stops, strict=True))[1:-1]:
            if graph.stop(stop).kind == "offboard":
                self.add("route.runs_through_offboard", place=show(place, graph))
            elif graph.board.map.hexes[place[0]].terminus:
                self.add("route.runs_through_terminus", place=show(place, graph))
            elif stop in self.blocked and not self.train.passes_blocked:
                self.add("route.runs_through_blocked", place=show(place, graph))
        sides = Counter(resource for resource in route_resources(graph, route))
        for resource, times in sorted(sides.items()):
            if times > 1:
                hex_id, edge = _side_name(graph, resource)
                self.add("route.track_twice", hex=hex_id, edge=edge)
        if self.train.one_visit_per_hex:
            for hex_id, times in Counter(route.hexes).items():
                if times > 1:
                    self.add("route.hex_twice", hex=hex_id)

    def _check_length(self) -> None:
        train, graph = self.train, self.graph
        kinds = [_stop(graph, place).kind for place in self.route.stops]
        counted = [kind for kind in kinds if kind in train.counts]
        if len(counted) < max(train.fewest_stops, 1) or len(kinds) < 2:
            self.add("route.too_few_stops", needed=train.fewest_stops, found=len(counted))
        if train.reach == "stops":
            free = min(counted.count("town"), train.extra_towns)
            if len(counted) - free > train.number:
                most = f"{train.number}+{train.extra_towns}" if train.extra_towns else str(train.number)
                self.add("route.too_long", most=most, unit="stops", found=len(counted))
        entered = sum(two < FIRST_STOP for _, _, two in self.route.track)
        if train.reach == "hexes" and entered > train.number:
            self.add("route.too_long", most=train.number, unit="hexes", found=entered)
        ends = [kinds[0], kinds[-1]].count("offboard") if kinds else 0
        if ends < train.offboard_ends:
            self.add("route.wrong_ends", needed=train.offboard_ends, found=ends)


def verify(
    graph: TrackGraph,
    tokens: Iterable[int],
    blocked: frozenset[int],
    trains: Sequence[TrainSpec],
    values: StopTable | Sequence[StopTable],
    routes: Sequence[Route],
    *,
    closed: frozenset[Place] = frozenset(),
    bonuses: Sequence[RouteBonus] = (),
) -> tuple[RouteProblem, ...]:
    """Everything that is wrong with some routes, by route; empty when they may be run.

    Arguments are those of :func:`open18xx.track.routes.search.search`. Whether another set of routes
    would earn more is not asked here.
    """
    problems: list[RouteProblem] = []
    own = frozenset(tokens)
    sound: list[Route] = []
    used: set[int] = set()
    for route in routes:
        if not 0 <= route.train < len(trains):
            problems.append(RouteProblem(route.train, "route.no_train", {"train": route.train}))
            continue
        train = trains[route.train]
        if route.train in used:
            problems.append(RouteProblem(route.train, "route.train_twice", {"name": train.id}))
        used.add(route.train)
        found = _Checker(graph, train, route, own, blocked, closed).check()
        problems += found
        if any(
            problem.code in ("route.no_stop", "route.no_track", "route.broken", "route.open_end")
            for problem in found
        ):
            continue
        sound.append(route)
        table = values if isinstance(values, Mapping) else values[route.train]
        right = route_value(graph, train, table, route.stops, bonuses)
        if right != route.value:
            facts: dict[str, str | int] = {"name": train.id, "right": right, "found": route.value}
            problems.append(RouteProblem(route.train, "route.wrong_value", facts))
    problems += _shared_track(graph, trains, sound)
    return tuple(problems)


def _shared_track(
    graph: TrackGraph, trains: Sequence[TrainSpec], routes: Sequence[Route]
) -> list[RouteProblem]:
    problems: list[RouteProblem] = []
    for at, route in enumerate(routes):
        mine = set(route_resources(graph, route))
        for other in routes[:at]:
            if trains[route.train].may_share_with(trains[other.train]):
                continue
            for resource in sorted(mine & set(route_resources(graph, other))):
                hex_id, edge = _side_name(graph, resource)
                facts: dict[str, str | int] = {"name": route.train_id, "other": other.train_id}
                facts |= {"hex": hex_id, "edge": edge}
                problems.append(RouteProblem(route.train, "route.shares_track", facts))
    return problems


def route_value(
    graph: TrackGraph,
    train: TrainSpec,
    table: StopTable,
    stops: Sequence[Place],
    bonuses: Sequence[RouteBonus] = (),
) -> int:
    """Money that a train earns with some stops, bonuses of the route included."""
    earned = sorted(
        (
            table.get(place, 0) * train.multiplier if _stop(graph, place).kind in train.pays else 0
            for place in stops
        ),
        reverse=True,
    )
    total = sum(earned[: train.pays_best])
    visited = frozenset(stops)
    for bonus in bonuses:
        if bonus.trains is not None and train.id not in bonus.trains:
            continue
        if not all(visited & need for need in bonus.needs):
            continue
        if bonus.best_of is not None:
            total += max((bonus.best_of[place] for place in stops if place in bonus.best_of), default=0)
        elif bonus.amount is not None:
            total += min(bonus.amount(stops), bonus.bound)
        else:
            total += bonus.bound
    return total


def total_value(routes: Sequence[Route], shared: Sequence[SharedBonus] = ()) -> int:
    """Money of all routes, bonuses paid once included."""
    visited = {place for route in routes for place in route.stops}
    once = sum(bonus.amount for bonus in shared if visited & bonus.places)
    return sum(route.value for route in routes) + once


def routes_along(
    graph: TrackGraph,
    train: int,
    train_id: str,
    chains: Sequence[Sequence[HexId]],
) -> tuple[Route, ...]:
    """All routes over the given hexes, value 0, for records that name hexes only.

    Args:
        graph: the track.
        train: index of the train for the routes made.
        train_id: its name.
        chains: hexes from stop to stop, the stop's hex at both ends, one chain for each link in order.

    Returns:
        Every way to run them without using track twice; usually one, none if there is no such track.
    """
    found: list[Route] = []
    first = chains[0][0] if chains and chains[0] else None
    if first is None or first not in graph.board.index:
        return ()
    count = len(graph.tiles[graph.board.index[first]].tile.stops)
    for index in range(count):
        for stops, track in _runs(graph, (first, index), list(chains)):
            hexes = [first, *(hex_id for hex_id, one, _ in track if one < FIRST_STOP)]
            found.append(Route(train, train_id, 0, stops, (0,) * len(stops), tuple(hexes), track))
    return tuple(found)


def _runs(
    graph: TrackGraph, start: Place, chains: list[Sequence[HexId]]
) -> list[tuple[tuple[Place, ...], tuple[Piece, ...]]]:
    if not chains:
        return [((start,), ())]
    results = []
    for end, track in _along(graph, start[0], FIRST_STOP + start[1], chains[0], 0):
        for stops, rest in _runs(graph, end, chains[1:]):
            results.append(((start, *stops), (*track, *rest)))
    return results


def _along(
    graph: TrackGraph, hex_id: HexId, came: int, chain: Sequence[HexId], at: int
) -> list[tuple[Place, tuple[Piece, ...]]]:
    board = graph.board
    if hex_id != chain[at]:
        return []
    number = board.index[hex_id]
    results: list[tuple[Place, tuple[Piece, ...]]] = []
    for end in graph.tiles[number].ends[came]:
        piece = (hex_id, came, end)
        if end >= FIRST_STOP:
            if at == len(chain) - 1:
                results.append(((hex_id, end - FIRST_STOP), (piece,)))
            continue
        far = board.across[number * 6 + end]
        if far >= 0 and at + 1 < len(chain) and board.hexes[far // 6].id == chain[at + 1]:
            for place, rest in _along(graph, chain[at + 1], far % 6, chain, at + 1):
                results.append((place, (piece, *rest)))
    return results


def _is_stop(graph: TrackGraph, place: Place) -> bool:
    number = graph.board.index.get(place[0])
    return number is not None and 0 <= place[1] < len(graph.tiles[number].tile.stops)


def _stop(graph: TrackGraph, place: Place) -> Stop:
    return graph.stop(graph.stop_number(*place))


def _end_name(end: int) -> str:
    return f"edge {end}" if end < FIRST_STOP else f"stop {end - FIRST_STOP}"


def _joined(graph: TrackGraph, before: Piece, after: Piece) -> bool:
    """Whether a route can go on from one piece to the next."""
    if before[2] >= FIRST_STOP:
        return before[0] == after[0] and before[2] == after[1]
    number = graph.board.index[before[0]]
    far = graph.board.across[number * 6 + before[2]]
    return far >= 0 and far == graph.board.index[after[0]] * 6 + after[1]


def _ends(track: Sequence[Piece]) -> tuple[tuple[HexId, int], ...]:
    """Where the track begins and where it ends: hex and end of track."""
    return ((track[0][0], track[0][1]), (track[-1][0], track[-1][2])) if track else ()


def _visited(track: Sequence[Piece]) -> tuple[Place, ...]:
    if not track:
        return ()
    places = [(track[0][0], track[0][1] - FIRST_STOP)] if track[0][1] >= FIRST_STOP else []
    places += [(hex_id, two - FIRST_STOP) for hex_id, _, two in track if two >= FIRST_STOP]
    return tuple(places)


def _side_name(graph: TrackGraph, resource: int) -> tuple[HexId, str]:
    board = graph.board
    if resource < 6 * len(board.hexes):
        return board.hexes[resource // 6].id, str(resource % 6)
    return board.hexes[(resource - 6 * len(board.hexes)) // board.stride**2].id, "between its stops"
