"""Sizes of paper and cards, and lengths as people write them. Everything is in millimetres."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from open18xx.errors import Open18xxError

INCH: Final = 25.4
#: What common printers leave white along every edge.
UNPRINTABLE: Final = 4.3


class UnknownSize(Open18xxError):
    """A size of paper, a card or a length that is not understood."""


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in millimetres; paper stands upright."""

    name: str
    width: float
    height: float

    def turned(self) -> Size:
        """The same lying on its side."""
        return Size(self.name, self.height, self.width)


def _series(letter: str, width: int, height: int) -> dict[str, tuple[float, float]]:
    """An ISO series: each size is half the one before, rounded down."""
    found: dict[str, tuple[float, float]] = {}
    for number in range(11):
        found[f"{letter}{number}"] = (float(width), float(height))
        width, height = height // 2, width
    return found


_US: Final[dict[str, tuple[float, float]]] = {
    "letter": (8.5, 11),
    "legal": (8.5, 14),
    "tabloid": (11, 17),
    "ledger": (11, 17),
    "statement": (5.5, 8.5),
    "half-letter": (5.5, 8.5),
    "executive": (7.25, 10.5),
    "government-letter": (8, 10.5),
    "super-b": (13, 19),
    "ansi-a": (8.5, 11),
    "ansi-b": (11, 17),
    "ansi-c": (17, 22),
    "ansi-d": (22, 34),
    "ansi-e": (34, 44),
    "arch-a": (9, 12),
    "arch-b": (12, 18),
    "arch-c": (18, 24),
    "arch-d": (24, 36),
    "arch-e": (36, 48),
    "arch-e1": (30, 42),
}

PAPERS: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        **_series("a", 841, 1189),
        **_series("b", 1000, 1414),
        **_series("c", 917, 1297),
        **{name: (width * INCH, height * INCH) for name, (width, height) in _US.items()},
    }
)

#: Usual sizes of cards, lying on their long side.
CARDS: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        "mini-euro": (68.0, 44.0),
        "mini-american": (63.0, 41.0),
        "euro": (92.0, 59.0),
        "american": (87.0, 56.0),
        "bridge": (3.5 * INCH, 2.25 * INCH),
        "poker": (3.5 * INCH, 2.5 * INCH),
        "tarot": (4.75 * INCH, 2.75 * INCH),
        "business": (3.5 * INCH, 2.0 * INCH),
        "half-business": (2.0 * INCH, 1.75 * INCH),
    }
)

_LENGTH: Final = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*(mm|cm|in|inch|\"|)")
_PAIR: Final = re.compile(r"([0-9.]+)\s*[x×]\s*([0-9.]+)\s*(mm|cm|in|inch|\"|)")
_UNITS: Final = {"mm": 1.0, "": 1.0, "cm": 10.0, "in": INCH, "inch": INCH, '"': INCH}


def length(words: str, what: str, *, least: float = 0.0, most: float = 5000.0) -> float:
    """A length such as ``38``, ``38mm`` or ``1.5in`` in millimetres.

    Raises:
        UnknownSize: it is no length, or out of bounds.

    >>> length("1.5in", "the tile size")
    38.1
    """
    match = _LENGTH.fullmatch(words.strip().lower())
    if match is None:
        raise UnknownSize(f"{what} should be a length such as '38mm' or '1.5in', not {words!r}")
    value = round(float(match[1]) * _UNITS[match[2]], 4)
    if not least <= value <= most:
        raise UnknownSize(f"{what} should be between {least:g} and {most:g} mm, not {value:g} mm")
    return value


def paper(name: str) -> Size:
    """A size of paper by its name, or as ``WIDTHxHEIGHT`` with a unit.

    Raises:
        UnknownSize: there is no such size.

    >>> paper("A4").width, paper("8.5x11in").height
    (210.0, 279.4)
    """
    return _size(name, PAPERS, "paper", least=50.0)


def card(name: str) -> Size:
    """A size of cards, lying on its long side.

    Raises:
        UnknownSize: there is no such size.
    """
    found = _size(name, CARDS, "card size", least=25.0)
    return found if found.width >= found.height else found.turned()


def _size(name: str, known: Mapping[str, tuple[float, float]], what: str, *, least: float) -> Size:
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key in known:
        return Size(key, *known[key])
    match = _PAIR.fullmatch(name.strip().lower())
    if match is not None:
        unit = match[3] or "mm"
        sides = [length(f"{side}{unit}", f"the {what}", least=least) for side in (match[1], match[2])]
        return Size(name.strip(), sides[0], sides[1])
    near = get_close_matches(key, known, n=1)
    hint = (
        f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}, and sizes such as 200x300mm"
    )
    raise UnknownSize(f"there is no {what} {name!r}; {hint}")
