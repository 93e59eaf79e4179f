"""Phase changes and what they set off."""

from __future__ import annotations

from open18xx.rules.order import operating_order
from open18xx.rules.privates import close_in_phase, close_privates
from open18xx.rules.trains import counted_trains, is_obsolete, train_limit
from open18xx.state.changes import SetSupply, SetValue
from open18xx.state.game_state import CLOSED, POOL, Decision, train_type
from open18xx.state.transaction import Transaction

#: Events the engine knows; all others are a title's.
ENGINE_EVENTS = ("close_privates", "rust_trains", "check_train_limits")


def phase_after_purchase(tx: Transaction, train: str, buyer: str) -> None:
    """Begin the phase (and any skipped on the way) that the first train of a type starts."""
    view = tx.view
    phases = tuple(view.title.phases.values())
    wanted = next((i for i, phase in enumerate(phases) if phase.starts_with == train), None)
    present = view.title.phase_index(view.state.phase)
    if wanted is None or wanted <= present:
        return
    for phase in phases[present + 1 : wanted + 1]:
        tx.do(SetValue("phase", phase.id))
        tx.emit("phase_changed", phase=phase.id, train=train)
        if phase.id == view.title.policies.end.last_phase:
            tx.do(SetValue("last_set", view.state.round.set_number + 1))
            tx.emit("end_announced", set=view.state.round.set_number + 1)
        tx.drop_markers(lambda marker, phase=phase.id: marker.expires_in != phase)
        events = phase.events
        if "rust_trains" not in events:
            events = ("rust_trains", *events)
        if "check_train_limits" not in events:
            events = (*events, "check_train_limits")
        close_in_phase(tx, phase.id)
        for event in events:
            _run_event(tx, event, phase.starts_with or train, buyer)


def _run_event(tx: Transaction, event: str, trigger: str, buyer: str) -> None:
    if event == "rust_trains":
        rust_trains(tx, trigger)
    elif event == "check_train_limits":
        check_train_limits(tx)
    elif event == "close_privates":
        close_privates(tx)
    else:
        tx.hooks.notify("on_phase_event", tx=tx, event=event, buyer=buyer)


def rust_trains(tx: Transaction, trigger: str) -> None:
    """Remove the train types that the first ``trigger`` train rusts, wherever they are.

    Those that may run once more leave bank and pool only; see :func:`scrap_obsolete`.
    """
    for rusting in tx.title.trains.values():
        if rusting.rusted_by != trigger:
            continue
        removed: dict[str, int] = {}
        stays = rusting.rusts == "after_run"
        for owner, held in tuple(tx.view.state.trains.items()):
            if owner == CLOSED or (stays and owner != POOL):
                continue
            for train in held:
                if train_type(train) == rusting.id:
                    tx.move_train(train, owner, CLOSED)
                    removed[owner] = removed.get(owner, 0) + 1
        if tx.view.state.supply[rusting.id]:
            tx.do(SetSupply(rusting.id, 0))
        pool = removed.pop(POOL, 0)
        if stays:
            tx.emit("trains_obsolete", train=rusting.id, from_pool=pool)
        else:
            tx.emit("trains_rusted", train=rusting.id, removed=removed, from_pool=pool)


def scrap_obsolete(tx: Transaction, corporation: str) -> None:
    """After its run a corporation loses the trains that were to run once more."""
    for kind in dict.fromkeys(tx.view.train_types(corporation)):
        if is_obsolete(tx.view, kind):
            gone = [train for train in tx.view.trains(corporation) if train_type(train) == kind]
            for train in gone:
                tx.move_train(train, corporation, CLOSED)
            tx.emit("trains_worn_out", corporation=corporation, train=kind, count=len(gone))


def check_train_limits(tx: Transaction) -> None:
    """Ask the president of every corporation above its limit which trains to give up."""
    view = tx.view
    in_turn = view.title.policies.trains.discard_order == "operating"
    asked = operating_order(view) if in_turn else tuple(view.state.corporations)
    over = [c for c in asked if counted_trains(view, c) > train_limit(view, c)]
    for corporation in over:
        president = view.president(corporation)
        if president is not None:
            tx.ask(Decision("discard_train", president, corporation))
