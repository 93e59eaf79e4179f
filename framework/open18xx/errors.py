"""Errors shared by every layer.

Three kinds are kept apart: *malformed* input (:class:`PackError`, :class:`GameFileError`),
*illegal* decisions (:class:`IllegalAction`) and faults of a program (:class:`EngineFault`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning"]


class Open18xxError(Exception):
    """Base class of every error a user can cause; its text is one readable line."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why an action is not allowed.

    Attributes:
        code: stable name, ``area.reason``; never reworded.
        message: what, why with the numbers, what would help.
        rules: ids of the rule statements that demand the refusal; the engine leaves them empty
            where the title's rule book assigns ids to codes.
    """

    code: str
    message: str
    rules: tuple[str, ...] = ()


class IllegalAction(Open18xxError):
    """A decision the rules refuse; the game is exactly as it was before.

    Attributes:
        refusals: every reason found, at least one.
    """

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        self.refusals = refusals
        super().__init__(self._text())

    @property
    def code(self) -> str:
        """Code of the first refusal."""
        return self.refusals[0].code

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of all rules cited, without repetition, in order of appearance."""
        return tuple(dict.fromkeys(rule for refusal in self.refusals for rule in refusal.rules))

    def _text(self) -> str:
        parts = []
        for refusal in self.refusals:
            cited = f" [{', '.join(refusal.rules)}]" if refusal.rules else ""
            parts.append(f"{refusal.message}{cited}")
        return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding about a title pack.

    Attributes:
        file: path as the author knows it, relative to the folder given where possible.
        line: 1-based; 0 when the problem concerns the whole file.
        column: 1-based; 0 when unknown.
        code: stable code such as ``T012``.
        severity: ``error`` or ``warning``.
        path: place in the data, e.g. ``trains[2].cost``.
        message: what is wrong.
        hint: what would be right, or empty.
    """

    file: str
    line: int
    column: int
    code: str
    severity: Severity
    path: str
    message: str
    hint: str = ""

    def as_json(self) -> dict[str, object]:
        """The problem in the form the command line promises."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "severity": self.severity,
            "path": self.path,
            "message": self.message,
            "hint": self.hint,
        }


@dataclass(eq=False)
class PackError(Open18xxError):
    """A title pack that cannot be used; carries every problem found."""

    problems: tuple[Problem, ...]
    pack: str = ""

    def __str__(self) -> str:
        first = next((p for p in self.problems if p.severity == "error"), None)
        if first is None:
            return f"{self.pack}: cannot be loaded"
        more = sum(1 for p in self.problems if p.severity == "error") - 1
        rest = f" (and {more} more)" if more else ""
        return f"{first.file}:{first.line}:{first.column}: {first.code} {first.message}{rest}"


@dataclass(eq=False)
class GameFileError(Open18xxError):
    """A game file that cannot be read or continued.

    Attributes:
        message: what is wrong and what would be right.
        sequence: number of the action concerned (1-based), or None for the file as a whole.
    """

    message: str
    sequence: int | None = None

    def __str__(self) -> str:
        where = f"action {self.sequence}: " if self.sequence is not None else ""
        return f"{where}{self.message}"


@dataclass(eq=False)
class EngineFault(Exception):
    """A broken invariant: a fault of the program or of a hook, never of a player."""

    message: str
    details: tuple[str, ...] = field(default_factory=tuple)

    def __str__(self) -> str:
        return "; ".join((self.message, *self.details))
