"""map.yaml: the grid, printed track, terrain, borders and regions."""

from __future__ import annotations

from open18xx.definition.map import MapDefinition, MapHex
from open18xx.definition.tiles import TileDefinition
from open18xx.geometry.edges import EDGES, edges_of, opposite
from open18xx.geometry.grid import EDGE_NAMES, hex_name, step
from open18xx.loading.builders.map import axes_of
from open18xx.loading.builders.section import Section
from open18xx.loading.builders.tiles import one_or_more
from open18xx.loading.facts import Facts
from open18xx.loading.lint.geometry import Geometry
from open18xx.loading.lint.tiles import arrows, check_arrow
from open18xx.loading.nodes import Path
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest
from open18xx.track.board import fit


def lint_map(facts: Facts, geometry: Geometry, report: Report) -> None:
    """Check every hex, and the map as a whole."""
    _regions(facts, report)
    misplaced: set[str] = set()
    reached = _reached_by_power(facts)
    for hex_id, section in facts.table("map", "hexes").items():
        _names(section, facts, report)
        built = geometry.map.hexes.get(hex_id) if geometry.map is not None else None
        if geometry.map is None or built is None:
            continue
        if not _grid(built, section, facts, report):
            misplaced.add(hex_id)
            continue
        _printed_track(built, section, geometry.map, geometry, report)
        if hex_id not in reached:
            _joined_stops(built, section, report)
        _borders(built, section, geometry.map, geometry, report)
        _upgrades(built, section, facts, geometry, report)
        _bands(built, section, facts, report)
        if built.printed.colour != "blank" and "place" in section:
            report.on(
                "T212", section, "place", f"place is only for blank hexes; {hex_id} is {built.printed.colour}"
            )
    if geometry.map is not None and facts.whole("map", "hexes") and not geometry_is_partial(geometry):
        _one_piece(geometry.map, misplaced, report)


def _reached_by_power(facts: Facts) -> set[str]:
    """Hexes where private companies place tokens, track or not."""
    return {
        hex_id
        for private in facts.things("companies", "privates")
        for ability in private.sections("abilities")
        if ability.text("kind", "") == "token"
        for hex_id in ability.texts("hexes")
    }


def geometry_is_partial(geometry: Geometry) -> bool:
    """Whether a hex could not be built, so that nothing can be said about neighbours in general."""
    return any(name.startswith("hex ") for name in geometry.unbuilt)


def _regions(facts: Facts, report: Report) -> None:
    root = facts.file("map")
    hexes = facts.names("map", "hexes")
    if root is None or not facts.knows("map", "regions") or not facts.knows("map", "hexes"):
        return
    regions = root.section("regions")
    for name in regions.data:
        if ("map", ("regions", name)) in facts.broken:
            continue
        for index, hex_id in enumerate(regions.texts(name)):
            if hex_id not in hexes:
                report.at(
                    "T203",
                    "map",
                    ("regions", name, index),
                    f"the map has no hex {hex_id}",
                    nearest(hex_id, hexes),
                )


def _names(section: Section, facts: Facts, report: Report) -> None:
    """Terrain and corporations that a hex mentions."""
    kinds = facts.names("map", "terrain")
    for index, terrain in enumerate(one_or_more(section, "terrain")):
        if terrain not in kinds and facts.knows("map", "terrain"):
            single = isinstance(section.data.get("terrain"), str)
            path: Path = (*section.path, "terrain") if single else (*section.path, "terrain", index)
            report.at(
                "T204", "map", path, f"the terrain '{terrain}' is not described", nearest(terrain, kinds)
            )
    corporations = facts.names("companies", "corporations")
    reserved = section.optional_text("reserved_for")
    if reserved is not None and reserved not in corporations and facts.knows("companies", "corporations"):
        report.on(
            "T205",
            section,
            "reserved_for",
            f"there is no corporation '{reserved}'",
            nearest(reserved, corporations),
        )
    for stop in section.sections("stops"):
        waited = stop.optional_text("reserved_for")
        if waited is not None and waited not in corporations and facts.knows("companies", "corporations"):
            report.on(
                "T205",
                stop,
                "reserved_for",
                f"there is no corporation '{waited}'",
                nearest(waited, corporations),
            )


def _grid(built: MapHex, section: Section, facts: Facts, report: Report) -> bool:
    """Whether the hex lies on the grid that the map describes; reported when it does not."""
    root = facts.file("map")
    if root is None:
        return True
    first = root.section("coordinates").choice("first_row", "odd", "even")
    letter, number = (
        (built.row, built.column) if axes_of(root) == "letter_rows" else (built.column, built.row)
    )
    first_is_odd = first == "odd"
    row_is_odd = first_is_odd if letter % 2 == 1 else not first_is_odd
    if (number % 2 == 1) != row_is_odd:
        wanted = "odd" if row_is_odd else "even"
        report.at(
            "T201",
            "map",
            section.path,
            f"{built.id} is not on the grid: its row has {wanted} numbers (coordinates.first_row is {first})",
            f"did you mean {_beside(built, root, -1)} or {_beside(built, root, 1)}?",
            key=True,
        )
        return False
    return True


def _beside(built: MapHex, root: Section, by: int) -> str:
    """Name of the place beside a hex in its row (or column)."""
    axes = axes_of(root)
    row, column = (0, by) if axes == "letter_rows" else (by, 0)
    return hex_name(built.row + row, built.column + column, axes)


def _where(section: Section, edge: int) -> Path:
    """Path of the printed track that leads to an edge."""
    for index, piece in enumerate(section.items("track")):
        if isinstance(piece, list) and edge in [end for end in piece if not isinstance(end, bool)]:
            return (*section.path, "track", index)
    return (*section.path, "code") if "code" in section else section.path


def _printed_track(
    built: MapHex, section: Section, the_map: MapDefinition, geometry: Geometry, report: Report
) -> None:
    names = EDGE_NAMES[the_map.orientation]
    for edge in edges_of(built.printed.exits):
        neighbour = built.neighbours[edge]
        border = built.border(edge)
        side = f"edge {edge} ({names[edge]})"
        if neighbour is None:
            if not _unbuilt_across(built, edge, the_map, geometry):
                report.at("T202", "map", _where(section, edge), f"track leads off the map at {side}")
        elif border is not None and border.kind == "impassable":
            report.at("T202", "map", _where(section, edge), f"track leads to the impassable {side}")
        else:
            other = the_map.hexes[neighbour]
            if not other.takes_track and not other.printed.exits >> opposite(edge) & 1:
                report.at(
                    "T202",
                    "map",
                    _where(section, edge),
                    f"track leads at {side} to {neighbour}, which has no track there and never will",
                    f"give {neighbour} track to edge {opposite(edge)}, or remove this piece",
                )
    for index, edge in enumerate(section.numbers("closed")):
        if built.printed.exits >> edge & 1:
            report.at(
                "T210",
                "map",
                (*section.path, "closed", index),
                f"edge {edge} is closed but has printed track",
            )


def _joined_stops(built: MapHex, section: Section, report: Report) -> None:
    """A printed stop that no tile will ever join should have track."""
    joined = {end - 6 for pair in built.printed.track for end in pair if end >= 6}
    for number, stop in enumerate(built.printed.stops):
        later = bool(built.upgrades)  # a tile may bring the track
        if built.printed.colour != "blank" and number not in joined and not later:
            path: Path = (*section.path, "stops", number) if "stops" in section else section.path
            report.at("T215", "map", path, f"no track leads to this {stop.kind}")


def _unbuilt_across(built: MapHex, edge: int, the_map: MapDefinition, geometry: Geometry) -> bool:
    """Whether the hex across exists but could not be built."""
    row, column = step(the_map.orientation, built.row, built.column, edge)
    if row < 1 or column < 1:
        return False
    return f"hex {hex_name(row, column, the_map.axes)}" in geometry.unbuilt


def _borders(
    built: MapHex, section: Section, the_map: MapDefinition, geometry: Geometry, report: Report
) -> None:
    seen: set[int] = set()
    for border in section.sections("borders"):
        edge = border.number("edge")
        if edge in seen:
            report.on("T209", border, "edge", f"edge {edge} has two borders")
        seen.add(edge)
        if built.neighbours[edge] is None and not _unbuilt_across(built, edge, the_map, geometry):
            report.on("T209", border, "edge", f"there is no hex across edge {edge}", "remove the border")
        is_cost = border.choice("kind", "impassable", "cost") == "cost"
        if is_cost and not border.number("cost", 0):
            report.on(
                "T209", border, "kind", "a border of kind cost needs a cost", "add cost: 80, for example"
            )
        other = built.neighbours[edge]
        facing = dict(the_map.hexes[other].borders).get(opposite(edge)) if other is not None else None
        if facing is not None and facing != dict(built.borders)[edge]:
            report.on("T209", border, "edge", f"{other} has another border on the same side")


def _upgrades(built: MapHex, section: Section, facts: Facts, geometry: Geometry, report: Report) -> None:
    for path, target, only in arrows(section, "upgrades"):
        check_arrow(built.printed, target, path, "map", facts, geometry, report)
        for index, hex_id in enumerate(only):
            if hex_id != built.id:
                report.at("T203", "map", (*path[:-1], "only", index), f"this list is for {built.id} alone")
    acts_as = section.optional_text("acts_as")
    if acts_as is None:
        return
    names = facts.names("tiles", "manifest")
    if "upgrades" in section:
        report.on("T207", section, "acts_as", "acts_as cannot stand beside upgrades", "keep one of the two")
    if acts_as not in names:
        if facts.knows("tiles", "manifest"):
            report.on(
                "T206", section, "acts_as", f"tile {acts_as} is not in the manifest", nearest(acts_as, names)
            )
        return
    tile = geometry.tiles.get(acts_as)
    if tile is not None and not _looks_like(built.printed, tile):
        report.on(
            "T207",
            section,
            "acts_as",
            f"what is printed does not look like tile {acts_as}, however it is turned",
        )


def _looks_like(printed: TileDefinition, tile: TileDefinition) -> bool:
    """Same colour, and each keeps the track of the other in some rotation."""
    return (
        printed.colour == tile.colour
        and len(printed.track) == len(tile.track)
        and len(printed.stops) == len(tile.stops)
        and any(fit(printed, 0, tile, rotation) is not None for rotation in EDGES)
    )


def _bands(built: MapHex, section: Section, facts: Facts, report: Report) -> None:
    """Lists of revenues have one entry for each band that phases.yaml uses."""
    if not facts.whole("phases", "phases") or "stops" not in section:
        return
    last = max((phase.number("revenue_band", 1) for phase in facts.things("phases", "phases")), default=1)
    for number, stop in enumerate(built.printed.stops):
        if len(stop.revenue) > 1 and len(stop.revenue) != last:
            report.at(
                "T213",
                "map",
                (*section.path, "stops", number, "revenue"),
                f"there are {len(stop.revenue)} revenues, but phases.yaml has {last} revenue bands",
            )


def _one_piece(the_map: MapDefinition, misplaced: set[str], report: Report) -> None:
    """Hexes that no other hex touches."""
    for hex_id, item in the_map.hexes.items():
        if len(the_map.hexes) > 1 and hex_id not in misplaced and not any(item.neighbours):
            report.at("T211", "map", ("hexes", hex_id), f"{hex_id} touches no other hex", key=True)
