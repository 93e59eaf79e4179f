"""The map and the market as one large drawing each, and a page of their own size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from open18xx.definition.market import Space
from open18xx.reference.frame import Settings, Sheet, footer_box
from open18xx.reference.tiling import Poster
from open18xx.render.legend import legend_rows, map_legend
from open18xx.render.look import Look
from open18xx.render.map import OnMap, map_drawing
from open18xx.render.market import market_drawing
from open18xx.render.svg import group, moved
from open18xx.render.words import text

#: How wide the legend of a market becomes at most, so that it lies on few pages, in millimetres.
_LEGEND: Final = 230.0


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
    half = settings.hex_size / 2
    contents = [(x - half, y + head - half, x + half, y + head + half) for x, y in drawing.centres.values()]
    contents.append((0.0, head + drawing.height, drawing.width, height))
    return Poster("map", title, element, drawing.width, height, tuple(contents))


def market_poster(
    look: Look, settings: Settings, markers: Mapping[Space, Sequence[str]] | None = None
) -> Poster:
    """The market with its signs explained below, empty or with the markers of a position."""
    drawing = market_drawing(look, settings.market_cell, markers)
    head = 14.0
    legend, legend_height = legend_rows(drawing.legend, min(drawing.width, _LEGEND), look)
    element = group(
        text(f"{look.title.name}: stock market", (1, 6), 8, bold=True, anchor="start", colour=look.theme.ink),
        moved(0.5, head, drawing.element),
        moved(0, head + drawing.height + 3, legend),
    )
    wide, high = drawing.cell
    height = head + drawing.height + 3 + legend_height
    contents = [
        (column * wide, head + row * high, (column + 1) * wide, head + (row + 1) * high)
        for row, prices in enumerate(look.title.market.rows)
        for column, price in enumerate(prices)
        if price is not None
    ]
    contents.append((0.0, head + drawing.height, _LEGEND, height))
    return Poster("market", "stock market", element, drawing.width + 1, height, tuple(contents))
