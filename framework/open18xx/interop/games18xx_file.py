"""Game files of 18xx.games: what is in them, and which of their moves count.

Only the form is looked at here; what a move means is the business of the replayer. A file is a JSON
object with ``title``, ``players`` and ``actions``. Undone moves are left out, moves that the site's
server added by itself come after the move that carries them, programs of players are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from open18xx.errors import GameFileError

FORMAT = "18xx.games"

#: Moves that steer the site and change nothing in the game.
_SILENT = ("log", "message")
_AUTO_KEY = "auto_actions"


@dataclass(frozen=True, slots=True)
class Move:
    """One move that counts.

    Attributes:
        id: its id in the file; automatic moves have that of the move that carries them.
        auto: number of an automatic move of its carrier, from 1; 0 for the carrier itself.
        type: what is done, such as ``lay_tile``.
        entity: who does it: number of a player, or id of a company.
        entity_type: ``player``, ``corporation``, ``company`` or ``minor``.
        data: all its fields.
        silent: programs and notes, which change nothing.
    """

    id: int
    auto: int
    type: str
    entity: str
    entity_type: str
    data: Mapping[str, object]
    silent: bool = False

    @property
    def place(self) -> str:
        """How messages call it."""
        return f"move {self.id}" + (f" (automatic move {self.auto})" if self.auto else "")

    def text(self, key: str) -> str:
        """Text of a field.

        Raises:
            GameFileError: it is missing or something else.
        """
        value = self.data.get(key)
        if not isinstance(value, str):
            raise GameFileError(f"{self.type}: {key!r} should be a text, not {value!r:.60}", self.id)
        return value

    def number(self, key: str, default: int | None = None) -> int:
        """Whole number of a field; as :meth:`text`."""
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise GameFileError(f"{self.type}: {key!r} should be a whole number, not {value!r:.60}", self.id)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """List of texts of a field; as :meth:`text`."""
        value = self.data.get(key)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise GameFileError(f"{self.type}: {key!r} should be a list of texts, not {value!r:.60}", self.id)
        return tuple(value)


@dataclass(frozen=True, slots=True)
class Recording:
    """A file, read.

    Attributes:
        title: as the file names it.
        players: names in seat order.
        player_ids: number of each player in the file, in seat order, as text.
        seed: of the random draws.
        rules: optional rules chosen.
        moves: those that count, in order.
        total: entries of the file, undone ones included.
        result: final worth by player's name, or None when the file has none.
        reason: why the game ended, as the file says; empty when it does not.
        broken: what is wrong with the first entry that cannot be read; moves are those before it.
    """

    title: str
    players: tuple[str, ...]
    player_ids: tuple[str, ...]
    seed: int
    rules: tuple[str, ...]
    moves: tuple[Move, ...]
    total: int
    result: Mapping[str, int] | None
    reason: str
    broken: GameFileError | None = None


def is_recording(data: Mapping[str, object]) -> bool:
    """Whether a JSON object looks like a file of this format."""
    return (
        "format" not in data
        and "title" in data
        and isinstance(data.get("actions"), list)
        and "players" in data
    )


def read_recording(data: Mapping[str, object]) -> Recording:
    """Read a file; where an entry cannot be read, the moves before it.

    Raises:
        GameFileError: the file as a whole is wrong.
    """
    title = data.get("title")
    if not isinstance(title, str) or not title:
        raise GameFileError("the file does not name its title")
    ids, names = _players(data)
    settings = data.get("settings", {})
    if not isinstance(settings, Mapping):
        raise GameFileError("'settings' should be an object")
    rules = settings.get("optional_rules") or []
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise GameFileError("'optional_rules' should be a list of texts")
    entries = data.get("actions")
    if not isinstance(entries, list):
        raise GameFileError("'actions' should be a list of moves")
    reason = data.get("game_end_reason")
    moves, broken = _readable(entries)
    return Recording(
        title=title,
        players=names,
        player_ids=ids,
        seed=_seed(data, settings),
        rules=tuple(rules),
        moves=moves,
        total=len(entries),
        result=_result(data, ids, names),
        reason=reason if isinstance(reason, str) else "",
        broken=broken,
    )


def _players(data: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    players = data.get("players")
    if not isinstance(players, list) or not players:
        raise GameFileError("'players' should be a list of players in seat order")
    ids: list[str] = []
    names: list[str] = []
    for player in players:
        if not isinstance(player, Mapping) or not isinstance(player.get("name"), str):
            raise GameFileError(f"a player should have an id and a name, not {player!r:.60}")
        ids.append(str(player.get("id")))
        names.append(str(player["name"]))
    if len(set(ids)) != len(ids) or len(set(names)) != len(names):
        raise GameFileError("two players have the same id or name")
    return tuple(ids), tuple(names)


def _seed(data: Mapping[str, object], settings: Mapping[str, object]) -> int:
    """The seed, or the first digits of the game's id."""
    seed = settings.get("seed")
    if isinstance(seed, int) and not isinstance(seed, bool):
        return seed
    digits = ""
    for letter in str(data.get("id", "")):
        if letter.isdecimal():
            digits += letter
        elif digits:
            break
    return int(digits[:18]) if digits else 0


def _result(
    data: Mapping[str, object], ids: tuple[str, ...], names: tuple[str, ...]
) -> Mapping[str, int] | None:
    result = data.get("result")
    if result is None or result == {} or result == []:
        return None
    if not isinstance(result, Mapping):
        raise GameFileError("'result' should give the worth of each player")
    by_id = dict(zip(ids, names, strict=True))
    found: dict[str, int] = {}
    for player, worth in result.items():
        name = by_id.get(str(player), str(player))
        if name not in names or not isinstance(worth, int) or isinstance(worth, bool):
            raise GameFileError(f"'result': {player!r:.40} with {worth!r:.40} is no worth of a player")
        found[name] = worth
    return dict(sorted(found.items(), key=lambda item: -item[1]))


# -- which moves count ---------------------------------------------------------------------------------


def _readable(entries: list[object]) -> tuple[tuple[Move, ...], GameFileError | None]:
    """The moves that count among the entries that can be read, and what ends them."""
    checked: list[tuple[Move, tuple[Move, ...]]] = []
    broken: GameFileError | None = None
    for index, entry in enumerate(entries):
        try:
            move = _checked(entry, index)
            checked.append((move, tuple(_automatic(move))))
        except GameFileError as error:
            broken = error
            break
    alive, unclear = _alive([move for move, _ in checked])
    moves: list[Move] = []
    for index in alive:
        move, carried = checked[index]
        moves += (move, *carried)
    return tuple(moves), unclear or broken


def _checked(entry: object, index: int) -> Move:
    if not isinstance(entry, Mapping):
        raise GameFileError(f"a move should be an object, not {entry!r:.60}", index + 1)
    number = entry.get("id", index + 1)
    if not isinstance(number, int) or isinstance(number, bool):
        raise GameFileError(f"the id of a move should be a number, not {number!r:.60}", index + 1)
    return _move(entry, number, 0)


def _move(entry: Mapping[str, object], number: int, auto: int) -> Move:
    kind, entity = entry.get("type"), entry.get("entity")
    if not isinstance(kind, str) or not kind:
        raise GameFileError("the move does not say its type", number)
    if isinstance(entity, bool) or not isinstance(entity, int | str | None):
        raise GameFileError(f"{kind}: 'entity' should be a player or a company, not {entity!r:.60}", number)
    silent = kind.startswith("program_") or kind in _SILENT
    form = entry.get("entity_type", "")
    return Move(number, auto, kind, "" if entity is None else str(entity), str(form), entry, silent)


def _automatic(move: Move) -> Iterator[Move]:
    """Moves that the server added to one."""
    carried = move.data.get(_AUTO_KEY)
    if carried is None:
        return
    if not isinstance(carried, list):
        raise GameFileError(f"{_AUTO_KEY!r} should be a list", move.id)
    for number, entry in enumerate(carried, start=1):
        if not isinstance(entry, Mapping):
            raise GameFileError(f"an automatic move should be an object, not {entry!r:.60}", move.id)
        yield _move(entry, move.id, number)


def _alive(moves: list[Move]) -> tuple[list[int], GameFileError | None]:
    """Positions of the moves that are left after undoing and redoing, in order, up to one that is wrong."""
    alive: list[int] = []
    undone: list[list[int]] = []
    for index, move in enumerate(moves):
        if move.type == "undo":
            try:
                undone.append(_undo(moves, alive, move))
            except GameFileError as error:
                return alive, error
        elif move.type == "redo":
            if not undone:
                return alive, GameFileError("redo: nothing has been undone", move.id)
            alive.extend(undone.pop())
        elif move.type != "message":
            alive.append(index)
            undone.clear()
    return alive, None


def _undo(moves: list[Move], alive: list[int], undo: Move) -> list[int]:
    """Take the moves back that an undo names: the last one, or all after the one with an id."""
    if undo.data.get("action_id") is None:
        gone = alive[-1:]
        del alive[-1:]
        return gone
    target = undo.number("action_id")
    gone = [index for index in alive if moves[index].id > target]
    alive[:] = [index for index in alive if moves[index].id <= target]
    return gone
