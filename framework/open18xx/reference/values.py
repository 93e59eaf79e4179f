"""The values of two packs compared as they are written: nothing that differs stays untold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from open18xx.definition.title import Title
from open18xx.loading.kinds import SOURCE


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value that differs.

    Attributes:
        file: kind of file, such as ``rounds``.
        path: keys down to the value, separated by dots; things with an id are named by it.
        before: None where the value is not given.
        after: likewise.
    """

    file: str
    path: str
    before: object
    after: object


def value_changes(before: Title, after: Title) -> tuple[ValueChange, ...]:
    """Values of two titles that differ, options chosen included.

    Rule texts, sources of figures and the packs' names are left out.
    """
    found: list[ValueChange] = []
    for kind in dict.fromkeys((*before.data, *after.data)):
        if kind == "rules":
            continue
        old = dict(flat_values(before.data.get(kind), ()))
        new = dict(flat_values(after.data.get(kind), ()))
        for path in dict.fromkeys((*old, *new)):
            if kind == "title" and path[0] in ("id", "name", "subtitle", "version", "sources", "extends"):
                continue
            if path == (SOURCE,):
                continue
            if path in old and path in new and old[path] == new[path]:
                continue
            found.append(ValueChange(kind, ".".join(path), old.get(path), new.get(path)))
    return tuple(found)


def flat_values(node: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every single value of plain data with the keys down to it; things with an id are named by it."""
    if isinstance(node, Mapping) and node:
        for key, value in node.items():
            yield from flat_values(value, (*path, str(key)))
    elif isinstance(node, Sequence) and not isinstance(node, str) and _has_ids(node):
        for item in node:
            yield from flat_values(item, (*path, str(item["id"])))
    elif path:
        yield path, _plain(node)


def _plain(node: object) -> object:
    """The same value of plain dictionaries and lists, as JSON takes them."""
    if isinstance(node, Mapping):
        return {str(key): _plain(value) for key, value in node.items()}
    if isinstance(node, Sequence) and not isinstance(node, str):
        return [_plain(item) for item in node]
    return node


def _has_ids(node: Sequence[object]) -> bool:
    return bool(node) and all(isinstance(item, Mapping) and "id" in item for item in node)
