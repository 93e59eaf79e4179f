"""Every diagnostic of the loader: its stable code, severity, and what an author should know about it.

``Y`` = reading a file, ``S`` = its shape, ``T`` = what it means, ``H`` = hook modules, ``R`` = rule texts.
A code is never reused for something else. ``docs/reference/diagnostics.md`` and ``open18xx explain`` are
made from this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from open18xx.errors import Severity


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One kind of problem.

    Attributes:
        summary: what is wrong, in a few words.
        reason: why it matters.
        bad: lines of YAML that cause it, or empty.
        good: the same lines put right, or empty.
    """

    code: str
    severity: Severity
    summary: str
    reason: str
    bad: str = ""
    good: str = ""


def _error(code: str, summary: str, reason: str, bad: str = "", good: str = "") -> Diagnostic:
    return Diagnostic(code, "error", summary, reason, bad, good)


def _warning(code: str, summary: str, reason: str, bad: str = "", good: str = "") -> Diagnostic:
    return Diagnostic(code, "warning", summary, reason, bad, good)


_READING = (
    _error(
        "Y001",
        "duplicate key",
        "Only one of the two values could hold; YAML readers silently keep the last.",
        "cost: 100\ncost: 120",
        "cost: 120",
    ),
    _error("Y002", "file missing", "A pack has one file of each kind, unless it extends another pack."),
    _error("Y003", "file cannot be read", "The system refuses to open it, or it is a folder."),
    _error("Y004", "not UTF-8", "Names with accents would come out wrong."),
    _error("Y005", "empty file", "Leave the file away or fill it."),
    _error(
        "Y006",
        "unknown tag",
        "Tags such as !!python/object change what a value means.",
        "name: !Paris",
        'name: "!Paris"',
    ),
    _error(
        "Y007",
        "anchor, alias or merge key",
        "Every value stands where it is used: no value is inherited unseen, and no file can grow without bound.",
        "four: &four 4\nfive: *four",
        "four: 4\nfive: 4",
    ),
    _error("Y008", "second document in a file", "One file holds one document."),
    _error(
        "Y009",
        "too large",
        "Files, texts and nesting beyond any real title are refused before they fill the memory.",
    ),
    _error(
        "Y010", "not YAML", "The file cannot be parsed from this place on.", "cost: {100", "cost: {a: 100}"
    ),
    _error("Y011", "tab", "YAML indents with spaces only."),
    _error(
        "Y012",
        "leaves the pack folder",
        "A pack is complete in its own folder, so that it can be copied and hashed.",
    ),
    _error(
        "Y013", "no such title pack", "The name is neither a folder nor the id of a pack that can be found."
    ),
)

_TITLE = (
    _error("T001", "value that cannot be used", "It has the right form but not a possible meaning."),
    _error("T002", "unknown pack to extend", "An overlay needs the pack it changes."),
    _error("T003", "packs extend each other in a circle", "One of them must stand by itself."),
)

_HOOKS = (_error("H001", "no such hook module", "The rules it holds would be missing in play."),)

CODES: Final[Mapping[str, Diagnostic]] = MappingProxyType(
    {item.code: item for group in (_READING, _TITLE, _HOOKS) for item in group}
)
