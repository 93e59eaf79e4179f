"""What the steps of an operating turn share."""

from __future__ import annotations

from typing import ClassVar

from open18xx.actions.base import Action
from open18xx.actions.kinds import Pass
from open18xx.state.game_state import PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, Step, refuse


class TurnStep(Step):
    """A step of an operating turn: the president acts, passing ends the step."""

    accepts: ClassVar[tuple[type[Action], ...]] = (Pass,)

    def actor(self, view: View) -> PlayerId | None:
        """The operating corporation's president."""
        return view.president(view.operating)

    def check(self, view: View, action: Action) -> Refusals:
        """The corporation must be the one operating; subclasses go on from here."""
        named = getattr(action, "corporation", view.operating)
        if named != view.operating:
            return refuse("turn.other_corporation", f"{view.operating} is operating, not {named}")
        return ()

    def pass_step(self, tx: Transaction) -> None:
        """Leave the step."""
        tx.turn(passed=True)
