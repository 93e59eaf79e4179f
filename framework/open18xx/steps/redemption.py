"""A corporation buying back its shares out of the pool, or issuing those bought back again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import Pass, TradeOwnShares
from open18xx.rules.bundles import bundle
from open18xx.state.game_state import BANK, IPO, POOL
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep


def most_redeemed(view: View) -> int:
    """Certificates that a corporation may buy back in the present turn."""
    policy = view.title.policies.redemption
    return policy.most_in_first_round if view.state.round.number == 1 else policy.most


class RedemptionStep(TurnStep):
    """One purchase out of the pool, or one issue of all shares bought back; neither moves the price."""

    name: ClassVar[str] = "redemption"
    accepts: ClassVar[tuple[type[Action], ...]] = (TradeOwnShares, Pass)

    def done(self, view: View) -> bool:
        """After the trade or a pass, or when none is possible."""
        return view.state.round.turn.passed or next(self._trades(view), None) is None

    def offers(self, view: View) -> Iterator[Offer]:
        """Every trade, and passing."""
        yield from self._trades(view)
        president = self.actor(view)
        if president is not None:
            yield Offer(Pass(president))

    def _trades(self, view: View) -> Iterator[Offer]:
        corporation, president = view.operating, self.actor(view)
        if president is None:
            return
        redeemed = view.shares(corporation, corporation)
        for shares in (*range(1, most_redeemed(view) + 1), -redeemed):
            action = TradeOwnShares(president, corporation, shares)
            if shares and not self.check(view, action):
                yield Offer(action)

    def check(self, view: View, action: Action) -> Refusals:
        """Number, what the pool has, money; for an issue, all shares bought back and more than unsold."""
        found = super().check(view, action)
        if found or isinstance(action, Pass):
            return found
        assert isinstance(action, TradeOwnShares)
        if action.shares == 0:
            return refuse(
                "redemption.nothing", "say how many shares to buy back, or how many to issue (below 0)"
            )
        if action.shares < 0:
            return self._issue(view, action.corporation, -action.shares)
        return self._purchase(view, action.corporation, action.shares)

    def _purchase(self, view: View, corporation: str, shares: int) -> Refusals:
        most = most_redeemed(view)
        if shares > most:
            return refuse("redemption.most", f"{corporation} may buy back {most} of its shares now")
        there = view.pooled(corporation)
        if shares > there:
            return refuse("stock.none_there", f"the pool has {there} shares of {corporation}, not {shares}")
        if self._certificates(view, corporation, shares) is None:
            return refuse("stock.not_split", f"no certificates in the pool make up {shares} shares")
        cost = shares * (view.price(corporation) or 0)
        if cost > view.cash(corporation):
            return refuse(
                "stock.too_dear", f"{shares} shares cost {view.money(cost)}; {view.purse(corporation)}"
            )
        return view.hooks.forbid(
            "forbid_share_purchase",
            view=view,
            buyer=corporation,
            corporation=corporation,
            source="pool",
            shares=shares,
        )

    def _certificates(self, view: View, corporation: str, shares: int) -> tuple[int, ...] | None:
        held = tuple(reversed(view.certificates_of(corporation, POOL)))
        return bundle(view.structure(corporation).certificates, held, shares)

    def _issue(self, view: View, corporation: str, shares: int) -> Refusals:
        redeemed, unsold = view.shares(corporation, corporation), view.unsold(corporation)
        if shares != redeemed:
            return refuse("redemption.all", f"{corporation} issues all {redeemed} shares it has bought back")
        if redeemed <= unsold:
            return refuse(
                "redemption.too_few",
                f"{corporation} has bought back {redeemed} shares, no more than the {unsold} never sold",
            )
        return view.hooks.forbid(
            "forbid_share_sale", view=view, seller=corporation, corporation=corporation, shares=shares
        )

    def perform(self, tx: Transaction, action: Action) -> None:
        """Buy back at the market price, or issue at the title's price, which becomes the start price."""
        if isinstance(action, Pass):
            self.pass_step(tx)
            return
        assert isinstance(action, TradeOwnShares)
        corporation, view = action.corporation, tx.view
        count = abs(action.shares)
        if action.shares > 0:
            price = view.price(corporation)
            given = self._certificates(view, corporation, count)
            assert price is not None and given is not None
            tx.pay(corporation, BANK, count * price)
            tx.give(corporation, given, corporation)
            tx.emit(
                "own_shares_bought", corporation=corporation, shares=count, price=price, amount=count * price
            )
        else:
            price = tx.title.policies.redemption.reissue_price
            tx.give(corporation, view.certificates_of(corporation, corporation), IPO)
            tx.pay(BANK, corporation, count * price)
            tx.update(corporation, start_price=price)
            tx.emit(
                "own_shares_reissued",
                corporation=corporation,
                shares=count,
                price=price,
                amount=count * price,
            )
        self.pass_step(tx)
