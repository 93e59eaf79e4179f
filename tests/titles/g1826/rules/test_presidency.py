"""1826, section 4.6.4: who is president."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyShares, Pass, SellShares
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import Position, events, holdings, play, refused


def p(seat: int) -> str:
    return f"player-{seat}"


def certificates(game: Game, corporation: str, seat: int) -> list[int]:
    """Shares on each certificate in play of a player, the president's first."""
    sizes = game.view.structure(corporation).certificates
    return [sizes[i] for i in game.view.certificates_of(corporation, p(seat))]


@pytest.mark.rule("1826-4.6.4-01", "1826-4.6.4-02")
def test_more_shares_take_the_presidency_a_tie_does_not(context: Context) -> None:
    """Scenario S1: 30 % against 30 % changes nothing, 40 % does."""
    game = Position(context, 3).phase("6H").float("GC", 1, 90, shares={1: 3, 2: 2}, pool=2).stock(2).game()
    turn = play(game, BuyShares(p(2), "GC", "pool", 1))
    assert game.view.president("GC") == p(1)
    assert not events(turn, "president_changed")
    play(game, Pass(p(3)), Pass(p(1)))
    turn = play(game, BuyShares(p(2), "GC", "pool", 1))
    assert game.view.president("GC") == p(2)
    # The certificate against two single shares: every percent is still there (S3).
    assert certificates(game, "GC", 2) == [2, 1, 1]
    assert certificates(game, "GC", 1) == [1, 1, 1]
    assert holdings(game, "GC") == {"1": 3, "2": 4, "GC": 3}
    [fact] = events(turn, "president_changed")
    assert (fact["old"], fact["new"]) == (p(1), p(2))


@pytest.mark.rule("1826-4.6.4-02", "1826-3.4-08")
def test_a_sale_makes_another_player_president_at_once(context: Context) -> None:
    game = Position(context, 3).phase("6H").float("GC", 1, 90, shares={1: 4, 3: 3}).stock(1).game()
    turn = play(game, SellShares(p(1), "GC", 1))
    assert game.view.president("GC") == p(1)
    assert not events(turn, "president_changed")
    play(game, Pass(p(1)), Pass(p(2)), Pass(p(3)))
    play(game, SellShares(p(1), "GC", 1))
    assert game.view.president("GC") == p(3)
    assert certificates(game, "GC", 3) == [2, 1]
    assert certificates(game, "GC", 1) == [1, 1]


@pytest.mark.rule("1826-3.4-08")
def test_the_certificate_never_lies_in_the_pool(context: Context) -> None:
    game = Position(context, 3).phase("6H").float("GC", 1, 90, shares={1: 4, 2: 1, 3: 1}).stock(1).game()
    # Nobody has two shares: the president parts with his two single shares only.
    refused(game, SellShares(p(1), "GC", 3), "stock.president_unsellable")
    refused(game, SellShares(p(1), "GC", 4), "stock.president_unsellable")
    play(game, SellShares(p(1), "GC", 2))
    assert certificates(game, "GC", 1) == [2]
    assert 0 not in game.view.certificates_of("GC", "pool")


@pytest.mark.rule("1826-3.4-08", "1826-4.6.4-02", "1826-C-Five-06")
def test_all_shares_may_go_when_another_takes_over(context: Context) -> None:
    game = Position(context, 3).phase("6H").float("GC", 1, 90, shares={1: 4, 2: 2, 3: 1}).stock(1).game()
    play(game, SellShares(p(1), "GC", 4))
    assert game.view.president("GC") == p(2)
    assert holdings(game, "GC") == {"2": 2, "3": 1, "GC": 3, "pool": 4}
    assert 0 not in game.view.certificates_of("GC", "pool")
    assert game.view.cash(p(1)) == 600 + 360


@pytest.mark.rule("1826-4.6.4-05", "1826-4.6.4-01")
@pytest.mark.parametrize(("president", "heir"), [(1, 2), (2, 3), (3, 1)])
def test_a_tie_goes_to_the_next_after_the_president(context: Context, president: int, heir: int) -> None:
    """All have three shares; the president sells one."""
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", president, 90, shares={1: 3, 2: 3, 3: 3})
        .stock(president)
        .game()
    )
    play(game, SellShares(p(president), "GC", 1))
    assert game.view.president("GC") == p(heir)


@pytest.mark.rule("1826-4.6.4-05")
def test_more_shares_go_before_the_order_of_turns(context: Context) -> None:
    game = Position(context, 3).phase("6H").float("GC", 1, 90, shares={1: 4, 2: 2, 3: 3}).stock(1).game()
    play(game, SellShares(p(1), "GC", 3))
    assert game.view.president("GC") == p(3)


@pytest.mark.rule("1826-C-Five-05")
def test_a_five_share_presidency_needs_two_shares(context: Context) -> None:
    alone = Position(context, 3).float("GC", 1, 90, shares={1: 2, 2: 1}).stock(1).game()
    refused(alone, SellShares(p(1), "GC", 1), "stock.president_unsellable")
    refused(alone, SellShares(p(1), "GC", 2), "stock.president_unsellable")
    game = Position(context, 3).float("GC", 1, 90, shares={1: 3, 2: 1}, pool=1).stock(2).game()
    play(game, BuyShares(p(2), "GC", "pool", 1))
    assert game.view.president("GC") == p(1)
    play(game, Pass(p(3)), SellShares(p(1), "GC", 2))
    assert game.view.president("GC") == p(2)
    assert holdings(game, "GC") == {"1": 1, "2": 2, "pool": 2}


@pytest.mark.rule("1826-C-Five-06", "1826-3.4-10")
def test_the_share_that_comes_free_in_the_exchange_is_sold(context: Context) -> None:
    """The worked example: A has the certificate (40 %), B two 20 % shares, the pool one."""
    game = Position(context, 3).float("GC", 1, 90, shares={1: 2, 2: 2}, pool=1).stock(1).game()
    refused(game, SellShares(p(1), "GC", 2), "stock.pool_limit")
    play(game, SellShares(p(1), "GC", 1))
    assert game.view.president("GC") == p(2)
    assert {owner: game.view.percent("GC", owner) for owner in (p(1), p(2), "pool")} == {
        p(1): 20,
        p(2): 40,
        "pool": 40,
    }
    assert certificates(game, "GC", 1) == [1]
    assert certificates(game, "GC", 2) == [2]


@pytest.mark.rule("1826-4.6.4-03", "1826-3.4-02")
@pytest.mark.parametrize("national", ["Etat", "SNCF"])
def test_a_nationals_certificate_is_exchanged_for_one_share(context: Context, national: str) -> None:
    game = Position(context, 3).phase("10H").float(national, 1, 110, shares={1: 1, 2: 1}, pool=5, treasury=3)
    table = game.stock(2).game()
    play(table, BuyShares(p(2), national, "pool", 1))
    assert table.view.president(national) == p(2)
    assert certificates(table, national, 1) == [1]
    assert certificates(table, national, 2) == [1, 1]
    assert 0 in table.view.certificates_of(national, p(2))


@pytest.mark.rule("1826-4.6.4-04")
def test_the_new_president_decides_for_the_corporation(context: Context) -> None:
    """Charter, money, trains and tokens stay with the corporation; its decisions are his now."""
    game = (
        Position(context, 2)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 3, 2: 3}, cash=500, trains=["4H"])
        .stock(1)
        .game()
    )
    play(game, SellShares(p(1), "GC", 1), Pass(p(1)), Pass(p(2)), Pass(p(1)))
    assert game.state.round.kind == "operating"
    assert game.view.operating == "GC"
    assert game.actor() == p(2)
    assert game.view.cash("GC") == 500
    assert game.view.train_types("GC") == ("4H",)


@pytest.mark.rule("1826-4.6.4-01")
def test_treasury_and_pool_are_no_president(context: Context) -> None:
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 2, 2: 1}, pool=4, treasury=3, cash=500, trains=["4H"])
        .operating("GC", step="treasury_trade")
        .game()
    )
    trade = max(
        (o.action for o in game.legal_actions() if o.action.kind == "trade_own_shares"),
        key=lambda action: getattr(action, "shares", 0),
    )
    play(game, trade)
    assert game.view.shares("GC", "GC") == 7
    assert game.view.president("GC") == p(1)
