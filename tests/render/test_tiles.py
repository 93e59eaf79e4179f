"""Tiles as drawings: geometry of track, room for values, golden drawings, every tile of the library."""

from __future__ import annotations

import math

import pytest
from open18xx.geometry.grid import Orientation
from open18xx.loading.catalogue import catalogue, standard_tile
from open18xx.loading.notation import parse_tile
from open18xx.render.bands import Band
from open18xx.render.curve import between_edges, crossings, from_edge
from open18xx.render.font import FAMILIES
from open18xx.render.hexagon import CORNER, EDGE, edge_middle, is_inside
from open18xx.render.hexes import HexPicture, HexStyle, tile_element
from open18xx.render.stops import SLOT, layout
from open18xx.render.svg import Element, document, file_text, group, moved
from open18xx.render.theme import THEMES

from tests.support.drawings import found, parsed, texts

BANDS = (Band("yellow", "1"), Band("green", "2"), Band("brown", "3"), Band("gray", "4"))
ORIENTATIONS: tuple[Orientation, ...] = ("pointy", "flat")
ALL = [tile for tiles in catalogue().values() for tile in tiles.values()]


def style(orientation: Orientation = "pointy", theme: str = "standard") -> HexStyle:
    return HexStyle(orientation, THEMES[theme], BANDS)


def drawn(*elements: Element) -> str:
    body = [moved(120 + 220 * at, 120, element) for at, element in enumerate(elements)]
    return file_text(
        document(220 * len(elements) + 20, 240, group(*body, font_family=FAMILIES), title="tiles")
    )


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize(("edge", "radius"), [(1, 50.0), (2, 150.0), (4, 150.0), (5, 50.0)])
def test_curves_are_those_of_the_field(orientation: Orientation, edge: int, radius: float) -> None:
    """Sharp curves turn around a corner; gentle ones have three times their radius."""
    curve = between_edges(orientation, 0, edge)
    assert curve.radius == pytest.approx(radius)
    assert curve.point(1.0) == pytest.approx(edge_middle(orientation, edge))
    for part in (0.0, 1.0):
        # Track meets the edge at a right angle, so that it goes on smoothly on the next tile.
        x, y = edge_middle(orientation, 0 if part == 0 else edge)
        heading = math.radians(curve.heading(part))
        assert abs(x * math.sin(heading) - y * math.cos(heading)) < 1e-6


def test_opposite_edges_are_joined_straight() -> None:
    assert between_edges("flat", 0, 3).centre is None


def test_track_to_a_stop_leaves_its_edge_at_a_right_angle() -> None:
    curve = from_edge("flat", 2, (0.0, 50.0))
    assert curve.point(1.0) == pytest.approx((0.0, 50.0))
    x, y = edge_middle("flat", 2)
    heading = math.radians(curve.heading(0.0))
    assert (math.cos(heading), math.sin(heading)) == pytest.approx((-x / EDGE, -y / EDGE))


def test_curves_cross_where_they_should() -> None:
    ((one, other),) = crossings(between_edges("flat", 0, 3), between_edges("flat", 1, 4))
    assert (one, other) == pytest.approx((0.5, 0.5))
    assert crossings(between_edges("flat", 0, 3), between_edges("flat", 0, 2)) == ()


@pytest.mark.parametrize(
    ("tile", "bridges"), [("16", 1), ("19", 1), ("20", 1), ("23", 0), ("63", 0), ("47", 1)]
)
def test_track_over_track_is_a_bridge(tile: str, bridges: int) -> None:
    assert len(layout(standard_tile(tile), 0, "flat").bridges) == bridges


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("rotation", range(6))
def test_everything_of_every_tile_stays_on_it(orientation: Orientation, rotation: int) -> None:
    for tile in ALL:
        for place in layout(tile, rotation, orientation).stops:
            for slot in place.slots:
                assert is_inside(slot, orientation) >= SLOT, (tile.id, rotation)
            assert is_inside(place.centre, orientation) >= 10, (tile.id, rotation)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_slots_of_different_cities_do_not_overlap(orientation: Orientation) -> None:
    for tile in ALL:
        slots = [slot for place in layout(tile, 0, orientation).stops for slot in place.slots]
        for at, one in enumerate(slots):
            assert all(math.dist(one, other) >= 2 * SLOT - 0.01 for other in slots[:at]), tile.id


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_values_labels_and_numbers_keep_clear_of_track_and_cities(orientation: Orientation) -> None:
    crowded = []
    for tile in ALL:
        picture = HexPicture(style(orientation), tile)
        picture.values()
        before = len(picture.room._taken)
        picture.label()
        if len(picture.room._taken) > before:
            taken = picture.room._taken[:before]
            for x, y, radius, _ in picture.room._taken[before:]:
                covered = max(
                    (radius + other - math.hypot(x - u, y - v) for u, v, other, _ in taken), default=0
                )
                if covered > 9:
                    crowded.append((tile.id, round(covered)))
    assert crowded == []


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_tile_is_valid_svg_with_its_number_as_text(orientation: Orientation, theme: str) -> None:
    for tile in ALL:
        root = parsed(drawn(tile_element(style(orientation, theme), tile, 1)))
        words = texts(root)
        assert tile.id in words
        if tile.label:
            assert tile.label in words
        for stop in tile.stops:
            for value in stop.revenue:
                assert str(value) in words


def test_a_tile_turned_six_times_is_the_same() -> None:
    for tile in (standard_tile("3"), standard_tile("68"), standard_tile("1")):
        assert layout(tile, 0, "pointy") == layout(tile, 6, "pointy")


@pytest.mark.parametrize("tile", ["57", "23", "63", "611", "513"])
def test_the_dots_count_the_stage(tile: str) -> None:
    definition = standard_tile(tile)
    root = parsed(drawn(tile_element(style(), definition)))
    dots = [item for item in found(root, "circle") if float(item.element.attrib["r"]) == 2.1]
    assert len(dots) == {"yellow": 1, "green": 2, "brown": 3, "gray": 4}[definition.colour]


def test_bleed_leads_ground_and_track_outside() -> None:
    root = parsed(drawn(tile_element(style(), standard_tile("9"), 0, 10.0, False)))
    ground = next(found(root, "polygon")).points()
    reach = max(math.dist(point, (120, 120)) for point in ground)
    assert reach == pytest.approx(CORNER * (EDGE + 10) / EDGE, abs=0.01)
    track = next(found(root, "path")).element.attrib["d"]
    assert track.count("M") == 3


def test_values_that_depend_on_the_phase_have_a_mark_each() -> None:
    tile = parse_tile("offboard=revenue:yellow_30|green_40|brown_50|gray_70;path=a:1,b:_0", "x", "red").tile
    picture = HexPicture(style(), tile)
    picture.values()
    words = texts(parsed(drawn(picture.element())))
    assert words == ["30", "1", "40", "2", "50", "3", "70", "4"]
