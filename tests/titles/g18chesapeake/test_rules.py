"""18Chesapeake: what it has that 1889 has not."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import (
    Bid,
    BuyOwnedPrivate,
    BuyPrivate,
    BuyShares,
    BuyTrain,
    DiscardTrain,
    LayPowerTile,
    LayTile,
    Pass,
    PlaceToken,
    RunRoutes,
    SetStartPrice,
    StartCorporation,
    TrainRun,
)
from open18xx.engine.game import Game
from open18xx.rules.privates import closing_corporation

from tests.support.contexts import loaded
from tests.support.positions import Position, codes, events, offered, offers_of, play

CONTEXT = loaded("18Chesapeake")


def game(players: int = 3, seed: int = 1) -> Game:
    return Game(CONTEXT, ["Ann", "Ben", "Cid", "Dora"][:players], seed=seed, shuffle=False)


def position(players: int = 3) -> Position:
    return Position(CONTEXT, players)


@pytest.mark.rule("18Chesapeake-1-06")
@pytest.mark.parametrize(("seed", "drawn"), [(14377, "C&A"), (1905, "C&A"), (22383, "C&O")])
def test_the_seed_draws_the_corporation_of_the_dearest_company(seed: int, drawn: str) -> None:
    assert game(seed=seed).state.granted == {"CV": drawn}


@pytest.mark.rule("18Chesapeake-2-13")
def test_the_buyer_of_the_dearest_company_sets_a_start_value_at_once() -> None:
    start = game(seed=22383)
    for number, private in enumerate(("D&R", "C-P", "B&S", "C&OC", "B&OR", "CV")):
        play(start, BuyPrivate(f"player-{number % 3 + 1}", private))
    assert start.view.percent("B&O", "player-2") == 10
    assert start.step_name() == "start_price"
    assert codes(start.check(SetStartPrice("player-3", "PRR", 80))) == ("start_price.other",)
    play(start, SetStartPrice("player-3", "C&O", 80))
    assert start.view.president("C&O") == "player-3"
    assert (start.actor(), start.state.round.kind) == ("player-1", "stock")


@pytest.mark.rule("18Chesapeake-2-06")
def test_only_highest_bids_tie_money_up() -> None:
    start = game()
    play(start, Bid("player-1", "C-P", 745), Bid("player-2", "C-P", 750), Pass("player-3"))
    play(start, Bid("player-1", "B&S", 800))


@pytest.mark.rule("18Chesapeake-2-04")
def test_bids_rise_in_steps_of_five() -> None:
    assert codes(game().check(Bid("player-1", "C-P", 47))) == ("auction.step",)


@pytest.mark.rule("18Chesapeake-2-11", "18Chesapeake-2-12")
def test_passing_after_a_sale_pays_and_exports_a_train() -> None:
    start = game()
    play(start, BuyPrivate("player-1", "D&R"))
    play(start, Pass("player-2"), Pass("player-3"))
    turn = play(start, Pass("player-1"))
    assert start.view.cash("player-1") == 785
    assert [fact["train"] for fact in events(turn, "train_exported")] == ["2"]
    assert start.state.supply["2"] == 6


@pytest.mark.rule("18Chesapeake-1-07", "18Chesapeake-4-19")
def test_two_players_have_larger_presidencies_but_for_the_drawn_one() -> None:
    start = game(2, seed=22383)
    assert start.view.structure("PRR").certificates == (3, 1, 1, 1, 1, 1, 1, 1)
    assert start.view.structure("C&O").certificates == (2, 1, 1, 1, 1, 1, 1, 1, 1)


@pytest.mark.rule("18Chesapeake-4-20")
def test_with_two_players_the_rest_goes_to_the_pool_and_shares_leave_it() -> None:
    start = position(2).start("PRR", price=80, shares={1: 5}).stock(1).game()
    assert offered(start, BuyShares("player-1", "PRR", "ipo"))
    play(start, BuyShares("player-1", "PRR", "ipo"))
    assert start.view.record("PRR").floated
    assert (start.view.unsold("PRR"), start.view.pooled("PRR")) == (0, 4)
    turn = play(start, BuyShares("player-2", "PRR", "pool"))
    assert start.view.pooled("PRR") == 2
    assert start.view.percent("PRR", "player-2") == 10
    assert events(turn, "share_removed")


@pytest.mark.rule("18Chesapeake-4-20")
def test_the_presidents_purchase_takes_no_share_away() -> None:
    start = position(2).float("PRR", price=80, shares={1: 3, 2: 2}, pool=5).stock(1).game()
    play(start, BuyShares("player-1", "PRR", "pool"))
    assert start.view.pooled("PRR") == 4


@pytest.mark.rule("18Chesapeake-1-07")
def test_a_presidency_of_thirty_percent_costs_three_shares() -> None:
    start = position(2).stock(1).game()
    cash = start.view.cash("player-1")
    play(start, StartCorporation("player-1", "PRR", 80))
    assert cash - start.view.cash("player-1") == 240


@pytest.mark.rule("18Chesapeake-4-02")
def test_a_purchase_ends_the_turn() -> None:
    start = position().float("PRR", price=80, shares={1: 3, 2: 3}).stock(1).game()
    play(start, BuyShares("player-1", "PRR", "ipo"))
    assert start.actor() == "player-2"


# -- powers --------------------------------------------------------------------------------------------


def operating(private: str, corporation: str = "SRR", phase: str = "3") -> Game:
    return (
        position()
        .phase(phase)
        .float(corporation, president=1, price=80, shares={1: 6}, cash=300)
        .private(private, corporation)
        .operating(corporation, set_number=2)
        .game()
    )


@pytest.mark.rule("18Chesapeake-3-16")
def test_two_tiles_are_laid_together_and_joined() -> None:
    start = operating("C-P")
    lays = [a for a in offers_of(start, "lay_power_tile") if isinstance(a, LayPowerTile)]
    assert {lay.hex for lay in lays} == {"H2", "I3"}
    first = next(lay for lay in lays if lay.hex == "H2")
    play(start, first)
    assert start.step_name() == "power_lay"
    seconds = offers_of(start, "lay_power_tile")
    assert seconds and all(isinstance(a, LayPowerTile) and a.hex == "I3" for a in seconds)
    assert codes(start.check(Pass("player-1"))) == ("power.together",)
    play(start, seconds[0])
    assert start.step_name() == "track"
    assert start.state.round.turn.lays == ()
    assert not offers_of(start, "lay_power_tile")


@pytest.mark.rule("18Chesapeake-3-17")
def test_the_power_is_lost_with_a_tile_on_one_of_the_hexes() -> None:
    start = (
        position()
        .phase("3")
        .float("SRR", president=1, price=80, shares={1: 6}, cash=300)
        .private("C-P", "SRR")
        .tile("H2", "8", 0)
        .operating("SRR", set_number=2)
        .game()
    )
    assert not offers_of(start, "lay_power_tile")
    assert codes(start.check(LayPowerTile("player-1", "C-P", "I3", "8", 0))) == ("power.lost",)


@pytest.mark.rule("18Chesapeake-3-18")
def test_the_canal_is_the_lay_of_the_turn_and_brings_a_token() -> None:
    start = operating("C&OC")
    lay = next(a for a in offers_of(start, "lay_power_tile") if isinstance(a, LayPowerTile))
    play(start, lay)
    assert start.view.cash("SRR") == 220
    assert start.step_name() == "power_token"
    assert {type(offer.action) for offer in start.legal_actions()} == {PlaceToken, Pass}
    play(start, PlaceToken("player-1", "SRR", "D2", 0))
    assert start.state.tokens["D2"] == (("SRR",),)
    assert start.view.cash("SRR") == 220
    assert start.step_name() not in ("track", "token")


@pytest.mark.rule("18Chesapeake-3-18")
def test_the_token_of_the_canal_can_be_declined() -> None:
    start = operating("C&OC")
    lay = next(a for a in offers_of(start, "lay_power_tile") if isinstance(a, LayPowerTile))
    play(start, lay, Pass("player-1"))
    assert "D2" not in start.state.tokens


@pytest.mark.rule("18Chesapeake-3-18", "18Chesapeake-8-01")
def test_the_canal_needs_the_lay_of_the_turn() -> None:
    start = operating("C&OC")
    lay = next(a for a in offers_of(start, "lay_tile") if isinstance(a, LayTile))
    play(start, lay)
    assert not offers_of(start, "lay_power_tile")


@pytest.mark.rule("18Chesapeake-3-19")
def test_the_dearest_company_closes_with_the_first_train_of_its_corporation() -> None:
    assert closing_corporation(game(seed=22383).view, "CV") == "C&O"
    assert closing_corporation(game(seed=14377).view, "CV") == "C&A"
    assert closing_corporation(game(seed=14377).view, "B&OR") is None


# -- trains --------------------------------------------------------------------------------------------


@pytest.mark.rule("18Chesapeake-6-07")
def test_a_train_is_exported_at_the_end_of_a_set() -> None:
    start = (
        position()
        .phase("3")
        .supply("3", 0)
        .float("PRR", president=1, price=80, shares={1: 6}, cash=0, trains=["3", "3"])
        .float("SRR", president=2, price=70, shares={2: 6}, cash=0, trains=["3", "3", "3", "3"])
        .operating("PRR", "privates", number=2, of=2, operated=["SRR"], set_number=2)
        .game()
    )
    assert start.state.phase == "4"
    assert start.state.round.kind == "stock"
    assert start.step_name() == "discard_train"
    assert start.actor() == "player-2"
    play(start, DiscardTrain("player-2", "SRR", "3"))
    assert start.step_name() == "stock"


@pytest.mark.rule("18Chesapeake-6-07")
def test_no_train_is_exported_from_the_5_trains_on() -> None:
    start = (
        position()
        .phase("5")
        .float("PRR", president=1, price=80, shares={1: 6}, cash=0, trains=["5"])
        .operating("PRR", "privates", number=3, of=3, set_number=2)
        .game()
    )
    assert start.state.round.kind == "stock"
    assert not events(start.turns[0], "train_exported")


@pytest.mark.rule("18Chesapeake-13-02")
def test_the_president_helps_with_a_train_of_another_corporation_up_to_its_face_value() -> None:
    start = (
        position()
        .float("SRR", president=1, price=80, shares={1: 6}, cash=0)
        .float("PRR", president=1, price=70, shares={1: 2, 2: 1}, trains=["2", "2"])
        .tile("H4", "57", 0)
        .tile("H6", "X3", 0)
        .phase("3")
        .cash(1, 300)
        .operating("SRR", "trains", set_number=2)
        .game()
    )
    dear, fair = BuyTrain("player-1", "SRR", "2", "PRR", 81), BuyTrain("player-1", "SRR", "2", "PRR", 80)
    assert codes(start.check(dear)) == ("train.own_money_only",)
    play(start, fair)
    assert start.view.cash("player-1") == 220
    assert start.view.cash("PRR") == 80


@pytest.mark.rule("18Chesapeake-3-07")
def test_the_dearest_company_is_not_sold_to_corporations() -> None:
    game = (
        position()
        .phase("3")
        .float("PRR", president=1, price=80, shares={1: 6}, cash=500)
        .private("CV", 2)
        .operating("PRR", set_number=2)
        .game()
    )
    assert codes(game.check(BuyOwnedPrivate("player-1", "CV", 200, "PRR"))) == ("private.not_for_sale",)


@pytest.mark.rule("18Chesapeake-8-04")
def test_an_upgrade_adds_track_or_value() -> None:
    game = (
        position()
        .phase("3")
        .float("LV", president=1, price=80, shares={1: 6}, cash=500)
        .tile("J2", "57", 1)
        .tile("I3", "8", 4)
        .operating("LV", set_number=2)
        .game()
    )
    lays = [a for a in offers_of(game, "lay_tile") if isinstance(a, LayTile)]
    assert {a.tile for a in lays if a.hex == "J2"} == {"15"}  # 14 has a fourth side that leads nowhere
    assert "track.not_on_route" in codes(game.check(LayTile("player-1", "LV", "C7", "7", 0)))


@pytest.mark.rule("18Chesapeake-10-04")
def test_no_route_runs_through_a_city_full_of_others() -> None:
    wished = (
        position()
        .phase("3")
        .float("LV", president=1, price=80, shares={1: 6}, trains=["3"])
        .float("PRR", president=2, price=80, shares={2: 6}, home=False)
        .tile("J2", "57", 0)
        .tile("J4", "X3", 0)
        .tile("K5", "2", 0)
    )
    track = ("J2:s0-0", "J4:3-s1", "J4:s1-5", "K5:2-s1")
    run = RunRoutes("player-1", "LV", (TrainRun("3", track),))
    assert codes(wished.operating("LV", "routes", set_number=2).game().check(run)) == ()
    blocked = wished.token("PRR", "J4", 1).operating("LV", "routes", set_number=2).game()
    assert codes(blocked.check(run)) == ("route.runs_through_blocked",)
