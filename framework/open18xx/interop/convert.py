"""Turning a game file into another format, by playing it.

A file is converted only if it replays without a difference: what is written is the game that was played.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from open18xx.engine.record import FORMAT, record_of, to_text
from open18xx.errors import GameFileError, Open18xxError
from open18xx.interop import games18xx_file
from open18xx.interop.games18xx_write import game_as_recording, recording_text
from open18xx.interop.replay import replay_file
from open18xx.interop.replay_report import ReplayReport

#: Formats that can be written, by the word for them.
FORMATS: Final = {"open18xx": FORMAT, "18xx.games": games18xx_file.FORMAT}


class CannotConvert(Open18xxError):
    """A file that cannot be converted; says why and where."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A converted game.

    Attributes:
        title: id of the title pack it was played with.
        source: format of the file; target: the word for the format written.
        actions: actions or moves written.
        text: the new file.
        readings: what should be known about the file that was read.
    """

    title: str
    source: str
    target: str
    actions: int
    text: str
    readings: tuple[str, ...]


def convert(
    path: Path, target: str | None = None, *, title: str | None = None, until: int | None = None
) -> Converted:
    """The game of a file in another format.

    Args:
        target: a word of :data:`FORMATS`; None means the other one.
        title: pack to play with instead of the one the file names.
        until: number of actions to convert; all by default.

    Raises:
        Open18xxError: the file cannot be read, does not replay, or holds what the format cannot express.
    """
    report = replay_file(path, title=title, until=until)
    _check(path, report)
    assert report.game is not None
    if target is None:
        target = "18xx.games" if report.format == FORMAT else "open18xx"
    if target == "open18xx":
        record = record_of(report.game)
        text, actions = to_text(record), len(record.actions)
    else:
        try:
            document = game_as_recording(report.game)
        except GameFileError as error:
            raise CannotConvert(f"{path}: {error}") from None
        moves = document["actions"]
        text, actions = recording_text(document), len(moves) if isinstance(moves, list) else 0
    return Converted(report.title, report.format, target, actions, text, report.readings)


def _check(path: Path, report: ReplayReport) -> None:
    if report.error is not None:
        at = "" if report.error.seq is None else f" at {report.error.seq}"
        raise CannotConvert(
            f"{path}: the replay ends{at} after {report.actions_applied} actions: {report.error.message}"
        )
    if report.checks_failed:
        first = report.failures[0]
        places = "1 place" if report.checks_failed == 1 else f"{report.checks_failed} places"
        raise CannotConvert(
            f"{path}: the replay differs from the file in {places}, first "
            f"at {first.seq}: {first.what} is {first.actual!r:.60}, recorded is {first.expected!r:.60}"
        )
