"""Reader for the one-line tile notation of the 18xx community.

A text such as ``city=revenue:20,slots:2;path=a:0,b:_0;path=a:_0,b:3;label=P`` is a list of parts
divided by ``;``. ``city``, ``town`` and ``offboard`` are stops, numbered from 0 in their order
(a ``junction`` takes a number too); ``path`` joins two ends: a number is an edge, ``_n`` is stop n.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from open18xx.definition.map import Border
from open18xx.definition.tiles import (
    FIRST_STOP,
    STANDARD_GAUGE,
    Colour,
    Stop,
    StopKind,
    TileDefinition,
    TileId,
)
from open18xx.errors import Open18xxError

#: Colours that name a revenue band, in their order, unless the caller gives others.
COLOUR_BANDS: Final = ("yellow", "green", "brown", "gray")

_STOPS: Final[Mapping[str, StopKind]] = {
    "city": "city",
    "town": "town",
    "halt": "town",
    "offboard": "offboard",
}
_OPTIONS: Final[Mapping[str, frozenset[str]]] = {
    "city": frozenset({"revenue", "slots", "groups", "loc", "hide", "boom", "format", "visit_cost", "route"}),
    "town": frozenset(
        {"revenue", "groups", "loc", "hide", "style", "to_city", "visit_cost", "boom", "route"}
    ),
    "halt": frozenset({"symbol", "revenue", "groups", "loc", "route"}),
    "offboard": frozenset({"revenue", "groups", "hide", "format", "loc", "visit_cost", "route"}),
    "path": frozenset({"a", "b", "track", "terminal", "ignore", "a_lane", "b_lane", "lanes"}),
    "upgrade": frozenset({"cost", "terrain", "size", "loc"}),
    "border": frozenset({"edge", "type", "cost", "color"}),
    "junction": frozenset(),
}
#: Parts that only concern the drawing; read and left out.
_DRAWN: Final = frozenset({"icon", "frame", "partition", "stripes", "future_label", "stub", "assignment"})
_MOST_PARTS: Final = 200


class NotationError(Open18xxError):
    """A tile text cannot be read.

    Attributes:
        offset: place in the text, counted from 0, where reading failed.
    """

    def __init__(self, message: str, text: str, offset: int) -> None:
        self.offset = offset
        near = text[offset : offset + 20]
        super().__init__(f"{message}, at offset {offset} ({near!r})" if near else f"{message}, at the end")


@dataclass(frozen=True, slots=True)
class ParsedTile:
    """What a tile text says.

    Attributes:
        tile: its geometry. ``upgrade`` parts become the cost of replacing it.
        borders: (edge, border) pairs.
    """

    tile: TileDefinition
    borders: tuple[tuple[int, Border], ...]


@dataclass(frozen=True, slots=True)
class _Part:
    name: str
    value: str
    options: Mapping[str, tuple[str, int]]
    at: int
    text: str

    def error(self, message: str, at: int | None = None) -> NotationError:
        return NotationError(message, self.text, self.at if at is None else at)

    def number(self, option: str, default: int) -> int:
        found = self.options.get(option)
        if found is None:
            return default
        value, at = found
        if not value.isascii() or not value.isdigit() or len(value) > 6:
            raise self.error(f"{option} should be a whole number, not {value!r}", at)
        return int(value)


def parse_tile(
    text: str,
    tile_id: TileId = "",
    colour: Colour = "yellow",
    bands: Sequence[str] = COLOUR_BANDS,
) -> ParsedTile:
    """Read a tile text.

    Args:
        text: the notation; empty or ``blank`` is a tile without track.
        tile_id: id of the tile made.
        colour: colour of the tile made.
        bands: colours that revenues such as ``yellow_30|brown_60`` name, in the order in which
            they come into force. Any other name becomes a tag for trains (``diesel_100``).

    Raises:
        NotationError: anything that is not understood, with the offset in ``text``.

    >>> parse_tile("city=revenue:20;path=a:0,b:_0;path=a:_0,b:3").tile.track
    ((0, 6), (6, 3))
    """
    parts = _split(text)
    stops: list[Stop] = []
    numbers: list[int | None] = []
    for part in parts:
        if part.name in _STOPS:
            numbers.append(len(stops))
            stops.append(_stop(part, bands))
        elif part.name == "junction":
            numbers.append(None)
    track: list[tuple[int, int]] = []
    gauges: list[str] = []
    spokes: list[tuple[int, int, str]] = []
    label: str | None = None
    cost, terrain = 0, []
    borders: list[tuple[int, Border]] = []
    for part in parts:
        if part.name == "path":
            ends, gauge = _path(part, numbers)
            if ends[0] < 0 or ends[1] < 0:
                spokes.append((*ends, gauge))
            else:
                track.append(ends)
                gauges.append(gauge)
        elif part.name == "label":
            label = part.value or None
        elif part.name == "upgrade":
            cost += part.number("cost", 0)
            terrain += part.options["terrain"][0].split("|") if "terrain" in part.options else []
        elif part.name == "border":
            borders += _border(part)
    for first, (a, b, gauge) in enumerate(spokes):
        for c, d, other_gauge in spokes[first + 1 :]:
            if min(a, b) == min(c, d) and gauge == other_gauge:
                track.append((max(a, b), max(c, d)))
                gauges.append(gauge)
    for at, pair in enumerate(track):
        if tuple(sorted(pair)) in [tuple(sorted(other)) for other in track[:at]]:
            raise NotationError(
                f"track between {_shown(pair[0])} and {_shown(pair[1])} is given twice", text, 0
            )
    tile = TileDefinition(
        id=tile_id,
        colour=colour,
        stops=tuple(stops),
        track=tuple(track),
        gauges=() if all(gauge == STANDARD_GAUGE for gauge in gauges) else tuple(gauges),
        label=label,
        upgrade_cost=cost,
        upgrade_terrain=tuple(terrain),
    )
    return ParsedTile(tile, tuple(borders))


def _shown(end: int) -> str:
    return f"edge {end}" if end < FIRST_STOP else f"stop {end - FIRST_STOP}"


def _split(text: str) -> list[_Part]:
    parts: list[_Part] = []
    at = 0
    if text.strip() in ("", "blank"):
        return []
    for piece in text.split(";"):
        if len(parts) >= _MOST_PARTS:
            raise NotationError(f"more than {_MOST_PARTS} parts", text, at)
        parts.append(_part(piece, at, text))
        at += len(piece) + 1
    return parts


def _part(piece: str, at: int, text: str) -> _Part:
    name, equals, value = piece.partition("=")
    if name in _DRAWN:
        return _Part(name, value, {}, at, text)
    if name != "label" and name not in _OPTIONS:
        known = ", ".join(sorted([*_OPTIONS, "label"]))
        raise NotationError(f"unknown part {name!r}; known are {known}", text, at)
    if name == "label":
        if not equals:
            raise NotationError("label should be followed by '=' and the letters", text, at)
        return _Part(name, value, {}, at, text)
    options: dict[str, tuple[str, int]] = {}
    option_at = at + len(name) + 1
    for option in value.split(",") if value else []:
        key, colon, setting = option.partition(":")
        if not colon:
            raise NotationError(f"{option!r} should be a name, ':' and a value", text, option_at)
        if key not in _OPTIONS[name]:
            allowed = ", ".join(sorted(_OPTIONS[name])) or "none"
            raise NotationError(f"{name} has no option {key!r}; allowed: {allowed}", text, option_at)
        if key in options:
            raise NotationError(f"option {key!r} is given twice", text, option_at)
        options[key] = (setting, option_at + len(key) + 1)
        option_at += len(option) + 1
    return _Part(name, value, options, at, text)


def _stop(part: _Part, bands: Sequence[str]) -> Stop:
    kind = _STOPS[part.name]
    revenue, tagged = _revenue(part, bands)
    position: float | None = None
    if "loc" in part.options:
        value, at = part.options["loc"]
        if value not in ("center", "centre"):
            try:
                position = float(value)
            except ValueError:
                raise part.error(f"loc should be a direction 0 to 5.5 or center, not {value!r}", at) from None
            if not 0 <= position < 6:
                raise part.error(f"loc should be at least 0 and below 6, not {value}", at)
    groups = tuple(part.options["groups"][0].split("|")) if "groups" in part.options else ()
    slots = part.number("slots", 1) if kind == "city" else 0
    stop = Stop(kind, revenue, slots, position, groups, tagged)
    return replace(stop, hidden=part.number("hide", 0) != 0)


def _revenue(part: _Part, bands: Sequence[str]) -> tuple[tuple[int, ...], tuple[tuple[str, int], ...]]:
    value, at = part.options.get("revenue", ("0", part.at))
    if value.isascii() and value.isdigit() and len(value) <= 6:
        return (int(value),), ()
    by_name: dict[str, int] = {}
    for item in value.split("|"):
        name, underscore, amount = item.rpartition("_")
        if not underscore or not amount.isascii() or not amount.isdigit() or len(amount) > 6:
            raise part.error(
                f"revenue should be a number or a list such as yellow_30|brown_60, not {value!r}", at
            )
        by_name[name] = int(amount)
    revenue: list[int] = []
    for band in bands:
        revenue.append(by_name.get(band, revenue[-1] if revenue else 0))
    while len(revenue) > 1 and revenue[-1] == revenue[-2]:
        revenue.pop()
    tagged = tuple((name, amount) for name, amount in by_name.items() if name not in bands)
    return tuple(revenue) or (0,), tagged


def _path(part: _Part, numbers: Sequence[int | None]) -> tuple[tuple[int, int], str]:
    """Ends of a path (a junction is negative) and its gauge."""
    ends: list[int] = []
    for key in ("a", "b"):
        if key not in part.options:
            raise part.error(f"path needs an end {key!r}")
        value, at = part.options[key]
        is_stop = value.startswith("_")
        digits = value[1:] if is_stop else value
        if not digits.isascii() or not digits.isdigit() or len(digits) > 3:
            raise part.error(f"an end should be an edge 0 to 5 or _ and a stop number, not {value!r}", at)
        number = int(digits)
        if not is_stop:
            if number > 5:
                raise part.error(f"edge {number} should be 0 to 5", at)
            ends.append(number)
        elif number >= len(numbers):
            raise part.error(f"there is no stop {number}; the text has {len(numbers)}", at)
        else:
            stop = numbers[number]
            ends.append(-1 - number if stop is None else FIRST_STOP + stop)
    if ends[0] == ends[1]:
        raise part.error("both ends of a path are the same")
    gauge = part.options.get("track", (STANDARD_GAUGE, 0))[0]
    return (ends[0], ends[1]), STANDARD_GAUGE if gauge == "broad" else gauge


def _border(part: _Part) -> list[tuple[int, Border]]:
    edge = part.number("edge", -1)
    if not 0 <= edge <= 5:
        raise part.error("border needs an edge 0 to 5")
    kind = part.options.get("type", ("", part.at))[0]
    if kind == "impassable":
        return [(edge, Border("impassable"))]
    cost = part.number("cost", 0)
    return [(edge, Border("cost", cost))] if cost else []
