"""Using a private company's power beside a step of an operating turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.abilities.powers import USED_BY_ACTION, bonus_hexes, power_refusals, use_power
from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import UsePower
from open18xx.definition.companies import Ability
from open18xx.rules.privates import ability_of, controller
from open18xx.state.game_state import PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep


class PowerExtra(TurnStep):
    """A power used for the operating corporation; its owner must agree if he is not its president."""

    name: ClassVar[str] = "power"
    accepts: ClassVar[tuple[type[Action], ...]] = (UsePower,)
    during: ClassVar[tuple[str, ...]] = ("any",)

    def _ability(self, view: View, private: str) -> Ability | None:
        for kind in USED_BY_ACTION:
            ability = ability_of(view, private, kind)
            if ability is not None:
                return ability
        return None

    def offers(self, view: View) -> Iterator[Offer]:
        """Every power that fits the present step."""
        president = self.actor(view)
        if president is None:
            return
        for private in view.state.privates:
            ability = self._ability(view, private)
            if ability is None or view.private_owner(private) is None:
                continue
            places = bonus_hexes(view, ability) if USED_BY_ACTION[ability.kind] else (None,)
            for place in places:
                action = UsePower(president, view.operating, private, place)
                if not self.check(view, action):
                    yield Offer(action)

    def check(self, view: View, action: Action) -> Refusals:
        """Step, place, and that the company is open."""
        found = super().check(view, action)
        if found:
            return found
        assert isinstance(action, UsePower)
        ability = self._ability(view, action.private)
        if ability is None:
            return refuse("power.none", f"{action.private} has no power of that sort")
        return power_refusals(view, action.private, ability, action.corporation, action.hex)

    def consents(self, view: View, action: Action) -> tuple[tuple[PlayerId, str], ...]:
        """The owner of the private company."""
        assert isinstance(action, UsePower)
        owner = controller(view, action.private)
        return ((owner, "owner"),) if owner is not None and owner != action.actor else ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Use it."""
        assert isinstance(action, UsePower)
        ability = self._ability(tx.view, action.private)
        assert ability is not None
        use_power(tx, action.private, ability, action.corporation, action.hex)
