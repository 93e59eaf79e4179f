"""Running trains in a game: what trains can do, what stops are worth, the best routes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from open18xx.actions.kinds import TrainRun
from open18xx.definition.tiles import FIRST_STOP, StopKind
from open18xx.definition.trains import TrainType
from open18xx.errors import Refusal
from open18xx.rules.bonuses import route_bonuses
from open18xx.rules.network import blocked_stops, closed_stops, graph_of, own_stops
from open18xx.state.game_state import train_type
from open18xx.state.view import View
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.search import search
from open18xx.track.routes.trains import (
    ALL_KINDS,
    Piece,
    Place,
    Route,
    RouteBonus,
    RouteResult,
    TrainSpec,
    stop_values,
)
from open18xx.track.routes.verify import RouteProblem, route_value, verify

_NO_TOWNS: frozenset[StopKind] = frozenset({"city", "offboard"})


def train_spec(view: View, corporation: str, train: TrainType) -> TrainSpec:
    """What a train of the corporation can do now."""
    spec = TrainSpec(
        id=train.id,
        reach=train.reach.kind,
        number=train.reach.number,
        extra_towns=train.reach.towns,
        counts=ALL_KINDS if train.town_rule == "count" else _NO_TOWNS,
        pays=_NO_TOWNS if train.town_rule == "ignored" else ALL_KINDS,
        multiplier=train.multiplier,
        shares_track="all" if train.shares_track else "none",
        tag=train.tag,
    )
    return view.hooks.modify("modify_train_spec", spec, view=view, corporation=corporation, train=train.id)


def train_specs(view: View, corporation: str) -> tuple[TrainSpec, ...]:
    """One entry for each train of the corporation, in the order it holds them."""
    return tuple(
        train_spec(view, corporation, view.title.trains[train_type(train)])
        for train in view.trains(corporation)
    )


def stop_tables(
    view: View, corporation: str, specs: Sequence[TrainSpec]
) -> dict[Place, int] | tuple[dict[Place, int], ...]:
    """What every stop is worth: one table for all trains, or one for each where tags make a difference."""
    tables = {tag: stop_table(view, corporation, tag) for tag in {spec.tag for spec in specs} or {None}}
    if len(tables) == 1:
        return next(iter(tables.values()))
    return tuple(tables[spec.tag] for spec in specs)


def stop_table(view: View, corporation: str, tag: str | None = None) -> dict[Place, int]:
    """What every stop is worth to the corporation's trains with ``tag``, in whole currency units."""
    graph = graph_of(view)
    values = stop_values(graph, view.phase.revenue_band, tag)
    for marker in view.state.markers:
        if marker.kind != "city_bonus" or marker.corporation != corporation or marker.hex is None:
            continue
        stops = graph.tiles[graph.board.hex_number(marker.hex)].tile.stops
        for index, stop in enumerate(stops):
            if stop.kind == "city":
                values[marker.hex, index] += marker.amount
    for place, value in values.items():
        changed = view.hooks.modify(
            "modify_stop_value", value, view=view, corporation=corporation, hex=place[0], stop=place[1]
        )
        if changed != value:
            values[place] = changed
    return values


@dataclass(frozen=True, slots=True)
class RunTerms:
    """All that decides which routes a corporation may run now and what they earn.

    Attributes:
        tokens: stops with its tokens; blocked: cities full of others' tokens.
        specs: what its trains can do, one entry for each train.
        tables: values of stops, one table for all trains or one for each.
        closed: places it may not visit.
        bonuses: money for certain routes.
    """

    graph: TrackGraph
    tokens: tuple[int, ...]
    blocked: frozenset[int]
    specs: tuple[TrainSpec, ...]
    tables: dict[Place, int] | tuple[dict[Place, int], ...]
    closed: frozenset[Place]
    bonuses: tuple[RouteBonus, ...]

    def table(self, train: int) -> dict[Place, int]:
        """Values of stops for train number ``train``."""
        return self.tables if isinstance(self.tables, dict) else self.tables[train]

    def value(self, train: int, stops: Sequence[Place]) -> int:
        """Money that a train earns with some stops, bonuses included."""
        return route_value(self.graph, self.specs[train], self.table(train), stops, self.bonuses)

    def problems(self, routes: Sequence[Route]) -> tuple[RouteProblem, ...]:
        """Everything that is wrong with some routes."""
        return verify(
            self.graph,
            self.tokens,
            self.blocked,
            self.specs,
            self.tables,
            routes,
            closed=self.closed,
            bonuses=self.bonuses,
        )


def run_terms(view: View, corporation: str) -> RunTerms:
    """Terms of the corporation's trains, remembered with the state."""
    return view.remembered(("run_terms", corporation), lambda: _run_terms(view, corporation))


def _run_terms(view: View, corporation: str) -> RunTerms:
    specs = train_specs(view, corporation)
    tables = stop_tables(view, corporation, specs)
    graph = graph_of(view)
    return RunTerms(
        graph=graph,
        tokens=own_stops(view, corporation),
        blocked=blocked_stops(view, corporation),
        specs=specs,
        tables=tables,
        closed=frozenset(graph.place_of(stop) for stop in closed_stops(view, corporation)),
        bonuses=route_bonuses(view, corporation, specs, tables),
    )


def best_routes(view: View, corporation: str) -> RouteResult:
    """The best set of routes for all trains of the corporation, remembered with the state."""

    def find() -> RouteResult:
        terms = run_terms(view, corporation)
        return search(
            terms.graph,
            terms.tokens,
            terms.blocked,
            terms.specs,
            terms.tables,
            closed=terms.closed,
            bonuses=terms.bonuses,
        )

    return view.remembered(("routes", corporation), find)


def piece_text(piece: Piece) -> str:
    """A piece of track as actions write it: ``G9:s2-2``."""
    hex_id, *ends = piece
    return f"{hex_id}:" + "-".join(str(e) if e < FIRST_STOP else f"s{e - FIRST_STOP}" for e in ends)


def piece_from(text: str) -> Piece:
    """The piece of track a text names; ValueError if it names none."""
    hex_id, colon, ends = text.partition(":")
    first, dash, second = ends.partition("-")
    if not (hex_id and colon and dash):
        raise ValueError(f"{text!r} should look like F8:5-1 or G9:s2-2")
    return hex_id, _end(first, text), _end(second, text)


def _end(word: str, text: str) -> int:
    digits = word.removeprefix("s")
    if not digits.isdecimal() or len(digits) > 2:
        raise ValueError(f"{text!r}: {word!r} is neither an edge 0-5 nor a stop such as s0")
    value = int(digits)
    if word.startswith("s"):
        return FIRST_STOP + value
    if value > 5:
        raise ValueError(f"{text!r}: {word!r} is no edge 0-5")
    return value


def runs_of(result: RouteResult) -> tuple[TrainRun, ...]:
    """The routes of a search as an action carries them."""
    return tuple(TrainRun(route.train_id, tuple(map(piece_text, route.track))) for route in result.routes)


def route_facts(route: Route) -> dict[str, object]:
    """A route for reports and exports."""
    return {
        "train": route.train_id,
        "revenue": route.value,
        "stops": tuple(f"{hex_id}/{stop}" for hex_id, stop in route.stops),
        "hexes": route.hexes,
    }


def routes_of(
    view: View, corporation: str, runs: Sequence[TrainRun]
) -> tuple[tuple[Route, ...], tuple[Refusal, ...]]:
    """The routes that runs describe, with their value; or every reason why they may not be run."""
    terms = run_terms(view, corporation)
    graph, specs = terms.graph, terms.specs
    free = list(range(len(specs)))
    routes: list[Route] = []
    for run in runs:
        index = next((i for i in free if specs[i].id == run.train), None)
        if index is None:
            return (), (Refusal("route.no_train", f"{corporation} has no (further) train {run.train}"),)
        free.remove(index)
        try:
            track = tuple(map(piece_from, run.track))
        except ValueError as error:
            return (), (Refusal("route.track", str(error)),)
        stops = _stops_of(track)
        unknown = [h for h, *_ in track if h not in graph.board.index]
        if unknown or any(not _is_stop(graph, place) for place in stops):
            return (), (
                Refusal("route.track", f"the track of the {run.train} names a place that is not there"),
            )
        value = terms.value(index, stops)
        hexes = tuple(hex_id for i, (hex_id, *_) in enumerate(track) if i == 0 or track[i - 1][0] != hex_id)
        worth = tuple(_stop_value(graph, specs[index], terms.table(index), place) for place in stops)
        routes.append(Route(index, run.train, value, stops, worth, hexes, track))
    problems = terms.problems(routes)
    if problems:
        return (), tuple(Refusal(problem.code, problem.message) for problem in problems)
    return tuple(routes), ()


def _stop_value(graph: TrackGraph, spec: TrainSpec, values: dict[Place, int], place: Place) -> int:
    """What one stop earns a train: nothing where the train passes its kind freely."""
    kind = graph.stop(graph.stop_number(*place)).kind
    return values.get(place, 0) * spec.multiplier if kind in spec.pays else 0


def _stops_of(track: Sequence[Piece]) -> tuple[Place, ...]:
    """Stops in the order in which track passes them."""
    if not track:
        return ()
    first = [(track[0][0], track[0][1] - FIRST_STOP)] if track[0][1] >= FIRST_STOP else []
    return (*first, *((hex_id, end - FIRST_STOP) for hex_id, _, end in track if end >= FIRST_STOP))


def _is_stop(graph: TrackGraph, place: Place) -> bool:
    tile = graph.tiles[graph.board.index[place[0]]].tile if place[0] in graph.board.index else None
    return tile is not None and 0 <= place[1] < len(tile.stops)
