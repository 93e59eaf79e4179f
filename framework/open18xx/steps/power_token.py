"""Placing a token by the power of a private company, beside the steps of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.abilities.tokens import token_places, token_power_refusals, use_token_power
from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import PlacePowerToken
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals
from open18xx.steps.turn_step import TurnStep


class PowerTokenExtra(TurnStep):
    """A token of the operating corporation where a company it owns allows it, at any time of its turn."""

    name: ClassVar[str] = "power_token_extra"
    accepts: ClassVar[tuple[type[Action], ...]] = (PlacePowerToken,)
    during: ClassVar[tuple[str, ...]] = ("any",)

    def offers(self, view: View) -> Iterator[Offer]:
        """Every place of every such power."""
        president = self.actor(view)
        if president is None:
            return
        corporation = view.operating
        for private in view.state.privates:
            for hex_id, city in token_places(view, corporation, private):
                yield Offer(PlacePowerToken(president, corporation, private, hex_id, city))

    def check(self, view: View, action: Action) -> Refusals:
        """Owner, use, place, slot."""
        found = super().check(view, action)
        assert isinstance(action, PlacePowerToken)
        return found or token_power_refusals(
            view, action.corporation, action.private, action.hex, action.city
        )

    def perform(self, tx: Transaction, action: Action) -> None:
        """Place it."""
        assert isinstance(action, PlacePowerToken)
        tx.turn(acted=True)
        use_token_power(tx, action.corporation, action.private, action.hex, action.city)
