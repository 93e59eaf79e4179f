"""Where it is worth to build: how near a place is to cities, and how much they are worth."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType

from open18xx.definition.title import Title
from open18xx.rules.network import graph_of
from open18xx.state.view import View
from open18xx.track.routes.trains import stop_values

#: Hexes a sight reaches.
_FAR = 6
#: What a place without a tile will be worth at least.
_BY_PLACE: Mapping[str, int] = MappingProxyType(
    {"city": 20, "double_city": 20, "town": 10, "double_town": 10}
)


def stop_worth(view: View) -> Mapping[str, int]:
    """Value of the best stop of each hex, now or once a tile lies there, in whole currency units."""
    found = {hex_id: _BY_PLACE.get(entry.place, 0) for hex_id, entry in view.title.map.hexes.items()}
    for (hex_id, _), value in stop_values(graph_of(view), view.phase.revenue_band).items():
        found[hex_id] = max(found[hex_id], value)
    return {hex_id: value for hex_id, value in found.items() if value}


def distances(title: Title, start: str) -> Mapping[str, int]:
    """Hexes from ``start`` to every hex within sight, over sides that track may cross."""
    key = f"sights {start}"
    known = title.cache.get(key)
    if isinstance(known, dict):
        return known
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if found[here] == _FAR:
            continue
        entry = title.map.hexes[here]
        for edge, other in enumerate(entry.neighbours):
            if other is not None and other not in found and not entry.closed >> edge & 1:
                found[other] = found[here] + 1
                queue.append(other)
    title.cache[key] = found
    return found


def pull(view: View, start: str, worth: Mapping[str, int], but: frozenset[str] = frozenset()) -> int:
    """How much the cities around a hex draw, ten times: value by distance, without those in ``but``."""
    return sum(
        worth[hex_id] * 10 // (1 + distance) ** 2
        for hex_id, distance in distances(view.title, start).items()
        if hex_id in worth and hex_id not in but
    )
