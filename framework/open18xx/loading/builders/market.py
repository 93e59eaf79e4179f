"""``market.yaml``: the stock market chart. Rows and columns count from 1 there, from 0 in the definition."""

from __future__ import annotations

from typing import Literal

from open18xx.definition.market import Direction, DividendMove, Market, Space, Zone
from open18xx.loading.builders.section import BuildError, Section
from open18xx.loading.nodes import Plain


def build_market(section: Section) -> Market:
    """The chart with its zones and moves."""
    moves = section.section("moves")
    dividend = moves.section("dividend")
    return Market(
        rows=build_rows(section),
        start_spaces=build_spaces(section, "start_spaces"),
        zones=tuple(
            Zone(
                id=zone.text("id"),
                colour=zone.text("colour", zone.text("id")),
                spaces=_zone_spaces(zone, build_rows(section)),
                effects=frozenset(zone.texts("effects")),
            )
            for zone in section.sections("zones")
        ),
        blocked=_blocked(section.section("blocked")),
        sale_rows=moves.section("sale").number("rows", 0),
        sold_out=_direction(moves, "sold_out"),
        dividend_moves=tuple(_dividend_move(line) for line in dividend.sections("table")),
        dividend_measure=dividend.choice("measure", "per_share", "total"),
        granted_start_spaces=build_spaces(section, "granted_start_spaces"),
        sold_out_treasury=moves.flag("sold_out_treasury"),
        sold_out_majority=moves.optional_number("sold_out_majority"),
    )


def build_rows(section: Section) -> tuple[tuple[int | None, ...], ...]:
    """Prices; None is a hole."""
    rows: list[tuple[int | None, ...]] = []
    for number, row in enumerate(section.items("rows")):
        if not isinstance(row, list):
            raise BuildError(section.kind, ("rows", number), "should be a list of prices")
        prices: list[int | None] = []
        for column, price in enumerate(row):
            if price is not None and (not isinstance(price, int) or isinstance(price, bool)):
                raise BuildError(section.kind, ("rows", number, column), "should be a price or null")
            prices.append(price)
        rows.append(tuple(prices))
    return tuple(rows)


def build_space(kind: str, path: tuple[str | int, ...], value: Plain) -> Space:
    """A place on the chart from ``[row, column]``."""
    if isinstance(value, list) and len(value) == 2:
        row, column = value
        if isinstance(row, int) and isinstance(column, int):
            return Space(row - 1, column - 1)
    raise BuildError(kind, path, "should be [row, column]")


def build_spaces(section: Section, key: str) -> tuple[Space, ...]:
    """A list of places on the chart."""
    return tuple(
        build_space(section.kind, (*section.path, key, index), value)
        for index, value in enumerate(section.items(key))
    )


def _zone_spaces(zone: Section, rows: tuple[tuple[int | None, ...], ...]) -> frozenset[Space]:
    spaces = set(build_spaces(zone, "spaces"))
    low, high = zone.optional_number("prices_from"), zone.optional_number("prices_up_to")
    if low is not None or high is not None:
        for row, prices in enumerate(rows):
            for column, price in enumerate(prices):
                if price is not None and (low or 0) <= price <= (price if high is None else high):
                    spaces.add(Space(row, column))
    return frozenset(spaces)


def _blocked(section: Section) -> dict[Direction, Literal["stay"] | Direction]:
    directions: tuple[Direction, ...] = ("left", "right", "up", "down")
    return {direction: section.choice(direction, "stay", *directions) for direction in directions}


def _direction(section: Section, key: str) -> Direction | None:
    """A direction; None for ``none`` or when the key is not given."""
    if section.data.get(key) in (None, "none"):
        return None
    direction: Direction = section.choice(key, "left", "right", "up", "down")
    return direction


def _dividend_move(line: Section) -> DividendMove:
    return DividendMove(
        when=line.choice(
            "when",
            "paid",
            "nothing_paid",
            "paid_at_least_price",
            "paid_below_price",
            "paid_at_least_twice_price",
        ),
        direction=_direction(line, "move"),
        steps=line.number("steps", 1),
    )
