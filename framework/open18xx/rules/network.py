"""The track package asked about a game in progress."""

from __future__ import annotations

from open18xx.definition.companies import Corporation
from open18xx.definition.title import Title
from open18xx.state.view import View
from open18xx.track.board import Board
from open18xx.track.graph import Reservations, TrackGraph, TrackMemory
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
    return graph_of(view).blocked_stops(view.state.tokens, corporation)


def has_route(view: View, corporation: str) -> bool:
    """Whether a route leads from one of the corporation's tokens to a second stop."""
    return view.remembered(("has_route", corporation), lambda: _find_route(view, corporation))


def _find_route(view: View, corporation: str) -> bool:
    graph, blocked = graph_of(view), blocked_stops(view, corporation)
    for start in own_stops(view, corporation):
        reach = reach_of(graph, (start,), blocked)
        if any(stop != start for stop in reach.stops()):
            return True
    return False


def reservations(view: View) -> Reservations:
    """Slots kept for home tokens that are not placed yet, by (hex, city)."""
    if view.title.policies.tokens.home_kept == "never":
        return {}
    at_float = view.title.policies.tokens.home_placed == "at_float"
    kept: dict[tuple[str, int], list[str]] = {}
    for corporation in view.title.companies.corporations.values():
        record = view.state.corporations[corporation.id]
        if corporation.start != "players" or record.closed:
            continue
        if record.floated and (at_float or _is_home(view, corporation)):
            continue
        for home in corporation.homes:
            kept.setdefault((home.hex, home.city), []).append(corporation.id)
    return {place: tuple(corporations) for place, corporations in kept.items()}


def _is_home(view: View, corporation: Corporation) -> bool:
    """Whether the corporation has a token in one of its homes."""
    return any(
        corporation.id in slots for home in corporation.homes for slots in view.state.tokens.get(home.hex, ())
    )
