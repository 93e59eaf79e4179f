"""Legends: the signs of a map with what they mean, and signs set in rows."""

from __future__ import annotations

from collections.abc import Sequence

from open18xx.render.bands import is_worth
from open18xx.render.font import text_width
from open18xx.render.hexagon import CORNER
from open18xx.render.look import Look, marks_open_ended
from open18xx.render.signs import home_mark, pill, terrain_icon
from open18xx.render.stops import DOT, SLOT
from open18xx.render.svg import Element, circle, group, line, moved, polygon
from open18xx.render.wording import joined
from open18xx.render.words import text


def map_legend(look: Look) -> Sequence[tuple[Element, str]]:
    """The signs of a title's map: each around (0, 0) at most 10 × 6 mm large, with its meaning."""
    title, theme = look.title, look.theme
    found: list[tuple[Element, str]] = []
    small = 0.1

    def add(sign: Element, words: str) -> None:
        found.append((group(sign, transform=f"scale({small})"), words))

    hexes = title.map.hexes.values()
    corporations = title.companies.corporations.values()
    if any(item.place.endswith("city") for item in hexes):
        add(circle((0, 0), SLOT, fill=theme.paper, stroke=theme.ink, stroke_width=3), "place for a city")
    if any(item.place.endswith("town") for item in hexes):
        add(circle((0, 0), DOT + 4, fill=theme.ink), "place for a town")
    home = next((look.badge(item.id) for item in corporations if item.homes), None)
    if home is not None:
        sign = group(
            circle((0, 0), SLOT, fill=theme.paper, stroke=theme.ink, stroke_width=2),
            home_mark(home, (0, 0), theme),
        )
        add(sign, "home of a corporation")
    aim = next((look.badge(item.id) for item in corporations if item.destination), None)
    if aim is not None:
        sign, width, _ = pill(aim, theme, flag=True)
        add(group(sign, transform=f"scale({min(2.0, 95 / width):.3f})"), "destination of a corporation")
    kept = next((item.reserved_for for item in hexes if item.reserved_for), None)
    if kept is not None:
        sign, width, _ = pill(look.badge(kept), theme, flag=False)
        add(
            group(sign, transform=f"scale({min(2.0, 95 / width):.3f})"),
            "kept for a corporation until it agrees",
        )
    terrain = dict.fromkeys(name for item in hexes for name in item.terrain)
    for name in terrain:
        prices = sorted({item.lay_cost for item in hexes if item.terrain == (name,)} - {0})
        costs = [look.money(price) for price in prices]
        add(
            group(terrain_icon(name, theme), transform="scale(2)"),
            name.replace("_", " ")
            + (f": the first tile costs {joined(costs, 'or')}" if costs else "")
            + (", as printed" if len(costs) > 1 else ""),
        )
    if title.regions:
        dots = line(
            (-45, 0),
            (45, 0),
            stroke=theme.barrier,
            stroke_width=8,
            stroke_linecap="round",
            stroke_dasharray="0 16",
        )
        names = ", ".join(name.replace("_", " ").capitalize() for name in title.regions)
        add(dots, f"border of a region: {names}")
    borders = {border.kind for item in hexes for _, border in item.borders}
    if "impassable" in borders:
        add(line((-40, 0), (40, 0), stroke=theme.barrier, stroke_width=12), "no track across this side")
    if "cost" in borders:
        add(
            line((-40, 0), (40, 0), stroke=theme.water, stroke_width=12, stroke_dasharray="16 8"),
            "track across this side costs extra",
        )
    if any(stop.kind == "offboard" and not is_worth(stop) for item in hexes for stop in item.printed.stops):
        add(text("*", (0, 8), 90, bold=True, colour=theme.ink), "worth what the rules say")
    if len(look.hexes.bands) > 1:
        shape = [(-CORNER / 2, -28), (CORNER / 2, -28), (CORNER / 2, 28), (-CORNER / 2, 28)]
        box = group(
            polygon(
                shape, fill=theme.fill(look.hexes.bands[0].colour).colour, stroke=theme.ink, stroke_width=3
            ),
            text("40", (0, -8), 32, bold=True, colour=theme.ink),
            text(look.hexes.bands[0].mark, (0, 17), 16, colour=theme.ink),
        )
        open_ended = marks_open_ended(title)
        add(box, "value from this phase on" if open_ended else "value in these phases")
    return found


def legend_rows(entries: Sequence[tuple[Element, str]], width: float, look: Look) -> tuple[Element, float]:
    """Signs with their meanings side by side, in as many rows as needed; and their height."""
    x, y, size = 3.0, 5.0, 3.4
    drawn: list[Element] = []
    for sign, words in entries:
        wide = 14.0 + text_width(words, size) + 6.0
        if x + wide > width and x > 3.0:
            x, y = 3.0, y + 8.0
        drawn.append(moved(x + 5.5, y, sign))
        drawn.append(text(words, (x + 13, y), size, anchor="start", colour=look.theme.ink))
        x += wide
    return group(*drawn), y + 3.5 if entries else 0.0
