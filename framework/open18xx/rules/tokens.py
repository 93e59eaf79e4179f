"""Station tokens: slots, placing, replacing, removing."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.rules.homes import kept_in_hex, reservations
from open18xx.rules.network import blocked_stops, closed_stops, graph_of, own_stops
from open18xx.state.changes import SetTokens
from open18xx.state.game_state import CityTokens
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.track.graph import free_slots
from open18xx.track.network import token_targets


def city_tokens(view: View, hex_id: str) -> CityTokens:
    """Tokens per stop and slot of a hex, empty slots as None; towns and off-board areas have none."""
    graph = graph_of(view)
    tile = graph.tiles[graph.board.hex_number(hex_id)].tile
    present = view.state.tokens.get(hex_id, ())
    cities = []
    for index, stop in enumerate(tile.stops):
        held = present[index] if index < len(present) else ()
        cities.append(tuple(held[i] if i < len(held) else None for i in range(max(stop.slots, len(held)))))
    return tuple(cities)


def put_token(tx: Transaction, corporation: str, hex_id: str, city: int) -> None:
    """Put a token into the first free slot; a slot is added if there is none (home tokens only)."""
    cities = list(city_tokens(tx.view, hex_id))
    slots = list(cities[city])
    if None in slots:
        slots[slots.index(None)] = corporation
    else:
        slots.append(corporation)
    cities[city] = tuple(slots)
    tx.do(SetTokens(hex_id, tuple(cities)))


def replace_token(tx: Transaction, hex_id: str, city: int, old: str, new: str | None) -> None:
    """Replace the token of ``old`` in a city by one of ``new``, or take it away."""
    cities = list(city_tokens(tx.view, hex_id))
    slots = list(cities[city])
    slots[slots.index(old)] = new
    cities[city] = tuple(slots)
    tx.do(SetTokens(hex_id, tuple(cities)))


def tokens_of(view: View, corporation: str) -> Iterator[tuple[str, int]]:
    """Cities (hex, stop index) where the corporation has a token, in the order of the map."""
    tokens = view.state.tokens
    for hex_id in view.title.map.hexes:
        for index, slots in enumerate(tokens.get(hex_id, ())):
            if corporation in slots:
                yield hex_id, index


def remove_tokens(tx: Transaction, corporation: str) -> None:
    """Take all tokens of the corporation off the map."""
    for hex_id, city in tuple(tokens_of(tx.view, corporation)):
        replace_token(tx, hex_id, city, corporation, None)


def tokens_placed(view: View, corporation: str) -> int:
    """Tokens of the corporation on the map."""
    return sum(1 for _ in tokens_of(view, corporation))


def token_cost(view: View, corporation: str, hex_id: str, city: int, distance: int) -> int:
    """Price of the next token, ``distance`` hexes from the nearest own token.

    The corporation's own list of prices goes first. Otherwise by policy a price per hex, or a fixed price
    that depends on the tokens already placed; the larger where both are given.
    """
    policy, printed = view.title.policies.tokens, view.corporation(corporation)
    cost = policy.per_hex * distance
    if printed.token_costs:
        used = printed.tokens - view.record(corporation).tokens_left
        cost = printed.token_costs[min(max(0, used), len(printed.token_costs) - 1)]
    elif policy.fixed:
        placed = max(0, tokens_placed(view, corporation) - 1)
        cost = max(cost, policy.fixed[min(placed, len(policy.fixed) - 1)])
    return view.hooks.modify(
        "modify_token_cost", cost, view=view, corporation=corporation, hex=hex_id, city=city
    )


def reachable_cities(view: View, corporation: str) -> dict[tuple[str, int], int]:
    """Cities the corporation can reach and the distance in hexes from its nearest token."""
    return token_targets(
        graph_of(view),
        own_stops(view, corporation),
        blocked_stops(view, corporation),
        closed_stops(view, corporation),
    )


def free_city(view: View, corporation: str, hex_id: str, city: int) -> bool:
    """Whether a city has a slot for a token of the corporation, which has none there yet."""
    graph = graph_of(view)
    stops = graph.tiles[graph.board.hex_number(hex_id)].tile.stops
    if not 0 <= city < len(stops) or stops[city].kind != "city":
        return False
    if _holds_already(view, corporation, hex_id, city):
        return False
    return free_slots(graph, view.state.tokens, reservations(view), (hex_id, city), corporation) > 0


def token_refusals(view: View, corporation: str, hex_id: str, city: int) -> tuple[Refusal, ...]:
    """Why the corporation may not place a station token in a city."""
    record = view.record(corporation)
    if record.tokens_left < 1:
        return (Refusal("token.none_left", f"{corporation} has no station token left"),)
    if hex_id not in view.title.map.hexes:
        return (Refusal("token.no_city", f"there is no hex {hex_id}"),)
    graph = graph_of(view)
    stops = graph.tiles[graph.board.hex_number(hex_id)].tile.stops
    if not 0 <= city < len(stops) or stops[city].kind != "city":
        return (Refusal("token.no_city", f"{hex_id} has no city {city}"),)
    if _holds_already(view, corporation, hex_id, city):
        return (Refusal("token.already_there", f"{corporation} has a token in {hex_id} already"),)
    refusals: list[Refusal] = []
    lifted = len(view.state.lifted.get(hex_id, ()))
    if lifted > 1 or (lifted and kept_in_hex(view, hex_id)):
        refusals.append(
            Refusal("token.lifted_first", f"the tokens taken up from {hex_id} come back there first")
        )
    if free_slots(graph, view.state.tokens, reservations(view), (hex_id, city), corporation) < 1:
        refusals.append(Refusal("token.no_slot", f"no slot for {corporation} is free in {hex_id}"))
    distance = reachable_cities(view, corporation).get((hex_id, city))
    if distance is None:
        refusals.append(Refusal("token.out_of_reach", f"no route of {corporation} leads to {hex_id}"))
    else:
        cost = token_cost(view, corporation, hex_id, city, distance)
        if cost > view.cash(corporation):
            refusals.append(
                Refusal(
                    "token.too_dear",
                    f"the token costs {view.money(cost)}; {view.purse(corporation)}",
                )
            )
    refusals.extend(
        view.hooks.forbid("forbid_token", view=view, corporation=corporation, hex=hex_id, city=city)
    )
    return tuple(refusals)


def _holds_already(view: View, corporation: str, hex_id: str, city: int) -> bool:
    """Whether the corporation has its one token there: in the city, or by policy anywhere in the hex."""
    if view.title.policies.tokens.one_per == "hex":
        if corporation in view.state.lifted.get(hex_id, ()):
            return True
        return any(corporation in slots for slots in view.state.tokens.get(hex_id, ()))
    return corporation in _holders(view, hex_id, city)


def _holders(view: View, hex_id: str, city: int) -> tuple[str | None, ...]:
    present = view.state.tokens.get(hex_id, ())
    return present[city] if city < len(present) else ()
