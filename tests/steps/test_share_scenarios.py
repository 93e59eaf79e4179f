"""Situations around shares that engines get wrong once, on positions of 1826."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyShares, BuyTrain, Pass, SellShares, TradeOwnShares
from open18xx.engine.game import Game

from tests.support.contexts import loaded
from tests.support.positions import Position, offers_of, play, refused


def p(seat: int) -> str:
    return f"player-{seat}"


def in_need(midi: dict[int, int], gc: dict[int, int]) -> Game:
    """PO of player 1 needs 250 more for a train; he holds shares of Midi, GC and of PO itself."""
    game = (
        Position(loaded("1826"), 3)
        .phase("6H")
        .float("PO", 1, 75, shares={1: 4, 3: 3}, cash=50)
        .float("Midi", 1, 100, shares=midi)
        .float("GC", 1, 90, shares=gc)
        .remember("loans", {"PO": 2})
        .cash(1, 0)
        .operating("PO", step="trains")
        .game()
    )
    play(game, BuyTrain(p(1), "PO", "6H", "bank", 300))
    assert game.step_name() == "raise_money"
    return game


def test_s4_a_forced_sale_may_change_another_presidency_never_that_of_the_needy() -> None:
    """Scenario S4: at once for Midi, refused for PO, for which the money is."""
    game = in_need({1: 3, 2: 2}, {1: 3})
    assert game.view.president("Midi") == p(1)
    refused(game, SellShares(p(1), "PO", 2), "emergency.keeps_presidency")
    play(game, SellShares(p(1), "Midi", 2))
    assert game.view.president("Midi") == p(2)
    assert game.step_name() == "raise_money"
    # One share of PO leaves three against three: a tie, he stays president.
    play(game, SellShares(p(1), "PO", 1))
    assert game.view.president("PO") == p(1)
    assert game.view.train_types("PO") == ("6H",)


@pytest.mark.parametrize(
    ("structure", "shares", "treasury", "rises"),
    [("ten", {1: 5, 2: 5}, 0, True), ("ten", {1: 5, 2: 4}, 1, False), ("five", {1: 3, 2: 2}, 0, False)],
    ids=["all with players", "one in the treasury", "five shares"],
)
def test_s11_sold_out_or_not(structure: str, shares: dict[int, int], treasury: int, rises: bool) -> None:
    """Scenario S11."""
    game = (
        Position(loaded("1826"), 2)
        .phase("4H")
        .float("GC", 1, 90, shares=shares, treasury=treasury, structure=structure, trains=["4H"])
        .stock(1)
        .game()
    )
    play(game, Pass(p(1)), Pass(p(2)))
    assert game.view.price("GC") == (100 if rises else 90)


def test_s14_nobody_deals_with_himself() -> None:
    """Scenario S14: a corporation does not buy what it has, nor from itself; a player has no such action."""
    game = (
        Position(loaded("1826"), 2)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 4}, treasury=6, cash=900, trains=["6H"])
        .operating("GC", step="treasury_trade")
        .game()
    )
    refused(game, TradeOwnShares(p(1), "GC", 1), "stock.none_there")
    buying = (
        Position(loaded("1826"), 2)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 4}, cash=900, trains=["6H"])
        .operating("GC", step="trains")
        .game()
    )
    refused(buying, BuyTrain(p(1), "GC", "6H", "GC", 1), "train.own")
    stock = Position(loaded("1826"), 2).float("GC", 1, 90, shares={1: 2}).stock(1).game()
    assert {a.source for a in offers_of(stock, BuyShares) if isinstance(a, BuyShares)} == {"treasury"}


def test_s7_other_deeds_do_not_end_a_turn_above_the_limit() -> None:
    """Scenario S7: a bond may be sold first; the obligation stays, and so does the turn."""
    position = Position(loaded("1826"), 4).phase("10H").remember("bonds", {p(1): 2, "SNCF": 8})
    for name in ("GC", "PO", "Est", "Nord"):
        position.float(name, 1, 90, shares={1: 6}, pool=1)
    game = position.float("SNCF", 2, 110, shares={2: 2}, pool=5, treasury=3).stock(1).game()
    refused(game, Pass(p(1)), "stock.must_sell_certificates")
    play(game, offers_of(game, "sell_bonds")[0])
    assert game.actor() == p(1)
    refused(game, Pass(p(1)), "stock.must_sell_certificates")
    for name in ("GC", "PO", "Est", "Nord"):
        play(game, SellShares(p(1), name, 1))
    play(game, Pass(p(1)))
    assert game.actor() == p(2)
