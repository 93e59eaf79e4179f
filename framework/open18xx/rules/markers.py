"""Markers that corporations buy from the bank, and what they open."""

from __future__ import annotations

from open18xx.definition.rounds import MarkerForSale
from open18xx.errors import Refusal
from open18xx.rules.network import blocked_stops, closed_stops, graph_of, own_stops
from open18xx.rules.privates import ability_of
from open18xx.state.changes import SetMarkers
from open18xx.state.game_state import BANK, Marker
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.track.network import reach_of


def markers_owned(view: View, kind: str, corporation: str | None = None) -> int:
    """How many markers of a kind a corporation owns, or all corporations together."""
    return sum(m.kind == kind and corporation in (None, m.corporation) for m in view.state.markers)


def marker_price(view: View, kind: MarkerForSale, corporation: str) -> int:
    """What a marker costs the corporation: less with a private company that says so."""
    cost = kind.cost
    for private, owner in view.state.privates.items():
        ability = ability_of(view, private, "marker_discount") if owner == corporation else None
        if ability is not None and ability.marker == kind.id:
            cost -= ability.amount
    return max(0, cost)


def marker_refusals(view: View, corporation: str, marker: str) -> tuple[Refusal, ...]:
    """Why the corporation may not buy a marker."""
    kind = next((kind for kind in view.title.policies.markers if kind.id == marker), None)
    if kind is None:
        return (Refusal("marker.unknown", f"there is no marker {marker} for sale"),)
    refusals: list[Refusal] = []
    if markers_owned(view, marker, corporation) >= kind.per_corporation:
        refusals.append(Refusal("marker.owned", f"{corporation} owns a {marker} already"))
    if markers_owned(view, marker) >= kind.count:
        refusals.append(
            Refusal("marker.none_left", f"all {kind.count} markers of the kind {marker} are sold")
        )
    cost = marker_price(view, kind, corporation)
    if cost > view.cash(corporation):
        refusals.append(
            Refusal("marker.too_dear", f"a {marker} costs {view.money(cost)}; {view.purse(corporation)}")
        )
    if kind.connected_to is not None and not _reaches(view, corporation, kind.connected_to):
        text = f"no route of {corporation} leads to {kind.connected_to}"
        refusals.append(Refusal("marker.out_of_reach", text))
    return tuple(refusals)


def _reaches(view: View, corporation: str, hex_id: str) -> bool:
    """Whether track joins a token of the corporation to a stop of a hex, which may be closed to it."""
    graph = graph_of(view)
    first = graph.board.hex_number(hex_id) * graph.board.stride
    there = range(first, first + graph.board.stride)
    closed = frozenset(stop for stop in closed_stops(view, corporation) if stop not in there)
    reach = reach_of(graph, own_stops(view, corporation), blocked_stops(view, corporation), closed)
    return any(stop in there for stop in reach.stops())


def buy_marker(tx: Transaction, corporation: str, marker: str) -> None:
    """Pay for a marker and receive it."""
    kind = next(kind for kind in tx.title.policies.markers if kind.id == marker)
    cost = marker_price(tx.view, kind, corporation)
    tx.pay(corporation, BANK, cost)
    tx.do(SetMarkers((*tx.view.state.markers, Marker(marker, corporation, None, 1, None, BANK))))
    tx.emit("marker_bought", corporation=corporation, marker=marker, cost=cost)
