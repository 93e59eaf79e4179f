"""1826, sections 4 and 4.7: operating rounds, who operates when, and the steps of a turn."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from open18xx.actions.base import Action
from open18xx.actions.kinds import DeclareDividend, LayTile, Pass, RunRoutes, SellShares
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import Position, events, go_on, offers_of, play, refused

STEPS = (
    "track", "destination_check", "token", "routes", "loan_interest", "bond_interest", "dividend", "trains",
    "loan_repayment", "bond_redemption", "treasury_trade",
)  # fmt: skip


def p(seat: int) -> str:
    return f"player-{seat}"


def turns_of(game: Game) -> list[str]:
    """Corporations in the order of their operating turns so far."""
    started = [e for turn in game.turns for e in turn.events if e.kind == "turn_started"]
    return [str(event.facts["corporation"]) for event in started]


def finish_round(game: Game) -> None:
    number = (game.state.round.set_number, game.state.round.number)
    while (game.state.round.set_number, game.state.round.number) == number:
        go_on(game)


# -- rounds ------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4-01", "1826-4.7-07", "1826-4.7-06")
@pytest.mark.parametrize(
    ("phase", "train", "rounds"),
    [("2H", "2H", 1), ("4H", "4H", 2), ("6H", "6H", 2), ("10H", "10H", 3), ("E", "E", 3), ("TGV", "TGV", 3)],
)
def test_a_stock_round_is_followed_by_as_many_operating_rounds_as_the_phase_says(
    context: Context, phase: str, train: str, rounds: int
) -> None:
    game = (
        Position(context, 2).phase(phase).float("Belge", 1, 90, shares={1: 3}, trains=[train]).stock(1).game()
    )
    play(game, Pass(p(1)), Pass(p(2)))
    seen = []
    while game.state.round.kind == "operating":
        seen.append((game.state.round.number, game.state.round.of, game.view.operating))
        finish_round(game)
    assert seen == [(number, rounds, "Belge") for number in range(1, rounds + 1)]
    assert game.state.round.kind == "stock"
    assert game.state.round.set_number == 3


@pytest.mark.rule("1826-4-01", "1826-2-02")
def test_a_new_phase_does_not_lengthen_the_set_in_play(context: Context) -> None:
    """Phase 6H has two operating rounds a set, phase 10H three."""
    game = (
        Position(context, 2)
        .phase("6H")
        .supply("6H", 0)
        .float("Belge", 1, 90, shares={1: 3}, cash=1000, trains=["6H"])
        .operating("Belge", step="trains", number=2)
        .game()
    )
    play(game, next(a for a in offers_of(game, "buy_train") if getattr(a, "train", "") == "10H"))
    assert game.state.phase == "10H"
    while game.state.round.kind == "operating":
        assert (game.state.round.number, game.state.round.of) == (2, 2)
        go_on(game)
    assert game.state.round.kind == "stock"


@pytest.mark.rule("1826-4.7-01")
def test_an_operating_round_begins_with_the_revenue_of_private_companies(context: Context) -> None:
    game = (
        Position(context, 3)
        .private("Bridge", 1)
        .private("Mail", 2)
        .private("Alsatian", 2)
        .float("Belge", 1, 90, shares={1: 3}, cash=10, trains=["2H"])
        .stock(1)
        .game()
    )
    bank = game.view.cash("bank")
    play(game, Pass(p(1)), Pass(p(2)))
    turn = play(game, Pass(p(3)))
    assert [game.view.cash(p(seat)) for seat in (1, 2, 3)] == [605, 640, 600]
    assert game.view.cash("bank") == bank - 45
    paid = [(f["owner"], f["private"], f["amount"]) for f in events(turn, "private_paid")]
    assert paid == [(p(1), "Bridge", 5), (p(2), "Mail", 10), (p(2), "Alsatian", 30)]
    kinds = [event.kind for event in turn.events]
    assert kinds.index("private_paid") < kinds.index("turn_started")


# -- order -------------------------------------------------------------------------------------------


def round_with(
    context: Context, places: Sequence[tuple[str, tuple[int, int]]], phase: str = "6H"
) -> Position:
    position = Position(context, 4).phase(phase)
    for seat, (name, at) in enumerate(places):
        position.float(name, 1 + seat % 4, at=at, shares={1 + seat % 4: 3}, trains=["4H"])
    return position


@pytest.mark.rule("1826-4.7-02", "1826-4.7-03", "1826-3.5-12")
def test_price_then_column_then_stack(context: Context) -> None:
    """Scenario S13. 90 stands in five columns; of two markers on one space the earlier is above."""
    places = [
        ("GC", (3, 4)), ("PO", (1, 2)), ("Est", (5, 6)), ("Nord", (3, 4)), ("PLM", (2, 3)), ("Midi", (1, 3)),
        ("Ouest", (5, 5)),
    ]  # fmt: skip
    game = round_with(context, places).operating().game()
    while game.state.round.kind == "operating" and game.state.round.number == 1:
        go_on(game)
    first = turns_of(game)[: len(places)]
    # Midi 100; at 90 Est (column 6), GC above Nord (column 4), PLM (3), PO (2); Ouest 82.
    assert first == ["Midi", "Est", "GC", "Nord", "PLM", "PO", "Ouest"]


@pytest.mark.rule("1826-4.7-04", "1826-4.7-06")
def test_the_order_is_found_anew_after_every_turn(context: Context) -> None:
    """Est pays no dividend and falls; PO at 90 stays; a sale of GC stock lets PO operate before GC."""
    game = (
        Position(context, 3)
        .phase("6H")
        .float("Est", 1, at=(1, 4), shares={1: 3, 2: 2}, treasury=5, trains=["6H"], turns=3)
        .float("GC", 2, at=(2, 4), shares={2: 3, 3: 3}, trains=["6H"])
        .float("PO", 3, at=(3, 4), shares={3: 3}, trains=["6H"])
        .operating()
        .game()
    )
    assert game.view.operating == "Est"
    while game.view.operating == "Est":
        go_on(game)
    assert game.view.operating == "GC"
    # The price of PO would now be above that of GC; GC operates on and comes again in the next round only.
    while game.state.round.number == 1:
        go_on(game)
    assert turns_of(game)[:3] == ["Est", "GC", "PO"]
    assert len(turns_of(game)) == 4


@pytest.mark.rule("1826-4.7-04")
def test_a_price_that_falls_in_a_round_changes_the_order(context: Context) -> None:
    """GC (100) would be next. A forced sale in the turn of Est lowers it to 82, below PO (90)."""
    game = (
        Position(context, 3)
        .phase("6H")
        .supply("6H", 0)
        .float("Est", 1, at=(1, 4), shares={1: 3}, cash=0)
        .float("GC", 2, at=(2, 4), shares={2: 4, 1: 2}, trains=["6H"])
        .float("PO", 3, at=(3, 4), shares={3: 3}, trains=["6H"])
        .remember("loans", {"Est": 2})
        .cash(1, 450)
        .operating("Est", step="trains")
        .game()
    )
    play(game, next(a for a in offers_of(game, "buy_train") if getattr(a, "source", "") == "bank"))
    play(game, SellShares(p(1), "GC", 2))
    assert game.view.price("GC") == 82
    while game.state.round.number == 1:
        go_on(game)
    order = turns_of(game)
    assert order[:2] == ["PO", "GC"]


@pytest.mark.rule("1826-4.7-06")
def test_everything_floated_operates_once(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("GC", 1, 90, shares={1: 3}, trains=["2H"])
        .float("PO", 2, 100, shares={2: 3}, cash=150)
        .start("Est", 3, 110)
        .float("Midi", 4, 75, shares={4: 2}, trains=["2H"])
        .close("Nord")
        .operating()
        .game()
    )
    while game.state.round.kind == "operating":
        if game.step_name() == "trains" and not game.view.trains(game.view.operating):
            play(game, offers_of(game, "buy_train")[0])
        else:
            go_on(game)
    assert turns_of(game) == ["PO", "GC", "Midi"]


# -- steps -------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.7-08", "1826-4.7-05")
def test_the_steps_of_a_turn_in_their_order(context: Context) -> None:
    """A corporation that has something to do in each step; wrong moments are refused."""
    game = (
        Position(context, 3)
        .phase("10H")
        .float("SNCF", 1, 110, shares={1: 3}, pool=4, treasury=3, cash=1500, trains=["10H"])
        .token("SNCF", "L14")
        .token("SNCF", "G19")
        .tile("K15", "8", 4)
        .remember("bonds", {"pool": 3, "SNCF": 7})
        .operating("SNCF")
        .game()
    )
    seen: list[str] = []
    asked: dict[str, set[str]] = {}
    while game.state.round.current == "SNCF" and game.state.round.number == 1:
        step = game.step_name()
        seen.append(step)
        asked[step] = {offer.action.kind for offer in game.legal_actions()}
        if step == "track":
            refused(game, DeclareDividend(p(1), "SNCF", "full"), "turn.not_now")
            refused(game, RunRoutes(p(1), "SNCF", ()), "turn.not_now")
        if step == "trains":
            refused(game, LayTile(p(1), "SNCF", "K13", "9", 0), "turn.not_now")
        go_on(game)
    assert seen == ["track", "token", "routes", "dividend", "trains", "bond_redemption", "treasury_trade"]
    assert seen == [step for step in STEPS if step in seen]
    # What may be left out: everything but the run and the dividend.
    for step, kinds in asked.items():
        assert ("pass" in kinds) == (step not in ("routes", "dividend")), step


@pytest.mark.rule("1826-4.7-08")
def test_the_steps_of_an_indebted_corporation(context: Context) -> None:
    """Destination check after track, interest between run and dividend, repayment before stock."""
    game = (
        Position(context, 3)
        .phase("4H")
        .float("Est", 1, 90, shares={1: 3}, structure="five", cash=1200, trains=["4H"])
        .tile("G11", "9", 1)
        .tile("G13", "9", 1)
        .tile("G15", "8", 1)
        .tile("F16", "58", 0)
        .remember("loans", {"Est": 1})
        .operating("Est")
        .game()
    )
    seen: list[str] = []
    while game.state.round.current == "Est" and game.state.round.number == 1:
        seen.append(game.step_name())
        go_on(game)
    kinds = [event.kind for turn in game.turns for event in turn.events]
    interest = next(i for i, kind in enumerate(kinds) if kind == "debt_paid")
    assert kinds.index("routes_run") < interest < kinds.index("dividend_declared")
    assert [step for step in STEPS if step in seen] == seen
    assert "loan_repayment" in seen and "treasury_trade" in seen
    assert seen.index("loan_repayment") < seen.index("treasury_trade")


@pytest.mark.rule("1826-4.7-08")
def test_another_corporation_or_player_may_not_act(context: Context) -> None:
    """Scenario U2: a dividend sent for another corporation is refused before anything else."""
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 3}, trains=["6H"])
        .float("PO", 1, 100, shares={1: 3}, trains=["6H"])
        .float("Est", 2, 75, shares={2: 3}, trains=["6H"])
        .operating("GC", step="dividend", earnings=100)
        .game()
    )
    actions: list[Action] = [DeclareDividend(p(1), "PO", "full"), DeclareDividend(p(1), "Est", "nothing")]  # type: ignore[arg-type]
    for action in actions:
        refused(game, action, "turn.other_corporation")
    refused(game, DeclareDividend(p(2), "GC", "full"), "turn.not_yours")
    refused(game, DeclareDividend(p(2), "Est", "full"), "turn.not_yours")
    refused(game, DeclareDividend("player-9", "GC", "full"), "turn.unknown_player")
