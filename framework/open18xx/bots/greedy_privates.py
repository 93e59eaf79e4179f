"""What the greedy bot does with private companies it owns."""

from __future__ import annotations

from open18xx.actions.base import Action, Offer, Range
from open18xx.actions.kinds import BuyOwnedPrivate, ExchangePrivate
from open18xx.bots.case import Case
from open18xx.bots.outlook import money_wanted
from open18xx.bots.player import with_value


def use_privates(case: Case) -> Action | None:
    """Sell one to the corporation it leads, as dearly as money allows; hand one in for a better share."""
    for offer in case.offers:
        if isinstance(offer.action, BuyOwnedPrivate):
            sale = _sale(case, offer, offer.action)
            if sale is not None:
                return sale
    exchanges = case.of(ExchangePrivate)
    now = case.outlook.standing(case.view, case.player) if exchanges else 0
    for exchange in exchanges:
        after = case.outlook.after(case.game, exchange)
        cost = case.view.title.companies.privates[exchange.private].cost
        if after is not None and case.outlook.standing(after, case.player) > now + 100 * cost:
            return exchange
    return None


def _sale(case: Case, offer: Offer, purchase: BuyOwnedPrivate) -> Action | None:
    view, corporation = case.view, purchase.corporation
    if corporation is None or view.private_owner(purchase.private) != case.player:
        return None
    prices = offer.free.get("price")
    low, high = (prices.low, prices.high) if isinstance(prices, Range) else (purchase.price, purchase.price)
    spare = view.cash(corporation) - money_wanted(view, corporation)
    face = view.title.companies.privates[purchase.private].cost
    price = min(high, spare)
    if isinstance(prices, Range):
        price -= (price - low) % prices.step
    return with_value(purchase, "price", price) if price >= max(low, face) else None
