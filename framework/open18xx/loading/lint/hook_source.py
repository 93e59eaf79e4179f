"""Reading a hook module without running it."""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from open18xx.hooks import specs
from open18xx.hooks.registry import hook_names
from open18xx.loading.nodes import Mark, Source
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest

_KINDS: Final = ("on_", "modify_", "forbid_", "offer_", "decide_")


@cache
def hook_parameters() -> dict[str, tuple[str, ...]]:
    """Parameters of every hook of the catalogue."""
    return {name: tuple(inspect.signature(getattr(specs, name)).parameters) for name in hook_names()}


@dataclass(frozen=True, slots=True)
class HookSource:
    """The text of a hook module.

    Attributes:
        name: name of the module.
        source: its file, for marks.
        tree: what Python makes of it.
        strings: every text constant in it.
    """

    name: str
    source: Source
    tree: ast.Module
    strings: frozenset[str]

    def check(self, deciding: dict[str, str], report: Report) -> bool:
        """Check its functions against the catalogue.

        Args:
            deciding: hooks that decide, by name, with the module that answers; added to.

        Returns:
            Whether nothing was found.
        """
        good = True
        for function in self.tree.body:
            if isinstance(function, ast.FunctionDef):
                good = self._check_function(function, deciding, report) and good
        return good

    def _mark(self, node: ast.FunctionDef | ast.arg) -> Mark:
        # ``def`` and the space before the name are not part of the name.
        skip = len("def ") if isinstance(node, ast.FunctionDef) else 0
        return Mark(self.source, node.lineno, node.col_offset + 1 + skip)

    def _check_function(self, function: ast.FunctionDef, deciding: dict[str, str], report: Report) -> bool:
        catalogue = hook_parameters()
        name = function.name
        if not any(_is_marker(decorator) for decorator in function.decorator_list):
            if name in catalogue:
                report.add(
                    "H005", self._mark(function), f"{name} is a hook but has no @hook", "put @hook above it"
                )
                return False
            return True
        if name not in catalogue:
            hint = nearest(name, catalogue)
            if not hint and not name.startswith(_KINDS):
                hint = f"hooks begin with {', '.join(_KINDS)}"
            report.add("H003", self._mark(function), f"there is no hook '{name}'", hint)
            return False
        good = True
        for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs):
            if argument.arg not in catalogue[name]:
                hint = nearest(argument.arg, catalogue[name]) or f"it has {', '.join(catalogue[name])}"
                report.add(
                    "H004", self._mark(argument), f"the hook {name} has no parameter '{argument.arg}'", hint
                )
                good = False
        if name.startswith("decide_"):
            if name in deciding:
                report.add("H006", self._mark(function), f"{deciding[name]} answers {name} already")
                good = False
            deciding.setdefault(name, self.name)
        return good


def _is_marker(decorator: ast.expr) -> bool:
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(target, ast.Attribute):
        return target.attr == "hook"
    return isinstance(target, ast.Name) and target.id == "hook"


def read_hook_source(path: Path, label: str, report: Report) -> HookSource | None:
    """Read a module; None when it is not Python, and then a problem says why."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        report.add("H002", Mark(Source(label, ""), 0, 0), f"{label} cannot be read: {error}")
        return None
    source = Source(label, text)
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        mark = Mark(source, error.lineno or 1, error.offset or 1)
        report.add("H002", mark, f"not Python: {error.msg}")
        return None
    except (ValueError, RecursionError, MemoryError) as error:
        report.add("H002", Mark(source, 1, 1), f"not Python: {error}")
        return None
    strings = frozenset(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return HookSource(path.stem, source, tree, strings)
