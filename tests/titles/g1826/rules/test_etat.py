"""1826: the Etat forms at the first 6H train, or never (4.6.2, C-Merge, C-Loans-05)."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyShares, BuyTrain, Pass, Respond, SellShares, TradeOwnShares
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

ETAT = "Etat"


def two_five_share(context: Context, **rest: object) -> Position:
    """GC and Midi, five-share and without trains, before the first 6H."""
    return (
        eve_of(context, "6H", **rest)  # type: ignore[arg-type]
        .float("GC", shares={1: 3, 2: 1}, price=90, cash=10, pool=1)
        .float("Midi", shares={2: 2, 3: 1}, price=75, cash=27)
    )


# -- when, and who ---------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.6.2-02")
def test_nothing_forms_before_phase_6h(context: Context) -> None:
    position = (
        eve_of(context, "4H").float("GC", shares={1: 3}, price=90).float("Midi", shares={2: 3}, price=75)
    )
    game, turn = begin(position, "4H")
    assert formed(turn) is None
    assert not record_of(game, ETAT).started
    assert not record_of(game, "GC").closed


@pytest.mark.rule("1826-4.6.2-03")
def test_all_trainless_corporations_that_have_operated_merge_at_the_first_6h(context: Context) -> None:
    game, turn = begin(two_five_share(context), "6H")
    made = formed(turn)
    assert made is not None
    assert (made["corporation"], set(made["merged"])) == (ETAT, {"GC", "Midi"})  # type: ignore[call-overload]
    assert record_of(game, ETAT).started
    assert record_of(game, "GC").closed and record_of(game, "Midi").closed
    kinds = [event.kind for event in turn.events]
    assert kinds.index("trains_rusted") < kinds.index("national_formed")
    assert game.step_name() != "exchange_tokens", "only home tokens were on the map"


@pytest.mark.rule("1826-4.6.2-03")
def test_the_loss_of_the_2h_trains_makes_a_corporation_trainless(context: Context) -> None:
    """Scrapping comes first: owners of nothing but 2H trains merge at the same moment."""
    position = (
        eve_of(context, "6H")
        .float("GC", shares={1: 3}, price=90, trains=["2H"])
        .float("Midi", shares={2: 3}, price=75, trains=["2H", "2H"])
        .float("Nord", shares={3: 3}, price=75, trains=["2H", "4H"])
    )
    game, turn = begin(position, "6H")
    made = formed(turn)
    assert made is not None and set(made["merged"]) == {"GC", "Midi"}  # type: ignore[call-overload]
    assert game.view.train_types("Nord") == ("4H",)


@pytest.mark.rule("1826-4.6.2-04", "1826-C-Merge-11")
@pytest.mark.parametrize(
    ("corporation", "wish"),
    [
        ("Nord", {"shares": {3: 3}, "price": 100, "trains": ["4H"]}),
        ("Est", {"shares": {3: 3}, "price": 100, "turns": 0}),
        ("Belge", {"shares": {3: 5}, "price": 100}),
    ],
    ids=["has-a-train", "never-operated", "Belge"],
)
def test_nobody_else_joins_the_merger(context: Context, corporation: str, wish: dict[str, object]) -> None:
    position = two_five_share(context).float(corporation, **wish)  # type: ignore[arg-type]
    game, turn = begin(position, "6H")
    made = formed(turn)
    assert made is not None and set(made["merged"]) == {"GC", "Midi"}  # type: ignore[call-overload]
    assert not record_of(game, corporation).closed
    assert holdings(game, corporation)["3"] == wish["shares"][3]  # type: ignore[index]


@pytest.mark.rule("1826-4.6.2-03", "1826-4.6.2-04")
def test_the_buyer_never_merges(context: Context) -> None:
    """It had no train before its purchase, but owns the 6H when the question is asked."""
    game, _ = begin(two_five_share(context), "6H")
    assert not record_of(game, BUYER).closed
    assert game.view.trains(BUYER) == ("6H-1",)


@pytest.mark.rule("1826-4.6.2-03")
def test_a_first_turn_in_the_same_round_before_the_purchase_counts_as_operating(context: Context) -> None:
    position = (
        eve_of(context, "6H", operated=["GC"])
        .float("GC", shares={1: 3}, price=90, turns=1)
        .float("Midi", shares={2: 3}, price=75)
    )
    _, turn = begin(position, "6H")
    made = formed(turn)
    assert made is not None and set(made["merged"]) == {"GC", "Midi"}  # type: ignore[call-overload]


@pytest.mark.rule("1826-4.6.2-05")
def test_one_corporation_alone_does_not_merge_and_must_buy_with_a_loan(context: Context) -> None:
    position = (
        eve_of(context, "6H")
        .float("GC", shares={1: 3, 2: 1}, at=(7, 1), cash=30)
        .float("Est", shares={3: 3}, price=100, turns=0, cash=300)
    )
    game, turn = begin(position, "6H")
    assert formed(turn) is None
    assert events(turn, "national_not_formed")[0]["candidates"] == ("GC",)
    assert not record_of(game, "GC").closed
    while game.state.round.current != "GC" or game.step_name() != "trains":
        if game.state.round.current == "Est" and game.step_name() == "trains":
            play(game, BuyTrain("player-3", "Est", "6H", "bank", 300))
        else:
            step(game)
    refused(game, Pass("player-1"), "train.must_own")
    play(game, BuyTrain("player-1", "GC", "6H", "bank", 300))
    assert game.state.memory["loans"] == {"GC": 1}
    assert game.view.cash("GC") == 30 + 500 - 300


@pytest.mark.rule("1826-4.6.2-06")
def test_without_a_candidate_the_etat_does_not_form(context: Context) -> None:
    position = eve_of(context, "6H").float("GC", shares={1: 3}, price=90, trains=["4H"])
    game, turn = begin(position, "6H")
    assert formed(turn) is None
    assert events(turn, "national_not_formed")[0]["candidates"] == ()
    assert not record_of(game, ETAT).started
    assert holdings(game, ETAT) == {"ipo": 10}


@pytest.mark.rule("1826-4.6.2-25")
@pytest.mark.parametrize("phase", ["10H", "E", "TGV"])
def test_the_etat_has_no_later_chance(context: Context, phase: str) -> None:
    """Two corporations without trains merge into the SNCF or not at all, never into the Etat."""
    structure = None if phase in ("10H", "E", "TGV") else "five"
    position = (
        eve_of(context, phase)
        .float("GC", shares={1: 3}, price=90, structure=structure)
        .float("Midi", shares={2: 3}, price=75, structure=structure)
    )
    game, turn = begin(position, phase)
    made = formed(turn)
    assert (made["corporation"] if made else None) == (None if phase == "TGV" else "SNCF")
    assert not record_of(game, ETAT).started


# -- the exchange ----------------------------------------------------------------------------------


@pytest.mark.rule(
    "1826-4.6.2-07", "1826-4.6.2-08", "1826-4.6.2-09", "1826-4.6.2-11", "1826-4.6.2-12", "1826-4.6.2-13",
    "1826-C-Merge-01", "1826-C-Merge-02", "1826-C-Merge-03",
)  # fmt: skip
def test_exchange_in_order_with_exact_figures(context: Context) -> None:
    """GC 3 + 1 + 1 in the pool, Midi 2 + 1 and 2 in its treasury; five more of each come from the offering.

    The buyer's president is player 4: the order is 4 (nothing to exchange), 1, 2, 3, treasuries, pool.
    """
    game, turn = begin(two_five_share(context), "6H")
    assert list(exchanged(turn).items()) == [
        ("1", (3, 1, 0, 1)),
        ("2", (3, 1, 0, 1)),
        ("3", (1, 0, 0, 1)),
        (ETAT, (12, 6, 0, 0)),
        (POOL, (4, 2, 0, 0)),
    ]
    assert holdings(game, ETAT) == {"1": 1, "2": 1, POOL: 2, ETAT: 6}
    assert sum(holdings(game, ETAT).values()) == 10


@pytest.mark.rule("1826-4.6.2-08")
def test_shares_in_the_offering_go_to_the_treasuries_first(context: Context) -> None:
    """Not ten but all twenty shares of two five-share corporations take part."""
    game, turn = begin(two_five_share(context), "6H")
    assert sum(old for old, *_ in exchanged(turn).values()) == 20 + 3, (
        "three odd shares are exchanged by the pool"
    )
    assert [facts["corporation"] for facts in events(turn, "converted") if facts["cause"] == "merger"] == [
        "Midi",
        "GC",
    ]
    assert game.state.certificates["GC"] == (CLOSED,) * 9


@pytest.mark.rule("1826-4.6.2-09", "1826-4.6.2-10")
@pytest.mark.parametrize(
    ("seat", "order"),
    [(1, ["1", "2", "3", "4"]), (3, ["3", "4", "1", "2"]), (4, ["4", "1", "2", "3"])],
)
def test_the_exchange_begins_with_the_president_of_the_buyer(
    context: Context, seat: int, order: list[str]
) -> None:
    """The priority marker, which player 1 has, plays no part."""
    position = (
        eve_of(context, "6H", seat=seat)
        .float("GC", president=1, shares={1: 2, 2: 2}, price=90, pool=1)
        .float("Midi", president=3, shares={3: 2, 4: 2}, price=75, pool=1)
    )
    game, turn = begin(position, "6H")
    assert [owner for owner in exchanged(turn) if owner.isdigit()] == order
    assert game.view.president(ETAT) == f"player-{order[0]}", (
        "all have one share: the first one has the certificate"
    )


@pytest.mark.rule("1826-4.6.2-10")
def test_a_player_with_one_old_share_is_passed_over(context: Context) -> None:
    position = (
        eve_of(context, "6H", seat=1)
        .float("GC", president=2, shares={1: 1, 2: 2}, price=90, pool=1)
        .float("Midi", president=3, shares={3: 2}, price=75)
    )
    game, turn = begin(position, "6H")
    assert exchanged(turn)["1"] == (1, 0, 0, 1)
    assert game.view.president(ETAT) == "player-2"


@pytest.mark.rule("1826-C-Merge-02", "1826-C-Merge-03", "1826-C-Merge-04")
@pytest.mark.parametrize(
    ("gc", "midi", "po", "new", "odd"),
    [(3, 0, 0, 1, 1), (3, 1, 0, 2, 0), (3, 0, 1, 2, 0)],
    ids=["60%-GC", "60%-GC-20%-Midi", "60%-GC-10%-PO"],
)
def test_the_clarified_examples(context: Context, gc: int, midi: int, po: int, new: int, odd: int) -> None:
    position = (
        eve_of(context, "6H", seat=1)
        .float("GC", shares={1: gc}, price=90)
        .float("Midi", president=2, shares={1: midi, 2: 2}, price=75)
        .float("PO", president=3, shares={1: po, 3: 2}, price=75, structure="ten")
    )
    game, turn = begin(position, "6H")
    assert exchanged(turn)["1"] == (gc + midi + po, new, 0, odd)
    assert holdings(game, ETAT)["1"] == new


@pytest.mark.rule("1826-4.6.2-11", "1826-4.6.2-13")
def test_a_players_odd_share_is_exchanged_by_the_pool(context: Context) -> None:
    """Pool 1 + odd shares of three players = 4 old shares = 2 new ones; without them it would be none."""
    _, turn = begin(two_five_share(context), "6H")
    assert exchanged(turn)[POOL] == (4, 2, 0, 0)


@pytest.mark.rule("1826-4.6.2-12", "1826-4.6.2-13")
@pytest.mark.parametrize(
    ("midi", "pools", "expected"),
    [
        (2, (1, 1), {"1": (3, 1, 0, 1), "2": (2, 1, 0, 0), ETAT: (13, 6, 0, 1), POOL: (4, 2, 0, 0)}),
        (3, (1, 1), {"1": (3, 1, 0, 1), "2": (3, 1, 0, 1), ETAT: (12, 6, 0, 0), POOL: (4, 2, 0, 0)}),
        (2, (2, 1), {"1": (3, 1, 0, 1), "2": (2, 1, 0, 0), ETAT: (12, 6, 0, 0), POOL: (4, 2, 0, 0)}),
        (3, (2, 1), {"1": (3, 1, 0, 1), "2": (3, 1, 0, 1), ETAT: (11, 5, 0, 1), POOL: (6, 3, 0, 0)}),
    ],
)
def test_an_odd_treasury_share_goes_to_the_pool(
    context: Context, midi: int, pools: tuple[int, int], expected: dict[str, tuple[int, int, int, int]]
) -> None:
    position = (
        eve_of(context, "6H")
        .float("GC", shares={1: 3}, price=90, pool=pools[0])
        .float("Midi", shares={2: midi}, price=75, pool=pools[1])
    )
    _, turn = begin(position, "6H")
    assert exchanged(turn) == expected


@pytest.mark.rule("1826-4.6.2-13", "1826-4.6.2-15")
def test_an_odd_pool_share_is_lost_and_what_is_left_over_goes_to_the_treasury() -> None:
    """As all shares of a corporation take part, both can only happen where treasuries are not exchanged."""
    variant = loaded("1826", "national_treasury_not_exchanged")
    position = (
        eve_of(variant, "6H")
        .float("GC", shares={1: 3}, price=90, pool=1)
        .float("Midi", shares={2: 2}, price=75, pool=1)
    )
    game, turn = begin(position, "6H")
    assert exchanged(turn) == {"1": (3, 1, 0, 1), "2": (2, 1, 0, 0), POOL: (3, 1, 0, 1)}
    assert holdings(game, ETAT) == {"1": 1, "2": 1, POOL: 1, ETAT: 7}


@pytest.mark.rule("1826-4.6.2-12")
def test_whatever_the_holders_nothing_of_two_corporations_is_lost(context: Context) -> None:
    """Twenty old shares are ten new ones: odd ones of players and treasuries pair up in the pool."""
    for players in range(2, 7):
        shares = dict.fromkeys(range(1, players + 1), 1)
        position = (
            eve_of(context, "6H", players=players, seat=players)
            .float("GC", president=1, shares={**shares, 1: 2}, price=90, structure="ten")
            .float("Midi", president=2, shares={1: 2, 2: 2}, price=75, structure="ten")
        )
        game, turn = begin(position, "6H")
        assert sum(new for _, new, *_ in exchanged(turn).values()) == 10
        assert sum(holdings(game, ETAT).values()) == 10


def three_ten_share(context: Context) -> Position:
    """Thirty old shares: fifteen new ones would be needed."""
    return (
        eve_of(context, "6H", seat=1)
        .float("GC", president=1, shares={1: 5, 2: 3}, price=90, structure="ten", pool=2)
        .float("Midi", president=1, shares={1: 5, 2: 4}, price=75, structure="ten", pool=1)
        .float("PO", president=3, shares={1: 1, 3: 4, 2: 2}, price=75, structure="ten", treasury=3)
    )


@pytest.mark.rule("1826-4.6.2-14")
def test_when_shares_run_out_those_behind_get_nothing(context: Context) -> None:
    """Player 1: 11 old, 5 new. Player 2: 9 old, 4 new. Player 3: 4 old, only 1 new left; the rest is lost."""
    game, turn = begin(three_ten_share(context), "6H")
    assert list(exchanged(turn).items()) == [
        ("1", (11, 5, 0, 1)),
        ("2", (9, 4, 0, 1)),
        ("3", (4, 1, 0, 0)),
        (ETAT, (3, 0, 0, 1)),
        (POOL, (6, 0, 0, 0)),
    ]
    assert holdings(game, ETAT) == {"1": 5, "2": 4, "3": 1}
    assert game.view.cash("player-3") == 450, "nothing is paid for what is lost"
    assert game.state.certificates["PO"] == (CLOSED,) * 9


# -- the price -------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.6.2-16", "1826-4.6.2-17")
@pytest.mark.parametrize(
    ("places", "start"),
    [
        (((1, 3), (1, 2)), 90),  # F100 and F90: average F95
        (((5, 4), (4, 2)), 82),  # F75 and F70: average F72, below the least value
        (((7, 1), (7, 2)), 82),
        (((1, 3), (2, 4)), 100),  # twice F100
        (((1, 5), (1, 3), (7, 1)), 110),  # F122 and F100: average F111; the third does not count
        (((1, 6), (1, 5)), 122),  # F135 and F122: average F128
        (((5, 4), (1, 2)), 82),  # F75 and F90: average F82 and a half
        (((3, 11), (2, 14)), 220),  # F180 and F270: average F225
    ],
)
def test_start_price(context: Context, places: tuple[tuple[int, int], ...], start: int) -> None:
    position = eve_of(context, "6H")
    for corporation, at in zip(("GC", "Midi", "PO"), places, strict=False):
        position.float(corporation, shares={1: 2}, at=at)
    game, turn = begin(position, "6H")
    made = formed(turn)
    assert made is not None and made["start"] == made["price"] == start
    assert game.view.price(ETAT) == start
    place = game.view.place(ETAT)
    assert place is not None and place.row == 0
    assert record_of(game, ETAT).start_price == start


@pytest.mark.rule("1826-4.6.2-17")
def test_its_marker_goes_under_those_on_the_space(context: Context) -> None:
    position = two_five_share(context).float("Nord", shares={3: 3}, at=(1, 1), trains=["4H"])
    game, _ = begin(position, "6H")
    nord, etat = game.view.place("Nord"), game.view.place(ETAT)
    assert nord is not None and etat is not None
    assert (etat.row, etat.column) == (nord.row, nord.column)
    assert game.view.operating_rank("Nord") < game.view.operating_rank(ETAT)


# -- what it receives ------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.6.2-19", "1826-4.6.2-20")
def test_assets(context: Context) -> None:
    position = (
        two_five_share(context)
        .marker("city_bonus", "GC", hex_id="L14", amount=10, expires_in="E", source="Mail")
        .marker("train_limit", "Midi", amount=1, expires_in="E", source="Algerian")
    )
    game, _ = begin(position, "6H")
    view = game.view
    assert view.president(ETAT) == "player-1"
    assert view.cash(ETAT) == 10 + 27
    assert view.cash("GC") == view.cash("Midi") == 0
    assert record_of(game, ETAT).tokens_left == 3
    assert {
        (marker.kind, marker.corporation, marker.hex, marker.source) for marker in game.state.markers
    } == {
        ("city_bonus", ETAT, "L14", "Mail"),
        ("train_limit", ETAT, None, "Algerian"),
    }
    for corporation in ("GC", "Midi"):
        assert set(game.state.certificates[corporation]) == {CLOSED}
        assert view.place(corporation) is None
        assert stations(game, corporation) == ()
        assert record_of(game, corporation).tokens_left == 0


@pytest.mark.rule("1826-C-Loans-05", "1826-C-Merge-12")
@pytest.mark.parametrize(("gc", "midi", "kept"), [(0, 0, 0), (1, 0, 1), (1, 1, 2), (2, 1, 2), (2, 2, 2)])
def test_loans_are_inherited_up_to_two_without_a_price_move(
    context: Context, gc: int, midi: int, kept: int
) -> None:
    owed = {name: count for name, count in (("GC", gc), ("Midi", midi)) if count}
    game, turn = begin(two_five_share(context).remember("loans", owed), "6H")
    assert game.state.memory.get("loans", {}) == ({ETAT: kept} if kept else {})
    assert game.view.price(ETAT) == 82
    assert not [facts for facts in events(turn, "price_moved") if facts["corporation"] == ETAT]
    assert game.view.cash(ETAT) == 37, "loans lapse or stay without payment"


@pytest.mark.rule("1826-C-Loans-05", "1826-4.7.5-01", "1826-4.9-03")
def test_inherited_loans_bear_interest_in_its_first_turn(context: Context) -> None:
    position = (
        eve_of(context, "6H")
        .float("GC", shares={1: 3}, price=90, pool=2, cash=200)
        .float("Midi", shares={2: 3}, price=75, pool=2, cash=27)
        .remember("loans", {"GC": 1})
    )
    game, _ = begin(position, "6H")
    while game.step_name() != "trains" or game.state.round.current != ETAT:
        step(game)
    assert [
        event.facts["due"] for turn in game.turns for event in turn.events if event.kind == "debt_paid"
    ] == [50]
    assert game.view.cash(ETAT) == 227 - 50


# -- when it operates ------------------------------------------------------------------------------


def with_five_outside(context: Context, **rest: object) -> Position:
    """Two candidates of which so much is in the pool that five new shares are outside the treasury."""
    return (
        eve_of(context, "6H", **rest)  # type: ignore[arg-type]
        .float("GC", shares={1: 3}, price=90, pool=2, cash=400)
        .float("Midi", shares={2: 3}, price=75, pool=2, cash=400)
    )


@pytest.mark.rule("1826-4.6.2-26")
def test_it_operates_in_the_round_of_its_formation_at_its_price(context: Context) -> None:
    """Nord at F100 and Est at F70 have not operated: the Etat at F82 comes between them."""
    position = (
        with_five_outside(context)
        .float("Nord", shares={3: 3}, price=100, trains=["4H"])
        .float("Est", shares={4: 3}, at=(3, 1), trains=["4H"])
    )
    game, turn = begin(position, "6H")
    made = formed(turn)
    assert made is not None and made["operates_this_round"] is True
    assert holdings(game, ETAT) == {"1": 1, "2": 1, POOL: 3, ETAT: 5}
    finish_round(game)
    assert rounds_of(game)[0] == ["Nord", ETAT, "Est"]


@pytest.mark.rule("1826-4.6.2-27")
def test_it_waits_if_a_merged_corporation_has_operated_in_this_round(context: Context) -> None:
    game, turn = begin(with_five_outside(context, operated=["GC"]), "6H")
    made = formed(turn)
    assert made is not None and made["operates_this_round"] is False
    assert game.state.round.waiting == (ETAT,)
    finish_round(game)
    assert rounds_of(game)[0] == [], "the round ended with the turn of the buyer"
    assert (game.state.round.kind, game.state.round.number) == ("operating", 2)
    finish_round(game)
    assert rounds_of(game)[1] == [ETAT, BUYER], "F82 comes before F60"


@pytest.mark.rule("1826-4.6.2-28", "1826-C-Merge-06", "1826-C-Merge-07", "1826-C-Merge-08")
def test_with_four_shares_outside_it_takes_no_turn_until_enough_is_bought(context: Context) -> None:
    game, turn = begin(two_five_share(context).cash(3, 500), "6H")
    made = formed(turn)
    assert made is not None and made["operates_this_round"] is False
    assert holdings(game, ETAT) == {"1": 1, "2": 1, POOL: 2, ETAT: 6}
    assert not record_of(game, ETAT).floated
    drift(game, "stock")
    assert not any(ETAT in turns for turns in rounds_of(game))
    assert not record_of(game, ETAT).floated
    # Stock of an unfloated Etat cannot be sold, that of its treasury can be bought.
    assert game.actor() == "player-1"
    refused(game, SellShares("player-1", ETAT, 1), "stock.not_operated", "national.not_floated")
    treasury, price = game.view.cash(ETAT), game.view.price(ETAT)
    assert price is not None
    play(game, Pass("player-1"), Pass("player-2"))
    play(game, BuyShares("player-3", ETAT, "treasury"))
    assert game.view.cash(ETAT) == treasury + price, "its treasury is paid"
    assert not record_of(game, ETAT).floated, "it waits for the next operating round"
    drift(game, "operating")
    assert record_of(game, ETAT).floated
    assert events(game.turns[-1], "national_floated") == ({"corporation": ETAT},)
    finish_round(game)
    assert ETAT in rounds_of(game)[-2]


@pytest.mark.rule("1826-4.6.2-28")
@pytest.mark.parametrize(("pool", "floats"), [(4, True), (3, False)])
def test_shares_in_the_pool_count_as_outside(context: Context, pool: int, floats: bool) -> None:
    game = (
        Position(context, 4)
        .phase("6H")
        .float(BUYER, president=4, at=(5, 1), trains=["6H"], turns=2)
        .start(ETAT, shares={1: 1}, price=82, pool=pool, treasury=9 - pool)
        .operating(BUYER, "treasury_trade")
        .game()
    )
    play(game, Pass("player-4"))
    assert (game.state.round.kind, game.state.round.number) == ("operating", 2)
    assert record_of(game, ETAT).floated is floats


@pytest.mark.rule("1826-C-Merge-07")
def test_once_floated_it_goes_on_operating_with_less_outside(context: Context) -> None:
    """It takes its stock out of the pool: three shares stay outside, and it still has its next turn."""
    game = (
        Position(context, 4)
        .phase("6H")
        .float(ETAT, shares={1: 3}, price=82, pool=2, turns=2, cash=400, trains=["4H"])
        .operating(ETAT, "treasury_trade")
        .game()
    )
    play(game, TradeOwnShares("player-1", ETAT, 2))
    assert holdings(game, ETAT) == {"1": 3, ETAT: 7}
    assert (game.state.round.number, game.state.round.current) == (2, ETAT)


@pytest.mark.rule("1826-4.6.2-29")
def test_one_tile_in_its_first_turn(context: Context) -> None:
    game, _ = begin(with_five_outside(context), "6H")
    while game.state.round.current != ETAT:
        step(game)
    assert game.step_name() == "track"
    lay = next(a for a in offers_of(game, "lay_tile") if a.tile in ("7", "8", "9"))  # type: ignore[attr-defined]
    play(game, lay)
    assert game.step_name() != "track", "an ordinary corporation would lay a second yellow tile"
    assert not offers_of(game, "lay_tile")


@pytest.mark.rule("1826-4.6.2-29")
def test_one_tile_in_its_first_turn_and_no_trade_in_its_own_stock(context: Context) -> None:
    game = (
        Position(context, 4)
        .phase("6H")
        .float(ETAT, shares={1: 3}, price=82, pool=2, turns=0, cash=400, trains=["4H"])
        .operating(ETAT, "trains")
        .game()
    )
    assert record_of(game, ETAT).turns == 1
    refused(game, TradeOwnShares("player-1", ETAT, 1), "turn.not_now")
    play(game, Pass("player-1"))
    assert game.state.round.number == 2, "nothing is left to decide in its first turn"
    assert not offers_of(game, "trade_own_shares")


# -- pool and holdings after the exchange ----------------------------------------------------------


def crowded_pool(context: Context) -> Position:
    """Two candidates with half their stock in the pool and odd shares of three players."""
    return (
        eve_of(context, "6H", players=5, seat=5)
        .float("GC", president=1, shares={1: 3, 4: 1}, price=90, structure="ten", pool=5)
        .float("Midi", president=2, shares={2: 3, 3: 1}, price=75, structure="ten", pool=5)
    )


@pytest.mark.rule("1826-3.4-09")
def test_the_exchange_may_put_more_than_half_of_it_into_the_pool(context: Context) -> None:
    """Nobody may then sell its stock until the pool is back at half of it."""
    game, turn = begin(crowded_pool(context), "6H")
    assert exchanged(turn) == {
        **dict.fromkeys(("1", "2"), (3, 1, 0, 1)),
        **dict.fromkeys(("3", "4"), (1, 0, 0, 1)),
        ETAT: (2, 1, 0, 0),
        POOL: (14, 7, 0, 0),
    }
    assert holdings(game, ETAT) == {"1": 1, "2": 1, POOL: 7, ETAT: 1}
    drift(game, "stock")
    assert record_of(game, ETAT).turns > 0
    for player in ("player-1", "player-2"):
        assert game.actor() == player
        refused(game, SellShares(player, ETAT, 1), "stock.pool_limit")
        play(game, Pass(player))


@pytest.mark.rule("1826-3.4-06")
def test_more_than_60_percent_must_be_sold_down_in_the_next_stock_round(context: Context) -> None:
    """Three corporations give player 1 seven of ten shares; nobody takes them away at the exchange."""
    position = (
        eve_of(context, "6H", seat=1, cash=3000)
        .float("GC", president=1, shares={1: 5, 2: 4}, price=90, structure="ten", treasury=1, cash=400)
        .float("Midi", president=1, shares={1: 5, 2: 2}, price=75, structure="ten", treasury=3, cash=400)
        .float("PO", president=1, shares={1: 4}, price=75, structure="ten", pool=1, treasury=5, cash=400)
    )
    game, turn = begin(position, "6H")
    assert exchanged(turn)["1"] == (14, 7, 0, 0)
    assert holdings(game, ETAT) == {"1": 7, "2": 3}
    drift(game, "stock")
    assert record_of(game, ETAT).turns > 0
    refused(game, Pass("player-1"), "stock.must_sell_holding")
    assert not offers_of(game, "buy_shares") and not offers_of(game, "start_corporation")
    play(game, SellShares("player-1", ETAT, 1), Pass("player-1"))
    assert holdings(game, ETAT) == {"1": 6, "2": 3, POOL: 1}
    assert actor_of(game) == "player-2"


# -- hexes around Paris ----------------------------------------------------------------------------


@pytest.mark.rule("1826-4.10-09", "1826-C-Paris-01", "1826-C-Paris-03")
@pytest.mark.parametrize(("national", "phase"), [(ETAT, "6H"), ("SNCF", "10H")])
@pytest.mark.parametrize("agree", [True, False])
def test_the_president_of_the_national_guards_hexes_of_merged_corporations(
    context: Context, national: str, phase: str, agree: bool
) -> None:
    """Est has merged: PLM, with a station in Reims, needs player 1's consent for a yellow tile on G11."""
    position = (
        Position(context, 3)
        .phase(phase)
        .tile("F12", "57", 0)
        .float(national, shares={1: 5}, price=110, pool=5, turns=2, trains=[phase])
        .token(national, "G9", 4)
        .float("PLM", shares={2: 3}, price=100, structure="ten", trains=[phase], turns=2)
        .token("PLM", "F12")
        .close("Est")
        .remember("merged_into", {"Est": national})
        .remember("bonds", {"SNCF": 10} if national == "SNCF" else {})
    )
    game = position.operating("PLM").game()
    lay = next(a for a in offers_of(game, "lay_tile") if a.hex == "G11")  # type: ignore[attr-defined]
    play(game, lay)
    assert (game.actor(), game.step_name()) == ("player-1", "consent")
    play(game, Respond("player-1", agree))
    assert ("G11" in game.state.tiles) is agree
    if not agree:
        refused(game, lay, "consent.declined")


@pytest.mark.rule("1826-4.10-09", "1826-C-Paris-01")
def test_it_needs_no_consent_for_its_own_hexes(context: Context) -> None:
    position = (
        Position(context, 3)
        .phase("6H")
        .float(ETAT, shares={1: 5}, price=110, pool=5, turns=2, trains=["6H"])
        .token(ETAT, "G9", 4)
        .close("Est")
        .remember("merged_into", {"Est": ETAT})
    )
    game = position.operating(ETAT).game()
    play(game, next(a for a in offers_of(game, "lay_tile") if a.hex == "G11"))  # type: ignore[attr-defined]
    assert "G11" in game.state.tiles
