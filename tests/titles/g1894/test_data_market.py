"""1894: the market chart, figure by figure."""

from __future__ import annotations

import pytest
from open18xx.definition.market import Space
from open18xx.rules.market import space_after

from tests.titles.g1894.book import title

#: Prices as printed; o marks the gray spaces, p start spaces, e the end of the chart.
PRINTED = """
90 99 109 115 124 132 141 151 180 215 260 310 375 450e
82 95p 100 106 113 121 130 139 165 200 240 285 345 415
75 82 89 95 103 111 120 130 155 185 225 270 320
69 75 81 87 93 100p 108 116 140 170 200 235
64 69 74 80p 85 91 97 111 130 155 185
59o 64 68 71 76 81 90 101 120 140
50o 56o 62 66 70 75 83 93
40o 50o 55o 60 64 67p 75
30o 40o 50o 55o 60
20o 30o 40o 50o 55o
10o 20o 30o 40o 50o
"""
CHART = PRINTED.strip().splitlines()


def cells(mark: str = "") -> dict[tuple[int, int], int]:
    """Prices by row and column, from 0; only those with a mark if one is given."""
    return {
        (row, column): int(text.rstrip("opre"))
        for row, line in enumerate(CHART)
        for column, text in enumerate(line.split())
        if not mark or text.endswith(mark)
    }


@pytest.mark.rule("1894-MKT-01")
def test_every_price() -> None:
    market = title().market
    assert [len(row) for row in market.rows] == [14, 14, 13, 12, 11, 10, 8, 7, 5, 5, 5]
    for (row, column), price in cells().items():
        assert market.price(Space(row, column)) == price


@pytest.mark.rule("1894-MKT-06")
def test_gray_spaces() -> None:
    gray = next(zone for zone in title().market.zones if zone.id == "gray")
    assert {(space.row, space.column) for space in gray.spaces} == set(cells("o"))
    assert gray.effects == {
        "certificates_not_counted",
        "no_holding_limit",
        "several_purchases",
        "extra_sold_out_step",
    }


@pytest.mark.rule("1894-SR-06", "1894-SR-05", "1894-PRV-01", "1894-LATE-02")
def test_start_spaces() -> None:
    market = title().market
    assert {(s.row, s.column) for s in market.granted_start_spaces} == set(cells("p"))
    assert {market.price(s): (s.row, s.column) for s in market.granted_start_spaces} == {
        67: (7, 5),
        80: (4, 3),
        95: (1, 1),
        100: (3, 5),
    }
    assert [market.price(s) for s in market.start_spaces] == [95, 80, 67]


@pytest.mark.rule("1894-MKT-02")
@pytest.mark.parametrize(
    ("start", "end"),
    [((6, 7), (5, 7)), ((0, 12), (0, 13)), ((0, 13), (0, 13)), ((10, 4), (9, 4)), ((2, 12), (1, 12))],
)
def test_right_of_the_last_space(start: tuple[int, int], end: tuple[int, int]) -> None:
    assert space_after(title().market, Space(*start), "right") == Space(*end)


@pytest.mark.rule("1894-MKT-03")
@pytest.mark.parametrize(("start", "end"), [((6, 0), (7, 0)), ((6, 1), (6, 0)), ((10, 0), (10, 0))])
def test_left_of_the_first_column(start: tuple[int, int], end: tuple[int, int]) -> None:
    assert space_after(title().market, Space(*start), "left") == Space(*end)


@pytest.mark.rule("1894-MKT-04")
def test_above_the_top_row() -> None:
    assert space_after(title().market, Space(0, 5), "up") == Space(0, 5)
    assert space_after(title().market, Space(2, 5), "up", 4) == Space(0, 5)


@pytest.mark.rule("1894-MKT-05")
@pytest.mark.parametrize(
    ("start", "steps", "end"),
    [((3, 10), 3, (4, 10)), ((10, 2), 1, (10, 2)), ((2, 12), 1, (2, 12)), ((8, 4), 5, (10, 4))],
)
def test_below_the_chart(start: tuple[int, int], steps: int, end: tuple[int, int]) -> None:
    assert space_after(title().market, Space(*start), "down", steps) == Space(*end)


@pytest.mark.rule("1894-SR-17", "1894-SR-30", "1894-SR-31", "1894-SR-32", "1894-DIV-05", "1894-DIV-06")
def test_what_moves_prices() -> None:
    market = title().market
    assert market.sale_rows == 1
    assert (market.sold_out, market.sold_out_treasury, market.sold_out_majority) == ("up", True, 80)
    assert [(m.when, m.direction, m.steps) for m in market.dividend_moves] == [
        ("nothing_paid", "left", 1),
        ("paid", "right", 1),
    ]


@pytest.mark.rule("1894-END-02")
def test_price_that_ends_the_game() -> None:
    (end,) = cells("e").values()
    assert (end, title().policies.end.price_reached) == (450, 450)
    assert title().policies.end.price_ends == "at_once"


def test_the_last_space_is_the_end() -> None:
    (end,) = [zone for zone in title().market.zones if zone.id == "end"]
    assert [(space.row, space.column) for space in end.spaces] == [(0, 13)]
