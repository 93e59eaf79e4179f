"""Places on a hex, and areas filled with colour or lines.

A hex is drawn around (0, 0) with its corners :data:`CORNER` away from the centre; y points down. Everything
on it is given by directions as :func:`open18xx.geometry.grid.direction` counts them, so that one drawing
serves both orientations and every rotation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from open18xx.geometry.grid import Orientation, direction
from open18xx.render.svg import Element, Point, Value, group, number, path, polygon
from open18xx.render.theme import Fill

#: Distance from the centre to a corner, which is also the length of a side.
CORNER: Final = 100.0
#: Distance from the centre to the middle of an edge.
EDGE: Final = CORNER * math.sqrt(3) / 2
#: Width of a hex across its sides ("flat to flat").
FLAT: Final = 2 * EDGE


def polar(degrees: float, distance: float, centre: Point = (0.0, 0.0)) -> Point:
    """The point in a direction (clockwise from the right) at a distance."""
    angle = math.radians(degrees)
    return centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle)


def towards(orientation: Orientation, edge: float, distance: float) -> Point:
    """The point towards an edge (2) or a corner (2.5) at a distance from the centre."""
    return polar(direction(orientation, edge), distance)


def edge_middle(orientation: Orientation, edge: int) -> Point:
    """Where track meets an edge."""
    return towards(orientation, edge, EDGE)


def corners(orientation: Orientation, corner: float = CORNER) -> tuple[Point, ...]:
    """The corners of a hex; number e lies between edges e and e + 1."""
    return tuple(towards(orientation, edge + 0.5, corner) for edge in range(6))


def edge_ends(orientation: Orientation, edge: int, corner: float = CORNER) -> tuple[Point, Point]:
    """The two corners of an edge."""
    return towards(orientation, edge - 0.5, corner), towards(orientation, edge + 0.5, corner)


def is_inside(point: Point, orientation: Orientation, inset: float = 0.0) -> float:
    """How far a point lies inside the edges drawn in by ``inset``; negative outside."""
    return min(
        EDGE - inset - (point[0] * across[0] + point[1] * across[1])
        for across in (towards(orientation, edge, 1.0) for edge in range(6))
    )


def filled(shape: Sequence[Point], fill: Fill, *, scale: float = 1.0, **attributes: Value | None) -> Element:
    """A convex area in a colour, with the lines of its hatch, if any.

    Args:
        scale: enlarges the distance of the lines.
        attributes: further ones of the outline.
    """
    area = polygon(shape, fill=fill.colour, **attributes)
    if fill.hatch is None:
        return area
    lines = "".join(_hatch(shape, angle, fill.hatch.spacing * scale) for angle in fill.hatch.angles)
    return group(
        polygon(shape, fill=fill.colour),
        path(lines, stroke="#9a9a9a", stroke_width=1.2 * scale, fill="none") if lines else None,
        polygon(shape, fill="none", **attributes) if attributes else None,
    )


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _hatch(shape: Sequence[Point], angle: float, spacing: float) -> str:
    """Path of parallel lines through a convex shape, placed the same however the shape is placed."""
    along = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    across = (-along[1], along[0])
    heights = [x * across[0] + y * across[1] for x, y in shape]
    found: list[str] = []
    middle = (max(heights) + min(heights)) / 2
    steps = int((max(heights) - min(heights)) / spacing / 2) + 1
    for step in range(-steps, steps + 1):
        level = middle + (step + 0.5) * spacing
        cuts: list[float] = []
        closed = [*shape, shape[0]]
        levels = [*heights, heights[0]]
        for (a, b), (low, high) in zip(pairwise(closed), pairwise(levels), strict=True):
            if (low < level) == (high < level):
                continue
            part = (level - low) / (high - low)
            x, y = a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
            cuts.append(x * along[0] + y * along[1])
        if len(cuts) == 2:
            ends = [
                (along[0] * cut + across[0] * level, along[1] * cut + across[1] * level)
                for cut in sorted(cuts)
            ]
            found.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in ends))
    return "".join(found)
