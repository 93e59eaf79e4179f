"""``tiles.yaml`` and the tile library: geometry, manifest and upgrade chart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, get_args

from open18xx.definition.tiles import (
    FIRST_STOP,
    Colour,
    ManifestEntry,
    PlaceKind,
    Stop,
    StopKind,
    TileDefinition,
    TileSet,
    UpgradeTarget,
)
from open18xx.loading.builders.section import BuildError, Section
from open18xx.loading.nodes import Plain
from open18xx.loading.notation import COLOUR_BANDS, Bands, Loss, NotationError, ParsedTile, parse_tile

_STOP_END: Final = re.compile(r"s([0-9]{1,2})")


def build_tile(
    tile_id: str, section: Section, *, colour: Colour = "blank", bands: Bands = COLOUR_BANDS
) -> TileDefinition:
    """Geometry of a tile written as structured data or in the one-line notation.

    Args:
        section: keys ``colour``, ``label``, ``upgrade_cost`` and either ``code`` or ``stops``,
            ``track``, ``gauges``.
        colour: what holds when none is given.
        bands: colours that stand for the title's revenue bands in the one-line notation.

    Raises:
        BuildError: ends of track that do not exist, or a notation that cannot be read.
    """
    return build_printed(tile_id, section, colour=colour, bands=bands).tile


def notation_losses(section: Section, bands: Bands) -> tuple[Loss, ...]:
    """What the one-line notation of a tile or hex says and the pack cannot; the notation can be read."""
    if "code" not in section:
        return ()
    return parse_tile(section.text("code"), colour=_colour(section, "blank"), bands=bands).losses


def build_printed(
    tile_id: str, section: Section, *, colour: Colour = "blank", bands: Bands = COLOUR_BANDS
) -> ParsedTile:
    """A tile and what else its one-line notation may carry for a hex; see :func:`build_tile`."""
    cost = section.section("upgrade_cost")
    shade = _colour(section, colour)
    if "code" in section:
        for key in ("stops", "track", "gauges"):
            if key in section:
                raise section.error(key, f"{key} cannot stand beside code, which says the same", code="T113")
        text = section.text("code")
        try:
            parsed = parse_tile(text, tile_id, shade, bands)
        except NotationError as error:
            raise section.error("code", str(error), code="T114", offset=error.offset) from error
        except ValueError as error:
            raise section.error("code", str(error), code="T102") from error
        tile = parsed.tile
        return replace(
            parsed,
            tile=replace(
                tile,
                label=section.optional_text("label") or tile.label,
                upgrade_cost=cost.number("amount", tile.upgrade_cost),
                upgrade_terrain=cost.texts("terrain") or tile.upgrade_terrain,
            ),
        )
    stops = tuple(_stop(stop) for stop in section.sections("stops"))
    track = tuple(
        _piece(section, index, piece, len(stops)) for index, piece in enumerate(section.items("track"))
    )
    gauges = section.texts("gauges")
    if gauges and len(gauges) != len(track):
        raise section.error("gauges", f"{len(gauges)} gauges for {len(track)} pieces of track", code="T102")
    try:
        tile = TileDefinition(
            id=tile_id,
            colour=shade,
            stops=stops,
            track=track,
            gauges=gauges,
            label=section.optional_text("label"),
            upgrade_cost=cost.number("amount", 0),
            upgrade_terrain=cost.texts("terrain"),
        )
    except ValueError as error:
        raise section.error("track", str(error), code="T102") from error
    return ParsedTile(tile, ())


def _colour(section: Section, default: Colour) -> Colour:
    colours: tuple[Colour, ...] = get_args(Colour)
    return section.choice("colour", default, *colours)


def _stop(section: Section) -> Stop:
    kinds: tuple[StopKind, ...] = get_args(StopKind)
    kind = section.choice("kind", "city", *kinds)
    revenue = section.data.get("revenue", 0)
    tagged = section.section("tagged_revenue")
    return Stop(
        kind=kind,
        revenue=section.numbers("revenue") if isinstance(revenue, list) else (section.number("revenue", 0),),
        slots=section.number("slots", 1) if kind == "city" else 0,
        position=_position(section),
        groups=section.texts("groups"),
        tagged_revenue=tuple((tag, tagged.number(tag)) for tag in tagged.data),
        reserved_for=section.optional_text("reserved_for"),
        hidden=section.flag("hidden"),
    )


def _position(section: Section) -> float | None:
    value = section.data.get("at")
    if value is None or value == "centre":
        return None
    try:
        position = float(value) if isinstance(value, (int, str)) else -1.0
    except ValueError:
        position = -1.0
    if not (0 <= position < 6 and position * 2 == int(position * 2)):
        raise section.error("at", "should be 'centre' or a direction 0 to 5.5 in halves", code="T102")
    return position


def _piece(section: Section, index: int, piece: Plain, stops: int) -> tuple[int, int]:
    path = (*section.path, "track", index)
    if not isinstance(piece, list) or len(piece) != 2:
        raise BuildError(section.kind, path, "should be two ends, such as [0, s0]")
    ends: list[int] = []
    for place, end in enumerate(piece):
        match = _STOP_END.fullmatch(end) if isinstance(end, str) else None
        if match is not None and int(match[1]) < stops:
            ends.append(FIRST_STOP + int(match[1]))
        elif isinstance(end, int) and not isinstance(end, bool) and 0 <= end < 6:
            ends.append(end)
        else:
            known = f" or a stop s0 to s{stops - 1}" if stops else "; there are no stops here"
            message = f"{end} should be an edge 0 to 5{known}"
            raise BuildError(section.kind, (*path, place), message, code="T102")
    if ends[0] == ends[1]:
        raise BuildError(section.kind, path, "both ends are the same", code="T102")
    return ends[0], ends[1]


def one_or_more(section: Section, key: str) -> tuple[str, ...]:
    """A value that is one text or a list of texts."""
    return (section.text(key),) if isinstance(section.data.get(key), str) else section.texts(key)


def build_targets(section: Section, key: str) -> tuple[UpgradeTarget, ...]:
    """Arrows of the upgrade chart: tile ids, or ``{to, only}``."""
    targets: list[UpgradeTarget] = []
    for index, item in enumerate(section.items(key)):
        if isinstance(item, str):
            targets.append(UpgradeTarget(item))
        else:
            target = Section(item, section.kind, (*section.path, key, index))
            only = frozenset(target.texts("only")) if "only" in target else None
            targets.append(UpgradeTarget(target.text("to"), only))
    return tuple(targets)


def build_entry(tile: TileDefinition, section: Section) -> ManifestEntry:
    """What the manifest says about one tile."""
    count = section.count("count")
    return ManifestEntry(
        tile=tile,
        count=count,
        printed=section.number("printed", -1) if "printed" in section else count,
        upgrades=build_targets(section, "upgrades"),
        only=frozenset(section.texts("only")) if "only" in section else None,
        rotations=frozenset(section.numbers("rotations")) if "rotations" in section else None,
        special=section.flag("special"),
    )


def build_tile_set(section: Section, geometry: Mapping[str, TileDefinition]) -> TileSet:
    """The manifest and the lists of first tiles.

    Args:
        geometry: all tiles known: the library's and the pack's own.
    """
    entries: dict[str, ManifestEntry] = {}
    for tile_id, entry in section.named("manifest"):
        tile = geometry.get(tile_id)
        if tile is None:
            raise entry.error(None, f"there is no tile {tile_id}")
        entries[tile_id] = build_entry(tile, entry)
    blank = section.section("blank_upgrades")
    places: tuple[PlaceKind, ...] = get_args(PlaceKind)
    first = {place: build_targets(blank, place) for place in places if place in blank.data}
    return TileSet(entries, first)
