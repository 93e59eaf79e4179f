"""1894: stock rounds."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyShares, Pass, SellShares, StartCorporation
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.limits import certificate_count

from tests.support.positions import (
    Position,
    codes,
    events,
    holdings,
    offered,
    offers_of,
    play,
    record_of,
    refused,
)
from tests.titles.g1894.rules.helpers import buy_all, cash, go_on, p, starting, table

GRAY = (6, 1)  # 59 F, row and column from 1


def pass_all(game: Game) -> None:
    """Passes until the stock round is over."""
    number = game.state.round.set_number
    while game.state.round.kind == "stock" and game.state.round.set_number == number:
        play(game, Pass(game.actor() or ""))


# -- buying and selling ------------------------------------------------------------------------------


@pytest.mark.rule("1894-SR-01", "1894-SR-23")
def test_sell_buy_sell(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 1, 100, shares={1: 6}, turns=0)
        .float("AG", 2, 95, shares={2: 5, 1: 1})
        .float("Ouest", 2, 67, shares={2: 6})
        .cash(1, 300)
        .stock(1)
        .game()
    )
    play(game, SellShares(p(1), "Nord", 1), SellShares(p(1), "Nord", 1))
    play(game, BuyShares(p(1), "Ouest", "ipo"))
    refused(game, BuyShares(p(1), "AG", "ipo"), "stock.one_purchase")
    play(game, SellShares(p(1), "AG", 1), SellShares(p(1), "Ouest", 1))
    refused(game, SellShares(p(1), "AG", 1), "stock.not_owned")
    play(game, Pass(p(1)))
    assert game.actor() == p(2)


@pytest.mark.rule("1894-SR-02")
@pytest.mark.parametrize(("number", "allowed"), [(1, False), (2, True), (3, True)])
def test_no_sales_in_the_first_round(context: Context, number: int, allowed: bool) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 1, 100, shares={1: 6})
        .cash(1, 300)
        .stock(1, set_number=number)
        .game()
    )
    action = SellShares(p(1), "Nord", 1)
    assert codes(game.check(action)) == (() if allowed else ("stock.no_sales_yet",))


@pytest.mark.rule("1894-SR-03", "1894-SR-04", "1894-MKT-08", "1894-MKT-09", "1894-COR-01")
def test_prices_of_shares(context: Context) -> None:
    """Nord started at 80 and stands at 100; out of the offering 80, out of the pool 100."""
    game = (
        Position(context, 4)
        .float("Nord", 1, at=(4, 6), shares={1: 4}, pool=2, start_price=80, cash=55)
        .cash(2, 300)
        .stock(2)
        .game()
    )
    bank = game.view.cash("bank")
    play(game, BuyShares(p(2), "Nord", "ipo"), Pass(p(2)), Pass(p(3)), Pass(p(4)), Pass(p(1)))
    assert cash(game, 2) == [220]
    assert game.view.cash("bank") == bank + 80
    play(game, BuyShares(p(2), "Nord", "pool"))
    assert cash(game, 2) == [120]
    assert game.view.cash("Nord") == 55
    place = game.view.place("Nord")
    assert place is not None
    assert (place.row, place.column) == (3, 5)


@pytest.mark.rule("1894-SR-05", "1894-SR-06")
@pytest.mark.parametrize(("price", "place"), [(67, (7, 5)), (80, (4, 3)), (95, (1, 1))])
def test_starting_a_corporation(context: Context, price: int, place: tuple[int, int]) -> None:
    game = Position(context, 4).cash(1, 300).stock(1).game()
    refused(game, StartCorporation(p(1), "Ouest", 100), "stock.start_price")
    refused(game, StartCorporation(p(1), "Ouest", 75), "stock.start_price")
    refused(game, BuyShares(p(1), "Ouest", "ipo"), "stock.president_first")
    play(game, StartCorporation(p(1), "Ouest", price))
    assert cash(game, 1) == [300 - 2 * price]
    assert holdings(game, "Ouest") == {"1": 2, "ipo": 8}
    found = game.view.place("Ouest")
    assert found is not None
    assert (found.row, found.column) == place
    refused(game, StartCorporation(p(2), "Ouest", 67), "stock.already_started")


@pytest.mark.rule("1894-SR-07")
def test_no_purchase_of_what_was_sold_in_the_round(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 2, 100, shares={2: 5, 1: 1}, pool=1)
        .cash(1, 300)
        .stock(1, sold=[(1, "Nord")])
        .game()
    )
    refused(game, BuyShares(p(1), "Nord", "pool"), "stock.sold_before")
    play(game, Pass(p(1)))
    assert offered(game, BuyShares(p(2), "Nord", "pool"))


@pytest.mark.rule("1894-SR-08", "1894-SR-09", "1894-SR-10")
def test_sixty_percent(context: Context) -> None:
    white = Position(context, 4).float("Nord", 1, 100, shares={1: 6}).cash(1, 300).stock(1).game()
    refused(white, BuyShares(p(1), "Nord", "ipo"), "stock.holding_limit")
    gray = Position(context, 4).float("Nord", 1, at=GRAY, shares={1: 6}).cash(1, 300).stock(1).game()
    play(gray, BuyShares(p(1), "Nord", "ipo"))
    assert holdings(gray, "Nord")["1"] == 7
    left = Position(context, 4).float("Nord", 1, 100, shares={1: 8}).cash(1, 300).stock(1).game()
    assert offered(left, Pass(p(1))), "nobody has to sell what he holds above the limit"


@pytest.mark.rule("1894-SR-11", "1894-SR-12", "1894-SET-04")
def test_gray_certificates_are_not_counted(context: Context) -> None:
    """Fourteen certificates count; five of Nord at 59 F do not; more of Nord can be bought, of Ouest not."""
    game = (
        Position(context, 4)
        .float("Nord", 1, at=GRAY, shares={1: 6})
        .float("AG", 1, 95, shares={1: 6})
        .float("Est", 1, 80, shares={1: 6})
        .float("PLM", 2, 80, shares={2: 4, 1: 4})
        .float("Ouest", 2, 67, shares={2: 6})
        .cash(1, 300)
        .stock(1)
        .game()
    )
    assert certificate_count(game.view, p(1)) == 14
    refused(game, BuyShares(p(1), "Ouest", "ipo"), "stock.certificate_limit")
    play(game, BuyShares(p(1), "Nord", "ipo"))
    assert certificate_count(game.view, p(1)) == 14


@pytest.mark.rule("1894-SR-13")
def test_above_the_limit_sales_come_first(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("AG", 1, 95, shares={1: 6})
        .float("Est", 1, 80, shares={1: 6})
        .float("PLM", 2, 80, shares={2: 4, 1: 5})
        .float("Ouest", 2, at=GRAY, shares={2: 6})
        .cash(1, 300)
        .stock(1)
        .game()
    )
    assert certificate_count(game.view, p(1)) == 15
    refused(game, Pass(p(1)), "stock.must_sell_certificates")
    refused(game, BuyShares(p(1), "Ouest", "ipo"), "stock.must_sell_certificates")
    play(game, SellShares(p(1), "PLM", 1))
    assert offered(game, Pass(p(1)))
    assert offered(game, BuyShares(p(1), "Ouest", "ipo"))


@pytest.mark.rule("1894-SR-13")
def test_who_cannot_sell_may_pass(context: Context) -> None:
    """All his shares are dealt ones of corporations without a price, or fill the pool already."""
    game = (
        Position(context, 4)
        .float("AG", 1, 95, shares={1: 5}, pool=5)
        .float("Est", 1, 80, shares={1: 5}, pool=5)
        .float("PLM", 1, 80, shares={1: 5}, pool=5)
        .float("CFOR", 1, 80, shares={1: 5}, pool=5)
        .cash(1, 0)
        .stock(1)
        .game()
    )
    assert certificate_count(game.view, p(1)) == 16
    assert game.actor() == p(2), "Ann could do nothing"


# -- the gray zone -----------------------------------------------------------------------------------


def gray(context: Context) -> Position:
    return (
        Position(context, 4)
        .float("Nord", 1, at=GRAY, shares={1: 3, 2: 1}, pool=2, start_price=95)
        .float("Ouest", 2, at=(7, 1), shares={2: 3})
        .cash(1, 600)
        .cash(2, 600)
    )


@pytest.mark.rule("1894-SR-14", "1894-SR-15")
def test_a_president_buys_two_gray_certificates(context: Context) -> None:
    game = gray(context).stock(1).game()
    play(game, BuyShares(p(1), "Nord", "pool"))
    refused(game, BuyShares(p(1), "Ouest", "ipo"), "stock.one_purchase")
    refused(game, StartCorporation(p(1), "Est", 67), "stock.one_purchase")
    play(game, BuyShares(p(1), "Nord", "ipo"))
    assert cash(game, 1) == [600 - 59 - 95]
    assert not offers_of(game, BuyShares)


@pytest.mark.rule("1894-SR-14")
def test_others_buy_one(context: Context) -> None:
    game = gray(context).stock(2).game()
    play(game, BuyShares(p(2), "Nord", "pool"))
    refused(game, BuyShares(p(2), "Nord", "pool"), "stock.one_purchase")


@pytest.mark.rule("1894-SR-14")
def test_who_becomes_president_by_the_first_may_make_the_second(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 1, at=GRAY, shares={1: 3, 2: 3}, pool=2, start_price=95)
        .cash(2, 600)
        .stock(2)
        .game()
    )
    play(game, BuyShares(p(2), "Nord", "pool"))
    assert game.view.president("Nord") == p(2)
    play(game, BuyShares(p(2), "Nord", "pool"))


@pytest.mark.rule("1894-SR-15")
def test_no_second_purchase_after_a_start_or_in_the_white(context: Context) -> None:
    game = gray(context).stock(1).game()
    play(game, StartCorporation(p(1), "Est", 67))
    assert not offers_of(game, BuyShares)
    white = Position(context, 4).float("Nord", 1, 100, shares={1: 3}).cash(1, 600).stock(1).game()
    play(white, BuyShares(p(1), "Nord", "ipo"))
    assert not offers_of(white, BuyShares)


@pytest.mark.rule("1894-SR-16", "1894-RED-08")
def test_shares_bought_back_are_not_for_sale(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 1, 100, shares={1: 6}, treasury=2, pool=2)
        .cash(2, 300)
        .stock(2)
        .game()
    )
    refused(game, BuyShares(p(2), "Nord", "treasury"), "stock.treasury_kept")
    refused(game, BuyShares(p(2), "Nord", "ipo"), "stock.offering_closed")
    assert offered(game, BuyShares(p(2), "Nord", "pool"))


# -- sales -------------------------------------------------------------------------------------------


@pytest.mark.rule("1894-SR-17", "1894-MKT-05", "1894-COR-01")
def test_one_price_for_a_block(context: Context) -> None:
    game = Position(context, 4).float("Belge", 1, at=(3, 9), shares={1: 6}).cash(1, 0).stock(1).game()
    turn = play(game, SellShares(p(1), "Belge", 3))
    assert cash(game, 1) == [465]
    assert game.view.price("Belge") == 120
    assert game.view.pooled("Belge") == 3
    assert events(turn, "price_moved")[0]["before"] == 155


@pytest.mark.rule("1894-SR-18")
def test_half_of_a_corporation_in_the_pool(context: Context) -> None:
    game = Position(context, 4).float("Ouest", 1, 95, shares={1: 6, 2: 2}, pool=1).stock(1).game()
    refused(game, SellShares(p(1), "Ouest", 5), "stock.pool_limit")
    play(game, SellShares(p(1), "Ouest", 4))
    refused(game, SellShares(p(1), "Ouest", 1), "stock.pool_limit")


@pytest.mark.rule("1894-SR-19", "1894-SR-20")
def test_a_president_sells_part_of_his_certificate(context: Context) -> None:
    game = Position(context, 4).float("Ouest", 3, 95, shares={3: 6, 1: 2, 2: 1}).stock(3).game()
    play(game, SellShares(p(3), "Ouest", 5))
    assert game.view.president("Ouest") == p(1)
    assert holdings(game, "Ouest") == {"1": 2, "2": 1, "3": 1, "ipo": 1, "pool": 5}
    alone = Position(context, 4).float("Ouest", 3, 95, shares={3: 6, 1: 1, 2: 1}).stock(3).game()
    refused(alone, SellShares(p(3), "Ouest", 5), "stock.president_unsellable")
    play(alone, SellShares(p(3), "Ouest", 4))


@pytest.mark.rule("1894-SR-21")
def test_to_draw_level_changes_nothing(context: Context) -> None:
    """Scenario S1."""
    game = (
        Position(context, 4)
        .float("Est", 1, at=(4, 11), shares={1: 4, 3: 3}, pool=3, start_price=67)
        .cash(3, 900)
        .cash(4, 0)
        .stock(3)
        .game()
    )
    play(game, BuyShares(p(3), "Est", "pool"), Pass(p(3)))
    assert game.view.president("Est") == p(1)
    while game.actor() != p(3):
        play(game, Pass(game.actor() or ""))
    turn = play(game, BuyShares(p(3), "Est", "pool"))
    assert game.view.president("Est") == p(3)
    assert events(turn, "president_changed")[0] == {"corporation": "Est", "old": p(1), "new": p(3)}


@pytest.mark.rule("1894-SR-22")
@pytest.mark.parametrize(("order", "heir"), [((1, 2, 3, 4), 2), ((1, 4, 3, 2), 4), ((3, 2, 1, 4), 4)])
def test_a_tie_goes_to_the_next_in_the_order_of_the_players(
    context: Context, order: tuple[int, ...], heir: int
) -> None:
    game = (
        Position(context, 4).float("Est", 1, 95, shares={1: 4, 2: 3, 4: 3}).turn_order(*order).stock(1).game()
    )
    play(game, SellShares(p(1), "Est", 2))
    assert game.view.president("Est") == p(heir)


@pytest.mark.rule("1894-SR-23")
def test_shares_are_sold_in_the_round_of_their_purchase(context: Context) -> None:
    game = Position(context, 4).float("PLM", 2, 95, shares={2: 3}, turns=0).cash(1, 100).stock(1).game()
    play(game, BuyShares(p(1), "PLM", "ipo"), SellShares(p(1), "PLM", 1))
    assert cash(game, 1) == [100]


@pytest.mark.rule("1894-SR-24", "1894-END-07")
def test_shares_without_a_price_cannot_be_sold(context: Context) -> None:
    game = Position(context, 4).given("Nord", 1).cash(1, 300).stock(1).game()
    refused(game, SellShares(p(1), "Nord", 1), "stock.no_price")


# -- passing and the end of the round ----------------------------------------------------------------


@pytest.mark.rule("1894-SR-25", "1894-SR-29")
def test_who_can_do_nothing_passes_by_himself(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 1, 100, shares={1: 6})
        .cash(1, 500)
        .cash(2, 10)
        .cash(3, 500)
        .cash(4, 500)
        .stock(1)
        .game()
    )
    play(game, Pass(p(1)))
    assert game.actor() == p(3)
    assert game.state.round.pass_order == (p(1), p(2))


@pytest.mark.rule("1894-SR-26", "1894-SR-27", "1894-SR-28", "1894-SR-29")
def test_the_order_of_passing_is_the_next_order(context: Context) -> None:
    """Ann and Cid pass first, then Ann buys after all: Cid, Ben, Dora, Ann is the order of passing."""
    game = (
        Position(context, 4)
        .float("Nord", 2, 67, shares={2: 3})
        .float("AG", 2, 67, shares={2: 3}, turns=0)
        .stock(1)
        .game()
    )
    play(game, Pass(p(1)))
    play(game, BuyShares(p(2), "Nord", "ipo"), Pass(p(2)))
    play(game, Pass(p(3)))
    play(game, BuyShares(p(4), "Nord", "ipo"), Pass(p(4)))
    play(game, BuyShares(p(1), "Nord", "ipo"), Pass(p(1)))
    play(game, Pass(p(2)), Pass(p(3)), Pass(p(4)))
    turn = play(game, Pass(p(1)))
    order = (p(3), p(2), p(4), p(1))
    assert events(turn, "turn_order_changed")[0]["order"] == order
    assert game.state.round.kind == "operating"
    assert game.state.turn_order == order
    assert game.state.priority == p(3)
    while game.state.round.kind == "operating":
        go_on(game)
    seen = []
    while game.state.round.kind == "stock" and len(seen) < 4:
        seen.append(game.actor())
        play(game, Pass(game.actor() or ""))
    assert tuple(seen) == order


@pytest.mark.rule("1894-SR-27")
def test_a_place_is_kept_by_passing_on(context: Context) -> None:
    """Ben passes from the beginning; Cid and Ann act twice and begin to pass later."""
    game = Position(context, 3).float("Nord", 2, 67, shares={2: 3}).cash(2, 500).stock(1).game()
    buys = [
        BuyShares(p(1), "Nord", "ipo"),
        Pass(p(1)),
        Pass(p(2)),
        BuyShares(p(3), "Nord", "ipo"),
        Pass(p(3)),
    ]
    play(game, *buys)
    play(game, Pass(p(1)), Pass(p(2)), BuyShares(p(3), "Nord", "ipo"), Pass(p(3)))
    play(game, Pass(p(1)), Pass(p(2)), Pass(p(3)))
    assert game.state.turn_order == (p(2), p(1), p(3))


def sold_out(context: Context, at: tuple[int, int], president: int = 6, treasury: int = 0) -> Position:
    shares = {1: president, 2: 10 - president - treasury}
    position = Position(context, 4).float("Nord", 1, at=at, shares=shares, treasury=treasury, cash=0)
    return position.cash(1, 0).cash(2, 0).cash(3, 0).cash(4, 0)


@pytest.mark.rule("1894-SR-30", "1894-SR-31", "1894-SR-32", "1894-SR-33", "1894-SR-34", "1894-MKT-04")
@pytest.mark.parametrize(
    ("at", "president", "treasury", "price"),
    [
        ((4, 6), 6, 0, 111),  # 100 up one
        ((6, 2), 5, 1, 69),  # 64: a share bought back does not matter
        ((5, 1), 7, 1, 75),  # 64: president and treasury have 80 %
        ((5, 1), 7, 0, 69),
        ((8, 2), 6, 0, 64),  # 50, gray: two
        ((6, 1), 7, 1, 75),  # 59, gray, 80 %: three
        ((7, 1), 5, 2, 64),  # 50, gray: two, the second from a white space
        ((1, 3), 6, 0, 109),  # the top row
    ],
)
def test_rises_at_the_end_of_a_stock_round(
    context: Context, at: tuple[int, int], president: int, treasury: int, price: int
) -> None:
    game = sold_out(context, at, president, treasury).stock(1).game()
    pass_all(game)
    found = [f for turn in game.turns for f in events(turn, "price_moved") if f["cause"] == "sold_out"]
    assert [f["after"] for f in found] == [price]


@pytest.mark.rule("1894-SR-30")
@pytest.mark.parametrize(("pool", "rest"), [(1, 0), (0, 1)])
def test_shares_in_pool_or_offering_keep_it_down(context: Context, pool: int, rest: int) -> None:
    shares = {1: 5, 2: 5 - pool - rest}
    game = Position(context, 4).float("Nord", 1, at=(4, 6), shares=shares, pool=pool).stock(1).game()
    pass_all(game)
    assert not [f for turn in game.turns for f in events(turn, "price_moved")]


@pytest.mark.rule("1894-SR-36", "1894-MKT-07", "1894-OR-04")
def test_they_rise_in_operating_order(context: Context) -> None:
    """AG (93) and Ouest (90) both come to 100 in row 4 column 6: no; they rise one after the other."""
    game = (
        Position(context, 4)
        .float("AG", 1, at=(4, 6), shares={1: 5, 2: 5}, trains=["2"])
        .float("Ouest", 2, at=(5, 6), shares={2: 5, 1: 5}, trains=["2"])
        .cash(1, 0)
        .cash(2, 0)
        .stock(1)
        .game()
    )
    pass_all(game)
    found = [f["corporation"] for turn in game.turns for f in events(turn, "sold_out")]
    assert found == ["AG", "Ouest"]


@pytest.mark.rule("1894-SR-30")
def test_only_floated_corporations_rise(context: Context) -> None:
    game = Position(context, 4).start("Nord", 1, 95, shares={1: 5}).stock(1).game()
    pass_all(game)
    assert game.view.price("Nord") == 95
    assert not record_of(game, "Nord").floated


@pytest.mark.rule("1894-COR-02", "1894-COR-01")
@pytest.mark.parametrize(("source", "floats"), [("ipo", True), ("pool", False)])
def test_floating(context: Context, source: str, floats: bool) -> None:
    """Five shares are out, one of them in the pool. A sixth out of the offering floats it."""
    game = Position(context, 4).start("Ouest", 1, 67, shares={1: 4}, pool=1).cash(2, 300).stock(2).game()
    turn = play(game, BuyShares(p(2), "Ouest", source))  # type: ignore[arg-type]
    assert record_of(game, "Ouest").floated == floats
    assert game.view.cash("Ouest") == (670 if floats else 0)
    if floats:
        assert events(turn, "corporation_floated")[0]["capital"] == 670


@pytest.mark.rule("1894-COR-07", "1894-SET-09")
def test_starting_corporations_of_a_game(context: Context) -> None:
    game = table(context, 3)
    assert game.state.memory["starting"] == ("Nord", "Belge")
    buy_all(game)
    assert game.state.memory["starting"] == ("Nord", "Belge")
    position = starting(Position(context, 4), "Nord").float("Nord", 1, 100, shares={1: 6}, pool=2, cash=900)
    assert position.operating("Nord", "redemption").game().step_name() != "redemption"
