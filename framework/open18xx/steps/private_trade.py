"""Corporations buying private companies from players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.abilities.lays import is_lost, lay_power, lay_user, uses_left
from open18xx.abilities.tokens import token_waits
from open18xx.actions.base import Action, Offer, Range
from open18xx.actions.kinds import BuyOwnedPrivate, Pass
from open18xx.rules.privates import trade_prices
from open18xx.rules.trading import transfer_private
from open18xx.state.game_state import PlayerId, is_player
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep


def prices_for(view: View, corporation: str, private: str) -> Range | None:
    """Prices that the corporation may and can pay for a player's company; None if there is none."""
    printed = view.title.companies.privates[private]
    if not view.phase.privates_to_corporations or not printed.for_corporations:
        return None
    if not is_player(view.state.privates[private]):
        return None
    least, most = trade_prices(view, private)
    can_pay = view.cash(corporation) if most is None else min(most, view.cash(corporation))
    return Range(least, can_pay) if least <= can_pay else None


class PrivateTradeExtra(TurnStep):
    """The operating corporation buys a company from a player, at any moment of its turn."""

    name: ClassVar[str] = "private_trade"
    accepts: ClassVar[tuple[type[Action], ...]] = (BuyOwnedPrivate,)
    during: ClassVar[tuple[str, ...]] = ("any",)

    def offers(self, view: View) -> Iterator[Offer]:
        """Every company that can be had, with its prices."""
        president = self.actor(view)
        if president is None or not view.phase.privates_to_corporations:
            return
        for private in view.state.privates:
            prices = prices_for(view, view.operating, private)
            if prices is not None:
                action = BuyOwnedPrivate(president, private, prices.low, view.operating)
                yield Offer(action, {"price": prices})

    def check(self, view: View, action: Action) -> Refusals:
        """Phase, company, price, money."""
        found = super().check(view, action)
        if found:
            return found
        assert isinstance(action, BuyOwnedPrivate)
        private, corporation = action.private, action.corporation
        if corporation is None:
            return refuse("private.not_for_players", "players do not buy private companies now")
        if private not in view.state.privates:
            return refuse("private.unknown", f"there is no private company {private}")
        if not view.phase.privates_to_corporations:
            return refuse("private.phase", f"corporations buy no private companies in phase {view.phase.id}")
        if not view.title.companies.privates[private].for_corporations:
            return refuse("private.not_for_sale", f"{private} is never sold to a corporation")
        if not is_player(view.state.privates[private]):
            return refuse("private.no_seller", f"no player owns {private}")
        least, most = trade_prices(view, private)
        if action.price < least or (most is not None and action.price > most):
            upto = f" to {view.money(most)}" if most is not None else " or more"
            return refuse("private.price", f"a corporation pays {view.money(least)}{upto} for {private}")
        if action.price > view.cash(corporation):
            has = view.money(view.cash(corporation))
            return refuse("private.too_dear", f"{corporation} has {has}, not {view.money(action.price)}")
        return ()

    def consents(self, view: View, action: Action) -> tuple[tuple[PlayerId, str], ...]:
        """The owner."""
        assert isinstance(action, BuyOwnedPrivate)
        owner = view.state.privates[action.private]
        return ((owner, "owner"),) if owner != action.actor else ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Pay and receive."""
        assert isinstance(action, BuyOwnedPrivate) and action.corporation is not None
        tx.turn(acted=True)
        transfer_private(tx, action.private, action.corporation, action.price)


class PrivatesStep(TurnStep):
    """The last chance of a turn to buy private companies, or to use a power of the whole turn."""

    name: ClassVar[str] = "privates"
    accepts: ClassVar[tuple[type[Action], ...]] = (Pass,)

    def done(self, view: View) -> bool:
        """After a pass, and when there is nothing to buy or use."""
        return view.state.round.turn.passed or not (self._for_sale(view) or self._power_waits(view))

    def _for_sale(self, view: View) -> bool:
        return any(prices_for(view, view.operating, private) for private in view.state.privates)

    def _power_waits(self, view: View) -> bool:
        for private, owner in view.state.privates.items():
            if token_waits(view, view.operating, private):
                return True
            ability = lay_power(view, private) if owner == view.operating else None
            if ability is None or "operating_turn" not in ability.when or is_lost(view, private):
                continue
            if uses_left(view, private) and lay_user(view, private) is not None:
                return True
        return False

    def offers(self, view: View) -> Iterator[Offer]:
        """Passing; purchases and powers are offered beside every step."""
        president = self.actor(view)
        if president is not None:
            yield Offer(Pass(president))

    def perform(self, tx: Transaction, action: Action) -> None:
        """End the turn."""
        self.pass_step(tx)
