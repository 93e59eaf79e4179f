"""Reader for the one-line tile notation of the 18xx community.

A text such as ``city=revenue:20,slots:2;path=a:0,b:_0;path=a:_0,b:3;label=P`` is a list of parts
divided by ``;``. ``city``, ``pass``, ``town``, ``halt`` and ``offboard`` are stops, numbered from 0 in their
order (a ``junction`` takes a number too); ``path`` joins two ends: a number is an edge, ``_n`` is stop n.
What a tile here cannot say comes back as a :class:`Loss`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from open18xx.definition.map import Border
from open18xx.definition.tiles import (
    FIRST_STOP,
    STANDARD_GAUGE,
    UPGRADE_ORDER,
    Colour,
    Stop,
    TileDefinition,
    TileId,
)
from open18xx.loading.notation_parts import MOST_PARTS, STOPS, Loss, NotationError, Part, split

__all__ = ["COLOUR_BANDS", "Bands", "Loss", "NotationError", "ParsedTile", "bands_of_phases", "parse_tile"]

#: A revenue band is named by a colour, or by several that mean the same.
Bands = Sequence[str | Sequence[str]]
#: Colours that name a revenue band, in their order, unless the caller gives others.
COLOUR_BANDS: Final = ("yellow", "green", "brown", "gray")
#: Names that stand for a stage of the game in a list of revenues; all others are tags of trains.
_STAGES: Final = frozenset({*COLOUR_BANDS, "white", "red", "blue", "purple", "black", "orange", "sepia"})
_NO_WALLS: Final = frozenset({"mountain", "water", "province", "divider", "offset", "gauge_change", ""})


@dataclass(frozen=True, slots=True)
class ParsedTile:
    """What a tile text says.

    Attributes:
        tile: its geometry. ``upgrade`` parts become the cost of replacing it.
        borders: (edge, border) pairs.
        terminus: all track at its cities and towns is ``terminal`` and no tile replaces it: routes end there.
        losses: what the text says besides, and a tile cannot.
    """

    tile: TileDefinition
    borders: tuple[tuple[int, Border], ...]
    terminus: bool = False
    losses: tuple[Loss, ...] = ()


def bands_of_phases(phases: object) -> Bands:
    """The colours that stand for each revenue band of a title.

    A band has the latest tile colour of each phase it is in force in. Phases that cannot be understood
    (their own check says why) give :data:`COLOUR_BANDS`.

    Args:
        phases: the data of ``phases.yaml``.

    >>> bands_of_phases({"phases": [{"tiles": ["yellow"]}, {"tiles": ["green"], "revenue_band": 2}]})
    (('yellow',), ('green',))
    """
    listed = phases.get("phases") if isinstance(phases, Mapping) else None
    found: dict[int, list[str]] = {}
    for phase in listed if isinstance(listed, (list, tuple)) else ():
        colours = phase.get("tiles") if isinstance(phase, Mapping) else None
        band = phase.get("revenue_band", 1) if isinstance(phase, Mapping) else None
        if isinstance(band, int) and isinstance(colours, (list, tuple)) and colours:
            found.setdefault(band, []).append(str(colours[-1]))
    seen: set[str] = set()
    bands: list[tuple[str, ...]] = []
    for _, colours in sorted(found.items()):
        bands.append(tuple(colour for colour in dict.fromkeys(colours) if colour not in seen))
        seen.update(colours)
    return tuple(bands) or COLOUR_BANDS


def parse_tile(
    text: str,
    tile_id: TileId = "",
    colour: Colour = "yellow",
    bands: Bands = COLOUR_BANDS,
) -> ParsedTile:
    """Read a tile text.

    Args:
        text: the notation; empty or ``blank`` is a tile without track.
        tile_id: id of the tile made.
        colour: colour of the tile made.
        bands: colours that revenues such as ``yellow_30|brown_60`` name, in the order in which
            they come into force. A name that is no colour becomes a tag for trains (``diesel_100``).

    Raises:
        NotationError: anything that is not understood, with the offset in ``text``.

    >>> parse_tile("city=revenue:20;path=a:0,b:_0;path=a:_0,b:3").tile.track
    ((0, 6), (6, 3))
    """
    return _Reader(text, bands).read(tile_id, colour)


class _Reader:
    """One text and what has been found in it."""

    def __init__(self, text: str, bands: Bands) -> None:
        self.text = text
        self.bands = tuple((band,) if isinstance(band, str) else tuple(band) for band in bands)
        self.losses: list[Loss] = []
        self.stops: list[Stop] = []
        self.numbers: list[int | None] = []
        self.track: list[tuple[int, int]] = []
        self.gauges: list[str] = []
        #: place in the text of each piece of track
        self.places: list[int] = []
        self.spokes: list[tuple[int, int, str, int]] = []
        #: for each stop, whether each piece of track at it is terminal
        self.ends: dict[int, list[bool]] = {}

    def read(self, tile_id: TileId, colour: Colour) -> ParsedTile:
        parts = split(self.text)
        for part in parts:
            self.losses += part.losses()
            if part.name in STOPS:
                self.numbers.append(len(self.stops))
                self.stops.append(self._stop(part))
            elif part.name == "junction":
                self.numbers.append(None)
        label: str | None = None
        cost = 0
        terrain: list[str] = []
        borders: list[tuple[int, Border]] = []
        for part in parts:
            if part.name == "path":
                self._path(part)
            elif part.name == "label" and label is not None and part.value != label:
                self._lose(part, f"only one label can be given; {label} stays")
            elif part.name == "label":
                label = part.value or None
            elif part.name == "upgrade":
                cost += part.number("cost", 0)
                terrain += part.options["terrain"][0].split("|") if "terrain" in part.options else []
            elif part.name == "border":
                borders += self._border(part)
        self._join_spokes()
        self._no_track_twice()
        tile = TileDefinition(
            id=tile_id,
            colour=colour,
            stops=tuple(self.stops),
            track=tuple(self.track),
            gauges=() if all(gauge == STANDARD_GAUGE for gauge in self.gauges) else tuple(self.gauges),
            label=label,
            upgrade_cost=cost,
            upgrade_terrain=tuple(dict.fromkeys(terrain)),
        )
        terminus = self._is_terminus(colour)
        losses = tuple(sorted(self.losses, key=lambda loss: loss.offset))
        return ParsedTile(tile, tuple(borders), terminus, losses)

    def _lose(self, part: Part, reason: str, at: int | None = None) -> None:
        written = f"{part.name}={part.value}" if part.value else part.name
        shown = written if len(written) <= 60 else f"{written[:57]}…"
        self.losses.append(Loss(shown, reason, part.at if at is None else at))

    def _stop(self, part: Part) -> Stop:
        kind = STOPS[part.name]
        if part.name in ("pass", "halt"):
            self._lose(part, f"a {part.name} is a {kind} here")
        revenue, tagged = self._revenue(part)
        position: float | None = None
        if "loc" in part.options:
            value, at = part.options["loc"]
            if value not in ("center", "centre"):
                try:
                    position = float(value)
                except ValueError:
                    raise part.error(
                        f"loc should be a direction 0 to 5.5 or center, not {value!r}", at
                    ) from None
                if not 0 <= position < 6:
                    raise part.error(f"loc should be at least 0 and below 6, not {value}", at)
        groups = tuple(part.options["groups"][0].split("|")) if "groups" in part.options else ()
        slots = part.number("slots", 1) if kind == "city" else 0
        stop = Stop(kind, revenue, slots, position, groups, tagged)
        return replace(stop, hidden=part.number("hide", 0) != 0)

    def _revenue(self, part: Part) -> tuple[tuple[int, ...], tuple[tuple[str, int], ...]]:
        value, at = part.options.get("revenue", ("0", part.at))
        if value.isascii() and value.isdigit() and len(value) <= 6:
            return (int(value),), ()
        by_name: dict[str, int] = {}
        for item in value.split("|"):
            name, underscore, amount = item.rpartition("_")
            if not underscore or not name or not amount.isascii() or not amount.isdigit() or len(amount) > 6:
                raise part.error(
                    f"revenue should be a number or a list such as yellow_30|brown_60, not {value!r}", at
                )
            name = "gray" if name == "grey" else name
            if name in by_name:
                raise part.error(f"the revenue of {name} is given twice", at)
            by_name[name] = int(amount)
            at += len(item) + 1
        at = part.options["revenue"][1]
        revenue: list[int] = []
        for band in self.bands:
            given = {colour: by_name[colour] for colour in band if colour in by_name}
            if len(set(given.values())) > 1:
                words = " and ".join(f"{colour}_{amount}" for colour, amount in given.items())
                raise part.error(f"{words} differ, but the title has one revenue band for both", at)
            revenue.append(next(iter(given.values()), revenue[-1] if revenue else 0))
        while len(revenue) > 1 and revenue[-1] == revenue[-2]:
            revenue.pop()
        named = {colour for band in self.bands for colour in band}
        for name in by_name:
            if name in _STAGES and name not in named:
                self._lose(part, f"there is no revenue band {name}", at)
        tagged = tuple(
            (name, amount) for name, amount in by_name.items() if name not in named and name not in _STAGES
        )
        return tuple(revenue) or (0,), tagged

    def _path(self, part: Part) -> None:
        """Note a path: between edges and stops, or a spoke of a junction."""
        ends = [self._end(part, key) for key in ("a", "b")]
        if ends[0] == ends[1]:
            raise part.error("both ends of a path are the same")
        gauge = part.options.get("track", (STANDARD_GAUGE, 0))[0]
        if gauge == "future":
            self._lose(part, "track of the future is only drawn")
            return
        gauge = STANDARD_GAUGE if gauge == "broad" else gauge
        terminal = part.number("terminal", 0) != 0
        for end in ends:
            if end >= FIRST_STOP:
                self.ends.setdefault(end - FIRST_STOP, []).append(terminal)
        if terminal and max(ends) < FIRST_STOP:
            self._lose(part, "only track at a stop can end there")
        if min(ends) < 0:
            self.spokes.append((ends[0], ends[1], gauge, part.at))
        else:
            self.track.append((ends[0], ends[1]))
            self.gauges.append(gauge)
            self.places.append(part.at)

    def _end(self, part: Part, key: str) -> int:
        """End of a path: an edge, 6 + a stop, or -1 - a junction."""
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
            return number
        if number >= len(self.numbers):
            raise part.error(f"there is no stop {number}; the text has {len(self.numbers)}", at)
        stop = self.numbers[number]
        return -1 - number if stop is None else FIRST_STOP + stop

    def _join_spokes(self) -> None:
        """Track through a junction leads from every spoke to every other one."""
        for first, (a, b, gauge, _) in enumerate(self.spokes):
            for c, d, other_gauge, at in self.spokes[first + 1 :]:
                if len(self.track) > MOST_PARTS:
                    raise NotationError(f"more than {MOST_PARTS} pieces of track", self.text, at)
                if min(a, b) == min(c, d) and gauge == other_gauge:
                    self.track.append((max(a, b), max(c, d)))
                    self.gauges.append(gauge)
                    self.places.append(at)

    def _no_track_twice(self) -> None:
        seen: set[tuple[int, int]] = set()
        for (a, b), at in zip(self.track, self.places, strict=True):
            pair = (min(a, b), max(a, b))
            if pair in seen:
                raise NotationError(
                    f"track between {_shown(a)} and {_shown(b)} is given twice", self.text, at
                )
            seen.add(pair)

    def _is_terminus(self, colour: Colour) -> bool:
        """Whether routes end at all cities and towns they could run through.

        Only some of them is a loss, and so is all of them where a later tile may let routes through.
        """
        through = [
            number
            for number, stop in enumerate(self.stops)
            if stop.kind != "offboard" and len(self.ends.get(number, ())) > 1
        ]
        ending = [number for number in through if all(self.ends[number])]
        if ending and ending == through and colour not in UPGRADE_ORDER[:-1]:
            return True
        if any(any(self.ends[number]) for number in through):
            offset = max(self.text.find("terminal"), 0)
            self.losses.append(Loss("terminal", "that routes end here is left out", offset))
        return False

    def _border(self, part: Part) -> list[tuple[int, Border]]:
        edge = part.number("edge", -1)
        if not 0 <= edge <= 5:
            raise part.error("border needs an edge 0 to 5")
        kind, at = part.options.get("type", ("", part.at))
        if kind == "impassable":
            return [(edge, Border("impassable"))]
        if kind not in _NO_WALLS:
            known = ", ".join(sorted({*_NO_WALLS, "impassable"} - {""}))
            raise part.error(f"a border has no type {kind!r}; known are {known}", at)
        cost = part.number("cost", 0)
        if not cost:
            self._lose(part, "a border that costs nothing is left out")
            return []
        if kind:
            self._lose(part, f"the border costs {cost}; that it is {kind} is left out")
        return [(edge, Border("cost", cost))]


def _shown(end: int) -> str:
    return f"edge {end}" if end < FIRST_STOP else f"stop {end - FIRST_STOP}"
