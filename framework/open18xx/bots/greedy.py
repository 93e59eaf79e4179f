"""A simple sensible player: buys what pays, builds towards revenue, runs its best routes, keeps a train."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from open18xx.actions.base import Action, Offer, Range, Subset
from open18xx.actions.kinds import ENGINE_ACTIONS, Pass, Respond, RunRoutes
from open18xx.bots.case import Case
from open18xx.bots.greedy_privates import use_privates
from open18xx.bots.greedy_shares import bid_or_buy, choose_start_price, deal_in_shares, trade_treasury
from open18xx.bots.greedy_track import lay_track, place_token, use_power
from open18xx.bots.greedy_trains import buy_train, declare_dividend, discard_train, use_room
from open18xx.bots.outlook import Outlook, money_wanted
from open18xx.bots.player import chance_for, with_value
from open18xx.engine.game import Game
from open18xx.errors import Open18xxError
from open18xx.state.transaction import Transaction
from open18xx.state.view import View

#: Variants of a free choice that are compared.
_MOST_VARIANTS = 40


class GreedyBot:
    """Decides by rules of thumb; knows no title, only legal actions and the position."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._outlook = Outlook()

    def decide(self, game: Game) -> Action:
        """The action that looks best."""
        offers = game.legal_actions()
        if len(offers) == 1 and not offers[0].free:
            return offers[0].action
        player = offers[0].action.actor
        case = Case(game, game.view, player, offers, self._outlook, chance_for(self._seed, game))
        for rule in _RULES:
            action = rule(case)
            if action is not None and not game.check(action):
                return action
        return offers[0].action


# -- decisions that need little thought ----------------------------------------------------------------


def run_trains(case: Case) -> Action | None:
    """The best routes are the ones offered."""
    return next(iter(case.of(RunRoutes)), None)


def respond(case: Case) -> Action | None:
    """Agree to what leaves the player no worse off."""
    answers = {answer.agree: answer for answer in case.of(Respond)}
    if not answers:
        return None
    return answers[_agrees(case)]


def _agrees(case: Case) -> bool:
    game, view = case.game, case.view
    decision = view.state.pending[-1]
    if decision.action is None:
        return False
    action = game.context.codec.from_json(decision.action)
    reason = decision.data.get("reason")
    if reason == "seller":
        return _sells(view, action)
    if reason == "owner":
        # The power would be used up for somebody else.
        corporation = getattr(action, "corporation", "")
        return corporation in view.state.certificates and view.percent(corporation, case.player) >= 20
    after = _position_after(game, action)
    if after is None:
        return False
    led = view.presided_by(case.player)
    now = sum(case.outlook.earnings(view, c) for c in led)
    return sum(case.outlook.earnings(after, c) for c in led) >= now


def _sells(view: View, action: Action) -> bool:
    """Sell a train at its face value or more, but never the last one."""
    seller, price = getattr(action, "source", ""), getattr(action, "price", 0)
    train = view.title.trains.get(getattr(action, "train", ""))
    return train is not None and price >= train.cost and len(view.trains(seller)) > 1


def _position_after(game: Game, action: Action) -> View | None:
    """The position after an action that waits for consent."""
    tx = Transaction(game.title, game.state, game.context.hooks)
    tx.answered()
    step = game.context.steps.handler(tx.view, action)
    if step is None:
        return None
    try:
        step.perform(tx, action)
    except (Open18xxError, ValueError, LookupError, AssertionError):
        return None
    return tx.view


# -- what a title adds ------------------------------------------------------------------------------------


def variants(offer: Offer) -> Iterator[Action]:
    """The offered action and others of its family, the offered one first."""
    yield offer.action
    for name, domain in offer.free.items():
        if isinstance(domain, Range):
            for value in (domain.high, domain.low):
                yield with_value(offer.action, name, value)
        elif isinstance(domain, Subset):
            for count in range(min(domain.most, len(domain.items)), domain.least - 1, -1):
                for chosen in combinations(domain.items, count):
                    yield with_value(offer.action, name, chosen)


def weigh(case: Case) -> Action | None:
    """Actions that no other rule knows: whatever leaves the player best off; passing counts as it stands.

    Growing to the next share structure is taken when the corporation needs money, because its
    new shares can be sold.
    """
    unknown = [o for o in case.offers if type(o.action) not in ENGINE_ACTIONS]
    emergency = case.passing is None
    considered = case.offers if emergency else unknown
    if not unknown and not emergency:
        return case.passing
    best: Action | None = None
    most = -(10**12)
    if case.passing is not None:
        best, most = case.passing, case.outlook.standing(case.view, case.player)
    tried = 0
    for action in (action for offer in considered for action in variants(offer)):
        if isinstance(action, Pass) or tried >= _MOST_VARIANTS or case.was_refused(action):
            continue
        tried += 1
        if tried > 1 and case.game.check(action):
            continue
        after = case.outlook.after(case.game, action)
        if after is None:
            continue
        if _grows(case.view, after, action):
            return action
        standing = case.outlook.standing(after, case.player)
        if standing > most:
            best, most = action, standing
    return best


def _grows(before: View, after: View, action: Action) -> bool:
    corporation = getattr(action, "corporation", None)
    if not isinstance(corporation, str) or corporation not in before.state.corporations:
        return False
    if after.record(corporation).structure != before.structure(corporation).next:
        return False
    return before.cash(corporation) < money_wanted(before, corporation)


Rule = Callable[[Case], Action | None]

#: In this order; a rule that does not apply returns None.
_RULES: tuple[Rule, ...] = (
    respond, run_trains, use_privates, bid_or_buy, choose_start_price, discard_train, use_power, lay_track,
    place_token, declare_dividend, buy_train, use_room, trade_treasury, deal_in_shares, weigh,
)  # fmt: skip
