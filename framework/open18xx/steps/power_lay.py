"""Laying tiles by the powers of private companies, and the tokens that may follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.abilities.lays import (
    lay_power,
    lay_user,
    moment_fits,
    perform_power_lay,
    power_lay_refusals,
    power_lays,
    uses_left,
)
from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import LayPowerTile, Pass, PlaceToken
from open18xx.rules.tokens import free_city, put_token
from open18xx.state.game_state import Decision
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals, Step, refuse
from open18xx.track.lays import Lay


def _lay_of(action: LayPowerTile) -> Lay:
    return Lay(action.hex, action.tile, action.rotation)


def lay_by_power(tx: Transaction, action: LayPowerTile) -> None:
    """Lay, and ask for what belongs to it: the other lays of the power, or a token."""
    private, view = action.private, tx.view
    perform_power_lay(tx, private, _lay_of(action))
    ability = lay_power(view, private)
    assert ability is not None
    if ability.together and uses_left(view, private):
        tx.ask(Decision("power_lay", action.actor, None, {"private": private, "must": True}))
    elif ability.token and view.record(view.operating).tokens_left:
        data = {"private": private, "hex": action.hex}
        tx.ask(Decision("power_token", action.actor, view.operating, data))


class PowerLayExtra(Step):
    """A lay beside the turn, by whoever has the power."""

    name: ClassVar[str] = "power_lay_extra"
    accepts: ClassVar[tuple[type[Action], ...]] = (LayPowerTile,)
    during: ClassVar[tuple[str, ...]] = ("stock", "any")
    out_of_turn: ClassVar[bool] = True

    def offers(self, view: View) -> Iterator[Offer]:
        """Every lay of every power that may be used now, whoever has it."""
        for private in view.state.privates:
            ability, user = lay_power(view, private), lay_user(view, private)
            if ability is None or user is None or not moment_fits(view, private, ability):
                continue
            for lay in power_lays(view, private):
                yield Offer(LayPowerTile(user, private, lay.hex, lay.tile, lay.rotation))

    def check(self, view: View, action: Action) -> Refusals:
        """Owner, moment, tile, hex, track, money."""
        assert isinstance(action, LayPowerTile)
        ability = lay_power(view, action.private)
        if ability is None:
            return refuse("power.none", f"{action.private} has no power to lay tiles")
        if view.private_owner(action.private) is None:
            return refuse("power.closed", f"{action.private} is not in play")
        if lay_user(view, action.private) != action.actor:
            return refuse("power.owner", f"{view.name(action.actor)} has not the power of {action.private}")
        if not moment_fits(view, action.private, ability):
            return refuse("power.moment", f"the power of {action.private} cannot be used now")
        return power_lay_refusals(view, action.private, _lay_of(action))

    def perform(self, tx: Transaction, action: Action) -> None:
        """Lay."""
        assert isinstance(action, LayPowerTile)
        lay_by_power(tx, action)


class PowerLayDecision(DecisionStep):
    """Answers ``power_lay``: a lay that has to come now, or never."""

    name: ClassVar[str] = "power_lay"
    accepts: ClassVar[tuple[type[Action], ...]] = (LayPowerTile, Pass)

    def _private(self, view: View) -> str:
        return str(self.decision(view).data["private"])

    def settle(self, tx: Transaction) -> bool:
        """Nothing to lay is no question."""
        if next(power_lays(tx.view, self._private(tx.view)), None) is not None:
            return False
        tx.answered()
        return True

    def offers(self, view: View) -> Iterator[Offer]:
        """Every lay of the power, and declining where it is no duty."""
        private, actor = self._private(view), self.decision(view).actor
        for lay in power_lays(view, private):
            yield Offer(LayPowerTile(actor, private, lay.hex, lay.tile, lay.rotation))
        if not self.decision(view).data.get("must"):
            yield Offer(Pass(actor))

    def check(self, view: View, action: Action) -> Refusals:
        """The company asked about, and what its power allows."""
        private = self._private(view)
        if isinstance(action, Pass):
            if self.decision(view).data.get("must"):
                return refuse("power.together", f"the lays of {private} are made together")
            return ()
        assert isinstance(action, LayPowerTile)
        if action.private != private:
            return refuse("power.other", f"the tile of {private} is laid now or never")
        return power_lay_refusals(view, private, _lay_of(action))

    def perform(self, tx: Transaction, action: Action) -> None:
        """Lay, or leave it."""
        private = self._private(tx.view)
        ability = lay_power(tx.view, private)
        assert ability is not None
        tx.answered()
        if isinstance(action, LayPowerTile):
            lay_by_power(tx, action)
        else:
            tx.set_entry("powers_used", private, ability.uses)
            tx.emit("power_declined", private=private, player=action.actor)


class PowerTokenDecision(DecisionStep):
    """Answers ``power_token``: a token where a power has just laid a tile."""

    name: ClassVar[str] = "power_token"
    accepts: ClassVar[tuple[type[Action], ...]] = (PlaceToken, Pass)

    def settle(self, tx: Transaction) -> bool:
        """No slot for the token is no question."""
        if self._cities(tx.view):
            return False
        tx.answered()
        return True

    def _cities(self, view: View) -> tuple[int, ...]:
        decision = self.decision(view)
        assert decision.corporation is not None
        hex_id = str(decision.data["hex"])
        return tuple(city for city in range(6) if free_city(view, decision.corporation, hex_id, city))

    def offers(self, view: View) -> Iterator[Offer]:
        """Every city of the hex with a slot, and declining."""
        decision = self.decision(view)
        assert decision.corporation is not None
        for city in self._cities(view):
            yield Offer(PlaceToken(decision.actor, decision.corporation, str(decision.data["hex"]), city))
        yield Offer(Pass(decision.actor))

    def check(self, view: View, action: Action) -> Refusals:
        """The corporation and the hex asked about, a free slot."""
        if isinstance(action, Pass):
            return ()
        assert isinstance(action, PlaceToken)
        decision = self.decision(view)
        if (action.corporation, action.hex) != (decision.corporation, decision.data["hex"]):
            where = f"{decision.corporation} on {decision.data['hex']}"
            return refuse("power.other", f"the token of {where} is placed now or never")
        if action.city not in self._cities(view):
            return refuse("token.no_slot", f"no slot for {action.corporation} is free in {action.hex}")
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Place the token free of charge, as the turn's token, or leave it."""
        decision = self.decision(tx.view)
        private = str(decision.data["private"])
        tx.answered()
        if isinstance(action, Pass):
            tx.emit("power_declined", private=private, player=action.actor)
            return
        assert isinstance(action, PlaceToken)
        corporation = action.corporation
        put_token(tx, corporation, action.hex, action.city)
        tx.update(corporation, tokens_left=tx.view.record(corporation).tokens_left - 1)
        tx.turn(tokens=tx.view.state.round.turn.tokens + 1)
        tx.emit(
            "power_token_placed", private=private, corporation=corporation, hex=action.hex, city=action.city
        )
        tx.hooks.notify("on_token_placed", tx=tx, corporation=corporation, hex=action.hex, city=action.city)
