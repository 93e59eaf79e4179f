"""What a step is.

The same protocol serves a step of an operating turn, a player's turn in a stock round or auction,
a decision that interrupts play, and an *extra*: something a player may do beside a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.errors import Refusal
from open18xx.state.game_state import Decision, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View

Refusals = tuple[Refusal, ...]


class Step:
    """Base of all steps; stateless.

    Attributes:
        name: by which rounds.yaml, decisions and errors call it.
        accepts: action types it handles.
        during: for an extra: names of the steps it accompanies; ``any`` means every step of an
            operating turn.
        out_of_turn: for an extra: players whose turn it is not may act as well.
        may_get_stuck: whether the actor can be left without any legal action; :meth:`fail` then
            says what happens.
    """

    name: ClassVar[str] = ""
    accepts: ClassVar[tuple[type[Action], ...]] = ()
    during: ClassVar[tuple[str, ...]] = ()
    out_of_turn: ClassVar[bool] = False
    may_get_stuck: ClassVar[bool] = False

    def actor(self, view: View) -> PlayerId | None:
        """Who acts now; None if nobody can."""
        raise NotImplementedError

    def done(self, view: View) -> bool:
        """Whether nothing is left to decide here; play then moves on."""
        raise NotImplementedError

    def enter(self, tx: Transaction) -> None:
        """What happens by itself when play comes to this step."""

    def leave(self, tx: Transaction) -> None:
        """What happens by itself when play leaves this step."""

    def fail(self, tx: Transaction) -> None:
        """What happens when the actor has no legal action."""
        raise NotImplementedError

    def settle(self, tx: Transaction) -> bool:
        """Resolve what needs no decision; True if anything changed, so that play is looked at anew."""
        return False

    def offers(self, view: View) -> Iterator[Offer]:
        """Every legal action, free numbers given as ranges."""
        raise NotImplementedError

    def check(self, view: View, action: Action) -> Refusals:
        """Reasons against ``action``; none means it is legal. Pure."""
        raise NotImplementedError

    def consents(self, view: View, action: Action) -> tuple[tuple[PlayerId, str], ...]:
        """Players other than the actor who must agree to a legal ``action``, with the reason."""
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Apply a legal action."""
        raise NotImplementedError


class DecisionStep(Step):
    """A step that answers the decision on top of the stack."""

    def decision(self, view: View) -> Decision:
        """The decision being answered."""
        return view.state.pending[-1]

    def actor(self, view: View) -> PlayerId | None:
        """The player asked."""
        return self.decision(view).actor

    def done(self, view: View) -> bool:
        """A decision ends by being answered."""
        return False


def refuse(code: str, message: str, *rules: str) -> Refusals:
    """One refusal."""
    return (Refusal(code, message, rules),)
