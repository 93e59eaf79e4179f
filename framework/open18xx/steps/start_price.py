"""Choosing the start price of a corporation whose president's certificate came free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import SetStartPrice
from open18xx.rules.floating import change_structure, float_if_ready, start_corporation
from open18xx.rules.presidency import settle_presidency
from open18xx.rules.shares import start_prices, start_structure
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals, refuse


class StartPriceDecision(DecisionStep):
    """Answers ``start_price``."""

    name: ClassVar[str] = "start_price"
    accepts: ClassVar[tuple[type[Action], ...]] = (SetStartPrice,)

    def offers(self, view: View) -> Iterator[Offer]:
        """Every start price."""
        decision = self.decision(view)
        assert decision.corporation is not None
        for price in start_prices(view, granted=True):
            yield Offer(SetStartPrice(decision.actor, decision.corporation, price))

    def check(self, view: View, action: Action) -> Refusals:
        """The corporation asked about, at one of the start prices."""
        assert isinstance(action, SetStartPrice)
        decision = self.decision(view)
        if action.corporation != decision.corporation:
            return refuse("start_price.other", f"the start price of {decision.corporation} is to be set now")
        prices = start_prices(view, granted=True)
        if action.price not in prices:
            listed = ", ".join(map(view.money, prices))
            return refuse(
                "stock.start_price", f"{view.money(action.price)} is no start price; choose {listed}"
            )
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Start the corporation."""
        assert isinstance(action, SetStartPrice)
        tx.answered()
        corporation = action.corporation
        structure = start_structure(tx.view, corporation)
        if structure != tx.view.record(corporation).structure:
            change_structure(tx, corporation, structure)
        start_corporation(tx, corporation, action.price, granted=True)
        tx.emit(
            "corporation_started",
            corporation=corporation,
            player=action.actor,
            price=action.price,
            shares=tx.view.shares(corporation, action.actor),
            cost=0,
            structure=structure,
        )
        settle_presidency(tx, corporation)
        float_if_ready(tx, corporation)
