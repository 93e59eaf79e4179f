"""Golden drawings: one of each kind, kept as it was when somebody last looked at it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from open18xx.geometry.grid import Orientation
from open18xx.loading import load_title
from open18xx.loading.catalogue import standard_tile
from open18xx.render import cards, charters, charts
from open18xx.render.font import FAMILIES
from open18xx.render.hexes import HexStyle, tile_element
from open18xx.render.look import Look, look_of
from open18xx.render.map import map_drawing
from open18xx.render.market import market_drawing
from open18xx.render.signs import token
from open18xx.render.svg import Element, document, file_text, group, moved
from open18xx.render.theme import THEMES

GOLDEN = Path(__file__).parent / "golden"
CARD = (68.0, 44.0)


def _tile(
    name: str, rotation: int = 0, orientation: Orientation = "pointy", theme: str = "standard"
) -> Callable[[], str]:
    def draw() -> str:
        style = HexStyle(orientation, THEMES[theme], ())
        return _text(moved(120, 120, tile_element(style, standard_tile(name), rotation)), 240, 240)

    return draw


@cache
def _look(title: str, theme: str = "standard") -> Look:
    return look_of(load_title(title, hooks=False), THEMES[theme])


def _text(element: Element, width: float, height: float) -> str:
    return file_text(document(width, height, group(element, font_family=FAMILIES), title="golden"))


def _map() -> str:
    drawing = map_drawing(_look("1889"), 40)
    return _text(drawing.element, drawing.width, drawing.height)


def _market(theme: str) -> str:
    drawing = market_drawing(_look("1889", theme))
    return _text(drawing.element, drawing.width, drawing.height)


def _charter() -> str:
    look = _look("1826")
    size = charters.CHARTER
    return _text(
        charters.charter(look, look.title.companies.corporations["Paris"], size, 10.5), size[0], size[1]
    )


def _card(made: tuple[cards.Card, ...], id_: str) -> str:
    return _text(next(card.element for card in made if card.id == id_), *CARD)


DRAWINGS: dict[str, Callable[[], str]] = {
    "sharp-town": _tile("3"),
    "city": _tile("57", 1),
    "bridge": _tile("20", 0, "flat"),
    "double-town": _tile("55", 0, "flat"),
    "double-city": _tile("64", 2),
    "three-slots": _tile("513"),
    "six-cities": _tile("516"),
    "crossing-curves": _tile("47", 0, "flat", "colour-blind"),
    "hatched": _tile("63", 0, "pointy", "ink-saving"),
    "map": _map,
    "market": lambda: _market("standard"),
    "market-ink": lambda: _market("ink-saving"),
    "charter": _charter,
    "president": lambda: _card(cards.certificates(_look("1826"), CARD), "Nord-1"),
    "train": lambda: _card(cards.trains(_look("1894"), CARD), "5+1"),
    "private": lambda: _card(cards.privates(_look("1889"), CARD), "MF"),
    "token": lambda: _text(token(_look("1826").badge("PLM"), (6, 6), 5.25), 12, 12),
    "phases": lambda: _text(charts.phase_table(_look("1826"), 180, 3).element, 180, 60),
    "rounds": lambda: _text(charts.round_tracker(_look("1826"), 180).element, 180, 30),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_golden_drawings(name: str) -> None:
    """OPEN18XX_WRITE_GOLDEN=1 writes them anew; look at what changed before committing."""
    file = GOLDEN / f"{name}.svg"
    text = DRAWINGS[name]()
    if os.environ.get("OPEN18XX_WRITE_GOLDEN"):
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def test_no_golden_drawing_is_left_over() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(DRAWINGS)
