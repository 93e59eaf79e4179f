"""1826: loans, their interest, repayment and effect on trading trains (3.5-06, -07, 4.7.5, 4.7.10, 4.9)."""

from __future__ import annotations

import pytest
from open18xx.actions.base import Action
from open18xx.actions.kinds import BuyTrain, Pass
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.worth import final_price

from tests.support.positions import Position, events, offers_of, play, refused
from tests.titles.g1826.rules.mergers import step, title_action


def loans(game: Game, corporation: str = "GC") -> int:
    """Loans of a corporation."""
    return game.state.memory.get("loans", {}).get(corporation, 0)  # type: ignore[union-attr,return-value]


def indebted(
    context: Context,
    name: str,
    *,
    owed: int = 1,
    cash: int = 0,
    earnings: int | None = None,
    at: tuple[int, int] = (1, 4),
    trains: tuple[str, ...] = ("6H",),
    phase: str = "6H",
) -> Position:
    """GC, ten-share and of player 1, with loans, in its third turn at a step."""
    return (
        Position(context, 3)
        .phase(phase)
        .float("GC", shares={1: 5, 2: 2}, at=at, structure="ten", cash=cash, trains=trains, turns=2)
        .remember("loans", {"GC": owed} if owed else {})
        .operating("GC", name, earnings=earnings)
    )


# -- interest --------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.7.5-01", "1826-4.7.5-02", "1826-4.9-04", "1826-4.9-05", "1826-C-Loans-07")
@pytest.mark.parametrize(
    ("owed", "cash", "earnings", "cash_after", "earnings_after"),
    [
        pytest.param(1, 50, 300, 0, 300, id="treasury-just-enough"),
        pytest.param(2, 150, 300, 50, 300, id="two-loans-F100"),
        pytest.param(1, 49, 300, 49, 250, id="one-franc-short-all-from-earnings"),
        pytest.param(2, 58, 600, 58, 500, id="recorded-F58-F100-F600"),
        pytest.param(1, 40, 550, 40, 500, id="recorded-F550-less-F50"),
        pytest.param(1, 30, 40, 20, 0, id="ruled-F30-F40-F50"),
        pytest.param(2, 99, 1, 0, 0, id="earnings-and-all-the-cash"),
        pytest.param(1, 45, 50, 45, 0, id="earnings-to-zero"),
    ],
)
def test_interest(
    context: Context, owed: int, cash: int, earnings: int, cash_after: int, earnings_after: int
) -> None:
    game = indebted(context, "loan_interest", owed=owed, cash=cash, earnings=earnings).game()
    (paid,) = events(game.turns[0], "debt_paid")
    assert (paid["name"], paid["due"]) == ("loan_interest", 50 * owed)
    assert (paid["from_treasury"], paid["from_earnings"]) == (cash - cash_after, earnings - earnings_after)
    assert game.view.cash("GC") == cash_after
    assert loans(game) == owed, "no new loan is needed"
    if earnings_after:
        assert game.state.round.turn.earnings == earnings_after
        assert game.step_name() == "dividend"
    else:
        assert events(game.turns[0], "dividend_declared")[0]["choice"] == "none"
        assert game.view.price("GC") == 100, "earnings reduced to nothing count as nothing: one column left"


@pytest.mark.rule("1826-4.7.5-01")
def test_without_loans_no_interest(context: Context) -> None:
    game = indebted(context, "loan_interest", owed=0, cash=10, earnings=100).game()
    assert not events(game.turns[0], "debt_paid")
    assert (game.view.cash("GC"), game.state.round.turn.earnings) == (10, 100)


@pytest.mark.rule("1826-4.7.5-02", "1826-4.7.7-04")
@pytest.mark.parametrize(
    ("choice", "kept", "price"), [("half", 250, 122), ("full", 0, 122), ("withhold", 500, 100)]
)
def test_the_dividend_is_decided_on_what_is_left(
    context: Context, choice: str, kept: int, price: int
) -> None:
    """Earnings F600, interest F100 out of them: F500 are divided, halved or kept."""
    game = indebted(context, "loan_interest", owed=2, cash=58, earnings=600).game()
    turn = game.apply(title_action(game, "dividend", actor="player-1", corporation="GC", choice=choice))
    (declared,) = events(turn, "dividend_declared")
    assert (declared["earnings"], declared["to_treasury"], declared["distributed"]) == (500, kept, 500 - kept)
    assert game.view.price("GC") == price


@pytest.mark.rule("1826-4.7.5-03", "1826-4.8.1-01", "1826-4.9-01", "1826-3.5-06")
def test_if_cash_and_earnings_are_too_little_a_loan_is_taken(context: Context) -> None:
    """F50 due, F30 in the treasury, F10 earned: a second loan of F500, the price one column left."""
    game = indebted(context, "loan_interest", owed=1, cash=30, earnings=10).game()
    assert events(game.turns[0], "loans_taken") == ({"corporation": "GC", "count": 1, "amount": 500},)
    assert loans(game) == 2
    assert game.view.cash("GC") == 30 + 500 - 40
    moves = [(facts["cause"], facts["after"]) for facts in events(game.turns[0], "price_moved")]
    assert moves == [("loan", 100), ("dividend", 90)]


@pytest.mark.rule("1826-4.9-03", "1826-4.7.5-01")
def test_a_loan_bears_interest_from_the_next_turn_on(context: Context) -> None:
    """Taken for a train in one turn, F50 are first due in the next one."""
    game = indebted(context, "trains", owed=0, cash=0, trains=()).game()
    play(game, BuyTrain("player-1", "GC", "6H", "bank", 300))
    assert loans(game) == 1
    while (game.state.round.number, game.step_name()) != (
        2,
        "dividend",
    ) and game.state.round.kind == "operating":
        step(game)
        if game.state.round.number == 2 and game.step_name() in ("trains", "treasury_trade"):
            break
    due = [event.facts["due"] for turn in game.turns for event in turn.events if event.kind == "debt_paid"]
    assert due == [50]


@pytest.mark.rule("1826-4.9-03", "1826-4.7.5-01")
def test_a_loan_taken_for_interest_bears_none_in_the_same_turn(context: Context) -> None:
    game = indebted(context, "loan_interest", owed=1, cash=0, earnings=0).game()
    assert loans(game) == 2
    assert [facts["due"] for facts in events(game.turns[0], "debt_paid")] == [50]
    assert game.view.cash("GC") == 450


# -- taking ----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-C-Loans-01")
@pytest.mark.parametrize("owed", [0, 1])
def test_loans_are_never_voluntary(context: Context, owed: int) -> None:
    """With a train, or money enough, no action of any step brings a loan."""
    for name in context.title.policies.operating.turn:
        game = indebted(context, name, owed=owed, cash=400, earnings=200).game()
        kinds = {offer.action.kind for offer in game.legal_actions()}
        assert not {kind for kind in kinds if "loan" in kind} - {"repay_loans"}
    game = indebted(context, "trains", owed=owed, cash=300, trains=()).game()
    play(game, BuyTrain("player-1", "GC", "6H", "bank", 300))
    assert loans(game) == owed
    game = indebted(context, "trains", owed=owed, cash=299, trains=("4H",)).train("pool", "4H").game()
    refused(game, BuyTrain("player-1", "GC", "6H", "bank", 300), "train.too_dear")


@pytest.mark.rule("1826-3.5-06", "1826-4.8.1-03", "1826-4.9-06")
@pytest.mark.parametrize(
    ("at", "count", "after"),
    [
        pytest.param((2, 5), 2, 90, id="recorded-F110-two-columns-left"),
        pytest.param((1, 4), 1, 100, id="one-column"),
        pytest.param((1, 1), 1, 75, id="at-the-left-end-down"),
        pytest.param((1, 2), 2, 75, id="left-then-down"),
        pytest.param((7, 1), 2, 40, id="in-the-corner-it-stays"),
        pytest.param((6, 1), 2, 40, id="down-then-it-stays"),
    ],
)
def test_each_loan_moves_the_price_one_column_left(
    context: Context, at: tuple[int, int], count: int, after: int
) -> None:
    cost = {1: 600, 2: 800}[count]
    train = {1: "10H", 2: "E"}[count]
    game = indebted(context, "trains", owed=0, cash=150, at=at, trains=(), phase=train).game()
    turn = play(game, BuyTrain("player-1", "GC", train, "bank", cost))
    assert loans(game) == count
    assert game.view.price("GC") == after
    assert events(turn, "price_moved")[0]["cause"] == "loan"


@pytest.mark.rule("1826-4.8.1-02", "1826-C-Loans-06")
def test_two_loans_are_the_most_at_a_time_and_repaid_ones_do_not_count(context: Context) -> None:
    """A corporation that has repaid a loan may take two again; one with two takes none."""
    game = indebted(context, "trains", owed=0, cash=0, trains=(), phase="E").cash(1, 0).game()
    play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    assert (loans(game), game.view.cash("GC")) == (2, 200)
    game = indebted(context, "trains", owed=1, cash=300, trains=(), phase="E").cash(1, 0).game()
    play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    assert (loans(game), game.view.cash("GC")) == (2, 0)
    game = indebted(context, "trains", owed=2, cash=300, trains=(), phase="E").cash(1, 500).game()
    turn = play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    assert not events(turn, "loans_taken")
    assert loans(game) == 2
    assert game.view.cash("player-1") == 0, "the president pays"


# -- repayment -------------------------------------------------------------------------------------


def repay(game: Game, count: int, corporation: str = "GC") -> Action:
    """Repay loans."""
    return title_action(game, "repay_loans", actor="player-1", corporation=corporation, count=count)


@pytest.mark.rule("1826-4.7.10-01", "1826-4.7.10-02", "1826-4.7.10-03", "1826-3.5-07", "1826-4.9-06")
@pytest.mark.parametrize(
    ("at", "count", "after"),
    [
        pytest.param((1, 5), 2, 150, id="recorded-F122-to-F150"),
        pytest.param((1, 5), 1, 135, id="one-of-two"),
        pytest.param((5, 6), 1, 100, id="at-the-right-end-up"),
        pytest.param((5, 5), 2, 100, id="right-then-up"),
        pytest.param((1, 17), 1, 400, id="in-the-corner-it-stays"),
    ],
)
def test_repaying_costs_f500_each_and_moves_right(
    context: Context, at: tuple[int, int], count: int, after: int
) -> None:
    game = indebted(context, "loan_repayment", owed=2, cash=1200, at=at).game()
    assert [a.count for a in offers_of(game, "repay_loans")] == [1, 2]  # type: ignore[attr-defined]
    bank = game.view.cash("bank")
    play(game, repay(game, count))
    assert game.view.cash("GC") == 1200 - 500 * count
    assert game.view.cash("bank") == bank + 500 * count
    assert loans(game) == 2 - count
    assert game.view.price("GC") == after


@pytest.mark.rule("1826-4.7.10-03")
def test_one_after_the_other(context: Context) -> None:
    game = indebted(context, "loan_repayment", owed=2, cash=1000).game()
    play(game, repay(game, 1))
    assert (game.step_name(), loans(game)) == ("loan_repayment", 1)
    play(game, repay(game, 1))
    assert game.step_name() != "loan_repayment"
    assert game.view.cash("GC") == 0


@pytest.mark.rule("1826-4.7.10-01")
def test_nobody_is_forced_and_nobody_repays_without_money(context: Context) -> None:
    game = indebted(context, "loan_repayment", owed=2, cash=999).game()
    refused(game, repay(game, 2), "loan.too_dear")
    refused(game, repay(game, 3), "loan.not_owed")
    refused(game, repay(game, 0), "loan.not_owed")
    refused(game, repay(game, 1, "PLM"), "turn.other_corporation")
    play(game, Pass("player-1"))
    assert (game.step_name(), loans(game)) == ("treasury_trade", 2)
    game = indebted(context, "loan_repayment", owed=2, cash=499).game()
    assert game.step_name() != "loan_repayment", "with less than F500 there is nothing to decide"
    game = indebted(context, "loan_repayment", owed=0, cash=5000).game()
    assert game.step_name() != "loan_repayment"


@pytest.mark.rule("1826-4.7.10-01", "1826-4.7-08")
def test_loans_are_repaid_in_their_step_only(context: Context) -> None:
    for name in ("track", "token", "routes", "dividend", "trains", "treasury_trade"):
        game = indebted(context, name, owed=1, cash=2000, earnings=100, trains=("4H",)).game()
        if game.step_name() == name:
            refused(game, repay(game, 1), "turn.not_now")


# -- trading trains with loans ---------------------------------------------------------------------


def trade(
    context: Context, *, buyer_owes: int = 0, seller_owes: int = 0, seller: str = "Nord", seat: int = 1
) -> Game:
    """GC may buy a 6H (face value F300) of a corporation with F2,000 in its treasury."""
    owed = {name: count for name, count in (("GC", buyer_owes), (seller, seller_owes)) if count}
    return (
        Position(context, 3)
        .phase("6H")
        .float("GC", shares={1: 5}, price=100, structure="ten", cash=2000, trains=["4H"], turns=2)
        .float(seller, shares={seat: 3}, price=90, trains=["6H", "6H"], turns=2)
        .remember("loans", owed)
        .operating("GC", "trains")
        .game()
    )


@pytest.mark.rule("1826-4.7.9-07", "1826-4.7.9-08", "1826-4.8.4-03", "1826-4.9-07")
@pytest.mark.parametrize(
    ("buyer_owes", "seller_owes", "least", "most"),
    [
        pytest.param(0, 0, 1, 2000, id="no-loans-any-price"),
        pytest.param(1, 0, 1, 300, id="indebted-buyer-face-value-or-less"),
        pytest.param(2, 0, 1, 300, id="two-loans-the-same"),
        pytest.param(0, 1, 300, 2000, id="indebted-seller-face-value-or-more"),
        pytest.param(1, 2, 300, 300, id="both-exactly-face-value"),
    ],
)
def test_prices_between_corporations(
    context: Context, buyer_owes: int, seller_owes: int, least: int, most: int
) -> None:
    game = trade(context, buyer_owes=buyer_owes, seller_owes=seller_owes)
    (offer,) = [o for o in game.legal_actions() if o.action.kind == "buy_train" and o.action.source == "Nord"]  # type: ignore[attr-defined]
    price = offer.free["price"]
    assert (price.low, price.high) == (least, most)  # type: ignore[union-attr]
    refused(game, BuyTrain("player-1", "GC", "6H", "Nord", least - 1), "train.price")
    if most < 2000:
        refused(game, BuyTrain("player-1", "GC", "6H", "Nord", most + 1), "train.price")
    for paid in {least, most}:
        copy = trade(context, buyer_owes=buyer_owes, seller_owes=seller_owes)
        play(copy, BuyTrain("player-1", "GC", "6H", "Nord", paid))
        assert copy.view.cash("Nord") == paid
        assert copy.view.cash("GC") == 2000 - paid


@pytest.mark.rule("1826-4.7.9-08")
def test_the_restriction_ends_with_the_last_loan(context: Context) -> None:
    """Repaying comes after buying trains, so the freedom begins in the next turn."""
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", shares={1: 5}, price=100, structure="ten", cash=2400, trains=["6H"], turns=2)
        .float("Nord", shares={1: 3}, at=(6, 1), trains=["6H", "6H"], turns=2)
        .remember("loans", {"GC": 1})
        .operating("GC", "loan_repayment")
        .game()
    )
    play(game, repay(game, 1))
    while game.state.round.number != 2 or game.step_name() != "trains":
        step(game)
    assert game.state.round.current == "GC"
    play(game, BuyTrain("player-1", "GC", "6H", "Nord", 900))
    assert game.view.cash("Nord") == 900


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("1826-5-05", "1826-1.2-03")
@pytest.mark.parametrize(("at", "owed", "value"), [((1, 6), 2, 35), ((7, 1), 1, -10), ((1, 6), 0, 135)])
def test_loans_in_the_final_count(context: Context, at: tuple[int, int], owed: int, value: int) -> None:
    """F135 with two loans counts F35 a share; F40 with one loan counts F10 less than nothing."""
    game = indebted(context, "trains", owed=owed, at=at).game()
    assert final_price(game.view, "GC") == value
