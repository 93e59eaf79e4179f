"""Batches of games by bots."""

import pytest
from open18xx.engine.game import Game
from open18xx.simulate import batch, unattended
from open18xx.simulate.batch import Order, orders, play, play_all, summary
from open18xx.simulate.unattended import NeverEnds, bots_for, play_out

from tests.support.contexts import loaded


def test_orders_take_players_and_bots_in_turn() -> None:
    made = orders(4, (2, 3), ("greedy", "random"), 7)
    assert [len(order.seats) for order in made] == [2, 3, 2, 3]
    assert made[1].seats == ("greedy", "random", "greedy")
    assert [order.seed for order in made] == [7, 8, 9, 10]
    assert [order.number for order in made] == [1, 2, 3, 4]


def test_a_game_is_played_and_proved() -> None:
    outcome = play(loaded("1826"), Order(1, ("greedy",) * 3, 3), prove=True)
    assert outcome.finished, outcome.fault
    assert outcome.reason == "bank_broken"
    assert outcome.actions == len(outcome.record.actions)
    assert outcome.rounds > 10
    assert set(outcome.result) == {"Player 1", "Player 2", "Player 3"}
    assert "Paris" in outcome.floated
    again = play(loaded("1826"), Order(1, ("greedy",) * 3, 3))
    assert again.record == outcome.record
    document = outcome.as_json()
    assert document["finished"] is True
    assert document["fault"] is None


def test_what_chance_draws_follows_from_the_seed_of_the_game() -> None:
    """The set-up of the game played and of its record is the same."""
    games = [play(loaded("1894"), Order(1, ("random",) * 3, seed), prove=True) for seed in (2, 3)]
    assert [game.fault for game in games] == ["", ""]
    assert [game.record.seed for game in games] == [2, 3]


def test_bankruptcies_are_counted_where_they_end_the_game() -> None:
    games = [play(loaded("1894"), Order(1, ("random",) * 3, seed)) for seed in range(1, 4)]
    assert any(game.reason == "bankruptcy" for game in games)
    assert all(game.bankruptcies == (game.reason == "bankruptcy") for game in games)


def test_a_fault_is_part_of_the_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = Game.apply

    def broken(self: Game, action: object) -> object:
        if len(self.actions) == 20:
            raise KeyError("oops")
        return apply(self, action)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "apply", broken)
    outcome = play(loaded("1826"), Order(1, ("random",) * 3, 3))
    assert not outcome.finished
    assert outcome.fault.startswith("KeyError: 'oops' (test_batch.py:")
    assert outcome.actions == 20
    assert len(outcome.record.actions) == 20


def test_a_game_without_end_is_given_up() -> None:
    game = Game(loaded("1826"), ("Ann", "Ben"))
    with pytest.raises(NeverEnds, match="not over after 30 actions"):
        play_out(game, bots_for(game, ("random", "random"), 1), most=30)


def test_a_replay_that_differs_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    real = batch.record_of

    def forged(game: Game, seats: tuple[str, ...]) -> object:
        from dataclasses import replace

        record = real(game, seats)
        return replace(record, checks=(replace(record.checks[0], hash="0" * 16), *record.checks[1:]))

    monkeypatch.setattr(batch, "record_of", forged)
    monkeypatch.setattr(unattended, "MOST_ACTIONS", 40)
    outcome = play(loaded("1826"), Order(1, ("greedy",) * 2, 3), prove=True)
    assert outcome.fault == "replay differs after action 25: hash of the state"


def test_bots_sit_where_they_are_told() -> None:
    game = Game(loaded("1826"), ("Ann", "Ben", "Cid"))
    assert set(bots_for(game, ("human", "greedy", "random"), 1)) == {"player-2", "player-3"}
    with pytest.raises(ValueError, match="zip"):
        bots_for(game, ("greedy",), 1)


@pytest.mark.slow
def test_several_processes_give_the_same_outcomes() -> None:
    wanted = orders(3, (2, 3), ("greedy",), 5)
    alone = [outcome.record for outcome in play_all("1826", wanted)]
    together = [outcome.record for outcome in play_all("1826", wanted, jobs=2)]
    assert alone == together


def test_a_summary_counts() -> None:
    outcomes = [play(loaded("1826"), order) for order in orders(2, (2,), ("greedy",), 5)]
    report = summary(outcomes, 4.0)
    assert report["games"] == report["finished"] == 2
    assert report["actions"]["total"] == sum(o.actions for o in outcomes)  # type: ignore[index]
    assert report["reasons"] == {"bank_broken": 2}
    assert report["games_per_minute"] == 30.0
    assert report["floated"]["Paris"] == 2  # type: ignore[index]
    assert summary([], 0.0)["games"] == 0
