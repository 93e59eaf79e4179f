"""Replaying a game file of any known format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from open18xx.engine.context import Context
from open18xx.engine.record import FORMAT, GameRecord, Replayed, play_record
from open18xx.errors import GameFileError
from open18xx.interop.files import Damage, Document, read_document, record_from
from open18xx.interop.games18xx import replay_games18xx
from open18xx.interop.games18xx_file import is_recording
from open18xx.interop.games18xx_states import FORMAT as STATES_FORMAT
from open18xx.interop.replay_report import CheckFailure, ReplayError, ReplayReport, ReplayStatus
from open18xx.interop.titles import open_recorded_title
from open18xx.interop.transcript import replay_transcript

TRANSCRIPT = "-transcript"


def replay_file(
    path: Path, *, title: str | None = None, until: int | None = None, against: Path | None = None
) -> ReplayReport:
    """Replay a game file and compare everything it records.

    Args:
        title: pack to use instead of the one the file names, by id or folder.
        until: number of actions to play; all by default.
        against: file with the states after each action, for formats that have one.

    Raises:
        Open18xxError: the file cannot be read or is of no known format, or its title or table
            cannot be set up.
    """
    document = read_document(path)
    form = document.data.get("format")
    if isinstance(form, str) and form.endswith(TRANSCRIPT):
        return _replay_transcript(document, title, until)
    if is_recording(document.data):
        return _replay_recording(document, title, until, against)
    if form == FORMAT:
        return replay_record(record_from(document), document.damage, title=title, until=until)
    raise GameFileError(_unknown_format(document))


def _unknown_format(document: Document) -> str:
    known = f"known are {FORMAT!r}, '<title>{TRANSCRIPT}' and files of 18xx.games"
    if document.damage is not None and "format" not in document.data:
        return f"{document.path}: {document.damage.message}"
    if "format" not in document.data:
        return f"{document.path}: the file does not say what it is: there is no 'format' ({known})"
    if document.data["format"] == STATES_FORMAT:
        game = document.data.get("game", "unnamed")
        return (
            f"{document.path}: these are the states of a game ({game!s:.80}); "
            "replay the game file and name this one by --against"
        )
    return f"{document.path}: the format {document.data['format']!r:.80} is unknown; {known}"


def _replay_recording(
    document: Document, title: str | None, until: int | None, against: Path | None
) -> ReplayReport:
    named = document.data.get("title")

    def context_for(options: Sequence[str]) -> Context:
        return open_recorded_title(str(named), options, instead=title)

    states = read_document(against).data if against is not None else None
    done = replay_games18xx(document.data, context_for=context_for, until=until, states=states)
    damage = document.damage
    if damage is None or done.error is not None or done.status == "stopped":
        return done
    error = ReplayError(damage.sequence, f"the file is damaged: {damage.message}")
    return replace(done, status="damaged", error=error)


def _replay_transcript(document: Document, title: str | None, until: int | None) -> ReplayReport:
    named = document.data.get("title")
    if not isinstance(named, str):
        raise GameFileError(f"{document.path}: the file does not name its title")
    if document.damage is not None:
        raise GameFileError(f"{document.path}: {document.damage.message}")

    def context_for(options: Sequence[str]) -> Context:
        return open_recorded_title(named, options, instead=title)

    return replay_transcript(document.data, context_for=context_for, until=until)


def replay_record(
    record: GameRecord,
    damage: Damage | None = None,
    *,
    title: str | None = None,
    until: int | None = None,
    context_for: Callable[[Sequence[str]], Context] | None = None,
) -> ReplayReport:
    """Replay a game of our own format.

    Args:
        damage: where the file breaks off, if it does.
        title: pack to use instead of the one the record names.
        context_for: makes the title ready with options; by default looks it up.

    Raises:
        Open18xxError: the title or the table cannot be set up.
    """
    if context_for is not None:
        context = context_for(record.options)
    else:
        context = open_recorded_title(record.title, record.options, instead=title)
    played = play_record(context, record, until)
    error = _error(played, damage, until)
    return ReplayReport(
        title=context.title.id,
        format=FORMAT,
        status=_status(played, damage, until),
        actions_applied=played.applied,
        actions_total=len(record.actions),
        result=played.game.result(),
        expected=record.result,
        checks_passed=played.passed,
        checks_failed=len(played.mismatches),
        failures=tuple(CheckFailure(m.after, m.what, m.expected, m.actual) for m in played.mismatches),
        error=error,
        readings=_notes(record, context),
        game=played.game,
    )


def _reaches_damage(played: Replayed, damage: Damage | None, until: int | None) -> bool:
    """Whether the damage matters: not when the reader stops before it."""
    if damage is None or played.stop is not None:
        return False
    return until is None or damage.sequence is None or until >= damage.sequence


def _error(played: Replayed, damage: Damage | None, until: int | None) -> ReplayError | None:
    if played.stop is not None:
        rule = ", ".join(played.stop.rules) or None
        return ReplayError(played.stop.sequence, played.stop.message, rule)
    if damage is not None and _reaches_damage(played, damage, until):
        return ReplayError(damage.sequence, f"the file is damaged: {damage.message}")
    return None


def _status(played: Replayed, damage: Damage | None, until: int | None) -> ReplayStatus:
    if played.stop is not None:
        return "refused"
    if _reaches_damage(played, damage, until):
        return "damaged"
    if played.game.is_over:
        return "finished"
    return "stopped" if until is not None and played.applied >= until else "unfinished"


def _notes(record: GameRecord, context: Context) -> tuple[str, ...]:
    """What should be known about the pack that was used."""
    title = context.title
    if title.id != record.title:
        return (f"played with the title {title.id}; the file is of {record.title}",)
    if record.content_hash and record.content_hash != title.content_hash:
        was = f"version {record.title_version}" if record.title_version else "another version"
        return (
            f"the pack of {title.id} is not quite the one the game was played with: "
            f"this is version {title.version} ({title.content_hash[:12]}), "
            f"that was {was} ({record.content_hash[:12]:.12})",
        )
    return ()
