"""1826: SNCF bonds in mergers, trade, interest, emergencies and redemption (4.6.3, 4.7.6, 4.7.11, 4.8.3)."""

from __future__ import annotations

from typing import cast

import pytest
from open18xx.actions.base import Action
from open18xx.actions.kinds import BuyShares, BuyTrain, Pass, SellShares
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.worth import final_price, final_worth
from open18xx.state.game_state import POOL

from tests.support.positions import Position, events, holdings, offers_of, play, refused
from tests.titles.g1826.rules.mergers import begin, eve_of, exchanged, title_action

SNCF = "SNCF"


def bonds(game: Game) -> dict[str, int]:
    """Bonds by owner; seats by number."""
    held = cast("dict[str, int]", game.state.memory.get("bonds", {}))
    return {owner.removeprefix("player-"): count for owner, count in held.items()}


def held_by(
    context: Context, holders: dict[str | int, int], *, players: int = 3, phase: str = "10H"
) -> Position:
    """The SNCF with its ten bonds as given, the rest in its treasury; PLM has operated as well."""
    known = {
        owner if isinstance(owner, str) else f"player-{owner}": count for owner, count in holders.items()
    }
    known[SNCF] = 10 - sum(known.values())
    return (
        Position(context, players)
        .phase(phase)
        .float("PLM", president=3, shares={3: 4}, price=75, pool=3, treasury=3, trains=[phase], turns=2)
        .remember("bonds", {owner: count for owner, count in known.items() if count})
    )


# -- in the merger ---------------------------------------------------------------------------------


def three(context: Context) -> Position:
    """Thirty old shares: ten new shares and five bonds."""
    return (
        eve_of(context, "10H", seat=1)
        .float("GC", president=1, shares={1: 6, 2: 4}, price=90, structure="ten")
        .float("Midi", president=1, shares={1: 5, 3: 3}, price=75, structure="ten", treasury=2)
        .float("PO", president=2, shares={2: 4, 3: 2}, price=75, structure="ten", treasury=1, pool=3)
    )


@pytest.mark.rule("1826-4.6.3-05", "1826-4.6.3-11", "1826-4.6.3-13", "1826-4.6.3-32")
def test_when_shares_run_out_bonds_are_given(context: Context) -> None:
    """Player 1 gets five shares, player 2 four, player 3 the last one and a bond; then bonds only."""
    game, turn = begin(three(context), "10H")
    assert list(exchanged(turn).items()) == [
        ("1", (11, 5, 0, 1)),
        ("2", (8, 4, 0, 0)),
        ("3", (5, 1, 1, 1)),
        (SNCF, (3, 0, 1, 1)),
        (POOL, (6, 0, 3, 0)),
    ]
    assert holdings(game, SNCF) == {"1": 5, "2": 4, "3": 1}
    assert bonds(game) == {"3": 1, POOL: 3, SNCF: 1 + 5}
    assert game.view.cash(SNCF) == 0, "no share is left that would bring capital"
    assert not events(turn, "capital_paid") or events(turn, "capital_paid")[0]["amount"] == 0


@pytest.mark.rule("1826-4.6.3-12")
def test_when_bonds_run_out_too_the_rest_is_lost(context: Context) -> None:
    """Five corporations: 25 new certificates are wanted, 20 exist; treasury and pool come last."""
    position = eve_of(context, "10H", seat=1)
    for name, seat in (("GC", 1), ("Midi", 2), ("PO", 3), ("Nord", 4), ("Est", 4)):
        position.float(name, shares={seat: 6}, price=75, structure="ten", pool=2)
    game, turn = begin(position, "10H")
    assert list(exchanged(turn).items()) == [
        ("1", (6, 3, 0, 0)),
        ("2", (6, 3, 0, 0)),
        ("3", (6, 3, 0, 0)),
        ("4", (12, 1, 5, 0)),
        (SNCF, (10, 0, 5, 0)),
        (POOL, (10, 0, 0, 0)),
    ]
    assert bonds(game) == {"4": 5, SNCF: 5}
    assert holdings(game, SNCF) == {"1": 3, "2": 3, "3": 3, "4": 1}
    assert game.view.president(SNCF) == "player-1"


@pytest.mark.rule("1826-4.6.3-13", "1826-4.6.3-32")
def test_bonds_not_given_out_lie_in_its_treasury(context: Context) -> None:
    position = (
        eve_of(context, "10H")
        .float("GC", shares={1: 2}, price=90, structure="ten")
        .float("Midi", shares={2: 2}, price=75, structure="ten")
    )
    game, _ = begin(position, "10H")
    assert bonds(game) == {SNCF: 10}


@pytest.mark.rule("1826-4.6.3-19")
def test_for_inherited_loans_bonds_go_to_the_pool_as_far_as_there_are_any(context: Context) -> None:
    """Nineteen certificates are given out to players: one bond is left in the treasury, four loans lapse."""
    position = eve_of(context, "10H", seat=1)
    for name, seat, shares in (("GC", 1, 6), ("Midi", 2, 6), ("PO", 3, 6), ("Nord", 4, 8), ("Est", 4, 8)):
        position.float(name, shares={seat: shares}, price=75, structure="ten", pool=10 - shares)
    game, turn = begin(position.remember("loans", {"GC": 2, "Midi": 1}), "10H")
    assert exchanged(turn)["4"] == (16, 1, 7, 0)
    assert exchanged(turn)[POOL] == (16, 0, 3, 0)
    assert bonds(game) == {"4": 7, POOL: 3}, "no bond was left for the loans"
    position = (
        eve_of(context, "10H", seat=1)
        .float("GC", shares={1: 6}, price=90, structure="ten", pool=4)
        .float("Midi", shares={2: 6}, price=75, structure="ten", pool=4)
        .float("PO", shares={3: 6}, price=75, structure="ten", pool=4)
        .float("Nord", shares={3: 6}, price=75, structure="ten", treasury=4)
        .remember("loans", {"GC": 2, "Midi": 2})
    )
    game, turn = begin(position, "10H")
    assert exchanged(turn) == {
        "1": (6, 3, 0, 0),
        "2": (6, 3, 0, 0),
        "3": (12, 4, 2, 0),
        SNCF: (4, 0, 2, 0),
        POOL: (12, 0, 6, 0),
    }
    assert bonds(game) == {"3": 2, POOL: 6 + 2}, "two bonds for four loans: more were not in the treasury"


# -- trade in stock rounds -------------------------------------------------------------------------


@pytest.mark.rule("1826-4.6.3-33", "1826-C-Bonds-02", "1826-C-Bonds-03", "1826-C-Bonds-04", "1826-C-Bonds-05")
def test_buying_a_bond_is_the_purchase_of_the_turn(context: Context) -> None:
    """F100 to the bank; the turn is over, and it was no pass."""
    position = held_by(context, {POOL: 2}).float(SNCF, shares={1: 4}, price=110, pool=5, treasury=1, turns=2)
    game = position.stock(1, passes=2, first_passer=2).cash(1, 350).game()
    bank = game.view.cash("bank")
    play(game, title_action(game, "buy_bond", actor="player-1"))
    assert (game.view.cash("player-1"), game.view.cash("bank")) == (250, bank + 100)
    assert bonds(game) == {"1": 1, POOL: 1, SNCF: 8}
    assert game.actor() == "player-2"
    assert game.state.round.kind == "stock"
    assert (game.state.round.passes, game.state.round.first_passer) == (0, None), "the round stays open"


@pytest.mark.rule("1826-C-Bonds-05")
def test_only_one_bond_is_bought_in_a_turn_and_nothing_else(context: Context) -> None:
    """After the sale of a share one purchase is left: a bond or a share."""
    position = held_by(context, {POOL: 2}).float(SNCF, shares={1: 4}, price=110, pool=4, treasury=2, turns=2)
    game = position.stock(3).cash(3, 900).game()
    assert len(offers_of(game, "buy_bond")) == 1
    play(game, SellShares("player-3", "PLM", 1))
    play(game, title_action(game, "buy_bond", actor="player-3"))
    assert game.actor() == "player-1"
    refused(game, title_action(game, "buy_bond", actor="player-3"), "turn.not_yours")
    refused(game, BuyShares("player-3", SNCF, "pool"), "turn.not_yours")


@pytest.mark.rule("1826-4.6.3-33", "1826-C-Bonds-07", "1826-C-Bonds-08")
@pytest.mark.parametrize(
    ("pool", "cash", "code"),
    [(0, 500, "bond.none_in_pool"), (1, 99, "stock.too_dear")],
    ids=["treasury-only", "poor"],
)
def test_bonds_are_bought_from_the_pool_only(context: Context, pool: int, cash: int, code: str) -> None:
    """Ten bonds in the SNCF treasury are no offer."""
    position = held_by(context, {POOL: pool}).float(
        SNCF, shares={1: 4}, price=110, pool=5, treasury=1, turns=2
    )
    game = position.stock(1).cash(1, cash).game()
    refused(game, title_action(game, "buy_bond", actor="player-1"), code)


@pytest.mark.rule("1826-4.6.3-33", "1826-C-Bonds-04", "1826-C-Bonds-05")
def test_several_bonds_are_sold_at_once_before_the_purchase(context: Context) -> None:
    """Three bonds bring F300; the turn goes on with a purchase, and a mere sale is no pass."""
    position = held_by(context, {1: 4}).float(SNCF, shares={1: 4}, price=110, pool=5, treasury=1, turns=2)
    game = position.stock(1, passes=1, first_passer=3).cash(1, 20).game()
    assert [a.count for a in offers_of(game, "sell_bonds")] == [1, 2, 3, 4]  # type: ignore[attr-defined]
    refused(game, title_action(game, "sell_bonds", actor="player-1", count=5), "bond.not_owned")
    refused(game, title_action(game, "sell_bonds", actor="player-1", count=0), "bond.not_owned")
    play(game, title_action(game, "sell_bonds", actor="player-1", count=3))
    assert game.view.cash("player-1") == 320
    assert bonds(game) == {"1": 1, POOL: 3, SNCF: 6}
    assert game.actor() == "player-1"
    # Selling bonds bars neither bonds nor shares of the SNCF.
    assert offers_of(game, "buy_bond")
    play(game, Pass("player-1"))
    assert (game.state.round.passes, game.actor()) == (0, "player-2"), "the turn was no pass"


@pytest.mark.rule("1826-4.6.3-33")
def test_bonds_are_sold_before_the_purchase_and_may_be_bought_back_later(context: Context) -> None:
    position = held_by(context, {1: 2}).float(SNCF, shares={1: 4}, price=110, pool=5, treasury=1, turns=2)
    game = position.stock(1).cash(1, 0).game()
    play(game, title_action(game, "sell_bonds", actor="player-1", count=2))
    play(game, BuyShares("player-1", SNCF, "pool"), Pass("player-2"), Pass("player-3"))
    assert game.actor() == "player-1"
    refused(game, title_action(game, "buy_bond", actor="player-1"), "stock.too_dear")
    assert game.view.cash("player-1") == 90


@pytest.mark.rule("1826-3.4-06", "1826-C-Bonds-04")
def test_who_must_sell_first_buys_no_bond(context: Context) -> None:
    """Seven shares of the SNCF after an exchange: down to six before anything is bought."""
    position = held_by(context, {POOL: 1}).float(SNCF, shares={1: 7}, price=110, pool=2, treasury=1, turns=2)
    game = position.stock(1).cash(1, 500).game()
    refused(game, title_action(game, "buy_bond", actor="player-1"), "stock.must_sell_holding")
    play(game, SellShares("player-1", SNCF, 1), title_action(game, "buy_bond", actor="player-1"))
    assert bonds(game)["1"] == 1


@pytest.mark.rule("1826-C-Bonds-06")
def test_bonds_do_not_count_as_certificates(context: Context) -> None:
    """Sixteen certificates are the limit of four players: bonds come on top."""
    position = held_by(context, {POOL: 1, 1: 4}, players=4)
    position.float(SNCF, president=2, shares={1: 4, 2: 5}, price=110, pool=1, turns=2)
    for name in ("GC", "Midi", "Nord"):
        position.float(
            name, president=2, shares={1: 4, 2: 4}, price=75, turns=2, trains=["10H"] if name == "GC" else []
        )
    game = position.stock(1).cash(1, 500).game()
    refused(game, BuyShares("player-1", SNCF, "pool"), "stock.certificate_limit")
    play(game, title_action(game, "buy_bond", actor="player-1"))
    assert bonds(game)["1"] == 5


# -- interest --------------------------------------------------------------------------------------


def at_interest(
    context: Context,
    holders: dict[str | int, int],
    *,
    cash: int,
    earnings: int,
    loans: int = 0,
    step: str = "bond_interest",
) -> Game:
    """The SNCF after its run, where the interest is due."""
    position = (
        held_by(context, holders)
        .float(SNCF, shares={1: 4}, price=110, pool=6, turns=2, cash=cash, trains=["10H"])
        .operating(SNCF, step, earnings=earnings)
        .cash(1, 100)
        .cash(2, 100)
    )
    if loans:
        position.remember("loans", {SNCF: loans})
    return position.game()


@pytest.mark.rule("1826-4.6.3-36", "1826-4.7.6-01", "1826-4.7.6-02", "1826-4.7.6-03")
def test_interest_to_the_holders_from_the_treasury(context: Context) -> None:
    """Two bonds of player 1, one of player 2, three in the pool, four in the treasury: F20, F10, F30, 0."""
    game = at_interest(context, {1: 2, 2: 1, POOL: 3}, cash=60, earnings=500)
    assert game.view.cash(SNCF) == 0
    assert (game.view.cash("player-1"), game.view.cash("player-2")) == (120, 110)
    assert game.state.round.turn.earnings == 500
    (paid,) = events(game.turns[0], "debt_paid")
    assert (paid["name"], paid["due"], paid["from_treasury"], paid["from_earnings"]) == (
        "bond_interest",
        60,
        60,
        0,
    )


@pytest.mark.rule("1826-4.7.6-04")
def test_with_too_little_cash_the_whole_interest_comes_from_the_earnings(context: Context) -> None:
    game = at_interest(context, {1: 2, 2: 1, POOL: 3}, cash=59, earnings=500)
    assert game.view.cash(SNCF) == 59, "the treasury is not touched"
    assert game.state.round.turn.earnings == 440
    assert (game.view.cash("player-1"), game.view.cash("player-2")) == (120, 110)


@pytest.mark.rule("1826-4.7.6-04")
def test_earnings_down_to_zero_then_the_treasury(context: Context) -> None:
    game = at_interest(context, {1: 2, 2: 1, POOL: 3}, cash=50, earnings=40)
    # Nothing is left to divide: the price has moved left and the dividend is decided.
    (paid,) = events(game.turns[0], "debt_paid")
    assert (paid["from_earnings"], paid["from_treasury"], paid["earnings"]) == (40, 20, 0)
    assert game.view.cash(SNCF) == 30
    assert game.view.price(SNCF) == 100
    assert bonds(game) == {"1": 2, "2": 1, POOL: 3, SNCF: 4}


@pytest.mark.rule("1826-4.7.6-05", "1826-4.8.3-01", "1826-4.8.3-02", "1826-4.8.3-03", "1826-C-Bonds-08")
def test_if_that_is_not_enough_bonds_are_issued_as_many_as_needed(context: Context) -> None:
    """F60 due, F9 cash, F40 earnings: F11 are missing, one bond is issued for F100, no loan is taken."""
    game = at_interest(context, {1: 2, 2: 1, POOL: 3}, cash=9, earnings=40)
    assert events(game.turns[0], "bonds_issued") == ({"corporation": SNCF, "count": 1, "amount": 100},)
    assert not events(game.turns[0], "loans_taken")
    assert bonds(game) == {"1": 2, "2": 1, POOL: 4, SNCF: 3}
    assert game.view.cash(SNCF) == 9 + 100 - 20
    assert (game.view.cash("player-1"), game.view.cash("player-2")) == (120, 110)


@pytest.mark.rule("1826-4.7.6-05", "1826-C-Loans-02", "1826-4.9-01")
def test_without_treasury_bonds_a_loan_is_taken_for_interest(context: Context) -> None:
    game = at_interest(context, {1: 7, 2: 1, POOL: 2}, cash=30, earnings=60)
    assert not events(game.turns[0], "bonds_issued")
    assert events(game.turns[0], "loans_taken") == ({"corporation": SNCF, "count": 1, "amount": 500},)
    assert game.view.cash(SNCF) == 30 + 500 - 40
    assert game.view.cash("player-1") == 170


@pytest.mark.rule("1826-4.7.6-04", "1826-4.7.5-02", "1826-4.7-08")
def test_loan_interest_comes_first_then_bond_interest_from_what_is_left(context: Context) -> None:
    """Cash F90, earnings F200; loan F50 from the treasury, then F60 for bonds: F40 are too little."""
    game = at_interest(context, {1: 2, 2: 1, POOL: 3}, cash=90, earnings=200, loans=1, step="loan_interest")
    paid = [
        (facts["name"], facts["from_treasury"], facts["from_earnings"])
        for facts in events(game.turns[0], "debt_paid")
    ]
    assert paid == [("loan_interest", 50, 0), ("bond_interest", 0, 60)]
    assert game.view.cash(SNCF) == 40
    assert game.state.round.turn.earnings == 140


@pytest.mark.rule("1826-4.7.6-01")
def test_only_the_issuer_pays_bond_interest(context: Context) -> None:
    position = held_by(context, {1: 2}).float(SNCF, shares={1: 4}, price=110, pool=6, turns=2, trains=["10H"])
    game = position.cash("PLM", 500).operating("PLM", "bond_interest", earnings=100).game()
    assert not events(game.turns[0], "debt_paid")
    assert game.view.cash("PLM") == 500


# -- emergencies -----------------------------------------------------------------------------------


def trainless(context: Context, holders: dict[str | int, int], cash: int, *, phase: str = "10H") -> Game:
    """The SNCF without a train in its train step."""
    position = (
        held_by(context, holders, phase=phase)
        .float(SNCF, shares={1: 4}, at=(1, 8), pool=6, turns=2, cash=cash)
        .operating(SNCF, "trains")
        .cash(1, 50)
    )
    return position.game()


@pytest.mark.rule("1826-4.8.3-01", "1826-4.8.3-02", "1826-4.8.3-03", "1826-4.8.4-05", "1826-C-Loans-02")
@pytest.mark.parametrize(
    ("treasury", "cash", "issued", "loans"),
    [
        pytest.param(10, 600, 0, 0, id="cash-enough"),
        pytest.param(10, 599, 1, 0, id="one-franc-short"),
        pytest.param(10, 350, 3, 0, id="F250-short"),
        pytest.param(10, 0, 6, 0, id="nothing"),
        pytest.param(4, 100, 4, 1, id="all-bonds-then-a-loan"),
        pytest.param(0, 100, 0, 1, id="no-bonds"),
        pytest.param(1, 0, 1, 1, id="one-bond-one-loan"),
        pytest.param(0, 0, 0, 2, id="two-loans"),
    ],
)
def test_bonds_before_loans_for_a_train(
    context: Context, treasury: int, cash: int, issued: int, loans: int
) -> None:
    """A 10H costs F600. No more bonds than needed, all of them before the first loan."""
    game = trainless(context, {2: 10 - treasury}, cash)
    turn = play(game, BuyTrain("player-1", SNCF, "10H", "bank", 600))
    assert sum(facts["count"] for facts in events(turn, "bonds_issued")) == issued  # type: ignore[misc]
    assert sum(facts["count"] for facts in events(turn, "loans_taken")) == loans  # type: ignore[misc]
    assert bonds(game).get(POOL, 0) == issued
    assert bonds(game).get(SNCF, 0) == treasury - issued
    assert game.view.cash(SNCF) == cash + 100 * issued + 500 * loans - 600
    assert game.state.memory.get("loans", {}) == ({SNCF: loans} if loans else {})
    assert game.view.train_types(SNCF) == ("10H",)


@pytest.mark.rule("1826-4.6.3-34", "1826-C-Bonds-01", "1826-C-Bonds-08")
def test_bonds_cannot_be_issued_at_will(context: Context) -> None:
    """In no step of its turn is there an action that would put a treasury bond into the pool."""
    for name in context.title.policies.operating.turn:
        game = (
            held_by(context, {POOL: 2})
            .float(SNCF, shares={1: 4}, price=110, pool=5, treasury=1, turns=2, cash=5000, trains=["10H"])
            .operating(SNCF, name, earnings=100)
            .game()
        )
        for offer in game.legal_actions():
            assert offer.action.kind != "sell_bonds"
        if game.step_name() == name:
            refused(game, title_action(game, "sell_bonds", actor="player-1", count=1), "turn.not_now")


@pytest.mark.rule("1826-4.8.4-05", "1826-4.8.4-06", "1826-C-Bonds-08")
def test_no_bonds_for_a_further_train_or_one_of_another_corporation(context: Context) -> None:
    game = (
        held_by(context, {})
        .float(SNCF, shares={1: 4}, price=110, pool=6, turns=2, cash=500, trains=["10H"])
        .train(POOL, "6H")
        .operating(SNCF, "trains")
        .game()
    )
    refused(game, BuyTrain("player-1", SNCF, "10H", "bank", 600), "train.too_dear")
    game = trainless(context, {}, 500)
    refused(game, BuyTrain("player-1", SNCF, "10H", "PLM", 600), "train.own_money_only")


# -- redemption ------------------------------------------------------------------------------------


def redeeming(context: Context, holders: dict[str | int, int], cash: int = 1000) -> Game:
    """The SNCF in its redemption step."""
    position = (
        held_by(context, holders)
        .float(SNCF, shares={1: 4}, price=110, pool=6, turns=1, cash=cash, trains=["10H"])
        .operating(SNCF, "bond_redemption")
        .cash(1, 100)
        .cash(2, 100)
        .cash(3, 100)
    )
    return position.game()


def redeem(game: Game, count: int, source: str) -> Action:
    """Redeem bonds."""
    return title_action(game, "redeem_bonds", actor="player-1", corporation=SNCF, count=count, source=source)


@pytest.mark.rule("1826-4.7.11-01", "1826-4.7.11-02", "1826-4.7.11-04", "1826-4.6.3-34")
def test_bonds_of_the_pool_are_redeemed_first_for_money_to_the_bank(context: Context) -> None:
    game = redeeming(context, {POOL: 3, 2: 2}, cash=250)
    assert [(a.count, a.source) for a in offers_of(game, "redeem_bonds")] == [(1, POOL), (2, POOL)]  # type: ignore[attr-defined]
    refused(game, redeem(game, 1, "player-2"), "bond.pool_first")
    refused(game, redeem(game, 3, POOL), "bond.too_dear")
    refused(game, redeem(game, 4, POOL), "bond.not_owned")
    refused(game, redeem(game, 0, POOL), "bond.not_owned")
    refused(game, redeem(game, 1, SNCF), "bond.not_outstanding")
    bank = game.view.cash("bank")
    play(game, redeem(game, 2, POOL))
    assert game.view.cash(SNCF) == 50
    assert game.view.cash("bank") == bank + 200
    assert bonds(game) == {POOL: 1, "2": 2, SNCF: 7}


@pytest.mark.rule("1826-4.7.11-03", "1826-4.7.11-04", "1826-4.6.3-35")
def test_with_an_empty_pool_bonds_of_one_player_who_is_not_asked(context: Context) -> None:
    """F100 each to the player; after one of player 2 no other player's can follow, but more of his."""
    game = redeeming(context, {2: 2, 3: 1, 1: 1})
    offered = {(a.count, a.source) for a in offers_of(game, "redeem_bonds")}  # type: ignore[attr-defined]
    assert offered == {(1, "player-1"), (1, "player-2"), (2, "player-2"), (1, "player-3")}
    play(game, redeem(game, 1, "player-2"))
    assert game.actor() == "player-1", "nobody's consent is needed"
    assert game.view.cash("player-2") == 200
    refused(game, redeem(game, 1, "player-3"), "bond.one_player")
    refused(game, redeem(game, 1, "player-1"), "bond.one_player")
    play(game, redeem(game, 1, "player-2"))
    assert game.view.cash("player-2") == 300
    assert bonds(game) == {"1": 1, "3": 1, SNCF: 8}
    assert game.step_name() != "bond_redemption", "nothing more can be redeemed"


@pytest.mark.rule("1826-4.7.11-02", "1826-4.7.11-03")
def test_one_player_may_follow_once_the_pool_is_empty(context: Context) -> None:
    game = redeeming(context, {POOL: 1, 2: 1, 3: 1})
    play(game, redeem(game, 1, POOL), redeem(game, 1, "player-3"))
    assert bonds(game) == {"2": 1, SNCF: 9}


@pytest.mark.rule("1826-4.7.11-01")
@pytest.mark.parametrize(
    ("holders", "cash"), [({}, 1000), ({POOL: 2}, 99)], ids=["none-outstanding", "no-money"]
)
def test_the_step_is_left_when_nothing_can_be_redeemed(
    context: Context, holders: dict[str | int, int], cash: int
) -> None:
    game = redeeming(context, holders, cash)
    assert game.step_name() != "bond_redemption"


@pytest.mark.rule("1826-4.7.11-01")
def test_nothing_need_be_redeemed(context: Context) -> None:
    game = redeeming(context, {POOL: 2})
    play(game, Pass("player-1"))
    assert game.step_name() != "bond_redemption"
    assert bonds(game) == {POOL: 2, SNCF: 8}


@pytest.mark.rule("1826-C-Bonds-10", "1826-4.8.3-03", "1826-4.7-08")
def test_bonds_issued_for_a_train_are_redeemed_in_the_same_turn(context: Context) -> None:
    """F0: four bonds and one loan bring F900 for a 10H; F300 are left, three of the four come back."""
    game = trainless(context, {2: 6}, 0)
    play(game, BuyTrain("player-1", SNCF, "10H", "bank", 600))
    assert game.view.cash(SNCF) == 300
    while game.step_name() != "bond_redemption":
        play(game, Pass("player-1"))
    play(game, redeem(game, 3, POOL))
    assert bonds(game) == {"2": 6, POOL: 1, SNCF: 3}
    assert game.state.memory["loans"] == {SNCF: 1}


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("1826-5-06", "1826-5-08", "1826-C-Bonds-09")
def test_bonds_in_the_final_count(context: Context) -> None:
    """F180 with three bonds outstanding is F150 a share; each bond of a player is F100."""
    position = held_by(context, {1: 2, POOL: 1}).float(SNCF, shares={1: 4}, at=(1, 9), pool=6, turns=2)
    game = position.stock(1).cash(1, 77).game()
    assert game.view.price(SNCF) == 180
    assert final_price(game.view, SNCF) == 150
    assert final_worth(game.view, "player-1") == 77 + 4 * 150 + 2 * 100
