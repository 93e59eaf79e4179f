"""The stock market chart, empty or with the markers of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from open18xx.definition.market import Direction, Market, Space, Zone
from open18xx.render.hexagon import box, filled
from open18xx.render.look import Look
from open18xx.render.signs import token
from open18xx.render.svg import Element, circle, group, moved, path, rect
from open18xx.render.theme import Fill
from open18xx.render.words import text

#: What the effects of a zone mean, for legends.
EFFECTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "certificates_not_counted": "certificates do not count towards the certificate limit",
        "no_holding_limit": "a player may hold any part of the corporation",
        "several_purchases": "several shares may be bought in one turn",
    }
)
_TURNS: Final[Mapping[str, float]] = MappingProxyType(
    {"right": 0.0, "down": 90.0, "left": 180.0, "up": 270.0}
)


@dataclass(frozen=True, slots=True)
class MarketDrawing:
    """A drawing of the market in millimetres, with its upper left corner in (0, 0).

    Attributes:
        legend: what its signs mean: a sign around (0, 0), 5 mm wide, and a text.
    """

    element: Element
    width: float
    height: float
    cell: tuple[float, float]
    legend: tuple[tuple[Element, str], ...]


def market_drawing(
    look: Look,
    cell: tuple[float, float] = (24.0, 22.0),
    markers: Mapping[Space, Sequence[str]] | None = None,
) -> MarketDrawing:
    """Draw the chart.

    Args:
        cell: width and height of a space in millimetres.
        markers: corporations on each space, the one on top first.
    """
    market = look.title.market
    columns = max((len(row) for row in market.rows), default=0)
    drawn: list[Element] = []
    for row, prices in enumerate(market.rows):
        for column, price in enumerate(prices):
            if price is None:
                continue
            space = Space(row, column)
            drawn.append(
                moved(
                    column * cell[0],
                    row * cell[1],
                    _space(look, space, price, cell, (markers or {}).get(space, ())),
                )
            )
    legend = tuple(_legend(look))
    return MarketDrawing(group(*drawn), columns * cell[0], len(market.rows) * cell[1], cell, legend)


def zones_of(market: Market, space: Space) -> tuple[Zone, ...]:
    """The zones a space belongs to."""
    return tuple(zone for zone in market.zones if space in zone.spaces)


def ledges(market: Market, space: Space) -> tuple[tuple[Direction, Direction], ...]:
    """Moves off the chart that become another move: (blocked direction, direction instead)."""
    found: list[tuple[Direction, Direction]] = []
    for blocked, instead in market.blocked.items():
        if instead == "stay":
            continue
        off = _beside(space, blocked)
        turned = _beside(space, instead)
        if not market.exists(off.row, off.column) and market.exists(turned.row, turned.column):
            found.append((blocked, instead))
    return tuple(found)


def _beside(space: Space, direction: Direction) -> Space:
    down, right = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}[direction]
    return Space(space.row + down, space.column + right)


def _fill(look: Look, zones: Sequence[Zone]) -> Fill:
    return look.theme.zone(zones[-1].colour) if zones else Fill(look.theme.paper)


def _space(
    look: Look, space: Space, price: int, cell: tuple[float, float], markers: Sequence[str]
) -> Element:
    market, theme = look.title.market, look.theme
    width, height = cell
    zones = zones_of(market, space)
    start = space in market.start_spaces
    parts: list[Element | None] = [
        filled(
            box(0, 0, width, height),
            _fill(look, zones),
            scale=0.22,
            stroke=theme.ink,
            stroke_width=0.25,
        ),
        rect(0.9, 0.9, width - 1.8, height - 1.8, fill="none", stroke=theme.ink, stroke_width=0.7)
        if start
        else None,
        text(str(price), (2.2, 3.8), min(5.0, height * 0.24), bold=True, anchor="start", colour=theme.ink),
    ]
    for order, zone in enumerate(zones):
        sign = zone_sign(market, zone, theme.ink)
        parts.append(moved(width - 3.2 - 3.6 * order, 3.6, sign))
    for blocked, instead in ledges(market, space):
        parts.append(_ledge(blocked, instead, cell, theme.ink))
    radius = min(4.6, height * 0.22)
    for order, corporation in enumerate(reversed(markers)):
        step = min(3.4, (height - 2 * radius - 7.5) / max(1, len(markers) - 1)) if len(markers) > 1 else 0
        at = (width / 2 + order * step, height - radius - 1.4 - order * step * 0.6)
        parts.append(token(look.badge(corporation), at, radius))
    return group(*parts)


def _ledge(blocked: Direction, instead: Direction, cell: tuple[float, float], ink: str) -> Element:
    """An arrow at the side where a move is turned, pointing where it goes instead."""
    width, height = cell
    at = {
        "left": (2.4, height * 0.62),
        "right": (width - 2.4, height * 0.62),
        "up": (width * 0.6, 2.4),
        "down": (width * 0.6, height - 2.4),
    }[blocked]
    return moved(*at, arrow(ink), turn=_TURNS[instead])


def arrow(ink: str) -> Element:
    """An arrow to the right around (0, 0), 5 mm long."""
    return path("M-2.5 -0.4H0.4V-1.3L2.5 0L0.4 1.3V0.4H-2.5Z", fill=ink)


def zone_sign(market: Market, zone: Zone, ink: str) -> Element:
    """The shape that tells a zone apart without its colour, around (0, 0)."""
    order = market.zones.index(zone)
    shapes = (
        path("M-1.3 1.1L0 -1.2L1.3 1.1Z", fill=ink),
        rect(-1.1, -1.1, 2.2, 2.2, fill=ink),
        path("M0 -1.5L1.5 0L0 1.5L-1.5 0Z", fill=ink),
        circle((0, 0), 1.2, fill=ink),
        path("M-1.3 -1.1L0 1.2L1.3 -1.1Z", fill=ink),
        circle((0, 0), 1.0, fill="none", stroke=ink, stroke_width=0.5),
    )
    return shapes[order % len(shapes)]


def _legend(look: Look) -> list[tuple[Element, str]]:
    market, theme = look.title.market, look.theme
    found: list[tuple[Element, str]] = []
    starts = frozenset(market.start_spaces)
    if starts:
        frame = rect(-2.3, -1.7, 4.6, 3.4, fill=theme.paper, stroke=theme.ink, stroke_width=0.7)
        found.append((frame, "corporations may start here"))
    for zone in market.zones:
        if not zone.effects and zone.spaces == starts:
            continue
        sign = group(
            filled(
                box(-2.3, -1.7, 4.6, 3.4),
                theme.zone(zone.colour),
                scale=0.1,
                stroke=theme.ink,
                stroke_width=0.2,
            ),
            zone_sign(market, zone, theme.ink),
        )
        words = "; ".join(EFFECTS.get(effect, effect.replace("_", " ")) for effect in sorted(zone.effects))
        found.append((sign, words or zone.id.replace("_", " ")))
    if any(instead != "stay" for instead in market.blocked.values()):
        found.append((arrow(theme.ink), "a move off the chart goes this way instead"))
    return found
