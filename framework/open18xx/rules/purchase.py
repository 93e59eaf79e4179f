"""Paying for and receiving trains, and what the purchase sets off."""

from __future__ import annotations

from open18xx.rules.phases import phase_after_purchase
from open18xx.rules.privates import closing_corporation
from open18xx.rules.trains import bank_offers
from open18xx.state.game_state import BANK, CLOSED, POOL, train_type
from open18xx.state.transaction import Transaction


def finish_purchase(
    tx: Transaction,
    corporation: str,
    train: str,
    source: str,
    price: int | None = None,
    exchange: str | None = None,
) -> None:
    """Pay, receive the train, close private companies, begin the new phase.

    Args:
        price: agreed price between corporations; face value if None.
        exchange: type of a train that is handed in; it goes where surplus trains go.
    """
    view, policy = tx.view, tx.title.policies.trains
    cost = view.title.trains[train].cost if price is None else price
    if exchange is not None:
        given = next(t for t in view.trains(corporation) if train_type(t) == exchange)
        tx.move_train(given, corporation, POOL if policy.discard_to == "pool" else CLOSED)
        if policy.trade_ins_per_turn is not None:
            done = view.state.round.turn.notes.get("trade_ins", 0)
            tx.note("trade_ins", 1 + (done if isinstance(done, int) else 0))
        tx.emit("train_handed_in", corporation=corporation, train=exchange, target=train)
    if source == BANK:
        first_of_type = view.state.issued[train] == 0
        tx.pay(corporation, BANK, cost)
        tx.issue_train(train, corporation)
    else:
        first_of_type = False
        tx.pay(corporation, BANK if source == POOL else source, cost)
        held = next(t for t in view.trains(source) if t.rpartition("-")[0] == train)
        tx.move_train(held, source, corporation)
    tx.emit(
        "train_bought",
        corporation=corporation,
        train=train,
        source=source,
        price=cost,
        face_value=view.title.trains[train].cost,
    )
    for private in view.title.companies.privates.values():
        if closing_corporation(view, private.id) == corporation:
            tx.close_private(private.id, "first_train")
    if first_of_type:
        phase_after_purchase(tx, train, corporation)
    tx.hooks.notify("on_train_bought", tx=tx, corporation=corporation, train=train, source=source)


def export_train(tx: Transaction) -> None:
    """The bank's next train leaves the game if it is of a type that is exported, as if it had been bought."""
    view = tx.view
    offered = bank_offers(view)
    if not offered or offered[0] not in view.title.policies.trains.exported:
        return
    train = offered[0]
    first_of_type = view.state.issued[train] == 0
    tx.issue_train(train, CLOSED)
    tx.emit("train_exported", train=train)
    if first_of_type:
        phase_after_purchase(tx, train, "")
