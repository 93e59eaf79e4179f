"""The frame of a sheet: margins, footer with scale bar, lines to cut along, marks to crop at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from open18xx.reference.layouts import Box
from open18xx.reference.paper import INCH, UNPRINTABLE, Size
from open18xx.render.font import FAMILIES, fitting_size, style_sheet
from open18xx.render.look import Look
from open18xx.render.svg import Element, Point, circle, document, group, line, number, path, rect
from open18xx.render.words import text

FOOTER: Final = 7.0
#: Length of a crop mark.
MARK: Final = 4.0
CUT_COLOUR: Final = "#7a7a7a"
CUT_WIDTH: Final = 0.12


@dataclass(frozen=True, slots=True)
class Settings:
    """How sheets are made. Lengths in millimetres.

    Attributes:
        paper: upright; sheets are turned where more fits.
        margin: kept free along every edge; the footer lies inside it, at the bottom.
        tile_size: width of a tile across its sides; hex_size: of a hex of the map.
        gap: between tiles; gutter: between cards and tokens.
        bleed: how far grounds go on outside what is cut out.
        layout: of tile sheets: a name or a file.
        overlap: of neighbouring pages of a map or market.
        token_size: diameter of tokens.
        card_size: of trains, private companies and certificates, lying on the long side.
        unlimited: copies made of what has no limit and no printed number.
        inches: the scale bar counts inches.
    """

    paper: Size
    margin: float = 8.0
    tile_size: float = 38.0
    hex_size: float = 40.0
    gap: float = 0.0
    gutter: float = 0.0
    bleed: float = 0.0
    layout: str = "dense"
    overlap: float = 10.0
    token_size: float = 10.5
    card_size: Size = field(default_factory=lambda: Size("mini-euro", 68.0, 44.0))
    market_cell: tuple[float, float] = (24.0, 22.0)
    cut_lines: bool = True
    crop_marks: bool = True
    footer: bool = True
    unlimited: int = 10
    inches: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet before it gets its footer.

    Attributes:
        part: what it belongs to, such as ``tiles``.
        title: what is on it.
        body: everything on it, in millimetres from the upper left corner of the sheet.
        footer: where its footer lies: left, top, right, bottom.
        paper: name of its size, for people; empty for a size of its own.
    """

    part: str
    title: str
    width: float
    height: float
    body: Element
    footer: Box
    paper: str = ""


Format = Literal["upright", "lying"]


def page_size(settings: Settings, form: Format) -> tuple[float, float]:
    """Width and height of the paper, upright or lying on its side."""
    low, high = sorted((settings.paper.width, settings.paper.height))
    return (low, high) if form == "upright" else (high, low)


def content_box(settings: Settings, form: Format) -> Box:
    """Where things may lie on a sheet: inside the margins and above the footer."""
    width, height = page_size(settings, form)
    below = FOOTER if settings.footer else 0.0
    return settings.margin, settings.margin, width - settings.margin, height - settings.margin - below


def footer_box(settings: Settings, width: float, height: float) -> Box:
    """Where the footer lies: under the content, still where printers print."""
    side = max(settings.margin, UNPRINTABLE + 1)
    bottom = height - max(UNPRINTABLE, settings.margin - 3.0)
    return side, bottom - FOOTER + 1.0, width - side, bottom


def sheet(settings: Settings, form: Format, part: str, title: str, body: Element) -> Sheet:
    """A sheet of the paper of the settings."""
    width, height = page_size(settings, form)
    return Sheet(part, title, width, height, body, footer_box(settings, width, height), settings.paper.name)


def framed(look: Look, item: Sheet, at: int, of: int, settings: Settings, *, fonts: bool = False) -> Element:
    """The whole drawing of a sheet, number ``at`` of ``of`` of its part.

    Args:
        fonts: bring the fonts along inside the drawing.
    """
    footer = _footer(look, item, at, of, settings) if settings.footer else None
    return document(
        item.width,
        item.height,
        rect(0, 0, item.width, item.height, fill=look.theme.paper),
        group(item.body, footer, font_family=FAMILIES),
        title=f"{look.title.name}: {item.title}, sheet {at} of {of}",
        style=style_sheet() if fonts else "",
    )


def _footer(look: Look, item: Sheet, at: int, of: int, settings: Settings) -> Element:
    left, top, right, bottom = item.footer
    theme = look.theme
    bar = _scale_bar(look, right, bottom, settings, item.width)
    bar_width = 58.0 if item.width > 130 else 32.0
    words = f"{look.title.name} {look.title.version} · {item.title} · sheet {at} of {of}"
    room = right - left - bar_width - 4
    size = fitting_size(words, 3.0, room)
    return group(text(words, (left, (top + bottom) / 2 + 0.6), size, anchor="start", colour=theme.ink), bar)


def _scale_bar(look: Look, right: float, bottom: float, settings: Settings, width: float) -> Element:
    """A ruler to check the printer with: 50 mm or 2 inches, half of that on narrow sheets."""
    unit, steps, name = (INCH, 2, "in") if settings.inches else (10.0, 5, "mm")
    if width <= 130:
        steps = 1 if settings.inches else 2
    whole = unit * steps
    left = right - whole
    ticks = "".join(
        f"M{number(left + unit * step)} {number(bottom - 2.2)}V{number(bottom)}" for step in range(steps + 1)
    )
    label = f"{steps} in" if settings.inches else f"{number(whole)} {name}"
    return group(
        path(
            f"M{number(left)} {number(bottom - 1)}H{number(right)}",
            fill="none",
            stroke=look.theme.ink,
            stroke_width=0.2,
        ),
        path(ticks, fill="none", stroke=look.theme.ink, stroke_width=0.2),
        text(label, ((left + right) / 2, bottom - 3.4), 2.6, colour=look.theme.ink),
        class_="scale-bar",
    )


# -- cutting ---------------------------------------------------------------------------------


def cut(points: Sequence[Point]) -> Element:
    """A closed line to cut along."""
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"
    return path(d, fill="none", stroke=CUT_COLOUR, stroke_width=CUT_WIDTH, class_="cut")


def cut_circle(centre: Point, radius: float) -> Element:
    """A circle to cut along."""
    return circle(centre, radius, fill="none", stroke=CUT_COLOUR, stroke_width=CUT_WIDTH, class_="cut")


def cut_line(one: Point, other: Point) -> Element:
    """A straight line to cut along."""
    return line(one, other, stroke=CUT_COLOUR, stroke_width=CUT_WIDTH, class_="cut")


def crop_mark(one: Point, other: Point) -> Element:
    """A short line that shows where to cut."""
    return line(one, other, stroke="#000000", stroke_width=0.12, class_="crop")


def line_marks(one: Point, other: Point, length: float = MARK) -> list[Element]:
    """Marks at both ends of a long cut, inside its ends."""
    whole = math.dist(one, other)
    if whole < 2 * length:
        return [crop_mark(one, other)]
    part = length / whole
    x, y = other[0] - one[0], other[1] - one[1]
    return [
        crop_mark(one, (one[0] + part * x, one[1] + part * y)),
        crop_mark((other[0] - part * x, other[1] - part * y), other),
    ]


def grid_marks(
    edges_x: Sequence[float], edges_y: Sequence[float], block: Box, bleed: float = 0.0
) -> list[Element]:
    """Marks around a block of cards, at every edge to be cut."""
    left, top, right, bottom = block
    off = max(1.0, bleed + 0.5)
    drawn: list[Element] = []
    for x in edges_x:
        drawn.append(crop_mark((x, top - off), (x, top - off - MARK)))
        drawn.append(crop_mark((x, bottom + off), (x, bottom + off + MARK)))
    for y in edges_y:
        drawn.append(crop_mark((left - off, y), (left - off - MARK, y)))
        drawn.append(crop_mark((right + off, y), (right + off + MARK, y)))
    return drawn
