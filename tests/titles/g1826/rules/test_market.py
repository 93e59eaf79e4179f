"""1826, section 3 and 4.7.8: the stock market and what moves the price markers."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import DeclareDividend, Pass, SellShares, StartCorporation, TradeOwnShares
from open18xx.definition.market import Direction, Space
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.market import space_after

from tests.support.positions import Position, events, play

ROWS = (
    (82, 90, 100, 110, 122, 135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400),
    (75, 82, 90, 100, 110, 122, 135, 150, 165, 180, 200, 220, 245, 270),
    (70, 75, 82, 90, 100, 110, 122, 135, 150, 165, 180),
    (65, 70, 75, 82, 90, 100, 110, 122),
    (60, 65, 70, 75, 82, 90),
    (50, 60, 65, 70, 75),
    (40, 50, 60, 65),
)


def p(seat: int) -> str:
    return f"player-{seat}"


def place(game: Game, corporation: str) -> tuple[int, int]:
    """Row and column, from 1."""
    found = game.state.market[corporation]
    return found.row + 1, found.column + 1


def stack(game: Game, row: int, column: int) -> list[str]:
    """Corporations on a space, the one on top first."""
    there = [
        (m.arrival, c) for c, m in game.state.market.items() if (m.row + 1, m.column + 1) == (row, column)
    ]
    return [corporation for _, corporation in sorted(there)]


def before_dividend(context: Context, at: tuple[int, int], earnings: int, structure: str = "ten") -> Game:
    return (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, at=at, shares={1: 2}, structure=structure)
        .train("GC", "4H")
        .operating("GC", step="dividend", earnings=earnings)
        .game()
    )


def pay(game: Game, choice: str) -> Game:
    play(game, DeclareDividend(p(1), "GC", choice))  # type: ignore[arg-type]
    return game


# -- what a price means ------------------------------------------------------------------------------


@pytest.mark.rule("1826-3-01", "1826-3.4-01")
def test_a_price_is_that_of_a_share_of_ten_or_twenty_percent(context: Context) -> None:
    game = (
        Position(context, 3)
        .float("GC", 2, 90, shares={2: 2}, structure="five", pool=1)
        .float("PO", 2, 90, shares={2: 2}, structure="ten", pool=1)
        .stock(1)
        .game()
    )
    assert [game.view.structure(name).percent_per_share for name in ("GC", "PO")] == [20, 10]
    assert [game.view.price(name) for name in ("GC", "PO")] == [90, 90]


@pytest.mark.rule("1826-3.3-02", "1826-3.1-02", "1826-3-02", "1826-3.1-01")
def test_a_red_space_works_like_a_white_one(context: Context) -> None:
    """A marker comes back to a red space by a sale; nothing there differs from white."""
    game = (
        Position(context, 3)
        .float("GC", 2, at=(2, 5), shares={2: 2, 1: 1})
        .float("PO", 2, at=(3, 4), shares={2: 2, 1: 2})
        .stock(1)
        .game()
    )
    assert game.view.effects_at("PO") == game.view.effects_at("GC") == frozenset()
    play(game, SellShares(p(1), "PO", 1), StartCorporation(p(1), "Est", 90))
    # Est entered below nothing: PO has left the red space downwards.
    assert place(game, "PO") == (4, 4)
    assert place(game, "Est") == (3, 4)


@pytest.mark.rule("1826-C-Par-01", "1826-4.1.2-04")
def test_a_share_may_be_cheaper_after_the_first_operating_turn(context: Context) -> None:
    """As recorded: a corporation started at 110 stood at 100 after its first turn."""
    game = (
        Position(context, 3)
        .float("GC", 1, 110, shares={1: 2}, treasury=3, turns=0)
        .train("GC", "2H")
        .operating("GC", step="dividend", earnings=0)
        .game()
    )
    assert game.view.price("GC") == 100
    assert game.state.corporations["GC"].start_price == 110
    while game.state.round.kind != "stock":
        play(game, Pass(p(1)))
    money = game.view.cash(p(1))
    while game.actor() != p(1):
        play(game, Pass(str(game.actor())))
    buy = next(o.action for o in game.legal_actions() if o.action.kind == "buy_shares")
    play(game, buy)
    assert game.view.cash(p(1)) == money - 100


# -- moves: the chart --------------------------------------------------------------------------------


@pytest.mark.rule("1826-3.5-08", "1826-3.5-09", "1826-3.5-10", "1826-3.5-11", "1826-3.5-01")
def test_every_move_from_every_space(context: Context) -> None:
    """All 65 spaces, all directions, one to six steps, against a walk by the rules in words."""
    market = context.title.market

    def step(row: int, column: int, direction: Direction) -> tuple[int, int]:
        below = row + 1 < len(ROWS) and column < len(ROWS[row + 1])
        if direction == "right":
            if column + 1 < len(ROWS[row]):
                return row, column + 1
            return (row - 1, column) if row else (row, column)
        if direction == "left":
            if column:
                return row, column - 1
            return (row + 1, column) if below else (row, column)
        if direction == "up":
            return (row - 1, column) if row else (row, column)
        return (row + 1, column) if below else (row, column)

    for row, values in enumerate(ROWS):
        for column in range(len(values)):
            for direction in ("left", "right", "up", "down"):
                at = (row, column)
                for steps in range(1, 7):
                    at = step(*at, direction)  # type: ignore[arg-type]
                    found = space_after(market, Space(row, column), direction, steps)  # type: ignore[arg-type]
                    assert (found.row, found.column) == at, (row, column, direction, steps)


@pytest.mark.rule("1826-3.5-01", "1826-4.1.1-04")
@pytest.mark.parametrize(
    ("at", "shares", "after"),
    [
        ((1, 4), 1, 100),
        ((1, 4), 5, 70),
        ((1, 7), 5, 110),
        ((4, 8), 3, 122),
        ((7, 1), 3, 40),
        ((6, 5), 2, 75),
        ((1, 17), 2, 400),
    ],
    ids=[
        "one row",
        "five rows",
        "recorded: 150 to 110",
        "lowest of its column",
        "bottom row",
        "no row below",
        "top",
    ],
)
def test_a_sale_lowers_the_price_by_a_row_a_share(
    context: Context, at: tuple[int, int], shares: int, after: int
) -> None:
    def table() -> Position:
        return (
            Position(context, 3)
            .phase("6H")
            .float("GC", 2, at=at, shares={2: 2, 1: 3}, treasury=5, turns=2)
            .train("GC", "4H")
        )

    if shares <= 3:
        game = table().stock(1).game()
        turn = play(game, SellShares(p(1), "GC", shares))
        assert game.view.price("GC") == after
        [fact] = events(turn, "price_moved")
        assert fact["cause"] == "sale"
    game = table().operating("GC", step="treasury_trade").game()
    play(game, TradeOwnShares(p(2), "GC", -shares))
    assert game.view.price("GC") == after
    assert place(game, "GC")[1] == at[1]


@pytest.mark.rule("1826-3.5-04")
@pytest.mark.parametrize("choice", ["withhold", "no earnings"])
@pytest.mark.parametrize(("at", "after"), [((3, 4), (3, 3)), ((3, 1), (4, 1)), ((7, 1), (7, 1))])
def test_without_a_payout_the_price_moves_left(
    context: Context, choice: str, at: tuple[int, int], after: tuple[int, int]
) -> None:
    game = before_dividend(context, at, 0 if choice == "no earnings" else 80)
    if choice == "withhold":
        pay(game, "withhold")
    assert place(game, "GC") == after


@pytest.mark.rule("1826-3.5-04")
def test_a_corporation_without_trains_moves_left(context: Context) -> None:
    game = (
        Position(context, 2).float("GC", 1, 90, shares={1: 2}, cash=100).operating("GC", step="routes").game()
    )
    assert game.view.price("GC") == 82
    assert game.step_name() == "trains"


@pytest.mark.rule("1826-3.5-05", "1826-3.5-13", "1826-4.7.8-01")
@pytest.mark.parametrize(
    ("structure", "price", "earnings", "choice", "after"),
    [
        ("five", 75, 130, "full", 82),
        ("five", 82, 110, "full", 90),
        ("five", 90, 80, "full", 90),
        ("ten", 90, 90, "full", 100),
        ("ten", 90, 80, "full", 90),
        # Half dividends: what all shares together receive counts, rounded up to ten.
        ("ten", 100, 160, "half", 100),
        ("ten", 110, 110, "half", 110),
        ("ten", 110, 210, "half", 122),
        ("ten", 82, 170, "half", 90),
        ("ten", 110, 220, "half", 122),
        ("five", 110, 210, "half", 122),
        # Never more than one column.
        ("ten", 75, 900, "full", 82),
        ("ten", 75, 900, "half", 82),
        # Above zero but below the price: no move.
        ("ten", 110, 10, "full", 110),
        ("ten", 110, 10, "half", 110),
    ],
)
def test_the_sum_paid_to_all_shares_is_compared_with_the_price(
    context: Context, structure: str, price: int, earnings: int, choice: str, after: int
) -> None:
    row = {110: 1, 100: 2, 90: 3, 82: 4, 75: 5}[price]
    game = before_dividend(context, (row, 4), earnings, structure)
    assert game.view.price("GC") == price
    pay(game, choice)
    assert game.view.price("GC") == after


@pytest.mark.rule("1826-3.5-05")
def test_shares_in_pool_and_treasury_count_in_the_sum(context: Context) -> None:
    """Only two of ten shares earn money for a player; the sum of 90 is compared all the same."""
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 2}, pool=5, treasury=3)
        .train("GC", "4H")
        .operating("GC", step="dividend", earnings=90)
        .game()
    )
    pay(game, "full")
    assert game.view.price("GC") == 100


@pytest.mark.rule("1826-3.5-09")
@pytest.mark.parametrize(
    ("at", "after", "price"),
    [((3, 11), (2, 11), 200), ((7, 4), (6, 4), 70), ((5, 6), (4, 6), 100), ((1, 17), (1, 17), 400)],
)
def test_at_the_end_of_a_row_a_payout_moves_up(
    context: Context, at: tuple[int, int], after: tuple[int, int], price: int
) -> None:
    """As recorded: 180 in the third row to 200 in the second."""
    game = pay(before_dividend(context, at, 900), "full")
    assert place(game, "GC") == after
    assert game.view.price("GC") == price


@pytest.mark.rule("1826-3.5-13")
def test_who_does_not_operate_keeps_his_price(context: Context) -> None:
    game = (
        Position(context, 2)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 3})
        .train("GC", "4H")
        .start("PO", 2, 100)
        .float("Est", 2, 82, shares={2: 5})
        .train("Est", "4H")
        .operating("GC", step="dividend", earnings=0)
        .game()
    )
    assert [game.view.price(name) for name in ("GC", "PO", "Est")] == [82, 100, 82]


# -- sold out ----------------------------------------------------------------------------------------


def end_of_stock_round(position: Position) -> Game:
    game = position.stock(1).game()
    while game.state.round.kind == "stock":
        play(game, Pass(str(game.actor())))
        if game.state.round.set_number > 2:
            break
    return game


@pytest.mark.rule("1826-3.5-02", "1826-3.5-10")
@pytest.mark.parametrize(
    ("shares", "pool", "treasury", "moves"),
    [({1: 5, 2: 5}, 0, 0, True), ({1: 5, 2: 4}, 1, 0, False), ({1: 5, 2: 4}, 0, 1, False)],
    ids=["sold out", "one in the pool", "one in the treasury"],
)
@pytest.mark.parametrize("row", [1, 3])
def test_a_ten_share_corporation_sold_out_rises_a_row(
    context: Context, shares: dict[int, int], pool: int, treasury: int, moves: bool, row: int
) -> None:
    game = end_of_stock_round(
        Position(context, 2)
        .phase("6H")
        .float("Belge", 1, at=(row, 5), shares=shares, pool=pool, treasury=treasury, trains=["4H"], cash=1)
    )
    assert place(game, "Belge") == (2 if moves and row == 3 else row, 5)


@pytest.mark.rule("1826-3.5-02")
def test_nationals_rise_too(context: Context) -> None:
    game = end_of_stock_round(
        Position(context, 2).phase("10H").float("SNCF", 1, at=(2, 5), shares={1: 5, 2: 5}, trains=["10H"])
    )
    assert place(game, "SNCF") == (1, 5)


@pytest.mark.rule("1826-3.5-02")
def test_an_etat_bought_up_before_it_floats_rises_too(context: Context) -> None:
    """The move asks for ten shares with players, not for an operating turn."""
    game = end_of_stock_round(
        Position(context, 2).phase("6H").start("Etat", 1, at=(2, 5), shares={1: 5, 2: 5})
    )
    assert place(game, "Etat") == (1, 5)
    assert game.state.corporations["Etat"].floated


@pytest.mark.rule("1826-3.5-03", "1826-C-Five-04")
def test_a_five_share_corporation_does_not_rise(context: Context) -> None:
    game = end_of_stock_round(
        Position(context, 2).float("GC", 1, 90, shares={1: 3, 2: 2}, structure="five", trains=["2H"], cash=50)
    )
    assert place(game, "GC") == (3, 4)
    assert game.state.certificates["GC"].count("ipo") == 5


@pytest.mark.rule("1826-3.5-02")
def test_only_at_the_end_of_the_round(context: Context) -> None:
    game = (
        Position(context, 2)
        .phase("6H")
        .float("Belge", 1, 90, shares={1: 5, 2: 4}, treasury=1, trains=["4H"])
        .stock(2)
        .game()
    )
    buy = next(o.action for o in game.legal_actions() if o.action.kind == "buy_shares")
    play(game, buy)
    assert game.view.price("Belge") == 90
    play(game, Pass(p(1)))
    assert game.view.price("Belge") == 90
    play(game, Pass(p(2)))
    assert game.view.price("Belge") == 100


@pytest.mark.rule("1826-3.5-02", "1826-3.5-12")
def test_several_rise_in_operating_order(context: Context) -> None:
    """Nord lies above GC and PO and stays there; all come under Midi, which is not sold out."""
    game = end_of_stock_round(
        Position(context, 2)
        .phase("6H")
        .float("Nord", 1, at=(3, 4), shares={1: 5, 2: 5}, trains=["4H"])
        .float("GC", 1, at=(3, 4), shares={1: 5, 2: 5}, trains=["4H"])
        .float("PO", 1, at=(3, 4), shares={1: 5, 2: 5}, trains=["4H"])
        .float("Est", 1, at=(3, 5), shares={1: 5, 2: 5}, trains=["4H"])
        .float("Midi", 1, at=(2, 4), shares={1: 4, 2: 3}, trains=["4H"])
    )
    assert stack(game, 2, 4) == ["Midi", "Nord", "GC", "PO"]
    assert stack(game, 2, 5) == ["Est"]


# -- stacks ------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-3.5-12", "1826-4.1.3-01")
def test_a_start_goes_under_the_markers_there(context: Context) -> None:
    game = (
        Position(context, 3)
        .float("GC", 2, at=(3, 4), shares={2: 3})
        .float("PO", 2, at=(3, 4), shares={2: 3})
        .stock(1)
        .game()
    )
    play(game, StartCorporation(p(1), "Est", 90))
    assert stack(game, 3, 4) == ["GC", "PO", "Est"]


@pytest.mark.rule("1826-3.5-12")
def test_a_move_goes_under_the_markers_there(context: Context) -> None:
    """Est comes by a sale, GC leaves by a sale and comes back by a payout: it is the lowest then."""
    position = (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, at=(3, 3), shares={1: 3}, trains=["4H"])
        .float("PO", 2, at=(3, 4), shares={2: 3})
        .float("Est", 2, at=(2, 4), shares={2: 3, 1: 1})
    )
    game = position.stock(1).game()
    play(game, SellShares(p(1), "Est", 1))
    assert stack(game, 3, 4) == ["PO", "Est"]
    game = position.operating("GC", step="dividend", earnings=100).game()
    pay(game, "full")
    assert stack(game, 3, 4) == ["PO", "GC"]


@pytest.mark.rule("1826-3.5-12", "1826-3.5-11")
def test_a_move_that_leads_nowhere_keeps_the_place_in_the_stack(context: Context) -> None:
    game = (
        Position(context, 3)
        .float("GC", 2, at=(7, 1), shares={2: 3, 1: 1})
        .float("PO", 2, at=(7, 1), shares={2: 3})
        .stock(1)
        .game()
    )
    play(game, SellShares(p(1), "GC", 1))
    assert stack(game, 7, 1) == ["GC", "PO"]
