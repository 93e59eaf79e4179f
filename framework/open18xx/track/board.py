"""What is precomputed once per title: hex numbers, sides, turned tiles and how upgrades fit.

Numbers used throughout ``track``:

* hex ``h``: place in :attr:`MapDefinition.index`;
* *entry* ``h * 6 + e``: being in hex h, having come in by its edge e;
* *side*: the lower of the two entries on both sides of a border, so both hexes name it alike;
* *stop* ``h * stride + i``: stop i of hex h. The number stays the same when the tile changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from open18xx.definition.map import MapDefinition, MapHex
from open18xx.definition.tiles import (
    FIRST_STOP,
    ManifestEntry,
    TileDefinition,
    TileId,
    TileSet,
    UpgradeTarget,
    is_edge,
)
from open18xx.geometry.edges import ALL_EDGES, EDGES, ROTATIONS, opposite
from open18xx.geometry.grid import HexId

#: Tile and rotation lying on a hex. Hexes that show what is printed are left out of mappings.
Placement = tuple[TileId, int]
Placements = Mapping[HexId, Placement]

NO_EXIT: Final = -1


class UnknownName(ValueError):
    """A hex or tile that the title does not have."""


@dataclass(frozen=True, slots=True)
class Move:
    """A way through one hex without reversing.

    Attributes:
        stops: numbers of the tile's stops on the way, in order.
        exit: edge by which it leaves; ``NO_EXIT`` when it ends at the last stop.
        inner: bit mask of the tile's stop-to-stop pieces used, by number among those.
    """

    stops: tuple[int, ...]
    exit: int
    inner: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class TurnedTile:
    """A tile in one rotation, with all ways through it.

    Attributes:
        tile: the tile.
        rotation: how far it is turned.
        exits: mask of edges with track.
        pieces: track as pairs of ends, turned, lower end first, sorted.
        ends: per end (edges 0-5, then stops), the ends that a piece of track joins it to.
        from_edge: per edge, the ways on for a train that enters there. Each way is as long as it
            can be: its earlier stops are where a train may end.
        from_stop: per stop, the ways on for a train that starts there.
    """

    tile: TileDefinition
    rotation: int
    exits: int
    pieces: tuple[tuple[int, int], ...]
    ends: tuple[tuple[int, ...], ...]
    from_edge: tuple[tuple[Move, ...], ...]
    from_stop: tuple[tuple[Move, ...], ...]


def turned_tile(tile: TileDefinition, rotation: int, gauges: frozenset[str] | None = None) -> TurnedTile:
    """Work out all ways through a tile; with ``gauges`` only on those kinds of track."""
    kept = [
        (min(a, b), max(a, b))
        for number, (a, b) in enumerate(tile.track_at(rotation))
        if gauges is None or tile.gauge(number) in gauges
    ]
    pieces = tuple(sorted(kept))
    inner = {pair: bit for bit, pair in enumerate(pair for pair in pieces if not is_edge(pair[0]))}
    links: list[list[tuple[int, int]]] = [[] for _ in range(FIRST_STOP + len(tile.stops))]
    for pair in pieces:
        bit = 1 << inner[pair] if pair in inner else 0
        links[pair[0]].append((pair[1], bit))
        links[pair[1]].append((pair[0], bit))

    def ways(end: int, stops: tuple[int, ...], used: int, came_from: int) -> list[Move]:
        found: list[Move] = []
        for other, bit in links[end]:
            if other == came_from or used & bit:
                continue
            if is_edge(other):
                found.append(Move(stops, other, used))
            elif other - FIRST_STOP not in stops:
                found.extend(ways(other, (*stops, other - FIRST_STOP), used | bit, end))
        if not found and stops:
            found.append(Move(stops, NO_EXIT, used))
        return found

    exits = 0
    for pair in pieces:
        for end in pair:
            if is_edge(end):
                exits |= 1 << end
    return TurnedTile(
        tile=tile,
        rotation=rotation,
        exits=exits,
        pieces=pieces,
        ends=tuple(tuple(other for other, _ in joined) for joined in links),
        from_edge=tuple(tuple(ways(edge, (), 0, -1)) for edge in EDGES),
        from_stop=tuple(
            tuple(
                Move(move.stops[1:], move.exit, move.inner)
                for move in ways(FIRST_STOP + stop, (stop,), 0, -1)
                if len(move.stops) > 1 or move.exit != NO_EXIT
            )
            for stop in range(len(tile.stops))
        ),
    )


@dataclass(frozen=True, slots=True)
class Fit:
    """A rotation of a new tile that keeps the track of the old one.

    Attributes:
        rotation: of the new tile.
        stops: for each stop of the old tile the stops of the new one that take over its track.
            One: tokens move there. Several: the old stop is split and its tokens must be placed
            anew. None: it had no track and no stop of its kind is left.
    """

    rotation: int
    stops: tuple[tuple[int, ...], ...]


def fit(old: TileDefinition, old_rotation: int, new: TileDefinition, rotation: int) -> Fit | None:
    """How ``new`` turned by ``rotation`` takes over the track of ``old``; None when it does not.

    Every old piece of track must be there again: between the same edges, or from the same edge to
    a stop of the same kind. A stop keeps its track together unless the new tile has more cities than
    the old one: then a city may be split. Stops without track take the free stops of their kind in
    order, with their own number first.
    """
    offered: dict[tuple[int, int], str] = {}
    for number, (a, b) in enumerate(new.track_at(rotation)):
        offered[min(a, b), max(a, b)] = new.gauge(number)
    takers: list[list[set[int]]] = [[] for _ in old.stops]
    inner: list[tuple[int, int]] = []
    for number, (a, b) in enumerate(old.track_at(old_rotation)):
        low, high, gauge = min(a, b), max(a, b), old.gauge(number)
        if is_edge(high):
            if offered.get((low, high)) != gauge:
                return None
        elif is_edge(low):
            kind = old.stops[high - FIRST_STOP].kind
            fitting = {
                index
                for index, stop in enumerate(new.stops)
                if stop.kind == kind and offered.get((low, FIRST_STOP + index)) == gauge
            }
            if not fitting:
                return None
            takers[high - FIRST_STOP].append(fitting)
        else:
            inner.append((low - FIRST_STOP, high - FIRST_STOP))
    targets = [_successors(number, sets) for number, sets in enumerate(takers)]
    if any(len(heirs) > 1 for heirs in targets) and len(new.cities) <= len(old.cities):
        return None
    taken = {index for known in targets for index in known}
    for number, known in enumerate(targets):
        if known:
            continue
        kind = old.stops[number].kind
        free = [i for i, stop in enumerate(new.stops) if stop.kind == kind and i not in taken]
        if free:
            known.append(number if number in free else free[0])
            taken.add(known[0])
    for one, two in inner:
        joined = any(
            first == second or (min(first, second) + FIRST_STOP, max(first, second) + FIRST_STOP) in offered
            for first in targets[one]
            for second in targets[two]
        )
        if not joined:
            return None
    return Fit(rotation, tuple(tuple(sorted(known)) for known in targets))


def _successors(number: int, takers: list[set[int]]) -> list[int]:
    """New stops that take over an old one: if possible a single one, best of the same number."""
    if not takers:
        return []
    for_all = set.intersection(*takers)
    if for_all:
        return [number if number in for_all else min(for_all)]
    chosen: list[int] = []
    for fitting in takers:
        if not fitting & set(chosen):
            chosen.append(min(fitting))
    return chosen


class Board:
    """Geometry of one title, computed once and shared by all positions of all games.

    It holds no position; everything here depends on the map and the tiles alone.
    """

    def __init__(self, the_map: MapDefinition, tiles: TileSet) -> None:
        """Number hexes, sides and stops of ``the_map``."""
        self.map: Final = the_map
        self.tiles: Final = tiles
        self.hexes: Final[tuple[MapHex, ...]] = tuple(the_map.hexes.values())
        self.index: Final = the_map.index
        count = len(self.hexes)
        #: Entry on the far side of each entry's edge; -1 where nothing can cross.
        self.across: Final[list[int]] = [-1] * (6 * count)
        #: Side number of each entry.
        self.side: Final[list[int]] = list(range(6 * count))
        for number, item in enumerate(self.hexes):
            for edge, other in enumerate(item.neighbours):
                if other is None:
                    continue
                far = 6 * the_map.index[other] + opposite(edge)
                self.side[6 * number + edge] = min(6 * number + edge, far)
                if the_map.is_open(item.id, edge):
                    self.across[6 * number + edge] = far
        most = max((len(item.printed.stops) for item in self.hexes), default=0)
        most = max([most, *(len(entry.tile.stops) for entry in tiles.entries.values())])
        #: Stop numbers per hex.
        self.stride: Final = max(most, 1)
        self._turned: dict[tuple[TileId, int, frozenset[str] | None], TurnedTile] = {}
        self._printed: dict[tuple[int, frozenset[str] | None], TurnedTile] = {}
        self._fits: dict[tuple[int, TileId, TileId], tuple[Fit, ...]] = {}
        tiles_used = [item.printed for item in self.hexes]
        tiles_used += [entry.tile for entry in tiles.entries.values()]
        names = sorted({name for tile in tiles_used for stop in tile.stops for name in stop.groups})
        #: Bit number of each visit group in masks of visited stops; groups follow the stops.
        self.group_bit: Final = {name: count * self.stride + at for at, name in enumerate(names)}

    def hex_number(self, hex_id: HexId) -> int:
        """Number of a hex.

        Raises:
            UnknownName: the map has no such hex.
        """
        try:
            return self.index[hex_id]
        except KeyError:
            raise UnknownName(f"the map has no hex {hex_id!r}") from None

    def entry_of(self, tile_id: TileId) -> ManifestEntry:
        """Manifest entry of a tile.

        Raises:
            UnknownName: the title has no such tile.
        """
        try:
            return self.tiles.entries[tile_id]
        except KeyError:
            raise UnknownName(f"the title has no tile {tile_id!r}") from None

    def turned(self, tile_id: TileId, rotation: int, gauges: frozenset[str] | None = None) -> TurnedTile:
        """A tile of the title in one rotation."""
        key = (tile_id, rotation, gauges)
        found = self._turned.get(key)
        if found is None:
            if rotation not in ROTATIONS:
                raise UnknownName(f"rotation {rotation!r} of tile {tile_id} should be 0 to 5")
            found = turned_tile(self.entry_of(tile_id).tile, rotation, gauges)
            self._turned[key] = found
        return found

    def printed(self, number: int, gauges: frozenset[str] | None = None) -> TurnedTile:
        """What is printed on hex ``number``."""
        key = (number, gauges)
        found = self._printed.get(key)
        if found is None:
            found = turned_tile(self.hexes[number].printed, 0, gauges)
            self._printed[key] = found
        return found

    def lying(self, placements: Placements, hex_id: HexId) -> tuple[TileDefinition, int]:
        """Tile (or print) and rotation now on a hex."""
        number = self.hex_number(hex_id)
        placed = placements.get(hex_id)
        if placed is None:
            return self.hexes[number].printed, 0
        return self.entry_of(placed[0]).tile, placed[1]

    def upgrades(self, placements: Placements, hex_id: HexId) -> tuple[UpgradeTarget, ...]:
        """Tiles that the chart lets be laid on a hex as it is, whatever their colour and number.

        Arrows that do not hold on this hex are left out.
        """
        item = self.hexes[self.hex_number(hex_id)]
        placed = placements.get(hex_id)
        if placed is not None:
            targets = self.entry_of(placed[0]).upgrades
        elif item.upgrades is not None:
            targets = item.upgrades
        elif item.printed.colour == "blank":
            targets = self.tiles.first_lays.get(item.place, ())
        else:
            return ()
        return tuple(
            target for target in targets if target.holds_at(hex_id) and self._may_lie(target.tile, hex_id)
        )

    def _may_lie(self, tile_id: TileId, hex_id: HexId) -> bool:
        only = self.entry_of(tile_id).only
        return only is None or hex_id in only

    def required_label(self, placements: Placements, hex_id: HexId) -> str | None:
        """Label that a new tile must carry: that of the hex, else of what lies there."""
        item = self.hexes[self.hex_number(hex_id)]
        if item.label is not None:
            return item.label
        return self.lying(placements, hex_id)[0].label

    def fits(self, placements: Placements, hex_id: HexId, tile_id: TileId) -> tuple[Fit, ...]:
        """Rotations in which a tile keeps the track now on a hex, rising, each with its stops.

        Only rotations that differ (:attr:`TileDefinition.rotations`) and that the manifest allows
        are given. Closed edges and the chart are not looked at; see :func:`lay_rotations`.
        """
        number = self.hex_number(hex_id)
        placed = placements.get(hex_id)
        entry = self.entry_of(tile_id)
        if placed is None:
            key = (number, "", tile_id)
            old, turned_by = self.hexes[number].printed, 0
        else:
            old, turned_by = self.entry_of(placed[0]).tile, placed[1]
            key = (turned_by, placed[0], tile_id)
        found = self._fits.get(key)
        if found is None:
            found = tuple(
                kept
                for rotation in entry.tile.rotations
                if entry.rotations is None or rotation in entry.rotations
                if (kept := fit(old, turned_by, entry.tile, rotation)) is not None
            )
            self._fits[key] = found
        return found

    def lay_rotations(self, placements: Placements, hex_id: HexId, tile_id: TileId) -> tuple[int, ...]:
        """Rotations in which a tile can lie on a hex as it is: old track kept, no closed edge.

        The chart, colours, supply and reach are not looked at.
        """
        item = self.hexes[self.hex_number(hex_id)]
        old, turned_by = self.lying(placements, hex_id)
        forbidden = item.closed & ~old.exits_at(turned_by) & ALL_EDGES
        tile = self.entry_of(tile_id).tile
        return tuple(
            kept.rotation
            for kept in self.fits(placements, hex_id, tile_id)
            if not tile.exits_at(kept.rotation) & forbidden
        )
