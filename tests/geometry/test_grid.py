"""Hex names, coordinates, neighbours and drawing positions."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from open18xx.geometry.edges import EDGES, opposite
from open18xx.geometry.grid import (
    Axes,
    BadHexName,
    Orientation,
    centre,
    default_axes,
    direction,
    distance,
    edge_between,
    hex_name,
    number_to_letters,
    parse_hex,
    step,
)

places = st.tuples(st.integers(1, 60), st.integers(1, 60))
orientations = st.sampled_from(["pointy", "flat"])


@given(places, st.sampled_from(["letter_rows", "letter_columns"]))
def test_names_and_coordinates_are_inverse(place: tuple[int, int], axes: Axes) -> None:
    assert parse_hex(hex_name(*place, axes), axes) == place


@pytest.mark.parametrize("name", ["", "9G", "g9", "G", "G9x", "É9", "G\u0661"])
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(BadHexName, match="should be capital letters and a number"):
        parse_hex(name, "letter_rows")


def test_letters_beyond_z() -> None:
    assert [number_to_letters(number) for number in (1, 26, 27, 52, 53)] == ["A", "Z", "AA", "AZ", "BA"]


@given(orientations, places)
def test_neighbours_are_mutual_and_one_step_away(orientation: Orientation, place: tuple[int, int]) -> None:
    around = [step(orientation, *place, edge) for edge in EDGES]
    assert len(set(around)) == 6
    for edge, other in enumerate(around):
        assert step(orientation, *other, opposite(edge)) == place
        assert edge_between(orientation, place, other) == edge
        assert distance(orientation, place, other) == 1


@given(orientations, places, st.lists(st.integers(0, 5), max_size=12))
def test_distance_is_never_more_than_the_steps_taken(
    orientation: Orientation, place: tuple[int, int], edges: list[int]
) -> None:
    at = place
    for edge in edges:
        at = step(orientation, *at, edge)
    assert distance(orientation, place, at) <= len(edges)
    assert (distance(orientation, place, at) == 0) == (at == place)


@given(orientations, places)
def test_neighbours_are_drawn_in_the_direction_of_their_edge(
    orientation: Orientation, place: tuple[int, int]
) -> None:
    x, y = centre(orientation, *place)
    for edge in EDGES:
        other_x, other_y = centre(orientation, *step(orientation, *place, edge))
        assert math.isclose(math.hypot(other_x - x, other_y - y), math.sqrt(3))
        angle = math.degrees(math.atan2(other_y - y, other_x - x)) % 360
        assert math.isclose(angle, direction(orientation, edge), abs_tol=1e-6)


def test_usual_axes() -> None:
    assert default_axes("pointy") == "letter_rows"
    assert default_axes("flat") == "letter_columns"
