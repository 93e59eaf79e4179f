"""Finding room on a hex for what may stand anywhere: values, labels, names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from open18xx.geometry.grid import Orientation
from open18xx.render.hexagon import EDGE, towards
from open18xx.render.svg import Point

_CORNERS: Final = (2.5, 1.5, 3.5, 0.5, 4.5, 5.5)
_EDGES: Final = (2, 3, 1, 4, 0, 5)
#: How much worse it is to cover a sign than track or a stop.
_SIGNS: Final = 5.0


class Room:
    """What is taken on a hex, as circles, and the search for a free place.

    The search is exhaustive over a fixed list of places and takes the least crowded, the first among equals,
    so the same hex always looks the same.
    """

    def __init__(self, orientation: Orientation) -> None:
        """Begin with an empty hex."""
        self._orientation = orientation
        self._taken: list[tuple[float, float, float, float]] = []
        self._across = [towards(orientation, edge, 1.0) for edge in range(6)]

    def take(self, points: Iterable[Point], radius: float) -> None:
        """Say that circles around points are taken."""
        self._taken.extend((x, y, radius, 1.0) for x, y in points)

    def take_box(self, centre: Point, width: float, height: float) -> None:
        """Say that a rectangle is taken."""
        radius = min(width, height) / 2
        reach = max(width, height) / 2 - radius
        steps = max(1, math.ceil(2 * reach / max(radius, 1.0)))
        for step in range(steps + 1):
            off = -reach + 2 * reach * step / steps
            x, y = (off, 0.0) if width >= height else (0.0, off)
            self._taken.append((centre[0] + x, centre[1] + y, radius + 1, _SIGNS))

    def find(
        self, width: float, height: float, places: Sequence[Point] = (), *, margin: float = 8.0
    ) -> Point:
        """The best centre for a rectangle, which counts as taken from then on.

        Args:
            places: tried first and preferred.
            margin: distance kept from the edges of the hex.
        """
        best: Point = (0.0, 0.0)
        least = math.inf
        for order, place in enumerate([*places, *self._places(width, height)]):
            if order * 0.5 >= least:
                break
            cost = self.crowding(place, width, height, margin) + order * 0.5
            if cost < least:
                best, least = place, cost
        self.take_box(best, width, height)
        return best

    def find_round(self, radius: float, places: Sequence[Point] = (), *, margin: float = 8.0) -> Point:
        """The best centre for a circle, which counts as taken from then on."""
        best: Point = (0.0, 0.0)
        least = math.inf
        for order, place in enumerate([*places, *self._places(2 * radius, 2 * radius)]):
            if order * 0.5 >= least:
                break
            x, y = place
            cost = order * 0.5
            for across_x, across_y in self._across:
                over = x * across_x + y * across_y + radius - EDGE + margin
                if over > 0:
                    cost += 40 + over * over * 4
            for cx, cy, taken, weight in self._taken:
                gap = math.hypot(cx - x, cy - y) - radius - taken
                if gap < 0:
                    cost += gap * gap * weight
            if cost < least:
                best, least = place, cost
        self._taken.append((*best, radius + 1, _SIGNS))
        return best

    def crowding(self, place: Point, width: float, height: float, margin: float = 8.0) -> float:
        """How much a rectangle there would cover; 0 is free."""
        x, y = place
        half_width, half_height = width / 2, height / 2
        cost = 0.0
        for across_x, across_y in self._across:
            out = x * across_x + y * across_y + abs(across_x) * half_width + abs(across_y) * half_height
            over = out - EDGE + margin
            if over > 0:
                cost += 40 + over * over * 4
        for cx, cy, radius, weight in self._taken:
            dx = abs(cx - x) - half_width
            dy = abs(cy - y) - half_height
            if dx >= radius or dy >= radius:
                continue
            gap = max(dx, dy) if dx <= 0 or dy <= 0 else math.hypot(dx, dy)
            if gap < radius:
                cost += (radius - gap) ** 2 * weight
        return cost

    def _places(self, width: float, height: float) -> list[Point]:
        reach = max(width, height) / 2
        far = max(20.0, EDGE - reach - 2)
        places = [towards(self._orientation, corner, min(far + 6, 74.0)) for corner in _CORNERS]
        places += [towards(self._orientation, corner, 74.0) for corner in _CORNERS]
        places += [towards(self._orientation, edge, min(far, 66.0)) for edge in _EDGES]
        for distance in (58.0, 46.0, 34.0):
            places += [towards(self._orientation, corner, distance) for corner in _CORNERS]
            places += [towards(self._orientation, edge, distance) for edge in _EDGES]
        places += [(0.0, y) for y in (-70.0, 70.0, -60.0, 60.0, -50.0, 50.0, -40.0, 40.0, -30.0, 30.0)]
        places += [towards(self._orientation, edge + off, 72.0) for edge in range(6) for off in (0.25, -0.25)]
        return [*places, (0.0, 0.0)]
