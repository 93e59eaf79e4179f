"""What a reference says differently from another one: to mark it there, and to list it for players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from open18xx.reference.blocks import (
    Block,
    Book,
    Cell,
    Chart,
    ChartRow,
    Figure,
    Gallery,
    Points,
    Rule,
    Table,
    Text,
)
from open18xx.render.svg import to_text

#: Heads of first columns that say nothing about the thing in them.
_PLAIN_HEADS: Final = ("what", "id", "when")
#: Chapters that repeat what others say, or say nothing about play.
_REPEATS: Final = ("index", "summary", "sources")


@dataclass(frozen=True, slots=True)
class Passage:
    """The least part of a reference that is compared.

    Attributes:
        key: the same from title to title: ``rule:ID``, ``row:TABLE:FIRST CELL``, ``figure:NAME``,
            ``chart:NAME:OLD``, ``point:TEXT``, ``text:TEXT``.
        said: what it says, drawings included.
        chapter: id of its chapter.
        heading: of its chapter or section.
        subject: what it is about, for players; empty where the words say it.
        fields: what it says in words: name, words. A single field may have no name.
    """

    key: str
    said: object
    chapter: str
    heading: str
    subject: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One statement that differs; None where only one of the two makes it."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """What differs about one thing, for players.

    Attributes:
        heading: chapter or section of the reference.
        subject: the thing; empty where the words themselves say it.
        fields: for things added or removed, all they say; otherwise only what differs.
    """

    heading: str
    subject: str
    kind: Literal["added", "removed", "changed"]
    fields: tuple[FieldChange, ...]


def passages(book: Book) -> Iterator[Passage]:
    """Everything that can differ, in the order of the book."""
    for chapter in book.chapters:
        for block in chapter.blocks:
            yield from _of_block(block, chapter.id, chapter.title)
        for section in chapter.sections:
            heading = chapter.title if chapter.id == "rules" else section.title
            for block in section.blocks:
                yield from _of_block(block, chapter.id, heading)


def _of_block(block: Block, chapter: str, heading: str) -> Iterator[Passage]:
    def passage(key: str, said: object, subject: str, *fields: tuple[str, str]) -> Passage:
        return Passage(key, said, chapter, heading, subject, fields)

    if isinstance(block, Rule):
        example = (("example", block.example),) if block.example else ()
        yield passage(
            f"rule:{block.id}", (block.words, block.example), f"rule {block.id}", ("", block.words), *example
        )
    elif isinstance(block, Table):
        for row in block.rows:
            yield _of_row(block, row, chapter, heading)
    elif isinstance(block, Figure):
        yield passage(f"figure:{block.name}", _said(block), "")
    elif isinstance(block, Gallery):
        for figure in block.figures:
            tile, _, number = figure.caption.partition(" ")
            fields = (("number", number.removeprefix("× ")), ("looks", figure.alt.partition(", ")[2]))
            yield passage(f"figure:{figure.name}", _said(figure), f"tile {tile}", *fields)
    elif isinstance(block, Chart):
        for chart_row in block.rows:
            yield passage(
                f"chart:{block.name}:{chart_row.old.name}",
                (_said(chart_row.old), tuple(_said(figure) for figure in chart_row.new)),
                _replaced(chart_row),
                ("may become", ", ".join(figure.caption for figure in chart_row.new) or "nothing"),
            )
    elif isinstance(block, Points):
        for item in block.items:
            yield passage(f"point:{item}", item, "", ("", item))
    elif isinstance(block, Text):
        yield passage(f"text:{block.words}", block.words, "", ("", block.words))


def _of_row(table: Table, row: tuple[Cell, ...], chapter: str, heading: str) -> Passage:
    key = row_key(table, row)
    named = zip(table.head[: table.subjects], row, strict=False)
    subject = " ".join(
        cell if head in _PLAIN_HEADS else f"{head} {cell}"
        for head, cell in ((head, cell if isinstance(cell, str) else cell.alt) for head, cell in named)
    )
    rest = table.subjects
    fields = tuple(
        (name if len(row) > rest + 1 else "", cell)  # the only other column says what the first ones ask
        for name, cell in zip(table.head[rest:], row[rest:], strict=False)
        if isinstance(cell, str)
    )
    return Passage(key, tuple(_said(cell) for cell in row), chapter, heading, subject, fields)


def _replaced(row: ChartRow) -> str:
    return f"tile {row.old.caption}" if row.old.name.startswith("from-") else row.old.caption


def row_key(table: Table, row: tuple[Cell, ...]) -> str:
    """Key of a row: its first cells that are text, as many as tell it from the others."""
    first = [cell for cell in row if isinstance(cell, str)][: table.subjects]
    return f"row:{table.name}:{':'.join(first)}"


def differences(book: Book, base: Book) -> frozenset[str]:
    """Keys of what is new or says something else than in the base."""
    before = {part.key: part.said for part in passages(base)}
    return frozenset(
        part.key for part in passages(book) if part.key not in before or before[part.key] != part.said
    )


def _said(cell: Cell) -> object:
    return cell if isinstance(cell, str) else (cell.caption, cell.alt, to_text(cell.drawing))


def compared(book: Book, base: Book) -> Book:
    """The book with everything marked that differs from the base."""
    return replace(book, changed=differences(book, base), base=base.title)


def changes(before: Book, after: Book) -> tuple[Change, ...]:
    """What differs between two references in words, in the order of the second; what is gone comes last.

    Drawings of the whole map, market and player aid are left out: tables say what is on them.
    """
    old = {part.key: part for part in passages(before)}
    new = {part.key: part for part in passages(after)}
    found: list[Change] = []
    for key, part in new.items():
        if part.chapter in _REPEATS or (key in old and old[key].said == part.said):
            continue
        earlier = old.get(key)
        if earlier is None:
            fields = tuple(FieldChange(name, None, words) for name, words in part.fields)
        else:
            fields = _fields(earlier, part)
        if fields:
            found.append(Change(part.heading, part.subject, "changed" if earlier else "added", fields))
    for key, part in old.items():
        if key not in new and part.chapter not in _REPEATS and part.fields:
            fields = tuple(FieldChange(name, words, None) for name, words in part.fields)
            found.append(Change(part.heading, part.subject, "removed", fields))
    headings = dict.fromkeys(part.heading for part in (*new.values(), *old.values()))
    order = {heading: number for number, heading in enumerate(headings)}
    return tuple(sorted(found, key=lambda change: order[change.heading]))


def _fields(before: Passage, after: Passage) -> tuple[FieldChange, ...]:
    """What two passages of the same key say differently; at least that they are drawn differently."""
    old, new = dict(before.fields), dict(after.fields)
    made = tuple(
        FieldChange(name, old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    )
    return made or ((FieldChange("drawing", "as before", "different"),) if after.subject else ())
