"""market.yaml: the chart and how prices move on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from open18xx.definition.market import Space
from open18xx.loading.builders.market import build_rows, build_space
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.nodes import Path
from open18xx.loading.problems import Report

_Rows = tuple[tuple[int | None, ...], ...]
#: Cases of the dividend table that each case covers, itself included.
_COVERS: Final = {
    "nothing_paid": {"nothing_paid"},
    "paid": {"paid", "paid_below_price", "paid_at_least_price", "paid_at_least_twice_price"},
    "paid_below_price": {"paid_below_price"},
    "paid_at_least_price": {"paid_at_least_price", "paid_at_least_twice_price"},
    "paid_at_least_twice_price": {"paid_at_least_twice_price"},
}


def lint_market(facts: Facts, report: Report) -> None:
    """Check the form of the chart, the places named on it and the table of moves."""
    root = facts.file("market")
    if root is None:
        return
    if facts.knows("market", "rows"):
        rows = build_rows(root)
        _form(rows, report)
        if facts.knows("market", "start_spaces"):
            _start_spaces(root, rows, report)
        _zones(facts, rows, report)
    if facts.knows("market", "blocked"):
        _blocked(root.section("blocked"), report)
    if facts.knows("market", "moves"):
        _dividend(root.section("moves").section("dividend"), report)


def _form(rows: _Rows, report: Report) -> None:
    spaces = {
        (row, column): price
        for row, prices in enumerate(rows)
        for column, price in enumerate(prices)
        if price is not None
    }
    for row, prices in enumerate(rows):
        present = [column for column, price in enumerate(prices) if price is not None]
        if not present:
            report.at("T301", "market", ("rows", row), f"row {row + 1} has no price at all")
            continue
        for column in range(present[0], present[-1]):
            if prices[column] is None:
                report.at(
                    "T301",
                    "market",
                    ("rows", row, column),
                    f"a hole between prices, in row {row + 1} column {column + 1}",
                    "prices of a row stand side by side",
                )
        for left, right in pairwise(present):
            low, high = prices[left], prices[right]
            if low is not None and high is not None and high < low:
                report.at(
                    "T304",
                    "market",
                    ("rows", row, right),
                    f"the price falls to the right, from {low} to {high}",
                )
    if spaces:
        for row, column in sorted(set(spaces) - _reached(set(spaces))):
            report.at(
                "T302",
                "market",
                ("rows", row, column),
                f"no way leads to row {row + 1} column {column + 1} from the rest of the chart",
            )
            break


def _reached(spaces: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The part of the chart that hangs together with its first space."""
    waiting = [min(spaces)]
    reached = set(waiting)
    while waiting:
        row, column = waiting.pop()
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place in spaces and place not in reached:
                reached.add(place)
                waiting.append(place)
    return reached


def _price(rows: _Rows, space: Space) -> int | None:
    if 0 <= space.row < len(rows) and 0 <= space.column < len(rows[space.row]):
        return rows[space.row][space.column]
    return None


def _spaces(section: Section, key: str) -> Iterator[tuple[Path, Space]]:
    for index, value in enumerate(section.items(key)):
        path: Path = (*section.path, key, index)
        yield path, build_space(section.kind, path, value)


def _start_spaces(root: Section, rows: _Rows, report: Report) -> None:
    earlier: int | None = None
    for path, space in _spaces(root, "start_spaces"):
        price = _price(rows, space)
        if price is None:
            report.at(
                "T303",
                "market",
                path,
                f"the chart has no price in row {space.row + 1} column {space.column + 1}",
            )
        elif earlier is not None and price > earlier:
            report.at(
                "T310", "market", path, f"{price} stands after {earlier}; start spaces go from dear to cheap"
            )
        earlier = earlier if price is None else price


def _zones(facts: Facts, rows: _Rows, report: Report) -> None:
    prices = [price for row in rows for price in row if price is not None]
    for zone in facts.things("market", "zones"):
        for path, space in _spaces(zone, "spaces"):
            if _price(rows, space) is None:
                report.at(
                    "T305",
                    "market",
                    path,
                    f"the chart has no price in row {space.row + 1} column {space.column + 1}",
                )
        low, high = zone.optional_number("prices_from"), zone.optional_number("prices_up_to")
        by_price = low is not None or high is not None
        if not by_price and "spaces" not in zone:
            report.on("T306", zone, "id", "the zone has neither spaces nor a range of prices")
        elif by_price and not any(
            (low or 0) <= price <= (price if high is None else high) for price in prices
        ):
            key = "prices_from" if high is None else "prices_up_to"
            report.on("T306", zone, key, "no price of the chart lies in this range")


def _blocked(section: Section, report: Report) -> None:
    """A blocked move may become another one, but not run in a circle."""
    told: set[str] = set()
    for start in section.data:
        if start in told:
            continue
        at, way = start, [start]
        while True:
            following = section.data.get(at, "stay")
            if not isinstance(following, str) or following == "stay":
                break
            way.append(following)
            if following == start:
                told.update(way)
                report.on(
                    "T307",
                    section,
                    start,
                    f"blocked moves run in a circle: {', '.join(way)}",
                    "let one of them stay",
                )
                break
            if following in way[:-1]:
                break
            at = following


def _dividend(dividend: Section, report: Report) -> None:
    covered: dict[str, str] = {}
    for line in dividend.sections("table"):
        when = line.text("when")
        if when in covered:
            report.on("T308", line, "when", f"this line never holds: '{covered[when]}' above it covers it")
        for case in _COVERS[when]:
            covered.setdefault(case, when)
