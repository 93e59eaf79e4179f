"""The map in the terminal: a picture in letters, and hexes in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from open18xx.cli.terminal_views import badge, place
from open18xx.definition.tiles import FIRST_STOP, TileDefinition
from open18xx.rules.network import graph_of
from open18xx.rules.tokens import city_tokens
from open18xx.state.view import View

if TYPE_CHECKING:
    from open18xx.definition.map import MapHex

_STYLES = {
    "blank": "", "yellow": "black on yellow", "green": "white on dark_green", "brown": "white on orange4",
    "gray": "black on grey70", "red": "white on red", "blue": "white on blue",
}  # fmt: skip
_SIGNS = {"city": "●", "double_city": "◉", "town": "•", "double_town": "⁘", "offboard": "◆", "plain": " "}
_POINTY = ("SW", "W", "NW", "NE", "E", "SE")
_FLAT = ("S", "SW", "NW", "N", "NE", "SE")
#: Letters one hex is wide.
_WIDE = 6


def picture(view: View) -> RenderableType:
    """All hexes at their places: name and kind of place above, tile or cost of terrain below."""
    pointy = view.title.map.orientation == "pointy"
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for number, entry in enumerate(view.title.map.hexes.values()):
        x, y = (entry.column * 3, entry.row * 2) if pointy else (entry.column * _WIDE, entry.row)
        tile = graph_of(view).tiles[number].tile
        style = _STYLES[tile.colour]
        sign = _SIGNS.get(tile.place if tile.stops else entry.place, " ")
        cells[y, x] = (f"{entry.id:<4}{sign}"[: _WIDE - 1], style)
        cells[y + 1, x] = (f"{_under(view, entry):<5}"[: _WIDE - 1], style)
    left = min(x for _, x in cells)
    lines = []
    for row in range(min(y for y, _ in cells), max(y for y, _ in cells) + 1):
        line = Text()
        for x in sorted(x for y, x in cells if y == row):
            text, style = cells[row, x]
            line.append(" " * (x - left - len(line)))
            line.append(text, style)
        lines.append(line)
    legend = "● city  ◉ two cities  • town  ◆ off the map; below: tile, or cost of the first one; * stations"
    return Group(*lines, Text(legend, "dim"))


def _under(view: View, entry: MapHex) -> str:
    placed = view.state.tiles.get(entry.id)
    star = "*" if any(any(city) for city in view.state.tokens.get(entry.id, ())) else ""
    if placed is not None:
        return f"#{placed.tile}{star}"
    return star + (str(entry.lay_cost) if entry.lay_cost else "")


def edge_name(view: View, edge: int) -> str:
    """Direction of an edge, such as NE."""
    return (_POINTY if view.title.map.orientation == "pointy" else _FLAT)[edge]


def towards(view: View, hex_id: str, edge: int) -> str:
    """Where an edge leads: the neighbour, or the direction where there is none."""
    other = view.title.map.hexes[hex_id].neighbours[edge]
    return place(view, other) if other is not None else f"{edge_name(view, edge)} (off the map)"


def track_words(view: View, hex_id: str, tile: TileDefinition, rotation: int) -> str:
    """What a tile joins when it lies on a hex: neighbours, and its stops with their value."""
    stops: dict[int, list[str]] = {}
    through: list[str] = []
    for one, two in tile.track_at(rotation):
        ends = sorted((one, two))
        if ends[1] < FIRST_STOP:
            through.append(f"{towards(view, hex_id, ends[0])} to {towards(view, hex_id, ends[1])}")
        elif ends[0] < FIRST_STOP:
            stops.setdefault(ends[1] - FIRST_STOP, []).append(towards(view, hex_id, ends[0]))
    words = []
    for number, stop in enumerate(tile.stops):
        value = view.money(stop.revenue_in(view.phase.revenue_band, None))
        slots = f" with {stop.slots} slots" if stop.kind == "city" and stop.slots > 1 else ""
        words.append(f"{stop.kind} {value}{slots}: {', '.join(stops.get(number, ())) or 'no track'}")
    return "; ".join((*words, *through))


def hexes(view: View) -> RenderableType:
    """Every hex with a tile or a station, in words."""
    lines = [hex_words(view, hex_id) for hex_id in view.title.map.hexes if _is_used(view, hex_id)]
    return Group(*lines) if lines else Text("no tile lies on the map yet")


def _is_used(view: View, hex_id: str) -> bool:
    return hex_id in view.state.tiles or any(any(city) for city in view.state.tokens.get(hex_id, ()))


def hex_words(view: View, hex_id: str) -> Text:
    """One hex: tile, what it joins, stations."""
    graph = graph_of(view)
    entry = view.title.map.hexes[hex_id]
    turned = graph.tiles[graph.board.hex_number(hex_id)]
    placed = view.state.tiles.get(hex_id)
    text = Text(f"{place(view, hex_id)}: ", "bold")
    lying = f"tile {placed.tile} rotation {placed.rotation}" if placed is not None else "as printed"
    text.append(f" {lying} ", _STYLES[turned.tile.colour])
    if turned.tile.track or turned.tile.stops:
        text.append(f" {track_words(view, hex_id, turned.tile, turned.rotation)}")
    if placed is None and entry.lay_cost:
        text.append(f"; {' and '.join(entry.terrain)}: the first tile costs {view.money(entry.lay_cost)}")
    for token in _tokens(view, hex_id):
        text.append(" ")
        text.append_text(token)
    return text


def _tokens(view: View, hex_id: str) -> Iterator[Text]:
    cities = city_tokens(view, hex_id)
    for number, city in enumerate(cities):
        for corporation in city:
            if corporation is not None:
                label = f"{corporation} in city {number}" if len(cities) > 1 else corporation
                yield badge(view, corporation, label)
