"""Values of a stop that depend on the phase, or on rules that no number tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from open18xx.definition.tiles import Stop
from open18xx.render.font import text_width
from open18xx.render.hexagon import box, filled
from open18xx.render.room import Room
from open18xx.render.svg import Element, Point, group
from open18xx.render.theme import Theme
from open18xx.render.words import text


@dataclass(frozen=True, slots=True)
class Band:
    """A band of values that depend on the phase.

    Attributes:
        colour: of the tiles at the time.
        mark: what tells it apart without colour, such as the phase it begins in.
    """

    colour: str
    mark: str


def is_worth(stop: Stop) -> bool:
    """Whether a stop has a value of its own."""
    return any(stop.revenue) or bool(stop.tagged_revenue)


def unknown_value(room: Room, theme: Theme, wish: Point) -> Element:
    """A box for a place whose value only the rules tell."""
    at = room.find(30, 26, [wish, (wish[0], wish[1] + 12)], careful=True)
    shape = box(at[0] - 15, at[1] - 13, 30, 26)
    return group(
        filled(shape, theme.fill("blank"), scale=0.6, stroke=theme.ink, stroke_width=1),
        text("*", (at[0], at[1] + 6), 28, bold=True, colour=theme.ink),
    )


def band_boxes(room: Room, theme: Theme, stop: Stop, bands: Sequence[Band], wish: Point | None) -> Element:
    """Boxes side by side or in two rows, one a band of values.

    Args:
        room: where they must find a place.
        wish: where they would best lie.
    """
    cells = _cells(stop, bands)
    widths = (max(text_width(value, 18, bold=True), text_width(mark, 11)) for value, mark, _ in cells)
    width, height = max(30.0, max(widths) + 5), 34.0
    places = [] if wish is None else [(wish[0], wish[1] + dy) for dy in (0.0, 12.0, -12.0, 24.0, -24.0)]
    ways = []
    for columns in dict.fromkeys((len(cells), (len(cells) + 1) // 2)):
        whole = columns * width, -(-len(cells) // columns) * height
        at, cost = room.best(*whole, places, margin=6, careful=True)
        ways.append((cost, whole, at, columns))
    _, (whole_width, whole_height), at, columns = min(ways, key=lambda way: way[0])
    room.take_box(at, whole_width + 2, whole_height + 4)
    drawn: list[Element] = []
    for order, (value, mark, colour) in enumerate(cells):
        x = at[0] - whole_width / 2 + order % columns * width
        y = at[1] - whole_height / 2 + order // columns * height
        fill = theme.fill(colour)
        drawn.append(filled(box(x, y, width, height), fill, scale=0.6, stroke=theme.ink, stroke_width=1))
        middle = x + width / 2
        low = y + (11 if mark else height / 2)
        drawn.append(text(value, (middle, low), 18, bold=True, colour=theme.ink, halo=fill.colour))
        if mark:
            below = (middle, y + 26.5)
            drawn.append(text(mark, below, 11, colour=theme.ink, halo=fill.colour, width=width - 2))
    return group(*drawn)


def _cells(stop: Stop, bands: Sequence[Band]) -> list[tuple[str, str, str]]:
    """Value, mark and colour of each box."""
    cells: list[tuple[str, str, str]] = []
    for order in range(max(len(stop.revenue), 1)):
        band = bands[order] if order < len(bands) else Band("blank", "")
        mark = band.mark if len(stop.revenue) > 1 else ""
        colour = band.colour if len(stop.revenue) > 1 else "blank"
        cells.append((str(stop.revenue[order]), mark, colour))
    cells += [(str(amount), tag, "blank") for tag, amount in stop.tagged_revenue]
    return cells
