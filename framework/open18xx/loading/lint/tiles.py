"""tiles.yaml: the manifest, the lists of first tiles and the upgrade chart."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.definition.tiles import UPGRADE_ORDER, TileDefinition
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.lint.geometry import Geometry
from open18xx.loading.nodes import Path, Plain
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest
from open18xx.track.board import fit


def lint_tiles(facts: Facts, geometry: Geometry, report: Report) -> None:
    """Check that tiles exist, that every arrow of the chart can be used, and that every tile can be laid."""
    manifest = facts.table("tiles", "manifest")
    for tile_id, entry in manifest.items():
        if tile_id not in geometry.tiles and tile_id not in geometry.unbuilt:
            hint = nearest(tile_id, geometry.tiles)
            report.at(
                "T101",
                "tiles",
                entry.path,
                f"there is no tile '{tile_id}' in the library or under tiles",
                hint,
                key=True,
            )
        _hexes_exist(entry, "only", facts, report)
        for path, target, only in arrows(entry, "upgrades"):
            check_arrow(geometry.tiles.get(tile_id), target, path, "tiles", facts, geometry, report)
            _only_exists(path, only, "tiles", facts, report)
    _first_tiles(facts, geometry, report)
    _unused(facts, geometry, report)


def arrows(section: Section, key: str) -> Iterator[tuple[Path, str, list[Plain]]]:
    """Arrows of a list of upgrades: path of the tile id, the id, and the hexes it is limited to."""
    for index, item in enumerate(section.items(key)):
        path: Path = (*section.path, key, index)
        if isinstance(item, dict):
            only = item.get("only")
            yield (*path, "to"), str(item.get("to")), only if isinstance(only, list) else []
        else:
            yield path, str(item), []


def check_arrow(
    old: TileDefinition | None,
    target: str,
    path: Path,
    kind: str,
    facts: Facts,
    geometry: Geometry,
    report: Report,
) -> None:
    """Check that ``target`` may replace ``old``: it is in the box, its colour comes later, track is kept.

    Args:
        old: what is replaced; None when it is not known.
        path: where the arrow is written, in the file of that kind.
    """
    names = facts.names("tiles", "manifest")
    if target not in names:
        if facts.knows("tiles", "manifest"):
            report.at("T103", kind, path, f"tile {target} is not in the manifest", nearest(target, names))
        return
    new = geometry.tiles.get(target)
    if old is None or new is None:
        return
    if UPGRADE_ORDER.index(new.colour) <= _stage(old):
        report.at(
            "T105",
            kind,
            path,
            f"tile {target} is {new.colour}; what it replaces is {old.colour}",
            "colours go from yellow to green, brown and gray",
        )
        return
    if old.label is not None and new.label != old.label:
        report.at(
            "T106", kind, path, f"tile {target} does not carry the label {old.label} of what it replaces"
        )
    if bool(old.cities) != bool(new.cities):
        had, has = ("a city", "none") if old.cities else ("no city", "one")
        report.at("T107", kind, path, f"tile {target} has {has}; what it replaces has {had}")
    elif not any(fit(old, 0, new, rotation) for rotation in new.rotations):
        report.at(
            "T104",
            kind,
            path,
            f"tile {target} does not keep the track of what it replaces, however it is turned",
            "remove it from the list, or check the tile number",
        )


def _stage(tile: TileDefinition) -> int:
    """Place of a colour in the order of upgrades; red and blue are beyond the last."""
    return UPGRADE_ORDER.index(tile.colour) if tile.colour in UPGRADE_ORDER else len(UPGRADE_ORDER)


def _hexes_exist(section: Section, key: str, facts: Facts, report: Report) -> None:
    _only_exists((*section.path, key, -1), list(section.texts(key)), section.kind, facts, report)


def _only_exists(path: Path, only: list[Plain], kind: str, facts: Facts, report: Report) -> None:
    """Report hexes that the map does not have; ``path`` ends beside the list, or in it (-1)."""
    base = path[:-1] if path[-1] == -1 else (*path[:-1], "only")
    names = facts.names("map", "hexes")
    if not facts.knows("map", "hexes"):
        return
    for index, hex_id in enumerate(only):
        if hex_id not in names:
            report.at(
                "T203", kind, (*base, index), f"the map has no hex {hex_id}", nearest(str(hex_id), names)
            )


def _first_tiles(facts: Facts, geometry: Geometry, report: Report) -> None:
    root = facts.file("tiles")
    lists = (
        root.section("blank_upgrades").data
        if root is not None and facts.knows("tiles", "blank_upgrades")
        else {}
    )
    names = facts.names("tiles", "manifest")
    for place in lists:
        if root is None or ("tiles", ("blank_upgrades", place)) in facts.broken:
            continue
        for path, target, only in arrows(root.section("blank_upgrades"), place):
            _only_exists(path, only, "tiles", facts, report)
            tile = geometry.tiles.get(target)
            if target not in names:
                if facts.knows("tiles", "manifest"):
                    report.at(
                        "T103", "tiles", path, f"tile {target} is not in the manifest", nearest(target, names)
                    )
            elif tile is not None and tile.place != place:
                report.at(
                    "T110", "tiles", path, f"tile {target} is a tile for '{tile.place}', not for '{place}'"
                )
    if not facts.knows("tiles", "blank_upgrades"):
        return
    for hex_id, section in facts.table("map", "hexes").items():
        is_blank = section.data.get("colour") in (None, "blank") and "upgrades" not in section
        if is_blank and geometry.map is not None and hex_id in geometry.map.hexes:
            place = geometry.map.hexes[hex_id].place
            if place not in lists:
                report.on(
                    "T214",
                    section,
                    "place" if "place" in section else None,
                    f"tiles.yaml names no first tiles for a hex of place '{place}'",
                    f"add {place} under blank_upgrades",
                )


def _unused(facts: Facts, geometry: Geometry, report: Report) -> None:
    """Tiles of the box that no arrow leads to, and own tiles that are not in the box."""
    if not facts.whole("tiles") or not facts.whole("map", "hexes"):
        return
    reached: set[str] = set()
    root = facts.file("tiles")
    if root is not None:
        blank = root.section("blank_upgrades")
        reached |= {target for place in blank.data for _, target, _ in arrows(blank, place)}
    manifest = facts.table("tiles", "manifest")
    for entry in manifest.values():
        reached |= {target for _, target, _ in arrows(entry, "upgrades")}
    for section in facts.table("map", "hexes").values():
        reached |= {target for _, target, _ in arrows(section, "upgrades")}
    for tile_id, entry in manifest.items():
        if tile_id not in reached and not entry.flag("special") and tile_id in geometry.tiles:
            report.at(
                "T109",
                "tiles",
                entry.path,
                f"tile {tile_id} can never be laid: no list of upgrades names it",
                key=True,
            )
    for tile_id, own in facts.table("tiles", "tiles").items():
        if tile_id not in manifest:
            report.at("T108", "tiles", own.path, f"tile {tile_id} is drawn but not in the manifest", key=True)
