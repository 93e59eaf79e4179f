"""1826: the SNCF forms at the first 10H train, else at the first E train, else never (4.6.3, C-Merge)."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyTrain, SellShares, TradeOwnShares
from open18xx.engine.context import Context
from open18xx.state.game_state import CLOSED, POOL

from tests.support.contexts import loaded
from tests.support.positions import Position, actor_of, events, holdings, offers_of, play, record_of, refused
from tests.titles.g1826.rules.mergers import (
    BUYER,
    begin,
    drift,
    eve_of,
    exchanged,
    finish_round,
    formed,
    rounds_of,
    stations,
    step,
)

SNCF = "SNCF"
chances = pytest.mark.parametrize("phase", ["10H", "E"])


def two(context: Context, phase: str, **rest: object) -> Position:
    """GC and Midi, ten-share and without trains, before the first train of ``phase``."""
    return (
        eve_of(context, phase, **rest)  # type: ignore[arg-type]
        .float("GC", shares={1: 3, 2: 2}, price=90, structure="ten", pool=1, treasury=4, cash=10)
        .float("Midi", shares={2: 3, 3: 1}, price=75, structure="ten", pool=2, treasury=4, cash=27)
    )


# -- when, and who ---------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.6.3-01")
@pytest.mark.parametrize(
    ("phase", "forms"), [("4H", None), ("6H", "Etat"), ("10H", SNCF), ("E", SNCF), ("TGV", None)]
)
def test_it_forms_at_the_start_of_phase_10h_or_e_only(
    context: Context, phase: str, forms: str | None
) -> None:
    position = (
        eve_of(context, phase).float("GC", shares={1: 3}, price=90).float("Midi", shares={2: 3}, price=75)
    )
    game, turn = begin(position, phase)
    made = formed(turn)
    assert (made["corporation"] if made else None) == forms
    assert record_of(game, SNCF).started is (forms == SNCF)


@chances
@pytest.mark.rule("1826-4.6.3-02", "1826-4.6.3-27")
def test_all_trainless_corporations_that_have_operated_merge(context: Context, phase: str) -> None:
    """Scrapping comes first: owners of nothing but the trains that become obsolete merge as well."""
    old = {"10H": "4H", "E": "6H"}[phase]
    kept = {"10H": "6H", "E": "10H"}[phase]
    position = (
        two(context, phase)
        .float("PO", shares={3: 3}, price=75, structure="ten", trains=[old, old])
        .float("Nord", shares={3: 3}, price=75, structure="ten", trains=[old, kept])
    )
    game, turn = begin(position, phase)
    made = formed(turn)
    assert made is not None and set(made["merged"]) == {"GC", "Midi", "PO"}  # type: ignore[call-overload]
    assert game.view.train_types("Nord") == (kept,)
    kinds = [event.kind for event in turn.events]
    assert kinds.index("trains_rusted") < kinds.index("national_formed")


@chances
@pytest.mark.rule("1826-4.6.3-03", "1826-C-Merge-11")
@pytest.mark.parametrize(
    ("corporation", "wish"),
    [
        ("Nord", {"shares": {3: 3}, "price": 100, "trains": ["10H"]}),
        ("Est", {"shares": {3: 3}, "price": 100, "turns": 0}),
        ("Belge", {"shares": {3: 5}, "price": 100}),
        ("Etat", {"shares": {3: 5}, "price": 100, "turns": 0}),
    ],
    ids=["has-a-train", "never-operated", "Belge", "Etat-that-has-not-operated"],
)
def test_nobody_else_joins_the_merger(
    context: Context, phase: str, corporation: str, wish: dict[str, object]
) -> None:
    trains = [{"10H": "6H", "E": "10H"}[phase] for _ in wish.get("trains", ())]  # type: ignore[attr-defined]
    position = two(context, phase).float(corporation, **{**wish, "trains": trains})  # type: ignore[arg-type]
    game, turn = begin(position, phase)
    made = formed(turn)
    assert made is not None and set(made["merged"]) == {"GC", "Midi"}  # type: ignore[call-overload]
    assert not record_of(game, corporation).closed
    assert holdings(game, corporation)["3"] == wish["shares"][3]  # type: ignore[index]


@chances
@pytest.mark.rule("1826-4.6.3-04")
@pytest.mark.parametrize("candidates", [0, 1])
def test_with_less_than_two_candidates_it_does_not_form(
    context: Context, phase: str, candidates: int
) -> None:
    """The recorded case: one trainless corporation had operated, the other one had not."""
    position = eve_of(context, phase).float("Nord", shares={3: 3}, price=100, structure="ten", turns=0)
    if candidates:
        position.float("GC", shares={1: 3}, price=90, structure="ten")
    game, turn = begin(position, phase)
    assert formed(turn) is None
    assert events(turn, "national_not_formed")[0]["candidates"] == ("GC",)[:candidates]
    assert not record_of(game, SNCF).started
    assert "bonds" not in game.state.memory


@pytest.mark.rule("1826-4.6.3-01", "1826-4.6.3-27")
def test_not_formed_at_10h_it_has_its_second_chance_at_e(context: Context) -> None:
    """One game through both moments: GC alone at 10H; at E Midi and PO have lost their 6H trains."""
    position = (
        eve_of(context, "10H", cash=6000)
        .supply("10H", 2)
        .float("GC", shares={1: 3}, price=90, structure="ten", cash=2000)
        .float("Midi", shares={2: 3}, price=75, structure="ten", trains=["6H"], cash=10)
        .float("PO", shares={3: 3}, at=(4, 1), structure="ten", trains=["6H"], cash=20)
    )
    game, turn = begin(position, "10H")
    assert formed(turn) is None
    while game.state.round.current != BUYER or game.state.round.number != 2 or game.step_name() != "trains":
        if game.step_name() == "trains" and game.state.round.current == "GC" and not game.view.trains("GC"):
            play(game, BuyTrain("player-1", "GC", "10H", "bank", 600))
        else:
            step(game)
        assert not game.is_over
    assert game.state.phase == "10H" and game.state.supply["10H"] == 0
    left = game.state.supply["10H"]
    turn = play(game, BuyTrain("player-4", BUYER, "E", "bank", 800))
    made = formed(turn)
    assert made is not None and made["merged"] == ("PO", "Midi"), "GC has bought a train"
    assert list(exchanged(turn)) == ["2", "3", SNCF, POOL], "from player 4 on, who bought the E train"
    assert game.state.supply["10H"] == left, "the 10H trains are counted once only"


@pytest.mark.rule("1826-4.6.3-28")
def test_not_formed_at_e_it_never_enters_play(context: Context) -> None:
    """At the first TGV four corporations without trains stay as they are."""
    position = eve_of(context, "TGV")
    for seat, name in enumerate(("GC", "Midi", "Nord", "Est"), 1):
        position.float(name, shares={seat: 3}, price=90)
    game, turn = begin(position, "TGV")
    assert formed(turn) is None
    assert not events(turn, "national_not_formed"), "the question is not even asked"
    assert not record_of(game, SNCF).started


@pytest.mark.rule("1826-4.6.3-01", "1826-4.6.3-27")
def test_formed_at_10h_there_is_no_second_merger_at_e(context: Context) -> None:
    """The recorded case: where it existed, four trainless corporations did not merge at E."""
    position = eve_of(context, "E").float(SNCF, shares={1: 2}, price=110, pool=8, turns=2, trains=["10H"])
    position.remember("bonds", {SNCF: 10})
    for seat, name in enumerate(("GC", "Midi", "Nord", "Est"), 1):
        position.float(name, shares={seat: 3}, price=90)
    game, turn = begin(position, "E")
    assert formed(turn) is None
    assert not any(record_of(game, name).closed for name in ("GC", "Midi", "Nord", "Est"))
    assert holdings(game, SNCF) == {"1": 2, POOL: 8}


@pytest.mark.rule("1826-4.5-12", "1826-C-Dest-14", "1826-C-Dest-15", "1826-4.6.3-02", "1826-2-06")
def test_order_of_what_the_first_10h_sets_off(context: Context) -> None:
    """Private companies close, 4H trains go, corporations convert, the SNCF forms, 10H trains are counted."""
    position = (
        eve_of(context, "10H", structure="five")
        .private("Mail", 1)
        .float("GC", shares={1: 3}, price=90, structure="five", trains=["4H"])
        .float("Midi", shares={2: 3}, price=75, structure="ten")
    )
    game, turn = begin(position, "10H")
    kinds = [event.kind for event in turn.events]
    order = [
        "train_bought",
        "phase_changed",
        "private_closed",
        "trains_rusted",
        "converted",
        "shares_exchanged",
    ]
    order += ["national_formed", "trains_removed"]
    assert [kind for kind in dict.fromkeys(kinds) if kind in order] == order
    converted = {facts["corporation"]: facts["cause"] for facts in events(turn, "converted")}
    assert converted["GC"] == converted[BUYER] == "phase", "the buyer itself converts"
    assert exchanged(turn)[SNCF] == (5 + 2 + 7, 7, 0, 0), "the new treasury shares of GC take part"
    assert game.state.round.current == BUYER


# -- the exchange ----------------------------------------------------------------------------------


@chances
@pytest.mark.rule(
    "1826-4.6.3-05", "1826-4.6.3-06", "1826-4.6.3-08", "1826-4.6.3-09", "1826-4.6.3-10", "1826-C-Merge-01"
)
def test_exchange_in_order_with_exact_figures(context: Context, phase: str) -> None:
    """The buyer's president is player 4: the order is 4 (nothing), 1, 2, 3, treasuries (4 + 4), pool."""
    game, turn = begin(two(context, phase), phase)
    assert list(exchanged(turn).items()) == [
        ("1", (3, 1, 0, 1)),
        ("2", (5, 2, 0, 1)),
        ("3", (1, 0, 0, 1)),
        (SNCF, (8, 4, 0, 0)),
        (POOL, (6, 3, 0, 0)),
    ]
    assert holdings(game, SNCF) == {"1": 1, "2": 2, POOL: 7}, "what lay in the treasury is in the pool now"


@chances
@pytest.mark.rule("1826-4.6.3-06", "1826-4.6.3-07")
@pytest.mark.parametrize(("seat", "order"), [(2, ["2", "3", "4", "1"]), (4, ["4", "1", "2", "3"])])
def test_the_exchange_begins_with_the_president_of_the_buyer(
    context: Context, phase: str, seat: int, order: list[str]
) -> None:
    position = (
        eve_of(context, phase, seat=seat)
        .float("GC", president=1, shares={1: 2, 2: 2}, price=90, structure="ten")
        .float("Midi", president=3, shares={3: 2, 4: 2}, price=75, structure="ten")
    )
    game, turn = begin(position, phase)
    assert [owner for owner in exchanged(turn) if owner.isdigit()] == order
    assert game.view.president(SNCF) == f"player-{order[0]}"


@pytest.mark.rule("1826-C-Merge-05", "1826-C-Dest-15")
def test_five_share_holdings_are_converted_first_and_count_the_same(context: Context) -> None:
    """The clarified example: 60 % of GC and 20 % of Midi (3 + 1 shares) become 20 % of the SNCF."""
    position = (
        eve_of(context, "10H", seat=1)
        .float("GC", shares={1: 3}, price=90, structure="five", trains=["4H"])
        .float("Midi", president=2, shares={1: 1, 2: 2}, price=75, structure="five", trains=["4H"])
    )
    game, turn = begin(position, "10H")
    assert exchanged(turn)["1"] == (4, 2, 0, 0)
    assert game.view.percent(SNCF, "player-1") == 20
    assert exchanged(turn)[SNCF] == (2 + 5 + 2 + 5, 7, 0, 0)


def recorded(variant: Context) -> Position:
    """Thirteen old shares in treasuries, one in the pool, two odd ones; one loan; prices 75 and 50."""
    return (
        eve_of(variant, "10H")
        .float("GC", president=1, shares={1: 2, 4: 1}, price=75, structure="ten", treasury=7)
        .float("Midi", president=2, shares={1: 1, 2: 2}, at=(6, 1), structure="ten", pool=1, treasury=6)
        .remember("loans", {"GC": 1})
    )


@pytest.mark.rule("1826-4.6.3-08", "1826-4.6.3-09", "1826-4.6.3-10", "1826-4.6.3-21")
def test_an_odd_treasury_share_joins_the_pool(context: Context) -> None:
    """The recorded position by the rulebook: six for the treasury, the pool has four, the capital is F600."""
    game, turn = begin(recorded(context), "10H")
    assert exchanged(turn) == {
        "4": (1, 0, 0, 1),
        "1": (3, 1, 0, 1),
        "2": (2, 1, 0, 0),
        SNCF: (13, 6, 0, 1),
        POOL: (4, 2, 0, 0),
    }
    assert events(turn, "capital_paid") == ({"corporation": SNCF, "shares": 6, "price": 100, "amount": 600},)
    assert game.view.president(SNCF) == "player-1"
    assert holdings(game, SNCF) == {"1": 1, "2": 1, POOL: 8}


@pytest.mark.rule("1826-4.6.3-10", "1826-4.6.3-21")
def test_as_it_was_played_once_treasuries_are_not_exchanged() -> None:
    """The same position under the compatibility option: the pool's odd share is lost, the capital is F700."""
    game, turn = begin(recorded(loaded("1826", "national_treasury_not_exchanged")), "10H")
    assert exchanged(turn)[POOL] == (3, 1, 0, 1)
    assert SNCF not in exchanged(turn)
    assert events(turn, "capital_paid")[0]["amount"] == 700
    assert holdings(game, SNCF) == {"1": 1, "2": 1, POOL: 8}


# -- the price -------------------------------------------------------------------------------------


@chances
@pytest.mark.rule("1826-4.6.3-14")
@pytest.mark.parametrize(
    ("places", "start"),
    [
        (((2, 5), (4, 1)), 110),  # F110 and F65: average F87 and a half
        (((1, 3), (3, 1)), 110),  # F100 and F70: average F85
        (((5, 4), (6, 1)), 110),  # F75 and F50: average F62 and a half
        (((1, 6), (1, 5), (7, 1)), 122),  # F135 and F122: average F128; the third does not count
        (((1, 13), (1, 12)), 245),  # F270 and F245: average F257
        (((1, 8), (2, 9)), 165),  # twice F165
    ],
)
def test_start_price(context: Context, phase: str, places: tuple[tuple[int, int], ...], start: int) -> None:
    position = eve_of(context, phase)
    for corporation, at in zip(("GC", "Midi", "PO"), places, strict=False):
        position.float(corporation, shares={1: 2}, at=at, structure="ten")
    game, turn = begin(position, phase)
    made = formed(turn)
    assert made is not None and made["start"] == start
    place = game.view.place(SNCF)
    assert game.view.price(SNCF) == start and place is not None and place.row == 0
    assert record_of(game, SNCF).start_price == start


@pytest.mark.rule("1826-4.6.3-14")
def test_its_marker_goes_under_those_on_the_space(context: Context) -> None:
    position = two(context, "10H").float("Nord", shares={3: 3}, at=(1, 4), structure="ten", trains=["6H"])
    game, _ = begin(position, "10H")
    assert game.view.price(SNCF) == 110
    assert game.view.operating_rank("Nord") < game.view.operating_rank(SNCF)


# -- what it receives ------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.6.3-16", "1826-4.6.3-17", "1826-4.6.3-21")
def test_assets(context: Context) -> None:
    position = (
        two(context, "10H")
        .marker("city_bonus", "GC", hex_id="L14", amount=10, expires_in="E", source="Mail")
        .marker("train_limit", "Midi", amount=1, expires_in="E", source="Algerian")
    )
    game, _ = begin(position, "10H")
    assert game.view.president(SNCF) == "player-2"
    assert game.view.cash(SNCF) == 10 + 27 + 4 * 110
    assert record_of(game, SNCF).tokens_left == 4
    assert {(m.kind, m.corporation, m.hex, m.source) for m in game.state.markers} == {
        ("city_bonus", SNCF, "L14", "Mail"),
        ("train_limit", SNCF, None, "Algerian"),
    }
    for corporation in ("GC", "Midi"):
        assert set(game.state.certificates[corporation]) == {CLOSED}
        assert game.view.place(corporation) is None
        assert stations(game, corporation) == ()
        assert game.view.cash(corporation) == 0


@pytest.mark.rule("1826-4.6.3-16", "1826-4.3-17", "1826-4.3-20")
def test_at_e_special_power_tokens_have_gone_before(context: Context) -> None:
    position = (
        two(context, "E")
        .marker("city_bonus", "GC", hex_id="L14", amount=10, expires_in="E", source="Mail")
        .marker("train_limit", "Midi", amount=1, expires_in="E", source="Algerian")
    )
    game, turn = begin(position, "E")
    assert game.state.markers == ()
    kinds = [event.kind for event in turn.events]
    assert kinds.index("marker_removed") < kinds.index("national_formed")


@chances
@pytest.mark.rule("1826-4.6.3-13", "1826-4.6.3-21", "1826-4.6.3-22", "1826-C-Merge-10")
def test_treasury_shares_bring_the_price_and_go_to_the_pool(context: Context, phase: str) -> None:
    """Seven shares: the pool holds 70 % and more than half of the stock; its treasury holds none."""
    position = (
        eve_of(context, phase)
        .float("GC", shares={1: 4}, price=90, structure="ten", treasury=6)
        .float("Midi", shares={2: 2}, price=75, structure="ten", treasury=8)
    )
    game, turn = begin(position, phase)
    assert exchanged(turn)[SNCF] == (14, 7, 0, 0)
    assert events(turn, "capital_paid") == ({"corporation": SNCF, "shares": 7, "price": 110, "amount": 770},)
    assert game.view.cash(SNCF) == 770
    assert holdings(game, SNCF) == {"1": 2, "2": 1, POOL: 7}
    assert record_of(game, SNCF).floated
    made = formed(turn)
    assert made is not None and made["operates_this_round"] is True, "only three shares are with players"


@chances
@pytest.mark.rule("1826-4.6.3-22")
def test_until_the_pool_is_back_at_half_nobody_sells(context: Context, phase: str) -> None:
    position = (
        eve_of(context, phase)
        .float("GC", shares={1: 4}, price=90, structure="ten", cash=500)
        .float("Midi", shares={2: 2}, price=75, structure="ten", cash=500)
    )
    game, _ = begin(position, phase)
    drift(game, "stock", most=400)
    assert record_of(game, SNCF).turns > 0
    refused(game, SellShares("player-1", SNCF, 1), "stock.pool_limit")


@pytest.mark.rule("1826-4.6.3-18", "1826-4.6.3-19", "1826-4.6.3-20", "1826-4.6.3-21")
@pytest.mark.parametrize(
    ("owed", "price", "columns"),
    [({}, 110, 0), ({"GC": 1}, 100, 1), ({"GC": 1, "Midi": 1}, 90, 2), ({"GC": 2, "Midi": 2}, 75, 4)],
)
def test_inherited_loans_move_the_price_bring_bonds_to_the_pool_and_lapse(
    context: Context, owed: dict[str, int], price: int, columns: int
) -> None:
    """From F110 to the left, at the end of the row down. The capital is paid at the price after that."""
    game, turn = begin(two(context, "10H").remember("loans", dict(owed)), "10H")
    made = formed(turn)
    assert made is not None and (made["start"], made["price"], made["loans"]) == (110, price, columns)
    assert game.view.price(SNCF) == price
    assert game.state.memory["bonds"] == {SNCF: 10 - columns, **({POOL: columns} if columns else {})}
    assert game.state.memory.get("loans", {}) == {}
    assert game.view.cash(SNCF) == 37 + 4 * price, "no loan is paid back"
    kinds = [event.kind for event in turn.events]
    if columns:
        assert kinds.index("price_moved") < kinds.index("capital_paid")


@pytest.mark.rule("1826-4.6.3-14", "1826-4.6.3-18")
def test_after_the_move_its_marker_lies_under_those_there(context: Context) -> None:
    position = two(context, "10H").float("Nord", shares={3: 3}, at=(1, 3), structure="ten", trains=["6H"])
    game, _ = begin(position.remember("loans", {"GC": 1}), "10H")
    assert game.view.price(SNCF) == game.view.price("Nord") == 100
    assert game.view.operating_rank("Nord") < game.view.operating_rank(SNCF)


# -- when and how it operates ----------------------------------------------------------------------


@chances
@pytest.mark.rule("1826-4.6.3-29")
def test_it_operates_in_the_round_of_its_formation_at_its_price(context: Context, phase: str) -> None:
    """The recorded order: right after the buyer, between a dearer and a cheaper corporation."""
    train = {"10H": "6H", "E": "10H"}[phase]
    position = (
        two(context, phase)
        .float("Nord", shares={3: 3}, at=(1, 6), structure="ten", trains=[train])
        .float("Est", shares={4: 3}, at=(3, 1), structure="ten", trains=[train])
    )
    game, _ = begin(position, phase)
    finish_round(game)
    assert rounds_of(game)[0] == ["Nord", SNCF, "Est"]


@chances
@pytest.mark.rule("1826-4.6.3-29")
def test_it_waits_if_a_merged_corporation_has_operated_in_this_round(context: Context, phase: str) -> None:
    game, turn = begin(two(context, phase, operated=["GC", "Midi"]), phase)
    made = formed(turn)
    assert made is not None and made["operates_this_round"] is False
    assert game.state.round.waiting == (SNCF,)
    finish_round(game)
    assert rounds_of(game)[0] == []
    finish_round(game)
    assert rounds_of(game)[1][0] == SNCF


def in_its_turn(context: Context, step_name: str, *, turns: int = 0, cash: int = 400) -> Position:
    """The SNCF, of player 1, in its turn."""
    return (
        Position(context, 3)
        .phase("10H")
        .float(SNCF, shares={1: 4}, price=110, pool=3, treasury=3, turns=turns, cash=cash, trains=["10H"])
        .token(SNCF, "L14")
        .remember("bonds", {SNCF: 10})
        .operating(SNCF, step_name)
    )


@pytest.mark.rule("1826-4.6.3-30")
def test_one_tile_in_its_first_turn(context: Context) -> None:
    game = in_its_turn(context, "track").game()
    assert record_of(game, SNCF).turns == 1
    lay = next(action for action in offers_of(game, "lay_tile") if action.tile in ("7", "8", "9"))  # type: ignore[attr-defined]
    play(game, lay)
    assert game.step_name() != "track"
    assert not offers_of(game, "lay_tile")


@pytest.mark.rule("1826-4.6.3-30", "1826-4.7.12-01")
@pytest.mark.parametrize(("turns", "trades"), [(0, False), (1, True)])
def test_no_trade_in_its_own_stock_in_its_first_turn(context: Context, turns: int, trades: bool) -> None:
    game = in_its_turn(context, "treasury_trade", turns=turns).game()
    assert bool(offers_of(game, "trade_own_shares")) is trades
    if trades:
        play(game, TradeOwnShares("player-1", SNCF, 1))
        assert holdings(game, SNCF) == {"1": 4, POOL: 2, SNCF: 4}
    else:
        refused(game, TradeOwnShares("player-1", SNCF, 1), "turn.not_now")


@pytest.mark.rule("1826-4.1.1-06", "1826-4.6.3-29")
def test_its_stock_cannot_be_sold_before_its_first_turn(context: Context) -> None:
    position = (
        Position(context, 3)
        .phase("10H")
        .float(SNCF, shares={1: 4}, price=110, pool=3, treasury=3, turns=0, trains=["10H"])
        .remember("bonds", {SNCF: 10})
    )
    refused(position.stock(1).game(), SellShares("player-1", SNCF, 1), "stock.not_operated")


@pytest.mark.rule("1826-4.6-12", "1826-4.6.3-18")
def test_the_etat_merges_like_any_corporation(context: Context) -> None:
    """Its certificates are single shares; its loan counts; it leaves the game."""
    position = (
        eve_of(context, "10H", seat=1)
        .float("Etat", shares={1: 3, 2: 2}, price=90, turns=4, pool=1, cash=50)
        .float("Midi", president=2, shares={1: 1, 2: 2}, price=75, structure="ten", cash=5)
        .remember("loans", {"Etat": 2})
        .remember("merged_into", {"Paris": "Etat", "GC": "Etat"})
        .close("Paris")
        .close("GC")
    )
    game, turn = begin(position, "10H")
    made = formed(turn)
    assert made is not None and set(made["merged"]) == {"Etat", "Midi"}  # type: ignore[call-overload]
    assert exchanged(turn) == {
        "1": (4, 2, 0, 0),
        "2": (4, 2, 0, 0),
        SNCF: (4 + 7, 5, 0, 1),
        POOL: (2, 1, 0, 0),
    }
    assert record_of(game, "Etat").closed and set(game.state.certificates["Etat"]) == {CLOSED}
    assert game.view.price(SNCF) == 90
    assert game.view.cash(SNCF) == 55 + 5 * 90
    assert game.state.memory.get("loans", {}) == {}
    assert actor_of(game) == "player-1"
