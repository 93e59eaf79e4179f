"""Reading and writing game files.

Reading saves what can be saved: a file that breaks off or is damaged somewhere gives every whole
action before that place. Writing is atomic: a file is replaced as a whole or not at all.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from open18xx.engine.record import FORMAT, GameRecord, from_json, to_text
from open18xx.errors import GameFileError, Open18xxError

#: Files larger than this are not read: no game is that long.
MOST_BYTES = 64 * 1024 * 1024
#: Keys whose lists are read entry by entry when a file is damaged, and what one entry is called.
_LISTS = {"actions": "action", "events": "event"}


class CannotWrite(Open18xxError):
    """A file that cannot or must not be written; says why and what would help."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a file stops making sense.

    Attributes:
        sequence: number of the action (or event) concerned, from 1; None outside of their list.
        message: what is wrong, with line and column.
    """

    sequence: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a JSON file: all of it, or what comes before the damage."""

    path: Path
    data: Mapping[str, object]
    damage: Damage | None


def read_document(path: Path) -> Document:
    """Read a game file of whatever format.

    Raises:
        GameFileError: it cannot be read at all, or holds no JSON object.
    """
    text, cut = _read_text(path)
    try:
        data = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        data, damage = _Scan(text, cut).run()
    else:
        damage = cut
    if not isinstance(data, Mapping):
        kind = "a list" if isinstance(data, list) else "a single value"
        raise GameFileError(f"{path}: a game file holds an object, not {kind}")
    if damage is not None and not data:
        raise GameFileError(f"{path}: this is no game file: {damage.message}")
    return Document(path, data, damage)


def _read_text(path: Path) -> tuple[str, Damage | None]:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            what = "a folder" if path.is_dir() else "no ordinary file"
            raise GameFileError(f"{path}: this is {what}; name a game file")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise GameFileError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GameFileError(f"{path}: cannot be read: {reason}") from None
    if len(raw) > MOST_BYTES:
        raise GameFileError(f"{path}: larger than {MOST_BYTES // 1024**2} MB, which no game is")
    if not raw.strip():
        raise GameFileError(f"{path}: the file is empty")
    try:
        return raw.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        text = raw[: error.start].decode("utf-8-sig", errors="ignore")
        return text, Damage(None, f"{_place(text, len(text))}: this is not UTF-8 text")


def _place(text: str, position: int) -> str:
    """Line and column of a position, both from 1."""
    return (
        f"line {text.count(chr(10), 0, position) + 1}, column {position - text.rfind(chr(10), 0, position)}"
    )


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} is given twice")
    return found


def _refuse_constant(word: str) -> object:
    raise ValueError(f"{word} is no number a game can hold")


class _Broken(Exception):
    """The text stops being JSON at ``position``."""

    def __init__(self, position: int, reason: str) -> None:
        self.position = position
        self.reason = reason
        super().__init__(reason)


class _Scan:
    """Reads the object of a file key by key, and its list of actions entry by entry."""

    def __init__(self, text: str, cut: Damage | None) -> None:
        self._text = text
        self._cut = cut
        self._decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant)
        self._data: dict[str, object] = {}
        self._list = ""

    def run(self) -> tuple[dict[str, object], Damage | None]:
        """What could be read, and where it ended."""
        try:
            self._object()
        except _Broken as broken:
            return self._data, self._damage(broken)
        return self._data, self._cut

    def _damage(self, broken: _Broken) -> Damage:
        rest = self._text[broken.position :]
        at_end = broken.position > 0 and not any(letter in '{}[],:"' for letter in rest)
        if self._cut is not None and at_end:
            place, _, reason = self._cut.message.partition(": ")
        else:
            place = _place(self._text, broken.position)
            reason = "the file breaks off" if at_end else broken.reason
        if not self._list:
            return Damage(None, f"{place}: {reason}")
        entries = self._data[self._list]
        assert isinstance(entries, list)
        word, number = _LISTS[self._list], len(entries) + 1
        whole = f"the {number - 1} before it are whole" if number > 1 else "nothing comes before it"
        return Damage(number, f"{place}: {reason} in {word} {number}; {whole}")

    def _object(self) -> None:
        position = self._expect("{", self._skip(0))
        if self._at(self._skip(position)) == "}":
            return
        while True:
            start = self._skip(position)
            if self._at(start) != '"':
                raise _Broken(start, "a key in quotes is expected")
            key, position = self._value(start)
            assert isinstance(key, str)
            if key in self._data:
                raise _Broken(start, f"the key {key!r} is given twice")
            position = self._skip(self._expect(":", self._skip(position)))
            if key in _LISTS and self._at(position) == "[":
                position = self._entries(key, position + 1)
            else:
                self._data[key], position = self._value(position)
            position = self._skip(position)
            if self._at(position) == "}":
                if self._skip(position + 1) < len(self._text):
                    raise _Broken(self._skip(position + 1), "something follows the end of the game")
                return
            position = self._expect(",", position)

    def _entries(self, key: str, position: int) -> int:
        entries: list[object] = []
        self._data[key] = entries
        self._list = key
        position = self._skip(position)
        while self._at(position) != "]":
            entry, position = self._value(position)
            position = self._skip(position)
            if self._at(position) not in (",", "]"):
                raise _Broken(position, "a comma or the end of the list is expected")
            entries.append(entry)
            if self._at(position) == ",":
                position = self._skip(position + 1)
        self._list = ""
        return position + 1

    def _value(self, position: int) -> tuple[object, int]:
        try:
            return self._decoder.raw_decode(self._text, position)
        except json.JSONDecodeError as error:
            if error.msg.startswith("Unterminated string"):
                raise _Broken(len(self._text), "") from None
            reason = error.msg[:1].lower() + error.msg[1:]
            raise _Broken(min(error.pos, len(self._text)), f"this is no JSON ({reason})") from None
        except RecursionError:
            raise _Broken(position, "values are nested too deeply") from None
        except ValueError as error:
            raise _Broken(position, str(error)) from None

    def _skip(self, position: int) -> int:
        while position < len(self._text) and self._text[position] in " \t\r\n":
            position += 1
        return position

    def _at(self, position: int) -> str:
        return self._text[position] if position < len(self._text) else ""

    def _expect(self, letter: str, position: int) -> int:
        if self._at(position) != letter:
            raise _Broken(position, f"{letter!r} is expected")
        return position + 1


def read_game(path: Path) -> tuple[GameRecord, Damage | None]:
    """Read a game file of our own format; with the damage, if it has any.

    Raises:
        GameFileError: it is no such file, or too damaged to be played.
    """
    document = read_document(path)
    return record_from(document), document.damage


def record_from(document: Document) -> GameRecord:
    """The record in a document of our own format.

    Raises:
        GameFileError: it is none, or too damaged to be played; the message names the file.
    """
    try:
        return from_json(document.data, damaged=document.damage is not None)
    except GameFileError as error:
        why = f" ({document.damage.message})" if document.damage is not None else ""
        raise GameFileError(f"{document.path}: {error}{why}") from None


# -- writing -------------------------------------------------------------------------------------------


def write_atomically(path: Path, text: str) -> None:
    """Write a whole file: others see the old content or the new one, never a part.

    Raises:
        CannotWrite: with the reason.
    """
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, target)
        except BaseException:
            with contextlib.suppress(OSError):
                draft.unlink()
            raise
    except OSError as error:
        raise CannotWrite(f"{path}: cannot be written: {_reason(error, target)}") from None
    _sync_folder(target.parent)


def _reason(error: OSError, target: Path) -> str:
    if not target.parent.exists():
        return f"there is no folder {target.parent}"
    if target.is_dir():
        return "this is a folder; name a file"
    return error.strerror or str(error)


def _sync_folder(folder: Path) -> None:
    """Make the new name last; systems that cannot do that do not need it."""
    with contextlib.suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def why_not_replace(path: Path, record: GameRecord) -> str | None:
    """Why a new game must not take the place of the file at ``path``; None when it may.

    Only a game that bots alone have played at the same table (title, options, players, seats, seed)
    may be replaced: playing again brings it back. Anything else could be lost.
    """
    if not os.path.lexists(path):
        return None
    try:
        present, damage = read_game(path)
    except GameFileError:
        return f"{path} exists and is not a game of Open18xx that could be replaced"
    same = all(
        getattr(present, name) == getattr(record, name)
        for name in ("title", "options", "players", "seats", "seed", "corrections")
    )
    if same and damage is None and present.seats and "human" not in present.seats:
        return None
    return f"{path} holds another game ({', '.join(present.players)}; {len(present.actions)} actions)"


def write_game(path: Path, record: GameRecord) -> None:
    """Write a game file atomically, over whatever is there.

    Raises:
        CannotWrite: with the reason.
    """
    write_atomically(path, to_text(record))


__all__ = [
    "FORMAT", "CannotWrite", "Damage", "Document", "read_document", "read_game", "record_from",
    "why_not_replace", "write_atomically", "write_game",
]  # fmt: skip
