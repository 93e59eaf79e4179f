"""Who should be president, wherever the question comes up."""

from __future__ import annotations

import pytest
from open18xx.rules.presidency import rightful_president, settle_presidency
from open18xx.state.transaction import Transaction

from tests.support.contexts import loaded
from tests.support.positions import Position


def p(seat: int) -> str:
    return f"player-{seat}"


@pytest.mark.rule("1826-4.6.4-05", "1826-4.6.2-18", "1826-4.6.3-15")
@pytest.mark.parametrize(
    ("president", "shares", "rightful"),
    [
        (2, {2: 1, 1: 2, 3: 2}, 3),
        (3, {3: 1, 1: 2, 2: 2}, 1),
        (1, {1: 1, 2: 2, 3: 2}, 2),
        (2, {2: 1, 1: 3, 3: 2}, 1),
        (2, {2: 2, 1: 2, 3: 2}, 2),
        (2, {2: 1, 1: 1, 3: 1}, 2),
    ],
)
def test_most_shares_then_the_holder_then_the_next_after_him(
    president: int, shares: dict[int, int], rightful: int
) -> None:
    """As after the exchange into a national, where the first able player holds the certificate."""
    game = (
        Position(loaded("1826"), 3).phase("10H").float("SNCF", president, 110, shares=shares).stock(1).game()
    )
    assert rightful_president(game.view, "SNCF") == p(rightful)
    tx = Transaction(game.title, game.state, game.context.hooks)
    settle_presidency(tx, "SNCF")
    assert tx.view.president("SNCF") == p(rightful)
    assert all(tx.view.shares("SNCF", p(seat)) == count for seat, count in shares.items())


def test_without_a_president_there_is_none_by_right() -> None:
    game = Position(loaded("1826"), 3).stock(1).game()
    assert rightful_president(game.view, "GC") is None
