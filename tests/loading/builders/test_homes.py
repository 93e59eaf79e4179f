"""A home may lie where a city is still to be built."""

from pathlib import Path

from open18xx.loading import load_title

MINI = Path(__file__).parents[1] / "packs" / "mini"


def test_a_home_on_a_hex_that_only_says_city_gets_one_to_lie_in() -> None:
    item = load_title(MINI, hooks=False).map.hexes["C1"]
    assert item.place == "city"
    (stop,) = item.printed.stops
    assert (stop.kind, stop.revenue, stop.slots) == ("city", (0,), 1)
    assert item.printed.colour == "blank" and not item.printed.track


def test_other_hexes_stay_as_they_are() -> None:
    hexes = load_title(MINI, hooks=False).map.hexes
    assert hexes["B4"].printed.stops == ()  # a town to be built
    assert [stop.revenue for stop in hexes["C5"].printed.stops] == [(20,)]  # a printed home
