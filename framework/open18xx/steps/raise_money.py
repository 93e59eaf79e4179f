"""A president selling stock because his corporation needs money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import SellShares
from open18xx.errors import EngineFault
from open18xx.rules.closing import bankrupt
from open18xx.rules.debts import settle_debt
from open18xx.rules.emergency import bankrupt_and_over, forced_sale, forced_sale_refusals
from open18xx.rules.funds import contribute
from open18xx.rules.purchase import finish_purchase
from open18xx.state.game_state import Decision
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals, refuse


def money_missing(view: View) -> int:
    """Money the president asked still has to raise, in whole currency units."""
    decision = view.state.pending[-1]
    amount = decision.data["amount"]
    assert isinstance(amount, int)
    return amount - view.cash(decision.actor)


class RaiseMoneyDecision(DecisionStep):
    """Answers ``raise_money``: one sale after the other until the amount is there."""

    name: ClassVar[str] = "raise_money"
    accepts: ClassVar[tuple[type[Action], ...]] = (SellShares,)
    may_get_stuck: ClassVar[bool] = True

    def settle(self, tx: Transaction) -> bool:
        """Pay as soon as the money is there. Bankruptcy is declared by the engine when nothing
        that the president may sell is left; see :meth:`fail`.
        """
        decision = self.decision(tx.view)
        corporation = decision.corporation
        assert corporation is not None
        if money_missing(tx.view) > 0:
            return False
        amount = decision.data["amount"]
        assert isinstance(amount, int)
        tx.answered()
        contribute(tx, decision.actor, corporation, amount)
        self._go_on(tx, decision)
        return True

    def fail(self, tx: Transaction) -> None:
        """The president cannot raise the money."""
        decision = self.decision(tx.view)
        corporation = decision.corporation
        assert corporation is not None
        tx.answered()
        if tx.title.policies.emergency.bankruptcy == "game_ends":
            bankrupt_and_over(tx, decision.actor, corporation)
            return
        bankrupt(tx, decision.actor, corporation)
        record = tx.view.record(corporation)
        if record.closed or tx.view.president(corporation) is None:
            return
        if decision.data["purpose"] == "debt":
            self._go_on(tx, decision)

    def _go_on(self, tx: Transaction, decision: Decision) -> None:
        """Pay what the money was for."""
        corporation = decision.corporation
        assert corporation is not None
        data = decision.data
        if data["purpose"] == "debt":
            payees = data["payees"]
            if not isinstance(payees, tuple):
                raise EngineFault("a debt without payees")
            settle_debt(tx, corporation, payees, str(data["name"]))  # type: ignore[arg-type]
        else:
            finish_purchase(tx, corporation, str(data["train"]), str(data["source"]))

    def offers(self, view: View) -> Iterator[Offer]:
        """Every sale that is allowed and still needed."""
        actor = self.decision(view).actor
        for corporation in view.state.certificates:
            for shares in range(1, view.shares(corporation, actor) + 1):
                action = SellShares(actor, corporation, shares)
                if not self.check(view, action):
                    yield Offer(action)

    def check(self, view: View, action: Action) -> Refusals:
        """Sale limits, the presidency of the corporation in need, no more than needed."""
        assert isinstance(action, SellShares)
        decision = self.decision(view)
        if action.corporation not in view.state.certificates:
            return refuse("stock.unknown", f"there is no corporation {action.corporation}")
        buyer = decision.corporation
        assert buyer is not None
        return forced_sale_refusals(
            view, action.actor, action.corporation, action.shares, buyer, money_missing(view)
        )

    def perform(self, tx: Transaction, action: Action) -> None:
        """Sell."""
        assert isinstance(action, SellShares)
        forced_sale(tx, action.actor, action.corporation, action.shares)
