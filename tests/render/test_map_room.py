"""Nothing on the hexes of a map lies on anything else: names, values, numbers, costs, tokens."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import pytest
from open18xx.definition.tiles import TileDefinition
from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.render.font import CAP_HEIGHT, text_width
from open18xx.render.hexagon import FLAT
from open18xx.render.look import Look, look_of
from open18xx.render.map import OnMap, map_drawing
from open18xx.render.stops import SLOT, layout
from open18xx.render.svg import Element, document, file_text
from open18xx.render.theme import THEMES

from tests.support.drawings import found, parsed

TITLES = ("1826", "1894", "1889", "1830", "18Chesapeake")
Box = tuple[str, float, float, float, float]


@cache
def look(title_id: str) -> Look:
    return look_of(load_title(title_id, hooks=False), THEMES["standard"])


def text_boxes(element: Element) -> list[Box]:
    """Every text of a drawing with the rectangle of its capitals, in millimetres, a little inside of it."""
    boxes = []
    for item in found(parsed(file_text(document(900, 900, element, title="map"))), "text"):
        words = "".join(item.element.itertext())
        size = float(item.element.attrib["font-size"]) * item.scale
        width = text_width(words, size, item.element.attrib.get("font-weight") == "bold")
        x, y = item.at(float(item.element.attrib["x"]), float(item.element.attrib["y"]))
        left = x - {"middle": width / 2, "end": width}.get(item.element.attrib.get("text-anchor", ""), 0.0)
        inset = size * 0.08
        boxes.append((words, left + inset, y - size * CAP_HEIGHT + inset, left + width - inset, y - inset))
    return boxes


def overlaps(boxes: list[Box]) -> Iterator[str]:
    for order, (one, left, top, right, bottom) in enumerate(boxes):
        for other, left2, top2, right2, bottom2 in boxes[:order]:
            if left < right2 and left2 < right and top < bottom2 and top2 < bottom:
                yield f"{one!r} and {other!r} at {left:.0f}, {top:.0f} mm"


def built_up(title: Title, colour: str) -> OnMap:
    """A position with a tile of a colour on every hex that has a name and a tile of its kind."""
    tiles: dict[str, tuple[TileDefinition, int]] = {}
    tokens: dict[str, list[list[str | None]]] = {}
    owners = tuple(title.companies.corporations)
    for order, item in enumerate(title.map.hexes.values()):
        if not item.name or item.printed.colour not in ("blank", "yellow"):
            continue
        kinds: list[str] = sorted(stop.kind for stop in item.printed.stops) or [
            item.place.removeprefix("double_")
        ]
        fitting = [
            entry.tile
            for entry in title.tiles.entries.values()
            if entry.tile.colour == colour
            and [stop.kind for stop in entry.tile.stops] == kinds
            and (entry.tile.label or "") == (item.label or item.printed.label or "")
        ]
        if fitting:
            tile = fitting[order % len(fitting)]
            tiles[item.id] = tile, order % 6
            cities = [stop for stop in tile.stops if stop.kind == "city"]
            tokens[item.id] = [[owners[order % len(owners)]] + [None] * (stop.slots - 1) for stop in cities]
    return OnMap(tiles, tokens)


@pytest.mark.parametrize("title_id", TITLES)
def test_no_text_of_the_empty_map_lies_on_another(title_id: str) -> None:
    assert list(overlaps(text_boxes(map_drawing(look(title_id), 40).element))) == []


@pytest.mark.parametrize("colour", ["yellow", "green", "brown"])
@pytest.mark.parametrize("title_id", TITLES)
def test_no_text_of_a_position_lies_on_another(title_id: str, colour: str) -> None:
    lying = built_up(look(title_id).title, colour)
    assert lying.tiles
    assert list(overlaps(text_boxes(map_drawing(look(title_id), 40, lying).element))) == []


@pytest.mark.parametrize("title_id", TITLES)
def test_names_of_built_cities_keep_off_the_tokens(title_id: str) -> None:
    title = look(title_id).title
    for colour in ("green", "brown"):
        lying = built_up(title, colour)
        drawing = map_drawing(look(title_id), 40, lying)
        names = {item.name for item in title.map.hexes.values() if item.name}
        words = {word for name in names for word in name.split()}
        boxes = [box for box in text_boxes(drawing.element) if set(box[0].split()) <= words]
        scale = 40 / (SLOT * 2 * 3**0.5 * 2)
        for hex_id, (tile, rotation) in lying.tiles.items():
            x, y = drawing.centres[hex_id]
            for place in layout(tile, rotation, title.map.orientation).stops:
                for u, v in place.slots:
                    at = x + u * scale, y + v * scale
                    for name, left, top, right, bottom in boxes:
                        near = min(max(at[0], left), right), min(max(at[1], top), bottom)
                        gap = ((near[0] - at[0]) ** 2 + (near[1] - at[1]) ** 2) ** 0.5
                        if name in title.companies.corporations:
                            continue
                        assert gap > SLOT * scale * 0.9, (hex_id, tile.id, name)


def names_on_track(title_id: str, lying: OnMap) -> list[str]:
    """Names through which the middle of a track runs, with their hexes."""
    title = look(title_id).title
    drawing = map_drawing(look(title_id), 40, lying)
    scale = 40 / FLAT
    crossed = []
    boxes = text_boxes(drawing.element)
    for item in title.map.hexes.values():
        tile, rotation = lying.tiles.get(item.id, (item.printed, 0))
        x, y = drawing.centres[item.id]
        words = set((item.name or "").replace(" / ", " ").split()) - set(title.companies.corporations)
        named = [box for box in boxes if set(box[0].split()) <= words and math.dist(box[1:3], (x, y)) < 25]
        ends = [
            (x + u * scale, y + v * scale)
            for piece in layout(tile, rotation, title.map.orientation).pieces
            for u, v in piece.curve.samples()
        ]
        for name, left, top, right, bottom in named:
            if any(left < u < right and top < v < bottom for u, v in ends):
                crossed.append(f"{item.id} {name} {tile.id}")
    return crossed


@pytest.mark.parametrize("title_id", TITLES)
def test_no_track_runs_through_a_name(title_id: str) -> None:
    title = look(title_id).title
    assert names_on_track(title_id, OnMap()) == []
    for colour in ("yellow", "green", "brown"):
        assert names_on_track(title_id, built_up(title, colour)) == []


def test_marks_of_bands_can_be_read_at_print_size() -> None:
    for title_id in TITLES:
        marks = {band.mark for band in look(title_id).hexes.bands} - {""}
        sizes = [
            float(item.element.attrib["font-size"]) * item.scale
            for item in found(
                parsed(file_text(document(900, 900, map_drawing(look(title_id), 40).element, title="map"))),
                "text",
            )
            if "".join(item.element.itertext()) in marks
        ]
        assert sizes
        assert min(sizes) > 2.3
