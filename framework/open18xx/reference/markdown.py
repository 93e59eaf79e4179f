"""A rule reference as Markdown, with its figures as files beside it; made to be read by MkDocs."""

from __future__ import annotations

import re

from open18xx.reference.blocks import (
    Block,
    Book,
    Cell,
    Chart,
    Figure,
    Gallery,
    Index,
    Points,
    Rule,
    Table,
    Text,
    shorts_of,
)
from open18xx.reference.changes import row_key
from open18xx.render.font import FAMILIES, style_sheet
from open18xx.render.svg import document, file_text, group, moved

#: Letters that would mean something to Markdown. A hyphen or a number does at the start of a line only.
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def markdown_of(book: Book, figures: str = "figures") -> dict[str, bytes]:
    """The files of a reference: ``index.md`` and a drawing for every figure.

    Args:
        figures: folder for the drawings.
    """
    writer = _Writer(book, figures)
    files = {"index.md": writer.page().encode()}
    for figure in book.figures():
        files[f"{figures}/{_file(figure)}"] = _drawing(figure)
    return files


def _file(figure: Figure) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", figure.name) + ".svg"


def _drawing(figure: Figure) -> bytes:
    """A figure as a file of its size on paper; one that fills a page is 170 mm wide."""
    width = figure.print_width or 170.0
    scale = width / figure.width
    drawing = moved(0, 0, figure.drawing, scale=scale)
    # Small figures are many; only large ones bring their fonts along.
    style = style_sheet() if not figure.print_width else ""
    made = document(
        width, figure.height * scale, group(drawing, font_family=FAMILIES), title=figure.alt, style=style
    )
    return file_text(made).encode()


class _Writer:
    def __init__(self, book: Book, figures: str) -> None:
        self._book = book
        self._figures = figures
        self._rules = {block.id for block in book.blocks() if isinstance(block, Rule)}
        self._shorts = shorts_of(book)
        self._pattern = re.compile(r"(?<![\w.-])[\w.]+(?:-[\w.]+)+(?![\w-])")

    def page(self) -> str:
        book = self._book
        parts = [f"# {_escaped(book.title)}: rule reference"]
        if book.subtitle:
            parts.append(_escaped(book.subtitle) + ".")
        base = f" **(changed)** marks what differs from {_escaped(book.base)}." if book.base else ""
        parts.append(
            f"Version {_escaped(book.version)}, made by Open18xx from the data of the title pack.{base}"
        )
        for chapter in book.chapters:
            parts.append(f"## {_escaped(chapter.title)} {{#{chapter.id}}}")
            parts += [self._block(block) for block in chapter.blocks]
            for section in chapter.sections:
                heading = f"{section.number} {section.title}".strip()
                parts.append(f"### {_escaped(heading)} {{#{section.id}}}")
                parts += [self._block(block) for block in section.blocks]
        return "\n\n".join(parts) + "\n"

    def _block(self, block: Block) -> str:
        if isinstance(block, Text):
            return self._linked(block.words)
        if isinstance(block, Rule):
            return self._rule(block)
        if isinstance(block, Points):
            return "\n".join(
                f"{f'{order}.' if block.numbered else '-'} {self._linked(item)}{self._mark(f'point:{item}')}"
                for order, item in enumerate(block.items, 1)
            )
        if isinstance(block, Table):
            return self._table(block)
        if isinstance(block, Figure):
            return self._image(block)
        if isinstance(block, Gallery):
            return self._grid(block)
        if isinstance(block, Chart):
            return self._chart(block)
        assert isinstance(block, Index)
        return "\n".join(
            f"- **{_escaped(entry.term)}**: {', '.join(self._short(rule) for rule in entry.rules)}"
            for entry in block.entries
        )

    def _rule(self, rule: Rule) -> str:
        mark = self._mark(f"rule:{rule.id}")
        words = f'<a id="{rule.id}"></a>**{_escaped(rule.id)}** {self._linked(rule.words)}{mark}'
        if rule.example:
            words += f"\n\n> Example: {self._linked(rule.example)}"
        if rule.same_as:
            words += f"\n\n> Says the same as {self._linked(rule.same_as)}."
        return words

    def _table(self, table: Table) -> str:
        lines = [_row([_escaped(cell) for cell in table.head]), _row(["---"] * len(table.head))]
        for row in table.rows:
            cells = [self._cell(cell) for cell in row]
            cells[0] += self._mark(row_key(table, row))
            lines.append(_row(cells))
        return "\n".join(lines)

    def _cell(self, cell: Cell) -> str:
        return self._image(cell) if isinstance(cell, Figure) else self._linked(cell)

    def _grid(self, gallery: Gallery) -> str:
        columns = 6
        cells = [
            f"{self._image(figure)}<br>{_escaped(figure.caption)}{self._mark(f'figure:{figure.name}')}"
            for figure in gallery.figures
        ]
        lines = [_row([" "] * columns), _row(["---"] * columns)]
        for start in range(0, len(cells), columns):
            batch = cells[start : start + columns]
            lines.append(_row(batch + [" "] * (columns - len(batch))))
        return "\n".join(lines)

    def _chart(self, chart: Chart) -> str:
        lines = [_row(["tile", "may become"]), _row(["---", "---"])]
        for row in chart.rows:
            new = " ".join(f"{self._image(figure)} {_escaped(figure.caption)}" for figure in row.new)
            mark = self._mark(f"chart:{chart.name}:{row.old.name}")
            lines.append(
                _row([f"{self._image(row.old)}<br>{_escaped(row.old.caption)}{mark}", new or "nothing"])
            )
        return "\n".join(lines)

    def _image(self, figure: Figure) -> str:
        alt = figure.alt.replace("[", "(").replace("]", ")").replace("|", "/")
        return f"![{alt}]({self._figures}/{_file(figure)})"

    def _mark(self, key: str) -> str:
        return " **(changed)**" if key in self._book.changed else ""

    def _short(self, rule: str) -> str:
        return f"[{_escaped(self._shorts.get(rule, rule))}](#{rule})"

    def _linked(self, words: str) -> str:
        found: list[str] = []
        at = 0
        for match in self._pattern.finditer(words):
            if match[0] in self._rules:
                found += [_escaped(words[at : match.start()]), f"[{match[0]}](#{match[0]})"]
                at = match.end()
        return "".join(found) + _escaped(words[at:])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", words)
