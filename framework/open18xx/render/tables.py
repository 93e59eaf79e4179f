"""Tables as drawings: columns as wide as their texts need, rows as high as their lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from open18xx.render.font import CAP_HEIGHT, text_width, wrapped
from open18xx.render.svg import Element, group, line, moved, rect
from open18xx.render.words import LINE, text

_PAD: Final = 1.2


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawing in a cell, around (0, 0)."""

    element: Element
    width: float


Cell = str | Sign


@dataclass(frozen=True, slots=True)
class Drawn:
    """Something drawn from (0, 0) down."""

    element: Element
    height: float


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]], width: float, size: float, ink: str) -> Drawn:
    """A table as wide as given; the longest columns give way first and break their lines."""
    columns = len(head)
    wanted = [
        max(
            text_width(head[column], size, True),
            *(_width(row[column], size) for row in rows),
            2.0,
        )
        + 2 * _PAD
        for column in range(columns)
    ]
    widths = _shared(wanted, width)
    parts: list[Element] = []
    y = 0.0
    for number_, row in enumerate([head, *rows]):
        bold = number_ == 0
        cells = [
            cell if isinstance(cell, Sign) else wrapped(cell, size, widths[column] - 2 * _PAD, bold=bold)
            for column, cell in enumerate(row)
        ]
        lines = max((len(cell) for cell in cells if not isinstance(cell, Sign)), default=1)
        height = max(1, lines) * size * LINE + 2 * _PAD * 0.7
        if bold:
            parts.append(rect(0, y, width, height, fill="#e9e9e9"))
        x = 0.0
        for column, cell in enumerate(cells):
            if isinstance(cell, Sign):
                parts.append(moved(x + _PAD + cell.width / 2, y + height / 2, cell.element))
            else:
                for order, words in enumerate(cell):
                    at = y + _PAD * 0.7 + size * (LINE - 1) / 2 + size * CAP_HEIGHT / 2 + size * 0.1
                    parts.append(
                        text(
                            words,
                            (x + _PAD, at + order * size * LINE),
                            size,
                            bold=bold,
                            anchor="start",
                            colour=ink,
                        )
                    )
            x += widths[column]
        y += height
        parts.append(line((0, y), (width, y), stroke=ink, stroke_width=0.1))
    return Drawn(group(*parts), y)


def _width(cell: Cell, size: float) -> float:
    return cell.width if isinstance(cell, Sign) else text_width(cell, size)


def _shared(wanted: Sequence[float], width: float) -> list[float]:
    """Widths that add up to ``width``: wider columns give up more, small ones keep what they need."""
    total = sum(wanted)
    if total <= width:
        return [item + (width - total) / len(wanted) for item in wanted]
    low, high = 0.0, max(wanted)
    for _ in range(60):
        cap = (low + high) / 2
        if sum(min(item, cap) for item in wanted) > width:
            high = cap
        else:
            low = cap
    return [min(item, low) for item in wanted]


def bullet_list(
    points: Sequence[str], width: float, size: float, ink: str, *, numbers: bool = False
) -> Drawn:
    """Points one below the other, with a hanging indent."""
    indent = size * (1.4 if numbers else 0.9)
    parts: list[Element] = []
    y = 0.0
    for number_, point in enumerate(points, 1):
        sign = f"{number_}." if numbers else "•"
        for order, words in enumerate(wrapped(point, size, width - indent)):
            at = y + size * LINE / 2
            if order == 0:
                parts.append(text(sign, (0, at), size, anchor="start", colour=ink))
            parts.append(text(words, (indent, at), size, anchor="start", colour=ink))
            y += size * LINE
        y += size * 0.12
    return Drawn(group(*parts), y)


def heading(words: str, width: float, size: float, ink: str) -> Drawn:
    """A heading with a line below."""
    height = size * 1.5
    return Drawn(
        group(
            text(words, (0, size * 0.6), size, bold=True, anchor="start", colour=ink),
            line((0, height * 0.86), (width, height * 0.86), stroke=ink, stroke_width=0.25),
        ),
        height,
    )


def stacked(parts: Sequence[Drawn], gap: float) -> Drawn:
    """Things one below the other."""
    drawn: list[Element] = []
    y = 0.0
    for part in parts:
        drawn.append(moved(0, y, part.element))
        y += part.height + gap
    return Drawn(group(*drawn), max(0.0, y - gap))
