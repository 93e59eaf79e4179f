"""Corporations and players leaving the game."""

from __future__ import annotations

from open18xx.rules.bundles import price_of_presidency
from open18xx.rules.presidency import exchange_certificate
from open18xx.rules.tokens import remove_tokens
from open18xx.state.changes import SetCertificates, SetValue
from open18xx.state.game_state import BANK, CLOSED, POOL, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def close_corporation(tx: Transaction, corporation: str, cause: str) -> None:
    """Take a corporation out of the game: tokens off the map, trains to the pool, the rest is lost."""
    tx.hooks.notify("on_corporation_closed", tx=tx, corporation=corporation)
    remove_tokens(tx, corporation)
    for train in tx.view.trains(corporation):
        tx.move_train(train, corporation, POOL)
    retire_corporation(tx, corporation)
    tx.emit("corporation_closed", corporation=corporation, cause=cause)


def retire_corporation(tx: Transaction, corporation: str) -> None:
    """End a corporation's part in play: certificates, price marker, cash and power markers go."""
    view = tx.view
    tx.pay(corporation, BANK, view.cash(corporation))
    tx.do(SetCertificates(corporation, (CLOSED,) * len(view.state.certificates[corporation])))
    tx.set_entry("market", corporation, None)
    tx.drop_markers(lambda marker: marker.corporation != corporation)
    tx.update(corporation, closed=True, tokens_left=0)


def successor_of(view: View, player: PlayerId, corporation: str) -> PlayerId | None:
    """Who takes over when the president leaves: most shares, enough for the certificate, first in
    turn order after him on a tie.
    """
    best: PlayerId | None = None
    most = 0
    for other in view.players_from(player, after=True):
        held = view.shares(corporation, other)
        if held > most and price_of_presidency(view, corporation, other) is not None:
            best, most = other, held
    return best


def bankrupt(tx: Transaction, player: PlayerId, corporation: str) -> None:
    """A president who cannot raise the money leaves the game.

    His cash goes into the treasury of the corporation in need, his shares into the pool, whatever
    its limit. His corporations get a new president, or close if nobody can take over.
    """
    view = tx.view
    tx.emit("player_bankrupt", player=player, corporation=corporation)
    tx.pay(player, corporation, view.cash(player))
    tx.hooks.notify("on_bankruptcy", tx=tx, player=player)
    presided = view.presided_by(player)
    for owned in tuple(view.state.certificates):
        if owned in presided:
            heir = successor_of(view, player, owned)
            if heir is not None:
                exchange_certificate(tx, owned, player, heir)
        held = view.certificates_of(owned, player)
        tx.give(owned, held, POOL)
    for private, owner in tuple(view.state.privates.items()):
        if owner == player:
            tx.close_private(private, "bankruptcy")
    for private, bids in tuple(view.state.bids.items()):
        tx.set_entry("bids", private, tuple(bid for bid in bids if bid.player != player) or None)
    tx.do(SetValue("out", (*view.state.out, player)))
    if view.state.priority == player:
        tx.do(SetValue("priority", view.next_player(player)))
    for owned in presided:
        if view.president(owned) is None and not view.structure(owned).survives_without_president:
            close_corporation(tx, owned, "no_president")
