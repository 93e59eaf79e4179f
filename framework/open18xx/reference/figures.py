"""The figures of a rule reference."""

from __future__ import annotations

from open18xx.definition.tiles import TileDefinition
from open18xx.reference.aid import aid_sheets
from open18xx.reference.blocks import Chart, ChartRow, Figure, Gallery
from open18xx.reference.frame import Settings
from open18xx.reference.paper import paper
from open18xx.reference.posters import map_poster, market_poster
from open18xx.reference.upgrades import Arrows, upgrade_chart
from open18xx.render.hexagon import CORNER, FLAT
from open18xx.render.hexes import HexPicture, tile_element
from open18xx.render.look import Look
from open18xx.render.map import OnMap, map_hex
from open18xx.render.signs import token
from open18xx.render.svg import Element, moved
from open18xx.render.wording import counted

_EDGE = 3.0
_SETTINGS = Settings(paper("a4"))


def _hex_size(look: Look) -> tuple[float, float]:
    size = (FLAT, 2 * CORNER)
    width, height = size if look.title.map.orientation == "pointy" else size[::-1]
    return width + 2 * _EDGE, height + 2 * _EDGE


def _hex_figure(look: Look, name: str, drawing: Element, alt: str, caption: str, width: float) -> Figure:
    wide, high = _hex_size(look)
    return Figure(name, moved(wide / 2, high / 2, drawing), wide, high, width, alt, caption)


def tile_alt(tile: TileDefinition) -> str:
    """A tile in words."""
    words = [f"tile {tile.id}, {tile.colour}"]
    for kind, plural in (("city", "cities"), ("town", "towns"), ("offboard", "off-board locations")):
        stops = [stop for stop in tile.stops if stop.kind == kind]
        if stops:
            name = "off-board location" if kind == "offboard" else kind
            values = sorted({value for stop in stops for value in stop.revenue})
            slots = sum(stop.slots for stop in stops)
            room = f", {counted(slots, 'slot')}" if slots else ""
            words.append(f"{counted(len(stops), name, plural)} worth {', '.join(map(str, values))}{room}")
    exits = sum(tile.exits >> edge & 1 for edge in range(6))
    words.append(f"track to {counted(exits, 'side')}" if exits else "no track")
    if tile.label:
        words.append(f"label {tile.label}")
    return "; ".join(words)


def tile_figure(
    look: Look, tile: TileDefinition, rotation: int, name: str, caption: str, *, width: float = 20.0
) -> Figure:
    """A loose tile."""
    return _hex_figure(look, name, tile_element(look.hexes, tile, rotation), tile_alt(tile), caption, width)


def manifest_gallery(look: Look) -> Gallery:
    """Every tile of the box with its number of copies."""
    found: list[Figure] = []
    for tile_id, entry in look.title.tiles.entries.items():
        count = f"× {entry.count}" if entry.count is not None else "no limit"
        if entry.count is None and entry.printed is not None:
            count = f"no limit ({entry.printed})"
        found.append(tile_figure(look, entry.tile, 0, f"tile-{tile_id}", f"{tile_id} {count}"))
    return Gallery(tuple(found))


def charts(look: Look) -> tuple[tuple[str, Chart], ...]:
    """The upgrade chart in parts, by what is replaced: a heading and the rows."""
    groups: dict[str, list[ChartRow]] = {}
    for number, arrows in enumerate(upgrade_chart(look.title)):
        heading, row = _chart_row(look, arrows, number)
        groups.setdefault(heading, []).append(row)
    return tuple(
        (heading, Chart(heading.lower().replace(" ", "-"), tuple(rows))) for heading, rows in groups.items()
    )


def _chart_row(look: Look, arrows: Arrows, number: int) -> tuple[str, ChartRow]:
    if arrows.place is not None:
        name = f"blank-{arrows.place}"
        heading, old = "Blank hexes", _blank_figure(look, arrows.place, name)
    elif arrows.hexes:
        item = look.title.map.hexes[arrows.hexes[0]]
        places = [look.title.map.hexes[hex_id].name or hex_id for hex_id in arrows.hexes]
        caption = ", ".join(places) if len(places) <= 4 else f"{len(places)} hexes"
        drawing = map_hex(look, item, OnMap(), homes={}, kept=False)
        alt = f"printed hex: {', '.join(places)}; {tile_alt(item.printed)}"
        name = f"hex-{arrows.hexes[0]}"
        heading, old = "Printed hexes", _hex_figure(look, name, drawing, alt, caption, 18.0)
    else:
        name = f"from-{arrows.tile.id}"
        heading = f"{arrows.tile.colour.capitalize()} tiles"
        old = tile_figure(look, arrows.tile, 0, name, arrows.tile.id, width=18.0)
    new: list[Figure] = []
    for successor in arrows.successors:
        ways = len(successor.rotations)
        caption = successor.tile.id + (f" · {ways} ways" if ways > 1 else "")
        if successor.only:
            places = [look.title.map.hexes[hex_id].name or hex_id for hex_id in successor.only]
            caption += f" · only {', '.join(places)}"
        rotation = successor.rotations[0] if successor.rotations else 0
        figure_name = f"{name}-{successor.tile.id}"
        new.append(tile_figure(look, successor.tile, rotation, figure_name, caption, width=18.0))
    return heading, ChartRow(old, tuple(new))


def _blank_figure(look: Look, place: str, name: str) -> Figure:
    words = {
        "plain": "plain hex",
        "town": "hex with a town",
        "double_town": "hex with two towns",
        "city": "hex with a city",
        "double_city": "hex with two cities",
        "offboard": "off-board hex",
    }[place]
    picture = HexPicture(look.hexes, TileDefinition("", "blank"))
    picture.place_signs(place)
    return _hex_figure(look, name, picture.element(), f"blank {words}", words, 18.0)


def map_figure(look: Look) -> Figure:
    """The whole map with its signs explained."""
    poster = map_poster(look, _SETTINGS)
    return Figure(
        "map",
        poster.element,
        poster.width,
        poster.height,
        0,
        f"map of {look.title.name}; its hexes are listed below",
    )


def market_figure(look: Look) -> Figure:
    """The stock market with its signs explained."""
    poster = market_poster(look, _SETTINGS)
    return Figure(
        "market", poster.element, poster.width, poster.height, 0, "stock market; its rows are listed below"
    )


def aid_figure(look: Look) -> Figure:
    """The player aid as one page."""
    settings = Settings(paper("a4"), footer=False, margin=0.0)
    (made,) = aid_sheets(look, settings)
    return Figure(
        "aid",
        made.body,
        made.width,
        made.height,
        0,
        "the phases, trains, limits and turns of the chapters above",
    )


def token_figure(look: Look, corporation: str) -> Figure:
    """The token of a corporation."""
    return Figure(
        f"token-{corporation}",
        token(look.badge(corporation), (12, 12), 11),
        24,
        24,
        8.0,
        f"token of {corporation}",
    )
