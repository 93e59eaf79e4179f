"""1826: every hex of the map as printed, against ``expected_map.yaml``."""

from __future__ import annotations

import pytest
from open18xx.geometry.edges import mask_of

from tests.titles.g1826.book import expected, rule_text, title

HEXES = expected("map")
KINDS = {"offmap": "offboard", "town": "town", "city": "city", "plain": "plain"}
RESERVED = {"F8": "Paris", "F10": "Nord", "G11": "Est", "H10": "PLM", "H8": "PO", "G7": "Ouest"}
OFF_MAP = {
    "A13": ("Amsterdam", (20, 50, 70, 70)),
    "B8": ("London", (40, 60, 80, 120)),
    "C17": ("Cologne", (20, 40, 60, 100)),
    "I19": ("Basel", (20, 50, 70, 100)),
    "M19": ("Milan", (30, 50, 90, 120)),
    "N2": ("Madrid", (20, 50, 70, 100)),
    "N16": ("Marseille", (40, 60, 80, 80)),
}


def test_the_map_has_91_hexes() -> None:
    assert set(title().map.hexes) == set(HEXES)
    assert len(HEXES) == 91
    assert title().map.orientation == "pointy"


@pytest.mark.parametrize("hex_id", HEXES)
def test_a_hex(hex_id: str) -> None:
    made, right = title().map.hexes[hex_id], HEXES[hex_id]
    assert made.name == right.get("name")
    kind = right["kind"]
    assert isinstance(kind, str)
    # Paris alone shows several cities.
    assert made.place == ("double_city" if hex_id == "G9" else KINDS[kind])
    assert made.printed.colour == right["colour"]
    assert made.terrain == ((right["terrain"],) if "terrain" in right else ())
    assert made.lay_cost == right.get("cost", 0)
    assert made.reserved_for == right.get("reserved_for")
    assert list(made.neighbours) == right["next"]
    closed = right["closed"]
    assert isinstance(closed, list)
    assert made.closed == mask_of(closed)
    assert ("belgium" in made.regions) is (right.get("region") == "belgium")
    assert made.terminus is made.single_visit is (hex_id == "G9")
    assert made.label == ("P" if hex_id == "G9" else None)


@pytest.mark.parametrize("hex_id", [name for name, item in HEXES.items() if item["colour"] != "blank"])
def test_what_is_printed_on_a_hex(hex_id: str) -> None:
    printed, right = title().map.hexes[hex_id].printed, HEXES[hex_id]
    revenue = right["revenue"]
    assert isinstance(revenue, list)
    if hex_id == "G9":
        # One city a side, each with one circle and drawn at its side.
        assert [(stop.revenue, stop.slots, stop.position) for stop in printed.stops] == [
            ((50,), 1, side) for side in range(6)
        ]
        assert {tuple(sorted(piece)) for piece in printed.track} == {(side, 6 + side) for side in range(6)}
        return
    [stop] = printed.stops
    assert stop.kind == ("offboard" if right["kind"] == "offmap" else "city")
    assert list(stop.revenue) == revenue
    assert stop.slots == right.get("slots", 0)
    track = right["track"]
    assert isinstance(track, list)
    assert sorted(min(piece) for piece in printed.track) == track
    assert {max(piece) for piece in printed.track} == {6}


@pytest.mark.rule("1826-2-11")
@pytest.mark.parametrize("hex_id", OFF_MAP)
def test_off_map_values_by_band_of_phases(hex_id: str) -> None:
    name, values = OFF_MAP[hex_id]
    made = title().map.hexes[hex_id]
    assert made.name == name
    [stop] = made.printed.stops
    assert tuple(stop.revenue_in(band) for band in range(4)) == values


@pytest.mark.rule("1826-2-11")
def test_amsterdam_and_marseille_keep_their_third_value() -> None:
    text = rule_text("1826-2-11")
    assert "Amsterdam earns F70 in phase E and F70 in phase TGV" in text
    assert "Marseille F80 and F80" in text


@pytest.mark.rule("1826-4.7.1-03", "1826-4.10-16")
def test_price_of_terrain() -> None:
    costs = {kind: item["cost"] for kind, item in title().data["map"]["terrain"].items()}
    assert costs == {"river": 40, "mountain": 60}
    hexes = title().map.hexes.values()
    assert sum(item.lay_cost == 40 for item in hexes) == 12
    assert sum(item.lay_cost == 60 for item in hexes) == 9
    for rule in ("1826-4.7.1-03", "1826-4.10-16"):
        assert "F40" in rule_text(rule)
        assert "F60" in rule_text(rule)


@pytest.mark.rule("1826-C-Paris-01")
def test_six_hexes_around_paris_are_reserved() -> None:
    made = {name: item.reserved_for for name, item in title().map.hexes.items() if item.reserved_for}
    assert made == RESERVED
    paris = title().map.hexes["G9"]
    for hex_id, corporation in RESERVED.items():
        [home] = title().companies.corporations[corporation].homes
        assert paris.neighbours[home.city] == hex_id
        assert f"{hex_id} for {corporation}" in rule_text("1826-C-Paris-01")
    assert "Six hexes" in rule_text("1826-C-Paris-01")


def test_belgium_and_the_part_of_it_that_is_closed() -> None:
    assert title().regions["belgium"] == {"B10", "B12", "B14", "C11", "C13", "C15", "D12", "D14", "D16"}
    assert title().regions["belgium_closed"] == {"B10", "B12", "B14", "C15", "D12", "D14", "D16"}
