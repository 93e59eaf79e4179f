"""The two starting corporations: their shares are dealt before play, and they never trade their own.

Rules: 1894-SET-05, 1894-SET-07 to -09, 1894-COR-07.
"""

from __future__ import annotations

from typing import cast

from open18xx.api import CLOSED, IPO, POOL, Refusal, Transaction, View, hook

from .parameters import names, number, table

#: Memory: the starting corporations of this game.
STARTING = "starting"


def starting(view: View) -> tuple[str, ...]:
    """The starting corporations of this game."""
    return cast("tuple[str, ...]", view.state.memory.get(STARTING, ()))


@hook
def on_game_started(tx: Transaction) -> None:
    """Deal a share of each to everybody, and with few players one to the pool."""
    view = tx.view
    privates = view.title.companies.privates
    used = [private for private in names(view, "start", "privates") if view.state.privates[private] != CLOSED]
    corporations = tuple(grant.corporation for private in used for grant in privates[private].grants)
    tx.remember(STARTING, corporations)
    shares = number(view, "start", "dealt")
    for player in view.state.players:
        for corporation in corporations:
            _deal(tx, corporation, player, shares)
    pooled = table(view, "start", "pool").get(str(len(view.state.players)), 0)
    for corporation in corporations:
        _deal(tx, corporation, POOL, pooled)
    tx.emit("shares_dealt", corporations=corporations, shares=shares, pool=pooled)


def _deal(tx: Transaction, corporation: str, owner: str, shares: int) -> None:
    """Give the last certificates of the initial offering."""
    unsold = tx.view.certificates_of(corporation, IPO)
    tx.give(corporation, unsold[len(unsold) - shares :], owner)


def _own_stock(view: View, owner: str, corporation: str) -> Refusal | None:
    if owner != corporation or corporation not in starting(view):
        return None
    return Refusal("start.own_stock", f"{corporation} started with the game and never trades its own shares")


@hook
def forbid_share_purchase(view: View, buyer: str, corporation: str) -> Refusal | None:
    """A starting corporation does not buy back its shares."""
    return _own_stock(view, buyer, corporation)


@hook
def forbid_share_sale(view: View, seller: str, corporation: str) -> Refusal | None:
    """Nor does it issue them."""
    return _own_stock(view, seller, corporation)


REPORTS = {
    "shares_dealt": (
        "Everybody receives {shares:count share} of each starting corporation: {corporations:names}"
        "[; the pool {pool} of each]"
    ),
}
