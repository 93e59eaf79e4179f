"""Debts due in an operating turn, between the run and the dividend.

The treasury pays if it can pay all. Otherwise the earnings pay as much as they can and the
treasury the rest; if that is not enough, the corporation must raise money as in an emergency.
"""

from __future__ import annotations

from open18xx.rules.funds import contribute, plan_for, raise_funds
from open18xx.state.game_state import BANK, Decision, Json
from open18xx.state.transaction import Transaction

#: Who is paid how much, in whole currency units.
Payees = tuple[tuple[str, int], ...]


def settle_debt(tx: Transaction, corporation: str, payees: Payees, name: str) -> None:
    """Pay a debt; ask the president to raise money where it cannot be paid.

    Args:
        name: what the debt is, for report and decision, such as ``loan_interest``.
    """
    view = tx.view
    due = sum(amount for _, amount in payees)
    if due == 0:
        return
    treasury = view.cash(corporation)
    earnings = view.state.round.turn.earnings or 0
    from_earnings = 0 if treasury >= due else min(earnings, due)
    missing = due - from_earnings - treasury
    if missing > 0:
        plan = plan_for(view, corporation, missing, "debt")
        raise_funds(tx, corporation, plan)
        president = view.president(corporation)
        assert president is not None
        if plan.contribution > view.cash(president):
            data: dict[str, Json] = {"purpose": "debt", "name": name, "payees": payees}
            data["amount"] = plan.contribution
            tx.ask(Decision("raise_money", president, corporation, data))
            return
        contribute(tx, president, corporation, plan.contribution)
    _pay(tx, corporation, payees, from_earnings)
    if from_earnings:
        tx.turn(earnings=earnings - from_earnings)
    tx.emit(
        "debt_paid",
        corporation=corporation,
        name=name,
        due=due,
        from_earnings=from_earnings,
        from_treasury=due - from_earnings,
        earnings=earnings - from_earnings,
    )


def _pay(tx: Transaction, corporation: str, payees: Payees, from_earnings: int) -> None:
    """Pay each payee; money out of the earnings comes from the bank, so what the bank would pay to
    itself does not move.
    """
    left = from_earnings
    for payee, amount in payees:
        withheld = min(left, amount)
        left -= withheld
        if payee != BANK:
            tx.pay(BANK, payee, withheld)
        tx.pay(corporation, payee, amount - withheld)
