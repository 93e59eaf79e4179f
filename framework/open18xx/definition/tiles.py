"""Tiles: stops, track, and what a title's manifest and upgrade chart say about them.

Ends of track are ints: 0–5 is an edge of the hex, 6 + i is stop i of the tile. Everything here is
in the base orientation (that of 18xx.games); turning is done by ``open18xx.track``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from open18xx.geometry.edges import ROTATIONS, mask_of, turn, turn_mask
from open18xx.geometry.grid import HexId

TileId = str
CorporationId = str

Colour = Literal["blank", "yellow", "green", "brown", "gray", "red", "blue"]
StopKind = Literal["city", "town", "offboard"]
#: What a first tile may be laid on; ``double_`` means two such stops in one hex.
PlaceKind = Literal["plain", "town", "double_town", "city", "double_city", "offboard"]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
#: Colours in the order of upgrades. Red and blue hexes are never replaced.
UPGRADE_ORDER: Final[tuple[Colour, ...]] = ("blank", "yellow", "green", "brown", "gray")
STOP_KINDS: Final[tuple[StopKind, ...]] = get_args(StopKind)
FIRST_STOP: Final = 6
STANDARD_GAUGE: Final = "standard"


def stop_end(index: int) -> int:
    """End of track at stop ``index`` of a tile."""
    return FIRST_STOP + index


def is_edge(end: int) -> bool:
    """Whether an end of track is an edge of the hex, not a stop."""
    return end < FIRST_STOP


def turn_end(end: int, rotation: int) -> int:
    """End of track after turning its tile: edges move, stops keep their number.

    >>> turn_end(4, 3), turn_end(6, 3)
    (1, 6)
    """
    return turn(end, rotation) if end < FIRST_STOP else end


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on a tile that a route can count.

    Attributes:
        kind: only cities take tokens.
        revenue: money by revenue band of the title, first band first; the last entry holds for
            all later bands. One entry: the same always.
        slots: places for tokens; 0 for towns and off-board areas.
        position: where to draw it: None = centre, else a direction from the centre: 2 = towards
            the middle of edge 2, 2.5 = towards the corner between edges 2 and 3.
        groups: names of visit groups; a route visits at most one stop of each group.
        tagged_revenue: (tag, money) pairs: what a train that carries the tag earns here instead of
            ``revenue`` (for instance ``diesel``).
        reserved_for: corporation whose token the city waits for as printed, if any.
        hidden: drawn without its revenue (a second area of one place).
    """

    kind: StopKind
    revenue: tuple[int, ...] = (0,)
    slots: int = 0
    position: float | None = None
    groups: tuple[str, ...] = ()
    tagged_revenue: tuple[tuple[str, int], ...] = ()
    reserved_for: CorporationId | None = None
    hidden: bool = False

    def revenue_in(self, band: int, tag: str | None = None) -> int:
        """Money earned here in revenue band ``band`` (counted from 0) by a train with ``tag``."""
        if tag is not None:
            for name, amount in self.tagged_revenue:
                if name == tag:
                    return amount
        return self.revenue[min(band, len(self.revenue) - 1)]


@dataclass(frozen=True, slots=True)
class TileDefinition:
    """Geometry and value of one tile, or of what is printed on a hex.

    Attributes:
        id: the community's number, or a name for a printed hex.
        colour: ``blank`` is a hex without tile: it may hold stops without track.
        stops: numbered from 0; see :class:`Stop`.
        track: unordered pairs of ends; each end is an edge 0–5 or 6 + stop number.
        gauges: kind of each piece of ``track``, such as ``narrow``; empty = all ``standard``.
        label: letters that restrict upgrades, such as ``OO`` or ``P``.
        upgrade_cost: money for replacing this tile, paid by the one who lays the next.
        upgrade_terrain: names of the terrain that this cost stands for.
        exits: bit mask of the edges with track.
        rotations: rotations that differ; of rotations that give the same track between the same
            edges and the same cities the lowest one. Towns of equal value are alike, cities are
            told apart by their number, since tokens lie in them.
        same_as: for each rotation 0–5 the one in ``rotations`` that gives the same.
        looks: as ``rotations``, but cities of equal size and value are alike too: how many ways of
            laying the tile a player can see.
    """

    id: TileId
    colour: Colour
    stops: tuple[Stop, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    gauges: tuple[str, ...] = ()
    label: str | None = None
    upgrade_cost: int = 0
    upgrade_terrain: tuple[str, ...] = ()
    exits: int = field(init=False)
    rotations: tuple[int, ...] = field(init=False)
    same_as: tuple[int, ...] = field(init=False)
    looks: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Compute the derived fields; refuse ends of track that do not exist."""
        last = FIRST_STOP + len(self.stops)
        for pair in self.track:
            if not all(0 <= end < last for end in pair) or pair[0] == pair[1]:
                raise ValueError(
                    f"tile {self.id}: track {pair} should join two different ends out of "
                    f"edges 0-5 and stops 6-{last - 1}"
                )
        if self.gauges and len(self.gauges) != len(self.track):
            raise ValueError(
                f"tile {self.id}: {len(self.gauges)} gauges for {len(self.track)} pieces of track"
            )
        exits = mask_of(end for pair in self.track for end in pair if is_edge(end))
        object.__setattr__(self, "exits", exits)
        same_as = _first_alike(self, number_cities=True)
        object.__setattr__(self, "same_as", same_as)
        object.__setattr__(self, "rotations", tuple(sorted(set(same_as))))
        object.__setattr__(self, "looks", tuple(sorted(set(_first_alike(self, number_cities=False)))))

    def gauge(self, piece: int) -> str:
        """Kind of piece number ``piece`` of :attr:`track`."""
        return self.gauges[piece] if self.gauges else STANDARD_GAUGE

    def exits_at(self, rotation: int) -> int:
        """Mask of the edges with track when turned by ``rotation``."""
        return turn_mask(self.exits, rotation)

    def track_at(self, rotation: int) -> tuple[tuple[int, int], ...]:
        """Track when turned by ``rotation``, in the order of :attr:`track`."""
        return tuple((turn_end(a, rotation), turn_end(b, rotation)) for a, b in self.track)

    @property
    def cities(self) -> tuple[int, ...]:
        """Numbers of the stops that are cities."""
        return tuple(i for i, stop in enumerate(self.stops) if stop.kind == "city")

    @property
    def place(self) -> PlaceKind:
        """What kind of place it is by its stops: a plain tile has none."""
        kinds = {stop.kind for stop in self.stops}
        if "city" in kinds:
            return "double_city" if len(self.cities) > 1 else "city"
        if "town" in kinds:
            return "double_town" if len(self.stops) > 1 else "town"
        return "offboard" if kinds else "plain"


def _appearance(tile: TileDefinition, rotation: int, *, number_cities: bool) -> tuple[object, ...]:
    """Value that is equal for rotations which give the same connections."""
    at_stop: list[list[tuple[int, int, str]]] = [[] for _ in tile.stops]
    plain: list[tuple[int, int, str]] = []
    for piece, (a, b) in enumerate(tile.track_at(rotation)):
        low, high, gauge = min(a, b), max(a, b), tile.gauge(piece)
        if is_edge(high):
            plain.append((low, high, gauge))
        elif is_edge(low):
            at_stop[high - FIRST_STOP].append((0, low, gauge))
        else:
            at_stop[low - FIRST_STOP].append((1, high, gauge))
            at_stop[high - FIRST_STOP].append((1, low, gauge))
    stops = sorted(
        (
            stop.kind,
            index if number_cities and stop.kind == "city" else -1,
            stop.slots,
            stop.revenue,
            stop.tagged_revenue,
            stop.groups,
            tuple(sorted(ends)),
        )
        for index, (stop, ends) in enumerate(zip(tile.stops, at_stop, strict=True))
    )
    return tuple(sorted(plain)), tuple(stops)


def _first_alike(tile: TileDefinition, *, number_cities: bool) -> tuple[int, ...]:
    """For each rotation the lowest one of equal appearance."""
    first: dict[tuple[object, ...], int] = {}
    return tuple(
        first.setdefault(_appearance(tile, rotation, number_cities=number_cities), rotation)
        for rotation in ROTATIONS
    )


@dataclass(frozen=True, slots=True)
class UpgradeTarget:
    """One arrow of the upgrade chart.

    Attributes:
        tile: tile that may be laid.
        only: hexes where this arrow holds; None = everywhere.
    """

    tile: TileId
    only: frozenset[HexId] | None = None

    def holds_at(self, hex_id: HexId) -> bool:
        """Whether the arrow may be used on ``hex_id``."""
        return self.only is None or hex_id in self.only


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """What a title says about one of its tiles.

    Attributes:
        tile: its geometry.
        count: copies in the box; None = as many as wanted.
        printed: copies printed when the number is not a limit; equal to ``count`` otherwise.
        upgrades: tiles that may replace it.
        only: hexes where it may be laid at all; None = wherever the chart lets it.
        rotations: rotations it may be laid in; None = any.
        special: laid only by a power that names it, never in an ordinary lay.
    """

    tile: TileDefinition
    count: int | None
    printed: int | None = None
    upgrades: tuple[UpgradeTarget, ...] = ()
    only: frozenset[HexId] | None = None
    rotations: frozenset[int] | None = None
    special: bool = False


@dataclass(frozen=True, slots=True)
class TileSet:
    """All tiles of a title.

    Attributes:
        entries: by tile id, in the order of the title's manifest.
        first_lays: tiles that may be laid on a blank hex, by kind of place. A hex that lists its
            own ``upgrades`` does not use this.
    """

    entries: Mapping[TileId, ManifestEntry]
    first_lays: Mapping[PlaceKind, tuple[UpgradeTarget, ...]]

    def tile(self, tile_id: TileId) -> TileDefinition:
        """Geometry of a tile of the title.

        Raises:
            KeyError: the title has no such tile.
        """
        return self.entries[tile_id].tile
