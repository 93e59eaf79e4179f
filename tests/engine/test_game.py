"""The facade: playing, refusing, going back, playing again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from open18xx.actions.base import Action
from open18xx.actions.kinds import Bid, BuyPrivate, Pass, SellShares
from open18xx.bots.player import RandomBot
from open18xx.engine import game as game_module
from open18xx.engine.game import Game, WrongTable
from open18xx.errors import EngineFault, IllegalAction
from open18xx.state.canonical import state_hash
from open18xx.table import load_context

from tests.support.contexts import loaded
from tests.support.positions import NAMES, Position, go_on, play


def p(seat: int) -> str:
    return f"player-{seat}"


def played(count: int, seed: int = 4) -> Game:
    game = Game(loaded("1826"), NAMES[:3], seed=seed)
    bot = RandomBot(seed)
    for _ in range(count):
        game.apply(bot.decide(game))
    return game


def test_u1_any_number_of_actions_taken_back_and_played_again() -> None:
    """Scenario U1: after undo and redo the hash is that of the game replayed from the start."""
    game = played(120)
    hashes = [state_hash(turn.state) for turn in game.turns]
    assert len(set(hashes)) == len(hashes)
    replayed = Game(loaded("1826"), NAMES[:3], seed=4)
    for action, expected in zip(game.actions, hashes[1:], strict=True):
        replayed.apply(action)
        assert replayed.hash() == expected
    for steps in (1, 2, 7, 50, 120):
        assert game.undo(steps) == steps
        assert game.hash() == hashes[-1 - steps]
        assert len(game.actions) == 120 - steps
        assert game.redo(steps) == steps
        assert game.hash() == hashes[-1]
    assert game.undo(500) == 120
    assert game.undo() == 0
    assert game.hash() == hashes[0]
    assert game.redo(500) == 120
    assert game.redo() == 0


def test_a_new_action_forgets_what_was_taken_back() -> None:
    game = Game(loaded("1826"), NAMES[:3])
    play(game, BuyPrivate(p(1), "Bridge"))
    game.undo()
    play(game, Pass(p(1)))
    assert game.redo() == 0
    assert game.actions == (Pass(p(1)),)


def test_n9_games_in_one_process_do_not_touch_one_another() -> None:
    """Scenario N9: two titles loaded from the same files, and two games of one title, played in turns."""
    alone = [state_hash(turn.state) for turn in played(60).turns]
    other_context = load_context("1826", options=("seventy_percent_for_two",))
    first, second = Game(loaded("1826"), NAMES[:3], seed=4), Game(loaded("1826"), NAMES[:4], seed=9)
    third = Game(other_context, NAMES[:2], seed=4)
    bots = {id(first): RandomBot(4), id(second): RandomBot(9), id(third): RandomBot(4)}
    hashes = [first.hash()]
    for _ in range(60):
        for game in (second, first, third):
            game.apply(bots[id(game)].decide(game))
        hashes.append(first.hash())
    assert hashes == alone


def test_equal_positions_have_equal_hashes_whatever_the_way() -> None:
    """Two passes and their undo lead back; a bid and the same bid by another way do too."""
    one, two = Game(loaded("1826"), NAMES[:3]), Game(loaded("1826"), NAMES[:3])
    play(one, Bid(p(1), "Mail", 50), Pass(p(2)))
    play(two, Pass(p(1)))
    two.undo()
    play(two, Bid(p(1), "Mail", 50), Pass(p(2)))
    assert one.hash() == two.hash()
    assert one.hash() != Game(loaded("1826"), NAMES[:4]).hash()


def test_an_illegal_action_names_its_reasons_and_rules() -> None:
    game = Position(loaded("1826"), 3).float("GC", 1, 90, shares={1: 2}, turns=0).stock(1).game()
    before = game.state
    with pytest.raises(IllegalAction) as caught:
        game.apply(SellShares(p(1), "GC", 1))
    assert caught.value.code == "stock.not_operated"
    assert "1826-4.1.1-06" in caught.value.rules
    assert "GC has not operated yet" in str(caught.value)
    assert game.state is before


def test_actions_before_an_illegal_one_stay_played() -> None:
    game = Game(loaded("1826"), NAMES[:3])
    actions: list[Action] = [
        BuyPrivate(p(1), "Bridge"),
        BuyPrivate(p(2), "Mail"),
        BuyPrivate(p(1), "Algerian"),
    ]
    with pytest.raises(IllegalAction):
        game.apply_all(actions)
    assert game.actions == tuple(actions[:2])


def test_a_fault_of_the_engine_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(loaded("1826"), NAMES[:3])
    monkeypatch.setattr(game_module, "faults", lambda view, before=None: ("a coin is missing",))
    before = game.state
    with pytest.raises(EngineFault, match="a coin is missing"):
        game.apply(Pass(p(1)))
    assert game.state is before and game.actions == ()


def test_what_a_table_must_be() -> None:
    context = loaded("1826")
    with pytest.raises(WrongTable, match="the same name"):
        Game(context, ["Ann", "Ann", "Ben"])
    with pytest.raises(WrongTable, match="no name"):
        Game(context, ["Ann", " ", "Ben"])
    two = loaded("1826", "seventy_percent_for_two")
    with pytest.raises(WrongTable, match="option seventy_percent_for_two is for 2 players, not 3"):
        Game(two, NAMES[:3])
    assert Game(two, NAMES[:2]).actor() == p(1)


def test_the_memory_of_a_state_is_no_part_of_it() -> None:
    game = Position(loaded("1826"), 3).float("GC", 1, 90, trains=["2H"]).operating("GC", step="routes").game()
    before = game.hash()
    assert game.legal_actions()
    assert game.state.memo
    assert game.hash() == before
    assert replace(game.state, memo={}) == game.state
    go_on(game)
    game.undo()
    assert game.hash() == before
