"""YAML data whose every key and value remembers where it stands.

A :class:`Source` is one file; nodes point into it. Values of scalars are ``None``, ``bool``, ``int`` or
``str``; mappings keep the order of the file and their keys are always text. Nodes are never changed once
read; they are not ``frozen`` dataclasses only because those are slow to make, and a pack has ten thousand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

#: Data without marks: what YAML says, with text as keys.
Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"
#: A place in a file's data: keys of mappings and indexes of lists.
Path: TypeAlias = tuple[str | int, ...]

_LINE_BREAK: Final = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


class DecimalText(str):
    """Text that reads as a number with a fraction, such as ``2.5``.

    It is text wherever text is asked for (a version, an id) and a number where a schema asks for one.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One file of a pack.

    Attributes:
        label: its path as the author knows it.
        text: its whole content, for excerpts.
        overlay: whether it belongs to a pack that others are laid upon by ``extends``; counts from 0
            for the pack asked for, 1 for the one it extends, and so on.
    """

    label: str
    text: str = field(repr=False)
    depth: int = 0

    def line(self, number: int) -> str:
        """Text of a line counted from 1, without its end; empty when there is no such line."""
        lines = _LINE_BREAK.split(self.text)
        return lines[number - 1] if 1 <= number <= len(lines) else ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file, counted from 1; line 0 stands for the file as a whole."""

    source: Source
    line: int
    column: int


@dataclass(slots=True, eq=False)
class ScalarNode:
    """One value.

    Attributes:
        value: what it means.
        text: what is written, without quotes.
        plain: whether it is written without quotes.
    """

    source: Source
    line: int
    column: int
    value: bool | int | str | None
    text: str
    plain: bool


@dataclass(slots=True, eq=False)
class SequenceNode:
    """A list."""

    source: Source
    line: int
    column: int
    items: tuple[Node, ...]


@dataclass(slots=True, eq=False)
class MappingNode:
    """A mapping: by key text, the key as written and its value."""

    source: Source
    line: int
    column: int
    entries: Mapping[str, tuple[ScalarNode, Node]]

    def value(self, key: str) -> Node | None:
        """Value of a key, or None when the key is not there."""
        entry = self.entries.get(key)
        return None if entry is None else entry[1]


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode


def mark_of(node: Node) -> Mark:
    """Where a node begins."""
    return Mark(node.source, node.line, node.column)


def plain(node: Node) -> Plain:
    """The data of a node without marks; a fresh copy."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return {key: plain(value) for key, (_, value) in node.entries.items()}


def locate(root: Node, path: Path, *, key: bool = False) -> Mark:
    """Where the value at ``path`` stands, or the deepest part of the path that exists.

    Args:
        key: point at the key instead of its value, where the last part is a key.
    """
    node: Node = root
    mark = mark_of(root)
    for depth, part in enumerate(path):
        last = depth == len(path) - 1
        if isinstance(node, MappingNode) and str(part) in node.entries:
            key_node, node = node.entries[str(part)]
            mark = mark_of(key_node if key and last else node)
        elif isinstance(node, SequenceNode) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
            mark = mark_of(node)
        else:
            break
    return mark


def find(root: Node, path: Path) -> Node | None:
    """Node at ``path``, or None when the path leads nowhere."""
    node: Node | None = root
    for part in path:
        if isinstance(node, MappingNode):
            node = node.value(str(part))
        elif isinstance(node, SequenceNode) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
        else:
            return None
    return node


def walk(root: Node) -> Iterator[Node]:
    """All nodes below and including ``root``, in the order of the file."""
    yield root
    if isinstance(root, SequenceNode):
        for item in root.items:
            yield from walk(item)
    elif isinstance(root, MappingNode):
        for _, value in root.entries.values():
            yield from walk(value)


def frozen(data: object) -> object:
    """The same data made of tuples and read-only mappings."""
    if isinstance(data, dict):
        return MappingProxyType({key: frozen(value) for key, value in data.items()})
    if isinstance(data, list):
        return tuple(frozen(item) for item in data)
    return data


def key_of(data: object) -> object:
    """A value that can be kept in a set and is equal for equal data; ``1`` and ``true`` differ."""
    if isinstance(data, dict):
        return "mapping", frozenset((key, key_of(value)) for key, value in data.items())
    if isinstance(data, list):
        return "list", tuple(key_of(item) for item in data)
    return type(data).__name__, data


def path_text(path: Path) -> str:
    """A path as people read it, e.g. ``trains[2].cost``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def yaml_text(value: object) -> str:
    """A scalar as an author would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain = value not in ("", "~", "null", "true", "false") and not value.lstrip("-").isdigit()
        return value if plain else f'"{value}"'
    return "null" if value is None else str(value)
