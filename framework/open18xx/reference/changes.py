"""What a reference says differently from that of the title it extends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from open18xx.reference.blocks import Book, Cell, Chart, Figure, Gallery, Points, Rule, Table
from open18xx.render.svg import to_text


def parts(book: Book) -> Iterator[tuple[str, object]]:
    """Everything that can differ: a key that stays the same from title to title, and what it says.

    Keys: ``rule:ID``, ``row:TABLE:FIRST CELL``, ``figure:NAME``, ``chart:NAME:OLD``, ``point:TEXT``.
    """
    for block in book.blocks():
        if isinstance(block, Rule):
            yield f"rule:{block.id}", (block.words, block.example)
        elif isinstance(block, Table):
            for row in block.rows:
                yield row_key(block, row), tuple(_said(cell) for cell in row)
        elif isinstance(block, Figure):
            yield f"figure:{block.name}", _said(block)
        elif isinstance(block, Gallery):
            for figure in block.figures:
                yield f"figure:{figure.name}", _said(figure)
        elif isinstance(block, Chart):
            for chart_row in block.rows:
                said = (_said(chart_row.old), tuple(_said(figure) for figure in chart_row.new))
                yield f"chart:{block.name}:{chart_row.old.name}", said
        elif isinstance(block, Points):
            for item in block.items:
                yield f"point:{item}", item


def row_key(table: Table, row: tuple[Cell, ...]) -> str:
    """Key of a row: its first cells that are text."""
    first = next((cell for cell in row if isinstance(cell, str)), "")
    return f"row:{table.name}:{first}"


def differences(book: Book, base: Book) -> frozenset[str]:
    """Keys of what is new or says something else than in the base."""
    before = dict(parts(base))
    return frozenset(key for key, said in parts(book) if key not in before or before[key] != said)


def _said(cell: Cell) -> object:
    return cell if isinstance(cell, str) else (cell.caption, cell.alt, to_text(cell.drawing))


def compared(book: Book, base: Book) -> Book:
    """The book with everything marked that differs from the base."""
    return replace(book, changed=differences(book, base), base=base.title)
