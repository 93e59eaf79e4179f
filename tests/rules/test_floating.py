"""Share structures that change while shares are out."""

from __future__ import annotations

import pytest
from open18xx.rules.floating import change_structure
from open18xx.state.transaction import Transaction

from tests.support.contexts import loaded
from tests.support.positions import Position
from tests.support.variants import with_structure


@pytest.mark.parametrize("certificates", [(2,) + (1,) * 8, (2,) + (1,) * 10])
def test_every_certificate_keeps_its_owner(certificates: tuple[int, ...]) -> None:
    """Matched by position, the president's stays the president's; new ones begin in the offering."""
    context = with_structure(loaded("1826"), "ten", certificates=certificates, float_shares=5)
    game = Position(context, 3).float("GC", 1, 90, shares={1: 3, 2: 1}, structure="five").stock(1).game()
    before = game.state.certificates["GC"]
    tx = Transaction(game.title, game.state, game.context.hooks)
    change_structure(tx, "GC", "ten")
    after = tx.draft.certificates["GC"]
    assert after == before + ("ipo",) * (len(certificates) - len(before))
    assert tx.view.president("GC") == "player-1"
    assert tx.view.shares("GC", "player-1") == 3


def test_certificates_that_are_out_are_not_dropped() -> None:
    context = with_structure(loaded("1826"), "ten", certificates=(2, 1), percent_per_share=30, float_shares=2)
    game = Position(context, 3).float("GC", 1, 90, shares={1: 3, 2: 1}, structure="five").stock(1).game()
    tx = Transaction(game.title, game.state, game.context.hooks)
    with pytest.raises(ValueError, match="has too few certificates"):
        change_structure(tx, "GC", "ten")
