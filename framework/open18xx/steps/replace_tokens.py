"""Placing again the station tokens that were taken up when a tile split a city.

The operating corporation's own token comes back at once. Those of others come back in the step
``replace_tokens`` at the end of the turn, in operating order. It costs nothing and is no placing of a token;
any city of the hex will do, also one that is full.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import PlaceToken
from open18xx.rules.network import graph_of
from open18xx.rules.order import operating_order
from open18xx.rules.tokens import put_token
from open18xx.state.game_state import PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals, Step, refuse


def next_lifted(view: View) -> tuple[str, str] | None:
    """Corporation whose token comes back next (the first in operating order), and the hex."""
    for corporation in operating_order(view):
        for hex_id, owners in view.state.lifted.items():
            if corporation in owners:
                return corporation, hex_id
    return None


def _offers(view: View, actor: PlayerId, corporation: str, hex_id: str) -> Iterator[Offer]:
    graph = graph_of(view)
    for city in graph.tiles[graph.board.hex_number(hex_id)].tile.cities:
        yield Offer(PlaceToken(actor, corporation, hex_id, city))


def _refusals(view: View, action: PlaceToken, corporation: str, hex_id: str) -> Refusals:
    if (action.corporation, action.hex) != (corporation, hex_id):
        return refuse("token.replace_first", f"the token of {corporation} comes back to {hex_id} now")
    graph = graph_of(view)
    if action.city not in graph.tiles[graph.board.hex_number(hex_id)].tile.cities:
        return refuse("token.no_city", f"{hex_id} has no city {action.city}")
    return ()


def _put_back(tx: Transaction, action: PlaceToken) -> None:
    left = tuple(c for c in tx.view.state.lifted[action.hex] if c != action.corporation)
    tx.set_entry("lifted", action.hex, left or None)
    put_token(tx, action.corporation, action.hex, action.city)
    tx.emit("token_replaced", corporation=action.corporation, hex=action.hex, city=action.city)


class ReplaceTokenDecision(DecisionStep):
    """Answers ``replace_token``: where the operating corporation's own token comes back."""

    name: ClassVar[str] = "replace_token"
    accepts: ClassVar[tuple[type[Action], ...]] = (PlaceToken,)

    def _place(self, view: View) -> tuple[str, str]:
        decision = self.decision(view)
        assert decision.corporation is not None
        return decision.corporation, str(decision.data["hex"])

    def offers(self, view: View) -> Iterator[Offer]:
        """Every city of the hex."""
        yield from _offers(view, self.decision(view).actor, *self._place(view))

    def check(self, view: View, action: Action) -> Refusals:
        """The token asked about, in a city of its hex."""
        assert isinstance(action, PlaceToken)
        return _refusals(view, action, *self._place(view))

    def perform(self, tx: Transaction, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, PlaceToken)
        tx.answered()
        _put_back(tx, action)


class ReplaceTokensStep(Step):
    """Owners of the other tokens place them again, one after the other."""

    name: ClassVar[str] = "replace_tokens"
    accepts: ClassVar[tuple[type[Action], ...]] = (PlaceToken,)

    def actor(self, view: View) -> PlayerId | None:
        """President of the corporation whose token comes back next."""
        found = next_lifted(view)
        return None if found is None else view.president(found[0])

    def done(self, view: View) -> bool:
        """When every token is back."""
        return next_lifted(view) is None

    def offers(self, view: View) -> Iterator[Offer]:
        """Every city of the hex."""
        found, actor = next_lifted(view), self.actor(view)
        if found is not None and actor is not None:
            yield from _offers(view, actor, *found)

    def check(self, view: View, action: Action) -> Refusals:
        """The next token, in a city of its hex."""
        assert isinstance(action, PlaceToken)
        found = next_lifted(view)
        assert found is not None
        return _refusals(view, action, *found)

    def perform(self, tx: Transaction, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, PlaceToken)
        _put_back(tx, action)
