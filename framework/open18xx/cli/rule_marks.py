"""Finds the rules that tests name by reading the test files, without running or importing them.

A test names rules with ``@pytest.mark.rule("<id>", ...)``: on a function, on a class, for a whole
file in ``pytestmark``, or for one case in ``pytest.param(..., marks=...)``. Ids are literals, or names of
literals given at the top of the same file; anything else is reported as unreadable, not passed over.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from open18xx.errors import Open18xxError

#: Marks that keep a test from proving anything.
_NO_PROOF: Final = frozenset({"skip", "xfail"})
_Assigned: TypeAlias = Mapping[str, ast.expr]


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """One rule named at one place.

    Attributes:
        rule: its id.
        file: the test file, relative to the folder scanned, with forward slashes.
        line: counted from 1.
        test: name of the function or class, or ``module`` for a whole file.
    """

    rule: str
    file: str
    line: int
    test: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What the test files say.

    Attributes:
        marks: in the order of files and lines.
        unreadable: places, ``file:line``, whose rules cannot be told without running the file.
    """

    marks: tuple[Mark, ...]
    unreadable: tuple[str, ...]

    def rules(self) -> frozenset[str]:
        """Ids of all rules named."""
        return frozenset(mark.rule for mark in self.marks)


def scan_tests(folder: Path) -> Scan:
    """Read every ``test_*.py`` under ``folder``.

    Raises:
        Open18xxError: the folder is missing, or a file is not valid Python.
    """
    if not folder.is_dir():
        raise Open18xxError(f"{folder}: there is no such folder of tests; name one with --tests")
    marks: list[Mark] = []
    unreadable: list[str] = []
    for path in sorted(folder.rglob("test_*.py")):
        label = path.relative_to(folder).as_posix()
        found = _File(label, _parse(path))
        marks += found.marks
        unreadable += found.unreadable
    return Scan(tuple(marks), tuple(unreadable))


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes(), filename=str(path))
    except (SyntaxError, ValueError) as problem:
        line = getattr(problem, "lineno", None) or 0
        raise Open18xxError(f"{path}:{line}: not valid Python: {problem}") from problem


class _File:
    """Collects the marks of one file."""

    def __init__(self, label: str, tree: ast.Module) -> None:
        self.label = label
        self.marks: list[Mark] = []
        self.unreadable: list[str] = []
        self._assigned: _Assigned = dict(_assignments(tree))
        whole = self._assigned.get("pytestmark")
        # A file all of whose tests are skipped proves nothing, whatever its tests name.
        if whole is not None and self._proves_nothing(_elements(whole)):
            return
        if whole is not None:
            self._take(_elements(whole), "module")
        self._body(tree.body)

    def _body(self, statements: list[ast.stmt]) -> None:
        for node in statements:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
                if not self._proves_nothing(node.decorator_list):
                    self._take(node.decorator_list, node.name)
                    self._cases(node.decorator_list, node.name)
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                if not self._proves_nothing(node.decorator_list):
                    self._take(node.decorator_list, node.name)
                    self._body(node.body)
            elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                # Tables of cases stand in front of the tests that use them.
                self._cases([node.value], "module")

    def _take(self, expressions: list[ast.expr], test: str) -> None:
        """The rules of every rule mark among ``expressions``."""
        for expression in expressions:
            if isinstance(expression, ast.Call) and self._mark_name(expression.func) == "rule":
                for argument in expression.args:
                    for value in self._ids(argument, expression.lineno):
                        self.marks.append(Mark(value, self.label, expression.lineno, test))

    def _cases(self, expressions: list[ast.expr], test: str) -> None:
        """The marks of ``pytest.param`` anywhere inside ``expressions``."""
        for expression in expressions:
            for node in ast.walk(expression):
                if isinstance(node, ast.Call) and _dotted(node.func) in ("pytest.param", "param"):
                    for keyword in node.keywords:
                        if keyword.arg == "marks":
                            given = _elements(keyword.value)
                            if not self._proves_nothing(given):
                                self._take(given, test)

    def _ids(self, argument: ast.expr, line: int, seen: frozenset[str] = frozenset()) -> Iterator[str]:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
        elif isinstance(argument, ast.Name) and argument.id in self._assigned and argument.id not in seen:
            yield from self._ids(self._assigned[argument.id], line, seen | {argument.id})
        elif isinstance(argument, ast.Starred):
            yield from self._ids(argument.value, line, seen)
        elif isinstance(argument, (ast.Tuple, ast.List)):
            for element in argument.elts:
                yield from self._ids(element, line, seen)
        else:
            self.unreadable.append(f"{self.label}:{line}")

    def _mark_name(self, function: ast.expr) -> str | None:
        """``rule`` for ``pytest.mark.rule`` or for a name given to it at the top of the file."""
        dotted = _dotted(function)
        if isinstance(function, ast.Name) and function.id in self._assigned:
            dotted = _dotted(self._assigned[function.id])
        if dotted is None:
            return None
        head, _, name = dotted.rpartition(".")
        return name if head in ("pytest.mark", "mark") else None

    def _proves_nothing(self, expressions: list[ast.expr]) -> bool:
        for expression in expressions:
            function = expression.func if isinstance(expression, ast.Call) else expression
            if self._mark_name(function) in _NO_PROOF:
                return True
        return False


def _assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def _elements(expression: ast.expr) -> list[ast.expr]:
    return list(expression.elts) if isinstance(expression, (ast.Tuple, ast.List)) else [expression]


def _dotted(expression: ast.expr) -> str | None:
    """``a.b.c`` as text; None for anything that is not a plain dotted name."""
    if isinstance(expression, ast.Name):
        return expression.id
    if isinstance(expression, ast.Attribute):
        head = _dotted(expression.value)
        return None if head is None else f"{head}.{expression.attr}"
    return None
