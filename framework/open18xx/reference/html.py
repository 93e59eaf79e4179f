"""A rule reference as one HTML page that needs nothing else: style, fonts and drawings are inside."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from pathlib import Path

from open18xx.reference.blocks import (
    Block,
    Book,
    Cell,
    Chapter,
    Chart,
    Figure,
    Gallery,
    Index,
    Points,
    Rule,
    Section,
    Table,
    Text,
    shorts_of,
)
from open18xx.reference.changes import row_key
from open18xx.render.font import FAMILIES, style_sheet
from open18xx.render.svg import el, group, number, to_text

Linker = Callable[[str], str]


def html_of(book: Book) -> str:
    """The whole page."""
    writer = _Writer(book)
    name = escape(book.title)
    chapters = "\n".join(writer.chapter(chapter) for chapter in book.chapters)
    base = f" · differences from {escape(book.base)} are marked" if book.base else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}: rule reference</title>
<meta name="description" content="Rule reference of {name}, version {escape(book.version)}">
<link rel="icon" href="data:,">
<style>
{style_sheet()}
{_style()}</style>
</head>
<body>
<a class="skip" href="#main">To the rules</a>
<header>
<h1>{name}</h1>
<p>{escape(book.subtitle)}</p>
<p>Rule reference · version {escape(book.version)}{base}</p>
</header>
<div class="page">
{_contents(book.chapters)}
<main id="main">
{chapters}
</main>
</div>
<footer>Made by Open18xx from the data of the title pack.</footer>
</body>
</html>
"""


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def _contents(chapters: Sequence[Chapter]) -> str:
    items = []
    for chapter in chapters:
        link = f'<a href="#{chapter.id}">{escape(chapter.title)}</a>'
        inner = "".join(
            f'<li><a href="#{section.id}">{escape(_heading(section))}</a></li>'
            for section in chapter.sections
        )
        items.append(f"<li>{link}{f'<ol>{inner}</ol>' if inner else ''}</li>")
    return (
        '<nav class="contents" aria-label="Contents"><details open><summary>Contents</summary><ol>'
        + "\n".join(items)
        + "</ol></details></nav>"
    )


def _heading(section: Section) -> str:
    return f"{section.number} {section.title}".strip()


class _Writer:
    """Writes blocks; knows what is changed and which rules can be linked to."""

    def __init__(self, book: Book) -> None:
        self._changed = book.changed
        self._base = book.base
        rules = {block.id for block in book.blocks() if isinstance(block, Rule)}
        self._link = _linker(rules)
        self._shorts = shorts_of(book)

    def chapter(self, chapter: Chapter) -> str:
        parts = [f'<h2 id="{chapter.id}">{escape(chapter.title)}</h2>']
        parts += [self.block(block) for block in chapter.blocks]
        for section in chapter.sections:
            sign = f'<span class="number">{escape(section.number)}</span>' if section.number else ""
            parts.append(f'<section><h3 id="{section.id}">{sign}{escape(section.title)}</h3>')
            parts += [self.block(block) for block in section.blocks]
            parts.append("</section>")
        kind = ' class="own-page"' if chapter.own_page else ""
        return f"<section{kind}>\n" + "\n".join(parts) + "\n</section>"

    def block(self, block: Block) -> str:
        if isinstance(block, Text):
            return f"<p>{self._link(block.words)}</p>"
        if isinstance(block, Rule):
            return self._rule(block)
        if isinstance(block, Points):
            tag = "ol" if block.numbered else "ul"
            items = "".join(
                f"<li{self._class(f'point:{item}')}>{self._link(item)}{self._badge(f'point:{item}')}</li>"
                for item in block.items
            )
            return f"<{tag}>{items}</{tag}>"
        if isinstance(block, Table):
            return self._table(block)
        if isinstance(block, Figure):
            wide = " wide" if not block.print_width else ""
            return self._figure(block, f"figure:{block.name}", wide)
        if isinstance(block, Gallery):
            inner = "".join(self._figure(figure, f"figure:{figure.name}") for figure in block.figures)
            return f'<div class="gallery">{inner}</div>'
        if isinstance(block, Chart):
            return self._chart(block)
        return self._index(block)

    def _rule(self, rule: Rule) -> str:
        key = f"rule:{rule.id}"
        changed = " changed" if key in self._changed else ""
        parts = [
            f'<div class="rule{changed}" id="{escape(rule.id)}">',
            f'<a class="id" href="#{escape(rule.id)}">{escape(rule.id)}</a>',
            f"<p>{self._link(rule.words)}{self._badge(key)}</p>",
        ]
        if rule.example:
            parts.append(f'<p class="example">Example: {self._link(rule.example)}</p>')
        if rule.same_as:
            parts.append(f'<p class="same">Says the same as {self._link(rule.same_as)}.</p>')
        return "".join(parts) + "</div>"

    def _table(self, table: Table) -> str:
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
        rows = []
        for row in table.rows:
            key = row_key(table, row)
            cells = [self._cell(cell, first=order == 0) for order, cell in enumerate(row)]
            if key in self._changed and isinstance(row[0], str):
                cells[0] = f'<th scope="row">{escape(row[0])}{self._badge(key)}</th>'
            rows.append(f"<tr{self._class(key)}>{''.join(cells)}</tr>")
        return (
            f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )

    def _cell(self, cell: Cell, *, first: bool) -> str:
        if isinstance(cell, Figure):
            return f"<td>{_svg(cell)}</td>"
        words = self._link(cell)
        return f'<th scope="row">{words}</th>' if first else f"<td>{words}</td>"

    def _figure(self, figure: Figure, key: str, more: str = "") -> str:
        changed = " changed" if key in self._changed else ""
        caption = (
            f"<figcaption>{escape(figure.caption)}{self._badge(key)}</figcaption>" if figure.caption else ""
        )
        kind = f' class="{(more + changed).strip()}"' if more or changed else ""
        return f"<figure{kind}>{_svg(figure)}{caption}</figure>"

    def _chart(self, chart: Chart) -> str:
        rows = []
        for row in chart.rows:
            key = f"chart:{chart.name}:{row.old.name}"
            changed = " changed" if key in self._changed else ""
            new = "".join(self._figure(figure, "") for figure in row.new)
            rows.append(
                f'<div class="row{changed}">{self._figure(row.old, "")}{self._badge(key)}'
                f'<span class="arrow" aria-label="may become">→</span><div class="new">{new}</div></div>'
            )
        return f'<div class="chart">{"".join(rows)}</div>'

    def _index(self, index: Index) -> str:
        entries = "".join(
            f"<dt>{escape(entry.term)}</dt><dd>{', '.join(self._short(rule) for rule in entry.rules)}</dd>"
            for entry in index.entries
        )
        return f'<dl class="index">{entries}</dl>'

    def _short(self, rule: str) -> str:
        return f'<a href="#{escape(rule)}">{escape(self._shorts.get(rule, rule))}</a>'

    def _class(self, key: str) -> str:
        return ' class="changed"' if key in self._changed else ""

    def _badge(self, key: str) -> str:
        if key not in self._changed:
            return ""
        return f'<span class="badge" title="differs from {escape(self._base)}">changed</span>'


def _linker(rules: set[str]) -> Linker:
    """A function that escapes a text and turns the ids of rules in it into links."""
    if not rules:
        return escape
    # Longest first, so that no id is taken for the beginning of another.
    names = "|".join(re.escape(escape(rule)) for rule in sorted(rules, key=lambda rule: (-len(rule), rule)))
    pattern = re.compile(rf"(?<![\w.-])(?:{names})(?![\w-])")
    quick = re.compile(r"-[0-9]")

    def link(words: str) -> str:
        safe = escape(words)
        if not quick.search(safe):
            return safe
        return pattern.sub(lambda match: f'<a href="#{match[0]}">{match[0]}</a>', safe)

    return link


def _svg(figure: Figure) -> str:
    """A figure inside the page."""
    return to_text(
        el(
            "svg",
            el("title", figure.alt),
            group(figure.drawing, font_family=FAMILIES),
            viewBox=f"0 0 {number(figure.width)} {number(figure.height)}",
            role="img",
        )
    )
