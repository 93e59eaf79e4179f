"""The track package asked about a game in progress."""

from __future__ import annotations

from open18xx.definition.title import Title
from open18xx.state.view import View
from open18xx.track.board import Board
from open18xx.track.graph import TrackGraph, TrackMemory
from open18xx.track.network import reach_of


def board_of(title: Title) -> Board:
    """The title's precomputed board, made on first use."""
    board = title.cache.get("board")
    if board is None:
        board = title.cache["board"] = Board(title.map, title.tiles)
    assert isinstance(board, Board)
    return board


def graph_of(view: View) -> TrackGraph:
    """Track graph of the present tiles."""
    memory = view.title.cache.get("track")
    if memory is None:
        memory = view.title.cache["track"] = TrackMemory(board_of(view.title))
    assert isinstance(memory, TrackMemory)
    return memory.graph(view.state.tiles)


def own_stops(view: View, corporation: str) -> tuple[int, ...]:
    """Stop numbers of the corporation's tokens."""
    return graph_of(view).own_stops(view.state.tokens, corporation)


def blocked_stops(view: View, corporation: str) -> frozenset[int]:
    """Stops that trains of the corporation cannot run through because of others' tokens."""
    return view.remembered(
        ("blocked_stops", corporation), lambda: graph_of(view).blocked_stops(view.state.tokens, corporation)
    )


def closed_stops(view: View, corporation: str) -> frozenset[int]:
    """Stops that the corporation may neither visit nor run through, for want of a marker."""
    rules = view.title.policies.routes.closed
    if not rules:
        return frozenset()
    owned = {marker.kind for marker in view.state.markers if marker.corporation == corporation}
    graph = graph_of(view)
    return frozenset(
        graph.stop_number(rule.hex, index)
        for rule in rules
        if rule.unless not in owned
        for index in range(len(graph.tiles[graph.board.hex_number(rule.hex)].tile.stops))
    )


def has_route(view: View, corporation: str) -> bool:
    """Whether a route leads from one of the corporation's tokens to a second stop."""
    return view.remembered(("has_route", corporation), lambda: _find_route(view, corporation))


def _find_route(view: View, corporation: str) -> bool:
    graph, blocked, closed = graph_of(view), blocked_stops(view, corporation), closed_stops(view, corporation)
    for start in own_stops(view, corporation):
        reach = reach_of(graph, (start,), blocked, closed)
        if any(stop != start for stop in reach.stops()):
            return True
    return False
