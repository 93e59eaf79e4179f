"""``map.yaml``: hexes, terrain, borders and regions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from open18xx.definition.map import Border, MapDefinition, MapHex, make_map
from open18xx.definition.tiles import PlaceKind, TileSet, UpgradeTarget
from open18xx.geometry.edges import mask_of
from open18xx.geometry.grid import Axes, BadHexName, Orientation, parse_hex
from open18xx.loading.builders.section import Section
from open18xx.loading.builders.tiles import build_printed, build_targets, one_or_more
from open18xx.loading.notation import COLOUR_BANDS, Bands


def orientation_of(section: Section) -> Orientation:
    """Whether hexes stand on a corner or lie on a side."""
    return section.choice("orientation", "pointy", "flat")


def axes_of(section: Section) -> Axes:
    """Whether the letter of a hex name counts rows or columns."""
    letters = section.section("coordinates").choice("letters", "rows", "columns")
    return "letter_rows" if letters == "rows" else "letter_columns"


def build_regions(section: Section) -> Mapping[str, frozenset[str]]:
    """Hexes of each named area."""
    regions = section.section("regions")
    return {name: frozenset(regions.texts(name)) for name in regions.data}


def build_hex(
    hex_id: str,
    section: Section,
    *,
    axes: Axes,
    terrain_costs: Mapping[str, int],
    regions: Mapping[str, frozenset[str]],
    tiles: TileSet | None,
    bands: Bands = COLOUR_BANDS,
) -> MapHex:
    """One hex, without its neighbours.

    Args:
        tiles: the title's tiles, for hexes that count as a tile; None leaves upgrades out.
        bands: colours that stand for the title's revenue bands in the one-line notation.
    """
    try:
        row, column = parse_hex(hex_id, axes)
    except BadHexName as error:
        raise section.error(None, str(error)) from error
    parsed = build_printed(hex_id, section, bands=bands)
    printed = parsed.tile
    terrain = one_or_more(section, "terrain")
    cost = sum(terrain_costs.get(kind, 0) for kind in terrain)
    if "code" in section and "upgrade_cost" not in section:
        # On a hex the notation's upgrade is what the next tile costs, as terrain and lay_cost are.
        cost, terrain = cost + printed.upgrade_cost, (*terrain, *printed.upgrade_terrain)
        terrain = tuple(dict.fromkeys(terrain))
        printed = replace(printed, upgrade_cost=0, upgrade_terrain=())
    borders = dict(parsed.borders)
    borders.update((border.number("edge"), _border(border)) for border in section.sections("borders"))
    places: tuple[PlaceKind, ...] = get_args(PlaceKind)
    return MapHex(
        id=hex_id,
        row=row,
        column=column,
        printed=printed,
        name=section.optional_text("name"),
        place=section.choice("place", printed.place, *places),
        closed=mask_of(section.numbers("closed")),
        borders=tuple(sorted(borders.items())),
        terrain=terrain,
        lay_cost=section.number("lay_cost", cost),
        label=printed.label,
        upgrades=_upgrades(section, tiles),
        reserved_for=section.optional_text("reserved_for"),
        terminus=section.flag("terminus", default=parsed.terminus),
        single_visit=section.flag("single_visit"),
        regions=tuple(name for name, hexes in regions.items() if hex_id in hexes),
        drawn_in=section.optional_text("drawn_in"),
    )


def _border(section: Section) -> Border:
    return Border(section.choice("kind", "impassable", "cost"), section.number("cost", 0))


def _upgrades(section: Section, tiles: TileSet | None) -> tuple[UpgradeTarget, ...] | None:
    if "upgrades" in section:
        return build_targets(section, "upgrades")
    acts_as = section.optional_text("acts_as")
    if acts_as is None or tiles is None:
        return None
    entry = tiles.entries.get(acts_as)
    if entry is None:
        raise section.error("acts_as", f"tile {acts_as} is not in the manifest")
    return entry.upgrades


def terrain_costs(section: Section) -> Mapping[str, int]:
    """Price of the first tile by kind of terrain."""
    return {name: kind.number("cost", 0) for name, kind in section.named("terrain")}


def build_map(section: Section, tiles: TileSet, bands: Bands = COLOUR_BANDS) -> MapDefinition:
    """The whole map; ``bands`` as for :func:`build_hex`."""
    axes = axes_of(section)
    costs = terrain_costs(section)
    regions = build_regions(section)
    hexes = {
        hex_id: build_hex(
            hex_id, item, axes=axes, terrain_costs=costs, regions=regions, tiles=tiles, bands=bands
        )
        for hex_id, item in section.named("hexes")
    }
    return make_map(orientation_of(section), axes, hexes)
