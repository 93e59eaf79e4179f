"""Operating rounds: whose turn, which step."""

from __future__ import annotations

from open18xx.rounds import flow
from open18xx.rounds.stepbook import StepBook
from open18xx.rules.ending import turn_steps
from open18xx.rules.floating import place_home_if_missing
from open18xx.rules.order import may_operate, yet_to_operate
from open18xx.state.game_state import TurnState
from open18xx.state.transaction import Transaction


def settle(tx: Transaction, steps: StepBook) -> bool:
    """Begin the next turn or step where the present one is done. True if anything changed."""
    view = tx.view
    round_ = view.state.round
    if not round_.current:
        _next_turn(tx, steps)
        return True
    corporation = round_.current
    if view.record(corporation).closed or view.president(corporation) is None:
        _end_turn(tx, corporation)
        return True
    step = steps.named(round_.turn.step)
    if not step.done(view):
        return False
    step.leave(tx)
    _next_step(tx, steps, corporation)
    return True


def _next_turn(tx: Transaction, steps: StepBook) -> None:
    view = tx.view
    waiting = yet_to_operate(view)
    if not view.title.policies.operating.recomputed:
        done = view.state.round.operated
        waiting = tuple(c for c in view.state.round.order if c not in done and may_operate(view, c))
    if not waiting:
        flow.end_operating(tx)
        return
    corporation = waiting[0]
    first = turn_steps(view)[0]
    tx.round(current=corporation, turn=TurnState(step=first))
    tx.update(corporation, turns=view.record(corporation).turns + 1)
    tx.emit("turn_started", corporation=corporation, president=view.president(corporation))
    if view.title.policies.tokens.home_placed == "first_operation":
        place_home_if_missing(tx, corporation)
    tx.hooks.notify("on_turn_started", tx=tx, corporation=corporation)
    steps.named(first).enter(tx)


def _next_step(tx: Transaction, steps: StepBook, corporation: str) -> None:
    turn = turn_steps(tx.view)
    at = turn.index(tx.view.state.round.turn.step)
    if at + 1 >= len(turn):
        _end_turn(tx, corporation)
        return
    tx.turn(step=turn[at + 1], passed=False)
    steps.named(turn[at + 1]).enter(tx)


def _end_turn(tx: Transaction, corporation: str) -> None:
    tx.round(current="", operated=(*tx.view.state.round.operated, corporation), turn=TurnState())
    tx.emit("turn_ended", corporation=corporation)
    tx.hooks.notify("on_turn_ended", tx=tx, corporation=corporation)
