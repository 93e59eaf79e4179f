"""Trains that run once more before they leave: a policy of other titles, tried on a changed 1889."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from open18xx.actions.kinds import BuyTrain, DeclareDividend, Pass, RunRoutes
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.contexts import loaded
from tests.support.positions import Position, actor_of, codes, events, offers_of, play
from tests.support.variants import with_policies, with_title

Counted = Literal["counted", "not_counted"]


def title(obsolete: Counted) -> Context:
    """1889 in which 2-trains are obsolete with the first 4-train."""
    context = loaded("1889")
    trains = dict(context.title.trains)
    trains["2"] = replace(trains["2"], rusts="after_run")
    return with_policies(with_title(context, trains=trains), trains={"obsolete": obsolete})


def buying(obsolete: Counted = "counted", *held: str) -> Game:
    """KO is about to buy the first 4-train; AR, with track at home, has 2-trains."""
    position = Position(title(obsolete), 3).phase("3").supply("2", 0).supply("3", 0)
    position.float("KO", 1, 70, shares={1: 6}, cash=900, trains=["2"])
    position.float("AR", 2, 65, shares={2: 6}, cash=400, trains=list(held or ("2", "2")))
    position.tile("K8", "5", 3).tile("J9", "58", 2)
    return position.operating("KO", "trains", set_number=3).game()


def go_to(game: Game, corporation: str, step: str) -> None:
    """Pass, run and withhold until a step of a corporation."""
    for _ in range(40):
        if (game.view.operating, game.step_name()) == (corporation, step):
            return
        found = [*offers_of(game, Pass), *offers_of(game, RunRoutes), *offers_of(game, BuyTrain)]
        action = found[0] if found else DeclareDividend(actor_of(game), game.view.operating, "withhold")
        game.apply(action)
    raise AssertionError(f"{corporation} never comes to {step}")


def test_n4_an_obsolete_train_runs_once_more() -> None:
    """Scenario N4: it stays when the phase begins and is gone after its last run."""
    game = buying()
    turn = play(game, BuyTrain("player-1", "KO", "4", "bank", 300))
    assert [event["train"] for event in events(turn, "trains_obsolete")] == ["2"]
    assert not events(turn, "trains_rusted")
    assert game.view.train_types("KO") == ("2", "4")
    assert game.view.train_types("AR") == ("2", "2")
    go_to(game, "AR", "routes")
    turn = play(game, offers_of(game, RunRoutes)[0])
    assert events(turn, "routes_run")[0]["earnings"]
    assert events(turn, "trains_worn_out")[0]["count"] == 2
    assert game.view.train_types("AR") == ()
    # KO bought after its run: its 2-train runs in the next round.
    assert game.view.train_types("KO") == ("2", "4")
    assert game.state.supply["2"] == 0


def test_without_a_route_it_goes_as_well() -> None:
    """KO has no track: its 2-train runs nowhere in the next round, and leaves."""
    game = buying()
    play(game, BuyTrain("player-1", "KO", "4", "bank", 300))
    go_to(game, "AR", "trains")
    assert game.view.train_types("KO") == ("2", "4")
    go_to(game, "KO", "track")
    go_to(game, "KO", "trains")
    assert game.view.train_types("KO") == ("4",)


@pytest.mark.parametrize(("obsolete", "kept"), [("counted", 3), ("not_counted", 4)])
def test_n4_it_counts_for_the_limit_or_not(obsolete: Counted, kept: int) -> None:
    """Scenario N4: the limit falls from four to three with the first 4-train."""
    game = buying(obsolete, "2", "2", "3", "3")
    play(game, BuyTrain("player-1", "KO", "4", "bank", 300))
    asked = [decision for decision in game.state.pending if decision.kind == "discard_train"]
    assert bool(asked) == (kept == 3)
    if asked:
        assert asked[0].corporation == "AR"
    assert len(game.view.trains("AR")) == 4


def test_nobody_buys_one() -> None:
    game = buying()
    play(game, BuyTrain("player-1", "KO", "4", "bank", 300))
    purchase = BuyTrain("player-1", "KO", "2", "AR", 1)
    assert "train.obsolete" in codes(game.check(purchase))
    assert purchase.varied("price", 1) not in offers_of(game, BuyTrain)


def test_others_rust_at_once() -> None:
    """The same purchase in 1889 as it is."""
    context = loaded("1889")
    position = Position(context, 3).phase("3").supply("2", 0).supply("3", 0)
    position.float("KO", 1, 70, shares={1: 6}, cash=900, trains=["2"])
    position.float("AR", 2, 65, shares={2: 6}, cash=400, trains=["2", "2"])
    game = position.operating("KO", "trains", set_number=3).game()
    turn = play(game, BuyTrain("player-1", "KO", "4", "bank", 300))
    assert events(turn, "trains_rusted")
    assert game.view.train_types("AR") == ()
