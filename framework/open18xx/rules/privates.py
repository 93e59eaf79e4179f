"""Private companies: sale, bids, revenue."""

from __future__ import annotations

from open18xx.rules.floating import float_if_ready, take_certificate_free
from open18xx.state.changes import SetPrivateOwner
from open18xx.state.game_state import BANK, Bid, Decision, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def front_private(view: View) -> str | None:
    """The unsold private company that comes first, or None when all are sold."""
    return next((p for p, owner in view.state.privates.items() if owner == BANK), None)


def offer_price(view: View, private: str) -> int:
    """What an unsold private company costs now."""
    return view.state.offer_price.get(private, view.title.companies.privates[private].cost)


def raise_bid(tx: Transaction, player: PlayerId, private: str, amount: int) -> None:
    """Record a bid; it replaces the player's earlier one and is the highest now."""
    earlier = tuple(bid for bid in tx.view.state.bids.get(private, ()) if bid.player != player)
    tx.set_entry("bids", private, (*earlier, Bid(player, amount)))
    tx.emit("bid", player=player, private=private, amount=amount)


def buy_private(tx: Transaction, player: PlayerId, private: str, price: int) -> None:
    """Pay for a private company and receive it with the certificates that come along."""
    tx.pay(player, BANK, price)
    tx.do(SetPrivateOwner(private, player))
    tx.emit("private_bought", player=player, private=private, price=price)
    for grant in tx.title.companies.privates[private].grants:
        take_certificate_free(tx, player, grant.corporation, grant.certificate)
        if grant.certificate == "president" and not tx.view.record(grant.corporation).started:
            tx.ask(Decision("start_price", player, grant.corporation, {"private": private}))
        else:
            float_if_ready(tx, grant.corporation)


def pay_revenue(tx: Transaction) -> None:
    """The bank pays the owners of open private companies."""
    for private, owner in tx.view.state.privates.items():
        revenue = tx.title.companies.privates[private].revenue
        if owner not in (BANK, "closed") and revenue:
            tx.pay(BANK, owner, revenue)
            tx.emit("private_paid", owner=owner, private=private, amount=revenue)
