"""Places of hexes: names, doubled coordinates, neighbours, distance and drawing positions.

Hexes are named by a letter and a number. Which of the two counts rows is the map's
:class:`Axes`; either way the *number or letter along a line* advances by two from hex to hex
("doubled" coordinates), so neighbours are found by adding a fixed step to (row, column).
"""

from __future__ import annotations

import math
import re
from typing import Final, Literal

from open18xx.geometry.edges import EDGES

HexId = str
Orientation = Literal["pointy", "flat"]
Axes = Literal["letter_rows", "letter_columns"]

#: (rows down, columns right) from a hex to its neighbour across each edge.
STEPS: Final[dict[Orientation, tuple[tuple[int, int], ...]]] = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)),
}

EDGE_NAMES: Final[dict[Orientation, tuple[str, ...]]] = {
    "pointy": ("SW", "W", "NW", "NE", "E", "SE"),
    "flat": ("S", "SW", "NW", "N", "NE", "SE"),
}

_NAME = re.compile(r"([A-Z]+)(-?[0-9]+)")


class BadHexName(ValueError):
    """A hex name is not letters followed by a number."""


def letters_to_number(letters: str) -> int:
    """Number of a letter code: A=1 … Z=26, AA=27.

    >>> letters_to_number("A"), letters_to_number("AA")
    (1, 27)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def number_to_letters(number: int) -> str:
    """Inverse of :func:`letters_to_number`.

    >>> number_to_letters(27)
    'AA'
    """
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def default_axes(orientation: Orientation) -> Axes:
    """Usual meaning of hex names: letters count rows on pointy maps, columns on flat maps."""
    return "letter_rows" if orientation == "pointy" else "letter_columns"


def parse_hex(name: HexId, axes: Axes) -> tuple[int, int]:
    """(row, column) of a hex name, both counted from the letter A = 1.

    Raises:
        BadHexName: the name is not capital letters and a number.

    >>> parse_hex("G9", "letter_rows"), parse_hex("G9", "letter_columns")
    ((7, 9), (9, 7))
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise BadHexName(f"hex name {name!r} should be capital letters and a number, such as 'G9'")
    letter, number = letters_to_number(match[1]), int(match[2])
    return (letter, number) if axes == "letter_rows" else (number, letter)


def hex_name(row: int, column: int, axes: Axes) -> HexId:
    """Name of the hex at (row, column); inverse of :func:`parse_hex`."""
    letter, number = (row, column) if axes == "letter_rows" else (column, row)
    return f"{number_to_letters(letter)}{number}"


def step(orientation: Orientation, row: int, column: int, edge: int) -> tuple[int, int]:
    """(row, column) of the place across ``edge``.

    >>> step("pointy", 7, 9, 4)
    (7, 11)
    """
    down, right = STEPS[orientation][edge]
    return row + down, column + right


def distance(orientation: Orientation, a: tuple[int, int], b: tuple[int, int]) -> int:
    """Number of hex sides crossed by the straightest way between two places.

    >>> distance("pointy", (7, 9), (9, 13))
    3
    """
    rows, columns = abs(a[0] - b[0]), abs(a[1] - b[1])
    along, across = (columns, rows) if orientation == "pointy" else (rows, columns)
    return across + max(0, (along - across) // 2)


def edge_between(orientation: Orientation, a: tuple[int, int], b: tuple[int, int]) -> int | None:
    """Edge of ``a`` that faces its neighbour ``b``; None when they are not neighbours."""
    difference = (b[0] - a[0], b[1] - a[1])
    for edge in EDGES:
        if STEPS[orientation][edge] == difference:
            return edge
    return None


def centre(orientation: Orientation, row: int, column: int) -> tuple[float, float]:
    """Drawing position of a hex centre; x to the right, y down, hex side length 1."""
    half_width = math.sqrt(3) / 2
    if orientation == "pointy":
        return column * half_width, row * 1.5
    return column * 1.5, row * half_width


def direction(orientation: Orientation, edge: float) -> float:
    """Angle in degrees, clockwise from the right (y down), from the centre to an edge's middle.

    Halves point at corners: 2.5 is the corner between edges 2 and 3.
    """
    first = 120.0 if orientation == "pointy" else 90.0
    return (first + 60.0 * edge) % 360.0
