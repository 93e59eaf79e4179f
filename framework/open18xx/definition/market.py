"""The stock market chart of a title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Direction = Literal["left", "right", "up", "down"]
#: When a move in the table applies.
MoveWhen = Literal[
    "nothing_paid", "paid_at_least_price", "paid_below_price", "paid_at_least_twice_price", "paid"
]


@dataclass(frozen=True, slots=True, order=True)
class Space:
    """A place on the chart, zero-based from the top left corner."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Zone:
    """A coloured part of the chart and what it changes.

    Attributes:
        effects: ``certificates_not_counted`` (not part of the certificate limit),
            ``no_holding_limit``, ``several_purchases``, ``extra_sold_out_step`` (one step more for a
            sold-out corporation whose price lies here).
    """

    id: str
    colour: str
    spaces: frozenset[Space]
    effects: frozenset[str]


@dataclass(frozen=True, slots=True)
class DividendMove:
    """One line of the table of price moves after a dividend; the first that fits decides."""

    when: MoveWhen
    direction: Direction | None
    steps: int


@dataclass(frozen=True, slots=True)
class Market:
    """The chart.

    Attributes:
        rows: prices in whole currency units, top row first; None is a hole.
        start_spaces: where a corporation may start, in the order printed.
        granted_start_spaces: the same for one whose president's certificate comes with a private company.
        blocked: what a blocked move becomes, per direction (``stay`` or another direction).
        sale_rows: rows a price falls for each share sold.
        sold_out: direction of the move for a sold-out corporation after a stock round, or None.
        sold_out_treasury: whether shares in its own treasury count as sold for that.
        sold_out_majority: percent held by the president and the treasury together that make a sold-out
            corporation move one step more, or None.
        dividend_moves: table of moves after a dividend.
        dividend_measure: what is compared with the price: ``total`` the amount distributed to
            all shares, ``per_share`` the dividend of one share.
    """

    rows: tuple[tuple[int | None, ...], ...]
    start_spaces: tuple[Space, ...]
    zones: tuple[Zone, ...]
    blocked: dict[Direction, Literal["stay"] | Direction]
    sale_rows: int
    sold_out: Direction | None
    dividend_moves: tuple[DividendMove, ...]
    dividend_measure: Literal["total", "per_share"]
    granted_start_spaces: tuple[Space, ...] = ()
    sold_out_treasury: bool = False
    sold_out_majority: int | None = None

    def places_to_start(self, *, granted: bool = False) -> tuple[Space, ...]:
        """Where a corporation may start; ``granted``: its president's certificate came with a private."""
        return self.granted_start_spaces or self.start_spaces if granted else self.start_spaces

    def price(self, space: Space) -> int:
        """Price printed on ``space``; raises KeyError for a hole or a place off the chart."""
        if not self.exists(space.row, space.column):
            raise KeyError(space)
        value = self.rows[space.row][space.column]
        assert value is not None
        return value

    def exists(self, row: int, column: int) -> bool:
        """Whether the chart has a space there."""
        return (
            0 <= row < len(self.rows)
            and 0 <= column < len(self.rows[row])
            and self.rows[row][column] is not None
        )
