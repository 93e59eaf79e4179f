"""The fonts of all drawings, and how wide their texts are.

Widths are read from the font files that come with the package, so that a text can be made to fit before
anything draws it. A character that the fonts lack counts as wide as an ``m``.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from open18xx.errors import Open18xxError

FAMILY: Final = "Open18xx Sans"
#: What drawings name, for programs that have not got the font.
FAMILIES: Final = "Open18xx Sans, Roboto Condensed, Arial Narrow, DejaVu Sans Condensed, sans-serif"
#: Height of capitals and figures, as a part of the font size.
CAP_HEIGHT: Final = 0.711
#: Depth below the line of letters such as ``g``, as a part of the font size.
DESCENT: Final = 0.2

_FILES: Final = {False: "Open18xxSans-Regular", True: "Open18xxSans-Bold"}


class FontMissing(Open18xxError):
    """The font files of the package are missing or damaged."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Widths of characters, as parts of the font size."""

    widths: Mapping[int, float]
    default: float

    def width(self, text: str) -> float:
        """Width of a text at font size 1."""
        return sum(self.widths.get(ord(letter), self.default) for letter in text)


def fonts_dir() -> Path:
    """Folder of the font files."""
    return Path(__file__).parent / "fonts"


def font_files() -> tuple[Path, ...]:
    """The fonts for programs that embed them.

    Raises:
        FontMissing: one of them is not there.
    """
    files = tuple(fonts_dir() / f"{name}.ttf" for name in _FILES.values())
    for file in files:
        if not file.is_file():
            raise FontMissing(f"the font {file} is missing; reinstall open18xx")
    return files


def has(character: str) -> bool:
    """Whether the fonts have a character."""
    return ord(character) in metrics().widths


@cache
def metrics(bold: bool = False) -> Metrics:
    """Widths of the regular or the bold font.

    Raises:
        FontMissing: the font file is missing or damaged.
    """
    file = fonts_dir() / f"{_FILES[bold]}.ttf"
    try:
        return _read(file.read_bytes())
    except (OSError, struct.error, KeyError, IndexError) as problem:
        raise FontMissing(
            f"the font {file} is missing or damaged ({problem}); reinstall open18xx"
        ) from problem


@cache
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of a text in the units of ``size``."""
    return metrics(bold).width(text) * size


def fitting_size(text: str, size: float, width: float, *, bold: bool = False) -> float:
    """The largest font size up to ``size`` at which a text is at most ``width`` wide."""
    wide = text_width(text, 1.0, bold)
    return size if wide * size <= width else width / wide


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> tuple[str, ...]:
    """A text broken into lines at most ``width`` wide; a longer word has a line of its own.

    >>> wrapped("one two three", 10, 40)
    ('one two', 'three')
    """
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        # A column as wide as its longest text has lost the last digits of that width in sums.
        if lines and text_width(joined, size, bold) <= width + 1e-6:
            lines[-1] = joined
        else:
            lines.append(word)
    return tuple(lines)


@cache
def style_sheet() -> str:
    """Style sheet that brings the fonts along inside a file.

    Raises:
        FontMissing: a font file is not there.
    """
    rules = []
    for bold, name in _FILES.items():
        file = fonts_dir() / f"{name}.woff2"
        try:
            data = base64.b64encode(file.read_bytes()).decode("ascii")
        except OSError as problem:
            raise FontMissing(f"the font {file} is missing; reinstall open18xx") from problem
        weight = "bold" if bold else "normal"
        rules.append(
            f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
            f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
        )
    return "".join(rules)


def _read(data: bytes) -> Metrics:
    """Widths from the tables ``head``, ``hhea``, ``hmtx`` and ``cmap`` (format 4) of a TrueType font."""
    count = struct.unpack_from(">H", data, 4)[0]
    tables: dict[bytes, int] = {}
    for entry in range(count):
        name, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * entry)
        tables[name] = offset
    units = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    metric_count = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]

    def advance(glyph: int) -> float:
        at = tables[b"hmtx"] + 4 * min(glyph, metric_count - 1)
        (found,) = struct.unpack_from(">H", data, at)
        return float(found) / float(units)

    widths = {code: advance(glyph) for code, glyph in _characters(data, tables[b"cmap"]).items()}
    return Metrics(widths, widths[ord("m")])


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Glyph number by character."""
    for entry in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        at = cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * entry)[0]
        if struct.unpack_from(">H", data, at)[0] != 4:
            continue
        segments = struct.unpack_from(">H", data, at + 6)[0] // 2
        ends = struct.unpack_from(f">{segments}H", data, at + 14)
        starts = struct.unpack_from(f">{segments}H", data, at + 16 + 2 * segments)
        deltas = struct.unpack_from(f">{segments}h", data, at + 16 + 4 * segments)
        ranges_at = at + 16 + 6 * segments
        ranges = struct.unpack_from(f">{segments}H", data, ranges_at)
        found: dict[int, int] = {}
        for number, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, ranges, strict=True)):
            for code in range(start, end + 1):
                glyph = code
                if offset:
                    glyph = struct.unpack_from(">H", data, ranges_at + 2 * (number + code - start) + offset)[
                        0
                    ]
                if (not offset or glyph) and code != 0xFFFF:
                    found[code] = (glyph + delta) % 65536
        return found
    raise KeyError("no usable table of characters")
