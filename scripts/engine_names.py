"""Lists the codes of refusals and the kinds of events that the engine uses, for checking rule texts.

Rules name what cites them. Whether such a name exists is checked without loading the engine, so the names
are collected from its source: the first argument of every call that makes a refusal or tells an event.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

_FRAMEWORK = Path(__file__).resolve().parents[1] / "framework" / "open18xx"
_REFUSING = ("Refusal", "refuse", "LayProblem")
_TELLING = ("emit",)
_REFUSAL = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
_EVENT = re.compile(r"[a-z][a-z0-9_]*")


def refusals() -> list[str]:
    """Codes of refusals, sorted."""
    return sorted(set(_first_arguments(_REFUSING, _REFUSAL)))


def events() -> list[str]:
    """Kinds of events, sorted."""
    return sorted(set(_first_arguments(_TELLING, _EVENT)))


def text() -> str:
    """The module that holds both lists."""
    return "\n".join(
        (
            '"""Names that the engine gives to refusals and events.',
            "",
            "Written by scripts/engine_names.py; do not edit.",
            '"""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import Final",
            "",
            "#: Codes of refusals.",
            "REFUSALS: Final = frozenset(",
            "    (",
            *(f'        "{name}",' for name in refusals()),
            "    )",
            ")",
            "#: Kinds of events.",
            "EVENTS: Final = frozenset(",
            "    (",
            *(f'        "{name}",' for name in events()),
            "    )",
            ")",
            "",
        )
    )


def _first_arguments(functions: tuple[str, ...], form: re.Pattern[str]) -> Iterator[str]:
    """Texts in the first argument of calls of these functions; an argument may choose between two."""
    for file in sorted(_FRAMEWORK.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in functions:
                continue
            for part in ast.walk(node.args[0]):
                value = part.value if isinstance(part, ast.Constant) else None
                if isinstance(value, str) and form.fullmatch(value):
                    yield value
