"""Homes in cities that are still to be built: the hex gets a city for the token to lie in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from open18xx.definition.companies import Corporation
from open18xx.definition.map import MapDefinition
from open18xx.definition.tiles import Stop


def with_home_cities(the_map: MapDefinition, corporations: Iterable[Corporation]) -> MapDefinition:
    """The map on which every home has a city.

    A hex may say only that a city is to be built there (``place: city``). Where that is somebody's home, it
    holds a city worth nothing without track, as if it were written under ``stops``; as many tokens fit in
    as there are homes.
    """
    homes: Counter[tuple[str, int]] = Counter()
    for corporation in corporations:
        homes.update((home.hex, home.city) for home in corporation.homes)
    hexes = dict(the_map.hexes)
    for name, item in the_map.hexes.items():
        count = {"city": 1, "double_city": 2}.get(item.place, 0)
        slots = [homes[name, city] for city in range(count)]
        if item.printed.stops or item.printed.colour != "blank" or not any(slots):
            continue
        stops = tuple(Stop("city", slots=max(1, number)) for number in slots)
        hexes[name] = replace(item, printed=replace(item.printed, stops=stops))
    return replace(the_map, hexes=MappingProxyType(hexes))
