"""Buying trains, in an emergency with borrowed money or the president's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer, Range
from open18xx.actions.kinds import BuyTrain, DeclareBankruptcy, Pass, SellShares
from open18xx.errors import Refusal
from open18xx.rules.emergency import (
    bankrupt_and_over,
    forced_sale,
    forced_sale_refusals,
    is_bankrupt,
    missing_for_train,
)
from open18xx.rules.funds import contribute, plan_for, raise_funds
from open18xx.rules.purchase import finish_purchase
from open18xx.rules.trains import (
    bank_offers,
    cheapest_offer,
    counted_trains,
    must_own_train,
    offer_cost,
    offer_refusals,
    pool_offers,
    price_range,
    room_refusals,
    train_limit,
)
from open18xx.state.game_state import BANK, POOL, Decision, Json, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep


class TrainStep(TurnStep):
    """Buy trains one at a time, up to the limit."""

    name: ClassVar[str] = "trains"
    accepts: ClassVar[tuple[type[Action], ...]] = (BuyTrain, SellShares, DeclareBankruptcy, Pass)

    def done(self, view: View) -> bool:
        """After a pass; also when nothing can be bought and nothing must be."""
        if view.state.round.turn.passed:
            return True
        idle_asked = view.title.policies.operating.idle_steps == "asked"
        if not view.trains(view.operating) and (idle_asked or must_own_train(view, view.operating)):
            return False
        if self._power_waits(view):
            return False
        full = counted_trains(view, view.operating) >= train_limit(view, view.operating)
        if full and next(self._exchanges(view), None) is None:
            return True
        return next(self._purchases(view), None) is None

    def _power_waits(self, view: View) -> bool:
        return any(
            ability.step == self.name
            for private, printed in view.title.companies.privates.items()
            if view.private_owner(private) is not None
            for ability in printed.abilities
        )

    def offers(self, view: View) -> Iterator[Offer]:
        """Every train to be had, prices between corporations as ranges, and passing."""
        president = self.actor(view)
        if president is None:
            return
        yield from self._purchases(view)
        yield from self._emergency(view)
        stop = Pass(president)
        if not self.check(view, stop):
            yield Offer(stop)

    def _purchases(self, view: View) -> Iterator[Offer]:
        corporation, president = view.operating, self.actor(view)
        assert president is not None
        for source, offered in ((BANK, bank_offers(view)), (POOL, pool_offers(view))):
            for train in offered:
                action = BuyTrain(president, corporation, train, source, view.title.trains[train].cost)
                if not self.check(view, action):
                    yield Offer(action)
        yield from self._exchanges(view)
        if not view.phase.trains_between_corporations:
            return
        for seller in view.state.corporations:
            for train in dict.fromkeys(view.train_types(seller)):
                least, most = price_range(view, corporation, seller, train)
                most = min(most, self._purse(view, corporation, train))
                if least > most:
                    continue
                action = BuyTrain(president, corporation, train, seller, least)
                if not self.check(view, action):
                    yield Offer(action, {"price": Range(least, most)})

    def _purse(self, view: View, corporation: str, train: str) -> int:
        """Most that the corporation can pay another one, by policy with its president's help."""
        cash, president = view.cash(corporation), self.actor(view)
        helped = view.title.policies.emergency.other_corporations == "up_to_face_value"
        if not helped or president is None or not must_own_train(view, corporation):
            return cash
        return max(cash, min(view.title.trains[train].cost, cash + view.cash(president)))

    def _exchanges(self, view: View) -> Iterator[Offer]:
        """Trains of the bank against one that is handed in."""
        corporation, president = view.operating, self.actor(view)
        assert president is not None
        for train in bank_offers(view):
            for given in view.title.trains[train].trade_in:
                price = offer_cost(view, train, given)
                action = BuyTrain(president, corporation, train, BANK, price, given)
                if not self.check(view, action):
                    yield Offer(action)

    def _emergency(self, view: View) -> Iterator[Offer]:
        """Sales of the president, and bankruptcy, where the train is chosen afterwards."""
        corporation, president = view.operating, self.actor(view)
        assert president is not None
        if not self._sells_first(view) or not missing_for_train(view, corporation):
            return
        for sold in view.state.certificates:
            for shares in range(1, view.shares(sold, president) + 1):
                action = SellShares(president, sold, shares)
                if not self.check(view, action):
                    yield Offer(action)
        if is_bankrupt(view, corporation):
            yield Offer(DeclareBankruptcy(president, corporation))

    def _sells_first(self, view: View) -> bool:
        return view.title.policies.emergency.sales == "before_buying"

    def _emergency_refusals(self, view: View, action: SellShares | DeclareBankruptcy) -> Refusals:
        corporation = view.operating
        missing = missing_for_train(view, corporation) if self._sells_first(view) else 0
        if not missing:
            return refuse("emergency.no_sale", f"{corporation} does not need its president's shares now")
        if isinstance(action, DeclareBankruptcy):
            if action.corporation != corporation or not is_bankrupt(view, corporation):
                return refuse("emergency.not_bankrupt", "the president can raise the money")
            return ()
        if action.corporation not in view.state.certificates:
            return refuse("stock.unknown", f"there is no corporation {action.corporation}")
        return forced_sale_refusals(
            view, action.actor, action.corporation, action.shares, corporation, missing
        )

    def check(self, view: View, action: Action) -> Refusals:
        """Limit, offer, price, money; a corporation without a train may not leave without one."""
        if isinstance(action, SellShares | DeclareBankruptcy):
            return self._emergency_refusals(view, action)
        found = super().check(view, action)
        if found:
            return found
        if isinstance(action, Pass):
            if must_own_train(view, view.operating):
                return refuse("train.must_own", f"{view.operating} has no train and must buy one")
            return ()
        assert isinstance(action, BuyTrain)
        corporation, exchange = action.corporation, action.exchange
        refusals = [*offer_refusals(view, corporation, action.train, action.source, action.price, exchange)]
        if action.train in view.title.trains:
            refusals.extend(room_refusals(view, corporation, action.train, exchange))
        if not refusals:
            refusals.extend(self._money_refusals(view, action))
        refusals.extend(
            view.hooks.forbid(
                "forbid_train_purchase",
                view=view,
                corporation=action.corporation,
                train=action.train,
                source=action.source,
                price=action.price,
            )
        )
        return tuple(refusals)

    def _money_refusals(self, view: View, action: BuyTrain) -> tuple[Refusal, ...]:
        cash = view.cash(action.corporation)
        if action.price <= cash:
            return ()
        short = f"the {action.train} costs {view.money(action.price)}; {view.purse(action.corporation)}"
        policy = view.title.policies.emergency
        needed = must_own_train(view, action.corporation)
        if action.source not in (BANK, POOL) and (
            policy.other_corporations == "treasury_only"
            or action.price > view.title.trains[action.train].cost
        ):
            return (
                Refusal(
                    "train.own_money_only",
                    f"{short}, and a train of another corporation is paid from the treasury",
                ),
            )
        if not needed or action.exchange is not None:
            return (Refusal("train.too_dear", f"{short}, and its president may add nothing"),)
        if policy.sales == "before_buying" and action.price - cash > view.cash(action.actor):
            return (Refusal("emergency.raise_first", f"{short}; {view.purse(action.actor)}"),)
        if action.source not in (BANK, POOL):
            return ()
        cheapest = cheapest_offer(view)
        if policy.cheapest_only and cheapest is not None and action.price > cheapest.cost:
            return (
                Refusal(
                    "emergency.cheapest",
                    f"{short}; emergency money buys only the cheapest train, the {cheapest.id}",
                ),
            )
        if cheapest is not None and cheapest.cost <= cash:
            return (Refusal("emergency.not_needed", f"{short}; it can afford the {cheapest.id}"),)
        return ()

    def consents(self, view: View, action: Action) -> tuple[tuple[PlayerId, str], ...]:
        """The seller's president."""
        if not isinstance(action, BuyTrain) or action.source in (BANK, POOL):
            return ()
        seller = view.president(action.source)
        return ((seller, "seller"),) if seller is not None and seller != action.actor else ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Raise what is missing, pay, receive."""
        if isinstance(action, Pass):
            self.pass_step(tx)
            return
        if isinstance(action, SellShares):
            forced_sale(tx, action.actor, action.corporation, action.shares)
            return
        if isinstance(action, DeclareBankruptcy):
            bankrupt_and_over(tx, action.actor, action.corporation)
            return
        assert isinstance(action, BuyTrain)
        corporation = action.corporation
        missing = action.price - tx.view.cash(corporation)
        if missing > 0:
            plan = plan_for(tx.view, corporation, missing, "train")
            raise_funds(tx, corporation, plan)
            if plan.contribution > tx.view.cash(action.actor):
                data: dict[str, Json] = {
                    "purpose": "train",
                    "train": action.train,
                    "source": action.source,
                    "amount": plan.contribution,
                }
                tx.ask(Decision("raise_money", action.actor, corporation, data))
                return
            contribute(tx, action.actor, corporation, plan.contribution)
        finish_purchase(tx, corporation, action.train, action.source, action.price, action.exchange)
