"""Formation of a national corporation: exchange of shares, start price, assets.

The order is that of the rules: reserve shares to the treasuries, players from the buyer's
president on, treasuries, pool; then presidency, price, loans, money, tokens.
Rules: 1826-4.6.2-07 to -20, 1826-4.6.3-05 to -22; rulings 1826-A-13 to -18.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from open18xx.api import (
    BANK,
    POOL,
    SetCertificates,
    SetMarkers,
    Space,
    Transaction,
    is_player,
    move_price,
    retire_corporation,
    settle_presidency,
)

from .bonds import set_holdings
from .conversion import convert, is_small
from .loans import loans_of, set_loans
from .national_tokens import exchange_tokens
from .national_values import MERGED, national, shares_outside
from .parameters import number, text


class Distribution:
    """Shares and bonds of the national as they are handed out, holder after holder.

    Attributes:
        shares: new shares per owner; bonds: bonds per owner; spilled: odd old shares for the pool.
        first: first player who received a share.
    """

    def __init__(self, shares: int, bonds: int, rate: int) -> None:
        self.left_shares = shares
        self.left_bonds = bonds
        self.rate = rate
        self.shares: dict[str, int] = {}
        self.bonds: dict[str, int] = {}
        self.spilled = 0
        self.first: str | None = None

    def exchange(self, owner: str, old: int) -> tuple[int, int, int]:
        """Exchange all old shares of one owner; returns (new shares, bonds, odd old shares)."""
        wanted, odd = divmod(old, self.rate)
        shares = min(wanted, self.left_shares)
        bonds = min(wanted - shares, self.left_bonds)
        self.left_shares -= shares
        self.left_bonds -= bonds
        if shares:
            self.shares[owner] = shares
            if self.first is None and is_player(owner):
                self.first = owner
        if bonds:
            self.bonds[owner] = bonds
        return shares, bonds, odd


def form(tx: Transaction, name: str, merging: tuple[str, ...], buyer: str) -> None:
    """Form the national ``name`` out of ``merging``; ``buyer`` bought the train that set it off."""
    view = tx.view
    for corporation in merging:
        if is_small(view, corporation):
            convert(tx, corporation, "merger")
    values = national(view, name)
    prices = sorted((view.price(c) or 0 for c in merging), reverse=True)
    loans = sum(loans_of(view, c) for c in merging)
    given = _exchange(tx, name, merging, buyer)
    start = _start_price(tx, name, prices)
    tx.update(name, started=True, start_price=start, tokens_left=view.corporation(name).tokens)
    _hand_out(tx, name, given)
    _take_assets(tx, name, merging)
    bonds = dict(given.bonds)
    if values["surplus"] == "bonds":
        bonds[name] = bonds.get(name, 0) + given.left_bonds
    _settle_loans(tx, name, loans, bonds)
    _settle_treasury(tx, name, values)
    floated = not values["needs_float"] or shares_outside(view, name) >= view.structure(name).float_shares
    tx.update(name, floated=floated)
    _note_order(tx, name, merging)
    homes = exchange_tokens(tx, name, merging)
    for corporation in merging:
        tx.hooks.notify("on_corporation_closed", tx=tx, corporation=corporation)
        retire_corporation(tx, corporation)
    merged = dict(cast("Mapping[str, str]", view.state.memory.get(MERGED, {})))
    merged.update(dict.fromkeys(merging, name))
    tx.remember(MERGED, merged)
    tx.emit(
        "national_formed",
        corporation=name,
        merged=merging,
        start=start,
        price=view.price(name),
        president=view.president(name),
        loans=loans,
        bonds_to_pool=bonds.get(POOL, 0),
        homes=homes,
        operates_this_round=name not in view.state.round.waiting and floated,
        distribution={owner: view.shares(name, owner) for owner in (*view.state.players, POOL, name)},
    )


def _exchange(tx: Transaction, name: str, merging: tuple[str, ...], buyer: str) -> Distribution:
    """Exchange old shares in the order of the rules."""
    view = tx.view
    surplus = national(view, name)["surplus"] == "bonds"
    bonds = number(view, "bonds", "count") if surplus else 0
    rate = number(view, "nationals", "exchange")
    given = Distribution(view.structure(name).shares, bonds, rate)
    starter = view.president(buyer) or view.state.priority
    pool = sum(view.shares(c, POOL) for c in merging)
    for player in view.players_from(starter):
        pool += _one(tx, name, given, player, sum(view.shares(c, player) for c in merging))
    if text(view, "nationals", "treasury_exchange") == "rulebook":
        pool += _one(tx, name, given, name, sum(view.shares(c, c) for c in merging))
    _one(tx, name, given, POOL, pool)
    return given


def _one(tx: Transaction, name: str, given: Distribution, owner: str, old: int) -> int:
    """Exchange one owner's old shares; returns the odd shares that spill into the pool."""
    if not old:
        return 0
    new, bonds, odd = given.exchange(owner, old)
    tx.emit("shares_exchanged", corporation=name, owner=owner, old=old, new=new, bonds=bonds, odd=odd)
    return odd


def _start_price(tx: Transaction, name: str, prices: list[int]) -> int:
    """Average of the two highest old prices, rounded down to a value of the row, with a minimum."""
    values = cast("Mapping[str, int]", national(tx.view, name)["start_price"])
    row = values["row"] - 1
    average = sum(prices[:2]) // 2
    market = tx.title.market
    columns = [c for c, price in enumerate(market.rows[row]) if price is not None]
    wanted = max(average, values["least"])
    column = max(c for c in columns if (market.rows[row][c] or 0) <= wanted)
    tx.place_marker(name, row, column)
    return market.price(Space(row, column))


def _hand_out(tx: Transaction, name: str, given: Distribution) -> None:
    """Give out certificates: the president's to the first player who received a share."""
    structure = tx.title.companies.structures[tx.view.record(name).structure]
    owners: list[str] = []
    shares = dict(given.shares)
    if given.first is not None:
        owners.append(given.first)
        shares[given.first] -= 1
    for owner, count in shares.items():
        owners.extend([owner] * count)
    owners.extend([name] * (len(structure.certificates) - len(owners)))
    if given.first is None:
        # Nobody is president: the president's certificate waits where most is for sale.
        owners.sort(key=lambda owner: owner != name)
    tx.do(SetCertificates(name, tuple(owners)))
    settle_presidency(tx, name)


def _take_assets(tx: Transaction, name: str, merging: tuple[str, ...]) -> None:
    """Money and power markers of the merging corporations."""
    for corporation in merging:
        cash = tx.view.cash(corporation)
        tx.pay(corporation, name, cash)
        tx.emit("assets_taken", corporation=name, source=corporation, cash=cash)
    markers = tx.view.state.markers
    if any(marker.corporation in merging for marker in markers):
        moved = tuple(
            marker.__class__(marker.kind, name, marker.hex, marker.amount, marker.expires_in, marker.source)
            if marker.corporation in merging
            else marker
            for marker in markers
        )
        tx.do(SetMarkers(moved))


def _settle_loans(tx: Transaction, name: str, loans: int, bonds: dict[str, int]) -> None:
    """Inherited loans: kept up to the limit, or price moves, bonds for the pool, and they lapse."""
    view = tx.view
    if national(view, name)["loans"] == "inherit":
        set_loans(tx, name, min(loans, number(view, "loans", "limit")))
    elif loans:
        move_price(tx, name, "left", number(view, "loans", "columns") * loans, "inherited_loans")
        count = min(loans, bonds.get(name, 0))
        bonds[name] = bonds.get(name, 0) - count
        bonds[POOL] = bonds.get(POOL, 0) + count
    if national(view, name)["surplus"] == "bonds":
        set_holdings(tx, bonds)


def _settle_treasury(tx: Transaction, name: str, values: Mapping[str, object]) -> None:
    """What lies in the treasury stays there, or brings its price and goes to the pool."""
    view = tx.view
    if values["treasury_shares"] != "pay_and_pool":
        return
    undistributed = view.certificates_of(name, name)
    price = view.price(name) or 0
    amount = price * len(undistributed)
    tx.pay(BANK, name, amount)
    tx.give(name, undistributed, POOL)
    tx.emit("capital_paid", corporation=name, shares=len(undistributed), price=price, amount=amount)


def _note_order(tx: Transaction, name: str, merging: tuple[str, ...]) -> None:
    """If one of the merged corporations has operated in this round, the national waits."""
    round_ = tx.view.state.round
    if round_.kind == "operating" and any(c in round_.operated for c in merging):
        tx.round(waiting=(*round_.waiting, name))
