"""A player's turn in a stock round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import BuyShares, Pass, SellShares, ShareSource, StartCorporation
from open18xx.errors import Refusal
from open18xx.rules.floating import change_structure, float_if_ready, start_corporation
from open18xx.rules.limits import over_certificate_limit, over_holding_limit
from open18xx.rules.shares import (
    buy_certificate,
    certificate_for_sale,
    purchase_refusals,
    sale_refusals,
    sell_shares,
    start_prices,
    start_refusals,
    start_structure,
)
from open18xx.state.game_state import BANK, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, Step, refuse

_SOURCES: tuple[ShareSource, ...] = ("ipo", "pool", "treasury")


def turn_refusals(view: View, player: PlayerId) -> Refusals:
    """Why the player may not buy anything (more) in this turn, whatever it is."""
    if view.state.round.turn.bought:
        return refuse("stock.one_purchase", "only one certificate may be bought in a turn")
    return obligation(view, player)


def obligation(view: View, player: PlayerId) -> Refusals:
    """What the player has to sell before he may buy or pass; nothing if no sale is possible."""
    return view.remembered(("obligation", player), lambda: _obligation(view, player))


def _obligation(view: View, player: PlayerId) -> Refusals:
    over, above = over_certificate_limit(view, player), over_holding_limit(view, player)
    found: list[Refusal] = []
    if view.title.policies.stock.over_limit != "must_sell":
        return ()
    if above and any(_can_sell(view, player, c) for c in above):
        found.append(
            Refusal(
                "stock.must_sell_holding",
                f"{view.name(player)} owns too much of {', '.join(above)} and must sell first",
            )
        )
    if over and any(_reduces(view, player, c) for c in view.state.certificates):
        found.append(
            Refusal(
                "stock.must_sell_certificates",
                f"{view.name(player)} owns {over} certificates too many and must sell first",
            )
        )
    return tuple(found)


def _can_sell(view: View, player: PlayerId, corporation: str) -> bool:
    held = view.shares(corporation, player)
    return any(not _sale_check(view, player, corporation, n) for n in range(1, held + 1))


def _reduces(view: View, player: PlayerId, corporation: str) -> bool:
    """Whether a sale of the corporation would lower the number of counted certificates."""
    if not view.shares(corporation, player) or "certificates_not_counted" in view.effects_at(corporation):
        return False
    return _can_sell(view, player, corporation)


def _sale_check(view: View, player: PlayerId, corporation: str, shares: int) -> Refusals:
    turn = view.state.round.turn
    policy = view.title.policies.stock
    if view.state.round.set_number < policy.sell_from_round:
        return refuse("stock.no_sales_yet", f"shares are sold from stock round {policy.sell_from_round} on")
    if turn.bought and policy.turn == "sell_then_buy":
        return refuse("stock.sell_first", "sales come before the purchase in a turn")
    if turn.bought and policy.turn == "sell_buy_or_buy_sell" and turn.notes.get("sold_first"):
        return refuse("stock.sell_first", "the purchase came after a sale, so that the turn's sales are over")
    if policy.one_block_per_turn and corporation in turn.sold:
        return refuse("stock.one_block", f"shares of {corporation} are sold in one transaction a turn")
    return sale_refusals(view, player, corporation, shares)


class StockStep(Step):
    """Sell, buy, pass."""

    name: ClassVar[str] = "stock"
    accepts: ClassVar[tuple[type[Action], ...]] = (SellShares, BuyShares, StartCorporation, Pass)

    def actor(self, view: View) -> PlayerId | None:
        """The player whose turn it is."""
        return view.state.round.current

    def done(self, view: View) -> bool:
        """After a pass, and after the purchase where selling comes first."""
        turn = view.state.round.turn
        return turn.passed or (turn.bought and view.title.policies.stock.turn == "sell_then_buy")

    def offers(self, view: View) -> Iterator[Offer]:
        """Every sale, purchase and start that is allowed, and passing."""
        player = view.state.round.current
        may_buy = not turn_refusals(view, player)
        for corporation, owners in view.state.certificates.items():
            for shares in range(1, view.shares(corporation, player) + 1):
                if not _sale_check(view, player, corporation, shares):
                    yield Offer(SellShares(player, corporation, shares))
            if not may_buy:
                continue
            if view.record(corporation).started:
                sizes = dict.fromkeys(view.structure(corporation).certificates)
                for source in _SOURCES:
                    for size in sizes:
                        if certificate_for_sale(view, corporation, source, size) is None:
                            continue
                        buy = BuyShares(player, corporation, source, size)
                        if not self.check(view, buy):
                            yield Offer(buy)
            elif owners[0] == "ipo":
                for price in start_prices(view):
                    start = StartCorporation(player, corporation, price)
                    if not self.check(view, start):
                        yield Offer(start)
        stop = Pass(player)
        if not self.check(view, stop):
            yield Offer(stop)

    def check(self, view: View, action: Action) -> Refusals:
        """Reasons against a sale, purchase, start or pass."""
        if isinstance(action, Pass):
            return () if view.state.round.turn.bought else obligation(view, action.actor)
        assert isinstance(action, SellShares | BuyShares | StartCorporation)
        if action.corporation not in view.state.certificates:
            return refuse("stock.unknown", f"there is no corporation {action.corporation}")
        if isinstance(action, SellShares):
            return _sale_check(view, action.actor, action.corporation, action.shares)
        found = list(turn_refusals(view, action.actor))
        if (
            view.title.policies.stock.rebuy_after_sale == "forbidden_this_round"
            and (action.actor, action.corporation) in view.state.round.sold
        ):
            found.append(
                Refusal(
                    "stock.sold_before",
                    f"{view.name(action.actor)} has sold {action.corporation} in this stock round",
                )
            )
        if isinstance(action, StartCorporation):
            found.extend(start_refusals(view, action.actor, action.corporation, action.price))
        else:
            found.extend(
                purchase_refusals(view, action.actor, action.corporation, action.source, action.shares)
            )
        return tuple(found)

    def perform(self, tx: Transaction, action: Action) -> None:
        """Apply it and note what the turn has seen."""
        if isinstance(action, Pass):
            tx.turn(passed=True)
            if not tx.view.state.round.turn.acted:
                tx.emit("passed", player=action.actor)
        elif isinstance(action, SellShares):
            sell_shares(tx, action.actor, action.corporation, action.shares)
            round_ = tx.view.state.round
            tx.round(sold=tuple(sorted({*round_.sold, (action.actor, action.corporation)})))
            tx.turn(sold=(*round_.turn.sold, action.corporation), acted=True)
        elif isinstance(action, BuyShares):
            buy_certificate(tx, action.actor, action.corporation, action.source, action.shares)
            tx.turn(bought=True, acted=True)
            float_if_ready(tx, action.corporation)
        elif isinstance(action, StartCorporation):
            self._start(tx, action)

    def _start(self, tx: Transaction, action: StartCorporation) -> None:
        corporation = action.corporation
        structure = start_structure(tx.view, corporation)
        if structure != tx.view.record(corporation).structure:
            change_structure(tx, corporation, structure)
        shares = tx.view.structure(corporation).president_shares
        tx.pay(action.actor, BANK, shares * action.price)
        tx.give(corporation, (0,), action.actor)
        start_corporation(tx, corporation, action.price)
        tx.emit(
            "corporation_started",
            corporation=corporation,
            player=action.actor,
            price=action.price,
            shares=shares,
            cost=shares * action.price,
            structure=structure,
        )
        tx.turn(bought=True, acted=True)
        float_if_ready(tx, corporation)
