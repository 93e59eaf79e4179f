"""Small signs that drawings are made of: cities, tokens, terrain, borders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from open18xx.geometry.grid import Orientation
from open18xx.render.font import text_width
from open18xx.render.hexagon import CORNER, edge_middle, towards
from open18xx.render.stops import SLOT
from open18xx.render.svg import Element, Point, circle, group, line, number, path, polygon, rect
from open18xx.render.theme import Theme
from open18xx.render.words import text

#: Radius of the circle around a value, with the room it needs.
VALUE: Final = 17.0


@dataclass(frozen=True, slots=True)
class Badge:
    """What a company's token shows: a short text in two colours."""

    name: str
    ground: str
    ink: str


def city(slots: Sequence[Point], theme: Theme) -> Element:
    """The white place of a city with its circles."""
    drawn: list[Element] = []
    if len(slots) > 1:
        for width, colour in ((2 * SLOT + 4, theme.ink), (2 * SLOT, theme.paper)):
            drawn.append(
                polygon(
                    slots,
                    fill=colour,
                    stroke=colour,
                    stroke_width=width,
                    stroke_linejoin="round",
                )
            )
    drawn += [circle(slot, SLOT, fill=theme.paper, stroke=theme.ink, stroke_width=2) for slot in slots]
    return group(*drawn)


def value_circle(value: int, at: Point, theme: Theme) -> Element:
    """A value in a circle."""
    return group(
        circle(at, VALUE - 1, fill=theme.paper, stroke=theme.ink, stroke_width=1.4),
        text(str(value), at, 17, bold=True, colour=theme.ink, width=26),
    )


def token(badge: Badge, at: Point, radius: float) -> Element:
    """A station token."""
    return group(
        circle(at, radius, fill=badge.ground, stroke="#000000", stroke_width=radius * 0.08),
        text(badge.name, at, radius * 0.72, bold=True, colour=badge.ink, width=radius * 1.6),
    )


def home_mark(badge: Badge, at: Point, theme: Theme) -> Element:
    """The place where a company's first token goes: a ring in its colour and its name."""
    ring = badge.ground if theme.companies else theme.ink
    return group(
        circle(
            at,
            SLOT - 5,
            fill="none",
            stroke=ring,
            stroke_width=5 if theme.companies else 2,
            stroke_dasharray=None if theme.companies else "4 3",
        ),
        text(badge.name, at, 13, bold=True, colour=theme.ink, width=2 * (SLOT - 9)),
    )


def pill(badge: Badge, theme: Theme, *, flag: bool) -> tuple[Element, float, float]:
    """A small sign with a company's name; with a flag for a destination, dashed for what is kept for it.

    Returns:
        The sign around (0, 0), its width and its height.
    """
    name = text_width(badge.name, 12, bold=True)
    width, height = name + (21 if flag else 11), 16.0
    ground, ink = (badge.ground, badge.ink) if flag else (theme.paper, theme.ink)
    parts: list[Element] = [
        rect(
            -width / 2,
            -height / 2,
            width,
            height,
            rx=height / 2 if not flag else 2.5,
            fill=ground,
            stroke=theme.ink,
            stroke_width=1,
            stroke_dasharray=None if flag else "3 2",
        )
    ]
    if flag:
        left = -width / 2 + 5
        parts.append(
            path(f"M{number(left)} 5V-5L{number(left + 8)} -2L{number(left)} 1", fill=ink, stroke=ink)
        )
    parts.append(text(badge.name, (5 if flag else 0, 0), 12, bold=True, colour=ink))
    return group(*parts), width, height


def terrain_icon(name: str, theme: Theme) -> Element:
    """A small sign for a kind of terrain, around (0, 0), 28 wide and 16 high; unknown kinds are written."""
    if name in ("river", "water", "lake", "sea", "harbour", "swamp", "marsh"):
        waves = "".join(f"M-13 {y}q3.25 -4.5 6.5 0t6.5 0t6.5 0t6.5 0" for y in (-4, 1, 6))
        return path(waves, fill="none", stroke=theme.water, stroke_width=2, stroke_linecap="round")
    if name in ("mountain", "mountains", "alps"):
        return path(
            "M-14 8L-4 -8L2 2L6 -3L14 8Z",
            fill=theme.land,
            stroke=theme.paper,
            stroke_width=1.2,
            stroke_linejoin="round",
        )
    if name in ("hill", "hills"):
        return path("M-14 7A7.5 8 0 0 1 1 7ZM-2 7A8 11 0 0 1 14 7Z", fill=theme.land)
    if name in ("forest", "wood"):
        return path("M-8 8L-8 4L-14 4L-7 -8L0 4L-6 4L-6 8ZM6 8L6 4L0 4L7 -8L14 4L8 4L8 8Z", fill=theme.land)
    return text(name, (0, 0), 11, colour=theme.land, width=40)


def barrier(orientation: Orientation, edge: int, theme: Theme, *, cost: str = "") -> Element:
    """A side that cannot be crossed, or only for money."""
    one, other = (
        towards(orientation, edge - 0.5, CORNER),
        towards(orientation, edge + 0.5, CORNER),
    )
    if not cost:
        return line(one, other, stroke=theme.barrier, stroke_width=7, stroke_linecap="round")
    middle = edge_middle(orientation, edge)
    width = text_width(cost, 12, bold=True) + 8
    return group(
        line(one, other, stroke=theme.water, stroke_width=7, stroke_dasharray="10 5"),
        rect(
            middle[0] - width / 2,
            middle[1] - 8,
            width,
            16,
            rx=3,
            fill=theme.paper,
            stroke=theme.water,
            stroke_width=1.5,
        ),
        text(cost, middle, 12, bold=True, colour=theme.ink),
    )
