"""Texts as elements: centred where they are put, made smaller to fit."""

from __future__ import annotations

from collections.abc import Sequence

from open18xx.render.font import CAP_HEIGHT, fitting_size
from open18xx.render.svg import Element, Point, el, group, number

#: Distance between lines of one text, as a part of the font size.
LINE: float = 1.15


def text(
    words: str,
    at: Point,
    size: float,
    *,
    bold: bool = False,
    anchor: str = "middle",
    colour: str | None = None,
    width: float | None = None,
    halo: str | None = None,
    turn: float = 0.0,
) -> Element:
    """A line of text whose capitals are centred on the height of ``at``.

    Args:
        anchor: what of the line lies at ``at``: ``start``, ``middle`` or ``end``.
        width: made smaller to be no wider.
        halo: colour of a border around the letters.
        turn: degrees clockwise around ``at``.
    """
    if width is not None:
        size = fitting_size(words, size, width, bold=bold)
    return el(
        "text",
        words,
        x=at[0],
        y=at[1] + size * CAP_HEIGHT / 2,
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=colour,
        stroke=halo,
        stroke_width=size * 0.22 if halo else None,
        stroke_linejoin="round" if halo else None,
        paint_order="stroke" if halo else None,
        transform=f"rotate({number(turn)} {number(at[0])} {number(at[1])})" if turn else None,
    )


def lines(
    rows: Sequence[str],
    at: Point,
    size: float,
    *,
    bold: bool = False,
    anchor: str = "middle",
    colour: str | None = None,
    width: float | None = None,
    halo: str | None = None,
) -> Element:
    """Several lines whose whole block is centred on the height of ``at``, all of one size."""
    if width is not None:
        size = min(fitting_size(row, size, width, bold=bold) for row in rows)
    step = size * LINE
    top = at[1] - step * (len(rows) - 1) / 2
    made = [
        text(row, (at[0], top + step * number_), size, bold=bold, anchor=anchor, colour=colour, halo=halo)
        for number_, row in enumerate(rows)
    ]
    return made[0] if len(made) == 1 else group(*made)


def paragraph(
    rows: Sequence[str], top_left: Point, size: float, *, bold: bool = False, colour: str | None = None
) -> Element:
    """Lines from their upper left corner down."""
    step = size * LINE
    return group(
        *(
            text(
                row,
                (top_left[0], top_left[1] + size * CAP_HEIGHT / 2 + step * number_),
                size,
                bold=bold,
                anchor="start",
                colour=colour,
            )
            for number_, row in enumerate(rows)
        )
    )
