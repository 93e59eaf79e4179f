"""Actions that need another player's agreement."""

from __future__ import annotations

import pytest
from open18xx.actions.base import Range
from open18xx.actions.kinds import BuyTrain, LayTile, Pass, Respond
from open18xx.engine.game import Game

from tests.support.contexts import loaded
from tests.support.positions import Position, codes, events, go_on, offered, offers_of, play, refused


def p(seat: int) -> str:
    return f"player-{seat}"


def market_for_trains(cash: int = 100, owner: int = 2) -> Game:
    """GC of player 1 may buy the 4H of PO."""
    return (
        Position(loaded("1826"), 3)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 3}, cash=cash, trains=["6H"])
        .float("PO", owner, 82, shares={owner: 3}, trains=["4H", "6H"])
        .operating("GC", step="trains")
        .game()
    )


def ranges(game: Game) -> list[Range]:
    return [
        offer.free["price"]  # type: ignore[misc]
        for offer in game.legal_actions()
        if isinstance(offer.action, BuyTrain) and (offer.action.source, offer.action.train) == ("PO", "4H")
    ]


def offer(price: int) -> BuyTrain:
    return BuyTrain(p(1), "GC", "4H", "PO", price)


def test_the_other_player_is_asked_and_agrees() -> None:
    game = market_for_trains()
    turn = play(game, offer(40))
    [asked] = events(turn, "consent_asked")
    assert (asked["player"], asked["by"], asked["reason"]) == (p(2), p(1), "seller")
    assert game.actor() == p(2)
    assert game.view.train_types("PO") == ("4H", "6H")
    refused(game, Pass(p(1)), "turn.not_yours")
    turn = play(game, Respond(p(2), True))
    assert events(turn, "consent_given")
    assert game.view.train_types("GC") == ("6H", "4H")
    assert (game.view.cash("GC"), game.view.cash("PO")) == (60, 40)
    assert game.actor() == p(1)


def test_a_refusal_bars_exactly_this_action_in_this_turn() -> None:
    game = market_for_trains()
    assert ranges(game) == [Range(1, 100)]
    for price in (40, 1, 41, 100):
        play(game, offer(price), Respond(p(2), False))
        assert game.view.train_types("GC") == ("6H",)
        refused(game, offer(price), "consent.declined")
    assert ranges(game) == [Range(2, 39), Range(42, 99)]
    assert not offered(game, offer(41)) and offered(game, offer(42))
    play(game, offer(42), Respond(p(2), True))


@pytest.mark.parametrize("step", [1, 2])
def test_the_refusal_ends_with_undo_or_turn(step: int) -> None:
    game = market_for_trains()
    play(game, offer(40), Respond(p(2), False))
    if step == 1:
        game.undo(2)
        assert offered(game, offer(40))
    else:
        play(game, Pass(p(1)))
        while game.view.operating != "GC" or game.step_name() != "trains":
            go_on(game)
        assert not game.state.round.turn.refused


def test_nobody_asks_himself() -> None:
    game = market_for_trains(owner=1)
    play(game, offer(1))
    assert game.view.train_types("GC") == ("6H", "4H")


def test_two_players_are_asked_one_after_the_other() -> None:
    """The owner of Bridge, and the president of the neighbour of a reserved river hex."""

    def table() -> tuple[Game, LayTile]:
        game = (
            Position(loaded("1826"), 4)
            .phase("4H")
            .float("Ouest", 1, 90, cash=0)
            .float("Paris", 3, 82)
            .private("Bridge", 2)
            .tile("G7", "7", 3)
            .operating("Ouest")
            .game()
        )
        lays = [a for a in offers_of(game, LayTile) if isinstance(a, LayTile)]
        return game, next(a for a in lays if (a.hex, a.private) == ("F8", "Bridge"))

    game, action = table()
    play(game, action)
    assert game.actor() == p(2)
    play(game, Respond(p(2), True))
    assert game.actor() == p(3)
    assert "F8" not in game.state.tiles and game.state.privates["Bridge"] == p(2)
    play(game, Respond(p(3), True))
    assert "F8" in game.state.tiles and game.state.privates["Bridge"] == "closed"
    for answers in ((False,), (True, False)):
        game, action = table()
        play(game, action)
        for answer in answers:
            play(game, Respond(str(game.actor()), answer))
        assert game.actor() == p(1)
        assert "F8" not in game.state.tiles and game.state.privates["Bridge"] == p(2)
        assert codes(game.check(action)) == ("consent.declined",)
