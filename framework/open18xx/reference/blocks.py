"""A rule reference as values, the same for every format: chapters made of blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from open18xx.render.svg import Element


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing in a text.

    Attributes:
        name: of its file, unique in the book.
        drawing: in user units, with its upper left corner in (0, 0).
        width: in user units; height: likewise.
        print_width: in millimetres on paper; 0 = as wide as the text.
        alt: what it shows, for people who cannot see it.
        caption: below it, or empty.
    """

    name: str
    drawing: Element
    width: float
    height: float
    print_width: float
    alt: str
    caption: str = ""


Cell = str | Figure


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    words: str


@dataclass(frozen=True, slots=True)
class Points:
    """A list, with numbers or without."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with its id.

    Attributes:
        example: or empty.
        same_as: rule that says the same, or None.
    """

    id: str
    words: str
    example: str = ""
    same_as: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first column names what the row is about.

    Attributes:
        name: unique in the book; tells its rows apart from those of other tables.
        subjects: so many of the first columns together tell a row from the others of the table.
    """

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    subjects: int = 1


@dataclass(frozen=True, slots=True)
class Gallery:
    """Small figures side by side."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """What may be replaced, and by what."""

    old: Figure
    new: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The upgrade chart, or a part of it."""

    name: str
    rows: tuple[ChartRow, ...]


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A term and the rules that speak of it."""

    term: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """The index of terms."""

    entries: tuple[IndexEntry, ...]


Block = Text | Points | Rule | Table | Figure | Gallery | Chart | Index


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a chapter with a heading of its own.

    Attributes:
        id: for links.
        number: as printed before the title, or empty.
    """

    id: str
    title: str
    blocks: tuple[Block, ...]
    number: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: blocks, then sections.

    Attributes:
        own_page: begins on a page of its own in print.
    """

    id: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    own_page: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """A whole reference.

    Attributes:
        changed: keys of what differs from the title that this one extends, see
            :mod:`open18xx.reference.changes`.
        base: name of that title, or empty.
    """

    title: str
    subtitle: str
    version: str
    chapters: tuple[Chapter, ...]
    changed: frozenset[str] = field(default_factory=frozenset)
    base: str = ""

    def blocks(self) -> Iterator[Block]:
        """Every block, in order."""
        for chapter in self.chapters:
            yield from chapter.blocks
            for section in chapter.sections:
                yield from section.blocks

    def figures(self) -> Iterator[Figure]:
        """Every figure, in order."""
        for block in self.blocks():
            if isinstance(block, Figure):
                yield block
            elif isinstance(block, Gallery):
                yield from block.figures
            elif isinstance(block, Chart):
                for row in block.rows:
                    yield row.old
                    yield from row.new
            elif isinstance(block, Table):
                for cells in block.rows:
                    yield from (cell for cell in cells if isinstance(cell, Figure))


def shorts_of(book: Book) -> dict[str, str]:
    """Ids of rules without what all of them begin with, for lists of many."""
    ids = [block.id for block in book.blocks() if isinstance(block, Rule)]
    begins = {rule.partition("-")[0] + "-" for rule in ids}
    begin = next(iter(begins)) if len(begins) == 1 else ""
    return {rule: rule.removeprefix(begin) for rule in ids}
