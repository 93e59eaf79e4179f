"""Tiles and hexes of a pack, as far as they can be built."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.definition.map import MapDefinition, MapHex, make_map
from open18xx.definition.tiles import TileDefinition
from open18xx.loading.builders.map import axes_of, build_hex, build_regions, orientation_of, terrain_costs
from open18xx.loading.builders.section import BuildError, Section
from open18xx.loading.builders.tiles import build_tile, notation_losses
from open18xx.loading.catalogue import STANDARD_SET, catalogue
from open18xx.loading.facts import Facts
from open18xx.loading.notation import bands_of_phases
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


class Geometry:
    """What can be said about track.

    Attributes:
        tiles: geometry of every tile the pack may name; own tiles that cannot be built are missing.
        unbuilt: ids of own tiles and hexes that exist but cannot be built.
        map: the hexes that can be built, joined; None when the map's own form is not known.
    """

    def __init__(self, facts: Facts, report: Report) -> None:
        """Build all there is and report what cannot be built."""
        self.unbuilt: set[str] = set()
        self.bands = bands_of_phases(facts.data.get("phases"))
        self.tiles = self._known_tiles(facts, report)
        self.map = self._joined(facts, report)

    def _known_tiles(self, facts: Facts, report: Report) -> dict[str, TileDefinition]:
        sets = catalogue()
        known = dict(sets[STANDARD_SET])
        root = facts.file("tiles")
        if root is None:
            return known
        for index, name in enumerate(root.texts("sets") if facts.whole("tiles", "sets") else ()):
            if name in sets:
                known.update(sets[name])
            else:
                report.at(
                    "T112",
                    "tiles",
                    ("sets", index),
                    f"the tile library has no set '{name}'",
                    nearest(name, sets),
                )
        self.unbuilt |= facts.names("tiles", "tiles")
        for tile_id, section in facts.table("tiles", "tiles").items():
            try:
                known[tile_id] = build_tile(tile_id, section, bands=self.bands)
                self.unbuilt.discard(tile_id)
                self._losses(section, report)
            except BuildError as error:
                report.built(error)
        return known

    def _joined(self, facts: Facts, report: Report) -> MapDefinition | None:
        root = facts.file("map")
        if root is None or not facts.whole("map", "orientation") or not facts.whole("map", "coordinates"):
            return None
        hexes: dict[str, MapHex] = {}
        with report.catching():
            hexes.update(self._hexes(root, facts, report))
        return make_map(orientation_of(root), axes_of(root), hexes)

    def _hexes(self, root: Section, facts: Facts, report: Report) -> Iterator[tuple[str, MapHex]]:
        axes = axes_of(root)
        costs = terrain_costs(root) if facts.whole("map", "terrain") else {}
        regions = build_regions(root) if facts.whole("map", "regions") else {}
        self.unbuilt |= {f"hex {name}" for name in facts.names("map", "hexes")}
        for hex_id, section in facts.table("map", "hexes").items():
            try:
                yield (
                    hex_id,
                    build_hex(
                        hex_id,
                        section,
                        axes=axes,
                        terrain_costs=costs,
                        regions=regions,
                        tiles=None,
                        bands=self.bands,
                    ),
                )
                self.unbuilt.discard(f"hex {hex_id}")
                self._losses(section, report)
            except BuildError as error:
                report.built(error)

    def _losses(self, section: Section, report: Report) -> None:
        """Name what the one-line notation of a tile or hex says and the pack cannot."""
        for loss in notation_losses(section, self.bands):
            report.inside("T115", section.kind, (*section.path, "code"), loss.offset, str(loss))
