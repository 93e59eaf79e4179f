"""How the greedy bot pays dividends, buys and gives up trains."""

from __future__ import annotations

from dataclasses import replace

from open18xx.actions.base import Action, Offer, Range
from open18xx.actions.kinds import BuyTrain, DeclareDividend, DiscardTrain, UsePower
from open18xx.bots.case import Case
from open18xx.bots.outlook import bank_nearly_empty, is_doomed, money_wanted
from open18xx.rules.dividends import split_earnings
from open18xx.rules.trains import counted_trains, train_limit
from open18xx.state.game_state import BANK, POOL, train_type

#: Rounds in which a further train should earn its price.
_PAYBACK = 5


def declare_dividend(case: Case) -> Action | None:
    """Pay, unless keeping (a part of) the earnings pays for a train that will be needed."""
    offers = case.of(DeclareDividend)
    if not offers:
        return None
    view = case.view
    corporation = offers[0].corporation
    by_choice = {offer.choice: offer for offer in offers}
    cash, earnings = view.cash(corporation), view.state.round.turn.earnings or 0
    missing = money_wanted(view, corporation) - cash
    if missing > 0 and not bank_nearly_empty(view):
        for choice in ("half", "withhold"):
            if choice in by_choice and split_earnings(view, earnings, choice)[0] >= missing:
                return by_choice[choice]
        if "half" in by_choice and 3 * split_earnings(view, earnings, "half")[0] >= missing:
            return by_choice["half"]
    return by_choice.get("full", offers[0])


def buy_train(case: Case) -> Action | None:
    """Keep a train that lasts; buy more where they earn their price."""
    offers = [offer for offer in case.offers if isinstance(offer.action, BuyTrain)]
    if not offers:
        return None
    view, corporation = case.view, case.view.operating
    purchases = [purchase for offer in offers if _may_succeed(case, purchase := _priced(case, offer))]
    cash = view.cash(corporation)
    paid = [p for p in purchases if p.price <= cash]
    scores = {p: _score(case, p) for p in paid}
    best = max(paid, key=lambda p: scores[p], default=None)
    if not view.trains(corporation):
        from_market = [p for p in paid if p.source in (BANK, POOL) or _is_ours(case, p)]
        if from_market:
            return max(from_market, key=lambda p: scores[p])
        if case.passing is not None and view.president(corporation) == case.player and paid:
            return best
        return case.passing or min(purchases, key=lambda p: (p.price, p.train), default=None)
    if best is not None and scores[best] > 0 and _leaves_enough(case, best):
        return best
    return _more_room(case) or case.passing


def _priced(case: Case, offer: Offer) -> BuyTrain:
    """The offered purchase at the price the bot would pay: low between its own corporations, face value
    to others, who would hardly agree to less.
    """
    action = offer.action
    assert isinstance(action, BuyTrain)
    prices = offer.free.get("price")
    if not isinstance(prices, Range):
        return action
    view = case.view
    face = view.title.trains[action.train].cost
    wanted = face
    if _is_ours(case, action):
        wanted = min(face, view.cash(action.corporation) // 2)
    price = max(prices.low, min(wanted, prices.high))
    price -= (price - prices.low) % prices.step
    return replace(action, price=price)


def _may_succeed(case: Case, purchase: BuyTrain) -> bool:
    """Whether a purchase needs nobody's consent, or offers others at least the face value."""
    if purchase.source in (BANK, POOL) or case.view.president(purchase.source) == case.player:
        return True
    dear = purchase.price >= case.view.title.trains[purchase.train].cost
    return dear and not case.was_refused(purchase, "train", "source")


def _is_ours(case: Case, purchase: BuyTrain) -> bool:
    """Whether the seller is led by the same player and can spare the train."""
    if purchase.source in (BANK, POOL):
        return False
    view = case.view
    return view.president(purchase.source) == case.player and len(view.trains(purchase.source)) > 1


def _score(case: Case, purchase: BuyTrain) -> int:
    """Earnings of some rounds, and how long the train lasts, less the price."""
    view, corporation = case.view, purchase.corporation
    train = view.title.trains[purchase.train]
    held = view.train_types(corporation)
    gain = case.outlook.earnings(view, corporation, (*held, purchase.train)) - case.outlook.earnings(
        view, corporation
    )
    score = _PAYBACK * gain - purchase.price
    lasting = [t for t in held if not is_doomed(view, view.title.trains[t])]
    if not is_doomed(view, train):
        score += purchase.price if not lasting else 0
        score += 150 if not lasting else 0
    elif held:
        score -= 100
    if gain and view.cash(corporation) >= 3 * purchase.price:
        score += purchase.price
    if purchase.source not in (BANK, POOL) and not _is_ours(case, purchase):
        score -= 200 if held else 50
    return score


def _leaves_enough(case: Case, purchase: BuyTrain) -> bool:
    """Whether the purchase does not eat up the money for the train that will be needed."""
    view = case.view
    if not is_doomed(view, view.title.trains[purchase.train]):
        return True
    return view.cash(purchase.corporation) - purchase.price >= money_wanted(view, purchase.corporation)


def _more_room(case: Case) -> Action | None:
    """A power that lets a corporation at its limit own one more train, if it can buy one."""
    for power in case.of(UsePower):
        view, corporation = case.view, power.corporation
        full = counted_trains(view, corporation) >= train_limit(view, corporation)
        owner = view.private_owner(power.private)
        rich = view.cash(corporation) >= money_wanted(view, corporation) > 0
        if power.hex is None and full and rich and owner == case.player:
            return power
    return None


def use_room(case: Case) -> Action | None:
    """The same where no train is offered because the limit is reached."""
    return _more_room(case)


def discard_train(case: Case) -> Action | None:
    """Give up the train that earns least."""
    offers = case.of(DiscardTrain)
    if not offers:
        return None

    def left(discard: DiscardTrain) -> tuple[int, int]:
        held = [train_type(t) for t in case.view.trains(discard.corporation)]
        held.remove(discard.train)
        lasting = sum(not is_doomed(case.view, case.view.title.trains[t]) for t in held)
        return lasting, case.outlook.earnings(case.view, discard.corporation, held)

    return max(offers, key=left)
