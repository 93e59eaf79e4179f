"""A large drawing over several pages that are joined: the plan of the pages, overlaps, marks."""

from __future__ import annotations

import math
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from open18xx.reference.frame import Format, Settings, Sheet, content_box, sheet
from open18xx.reference.layouts import Box
from open18xx.reference.sheets import too_small
from open18xx.render.look import Look
from open18xx.render.svg import Element, circle, el, group, line, moved, number, path, rect
from open18xx.render.words import text

_FORMATS: Final[tuple[Format, Format]] = ("upright", "lying")
_CLIP_COLOUR: Final = "#7a7a7a"
#: A page of a plan: its row and its column.
Page = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Poster:
    """A large drawing, with its upper left corner in (0, 0).

    Attributes:
        title: what it shows.
        contents: boxes around everything it shows; a page with none of them is left out.
    """

    part: str
    title: str
    element: Element
    width: float
    height: float
    contents: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a poster is cut into pages.

    Attributes:
        columns: pages side by side; rows: pages one below the other.
        window: width and height of what a page shows; all pages show the same.
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
        even = (
            _even(poster.width, columns, settings.overlap),
            _even(poster.height, rows, settings.overlap),
        )
        found.append(Tiling(form, columns, rows, even, settings.overlap))
    if not found:
        raise too_small(f"pages with an overlap of {settings.overlap:g} mm", settings)
    return min(found, key=lambda item: item.columns * item.rows)


def _even(length: float, count: int, overlap: float) -> float:
    """What each of several pages shows, so that no page holds a mere strip."""
    return (length + (count - 1) * overlap) / count


def _needed(length: float, window: float, overlap: float) -> int:
    return max(1, math.ceil((length - overlap) / (window - overlap) - 1e-9))


def tiled_sheets(look: Look, poster: Poster, settings: Settings) -> list[Sheet]:
    """The poster over several pages: a plan of them, then the pages, row by row.

    Neighbouring pages overlap; pages that would be blank are left out. Each carries its place in the plan, a
    line where it may be cut off, and the same marks as its neighbour in the overlap, which must come to lie
    on one another.
    """
    plan = tiling(poster, settings)
    if plan.columns * plan.rows == 1:
        box = content_box(settings, plan.form)
        x = box[0] + (box[2] - box[0] - poster.width) / 2
        return [sheet(settings, plan.form, poster.part, poster.title, moved(x, box[1], poster.element))]
    kept = pages_kept(poster, plan)
    made = [_plan_sheet(look, poster, plan, settings, kept)]
    made += [_page(look, poster, plan, settings, page, kept) for page in sorted(kept)]
    return made


def pages_kept(poster: Poster, plan: Tiling) -> frozenset[Page]:
    """The pages that show something which the pages before them do not show."""
    every = [(row, column) for row in range(plan.rows) for column in range(plan.columns)]
    if not poster.contents:
        return frozenset(every)
    kept: set[Page] = set()
    for row, column in every:
        left, top = plan.left(column), plan.top(row)
        right, bottom = left + plan.window[0], top + plan.window[1]
        left += plan.overlap if (row, column - 1) in kept else 0.0
        top += plan.overlap if (row - 1, column) in kept else 0.0
        for box in poster.contents:
            if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]:
                kept.add((row, column))
                break
    return frozenset(kept)


def page_name(row: int, column: int) -> str:
    """Name of a page in the plan: letter of its row, number in it.

    >>> page_name(1, 2)
    'B3'
    """
    return f"{chr(ord('A') + row)}{column + 1}"


def _page(
    look: Look, poster: Poster, plan: Tiling, settings: Settings, page: Page, kept: AbstractSet[Page]
) -> Sheet:
    row, column = page
    box = content_box(settings, plan.form)
    width, height = plan.window
    left, top = box[0] + (box[2] - box[0] - width) / 2, box[1] + (box[3] - box[1] - height) / 2
    x, y = plan.left(column), plan.top(row)
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
    marks += _joins(plan, page, kept, (left, top), (width, height))
    title = f"{poster.title}, page {page_name(row, column)} of {page_name(plan.rows - 1, plan.columns - 1)}"
    return sheet(settings, plan.form, poster.part, title, group(window, *marks))


def _joins(
    plan: Tiling,
    page: Page,
    kept: AbstractSet[Page],
    at: tuple[float, float],
    size: tuple[float, float],
) -> list[Element]:
    """Lines at the end of the overlaps and marks in them, the same on both pages."""
    row, column = page
    left, top = at
    width, height = size
    over = plan.overlap
    drawn: list[Element] = []
    if over <= 0:
        return drawn
    before, above = (row, column - 1) in kept, (row - 1, column) in kept
    after, below = (row, column + 1) in kept, (row + 1, column) in kept
    if before:
        drawn.append(_fold((left + over, top), (left + over, top + height)))
    if above:
        drawn.append(_fold((left, top + over), (left + width, top + over)))
    vertical = [(left + over / 2, column - 1)] if before else []
    vertical += [(left + width - over / 2, column)] if after else []
    for x, seam in vertical:
        for part in (0.25, 0.75):
            y = top + plan.window[1] * part
            if y < top + height:
                drawn.append(_join_mark(x, y, over, f"{page_name(row, seam)}|{page_name(row, seam + 1)}"))
    across = [(top + over / 2, row - 1)] if above else []
    across += [(top + height - over / 2, row)] if below else []
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


def _plan_sheet(
    look: Look, poster: Poster, plan: Tiling, settings: Settings, kept: AbstractSet[Page]
) -> Sheet:
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
    for row, column in sorted(kept):
        at = x + plan.left(column) * scale, top + head + plan.top(row) * scale
        width, height = plan.window[0] * scale, plan.window[1] * scale
        parts.append(rect(*at, width, height, fill="none", stroke=theme.barrier, stroke_width=0.6))
        middle = at[0] + width / 2, at[1] + height / 2
        parts.append(
            circle(middle, 6, fill=theme.paper, fill_opacity=0.85, stroke=theme.barrier, stroke_width=0.4)
        )
        parts.append(text(page_name(row, column), middle, 5.5, bold=True, colour=theme.ink))
    return sheet(settings, plan.form, poster.part, f"{poster.title}, plan of the pages", group(*parts))
