"""Collecting what is wrong with a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from open18xx.errors import Problem
from open18xx.loading.builders.section import BuildError, Section
from open18xx.loading.codes import CODES
from open18xx.loading.nodes import Mark, Node, Path, ScalarNode, Source, find, locate, path_text
from open18xx.loading.scalars import mark_inside

#: A pack with more problems than this is told no more.
MOST_PROBLEMS: Final = 2000


class TooManyProblems(Exception):
    """Looking further would not help anybody."""


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
            TooManyProblems: there are :data:`MOST_PROBLEMS` now.
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
            if len(self._problems) >= MOST_PROBLEMS:
                raise TooManyProblems

    def at(
        self, code: str, kind: str, path: Path, message: str, hint: str = "", *, key: bool = False
    ) -> None:
        """Note a problem of the value at ``path`` in the file of that kind.

        Args:
            key: point at the key instead of its value.
        """
        self.add(code, self.mark(kind, path, key=key), message, hint, path_text(path))

    def on(self, code: str, section: Section, key: str | int | None, message: str, hint: str = "") -> None:
        """Note a problem of one of a section's values, or of the section as a whole."""
        self.at(code, section.kind, section.path if key is None else (*section.path, key), message, hint)

    def built(self, error: BuildError) -> None:
        """Note what could not be built."""
        if error.offset is None:
            self.add(error.code, self.mark(error.kind, error.path), error.message, path=path_text(error.path))
        else:
            self.inside(error.code, error.kind, error.path, error.offset, error.message)

    def inside(self, code: str, kind: str, path: Path, offset: int, message: str) -> None:
        """Note a problem inside a text: ``offset`` characters into what the value means."""
        mark = self.mark(kind, path)
        node = find(self.roots[kind], path) if kind in self.roots else None
        if isinstance(node, ScalarNode) and isinstance(node.value, str):
            mark = mark_inside(node, offset)
        self.add(code, mark, message, path=path_text(path))

    @contextmanager
    def catching(self) -> Iterator[None]:
        """Note what cannot be built inside, and go on after it."""
        try:
            yield
        except BuildError as error:
            self.built(error)

    def mark(self, kind: str, path: Path, *, key: bool = False) -> Mark:
        """Where a value stands."""
        root = self.roots.get(kind)
        if root is None:
            return Mark(Source(f"{kind}.yaml", ""), 0, 0)
        return locate(root, path, key=key)

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
