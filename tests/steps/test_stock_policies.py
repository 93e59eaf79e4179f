"""Stock rounds under other policies than those of 1826."""

from __future__ import annotations

from typing import Any

import pytest
from open18xx.actions.kinds import BuyShares, Pass, SellShares, StartCorporation
from open18xx.engine.game import Game

from tests.support.contexts import loaded
from tests.support.positions import Position, offers_of, play, refused
from tests.support.variants import with_policies


def p(seat: int) -> str:
    return f"player-{seat}"


def table(player: int = 1, **stock: Any) -> Game:
    """GC (90) with shares of players 1 and 2, one in the pool; PO (100) of player 2."""
    return (
        Position(with_policies(loaded("1826"), stock=stock), 3)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 4, 2: 2}, pool=1)
        .float("PO", 2, 100, shares={2: 3, 1: 2})
        .stock(player)
        .game()
    )


def test_selling_after_buying() -> None:
    game = table(turn="sell_buy_sell")
    play(game, SellShares(p(1), "PO", 1), StartCorporation(p(1), "Est", 75))
    assert game.actor() == p(1)
    refused(game, BuyShares(p(1), "GC", "pool", 1), "stock.one_purchase")
    play(game, SellShares(p(1), "GC", 1), Pass(p(1)))
    assert game.actor() == p(2)
    assert game.state.round.passes == 0


def test_no_sale_after_a_purchase_that_followed_a_sale() -> None:
    sold_first = table(turn="sell_buy_or_buy_sell")
    play(sold_first, SellShares(p(1), "PO", 1), StartCorporation(p(1), "Est", 75))
    if sold_first.actor() == p(1):
        refused(sold_first, SellShares(p(1), "GC", 1), "stock.sell_first")
    bought_first = table(turn="sell_buy_or_buy_sell")
    play(bought_first, StartCorporation(p(1), "Est", 75), SellShares(p(1), "GC", 1))


@pytest.mark.parametrize("one_block", [True, False])
def test_s9_a_second_sale_of_the_same_stock_in_a_turn(one_block: bool) -> None:
    """Scenario S9: a block has one price; whether another block may follow is a policy."""
    game = table(one_block_per_turn=one_block)
    before = game.view.cash(p(1))
    play(game, SellShares(p(1), "GC", 1))
    assert game.view.price("GC") == 82
    if one_block:
        refused(game, SellShares(p(1), "GC", 1), "stock.one_block")
    else:
        play(game, SellShares(p(1), "GC", 1))
        assert game.view.cash(p(1)) == before + 90 + 82


@pytest.mark.parametrize("rebuy", ["forbidden_this_round", "allowed"])
def test_buying_back_what_one_has_sold(rebuy: str) -> None:
    game = table(rebuy_after_sale=rebuy)
    play(game, SellShares(p(1), "GC", 1))
    again = BuyShares(p(1), "GC", "pool", 1)
    if rebuy == "allowed":
        play(game, again)
    else:
        refused(game, again, "stock.sold_before")


def test_stock_of_corporations_that_have_not_operated() -> None:
    context = with_policies(loaded("1826"), stock={"sell_only_operated": False})
    game = Position(context, 3).float("GC", 1, 90, shares={1: 3}, turns=0).stock(1).game()
    play(game, SellShares(p(1), "GC", 1))


@pytest.mark.parametrize("priority", ["first_of_final_passes", "after_last_actor"])
def test_who_begins_the_next_round(priority: str) -> None:
    """Two ways to say the same: the one after the last to act is the first of the final passes."""
    game = table(player=3, priority=priority)
    play(game, Pass(p(3)), SellShares(p(1), "PO", 1), Pass(p(1)), Pass(p(2)), Pass(p(3)), Pass(p(1)))
    assert game.state.priority == p(2)
    idle = table(player=3, priority=priority)
    play(idle, Pass(p(3)), Pass(p(1)), Pass(p(2)))
    assert idle.state.priority == (p(3) if priority == "first_of_final_passes" else p(1))


@pytest.mark.parametrize("over_limit", ["must_sell", "may_not_buy"])
def test_above_the_certificate_limit(over_limit: str) -> None:
    position = Position(with_policies(loaded("1826"), stock={"over_limit": over_limit}), 4).phase("6H")
    for name in ("GC", "PO", "Est", "Nord"):
        position.float(name, 1, 90, shares={1: 6})
    game = position.stock(1).game()
    if over_limit == "must_sell":
        refused(game, Pass(p(1)), "stock.must_sell_certificates")
    else:
        assert not offers_of(game, BuyShares)
        play(game, Pass(p(1)))
        assert game.actor() == p(2)


@pytest.mark.parametrize(("policy", "cost"), [("market", 122), ("par_in_ipo", 90)])
def test_the_price_in_the_offering(policy: str, cost: int) -> None:
    context = with_policies(loaded("1826"), stock={"purchase_price": policy})
    game = Position(context, 3).start("GC", 2, 122, start_price=90).stock(1).game()
    before = game.view.cash(p(1))
    play(game, BuyShares(p(1), "GC", "ipo", 1))
    assert game.view.cash(p(1)) == before - cost
