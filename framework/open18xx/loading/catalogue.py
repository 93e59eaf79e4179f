"""The shared catalogue of tiles that ships with the package: sets of tiles by name.

The set ``standard`` holds the community's numbered tiles; other sets hold tiles that some titles
number for themselves. A title takes tiles by set and id and adds counts and its own chart.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import open18xx.definition
from open18xx.definition.tiles import TileDefinition, TileId
from open18xx.errors import PackError
from open18xx.loading.builders.section import BuildError, Section
from open18xx.loading.builders.tiles import build_tile
from open18xx.loading.nodes import plain
from open18xx.loading.problems import Report
from open18xx.loading.reader import read_file

STANDARD_SET: Final = "standard"


@cache
def catalogue() -> Mapping[str, Mapping[TileId, TileDefinition]]:
    """All tiles that ship with the package: set name → tile id → tile.

    Raises:
        PackError: a file of the catalogue is damaged.
    """
    sets: dict[str, dict[str, TileDefinition]] = {}
    folder = Path(open18xx.definition.__file__).parent / "catalogue"
    for file in sorted(folder.glob("*.yaml")):
        report = Report()
        node = read_file(file, f"catalogue/{file.name}", report, inside=folder)
        if node is None:
            raise PackError(report.sorted(), "the tile catalogue")
        report.roots["tiles"] = node
        try:
            section = Section(plain(node), "tiles")
            tiles = sets.setdefault(section.text("set", STANDARD_SET), {})
            tiles.update((tile_id, build_tile(tile_id, tile)) for tile_id, tile in section.named("tiles"))
        except BuildError as error:
            report.built(error)
            raise PackError(report.sorted(), "the tile catalogue") from error
    return MappingProxyType({name: MappingProxyType(tiles) for name, tiles in sorted(sets.items())})


def standard_tile(tile_id: TileId) -> TileDefinition:
    """A tile of the standard set.

    Raises:
        KeyError: the catalogue has no such tile.
    """
    return catalogue()[STANDARD_SET][tile_id]
