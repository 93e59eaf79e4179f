"""Stock rounds: turns, passes, the end."""

from __future__ import annotations

from open18xx.rounds import flow
from open18xx.rules.market import move_price
from open18xx.rules.order import operating_order
from open18xx.state.changes import SetValue
from open18xx.state.game_state import IPO, POOL, TurnState
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Step


def settle(tx: Transaction, step: Step) -> bool:
    """End a finished turn; end the round after a full round of passes. True if anything changed."""
    if not step.done(tx.view):
        return False
    view = tx.view
    round_ = view.state.round
    player = round_.current
    acted = round_.turn.acted
    passes = 0 if acted else round_.passes + 1
    first = None if acted else round_.first_passer or player
    tx.round(current=view.next_player(player), passes=passes, first_passer=first, turn=TurnState())
    if acted and view.title.policies.stock.priority == "after_last_actor":
        tx.do(SetValue("priority", view.next_player(player)))
    if passes >= len(view.active_players()):
        _end(tx)
    return True


def sold_out(view: View, corporation: str) -> bool:
    """Whether nothing is left outside the players, and the structure rises for it."""
    if not view.structure(corporation).sold_out_move:
        return False
    return view.shares_outside(corporation, (IPO, POOL, corporation)) == view.structure(corporation).shares


def _end(tx: Transaction) -> None:
    view = tx.view
    if view.title.policies.stock.priority == "first_of_final_passes":
        first = view.state.round.first_passer
        assert first is not None
        tx.do(SetValue("priority", first))
    direction = view.title.market.sold_out
    if direction is not None:
        for corporation in operating_order(view):
            if view.record(corporation).floated and sold_out(view, corporation):
                tx.emit("sold_out", corporation=corporation)
                move_price(tx, corporation, direction, 1, "sold_out")
    tx.emit("round_ended", round="stock", number=view.state.round.set_number, priority=view.state.priority)
    tx.hooks.notify("on_round_ended", tx=tx, kind="stock")
    flow.begin_operating_set(tx)
