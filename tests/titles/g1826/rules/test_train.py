"""1826: buying trains, limits, how many there are (2-09, 4.6.3-37, 4.7.9, 4.8; 1826-A-12, -40 to -43)."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyTrain, DiscardTrain, Pass, Respond
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.trains import bank_offers, pool_offers, train_limit
from open18xx.state.game_state import POOL

from tests.support.positions import Position, events, offers_of, play, record_of, refused
from tests.titles.g1826.rules.mergers import BUYER, begin, eve_of, formed, step


def buying(
    context: Context,
    phase: str,
    *,
    cash: int = 2000,
    trains: tuple[str, ...] = (),
    structure: str | None = "ten",
    corporation: str = "GC",
    turns: int = 1,
) -> Position:
    """GC of player 1 in its train step."""
    position = Position(context, 3).phase(phase)
    position.float(
        corporation, shares={1: 5}, price=100, structure=structure, cash=cash, trains=trains, turns=turns
    )
    if corporation == "SNCF":
        position.remember("bonds", {"SNCF": 10})
    return position.operating(corporation, "trains")


# -- from the bank ---------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.7.9-03")
@pytest.mark.parametrize(
    ("train", "cost"), [("2H", 100), ("4H", 200), ("6H", 300), ("10H", 600), ("E", 800), ("TGV", 1000)]
)
def test_a_train_of_the_bank_costs_its_face_value(context: Context, train: str, cost: int) -> None:
    game = buying(context, train, cash=cost).game()
    bank = game.view.cash("bank")
    left = game.state.supply[train]
    for wrong in (cost - 1, cost + 1, 1):
        refused(game, BuyTrain("player-1", "GC", train, "bank", wrong), "train.face_value")
    play(game, BuyTrain("player-1", "GC", train, "bank", cost))
    assert (game.view.cash("GC"), game.view.cash("bank")) == (0, bank + cost)
    assert game.view.train_types("GC") == (train,)
    assert game.state.supply[train] == (None if left is None else left - 1)


@pytest.mark.rule("1826-4.7.9-15", "1826-4.12-01", "1826-4.13-01")
@pytest.mark.parametrize(
    ("phase", "following"), [("2H", "4H"), ("4H", "6H"), ("6H", "10H"), ("10H", "E"), ("E", "TGV")]
)
def test_the_next_type_is_sold_when_the_last_one_is_gone(
    context: Context, phase: str, following: str
) -> None:
    game = buying(context, phase).supply(phase, 1).game()
    assert bank_offers(game.view) == (phase,)
    cost = context.title.trains[following].cost
    refused(game, BuyTrain("player-1", "GC", following, "bank", cost), "train.not_offered")
    play(game, BuyTrain("player-1", "GC", phase, "bank", context.title.trains[phase].cost))
    assert bank_offers(game.view) == (following,)
    assert game.state.phase == phase, "the phase changes with the purchase, not with the offer"
    if phase != "2H":
        play(game, BuyTrain("player-1", "GC", following, "bank", cost))
        assert game.state.phase == following


@pytest.mark.rule("1826-C-Trains-03", "1826-4.7.9-14")
def test_there_is_always_another_tgv(context: Context) -> None:
    """Ten are printed, twelve lie in the pool: GC buys the thirteenth."""
    game = buying(context, "TGV").train(POOL, *["TGV"] * 12).game()
    assert game.state.supply["TGV"] is None
    assert bank_offers(game.view) == ("TGV",)
    play(game, BuyTrain("player-1", "GC", "TGV", "bank", 1000))
    assert game.state.issued["TGV"] == 13


@pytest.mark.rule("1826-4.13-06")
def test_nobody_owns_two_tgv(context: Context) -> None:
    """Neither from the bank nor from the pool nor from another corporation."""
    position = buying(context, "TGV", trains=("TGV",), cash=5000)
    position.float("Nord", shares={1: 3}, price=90, trains=["TGV"], turns=2).train(POOL, "TGV", "E")
    game = position.game()
    for source, price in (("bank", 1000), (POOL, 1000), ("Nord", 5)):
        refused(game, BuyTrain("player-1", "GC", "TGV", source, price), "train.one_each")
    play(game, BuyTrain("player-1", "GC", "E", POOL, 800))


@pytest.mark.rule("1826-4.7.9-01", "1826-4.5-07", "1826-2-09", "1826-C-Trains-04")
@pytest.mark.parametrize(
    ("corporation", "structure", "phase", "limit"),
    [
        ("GC", "five", "2H", 2),
        ("GC", "ten", "2H", 4),
        ("GC", "five", "4H", 2),
        ("GC", "ten", "4H", 4),
        ("GC", "five", "6H", 1),
        ("GC", "ten", "6H", 3),
        ("Etat", None, "6H", 4),
        ("GC", "ten", "10H", 2),
        ("Etat", None, "10H", 3),
        ("SNCF", None, "10H", 3),
        ("GC", "ten", "E", 2),
        ("SNCF", None, "E", 3),
        ("GC", "ten", "TGV", 2),
        ("SNCF", None, "TGV", 3),
    ],
)
def test_train_limits(
    context: Context, corporation: str, structure: str | None, phase: str, limit: int
) -> None:
    """Up to the limit it goes on buying; above it every source is closed."""
    train = {"TGV": "E"}.get(phase, phase)
    full = buying(context, phase, trains=(train,) * limit, structure=structure, corporation=corporation)
    game = full.train(POOL, train).game()
    assert train_limit(game.view, corporation) == limit
    assert game.step_name() != "trains"
    position = buying(
        context, phase, trains=(train,) * (limit - 1), structure=structure, corporation=corporation, cash=4000
    )
    game = position.train(POOL, train).game()
    play(game, BuyTrain("player-1", corporation, train, POOL, context.title.trains[train].cost))
    assert len(game.view.trains(corporation)) == limit
    assert game.step_name() != "trains"


@pytest.mark.rule("1826-4.8-02", "1826-4.7.9-01")
def test_several_trains_in_a_turn_one_at_a_time(context: Context) -> None:
    game = buying(context, "2H", cash=350).game()
    for count in range(1, 4):
        play(game, BuyTrain("player-1", "GC", "2H", "bank", 100))
        assert len(game.view.trains("GC")) == count
    assert game.step_name() != "trains", "F50 buy nothing more"


@pytest.mark.rule("1826-4.7.9-01", "1826-4.7-08")
def test_trains_are_bought_after_the_run(context: Context) -> None:
    for name in ("track", "token", "dividend", "loan_repayment", "treasury_trade"):
        game = buying(context, "4H", trains=("4H",)).operating("GC", name, earnings=50).game()
        if game.step_name() == name:
            refused(game, BuyTrain("player-1", "GC", "4H", "bank", 200), "turn.not_now")


@pytest.mark.rule("1826-4.8-01")
@pytest.mark.parametrize("cash", [0, 5000])
def test_no_turn_ends_without_a_train(context: Context, cash: int) -> None:
    """GC has no route at all, its home tile leads nowhere; it must buy nevertheless."""
    game = buying(context, "4H", cash=cash).game()
    refused(game, Pass("player-1"), "train.must_own")
    play(game, BuyTrain("player-1", "GC", "4H", "bank", 200))
    if game.step_name() == "trains":
        play(game, Pass("player-1"))
    assert game.step_name() != "trains"


@pytest.mark.rule("1826-4.8-02")
def test_a_corporation_with_a_train_need_not_buy(context: Context) -> None:
    game = buying(context, "4H", trains=("4H",)).game()
    play(game, Pass("player-1"))
    assert game.step_name() != "trains"


# -- between corporations --------------------------------------------------------------------------


def market(context: Context, phase: str, *, seat: int, buyer_trains: tuple[str, ...] = ("4H",)) -> Game:
    """GC of player 1 may deal with Nord, of the player in ``seat``."""
    position = buying(context, phase, trains=buyer_trains, cash=700)
    position.float("Nord", shares={seat: 3}, price=90, trains=["4H", "4H"], turns=2)
    return position.game()


@pytest.mark.rule("1826-2-10", "1826-4.7.9-01", "1826-4.8.4-01")
@pytest.mark.parametrize(("phase", "allowed"), [("4H", False), ("6H", True)])
def test_trade_between_corporations_begins_with_phase_6h(context: Context, phase: str, allowed: bool) -> None:
    game = market(context, phase, seat=1)
    offer = BuyTrain("player-1", "GC", "4H", "Nord", 50)
    if allowed:
        play(game, offer)
        assert game.view.cash("Nord") == 50
        assert game.view.train_types("GC") == ("4H", "4H")
    else:
        refused(game, offer, "train.no_trade_yet")


@pytest.mark.rule("1826-4.7.9-04", "1826-4.7.9-05", "1826-4.8.4-01", "1826-4.8.4-02")
@pytest.mark.parametrize("price", [1, 434, 700])
def test_any_price_from_f1_up(context: Context, price: int) -> None:
    """A common president sets it alone; F434 for a 4H have been paid."""
    game = market(context, "6H", seat=1)
    refused(game, BuyTrain("player-1", "GC", "4H", "Nord", 0), "train.price")
    refused(game, BuyTrain("player-1", "GC", "4H", "Nord", -5), "train.price")
    refused(game, BuyTrain("player-1", "GC", "4H", "Nord", 701), "train.own_money_only")
    play(game, BuyTrain("player-1", "GC", "4H", "Nord", price))
    assert (game.view.cash("GC"), game.view.cash("Nord")) == (700 - price, price)


@pytest.mark.rule("1826-4.7.9-04", "1826-4.8.4-01")
@pytest.mark.parametrize("agree", [True, False])
def test_the_sellers_president_must_agree(context: Context, agree: bool) -> None:
    game = market(context, "6H", seat=2)
    play(game, BuyTrain("player-1", "GC", "4H", "Nord", 250))
    assert (game.actor(), game.step_name()) == ("player-2", "consent")
    assert game.view.cash("GC") == 700, "nothing has been paid yet"
    play(game, Respond("player-2", agree))
    assert game.view.cash("Nord") == (250 if agree else 0)
    assert len(game.view.trains("Nord")) == (1 if agree else 2)
    if not agree:
        refused(game, BuyTrain("player-1", "GC", "4H", "Nord", 250), "consent.declined")
        play(game, BuyTrain("player-1", "GC", "4H", "Nord", 251))


@pytest.mark.rule("1826-4.7.9-01")
def test_nobody_buys_what_the_seller_does_not_have(context: Context) -> None:
    game = market(context, "6H", seat=1)
    refused(game, BuyTrain("player-1", "GC", "6H", "Nord", 50), "train.not_owned")
    refused(game, BuyTrain("player-1", "GC", "4H", "GC", 50), "train.own")
    refused(game, BuyTrain("player-1", "GC", "4H", "Wabash", 50), "train.no_seller")
    refused(game, BuyTrain("player-1", "GC", "8H", "Nord", 50), "train.unknown")
    refused(game, BuyTrain("player-1", "Nord", "4H", "GC", 50), "turn.other_corporation")


@pytest.mark.rule("1826-4.6.2-30", "1826-4.6.3-31", "1826-4.7.9-06", "1826-4.8.4-04")
@pytest.mark.parametrize("national", ["Etat", "SNCF"])
@pytest.mark.parametrize("side", ["buys", "sells"])
@pytest.mark.parametrize("owed", [0, 1])
def test_nationals_trade_at_face_value(context: Context, national: str, side: str, owed: int) -> None:
    """Whichever side they are on, with loans or without: a 6H for F300 exactly."""
    phase = "6H" if national == "Etat" else "10H"
    buyer, seller = (national, "Nord") if side == "buys" else ("Nord", national)
    position = Position(context, 3).phase(phase)
    position.float(buyer, shares={1: 5}, price=110, cash=900, trains=["6H"], turns=1)
    position.float(seller, shares={1: 5}, at=(3, 4), trains=["6H"], turns=2)
    position.remember("bonds", {"SNCF": 10}).remember("loans", {national: owed} if owed else {})
    game = position.operating(buyer, "trains").game()
    for price in (1, 299, 301, 900):
        refused(game, BuyTrain("player-1", buyer, "6H", seller, price), "train.price")
    play(game, BuyTrain("player-1", buyer, "6H", seller, 300))
    assert game.view.cash(seller) == 300


# -- too many trains -------------------------------------------------------------------------------


@pytest.mark.rule("1826-2-05", "1826-2-06", "1826-2-12")
def test_surplus_trains_are_discarded_to_the_pool_and_sold_there_at_face_value(context: Context) -> None:
    """At the first 6H a five-share corporation keeps one train: the buyer chooses between 4H and 6H."""
    game, _ = begin(eve_of(context, "6H", structure="five", trains=["4H"], cash=1000), "6H")
    assert (game.actor(), game.step_name()) == ("player-4", "discard_train")
    refused(game, Pass("player-4"), "turn.not_now")
    assert {a.train for a in offers_of(game, "discard_train")} == {"4H", "6H"}  # type: ignore[attr-defined]
    cash = game.view.cash(BUYER)
    turn = play(game, DiscardTrain("player-4", BUYER, "6H"))
    assert events(turn, "train_discarded")[0]["to"] == POOL
    assert game.view.cash(BUYER) == cash, "without compensation"
    assert pool_offers(game.view) == ("6H",)
    position = buying(context, "6H", trains=("4H",), cash=700).train(POOL, "6H")
    game = position.game()
    bank = game.view.cash("bank")
    refused(game, BuyTrain("player-1", "GC", "6H", POOL, 200), "train.face_value")
    play(game, BuyTrain("player-1", "GC", "6H", POOL, 300))
    assert game.view.cash("bank") == bank + 300
    assert game.view.trains(POOL) == ()


@pytest.mark.rule("1826-2-05")
def test_trains_of_one_kind_leave_no_choice(context: Context) -> None:
    position = eve_of(context, "6H").float("Nord", shares={1: 3}, price=100, trains=["4H", "4H"])
    game, turn = begin(position, "6H")
    assert events(turn, "train_discarded") == ({"corporation": "Nord", "train": "4H", "to": POOL},)
    assert game.view.train_types("Nord") == ("4H",)


@pytest.mark.rule("1826-4.7.9-03", "1826-4.7.9-11")
def test_a_train_from_the_pool_starts_no_phase(context: Context) -> None:
    """The first 6H of a corporation out of the pool is not the first 6H of the game."""
    game = buying(context, "6H", cash=400).train(POOL, "6H").game()
    turn = play(game, BuyTrain("player-1", "GC", "6H", POOL, 300))
    assert not events(turn, "phase_changed")


# -- the number of 10H trains ----------------------------------------------------------------------


@pytest.mark.rule("1826-4.6.3-37", "1826-4.6.3-38", "1826-4.6.3-39", "1826-4.7.9-12")
@pytest.mark.parametrize(
    ("merge", "closed", "etat", "available"),
    [
        pytest.param(0, 0, None, 5, id="ten-and-an-SNCF-to-come"),
        pytest.param(2, 0, None, 4, id="recorded-two-merged-nine"),
        pytest.param(3, 0, None, 3, id="three-merged-eight"),
        pytest.param(4, 0, None, 2, id="four-merged-seven"),
        pytest.param(5, 0, None, 2, id="five-merged-six"),
        pytest.param(0, 1, None, 5, id="one-closed-SNCF-to-come"),
        pytest.param(0, 2, None, 4, id="two-closed-SNCF-to-come"),
        pytest.param(0, 3, None, 3, id="three-closed-SNCF-to-come"),
        pytest.param(2, 1, None, 3, id="one-closed-two-merged"),
        pytest.param(0, 2, "stays", 5, id="Etat-of-two-SNCF-to-come"),
        pytest.param(0, 3, "stays", 4, id="Etat-of-three-SNCF-to-come"),
        pytest.param(2, 2, "stays", 3, id="Etat-of-two-and-two-merged"),
        pytest.param(2, 2, "merges", 2, id="Etat-of-two-and-two-merged-with-it"),
    ],
)
def test_number_of_10h_trains(
    context: Context, merge: int, closed: int, etat: str | None, available: int
) -> None:
    """Counted are corporations in play, startable or still to come, after the SNCF had its chance.

    Nobody but PLM need operate: most of the ten have not even started.
    """
    position = eve_of(context, "10H")
    names = ["GC", "Midi", "Nord", "Est", "PO"]
    for seat, name in enumerate(names[:merge]):
        position.float(name, shares={1 + seat % 3: 3}, price=75, structure="ten")
    for name in ("Ouest", "Alsace", "Paris")[:closed]:
        position.close(name)
    if etat:
        position.float("Etat", shares={1: 5}, at=(1, 2), turns=3, trains=["6H"] if etat == "stays" else [])
    game, turn = begin(position, "10H")
    assert (formed(turn) is not None) is (merge >= 2)
    assert 1 + (game.state.supply["10H"] or 0) == available
    removed = events(turn, "trains_removed")
    assert [facts["removed"] for facts in removed] == ([5 - available] if available < 5 else [])
    assert game.view.train_types(BUYER) == ("10H",)


@pytest.mark.rule("1826-4.6.3-37", "1826-4.7.9-15")
def test_removed_trains_count_as_gone(context: Context) -> None:
    """Five corporations merge: two 10H exist. After the second one E trains are on sale."""
    position = eve_of(context, "10H", structure="ten")
    for seat, name in enumerate(["GC", "Midi", "Nord", "Est", "PO"]):
        position.float(name, shares={1 + seat % 3: 3}, price=75, structure="ten")
    game, _ = begin(position, "10H")
    assert game.state.supply["10H"] == 1
    play(game, BuyTrain("player-4", BUYER, "10H", "bank", 600))
    assert bank_offers(game.view) == ("E",)


@pytest.mark.rule("1826-4.6.3-37")
def test_the_count_is_made_once(context: Context) -> None:
    """At the first E train nothing is removed any more, whatever has merged or closed."""
    position = eve_of(context, "E")
    for seat, name in enumerate(["GC", "Midi", "Nord", "Est"]):
        position.float(name, shares={1 + seat % 3: 3}, price=75, structure="ten")
    _, turn = begin(position, "E")
    assert formed(turn) is not None
    assert not events(turn, "trains_removed")


# -- scrapping -------------------------------------------------------------------------------------


@pytest.mark.rule(
    "1826-2-12", "1826-4.7.9-09", "1826-4.7.9-10", "1826-4.7.9-11", "1826-4.7.9-12", "1826-4.7.9-13"
)
@pytest.mark.parametrize(
    ("phase", "gone"), [("4H", None), ("6H", "2H"), ("10H", "4H"), ("E", "6H"), ("TGV", None)]
)
def test_what_a_first_train_makes_obsolete(context: Context, phase: str, gone: str | None) -> None:
    """Owned trains and trains in the pool go at once and without compensation; the others stay."""
    older = {"4H": "2H", "6H": "2H", "10H": "4H", "E": "6H", "TGV": "10H"}[phase]
    other = {"4H": "2H", "6H": "4H", "10H": "6H", "E": "10H", "TGV": "E"}[phase]
    position = eve_of(context, phase).float("Nord", shares={1: 3}, price=100, trains=[older, other], cash=5)
    game, turn = begin(position.train(POOL, older, other), phase)
    kept = (other,) if gone else (older, other)
    if record_of(game, "Nord").structure == "five" and phase == "6H":
        kept = (other,)
    assert game.view.train_types("Nord") == kept
    assert set(game.view.train_types(POOL)) >= set(kept) - {gone}
    assert gone not in game.view.train_types(POOL)
    assert game.view.cash("Nord") == 5
    rusted = events(turn, "trains_rusted")
    assert [(f["train"], f["removed"], f["from_pool"]) for f in rusted] == (
        [(gone, {"Nord": 1}, 1)] if gone else []
    )


@pytest.mark.rule("1826-4.8-01", "1826-2-12")
def test_a_corporation_that_lost_its_trains_must_buy_in_its_next_turn(context: Context) -> None:
    position = eve_of(context, "6H").float("Nord", shares={1: 3}, at=(7, 1), trains=["2H"], cash=300)
    game, _ = begin(position, "6H")
    while game.state.round.current != "Nord" or game.step_name() != "trains":
        step(game)
    refused(game, Pass("player-1"), "train.must_own")
    play(game, BuyTrain("player-1", "Nord", "6H", "bank", 300))
