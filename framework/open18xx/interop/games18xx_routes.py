"""Routes as 18xx.games records them, made into routes over the track that lies there.

A route is given by the hexes that it passes, as a list of pieces from stop to stop; each piece may
be written in either direction. Older files list all hexes in one row, now and then with a hex in the
wrong place. Where several routes fit, the one that earns what the file says is taken, then the one
with the stops it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from open18xx.actions.kinds import TrainRun
from open18xx.definition.tiles import FIRST_STOP
from open18xx.errors import GameFileError
from open18xx.interop.games18xx_file import Move
from open18xx.interop.games18xx_ids import split_last
from open18xx.rules.running import RunTerms, piece_text, run_terms
from open18xx.state.view import View
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.trains import Piece, Place, Route
from open18xx.track.routes.verify import routes_along

#: Ways over the same hexes that are looked at, at most.
_MOST_WAYS = 400


@dataclass(frozen=True, slots=True)
class ReadRoute:
    """A recorded route, read.

    Attributes:
        run: what the train runs.
        revenue: money it earns.
        recorded: money the file says, or None.
        blocked: it runs through a city full of others' tokens, which the site once let pass.
    """

    run: TrainRun
    revenue: int
    recorded: int | None
    blocked: bool = False


def read_routes(move: Move, view: View, corporation: str) -> tuple[ReadRoute, ...]:
    """The routes of a ``run_routes`` move.

    Raises:
        GameFileError: a route that cannot be found on the map.
    """
    routes = move.data.get("routes")
    if not isinstance(routes, list):
        raise GameFileError("run_routes: 'routes' should be a list", move.id)
    taken: set[int] = set()
    terms = run_terms(view, corporation)
    found: list[ReadRoute] = []
    chosen: list[Route] = []
    for entry in routes:
        if not isinstance(entry, Mapping):
            raise GameFileError(f"run_routes: a route should be an object, not {entry!r:.60}", move.id)
        train = entry.get("train")
        if not isinstance(train, str):
            raise GameFileError("run_routes: a route should name its train", move.id)
        kind, _ = split_last(train, "train")
        index = next((i for i, spec in enumerate(terms.specs) if spec.id == kind and i not in taken), None)
        if index is None:
            raise GameFileError(f"run_routes: {corporation} has no (further) {kind} train", move.id)
        taken.add(index)
        read, route = _read_route(entry, index, chosen, terms, corporation, move)
        found.append(read)
        chosen.append(route)
    return tuple(found)


def _read_route(
    entry: Mapping[str, object],
    index: int,
    chosen: list[Route],
    terms: RunTerms,
    corporation: str,
    move: Move,
) -> tuple[ReadRoute, Route]:
    """One recorded route, beside those already read for other trains."""
    kind = terms.specs[index].id
    recorded = entry.get("revenue")
    if recorded is not None and (not isinstance(recorded, int) or isinstance(recorded, bool)):
        raise GameFileError(f"run_routes: 'revenue' should be a whole number, not {recorded!r:.40}", move.id)
    named = _named_stops(entry)
    best: tuple[tuple[bool, bool, bool], Route, frozenset[str]] | None = None
    for way in _ways(entry, index, kind, terms.graph, move):
        value = terms.value(index, way.stops)
        route = Route(index, kind, value, way.stops, way.stop_values, way.hexes, way.track)
        problems = terms.problems([*chosen, route])
        codes = frozenset(problem.code for problem in problems if problem.train == index)
        fits = (not codes, recorded is None or value == recorded, not named or set(way.stops) == named)
        if best is None or fits > best[0]:
            best = (fits, route, codes)
            if all(fits):
                break
    if best is None:
        raise GameFileError(
            f"run_routes: there is no track for the route of the {kind} train of {corporation} over "
            f"{_hexes_text(entry)}",
            move.id,
        )
    _, route, codes = best
    run = TrainRun(kind, tuple(map(piece_text, route.track)))
    passes_blocked = "connections" not in entry and codes == {"route.runs_through_blocked"}
    return ReadRoute(run, route.value, recorded, passes_blocked and route.value == recorded), route


def _hexes_text(entry: Mapping[str, object]) -> str:
    return f"{entry.get('connections') or entry.get('hexes')!r:.200}"


def _named_stops(entry: Mapping[str, object]) -> set[Place]:
    """Stops that the file names, in no order; empty when it names none."""
    nodes = entry.get("nodes")
    if not isinstance(nodes, list):
        return set()
    return {split_last(node, "stop") for node in nodes if isinstance(node, str)}


def _ways(
    entry: Mapping[str, object], index: int, kind: str, graph: TrackGraph, move: Move
) -> Iterator[Route]:
    """Every way to run the route over the track that lies there, without using track twice."""
    connections = entry.get("connections")
    if isinstance(connections, list) and connections:
        pieces = [_piece(piece, move) for piece in connections]
        yield from _limited(_along_pieces(graph, index, kind, pieces))
        return
    hexes = entry.get("hexes")
    if not isinstance(hexes, list) or not all(isinstance(hex_id, str) for hex_id in hexes):
        raise GameFileError("run_routes: a route needs 'connections' or 'hexes'", move.id)
    in_order = tuple(_limited(_along_row(graph, index, kind, hexes)))
    yield from in_order or _limited(_within(graph, index, kind, hexes))


def _limited(routes: Iterator[Route]) -> Iterator[Route]:
    for count, route in enumerate(routes):
        if count >= _MOST_WAYS:
            return
        yield route


def _piece(piece: object, move: Move) -> tuple[str, ...]:
    if not isinstance(piece, list) or not piece or not all(isinstance(item, str) for item in piece):
        raise GameFileError(
            f"run_routes: a piece of a route should be a list of hexes, not {piece!r:.60}", move.id
        )
    hexes = [item.split(" ")[0] for item in piece if item != "local"]
    return tuple(hexes)


def _along_pieces(
    graph: TrackGraph, index: int, kind: str, pieces: Sequence[tuple[str, ...]]
) -> Iterator[Route]:
    """Routes over pieces in running order, each of which may be written in either direction."""
    for chains in _directions(pieces):
        yield from routes_along(graph, index, kind, chains)


def _directions(pieces: Sequence[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    """The ways to turn the pieces so that each begins where the one before it ends."""

    def extend(
        chains: list[tuple[str, ...]], rest: Sequence[tuple[str, ...]]
    ) -> Iterator[list[tuple[str, ...]]]:
        if not rest:
            yield chains
            return
        first = rest[0]
        for chain in dict.fromkeys((first, first[::-1])):
            if not chains or chains[-1][-1] == chain[0]:
                yield from extend([*chains, chain], rest[1:])

    yield from extend([], pieces)


def _along_row(graph: TrackGraph, index: int, kind: str, hexes: Sequence[str]) -> Iterator[Route]:
    """Routes that enter these hexes in this order, from a stop of the first to one of the last."""
    if not hexes or any(hex_id not in graph.board.index for hex_id in hexes):
        return
    for start in _starts(graph, hexes[0]):
        for found in _follow(graph, (start,), (), _NextInRow(hexes)):
            yield _route(index, kind, *found)


def _within(graph: TrackGraph, index: int, kind: str, hexes: Sequence[str]) -> Iterator[Route]:
    """Routes that enter these hexes in any order, and no others."""
    wanted = frozenset(hexes)
    if not wanted <= set(graph.board.index):
        return
    for first in sorted(wanted):
        for start in _starts(graph, first):
            for found in _follow(graph, (start,), (), _AllOf(wanted)):
                yield _route(index, kind, *found)


def _starts(graph: TrackGraph, hex_id: str) -> list[Place]:
    stops = graph.tiles[graph.board.index[hex_id]].tile.stops
    return [(hex_id, number) for number in range(len(stops))]


def _route(index: int, kind: str, stops: tuple[Place, ...], track: tuple[Piece, ...]) -> Route:
    return Route(index, kind, 0, stops, (0,) * len(stops), _entered(stops, track), track)


def _entered(stops: tuple[Place, ...], track: tuple[Piece, ...]) -> tuple[str, ...]:
    return (stops[0][0], *(hex_id for hex_id, one, _ in track if one < FIRST_STOP))


class _NextInRow:
    """Hexes to be entered in one order."""

    def __init__(self, row: Sequence[str]) -> None:
        self._row = tuple(row)

    def may_enter(self, entered: tuple[str, ...], hex_id: str) -> bool:
        """Whether a route that has entered some hexes may go on to another."""
        return len(entered) < len(self._row) and self._row[len(entered)] == hex_id

    def is_done(self, entered: tuple[str, ...]) -> bool:
        """Whether nothing is left to enter."""
        return len(entered) == len(self._row)


class _AllOf:
    """Hexes to be entered in any order, each as often as track leads there."""

    def __init__(self, wanted: frozenset[str]) -> None:
        self._wanted = wanted

    def may_enter(self, entered: tuple[str, ...], hex_id: str) -> bool:
        """Whether a route that has entered some hexes may go on to another."""
        return hex_id in self._wanted and entered.count(hex_id) < 3

    def is_done(self, entered: tuple[str, ...]) -> bool:
        """Whether nothing is left to enter."""
        return self._wanted <= set(entered)


def _follow(
    graph: TrackGraph, stops: tuple[Place, ...], track: tuple[Piece, ...], plan: _NextInRow | _AllOf
) -> Iterator[tuple[tuple[Place, ...], tuple[Piece, ...]]]:
    """Ways on from the end of some track; whole ones end at a stop, with nothing left to enter."""
    board = graph.board
    hex_id, came = stops[0][0], FIRST_STOP + stops[0][1]
    if track:
        hex_id, _, came = track[-1]
        entered = _entered(stops, track)
        if came >= FIRST_STOP and plan.is_done(entered):
            yield stops, track
        if came < FIRST_STOP:
            far = board.across[board.index[hex_id] * 6 + came]
            if far < 0 or not plan.may_enter(entered, board.hexes[far // 6].id):
                return
            hex_id, came = board.hexes[far // 6].id, far % 6
    for end in graph.tiles[board.index[hex_id]].ends[came]:
        piece = (hex_id, came, end)
        if piece in track or (hex_id, end, came) in track:
            continue
        if end < FIRST_STOP:
            yield from _follow(graph, stops, (*track, piece), plan)
        elif (hex_id, end - FIRST_STOP) not in stops:
            yield from _follow(graph, (*stops, (hex_id, end - FIRST_STOP)), (*track, piece), plan)


# -- writing -------------------------------------------------------------------------------------------


def written_route(route: Route, train: str) -> dict[str, object]:
    """A route as a file holds it.

    Args:
        train: the file's name of the train.
    """
    pieces: list[list[str]] = []
    for hex_id, came, end in route.track:
        if came >= FIRST_STOP or not pieces:
            pieces.append([])
        if not pieces[-1] or pieces[-1][-1] != hex_id:
            pieces[-1].append(hex_id)
        if end >= FIRST_STOP and came >= FIRST_STOP:
            pieces[-1] = [hex_id]
    return {
        "train": train,
        "connections": pieces,
        "hexes": [hex_id for hex_id, _ in route.stops],
        "revenue": route.value,
        "revenue_str": "-".join(hex_id for hex_id, _ in route.stops),
        "nodes": [f"{hex_id}-{stop}" for hex_id, stop in route.stops],
    }
