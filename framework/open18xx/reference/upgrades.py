"""The upgrade chart of a title: worked out by the same functions that decide what is legal in play."""

from __future__ import annotations

from dataclasses import dataclass

from open18xx.definition.tiles import ManifestEntry, PlaceKind, TileDefinition, UpgradeTarget
from open18xx.definition.title import Title
from open18xx.track.board import fit


@dataclass(frozen=True, slots=True)
class Successor:
    """A tile that may replace another.

    Attributes:
        rotations: of the new tile, all that keep the track of the old one as it lies unturned; of rotations
            that look the same only the first.
        only: hexes where this holds; empty = everywhere.
    """

    tile: TileDefinition
    rotations: tuple[int, ...]
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrows:
    """What may be laid on something.

    Attributes:
        tile: the tile replaced; for a hex what is printed there.
        hexes: the hexes it is about; empty = wherever the tile lies.
        place: kind of place that is still blank, or None.
    """

    tile: TileDefinition
    successors: tuple[Successor, ...]
    hexes: tuple[str, ...] = ()
    place: PlaceKind | None = None


def upgrade_chart(title: Title) -> tuple[Arrows, ...]:
    """Every arrow of the chart: blank places, printed hexes with arrows of their own, then tiles."""
    return (*_places(title), *_hexes(title), *_tiles(title))


def successors(
    title: Title, old: TileDefinition, targets: tuple[UpgradeTarget, ...]
) -> tuple[Successor, ...]:
    """The targets with the rotations that fit."""
    found: list[Successor] = []
    for target in targets:
        entry = title.tiles.entries[target.tile]
        only = sorted(target.only or ()) or sorted(entry.only or ())
        found.append(Successor(entry.tile, rotations_of(old, entry), tuple(only)))
    return tuple(found)


def rotations_of(old: TileDefinition, entry: ManifestEntry) -> tuple[int, ...]:
    """Rotations of a tile that keep the track of another, which lies unturned."""
    return tuple(
        rotation
        for rotation in entry.tile.looks
        if entry.rotations is None or rotation in entry.rotations
        if fit(old, 0, entry.tile, rotation) is not None
    )


def _places(title: Title) -> list[Arrows]:
    blank = TileDefinition("", "blank")
    return [
        Arrows(blank, successors(title, blank, targets), place=place)
        for place, targets in title.tiles.first_lays.items()
        if targets
    ]


def _hexes(title: Title) -> list[Arrows]:
    """Printed hexes that say what may be laid on them; those alike are one entry."""
    found: dict[tuple[TileDefinition, tuple[UpgradeTarget, ...]], list[str]] = {}
    for hex_id, item in title.map.hexes.items():
        if item.upgrades:
            found.setdefault((item.printed, item.upgrades), []).append(hex_id)
    return [
        Arrows(printed, successors(title, printed, targets), tuple(hexes))
        for (printed, targets), hexes in found.items()
    ]


def _tiles(title: Title) -> list[Arrows]:
    return [
        Arrows(entry.tile, successors(title, entry.tile, entry.upgrades))
        for entry in title.tiles.entries.values()
        if entry.upgrades
    ]
