"""1889: the sale of private companies and their powers."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import (
    Bid,
    BuyOwnedPrivate,
    BuyPrivate,
    BuyShares,
    ExchangePrivate,
    LayPowerTile,
    LayTile,
    Pass,
    Respond,
)
from open18xx.engine.game import Game
from open18xx.rules.limits import certificate_count

from tests.support.contexts import loaded
from tests.support.positions import Position, codes, events, offered, play

CONTEXT = loaded("1889")


def game(players: int = 3) -> Game:
    return Game(CONTEXT, ["Ann", "Ben", "Cid", "Dora", "Eve", "Fred"][:players])


def position(players: int = 3) -> Position:
    return Position(CONTEXT, players)


@pytest.mark.rule("1889-1-05")
@pytest.mark.parametrize(("players", "unused"), [(2, {"SIR", "UTF"}), (3, {"UTF"}), (4, set()), (6, set())])
def test_some_companies_are_used_with_some_numbers_of_players(players: int, unused: set[str]) -> None:
    closed = {private for private, owner in game(players).state.privates.items() if owner == "closed"}
    assert closed == unused


@pytest.mark.rule("1889-2-02")
def test_a_turn_is_a_purchase_a_bid_or_a_pass() -> None:
    assert {offer.action.kind for offer in game().legal_actions()} == {"buy_private", "bid", "pass"}
    assert codes(game().check(BuyPrivate("player-1", "MF"))) == ("auction.not_cheapest",)
    assert codes(game().check(Bid("player-1", "TR", 25))) == ("auction.buy_cheapest",)


@pytest.mark.rule("1889-2-03", "1889-2-04")
def test_the_least_bid_and_its_steps() -> None:
    start = game()
    assert codes(start.check(Bid("player-1", "MF", 34))) == ("auction.below_minimum",)
    play(start, Bid("player-1", "MF", 36))
    assert codes(start.check(Bid("player-2", "MF", 40))) == ("auction.below_minimum",)
    play(start, Bid("player-2", "MF", 41))


@pytest.mark.rule("1889-2-06")
def test_every_bid_ties_money_up() -> None:
    start = game()
    play(start, Bid("player-1", "SIR", 300), Bid("player-2", "SIR", 310), Pass("player-3"))
    assert codes(start.check(Bid("player-1", "DR", 121))) == ("auction.too_dear",)
    play(start, Bid("player-1", "DR", 120))


@pytest.mark.rule("1889-2-05")
def test_a_new_bid_replaces_the_old_one() -> None:
    start = game()
    play(start, Bid("player-1", "MF", 40), Pass("player-2"), Pass("player-3"), Bid("player-1", "MF", 50))
    assert [(bid.player, bid.amount) for bid in start.state.bids["MF"]] == [("player-1", 50)]


@pytest.mark.rule("1889-2-07")
def test_a_single_bid_wins_when_the_company_comes_up() -> None:
    start = game()
    play(start, Bid("player-1", "MF", 40), BuyPrivate("player-2", "TR"))
    assert start.state.privates["MF"] == "player-1"
    assert start.view.cash("player-1") == 380
    assert start.actor() == "player-3"


@pytest.mark.rule("1889-2-08", "1889-2-09")
def test_the_lowest_bidder_speaks_until_one_is_left() -> None:
    start = game()
    play(start, Bid("player-1", "MF", 40), Bid("player-2", "MF", 50), Bid("player-3", "MF", 60))
    play(start, BuyPrivate("player-1", "TR"))
    assert start.actor() == "player-1"
    assert codes(start.check(Bid("player-1", "ER", 60))) == ("auction.contested",)
    play(start, Bid("player-1", "MF", 65))
    assert start.actor() == "player-2"
    play(start, Pass("player-2"))
    assert start.actor() == "player-3"
    play(start, Pass("player-3"))
    assert start.state.privates["MF"] == "player-1"
    assert start.actor() == "player-2"


@pytest.mark.rule("1889-2-10")
def test_the_price_falls_and_the_last_taker_pays_nothing() -> None:
    start = game()
    for _ in range(3):
        play(start, Pass("player-1"), Pass("player-2"), Pass("player-3"))
    assert start.state.offer_price["TR"] == 5
    play(start, Pass("player-1"), Pass("player-2"), Pass("player-3"))
    assert start.state.privates["TR"] == "player-1"
    assert start.view.cash("player-1") == 420
    assert start.actor() == "player-2"


@pytest.mark.rule("1889-2-11")
def test_passing_after_a_sale_pays_revenue() -> None:
    start = game()
    play(start, BuyPrivate("player-1", "TR"))
    play(start, Pass("player-2"), Pass("player-3"), Pass("player-1"))
    assert start.view.cash("player-1") == 405
    assert start.actor() == "player-2"


@pytest.mark.rule("1889-2-14", "1889-4-01")
def test_the_player_after_the_last_buyer_begins_the_stock_round() -> None:
    start = game()
    for number, private in enumerate(("TR", "MF", "ER", "SMR", "DR", "SIR")):
        play(start, BuyPrivate(f"player-{number % 3 + 1}", private))
    assert start.state.round.kind == "stock"
    assert (start.actor(), start.state.priority) == ("player-1", "player-1")


# -- powers --------------------------------------------------------------------------------------------


def operating(
    owner: object = 2, phase: str = "3", cash: int = 500, private: str = "TR", **more: object
) -> Game:
    """KO operates under player 1; a private company is owned by somebody."""
    return (
        position()
        .phase(phase)
        .float("KO", president=1, price=70, shares={1: 5}, cash=cash)
        .private(private, owner)  # type: ignore[arg-type]
        .operating("KO", set_number=2)
        .game()
    )


@pytest.mark.rule("1889-3-03")
def test_a_company_keeps_its_hex_free_while_a_player_owns_it() -> None:
    lay = LayTile("player-1", "KO", "K4", "440", 0)
    assert codes(operating(2).check(lay)) == ("track.blocked",)
    assert not offered(operating(2), lay)
    play(operating("KO"), lay)


@pytest.mark.rule("1889-3-04")
@pytest.mark.parametrize(("phase", "possible"), [("2", False), ("3", True), ("4", True), ("5", False)])
def test_corporations_buy_companies_in_some_phases(phase: str, possible: bool) -> None:
    assert offered(operating(phase=phase), BuyOwnedPrivate("player-1", "TR", 20, "KO")) == possible


@pytest.mark.rule("1889-3-05")
@pytest.mark.parametrize(
    ("price", "code"), [(19, ("private.price",)), (20, ()), (80, ()), (81, ("private.price",))]
)
def test_the_price_of_a_company(price: int, code: tuple[str, ...]) -> None:
    assert codes(operating(private="ER").check(BuyOwnedPrivate("player-1", "ER", price, "KO"))) == code


@pytest.mark.rule("1889-3-05")
def test_the_treasury_must_hold_the_price() -> None:
    action = BuyOwnedPrivate("player-1", "TR", 30, "KO")
    assert codes(operating(cash=25).check(action)) == ("private.too_dear",)


@pytest.mark.rule("1889-3-06")
def test_the_owner_must_agree() -> None:
    start = operating()
    play(start, BuyOwnedPrivate("player-1", "TR", 30, "KO"))
    assert start.actor() == "player-2"
    refused = operating()
    play(refused, BuyOwnedPrivate("player-1", "TR", 30, "KO"), Respond("player-2", False))
    assert refused.state.privates["TR"] == "player-2"
    play(start, Respond("player-2", True))
    assert start.state.privates["TR"] == "KO"
    assert (start.view.cash("KO"), start.actor()) == (470, "player-1")


@pytest.mark.rule("1889-3-12")
def test_the_seller_of_er_lays_a_tile_at_once_or_never() -> None:
    start = operating(private="ER")
    play(start, BuyOwnedPrivate("player-1", "ER", 40, "KO"), Respond("player-2", True))
    assert start.actor() == "player-2"
    lays = {
        (o.action.tile, o.action.hex) for o in start.legal_actions() if isinstance(o.action, LayPowerTile)
    }
    assert {hex_id for _, hex_id in lays} == {"C4"}
    assert {tile for tile, _ in lays} <= {"12", "13", "14", "15", "205", "206"}
    declined = operating(private="ER")
    play(declined, BuyOwnedPrivate("player-1", "ER", 40, "KO"), Respond("player-2", True), Pass("player-2"))
    assert (declined.actor(), declined.step_name()) == ("player-1", "track")
    lay = next(o.action for o in start.legal_actions() if isinstance(o.action, LayPowerTile))
    play(start, lay)
    assert start.state.tiles["C4"].tile == lay.tile
    assert start.state.round.turn.lays == ()


@pytest.mark.rule("1889-3-10", "1889-3-11")
def test_the_ferry_lays_its_port_in_a_stock_round_whoever_acts() -> None:
    start = position().private("MF", 2).private("TR", 1).stock(1).game()
    lay = LayPowerTile("player-2", "MF", "B11", "437", 2)
    assert any(offer.action == lay for offer in start.legal_actions("player-2"))
    assert not any(isinstance(offer.action, LayPowerTile) for offer in start.legal_actions())
    assert codes(start.check(LayPowerTile("player-1", "MF", "B11", "437", 2))) == ("power.owner",)
    assert codes(start.check(LayPowerTile("player-2", "MF", "K8", "437", 0))) == ("power.hex",)
    assert codes(start.check(LayPowerTile("player-2", "MF", "B11", "58", 2))) == ("power.tile",)
    start.apply(lay)
    assert start.state.tiles["B11"].tile == "437"
    assert start.actor() == "player-1"
    again = LayPowerTile("player-2", "MF", "G10", "437", 0)
    assert codes(start.check(again)) == ("power.used_up",)


@pytest.mark.rule("1889-3-10")
def test_the_port_needs_an_empty_hex() -> None:
    start = position().private("MF", 2).private("TR", 1).tile("B11", "58").stock(1).game()
    assert codes(start.check(LayPowerTile("player-2", "MF", "B11", "437", 2))) == ("power.hex_taken",)


@pytest.mark.rule("1889-3-11")
def test_the_ferry_keeps_the_track_step_of_its_owners_corporation_open() -> None:
    start = operating(1, private="MF")
    play(start, LayTile("player-1", "KO", "K6", "9", 0))
    assert start.step_name() == "track"
    play(start, LayPowerTile("player-1", "MF", "J9", "437", 0))
    assert start.step_name() != "track"


@pytest.mark.rule("1889-3-11")
def test_others_use_the_ferry_only_before_the_first_action_of_a_turn() -> None:
    start = operating(2, private="MF")
    lay = LayPowerTile("player-2", "MF", "J9", "437", 0)
    assert not start.check(lay)
    play(start, LayTile("player-1", "KO", "K6", "9", 0))
    assert codes(start.check(lay)) == ("power.moment",)


@pytest.mark.rule("1889-3-13")
@pytest.mark.parametrize(("owner", "paid"), [("TR", 0), (2, 80)])
def test_the_mines_save_the_price_of_mountains(owner: object, paid: int) -> None:
    start = (
        position()
        .float("TR", president=1, price=70, shares={1: 5}, cash=200)
        .private("SMR", owner)  # type: ignore[arg-type]
        .operating("TR", set_number=2)
        .game()
    )
    play(start, LayTile("player-1", "TR", "F7", "9", 0))
    assert start.view.cash("TR") == 200 - paid


@pytest.mark.rule("1889-3-14")
def test_dougo_is_handed_in_for_a_share_in_anybodys_turn() -> None:
    start = position().start("IR", president=1, price=70).private("DR", 2).stock(1).game()
    exchange = ExchangePrivate("player-2", "DR", "ipo")
    assert codes(start.check(ExchangePrivate("player-1", "DR", "ipo"))) == ("power.owner",)
    assert codes(start.check(ExchangePrivate("player-2", "DR", "pool"))) == ("power.source",)
    cash = start.view.cash("player-2")
    start.apply(exchange)
    assert start.view.percent("IR", "player-2") == 10
    assert start.view.cash("player-2") == cash
    assert start.state.privates["DR"] == "closed"
    assert start.actor() == "player-1"


@pytest.mark.rule("1889-3-14")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_s15_neither_an_empty_purse_nor_the_certificate_limit_forbids_it(turn: int) -> None:
    """Scenario S15: whoever has the turn, the exchange is on offer and legal; nothing passes it away."""
    start = position().start("IR", president=1, price=70).private("DR", 2).cash(2, 0)
    for corporation in ("AR", "KO", "SR"):
        start.float(corporation, president=2, price=65, shares={2: 6})
    start.float("TR", president=3, price=65, shares={3: 2, 2: 3})
    start_game = start.stock(turn).game()
    view = start_game.view
    assert certificate_count(view, "player-2") == 19 == view.title.players[3].certificate_limit
    exchange = ExchangePrivate("player-2", "DR", "ipo")
    assert exchange in [offer.action for offer in start_game.legal_actions("player-2")]
    start_game.apply(exchange)
    assert start_game.view.percent("IR", "player-2") == 10
    assert start_game.view.cash("player-2") == 0


@pytest.mark.rule("1889-3-14")
def test_the_holding_limit_applies_to_dougo() -> None:
    start = position().start("IR", president=2, price=70, shares={2: 6}).private("DR", 2).stock(1).game()
    assert codes(start.check(ExchangePrivate("player-2", "DR", "ipo"))) == ("stock.holding_limit",)


@pytest.mark.rule("1889-3-14")
def test_dougo_can_float_its_railway() -> None:
    start = position().start("IR", president=1, price=70, shares={1: 4}).private("DR", 2).stock(1).game()
    start.apply(ExchangePrivate("player-2", "DR", "ipo"))
    assert start.view.record("IR").floated
    assert start.view.cash("IR") == 700


@pytest.mark.rule("1889-3-09", "1889-3-15")
@pytest.mark.parametrize(("owner", "stays"), [(2, True), ("KO", False)])
def test_the_first_5_train_closes_all_but_the_ferry_of_a_player(owner: object, stays: bool) -> None:
    from open18xx.actions.kinds import BuyTrain

    start = (
        position(4)
        .phase("4")
        .supply("4", 0)
        .float("KO", president=1, price=70, shares={1: 5}, cash=500)
        .private("UTF", owner)  # type: ignore[arg-type]
        .private("SIR", 2)
        .operating("KO", "trains", set_number=2)
        .game()
    )
    turn = play(start, BuyTrain("player-1", "KO", "5", "bank", 450))
    assert start.state.privates["SIR"] == "closed"
    assert start.state.privates["UTF"] == ("player-2" if stays else "closed")
    assert bool(events(turn, "private_stays")) == stays
    if stays:
        assert start.state.revenues["UTF"] == 50


@pytest.mark.rule("1889-3-01", "1889-3-02")
def test_companies_pay_when_an_operating_round_begins() -> None:
    start = position().private("TR", 1).private("SIR", 2).stock(1, passes=2, first_passer=2).game()
    before = (start.view.cash("player-1"), start.view.cash("player-2"))
    play(start, Pass("player-1"))
    after = (start.view.cash("player-1"), start.view.cash("player-2"))
    assert (after[0] - before[0], after[1] - before[1]) == (5, 20)


@pytest.mark.rule("1889-4-07")
def test_a_share_of_the_offering_costs_the_start_value() -> None:
    start = position().start("IR", president=1, at=(6, 2), start_price=70).private("TR", 1).stock(2).game()
    cash = start.view.cash("player-2")
    play(start, BuyShares("player-2", "IR", "ipo"))
    assert cash - start.view.cash("player-2") == 70
