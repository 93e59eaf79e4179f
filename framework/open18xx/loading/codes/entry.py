"""What is known about one kind of problem."""

from __future__ import annotations

from dataclasses import dataclass

from open18xx.errors import Severity


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One kind of problem.

    Attributes:
        code: stable name; never used for something else again.
        summary: what is wrong, in a few words.
        reason: why it matters, and what to do.
        bad: lines of YAML that cause it, or empty.
        good: the same lines put right, or empty.
    """

    code: str
    severity: Severity
    summary: str
    reason: str
    bad: str = ""
    good: str = ""


def error(code: str, summary: str, reason: str, bad: str = "", good: str = "") -> Diagnostic:
    """A problem that keeps the title from being played."""
    return Diagnostic(code, "error", summary, reason, bad, good)


def warning(code: str, summary: str, reason: str, bad: str = "", good: str = "") -> Diagnostic:
    """Something legal that is hardly meant."""
    return Diagnostic(code, "warning", summary, reason, bad, good)
