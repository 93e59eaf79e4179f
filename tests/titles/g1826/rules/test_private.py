"""1826: private companies, their powers and their end (4.3, 4.7-09; 1826-A-37 to -40, -55, -64, -74)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from open18xx.actions.kinds import (
    BuyPrivate,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    Respond,
    SetStartPrice,
    UsePower,
)
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.running import stop_table
from open18xx.rules.trains import train_limit
from open18xx.state.game_state import CLOSED

from tests.support.contexts import loaded
from tests.support.positions import (
    Position,
    actor_of,
    events,
    holdings,
    offered,
    offers_of,
    play,
    record_of,
    refused,
)
from tests.titles.g1826.rules.mergers import BUYER, begin, eve_of, step

#: All cities of the map, with or without a tile.
CITIES = (
    "B12",
    "C11",
    "C13",
    "C15",
    "E5",
    "E15",
    "F12",
    "G9",
    "G19",
    "H6",
    "I1",
    "I7",
    "I13",
    "K17",
    "L14",
    "M3",
    "M13",
)


def turn_of(
    context: Context,
    corporation: str,
    name: str,
    private: str,
    *,
    owner: int = 1,
    seat: int = 1,
    cash: int = 0,
    phase: str = "4H",
    trains: tuple[str, ...] = ("4H",),
    turns: int = 1,
    structure: str | None = None,
) -> Position:
    """A corporation of the player in ``seat`` in its turn; the private belongs to ``owner``."""
    national = corporation in ("Etat", "SNCF")
    return (
        Position(context, 3)
        .phase(phase)
        .private(private, owner)
        .float(
            corporation,
            shares={seat: 5 if corporation == "Belge" or national else 3},
            price=100,
            trains=trains,
            cash=cash,
            turns=turns,
            structure=structure,
        )
        .operating(corporation, name, earnings=0)
    )


# -- owning ----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.3-01", "1826-4.3-02")
def test_private_companies_stay_with_their_buyer(context: Context) -> None:
    """They are bought from the bank in the initial round; no action hands them on to anybody."""
    game = turn_of(context, "Nord", "track", "Mail", owner=2, cash=500).game()
    refused(game, BuyPrivate("player-1", "Mail"), "turn.not_now")
    position = (
        Position(context, 3).phase("4H").private("Mail", 2).float("Nord", shares={1: 3}, price=100, turns=2)
    )
    game = position.train("Nord", "4H").stock(1).game()
    refused(game, BuyPrivate("player-1", "Mail"), "turn.not_now")
    game = Position(context, 3).private("Bridge", 2).auction(1).game()
    refused(game, BuyPrivate("player-1", "Bridge"), "auction.not_cheapest")
    for name in context.title.policies.operating.turn:
        game = turn_of(context, "Nord", name, "Mail", owner=2, cash=500).game()
        assert not [offer for offer in game.legal_actions() if "private" in offer.action.kind]


@pytest.mark.rule("1826-4.3-03", "1826-4.7-01")
def test_revenue_at_the_start_of_an_operating_round(context: Context) -> None:
    """Each open company pays its owner; closed and unsold ones pay nobody."""
    position = Position(context, 3).phase("2H").private("Bridge", 1).private("Mail", 2).private("Alsatian", 1)
    game = position.private("Algerian", "closed").stock(3, passes=2, first_passer=1).game()
    cash = {player: game.view.cash(player) for player in game.state.players}
    turn = play(game, Pass("player-3"))
    paid = [(facts["private"], facts["owner"], facts["amount"]) for facts in events(turn, "private_paid")]
    assert paid[:3] == [("Bridge", "player-1", 5), ("Mail", "player-2", 10), ("Alsatian", "player-1", 30)]
    assert game.view.cash("player-1") == cash["player-1"] + 35
    assert game.view.cash("player-2") == cash["player-2"] + 10
    assert game.view.cash("player-3") == cash["player-3"]


# -- whose consent ---------------------------------------------------------------------------------

USES = {
    "Bridge": ("track", LayTile("player-1", "Paris", "F8", "9", 2, "Bridge")),
    "Mail": ("token", UsePower("player-1", "Paris", "Mail", "L14")),
    "Algerian": ("trains", UsePower("player-1", "Paris", "Algerian")),
}


def use(context: Context, private: str, owner: int) -> Game:
    """Paris, of player 1, in the step of the power, with money for nothing but a train."""
    return turn_of(context, "Paris", USES[private][0], private, owner=owner, cash=39).game()


@pytest.mark.rule("1826-4.3-04", "1826-4.3-05")
@pytest.mark.parametrize("private", USES)
def test_the_owner_uses_it_for_his_own_corporation(context: Context, private: str) -> None:
    game = use(context, private, 1)
    turn = play(game, USES[private][1])
    assert game.state.privates[private] == CLOSED
    assert events(turn, "private_closed") == ({"private": private, "owner": "player-1", "cause": "power"},)


@pytest.mark.rule("1826-4.3-04", "1826-4.3-05")
@pytest.mark.parametrize("private", USES)
def test_owner_and_president_must_agree(context: Context, private: str) -> None:
    """Player 2 owns the company, player 1 presides over the corporation: nothing without both."""
    game = use(context, private, 2)
    play(game, USES[private][1])
    assert (game.actor(), game.step_name()) == ("player-2", "consent")
    assert game.state.privates[private] == "player-2", "nothing has happened yet"
    refused(game, Respond("player-1", True), "turn.not_yours")
    play(game, Respond("player-2", True))
    assert game.state.privates[private] == CLOSED


@pytest.mark.rule("1826-4.3-04")
@pytest.mark.parametrize("private", USES)
def test_without_consent_nothing_changes(context: Context, private: str) -> None:
    game = use(context, private, 2)
    before = game.state
    play(game, USES[private][1], Respond("player-2", False))
    assert game.state.privates[private] == "player-2"
    assert (game.state.tiles, game.state.markers, game.state.cash) == (
        before.tiles,
        before.markers,
        before.cash,
    )
    assert game.actor() == "player-1"
    refused(game, USES[private][1], "consent.declined")


@pytest.mark.rule("1826-4.3-04")
def test_a_player_cannot_use_it_in_the_turn_of_a_corporation_that_does_not_want(context: Context) -> None:
    """The president of the operating corporation is the one who acts."""
    game = use(context, "Algerian", 2)
    refused(game, UsePower("player-2", "Paris", "Algerian"), "turn.not_yours")


@pytest.mark.rule("1826-4.7-09")
@pytest.mark.parametrize("private", ["Mail", "Algerian"])
@pytest.mark.parametrize("name", ["track", "token", "dividend", "trains", "loan_repayment", "treasury_trade"])
def test_each_power_in_its_step(context: Context, private: str, name: str) -> None:
    position = turn_of(context, "Paris", name, private, cash=600).remember("loans", {"Paris": 1})
    game = position.operating("Paris", name, earnings=50).game()
    assert game.step_name() == name
    action = USES[private][1]
    if name == USES[private][0]:
        play(game, action)
    else:
        refused(game, action, "power.step")


@pytest.mark.rule("1826-4.3-04", "1826-4.3-05")
@pytest.mark.parametrize("private", ["Mail", "Algerian"])
@pytest.mark.parametrize("owner", ["bank", "closed"])
def test_a_company_out_of_play_has_no_power(context: Context, private: str, owner: str) -> None:
    game = (
        turn_of(context, "Paris", USES[private][0], "Bridge", owner=2, cash=600)
        .private(private, owner)
        .game()
    )
    refused(game, USES[private][1], "power.closed")


@pytest.mark.rule("1826-4.3-10", "1826-4.3-04")
@pytest.mark.parametrize("private", ["Belgian", "Parisian", "Alsatian", "Bridge", "nothing"])
def test_other_companies_have_no_power_of_that_kind(context: Context, private: str) -> None:
    game = turn_of(context, "Paris", "token", "Mail", cash=600).game()
    refused(game, UsePower("player-1", "Paris", private, "L14"), "power.none")


# -- Bridge ----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.3-13", "1826-4.7.1-04", "1826-4.10-17")
def test_bridge_frees_a_river_hex(context: Context) -> None:
    """As recorded: Paris, in its first turn, lays 9 on F8 free of charge, then pays F40 for a second tile."""
    game = turn_of(context, "Paris", "track", "Bridge", cash=40, turns=0, phase="2H", trains=()).game()
    turn = play(game, LayTile("player-1", "Paris", "F8", "9", 2, "Bridge"))
    assert events(turn, "tile_laid")[0]["cost"] == 0
    assert game.view.cash("Paris") == 40
    assert game.state.privates["Bridge"] == CLOSED
    refused(game, LayTile("player-1", "Paris", "E7", "58", 3, "Bridge"), "power.closed")
    play(game, LayTile("player-1", "Paris", "E7", "58", 3))
    assert game.view.cash("Paris") == 0


@pytest.mark.rule("1826-4.3-13")
def test_bridge_is_part_of_the_normal_allowance(context: Context) -> None:
    """Not the first turn: one tile, with Bridge or without."""
    game = turn_of(context, "Paris", "track", "Bridge", cash=500).game()
    play(game, LayTile("player-1", "Paris", "F8", "9", 2, "Bridge"))
    assert game.step_name() != "track"
    assert not offers_of(game, "lay_tile")
    game = (
        turn_of(context, "Paris", "track", "Bridge", cash=500).operating("Paris", lays=[("F6", "lay")]).game()
    )
    assert not offers_of(game, "lay_tile"), "after another tile Bridge gives no additional one"


@pytest.mark.rule("1826-4.3-13", "1826-4.10-17")
def test_without_bridge_the_river_must_be_paid(context: Context) -> None:
    game = turn_of(context, "Paris", "track", "Bridge", cash=39).game()
    refused(game, LayTile("player-1", "Paris", "F8", "9", 2), "track.too_dear")
    assert offered(game, LayTile("player-1", "Paris", "F8", "9", 2, "Bridge"))


@pytest.mark.rule("1826-4.3-13")
@pytest.mark.parametrize(
    ("hex_id", "tiles"),
    [
        pytest.param("D14", ("3", "4", "58"), id="mountain"),
        pytest.param("D12", ("3", "4", "58"), id="plain"),
        pytest.param("B12", ("14", "15", "619"), id="upgrade-on-a-river-hex"),
    ],
)
def test_bridge_serves_first_tiles_on_river_hexes_only(
    context: Context, hex_id: str, tiles: tuple[str, ...]
) -> None:
    """Belge in Brussels; Antwerp has its yellow tile already."""
    game = turn_of(context, "Belge", "track", "Bridge", cash=500).tile("B12", "57", 2).game()
    lays = [a for a in offers_of(game, "lay_tile") if a.hex == hex_id and a.tile in tiles]  # type: ignore[attr-defined]
    assert lays, "without Bridge such a lay is legal"
    for lay in lays:
        assert isinstance(lay, LayTile) and lay.private is None
        refused(game, replace(lay, private="Bridge"), "power.hex")


@pytest.mark.rule("1826-4.3-13")
def test_bridge_waives_nothing_but_the_money(context: Context) -> None:
    """F6 and I5 are out of reach; Antwerp is closed until Belge has operated."""
    game = turn_of(context, "Paris", "track", "Bridge", cash=500).game()
    for hex_id, tile, rotation, codes in (
        ("F6", "9", 1, ("track.not_on_route",)),
        ("I5", "9", 1, ("track.not_on_route",)),
    ):
        found = {
            refusal.code
            for refusal in game.check(LayTile("player-1", "Paris", hex_id, tile, rotation, "Bridge"))
        }
        plain = {refusal.code for refusal in game.check(LayTile("player-1", "Paris", hex_id, tile, rotation))}
        assert found == plain and found, codes
        assert not [a for a in offers_of(game, "lay_tile") if a.hex == hex_id]  # type: ignore[attr-defined]


# -- Mail ------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.3-14")
def test_mail_may_go_to_any_city(context: Context) -> None:
    """With or without a tile, connected or not, Paris and gray cities among them; no town, no off-map."""
    game = turn_of(context, "Paris", "token", "Mail").game()
    assert sorted(a.hex for a in offers_of(game, "use_power")) == sorted(CITIES)  # type: ignore[attr-defined]
    for hex_id in ("E7", "B8", "F8", "Z9"):
        refused(game, UsePower("player-1", "Paris", "Mail", hex_id), "power.hex")
    refused(game, UsePower("player-1", "Paris", "Mail"), "power.hex")


@pytest.mark.rule("1826-4.3-14", "1826-4.3-16", "1826-4.7.3-05", "1826-4.7.4-17")
@pytest.mark.parametrize(("hex_id", "stops"), [("I7", 1), ("G9", 6), ("L14", 1)])
def test_mail_raises_the_city_for_its_corporation_only(context: Context, hex_id: str, stops: int) -> None:
    position = turn_of(context, "Paris", "token", "Mail").float(
        "Nord", shares={2: 3}, price=90, trains=["4H"]
    )
    game = position.game()
    own, other = stop_table(game.view, "Paris"), stop_table(game.view, "Nord")
    play(game, UsePower("player-1", "Paris", "Mail", hex_id))
    raised = {
        place: value - own[place]
        for place, value in stop_table(game.view, "Paris").items()
        if value != own[place]
    }
    assert raised == {(hex_id, stop): 10 for stop in range(stops)}
    assert stop_table(game.view, "Nord") == other
    (marker,) = game.state.markers
    assert (marker.kind, marker.corporation, marker.hex, marker.amount) == ("city_bonus", "Paris", hex_id, 10)
    assert game.state.privates["Mail"] == CLOSED


@pytest.mark.rule("1826-4.3-14", "1826-4.7.4-17")
def test_every_run_to_the_city_earns_it(context: Context) -> None:
    """Paris to Le Havre: F90 without the bonus, F100 with it on Le Havre, in this turn already."""
    position = turn_of(context, "Paris", "token", "Mail").tile("F8", "8", 5).tile("F6", "8", 2)
    game = position.game()
    play(game, UsePower("player-1", "Paris", "Mail", "E5"))
    while game.step_name() != "routes":
        play(game, Pass("player-1"))
    turn = step_events(game)
    assert turn == 100


def step_events(game: Game) -> int:
    """Run the trains; what they earn."""
    before = len(game.turns)
    step(game)
    return int(
        next(e.facts["earnings"] for t in game.turns[before:] for e in t.events if e.kind == "routes_run")
    )  # type: ignore[call-overload]


@pytest.mark.rule("1826-4.3-15")
@pytest.mark.parametrize("mail_first", [True, False])
def test_mail_comes_in_addition_to_a_station_token(context: Context, mail_first: bool) -> None:
    position = turn_of(context, "Paris", "token", "Mail", cash=100, structure="five")
    game = position.tile("F8", "8", 5).tile("F6", "8", 2).game()
    token, mail = PlaceToken("player-1", "Paris", "E5", 0), UsePower("player-1", "Paris", "Mail", "E5")
    play(game, *([mail, token] if mail_first else [token, mail]))
    assert record_of(game, "Paris").tokens_left == 1
    assert game.state.markers[0].hex == "E5"
    assert game.step_name() != "token"


@pytest.mark.rule("1826-4.3-16")
def test_mail_cannot_be_moved(context: Context) -> None:
    game = turn_of(context, "Paris", "token", "Mail").game()
    play(game, UsePower("player-1", "Paris", "Mail", "E5"))
    assert game.step_name() == "token", "a station token could still be placed"
    refused(game, UsePower("player-1", "Paris", "Mail", "L14"), "power.closed")


# -- Algerian --------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.3-18", "1826-4.6-14", "1826-4.7.9-02")
@pytest.mark.parametrize(
    ("corporation", "phase", "structure", "limit"),
    [
        ("Paris", "4H", "five", 2),
        ("Paris", "4H", "ten", 4),
        ("Belge", "4H", None, 4),
        ("Paris", "6H", "five", 1),
        ("Nord", "6H", "ten", 3),
        ("Etat", "6H", None, 4),
    ],
)
def test_algerian_raises_the_limit_of_any_corporation_by_one(
    context: Context, corporation: str, phase: str, structure: str | None, limit: int
) -> None:
    game = turn_of(
        context,
        corporation,
        "trains",
        "Algerian",
        phase=phase,
        trains=(phase,),
        structure=structure,
        cash=400,
    ).game()
    assert train_limit(game.view, corporation) == limit
    play(game, UsePower("player-1", corporation, "Algerian"))
    assert train_limit(game.view, corporation) == limit + 1
    assert game.state.privates["Algerian"] == CLOSED


@pytest.mark.rule("1826-4.3-18", "1826-4.7.9-01")
def test_a_five_share_corporation_holds_three_trains_in_phase_4h(context: Context) -> None:
    """At its limit the step stays open for the power; then a third train can be bought."""
    game = turn_of(context, "Paris", "trains", "Algerian", trains=("2H", "4H"), cash=200).game()
    refused(game, BuyTrain("player-1", "Paris", "4H", "bank", 200), "train.limit")
    play(game, UsePower("player-1", "Paris", "Algerian"))
    play(game, BuyTrain("player-1", "Paris", "4H", "bank", 200))
    assert game.view.train_types("Paris") == ("2H", "4H", "4H")


@pytest.mark.rule("1826-4.3-19")
def test_the_token_stays_where_it_is(context: Context) -> None:
    game = turn_of(context, "Paris", "trains", "Algerian", cash=200).game()
    play(game, UsePower("player-1", "Paris", "Algerian"))
    refused(game, UsePower("player-1", "Paris", "Algerian"), "power.closed")
    position = turn_of(context, "Nord", "trains", "Mail", cash=200)
    position.marker("train_limit", "Paris", amount=1, expires_in="E", source="Algerian")
    game = position.float("Paris", shares={1: 3}, price=90, trains=["4H"]).game()
    refused(game, UsePower("player-1", "Nord", "Algerian"), "power.closed")
    assert (train_limit(game.view, "Nord"), train_limit(game.view, "Paris")) == (2, 3)


@pytest.mark.rule("1826-4.3-18")
def test_algerian_takes_no_hex(context: Context) -> None:
    game = turn_of(context, "Paris", "trains", "Algerian", cash=200).game()
    refused(game, UsePower("player-1", "Paris", "Algerian", "L14"), "power.hex")


@pytest.mark.rule("1826-4.3-18", "1826-4.7-09")
def test_where_the_table_plays_that_algerian_works_in_any_step() -> None:
    """The recorded case: after track and before running trains."""
    variant = loaded("1826", "train_limit_token_in_any_step")
    game = turn_of(variant, "Paris", "token", "Algerian", cash=200).game()
    play(game, UsePower("player-1", "Paris", "Algerian"))
    assert train_limit(game.view, "Paris") == 3


# -- companies that come with a certificate --------------------------------------------------------

GRANTED = {"Belgian": "Belge", "Parisian": "Paris", "Alsatian": "Alsace"}


@pytest.mark.rule("1826-4.3-22", "1826-4.3-25", "1826-4.3-28")
@pytest.mark.parametrize("private", GRANTED)
def test_it_closes_when_its_corporation_buys_its_first_train(context: Context, private: str) -> None:
    """Whoever presides over the corporation by then."""
    corporation = GRANTED[private]
    position = turn_of(context, corporation, "trains", private, owner=2, cash=300, phase="2H", trains=())
    game = position.game()
    assert game.state.privates[private] == "player-2"
    turn = play(game, BuyTrain("player-1", corporation, "2H", "bank", 100))
    assert events(turn, "private_closed") == (
        {"private": private, "owner": "player-2", "cause": "first_train"},
    )
    assert game.state.privates[private] == CLOSED


@pytest.mark.rule("1826-4.3-22", "1826-4.3-25", "1826-4.3-28")
@pytest.mark.parametrize("private", GRANTED)
def test_trains_of_other_corporations_do_not_close_it(context: Context, private: str) -> None:
    game = turn_of(context, "Nord", "trains", private, owner=2, cash=300, phase="2H", trains=()).game()
    play(game, BuyTrain("player-1", "Nord", "2H", "bank", 100))
    assert game.state.privates[private] == "player-2"


@pytest.mark.rule("1826-4.3-22", "1826-4.3-25", "1826-4.3-28")
@pytest.mark.parametrize("source", ["pool", "GC"])
def test_any_source_of_the_first_train_closes_it(context: Context, source: str) -> None:
    position = turn_of(context, "Paris", "trains", "Parisian", owner=2, cash=300, phase="6H", trains=())
    position.float("GC", shares={1: 3}, price=90, trains=["4H", "4H"], structure="ten").train("pool", "4H")
    game = position.game()
    play(game, BuyTrain("player-1", "Paris", "4H", source, 200))
    assert game.state.privates["Parisian"] == CLOSED


@pytest.mark.rule("1826-4.3-21", "1826-4.3-23", "1826-4.3-24", "1826-4.3-26", "1826-4.3-27")
@pytest.mark.parametrize("private", ["Parisian", "Alsatian"])
def test_the_buyer_sets_the_starting_value_at_once(context: Context, private: str) -> None:
    """The certificate is free and two shares of 20 %; nothing else happens before the price is set."""
    corporation = GRANTED[private]
    position = Position(context, 3)
    for other in ("Bridge", "Mail", "Algerian", "Belgian", "Parisian"):
        if other != private:
            position.private(other, 3)
    game = position.auction(1).game()
    cost = context.title.companies.privates[private].cost
    play(game, BuyPrivate("player-1", private))
    assert game.view.cash("player-1") == 600 - cost
    assert (game.actor(), game.step_name()) == ("player-1", "start_price")
    assert game.view.percent(corporation, "player-1") == 40
    assert game.view.price(corporation) is None
    assert sorted(a.price for a in offers_of(game, "set_start_price")) == [75, 82, 90, 100, 110]  # type: ignore[attr-defined]
    refused(game, SetStartPrice("player-1", corporation, 80), "stock.start_price")
    refused(game, SetStartPrice("player-1", "Nord", 90), "start_price.other")
    refused(game, SetStartPrice("player-2", corporation, 90), "turn.not_yours")
    refused(game, Pass("player-1"), "turn.not_now")
    play(game, SetStartPrice("player-1", corporation, 90))
    assert game.view.price(corporation) == record_of(game, corporation).start_price == 90
    assert not record_of(game, corporation).floated
    assert game.view.cash("player-1") == 600 - cost, "the certificate itself is free"
    assert actor_of(game) == "player-2"


@pytest.mark.rule("1826-4.3-21")
def test_belgian_brings_one_share_of_belge(context: Context) -> None:
    position = Position(context, 3)
    for other in ("Bridge", "Mail", "Algerian"):
        position.private(other, 3)
    game = position.auction(1).game()
    play(game, BuyPrivate("player-1", "Belgian"))
    assert holdings(game, "Belge") == {"1": 1, "ipo": 9}
    assert not record_of(game, "Belge").started
    assert game.view.president("Belge") is None
    assert actor_of(game) == "player-2"


# -- the end of companies and tokens ---------------------------------------------------------------


@pytest.mark.rule("1826-4.3-06", "1826-4.3-29", "1826-4.3-30")
def test_at_10h_companies_close_and_assigned_tokens_stay(context: Context) -> None:
    position = (
        eve_of(context, "10H")
        .private("Bridge", 1)
        .private("Alsatian", 2)
        .marker("city_bonus", BUYER, hex_id="L14", amount=10, expires_in="E", source="Mail")
        .marker("train_limit", BUYER, amount=1, expires_in="E", source="Algerian")
    )
    game, turn = begin(position, "10H")
    assert {facts["private"] for facts in events(turn, "private_closed")} == {"Bridge", "Alsatian"}
    assert set(game.state.privates.values()) == {CLOSED}
    assert len(game.state.markers) == 2
    assert train_limit(game.view, BUYER) == 2 + 1
    assert stop_table(game.view, BUYER)["L14", 0] == 30 + 10


@pytest.mark.rule("1826-4.3-29")
def test_a_power_not_used_before_10h_is_lost(context: Context) -> None:
    game, _ = begin(eve_of(context, "10H", seat=1).private("Algerian", 1), "10H")
    assert game.step_name() == "trains"
    refused(game, UsePower("player-1", BUYER, "Algerian"), "power.closed")


@pytest.mark.rule("1826-4.3-17", "1826-4.3-20")
def test_at_e_the_tokens_leave_and_the_limit_falls(context: Context) -> None:
    """PLM holds 10H, 10H and the new E thanks to the token: it must give one up at once."""
    position = (
        eve_of(context, "E", trains=["10H", "10H"])
        .marker("city_bonus", BUYER, hex_id="L14", amount=10, expires_in="E", source="Mail")
        .marker("train_limit", BUYER, amount=1, expires_in="E", source="Algerian")
    )
    game, turn = begin(position, "E")
    assert game.state.markers == ()
    assert {facts["source"] for facts in events(turn, "marker_removed")} == {"Mail", "Algerian"}
    assert train_limit(game.view, BUYER) == 2
    assert stop_table(game.view, BUYER)["L14", 0] == 30
    assert (game.actor(), game.step_name()) == ("player-4", "discard_train")
    play(game, DiscardTrain("player-4", BUYER, "10H"))
    assert sorted(game.view.train_types(BUYER)) == ["10H", "E"]
    assert game.view.train_types("pool") == ("10H",)
