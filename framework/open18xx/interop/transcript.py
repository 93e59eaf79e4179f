"""Replaying recorded games in transcript form (``format: <title>-transcript``).

Every entry of kind ``action`` is played through our own legality check, every entry of kind ``check`` is
compared. Where people played under another reading of the rules, or made a slip, the transcript's own
``readings`` say so; each has one of five effects:

``skip``          the entry is left out
``defer``         the action is played in the step where the rules place it
``use_recorded``  the recorded figure is taken, by an option of the title or a marked correction
``use_rules``     the entry's figure is replaced by that of the rules
``refused``       the rules do not allow it: an option of the title, or a marked correction that forces it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from open18xx.engine.context import Context
from open18xx.engine.game import Game, WrongTable
from open18xx.errors import EngineFault, IllegalAction
from open18xx.interop.replay_report import ReplayError, ReplayReport
from open18xx.interop.transcript_actions import BadEntry, Entry
from open18xx.interop.transcript_replay import CannotGoOn, TranscriptReplay

EFFECTS = ("skip", "defer", "use_recorded", "use_rules", "refused")


def replay_transcript(
    data: Mapping[str, Any],
    *,
    context_for: Callable[[Sequence[str]], Context],
    until: int | None = None,
) -> ReplayReport:
    """Replay a transcript.

    Args:
        data: the file's contents.
        context_for: makes the title ready to play with given options.
        until: stop after this many actions.
    """
    form = str(data.get("format"))
    title = str(data.get("title", ""))
    events, players, readings, problem = _read(data)
    if problem is not None:
        return _broken(title, form, problem)
    total = sum(1 for entry in events if entry["kind"] == "action")
    plain = context_for(())
    codes = {str(r.get("code")) for r in readings.values()}
    options = tuple(
        option.id
        for option in plain.title.options.values()
        if codes.intersection(option.readings) and (not option.players or len(players) in option.players)
    )
    try:
        context = context_for(options) if options else plain
        game = Game(context, players, corrections=True)
    except WrongTable as error:
        return _broken(title, form, str(error))
    replay = TranscriptReplay(data, game, players, readings)
    for option in options:
        wanted = [c for c in context.title.options[option].readings if c in codes]
        replay.notes.append(f"option {option} of the title is on ({', '.join(wanted)})")
    failed, stopped = _run(replay, events, until)
    replay.close(complete=failed is None and not stopped)
    status = "stopped" if stopped else "refused" if failed else "finished" if game.is_over else "unfinished"
    return ReplayReport(
        title=context.title.id,
        format=form,
        status=status,  # type: ignore[arg-type]
        actions_applied=replay.applied,
        actions_total=total,
        result=game.result(),
        expected=replay.expected(),
        checks_passed=replay.passed,
        checks_failed=len(replay.failures),
        failures=tuple(replay.failures),
        error=failed,
        readings=tuple(replay.notes),
        game=game,
    )


def _run(
    replay: TranscriptReplay, events: Sequence[Entry], until: int | None
) -> tuple[ReplayError | None, bool]:
    for entry in events:
        if until is not None and replay.applied >= until and entry["kind"] != "check":
            return None, True
        try:
            replay.entry(entry)
        except CannotGoOn as stop:
            return ReplayError(entry["seq"], str(stop), ", ".join(stop.rules) or None), False
        except IllegalAction as illegal:
            return ReplayError(entry["seq"], str(illegal), ", ".join(illegal.rules) or None), False
        except BadEntry as bad:
            return ReplayError(entry["seq"], str(bad)), False
        except EngineFault as fault:
            return ReplayError(entry["seq"], f"the position breaks: {fault}"), False
        except (KeyError, TypeError, ValueError, AttributeError, AssertionError) as error:
            return ReplayError(entry["seq"], f"damaged entry of type {entry.get('type')!r}: {error!r}"), False
    replay.finish_turns()
    return None, False


def _broken(title: str, form: str, message: str) -> ReplayReport:
    error = ReplayError(None, message)
    return ReplayReport(title, form, "damaged", 0, 0, {}, None, 0, 0, error=error)


def _read(data: Mapping[str, Any]) -> tuple[list[Entry], tuple[str, ...], dict[int, Entry], str | None]:
    """Events, players and readings of a file, or what is wrong with it."""
    if data.get("format_version") != 1:
        return (
            [],
            (),
            {},
            f"transcripts of version {data.get('format_version')!r} are not known; version 1 is",
        )
    players, events = data.get("players"), data.get("events")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        return [], (), {}, "'players' should be a list of names"
    if not isinstance(events, list):
        return [], (), {}, "'events' should be a list"
    last = 0
    for entry in events:
        good = isinstance(entry, Mapping) and entry.get("kind") in ("action", "check", "correction")
        if not good or not isinstance(entry.get("seq"), int) or "type" not in entry:
            return (
                [],
                (),
                {},
                f"the event after {last} should have seq, kind (action, check, correction) and type",
            )
        if entry["seq"] <= last:
            return [], (), {}, f"event {entry['seq']} comes after event {last}"
        last = entry["seq"]
    readings: dict[int, Entry] = {}
    for reading in data.get("readings", ()):
        if (
            not isinstance(reading, Mapping)
            or reading.get("effect") not in EFFECTS
            or not isinstance(reading.get("seq"), int)
        ):
            return [], (), {}, f"a reading needs seq and an effect out of {', '.join(EFFECTS)}: {reading!r}"
        readings[reading["seq"]] = reading
    return events, tuple(players), readings, None
