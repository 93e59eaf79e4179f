"""What replaying a recorded game gives, whatever the format of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from open18xx.engine.game import Game
from open18xx.state.canonical import plain

#: ``finished``: every action was applied and the game is over; ``unfinished``: every action was
#: applied and the game goes on; ``stopped``: ended where the reader asked for (``--until``);
#: ``damaged``: the file breaks off or cannot be read further; ``refused``: an action is not legal;
#: ``unreadable``: nothing could be played.
ReplayStatus = Literal["finished", "unfinished", "stopped", "damaged", "refused", "unreadable"]


@dataclass(frozen=True, slots=True)
class CheckFailure:
    """Something the file records and the replay does not confirm.

    Attributes:
        seq: number of the action or event in the file, from 1; 0 is the set-up.
        what: what was compared, such as ``cash of Player 1``.
        expected: value in the file; actual: value in the replay. Only JSON values.
    """

    seq: int
    what: str
    expected: object
    actual: object


@dataclass(frozen=True, slots=True)
class ReplayError:
    """Why the replay could not go on.

    Attributes:
        seq: number of the action or event in the file, from 1; None for the file as a whole.
        message: what is wrong and what would be right.
        rule: ids of the rules behind it, separated by commas, or None.
    """

    seq: int | None
    message: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """A replayed game.

    Attributes:
        title: id of the title pack used.
        format: kind of file, such as ``open18xx-game``.
        status: how the replay ended.
        actions_applied: actions of the file that were played; actions_total: those it holds, as far
            as they can be told.
        result: worth by player's name, the winner first; empty before the end.
        expected: the same as the file records it, or None.
        checks_passed: comparisons that agreed; checks_failed: those that did not.
        failures: the comparisons that did not agree.
        error: why the replay ended early, or None.
        readings: what was played differently from the letter of the file, or noted about it, in words.
        game: the game as far as it was played; None when not even the table could be set up.
    """

    title: str
    format: str
    status: ReplayStatus
    actions_applied: int
    actions_total: int
    result: Mapping[str, int]
    expected: Mapping[str, int] | None
    checks_passed: int
    checks_failed: int
    failures: tuple[CheckFailure, ...] = ()
    error: ReplayError | None = None
    readings: tuple[str, ...] = ()
    game: Game | None = None

    @classmethod
    def unreadable(cls, message: str) -> ReplayReport:
        """The report on a file with which nothing can be done."""
        return cls("", "", "unreadable", 0, 0, {}, None, 0, 0, error=ReplayError(None, message))

    @property
    def good(self) -> bool:
        """Whether every action asked for was applied and no check failed."""
        return self.error is None and not self.checks_failed

    def as_json(self) -> dict[str, object]:
        """The document of ``open18xx replay --json``."""
        error: dict[str, object] | None = None
        if self.error is not None:
            error = {"seq": self.error.seq, "message": self.error.message, "rule": self.error.rule}
        return {
            "title": self.title,
            "format": self.format,
            "status": self.status,
            "actions_applied": self.actions_applied,
            "actions_total": self.actions_total,
            "result": dict(self.result),
            "expected": None if self.expected is None else dict(self.expected),
            "checks": {
                "passed": self.checks_passed,
                "failed": self.checks_failed,
                "failures": [
                    {"seq": f.seq, "what": f.what, "expected": plain(f.expected), "actual": plain(f.actual)}
                    for f in self.failures
                ],
            },
            "error": error,
            "readings": list(self.readings),
        }
