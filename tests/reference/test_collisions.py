"""No text of a reference or of a print sheet lies on another or is cut off by the page."""

from __future__ import annotations

import pytest
from open18xx.loading import load_title
from open18xx.reference.book import book_of
from open18xx.reference.frame import Settings
from open18xx.reference.paper import paper
from open18xx.reference.printing import files_of, plan_of
from open18xx.reference.typeset import pdf_of
from open18xx.render.look import look_of
from open18xx.render.theme import THEMES

from tests.support.pdfs import colliding_texts

#: Everything that is printed whole; pages of a map show parts of texts at their edges.
WHOLE = ("tiles", "charters", "certificates", "trains", "privates", "extras", "tokens", "aid")


@pytest.mark.parametrize(("title_id", "size"), [("1826", "a4"), ("1894", "letter")])
def test_no_text_of_a_reference_collides(title_id: str, size: str) -> None:
    book = book_of(look_of(load_title(title_id, hooks=False), THEMES["standard"]))
    assert colliding_texts(pdf_of(book, paper(size))) == []


@pytest.mark.parametrize(("title_id", "size"), [("1826", "letter"), ("1894", "a4"), ("1830", "a4")])
def test_no_text_of_the_sheets_collides(title_id: str, size: str) -> None:
    look = look_of(load_title(title_id, hooks=False), THEMES["colour-blind"])
    files = files_of(plan_of(look, Settings(paper(size)), WHOLE), ("pdf",))
    assert len(files) >= len(WHOLE)
    for name, data in files.items():
        assert colliding_texts(data) == [], name
    posters = files_of(plan_of(look, Settings(paper(size)), ("map", "market")), ("pdf",))
    for name in ("map-poster.pdf", "market-poster.pdf"):
        assert colliding_texts(posters[name]) == [], name
