"""A rule reference as PDF: a document for Typst, with contents, bookmarks, page numbers and real text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

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
from open18xx.reference.paper import Size
from open18xx.reference.pdf import typeset_pdf
from open18xx.reference.pdf import typst_text as quoted
from open18xx.render.font import FAMILIES, FAMILY
from open18xx.render.svg import document, file_text, group, moved, number

#: Space around the text of a page: left and right, top, bottom.
_MARGINS: Final = (18.0, 20.0, 20.0)
#: Part of a page that a heading above a large figure takes.
_HEADING: Final = 24.0


def typst_of(book: Book, paper: Size) -> tuple[str, dict[str, bytes]]:
    """The document and the drawings it names."""
    writer = _Writer(book, paper)
    files = {writer.files[figure.name]: _drawing(figure) for figure in book.figures()}
    return writer.document(), files


def pdf_of(book: Book, paper: Size) -> bytes:
    """The reference as PDF.

    Raises:
        PdfUnavailable: Typst is not installed.
    """
    source, files = typst_of(book, paper)
    return typeset_pdf(source, files)


@cache
def _style() -> str:
    return (Path(__file__).parent / "book.typ").read_text(encoding="utf-8")


def _drawing(figure: Figure) -> bytes:
    scale = (figure.print_width or 170.0) / figure.width
    drawing = moved(0, 0, figure.drawing, scale=scale)
    made = document(
        figure.width * scale, figure.height * scale, group(drawing, font_family=FAMILIES), title=figure.alt
    )
    return file_text(made).encode()


class _Writer:
    def __init__(self, book: Book, paper: Size) -> None:
        self._book = book
        self._paper = paper
        self._rules = {block.id for block in book.blocks() if isinstance(block, Rule)}
        self._shorts = shorts_of(book)
        self._pattern = re.compile(r"(?<![\w.-])[\w.]+(?:-[\w.]+)+(?![\w-])")
        self.files = {figure.name: f"figure{order}.svg" for order, figure in enumerate(book.figures(), 1)}

    def document(self) -> str:
        book = self._book
        side, top, bottom = _MARGINS
        name = quoted(f"{book.title} {book.version}")
        parts = [
            f'#let sans = "{FAMILY}"',
            f"#set document(title: {quoted(f'{book.title}: rule reference')}, date: none)",
            f"#set page(width: {number(self._paper.width)}mm, height: {number(self._paper.height)}mm, "
            f"margin: (x: {number(side)}mm, top: {number(top)}mm, bottom: {number(bottom)}mm), "
            f"footer: context text(font: sans, size: 8pt, {name} + h(1fr) + counter(page).display("
            '"1 / 1", both: true)))',
            _style(),
            f'#text(font: sans, size: 34pt, weight: "bold", {quoted(book.title)})\n',
        ]
        if book.subtitle:
            parts.append(f"#text(font: sans, size: 13pt, {quoted(book.subtitle)})\n")
        base = f" · differences from {book.base} are marked" if book.base else ""
        words = f"Rule reference · version {book.version}{base}"
        parts.append(f"#text(font: sans, size: 10pt, fill: luma(80), {quoted(words)})\n#v(1em)\n")
        parts.append("#outline(depth: 2, title: [Contents], indent: 1em)\n")
        for chapter in book.chapters:
            parts += self._chapter(chapter)
        return "\n".join(parts)

    def _chapter(self, chapter: Chapter) -> list[str]:
        parts = ["#pagebreak(weak: true)"] if chapter.own_page else []
        parts.append(f"#heading(level: 1, {quoted(chapter.title)}) #label({quoted('c-' + chapter.id)})\n")
        parts += [self._block(block) for block in chapter.blocks]
        for section in chapter.sections:
            parts.append(f"#heading(level: 2, {quoted(_heading(section))}) #label({quoted(section.id)})\n")
            parts += [self._block(block) for block in section.blocks]
        return parts

    def _block(self, block: Block) -> str:
        if isinstance(block, Text):
            return f"#par({self._words(block.words)})\n"
        if isinstance(block, Rule):
            return self._rule(block)
        if isinstance(block, Points):
            kind = "enum" if block.numbered else "list"
            items = ", ".join(self._words(item) + self._badge(f"point:{item}") for item in block.items)
            return f"#{kind}({items})\n"
        if isinstance(block, Table):
            return self._table(block)
        if isinstance(block, Figure):
            made = f"align(center, {self._large(block)})"
            key = f"figure:{block.name}"
            return f"#{f'changed({made})' if key in self._book.changed else made}\n"
        if isinstance(block, Gallery):
            return self._gallery(block.figures)
        if isinstance(block, Chart):
            return "\n".join(self._chart_row(block, order) for order in range(len(block.rows)))
        return self._index(block)

    def _rule(self, rule: Rule) -> str:
        more = []
        if rule.example:
            more.append(f"aside({self._words('Example: ' + rule.example)})")
        if rule.same_as:
            more.append(f"aside({self._words(f'Says the same as {rule.same_as}.')})")
        key = f"rule:{rule.id}"
        words = self._words(rule.words) + self._badge(key)
        made = f"rule({quoted(rule.id)}, {words}, {' + '.join(more) or '[]'})"
        if key in self._book.changed:
            made = f"changed({made})"
        return f"#{made} #label({quoted(rule.id)})\n"

    def _table(self, table: Table) -> str:
        columns = ", ".join(_columns(table))
        head = ", ".join(quoted(cell) for cell in table.head)
        rows = []
        for row in table.rows:
            cells = [self._cell(cell) for cell in row]
            if row_key(table, row) in self._book.changed:
                cells[0] += self._badge(row_key(table, row))
            rows.append(", ".join(cells))
        body = ",\n  ".join(rows)
        return f"#table(columns: ({columns},),\n  table.header({head}),\n  {body})\n"

    def _cell(self, cell: Cell) -> str:
        return self._image(cell) if isinstance(cell, Figure) else self._words(_breakable(cell))

    def _gallery(self, figures: Sequence[Figure]) -> str:
        made = []
        for figure in figures:
            caption = quoted(figure.caption) + self._badge(f"figure:{figure.name}")
            made.append(f"#small({self._image(figure)}, {caption})")
        return "#par(justify: false, leading: 1em)[" + " ".join(made) + "]\n"

    def _chart_row(self, chart: Chart, order: int) -> str:
        item = chart.rows[order]
        badge = self._badge(f"chart:{chart.name}:{item.old.name}")
        old = f"small({self._image(item.old)}, {quoted(item.old.caption)}{badge})"
        new = " ".join(f"#small({self._image(figure)}, {quoted(figure.caption)})" for figure in item.new)
        return f"#row({old}, par(justify: false, leading: 0.7em)[{new}])\n"

    def _index(self, index: Index) -> str:
        rows = []
        for entry in index.entries:
            rules = ' + ", " + '.join(self._short(rule) for rule in entry.rules)
            rows.append(f"terms.item({quoted(entry.term)}, text(size: 8.4pt, hyphenate: false, {rules}))")
        made = f"#set par(justify: false)\n#terms(hanging-indent: 1em, {', '.join(rows)})"
        return f"#columns({2 if len(rows) > 12 else 1}, gutter: 6mm)[{made}]\n"

    def _image(self, figure: Figure) -> str:
        width = f"{number(figure.print_width)}mm" if figure.print_width else "100%"
        return f"image({quoted(self.files[figure.name])}, width: {width}, alt: {quoted(figure.alt)})"

    def _large(self, figure: Figure) -> str:
        """A figure as large as the page allows."""
        if figure.print_width:
            return self._image(figure)
        side, top, bottom = _MARGINS
        room = self._paper.width - 2 * side, self._paper.height - top - bottom - _HEADING
        scale = min(room[0] / figure.width, room[1] / figure.height)
        name = quoted(self.files[figure.name])
        return f"image({name}, width: {number(figure.width * scale)}mm, alt: {quoted(figure.alt)})"

    def _badge(self, key: str) -> str:
        return " + badge" if key in self._book.changed else ""

    def _short(self, rule: str) -> str:
        return f"link(label({quoted(rule)}), {quoted(self._shorts.get(rule, rule))})"

    def _words(self, words: str) -> str:
        """Words as an expression; ids of rules become links."""
        parts: list[str] = []
        at = 0
        for match in self._pattern.finditer(words):
            if match[0] in self._rules:
                if match.start() > at:
                    parts.append(quoted(words[at : match.start()]))
                parts.append(f"link(label({quoted(match[0])}), {quoted(match[0])})")
                at = match.end()
        if at < len(words) or not parts:
            parts.append(quoted(words[at:]))
        return " + ".join(parts)


def _heading(section: Section) -> str:
    return f"{section.number}  {section.title}".strip()


def _breakable(words: str) -> str:
    """Long names such as ``any_step_of_the_turn`` may be broken after each underscore."""
    return " ".join(word.replace("_", "_\u200b") if len(word) > 14 else word for word in words.split(" "))


def _columns(table: Table) -> list[str]:
    """Short columns as wide as needed; long ones share the rest by the length of their texts."""
    made = []
    for column in range(len(table.head)):
        texts = [row[column] for row in table.rows]
        longest = max([len(table.head[column]), *(len(cell) for cell in texts if isinstance(cell, str))])
        made.append("auto" if longest <= 14 else f"{min(longest, 90)}fr")
    return made
