"""One hex with a tile or print on it: ground, track, stops, values, labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from open18xx.definition.tiles import TileDefinition, is_edge
from open18xx.geometry.grid import Orientation, direction
from open18xx.render.bands import Band, band_boxes, is_worth, unknown_value
from open18xx.render.curve import Curve
from open18xx.render.font import text_width
from open18xx.render.hexagon import (
    CORNER,
    EDGE,
    corners,
    edge_middle,
    filled,
    polar,
    towards,
)
from open18xx.render.room import Room
from open18xx.render.signs import VALUE, Badge, city, home_mark, terrain_icon, token, value_circle
from open18xx.render.stops import DOT, SLOT, Layout, Piece, StopPlace, layout
from open18xx.render.svg import Element, Point, circle, group, moved, number, path, polygon, rect
from open18xx.render.theme import STAGE_DOTS, Theme
from open18xx.render.words import text

TRACK: Final = 9.0
CASING: Final = 15.0
#: How much a name may cover before it is written smaller or in more lines.
_SMALLER: Final = 9.0


@dataclass(frozen=True, slots=True)
class HexStyle:
    """What stays the same for all hexes of a drawing.

    Attributes:
        bands: revenue bands of the title, in order.
        money: how a price is written.
    """

    orientation: Orientation
    theme: Theme
    bands: tuple[Band, ...] = ()
    money: Callable[[int], str] = field(default=str)


class HexPicture:
    """Collects what is drawn on one hex, in layers, and keeps track of the room left."""

    def __init__(
        self, style: HexStyle, tile: TileDefinition, rotation: int = 0, *, bleed: float = 0.0
    ) -> None:
        """Begin with the ground and track of a tile.

        Args:
            bleed: how far ground and track go on outside the hex, in its units.
        """
        self.style = style
        self.tile = tile
        self.rotation = rotation
        self.layout: Layout = layout(tile, rotation, style.orientation)
        self.room = Room(style.orientation)
        self._bleed = bleed
        self._over: list[Element] = []
        self._stops: list[Element] = []
        self._reserve()

    # -- parts -----------------------------------------------------------------------------

    def place_signs(self, kind: str) -> None:
        """Show what kind of place a hex is on which nothing is printed: rings for cities, dots for towns."""
        theme = self.style.theme
        double = kind.startswith("double_")
        centres = [(-32.0, 14.0), (32.0, -14.0)] if double else [(0.0, 0.0)]
        if kind.endswith("city"):
            self._stops += [city([at], theme) for at in centres]
            self.room.take(centres, SLOT + 2.5)
        elif kind.endswith("town"):
            self._stops += [
                circle(at, DOT, fill=theme.ink, stroke=theme.paper, stroke_width=3) for at in centres
            ]
            self.room.take(centres, DOT + 3)

    def tokens(self, tokens: Sequence[Sequence[Badge | None]]) -> None:
        """Lay tokens into the slots: per city, per slot."""
        cities = [place for place in self.layout.stops if place.stop.kind == "city"]
        for place, badges in zip(cities, tokens, strict=False):
            for slot, badge in zip(place.slots, badges, strict=False):
                if badge is not None:
                    self._stops.append(token(badge, slot, SLOT - 2))

    def homes(
        self, homes: Mapping[int, Sequence[Badge]], tokens: Sequence[Sequence[str | None]] = ()
    ) -> None:
        """Mark slots as homes: per number of a city, the companies at home there.

        Args:
            tokens: owners of the tokens that lie there; their slots and the homes of these owners are not
                marked.
        """
        cities = [place for place in self.layout.stops if place.stop.kind == "city"]
        there = {owner for slots in tokens for owner in slots}
        for index, badges in homes.items():
            if index >= len(cities):
                continue
            lying = tokens[index] if index < len(tokens) else ()
            free = [
                slot
                for order, slot in enumerate(cities[index].slots)
                if order >= len(lying) or lying[order] is None
            ]
            absent = [badge for badge in badges if badge.name not in there]
            for slot, badge in zip(free, absent, strict=False):
                self._stops.append(home_mark(badge, slot, self.style.theme))

    def values(self) -> None:
        """Write what the stops are worth."""
        theme = self.style.theme
        shown = [
            place
            for place in self.layout.stops
            if not place.stop.hidden and (place.stop.kind == "offboard" or is_worth(place.stop))
        ]
        if not shown:
            return
        alike = len({(place.stop.revenue, place.stop.tagged_revenue) for place in shown}) == 1
        for place in shown[:1] if alike else shown:
            stop = place.stop
            if stop.kind == "offboard" and not is_worth(stop):
                self._over.append(unknown_value(self.room, theme, place.centre))
            elif len(stop.revenue) == 1 and not stop.tagged_revenue:
                wish = [(0.0, 0.0)] if alike and len(shown) > 2 else self._beside(place) if not alike else []
                at = self.room.find_round(VALUE, wish)
                self._over.append(value_circle(stop.revenue[0], at, theme))
            else:
                middle = place.centre if stop.kind == "offboard" else None
                self._over.append(band_boxes(self.room, theme, stop, self.style.bands, middle))

    def label(self) -> None:
        """Write the letters that restrict upgrades."""
        if self.tile.label:
            width = text_width(self.tile.label, 25, bold=True) + 4
            at = self.room.find(width, 22)
            self._over.append(
                text(self.tile.label, at, 25, bold=True, colour=self.style.theme.ink, halo=self._ground())
            )

    def cost(self, amount: int, terrain: Sequence[str]) -> None:
        """Write the price of a lay and draw what terrain it is for."""
        words = self.style.money(amount) if amount else ""
        icons = [terrain_icon(name, self.style.theme) for name in dict.fromkeys(terrain)]
        width = max(30.0 * max(1, len(icons)), text_width(words, 13, bold=True) + 2)
        height = (18 if icons else 0) + (14 if words else 0)
        if not height:
            return
        at = self.room.find(width, height, careful=True)
        top = at[1] - height / 2
        for order, icon in enumerate(icons):
            x = at[0] + 30 * (order - (len(icons) - 1) / 2)
            self._over.append(moved(x, top + 9, icon))
        if words:
            self._over.append(
                text(
                    words,
                    (at[0], top + height - 7),
                    13,
                    bold=True,
                    colour=self.style.theme.ink,
                    halo=self._ground(),
                )
            )

    def tile_number(self, words: str | None = None) -> None:
        """Write the number of the tile and its stage as dots."""
        name = self.tile.id if words is None else words
        dots = STAGE_DOTS.get(self.tile.colour, 0)
        width = text_width(name, 12.5) + dots * 6 + 2
        places = [towards(self.style.orientation, corner, 76) for corner in (5.5, 4.5, 0.5, 3.5, 1.5, 2.5)]
        at = self.room.find(width, 11, places, margin=5)
        left = at[0] - width / 2
        ink = self.style.theme.ink
        self._over.append(
            group(
                text(name, (left, at[1]), 12.5, anchor="start", colour=ink, halo=self._ground()),
                *(
                    circle((left + width - dots * 6 + 2 + 6 * dot, at[1]), 2.1, fill=ink)
                    for dot in range(dots)
                ),
            )
        )

    def words(self, ways: Sequence[tuple[Sequence[str], float]], *, bold: bool = True) -> None:
        """Write a name.

        Args:
            ways: lines and font size; a later way is taken only where the earlier ones cover something.
        """
        places = [(0.0, y) for y in (-56.0, -40.0, -66.0, 44.0, 56.0, 66.0, -30.0, 32.0)]
        chosen: tuple[float, Sequence[str], float, Point, float] | None = None
        for order, (rows, wanted) in enumerate(ways):
            widest = max(text_width(row, wanted, bold) for row in rows)
            size = wanted * min(1.0, 150 / widest)
            width, height = min(widest, 150.0) + 2, size * 1.05 * len(rows)
            at, cost = self.room.best(width, height, places, margin=5, careful=True)
            if chosen is None or cost + order * _SMALLER < chosen[0]:
                chosen = cost + order * _SMALLER, rows, size, at, width
        if chosen is None:
            return
        _, rows, size, at, width = chosen
        height = size * 1.05 * len(rows)
        self.room.take_box(at, width, height)
        top = at[1] - height / 2 + size * 0.52
        for order, row in enumerate(rows):
            self._over.append(
                text(
                    row,
                    (at[0], top + order * size * 1.05),
                    size,
                    bold=bold,
                    colour=self.style.theme.ink,
                    halo=self._ground(),
                )
            )

    def mark(self, element: Element, width: float, height: float, places: Sequence[Point] = ()) -> None:
        """Put something drawn around (0, 0) where there is room."""
        at = self.room.find(width, height, places, careful=True)
        self._over.append(moved(at[0], at[1], element))

    def over(self, element: Element) -> None:
        """Put something on top, where it is."""
        self._over.append(element)

    # -- result ----------------------------------------------------------------------------

    def ground(self) -> Element:
        """The coloured hex."""
        corner = CORNER + self._bleed / EDGE * CORNER
        fill = self.style.theme.fill(self.tile.colour)
        return filled(corners(self.style.orientation, corner), fill)

    def element(self, *, outline: bool = True) -> Element:
        """The whole hex around (0, 0)."""
        edge = (
            polygon(
                corners(self.style.orientation),
                fill="none",
                stroke=self.style.theme.ink,
                stroke_width=1.2,
                stroke_linejoin="round",
            )
            if outline
            else None
        )
        return group(self.ground(), *self._track(), *self._drawn_stops(), *self._stops, *self._over, edge)

    # -- inside ----------------------------------------------------------------------------

    def _ground(self) -> str:
        return self.style.theme.fill(self.tile.colour).colour

    def _reserve(self) -> None:
        for piece in self.layout.pieces:
            drawn = piece.curve.between(0.0, 0.5) if self._is_stub(piece) else piece.curve
            self.room.take(drawn.samples(), CASING / 2 + 1.5)
        for place in self.layout.stops:
            if place.stop.kind == "city":
                self.room.take(place.slots, SLOT + 2.5)
                if len(place.slots) > 2:
                    self.room.take([place.centre], SLOT)
            elif place.stop.kind == "town":
                self.room.take([place.centre], 15 if place.bar is not None else DOT + 3)

    def _beside(self, place: StopPlace) -> list[Point]:
        """Places for a value close to its stop."""
        found = []
        for distance in (SLOT + VALUE + 3, SLOT + VALUE + 12):
            found += [polar(angle, distance, place.centre) for angle in range(0, 360, 30)]
        return found

    def _track(self) -> list[Element]:
        theme = self.style.theme
        pieces = [piece for piece in self.layout.pieces if not self._is_stub(piece)]
        drawn: list[Element] = [self._stub(piece) for piece in self.layout.pieces if self._is_stub(piece)]
        if not pieces:
            return drawn
        every = "".join(self._d(piece) for piece in pieces)
        drawn.append(path(every, fill="none", stroke=theme.paper, stroke_width=CASING))
        drawn.append(path(every, fill="none", stroke=theme.ink, stroke_width=TRACK))
        for upper, part in self.layout.bridges:
            curve = self.layout.pieces[upper].curve
            near, over = 11 / curve.length, 14 / curve.length
            short = curve.between(part - near, part + near).d()
            drawn.append(path(short, fill="none", stroke=theme.paper, stroke_width=CASING))
            core = curve.between(part - over, part + over).d()
            drawn.append(path(core, fill="none", stroke=theme.ink, stroke_width=TRACK))
        narrow = "".join(piece.curve.d() for piece in pieces if piece.gauge != "standard")
        if narrow:
            drawn.append(
                path(narrow, fill="none", stroke=theme.paper, stroke_width=TRACK / 2, stroke_dasharray="7 7")
            )
        return drawn

    def _d(self, piece: Piece) -> str:
        """The piece, led on outside the hex when the ground is."""
        if not self._bleed:
            return piece.curve.d()
        parts = [piece.curve.d()]
        for end in piece.ends:
            if is_edge(end):
                middle = edge_middle(self.style.orientation, end)
                outside = towards(self.style.orientation, end, EDGE + self._bleed)
                parts.append(Curve(middle, outside).d())
        return "".join(parts)

    def _is_stub(self, piece: Piece) -> bool:
        """Whether the piece leads into an area off the board, drawn as a point of an arrow."""
        return any(not is_edge(end) and self.tile.stops[end - 6].kind == "offboard" for end in piece.ends)

    def _stub(self, piece: Piece) -> Element:
        edge = min(piece.ends)
        angle = direction(self.style.orientation, edge)
        half = TRACK / 2 + 1
        tip = (EDGE * 0.5, 0.0)
        shape = [(EDGE, -half), (EDGE, half), tip]
        return group(
            polygon(
                shape,
                fill=self.style.theme.ink,
                stroke=self.style.theme.paper,
                stroke_width=2,
                stroke_linejoin="round",
            ),
            transform=f"rotate({number(angle)})",
        )

    def _drawn_stops(self) -> list[Element]:
        theme = self.style.theme
        drawn: list[Element] = []
        for place in self.layout.stops:
            if place.stop.kind == "city":
                drawn.append(city(place.slots, theme))
            elif place.stop.kind == "town" and place.bar is not None:
                bar = rect(-5.5, -14, 11, 28, fill=theme.ink, stroke=theme.paper, stroke_width=2.5, rx=1.5)
                drawn.append(moved(place.centre[0], place.centre[1], bar, turn=place.bar))
            elif place.stop.kind == "town":
                drawn.append(circle(place.centre, DOT, fill=theme.ink, stroke=theme.paper, stroke_width=3))
        return drawn


@cache
def tile_element(
    style: HexStyle, tile: TileDefinition, rotation: int = 0, bleed: float = 0.0, outline: bool = True
) -> Element:
    """A loose tile: ground, track, stops, values, label, number."""
    picture = HexPicture(style, tile, rotation, bleed=bleed)
    picture.values()
    picture.label()
    if tile.upgrade_cost:
        picture.cost(tile.upgrade_cost, tile.upgrade_terrain)
    picture.tile_number()
    return picture.element(outline=outline)
