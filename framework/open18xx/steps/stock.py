"""A player's turn in a stock round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer, Range
from open18xx.actions.kinds import (
    BuyOwnedPrivate,
    BuyShares,
    Pass,
    SellShares,
    ShareSource,
    StartCorporation,
)
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
from open18xx.rules.trading import transfer_private
from open18xx.state.game_state import BANK, Decision, PlayerId, is_player
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, Step, refuse

_SOURCES: tuple[ShareSource, ...] = ("ipo", "pool", "treasury")


def turn_refusals(view: View, player: PlayerId) -> Refusals:
    """Why the player may not buy anything (more) in this turn, whatever it is."""
    if view.state.round.turn.bought:
        return refuse("stock.one_purchase", "only one certificate may be bought in a turn")
    return obligation(view, player)


def may_buy_more(view: View, corporation: str, source: str | None = None) -> bool:
    """Whether another certificate of a corporation may be bought in a turn that has seen a purchase.

    Args:
        source: where the certificate lies; None asks for any source.
    """
    turn, policy = view.state.round.turn, view.title.policies.stock
    if not turn.bought or turn.notes.get("bought_of") != corporation:
        return False
    if policy.several_by == "president" and view.president(corporation) != view.state.round.current:
        return False
    done = turn.notes.get("bought_times")
    if policy.several_most is not None and isinstance(done, int) and done >= policy.several_most:
        return False
    in_zone = "several_purchases" in view.effects_at(corporation)
    return in_zone and (source is None or source in policy.several_from)


def player_trade_refusals(view: View, action: BuyOwnedPrivate) -> Refusals:
    """Why a player may not buy a private company from another one."""
    private, policy = action.private, view.title.policies.private_trade
    if action.corporation is not None:
        return refuse("private.operating_turn", "corporations buy private companies in their own turns")
    if private not in view.state.privates:
        return refuse("private.unknown", f"there is no private company {private}")
    first = policy.between_players_from_round
    if not view.phase.privates_between_players or view.state.round.set_number < first:
        return refuse("private.phase", "players buy no private companies from each other now")
    owner = view.state.privates[private]
    if not is_player(owner) or owner == action.actor:
        return refuse("private.no_seller", f"no other player owns {private}")
    if action.price < 1:
        return refuse("private.price", f"{private} costs {view.money(1)} at least")
    if action.price > view.cash(action.actor):
        has = view.money(view.cash(action.actor))
        return refuse("private.too_dear", f"{view.name(action.actor)} has {has}")
    return ()


def obligation(view: View, player: PlayerId) -> Refusals:
    """What the player has to sell before he may buy or pass; nothing if no sale is possible."""
    return view.remembered(("obligation", player), lambda: _obligation(view, player))


def _obligation(view: View, player: PlayerId) -> Refusals:
    policy = view.title.policies.stock
    if policy.over_limit != "must_sell":
        return ()
    over, above = over_certificate_limit(view, player), _above_holding(view, player)
    found: list[Refusal] = []
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


def _above_holding(view: View, player: PlayerId) -> tuple[str, ...]:
    """Corporations of which the player must sell, by policy."""
    return over_holding_limit(view, player) if view.title.policies.stock.over_holding == "must_sell" else ()


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
    accepts: ClassVar[tuple[type[Action], ...]] = (
        SellShares,
        BuyShares,
        StartCorporation,
        BuyOwnedPrivate,
        Pass,
    )

    def actor(self, view: View) -> PlayerId | None:
        """The player whose turn it is."""
        return view.state.round.current

    def done(self, view: View) -> bool:
        """After a pass, and after the purchase where selling comes first."""
        turn, policy = view.state.round.turn, view.title.policies.stock
        if turn.passed or (turn.bought and policy.turn == "sell_then_buy"):
            return True
        return policy.idle_turns == "skipped" and next(self._deeds(view), None) is None

    def offers(self, view: View) -> Iterator[Offer]:
        """Every sale, purchase and start that is allowed, and passing."""
        yield from self._deeds(view)
        stop = Pass(view.state.round.current)
        if not self.check(view, stop):
            yield Offer(stop)

    def _deeds(self, view: View) -> Iterator[Offer]:
        """Everything but passing."""
        player = view.state.round.current
        may_buy = not obligation(view, player)
        bought = view.state.round.turn.bought
        for corporation, owners in view.state.certificates.items():
            for shares in range(1, view.shares(corporation, player) + 1):
                if not _sale_check(view, player, corporation, shares):
                    yield Offer(SellShares(player, corporation, shares))
            if not may_buy or (bought and not may_buy_more(view, corporation)):
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
        if may_buy and not bought and view.phase.privates_between_players:
            yield from self._private_companies(view, player)

    def _private_companies(self, view: View, player: PlayerId) -> Iterator[Offer]:
        for private in view.state.privates:
            action = BuyOwnedPrivate(player, private, 1)
            if not self.check(view, action):
                yield Offer(action, {"price": Range(1, view.cash(player))})

    def check(self, view: View, action: Action) -> Refusals:
        """Reasons against a sale, purchase, start or pass."""
        if isinstance(action, Pass):
            return () if view.state.round.turn.bought else obligation(view, action.actor)
        if isinstance(action, BuyOwnedPrivate):
            return (*turn_refusals(view, action.actor), *player_trade_refusals(view, action))
        assert isinstance(action, SellShares | BuyShares | StartCorporation)
        if action.corporation not in view.state.certificates:
            return refuse("stock.unknown", f"there is no corporation {action.corporation}")
        if isinstance(action, SellShares):
            return _sale_check(view, action.actor, action.corporation, action.shares)
        more = isinstance(action, BuyShares) and may_buy_more(view, action.corporation, action.source)
        found = list(obligation(view, action.actor) if more else turn_refusals(view, action.actor))
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
            self._remind(tx, action.actor)
        elif isinstance(action, SellShares):
            sell_shares(tx, action.actor, action.corporation, action.shares)
            round_ = tx.view.state.round
            tx.round(sold=tuple(sorted({*round_.sold, (action.actor, action.corporation)})))
            tx.turn(sold=(*round_.turn.sold, action.corporation), acted=True)
        elif isinstance(action, BuyShares):
            buy_certificate(tx, action.actor, action.corporation, action.source, action.shares)
            self._note_purchase(tx, action.corporation)
            float_if_ready(tx, action.corporation)
        elif isinstance(action, BuyOwnedPrivate):
            transfer_private(tx, action.private, action.actor, action.price)
            self._note_purchase(tx, "")
        elif isinstance(action, StartCorporation):
            self._start(tx, action)

    def consents(self, view: View, action: Action) -> tuple[tuple[PlayerId, str], ...]:
        """The owner of a private company."""
        if not isinstance(action, BuyOwnedPrivate):
            return ()
        owner = view.state.privates[action.private]
        return ((owner, "owner"),)

    def _remind(self, tx: Transaction, player: PlayerId) -> None:
        """Tell a player who could not sell enough that the limits still bind him."""
        if tx.title.policies.stock.over_limit != "must_sell":
            return
        over = over_certificate_limit(tx.view, player)
        above = _above_holding(tx.view, player)
        if over or above:
            tx.emit("over_limit", player=player, certificates=over, corporations=above)

    def _note_purchase(self, tx: Transaction, corporation: str) -> None:
        """Remember the purchase; of which corporation, as far as more of it may be bought."""
        turn = tx.view.state.round.turn
        if not turn.bought:
            if turn.sold:
                tx.note("sold_first", True)
            tx.note("bought_of", corporation)
        done = turn.notes.get("bought_times", 0)
        assert isinstance(done, int)
        tx.note("bought_times", done + 1)
        tx.turn(bought=True, acted=True)

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
        self._note_purchase(tx, "")
        float_if_ready(tx, corporation)
        if tx.view.corporation(corporation).home_tokens == "starter_chooses":
            tx.ask(Decision("choose_home", action.actor, corporation))
