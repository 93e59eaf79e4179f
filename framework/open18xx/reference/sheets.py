"""Sheets of things to cut out: tiles, cards, charters, tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeVar

from open18xx.definition.tiles import TileDefinition
from open18xx.definition.title import Title
from open18xx.reference.frame import (
    MARK,
    Format,
    Settings,
    Sheet,
    content_box,
    crop_mark,
    cut,
    cut_circle,
    cut_line,
    footer_box,
    grid_marks,
    line_marks,
    page_size,
    sheet,
)
from open18xx.reference.layouts import (
    Box,
    Die,
    Lattice,
    cut_lines,
    fill_lattice,
    hex_shape,
    layout_named,
)
from open18xx.reference.paper import UnknownSize
from open18xx.render import cards, charters, extras
from open18xx.render.cards import Card
from open18xx.render.hexagon import FLAT, towards
from open18xx.render.hexes import tile_element
from open18xx.render.look import Look
from open18xx.render.svg import Element, Point, circle, group, line, moved

T = TypeVar("T")

_FORMATS: Final[tuple[Format, Format]] = ("upright", "lying")
#: Where crop marks of a tile begin and end, from its corner.
_CORNER_MARK: Final = (0.6, 2.6)


def too_small(what: str, settings: Settings) -> UnknownSize:
    """The error for things that no sheet has room for."""
    return UnknownSize(
        f"{what} do not fit on {settings.paper.name} paper with margins of {settings.margin:g} mm; "
        "take larger paper or make them smaller"
    )


# -- tiles -----------------------------------------------------------------------------------


def tile_copies(title: Title, unlimited: int) -> tuple[TileDefinition, ...]:
    """Every tile of the box, each as often as it is to be made, in the order of the manifest."""
    made: list[TileDefinition] = []
    for entry in title.tiles.entries.values():
        count = entry.count if entry.count is not None else entry.printed
        made += [entry.tile] * (unlimited if count is None else count)
    return tuple(made)


def tile_sheets(look: Look, settings: Settings) -> list[Sheet]:
    """All tiles in the layout of the settings.

    Raises:
        BadLayout: there is no such layout.
        UnknownSize: not one tile fits on a sheet.
    """
    layout = layout_named(settings.layout)
    copies = tile_copies(look.title, settings.unlimited)
    if isinstance(layout, Die):
        return _die_sheets(look, settings, layout, copies)
    gap = max(settings.gap, 2 * settings.bleed)
    best: tuple[Format, tuple[Point, ...]] = ("upright", ())
    for form in _FORMATS:
        inside = content_box(settings, form)
        places = fill_lattice(
            layout, look.title.map.orientation, settings.tile_size, gap, settings.bleed, inside
        )
        if len(places) > len(best[1]):
            best = form, places
    form, places = best
    if not places:
        raise too_small(f"tiles of {settings.tile_size:g} mm", settings)
    made: list[Sheet] = []
    for batch in _batches(copies, len(places)):
        used = places[: len(batch)]
        marks = _tile_marks(look, settings, layout, used, form)
        body = group(*_tiles(look, settings.tile_size, settings.bleed, used, batch), *marks)
        made.append(sheet(settings, form, "tiles", "tiles", body))
    return made


def _tiles(
    look: Look, size: float, bleed: float, places: Sequence[Point], tiles: Sequence[TileDefinition]
) -> list[Element]:
    scale = size / FLAT
    return [
        moved(*at, tile_element(look.hexes, tile, 0, bleed / scale, outline=False), scale=scale)
        for at, tile in zip(places, tiles, strict=True)
    ]


def _tile_marks(
    look: Look, settings: Settings, layout: Lattice, places: tuple[Point, ...], form: Format
) -> list[Element]:
    orientation = look.title.map.orientation
    drawn: list[Element] = []
    if layout.cuts == "lines":
        left, top, right, bottom = content_box(settings, form)
        reach = min(MARK, max(0.0, settings.margin - 4.5))
        lines = cut_lines(
            orientation, settings.tile_size, places, (left - reach, top - reach, right + reach, bottom)
        )
        if settings.cut_lines:
            drawn += [cut_line(*ends) for ends in lines]
        if settings.crop_marks:
            drawn += [mark for ends in lines for mark in line_marks(*ends)]
        return drawn
    if settings.cut_lines:
        drawn += [cut(hex_shape(orientation, settings.tile_size, at)) for at in places]
    if settings.crop_marks:
        drawn += _corner_marks(look, settings, places)
    return drawn


def _corner_marks(look: Look, settings: Settings, places: tuple[Point, ...]) -> list[Element]:
    """Marks that lead the edges of each tile on outside, where no tile lies."""
    orientation = look.title.map.orientation
    size = settings.tile_size
    across = [towards(orientation, edge, 1.0) for edge in range(6)]
    clear = size / 2 + settings.bleed + 0.2

    def is_free(point: Point) -> bool:
        for x, y in places:
            dx, dy = point[0] - x, point[1] - y
            if dx * dx + dy * dy > 4 * size * size:
                continue
            if max(dx * u + dy * v for u, v in across) < clear:
                return False
        return True

    drawn: list[Element] = []
    start, end = settings.bleed + _CORNER_MARK[0], settings.bleed + _CORNER_MARK[1]
    for at in places:
        shape = hex_shape(orientation, size, at)
        side = size / FLAT * 100
        for index, corner in enumerate(shape):
            for other in (shape[index - 1], shape[(index + 1) % 6]):
                away = ((corner[0] - other[0]) / side, (corner[1] - other[1]) / side)
                one = (corner[0] + away[0] * start, corner[1] + away[1] * start)
                last = (corner[0] + away[0] * end, corner[1] + away[1] * end)
                if is_free(one) and is_free(last):
                    drawn.append(crop_mark(one, last))
    return drawn


def _die_sheets(look: Look, settings: Settings, layout: Die, copies: Sequence[TileDefinition]) -> list[Sheet]:
    places = layout.places()
    orientation = look.title.map.orientation
    made: list[Sheet] = []
    width, height = layout.sheet.width, layout.sheet.height
    for batch in _batches(copies, len(places)):
        used = places[: len(batch)]
        drawn = _tiles(look, layout.tile, max(settings.bleed, 0.0), used, batch)
        if settings.cut_lines:
            drawn += [cut(hex_shape(orientation, layout.tile, at)) for at in used]
        for x, y in layout.pins:
            reach = layout.pin / 2 + 1.5
            drawn.append(
                circle((x, y), layout.pin / 2, fill="none", stroke="#000000", stroke_width=0.15, class_="pin")
            )
            drawn.append(line((x - reach, y), (x + reach, y), stroke="#000000", stroke_width=0.1))
            drawn.append(line((x, y - reach), (x, y + reach), stroke="#000000", stroke_width=0.1))
        footer = footer_box(settings, width, height)
        made.append(Sheet("tiles", "tiles", width, height, group(*drawn), footer, layout.sheet.name))
    return made


def die_overflow(look: Look, settings: Settings) -> str | None:
    """What of a die's layout lies where printers do not print, if anything."""
    layout = layout_named(settings.layout)
    if not isinstance(layout, Die):
        return None
    shape = hex_shape(look.title.map.orientation, layout.tile)
    half = (max(x for x, _ in shape) + settings.bleed, max(y for _, y in shape) + settings.bleed)
    edge = settings.margin
    for x, y in layout.places():
        if not (
            half[0] + edge <= x <= layout.sheet.width - half[0] - edge
            and half[1] + edge <= y <= layout.sheet.height - half[1] - edge
        ):
            return (
                f"the layout {layout.name} exceeds the printable area: the tile at {x:g}, {y:g} mm comes "
                f"closer than {edge:g} mm to the edge of the paper"
            )
    return None


# -- cards -----------------------------------------------------------------------------------


def card_sheets(
    part: str,
    title: str,
    made: Callable[[Look, tuple[float, float], float], Sequence[Card]],
    look: Look,
    settings: Settings,
    *,
    mirrored: bool = False,
) -> list[Sheet]:
    """Cards in rows and columns.

    Args:
        mirrored: lay them from right to left, as backs of the sheets that are not.

    Raises:
        UnknownSize: not one card fits on a sheet.
    """
    size = (settings.card_size.width, settings.card_size.height)
    return _grid_sheets(part, title, made(look, size, settings.bleed), size, settings, mirrored=mirrored)


def charter_sheets(look: Look, settings: Settings) -> list[Sheet]:
    """The charters, as large as usual or as the paper allows."""
    best = charters.CHARTER
    left, top, right, bottom = content_box(settings, "upright")
    if right - left < best[0] or bottom - top < best[1]:
        best = (min(best[0], right - left), min(best[1], bottom - top))
        if best[0] < 120 or best[1] < 90:
            raise too_small("charters", settings)
    made = charters.charters(look, best, settings.token_size)
    return _grid_sheets(
        "charters", "charters", made, best, replace(settings, bleed=0.0), gutter=settings.gutter
    )


def token_sheets(look: Look, settings: Settings) -> list[Sheet]:
    """Station tokens and all other round markers."""
    size = settings.token_size
    made = (*charters.tokens(look, size, settings.bleed), *extras.extra_tokens(look, size, settings.bleed))
    gap = max(settings.gutter, 2 * settings.bleed, 2.0)
    inside, form = _best_grid((size, size), gap, settings)
    columns, rows = _fit(inside, (size, size), gap, settings.bleed)
    if columns * rows == 0:
        raise too_small(f"tokens of {size:g} mm", settings)
    copies = [card for card in made for _ in range(card.count)]
    found: list[Sheet] = []
    for batch in _batches(copies, columns * rows):
        drawn: list[Element] = []
        for order, card in enumerate(batch):
            x = inside[0] + settings.bleed + size / 2 + order % columns * (size + gap)
            y = inside[1] + settings.bleed + size / 2 + order // columns * (size + gap)
            drawn.append(moved(x, y, card.element))
            if settings.cut_lines:
                drawn.append(cut_circle((x, y), size / 2))
        found.append(sheet(settings, form, "tokens", "station tokens and markers", group(*drawn)))
    return found


def _grid_sheets(
    part: str,
    title: str,
    made: Sequence[Card],
    size: tuple[float, float],
    settings: Settings,
    gutter: float | None = None,
    *,
    mirrored: bool = False,
) -> list[Sheet]:
    gap = max(settings.gutter if gutter is None else gutter, 2 * settings.bleed)
    inside, form = _best_grid(size, gap, settings)
    columns, rows = _fit(inside, size, gap, settings.bleed)
    if columns * rows == 0:
        raise too_small(f"{title} of {size[0]:g} × {size[1]:g} mm", settings)
    copies = [card for card in made for _ in range(card.count)]
    block_width = columns * size[0] + (columns - 1) * gap
    left = inside[0] + (inside[2] - inside[0] - block_width) / 2
    top = inside[1] + settings.bleed
    found: list[Sheet] = []
    for batch in _batches(copies, columns * rows):
        places = [
            (left + order % columns * (size[0] + gap), top + order // columns * (size[1] + gap))
            for order in range(len(batch))
        ]
        if mirrored:
            whole = page_size(settings, form)[0]
            places = [(whole - x - size[0], y) for x, y in places]
        drawn = [moved(*at, card.element) for at, card in zip(places, batch, strict=True)]
        if settings.cut_lines:
            drawn += [
                cut([(x, y), (x + size[0], y), (x + size[0], y + size[1]), (x, y + size[1])])
                for x, y in places
            ]
        if settings.crop_marks:
            edges_x = sorted({edge for x, _ in places for edge in (x, x + size[0])})
            edges_y = sorted({edge for _, y in places for edge in (y, y + size[1])})
            drawn += grid_marks(
                edges_x, edges_y, (edges_x[0], edges_y[0], edges_x[-1], edges_y[-1]), settings.bleed
            )
        found.append(sheet(settings, form, part, title, group(*drawn)))
    return found


def _best_grid(size: tuple[float, float], gap: float, settings: Settings) -> tuple[Box, Format]:
    """The way to lay the paper with more cards on it, and where they go."""

    def count(form: Format) -> int:
        columns, rows = _fit(_marked(settings, form), size, gap, settings.bleed)
        return columns * rows

    form: Format = "lying" if count("lying") > count("upright") else "upright"
    return _marked(settings, form), form


def _marked(settings: Settings, form: Format) -> Box:
    """The content of a sheet, less room for crop marks where the margins have none."""
    left, top, right, bottom = content_box(settings, form)
    if not settings.crop_marks:
        return left, top, right, bottom
    width, height = page_size(settings, form)
    room = MARK + 1.0 + 1.5
    return max(left, room), max(top, room), min(right, width - room), min(bottom, height - room)


def _fit(inside: Box, size: tuple[float, float], gap: float, bleed: float) -> tuple[int, int]:
    width, height = inside[2] - inside[0] - 2 * bleed, inside[3] - inside[1] - 2 * bleed
    return (
        max(0, int((width + gap + 1e-6) // (size[0] + gap))),
        max(0, int((height + gap + 1e-6) // (size[1] + gap))),
    )


def _batches(items: Sequence[T], size: int) -> list[list[T]]:
    rest = iter(items)
    found: list[list[T]] = []
    while batch := list(islice(rest, size)):
        found.append(batch)
    return found


def certificate_cards(look: Look, size: tuple[float, float], bleed: float) -> Sequence[Card]:
    """Share certificates of all corporations."""
    return cards.certificates(look, size, bleed)


def private_cards(look: Look, size: tuple[float, float], bleed: float) -> Sequence[Card]:
    """Cards of the private companies."""
    return cards.privates(look, size, bleed)
