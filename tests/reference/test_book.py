"""The rule reference: complete, the same figures in every format, from the same table as play."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from open18xx import resources
from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.loading.templates import render_book
from open18xx.reference.blocks import Book, Chart, Rule, Table
from open18xx.reference.book import book_of
from open18xx.reference.changes import compared, differences, passages
from open18xx.reference.html import html_of
from open18xx.reference.markdown import markdown_of
from open18xx.reference.paper import paper
from open18xx.reference.typeset import pdf_of
from open18xx.reference.upgrades import Arrows, upgrade_chart
from open18xx.render.look import look_of
from open18xx.render.theme import THEMES
from open18xx.track.board import Board

from tests.support.contexts import SHIPPED
from tests.support.drawings import parsed
from tests.support.pages import Page
from tests.support.pdfs import opened, page_sizes, page_text


@cache
def title(name: str = "1826") -> Title:
    return load_title(name, hooks=False)


@cache
def book(name: str = "1826") -> Book:
    return book_of(look_of(title(name), THEMES["standard"]))


@cache
def page() -> str:
    return html_of(book())


def test_every_rule_is_in_the_book_with_its_figures_filled_in() -> None:
    rules = {block.id: block.words for block in book().blocks() if isinstance(block, Rule)}
    rendered = render_book(title())
    assert list(rules) == list(rendered.ids())
    assert not any("{{" in words or "{%" in words for words in rules.values())


def test_every_chapter_is_there() -> None:
    assert [chapter.id for chapter in book().chapters] == [
        "overview", "setup", "sequence", "rules", "phases", "trains", "privates", "corporations", "market",
        "map", "tiles", "special", "end", "sources", "index", "summary",
    ]  # fmt: skip


def test_names_of_figures_are_unique() -> None:
    names = Counter(figure.name for figure in book().figures())
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_each_passage_has_a_key_of_its_own(name: str) -> None:
    """Otherwise one would be compared with another, and marked as changed in every mod."""
    own = book_of(look_of(title(name), THEMES["standard"]))
    keys = Counter(passage.key for passage in passages(own))
    assert [key for key, count in keys.items() if count > 1] == []
    assert differences(own, own) == frozenset()


def test_headings_come_in_order() -> None:
    found = Page(page())
    assert found.tags["h1"] == 1
    assert found.tags["h2"] == len(book().chapters)
    assert found.tags["h3"] == sum(len(chapter.sections) for chapter in book().chapters)


def test_markdown_has_every_rule_and_all_its_figures() -> None:
    files = markdown_of(book())
    text = files["index.md"].decode()
    for rule in title().rulebook.ids():
        assert f'<a id="{rule}"></a>' in text
    named = set(re.findall(r"\]\((figures/[^)]+)\)", text))
    assert named == set(files) - {"index.md"}
    anchors = set(re.findall(r'<a id="([^"]+)">', text)) | set(re.findall(r"\{#([^}]+)\}", text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors
    parsed(files["figures/map.svg"].decode())
    parsed(files["figures/tile-57.svg"].decode())


@pytest.mark.parametrize(("size", "millimetres"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_the_pdf_has_bookmarks_page_numbers_and_real_text(
    size: str, millimetres: tuple[float, float]
) -> None:
    data = pdf_of(book(), paper(size))
    sizes = page_sizes(data)
    assert all(found == pytest.approx(millimetres, abs=0.1) for found in sizes)
    assert 15 < len(sizes) < 60
    with opened(data) as document:
        bookmarks = [item.get_title() for item in document.get_toc()]
    for chapter in book().chapters:
        assert chapter.title in bookmarks
    assert f"4 / {len(sizes)}" in page_text(data, 3)
    words = " ".join(page_text(data, number) for number in range(len(sizes)))
    assert "1826-1.1-01" in words
    assert "F12,000" in words


def test_the_pdf_is_the_same_twice() -> None:
    small = Book("T", "", "1", book().chapters[:3])
    assert pdf_of(small, paper("a4")) == pdf_of(small, paper("a4"))


@pytest.mark.parametrize("name", ["1826", "1894", "1889", "1830", "18Chesapeake"])
def test_the_chart_agrees_with_what_play_allows(name: str) -> None:
    """Each arrow drawn is one of the engine's, with the rotations that the engine finds."""
    board = Board(title(name).map, title(name).tiles)
    somewhere = next(hex_id for hex_id, item in title(name).map.hexes.items() if item.takes_track)
    drawn = upgrade_chart(title(name))
    for arrows in drawn:
        if arrows.place is not None or arrows.hexes:
            continue
        placements = {somewhere: (arrows.tile.id, 0)}
        assert [item.tile.id for item in arrows.successors] == [
            target.tile for target in board.entry_of(arrows.tile.id).upgrades
        ]
        for successor in arrows.successors:
            legal = {fit.rotation for fit in board.fits(placements, somewhere, successor.tile.id)}
            looks = successor.tile.looks
            assert set(successor.rotations) == legal & set(looks)
            assert successor.rotations, f"{arrows.tile.id} to {successor.tile.id} fits no way"
    _check_printed(board, name, drawn)
    replaced = {arrows.tile.id for arrows in drawn if arrows.place is None and not arrows.hexes}
    assert replaced == {tile for tile, entry in title(name).tiles.entries.items() if entry.upgrades}


def _check_printed(board: Board, name: str, drawn: tuple[Arrows, ...]) -> None:
    shown = {hex_id: arrows for arrows in drawn for hex_id in arrows.hexes}
    places = {arrows.place: arrows for arrows in drawn if arrows.place is not None}
    for hex_id, item in title(name).map.hexes.items():
        legal = [target.tile for target in board.upgrades({}, hex_id)]
        if hex_id in shown:
            possible = [s.tile.id for s in shown[hex_id].successors if not s.only or hex_id in s.only]
            assert possible == legal
        elif legal:
            possible = [s.tile.id for s in places[item.place].successors if not s.only or hex_id in s.only]
            assert possible == legal


def test_the_chart_in_the_book_is_the_chart() -> None:
    rows = [row for block in book().blocks() if isinstance(block, Chart) for row in block.rows]
    assert len(rows) == len(upgrade_chart(title()))
    assert sum(len(row.new) for row in rows) == sum(len(item.successors) for item in upgrade_chart(title()))


def test_tables_say_what_the_pack_says() -> None:
    tables = {block.name: block for block in book().blocks() if isinstance(block, Table)}
    assert tables["players"].rows[0] == ("2", "F900", "F10,200", "28")
    assert tables["trains"].rows[-1][:3] == ("TGV", "F1,000", "no limit")
    assert [row[0] for row in tables["phases"].rows] == list(title().phases)
    assert len(tables["corporations"].rows) == 12


def test_a_changed_number_changes_the_book(tmp_path: Path) -> None:
    pack = tmp_path / "g1826"
    shutil.copytree(resources.titles_dir() / "g1826", pack)
    file = pack / "trains.yaml"
    file.write_text(file.read_text("utf-8").replace("id: 2H, cost: 100", "id: 2H, cost: 110"), "utf-8")
    changed = html_of(book_of(look_of(load_title(pack, hooks=False), THEMES["standard"])))
    assert "F110</td><td>8" in changed
    assert "F110</td><td>8" not in page()


def test_a_mod_marks_what_differs_from_the_title_it_extends(tmp_path: Path) -> None:
    pack = tmp_path / "mod"
    pack.mkdir()
    (pack / "title.yaml").write_text(
        'format: 1\nextends: "1826"\nid: mod\nname: Mod\nversion: 1.0.0\nplayers: {2: {cash: 800}}\n', "utf-8"
    )
    (pack / "trains.yaml").write_text("trains:\n  - {id: 4H, cost: 250}\n", "utf-8")
    mod = book_of(look_of(load_title(pack, hooks=False), THEMES["standard"]))
    marked = compared(mod, book())
    assert marked.base == "1826"
    assert "row:trains:4H" in marked.changed
    assert "row:trains:2H" not in marked.changed
    assert "row:players:2" in marked.changed
    assert "rule:1826-1.1-05" in marked.changed
    assert "rule:1826-1.1-07" not in marked.changed
    assert "figure:tile-57" not in marked.changed
    text = html_of(marked)
    assert "differences from 1826 are marked" in text
    assert 'class="rule changed" id="1826-1.1-05"' in text
    assert "**(changed)**" in markdown_of(marked)["index.md"].decode()
    assert pdf_of(marked, paper("a4")).startswith(b"%PDF")
