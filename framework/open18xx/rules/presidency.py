"""Who is president."""

from __future__ import annotations

from open18xx.rules.bundles import price_of_presidency
from open18xx.rules.trains import counted_trains, train_limit
from open18xx.state.game_state import Decision, OwnerId, PlayerId, is_player
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def rightful_president(view: View, corporation: str) -> PlayerId | None:
    """Player who should hold the president's certificate.

    The present president stays on a tie. Of several who surpass him equally, the first in turn
    order after him. Somebody else can only take over with enough shares to exchange for the
    certificate.
    """
    president = view.president(corporation)
    if president is None:
        return None
    best, most = president, view.shares(corporation, president)
    for player in view.players_from(president, after=True):
        held = view.shares(corporation, player)
        if held > most and price_of_presidency(view, corporation, player) is not None:
            best, most = player, held
    return best


def exchange_certificate(tx: Transaction, corporation: str, old: OwnerId, new: PlayerId) -> None:
    """Swap the president's certificate, which ``old`` holds, against as many shares of the new president."""
    given = price_of_presidency(tx.view, corporation, new)
    if given is None:
        raise ValueError(f"{new} cannot give enough shares of {corporation} for the president's certificate")
    tx.give(corporation, (0,), new)
    tx.give(corporation, given, old)
    before = old if is_player(old) else None
    tx.emit("president_changed", corporation=corporation, old=before, new=new)
    tx.hooks.notify("on_president_changed", tx=tx, corporation=corporation, old=before, new=new)


def settle_presidency(tx: Transaction, corporation: str) -> None:
    """Hand the certificate over if somebody else should have it.

    A corporation that survives without a president gets one as soon as a player has enough shares,
    wherever the certificate lies and wherever he bought them.
    """
    view = tx.view
    old = view.president(corporation)
    if old is None:
        new = _claimant(view, corporation)
        if new is not None:
            exchange_certificate(tx, corporation, view.state.certificates[corporation][0], new)
            if counted_trains(view, corporation) > train_limit(view, corporation):
                # Nobody could be asked while a limit fell.
                tx.ask(Decision("discard_train", new, corporation))
        return
    new = rightful_president(view, corporation)
    if new is not None and new != old:
        exchange_certificate(tx, corporation, old, new)


def _claimant(view: View, corporation: str) -> PlayerId | None:
    """Player with most shares of a corporation that goes on without a president, if enough for it."""
    record = view.record(corporation)
    structure = view.structure(corporation)
    if not structure.survives_without_president or not record.started or record.closed:
        return None
    best, most = None, 0
    for player in view.active_players():
        held = view.shares(corporation, player)
        if held > most and price_of_presidency(view, corporation, player) is not None:
            best, most = player, held
    return best
