"""Hexes and tiles in the form of 18xx-maker: what is drawn where, sides counted from 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from open18xx.definition.tiles import FIRST_STOP, Colour, Stop, TileDefinition, is_edge
from open18xx.geometry.grid import Orientation

#: JSON data.
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
#: Takes what cannot be expressed, and why.
Lose: TypeAlias = Callable[[str, str], None]

COLOURS: Final[Mapping[Colour, str]] = {"blank": "plain", "red": "offboard", "blue": "water"}
_CURVES: Final = {1: "sharp", 2: "gentle", 3: "straight"}
_GAUGES: Final = frozenset({"narrow", "dual", "dashed", "line"})
#: Distance of a stop on the middle of a curve from the centre, in apothems.
_ON_CURVE: Final = {1: 0.577, 2: 0.28}
_OFF_CENTRE: Final = 0.55
#: How far a stub of track goes from the side to a stop that is not in the centre.
_STUB: Final = 0.25


def side(orientation: Orientation, edge: int) -> int:
    """Number of a side: on maps with sides up S is 1, on maps with corners up W is 1; then clockwise.

    >>> side("flat", 0), side("pointy", 1), side("pointy", 0)
    (1, 1, 6)
    """
    return edge % 6 + 1 if orientation == "flat" else (edge - 1) % 6 + 1


@dataclass
class HexDrawing:
    """One hex or tile being written.

    Attributes:
        what: what it is, for the list of what cannot be expressed.
        bands: how each revenue band is marked, in their order.
        tags: trains by the tag for which stops may have a value of their own.
        homes: corporations at home in each city.
    """

    what: str
    tile: TileDefinition
    orientation: Orientation
    bands: Sequence[Mapping[str, Json]]
    tags: Mapping[str, Sequence[str]]
    lose: Lose
    name: str = ""
    homes: Mapping[int, Sequence[str]] = field(default_factory=dict)
    made: dict[str, Json] = field(default_factory=dict)

    def write(self) -> dict[str, Json]:
        """What is printed: colour, stops with their values, track, label."""
        tile = self.tile
        self.made["color"] = COLOURS.get(tile.colour, tile.colour)
        self._track()
        for number, stop in enumerate(tile.stops):
            self._stop(number, stop)
        if self.name and not self._names_itself():
            self._add("names", {"name": self.name, **({"percent": 0.5} if tile.track else {})})
        if tile.label:
            self._add("labels", {"label": tile.label, **self._at_angle(150, 0.75)})
        return self.made

    def angle(self, position: float) -> float:
        """Degrees from side 1, clockwise, of a direction: 2 = towards edge 2, 2.5 = towards the corner."""
        shift = 0 if self.orientation == "flat" else 1
        return (position - shift) % 6 * 60

    def _add(self, key: str, item: dict[str, Json]) -> None:
        listed = self.made.setdefault(key, [])
        if isinstance(listed, list):
            listed.append(item)

    def _at_angle(self, angle: float, percent: float) -> dict[str, Json]:
        return {"angle": int(angle) if angle == int(angle) else angle, "percent": percent}

    def _names_itself(self) -> bool:
        """Whether a stop carries the name."""
        return bool(self.tile.stops)

    # -- stops -----------------------------------------------------------------------------------

    def _ends(self, number: int) -> list[int]:
        """Edges with track to a stop."""
        end = FIRST_STOP + number
        return [min(pair) for pair in self.tile.track if max(pair) == end and is_edge(min(pair))]

    def _place(self, number: int, stop: Stop) -> dict[str, Json]:
        """Where a stop is drawn; nothing for the centre."""
        several = len(self.tile.stops) > 1
        ends = self._ends(number)
        if number in self._on_curves():
            low, turn = _curve(*ends)
            if turn == 3:
                return self._at_angle(self.angle(low), 0.5) if several else {}
            return self._at_angle(self.angle(low + turn / 2), _ON_CURVE[turn])
        if stop.position is not None:
            return self._at_angle(self.angle(stop.position), _OFF_CENTRE)
        if not several:
            return {}
        if len(ends) == 1:
            return self._at_angle(self.angle(ends[0]), _OFF_CENTRE)
        spread = 6 / len(self.tile.stops)
        return self._at_angle(self.angle((number * spread + 1) % 6), 0.4)

    def _stop(self, number: int, stop: Stop) -> None:
        place = self._place(number, stop)
        if stop.kind == "offboard":
            self._offboard(number, stop, place)
            return
        made: dict[str, Json] = dict(place)
        if self.name and number == 0:
            made["name"] = {"name": self.name}
        if stop.groups:
            made["groups"] = list(stop.groups)
        if stop.kind == "city":
            if stop.slots > 1:
                made["size"] = min(stop.slots, 6)
            if not 1 <= stop.slots <= 6:
                self.lose(f"{self.what}: {stop.slots} places for tokens", "a city has 1 to 6 there")
            homes = self.homes.get(number, ())
            if homes:
                made["companies"] = list(homes)
        if stop.reserved_for:
            self.lose(f"{self.what}: reserved for {stop.reserved_for}", "no such reservation")
        self._add("cities" if stop.kind == "city" else "centerTowns", made)
        self._value(stop, place)

    def _value(self, stop: Stop, place: Mapping[str, Json]) -> None:
        self._tagged(stop)
        if stop.hidden:
            return
        if len(stop.revenue) > 1:
            self._revenues(stop, {})
        elif stop.revenue[0]:
            angle = place.get("angle")
            spot = self._at_angle(210, 0.8)
            if isinstance(angle, (int, float)):
                spot = self._at_angle((angle + 40) % 360, 0.75)
            self._add("values", {"value": stop.revenue[0], **spot})

    def _tagged(self, stop: Stop) -> None:
        for tag, amount in stop.tagged_revenue:
            trains = ", ".join(self.tags.get(tag, ())) or tag
            self._add("routeBonuses", {"value": f"{trains}: {amount}", **self._at_angle(180, 0.8)})

    def _offboard(self, number: int, stop: Stop, place: Mapping[str, Json]) -> None:
        extra: dict[str, Json] = dict(place)
        if self.name and number == 0:
            extra["name"] = {"name": self.name}
        if stop.groups:
            extra["groups"] = list(stop.groups)
        if stop.hidden:
            extra["hidden"] = True
        self._tagged(stop)
        self._revenues(stop, extra)

    def _revenues(self, stop: Stop, extra: dict[str, Json]) -> None:
        """Values by revenue band; a hex has one such table."""
        if "offBoardRevenue" in self.made:
            self.lose(f"{self.what}: a second table of values", "a hex has one there")
            return
        rows: list[Json] = []
        for number, value in enumerate(stop.revenue):
            mark = self.bands[min(number, len(self.bands) - 1)]
            rows.append({"color": mark["color"], "value": value, **mark})
        self.made["offBoardRevenue"] = {**extra, "revenues": rows}

    # -- track -----------------------------------------------------------------------------------

    def _track(self) -> None:
        """Curves between sides, and lines to the stops. A stop between two sides lies on their curve."""
        curves = self._on_curves()
        for number in curves:
            gauges = [self.tile.gauge(piece) for piece in self._pieces(number)]
            low, turn = _curve(*self._ends(number))
            self._piece({"type": _CURVES[turn], "side": side(self.orientation, low)}, gauges[0])
        for piece, pair in enumerate(self.tile.track):
            low, high = min(pair), max(pair)
            gauge = self.tile.gauge(piece)
            if is_edge(high):
                start, turn = _curve(low, high)
                self._piece({"type": _CURVES[turn], "side": side(self.orientation, start)}, gauge)
            elif not is_edge(low):
                self.lose(f"{self.what}: track between two stops", "track begins at a side there")
            elif high - FIRST_STOP not in curves:
                self._piece(self._line(low, high - FIRST_STOP), gauge)

    def _on_curves(self) -> list[int]:
        """Stops that lie on a curve between two sides: all such where there are several, else a town."""
        several = len(self.tile.stops) > 1
        return [
            number
            for number, stop in enumerate(self.tile.stops)
            if (several or stop.kind == "town")
            and stop.kind != "offboard"
            and len(self._ends(number)) == 2
            and self._is_alone(number)
        ]

    def _pieces(self, number: int) -> list[int]:
        return [piece for piece, pair in enumerate(self.tile.track) if FIRST_STOP + number in pair]

    def _is_alone(self, number: int) -> bool:
        """Whether both pieces of track at a stop come from sides."""
        return len(self._pieces(number)) == 2

    def _line(self, edge: int, number: int) -> dict[str, Json]:
        """Track from a side to a stop."""
        made: dict[str, Json] = {"side": side(self.orientation, edge)}
        stop = self.tile.stops[number]
        if stop.kind == "offboard":
            return {"type": "offboard", **made}
        if len(self.tile.stops) == 1 and stop.position is None:
            return made
        if len(self._ends(number)) > 1:
            self.lose(f"{self.what}: track to several stops", "it is drawn towards the middle")
        return {"type": "straight", **made, "end": _STUB}

    def _piece(self, made: dict[str, Json], gauge: str) -> None:
        if gauge in _GAUGES:
            made["gauge"] = gauge
        elif gauge != "standard":
            self.lose(f"{self.what}: {gauge} track", "drawn as standard track")
        self._add("track", made)


def _curve(a: int, b: int) -> tuple[int, int]:
    """The edge from which a curve goes clockwise to the other one, and by how many edges (1 to 3)."""
    turn = (b - a) % 6
    return (a, turn) if turn <= 3 else (b, 6 - turn)
