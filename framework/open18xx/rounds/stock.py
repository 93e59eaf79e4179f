"""Stock rounds: turns, passes, the end."""

from __future__ import annotations

from open18xx.rounds import flow
from open18xx.rules.ending import price_reached
from open18xx.rules.market import move_price
from open18xx.rules.order import operating_order
from open18xx.state.changes import SetValue
from open18xx.state.game_state import TurnState
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
    passing = tuple(p for p in round_.pass_order if p != player)
    if not acted:
        passing = round_.pass_order if player in round_.pass_order else (*passing, player)
    tx.round(
        current=view.next_player(player),
        passes=passes,
        first_passer=first,
        pass_order=passing,
        turn=TurnState(),
    )
    if acted and view.title.policies.stock.priority == "after_last_actor":
        tx.do(SetValue("priority", view.next_player(player)))
    if passes >= len(view.active_players()):
        _end(tx)
    return True


def sold_out(view: View, corporation: str) -> bool:
    """Whether nothing is left outside the players (and by policy the treasury), and the structure rises."""
    if not view.structure(corporation).sold_out_move:
        return False
    left = view.unsold(corporation) + view.pooled(corporation)
    if not view.title.market.sold_out_treasury:
        left += view.shares(corporation, corporation)
    return left == 0


def sold_out_steps(view: View, corporation: str) -> int:
    """Steps that a sold-out corporation moves: one, and one more for each reason of the chart."""
    steps = 1
    if "extra_sold_out_step" in view.effects_at(corporation):
        steps += 1
    majority, president = view.title.market.sold_out_majority, view.president(corporation)
    if majority is not None and president is not None:
        held = view.percent(corporation, president) + view.percent(corporation, corporation)
        steps += held >= majority
    return steps


def _end(tx: Transaction) -> None:
    view = tx.view
    if view.title.policies.stock.priority == "first_of_final_passes":
        first = view.state.round.first_passer
        assert first is not None
        tx.do(SetValue("priority", first))
    elif view.title.policies.stock.priority == "passing_order":
        passed = view.state.round.pass_order
        order = (*passed, *(p for p in view.state.players if p not in passed))
        tx.do(SetValue("turn_order", order))
        tx.do(SetValue("priority", order[0]))
        tx.emit("turn_order_changed", order=order)
    direction = view.title.market.sold_out
    if direction is not None:
        for corporation in operating_order(view):
            if sold_out(view, corporation):
                tx.emit("sold_out", corporation=corporation)
                move_price(tx, corporation, direction, sold_out_steps(view, corporation), "sold_out")
    tx.emit("round_ended", round="stock", number=view.state.round.set_number, priority=view.state.priority)
    tx.hooks.notify("on_round_ended", tx=tx, kind="stock")
    if price_reached(view) and view.title.policies.end.price_ends == "at_once":
        flow.end_game(tx, "price_reached")
        return
    flow.begin_operating_set(tx)
