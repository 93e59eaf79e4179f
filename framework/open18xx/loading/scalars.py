"""Finding a character of a text value in the file it is written in."""

from __future__ import annotations

import re
from typing import Final

from open18xx.loading.nodes import Mark, ScalarNode, mark_of

#: Escapes of double-quoted text, with the number of hexadecimal digits behind them.
_DIGITS: Final = {"x": 2, "u": 4, "U": 8}
_WHITE_ESCAPES: Final = frozenset(" tnNLP_\n\r")
_BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


def mark_inside(node: ScalarNode, offset: int) -> Mark:
    """Where character ``offset`` of a text value stands: on which line, in which column.

    Quotes, escapes, folded lines and block texts are followed; white space of the value, which folding
    changes, is counted only between the visible characters of one line. A place past the end is the end.
    """
    value = node.value if isinstance(node.value, str) else ""
    visible = sum(not char.isspace() for char in value[:offset])
    text = node.source.text
    start = _start(text, node.line, node.column)
    if start is None:
        return mark_of(node)
    at = start
    quote = "" if node.plain else text[at : at + 1]
    if quote in ("|", ">"):
        end_of_header = _BREAK.search(text, at)
        at = end_of_header.end() if end_of_header is not None else len(text)
    elif quote:
        at += 1
    place = at
    while visible and at < len(text):
        size, white = _step(text, at, quote)
        visible -= not white
        at += size
        place = at
    if offset < len(value) and not value[offset].isspace():
        while at < len(text) and _step(text, at, quote)[1]:
            at += _step(text, at, quote)[0]
        place = at
    return _mark(node, start, place)


def _step(text: str, at: int, quote: str) -> tuple[int, bool]:
    """Length in the file of the next character of the value, and whether it is white space."""
    char = text[at]
    if quote == "'" and text.startswith("''", at):
        return 2, False
    if quote == '"' and char == "\\":
        following = text[at + 1 : at + 2]
        return 2 + _DIGITS.get(following, 0), following in _WHITE_ESCAPES
    return 1, char.isspace()


def _start(text: str, line: int, column: int) -> int | None:
    """Place in the text of a line and column counted from 1."""
    at = 0
    for _ in range(line - 1):
        found = _BREAK.search(text, at)
        if found is None:
            return None
        at = found.end()
    return at + column - 1 if line > 0 else None


def _mark(node: ScalarNode, start: int, place: int) -> Mark:
    text = node.source.text
    line, begin = node.line, start - node.column + 1
    for found in _BREAK.finditer(text, start, place):
        line, begin = line + 1, found.end()
    return Mark(node.source, line, place - begin + 1)
