"""What a bot can see: what actions lead to, what trains would earn, where cities lie."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from open18xx.actions.base import Action
from open18xx.definition.trains import TrainType
from open18xx.engine.game import Game
from open18xx.errors import Open18xxError
from open18xx.rules.network import blocked_stops, graph_of, own_stops
from open18xx.rules.running import stop_table, train_spec
from open18xx.rules.trains import bank_offers, pool_offers
from open18xx.rules.worth import final_worth
from open18xx.state.game_state import BANK, PlayerId, train_type
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.track.routes.search import search

#: Earnings remembered; the oldest are forgotten.
_MOST_KNOWN = 4000
#: Rounds of earnings that count in the worth of a position.
_HORIZON = 3


class Outlook:
    """Answers for one game; remembers earnings, which take the most time to find."""

    def __init__(self) -> None:
        self._known: OrderedDict[object, tuple[object, int]] = OrderedDict()

    # -- earnings ------------------------------------------------------------------------------

    def earnings(self, view: View, corporation: str, trains: Sequence[str] | None = None) -> int:
        """What the trains of a corporation would earn now, in whole currency units.

        Args:
            trains: types of trains to count with instead of those it has.
        """
        types = tuple(trains) if trains is not None else view.train_types(corporation)
        if not types:
            return 0
        state = view.state
        # Tiles and tokens are replaced, never changed: as long as they are the same objects (kept
        # alive in the entry) the map is the same.
        key = (corporation, types, id(state.tiles), id(state.tokens), state.phase, state.markers)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known[1]
        specs = tuple(train_spec(view, corporation, view.title.trains[t]) for t in types)
        graph = graph_of(view)
        found = search(
            graph,
            own_stops(view, corporation),
            blocked_stops(view, corporation),
            specs,
            stop_table(view, corporation),
        )
        self._known[key] = ((state.tiles, state.tokens), found.value)
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return found.value

    def outlook_earnings(self, view: View, corporation: str) -> int:
        """What a corporation earns with its trains, or would with the next train to be had."""
        if view.trains(corporation):
            return self.earnings(view, corporation)
        train = next_train(view)
        return self.earnings(view, corporation, (train.id,)) if train is not None else 0

    # -- looking ahead ---------------------------------------------------------------------------

    def after(self, game: Game, action: Action) -> View | None:
        """The position right after a legal action, before play moves on; None if it cannot be told."""
        view = game.view
        step = game.context.steps.handler(view, action)
        if step is None:
            return None
        tx = Transaction(game.title, game.state, game.context.hooks)
        try:
            step.perform(tx, action)
        except (Open18xxError, ValueError, LookupError, AssertionError):
            return None
        return tx.view

    def standing(self, view: View, player: PlayerId) -> int:
        """How well a player stands: worth now, and his part of what his shares will bring."""
        total = final_worth(view, player) * 100
        for corporation in view.state.certificates:
            held = view.shares(corporation, player)
            record = view.record(corporation)
            if not held or record.closed or not record.floated:
                continue
            shares = view.structure(corporation).shares
            total += 100 * _HORIZON * held * self.earnings(view, corporation) // shares
            if view.president(corporation) == player:
                total += 40 * held * min(view.cash(corporation), money_wanted(view, corporation)) // shares
        return total


def next_train(view: View) -> TrainType | None:
    """The cheapest train that bank or pool offers now, or None."""
    offered = [view.title.trains[t] for t in (*bank_offers(view), *pool_offers(view))]
    return min(offered, key=lambda train: train.cost) if offered else None


def is_doomed(view: View, train: TrainType) -> bool:
    """Whether trains of the type are about to be removed: the next type or the one after it does that."""
    if train.rusted_by is None:
        return False
    order = tuple(view.title.trains)
    offered = bank_offers(view)
    present = order.index(offered[-1]) if offered else len(order)
    return order.index(train.rusted_by) <= present + 1


def money_wanted(view: View, corporation: str) -> int:
    """Money a corporation should have for its next train; 0 if it is well provided."""
    train = next_train(view)
    if train is None:
        return 0
    held = [view.title.trains[train_type(t)] for t in view.trains(corporation)]
    if any(not is_doomed(view, t) for t in held):
        return 0
    offers = bank_offers(view)
    dearest = view.title.trains[offers[-1]].cost if offers else train.cost
    return max(train.cost, dearest) if held else train.cost


def bank_nearly_empty(view: View) -> bool:
    """Whether the end is near."""
    return view.cash(BANK) * 8 < view.title.bank_cash


def best_of(items: Sequence[Action], value: Callable[[Action], int]) -> tuple[Action | None, int]:
    """The first of the most valuable items, with its value."""
    best, most = None, 0
    for item in items:
        worth = value(item)
        if best is None or worth > most:
            best, most = item, worth
    return best, most
