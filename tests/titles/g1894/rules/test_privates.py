"""1894: powers, incomes and sale of private companies."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import (
    BuyMarker,
    BuyOwnedPrivate,
    BuyTrain,
    DeclareDividend,
    LayPowerTile,
    LayTile,
    Pass,
    PlacePowerToken,
    PlaceToken,
    Respond,
)
from open18xx.engine.context import Context
from open18xx.rules.limits import certificate_count
from open18xx.rules.privates import private_revenue
from open18xx.rules.running import best_routes

from tests.support.positions import Position, codes, events, holdings, offered, offers_of, play, refused
from tests.titles.g1894.rules.helpers import finish_turn, go_to, of_kind, p


def est(context: Context, phase: str = "Green", cash: int = 500) -> Position:
    """Est with track from Reims to the hex before I14."""
    return (
        Position(context, 4)
        .phase(phase)
        .float("Est", 1, 100, shares={1: 6}, cash=cash)
        .float("Nord", 2, 67, shares={2: 6}, cash=300)
        .tile("I12", "9", 1)
    )


# -- major shareholdings ------------------------------------------------------------------------------


def with_major(context: Context, train: bool = True) -> Position:
    return (
        Position(context, 4)
        .phase("Green")
        .float("Nord", 1, 100, shares={1: 4, 2: 4}, cash=500, turns=0, home=False)
        .float("Belge", 2, 95, shares={2: 6}, cash=500, trains=["2"])
        .private("NMS", 1)
        .private("BMS", 2)
    )


@pytest.mark.rule("1894-PRV-05")
def test_a_major_shareholding_closes_after_the_first_dividend_step(context: Context) -> None:
    """Nord runs nothing in its first turn: NMS closes all the same, before trains are bought."""
    game = with_major(context).operating().game()
    assert [(f["private"], f["amount"]) for t in game.turns for f in events(t, "private_paid")] == []
    assert game.view.operating == "Nord"
    assert game.state.privates["NMS"] == p(1)
    go_to(game, "trains")
    assert game.state.privates["NMS"] == "closed"
    closed = [f for turn in game.turns for f in events(turn, "private_closed")]
    assert [(f["private"], f["cause"]) for f in closed] == [("NMS", "operation")]
    assert game.state.privates["BMS"] == p(2), "Belge operates later"


@pytest.mark.rule("1894-PRV-05", "1894-PRV-35", "1894-OR-03")
def test_it_pays_once_before(context: Context) -> None:
    game = with_major(context).stock(1).game()
    play(game, *(Pass(p(seat)) for seat in (1, 2, 3)))
    money = [game.view.cash(p(seat)) for seat in (1, 2)]
    play(game, Pass(p(4)))
    assert [game.view.cash(p(seat)) for seat in (1, 2)] == [money[0] + 40, money[1] + 60]
    assert game.view.operating == "Nord"


@pytest.mark.rule("1894-PRV-06")
def test_it_stays_with_its_buyer(context: Context) -> None:
    """Ben, not Ann, is president of Nord; NMS is still Ann's, and it still closes with Nord's first turn."""
    game = (
        Position(context, 4)
        .phase("Green")
        .float("Nord", 2, 100, shares={2: 5, 1: 3}, cash=500, turns=0, home=False)
        .private("NMS", 1)
        .operating()
        .game()
    )
    assert game.state.privates["NMS"] == p(1)
    go_to(game, "trains")
    assert game.state.privates["NMS"] == "closed"


@pytest.mark.rule("1894-PRV-04")
def test_it_is_never_sold_to_a_corporation(context: Context) -> None:
    game = with_major(context).operating("Belge", "track").game()
    refused(game, BuyOwnedPrivate(p(2), "NMS", 180, "Belge"), "private.not_for_sale")
    refused(game, BuyOwnedPrivate(p(2), "BMS", 200, "Belge"), "private.not_for_sale")


# -- LRC ---------------------------------------------------------------------------------------------


@pytest.mark.rule("1894-PRV-10")
def test_the_hex_of_lrc_is_kept_free_while_a_player_owns_it(context: Context) -> None:
    for owner, blocked in ((2, True), ("Nord", False), ("closed", False)):
        game = est(context).private("LRC", owner).operating("Est", "track").game()
        lays = of_kind(offers_of(game, LayTile), hex="I14")
        assert bool(lays) != blocked
        if blocked:
            refused(game, LayTile(p(1), "Est", "I14", "8", 1), "track.blocked")


@pytest.mark.rule("1894-PRV-11", "1894-PRV-14", "1894-PRV-15", "1894-PRV-13")
def test_lrc_lays_a_third_tile_once(context: Context) -> None:
    game = est(context).private("LRC", "Est").operating("Est", "track").game()
    refused(game, LayPowerTile(p(1), "LRC", "E4", "8", 0), "track.not_on_route")
    refused(game, LayPowerTile(p(1), "LRC", "I12", "26", 1), "power.tile")
    first = of_kind(offers_of(game, LayTile), hex="I14")[0]
    play(game, first)
    second = of_kind(offers_of(game, LayTile), hex="H9")[0]
    play(game, second)
    assert game.step_name() == "track", "the power holds the step open"
    refused(game, LayTile(p(1), "Est", "H11", "8", 0), "track.allowance")
    third = of_kind(offers_of(game, LayPowerTile), hex="H11")[0]
    cash = game.view.cash("Est")
    turn = play(game, third)
    assert game.view.cash("Est") == cash - 60 - 40
    assert events(turn, "power_tile_laid")[0]["cost"] == 100
    assert game.step_name() != "track"
    assert private_revenue(game.view, "LRC") == 5
    assert game.state.privates["LRC"] == "Est"
    finish_turn(game)
    again = est(context).private("LRC", "Est").operating("Est", "track").game()
    assert offers_of(again, LayPowerTile)


@pytest.mark.rule("1894-PRV-11")
def test_lrc_is_used_up(context: Context) -> None:
    game = est(context).private("LRC", "Est").operating("Est", "track").game()
    action = of_kind(offers_of(game, LayPowerTile), hex="H11")[0]
    play(game, action)
    assert not offers_of(game, LayPowerTile)
    refused(game, LayPowerTile(p(1), "LRC", "I14", "8", 1), "power.used_up")


@pytest.mark.rule("1894-PRV-12", "1894-PRV-11")
def test_lrc_costs_money_besides_the_hex(context: Context) -> None:
    game = est(context, cash=99).private("LRC", "Est").operating("Est", "track").game()
    action = LayPowerTile(p(1), "LRC", "H11", "8", 0)
    assert codes(game.check(action)) == ("track.too_dear",)
    plain = of_kind(offers_of(game, LayPowerTile), hex="I14")[0]
    play(game, plain)
    assert game.view.cash("Est") == 39


@pytest.mark.rule("1894-PRV-14")
def test_lrc_before_the_track_step_and_not_behind_it(context: Context) -> None:
    position = est(context).private("LRC", "Est")
    position.float("Ouest", 3, 80, shares={3: 6}, pool=2, cash=500)
    game = est(context).private("LRC", "Est").operating("Est", "trains").game()
    action = LayPowerTile(p(1), "LRC", "I14", "8", 1)
    assert codes(game.check(action)) == ("power.moment",)
    early = (
        Position(context, 4)
        .phase("Green")
        .float("Est", 1, 100, shares={1: 6}, pool=2, cash=500)
        .tile("I12", "9", 1)
        .private("LRC", "Est")
        .operating("Est", "redemption")
        .game()
    )
    assert early.step_name() == "redemption"
    play(early, of_kind(offers_of(early, LayPowerTile), hex="I14")[0])
    assert early.step_name() == "redemption"


@pytest.mark.rule("1894-PRV-11", "1894-PRV-25")
def test_powers_belong_to_corporations(context: Context) -> None:
    game = est(context).private("LRC", 1).private("LS", 1).operating("Est", "track").game()
    assert not offers_of(game, LayPowerTile)
    assert codes(game.check(LayPowerTile(p(1), "LRC", "H11", "8", 0))) == ("power.owner",)
    assert codes(game.check(PlacePowerToken(p(1), "Est", "LS", "A12", 0))) == ("power.owner",)
    assert codes(game.check(PlacePowerToken(p(1), "Est", "AR", "A12", 0))) == ("power.none",)


# -- incomes -----------------------------------------------------------------------------------------


@pytest.mark.rule("1894-PRV-16", "1894-PRV-35")
@pytest.mark.parametrize(("owner", "income"), [(2, 5), ("Est", 10)])
def test_income_of_ar(context: Context, owner: int | str, income: int) -> None:
    game = est(context).private("AR", owner).stock(1).game()
    name = p(owner) if isinstance(owner, int) else owner
    play(game, *(Pass(p(seat)) for seat in (1, 2, 3)))
    money = game.view.cash(name)
    play(game, Pass(p(4)))
    assert game.view.cash(name) == money + income


@pytest.mark.rule("1894-PRV-23")
@pytest.mark.parametrize(
    ("before", "after", "income", "told"),
    [(None, "57", 0, False), ("57", "14", 70, True), ("14", "X16", 100, True)],
)
def test_income_of_sqg_follows_its_hex(
    context: Context, before: str | None, after: str, income: int, told: bool
) -> None:
    position = (
        Position(context, 4)
        .phase("Brown")
        .float("Est", 1, 100, shares={1: 6}, cash=500)
        .token("Est", "G10")
        .private("SQG", 2)
    )
    if before is not None:
        position.tile("G10", before, 0)
    game = position.operating("Est", "track").game()
    turn = play(game, of_kind(offers_of(game, LayTile), hex="G10", tile=after)[0])
    assert private_revenue(game.view, "SQG") == income
    assert bool(events(turn, "revenue_changed")) == told


@pytest.mark.rule("1894-PRV-24", "1894-PRV-36", "1894-PH-06")
def test_what_closes_private_companies(context: Context) -> None:
    game = (
        Position(context, 4)
        .phase("Brown")
        .supply("5+1", 0)
        .float("Nord", 1, 100, shares={1: 6}, cash=3000)
        .private("LRC", 1)
        .private("AR", "Nord")
        .private("SQG", 2)
        .private("LS", 3)
        .operating("Nord", "trains")
        .game()
    )
    play(game, BuyTrain(p(1), "Nord", "6", "bank", 600))
    assert game.state.phase == "Red"
    owners = game.state.privates
    assert {name for name, owner in owners.items() if owner != "closed"} == {"SQG"}
    assert "private_closed" in {event.kind for event in game.turns[-1].events}


@pytest.mark.rule("1894-PRV-24", "1894-PH-08")
def test_the_first_diesel_closes_sqg(context: Context) -> None:
    game = (
        Position(context, 4)
        .phase("Gray")
        .supply("7", 0)
        .float("Nord", 1, 100, shares={1: 6}, cash=3000)
        .private("SQG", 2)
        .operating("Nord", "trains")
        .game()
    )
    play(game, BuyTrain(p(1), "Nord", "D", "bank", 800))
    assert game.state.privates["SQG"] == "closed"


# -- GLG and SAC -------------------------------------------------------------------------------------


@pytest.mark.rule("1894-PRV-17")
@pytest.mark.parametrize(("private", "hex_id", "other"), [("GLG", "H17", "D17"), ("SAC", "D17", "H17")])
def test_their_hexes_are_kept_free(context: Context, private: str, hex_id: str, other: str) -> None:
    def lays(owner: int | str) -> set[str]:
        game = (
            Position(context, 4)
            .phase("Green")
            .float("Belge", 1, 100, shares={1: 6}, cash=500)
            .token("Belge", "G18")
            .tile("E16", "57", 0)
            .private(private, owner)
            .operating("Belge", "track")
        ).game()
        return {a.hex for a in offers_of(game, LayTile) if isinstance(a, LayTile)}

    assert {hex_id, other} <= lays("closed")
    assert hex_id not in lays(2)
    assert other in lays(2)
    assert hex_id in lays("Belge")


def ouest(context: Context, phase: str = "Green") -> Position:
    """Ouest, far away from Liège, owns GLG."""
    return (
        Position(context, 4)
        .phase(phase)
        .float("Ouest", 1, 100, shares={1: 6}, cash=500)
        .private("GLG", "Ouest")
    )


@pytest.mark.rule("1894-PRV-18", "1894-PRV-19", "1894-PRV-20", "1894-PRV-21", "1894-PRV-22")
def test_glg_lays_far_away_and_brings_a_station(context: Context) -> None:
    game = ouest(context).operating("Ouest", "track").game()
    refused(game, LayTile(p(1), "Ouest", "H17", "57", 0), "track.not_on_route")
    refused(game, LayPowerTile(p(1), "GLG", "H17", "14", 2), "track.wrong_place")
    refused(game, LayPowerTile(p(1), "GLG", "D17", "57", 0), "power.hex")
    play(game, of_kind(offers_of(game, LayPowerTile), tile="57")[0])
    assert game.step_name() == "power_token"
    refused(game, PlaceToken(p(1), "Ouest", "B3", 0), "power.other")
    cash = game.view.cash("Ouest")
    turn = play(game, PlaceToken(p(1), "Ouest", "H17", 0))
    assert events(turn, "power_token_placed")[0]["hex"] == "H17"
    assert game.view.cash("Ouest") == cash
    assert game.step_name() == "track", "one yellow tile or upgrade is left"
    assert game.state.round.turn.lays == (("H17", "lay"),)
    play(game, Pass(p(1)))
    assert game.step_name() != "token"
    assert game.state.privates["GLG"] == "Ouest"
    assert private_revenue(game.view, "GLG") == 10
    assert game.state.powers_used["GLG"] == 1


@pytest.mark.rule("1894-PRV-18", "1894-PRV-20", "1894-PRV-22")
def test_glg_replaces_the_yellow_tile_and_the_station_may_be_declined(context: Context) -> None:
    game = ouest(context).tile("H17", "57", 1).operating("Ouest", "track").game()
    action = of_kind(offers_of(game, LayPowerTile), tile="619")[0]
    play(game, action, Pass(p(1)))
    assert game.state.round.turn.lays == (("H17", "upgrade"),)
    assert "H17" not in game.state.tokens
    assert not offers_of(game, LayPowerTile)
    lays = {a.tile for a in offers_of(game, LayTile) if isinstance(a, LayTile)}
    assert lays <= {"57", "7", "8", "9", "X1", "X2", "X3"}, "the upgrade of the turn is made"


@pytest.mark.rule("1894-PRV-19")
def test_glg_needs_a_track_action_and_the_phase(context: Context) -> None:
    yellow = ouest(context, "Yellow").tile("H17", "57", 1).operating("Ouest", "track").game()
    assert codes(yellow.check(LayPowerTile(p(1), "GLG", "H17", "619", 0)))[0] == "track.colour"
    game = ouest(context).tile("H17", "57", 1).operating("Ouest", "track", lays=[("B3", "upgrade")]).game()
    found = codes(game.check(of_kind([LayPowerTile(p(1), "GLG", "H17", "619", 1)])[0]))
    assert found == ("track.allowance",)


# -- LS ----------------------------------------------------------------------------------------------


def ag(context: Context, phase: str = "Brown") -> Position:
    """AG owns LS; Dunkerque is joined to London."""
    return (
        Position(context, 4)
        .phase(phase)
        .float("AG", 1, 100, shares={1: 6}, cash=500)
        .token("AG", "B11")
        .tile("B11", "57", 5)
        .tile("B9", "57", 0)
        .private("LS", "AG")
    )


@pytest.mark.rule("1894-PRV-25", "1894-PRV-26")
def test_ls_places_the_next_station_at_any_moment(context: Context) -> None:
    game = ag(context).train("AG", "4").operating("AG", "token").game()
    cash = game.view.cash("AG")
    left = game.state.corporations["AG"].tokens_left
    play(game, PlacePowerToken(p(1), "AG", "LS", "A12", 0))
    assert game.view.cash("AG") == cash
    assert game.state.corporations["AG"].tokens_left == left - 1
    assert game.state.tokens["A12"] == (("AG",),)
    assert game.state.round.turn.tokens == 0
    assert not offers_of(game, PlacePowerToken)
    for step in ("track", "trains", "privates"):
        assert offers_of(ag(context).train("AG", "4").operating("AG", step).game(), PlacePowerToken), step


@pytest.mark.rule("1894-PRV-26", "1894-COR-06")
def test_the_station_of_ls_counts_in_the_order_of_prices(context: Context) -> None:
    """Home and one for 40 F are placed; the one on A12 is free; the next one costs 100 F."""
    game = ag(context).tile("D15", "57", 2).tile("E16", "14", 2).operating("AG", "token").game()
    play(game, PlacePowerToken(p(1), "AG", "LS", "A12", 0))
    cash = game.view.cash("AG")
    token = of_kind(offers_of(game, PlaceToken))[0]
    play(game, token)
    assert game.view.cash("AG") == cash - 100


@pytest.mark.rule("1894-PRV-27", "1894-LON-04")
@pytest.mark.parametrize(("owner", "price"), [("AG", 40), (1, 80), ("closed", 80)])
def test_a_ferry_is_cheaper_with_ls(context: Context, owner: int | str, price: int) -> None:
    game = ag(context).private("LS", owner).operating("AG", "track").game()
    cash = game.view.cash("AG")
    turn = play(game, BuyMarker(p(1), "AG", "ferry"))
    assert game.view.cash("AG") == cash - price
    assert events(turn, "marker_bought")[0]["cost"] == price


@pytest.mark.rule("1894-PRV-28", "1894-PRV-29", "1894-LON-07")
@pytest.mark.parametrize(
    ("phase", "token", "open_", "value"),
    [
        ("Brown", True, True, 140),
        ("Brown", False, True, 120),
        ("Red", True, False, 140),
        ("Green", True, True, 90),
    ],
)
def test_the_london_bonus(context: Context, phase: str, token: bool, open_: bool, value: int) -> None:
    """Calais 20, London, Dunkerque 20, and the best of them once more for the station on A12."""
    position = ag(context, phase).marker("ferry", "AG").train("AG", "3" if phase == "Green" else "4")
    position.private("LS", "AG" if open_ else "closed")
    if token:
        position.token("AG", "A12")
    game = position.operating("AG", "routes").game()
    assert best_routes(game.view, "AG").value == value


@pytest.mark.rule("1894-PRV-29")
def test_without_ls_nobody_uses_a12(context: Context) -> None:
    game = ag(context, "Red").private("LS", "closed").operating("AG", "track").game()
    assert codes(game.check(PlacePowerToken(p(1), "AG", "LS", "A12", 0))) == ("power.owner",)
    token = ag(context, "Red").private("LS", "closed").operating("AG", "token").game()
    assert not of_kind(offers_of(token, PlaceToken), hex="A12")


# -- sale to corporations ----------------------------------------------------------------------------


@pytest.mark.rule("1894-PRV-30", "1894-PH-03", "1894-PH-06")
@pytest.mark.parametrize(
    ("phase", "allowed"),
    [("Yellow", False), ("Green", True), ("Blue", True), ("Brown", True), ("Red", False), ("Purple", False)],
)
def test_phases_of_the_sale(context: Context, phase: str, allowed: bool) -> None:
    game = est(context, phase).private("SQG", 1).operating("Est", "track").game()
    action = BuyOwnedPrivate(p(1), "SQG", 70, "Est")
    assert codes(game.check(action)) == (() if allowed else ("private.phase",))
    assert offered(game, action) == allowed


@pytest.mark.rule("1894-PRV-31", "1894-PRV-32")
@pytest.mark.parametrize(
    ("private", "least", "most"),
    [
        ("LRC", 10, 40),
        ("AR", 13, 50),
        ("GLG", 25, 100),
        ("SQG", 35, 140),
        ("LS", 45, 180),
        ("NMinorS", 70, 280),
    ],
)
def test_prices_of_the_sale(context: Context, private: str, least: int, most: int) -> None:
    game = est(context).private(private, 1).operating("Est", "track").game()
    for price in (least, most):
        assert offered(game, BuyOwnedPrivate(p(1), private, price, "Est"))
    for price in (least - 1, most + 1):
        refused(game, BuyOwnedPrivate(p(1), private, price, "Est"), "private.price")


@pytest.mark.rule("1894-PRV-33", "1894-PRV-34", "1894-PRV-09")
def test_a_corporation_buys_several_from_players_who_agree(context: Context) -> None:
    game = (
        est(context)
        .given("Belge", 2)
        .private("NMinorS", 2)
        .private("SQG", 1)
        .operating("Est", "trains")
        .game()
    )
    share = holdings(game, "Belge")
    play(game, BuyOwnedPrivate(p(1), "SQG", 140, "Est"))
    assert (game.view.cash("Est"), game.state.privates["SQG"]) == (360, "Est")
    play(game, BuyOwnedPrivate(p(1), "NMinorS", 100, "Est"))
    assert game.actor() == p(2), "the owner is asked"
    play(game, Respond(p(2), True))
    assert (game.view.cash("Est"), game.state.privates["NMinorS"]) == (260, "Est")
    assert holdings(game, "Belge") == share
    refused(game, BuyOwnedPrivate(p(1), "SQG", 70, "Est"), "private.no_seller")
    other = est(context).private("SQG", "Est").operating("Nord", "track").game()
    refused(other, BuyOwnedPrivate(p(2), "SQG", 70, "Nord"), "private.no_seller")


@pytest.mark.rule("1894-PRV-33")
def test_an_owner_may_refuse(context: Context) -> None:
    game = est(context).private("SQG", 2).operating("Est", "track").game()
    play(game, BuyOwnedPrivate(p(1), "SQG", 70, "Est"), Respond(p(2), False))
    assert game.state.privates["SQG"] == p(2)
    assert codes(game.check(BuyOwnedPrivate(p(1), "SQG", 70, "Est"))) == ("consent.declined",)
    assert offered(game, BuyOwnedPrivate(p(1), "SQG", 71, "Est"))


@pytest.mark.rule("1894-PRV-33")
def test_the_last_chance_is_behind_the_trains(context: Context) -> None:
    game = est(context).private("SQG", 1).operating("Est", "privates").game()
    assert game.step_name() == "privates"
    play(game, BuyOwnedPrivate(p(1), "SQG", 70, "Est"))
    too_dear = est(context, cash=34).private("SQG", 1).operating("Est", "track").game()
    assert codes(too_dear.check(BuyOwnedPrivate(p(1), "SQG", 35, "Est"))) == ("private.too_dear",)


@pytest.mark.rule("1894-PRV-30")
def test_players_do_not_trade_private_companies(context: Context) -> None:
    game = est(context).private("SQG", 2).stock(1).game()
    refused(game, BuyOwnedPrivate(p(1), "SQG", 70), "private.phase")
    refused(game, BuyOwnedPrivate(p(1), "SQG", 70, "Est"), "private.operating_turn")
    operating = est(context).private("SQG", 2).operating("Est", "track").game()
    refused(operating, BuyOwnedPrivate(p(1), "SQG", 70), "turn.other_corporation")


@pytest.mark.rule("1894-PRV-37")
def test_private_companies_are_certificates(context: Context) -> None:
    game = est(context).private("SQG", 1).private("LS", 1).private("AR", "Est").stock(1).game()
    assert certificate_count(game.view, p(1)) == 5 + 2


@pytest.mark.rule("1894-PRV-22", "1894-PRV-15")
def test_incomes_go_on_after_use(context: Context) -> None:
    game = ouest(context).private("LRC", "Ouest").stock(1).game()
    play(game, *(Pass(p(seat)) for seat in (1, 2, 3)))
    cash = game.view.cash("Ouest")
    play(game, Pass(p(4)))
    assert game.view.cash("Ouest") == cash + 15


def test_no_dividend_step_for_others(context: Context) -> None:
    game = ag(context).operating("AG", "track").game()
    refused(game, DeclareDividend(p(1), "AG", "full"), "turn.not_now")
