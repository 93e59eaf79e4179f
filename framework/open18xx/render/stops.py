"""Where the stops of a tile are drawn and how its track runs to them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from open18xx.definition.tiles import FIRST_STOP, Stop, TileDefinition, is_edge
from open18xx.geometry.grid import Orientation, direction
from open18xx.render.curve import Curve, between_edges, crossings, from_edge
from open18xx.render.hexagon import polar, towards
from open18xx.render.svg import Point

#: Radius of a slot for a token.
SLOT: Final = 25.0
#: Distance of a stop drawn off the centre.
OFF_CENTRE: Final = 50.0
#: Radius of a town drawn as a dot.
DOT: Final = 11.0


@dataclass(frozen=True, slots=True)
class StopPlace:
    """Where a stop is drawn.

    Attributes:
        slots: centres of its places for tokens.
        bar: direction of the track under a town drawn as a bar, in degrees; None = a dot.
    """

    stop: Stop
    centre: Point
    slots: tuple[Point, ...] = ()
    bar: float | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of track as drawn.

    Attributes:
        ends: the two ends as in :attr:`TileDefinition.track`, turned.
    """

    ends: tuple[int, int]
    curve: Curve
    gauge: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything about a turned tile that needs working out.

    Attributes:
        bridges: (number of the upper piece, part of its length) where pieces cross without touching.
    """

    stops: tuple[StopPlace, ...]
    pieces: tuple[Piece, ...]
    bridges: tuple[tuple[int, float], ...]


@cache
def layout(tile: TileDefinition, rotation: int, orientation: Orientation) -> Layout:
    """Work out how a tile is drawn."""
    track = tile.track_at(rotation)
    edges = _edges_of_stops(tile, track)
    plain = [between_edges(orientation, a, b) for a, b in track if is_edge(a) and is_edge(b)]
    lone = _on_own_curve(tile, track, edges)
    curves = {number: between_edges(orientation, *edges[number]) for number in lone}
    places: list[StopPlace] = []
    for number, stop in enumerate(tile.stops):
        wish = None if stop.position is None else (stop.position + rotation) % 6
        if number in curves:
            others = plain + [curve for other, curve in curves.items() if other != number]
            places.append(_bar(stop, curves[number], others, wish, orientation))
        else:
            places.append(_place(tile, number, edges, wish, orientation))
    pieces = tuple(
        Piece((a, b), _curve(a, b, places, curves, orientation), tile.gauge(number))
        for number, (a, b) in enumerate(track)
    )
    return Layout(tuple(places), pieces, tuple(_bridges(pieces)))


def _edges_of_stops(tile: TileDefinition, track: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Per stop the edges joined to it directly."""
    found: list[list[int]] = [[] for _ in tile.stops]
    for a, b in track:
        for end, other in ((a, b), (b, a)):
            if not is_edge(end) and is_edge(other):
                found[end - FIRST_STOP].append(other)
    return [tuple(item) for item in found]


def _on_own_curve(
    tile: TileDefinition, track: Sequence[tuple[int, int]], edges: Sequence[tuple[int, ...]]
) -> list[int]:
    """Towns that lie on one line between two edges: these are bars across it."""
    inner = {end - FIRST_STOP for a, b in track if not is_edge(a) and not is_edge(b) for end in (a, b)}
    return [
        number
        for number, stop in enumerate(tile.stops)
        if stop.kind == "town" and len(edges[number]) == 2 and number not in inner
    ]


def _bar(
    stop: Stop, curve: Curve, others: Sequence[Curve], wish: float | None, orientation: Orientation
) -> StopPlace:
    """A town across its line: in the middle, or beside it where another line crosses there."""
    at = 0.5
    cuts = [curve.point(part) for other in others for part, _ in crossings(curve, other, 8.0)]
    if any(math.dist(cut, curve.point(0.5)) < 26 for cut in cuts):
        target = (0.0, 0.0) if wish is None else towards(orientation, wish, OFF_CENTRE)

        def cost(part: float) -> tuple[float, float]:
            point = curve.point(part)
            crowd = sum(max(0.0, 30 - math.dist(point, cut)) for cut in cuts)
            return crowd, math.dist(point, target)

        at = min((0.27, 0.73), key=cost)
    return StopPlace(stop, curve.point(at), (), curve.heading(at))


def _place(
    tile: TileDefinition,
    number: int,
    edges: Sequence[tuple[int, ...]],
    wish: float | None,
    orientation: Orientation,
) -> StopPlace:
    stop = tile.stops[number]
    central = [i for i, other in enumerate(tile.stops) if other.position is None]
    if wish is None and len(central) > 1:
        wish = _spread(central.index(number), len(central), edges[number])
    if wish is None:
        return StopPlace(stop, (0.0, 0.0), _slots(_drawn_slots(stop), (0.0, 0.0), 0.0))
    distance = OFF_CENTRE if stop.slots < 2 else OFF_CENTRE - 5 if stop.slots == 2 else OFF_CENTRE - 18
    centre = towards(orientation, wish, distance)
    return StopPlace(stop, centre, _slots(_drawn_slots(stop), centre, direction(orientation, wish) + 90))


def _drawn_slots(stop: Stop) -> int:
    """Circles of a stop: a city that takes no token is drawn like one with a slot."""
    return max(1, stop.slots) if stop.kind == "city" else stop.slots


def _spread(order: int, count: int, edges: Sequence[int]) -> float:
    """A direction for one of several stops that nobody gave a place."""
    x = sum(math.cos(math.pi / 3 * edge) for edge in edges)
    y = sum(math.sin(math.pi / 3 * edge) for edge in edges)
    if math.hypot(x, y) > 0.1:
        return round((math.degrees(math.atan2(y, x)) / 60) % 6 * 2) / 2 % 6
    return (1 + 6 * order / count) % 6


def _slots(count: int, centre: Point, turn: float) -> tuple[Point, ...]:
    """Centres of the slots of a city."""
    if count <= 1:
        return (centre,) * count
    if count == 2:
        return polar(turn + 180, SLOT, centre), polar(turn, SLOT, centre)
    if count == 4:
        return tuple(polar(turn + angle, SLOT * math.sqrt(2), centre) for angle in (225, 315, 45, 135))
    ring = SLOT / math.sin(math.pi / count)
    return tuple(polar(turn - 90 + 360 * i / count, ring, centre) for i in range(count))


def _curve(
    a: int, b: int, places: Sequence[StopPlace], curves: dict[int, Curve], orientation: Orientation
) -> Curve:
    if is_edge(a) and is_edge(b):
        return between_edges(orientation, a, b)
    if not is_edge(a) and not is_edge(b):
        return Curve(places[a - FIRST_STOP].centre, places[b - FIRST_STOP].centre)
    edge, stop = (a, b - FIRST_STOP) if is_edge(a) else (b, a - FIRST_STOP)
    return from_edge(orientation, edge, places[stop].centre)


def _bridges(pieces: Sequence[Piece]) -> list[tuple[int, float]]:
    """Where track runs over track. Pieces of one stop meet there and do not cross."""
    found: list[tuple[int, float]] = []
    for upper, piece in enumerate(pieces):
        for other in pieces[:upper]:
            if any(end in other.ends and not is_edge(end) for end in piece.ends):
                continue
            found.extend((upper, part) for part, _ in crossings(piece.curve, other.curve, 8.0))
    return found
