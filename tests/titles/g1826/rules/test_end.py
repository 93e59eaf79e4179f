"""1826, section 5: how the game ends, and what counts."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import DeclareDividend, Pass, SellShares
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.worth import final_price, final_worth

from tests.support.positions import (
    Position,
    all_events,
    events,
    go_on,
    holdings,
    play,
    refused,
)


def p(seat: int) -> str:
    return f"player-{seat}"


def breaking(context: Context, number: int, left: int = 100, earnings: int = 150) -> Game:
    """Phase 10H, GC is about to pay 150 in full while the bank has 100."""
    return (
        Position(context, 2)
        .phase("10H")
        .float("GC", 1, 90, shares={1: 6, 2: 4}, trains=["10H"])
        .float("PO", 2, 75, shares={2: 3}, trains=["10H"], cash=500)
        .bank(left, rest=2)
        .operating("GC", step="dividend", earnings=earnings, number=number, of=3)
        .game()
    )


def finish(game: Game) -> list[int]:
    """Play on to the end; numbers of the operating rounds that were played."""
    seen = []
    while not game.is_over:
        seen.append(game.state.round.number)
        go_on(game)
    return sorted(set(seen))


# -- the bank ----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-5-01", "1826-5-02", "1826-5-09")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_set_is_played_to_the_end_and_everything_is_paid(context: Context, number: int) -> None:
    """As recorded: the bank broke in the third round twice and in the first once; all three were played."""
    game = breaking(context, number)
    money = {seat: game.view.cash(p(seat)) for seat in (1, 2)}
    turn = play(game, DeclareDividend(p(1), "GC", "full"))
    assert game.state.bank_broken
    [fact] = events(turn, "bank_broken")
    assert fact["left"] == -50
    assert game.view.cash("bank") == -50
    assert game.view.cash(p(1)) == money[1] + 90
    assert game.view.cash(p(2)) == money[2] + 60
    assert not game.is_over
    assert finish(game) == list(range(number, 4))
    assert game.state.end_reason == "bank_broken"
    assert [e for e in all_events(game) if e.kind == "round_started" and e.facts["round"] == "stock"] == []
    assert game.result() == {
        game.view.name(player): worth
        for player, worth in sorted(game.state.result.items(), key=lambda item: -item[1])  # type: ignore[union-attr]
    }


@pytest.mark.rule("1826-5-01")
@pytest.mark.parametrize(("left", "broken"), [(151, False), (150, True), (149, True)])
def test_the_bank_is_out_at_zero(context: Context, left: int, broken: bool) -> None:
    game = breaking(context, 3, left)
    play(game, DeclareDividend(p(1), "GC", "full"))
    assert game.state.bank_broken == broken
    assert game.view.cash("bank") == left - 150


@pytest.mark.rule("1826-5-04")
def test_later_payments_into_the_bank_change_nothing(context: Context) -> None:
    game = breaking(context, 3)
    play(game, DeclareDividend(p(1), "GC", "full"))
    while game.view.operating == "GC":
        go_on(game)
    # PO buys a train for 600 with its 500 and a loan; the bank has money again.
    while game.step_name() != "trains":
        go_on(game)
    assert game.state.bank_broken
    rich = (
        Position(context, 2)
        .phase("10H")
        .float("GC", 1, 90, shares={1: 6, 2: 4}, trains=["10H"], cash=3000)
        .bank(0, rest=2)
        .bank_broken()
        .operating("GC", step="trains", number=3, of=3)
        .game()
    )
    buy = next(o.action for o in rich.legal_actions() if o.action.kind == "buy_train")
    play(rich, buy)
    assert rich.view.cash("bank") == 600
    finish(rich)
    assert rich.state.end_reason == "bank_broken"


@pytest.mark.rule("1826-5-03", "1826-5-01")
def test_m5_a_break_in_a_stock_round_leaves_a_full_set(context: Context) -> None:
    """Scenario M5: player 1 sells shares; the bank cannot pay. Three operating rounds follow, no more."""
    game = (
        Position(context, 2)
        .phase("10H")
        .float("GC", 1, 90, shares={1: 6, 2: 4}, trains=["10H"])
        .bank(100, rest=2)
        .stock(1)
        .game()
    )
    turn = play(game, SellShares(p(1), "GC", 2))
    assert events(turn, "bank_broken")
    assert game.view.cash("bank") == -80
    play(game, Pass(p(1)), Pass(p(2)), Pass(p(1)))
    assert game.state.round.kind == "operating"
    assert finish(game) == [1, 2, 3]
    assert game.state.end_reason == "bank_broken"


@pytest.mark.rule("1826-5-01", "1826-4-01")
def test_without_a_break_the_game_goes_on(context: Context) -> None:
    game = breaking(context, 3, left=200)
    play(game, DeclareDividend(p(1), "GC", "full"))
    while game.state.round.kind == "operating":
        go_on(game)
    assert game.state.round.kind == "stock"
    assert not game.is_over


@pytest.mark.rule("1826-5-01")
def test_after_the_end_nothing_is_possible(context: Context) -> None:
    game = breaking(context, 3)
    play(game, DeclareDividend(p(1), "GC", "full"))
    finish(game)
    assert game.legal_actions() == ()
    assert game.actor() is None
    refused(game, Pass(p(1)), "game.over")
    [ended] = [e for e in all_events(game) if e.kind == "game_ended"]
    assert ended.facts["worth"] == dict(game.state.result or {})
    game.undo()
    assert not game.is_over


# -- what counts -------------------------------------------------------------------------------------


def scored(
    context: Context, *, price: int = 90, loans: int = 0, bonds_out: int = 0, own_bonds: int = 0
) -> Game:
    position = (
        Position(context, 3)
        .phase("10H")
        .float("GC", 1, price, shares={1: 3, 2: 1}, pool=2, treasury=4, cash=800, trains=["10H"])
        .float("SNCF", 2, 180, shares={2: 2, 1: 1}, pool=5, treasury=2, cash=300)
        .cash(1, 120)
        .cash(2, 0)
        .cash(3, 40)
    )
    if loans:
        position.remember("loans", {"GC": loans})
    held = {p(1): own_bonds, "pool": bonds_out - own_bonds, "SNCF": 10 - bonds_out}
    position.remember("bonds", {owner: count for owner, count in held.items() if count})
    return position.operating("GC", step="trains").game()


@pytest.mark.rule("1826-1.2-02", "1826-1.2-04", "1826-5-07", "1826-5-09", "1826-5-10")
def test_cash_and_shares_count_corporations_assets_do_not(context: Context) -> None:
    game = scored(context)
    assert final_worth(game.view, p(1)) == 120 + 3 * 90 + 180
    assert final_worth(game.view, p(2)) == 0 + 90 + 2 * 180
    assert final_worth(game.view, p(3)) == 40
    poor = (
        Position(context, 3)
        .phase("10H")
        .float("GC", 1, 90, shares={1: 3, 2: 1}, pool=2, treasury=4)
        .float("SNCF", 2, 180, shares={2: 2, 1: 1}, pool=5, treasury=2)
        .cash(1, 120)
        .operating("GC", step="trains")
        .game()
    )
    # Without money and trains in the treasuries the players are worth the same.
    assert final_worth(poor.view, p(1)) == final_worth(game.view, p(1))


@pytest.mark.rule("1826-5-05", "1826-1.2-03")
@pytest.mark.parametrize(
    ("price", "loans", "final"), [(135, 2, 35), (40, 1, -10), (135, 1, 85), (90, 0, 90), (40, 2, -60)]
)
def test_each_loan_takes_fifty_off_a_share(context: Context, price: int, loans: int, final: int) -> None:
    game = scored(context, price=price, loans=loans)
    assert final_price(game.view, "GC") == final
    assert final_worth(game.view, p(1)) == 120 + 3 * final + 180
    assert final_worth(game.view, p(2)) == final + 2 * 180


@pytest.mark.rule("1826-5-06")
@pytest.mark.parametrize(("out", "own", "final"), [(3, 0, 150), (3, 2, 150), (0, 0, 180), (10, 0, 80)])
def test_each_outstanding_bond_takes_ten_off_a_share_of_the_sncf(
    context: Context, out: int, own: int, final: int
) -> None:
    """Bonds of players and of the pool are outstanding; those in the treasury are not."""
    game = scored(context, bonds_out=out, own_bonds=own)
    assert final_price(game.view, "SNCF") == final
    assert final_worth(game.view, p(2)) == 90 + 2 * final


@pytest.mark.rule("1826-5-08", "1826-C-Bonds-09")
def test_a_bond_counts_a_hundred(context: Context) -> None:
    game = scored(context, bonds_out=3, own_bonds=2)
    assert final_worth(game.view, p(1)) == 120 + 3 * 90 + 150 + 2 * 100


@pytest.mark.rule("1826-5-07")
def test_no_value_without_a_price(context: Context) -> None:
    """A share of Belge before it has started and a private company still open are worth nothing."""
    game = Position(context, 2).given("Belge", 1).private("Mail", 1).cash(1, 77).stock(1).game()
    assert holdings(game, "Belge")["1"] == 1
    assert final_worth(game.view, p(1)) == 77


@pytest.mark.rule("1826-1.2-01", "1826-5-10")
def test_the_highest_worth_wins(context: Context) -> None:
    game = breaking(context, 3)
    play(game, DeclareDividend(p(1), "GC", "full"))
    finish(game)
    worth = game.state.result
    assert worth is not None
    assert worth == {player: final_worth(game.view, player) for player in game.state.players}
    assert list(game.result().values()) == sorted(worth.values(), reverse=True)
    best = max(worth, key=lambda player: worth[player])
    assert next(iter(game.result())) == game.view.name(best)


@pytest.mark.rule("1826-1.2-01", "1826-5-05")
def test_a_negative_worth_is_possible(context: Context) -> None:
    game = scored(context, price=40, loans=2)
    assert final_worth(game.view, p(1)) == 120 - 180 + 180
    lone = (
        Position(context, 2)
        .phase("10H")
        .float("GC", 1, 40, shares={1: 6})
        .remember("loans", {"GC": 2})
        .cash(1, 0)
        .operating("GC", step="trains")
        .game()
    )
    assert final_worth(lone.view, p(1)) == -360
