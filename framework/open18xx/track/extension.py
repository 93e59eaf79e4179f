"""Whether a new tile adds track that extends a legal route."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from open18xx.definition.tiles import FIRST_STOP, TileId, is_edge
from open18xx.geometry.grid import HexId
from open18xx.track.board import Fit, TurnedTile
from open18xx.track.graph import TrackGraph
from open18xx.track.reach import Reach


def _new_pieces(old: TurnedTile, new: TurnedTile, kept: Fit | None) -> list[tuple[int, int]]:
    """Pieces of the new tile that take over none of the old one."""
    taken: set[tuple[int, int]] = set()
    for low, high in old.pieces:
        if is_edge(high):
            taken.add((low, high))
            continue
        lows = [low] if is_edge(low) else _taken_by(kept, low)
        for one in lows:
            for other in _taken_by(kept, high):
                taken.add((min(one, other), max(one, other)))
    return [piece for piece in new.pieces if piece not in taken]


def _taken_by(kept: Fit | None, end: int) -> list[int]:
    if kept is None:
        return [end]
    return [FIRST_STOP + index for index in kept.stops[end - FIRST_STOP]]


def extends_route(graph: TrackGraph, reach: Reach, hex_id: HexId, tile_id: TileId, rotation: int) -> bool:
    """Whether some new piece of track extends a legal route from one of the starts.

    Any first new piece on a route is joined to a way over old track, so ways known before the lay
    decide most cases; where the known way is itself in the way of the new piece, all ways are tried.
    """
    board = graph.board
    number = board.hex_number(hex_id)
    old, new = graph.tiles[number], board.turned(tile_id, rotation, graph.gauges)
    fits = board.fits(graph.placements, hex_id, tile_id)
    kept = next((item for item in fits if item.rotation == rotation), None)
    back: dict[int, list[int]] = {}
    for index, targets in enumerate(kept.stops if kept else ()):
        for target in targets:
            back.setdefault(target, []).append(number * board.stride + index)
    fresh = _new_pieces(old, new, kept)
    doubtful = False
    for low, high in fresh:
        for end, other in ((low, high), (high, low)):
            for masks in _known_ways(reach, number, end, back):
                if _is_free(graph, number, new, other, masks, back):
                    return True
                doubtful = True
    if not doubtful:
        return False
    after = graph.with_tiles({**graph.placements, hex_id: (tile_id, rotation)})
    return _reach_after(graph, after, reach, number, kept).uses_piece(number, set(fresh))


def _known_ways(
    reach: Reach, number: int, end: int, back: Mapping[int, list[int]]
) -> Iterator[tuple[int, int]]:
    """Masks of one legal way to an edge or to each old stop that a new stop takes over."""
    if is_edge(end):
        masks = reach.way_to_entry(number * 6 + end)
        if masks is not None:
            yield masks
        return
    for stop in back.get(end - FIRST_STOP, ()):
        if stop in reach.starts or (reach.runs_through(stop) and reach.stop_distance(stop) is not None):
            masks = reach.way_to_stop(stop)
            # Without a known way the piece counts as taken, which leads to the full search.
            yield masks if masks is not None else (-1, -1)


def _is_free(
    graph: TrackGraph,
    number: int,
    new: TurnedTile,
    end: int,
    masks: tuple[int, int],
    back: Mapping[int, list[int]],
) -> bool:
    """Whether a way with these masks may go on to ``end`` of the new piece."""
    sides, visited = masks
    board = graph.board
    if is_edge(end):
        return not sides >> board.side[number * 6 + end] & 1
    shared = 1 << number * board.stride if board.hexes[number].single_visit else 0
    for name in new.tile.stops[end - FIRST_STOP].groups:
        shared |= 1 << board.group_bit[name]
    return not shared & visited and not any(
        graph.visit[stop] & visited for stop in back.get(end - FIRST_STOP, ())
    )


def _reach_after(graph: TrackGraph, after: TrackGraph, reach: Reach, number: int, kept: Fit | None) -> Reach:
    """Reach from the same tokens with the new tile on the map."""
    first = number * graph.board.stride
    moved = {
        first + index: first + targets[0]
        for index, targets in enumerate(kept.stops if kept else ())
        if targets
    }
    new_slots = {
        moved.get(stop, stop)
        for stop in reach.blocked
        if stop not in moved or after.stop(moved[stop]).slots <= graph.stop(stop).slots
    }
    starts = [moved.get(stop, stop) for stop in reach.starts]
    blocked = frozenset(new_slots)
    return Reach(after, starts, after.end_only(blocked), reach.closed, blocked)
