"""Lists the codes of refusals and the kinds of events that the engine uses, for checking rule texts.

Rules name what cites them. Whether such a name exists is checked without loading the engine, so the names
are collected from its source: the first argument of every call that makes a refusal or tells an event, and
the keys of the tables of problems with tiles and routes, which are refused under the same names.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

FRAMEWORK = Path(__file__).resolve().parents[1] / "framework" / "open18xx"
_REFUSING = ("Refusal", "refuse")
#: Tables whose keys are codes, by the ends of their names.
_TABLES = "_PROBLEMS"
_TELLING = ("emit",)
_REFUSAL = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
_EVENT = re.compile(r"[a-z][a-z0-9_]*")


def refusals(folder: Path = FRAMEWORK) -> list[str]:
    """Codes of refusals made by the modules under ``folder``, sorted."""
    return sorted({*_first_arguments(folder, _REFUSING, _REFUSAL), *_keys_of_tables(folder)})


def events(folder: Path = FRAMEWORK) -> list[str]:
    """Kinds of events told by the modules under ``folder``, sorted."""
    return sorted(set(_first_arguments(folder, _TELLING, _EVENT)))


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


def _trees(folder: Path) -> Iterator[ast.Module]:
    for file in sorted(folder.rglob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"))


def _first_arguments(folder: Path, functions: tuple[str, ...], form: re.Pattern[str]) -> Iterator[str]:
    """Texts in the first argument of calls of these functions; an argument may choose between two."""
    for tree in _trees(folder):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in functions:
                continue
            for part in ast.walk(node.args[0]):
                value = part.value if isinstance(part, ast.Constant) else None
                if isinstance(value, str) and form.fullmatch(value):
                    yield value


def _keys_of_tables(folder: Path) -> Iterator[str]:
    """Keys of the dictionaries in assignments to names such as ``LAY_PROBLEMS``."""
    for tree in _trees(folder):
        for statement in tree.body:
            target = getattr(statement, "target", None) or next(iter(getattr(statement, "targets", ())), None)
            if not (isinstance(target, ast.Name) and target.id.endswith(_TABLES)):
                continue
            for node in ast.walk(statement):
                for key in node.keys if isinstance(node, ast.Dict) else ():
                    if isinstance(key, ast.Constant) and _REFUSAL.fullmatch(str(key.value)):
                        yield str(key.value)
