"""Giving up trains above the limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import DiscardTrain
from open18xx.rules.trains import counted_trains, train_limit
from open18xx.state.game_state import CLOSED, POOL
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals, refuse


class DiscardDecision(DecisionStep):
    """Answers ``discard_train``."""

    name: ClassVar[str] = "discard_train"
    accepts: ClassVar[tuple[type[Action], ...]] = (DiscardTrain,)
    out_of_turn: ClassVar[bool] = True

    def _open_to(self, view: View) -> dict[str, str]:
        """Corporations that may give up a train now, with the players who decide."""
        decision = self.decision(view)
        assert decision.corporation is not None
        found = {decision.corporation: decision.actor}
        if view.title.policies.trains.discard_order == "any":
            for other in view.state.pending:
                corporation = other.corporation if other.kind == self.name else None
                if corporation and counted_trains(view, corporation) > train_limit(view, corporation):
                    found.setdefault(corporation, other.actor)
        return found

    def settle(self, tx: Transaction) -> bool:
        """End the question when the limit holds; no choice is no question."""
        decision = self.decision(tx.view)
        corporation = decision.corporation
        assert corporation is not None
        held = tx.view.train_types(corporation)
        fits = counted_trains(tx.view, corporation) <= train_limit(tx.view, corporation)
        if tx.view.record(corporation).closed or fits:
            tx.answered()
            return True
        if len(set(held)) == 1 and tx.title.policies.trains.sole_discard == "automatic":
            self._discard(tx, corporation, held[0])
            return True
        return False

    def offers(self, view: View) -> Iterator[Offer]:
        """Each type of train the corporation has."""
        for corporation, player in self._open_to(view).items():
            for train in dict.fromkeys(view.train_types(corporation)):
                yield Offer(DiscardTrain(player, corporation, train))

    def check(self, view: View, action: Action) -> Refusals:
        """A train of the corporation that is above its limit."""
        assert isinstance(action, DiscardTrain)
        decision = self.decision(view)
        open_to = self._open_to(view)
        if open_to.get(action.corporation, action.actor) != action.actor:
            return refuse(
                "turn.not_yours", f"{view.name(action.actor)} does not decide for {action.corporation}"
            )
        if action.corporation not in open_to:
            return refuse("train.other_discards", f"{decision.corporation} has to give up a train now")
        if action.train not in view.train_types(action.corporation):
            return refuse("train.not_owned", f"{action.corporation} has no {action.train}")
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Give the train up."""
        assert isinstance(action, DiscardTrain)
        self._discard(tx, action.corporation, action.train)

    def _discard(self, tx: Transaction, corporation: str, train: str) -> None:
        held = next(t for t in tx.view.trains(corporation) if t.rpartition("-")[0] == train)
        target = POOL if tx.title.policies.trains.discard_to == "pool" else CLOSED
        tx.move_train(held, corporation, target)
        tx.emit("train_discarded", corporation=corporation, train=train, to=target)
