"""Homes of corporations: where they are now, what is kept free for them, which may be chosen.

A home is printed as a city of a hex. Tiles laid there may number the cities anew, or split a city in two: a
home in a split city is a home in the hex, :data:`ANY_CITY`, until only one of its cities has room.
"""

from __future__ import annotations

from typing import Final

from open18xx.definition.companies import Corporation
from open18xx.rules.network import graph_of
from open18xx.state.view import View
from open18xx.track.graph import Reservations, free_slots

#: Number of a city of a home that is none of the cities in particular.
ANY_CITY: Final = -1


def present_city(view: View, hex_id: str, city: int) -> int:
    """Number that a printed city has on the tile that lies there now, or ANY_CITY after a split."""
    moved = view.state.cities_moved.get(hex_id)
    return city if moved is None or city >= len(moved) else moved[city]


def home_places(view: View, corporation: str) -> tuple[tuple[str, int], ...]:
    """Homes of a corporation as (hex, city now): those chosen in play, or those printed.

    Empty while a home is still to be chosen by whoever starts the corporation.
    """
    printed = view.corporation(corporation)
    homes = printed.homes
    if printed.home_tokens == "starter_chooses":
        chosen = view.record(corporation).home
        homes = tuple(home for home in homes if home.hex == chosen)
    return tuple(_with_room(view, home.hex, present_city(view, home.hex, home.city)) for home in homes)


def _with_room(view: View, hex_id: str, city: int) -> tuple[str, int]:
    """A home in no particular city is in the only one that has room, if there is only one."""
    if city == ANY_CITY:
        with_room = cities_with_room(view, hex_id)
        if len(with_room) == 1:
            return hex_id, with_room[0]
    return hex_id, city


def cities_with_room(view: View, hex_id: str) -> tuple[int, ...]:
    """Cities of a hex with an empty slot, kept for somebody or not."""
    graph = graph_of(view)
    tile = graph.tiles[graph.board.hex_number(hex_id)].tile
    held = view.state.tokens.get(hex_id, ())
    return tuple(
        city
        for city in tile.cities
        if sum(owner is not None for owner in (held[city] if city < len(held) else ()))
        < tile.stops[city].slots
    )


def reservations(view: View) -> Reservations:
    """Slots kept for home tokens that are not placed yet, by (hex, city)."""
    if view.title.policies.tokens.home_kept == "never":
        return {}
    return view.remembered(("reservations",), lambda: _reservations(view))


def _reservations(view: View) -> Reservations:
    kept: dict[tuple[str, int], list[str]] = {}
    for corporation in view.title.companies.corporations.values():
        if awaits_home(view, corporation):
            for place in home_places(view, corporation.id):
                kept.setdefault(place, []).append(corporation.id)
    return {place: tuple(corporations) for place, corporations in kept.items()}


def awaits_home(view: View, corporation: Corporation) -> bool:
    """Whether slots are kept for home tokens that the corporation has not placed yet."""
    record = view.state.corporations[corporation.id]
    if corporation.start != "players" or record.closed:
        return False
    at_float = view.title.policies.tokens.home_placed == "at_float"
    return not record.floated or not (at_float or _is_home(view, corporation))


def _is_home(view: View, corporation: Corporation) -> bool:
    """Whether the corporation has a token in one of its homes."""
    return any(
        corporation.id in slots
        for hex_id, _ in home_places(view, corporation.id)
        for slots in view.state.tokens.get(hex_id, ())
    )


def kept_in_hex(view: View, hex_id: str) -> tuple[str, ...]:
    """Corporations for which a slot somewhere in a hex is kept."""
    return tuple(c for (place, _), kept in reservations(view).items() if place == hex_id for c in kept)


def home_choices(view: View, corporation: str) -> tuple[str, ...]:
    """Hexes that the player who starts a corporation may choose as its home.

    They need a slot that is neither taken nor kept for another corporation. Where some of them have no
    tile yet, only these may be chosen.
    """
    printed = view.corporation(corporation)
    free = [home.hex for home in printed.homes if home_cities(view, corporation, home.hex)]
    hexes = view.title.map.hexes
    blank = [h for h in free if h not in view.state.tiles and hexes[h].printed.colour == "blank"]
    return tuple(blank or free)


def home_cities(view: View, corporation: str, hex_id: str) -> tuple[int, ...]:
    """Cities of a possible home that have a slot for the corporation."""
    graph = graph_of(view)
    kept = reservations(view)
    named = [home.city for home in view.corporation(corporation).homes if home.hex == hex_id]
    cities = {present_city(view, hex_id, city) for city in named}
    if ANY_CITY in cities:
        cities = set(graph.tiles[graph.board.hex_number(hex_id)].tile.cities)
        loose = [c for c in kept.get((hex_id, ANY_CITY), ()) if c != corporation]
        if loose and len(cities_with_room(view, hex_id)) <= len(loose):
            return ()
    return tuple(
        city
        for city in sorted(cities)
        if free_slots(graph, view.state.tokens, kept, (hex_id, city), corporation) > 0
    )
