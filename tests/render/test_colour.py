"""Colours: contrast, difference, simulated colour blindness, and what themes promise of them."""

from __future__ import annotations

from itertools import combinations

import pytest
from open18xx.render.colour import (
    READABLE,
    Deficiency,
    contrast,
    difference,
    linear,
    mixed,
    readable_on,
    simulated,
    written,
)
from open18xx.render.theme import STAGE_DOTS, THEMES, Theme, UnknownTheme, theme_named

DEFICIENCIES: tuple[Deficiency, ...] = ("protanopia", "deuteranopia", "tritanopia")


def test_contrast_of_known_pairs() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ff0000", "#ff0000") == 1


def test_colours_come_back_as_written() -> None:
    for colour in ("#000000", "#ffffff", "#3b8fd0", "#fce94b"):
        assert written(linear(colour)) == colour


def test_a_word_is_no_colour() -> None:
    with pytest.raises(ValueError, match="should be a colour such as '#ff8000'"):
        linear("red")


def test_gray_looks_gray_to_everybody() -> None:
    for deficiency in DEFICIENCIES:
        assert difference(simulated("#808080", deficiency), "#808080") < 3


def test_red_and_green_are_alike_without_red_cones() -> None:
    seen = [simulated(colour, "protanopia") for colour in ("#a05000", "#5c6b00")]
    assert difference("#a05000", "#5c6b00") > 2 * difference(*seen)


def test_unreadable_text_becomes_black_or_white() -> None:
    assert readable_on("#0000cd", "#ffffff") == "#ffffff"
    assert readable_on("#ffff00", "#ffffff") == "#000000"
    assert readable_on("#000080", "#101010") == "#ffffff"


def test_mixing_ends_at_both_colours() -> None:
    assert mixed("#123456", "#ffffff", 0) == "#123456"
    assert mixed("#123456", "#ffffff", 1) == "#ffffff"


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_everything_on_tiles_is_readable(theme: Theme) -> None:
    for colour, fill in (*theme.fills.items(), *theme.zones.items()):
        assert contrast(theme.ink, fill.colour) >= READABLE, colour
    assert contrast(theme.faint, theme.paper) >= READABLE


def test_stages_can_be_told_apart_with_every_deficiency() -> None:
    fills = THEMES["colour-blind"].fills
    for deficiency in DEFICIENCIES:
        for one, other in combinations((*STAGE_DOTS, "blank"), 2):
            seen = [simulated(fills[name].colour, deficiency) for name in (one, other)]
            assert difference(*seen) >= 20, (deficiency, one, other)


def test_the_ink_saving_theme_tells_stages_apart_by_lines() -> None:
    theme = THEMES["ink-saving"]
    hatches = [theme.fills[colour].hatch for colour in STAGE_DOTS]
    assert len({hatch for hatch in hatches if hatch is not None}) == 4
    assert not theme.companies


def test_companies_of_a_theme_are_readable_whatever_the_pack_says() -> None:
    ground, ink = THEMES["standard"].company("CECC15", "FFFFFF")
    assert contrast(ground, ink) >= READABLE


def test_an_unknown_theme_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownTheme, match="no theme 'drak'; known are standard, colour-blind, ink-saving"):
        theme_named("drak")
