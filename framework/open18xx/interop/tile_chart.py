"""The upgrade chart that the community's general rules give a set of tiles.

Colours follow one another, labels and the number of cities and towns stay, and the old track is kept in some
rotation. Programs without a chart of their own play by these rules; a published chart may say less or more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from open18xx.definition.tiles import UPGRADE_ORDER, Colour, PlaceKind, TileDefinition, TileId
from open18xx.track.board import fit


class Chart:
    """Upgrades among some tiles.

    Attributes:
        first: first tiles by kind of place, tiles with a label left out.
        upgrades: for each tile, what may replace it.
    """

    def __init__(self, tiles: Mapping[TileId, TileDefinition]) -> None:
        self._by_colour: dict[Colour, list[TileDefinition]] = {}
        for tile in tiles.values():
            self._by_colour.setdefault(tile.colour, []).append(tile)
        places: tuple[PlaceKind, ...] = get_args(PlaceKind)
        first = {
            place: tuple(
                tile.id
                for tile in self._by_colour.get(UPGRADE_ORDER[1], ())
                if tile.label is None and tile.place == place
            )
            for place in places
        }
        self.first = {place: ids for place, ids in first.items() if ids}
        self.upgrades = {tile_id: self._following(tile, tile.colour) for tile_id, tile in tiles.items()}

    def of_hex(self, printed: TileDefinition, colour: Colour) -> tuple[TileId, ...] | None:
        """What may be laid on a hex; None when the general lists hold, or nothing may ever be laid."""
        if colour not in UPGRADE_ORDER or colour == "gray":
            return None
        if colour == "blank" and printed.label is None and not printed.track:
            return None
        return self._following(printed, colour)

    def _following(self, old: TileDefinition, colour: Colour) -> tuple[TileId, ...]:
        if colour not in UPGRADE_ORDER[:-1]:
            return ()
        following = UPGRADE_ORDER[UPGRADE_ORDER.index(colour) + 1]
        return tuple(tile.id for tile in self._by_colour.get(following, ()) if _replaces(tile, old))


def _replaces(new: TileDefinition, old: TileDefinition) -> bool:
    kinds = [[stop.kind for stop in tile.stops].count("city") for tile in (old, new)]
    towns = [[stop.kind for stop in tile.stops].count("town") for tile in (old, new)]
    return (
        new.label == old.label
        and kinds[0] == kinds[1]
        and towns[0] == towns[1]
        and any(fit(old, 0, new, rotation) is not None for rotation in new.rotations)
    )
