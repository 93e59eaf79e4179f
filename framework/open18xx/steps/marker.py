"""Buying markers beside the steps of an operating turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import BuyMarker
from open18xx.rules.markers import buy_marker, marker_refusals
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals
from open18xx.steps.turn_step import TurnStep


class MarkerExtra(TurnStep):
    """The operating corporation buys a marker, at any moment of its turn."""

    name: ClassVar[str] = "marker"
    accepts: ClassVar[tuple[type[Action], ...]] = (BuyMarker,)
    during: ClassVar[tuple[str, ...]] = ("any",)

    def offers(self, view: View) -> Iterator[Offer]:
        """Every kind that the corporation may buy."""
        president = self.actor(view)
        if president is None:
            return
        for kind in view.title.policies.markers:
            if not marker_refusals(view, view.operating, kind.id):
                yield Offer(BuyMarker(president, view.operating, kind.id))

    def check(self, view: View, action: Action) -> Refusals:
        """Kind, number, money, connection."""
        found = super().check(view, action)
        assert isinstance(action, BuyMarker)
        return found or marker_refusals(view, action.corporation, action.marker)

    def perform(self, tx: Transaction, action: Action) -> None:
        """Buy it."""
        assert isinstance(action, BuyMarker)
        tx.turn(acted=True)
        buy_marker(tx, action.corporation, action.marker)
