"""Sizes of paper and layouts of tile sheets."""

from __future__ import annotations

import math
from pathlib import Path
from textwrap import dedent

import pytest
from open18xx.geometry.grid import Orientation
from open18xx.reference.layouts import (
    BadLayout,
    Die,
    Lattice,
    cut_lines,
    fill_lattice,
    hex_shape,
    layout_named,
    layout_names,
    read_layout,
)
from open18xx.reference.paper import PAPERS, UnknownSize, card, length, paper
from open18xx.render.hexagon import towards

ORIENTATIONS: tuple[Orientation, ...] = ("pointy", "flat")
INSIDE = (8.0, 8.0, 202.0, 282.0)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a4", (210, 297)),
        ("A3", (297, 420)),
        ("a0", (841, 1189)),
        ("a10", (26, 37)),
        ("b5", (176, 250)),
        ("c6", (114, 162)),
        ("letter", (215.9, 279.4)),
        ("Legal", (215.9, 355.6)),
        ("tabloid", (279.4, 431.8)),
        ("arch c", (457.2, 609.6)),
        ("200x300mm", (200, 300)),
        ("13x19in", (330.2, 482.6)),
    ],
)
def test_sizes_of_paper(name: str, size: tuple[float, float]) -> None:
    found = paper(name)
    assert (found.width, found.height) == pytest.approx(size)


def test_every_series_is_complete() -> None:
    assert {f"{letter}{number}" for letter in "abc" for number in range(11)} <= set(PAPERS)


def test_wrong_sizes_are_explained() -> None:
    with pytest.raises(UnknownSize, match=r"there is no paper 'leter'; did you mean 'letter'"):
        paper("leter")
    with pytest.raises(
        UnknownSize, match=r"the tile size should be a length such as '38mm' or '1.5in', not 'big'"
    ):
        length("big", "the tile size")
    with pytest.raises(UnknownSize, match="should be between 10 and 150 mm, not 5 mm"):
        length("5", "the tile size", least=10, most=150)
    with pytest.raises(UnknownSize, match="the paper should be between"):
        paper("1x1mm")


def test_cards_lie_on_their_long_side() -> None:
    assert (card("41x63mm").width, card("41x63mm").height) == (63, 41)
    assert card("poker").width == pytest.approx(88.9)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("gap", [0.0, 3.0])
@pytest.mark.parametrize("name", ["dense", "ruler", "apart"])
def test_tiles_lie_inside_and_keep_their_gap(name: str, gap: float, orientation: Orientation) -> None:
    layout = layout_named(name)
    assert isinstance(layout, Lattice)
    places = fill_lattice(layout, orientation, 38, gap, 0.0, INSIDE)
    assert len(places) >= 15
    for at, one in enumerate(places):
        for x, y in hex_shape(orientation, 38, one):
            assert INSIDE[0] - 1e-3 <= x <= INSIDE[2] + 1e-3
            assert INSIDE[1] - 1e-3 <= y <= INSIDE[3] + 1e-3
        for other in places[:at]:
            away = (one[0] - other[0], one[1] - other[1])
            across = max(away[0] * u + away[1] * v for u, v in (towards(orientation, e, 1) for e in range(6)))
            assert across >= 38 + gap - 1e-3


def test_dense_holds_most_tiles() -> None:
    counts = {}
    for name in ("dense", "ruler", "apart"):
        layout = layout_named(name)
        assert isinstance(layout, Lattice)
        counts[name] = len(fill_lattice(layout, "pointy", 38, 0, 0, INSIDE))
    assert counts["dense"] == max(counts.values()) >= 32


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("gap", [0.0, 2.0])
def test_straight_cuts_of_the_ruler_layout_free_all_tiles(orientation: Orientation, gap: float) -> None:
    """Every edge lies on a line, and no line runs through a tile."""
    layout = layout_named("ruler")
    assert isinstance(layout, Lattice)
    places = fill_lattice(layout, orientation, 38, gap, 0.0, INSIDE)
    lines = cut_lines(orientation, 38, places, INSIDE)
    for place in places:
        shape = hex_shape(orientation, 38, place)
        on_lines = 0
        for (x, y), (u, v) in lines:
            whole = math.dist((x, y), (u, v))
            sides = [((u - x) * (b - y) - (v - y) * (a - x)) / whole for a, b in shape]
            assert min(sides) > -0.05 or max(sides) < 0.05, "a cut runs through a tile"
            on_lines += sum(abs(side) < 0.05 for side in sides) == 2
        assert on_lines == 6


def test_lines_of_a_honeycomb_would_run_through_tiles() -> None:
    """The test above can fail: in the dense layout the same lines cut tiles."""
    layout = layout_named("dense")
    assert isinstance(layout, Lattice)
    places = fill_lattice(layout, "pointy", 38, 0, 0.0, INSIDE)
    bad = 0
    for (x, y), (u, v) in cut_lines("pointy", 38, places, INSIDE):
        for place in places:
            sides = [(u - x) * (b - y) - (v - y) * (a - x) for a, b in hex_shape("pointy", 38, place)]
            bad += min(sides) < -1 and max(sides) > 1
    assert bad > 0


def test_the_layouts_that_come_along_can_all_be_read() -> None:
    assert set(layout_names()) >= {"dense", "ruler", "apart", "die"}
    die = layout_named("die")
    assert isinstance(die, Die)
    assert len(die.places()) == die.columns * die.rows
    assert die.places()[1][0] - die.places()[0][0] == die.pitch[0]


def test_a_layout_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("kind: lattice\nsteps: [[1, 0], [0.5, 0.9]]\n", encoding="utf-8")
    assert read_layout(file) == Lattice("mine", "mine", ((1.0, 0.0), (0.5, 0.9)), "outlines")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind: heap", "kind should be 'lattice' or 'die', not 'heap'"),
        ("[1]", "should be a mapping"),
        ("kind: [", "is no YAML"),
        ("kind: lattice\nsteps: [[1, 0], [2, 0]]", "do not run alike"),
        ("kind: lattice\nsteps: 3", "steps should be a list of pairs of numbers, not 3"),
        (
            "kind: lattice\nsteps: [[1, 0], [0, 1]]\ncuts: wavy",
            "cuts should be 'outlines' or 'lines', not 'wavy'",
        ),
        ("kind: lattice\nstep: [[1, 0], [0, 1]]", "unknown key 'step'; did you mean 'steps'?"),
        ("kind: die\npaper: a4\ntile: big", "tile should be a number from 5 to 2000, not 'big'"),
        ("kind: die\npaper: a44", "there is no paper 'a44'"),
    ],
)
def test_wrong_layouts_are_explained(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(dedent(text), encoding="utf-8")
    with pytest.raises((BadLayout, UnknownSize), match=message.replace("[", r"\[").replace("?", r"\?")):
        read_layout(file)


def test_an_unknown_layout_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadLayout, match=r"there is no layout 'ruller'; did you mean 'ruler'?"):
        layout_named("ruller")
    with pytest.raises(BadLayout, match="cannot be read"):
        layout_named(str(tmp_path / "no.yaml"))
