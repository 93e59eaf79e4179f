"""Bank loans: taken in an emergency only, interest, repayment, limits on trading trains.

Rules: 1826-3.5-06, -07, 1826-4.7.5, 1826-4.7.10, 1826-4.8.1, 1826-4.9, 1826-C-Loans; 1826-A-04, -78.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from open18xx.api import (
    BANK,
    Action,
    Fund,
    Offer,
    Pass,
    Refusals,
    Transaction,
    TurnStep,
    View,
    hook,
    move_price,
    refuse,
    settle_debt,
)

from .parameters import number

MEMORY = "loans"


@dataclass(frozen=True, slots=True)
class RepayLoans(Action):
    """Repay ``count`` loans."""

    kind: ClassVar[str] = "repay_loans"
    corporation: str
    count: int


def loans_of(view: View, corporation: str) -> int:
    """Loans a corporation owes."""
    return cast("Mapping[str, int]", view.state.memory.get(MEMORY, {})).get(corporation, 0)


def set_loans(tx: Transaction, corporation: str, count: int) -> None:
    """Note how many loans a corporation owes."""
    known = dict(cast("Mapping[str, int]", tx.view.state.memory.get(MEMORY, {})))
    if count:
        known[corporation] = count
    else:
        known.pop(corporation, None)
    tx.remember(MEMORY, known)


@hook
def modify_emergency_funds(
    value: tuple[Fund, ...], view: View, corporation: str, shortage: int
) -> tuple[Fund, ...]:
    """No more loans than needed, never more than the limit."""
    missing = shortage - sum(fund.amount for fund in value)
    worth = number(view, "loans", "value")
    left = number(view, "loans", "limit") - loans_of(view, corporation)
    units = min(left, -(-missing // worth)) if missing > 0 else 0
    return (*value, Fund("loans", units, units * worth)) if units > 0 else value


@hook
def on_emergency_funds(tx: Transaction, corporation: str, fund: Fund) -> None:
    """Take the loans: money in, price to the left."""
    if fund.source != "loans":
        return
    set_loans(tx, corporation, loans_of(tx.view, corporation) + fund.units)
    tx.pay(BANK, corporation, fund.amount)
    tx.emit("loans_taken", corporation=corporation, count=fund.units, amount=fund.amount)
    move_price(tx, corporation, "left", number(tx.view, "loans", "columns") * fund.units, "loan")


@hook
def modify_train_price_range(
    value: tuple[int, int], view: View, buyer: str, seller: str, train: str
) -> tuple[int, int]:
    """An indebted corporation buys at face value or less and sells at face value or more."""
    least, most = value
    face = view.title.trains[train].cost
    if loans_of(view, buyer):
        most = min(most, face)
    if loans_of(view, seller):
        least = max(least, face)
    return (least, most)


@hook
def modify_final_price(value: int, view: View, corporation: str) -> int:
    """Each loan lowers the value of every share."""
    return value - number(view, "loans", "final_value_loss") * loans_of(view, corporation)


@hook
def on_corporation_closed(tx: Transaction, corporation: str) -> None:
    """The loans of a corporation that leaves the game lapse."""
    if loans_of(tx.view, corporation):
        set_loans(tx, corporation, 0)


@hook
def offer_faults(view: View) -> tuple[str, ...]:
    """Loans belong to corporations in play, within the limit."""
    limit = number(view, "loans", "limit")
    known = cast("Mapping[str, int]", view.state.memory.get(MEMORY, {}))
    return tuple(
        f"{corporation} owes {count} loans"
        for corporation, count in known.items()
        if not 0 < count <= limit or view.record(corporation).closed
    )


class LoanInterest(TurnStep):
    """Interest, before the dividend."""

    name: ClassVar[str] = "loan_interest"

    def enter(self, tx: Transaction) -> None:
        corporation = tx.view.operating
        due = loans_of(tx.view, corporation) * number(tx.view, "loans", "interest")
        settle_debt(tx, corporation, ((BANK, due),) if due else (), "loan_interest")

    def done(self, view: View) -> bool:
        return True

    def offers(self, view: View) -> Iterator[Offer]:
        return iter(())


class LoanRepayment(TurnStep):
    """Repay loans out of the treasury."""

    name: ClassVar[str] = "loan_repayment"
    accepts: ClassVar[tuple[type[Action], ...]] = (RepayLoans, Pass)

    def done(self, view: View) -> bool:
        corporation = view.operating
        affordable = view.cash(corporation) >= number(view, "loans", "value")
        return view.state.round.turn.passed or not loans_of(view, corporation) or not affordable

    def offers(self, view: View) -> Iterator[Offer]:
        president, corporation = self.actor(view), view.operating
        if president is None:
            return
        for count in range(1, loans_of(view, corporation) + 1):
            action = RepayLoans(president, corporation, count)
            if not self.check(view, action):
                yield Offer(action)
        yield Offer(Pass(president))

    def check(self, view: View, action: Action) -> Refusals:
        found = super().check(view, action)
        if found or not isinstance(action, RepayLoans):
            return found
        owed = loans_of(view, action.corporation)
        if not 0 < action.count <= owed:
            return refuse("loan.not_owed", f"{action.corporation} owes {owed} loans, not {action.count}")
        cost = action.count * number(view, "loans", "value")
        if cost > view.cash(action.corporation):
            return refuse(
                "loan.too_dear",
                f"repaying costs {view.money(cost)}; {view.purse(action.corporation)}",
            )
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        if not isinstance(action, RepayLoans):
            self.pass_step(tx)
            return
        corporation = action.corporation
        amount = action.count * number(tx.view, "loans", "value")
        tx.pay(corporation, BANK, amount)
        set_loans(tx, corporation, loans_of(tx.view, corporation) - action.count)
        tx.emit("loans_repaid", corporation=corporation, count=action.count, amount=amount)
        move_price(
            tx, corporation, "right", number(tx.view, "loans", "columns") * action.count, "loan_repaid"
        )


STEPS = (LoanInterest(), LoanRepayment())
ACTIONS = (RepayLoans,)
WORDS = {
    "repay_loans": "repay {count:count loan}",
}
REPORTS = {
    "loans_taken": "{corporation} takes {count:count loan} and receives {amount:money}",
    "loans_repaid": "{corporation} repays {count:count loan} for {amount:money}",
}
