"""1889: stock rounds, operating rounds, trains, the end."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import (
    BuyShares,
    BuyTrain,
    DeclareBankruptcy,
    DeclareDividend,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
    StartCorporation,
    TrainRun,
)
from open18xx.engine.game import Game
from open18xx.rules.running import best_routes, runs_of, stop_table

from tests.support.contexts import loaded
from tests.support.positions import Position, codes, events, offered, offers_of, play

CONTEXT = loaded("1889")


def position(players: int = 3) -> Position:
    return Position(CONTEXT, players).private("TR", 3)


def stock(set_number: int = 2, **shares: int) -> Game:
    """IR is started; Ann acts. Shares of IR by player: Ann, Ben, Cid."""
    held = {seat: shares[name] for seat, name in enumerate(("ann", "ben", "cid"), 1) if name in shares}
    return position().float("IR", price=70, shares=held or {2: 5}).stock(1, set_number=set_number).game()


# -- stock rounds --------------------------------------------------------------------------------------


@pytest.mark.rule("1889-4-05")
@pytest.mark.parametrize(("set_number", "found"), [(1, ("stock.no_sales_yet",)), (2, ())])
def test_nobody_sells_in_the_first_stock_round(set_number: int, found: tuple[str, ...]) -> None:
    assert codes(stock(set_number, ann=2, ben=4).check(SellShares("player-1", "IR", 1))) == found


@pytest.mark.rule("1889-4-02")
def test_sell_then_buy_ends_the_turn() -> None:
    start = (
        position()
        .float("IR", price=70, shares={2: 4, 1: 2})
        .float("KO", president=2, price=70, shares={2: 2, 1: 3})
        .stock(1)
        .game()
    )
    play(start, SellShares("player-1", "IR", 1), BuyShares("player-1", "KO", "ipo"))
    assert start.actor() == "player-2"


@pytest.mark.rule("1889-4-02")
def test_buy_then_sell_goes_on() -> None:
    start = (
        position()
        .float("IR", price=70, shares={2: 4, 1: 2})
        .float("KO", president=2, price=70, shares={2: 2, 1: 2})
        .stock(1)
        .game()
    )
    play(start, BuyShares("player-1", "KO", "ipo"))
    assert start.actor() == "player-1"
    assert codes(start.check(BuyShares("player-1", "KO", "ipo"))) == ("stock.one_purchase",)
    play(start, SellShares("player-1", "IR", 1), SellShares("player-1", "KO", 1))


@pytest.mark.rule("1889-4-13")
def test_shares_of_one_corporation_are_sold_at_once() -> None:
    start = stock(ann=3, ben=4)
    play(start, SellShares("player-1", "IR", 1))
    assert "stock.one_block" in codes(start.check(SellShares("player-1", "IR", 1)))


@pytest.mark.rule("1889-4-08")
def test_what_was_sold_is_not_bought_back_in_the_round() -> None:
    start = stock(ann=3, ben=4)
    play(start, SellShares("player-1", "IR", 1))
    assert "stock.sold_before" in codes(start.check(BuyShares("player-1", "IR", "pool")))


@pytest.mark.rule("1889-4-03")
def test_a_player_who_can_do_nothing_is_passed_over() -> None:
    start = position().float("IR", price=70, shares={1: 2, 2: 4}).cash(3, 0).cash(2, 100).stock(2).game()
    play(start, Pass("player-2"))
    assert start.actor() == "player-1"
    assert start.state.round.passes == 2


@pytest.mark.rule("1889-4-04")
def test_the_priority_goes_to_the_left_of_the_last_who_acted() -> None:
    start = stock(ann=2, ben=4)
    play(start, SellShares("player-1", "IR", 1), Pass("player-1"))
    assert start.state.priority == "player-2"
    play(start, Pass("player-2"), Pass("player-3"), Pass("player-1"))
    assert start.state.round.kind == "operating"
    assert start.state.priority == "player-2"


@pytest.mark.rule("1889-4-06")
def test_start_values() -> None:
    start = stock()
    prices = {a.price for a in offers_of(start, "start_corporation") if isinstance(a, StartCorporation)}
    assert prices == {100, 90, 80, 75, 70, 65}
    assert codes(start.check(StartCorporation("player-1", "KO", 60))) == ("stock.start_price",)
    assert codes(start.check(StartCorporation("player-1", "IR", 70))) == ("stock.already_started",)
    cash = start.view.cash("player-1")
    play(start, StartCorporation("player-1", "KO", 65))
    assert cash - start.view.cash("player-1") == 130
    assert start.view.percent("KO", "player-1") == 20


@pytest.mark.rule("1889-4-07")
def test_a_share_of_the_pool_costs_the_market_price() -> None:
    start = position().float("IR", at=(6, 2), start_price=70, shares={2: 5}, pool=1).stock(1).game()
    cash = start.view.cash("player-1")
    play(start, BuyShares("player-1", "IR", "pool"))
    assert cash - start.view.cash("player-1") == 55


@pytest.mark.rule("1889-4-09", "1889-5-07")
@pytest.mark.parametrize(("at", "found"), [((5, 4), ("stock.holding_limit",)), ((9, 1), ())])
def test_the_holding_limit_and_the_zone_that_lifts_it(at: tuple[int, int], found: tuple[str, ...]) -> None:
    start = position().float("IR", at=at, start_price=70, shares={1: 6}, pool=2).stock(1).game()
    assert codes(start.check(BuyShares("player-1", "IR", "pool"))) == found


@pytest.mark.rule("1889-4-10", "1889-5-06")
def test_certificates_that_count() -> None:
    from open18xx.rules.limits import certificate_count

    start = (
        position()
        .float("IR", at=(5, 4), shares={1: 4})
        .float("KO", at=(7, 1), start_price=70, shares={1: 5})
        .private("MF", 1)
        .stock(1)
        .game()
    )
    assert certificate_count(start.view, "player-1") == 3 + 1


@pytest.mark.rule("1889-4-14")
def test_the_pool_takes_half_of_a_corporation() -> None:
    start = position().float("IR", price=70, shares={2: 2, 1: 2}, pool=4).stock(1).game()
    assert codes(start.check(SellShares("player-1", "IR", 1))) == ()
    assert "stock.pool_limit" in codes(start.check(SellShares("player-1", "IR", 2)))


@pytest.mark.rule("1889-4-12", "1889-5-02")
def test_a_sale_brings_the_old_price_and_lowers_it_a_row_a_share() -> None:
    start = stock(ann=3, ben=4)
    cash = start.view.cash("player-1")
    play(start, SellShares("player-1", "IR", 2))
    assert start.view.cash("player-1") == cash + 140
    place = start.view.place("IR")
    assert place is not None
    assert (place.row, place.column, start.view.price("IR")) == (6, 3, 60)


@pytest.mark.rule("1889-4-18", "1889-4-19")
def test_half_of_the_shares_float_a_corporation() -> None:
    start = position().start("IR", price=70, shares={1: 4}).stock(1).game()
    assert not start.view.record("IR").floated
    play(start, BuyShares("player-1", "IR", "ipo"))
    assert start.view.record("IR").floated
    assert start.view.cash("IR") == 700
    assert start.view.unsold("IR") == 5


@pytest.mark.rule("1889-5-03")
@pytest.mark.parametrize(("shares", "price"), [({1: 5, 2: 5}, 75), ({1: 5, 2: 4}, 70)])
def test_a_sold_out_corporation_rises(shares: dict[int, int], price: int) -> None:
    start = position().float("IR", price=70, shares=shares).stock(1, passes=2, first_passer=2).game()
    play(start, Pass("player-1"))
    assert start.view.price("IR") == price


# -- operating rounds ----------------------------------------------------------------------------------


@pytest.mark.rule("1889-7-01")
def test_the_dearest_operates_first_then_the_one_further_up() -> None:
    start = (
        position()
        .float("IR", at=(5, 4), shares={1: 5})
        .float("KO", at=(1, 1), start_price=75, shares={1: 2, 2: 3})
        .float("SR", at=(4, 4), shares={2: 5})
        .operating(set_number=2)
        .game()
    )
    assert start.state.round.order == ("SR", "KO", "IR")


@pytest.mark.rule("1889-7-04")
def test_home_tokens_are_placed_when_the_round_begins() -> None:
    start = (
        position()
        .float("IR", price=70, shares={1: 5}, turns=0, home=False)
        .stock(1, passes=2, first_passer=2)
    )
    game = start.game()
    play(game, Pass("player-1"))
    assert game.state.tokens["E2"] == (("IR",),)


@pytest.mark.rule("1889-7-03")
def test_steps_without_anything_to_do_are_passed_over() -> None:
    start = position().float("IR", price=70, shares={1: 5}, cash=0).operating("IR", set_number=2).game()
    play(start, Pass("player-1"))
    assert start.state.round.kind != "operating" or start.state.round.current != "IR"


@pytest.mark.rule("1889-8-01")
def test_one_track_action_a_turn() -> None:
    start = position().float("KO", price=70, shares={1: 5}, cash=300).operating("KO", set_number=2).game()
    play(start, LayTile("player-1", "KO", "J3", "8", 3))
    assert start.step_name() != "track"


@pytest.mark.rule("1889-8-06")
def test_mountains_and_rivers_cost() -> None:
    start = position().float("KO", price=70, shares={1: 5}, cash=300).operating("KO", set_number=2).game()
    play(start, LayTile("player-1", "KO", "K6", "9", 0))
    assert start.view.cash("KO") == 220


@pytest.mark.rule("1889-8-04")
def test_an_upgrade_adds_track_or_value() -> None:
    start = (
        position()
        .phase("3")
        .float("IR", price=70, shares={1: 5}, cash=500)
        .tile("E2", "57", 0)
        .tile("E4", "8", 0)
        .operating("IR", set_number=2)
        .game()
    )
    green = {a.tile for a in offers_of(start, "lay_tile") if isinstance(a, LayTile) and a.hex == "E2"}
    assert {"14", "15"} <= green


@pytest.mark.rule("1889-9-01", "1889-9-02")
def test_a_token_costs_40() -> None:
    start = (
        position()
        .float("IR", price=70, shares={1: 5}, cash=100)
        .tile("E2", "57", 2)
        .tile("F3", "57", 2)
        .operating("IR", "token", set_number=2)
        .game()
    )
    play(start, PlaceToken("player-1", "IR", "F3", 0))
    assert start.view.cash("IR") == 60
    assert start.view.record("IR").tokens_left == 0


def running(train: str = "2", phase: str = "2", cash: int = 0) -> Game:
    """KO runs between Takamatsu and an off-board area."""
    return (
        position()
        .phase(phase)
        .float("KO", price=70, shares={1: 5, 2: 1}, pool=1, cash=cash, trains=[train])
        .tile("K6", "8", 3)
        .tile("J3", "9", 2)
        .operating("KO", "routes", set_number=2)
        .game()
    )


@pytest.mark.rule("1889-10-05")
def test_a_corporation_may_run_less_than_it_could() -> None:
    start = running()
    best = best_routes(start.view, "KO")
    assert best.value > 0
    play(start, RunRoutes("player-1", "KO", ()))
    assert start.state.round.turn.earnings in (0, None)


@pytest.mark.rule("1889-10-01")
def test_a_route_of_one_stop_is_none() -> None:
    start = running()
    run = TrainRun("2", ("K4:s0-0", "K6:3-0"))
    assert codes(start.check(RunRoutes("player-1", "KO", (run,)))) != ()


@pytest.mark.rule("1889-10-06", "1889-10-07")
def test_off_board_areas_pay_by_phase_and_more_to_diesels() -> None:
    early, late = running(), running("5", "5")
    assert stop_table(early.view, "KO")["L7", 0] == 20
    assert stop_table(late.view, "KO")["L7", 0] == 40
    assert stop_table(late.view, "KO", "diesel")["L7", 0] == 80


@pytest.mark.rule("1889-11-01", "1889-11-02", "1889-5-04")
def test_a_dividend_pays_players_and_the_pools_part_to_the_treasury() -> None:
    start = running()
    best = best_routes(start.view, "KO")
    play(start, RunRoutes("player-1", "KO", runs_of(best)))
    before = {owner: start.view.cash(owner) for owner in ("player-1", "player-2", "KO")}
    assert {a.choice for a in offers_of(start, "dividend") if isinstance(a, DeclareDividend)} == {
        "full",
        "withhold",
    }
    play(start, DeclareDividend("player-1", "KO", "full"))
    share = best.value // 10
    gained = {owner: start.view.cash(owner) - cash for owner, cash in before.items()}
    assert gained == {"player-1": 5 * share, "player-2": share, "KO": share}
    assert start.view.price("KO") == 75


@pytest.mark.rule("1889-11-03", "1889-5-04")
def test_without_earnings_the_price_falls() -> None:
    start = running()
    turn = play(start, RunRoutes("player-1", "KO", ()))
    assert start.view.price("KO") == 65
    assert [event["choice"] for event in events(turn, "dividend_declared")] == ["none"]


# -- trains --------------------------------------------------------------------------------------------


def yard(phase: str = "2", cash: int = 0, money: int = 0, **more: object) -> Game:
    """KO may buy trains; a second stop is in reach."""
    wished = (
        position()
        .phase(phase)
        .float("KO", price=70, shares={1: 5}, cash=cash, **more)  # type: ignore[arg-type]
        .tile("K6", "8", 3)
        .cash(1, money)
    )
    return wished.operating("KO", "trains", set_number=2).game()


@pytest.mark.rule("1889-12-05")
def test_a_corporation_with_a_route_must_own_a_train() -> None:
    start = yard(cash=100)
    assert codes(start.check(Pass("player-1"))) == ("train.must_own",)


@pytest.mark.rule("1889-12-05")
def test_without_a_route_it_need_not() -> None:
    start = position().float("IR", price=70, shares={1: 5}, cash=100).operating("IR", "trains", set_number=2)
    play(start.game(), Pass("player-1"))


@pytest.mark.rule("1889-13-01")
def test_the_president_adds_what_is_missing() -> None:
    start = yard(cash=50, money=100)
    play(start, BuyTrain("player-1", "KO", "2", "bank", 80))
    assert (start.view.cash("KO"), start.view.cash("player-1")) == (0, 70)


@pytest.mark.rule("1889-13-03", "1889-7-02")
def test_a_president_sells_first_and_no_more_than_needed() -> None:
    start = (
        position()
        .float("KO", price=70, shares={1: 5}, cash=50)
        .float("SR", price=65, shares={2: 4, 1: 3})
        .tile("K6", "8", 3)
        .cash(1, 10)
        .operating("KO", "trains", set_number=2)
        .game()
    )
    assert codes(start.check(BuyTrain("player-1", "KO", "2", "bank", 80))) == ("emergency.raise_first",)
    assert codes(start.check(SellShares("player-1", "SR", 2))) == ("emergency.too_much",)
    play(start, SellShares("player-1", "SR", 1))
    assert codes(start.check(SellShares("player-1", "SR", 1))) == ("emergency.no_sale",)
    play(start, BuyTrain("player-1", "KO", "2", "bank", 80))
    assert start.view.cash("player-1") == 10 + 65 - 30


@pytest.mark.rule("1889-13-04")
def test_no_presidency_changes_in_an_emergency() -> None:
    start = (
        position()
        .float("KO", price=70, shares={1: 5}, cash=0)
        .float("SR", price=65, shares={1: 3, 2: 3})
        .tile("K6", "8", 3)
        .cash(1, 0)
        .operating("KO", "trains", set_number=2)
        .game()
    )
    assert "emergency.keeps_presidency" in codes(start.check(SellShares("player-1", "SR", 1)))


@pytest.mark.rule("1889-13-05")
def test_bankruptcy_ends_the_game() -> None:
    def poor(loose: int) -> Game:
        return (
            position()
            .float("KO", price=70, shares={1: 5}, pool=5, cash=0)
            .float("SR", price=65, shares={2: 5, 1: loose})
            .tile("K6", "8", 3)
            .cash(1, 5)
            .operating("KO", "trains", set_number=2)
            .game()
        )

    bankrupt = DeclareBankruptcy("player-1", "KO")
    assert codes(poor(2).check(bankrupt)) == ("emergency.not_bankrupt",)
    start = poor(1)
    assert {type(offer.action) for offer in start.legal_actions()} == {SellShares, DeclareBankruptcy}
    play(start, bankrupt)
    assert start.is_over
    assert start.view.shares("SR", "player-1") == 0


@pytest.mark.rule("1889-13-05", "1889-14-02")
def test_a_bankrupt_player_keeps_what_cannot_be_sold() -> None:
    start = yard(cash=0, money=5, pool=5)
    play(start, DeclareBankruptcy("player-1", "KO"))
    assert start.is_over
    assert start.state.end_reason == "bankruptcy"
    assert start.view.cash("player-1") == 0
    assert start.state.result is not None
    assert start.state.result["player-1"] == 5 * 70


@pytest.mark.rule("1889-13-02")
def test_a_train_of_another_corporation_is_paid_by_the_treasury() -> None:
    start = (
        position()
        .float("KO", price=70, shares={1: 5}, cash=50)
        .float("SR", price=65, shares={1: 5}, trains=["2", "2"])
        .tile("K6", "8", 3)
        .cash(1, 500)
        .operating("KO", "trains", set_number=2)
        .game()
    )
    assert codes(start.check(BuyTrain("player-1", "KO", "2", "SR", 60))) == ("train.own_money_only",)
    play(start, BuyTrain("player-1", "KO", "2", "SR", 1))


@pytest.mark.rule("1889-12-02", "1889-12-03")
def test_diesels_are_for_sale_from_phase_6_and_old_trains_are_handed_in() -> None:
    early = yard("5", cash=2000, trains=["5"])
    assert not offered(early, BuyTrain("player-1", "KO", "D", "bank", 1100))
    start = yard("6", cash=2000, trains=["5"])
    assert offered(start, BuyTrain("player-1", "KO", "D", "bank", 1100))
    wrong = BuyTrain("player-1", "KO", "D", "bank", 800, "4")
    assert codes(start.check(wrong)) == ("train.not_owned",)
    turn = play(start, BuyTrain("player-1", "KO", "D", "bank", 800, "5"))
    assert start.view.train_types("KO") == ("D",)
    assert start.view.train_types("pool") == ("5",)
    assert start.view.cash("KO") == 1200
    assert [event["phase"] for event in events(turn, "phase_changed")] == ["D"]


@pytest.mark.rule("1889-12-03")
def test_a_full_yard_can_still_hand_a_train_in() -> None:
    start = yard("6", cash=1000, trains=["5", "6"])
    assert not offered(start, BuyTrain("player-1", "KO", "D", "bank", 1100))
    play(start, BuyTrain("player-1", "KO", "D", "bank", 800, "6"))


@pytest.mark.rule("1889-6-06")
def test_trains_above_the_limit_are_given_up_in_any_order() -> None:
    start = (
        position()
        .phase("4")
        .supply("4", 0)
        .float("KO", price=70, shares={1: 5}, cash=500)
        .float("IR", price=70, shares={2: 5}, trains=["3", "4", "3"])
        .float("SR", price=65, shares={3: 5}, trains=["3", "3", "3"])
        .operating("KO", "trains", set_number=2)
        .game()
    )
    play(start, BuyTrain("player-1", "KO", "5", "bank", 450))
    assert start.step_name() == "discard_train"
    assert start.actor() == "player-2"
    start.apply(DiscardTrain("player-3", "SR", "3"))
    assert start.actor() == "player-2"
    play(start, DiscardTrain("player-2", "IR", "4"))
    assert sorted(start.view.train_types("pool")) == ["3", "4"]


@pytest.mark.rule("1889-6-05")
def test_the_first_4_train_rusts_the_2_trains() -> None:
    start = (
        position()
        .phase("3")
        .supply("3", 0)
        .float("KO", price=70, shares={1: 5}, cash=500, trains=["2"])
        .operating("KO", "trains", set_number=2)
        .game()
    )
    play(start, BuyTrain("player-1", "KO", "4", "bank", 300))
    assert start.view.train_types("KO") == ("4",)


# -- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("1889-14-01")
@pytest.mark.parametrize(("bank", "broken"), [(0, False), (-1, True)])
def test_the_bank_breaks_below_nothing(bank: int, broken: bool) -> None:
    from open18xx.state.transaction import Transaction

    start = position().float("KO", price=70, shares={1: 5}).stock(1).game()
    tx = Transaction(CONTEXT.title, start.state, CONTEXT.hooks)
    tx.pay("bank", "KO", start.view.cash("bank") - bank)
    assert tx.draft.bank_broken == broken


@pytest.mark.rule("1889-14-01")
@pytest.mark.parametrize(("number", "over"), [(1, False), (2, True)])
def test_a_broken_bank_ends_the_game_after_the_set(number: int, over: bool) -> None:
    start = (
        position()
        .phase("3")
        .float("IR", price=70, shares={1: 5})
        .bank_broken()
        .operating("IR", "privates", number=number, of=2, set_number=3)
        .game()
    )
    assert start.is_over == over
