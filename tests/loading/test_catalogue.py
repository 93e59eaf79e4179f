"""The catalogue of tiles that ships with the package."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from open18xx.definition.tiles import FIRST_STOP, TileDefinition
from open18xx.geometry.edges import edges_of
from open18xx.loading.catalogue import catalogue, standard_tile

from tests.track.recorded import shared_file


def compare(tile: TileDefinition, fact: dict[str, Any]) -> None:
    """A tile must say what the facts say."""
    numbers = {stop["id"]: FIRST_STOP + index for index, stop in enumerate(fact["stops"])}
    track = {frozenset(numbers.get(end, end) for end in pair) for pair in fact["track"]}
    assert {frozenset(pair) for pair in tile.track} == track
    assert list(edges_of(tile.exits)) == fact["exits"]
    assert len(tile.looks) == fact["distinct_rotations"]
    assert (tile.colour, tile.label) == (fact["colour"], fact.get("label"))
    assert [(stop.kind, stop.revenue, stop.slots) for stop in tile.stops] == [
        (stop["kind"], (stop["revenue"],), stop.get("slots", 0)) for stop in fact["stops"]
    ]


def test_every_tile_of_the_facts_is_there_and_right() -> None:
    facts = yaml.safe_load(shared_file("facts", "tiles.yaml").read_text(encoding="utf-8"))
    standard = catalogue()["standard"]
    assert sorted(standard) == sorted(facts["tiles"])
    for number, fact in facts["tiles"].items():
        compare(standard[number], fact)
    own = {"1894": "split-cities", "1889": "beginner", "18Chesapeake": "paired-cities"}
    for name, tiles in facts["custom"].items():
        assert sorted(catalogue()[own[name]]) == sorted(tiles)
        for number, fact in tiles.items():
            compare(catalogue()[own[name]][number], fact)


def test_tiles_can_be_asked_for() -> None:
    assert standard_tile("57").place == "city"
    assert standard_tile("1").place == "double_town"
    assert standard_tile("59").place == "double_city"
    assert standard_tile("7").place == "plain"
    with pytest.raises(KeyError):
        standard_tile("no such tile")
