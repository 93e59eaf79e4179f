"""Moves of price markers."""

from __future__ import annotations

from open18xx.definition.market import Direction, Market, Space
from open18xx.state.transaction import Transaction
from open18xx.state.view import View

_STEP: dict[str, tuple[int, int]] = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def space_after(market: Market, space: Space, direction: Direction, steps: int = 1) -> Space:
    """Where a marker comes to lie; a blocked move becomes what the chart says, once a step.

    >>> # see tests/rules/test_market.py
    """
    for _ in range(steps):
        row, column = _STEP[direction]
        target = Space(space.row + row, space.column + column)
        if not market.exists(target.row, target.column):
            instead = market.blocked[direction]
            if instead == "stay":
                return space
            row, column = _STEP[instead]
            target = Space(space.row + row, space.column + column)
            if not market.exists(target.row, target.column):
                return space
        space = target
    return space


def move_price(tx: Transaction, corporation: str, direction: Direction, steps: int, cause: str) -> None:
    """Move a price marker; on a new space it goes under the markers there.

    ``cause`` is told in the report: ``sale``, ``dividend``, ``loan``, ``sold_out`` …
    """
    place = tx.view.place(corporation)
    if place is None or steps == 0:
        return
    before = Space(place.row, place.column)
    after = space_after(tx.title.market, before, direction, steps)
    if after != before:
        tx.place_marker(corporation, after.row, after.column)
    tx.emit(
        "price_moved",
        corporation=corporation,
        cause=cause,
        moved=after != before,
        before=tx.title.market.price(before),
        after=tx.title.market.price(after),
        row=after.row,
        column=after.column,
    )


def dividend_move(view: View, corporation: str, total: int, per_share: int) -> tuple[Direction, int] | None:
    """Move after a dividend by the title's table: the first line that fits decides.

    Args:
        total: money distributed to all shares together.
        per_share: money one share earned.
    """
    price = view.price(corporation) or 0
    market = view.title.market
    paid = total if market.dividend_measure == "total" else per_share
    for line in market.dividend_moves:
        fits = {
            "nothing_paid": paid == 0,
            "paid": paid > 0,
            "paid_below_price": 0 < paid < price,
            "paid_at_least_price": paid > 0 and paid >= price,
            "paid_at_least_twice_price": paid > 0 and paid >= 2 * price,
        }[line.when]
        if fits:
            return None if line.direction is None else (line.direction, line.steps)
    return None
