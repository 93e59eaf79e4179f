"""Choosing the home of a corporation that has none printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import ChooseHome
from open18xx.rules.homes import home_choices
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals, refuse


class ChooseHomeDecision(DecisionStep):
    """Answers ``choose_home``: asked of the player who has just started the corporation."""

    name: ClassVar[str] = "choose_home"
    accepts: ClassVar[tuple[type[Action], ...]] = (ChooseHome,)

    def offers(self, view: View) -> Iterator[Offer]:
        """Every hex that may be the home."""
        decision = self.decision(view)
        assert decision.corporation is not None
        for hex_id in home_choices(view, decision.corporation):
            yield Offer(ChooseHome(decision.actor, decision.corporation, hex_id))

    def check(self, view: View, action: Action) -> Refusals:
        """The corporation asked about, a hex with a slot, one without tile where there is one."""
        assert isinstance(action, ChooseHome)
        corporation = self.decision(view).corporation
        assert corporation is not None
        if action.corporation != corporation:
            return refuse("home.other", f"the home of {corporation} is to be chosen now")
        choices = home_choices(view, corporation)
        if action.hex not in choices:
            return refuse("home.not_free", f"{corporation} cannot have its home in {action.hex}; choose "
                          f"{', '.join(choices)}")  # fmt: skip
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Note it; a slot is kept there from now on."""
        assert isinstance(action, ChooseHome)
        tx.answered()
        tx.update(action.corporation, home=action.hex)
        tx.emit("home_chosen", corporation=action.corporation, player=action.actor, hex=action.hex)
