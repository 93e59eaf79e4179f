"""What a corporation's track reaches: token targets with their distance, destinations."""

from __future__ import annotations

from collections.abc import Iterable

from open18xx.geometry.grid import HexId
from open18xx.track.graph import TrackGraph
from open18xx.track.reach import Reach


def token_targets(
    graph: TrackGraph,
    corporation_stops: Iterable[int],
    blocked: frozenset[int],
    closed: frozenset[int] = frozenset(),
) -> dict[tuple[HexId, int], int]:
    """Cities that a corporation reaches, with the distance in hexes from its nearest token.

    Args:
        graph: the track.
        corporation_stops: stop numbers of its tokens, see :meth:`TrackGraph.own_stops`.
        blocked: see :meth:`TrackGraph.blocked_stops`.
        closed: stops that may not be visited.

    Returns:
        Distance per (hex, stop index): hexes entered on the shortest legal route. Cities where it
        already has a token are left out; whether a slot is free is not looked at.
    """
    reach = reach_of(graph, corporation_stops, blocked, closed)
    return {
        graph.place_of(stop): distance
        for stop, distance in reach.stop_distances().items()
        if stop not in reach.starts and graph.stop(stop).kind == "city"
    }


def reach_of(
    graph: TrackGraph,
    starts: Iterable[int],
    blocked: frozenset[int],
    closed: frozenset[int] = frozenset(),
) -> Reach:
    """Reach of some stops, remembered with the graph.

    A start is never blocked for its own corporation, even where its city is full.
    """
    key = (tuple(starts), blocked, closed)
    known = graph.remembered(key)
    if known is None:
        known = Reach(graph, key[0], graph.end_only(blocked), closed, blocked)
        graph.remember(key, known)
    assert isinstance(known, Reach)
    return known


def connected(
    graph: TrackGraph,
    from_place: tuple[HexId, int],
    to_hex: HexId,
    blocked: frozenset[int] = frozenset(),
    closed: frozenset[int] = frozenset(),
) -> bool:
    """Whether a legal route of any length joins a stop to any stop of a hex.

    Args:
        graph: the track.
        from_place: (hex, stop index); no token needs to be there.
        to_hex: the route must end at one of its stops; passing over its track is not enough.
        blocked: cities that cannot be run through; leave empty to ignore all tokens.
        closed: stops that may not be visited.
    """
    hex_number = graph.board.hex_number(to_hex)
    start = graph.stop_number(*from_place)
    reach = reach_of(graph, (start,), blocked, closed)
    first = hex_number * graph.board.stride
    return any(
        stop != start and reach.stop_distance(stop) is not None
        for stop in range(first, first + len(graph.tiles[hex_number].tile.stops))
    )
