"""A corporation trading its own stock with the pool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import Pass, TradeOwnShares
from open18xx.errors import Refusal
from open18xx.rules.bundles import saleable
from open18xx.rules.limits import pool_room
from open18xx.rules.market import move_price
from open18xx.rules.presidency import settle_presidency
from open18xx.state.game_state import BANK, POOL
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep


class TreasuryTradeStep(TurnStep):
    """Sell treasury shares to the pool, or take shares out of it."""

    name: ClassVar[str] = "treasury_trade"
    accepts: ClassVar[tuple[type[Action], ...]] = (TradeOwnShares, Pass)

    def done(self, view: View) -> bool:
        """After the trade or a pass, or when none is possible."""
        return view.state.round.turn.passed or next(self._trades(view), None) is None

    def offers(self, view: View) -> Iterator[Offer]:
        """Every number of shares, and passing."""
        yield from self._trades(view)
        president = self.actor(view)
        if president is not None:
            yield Offer(Pass(president))

    def _trades(self, view: View) -> Iterator[Offer]:
        corporation, president = view.operating, self.actor(view)
        if president is None:
            return
        for shares in range(-view.shares(corporation, corporation), view.pooled(corporation) + 1):
            if shares:
                action = TradeOwnShares(president, corporation, shares)
                if not self.check(view, action):
                    yield Offer(action)

    def check(self, view: View, action: Action) -> Refusals:
        """First turn, holdings, pool limit, money."""
        found = super().check(view, action)
        if found or isinstance(action, Pass):
            return found
        assert isinstance(action, TradeOwnShares)
        corporation, shares = action.corporation, action.shares
        if not view.title.policies.treasury_trade.first_turn and view.record(corporation).turns <= 1:
            return refuse(
                "treasury.first_turn", f"{corporation} may not trade its stock in its first operating turn"
            )
        if shares == 0:
            return refuse("treasury.nothing", "say how many shares to buy (above 0) or sell (below 0)")
        return (
            self._sale(view, corporation, -shares)
            if shares < 0
            else self._purchase(view, corporation, shares)
        )

    def _sale(self, view: View, corporation: str, shares: int) -> Refusals:
        held = view.shares(corporation, corporation)
        if shares > held:
            return refuse("stock.not_owned", f"{corporation} has {held} shares in its treasury, not {shares}")
        room = pool_room(view, corporation)
        refusals: list[Refusal] = [*self._not_split(view, corporation, corporation, shares)]
        if shares > room:
            refusals.append(
                Refusal("stock.pool_limit", f"the pool may take {room} more shares of {corporation}")
            )
        refusals.extend(
            view.hooks.forbid(
                "forbid_share_sale", view=view, seller=corporation, corporation=corporation, shares=shares
            )
        )
        return tuple(refusals)

    def _purchase(self, view: View, corporation: str, shares: int) -> Refusals:
        there = view.pooled(corporation)
        if shares > there:
            return refuse("stock.none_there", f"the pool has {there} shares of {corporation}, not {shares}")
        if found := self._not_split(view, corporation, POOL, shares):
            return found
        cost = shares * (view.price(corporation) or 0)
        if cost > view.cash(corporation):
            return refuse(
                "stock.too_dear",
                f"{shares} shares cost {view.money(cost)}; {view.purse(corporation)}",
            )
        return view.hooks.forbid(
            "forbid_share_purchase",
            view=view,
            buyer=corporation,
            corporation=corporation,
            source="pool",
            shares=shares,
        )

    def _not_split(self, view: View, corporation: str, owner: str, shares: int) -> Refusals:
        if saleable(view, corporation, owner, shares) is not None:
            return ()
        return refuse(
            "stock.not_split", f"no certificates there make up exactly {shares} shares of {corporation}"
        )

    def perform(self, tx: Transaction, action: Action) -> None:
        """Trade at the present price."""
        if isinstance(action, Pass):
            self.pass_step(tx)
            return
        assert isinstance(action, TradeOwnShares)
        corporation, view = action.corporation, tx.view
        price = view.price(corporation)
        assert price is not None
        count = abs(action.shares)
        source, target = (POOL, corporation) if action.shares > 0 else (corporation, POOL)
        given = saleable(view, corporation, source, count)
        assert given is not None
        if action.shares > 0:
            tx.pay(corporation, BANK, count * price)
        else:
            tx.pay(BANK, corporation, count * price)
        tx.give(corporation, given, target)
        kind = "own_shares_bought" if action.shares > 0 else "own_shares_sold"
        tx.emit(kind, corporation=corporation, shares=count, price=price, amount=count * price)
        policy = tx.title.policies.treasury_trade
        if action.shares < 0 and policy.sale_lowers_price:
            move_price(tx, corporation, "down", tx.title.market.sale_rows * count, "sale")
        settle_presidency(tx, corporation)
        if policy.one_transaction:
            self.pass_step(tx)
