"""Drawings larger than a sheet: as one page of their own size, and over several pages to be joined."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from open18xx.definition.market import Space
from open18xx.reference.frame import Format, Settings, Sheet, content_box, footer_box, sheet
from open18xx.reference.sheets import too_small
from open18xx.render.legend import legend_rows, map_legend
from open18xx.render.look import Look
from open18xx.render.map import OnMap, map_drawing
from open18xx.render.market import market_drawing
from open18xx.render.svg import Element, circle, el, group, line, moved, number, path, rect
from open18xx.render.words import text

_FORMATS: Final[tuple[Format, Format]] = ("upright", "lying")
_CLIP_COLOUR: Final = "#7a7a7a"


@dataclass(frozen=True, slots=True)
class Poster:
    """A large drawing, with its upper left corner in (0, 0).

    Attributes:
        title: what it shows.
    """

    part: str
    title: str
    element: Element
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a poster is cut into pages.

    Attributes:
        columns: pages side by side; rows: pages one below the other.
        window: width and height of what a page shows.
        overlap: of neighbouring pages, in millimetres.
    """

    form: Format
    columns: int
    rows: int
    window: tuple[float, float]
    overlap: float

    def left(self, column: int) -> float:
        """Where a column of pages begins on the poster."""
        return column * (self.window[0] - self.overlap)

    def top(self, row: int) -> float:
        """Where a row of pages begins on the poster."""
        return row * (self.window[1] - self.overlap)


def poster_sheet(poster: Poster, settings: Settings) -> Sheet:
    """One page as large as the poster and its margins, at least wide enough for the footer."""
    margin = max(settings.margin, 5.0)
    width = max(poster.width, 120.0) + 2 * margin
    height = poster.height + 2 * margin + 7.0
    left = (width - poster.width) / 2
    return Sheet(
        poster.part,
        f"{poster.title} (one page)",
        round(width, 3),
        round(height, 3),
        moved(left, margin, poster.element),
        footer_box(settings, width, height),
    )


def tiling(poster: Poster, settings: Settings) -> Tiling:
    """The way to lay pages over a poster that needs the fewest.

    Raises:
        UnknownSize: the overlap leaves nothing of a page.
    """
    found: list[Tiling] = []
    for form in _FORMATS:
        left, top, right, bottom = content_box(settings, form)
        window = right - left, bottom - top
        if min(window) <= 2 * settings.overlap:
            continue
        columns = _needed(poster.width, window[0], settings.overlap)
        rows = _needed(poster.height, window[1], settings.overlap)
        found.append(Tiling(form, columns, rows, window, settings.overlap))
    if not found:
        raise too_small(f"pages with an overlap of {settings.overlap:g} mm", settings)
    return min(found, key=lambda item: item.columns * item.rows)


def _needed(length: float, window: float, overlap: float) -> int:
    return max(1, math.ceil((length - overlap) / (window - overlap) - 1e-9))


def tiled_sheets(look: Look, poster: Poster, settings: Settings) -> list[Sheet]:
    """The poster over several pages: a plan of them, then the pages, row by row.

    Neighbouring pages overlap. Each carries its place in the plan, a line where it may be cut off, and the
    same marks as its neighbour in the overlap, which must come to lie on one another.
    """
    plan = tiling(poster, settings)
    if plan.columns * plan.rows == 1:
        box = content_box(settings, plan.form)
        x = box[0] + (plan.window[0] - poster.width) / 2
        return [sheet(settings, plan.form, poster.part, poster.title, moved(x, box[1], poster.element))]
    made = [_plan_sheet(look, poster, plan, settings)]
    for row in range(plan.rows):
        for column in range(plan.columns):
            made.append(_page(look, poster, plan, settings, row, column))
    return made


def page_name(row: int, column: int) -> str:
    """Name of a page in the plan: letter of its row, number in it.

    >>> page_name(1, 2)
    'B3'
    """
    return f"{chr(ord('A') + row)}{column + 1}"


def _page(look: Look, poster: Poster, plan: Tiling, settings: Settings, row: int, column: int) -> Sheet:
    left, top, _, _ = content_box(settings, plan.form)
    x, y = plan.left(column), plan.top(row)
    width = min(plan.window[0], poster.width - x)
    height = min(plan.window[1], poster.height - y)
    window = el(
        "svg",
        poster.element,
        x=left,
        y=top,
        width=width,
        height=height,
        viewBox=f"{number(x)} {number(y)} {number(width)} {number(height)}",
        overflow="hidden",
        class_="window",
    )
    marks: list[Element] = []
    ink = look.theme.ink
    if settings.crop_marks:
        for edge in (left, left + width):
            marks += [
                line((edge, top - 1), (edge, top - 4), stroke=ink, stroke_width=0.12, class_="crop"),
                line(
                    (edge, top + height + 1),
                    (edge, top + height + 4),
                    stroke=ink,
                    stroke_width=0.12,
                    class_="crop",
                ),
            ]
        for edge in (top, top + height):
            marks += [
                line((left - 1, edge), (left - 4, edge), stroke=ink, stroke_width=0.12, class_="crop"),
                line(
                    (left + width + 1, edge),
                    (left + width + 4, edge),
                    stroke=ink,
                    stroke_width=0.12,
                    class_="crop",
                ),
            ]
    marks += _joins(plan, row, column, (left, top), (width, height))
    title = f"{poster.title}, page {page_name(row, column)} of {page_name(plan.rows - 1, plan.columns - 1)}"
    return sheet(settings, plan.form, poster.part, title, group(window, *marks))


def _joins(
    plan: Tiling, row: int, column: int, at: tuple[float, float], size: tuple[float, float]
) -> list[Element]:
    """Lines at the end of the overlaps and marks in them, the same on both pages."""
    left, top = at
    width, height = size
    over = plan.overlap
    drawn: list[Element] = []
    if over <= 0:
        return drawn
    if column > 0:
        drawn.append(_fold((left + over, top), (left + over, top + height)))
    if row > 0:
        drawn.append(_fold((left, top + over), (left + width, top + over)))
    right_column, lower_row = column < plan.columns - 1, row < plan.rows - 1
    vertical = [(left + over / 2, column - 1)] if column > 0 else []
    vertical += [(left + width - over / 2, column)] if right_column else []
    for x, seam in vertical:
        for part in (0.25, 0.75):
            y = top + plan.window[1] * part
            if y < top + height:
                drawn.append(_join_mark(x, y, over, f"{page_name(row, seam)}|{page_name(row, seam + 1)}"))
    across = [(top + over / 2, row - 1)] if row > 0 else []
    across += [(top + height - over / 2, row)] if lower_row else []
    for y, seam in across:
        for part in (0.25, 0.75):
            x = left + plan.window[0] * part
            if x < left + width:
                drawn.append(
                    _join_mark(x, y, over, f"{page_name(seam, column)}|{page_name(seam + 1, column)}")
                )
    return drawn


def _fold(one: tuple[float, float], other: tuple[float, float]) -> Element:
    return line(
        one, other, stroke=_CLIP_COLOUR, stroke_width=0.12, stroke_dasharray="1.5 1.5", class_="overlap"
    )


def _join_mark(x: float, y: float, over: float, words: str) -> Element:
    """A cross in a circle, with the names of the two pages that share it."""
    radius = min(2.0, over * 0.3)
    reach = radius * 1.5
    across = f"M{number(x - reach)} {number(y)}H{number(x + reach)}"
    d = f"{across}M{number(x)} {number(y - reach)}V{number(y + reach)}"
    return group(
        circle((x, y), radius, fill="#ffffff", fill_opacity=0.6, stroke="#000000", stroke_width=0.12),
        path(d, stroke="#000000", stroke_width=0.12),
        text(
            words, (x + radius * 1.7, y - radius * 0.9), 1.9, anchor="start", colour="#000000", halo="#ffffff"
        ),
        class_="join",
    )


def _plan_sheet(look: Look, poster: Poster, plan: Tiling, settings: Settings) -> Sheet:
    """An overview of the poster with the pages on it."""
    left, top, right, bottom = content_box(settings, plan.form)
    head = 16.0
    scale = min((right - left) / poster.width, (bottom - top - head) / poster.height)
    x = left + (right - left - poster.width * scale) / 2
    theme = look.theme
    parts: list[Element] = [
        text(
            f"{look.title.name}: {poster.title}, plan of the pages",
            (left, top + 3),
            5.5,
            bold=True,
            anchor="start",
        ),
        text(
            f"Pages overlap by {plan.overlap:g} mm: cut one of two neighbours along its dashed line, lay the "
            "marks on one another and glue.",
            (left, top + 10),
            3.2,
            anchor="start",
            width=right - left,
        ),
        moved(x, top + head, poster.element, scale=scale),
    ]
    for row in range(plan.rows):
        for column in range(plan.columns):
            at = x + plan.left(column) * scale, top + head + plan.top(row) * scale
            width = min(plan.window[0], poster.width - plan.left(column)) * scale
            height = min(plan.window[1], poster.height - plan.top(row)) * scale
            parts.append(rect(*at, width, height, fill="none", stroke=theme.barrier, stroke_width=0.6))
            middle = at[0] + width / 2, at[1] + height / 2
            parts.append(
                circle(middle, 6, fill=theme.paper, fill_opacity=0.85, stroke=theme.barrier, stroke_width=0.4)
            )
            parts.append(text(page_name(row, column), middle, 5.5, bold=True, colour=theme.ink))
    return sheet(settings, plan.form, poster.part, f"{poster.title}, plan of the pages", group(*parts))


# -- the map and the market as posters ---------------------------------------------------------


def map_poster(look: Look, settings: Settings, lying: OnMap | None = None, title: str = "map") -> Poster:
    """The map with its name above and its signs explained below."""
    drawing = map_drawing(look, settings.hex_size, lying)
    head = 11.0
    legend, legend_height = legend_rows(map_legend(look), drawing.width, look)
    height = head + drawing.height + legend_height
    subtitle = look.title.subtitle
    element = group(
        text(look.title.name, (3, 5), 9, bold=True, anchor="start", colour=look.theme.ink),
        text(
            subtitle,
            (drawing.width - 3, 5),
            5,
            anchor="end",
            colour=look.theme.ink,
            width=drawing.width * 0.7,
        )
        if subtitle
        else None,
        moved(0, head, drawing.element),
        moved(0, head + drawing.height, legend),
    )
    return Poster("map", title, element, drawing.width, height)


def market_poster(
    look: Look, settings: Settings, markers: Mapping[Space, Sequence[str]] | None = None
) -> Poster:
    """The market with its signs explained below, empty or with the markers of a position."""
    drawing = market_drawing(look, settings.market_cell, markers)
    head = 14.0
    legend, legend_height = legend_rows(drawing.legend, drawing.width, look)
    element = group(
        text(f"{look.title.name}: stock market", (1, 6), 8, bold=True, anchor="start", colour=look.theme.ink),
        moved(0.5, head, drawing.element),
        moved(0, head + drawing.height + 3, legend),
    )
    return Poster(
        "market", "stock market", element, drawing.width + 1, head + drawing.height + 3 + legend_height
    )
