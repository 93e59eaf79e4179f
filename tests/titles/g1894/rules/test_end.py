"""1894: the end of the game, and what stays to the end."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyMarker, Correct, DeclareDividend, Pass, RunRoutes
from open18xx.bots.player import RandomBot
from open18xx.engine.context import Context

from tests.support.positions import Position, events, play, refused
from tests.titles.g1894.rules.helpers import p

#: Rows and columns of the market, from 1: the place of 450, those below and left of it, and a low one.
TOP, BELOW, LEFT, LOW = (1, 14), (2, 14), (1, 13), (3, 4)


@pytest.mark.rule("1894-END-03")
def test_all_prices_move_before_the_game_ends(context: Context) -> None:
    """Two corporations are sold out; the dearer one moves first and comes to 450."""
    position = Position(context, 3).phase("Blue")
    position.float("Nord", 1, at=BELOW, start_price=100, shares={1: 5, 2: 5})
    position.float("Est", 3, at=LOW, start_price=95, shares={3: 5, 2: 5})
    game = position.stock(1, passes=2, first_passer=2).game()
    turn = play(game, Pass(p(1)))
    moved = [event["corporation"] for event in events(turn, "price_moved")]
    assert moved == ["Nord", "Est"]
    assert game.view.price("Nord") == 450
    assert game.view.price("Est") == 106
    assert game.is_over
    assert game.state.end_reason == "price_reached"


@pytest.mark.rule("1894-END-05")
def test_the_players_may_agree_to_stop(context: Context) -> None:
    position = Position(context, 3, corrections=True).float("Nord", 1, 100, shares={1: 5, 2: 3}, cash=70)
    game = position.stock(1).game()
    worth = {name: game.view.cash(p(n)) for n, name in enumerate(game.state.names, start=1)}
    turn = game.apply(Correct(p(1), "end", "it is late"))
    assert events(turn, "corrected")
    assert game.is_over
    assert game.state.end_reason == "agreed"
    expected = [worth["Ann"] + 500, worth["Ben"] + 300, worth["Cid"]]
    assert [game.result()[name] for name in ("Ann", "Ben", "Cid")] == expected
    strict = Position(context, 3).float("Nord", 1, 100, shares={1: 5}).stock(1).game()
    refused(strict, Correct(p(1), "end", "it is late"), "correction.not_allowed")


@pytest.mark.rule("1894-END-08")
def test_nothing_decides_between_equals(context: Context) -> None:
    """Ben and Cid have the same, one in cash, one in shares; Ann has less."""
    position = Position(context, 3, corrections=True).cash(1, 50).cash(2, 500).cash(3, 300)
    game = position.float("Nord", 3, 100, shares={3: 2}).stock(1).game()
    game.apply(Correct(p(1), "end", "it is late"))
    assert list(game.result().items()) == [("Ben", 500), ("Cid", 500), ("Ann", 50)]


@pytest.mark.rule("1894-END-09")
@pytest.mark.parametrize("choice", ["full", "withhold"])
def test_a_price_of_450_ends_the_last_set_too(context: Context, choice: str) -> None:
    """The game is about to end after this set; a dividend that lifts a price to 450 ends it now."""
    position = Position(context, 3).phase("Purple").last_set(1)
    position.float("Nord", 1, at=LEFT, start_price=100, shares={1: 6}, trains=["D"], home=False)
    position.float("Est", 2, at=LOW, start_price=95, shares={2: 6}, cash=300)
    position.tile("G14", "57", 0).tile("F15", "X2", 0).token("Nord", "G14")
    game = position.operating("Nord", step="dividend", earnings=100).game()
    play(game, DeclareDividend(p(1), "Nord", choice))  # type: ignore[arg-type]
    if choice == "full":
        assert game.is_over
        assert game.state.end_reason == "price_reached"
        return
    assert not game.is_over
    while not game.is_over and game.state.round.set_number == 1:
        actor = game.actor() or ""
        kinds = [offer.action for offer in game.legal_actions() if isinstance(offer.action, Pass | RunRoutes)]
        play(game, kinds[0] if kinds else DeclareDividend(actor, game.view.operating, "withhold"))
    assert game.state.end_reason == "last_phase"


@pytest.mark.rule("1894-LON-06")
def test_a_ferry_marker_stays_for_good(context: Context) -> None:
    """Whatever anybody does, the corporation that has bought one keeps it and can buy no other."""
    position = Position(context, 3).phase("Green").tile("B9", "57", 0).marker("ferry", "Nord", source="bank")
    position.float("Nord", 1, 100, shares={1: 5}, cash=500, trains=["2", "3"])
    position.float("Est", 2, 95, shares={2: 5}, cash=500, trains=["3"])
    game, bot = position.operating("Nord", "track").game(), RandomBot(4)
    assert "marker.owned" in {refusal.code for refusal in game.check(BuyMarker(p(1), "Nord", "ferry"))}
    for _ in range(200):
        if game.is_over:
            break
        game.apply(bot.decide(game))
        assert "Nord" in {m.corporation for m in game.state.markers if m.kind == "ferry"}
    assert game.state.round.set_number > 1


def test_places_of_the_market(context: Context) -> None:
    """What the tests above take for granted."""
    rows = context.title.market.rows
    assert [rows[row - 1][column - 1] for row, column in (TOP, BELOW, LEFT, LOW)] == [450, 415, 375, 95]
