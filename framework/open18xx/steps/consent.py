"""Agreeing to another player's action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import Respond
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals


class ConsentDecision(DecisionStep):
    """Answers ``consent``. The engine plays the action when all have agreed."""

    name: ClassVar[str] = "consent"
    accepts: ClassVar[tuple[type[Action], ...]] = (Respond,)

    def offers(self, view: View) -> Iterator[Offer]:
        """Yes and no."""
        actor = self.decision(view).actor
        yield Offer(Respond(actor, True))
        yield Offer(Respond(actor, False))

    def check(self, view: View, action: Action) -> Refusals:
        """Any answer will do."""
        return ()
