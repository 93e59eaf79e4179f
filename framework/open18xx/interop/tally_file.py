"""Counts out of a file: a sheet of facts or a file of a pack in YAML, or a table in CSV.

YAML may hold ``tiles`` (or ``manifest``), ``trains``, ``privates``, ``corporations`` and the other tables of
:mod:`open18xx.interop.tallies`: mappings from an id to a count or to figures, or lists of things with an id,
grouped by colour or below ``list`` or ``manifest`` if they like. CSV has a heading such as ``number,count``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from open18xx.errors import Open18xxError
from open18xx.interop.tallies import TABLES, UNLIMITED, Figure, Tally
from open18xx.loading.nodes import MappingNode, Node, ScalarNode, SequenceNode
from open18xx.loading.problems import Report
from open18xx.loading.reader import read_text

MOST_BYTES: Final = 8_000_000

_IDS: Final = ("id", "number", "tile", "train", "name")
_NAMES: Final[Mapping[str, str]] = {
    "count": "count",
    "quantity": "count",
    "copies": "count",
    "cost": "cost",
    "price": "cost",
    "value": "cost",
    "face_value": "cost",
    "revenue": "revenue",
    "upgrades": "upgrades",
    "upgrades_to": "upgrades",
    "rusted_by": "rusted_by",
    "rusts_on": "rusted_by",
    "rust": "rusted_by",
    "tokens": "tokens",
    "cash": "cash",
    "capital": "cash",
    "certificate_limit": "certificate_limit",
    "operating_rounds": "operating_rounds",
}
#: Figures that each table has.
_FIGURES: Final[Mapping[str, frozenset[str]]] = {
    "tiles": frozenset({"count", "upgrades"}),
    "trains": frozenset({"count", "cost", "rusted_by"}),
    "privates": frozenset({"cost", "revenue"}),
    "corporations": frozenset({"tokens"}),
    "players": frozenset({"cash", "certificate_limit"}),
    "phases": frozenset({"operating_rounds"}),
}
_TABLE_NAMES: Final[Mapping[str, str]] = {"manifest": "tiles", "tile": "tiles", "train": "trains"}
_COLOURS: Final = frozenset({"yellow", "green", "brown", "gray", "grey", "red", "blue"})
_INNER: Final = ("manifest", "list")


class TallyError(Open18xxError):
    """A file in which nothing can be counted; says where and why."""


@dataclass
class TallyFile:
    """What a file counts.

    Attributes:
        skipped: (line, what) of figures that are no plain number and are not compared.
    """

    tally: dict[str, dict[str, dict[str, Figure]]] = field(default_factory=dict)
    skipped: list[tuple[int, str]] = field(default_factory=list)

    def whole(self) -> Tally:
        """The counts."""
        return self.tally


def read_tally(path: Path) -> TallyFile:
    """Read the counts of a file.

    Raises:
        TallyError: it cannot be read, or counts nothing.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise TallyError(f"{path}: {error.strerror or error}") from error
    if len(raw) > MOST_BYTES:
        raise TallyError(f"{path}: the file is larger than {MOST_BYTES:,} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TallyError(f"{path}:{line}: the text is not UTF-8") from error
    found = _csv(path, text) if path.suffix.lower() == ".csv" else _yaml(path, text)
    if not any(found.tally.values()):
        what = "number,count and rows below it" if path.suffix.lower() == ".csv" else "tiles: or trains:"
        raise TallyError(f"{path}: nothing in it can be counted; it should have {what}")
    return found


# -- YAML ----------------------------------------------------------------------------------------


def _yaml(path: Path, text: str) -> TallyFile:
    report = Report()
    root = read_text(text, str(path), report)
    problems = [problem for problem in report.sorted() if problem.severity == "error"]
    if root is None or problems:
        first = problems[0] if problems else None
        where = f"{path}:{first.line}:{first.column}: {first.message}" if first else f"{path}: it is empty"
        raise TallyError(where)
    found = TallyFile()
    if not isinstance(root, MappingNode):
        raise TallyError(f"{path}:1:1: it should be a mapping with tables such as tiles: and trains:")
    if _is_counts(root):
        _table(path, found, "tiles", root)
        return found
    for name, (_, node) in root.entries.items():
        table = _TABLE_NAMES.get(name, name)
        if table in _FIGURES:
            _table(path, found, table, node)
    rows = root.value("rows")
    if isinstance(rows, SequenceNode):
        _market(found, rows)
    return found


def _is_counts(root: MappingNode) -> bool:
    """Whether a mapping is nothing but numbers of tiles and their counts."""
    return bool(root.entries) and all(
        isinstance(node, ScalarNode) and _count(node.value) is not None for _, node in root.entries.values()
    )


def _count(value: object) -> Figure | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value in (UNLIMITED, "∞"):
        return UNLIMITED
    return int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}", value) else None


def _table(path: Path, found: TallyFile, table: str, node: Node) -> None:
    things = dict[str, dict[str, Figure]]()
    for name, thing in _things(node):
        if name in things:
            raise TallyError(f"{path}:{thing.line}:{thing.column}: {TABLES[table]} {name} is given twice")
        figures = _figures(found, table, name, thing)
        if figures or _id(thing) is not None:
            things[name] = figures
    if any(things.values()):
        found.tally[table] = things


def _things(node: Node) -> Iterator[tuple[str, Node]]:
    """The things of a table by id, however they are grouped."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            name = _id(item)
            if name is not None:
                yield name, item
    elif isinstance(node, MappingNode):
        inner = next((node.value(key) for key in _INNER if key in node.entries), None)
        if inner is not None:
            yield from _things(inner)
            return
        for name, (_, item) in node.entries.items():
            if name in _COLOURS and isinstance(item, (MappingNode, SequenceNode)):
                yield from _things(item)
            else:
                yield name, item


def _id(item: Node) -> str | None:
    for key in _IDS:
        value = item.value(key) if isinstance(item, MappingNode) else None
        if isinstance(value, ScalarNode):
            return value.text
    return None


def _figures(found: TallyFile, table: str, name: str, thing: Node) -> dict[str, Figure]:
    if isinstance(thing, ScalarNode):
        count = _count(thing.value) if "count" in _FIGURES[table] else None
        return {} if count is None else {"count": count}
    made: dict[str, Figure] = {}
    for key, (_, node) in thing.entries.items() if isinstance(thing, MappingNode) else ():
        figure = _NAMES.get(key)
        if figure is None or figure not in _FIGURES[table]:
            continue
        value = _figure(figure, node)
        if value is None:
            found.skipped.append((node.line, f"{TABLES[table]} {name}, {key}"))
        else:
            made[figure] = value
    return made


def _figure(figure: str, node: Node) -> Figure | None:
    """A figure; None when it is not of the form that can be compared."""
    if figure == "upgrades":
        if not isinstance(node, SequenceNode):
            return None
        names = [item.text if isinstance(item, ScalarNode) else _target(item) for item in node.items]
        return None if None in names else tuple(name for name in names if name is not None)
    if figure == "tokens" and isinstance(node, SequenceNode):
        return len(node.items)
    if not isinstance(node, ScalarNode):
        return None
    if figure == "rusted_by":
        return "" if node.value is None else node.text
    return _count(node.value)


def _target(item: Node) -> str | None:
    to = item.value("to") if isinstance(item, MappingNode) else None
    return to.text if isinstance(to, ScalarNode) else None


def _market(found: TallyFile, rows: SequenceNode) -> None:
    made: dict[str, dict[str, Figure]] = {}
    for number, row in enumerate(rows.items, 1):
        cells = row.items if isinstance(row, SequenceNode) else ()
        prices = [cell.text if isinstance(cell, ScalarNode) else "" for cell in cells]
        made[str(number)] = {
            "prices": tuple("–" if price in ("~", "null", "") else price for price in prices)
        }
    found.tally["market"] = made


# -- CSV -----------------------------------------------------------------------------------------


def _csv(path: Path, text: str) -> TallyFile:
    found = TallyFile()
    rows = csv.reader(text.splitlines(), strict=True)
    try:
        heading = [cell.strip().lower() for cell in next(rows, [])]
        table_at, id_at, columns = _heading(path, heading)
        for row in rows:
            if any(cell.strip() for cell in row):
                _row(path, found, rows.line_num, row, heading, table_at, id_at, columns)
    except csv.Error as error:
        raise TallyError(f"{path}:{rows.line_num}: {error}") from error
    return found


def _heading(path: Path, heading: Sequence[str]) -> tuple[int | None, int, Mapping[int, str]]:
    """Place of the table's name and of the id, and the figure in each other column."""
    table_at = heading.index("table") if "table" in heading else None
    id_at = next((heading.index(name) for name in _IDS if name in heading), None)
    if id_at is None:
        raise TallyError(f"{path}:1: the heading should name a column number, id, tile or train")
    columns = {at: _NAMES[name] for at, name in enumerate(heading) if name in _NAMES}
    if not columns:
        raise TallyError(f"{path}:1: the heading should name a column such as count, cost or upgrades")
    return table_at, id_at, columns


def _row(
    path: Path,
    found: TallyFile,
    line: int,
    row: Sequence[str],
    heading: Sequence[str],
    table_at: int | None,
    id_at: int,
    columns: Mapping[int, str],
) -> None:
    cells = [cell.strip() for cell in row]
    if len(cells) != len(heading):
        raise TallyError(f"{path}:{line}: there are {len(cells)} cells under {len(heading)} headings")
    named = cells[table_at].lower() if table_at is not None else _TABLE_NAMES.get(heading[id_at], "tiles")
    table = _TABLE_NAMES.get(named, named)
    if table not in _FIGURES:
        raise TallyError(f"{path}:{line}: there is no table {named!r}; known are {', '.join(_FIGURES)}")
    things = found.tally.setdefault(table, {})
    if cells[id_at] in things:
        raise TallyError(f"{path}:{line}: {TABLES[table]} {cells[id_at]} is given twice")
    figures: dict[str, Figure] = {}
    for at, figure in columns.items():
        if figure not in _FIGURES[table] or (not cells[at] and figure not in ("upgrades", "rusted_by")):
            continue
        value: Figure | None = cells[at] if figure == "rusted_by" else _count(cells[at])
        if figure == "upgrades":
            value = tuple(word for word in re.split(r"[\s|;,/]+", cells[at]) if word)
        if value is None:
            raise TallyError(f"{path}:{line}: {heading[at]} should be a number, not {cells[at]!r}")
        figures[figure] = value
    things[cells[id_at]] = figures
