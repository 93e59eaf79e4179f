"""1826: raising money for a train or for interest (4.8.1, 4.8.4, C-Loans)."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyTrain, Pass, SellShares, TradeOwnShares
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.state.game_state import POOL

from tests.support.positions import Position, events, holdings, offers_of, play, record_of, refused
from tests.titles.g1826.rules.mergers import title_action


def trainless(
    context: Context,
    phase: str,
    *,
    cash: int = 0,
    owed: int = 0,
    president_cash: int = 0,
    shares: dict[int, int] | None = None,
    players: int = 3,
    at: tuple[int, int] = (1, 4),
) -> Position:
    """GC, ten-share and of player 1, without a train in its train step; Nord (F100) and Est stand by."""
    return (
        Position(context, players)
        .phase(phase)
        .float(
            "GC",
            president=1,
            shares=shares or {1: 5, 2: 2},
            at=at,
            structure="ten",
            cash=cash,
            turns=2,
            pool=0,
        )
        .remember("loans", {"GC": owed} if owed else {})
        .cash(1, president_cash)
        .operating("GC", "trains")
    )


def loans(game: Game) -> int:
    """Loans of GC."""
    return game.state.memory.get("loans", {}).get("GC", 0)  # type: ignore[union-attr,return-value]


# -- loans for a train -----------------------------------------------------------------------------


@pytest.mark.rule("1826-4.8.1-01", "1826-4.8.1-02", "1826-4.8.4-05", "1826-C-Loans-03", "1826-4.9-01")
@pytest.mark.parametrize(
    ("phase", "cost", "cash", "taken", "left"),
    [
        pytest.param("6H", 300, 300, 0, 0, id="enough"),
        pytest.param("6H", 300, 299, 1, 499, id="one-franc-short"),
        pytest.param("E", 800, 301, 1, 1, id="one-loan-is-enough"),
        pytest.param("E", 800, 300, 1, 0, id="one-loan-is-just-enough"),
        pytest.param("E", 800, 251, 2, 451, id="recorded-F251-for-an-E"),
        pytest.param("TGV", 1000, 398, 2, 398, id="recorded-F398-for-a-TGV"),
        pytest.param("10H", 600, 0, 2, 400, id="nothing-for-a-10H"),
    ],
)
def test_loans_and_purchase_are_one_action(
    context: Context, phase: str, cost: int, cash: int, taken: int, left: int
) -> None:
    game = trainless(context, phase, cash=cash, president_cash=700).game()
    refused(game, Pass("player-1"), "train.must_own")
    assert not [o for o in game.legal_actions() if "loan" in o.action.kind]
    count = len(game.turns)
    turn = play(game, BuyTrain("player-1", "GC", phase, "bank", cost))
    assert len(game.turns) == count + 1
    assert loans(game) == taken
    assert game.view.cash("GC") == left
    assert game.view.cash("player-1") == 700, "the president's money is not touched"
    assert game.view.train_types("GC") == (phase,)
    kinds = [event.kind for event in turn.events if event.kind in ("loans_taken", "train_bought")]
    assert kinds == [*(["loans_taken"] if taken else []), "train_bought"]


@pytest.mark.rule("1826-C-Loans-04", "1826-4.8.4-06")
def test_left_over_loan_money_may_buy_a_train_of_another_corporation(context: Context) -> None:
    """F0: a 6H with one loan, F200 are left; a second train from Nord for at most F200."""
    position = trainless(context, "6H", cash=0)
    game = position.float("Nord", president=1, shares={1: 3}, price=90, trains=["6H", "4H"], turns=2).game()
    # Before: no loan may be taken for a train of Nord.
    refused(game, BuyTrain("player-1", "GC", "6H", "Nord", 1), "train.own_money_only")
    play(game, BuyTrain("player-1", "GC", "6H", "bank", 300))
    assert (loans(game), game.view.cash("GC"), game.step_name()) == (1, 200, "trains")
    refused(game, BuyTrain("player-1", "GC", "6H", "Nord", 201), "train.own_money_only")
    refused(game, BuyTrain("player-1", "GC", "6H", "bank", 300), "train.too_dear")
    play(game, BuyTrain("player-1", "GC", "6H", "Nord", 200))
    assert (loans(game), game.view.cash("GC"), game.view.cash("Nord")) == (1, 0, 200)


@pytest.mark.rule("1826-4.8.4-06", "1826-4.8-02")
def test_a_train_of_another_corporation_avoids_the_loan(context: Context) -> None:
    """With F40 of its own GC buys Nord's 4H for F40 instead of borrowing for a 6H."""
    position = trainless(context, "6H", cash=40)
    game = position.float("Nord", president=1, shares={1: 3}, price=90, trains=["6H", "4H"], turns=2).game()
    refused(game, BuyTrain("player-1", "GC", "4H", "Nord", 41), "train.own_money_only")
    play(game, BuyTrain("player-1", "GC", "4H", "Nord", 40))
    assert loans(game) == 0
    assert game.view.train_types("GC") == ("4H",)


@pytest.mark.rule("1826-4.8.1-01", "1826-4.8.1-05")
def test_emergency_money_buys_only_the_cheapest_train_on_offer(context: Context) -> None:
    """A 6H in the pool for F300 beside the bank's 10H for F600."""
    game = trainless(context, "10H", cash=100, president_cash=900).train(POOL, "6H").game()
    refused(game, BuyTrain("player-1", "GC", "10H", "bank", 600), "emergency.cheapest")
    play(game, BuyTrain("player-1", "GC", "6H", POOL, 300))
    assert (loans(game), game.view.cash("GC")) == (1, 300)
    game = trainless(context, "10H", cash=300, president_cash=900).train(POOL, "6H").game()
    refused(game, BuyTrain("player-1", "GC", "10H", "bank", 600), "emergency.cheapest")


@pytest.mark.rule("1826-4.8.1-04")
def test_treasury_stock_is_not_sold_to_raise_money(context: Context) -> None:
    """GC has three shares in its treasury; in its train step there is no way to sell them."""
    game = trainless(context, "6H", cash=0).game()
    assert holdings(game, "GC")["GC"] == 3
    refused(game, TradeOwnShares("player-1", "GC", -1), "turn.not_now")
    turn = play(game, BuyTrain("player-1", "GC", "6H", "bank", 300))
    assert holdings(game, "GC")["GC"] == 3
    assert not events(turn, "own_shares_sold")


# -- the president's money -------------------------------------------------------------------------


@pytest.mark.rule("1826-4.8.1-05")
@pytest.mark.parametrize(
    ("owed", "cash", "taken", "paid"),
    [(2, 500, 0, 300), (1, 200, 1, 100), (2, 0, 0, 800), (2, 799, 0, 1)],
)
def test_the_president_pays_the_rest_from_his_cash(
    context: Context, owed: int, cash: int, taken: int, paid: int
) -> None:
    """An E train costs F800. He pays what is missing after all loans, no more."""
    game = trainless(context, "E", cash=cash, owed=owed, president_cash=900).game()
    turn = play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    assert loans(game) == owed + taken == 2
    assert game.view.cash("player-1") == 900 - paid
    assert game.view.cash("GC") == 0
    assert events(turn, "president_contributed") == (
        {"player": "player-1", "corporation": "GC", "amount": paid},
    )


@pytest.mark.rule("1826-4.8.1-05")
def test_no_help_for_a_corporation_that_can_pay_or_has_a_train(context: Context) -> None:
    game = trainless(context, "10H", cash=300, owed=2, president_cash=900).train(POOL, "6H", "6H").game()
    play(game, BuyTrain("player-1", "GC", "6H", POOL, 300))
    assert game.view.cash("player-1") == 900
    refused(game, BuyTrain("player-1", "GC", "10H", "bank", 600), "turn.not_now")
    assert game.step_name() != "trains", "it has a train and no money"


def short(
    context: Context,
    *,
    cash: int = 500,
    president_cash: int = 100,
    nord: dict[int, int] | None = None,
    nord_pool: int = 0,
    gc: dict[int, int] | None = None,
    nord_turns: int = 3,
    nord_at: tuple[int, int] = (1, 4),
    bonds: int = 0,
    players: int = 3,
) -> Game:
    """GC with two loans needs an E train for F800; player 1 owns stock of Nord at F110 as well."""
    position = trainless(
        context, "E", cash=cash, owed=2, president_cash=president_cash, shares=gc, players=players
    ).float(
        "Nord",
        shares=nord or {2: 3, 1: 2},
        at=nord_at,
        turns=nord_turns,
        trains=["10H"],
        pool=nord_pool,
        treasury=10 - nord_pool - sum((nord or {2: 3, 1: 2}).values()),
    )
    if bonds:
        position.float("SNCF", shares={2: 2}, price=110, treasury=8, turns=2, trains=["10H"])
        position.remember("bonds", {"player-1": bonds, "SNCF": 10 - bonds})
    return position.game()


def buy(game: Game) -> None:
    """GC buys the E train."""
    play(game, BuyTrain("player-1", "GC", "E", "bank", 800))


@pytest.mark.rule("1826-4.8.1-06")
def test_if_his_cash_is_not_enough_he_sells_stock(context: Context) -> None:
    """F300 are missing, he has F100: two shares at F110 bring F220, and the purchase is made at once."""
    game = short(context)
    buy(game)
    assert (game.actor(), game.step_name()) == ("player-1", "raise_money")
    assert game.view.train_types("GC") == (), "nothing is bought before the money is there"
    refused(game, Pass("player-1"), "turn.not_now")
    refused(game, BuyTrain("player-1", "GC", "E", "bank", 800), "turn.not_now")
    turn = play(game, SellShares("player-1", "Nord", 2))
    assert game.view.cash("player-1") == 100 + 220 - 300
    assert game.view.cash("GC") == 0
    assert game.view.train_types("GC") == ("E",)
    assert game.view.price("Nord") == 90, "two rows down"
    assert [event.kind for event in turn.events][:2] == ["shares_sold", "price_moved"]
    assert holdings(game, "Nord")[POOL] == 2


@pytest.mark.rule("1826-4.8.1-06")
def test_one_sale_after_the_other_until_the_amount_is_there(context: Context) -> None:
    """F290 are missing: Nord at F110 twice, each time one share, then one of GC at F110."""
    game = short(context, president_cash=10)
    buy(game)
    play(game, SellShares("player-1", "Nord", 1))
    assert (game.step_name(), game.view.cash("player-1")) == ("raise_money", 120)
    play(game, SellShares("player-1", "Nord", 1))
    assert (game.step_name(), game.view.cash("player-1")) == ("raise_money", 220), (
        "the price has fallen to F100"
    )
    play(game, SellShares("player-1", "GC", 1))
    assert game.view.train_types("GC") == ("E",)
    assert game.view.cash("player-1") == 330 - 300


@pytest.mark.rule("1826-4.8.1-06")
def test_he_may_not_sell_more_shares_than_needed(context: Context) -> None:
    """F200 are missing at F110 a share: two shares, not three, and not another one afterwards."""
    game = short(context, nord={1: 4, 2: 3})
    buy(game)
    refused(game, SellShares("player-1", "Nord", 3), "emergency.too_much")
    play(game, SellShares("player-1", "Nord", 2))
    assert game.step_name() != "raise_money"


@pytest.mark.rule("1826-4.8.1-07")
def test_the_pool_limit_applies(context: Context) -> None:
    game = short(context, nord={2: 3, 1: 3}, nord_pool=4)
    buy(game)
    refused(game, SellShares("player-1", "Nord", 2), "stock.pool_limit")
    play(game, SellShares("player-1", "Nord", 1))
    refused(game, SellShares("player-1", "Nord", 1), "stock.pool_limit")
    assert game.step_name() == "raise_money"


@pytest.mark.rule("1826-4.8.1-08")
def test_the_presidency_of_the_corporation_in_need_must_not_change(context: Context) -> None:
    """GC 4 : 3. One share may be sold, two would make player 2 president; of Nord he may lose it."""
    game = short(context, gc={1: 4, 2: 3}, nord={1: 3, 2: 3}, president_cash=0, cash=470)
    assert game.view.president("Nord") == "player-1"
    buy(game)
    refused(game, SellShares("player-1", "GC", 2), "emergency.keeps_presidency")
    play(game, SellShares("player-1", "GC", 1))
    assert game.view.president("GC") == "player-1"
    refused(game, SellShares("player-1", "GC", 1), "emergency.keeps_presidency")
    play(game, SellShares("player-1", "Nord", 2))
    assert game.view.president("Nord") == "player-2"
    assert game.view.president("GC") == "player-1"


@pytest.mark.rule("1826-4.8.1-06", "1826-4.1.1-06")
def test_stock_that_cannot_be_sold_in_a_stock_round_cannot_be_sold_here(context: Context) -> None:
    game = short(context, nord_turns=0)
    buy(game)
    refused(game, SellShares("player-1", "Nord", 1), "stock.not_operated")


@pytest.mark.rule("1826-4.8.1-06")
def test_bonds_may_be_sold_too_no_more_than_needed(context: Context) -> None:
    """F200 are missing: two bonds, not three."""
    game = short(context, bonds=4)
    buy(game)
    refused(game, title_action(game, "sell_bonds", actor="player-1", count=3), "emergency.too_much")
    refused(game, title_action(game, "buy_bond", actor="player-1"), "turn.not_now")
    play(game, title_action(game, "sell_bonds", actor="player-1", count=2))
    assert game.view.train_types("GC") == ("E",)
    assert game.state.memory["bonds"] == {"player-1": 2, "SNCF": 6, POOL: 2}


# -- for interest ----------------------------------------------------------------------------------


def interest(
    context: Context, *, owed: int = 2, cash: int = 20, earnings: int = 30, president_cash: int = 0
) -> Game:
    """GC owes F50 a loan; the treasury and the earnings are not enough."""
    position = (
        Position(context, 3)
        .phase("6H")
        .float(
            "GC", shares={1: 5, 2: 2}, at=(1, 4), structure="ten", cash=cash, trains=["6H"], turns=2, pool=0
        )
        .float("Nord", shares={2: 3, 1: 2}, at=(1, 4), turns=3, trains=["6H"])
        .remember("loans", {"GC": owed})
        .cash(1, president_cash)
        .operating("GC", "loan_interest", earnings=earnings)
    )
    return position.game()


@pytest.mark.rule("1826-4.8.1-01", "1826-4.8.1-05", "1826-4.7.5-03")
def test_the_president_pays_missing_interest_when_no_loan_is_left(context: Context) -> None:
    """F100 due, F20 cash, F30 earnings: F50 are missing."""
    game = interest(context, president_cash=60)
    assert events(game.turns[0], "president_contributed")[0]["amount"] == 50
    assert game.view.cash("player-1") == 10
    assert game.view.cash("GC") == 0
    (paid,) = events(game.turns[0], "debt_paid")
    assert (paid["due"], paid["from_earnings"], paid["from_treasury"]) == (100, 30, 70)


@pytest.mark.rule("1826-4.8.1-06", "1826-4.7.5-03")
def test_he_sells_stock_for_interest_and_the_turn_goes_on(context: Context) -> None:
    game = interest(context, president_cash=40)
    assert (game.actor(), game.step_name()) == ("player-1", "raise_money")
    refused(game, SellShares("player-1", "GC", 2), "emergency.too_much")
    turn = play(game, SellShares("player-1", "Nord", 1))
    assert game.view.cash("player-1") == 40 + 110 - 50
    (paid,) = events(turn, "debt_paid")
    assert (paid["due"], paid["from_earnings"], paid["from_treasury"]) == (100, 30, 70)
    assert events(turn, "dividend_declared")[0]["choice"] == "none"
    assert record_of(game, "GC").turns == 3
    assert not offers_of(game, "dividend")
