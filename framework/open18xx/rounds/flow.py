"""From round to round."""

from __future__ import annotations

from open18xx.rules.ending import in_last_set, price_reached
from open18xx.rules.floating import place_home_if_missing
from open18xx.rules.order import yet_to_operate
from open18xx.rules.privates import front_private, pay_revenue
from open18xx.rules.purchase import export_train
from open18xx.rules.worth import final_worth
from open18xx.state.changes import SetRound, SetValue
from open18xx.state.game_state import RoundState
from open18xx.state.transaction import Transaction


def begin_stock(tx: Transaction, first: str) -> None:
    """Start a stock round with the player ``first``."""
    number = tx.view.state.round.set_number + 1
    if tx.view.state.priority != first:
        tx.do(SetValue("priority", first))
    tx.do(SetRound(RoundState(kind="stock", set_number=number, current=first)))
    tx.emit("round_started", round="stock", number=number, priority=first)
    tx.hooks.notify("on_round_started", tx=tx, kind="stock")


def begin_operating_set(tx: Transaction) -> None:
    """Start a set of operating rounds; the present phase decides how many."""
    begin_operating(tx, 1, tx.view.phase.operating_rounds)


def begin_operating(tx: Transaction, number: int, of: int) -> None:
    """Start operating round ``number`` of a set: private companies pay first."""
    set_number = tx.view.state.round.set_number
    tx.do(SetRound(RoundState(kind="operating", set_number=set_number, number=number, of=of)))
    tx.emit("round_started", round="operating", number=set_number, index=number, of=of)
    pay_revenue(tx)
    if tx.title.policies.tokens.home_placed == "round_start":
        for corporation in yet_to_operate(tx.view):
            place_home_if_missing(tx, corporation)
    tx.hooks.notify("on_round_started", tx=tx, kind="operating")
    if not tx.title.policies.operating.recomputed:
        tx.round(order=yet_to_operate(tx.view))


def end_operating(tx: Transaction) -> None:
    """All have operated: next round of the set, next stock round, or the end."""
    round_ = tx.view.state.round
    tx.emit("round_ended", round="operating", number=round_.set_number, index=round_.number, of=round_.of)
    tx.hooks.notify("on_round_ended", tx=tx, kind="operating")
    end = tx.title.policies.end
    if price_reached(tx.view):
        end_game(tx, "price_reached")
        return
    if in_last_set(tx.view) and round_.number >= round_.of:
        end_game(tx, "last_phase")
        return
    if tx.view.state.bank_broken and (end.bank_broken == "end_of_round" or round_.number >= round_.of):
        end_game(tx, "bank_broken")
        return
    if round_.number < round_.of:
        begin_operating(tx, round_.number + 1, round_.of)
        return
    export_train(tx)
    if front_private(tx.view) is not None:
        begin_auction(tx)
    else:
        begin_stock(tx, tx.view.state.priority)


def begin_auction(tx: Transaction) -> None:
    """Start (or resume) the sale of private companies with the holder of the priority marker."""
    state = tx.view.state
    tx.do(SetRound(RoundState(kind="auction", set_number=state.round.set_number, current=state.priority)))
    tx.emit("round_started", round="auction", number=state.round.set_number, priority=state.priority)
    tx.hooks.notify("on_round_started", tx=tx, kind="auction")


def end_game(tx: Transaction, reason: str) -> None:
    """Count and finish."""
    view = tx.view
    result = {player: final_worth(view, player) for player in view.state.players}
    tx.do(SetValue("result", result))
    tx.do(SetValue("end_reason", reason))
    tx.do(SetValue("pending", ()))
    tx.do(SetRound(RoundState(kind="over", set_number=view.state.round.set_number)))
    tx.emit("game_ended", reason=reason, worth=dict(result))
