"""Paying dividends and moving the price."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import DeclareDividend
from open18xx.rules.dividends import distribute
from open18xx.rules.privates import close_after_operation
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep


class DividendStep(TurnStep):
    """Full, half or nothing."""

    name: ClassVar[str] = "dividend"
    accepts: ClassVar[tuple[type[Action], ...]] = (DeclareDividend,)

    def enter(self, tx: Transaction) -> None:
        """Without earnings there is nothing to decide."""
        if not tx.view.state.round.turn.earnings:
            distribute(tx, tx.view.operating, "withhold")
            tx.turn(passed=True)

    def done(self, view: View) -> bool:
        """When the decision is made."""
        return view.state.round.turn.passed

    def leave(self, tx: Transaction) -> None:
        """Private companies may close with the corporation's first dividend step."""
        close_after_operation(tx, tx.view.operating)

    def offers(self, view: View) -> Iterator[Offer]:
        """The title's choices."""
        president = self.actor(view)
        if president is None:
            return
        for choice in view.title.policies.dividend.choices:
            yield Offer(DeclareDividend(president, view.operating, choice))

    def check(self, view: View, action: Action) -> Refusals:
        """One of the title's choices."""
        found = super().check(view, action)
        assert isinstance(action, DeclareDividend)
        choices = view.title.policies.dividend.choices
        if not found and action.choice not in choices:
            return refuse(
                "dividend.choice", f"a {action.choice} dividend is not possible; choose {', '.join(choices)}"
            )
        return found

    def perform(self, tx: Transaction, action: Action) -> None:
        """Pay."""
        assert isinstance(action, DeclareDividend)
        distribute(tx, action.corporation, action.choice)
        self.pass_step(tx)
