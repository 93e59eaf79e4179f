"""Handing in a private company for a share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.abilities.exchange import exchange_refusals, perform_exchange
from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import ExchangePrivate
from open18xx.rules.privates import ability_of, controller
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, Step


class ExchangeExtra(Step):
    """An exchange beside the turn, by whoever owns the company; it is no purchase of the turn."""

    name: ClassVar[str] = "exchange_extra"
    accepts: ClassVar[tuple[type[Action], ...]] = (ExchangePrivate,)
    during: ClassVar[tuple[str, ...]] = ("stock", "any")
    out_of_turn: ClassVar[bool] = True

    def offers(self, view: View) -> Iterator[Offer]:
        """Every exchange that is possible now, whoever can make it."""
        for private in view.state.privates:
            ability, player = ability_of(view, private, "exchange"), controller(view, private)
            if ability is None or player is None:
                continue
            for source in ability.sources:
                if not exchange_refusals(view, player, private, source):
                    yield Offer(ExchangePrivate(player, private, source))

    def check(self, view: View, action: Action) -> Refusals:
        """Owner, moment, share, holding limit."""
        assert isinstance(action, ExchangePrivate)
        return exchange_refusals(view, action.actor, action.private, action.source)

    def perform(self, tx: Transaction, action: Action) -> None:
        """Exchange."""
        assert isinstance(action, ExchangePrivate)
        perform_exchange(tx, action.actor, action.private, action.source)
