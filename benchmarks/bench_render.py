"""Speed of drawings, print sheets and rule references."""

from __future__ import annotations

import pytest
from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.reference.book import book_of
from open18xx.reference.frame import Settings
from open18xx.reference.html import html_of
from open18xx.reference.paper import paper
from open18xx.reference.printing import files_of, plan_of
from open18xx.reference.typeset import pdf_of
from open18xx.render import hexes
from open18xx.render.look import look_of
from open18xx.render.map import map_drawing
from open18xx.render.stops import layout
from open18xx.render.svg import to_text
from open18xx.render.theme import THEMES
from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture(scope="module")
def title() -> Title:
    return load_title("1826", hooks=False)


def forget() -> None:
    """Drawings are remembered; begin as a new process does."""
    hexes.tile_element.cache_clear()
    layout.cache_clear()


def test_map_of_1826(benchmark: BenchmarkFixture, title: Title) -> None:
    def draw() -> str:
        forget()
        return to_text(map_drawing(look_of(title, THEMES["standard"]), 40).element)

    benchmark(draw)


@pytest.mark.parametrize("theme", THEMES)
def test_all_print_sheets_of_1826(benchmark: BenchmarkFixture, title: Title, theme: str) -> None:
    """As PDF and SVG, the map and the market both ways. Wanted: under 10 seconds."""

    def make() -> int:
        forget()
        plan = plan_of(look_of(title, THEMES[theme]), Settings(paper("a4")))
        return sum(len(content) for content in files_of(plan, ["pdf", "svg"]).values())

    size = benchmark.pedantic(make, rounds=3)
    benchmark.extra_info["bytes"] = size


def test_rule_reference_of_1826_html(benchmark: BenchmarkFixture, title: Title) -> None:
    """Wanted: under 3 seconds."""

    def make() -> int:
        forget()
        return len(html_of(book_of(look_of(title, THEMES["standard"]))))

    benchmark.pedantic(make, rounds=3)


def test_rule_reference_of_1826_pdf(benchmark: BenchmarkFixture, title: Title) -> None:
    def make() -> int:
        forget()
        return len(pdf_of(book_of(look_of(title, THEMES["standard"])), paper("a4")))

    benchmark.pedantic(make, rounds=3)
