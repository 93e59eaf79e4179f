"""The round in which private companies are sold."""

from __future__ import annotations

from open18xx.rounds import flow
from open18xx.rules.privates import buy_private, front_private, offer_price, pay_revenue
from open18xx.rules.purchase import export_train
from open18xx.state.changes import SetValue
from open18xx.state.game_state import BANK, CLOSED
from open18xx.state.transaction import Transaction
from open18xx.steps.auction import award_lone_bids, free_cash, next_speaker


def settle(tx: Transaction) -> bool:
    """Resolve bids on the cheapest company, passes and the end; True if anything changed."""
    view = tx.view
    front = front_private(view)
    if front is None:
        current = view.state.round.current
        tx.emit("round_ended", round="auction")
        tx.hooks.notify("on_round_ended", tx=tx, kind="auction")
        flow.begin_stock(tx, current)
        return True
    bids = view.state.bids.get(front, ())
    if len(bids) == 1:
        tx.turn(notes={})
        award_lone_bids(tx)
        return True
    if len(bids) > 1:
        if "speaker" not in view.state.round.turn.notes:
            tx.note("speaker", next_speaker(view, bids, bids[-1].player))
            tx.emit("auction_began", private=front, bidders=tuple(bid.player for bid in bids))
            return True
        return False
    if "speaker" in view.state.round.turn.notes:
        tx.turn(notes={})
        return True
    if view.state.round.passes >= len(view.active_players()):
        _all_passed(tx, front)
        return True
    return False


def _all_passed(tx: Transaction, front: str) -> None:
    """Everybody has passed in a row."""
    view, policy = tx.view, tx.title.policies.auction
    nothing_sold = all(owner in (BANK, CLOSED) for owner in view.state.privates.values())
    first = view.state.round.first_passer
    if nothing_sold and policy.nothing_sold == "priority_buys_first":
        able = [
            p for p in view.players_from(view.state.priority) if free_cash(view, p) >= policy.forced_price
        ]
        if able:
            buyer = able[0]
            tx.emit("forced_to_buy", player=buyer, private=front, price=policy.forced_price)
            tx.round(passes=0, first_passer=None, current=view.next_player(buyer))
            buy_private(tx, buyer, front, policy.forced_price)
            return
    if nothing_sold and policy.nothing_sold == "price_drops":
        price = max(0, offer_price(view, front) - policy.price_drop)
        tx.set_entry("offer_price", front, price)
        tx.emit("price_dropped", private=front, price=price)
        tx.round(passes=0, first_passer=None)
        if price == 0:
            buyer = view.state.round.current
            tx.round(current=view.next_player(buyer))
            buy_private(tx, buyer, front, 0)
        return
    if policy.passed_out in ("pay_revenue", "pay_and_export"):
        pay_revenue(tx)
        if policy.passed_out == "pay_and_export":
            export_train(tx)
        tx.round(passes=0, first_passer=None)
        return
    assert first is not None
    tx.do(SetValue("priority", first))
    tx.emit("round_ended", round="auction", priority=first)
    tx.hooks.notify("on_round_ended", tx=tx, kind="auction")
    flow.begin_operating_set(tx)
