"""The HTML references of all titles: links, ids, texts of pictures, colours, nothing from outside."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from open18xx.loading import load_title
from open18xx.reference.book import book_of
from open18xx.reference.changes import compared
from open18xx.reference.html import html_of
from open18xx.render.colour import READABLE, contrast
from open18xx.render.look import look_of
from open18xx.render.theme import THEMES

from tests.support.pages import Page

#: Titles with the theme their reference is drawn in, and what they extend.
REFERENCES = (
    ("1826", "standard", None),
    ("1894", "colour-blind", None),
    ("1889", "ink-saving", None),
    ("1830", "standard", None),
    ("18Chesapeake", "standard", None),
    ("1889-fewer", "standard", "1889"),
)
every = pytest.mark.parametrize("reference", REFERENCES, ids=lambda item: item[0])
Reference = tuple[str, str, str | None]


@cache
def page(reference: Reference) -> str:
    title_id, theme, base = reference
    book = book_of(look_of(load_title(title_id, hooks=False), THEMES[theme]))
    if base is not None:
        book = compared(book, book_of(look_of(load_title(base, hooks=False), THEMES[theme])))
    return html_of(book)


@every
def test_the_page_is_well_formed_and_needs_nothing_else(reference: Reference) -> None:
    found = Page(page(reference))
    assert found.bad == []
    assert found.open == []
    assert found.outside == []
    assert found.tags["script"] == 0
    assert found.tags["img"] == 0
    assert re.findall(r"url\((?!data:)[^)]*\)", page(reference)) == []
    assert "@import" not in page(reference)


@every
def test_no_link_of_the_page_is_broken_and_no_id_is_there_twice(reference: Reference) -> None:
    found = Page(page(reference))
    assert [name for name, count in Counter(found.ids).items() if count > 1] == []
    assert set(found.links) <= set(found.ids)
    assert len(found.links) > 200


@every
def test_every_figure_has_a_text_for_those_who_cannot_see_it(reference: Reference) -> None:
    drawings = re.findall(r"<svg[^>]*>\s*<title>([^<]*)</title>", page(reference))
    assert len(drawings) == page(reference).count("<svg")
    assert all(words.strip() for words in drawings)
    roles = re.findall(r"<svg([^>]*)>", page(reference))
    assert all('role="img"' in attributes for attributes in roles)


@every
def test_the_style_is_readable_on_paper_screen_and_phone(reference: Reference) -> None:
    text = page(reference)
    assert "@media print" in text
    assert "@media (max-width" in text
    assert 'name="viewport"' in text
    assert '<html lang="en">' in text
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", text))
    for name in ("ink", "faint", "link"):
        assert contrast(colours[name], colours["ground"]) >= READABLE
        assert contrast(colours[name], colours["side"]) >= READABLE
        target = re.search(r":target \{ background: (#[0-9a-f]{6}|#[0-9a-f]{3})", text)
        assert target is not None
        assert contrast(colours[name], target[1]) >= READABLE
    assert contrast("#ffffff", colours["mark"]) >= READABLE
