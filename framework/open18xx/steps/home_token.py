"""Choosing among several home spaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import PlaceHomeToken
from open18xx.rules.floating import put_home
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals, refuse


class HomeTokenDecision(DecisionStep):
    """Answers ``home_token``."""

    name: ClassVar[str] = "home_token"
    accepts: ClassVar[tuple[type[Action], ...]] = (PlaceHomeToken,)

    def offers(self, view: View) -> Iterator[Offer]:
        """Every home space."""
        decision = self.decision(view)
        assert decision.corporation is not None
        places = decision.data["places"]
        assert isinstance(places, tuple)
        for place in places:
            assert isinstance(place, tuple)
            yield Offer(
                PlaceHomeToken(decision.actor, decision.corporation, str(place[0]), int(str(place[1])))
            )

    def check(self, view: View, action: Action) -> Refusals:
        """One of the printed home spaces of the corporation asked about."""
        if not any(offer.action == action for offer in self.offers(view)):
            return refuse("token.not_home", "choose one of the home spaces printed for the corporation")
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Put the token there."""
        assert isinstance(action, PlaceHomeToken)
        tx.answered()
        put_home(tx, action.corporation, action.hex, action.city)
