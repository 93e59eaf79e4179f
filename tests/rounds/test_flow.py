"""From round to round under other policies than those of 1826."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import DeclareDividend, Pass
from open18xx.engine.game import Game

from tests.support.contexts import loaded
from tests.support.positions import NAMES, Position, all_events, events, go_on, play
from tests.support.variants import with_policies


def p(seat: int) -> str:
    return f"player-{seat}"


def finish(game: Game) -> list[object]:
    """Play on to the end; numbers of the operating rounds that came to their end."""
    while not game.is_over:
        go_on(game)
    ended = [e.facts for e in all_events(game) if e.kind == "round_ended"]
    return [fact["index"] for fact in ended if fact["round"] == "operating"]


@pytest.mark.parametrize(("policy", "rounds"), [("end_of_set", [1, 2, 3]), ("end_of_round", [1])])
def test_m5_when_the_game_ends_after_the_bank_broke(policy: str, rounds: list[int]) -> None:
    """Scenario M5: the title's rule."""
    game = (
        Position(with_policies(loaded("1826"), end={"bank_broken": policy}), 2)
        .phase("10H")
        .float("GC", 1, 90, shares={1: 6, 2: 4}, trains=["10H"])
        .bank(100, rest=2)
        .operating("GC", step="dividend", earnings=150)
        .game()
    )
    play(game, DeclareDividend(p(1), "GC", "full"))
    assert finish(game) == rounds
    assert game.state.end_reason == "bank_broken"


@pytest.mark.parametrize(("policy", "broken"), [("zero", True), ("below_zero", False)])
def test_an_empty_bank_is_broken_by_policy(policy: str, broken: bool) -> None:
    game = (
        Position(with_policies(loaded("1826"), end={"bank_breaks_at": policy}), 2)
        .phase("10H")
        .float("GC", 1, 90, shares={1: 6, 2: 4}, trains=["10H"])
        .bank(150, rest=2)
        .operating("GC", step="dividend", earnings=150)
        .game()
    )
    play(game, DeclareDividend(p(1), "GC", "full"))
    assert game.state.bank_broken == broken


def test_m6_rounds_in_which_nobody_operates_still_end_the_game() -> None:
    """Scenario M6: the bank has broken, nothing has floated: the set goes by and the game is over."""
    game = Position(loaded("1826"), 2).phase("10H").start("GC", 1, 90).bank_broken().stock(1).game()
    play(game, Pass(p(1)), Pass(p(2)))
    assert game.is_over
    assert game.state.end_reason == "bank_broken"
    assert finish(game) == [1, 2, 3]


@pytest.mark.parametrize(("recomputed", "order"), [(True, ["Est", "PO", "GC"]), (False, ["Est", "GC", "PO"])])
def test_the_order_is_fixed_or_found_anew(recomputed: bool, order: list[str]) -> None:
    """Est operates; a sale of its president's lowers GC from 100 to 82, below PO (90)."""
    context = with_policies(loaded("1826"), operating={"recomputed": recomputed})
    game = (
        Position(context, 3)
        .phase("6H")
        .supply("6H", 0)
        .float("Est", 1, at=(1, 4), shares={1: 3}, cash=0)
        .float("GC", 2, at=(2, 4), shares={2: 4, 1: 2}, trains=["6H"])
        .float("PO", 3, at=(3, 4), shares={3: 3}, trains=["6H"])
        .remember("loans", {"Est": 2})
        .cash(1, 450)
        .operating()
        .game()
    )
    while game.state.round.number == 1:
        sales = [o.action for o in game.legal_actions() if o.action.kind == "sell_shares"]
        both = [a for a in sales if getattr(a, "corporation", "") == "GC" and getattr(a, "shares", 0) == 2]
        if both:
            play(game, both[0])
        elif game.step_name() == "trains" and game.view.operating == "Est" and not game.view.trains("Est"):
            bank = [o.action for o in game.legal_actions() if getattr(o.action, "source", "") == "bank"]
            play(game, bank[0])
        else:
            go_on(game)
    started = [e.facts["corporation"] for e in all_events(game) if e.kind == "turn_started"]
    assert started[:3] == order


def test_a_price_that_drops_when_all_pass() -> None:
    """Down to nothing: then the next in turn must take it."""
    context = with_policies(loaded("1826"), auction={"nothing_sold": "price_drops", "price_drop": 5})
    game = Game(context, NAMES[:3])
    for expected in (15, 10, 5):
        for _ in range(2):
            play(game, Pass(str(game.actor())))
        turn = play(game, Pass(str(game.actor())))
        [fact] = events(turn, "price_dropped")
        assert fact["price"] == expected
    for _ in range(3):
        turn = play(game, Pass(str(game.actor())))
    assert game.state.privates["Bridge"] == p(1)
    assert game.view.cash(p(1)) == 600
    assert game.actor() == p(2)


def test_revenue_is_paid_when_all_pass_after_a_sale() -> None:
    context = with_policies(loaded("1826"), auction={"passed_out": "pay_revenue"})
    game = Position(context, 3).private("Bridge", 2).auction(1).game()
    for seat in (1, 2, 3):
        turn = play(game, Pass(p(seat)))
    assert [fact["amount"] for fact in events(turn, "private_paid")] == [5]
    assert game.state.round.kind == "auction"
    assert game.actor() == p(1)


def test_all_bids_may_stay_tied_up() -> None:
    context = with_policies(loaded("1826"), auction={"set_aside": "all"})
    game = Position(context, 3).cash(1, 240).bid("Alsatian", (1, 225), (2, 230)).auction(1).game()
    kinds = {offer.action.kind for offer in game.legal_actions()}
    assert "buy_private" not in kinds
    assert [getattr(o.action, "private", "") for o in game.legal_actions() if o.action.kind == "bid"] == [
        "Alsatian"
    ]
