"""Batches of games played by bots, and what can be said about them."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.engine.record import GameRecord, play_record, record_of
from open18xx.errors import EngineFault
from open18xx.interop.titles import open_title
from open18xx.simulate.unattended import NeverEnds, bots_for, play_out


@dataclass(frozen=True, slots=True)
class Order:
    """A game to be played: number in the batch, kinds of seats, seed."""

    number: int
    seats: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game of a batch went.

    Attributes:
        actions, rounds: how many were played; a round is an auction, a stock or an operating round.
        reason: why the game ended, or empty.
        result: final worth by player's name, the winner first.
        floated: corporations that came to operate (or could have), those closed since too.
        closed: corporations that left the game; bankruptcies: players that went bankrupt.
        phase: phase at the end.
        seconds: time the game took.
        fault: what went wrong, or empty; ``record`` is the game up to there.
    """

    order: Order
    actions: int
    rounds: int
    reason: str
    result: Mapping[str, int]
    floated: tuple[str, ...]
    closed: tuple[str, ...]
    bankruptcies: int
    phase: str
    seconds: float
    fault: str
    record: GameRecord = field(repr=False)

    @property
    def finished(self) -> bool:
        """Whether the game came to its end, and nothing was wrong."""
        return not self.fault

    def as_json(self) -> dict[str, object]:
        """The game's line in the document of ``simulate --json``."""
        return {
            "game": self.order.number,
            "seed": self.order.seed,
            "seats": list(self.order.seats),
            "finished": self.finished,
            "actions": self.actions,
            "rounds": self.rounds,
            "reason": self.reason,
            "result": dict(self.result),
            "floated": list(self.floated),
            "closed": list(self.closed),
            "bankruptcies": self.bankruptcies,
            "phase": self.phase,
            "seconds": round(self.seconds, 3),
            "fault": self.fault or None,
        }


def orders(games: int, players: Sequence[int], bots: Sequence[str], seed: int) -> tuple[Order, ...]:
    """The games of a batch: numbers of players in turn, kinds of bots in turn, one seed after the other."""
    made = []
    for number in range(1, games + 1):
        count = players[(number - 1) % len(players)]
        seats = tuple(bots[seat % len(bots)] for seat in range(count))
        made.append(Order(number, seats, seed + number - 1))
    return tuple(made)


def play(context: Context, order: Order, *, prove: bool = False) -> Outcome:
    """Play one game. Faults of the engine are part of the outcome.

    Args:
        prove: replay the game's record afterwards and compare its checks.
    """
    began = time.perf_counter()
    names = tuple(f"Player {seat}" for seat in range(1, len(order.seats) + 1))
    game = Game(context, names, seed=order.seed, shuffle=False)
    fault = ""
    try:
        play_out(game, bots_for(game, order.seats, order.seed))
    except (NeverEnds, EngineFault) as error:
        fault = str(error)
    except Exception as error:
        # A batch is there to find faults: the game is kept and the next one played.
        last = traceback.extract_tb(error.__traceback__)[-1]
        fault = f"{type(error).__name__}: {error} ({last.filename.rpartition('/')[2]}:{last.lineno})"
    record = record_of(game, order.seats)
    if prove and not fault:
        fault = _difference(context, record)
    state = game.state
    return Outcome(
        order=order,
        actions=len(game.actions),
        rounds=sum(event.kind == "round_started" for turn in game.turns for event in turn.events),
        reason=state.end_reason,
        result=game.result(),
        floated=tuple(c for c, known in state.corporations.items() if known.floated),
        closed=tuple(c for c, known in state.corporations.items() if known.closed),
        bankruptcies=sum(e.kind == "player_bankrupt" for turn in game.turns for e in turn.events),
        phase=state.phase,
        seconds=time.perf_counter() - began,
        fault=fault,
        record=record,
    )


def _difference(context: Context, record: GameRecord) -> str:
    replayed = play_record(context, record)
    if replayed.stop is not None:
        return f"replay stops at action {replayed.stop.sequence}: {replayed.stop.message}"
    if replayed.mismatches:
        first = replayed.mismatches[0]
        return f"replay differs after action {first.after}: {first.what}"
    return ""


# -- several processes -------------------------------------------------------------------------------


class _Worker:
    """What a process of the pool keeps: the title, loaded once."""

    context: Context | None = None
    prove = False


def _set_up(ref: str, options: tuple[str, ...], prove: bool) -> None:
    _Worker.context = open_title(ref, options)
    _Worker.prove = prove


def _play_there(order: Order) -> Outcome:
    assert _Worker.context is not None
    return play(_Worker.context, order, prove=_Worker.prove)


def play_all(
    ref: str, wanted: Sequence[Order], *, options: Sequence[str] = (), jobs: int = 1, prove: bool = False
) -> Iterator[Outcome]:
    """Play a batch, in the order asked for.

    Args:
        ref: id of a title, or folder of a pack.
        jobs: processes to use.

    Raises:
        Open18xxError: the title cannot be played.
    """
    context = open_title(ref, options)
    if jobs <= 1:
        for order in wanted:
            yield play(context, order, prove=prove)
        return
    with ProcessPoolExecutor(jobs, initializer=_set_up, initargs=(ref, tuple(options), prove)) as pool:
        waiting = iter(wanted)
        running = [pool.submit(_play_there, order) for order in islice(waiting, jobs * 2)]
        try:
            while running:
                yield running.pop(0).result()
                running.extend(pool.submit(_play_there, order) for order in islice(waiting, 1))
        finally:
            for future in running:
                future.cancel()


# -- summing up ----------------------------------------------------------------------------------------


def summary(outcomes: Sequence[Outcome], seconds: float) -> dict[str, object]:
    """What a batch says, in the form of the document of ``simulate --json``."""
    actions = [outcome.actions for outcome in outcomes]
    rounds = [outcome.rounds for outcome in outcomes]
    times = [outcome.seconds for outcome in outcomes]
    played = sum(times)
    return {
        "games": len(outcomes),
        "finished": sum(outcome.finished for outcome in outcomes),
        "actions": _spread(actions),
        "rounds": _spread(rounds),
        "reasons": dict(Counter(o.reason or "not over" for o in outcomes).most_common()),
        "phases": dict(Counter(o.phase for o in outcomes).most_common()),
        "floated": dict(Counter(c for o in outcomes for c in o.floated).most_common()),
        "closed": dict(Counter(c for o in outcomes for c in o.closed).most_common()),
        "bankruptcies": sum(outcome.bankruptcies for outcome in outcomes),
        "games_with_bankruptcy": sum(bool(outcome.bankruptcies) for outcome in outcomes),
        "seconds": {
            "total": round(seconds, 2),
            "mean": round(played / len(times), 2) if times else 0,
            "most": round(max(times, default=0), 2),
        },
        "actions_per_second": round(sum(actions) / played) if played else 0,
        "games_per_minute": round(60 * len(outcomes) / seconds, 1) if seconds else 0,
    }


def _spread(values: Sequence[int]) -> dict[str, int]:
    return {
        "total": sum(values),
        "least": min(values, default=0),
        "mean": round(sum(values) / len(values)) if values else 0,
        "most": max(values, default=0),
    }
