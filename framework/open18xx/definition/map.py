"""The printed map: hexes, neighbours, borders, terrain and what may be laid where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from open18xx.definition.tiles import CorporationId, PlaceKind, TileDefinition, UpgradeTarget
from open18xx.geometry.edges import EDGES, opposite
from open18xx.geometry.grid import Axes, HexId, Orientation, step

BorderKind = Literal["impassable", "cost"]


@dataclass(frozen=True, slots=True)
class Border:
    """Something printed on a hex side.

    Attributes:
        kind: ``impassable`` = no track may be joined across; ``cost`` = joining track costs money.
        cost: money, 0 for impassable borders.
    """

    kind: BorderKind
    cost: int = 0


@dataclass(frozen=True, slots=True)
class MapHex:
    """One hex of the map as printed.

    Attributes:
        id: its name, such as ``G9``.
        row: doubled coordinate, see :mod:`open18xx.geometry.grid`.
        column: doubled coordinate.
        printed: what is printed there. A hex without tile has colour ``blank`` and may hold stops
            (a city or town to be) and even track that every tile must keep.
        name: of the place or places, as printed; None when it has none.
        place: for which list of first tiles it counts while blank.
        neighbours: hex across each edge 0–5; None = no hex of the map there. Filled in by
            :func:`make_map`.
        closed: mask of edges to which no track may ever be laid.
        borders: (edge, border) pairs; what is printed on one side holds from both.
        terrain: names such as ``river`` or ``mountain``.
        lay_cost: money for the first tile.
        label: letters that a tile laid here must carry; None = tiles without label.
        upgrades: tiles that may replace what is printed; None = the title's list for ``place``.
        reserved_for: corporation that has a say before a tile is laid here.
        terminus: trains may end here but not run through, whatever the stop's kind.
        single_visit: a route may visit only one stop of this hex, once.
        regions: names of the areas that the hex belongs to.
        drawn_in: other map sheet or corner where it is drawn, for the printable sheets; None = in
            its place.
    """

    id: HexId
    row: int
    column: int
    printed: TileDefinition
    name: str | None = None
    place: PlaceKind = "plain"
    neighbours: tuple[HexId | None, ...] = (None,) * 6
    closed: int = 0
    borders: tuple[tuple[int, Border], ...] = ()
    terrain: tuple[str, ...] = ()
    lay_cost: int = 0
    label: str | None = None
    upgrades: tuple[UpgradeTarget, ...] | None = None
    reserved_for: CorporationId | None = None
    terminus: bool = False
    single_visit: bool = False
    regions: tuple[str, ...] = ()
    drawn_in: str | None = None

    @property
    def takes_track(self) -> bool:
        """Whether its colour lets a tile be laid here at all."""
        return self.printed.colour not in ("gray", "red", "blue")

    def border(self, edge: int) -> Border | None:
        """What is printed on side ``edge``, if anything."""
        for at, border in self.borders:
            if at == edge:
                return border
        return None


@dataclass(frozen=True, slots=True, eq=False)
class MapDefinition:
    """All hexes of a map. Make it with :func:`make_map`, which joins neighbours.

    Attributes:
        orientation: corners up (``pointy``) or sides up (``flat``).
        axes: whether the letter of a hex name counts rows or columns.
        hexes: by name, in a fixed order (by row, then column).
        index: number of each hex in that order, from 0.
    """

    orientation: Orientation
    axes: Axes
    hexes: Mapping[HexId, MapHex]
    index: Mapping[HexId, int] = field(init=False)

    def __post_init__(self) -> None:
        """Number the hexes."""
        index = {hex_id: number for number, hex_id in enumerate(self.hexes)}
        object.__setattr__(self, "index", MappingProxyType(index))

    def neighbour(self, hex_id: HexId, edge: int) -> HexId | None:
        """Hex across an edge; None off the map.

        Raises:
            KeyError: no hex of that name.
        """
        return self.hexes[hex_id].neighbours[edge]

    def is_open(self, hex_id: HexId, edge: int) -> bool:
        """Whether track may cross this side: a hex on the other side, and no impassable border."""
        border = self.hexes[hex_id].border(edge)
        return self.hexes[hex_id].neighbours[edge] is not None and (
            border is None or border.kind != "impassable"
        )


def make_map(orientation: Orientation, axes: Axes, hexes: Mapping[HexId, MapHex]) -> MapDefinition:
    """Join hexes into a map.

    Neighbours are worked out from the coordinates, borders are made to hold from both sides, and
    edges get closed where track can lead nowhere: no hex across, an impassable border, or the
    blank side of a hex that never takes a tile. Edges closed in ``hexes`` stay closed.
    """
    at = {(item.row, item.column): item for item in hexes.values()}
    ordered = sorted(hexes.values(), key=lambda item: (item.row, item.column))
    made: dict[HexId, MapHex] = {}
    for item in ordered:
        across = [at.get(step(orientation, item.row, item.column, edge)) for edge in EDGES]
        borders = dict(item.borders)
        for edge, other in enumerate(across):
            facing = other.border(opposite(edge)) if other is not None else None
            if facing is not None:
                borders.setdefault(edge, facing)
        closed = item.closed
        for edge, other in enumerate(across):
            border = borders.get(edge)
            wall = other is None or (border is not None and border.kind == "impassable")
            if wall or _is_blank_side(item, edge) or _is_blank_side(other, opposite(edge)):
                closed |= 1 << edge
        made[item.id] = replace(
            item,
            neighbours=tuple(None if other is None else other.id for other in across),
            borders=tuple(sorted(borders.items())),
            closed=closed,
        )
    return MapDefinition(orientation, axes, MappingProxyType(made))


def _is_blank_side(item: MapHex | None, edge: int) -> bool:
    """Whether no track can ever come to this side: the hex takes no tile and shows none there."""
    return item is not None and not item.takes_track and not item.printed.exits >> edge & 1
