"""Homes and destinations: they exist, are cities, and can be joined by track at all."""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.definition.map import MapDefinition, MapHex
from open18xx.geometry.edges import EDGES
from open18xx.loading.builders.companies import homes_of
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.lint.geometry import Geometry
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


def lint_homes(facts: Facts, geometry: Geometry, report: Report) -> None:
    """Check home and destination of every corporation."""
    if geometry.map is None or not facts.knows("map", "hexes"):
        return
    tokens: dict[tuple[str, int], int] = {}
    for corporation in facts.things("companies", "corporations"):
        homes = [home for home in homes_of(corporation) if _home(home, facts, geometry.map, report)]
        chosen = corporation.choice("home_tokens", "one_of", "all", "starter_chooses") != "all"
        for home in () if chosen and len(homes) > 1 else homes:
            place = (home.text("hex"), home.number("city", 0))
            tokens[place] = tokens.get(place, 0) + 1
            slots = _slots(geometry.map.hexes[place[0]], place[1])
            if slots is not None and tokens[place] > slots:
                report.on(
                    "T509",
                    home,
                    "city" if "city" in home else "hex",
                    f"{tokens[place]} corporations have their home in a city with {slots} "
                    f"slot{'' if slots == 1 else 's'}",
                )
        _destination(corporation, homes, facts, geometry.map, report)


def _slots(item: MapHex, city: int) -> int | None:
    """Printed slots of a city; None where the city is still to be built."""
    return item.printed.stops[city].slots if city < len(item.printed.stops) else None


def _home(home: Section, facts: Facts, the_map: MapDefinition, report: Report) -> bool:
    """Whether a home can be used further."""
    hex_id, city = home.text("hex"), home.number("city", 0)
    names = facts.names("map", "hexes")
    if hex_id not in names:
        report.on("T507", home, "hex", f"the map has no hex {hex_id}", nearest(hex_id, names))
        return False
    item = the_map.hexes.get(hex_id)
    if item is None:
        return False
    stops = item.printed.stops
    if stops:
        if city >= len(stops):
            report.on(
                "T508", home, "city", f"{hex_id} has {len(stops)} stops, counted from 0; there is no {city}"
            )
            return False
        if stops[city].kind != "city":
            report.on("T508", home, "hex", f"{hex_id} has a {stops[city].kind}, a home needs a city")
            return False
        return True
    if item.place not in ("city", "double_city"):
        what = {"plain": "no city", "offboard": "an off-board area"}.get(item.place, "a town")
        report.on("T508", home, "hex", f"{hex_id} has {what}, a home needs a city")
        return False
    if city > (1 if item.place == "double_city" else 0):
        report.on("T508", home, "city", f"there is no city {city} in {hex_id}, counted from 0")
        return False
    return True


def _destination(
    corporation: Section, homes: list[Section], facts: Facts, the_map: MapDefinition, report: Report
) -> None:
    destination = corporation.optional_text("destination")
    if destination is None:
        return
    names = facts.names("map", "hexes")
    if destination not in names:
        hint = nearest(destination, names)
        report.on("T510", corporation, "destination", f"the map has no hex {destination}", hint)
        return
    item = the_map.hexes.get(destination)
    if item is None or not facts.whole("map", "hexes"):
        return
    if not item.printed.stops and item.place == "plain":
        report.on("T510", corporation, "destination", f"{destination} has no city, town or off-board area")
        return
    starts = [home.text("hex") for home in homes]
    if destination in starts:
        report.on("T511", corporation, "destination", f"{destination} is the home of the corporation itself")
    elif starts and not _reachable(starts, destination, the_map.hexes):
        report.on("T511", corporation, "destination", f"no track can ever join {starts[0]} and {destination}")


def _reachable(starts: list[str], goal: str, hexes: Mapping[str, MapHex]) -> bool:
    """Whether open sides lead from a start to the goal. Off-board areas and termini are not passed."""
    waiting, seen = list(starts), set(starts)
    while waiting:
        here = hexes[waiting.pop()]
        for edge in EDGES:
            other = here.neighbours[edge]
            if other is None or other in seen or here.closed >> edge & 1:
                continue
            if hexes[other].closed >> (edge + 3) % 6 & 1:
                continue
            if other == goal:
                return True
            seen.add(other)
            if not _ends_here(hexes[other]):
                waiting.append(other)
    return False


def _ends_here(item: MapHex) -> bool:
    return item.terminus or any(stop.kind == "offboard" for stop in item.printed.stops)
