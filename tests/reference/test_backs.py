"""Backs of cards lie behind their fronts when a sheet is turned over along its left side."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from open18xx.loading import load_title
from open18xx.reference.frame import Settings
from open18xx.reference.items import items
from open18xx.reference.paper import paper
from open18xx.reference.printing import chosen_parts, pages_of, plan_of
from open18xx.render.look import Look, look_of
from open18xx.render.svg import file_text
from open18xx.render.theme import THEMES

from tests.support.drawings import found, parsed, size_mm

A4 = Settings(paper("a4"))
Placed = dict[tuple[float, float], frozenset[str]]


@cache
def look() -> Look:
    return look_of(load_title("1826", hooks=False), THEMES["standard"])


def placed(text: str) -> tuple[Placed, float]:
    """The words on each card of a sheet by the middle of the card, and how wide the sheet is."""
    root = parsed(text)
    boxes = [item.points() for item in found(root, "path", "cut")]
    words: Placed = {}
    texts = [
        (
            "".join(item.element.itertext()),
            item.at(float(item.element.attrib["x"]), float(item.element.attrib["y"])),
        )
        for item in found(root, "text")
    ]
    for points in boxes:
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        inside = [word for word, (x, y) in texts if left < x < right and top < y < bottom]
        words[round((left + right) / 2, 2), round((top + bottom) / 2, 2)] = frozenset(inside)
    return words, size_mm(root)[0]


@pytest.mark.parametrize("kind", ["certificates", "trains", "extras"])
@pytest.mark.parametrize(
    "settings", [A4, replace(A4, bleed=2.0), Settings(paper("letter"))], ids=["a4", "bleed", "letter"]
)
def test_each_back_lies_behind_its_front(kind: str, settings: Settings) -> None:
    plan = plan_of(look(), settings, (kind, "backs"))
    pages = {item.name: [file_text(page.drawing) for page in pages_of(plan, item)] for item in plan.documents}
    assert len(pages[kind]) == len(pages[f"{kind}-backs"])
    told = 0
    for front, back in zip(pages[kind], pages[f"{kind}-backs"], strict=True):
        fronts, width = placed(front)
        behind, other = placed(back)
        assert width == other
        assert {(round(width - x, 2), y) for x, y in fronts} == set(behind)
        for (x, y), words in fronts.items():
            common = words & behind[round(width - x, 2), y] - {"1826"}
            names = {*look().title.trains, *look().title.companies.corporations, "SNCF bond"}
            assert common & names or "Priority" in words, words
            told += 1
    assert told > 10


def test_backs_are_printed_only_when_named() -> None:
    assert "backs" not in chosen_parts([])
    assert "backs" not in chosen_parts(["all"])
    assert chosen_parts(["all,backs"])[-1] == "backs"
    assert not any("back" in item.name for item in plan_of(look(), A4).documents)


def test_single_backs_have_bleed_too() -> None:
    made = list(items(look(), A4, ("backs",), guides=True))
    assert {item.path.split("/")[1] for item in made} == {"certificates", "trains", "privates", "extras"}
    assert all(item.width == pytest.approx(68 + 2 * 3.175) for item in made)
