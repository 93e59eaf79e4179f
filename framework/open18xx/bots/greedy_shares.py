"""How the greedy bot bids for private companies and deals in shares."""

from __future__ import annotations

from open18xx.actions.base import Action
from open18xx.actions.kinds import (
    Bid,
    BuyPrivate,
    BuyShares,
    SellShares,
    SetStartPrice,
    StartCorporation,
    TradeOwnShares,
)
from open18xx.bots.case import Case
from open18xx.bots.outlook import best_of, money_wanted, next_train
from open18xx.bots.sights import pull
from open18xx.rules.privates import granted_corporation, offer_price
from open18xx.rules.shares import start_prices, start_structure
from open18xx.state.view import View

#: Rounds of revenue that a private company is thought to bring.
_REVENUES = 3
#: Corporations that all players together want to lead.
_LED = 8
#: Score from which a purchase is made.
_WORTH_BUYING = 15


def private_value(view: View, private: str) -> int:
    """What a private company is worth to its buyer: revenue and the certificates that come along."""
    printed = view.title.companies.privates[private]
    value = printed.revenue * _REVENUES
    for grant in printed.grants:
        structure = view.structure(granted_corporation(view, private, grant))
        shares = structure.president_shares if grant.certificate == "president" else 1
        value += shares * min(start_prices(view))
    return max(value, printed.cost)


def bid_or_buy(case: Case) -> Action | None:
    """Buy the company for sale, bid a little for a promising one, raise up to its value."""
    view, player = case.view, case.player
    bids, purchases = case.of(Bid), case.of(BuyPrivate)
    if not bids and not purchases:
        return None
    margins: dict[Bid, int] = {}
    for bid in bids:
        standing = view.state.bids.get(bid.private, ())
        leads = bool(standing) and standing[-1].player == player
        limit = private_value(view, bid.private) * (85 + case.chance.below(16)) // 100
        if not leads and bid.amount <= min(limit, view.cash(player) * 2 // 3):
            margins[bid] = limit - bid.amount
    best, margin = best_of(tuple(margins), lambda bid: margins[bid] if isinstance(bid, Bid) else 0)
    for purchase in purchases:
        gain = private_value(view, purchase.private) - offer_price(view, purchase.private)
        if best is None or margin < 30 or gain >= margin:
            return purchase
    return best if best is not None else case.passing


def choose_start_price(case: Case) -> Action | None:
    """The highest price at which the player can pay for the shares that are missing for a float."""
    offers = case.of(SetStartPrice)
    if not offers:
        return None
    structure = case.view.structure(offers[0].corporation)
    missing = max(1, structure.float_shares - case.view.shares(offers[0].corporation, case.player))
    fitting = [o for o in offers if o.price * missing <= case.view.cash(case.player)]
    if fitting:
        return max(fitting, key=lambda o: o.price)
    return sorted(offers, key=lambda o: o.price)[len(offers) // 2]


# -- stock rounds -----------------------------------------------------------------------------------


def deal_in_shares(case: Case) -> Action | None:
    """Sell what must or should be sold, then buy what promises most."""
    buys, starts, sales = case.of(BuyShares), case.of(StartCorporation), case.of(SellShares)
    if not (buys or starts or sales):
        return None
    if case.passing is None and not buys and not starts:
        return _least_loss(case, sales)
    bad = [sale for sale in sales if _is_trouble(case, sale)]
    if bad:
        return max(bad, key=lambda sale: sale.shares)
    choices: list[BuyShares | StartCorporation] = [*buys, *starts]
    scores = {choice: _score(case, choice) for choice in choices}
    if not scores:
        return case.passing
    most = max(scores.values())
    best = [choice for choice in choices if scores[choice] == most]
    return case.chance.choice(best) if most >= _WORTH_BUYING else case.passing


def _least_loss(case: Case, sales: list[SellShares]) -> Action | None:
    """The sale that leaves the player best off."""
    best, _ = best_of(sales, lambda sale: _standing_after(case, sale))
    return best


def _standing_after(case: Case, action: Action) -> int:
    view = case.outlook.after(case.game, action)
    return case.outlook.standing(view, case.player) if view is not None else -(10**9)


def _is_trouble(case: Case, sale: SellShares) -> bool:
    """Whether shares are those of somebody else's corporation that has no train and cannot buy one."""
    view, corporation = case.view, sale.corporation
    if view.president(corporation) == case.player or view.trains(corporation):
        return False
    return view.has_operated(corporation) and view.cash(corporation) < money_wanted(view, corporation)


def _score(case: Case, choice: BuyShares | StartCorporation) -> int:
    return _purchase(case, choice) if isinstance(choice, BuyShares) else _start(case, choice)


def _purchase(case: Case, buy: BuyShares) -> int:
    """Dividends in percent of the price, and what the share is good for besides."""
    view, player, corporation = case.view, case.player, buy.corporation
    price = view.price(corporation) or 1
    cost = price * buy.shares
    structure, record = view.structure(corporation), view.record(corporation)
    leads = view.president(corporation) == player
    if not record.floated:
        outside = structure.shares - view.unsold(corporation)
        return 120 - outside if leads else 40 + 10 * (outside + buy.shares >= structure.float_shares)
    earnings = case.outlook.outlook_earnings(view, corporation)
    score = 100 * earnings * view.phase.operating_rounds // (structure.shares * price)
    if earnings >= price:
        score += 10
    if leads:
        others = [view.shares(corporation, p) for p in view.active_players() if p != player]
        score += 40 if max(others, default=0) + 1 >= view.shares(corporation, player) else 5
        score += 5 if buy.source == "treasury" else 0
    if not view.trains(corporation) and view.cash(corporation) < money_wanted(view, corporation):
        score -= 5 if leads else 60
    if view.cash(player) - cost < _reserve(view, player):
        score -= 30
    return score


def _reserve(view: View, player: str) -> int:
    """Money the player may have to add to his corporations without trains."""
    missing = 0
    for corporation in view.presided_by(player):
        if view.record(corporation).floated and not view.trains(corporation):
            missing += max(0, money_wanted(view, corporation) - view.cash(corporation))
    return missing


def _start(case: Case, start: StartCorporation) -> int:
    """A corporation that the player can float alone, at a price as high as that allows."""
    view, player, corporation = case.view, case.player, start.corporation
    structure = view.title.companies.structures[start_structure(view, corporation)]
    cash = view.cash(player)
    leads = [c for c in view.presided_by(player) if not view.record(c).closed]
    waiting = [c for c in leads if not view.record(c).floated]
    many = max(2, _LED // len(view.active_players()))
    missing = structure.float_shares - view.shares(corporation, player)
    if waiting or start.price * missing > cash or len(leads) > many:
        alone = start.price * structure.president_shares * 3 // 2 <= cash
        return 20 if not leads and alone else 0
    train = next_train(view)
    room = pull(view, view.corporation(corporation).homes[0].hex, case.stop_worth) // 40
    enough = 20 if train is None or start.price * structure.float_shares >= train.cost * 2 else 0
    return (100 if not leads else 45) + start.price // 5 + room + enough - 10 * len(leads)


# -- a corporation's own stock ------------------------------------------------------------------------


def trade_treasury(case: Case) -> Action | None:
    """Sell treasury shares only when the next train cannot be paid otherwise, no more than needed."""
    trades = case.of(TradeOwnShares)
    if not trades:
        return None
    corporation = trades[0].corporation
    view = case.view
    missing = money_wanted(view, corporation) - view.cash(corporation)
    price = view.price(corporation) or 1
    enough = [t for t in trades if t.shares < 0 and -t.shares * price >= missing]
    if missing > 0 and enough:
        return max(enough, key=lambda trade: trade.shares)
    return case.passing
