"""Which refusals and events a program can give, found by reading its source."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from open18xx.track.lays import LAY_PROBLEMS


def _calls(files: Iterable[Path]) -> Iterator[tuple[str, list[ast.expr]]]:
    """Name of the function called and its arguments, for every call."""
    for path in files:
        for node in ast.walk(ast.parse(path.read_bytes(), filename=str(path))):
            if isinstance(node, ast.Call):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                yield name, node.args


def _texts(expression: ast.expr) -> Iterator[str]:
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, ast.IfExp):
        yield from _texts(expression.body)
        yield from _texts(expression.orelse)


def refusal_codes(folders: Iterable[Path]) -> set[str]:
    """Codes of all refusals made under ``folders``, those of tile lays included."""
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    made = {
        code
        for name, arguments in _calls(files)
        if name in ("Refusal", "refuse") and arguments
        for code in _texts(arguments[0])
    }
    return made | set(LAY_PROBLEMS)


def event_kinds(folders: Iterable[Path]) -> set[str]:
    """Kinds of all events told under ``folders``."""
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return {
        kind
        for name, arguments in _calls(files)
        if name in ("emit", "Event") and arguments
        for kind in _texts(arguments[0])
    }
