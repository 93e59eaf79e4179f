"""1826: the stock market chart as printed."""

from __future__ import annotations

import pytest
from open18xx.definition.market import Space

from tests.titles.g1826.book import rule_text, title

ROWS = (
    (82, 90, 100, 110, 122, 135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400),
    (75, 82, 90, 100, 110, 122, 135, 150, 165, 180, 200, 220, 245, 270),
    (70, 75, 82, 90, 100, 110, 122, 135, 150, 165, 180),
    (65, 70, 75, 82, 90, 100, 110, 122),
    (60, 65, 70, 75, 82, 90),
    (50, 60, 65, 70, 75),
    (40, 50, 60, 65),
)
YELLOW = {(5, 1), (6, 1), (6, 2), (7, 1), (7, 2), (7, 3)}
START = ((1, 4), (2, 4), (3, 4), (4, 4), (5, 4))


def _zone(name: str) -> set[tuple[int, int]]:
    [zone] = [zone for zone in title().market.zones if zone.id == name]
    return {(space.row + 1, space.column + 1) for space in zone.spaces}


@pytest.mark.rule("1826-3-02")
@pytest.mark.parametrize("row", range(7))
def test_prices_of_a_row(row: int) -> None:
    assert title().market.rows[row] == ROWS[row]
    assert len(title().market.rows) == 7
    assert "seven rows of 17, 14, 11, 8, 6, 5, 4 spaces" in rule_text("1826-3-02")


@pytest.mark.rule("1826-3-02")
def test_yellow_are_the_prices_up_to_sixty() -> None:
    assert _zone("yellow") == YELLOW
    [zone] = title().data["market"]["zones"][1:]
    assert zone["prices_up_to"] == 60
    assert "yellow (prices up to F60)" in rule_text("1826-3-02")


@pytest.mark.rule("1826-3.1-02", "1826-3.3-02")
def test_red_spaces_have_no_effect() -> None:
    [zone] = [zone for zone in title().market.zones if zone.id == "starting"]
    assert zone.colour == "red"
    assert zone.effects == frozenset()
    assert _zone("starting") == set(START)


@pytest.mark.rule("1826-3.3-01")
def test_five_starting_values_in_the_fourth_column() -> None:
    market = title().market
    assert market.start_spaces == tuple(Space(row - 1, column - 1) for row, column in START)
    assert [market.price(space) for space in market.start_spaces] == [110, 100, 90, 82, 75]
    assert "F110, F100, F90, F82 and F75" in rule_text("1826-3.3-01")


def test_a_share_sold_is_one_row_down_and_sold_out_is_up() -> None:
    assert title().market.sale_rows == 1
    assert title().market.sold_out == "up"
    assert "one row for each share" in rule_text("1826-3.5-01")


def test_what_a_blocked_move_becomes() -> None:
    assert dict(title().market.blocked) == {"left": "down", "right": "up", "up": "stay", "down": "stay"}
    assert "one row down" in rule_text("1826-3.5-08")
    assert "one row up" in rule_text("1826-3.5-09")


def test_moves_after_a_dividend() -> None:
    market = title().market
    assert market.dividend_measure == "total"
    assert [(move.when, move.direction, move.steps) for move in market.dividend_moves] == [
        ("nothing_paid", "left", 1),
        ("paid_at_least_price", "right", 1),
    ]
