"""The map of a title, empty or with a position of a game on it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from open18xx.definition.map import MapHex
from open18xx.definition.tiles import TileDefinition
from open18xx.geometry.edges import opposite
from open18xx.geometry.grid import centre, number_to_letters
from open18xx.render.font import wrapped
from open18xx.render.hexagon import CORNER, FLAT, corners, edge_ends
from open18xx.render.hexes import HexPicture
from open18xx.render.look import Look
from open18xx.render.signs import Badge, barrier, pill
from open18xx.render.svg import Element, Point, group, line, moved, polygon
from open18xx.render.words import text


@dataclass(frozen=True, slots=True)
class OnMap:
    """What lies on the map.

    Attributes:
        tiles: tile and rotation by hex; hexes that show their print are left out.
        tokens: per hex, per city, per slot the company whose token lies there.
    """

    tiles: Mapping[str, tuple[TileDefinition, int]] = field(default_factory=dict)
    tokens: Mapping[str, Sequence[Sequence[str | None]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MapDrawing:
    """A drawing of the map in millimetres.

    Attributes:
        element: the map with its upper left corner in (0, 0).
        width: in millimetres; height: likewise.
        centres: centre of each hex.
        hex_size: width of a hex across its sides.
    """

    element: Element
    width: float
    height: float
    centres: Mapping[str, Point]
    hex_size: float


def map_drawing(
    look: Look, hex_size: float, lying: OnMap | None = None, *, help_marks: bool = True
) -> MapDrawing:
    """Draw the map.

    Args:
        hex_size: width of a hex across its sides, in millimetres.
        lying: a position to show; by default the map is empty.
        help_marks: show homes, destinations and hexes kept for somebody.
    """
    the_map = look.title.map
    scale = hex_size / FLAT
    on_map = lying or OnMap()
    raw = {
        hex_id: centre(the_map.orientation, item.row, item.column) for hex_id, item in the_map.hexes.items()
    }
    half = (FLAT / 2, CORNER) if the_map.orientation == "pointy" else (CORNER, FLAT / 2)
    rim = 27.0
    left = min((x * CORNER for x, _ in raw.values()), default=0.0) - half[0] - rim
    top = min((y * CORNER for _, y in raw.values()), default=0.0) - half[1] - rim
    right = max((x * CORNER for x, _ in raw.values()), default=0.0) + half[0] + rim
    bottom = max((y * CORNER for _, y in raw.values()), default=0.0) + half[1] + rim
    centres = {
        name: ((x * CORNER - left) * scale, (y * CORNER - top) * scale) for name, (x, y) in raw.items()
    }
    homes, destinations = (_homes(look), _destinations(look)) if help_marks else ({}, {})
    hexes = [
        moved(
            *centres[hex_id],
            map_hex(
                look,
                item,
                on_map,
                homes=homes.get(hex_id, {}),
                destinations=destinations.get(hex_id, ()),
                kept=help_marks,
            ),
            scale=scale,
        )
        for hex_id, item in the_map.hexes.items()
    ]
    regions = _region_lines(look, centres, scale)
    element = group(*hexes, *_barriers(look, centres, scale), *regions, *_coordinates(look, centres, scale))
    return MapDrawing(element, (right - left) * scale, (bottom - top) * scale, centres, hex_size)


def map_hex(
    look: Look,
    item: MapHex,
    on_map: OnMap,
    *,
    homes: Mapping[int, Sequence[Badge]],
    destinations: Sequence[Badge] = (),
    kept: bool = True,
) -> Element:
    """One hex of the map, around (0, 0)."""
    placed = on_map.tiles.get(item.id)
    tile, rotation = placed if placed is not None else (item.printed, 0)
    picture = HexPicture(look.hexes, tile, rotation)
    if placed is None and not tile.stops:
        picture.place_signs(item.place)
    values_first = placed is not None or any(
        stop.kind == "offboard" or len(stop.revenue) > 1 for stop in tile.stops
    )
    if values_first:
        picture.values()
    if item.name and placed is None:
        picture.words(_name_ways(item.name))
    if not values_first:
        picture.values()
    label = tile.label or item.label
    if label and not tile.label:
        picture.mark(
            text(
                label, (0, 0), 22, bold=True, colour=look.theme.ink, halo=look.theme.fill(tile.colour).colour
            ),
            26,
            20,
        )
    picture.label()
    if placed is not None:
        picture.tile_number()
        if item.name:
            picture.words(_name_ways(item.name, 13))
    tokens = on_map.tokens.get(item.id)
    picture.homes(homes, tokens or ())
    if placed is None and (item.lay_cost or item.terrain):
        picture.cost(item.lay_cost, item.terrain)
    for badge in destinations:
        picture.mark(*pill(badge, look.theme, flag=True))
    if kept and item.reserved_for is not None and placed is None:
        picture.mark(*pill(look.badge(item.reserved_for), look.theme, flag=False))
    if tokens is not None:
        picture.tokens(
            [[None if owner is None else look.badge(owner) for owner in slots] for slots in tokens]
        )
    return picture.element()


def _name_ways(name: str, size: float = 15) -> Sequence[tuple[Sequence[str], float]]:
    """Lines and sizes in which a name may be written, the best first."""
    words = name.replace(" / ", " ")
    ways: dict[tuple[tuple[str, ...], float], None] = {}
    for smaller in (1.0, 0.85, 0.72):
        for width in (130.0, 75.0, 50.0):
            rows = wrapped(words, size * smaller, width, bold=True)
            ways[rows, round(size * smaller, 1)] = None
    return tuple(ways)


def _homes(look: Look) -> dict[str, dict[int, list[Badge]]]:
    found: dict[str, dict[int, list[Badge]]] = {}
    for corporation in look.title.companies.corporations.values():
        for home in corporation.homes:
            found.setdefault(home.hex, {}).setdefault(home.city, []).append(look.badge(corporation.id))
    return found


def _destinations(look: Look) -> dict[str, list[Badge]]:
    found: dict[str, list[Badge]] = {}
    for corporation in look.title.companies.corporations.values():
        if corporation.destination is not None:
            found.setdefault(corporation.destination, []).append(look.badge(corporation.id))
    return found


def _barriers(look: Look, centres: Mapping[str, Point], scale: float) -> list[Element]:
    """Sides with a border; each is drawn once, over both hexes."""
    found: list[Element] = []
    the_map = look.title.map
    for hex_id, item in the_map.hexes.items():
        for edge, border in item.borders:
            other = item.neighbours[edge]
            if other is not None and the_map.index[other] < the_map.index[hex_id]:
                continue
            cost = look.money(border.cost) if border.kind == "cost" else ""
            sign = barrier(the_map.orientation, edge, look.theme, cost=cost)
            found.append(moved(*centres[hex_id], sign, scale=scale))
    return found


def _region_lines(look: Look, centres: Mapping[str, Point], scale: float) -> list[Element]:
    """Dotted lines around the regions that the title names."""
    the_map = look.title.map
    sides: set[tuple[str, int]] = set()
    for inside in look.title.regions.values():
        for hex_id in inside:
            for edge, other in enumerate(the_map.hexes[hex_id].neighbours):
                if other is not None and other not in inside:
                    first, second = sorted(((hex_id, edge), (other, opposite(edge))))
                    sides.add(min(first, second))
    drawn: list[Element] = []
    for hex_id, edge in sorted(sides):
        x, y = centres[hex_id]
        one, other_end = ((x + u * scale, y + v * scale) for u, v in edge_ends(the_map.orientation, edge))
        for colour, width, dashes in (
            (look.theme.paper, 6, None),
            (look.theme.barrier, 5, f"0 {9 * scale:.3f}"),
        ):
            drawn.append(
                line(
                    one,
                    other_end,
                    stroke=colour,
                    stroke_width=width * scale,
                    stroke_linecap="round",
                    stroke_dasharray=dashes,
                )
            )
    return drawn


def _coordinates(look: Look, centres: Mapping[str, Point], scale: float) -> list[Element]:
    """Letters and numbers along the sides of the map."""
    the_map = look.title.map
    if not centres:
        return []
    width = max(x for x, _ in centres.values()) + min(x for x, _ in centres.values())
    height = max(y for _, y in centres.values()) + min(y for _, y in centres.values())
    rows = {item.row: centres[hex_id][1] for hex_id, item in the_map.hexes.items()}
    columns = {item.column: centres[hex_id][0] for hex_id, item in the_map.hexes.items()}
    letters_are_rows = the_map.axes == "letter_rows"
    size = 20 * scale
    rim = 11 * scale
    drawn: list[Element] = []
    for row, y in sorted(rows.items()):
        name = number_to_letters(row) if letters_are_rows else str(row)
        drawn += [text(name, (x, y), size, bold=True, colour=look.theme.faint) for x in (rim, width - rim)]
    for column, x in sorted(columns.items()):
        name = str(column) if letters_are_rows else number_to_letters(column)
        drawn += [text(name, (x, y), size, bold=True, colour=look.theme.faint) for y in (rim, height - rim)]
    return drawn


def outline(look: Look, drawing: MapDrawing, hex_id: str) -> Element:
    """The edge of one hex of a drawing."""
    scale = drawing.hex_size / FLAT
    x, y = drawing.centres[hex_id]
    shape = [(x + u * scale, y + v * scale) for u, v in corners(look.title.map.orientation)]
    return polygon(shape, fill="none", stroke=look.theme.ink)


def straight_length(drawing: MapDrawing, one: str, other: str) -> float:
    """Distance between the centres of two hexes, in millimetres."""
    return math.dist(drawing.centres[one], drawing.centres[other])
