"""1830: what it has that 1889 has not."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import (
    Bid,
    BuyOwnedPrivate,
    BuyPrivate,
    BuyShares,
    BuyTrain,
    ExchangePrivate,
    LayPowerTile,
    LayTile,
    Pass,
    PlaceHomeToken,
    PlaceToken,
    Respond,
    RunRoutes,
    SellShares,
    SetStartPrice,
    TrainRun,
)
from open18xx.engine.game import Game
from open18xx.interop.games18xx_write import game_as_recording

from tests.support.contexts import loaded
from tests.support.positions import Position, codes, events, offered, offers_of, play, refused

CONTEXT = loaded("1830")


def position(players: int = 3, *options: str) -> Position:
    return Position(loaded("1830", *options), players)


@pytest.mark.rule("1830-4-02")
def test_sales_come_before_and_after_the_purchase() -> None:
    wished = (
        position().float("PRR", price=76, shares={1: 4, 2: 3}).float("C&O", price=67, shares={2: 4, 1: 2})
    )
    start = wished.stock(1).game()
    play(start, SellShares("player-1", "PRR", 1), BuyShares("player-1", "C&O", "ipo"))
    play(start, SellShares("player-1", "PRR", 1))
    assert start.actor() == "player-1"
    play(start, Pass("player-1"))
    assert start.actor() == "player-2"


def brown(*options: str) -> Game:
    """C&O in the brown zone: five shares are in the pool, some in the offering."""
    return (
        position(3, *options)
        .float("C&O", at=(7, 1), start_price=67, shares={2: 2}, pool=4)
        .float("PRR", price=76, shares={1: 2, 2: 4}, pool=2)
        .stock(1)
        .game()
    )


@pytest.mark.rule("1830-4-15", "1830-5-08")
def test_several_shares_in_the_brown_zone_come_from_the_pool() -> None:
    start = brown()
    play(start, BuyShares("player-1", "C&O", "pool"), BuyShares("player-1", "C&O", "pool"))
    assert codes(start.check(BuyShares("player-1", "C&O", "ipo"))) == ("stock.one_purchase",)
    assert codes(start.check(BuyShares("player-1", "PRR", "pool"))) == ("stock.one_purchase",)


@pytest.mark.rule("1830-4-15")
def test_an_option_lets_them_come_from_the_offering() -> None:
    start = brown("multiple_brown_from_ipo")
    play(start, BuyShares("player-1", "C&O", "pool"), BuyShares("player-1", "C&O", "ipo"))


def test_an_option_adds_a_6_train() -> None:
    assert loaded("1830", "optional_6_train").title.trains["6"].count == 3
    assert CONTEXT.title.trains["6"].count == 2


@pytest.mark.rule("1830-7-01")
def test_at_equal_price_and_column_the_one_further_up_operates_first() -> None:
    start = (
        position()
        .float("PRR", at=(8, 7), start_price=67, shares={1: 6})
        .float("C&O", at=(6, 7), shares={2: 6})
        .float("B&M", at=(7, 7), start_price=67, shares={3: 6})
        .operating(set_number=2)
        .game()
    )
    assert start.state.round.order == ("C&O", "B&M", "PRR")


# -- private companies ---------------------------------------------------------------------------------


@pytest.mark.rule("1830-3-08")
@pytest.mark.parametrize(
    ("phase", "set_number", "possible"), [("2", 2, True), ("2", 1, False), ("4", 3, True), ("5", 3, False)]
)
def test_players_buy_companies_from_each_other(phase: str, set_number: int, possible: bool) -> None:
    start = position().phase(phase).private("SV", 2).private("CS", 1).stock(1, set_number=set_number).game()
    assert offered(start, BuyOwnedPrivate("player-1", "SV", 7)) == possible


@pytest.mark.rule("1830-3-08", "1830-3-06")
def test_it_is_the_purchase_of_the_turn() -> None:
    start = position().float("PRR", price=76, shares={1: 2, 2: 4}).private("SV", 2).stock(1).game()
    play(start, BuyOwnedPrivate("player-1", "SV", 7), Respond("player-2", True))
    assert start.state.privates["SV"] == "player-1"
    assert codes(start.check(BuyShares("player-1", "PRR", "ipo"))) == ("stock.one_purchase",)


@pytest.mark.rule("1830-3-08")
def test_another_players_company_keeps_a_turn_open() -> None:
    start = position().private("SV", 2).cash(1, 5).stock(1).game()
    assert start.actor() == "player-1"
    assert {offer.action.kind for offer in start.legal_actions()} == {"buy_owned_private", "pass"}


@pytest.mark.rule("1830-3-07")
def test_the_dearest_company_is_not_sold_to_corporations() -> None:
    start = (
        position()
        .phase("3")
        .float("PRR", price=76, shares={1: 6}, cash=500)
        .private("BO", 2)
        .operating("PRR", set_number=2)
        .game()
    )
    assert codes(start.check(BuyOwnedPrivate("player-1", "BO", 220, "PRR"))) == ("private.not_for_sale",)


@pytest.mark.rule("1830-3-22")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_mohawk_is_handed_in_in_anybodys_turn(source: str) -> None:
    start = (
        position()
        .float("NYC", price=76, shares={1: 4}, pool=2)
        .private("MH", 2)
        .operating("NYC", set_number=2)
        .game()
    )
    start.apply(ExchangePrivate("player-2", "MH", source))  # type: ignore[arg-type]
    assert start.view.percent("NYC", "player-2") == 10
    assert start.state.privates["MH"] == "closed"
    assert start.actor() == "player-1"


@pytest.mark.rule("1830-3-22")
def test_mohawk_can_come_before_the_start_of_its_railway() -> None:
    start = position().private("MH", 1).stock(1).game()
    play(start, ExchangePrivate("player-1", "MH", "ipo"))
    assert start.view.percent("NYC", "player-1") == 10
    assert start.view.president("NYC") is None


@pytest.mark.rule("1830-3-20")
def test_champlain_lays_its_town_in_any_step_and_keeps_the_turn_open() -> None:
    start = (
        position()
        .phase("3")
        .float("PRR", price=76, shares={1: 6}, cash=0)
        .private("CS", "PRR")
        .operating("PRR", set_number=2)
        .game()
    )
    play(start, Pass("player-1"))
    assert start.step_name() == "privates"
    lay = next(a for a in offers_of(start, "lay_power_tile") if isinstance(a, LayPowerTile))
    assert (lay.private, lay.hex) == ("CS", "B20")
    play(start, lay)
    assert start.state.tiles["B20"].tile in ("3", "4", "58")
    assert start.state.round.number == 2


@pytest.mark.rule("1830-3-21")
def test_delaware_is_the_lay_of_the_turn_and_brings_a_token() -> None:
    start = (
        position()
        .phase("3")
        .float("PRR", price=76, shares={1: 6}, cash=200)
        .private("DH", "PRR")
        .operating("PRR", set_number=2)
        .game()
    )
    lay = next(a for a in offers_of(start, "lay_power_tile") if isinstance(a, LayPowerTile))
    turn = play(start, lay)
    assert [(fact["hex"], fact["cost"]) for fact in events(turn, "power_tile_laid")] == [("F16", 120)]
    play(start, PlaceToken("player-1", "PRR", "F16", 0))
    assert start.state.tokens["F16"] == (("PRR",),)


@pytest.mark.rule("1830-3-23")
def test_the_baltimore_closes_with_the_first_train_of_its_railway() -> None:
    start = (
        position()
        .float("B&O", price=76, shares={1: 6}, cash=100)
        .private("BO", 2)
        .operating("B&O", "trains", set_number=2)
        .game()
    )
    play(start, BuyTrain("player-1", "B&O", "2", "bank", 80))
    assert start.state.privates["BO"] == "closed"


# -- the home without track ----------------------------------------------------------------------------


def erie(*, laid: bool = False, by: str = "ERIE") -> Game:
    wished = (
        position()
        .phase("3")
        .float("ERIE", price=76, shares={1: 6}, cash=300, turns=0, home=False)
        .float("NYC", price=71, shares={2: 6}, cash=300)
    )
    if laid:
        wished = wished.tile("E11", "59", 0)
    return (
        wished.operating(set_number=2).game() if by == "ERIE" else wished.operating(by, set_number=2).game()
    )


@pytest.mark.rule("1830-7-05")
def test_without_track_the_token_takes_the_first_city() -> None:
    start = erie()
    assert start.actor() == "player-1"
    assert start.state.tokens["E11"] == (("ERIE",), (None,))
    assert start.view.record("ERIE").tokens_left == 2


@pytest.mark.rule("1830-7-05")
def test_the_first_tile_asks_where_the_token_goes() -> None:
    start = erie()
    lay = next(a for a in offers_of(start, "lay_tile") if isinstance(a, LayTile) and a.hex == "E11")
    play(start, lay)
    assert start.step_name() == "home_token"
    assert "E11" not in start.state.tokens
    assert {a.city for a in offers_of(start, "place_home_token") if isinstance(a, PlaceHomeToken)} == {0, 1}
    play(start, PlaceHomeToken("player-1", "ERIE", "E11", 1))
    assert start.state.tokens["E11"][1] == ("ERIE",)


@pytest.mark.rule("1830-7-05")
def test_who_lays_the_first_tile_says_where_the_token_of_another_goes() -> None:
    """NYC, of Ben, lays track where the token of ERIE, of Ann, stands without any."""
    wished = position().phase("3").float("ERIE", price=71, shares={1: 6}).tile("E19", "57", 1)
    for hex_id in ("E17", "E15", "E13"):
        wished = wished.tile(hex_id, "9", 1)
    start = wished.float("NYC", price=76, shares={2: 6}, cash=300).operating("NYC", set_number=2).game()
    lay = next(a for a in offers_of(start, "lay_tile") if isinstance(a, LayTile) and a.hex == "E11")
    play(start, lay)
    assert start.actor() == "player-2"
    refused(start, PlaceHomeToken("player-1", "ERIE", "E11", 1), "turn.not_yours")
    play(start, PlaceHomeToken("player-2", "ERIE", "E11", 1))
    assert start.state.tokens["E11"][1] == ("ERIE",)
    moves = game_as_recording(start)["actions"]
    assert isinstance(moves, list)
    assert [moves[-1][key] for key in ("entity", "tokener", "city")] == ["NYC", "ERIE", "59-0-1"]


@pytest.mark.rule("1830-7-05")
def test_with_a_tile_there_the_president_chooses_first() -> None:
    start = erie(laid=True)
    assert (start.step_name(), start.actor()) == ("home_token", "player-1")
    play(start, PlaceHomeToken("player-1", "ERIE", "E11", 1))
    assert start.state.tokens["E11"][1] == ("ERIE",)


@pytest.mark.rule("1830-7-04")
def test_both_cities_are_kept_until_then() -> None:
    from open18xx.rules.tokens import free_city

    start = erie(laid=True, by="NYC")
    assert not free_city(start.view, "NYC", "E11", 0)
    assert not free_city(start.view, "NYC", "E11", 1)


@pytest.mark.rule("1830-8-04")
def test_an_upgrade_needs_no_new_track() -> None:
    start = (
        position()
        .phase("3")
        .float("NYC", price=76, shares={1: 6}, cash=300)
        .tile("E19", "57", 1)
        .tile("E17", "8", 3)
        .operating("NYC", set_number=2)
        .game()
    )
    greens = {a.tile for a in offers_of(start, "lay_tile") if isinstance(a, LayTile) and a.hex == "E19"}
    assert {"14", "15"} <= greens


# -- the sale ------------------------------------------------------------------------------------------


def sale() -> Game:
    return Game(CONTEXT, ["Ann", "Ben", "Cid"])


@pytest.mark.rule("1830-2-04", "1830-2-06")
def test_bids_of_any_amount_tie_all_their_money_up() -> None:
    game = sale()
    play(game, Bid("player-1", "BO", 506), Bid("player-2", "BO", 520), Pass("player-3"))
    assert codes(game.check(Bid("player-1", "CA", 295))) == ("auction.too_dear",)
    play(game, Bid("player-1", "CA", 294))


@pytest.mark.rule("1830-2-13")
def test_certificates_that_come_with_companies() -> None:
    game = sale()
    for number, private in enumerate(("SV", "CS", "DH", "MH", "CA", "BO")):
        play(game, BuyPrivate(f"player-{number % 3 + 1}", private))
    assert game.view.percent("PRR", "player-2") == 10
    assert (game.step_name(), game.actor()) == ("start_price", "player-3")
    play(game, SetStartPrice("player-3", "B&O", 67))
    assert game.view.president("B&O") == "player-3"
    assert (game.state.round.kind, game.actor()) == ("stock", "player-1")


@pytest.mark.rule("1830-5-07")
def test_the_orange_zone_lifts_the_holding_limit() -> None:
    wished = position().float("C&O", at=(6, 3), start_price=67, shares={1: 6, 2: 1}, pool=2)
    play(wished.stock(1).game(), BuyShares("player-1", "C&O", "pool"))


@pytest.mark.rule("1830-10-04")
def test_no_route_runs_through_a_city_full_of_others() -> None:
    wished = (
        position()
        .phase("3")
        .float("PRR", price=76, shares={1: 6}, trains=["3"])
        .float("NYC", price=71, shares={2: 6}, home=False)
        .tile("H10", "57", 1)
        .tile("H8", "9", 1)
        .tile("H6", "9", 1)
        .tile("H4", "57", 1)
    )
    track = ("H12:s0-1", "H10:4-s0", "H10:s0-1", "H8:4-1", "H6:4-1", "H4:4-s0")
    run = RunRoutes("player-1", "PRR", (TrainRun("3", track),))
    assert codes(wished.operating("PRR", "routes", set_number=2).game().check(run)) == ()
    blocked = wished.token("NYC", "H10").operating("PRR", "routes", set_number=2).game()
    assert codes(blocked.check(run)) == ("route.runs_through_blocked",)
