"""Private companies: sale, bids, revenue."""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.definition.companies import GRANTED, Ability, Grant
from open18xx.definition.title import Title
from open18xx.rules.floating import float_if_ready, take_certificate_free
from open18xx.state.changes import SetPrivateOwner
from open18xx.state.game_state import BANK, Bid, Decision, PlayerId, is_player
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def front_private(view: View) -> str | None:
    """The unsold private company that comes first, or None when all are sold."""
    return next((p for p, owner in view.state.privates.items() if owner == BANK), None)


def ability_of(view: View, private: str, kind: str) -> Ability | None:
    """The private company's ability of that kind, or None."""
    printed = view.title.companies.privates.get(private)
    if printed is None:
        return None
    return next((a for a in printed.abilities if a.kind == kind), None)


def blocking(view: View, hex_id: str) -> str | None:
    """The private company that keeps a hex free of tiles now, or None."""
    for private in _blockers(view.title).get(hex_id, ()):
        if is_player(view.state.privates[private]):
            return private
    return None


def _blockers(title: Title) -> Mapping[str, tuple[str, ...]]:
    """Private companies by the hexes they block, computed once per title."""
    known = title.cache.get("blockers")
    if known is None:
        made: dict[str, tuple[str, ...]] = {}
        for private in title.companies.privates.values():
            for ability in private.abilities:
                if ability.kind == "block_hexes":
                    made.update((h, (*made.get(h, ()), private.id)) for h in ability.hexes)
        known = title.cache["blockers"] = made
    assert isinstance(known, dict)
    return known


def controller(view: View, private: str) -> PlayerId | None:
    """Player who decides for an open private company: its owner, or the owning corporation's president."""
    owner = view.private_owner(private)
    return owner if owner is None or is_player(owner) else view.president(owner)


def private_revenue(view: View, private: str) -> int:
    """What an open private company pays in every operating round."""
    changed = view.state.revenues.get(private)
    if changed is not None:
        return changed
    printed = view.title.companies.privates[private]
    if printed.revenue_to_corporation is not None and view.state.privates[private] in view.state.corporations:
        return printed.revenue_to_corporation
    return printed.revenue


def trade_prices(view: View, private: str) -> tuple[int, int | None]:
    """Least and greatest price that a corporation may pay for a private company; None: no limit."""
    policy, face = view.title.policies.private_trade, view.title.companies.privates[private].cost
    most = None if policy.most_percent is None else face * policy.most_percent // 100
    return max(1, -(-face * policy.least_percent // 100)), most


def close_privates(tx: Transaction) -> None:
    """Close all private companies but those with a phase of their own.

    One that outlasts the others stays with a player, its revenue changed.
    """
    for private, owner in tuple(tx.view.state.privates.items()):
        if tx.title.companies.privates[private].closes_in is not None:
            continue
        ability = ability_of(tx.view, private, "outlast")
        if ability is not None and is_player(owner):
            tx.set_entry("revenues", private, ability.amount)
            tx.emit("private_stays", private=private, owner=owner, revenue=ability.amount)
        else:
            tx.close_private(private, "phase")


def close_in_phase(tx: Transaction, phase: str) -> None:
    """Close the private companies that the beginning of a phase closes."""
    for private in tx.title.companies.privates.values():
        if private.closes_in == phase:
            tx.close_private(private.id, "phase")


def close_after_operation(tx: Transaction, corporation: str) -> None:
    """Close the private companies that the corporation's first operation closes."""
    for private in tx.title.companies.privates.values():
        if private.closes_on_first_operation_of == corporation:
            tx.close_private(private.id, "operation")


def granted_corporation(view: View, private: str, grant: Grant) -> str:
    """Corporation whose certificate comes with a private company; the first one where none was drawn."""
    return view.state.granted.get(private, grant.among[0]) if grant.among else grant.corporation


def closing_corporation(view: View, private: str) -> str | None:
    """Corporation whose first train closes a private company, or None."""
    printed = view.title.companies.privates[private]
    if printed.closes_on_first_train_of != GRANTED:
        return printed.closes_on_first_train_of
    presidencies = [grant for grant in printed.grants if grant.certificate == "president"]
    return granted_corporation(view, private, presidencies[0]) if presidencies else None


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
        corporation = granted_corporation(tx.view, private, grant)
        take_certificate_free(tx, player, corporation, grant.certificate)
        if grant.certificate == "president" and not tx.view.record(corporation).started:
            tx.ask(Decision("start_price", player, corporation, {"private": private}))
        else:
            float_if_ready(tx, corporation)


def pay_revenue(tx: Transaction) -> None:
    """The bank pays the owners of open private companies."""
    for private, owner in tx.view.state.privates.items():
        revenue = private_revenue(tx.view, private)
        if owner not in (BANK, "closed") and revenue:
            tx.pay(BANK, owner, revenue)
            tx.emit("private_paid", owner=owner, private=private, amount=revenue)
