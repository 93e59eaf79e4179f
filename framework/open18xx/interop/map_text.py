"""Maps as people paste them: constants of the Ruby files of 18xx.games, or a plain list of hexes.

Both give the same :class:`MapText`: hexes, names and tiles with the place of everything in the text. What the
one-line notation of a hex says is read later; see :mod:`open18xx.interop.map_import`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from open18xx.definition.tiles import Colour
from open18xx.geometry.grid import Axes, Orientation, default_axes
from open18xx.interop.ruby_literals import (
    Array,
    Hash,
    RubyText,
    Scalar,
    Symbol,
    Text,
    Value,
    line_starts,
    read_ruby,
)

MOST_HEXES: Final = 2_000
MOST_TILES: Final = 400
#: Constants that are read.
WANTED: Final = ("LAYOUT", "AXES", "HEXES", "LOCATION_NAMES", "TILES")
COLOURS: Final[Mapping[str, Colour]] = {
    "white": "blank",
    "blank": "blank",
    "yellow": "yellow",
    "green": "green",
    "brown": "brown",
    "gray": "gray",
    "grey": "gray",
    "red": "red",
    "blue": "blue",
}
#: Colours of 18xx.games without a counterpart; their hexes never take a tile, as gray ones.
_OTHER_COLOURS: Final = frozenset({"purple", "sepia", "black", "orange", "pink"})

_HEX: Final = re.compile(r"[A-Za-z]{1,3}-?[0-9]{1,3}")
_LINE: Final = re.compile(r"[^\n]*")
_WORD: Final = re.compile(r"\s*(?:\"([^\"\n]*)\"|([^\s\"=]+))")
_TILE_COUNT: Final = re.compile(r"(?:x|×)?([0-9]{1,4}|unlimited)")


@dataclass(frozen=True, slots=True)
class HexText:
    """One hex: its colour, its notation, its name if it stands beside it."""

    id: str
    at: int
    colour: Colour
    code: Text
    name: str | None = None


@dataclass(frozen=True, slots=True)
class TileText:
    """One tile of a manifest.

    Attributes:
        count: None for as many as wanted.
        colour, code: what the text says about how it looks; None where it is a tile of the library.
    """

    id: str
    at: int
    count: int | None
    colour: Colour | None = None
    code: Text | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """Something that the text says and a pack cannot, or that was guessed."""

    line: int
    column: int
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.what}: {self.why}"


@dataclass
class MapText:
    """What a text says about a map.

    Attributes:
        source: the text itself, for places.
        orientation: None when the text does not say it.
        axes: likewise.
        names: (hex, name, place in the text).
    """

    source: RubyText
    orientation: Orientation | None = None
    axes: Axes | None = None
    hexes: list[HexText] = field(default_factory=list)
    names: list[tuple[str, str, int]] = field(default_factory=list)
    tiles: list[TileText] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)

    def lose(self, at: int, what: str, why: str) -> None:
        """Note something that cannot be expressed."""
        place = self.source.place(at)
        self.lost.append(Lost(place.line, place.column, what, why))

    def letters(self) -> Axes:
        """What the letter of a hex name counts; the usual when the text does not say it."""
        return self.axes or default_axes(self.orientation or "pointy")


def read_map_text(text: str) -> MapText:
    """Read a map in either form.

    Raises:
        TextError: the text is not understood; with its place.
    """
    source = read_ruby(text, WANTED)
    if "HEXES" in source.names or "TILES" in source.names:
        return _from_ruby(source)
    return _from_list(RubyText(text, {}, line_starts(text)))


# -- constants of Ruby ---------------------------------------------------------------------------


def _from_ruby(source: RubyText) -> MapText:
    found = MapText(source)
    if "LAYOUT" in source.names:
        found.orientation = _layout(source, source.value("LAYOUT"))
    if "AXES" in source.names:
        found.axes = _axes(source, source.value("AXES"))
    if "HEXES" in source.names:
        _hexes(found, source.value("HEXES"))
    if "LOCATION_NAMES" in source.names:
        for key, value in _pairs(source, source.value("LOCATION_NAMES"), "LOCATION_NAMES"):
            if not (isinstance(value, Scalar) and value.value is None):
                found.names.append((_word(source, key), _word(source, value), key.at))
    if "TILES" in source.names:
        for key, value in _pairs(source, source.value("TILES"), "TILES"):
            _tile(found, key, value)
    return found


def _pairs(source: RubyText, value: Value, name: str) -> Sequence[tuple[Value, Value]]:
    if isinstance(value, Scalar) and value.value is None:
        return ()
    if not isinstance(value, Hash):
        raise source.error(f"{name} should be a hash {{…}}", value.at)
    return value.pairs


def _word(source: RubyText, value: Value) -> str:
    if isinstance(value, (Text, Symbol)):
        return value.value
    if isinstance(value, Scalar) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return str(value.value)
    raise source.error("a text should be here", value.at)


def _layout(source: RubyText, value: Value) -> Orientation:
    word = _word(source, value)
    if word == "flat":
        return "flat"
    if word == "pointy":
        return "pointy"
    raise source.error(f"LAYOUT should be :flat or :pointy, not {word}", value.at)


def _axes(source: RubyText, value: Value) -> Axes | None:
    words = {_word(source, key): _word(source, item) for key, item in _pairs(source, value, "AXES")}
    if not words:
        return None
    if words == {"x": "letter", "y": "number"}:
        return "letter_columns"
    if words == {"x": "number", "y": "letter"}:
        return "letter_rows"
    raise source.error("AXES should be { x: :letter, y: :number } or { x: :number, y: :letter }", value.at)


def _colour(found: MapText, word: str, at: int) -> Colour:
    if word in COLOURS:
        return COLOURS[word]
    if word in _OTHER_COLOURS:
        found.lose(at, word, "there is no such colour; the hexes are gray")
        return "gray"
    raise found.source.error(f"there is no colour {word}; known are {', '.join(COLOURS)}", at)


def _hexes(found: MapText, value: Value) -> None:
    source = found.source
    for colour_key, table in _pairs(source, value, "HEXES"):
        colour = _colour(found, _word(source, colour_key), colour_key.at)
        for key, code in _pairs(source, table, f"the hexes of {_word(source, colour_key)}"):
            if not isinstance(code, Text):
                raise source.error("the text of a hex should be here, such as 'city=revenue:0'", code.at)
            listed = key.items if isinstance(key, Array) else (key,)
            for item in listed:
                _add_hex(found, HexText(_word(source, item), item.at, colour, code))


def _add_hex(found: MapText, item: HexText) -> None:
    if _HEX.fullmatch(item.id) is None:
        message = f"{item.id[:40]!r} is no name of a hex; it should be letters and a number, such as G9"
        raise found.source.error(message, item.at)
    if len(found.hexes) >= MOST_HEXES:
        raise found.source.error(f"there are more than {MOST_HEXES:,} hexes", item.at)
    found.hexes.append(item)


def _add_tile(found: MapText, item: TileText) -> None:
    if re.search(r"[\s.,:;{}\[\]\"#$'|<>\\]", item.id) or not item.id:
        raise found.source.error(f"{item.id[:40]!r} cannot be the number of a tile", item.at)
    if any(item.id == other.id for other in found.tiles):
        raise found.source.error(f"tile {item.id} is given twice", item.at)
    if len(found.tiles) >= MOST_TILES:
        raise found.source.error(f"there are more than {MOST_TILES:,} tiles", item.at)
    found.tiles.append(item)


def _tile(found: MapText, key: Value, value: Value) -> None:
    source = found.source
    tile_id = _word(source, key)
    if not isinstance(value, Hash):
        _add_tile(found, TileText(tile_id, key.at, _count(source, value)))
        return
    count: int | None = 1
    colour: Colour | None = None
    code: Text | None = None
    for name, item in value.pairs:
        word = _word(source, name)
        if word == "count":
            count = _count(source, item)
        elif word == "color":
            colour = _colour(found, _word(source, item), item.at)
        elif word == "code" and isinstance(item, Text):
            code = item
        elif not (isinstance(item, Scalar) and item.value in (False, None)):
            found.lose(name.at, f"tile {tile_id}, {word}", "has no counterpart")
    if (code is None) != (colour is None):
        raise source.error(f"tile {tile_id} needs both color and code, or neither", value.at)
    _add_tile(found, TileText(tile_id, key.at, count, colour, code))


def _count(source: RubyText, value: Value) -> int | None:
    if isinstance(value, Scalar) and isinstance(value.value, int) and not isinstance(value.value, bool):
        if 0 <= value.value <= 9999:
            return value.value
    elif isinstance(value, (Text, Symbol)) and value.value == "unlimited":
        return None
    raise source.error("a number of tiles or 'unlimited' should be here", value.at)


# -- the plain list ------------------------------------------------------------------------------


def _from_list(source: RubyText) -> MapText:
    found = MapText(source)
    at = 0
    while at < len(source.text):
        line = _LINE.match(source.text, at)
        end = line.end() if line is not None else len(source.text)
        content = source.text[at:end]
        if content.strip() and not content.lstrip().startswith("#"):
            _list_line(found, at, end)
        at = end + 1
    return found


def _list_line(found: MapText, start: int, end: int) -> None:
    """``layout flat``, ``letters rows``, ``tile 57 x2``, or hexes, colour and name before ``=``."""
    source, text = found.source, found.source.text
    words: list[tuple[str, int, bool]] = []
    at = start
    while (word := _WORD.match(text, at, end)) is not None:
        quoted = word[1] is not None
        words.append((word[1] if quoted else word[2], word.start(1 if quoted else 2), quoted))
        at = word.end()
    rest = text[at:end]
    code: Text | None = None
    if rest.lstrip().startswith("="):
        begin = at + rest.index("=") + 1
        begin += len(text[begin:end]) - len(text[begin:end].lstrip())
        code = Text(text[begin:end].rstrip(), begin, ((0, begin),))
    elif rest.strip():
        raise source.error('a name in quotes should end with "', at + len(rest) - len(rest.lstrip()))
    first = words[0][0].rstrip(":") if words else ""
    if first in ("layout", "letters") and code is None:
        _setting(found, first, words)
    elif first == "tile":
        _list_tile(found, words, code, start)
    elif code is None:
        raise source.error("'=' should stand between a hex and what is printed on it", end)
    else:
        _list_hexes(found, words, code)


def _setting(found: MapText, name: str, words: Sequence[tuple[str, int, bool]]) -> None:
    value = words[1][0] if len(words) == 2 else ""
    if name == "layout" and value in ("flat", "pointy"):
        found.orientation = "flat" if value == "flat" else "pointy"
    elif name == "letters" and value in ("rows", "columns"):
        found.axes = "letter_rows" if value == "rows" else "letter_columns"
    else:
        choice = "flat or pointy" if name == "layout" else "rows or columns"
        raise found.source.error(f"{name} should be {choice}", words[0][1])


def _list_tile(found: MapText, words: Sequence[tuple[str, int, bool]], code: Text | None, start: int) -> None:
    """``tile NUMBER xCOUNT [COLOUR = CODE]``"""
    count = _TILE_COUNT.fullmatch(words[2][0]) if len(words) > 2 else None
    if count is None or len(words) != (3 if code is None else 4):
        message = "a tile should be written as 'tile 57 x2', or 'tile X1 x1 yellow = city=revenue:20'"
        raise found.source.error(message, words[0][1] if words else start)
    number = None if count[1] == "unlimited" else int(count[1])
    colour = None if code is None else _colour(found, words[3][0], words[3][1])
    _add_tile(found, TileText(words[1][0], words[1][1], number, colour, code))


def _list_hexes(found: MapText, words: Sequence[tuple[str, int, bool]], code: Text) -> None:
    colour: Colour = "blank"
    name: str | None = None
    hexes: list[tuple[str, int]] = []
    for word, at, quoted in words:
        if quoted:
            name = word
        elif word in COLOURS or word in _OTHER_COLOURS:
            colour = _colour(found, word, at)
        else:
            hexes.append((word.rstrip(","), at))
    if not hexes:
        raise found.source.error("the name of a hex should stand before '='", code.at)
    for hex_id, at in hexes:
        _add_hex(found, HexText(hex_id, at, colour, code, name))
