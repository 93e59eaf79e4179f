"""Moves of price markers on charts of any shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from open18xx.definition.market import Direction, DividendMove, Market, Space
from open18xx.engine.context import Context
from open18xx.rules.market import dividend_move, space_after

from tests.support.contexts import loaded
from tests.support.positions import Position
from tests.support.variants import with_market

#: A chart with a hole and with rows of different lengths.
CHART: tuple[tuple[int | None, ...], ...] = (
    (80, 90, 100, 110),
    (70, 80, None, 100, 110),
    (60, 70),
)
TURNING: Mapping[Direction, str] = {"left": "down", "right": "up", "up": "stay", "down": "stay"}
STAYING: Mapping[Direction, str] = {"left": "stay", "right": "stay", "up": "stay", "down": "stay"}


def chart(blocked: Mapping[Direction, str] = STAYING) -> Market:
    return replace(loaded("1826").title.market, rows=CHART, blocked=dict(blocked))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("at", "direction", "steps", "to"),
    [
        ((2, 0), "down", 3, (2, 0)),
        ((1, 1), "down", 5, (2, 1)),
        ((0, 0), "left", 1, (0, 0)),
        ((1, 0), "left", 4, (1, 0)),
        ((0, 2), "up", 1, (0, 2)),
        ((1, 1), "up", 3, (0, 1)),
        ((1, 1), "right", 1, (1, 1)),
        ((1, 3), "left", 1, (1, 3)),
        ((0, 2), "down", 1, (0, 2)),
        ((0, 3), "right", 2, (0, 3)),
        ((1, 4), "right", 1, (1, 4)),
        ((1, 4), "up", 1, (1, 4)),
    ],
)
def test_s10_a_marker_at_the_edge_stays(
    at: tuple[int, int], direction: Direction, steps: int, to: tuple[int, int]
) -> None:
    """Scenario S10: never off the chart, never on its opposite side, not into a hole."""
    assert space_after(chart(), Space(*at), direction, steps) == Space(*to)


@pytest.mark.parametrize(
    ("at", "direction", "steps", "to"),
    [
        ((0, 0), "left", 1, (1, 0)),
        ((0, 0), "left", 2, (2, 0)),
        ((0, 0), "left", 5, (2, 0)),
        ((1, 1), "right", 1, (0, 1)),
        ((1, 4), "right", 1, (1, 4)),
        ((2, 1), "right", 2, (0, 1)),
        ((2, 0), "down", 1, (2, 0)),
    ],
)
def test_s10_a_blocked_move_follows_the_ledge(
    at: tuple[int, int], direction: Direction, steps: int, to: tuple[int, int]
) -> None:
    """What a move becomes is decided anew for every step."""
    assert space_after(chart(TURNING), Space(*at), direction, steps) == Space(*to)


def context_with(*moves: DividendMove, measure: str) -> Context:
    return with_market(loaded("1826"), dividend_moves=moves, dividend_measure=measure)


@pytest.mark.parametrize(
    ("paid", "expected"),
    [(0, ("left", 1)), (10, None), (89, None), (90, ("right", 1)), (179, ("right", 1)), (180, ("right", 2))],
)
def test_the_first_line_of_the_table_that_fits_decides(
    paid: int, expected: tuple[Direction, int] | None
) -> None:
    context = context_with(
        DividendMove("nothing_paid", "left", 1),
        DividendMove("paid_at_least_twice_price", "right", 2),
        DividendMove("paid_at_least_price", "right", 1),
        DividendMove("paid_below_price", None, 0),
        measure="total",
    )
    view = Position(context, 3).float("GC", 1, 90).stock(1).game().view
    assert dividend_move(view, "GC", paid, 0) == expected


def test_a_title_may_compare_the_dividend_of_one_share() -> None:
    context = context_with(DividendMove("paid_at_least_price", "right", 1), measure="per_share")
    view = Position(context, 3).float("GC", 1, 90).stock(1).game().view
    assert dividend_move(view, "GC", 900, 89) is None
    assert dividend_move(view, "GC", 90, 90) == ("right", 1)
    assert dividend_move(view, "GC", 0, 0) is None
