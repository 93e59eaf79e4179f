"""Actions in words: what a player reads when choosing, such as "buy 1 share … from the pool".

The templates are explained in :mod:`open18xx.engine.phrasing`; a hook module adds those of its own
action types as ``WORDS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from open18xx.actions.base import Action
from open18xx.actions.kinds import (
    BuyMarker,
    BuyPrivate,
    BuyShares,
    DeclareDividend,
    LayTile,
    PlaceToken,
    RunRoutes,
    SellShares,
    StartCorporation,
    TradeOwnShares,
)
from open18xx.engine.context import Context
from open18xx.engine.phrasing import Phrasebook
from open18xx.rules.dividends import split_earnings
from open18xx.rules.laying import full_cost
from open18xx.rules.markers import marker_price
from open18xx.rules.privates import ability_of, offer_price
from open18xx.rules.running import best_routes, runs_of
from open18xx.rules.shares import start_structure
from open18xx.rules.tokens import reachable_cities, token_cost
from open18xx.state.view import View
from open18xx.track.lays import Lay

#: Words for the engine's action types.
DEEDS: Mapping[str, str] = MappingProxyType(
    {
        "pass": "pass",
        "buy_private": "buy {private}[ for {price:money}]",
        "bid": "bid {amount:money} for {private}",
        "set_start_price": "start {corporation} at {price:money}",
        "start_corporation": "start {corporation} at {price:money}[ ({shares:count share} for {cost:money})]",
        "choose_home": "choose {hex:hex} as the home of {corporation}",
        "buy_shares": "buy {shares:count share} of {corporation} from {source:name}[ for {cost:money}]",
        "sell_shares": "sell {shares:count share} of {corporation}[ for {proceeds:money}]",
        "lay_tile": (
            "[replaces?replace tile {replaces} by][!replaces?lay] tile {tile} on {hex:hex}, "
            "rotation {rotation}[ for {cost:money}][ with the help of {private}]"
        ),
        "place_token": "place a station token in {hex:hex}[ (city {city})][ for {cost:money}]",
        "place_home_token": "place the home token in {hex:hex}[ (city {city})]",
        "lay_power_tile": "use {private}: lay tile {tile} on {hex:hex}, rotation {rotation}",
        "exchange_private": "hand {private} in for a share from {source:name}",
        "buy_owned_private": "buy {private} from its owner for {price:money}[ for {corporation}]",
        "declare_bankruptcy": "declare bankruptcy",
        "use_power": "use {private}[ in {hex:hex}] for {corporation}",
        "run_routes": "run trains[earnings? for {earnings:money}][nothing?: they earn nothing]",
        "dividend": (
            "{choice:pick full=pay everything|half=pay half|withhold=keep everything}"
            "[distributed?: {distributed:money} to the shares][kept?, {kept:money} to the treasury]"
        ),
        "buy_train": (
            "buy a {train} train from {source:name} for {price:money}[ and hand a {exchange} train in]"
        ),
        "discard_train": "give up a {train} train of {corporation}",
        "trade_own_shares": (
            "[bought?take {bought:count share} of {corporation} out of the pool]"
            "[sold?sell {sold:count share} of {corporation} to the pool]"
            "[issued?issue {issued:count share} of {corporation} again][ for {amount:money}]"
        ),
        "place_power_token": "place a station token in {hex:hex} by the power of {private}",
        "buy_marker": "buy a {marker:words}[ for {cost:money}]",
        "respond": "{agree:pick yes=agree|no=refuse}",
        "correct": "correct {what} ({reason})",
    }
)


def all_deeds(context: Context) -> Mapping[str, str]:
    """Words for the engine's action types and those of the title's hook modules."""
    return {**DEEDS, **context.hooks.words()}


def in_words(book: Phrasebook, view: View, action: Action) -> str:
    """A legal action as its actor would say it, with the prices of the moment."""
    facts = action.facts()
    more = _MORE.get(type(action))
    if more is not None:
        facts.update(more(view, action))
    return book.deed(action.kind, facts)


# -- what the action itself does not say -----------------------------------------------------------

Facts = dict[str, object]


def _of_private(view: View, action: Action) -> Facts:
    assert isinstance(action, BuyPrivate)
    return {"price": offer_price(view, action.private)}


def _of_start(view: View, action: Action) -> Facts:
    assert isinstance(action, StartCorporation)
    shares = view.title.companies.structures[start_structure(view, action.corporation)].president_shares
    return {"shares": shares, "cost": shares * action.price}


def _of_purchase(view: View, action: Action) -> Facts:
    assert isinstance(action, BuyShares)
    return {"cost": action.shares * (view.price(action.corporation) or 0)}


def _of_sale(view: View, action: Action) -> Facts:
    assert isinstance(action, SellShares)
    return {"proceeds": action.shares * (view.price(action.corporation) or 0)}


def _of_lay(view: View, action: Action) -> Facts:
    assert isinstance(action, LayTile)
    ability = ability_of(view, action.private, "free_terrain") if action.private is not None else None
    lay = Lay(action.hex, action.tile, action.rotation)
    placed = view.state.tiles.get(action.hex)
    return {
        "cost": full_cost(view, action.corporation, lay, ability.terrain if ability else None),
        "replaces": placed.tile if placed else None,
    }


def _of_token(view: View, action: Action) -> Facts:
    assert isinstance(action, PlaceToken)
    distance = reachable_cities(view, action.corporation).get((action.hex, action.city))
    if distance is None:
        return {}
    return {"cost": token_cost(view, action.corporation, action.hex, action.city, distance)}


def _of_run(view: View, action: Action) -> Facts:
    assert isinstance(action, RunRoutes)
    best = best_routes(view, action.corporation)
    if action.runs != runs_of(best):
        return {}
    return {"earnings": best.value, "nothing": not best.value}


def _of_dividend(view: View, action: Action) -> Facts:
    assert isinstance(action, DeclareDividend)
    kept, distributed = split_earnings(view, view.state.round.turn.earnings or 0, action.choice)
    return {"kept": kept, "distributed": distributed}


def _of_trade(view: View, action: Action) -> Facts:
    assert isinstance(action, TradeOwnShares)
    again = "redemption" in view.title.policies.operating.turn
    price = view.price(action.corporation) or 0
    if again and action.shares < 0:
        price = view.title.policies.redemption.reissue_price
    return {
        "bought": max(0, action.shares),
        "issued" if again else "sold": max(0, -action.shares),
        "amount": abs(action.shares) * price,
    }


def _of_marker(view: View, action: Action) -> Facts:
    assert isinstance(action, BuyMarker)
    kind = next(kind for kind in view.title.policies.markers if kind.id == action.marker)
    return {"cost": marker_price(view, kind, action.corporation)}


_MORE: Mapping[type[Action], Callable[[View, Action], Facts]] = MappingProxyType(
    {
        BuyPrivate: _of_private,
        StartCorporation: _of_start,
        BuyShares: _of_purchase,
        SellShares: _of_sale,
        LayTile: _of_lay,
        PlaceToken: _of_token,
        RunRoutes: _of_run,
        DeclareDividend: _of_dividend,
        TradeOwnShares: _of_trade,
        BuyMarker: _of_marker,
    }
)
