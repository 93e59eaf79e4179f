"""From the bytes of a YAML file to marked nodes.

What a file may contain is less than YAML allows, so that every value is what it looks like: one document
in UTF-8, no tags, no anchors, no merge keys, no repeated keys. Only ``true`` and ``false`` are truth
values, ``null``, ``~`` and nothing at all are empty, plain decimal whole numbers are numbers; everything
else is text. ``NO``, ``010``, ``1_000``, ``12:30`` and ``2026-01-01`` are text, as written. Nothing read
here can make the reader recurse, and its work is bounded by the limits below.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

import yaml

from open18xx.loading.nodes import (
    DecimalText,
    MappingNode,
    Mark,
    Node,
    ScalarNode,
    SequenceNode,
    Source,
    mark_of,
)
from open18xx.loading.problems import Report

#: Largest file in bytes, longest scalar in characters, deepest nesting, most nodes in a file.
MAX_BYTES: Final = 32_000_000
MAX_SCALAR: Final = 65_536
MAX_DEPTH: Final = 40
MAX_NODES: Final = 200_000

_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_WORDS: Final[MappingProxyType[str, bool | None]] = MappingProxyType(
    {"": None, "~": None, "null": None, "true": True, "false": False}
)


def read_file(path: Path, label: str, report: Report, *, inside: Path, depth: int = 0) -> Node | None:
    """Read one file of a pack.

    Args:
        label: name of the file for messages.
        report: takes the problems.
        inside: folder that the file must not leave, links included.
        depth: see :class:`Source`.

    Returns:
        The file's data, or None when it cannot be used at all; then a problem says why.
    """
    nowhere = Mark(Source(label, "", depth), 0, 0)
    try:
        real = path.resolve(strict=True)
        if not real.is_relative_to(inside.resolve()):
            report.add(
                "Y012",
                nowhere,
                f"{path.name} is a link that leaves the pack folder",
                "put a copy into the pack",
            )
            return None
        if not real.is_file():
            report.add("Y003", nowhere, f"{path.name} is not a file")
            return None
        if os.stat(real).st_size > MAX_BYTES:
            report.add("Y009", nowhere, f"{path.name} is larger than {MAX_BYTES // 1_000_000} MB")
            return None
        raw = real.read_bytes()
    except FileNotFoundError:
        report.add("Y002", nowhere, f"{path.name} is missing")
        return None
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or "it is a link that leads to itself"
        report.add("Y003", nowhere, f"{path.name} cannot be read: {why}")
        return None
    return read_bytes(raw, label, report, depth=depth)


def read_bytes(raw: bytes, label: str, report: Report, *, depth: int = 0) -> Node | None:
    """Read the content of a file; see :func:`read_file`."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", errors="replace")
        source = Source(label, raw.decode("utf-8-sig", errors="replace"), depth)
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        report.add(
            "Y004",
            Mark(source, line, column),
            f"not UTF-8: the byte 0x{raw[error.start]:02X} cannot stand here",
            "save the file as UTF-8",
        )
        return None
    return read_text(text, label, report, depth=depth)


def read_text(text: str, label: str, report: Report, *, depth: int = 0) -> Node | None:
    """Read the text of a file; see :func:`read_file`."""
    source = Source(label, text, depth)
    try:
        return _Composer(source, report).compose()
    except _Unreadable:
        return None
    except yaml.MarkedYAMLError as error:
        _report_syntax(error, source, report)
        return None
    except yaml.YAMLError as error:
        _report_character(error, source, report)
        return None


class _Unreadable(Exception):
    """Reading stops here; the problem has been reported."""


class _Open:
    """A list or mapping that is still being read."""

    __slots__ = ("column", "entries", "is_map", "items", "key", "line")

    def __init__(self, line: int, column: int, *, is_map: bool) -> None:
        self.line = line
        self.column = column
        self.is_map = is_map
        self.items: list[Node] = []
        self.entries: dict[str, tuple[ScalarNode, Node]] = {}
        self.key: ScalarNode | None = None


class _Composer:
    """Builds nodes from the events of PyYAML's parser, without recursion."""

    def __init__(self, source: Source, report: Report) -> None:
        self._source = source
        self._report = report

    def _stop(self, code: str, event: yaml.Event, message: str, hint: str = "") -> _Unreadable:
        self._report.add(code, self._mark(event), message, hint)
        return _Unreadable()

    def _mark(self, event: yaml.Event) -> Mark:
        at = event.start_mark
        return Mark(self._source, at.line + 1, at.column + 1) if at else Mark(self._source, 1, 1)

    def _next_event(self) -> Callable[[], yaml.Event]:
        # The loaders are used for their parsers only; the C one is not in every build of PyYAML.
        loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
        return cast("Callable[[], yaml.Event]", loader(self._source.text).get_event)

    def compose(self) -> Node:
        """The one document of the file."""
        next_event = self._next_event()
        root: Node | None = None
        stack: list[_Open] = []
        left = MAX_NODES
        while True:
            event = next_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                done: Node = self._scalar(cast("yaml.ScalarEvent", event))
                left -= 1
            elif kind is yaml.SequenceEndEvent or kind is yaml.MappingEndEvent:
                done = self._close(stack.pop())
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._check(cast("yaml.CollectionStartEvent", event))
                if len(stack) >= MAX_DEPTH:
                    raise self._stop("Y009", event, f"nested deeper than {MAX_DEPTH} levels")
                at = self._mark(event)
                stack.append(_Open(at.line, at.column, is_map=kind is yaml.MappingStartEvent))
                left -= 1
                continue
            elif kind is yaml.AliasEvent:
                raise self._anchored(cast("yaml.NodeEvent", event), "*")
            elif kind is yaml.DocumentStartEvent and root is not None:
                raise self._stop(
                    "Y008", event, "a second document begins here", "write one document a file, without '---'"
                )
            elif kind is yaml.StreamEndEvent:
                break
            else:
                continue
            if left < 0:
                raise self._stop("Y009", event, f"the file holds more than {MAX_NODES} values")
            if stack:
                self._place(stack[-1], done)
            else:
                root = done
        if root is None or (isinstance(root, ScalarNode) and root.value is None):
            self._report.add("Y005", Mark(self._source, 1, 1), "the file is empty")
            raise _Unreadable
        return root

    def _anchored(self, event: yaml.NodeEvent, sign: str) -> _Unreadable:
        return self._stop(
            "Y007",
            event,
            f"'{sign}{event.anchor}' is a YAML anchor; title packs do not use them",
            "write the value out, or put it in quotes if it is text",
        )

    def _check(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Refuse anchors and tags."""
        if event.anchor is not None:
            raise self._anchored(event, "&")
        if event.tag is not None:
            self._report.add(
                "Y006",
                self._mark(event),
                f"the tag '{event.tag}' is not known here",
                "leave tags out; put text that begins with '!' in quotes",
            )

    def _scalar(self, event: yaml.ScalarEvent) -> ScalarNode:
        if event.anchor is not None or event.tag is not None:
            self._check(event)
        text: str = event.value
        if len(text) > MAX_SCALAR:
            raise self._stop(
                "Y009", event, f"a text of {len(text)} characters; more than {MAX_SCALAR} cannot be right"
            )
        is_plain = not event.style
        value: bool | int | str | None = text
        if is_plain:
            if text in _WORDS:
                value = _WORDS[text]
            elif _INTEGER.fullmatch(text):
                value = int(text)
            elif _DECIMAL.fullmatch(text):
                value = DecimalText(text)
        at = cast("yaml.Mark", event.start_mark)
        return ScalarNode(self._source, at.line + 1, at.column + 1, value, text, is_plain)

    def _close(self, done: _Open) -> Node:
        if done.is_map:
            return MappingNode(self._source, done.line, done.column, done.entries)
        return SequenceNode(self._source, done.line, done.column, tuple(done.items))

    def _place(self, parent: _Open, node: Node) -> None:
        """Put a finished node into its list, or take it as the next key or value of its mapping."""
        if not parent.is_map:
            parent.items.append(node)
        elif parent.key is None:
            parent.key = self._key(node)
        else:
            key, parent.key = parent.key, None
            earlier = parent.entries.get(key.text)
            if earlier is None:
                parent.entries[key.text] = (key, node)
                return
            self._report.add(
                "Y001",
                mark_of(key),
                f"duplicate key '{key.text}'; first given on line {earlier[0].line}",
                "keep one of the two",
            )

    def _key(self, node: Node) -> ScalarNode:
        if not isinstance(node, ScalarNode):
            self._report.add("Y010", mark_of(node), "a list or mapping cannot be a key", "use text as key")
            raise _Unreadable
        if node.plain and node.text == "<<":
            self._report.add(
                "Y007",
                mark_of(node),
                "'<<' merges another mapping in; title packs do not use it",
                "write the keys out",
            )
            raise _Unreadable
        return node


def _report_syntax(error: yaml.MarkedYAMLError, source: Source, report: Report) -> None:
    """Turn a complaint of PyYAML into a problem."""
    at = error.problem_mark or error.context_mark
    if at is None:
        report.add("Y010", Mark(source, 1, 1), _sentence(error))
        return
    mark = Mark(source, at.line + 1, at.column + 1)
    line = source.line(mark.line)
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent or line[at.column : at.column + 1] == "\t":
        place = Mark(source, mark.line, line.index("\t") + 1)
        report.add("Y011", place, "a tab where YAML allows only spaces", "indent with spaces")
        return
    if "undefined alias" in str(error.problem):
        report.add(
            "Y007",
            mark,
            "this refers to a YAML anchor; title packs do not use them",
            "quote text that begins with '*'",
        )
        return
    hint = ""
    if error.context and error.context_mark is not None and error.context_mark.line != at.line:
        hint = f"it began on line {error.context_mark.line + 1}"
    report.add("Y010", mark, _sentence(error), hint)


def _sentence(error: yaml.MarkedYAMLError) -> str:
    parts = [part for part in (error.context, error.problem) if part]
    return "not YAML: " + (", ".join(str(part) for part in parts) or "cannot be parsed")


def _report_character(error: yaml.YAMLError, source: Source, report: Report) -> None:
    """A character YAML forbids: PyYAML's reader names its position in the text."""
    position = getattr(error, "position", None)
    if isinstance(position, int) and 0 <= position <= len(source.text):
        raw = source.text.encode("utf-8")
        # The C parser counts bytes, the Python one characters; a forbidden character decides which it was.
        before = source.text[:position]
        if position >= len(source.text) or source.text[position].isprintable():
            before = raw[:position].decode("utf-8", errors="ignore")
        line = before.count("\n") + 1
        mark = Mark(source, line, len(before) - (before.rfind("\n") + 1) + 1)
    else:
        mark = Mark(source, 1, 1)
    report.add(
        "Y010",
        mark,
        "a character that YAML does not allow",
        "remove it, or write it as an escape in double quotes",
    )
