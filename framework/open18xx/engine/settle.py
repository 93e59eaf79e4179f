"""After an action: move play on until somebody has to decide again."""

from __future__ import annotations

from open18xx.errors import EngineFault
from open18xx.rounds import auction, flow, operating, stock
from open18xx.rounds.stepbook import StepBook
from open18xx.rules.ending import price_reached
from open18xx.state.transaction import Transaction

_MOST_MOVES = 2000


def settle(tx: Transaction, steps: StepBook) -> None:
    """Resolve decisions without a choice, finished steps, turns and rounds, to a fixed point.

    Raises:
        EngineFault: play does not come to rest.
    """
    for _ in range(_MOST_MOVES):
        if not _move(tx, steps):
            return
    last = ", ".join(event.kind for event in tx.events[-10:])
    raise EngineFault("play does not come to rest", (f"last events: {last}",))


def _move(tx: Transaction, steps: StepBook) -> bool:
    """One move; False when play waits for a decision or is over."""
    view = tx.view
    state = view.state
    if state.result is not None:
        return False
    if state.end_reason:
        flow.end_game(tx, state.end_reason)
        return True
    if view.title.policies.end.price_ends == "at_once" and price_reached(view):
        flow.end_game(tx, "price_reached")
        return True
    if view.title.policies.end.one_player_left and len(state.players) > 1 and len(view.active_players()) == 1:
        flow.end_game(tx, "one_player_left")
        return True
    if state.pending:
        step = steps.decision(state.pending[-1].kind)
        if step.settle(tx):
            return True
        if step.may_get_stuck and not any(True for s in (step, *steps.beside(view)) for _ in s.offers(view)):
            step.fail(tx)
            return True
        return False
    if state.round.kind == "auction":
        return auction.settle(tx)
    if state.round.kind == "stock":
        return stock.settle(tx, steps.named("stock"))
    return operating.settle(tx, steps)
