"""Placing a station token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import Pass, PlaceToken
from open18xx.rules.tokens import put_token, reachable_cities, token_cost, token_refusals
from open18xx.state.game_state import BANK
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep


class TokenStep(TurnStep):
    """Place a token in a city within reach."""

    name: ClassVar[str] = "token"
    accepts: ClassVar[tuple[type[Action], ...]] = (PlaceToken, Pass)

    def done(self, view: View) -> bool:
        """After a pass. The step stays open as long as a power could be used in it."""
        if view.state.round.turn.passed:
            return True
        if _power_waits(view):
            return False
        if not self._token_left(view):
            return True
        return view.title.policies.operating.idle_steps == "skipped" and not self._placements(view)

    def _token_left(self, view: View) -> bool:
        turn = view.state.round.turn
        return (
            turn.tokens < view.title.policies.tokens.per_turn and view.record(view.operating).tokens_left > 0
        )

    def offers(self, view: View) -> Iterator[Offer]:
        """Every city that can be had, and passing."""
        president = self.actor(view)
        if president is None:
            return
        if self._token_left(view):
            for action in self._placements(view):
                yield Offer(action)
        yield Offer(Pass(president))

    def _placements(self, view: View) -> tuple[PlaceToken, ...]:
        president = self.actor(view)
        if president is None:
            return ()
        actions = (
            PlaceToken(president, view.operating, hex_id, city)
            for hex_id, city in sorted(reachable_cities(view, view.operating))
        )
        return tuple(action for action in actions if not self.check(view, action))

    def check(self, view: View, action: Action) -> Refusals:
        """Number, reach, slot, money."""
        found = super().check(view, action)
        if found or isinstance(action, Pass):
            return found
        assert isinstance(action, PlaceToken)
        per_turn = view.title.policies.tokens.per_turn
        if view.state.round.turn.tokens >= per_turn:
            return refuse(
                "token.one_a_turn",
                f"{action.corporation} has placed {per_turn} token in this turn, which is the limit",
            )
        return token_refusals(view, action.corporation, action.hex, action.city)

    def perform(self, tx: Transaction, action: Action) -> None:
        """Pay and place."""
        if isinstance(action, Pass):
            self.pass_step(tx)
            return
        assert isinstance(action, PlaceToken)
        corporation = action.corporation
        distance = reachable_cities(tx.view, corporation)[(action.hex, action.city)]
        cost = token_cost(tx.view, corporation, action.hex, action.city, distance)
        tx.pay(corporation, BANK, cost)
        put_token(tx, corporation, action.hex, action.city)
        tx.update(corporation, tokens_left=tx.view.record(corporation).tokens_left - 1)
        tx.turn(tokens=tx.view.state.round.turn.tokens + 1)
        tx.emit(
            "token_placed",
            corporation=corporation,
            hex=action.hex,
            city=action.city,
            cost=cost,
            distance=distance,
        )
        tx.hooks.notify("on_token_placed", tx=tx, corporation=corporation, hex=action.hex, city=action.city)


def _power_waits(view: View) -> bool:
    """Whether an open private company has a power for this step."""
    return any(
        ability.step == view.state.round.turn.step
        for private, printed in view.title.companies.privates.items()
        if view.private_owner(private) is not None
        for ability in printed.abilities
    )
