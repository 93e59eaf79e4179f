"""Collecting what is wrong with a pack."""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.errors import Problem
from open18xx.loading.codes import CODES
from open18xx.loading.nodes import Mark, Node, Path, locate, path_text


class Report:
    """Problems found so far.

    Places are given either as a :class:`Mark` or, once the files are read, as a kind of file and a path
    in its data.
    """

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._seen: set[tuple[str, int, int, str, str]] = set()
        self._marks: dict[tuple[str, int, int], Mark] = {}
        self.roots: dict[str, Node] = {}

    def add(self, code: str, mark: Mark, message: str, hint: str = "", path: str = "") -> None:
        """Note a problem; the same one at the same place is kept once.

        Raises:
            KeyError: the code is not in the registry; a fault of the program.
        """
        problem = Problem(
            mark.source.label, mark.line, mark.column, code, CODES[code].severity, path, message, hint
        )
        key = (problem.file, problem.line, problem.column, code, message)
        if key not in self._seen:
            self._seen.add(key)
            self._problems.append(problem)
            self._marks[problem.file, problem.line, problem.column] = mark

    def at(
        self, code: str, kind: str, path: Path, message: str, hint: str = "", *, key: bool = False
    ) -> None:
        """Note a problem of the value at ``path`` in the file of that kind.

        Args:
            key: point at the key instead of its value.
        """
        self.add(code, self.mark(kind, path, key=key), message, hint, path_text(path))

    def mark(self, kind: str, path: Path, *, key: bool = False) -> Mark:
        """Where a value stands."""
        return locate(self.roots[kind], path, key=key)

    @property
    def has_errors(self) -> bool:
        """Whether the pack cannot be used."""
        return any(problem.severity == "error" for problem in self._problems)

    def sorted(self) -> tuple[Problem, ...]:
        """All problems by file, line and column."""
        return tuple(
            sorted(
                self._problems, key=lambda item: (item.file, item.line, item.column, item.code, item.message)
            )
        )

    def excerpts(self) -> Mapping[tuple[str, int, int], Mark]:
        """Marks of the problems by file, line and column, to show the text they stand in."""
        return self._marks
