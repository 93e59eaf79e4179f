"""The HTML reference in a real browser, where one is installed; test_pages.py needs none."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from open18xx.loading import load_title
from open18xx.reference.book import book_of
from open18xx.reference.html import html_of
from open18xx.reference.paper import paper
from open18xx.reference.typeset import pdf_of
from open18xx.render.look import look_of
from open18xx.render.theme import THEMES

from tests.support.browsers import browser, printed, probed
from tests.support.pdfs import page_sizes, page_text


@cache
def page(title_id: str) -> str:
    return html_of(book_of(look_of(load_title(title_id, hooks=False), THEMES["standard"])))


@pytest.mark.parametrize("title_id", ["1826", "1894"])
@pytest.mark.parametrize("width", [1280, 390], ids=["screen", "phone"])
def test_the_page_loads_without_errors_and_fits(title_id: str, width: int, tmp_path: Path) -> None:
    browser()
    told, console = probed(page(title_id), tmp_path, width)
    assert console == []
    assert told["broken"] == []
    assert told["links"] > 200
    assert told["loads"] == []
    assert (told["fonts"], told["failed"]) == (2, 0)
    assert told["flat"] == 0, "every drawing has a height"
    assert told["wide"] == []
    assert told["scroll"] <= 0, "nothing makes the page wider than the window"
    assert told["quirks"] == "CSS1Compat"


def test_a_broken_link_and_a_load_from_outside_would_be_found(tmp_path: Path) -> None:
    browser()
    bad = page("1889").replace("</main>", '<a href="#nowhere">x</a><img src="missing.png"></main>')
    told, _ = probed(bad, tmp_path)
    assert told["broken"] == ["#nowhere"]
    assert told["loads"] == ["missing.png"]


def test_it_prints_to_the_expected_number_of_pages(tmp_path: Path) -> None:
    """As many as the PDF has, and at most half as many again: a browser sets the rules in a wider font."""
    browser()
    data = printed(page("1826"), tmp_path)
    sizes = page_sizes(data)
    wanted = len(page_sizes(pdf_of(book_of(look_of(load_title("1826"), THEMES["standard"])), paper("a4"))))
    assert wanted <= len(sizes) <= 1.6 * wanted
    words = [page_text(data, number) for number in range(len(sizes))]
    assert all(text.strip() for text in words), "no page is blank"
    assert "Summary for each player" in words[-1]
    assert "End of the game" in words[-1], "the summary takes one page"
