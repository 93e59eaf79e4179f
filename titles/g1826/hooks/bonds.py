"""Bonds of the national corporation: interest, trading, issue in an emergency, redemption.

Rules: 1826-4.6.3-32 to -36, 1826-4.7.6, 1826-4.7.11, 1826-4.8.3, 1826-C-Bonds; 1826-A-22 to -25.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from open18xx.api import (
    BANK,
    POOL,
    Action,
    Fund,
    Offer,
    Pass,
    Refusals,
    Step,
    Transaction,
    TurnStep,
    View,
    hook,
    is_player,
    money_missing,
    refuse,
    settle_debt,
    turn_refusals,
)

from .parameters import number, text

MEMORY = "bonds"


@dataclass(frozen=True, slots=True)
class BuyBond(Action):
    """Buy one bond from the pool."""

    kind: ClassVar[str] = "buy_bond"


@dataclass(frozen=True, slots=True)
class SellBonds(Action):
    """Sell ``count`` bonds to the pool."""

    kind: ClassVar[str] = "sell_bonds"
    count: int


@dataclass(frozen=True, slots=True)
class RedeemBonds(Action):
    """The corporation takes back ``count`` bonds from ``source``, the pool or a player."""

    kind: ClassVar[str] = "redeem_bonds"
    corporation: str
    count: int
    source: str


def issuer(view: View) -> str:
    """Corporation whose bonds these are."""
    return text(view, "bonds", "corporation")


def holdings(view: View) -> Mapping[str, int]:
    """Bonds per owner; empty before the corporation has formed."""
    return cast("Mapping[str, int]", view.state.memory.get(MEMORY, {}))


def bonds_of(view: View, owner: str) -> int:
    """Bonds of an owner: a player, the pool, or the issuer's treasury."""
    return holdings(view).get(owner, 0)


def outstanding(view: View) -> int:
    """Bonds outside the issuer's treasury."""
    return sum(count for owner, count in holdings(view).items() if owner != issuer(view))


def set_holdings(tx: Transaction, holders: Mapping[str, int]) -> None:
    """Note who holds how many bonds."""
    tx.remember(MEMORY, {owner: count for owner, count in holders.items() if count})


def move_bonds(tx: Transaction, source: str, target: str, count: int) -> None:
    """Move bonds between owners."""
    holders = dict(holdings(tx.view))
    if holders.get(source, 0) < count:
        raise ValueError(f"{source} has fewer than {count} bonds")
    holders[source] -= count
    holders[target] = holders.get(target, 0) + count
    set_holdings(tx, holders)


def price(view: View) -> int:
    """Face value of a bond."""
    return number(view, "bonds", "value")


@hook
def modify_emergency_funds(
    value: tuple[Fund, ...], view: View, corporation: str, shortage: int
) -> tuple[Fund, ...]:
    """The issuer sells as many treasury bonds as needed before anything else."""
    if corporation != issuer(view):
        return value
    missing = shortage - sum(fund.amount for fund in value)
    units = min(bonds_of(view, corporation), -(-missing // price(view))) if missing > 0 else 0
    return (*value, Fund("bonds", units, units * price(view))) if units > 0 else value


@hook
def on_emergency_funds(tx: Transaction, corporation: str, fund: Fund) -> None:
    """Issue the bonds: the bank pays, they lie in the pool."""
    if fund.source != "bonds":
        return
    move_bonds(tx, corporation, POOL, fund.units)
    tx.pay(BANK, corporation, fund.amount)
    tx.emit("bonds_issued", corporation=corporation, count=fund.units, amount=fund.amount)


@hook
def modify_final_price(value: int, view: View, corporation: str) -> int:
    """Each bond outside the treasury lowers the value of every share of the issuer."""
    if corporation != issuer(view):
        return value
    return value - number(view, "bonds", "final_value_loss") * outstanding(view)


@hook
def modify_worth(value: int, view: View, player: str) -> int:
    """Bonds count their face value."""
    return value + bonds_of(view, player) * price(view)


@hook
def on_bankruptcy(tx: Transaction, player: str) -> None:
    """The bonds of a bankrupt player go to the pool."""
    if bonds_of(tx.view, player):
        move_bonds(tx, player, POOL, bonds_of(tx.view, player))


@hook
def offer_faults(view: View) -> tuple[str, ...]:
    """All bonds are somewhere once the issuer has formed."""
    holders = holdings(view)
    if not holders:
        return ()
    total = sum(holders.values())
    wrong = [owner for owner in holders if not (is_player(owner) or owner in (POOL, issuer(view)))]
    found = [f"bonds lie with {owner}" for owner in wrong]
    if total != number(view, "bonds", "count"):
        found.append(f"there are {total} bonds")
    return tuple(found)


class BondTrading(Step):
    """Buying and selling bonds in a stock round turn, and selling them in an emergency."""

    name: ClassVar[str] = "bond_trading"
    accepts: ClassVar[tuple[type[Action], ...]] = (BuyBond, SellBonds)
    during: ClassVar[tuple[str, ...]] = ("stock", "raise_money")

    def actor(self, view: View) -> str | None:
        return view.state.pending[-1].actor if view.state.pending else view.state.round.current

    def done(self, view: View) -> bool:
        return True

    def offers(self, view: View) -> Iterator[Offer]:
        player = self.actor(view)
        if player is None or not holdings(view):
            return
        buy = BuyBond(player)
        if not self.check(view, buy):
            yield Offer(buy)
        for count in range(1, bonds_of(view, player) + 1):
            sell = SellBonds(player, count)
            if not self.check(view, sell):
                yield Offer(sell)

    def check(self, view: View, action: Action) -> Refusals:
        if isinstance(action, BuyBond):
            return self._check_purchase(view, action)
        assert isinstance(action, SellBonds)
        held = bonds_of(view, action.actor)
        if not 0 < action.count <= held:
            return refuse("bond.not_owned", f"{view.name(action.actor)} has {held} bonds, not {action.count}")
        if view.state.pending:
            if (action.count - 1) * price(view) >= money_missing(view):
                return refuse("emergency.too_much", "fewer bonds bring the money that is still needed")
        elif view.state.round.turn.bought:
            return refuse("stock.sell_first", "sales come before the purchase in a turn")
        return ()

    def _check_purchase(self, view: View, action: BuyBond) -> Refusals:
        if view.state.pending:
            return refuse("turn.not_now", "money is being raised: nothing is bought now")
        if not bonds_of(view, POOL):
            return refuse("bond.none_in_pool", "there is no bond in the pool")
        if view.cash(action.actor) < price(view):
            return refuse("stock.too_dear", f"a bond costs {view.money(price(view))}")
        return turn_refusals(view, action.actor)

    def perform(self, tx: Transaction, action: Action) -> None:
        if isinstance(action, BuyBond):
            tx.pay(action.actor, BANK, price(tx.view))
            move_bonds(tx, POOL, action.actor, 1)
            tx.emit("bond_bought", player=action.actor, price=price(tx.view))
            tx.turn(bought=True, acted=True)
            return
        assert isinstance(action, SellBonds)
        amount = action.count * price(tx.view)
        tx.pay(BANK, action.actor, amount)
        move_bonds(tx, action.actor, POOL, action.count)
        tx.emit("bonds_sold", player=action.actor, count=action.count, amount=amount)
        if not tx.view.state.pending:
            tx.turn(acted=True)


class BondInterest(TurnStep):
    """Interest to the holders, before the dividend."""

    name: ClassVar[str] = "bond_interest"

    def enter(self, tx: Transaction) -> None:
        view = tx.view
        if view.operating != issuer(view):
            return
        interest = number(view, "bonds", "interest")
        payees = tuple(
            (BANK if owner == POOL else owner, count * interest)
            for owner, count in sorted(holdings(view).items())
            if owner != issuer(view)
        )
        settle_debt(tx, view.operating, payees, "bond_interest")

    def done(self, view: View) -> bool:
        return True

    def offers(self, view: View) -> Iterator[Offer]:
        return iter(())


class BondRedemption(TurnStep):
    """Take bonds back: from the pool first, then from one player."""

    name: ClassVar[str] = "bond_redemption"
    accepts: ClassVar[tuple[type[Action], ...]] = (RedeemBonds, Pass)

    def done(self, view: View) -> bool:
        if view.state.round.turn.passed or view.operating != issuer(view):
            return True
        return next(self._redemptions(view), None) is None

    def offers(self, view: View) -> Iterator[Offer]:
        yield from self._redemptions(view)
        president = self.actor(view)
        if president is not None:
            yield Offer(Pass(president))

    def _redemptions(self, view: View) -> Iterator[Offer]:
        president = self.actor(view)
        if president is None:
            return
        for source, held in sorted(holdings(view).items()):
            for count in range(1, held + 1):
                action = RedeemBonds(president, view.operating, count, source)
                if not self.check(view, action):
                    yield Offer(action)

    def check(self, view: View, action: Action) -> Refusals:
        found = super().check(view, action)
        if found or not isinstance(action, RedeemBonds):
            return found
        if action.corporation != issuer(view) or action.source == issuer(view):
            return refuse(
                "bond.not_outstanding", "only outstanding bonds of the corporation itself are redeemed"
            )
        held = bonds_of(view, action.source)
        if not 0 < action.count <= held:
            return refuse(
                "bond.not_owned", f"{view.name(action.source)} has {held} bonds, not {action.count}"
            )
        if action.source != POOL and bonds_of(view, POOL):
            return refuse("bond.pool_first", "bonds in the pool are redeemed first")
        partner = view.state.round.turn.notes.get("redeemed_from", action.source)
        if action.source not in (POOL, partner):
            return refuse("bond.one_player", "bonds are redeemed from one player only in a turn")
        cost = action.count * price(view)
        if cost > view.cash(action.corporation):
            return refuse(
                "bond.too_dear",
                f"{action.count} bonds cost {view.money(cost)}; {view.purse(action.corporation)}",
            )
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        if not isinstance(action, RedeemBonds):
            self.pass_step(tx)
            return
        cost = action.count * price(tx.view)
        tx.pay(action.corporation, BANK if action.source == POOL else action.source, cost)
        move_bonds(tx, action.source, action.corporation, action.count)
        if action.source != POOL:
            tx.note("redeemed_from", action.source)
        tx.emit(
            "bonds_redeemed",
            corporation=action.corporation,
            count=action.count,
            source=action.source,
            amount=cost,
        )


STEPS = (BondTrading(), BondInterest(), BondRedemption())
ACTIONS = (BuyBond, SellBonds, RedeemBonds)
WORDS = {
    "buy_bond": "buy a bond from the pool",
    "sell_bonds": "sell {count:count bond}",
    "redeem_bonds": "redeem {count:count bond} of {source:name}",
}
REPORTS = {
    "bonds_issued": "{corporation} issues {count:count bond} for {amount:money}",
    "bond_bought": "{player:name} buys a bond for {price:money}",
    "bonds_sold": "{player:name} sells {count:count bond} for {amount:money}",
    "bonds_redeemed": "{corporation} redeems {count:count bond} of {source:name} for {amount:money}",
}
