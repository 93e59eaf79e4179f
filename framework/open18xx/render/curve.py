"""Curves of track: straight lines and arcs of circles that meet an edge at a right angle."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from open18xx.geometry.grid import Orientation
from open18xx.render.hexagon import edge_middle
from open18xx.render.svg import Point, number

_STRAIGHT: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Curve:
    """A line or an arc from ``start`` to ``end``.

    Attributes:
        centre: of the circle; None for a straight line.
        sweep: angle run through, in radians, positive clockwise; 0 for a straight line.
    """

    start: Point
    end: Point
    centre: Point | None = None
    sweep: float = 0.0

    @property
    def radius(self) -> float:
        """Of the circle; 0 for a straight line."""
        return 0.0 if self.centre is None else math.dist(self.centre, self.start)

    @property
    def length(self) -> float:
        """Along the curve."""
        return math.dist(self.start, self.end) if self.centre is None else abs(self.sweep) * self.radius

    def point(self, part: float) -> Point:
        """The point after ``part`` (0 to 1) of the length."""
        if self.centre is None:
            (x, y), (u, v) = self.start, self.end
            return x + part * (u - x), y + part * (v - y)
        angle = self._angle() + part * self.sweep
        return self.centre[0] + self.radius * math.cos(angle), self.centre[1] + self.radius * math.sin(angle)

    def heading(self, part: float) -> float:
        """Direction of travel there, in degrees clockwise from the right."""
        if self.centre is None:
            return math.degrees(math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))
        turned = self._angle() + part * self.sweep + math.copysign(math.pi / 2, self.sweep)
        return math.degrees(turned)

    def between(self, first: float, last: float) -> Curve:
        """The piece between two parts of the length."""
        return Curve(self.point(first), self.point(last), self.centre, (last - first) * self.sweep)

    def samples(self, step: float = 8.0) -> tuple[Point, ...]:
        """Points along the curve at most ``step`` apart, both ends included."""
        count = max(1, math.ceil(self.length / step))
        return tuple(self.point(at / count) for at in range(count + 1))

    def d(self) -> str:
        """As the ``d`` attribute of a path."""
        start = f"M{number(self.start[0])} {number(self.start[1])}"
        end = f"{number(self.end[0])} {number(self.end[1])}"
        if self.centre is None:
            return f"{start}L{end}"
        radius = number(self.radius)
        large, clockwise = int(abs(self.sweep) > math.pi), int(self.sweep > 0)
        return f"{start}A{radius} {radius} 0 {large} {clockwise} {end}"

    def _angle(self) -> float:
        assert self.centre is not None
        return math.atan2(self.start[1] - self.centre[1], self.start[0] - self.centre[0])


def from_edge(orientation: Orientation, edge: int, end: Point) -> Curve:
    """The arc that leaves the middle of an edge at a right angle and ends at a point.

    The arc between the middles of two edges is the one the community draws: it meets both at a right angle.
    """
    start = edge_middle(orientation, edge)
    length = math.hypot(*start)
    inwards = (-start[0] / length, -start[1] / length)
    side = (-inwards[1], inwards[0])
    to_end = (end[0] - start[0], end[1] - start[1])
    off = to_end[0] * side[0] + to_end[1] * side[1]
    if abs(off) < _STRAIGHT:
        return Curve(start, end)
    radius = (to_end[0] ** 2 + to_end[1] ** 2) / (2 * off)
    centre = (start[0] + radius * side[0], start[1] + radius * side[1])
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    last = math.atan2(end[1] - centre[1], end[0] - centre[0])
    sweep = last - first
    # The arc begins inwards: clockwise when its centre lies to the right of the way in.
    if radius > 0:
        sweep %= 2 * math.pi
    else:
        sweep = -(-sweep % (2 * math.pi))
    return Curve(start, end, centre, sweep)


def between_edges(orientation: Orientation, one: int, other: int) -> Curve:
    """Track from edge to edge."""
    return from_edge(orientation, one, edge_middle(orientation, other))


def crossings(one: Curve, other: Curve, step: float = 3.0) -> tuple[tuple[float, float], ...]:
    """Where two curves cross between their ends: parts of the length of both."""
    found: list[tuple[float, float]] = []
    first, second = one.samples(step), other.samples(step)
    for i in range(len(first) - 1):
        for j in range(len(second) - 1):
            cut = _cut(first[i], first[i + 1], second[j], second[j + 1])
            if cut is None:
                continue
            parts = (i + cut[0]) / (len(first) - 1), (j + cut[1]) / (len(second) - 1)
            at = one.point(parts[0])
            if all(math.dist(at, end) > 12 for end in (one.start, one.end, other.start, other.end)) and all(
                math.dist(at, one.point(known)) > 12 for known, _ in found
            ):
                found.append(parts)
    return tuple(found)


def _cut(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float] | None:
    """Where two short lines cross, as parts of both; None when they do not."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = ux * vy - uy * vx
    if abs(cross) < 1e-9:
        return None
    wx, wy = c[0] - a[0], c[1] - a[1]
    one, other = (wx * vy - wy * vx) / cross, (wx * uy - wy * ux) / cross
    return (one, other) if 0 <= one <= 1 and 0 <= other <= 1 else None
