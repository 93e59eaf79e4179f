"""Finding room on a hex for what may stand anywhere: values, labels, names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from open18xx.geometry.grid import Orientation
from open18xx.render.hexagon import EDGE, towards
from open18xx.render.svg import Point

_CORNERS: Final = (2.5, 1.5, 3.5, 0.5, 4.5, 5.5)
_EDGES: Final = (2, 3, 1, 4, 0, 5)
#: How much worse it is to cover a sign than track or a stop.
_SIGNS: Final = 5.0
#: Crowding from which on a careful search looks at every place of the hex, and how far these lie apart.
_CROWDED: Final = 12.0
_STEP: Final = 7.0


@cache
def _grid() -> tuple[Point, ...]:
    """Places all over a hex, those in the middle first."""
    reach = int(90 / _STEP)
    every = [(x * _STEP, y * _STEP) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    return tuple(sorted(every, key=lambda at: (round(math.hypot(*at), 3), at)))


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
        self,
        width: float,
        height: float,
        places: Sequence[Point] = (),
        *,
        margin: float = 8.0,
        careful: bool = False,
    ) -> Point:
        """The best centre for a rectangle, which counts as taken from then on.

        Args:
            places: tried first and preferred.
            margin: distance kept from the edges of the hex.
            careful: look at every place of the hex when the usual ones are crowded.
        """
        best, _ = self.best(width, height, places, margin=margin, careful=careful)
        self.take_box(best, width, height)
        return best

    def best(
        self,
        width: float,
        height: float,
        places: Sequence[Point] = (),
        *,
        margin: float = 8.0,
        careful: bool = False,
    ) -> tuple[Point, float]:
        """The place that :meth:`find` would take, and how bad it is."""
        best: Point = (0.0, 0.0)
        least = math.inf
        for order, place in enumerate([*places, *self._places(width, height)]):
            if order * 0.5 >= least:
                break
            cost = self.crowding(place, width, height, margin, least) + order * 0.5
            if cost < least:
                best, least = place, cost
        if careful and least > _CROWDED:
            wish = places[0] if places else (0.0, 0.0)
            for place in _grid():
                cost = _CROWDED / 2 + 0.03 * math.dist(place, wish)
                cost += self.crowding(place, width, height, margin, least)
                if cost < least:
                    best, least = place, cost
        return best, least

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

    def crowding(
        self, place: Point, width: float, height: float, margin: float = 8.0, limit: float = math.inf
    ) -> float:
        """How much a rectangle there would cover; 0 is free. It is not worked out beyond ``limit``."""
        x, y = place
        half_width, half_height = width / 2, height / 2
        cost = 0.0
        for across_x, across_y in self._across:
            out = x * across_x + y * across_y + abs(across_x) * half_width + abs(across_y) * half_height
            over = out - EDGE + margin
            if over > 0:
                cost += 40 + over * over * 4
        if cost > limit:
            return cost
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
