"""The record of a game: what was decided, and what a replay must come to.

Only decisions are stored; everything else follows from them. Hashes of the state every
:data:`CHECK_EVERY` actions and at the end prove that a replay comes to the same game. The form of
the file is described in docs/game-file.md and by ``game.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import TypeGuard

from open18xx.actions.codec import BadAction
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.errors import EngineFault, GameFileError, IllegalAction
from open18xx.state.canonical import state_hash
from open18xx.state.game_state import GameState

FORMAT = "open18xx-game"
FORMAT_VERSION = 1
#: A check is written after every so many actions.
CHECK_EVERY = 25
#: Most actions a record may hold; whatever has more is no game.
MOST_ACTIONS = 200_000

_KEYS = (
    "format", "format_version", "title", "title_version", "content_hash", "players", "seats", "seed",
    "options", "corrections", "actions", "checks", "result",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """The state must have this hash after so many actions (0 is the set-up)."""

    after: int
    hash: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A recorded game.

    Attributes:
        title: id of the title pack; title_version, content_hash: of the pack it was played with.
        players: names in seat order.
        seats: who decided for each of them, such as ``human``; empty when nobody noted it.
        seed: the seed that drew the seats (and drives bots), or None.
        options: options of the title that were chosen.
        corrections: whether the table allows moderators' corrections.
        actions: what was decided, as written by the title's codec.
        checks: hashes of the state, by number of actions.
        result: final worth by player's name once the game is over, else None.
    """

    title: str
    title_version: str
    content_hash: str
    players: tuple[str, ...]
    seed: int | None = None
    options: tuple[str, ...] = ()
    corrections: bool = False
    actions: tuple[Mapping[str, object], ...] = ()
    checks: tuple[Check, ...] = ()
    result: Mapping[str, int] | None = None
    seats: tuple[str, ...] = ()


def record_of(game: Game, seats: Sequence[str] = ()) -> GameRecord:
    """The record of a game as far as it is played."""
    title, state, turns = game.title, game.state, game.turns
    actions = game.actions
    marks = range(CHECK_EVERY, len(actions), CHECK_EVERY)
    return GameRecord(
        title=title.id,
        title_version=title.version,
        content_hash=title.content_hash,
        players=state.names,
        seed=game.seed,
        options=tuple(sorted(title.active_options)),
        corrections=state.corrections,
        actions=tuple(game.context.codec.to_json(action) for action in actions),
        checks=tuple(Check(n, _hash(turns[n].state)) for n in (*marks, len(actions))),
        result=game.result() or None,
        seats=tuple(seats),
    )


def _hash(state: GameState) -> str:
    """Hash of a state, remembered with it: a game in progress is recorded again and again."""
    known = state.memo.get("hash")
    if not isinstance(known, str):
        known = state.memo["hash"] = state_hash(state)
    return known


# -- JSON --------------------------------------------------------------------------------------------


def to_json(record: GameRecord) -> dict[str, object]:
    """The document of a game file; the actions come after all that is needed to play them."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "title": record.title,
        "title_version": record.title_version,
        "content_hash": record.content_hash,
        "players": list(record.players),
        "seats": list(record.seats),
        "seed": record.seed,
        "options": list(record.options),
        "corrections": record.corrections,
        "actions": [dict(action) for action in record.actions],
        "checks": [{"after": check.after, "hash": check.hash} for check in record.checks],
        "result": None if record.result is None else dict(record.result),
    }


def to_text(record: GameRecord) -> str:
    """The text of a game file: one line an action, so that files can be compared and read."""
    lines = ["{"]
    document = to_json(record)
    for number, (key, value) in enumerate(document.items(), start=1):
        comma = "," if number < len(document) else ""
        if key in ("actions", "checks") and isinstance(value, list) and value:
            entries = ",\n".join(f"    {_dump(entry)}" for entry in value)
            lines.append(f'  "{key}": [\n{entries}\n  ]{comma}')
        else:
            lines.append(f"  {_dump(key)}: {_dump(value)}{comma}")
    return "\n".join([*lines, "}", ""])


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def from_json(data: Mapping[str, object], *, damaged: bool = False) -> GameRecord:
    """The record a document stands for.

    Args:
        damaged: the document breaks off: what comes after the actions may be missing.

    Raises:
        GameFileError: it is no such document, or one of a newer format.
    """
    _check_format(data)
    for key in data:
        if key not in _KEYS:
            near = get_close_matches(str(key), _KEYS, 1)
            raise GameFileError(f"unknown key {key!r}{f'; did you mean {near[0]!r}?' if near else ''}")
    missing = [key for key in ("title", "players", "actions") if key not in data]
    if missing:
        where = "; the file breaks off before it" if damaged else ""
        raise GameFileError(f"the key {missing[0]!r} is missing{where}")
    actions = _entries(data, "actions")
    if len(actions) > MOST_ACTIONS:
        raise GameFileError(f"{len(actions)} actions are too many for a game")
    for number, action in enumerate(actions, start=1):
        if not isinstance(action, Mapping):
            raise GameFileError(f"an action should be an object, not {action!r:.80}", number)
    seed = data.get("seed")
    if seed is not None and not _is_number(seed):
        raise GameFileError(f"seed should be a whole number or null, not {seed!r:.80}")
    corrections = data.get("corrections", False)
    if not isinstance(corrections, bool):
        raise GameFileError(f"corrections should be true or false, not {corrections!r:.80}")
    return GameRecord(
        title=_text(data, "title"),
        title_version=_text(data, "title_version"),
        content_hash=_text(data, "content_hash"),
        players=_texts(data, "players"),
        seed=seed if _is_number(seed) else None,
        options=_texts(data, "options"),
        corrections=corrections,
        actions=tuple(action for action in actions if isinstance(action, Mapping)),
        checks=tuple(_checks(data)),
        result=_result(data),
        seats=_texts(data, "seats"),
    )


def _check_format(data: Mapping[str, object]) -> None:
    if data.get("format") != FORMAT:
        found = data.get("format")
        raise GameFileError(
            f"the format is {found!r:.80}, not {FORMAT!r}" if found else f"this is no {FORMAT} file"
        )
    version = data.get("format_version")
    if not _is_number(version) or version < 1:
        raise GameFileError(
            f"format_version should be a number from 1 to {FORMAT_VERSION}, not {version!r:.80}"
        )
    if version > FORMAT_VERSION:
        raise GameFileError(
            f"the file is of format version {version}, written by a newer Open18xx; "
            f"this one reads up to version {FORMAT_VERSION}"
        )


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _entries(data: Mapping[str, object], key: str) -> list[object]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise GameFileError(f"{key} should be a list, not {value!r:.80}")
    return value


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str) or not _is_unicode(value):
        raise GameFileError(f"{key} should be a text, not {value!r:.80}")
    return value


def _texts(data: Mapping[str, object], key: str) -> tuple[str, ...]:
    found = []
    for entry in _entries(data, key):
        if not isinstance(entry, str) or not _is_unicode(entry):
            raise GameFileError(f"{key} should be a list of texts; one entry is {entry!r:.80}")
        found.append(entry)
    return tuple(found)


def _is_unicode(text: str) -> bool:
    """Whether a text can be written: half of a surrogate pair cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _checks(data: Mapping[str, object]) -> Iterator[Check]:
    for number, entry in enumerate(_entries(data, "checks"), start=1):
        after = entry.get("after") if isinstance(entry, Mapping) else None
        digest = entry.get("hash") if isinstance(entry, Mapping) else None
        if not _is_number(after) or after < 0 or not isinstance(digest, str):
            raise GameFileError(
                f'check {number} should look like {{"after": 25, "hash": "…"}}, not {entry!r:.80}'
            )
        yield Check(after, digest)


def _result(data: Mapping[str, object]) -> dict[str, int] | None:
    value = data.get("result")
    if value is None:
        return None
    result: dict[str, int] = {}
    for name, worth in value.items() if isinstance(value, Mapping) else ((None, None),):
        if not isinstance(name, str) or not _is_number(worth):
            raise GameFileError(
                f"result should give each player's worth as a whole number, not {value!r:.80}"
            )
        result[name] = worth
    return result


# -- playing a record -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A check that failed: after which action, what, the recorded and the actual value."""

    after: int
    what: str
    expected: object
    actual: object


@dataclass(frozen=True, slots=True)
class Stop:
    """Why an action of a record could not be played.

    Attributes:
        sequence: its number, from 1.
        illegal: whether the rules refuse it; otherwise it is no action at all.
    """

    sequence: int
    message: str
    rules: tuple[str, ...] = ()
    illegal: bool = True


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that was played.

    Attributes:
        game: the game as far as it went.
        applied: number of actions played.
        passed: checks that agreed; mismatches: those that did not.
        stop: what ended it early, or None.
    """

    game: Game
    applied: int
    passed: int
    mismatches: tuple[Mismatch, ...] = field(default=())
    stop: Stop | None = None


def table_of(context: Context, record: GameRecord) -> Game:
    """The game of a record before its first action.

    Raises:
        WrongTable: players or options the title does not allow.
    """
    return Game(context, record.players, seed=record.seed, shuffle=False, corrections=record.corrections)


def play_record(context: Context, record: GameRecord, until: int | None = None) -> Replayed:
    """Play a record with all checks of live play.

    Args:
        until: number of actions to play; all by default.

    Raises:
        WrongTable: players or options the title does not allow.
    """
    game = table_of(context, record)
    wanted = len(record.actions) if until is None else min(until, len(record.actions))
    due: dict[int, list[Check]] = {}
    for check in record.checks:
        due.setdefault(check.after, []).append(check)
    passed, mismatches = 0, []
    stop: Stop | None = None
    for sequence in range(wanted + 1):
        if sequence:
            stop = _play(game, sequence, record.actions[sequence - 1])
            if stop is not None:
                break
        for check in due.pop(sequence, ()):
            actual = _hash(game.state)
            if actual == check.hash:
                passed += 1
            else:
                mismatches.append(Mismatch(sequence, "hash of the state", check.hash, actual))
    if stop is None and wanted == len(record.actions):
        for check in (check for left in due.values() for check in left):
            mismatches.append(Mismatch(check.after, "number of actions", check.after, wanted))
    replayed = Replayed(game, len(game.turns) - 1, passed, tuple(mismatches), stop)
    if stop is None and record.result is not None and wanted == len(record.actions):
        return _compare_result(replayed, record.result)
    return replayed


def _play(game: Game, sequence: int, entry: Mapping[str, object]) -> Stop | None:
    """Play one action of a record; a fault of the engine or of a hook stops the replay, too."""
    try:
        game.apply(game.context.codec.from_json(entry))
    except BadAction as error:
        return Stop(sequence, str(error), illegal=False)
    except IllegalAction as error:
        return Stop(sequence, "; ".join(refusal.message for refusal in error.refusals), error.rules)
    except EngineFault as error:
        return Stop(sequence, f"the engine cannot play this action: {error}")
    except (ArithmeticError, AssertionError, LookupError, RecursionError, TypeError, ValueError) as error:
        # A hand-edited record can hold what no hook module expects. What was played so far stays.
        return Stop(sequence, f"the engine cannot play this action: {type(error).__name__}: {error}")
    return None


def _compare_result(replayed: Replayed, expected: Mapping[str, int]) -> Replayed:
    actual = replayed.game.result()
    passed, mismatches = replayed.passed, list(replayed.mismatches)
    for name in dict.fromkeys((*expected, *actual)):
        if expected.get(name) == actual.get(name):
            passed += 1
        else:
            mismatch = Mismatch(replayed.applied, f"worth of {name}", expected.get(name), actual.get(name))
            mismatches.append(mismatch)
    return replace(replayed, passed=passed, mismatches=tuple(mismatches))
