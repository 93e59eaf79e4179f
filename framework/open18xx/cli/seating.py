"""Who sits at a table: what the options of ``open18xx play`` mean, and where the game is kept."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from open18xx.bots.seats import HUMAN, check_kind
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.engine.record import GameRecord, play_record, record_of
from open18xx.engine.rng import Generator
from open18xx.errors import Open18xxError
from open18xx.interop.files import CannotWrite, read_game, why_not_replace, write_game
from open18xx.interop.titles import open_recorded_title, open_title

DEFAULT_KIND = "greedy"
_DEFAULT_PLAYERS = 3
_LONGEST_NAME = 24


class BadTable(Open18xxError):
    """Players, seats or names that do not go together; says what would."""


@dataclass
class Table:
    """A game and what is around it.

    Attributes:
        kinds: kind of each seat, in seat order.
        path: file the game is kept in, or None.
    """

    context: Context
    game: Game
    kinds: tuple[str, ...]
    path: Path | None = None

    @property
    def has_people(self) -> bool:
        """Whether somebody plays in the terminal."""
        return HUMAN in self.kinds

    def kind_of(self, player: str) -> str:
        """Kind of a player's seat."""
        return self.kinds[self.game.state.players.index(player)]

    def record(self) -> GameRecord:
        """The record of the game as far as it is played."""
        return record_of(self.game, self.kinds)

    def save(self) -> None:
        """Write the game file, if there is one.

        Raises:
            CannotWrite: with the reason.
        """
        if self.path is not None:
            write_game(self.path, self.record())


def split(text: str | None) -> tuple[str, ...]:
    """Entries of a list with commas."""
    return tuple(entry.strip() for entry in text.split(",")) if text is not None and text.strip() else ()


def new_table(
    pack: str,
    *,
    players: int | None = None,
    seats: Sequence[str] = (),
    names: Sequence[str] = (),
    seed: int | None = None,
    options: Sequence[str] = (),
    corrections: bool = False,
) -> Table:
    """Set up a new game. The seed draws the order in which people and bots sit.

    Args:
        seats: kinds of seats; by default bots in all of them.
        names: in the order of ``seats``; by default players are named by where they sit.

    Raises:
        Open18xxError: the title cannot be played, or the table does not fit.
    """
    context = open_title(pack, options)
    count = _count(context, players, seats, names)
    kinds = tuple(seats) or (DEFAULT_KIND,) * count
    for kind in kinds:
        check_kind(kind)
    for name in names:
        _check_name(name)
    drawn = secrets.randbelow(1_000_000) if seed is None else seed
    order = Generator(drawn).shuffled(tuple(range(count)))
    seated = [names[i] for i in order] if names else [f"Player {n}" for n in range(1, count + 1)]
    game = Game(context, seated, corrections=corrections)
    game.seed = drawn
    return Table(context, game, tuple(kinds[i] for i in order))


def _count(context: Context, players: int | None, seats: Sequence[str], names: Sequence[str]) -> int:
    """How many play; what is given must agree."""
    given = {"--players": players, "--seats": len(seats) or None, "--names": len(names) or None}
    counts = {option: count for option, count in given.items() if count is not None}
    allowed = sorted(context.title.players)
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{option} gives {count}" for option, count in counts.items())
        raise BadTable(f"the number of players is not the same everywhere: {listed}")
    count = next(iter(counts.values()), min(max(_DEFAULT_PLAYERS, allowed[0]), allowed[-1]))
    if count not in allowed:
        raise BadTable(f"{context.title.name} is for {allowed[0]} to {allowed[-1]} players, not {count}")
    return count


def _check_name(name: str) -> None:
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise BadTable(f"{name!r:.60} is no name: 1 to {_LONGEST_NAME} printable characters are expected")


def resumed_table(
    path: Path, *, pack: str | None = None, seats: Sequence[str] = (), elsewhere: bool = False
) -> Table:
    """Take up a saved game.

    Args:
        pack: title pack to use instead of the one the file names.
        seats: kinds of seats in seat order, where they should differ from the file.
        elsewhere: whether the game goes on in another file, so that a damaged one may be used.

    Raises:
        Open18xxError: the file cannot be read, or its game cannot be taken up.
    """
    record, damage = read_game(path)
    context = open_recorded_title(record.title, record.options, instead=pack)
    kinds = tuple(seats) or record.seats or (HUMAN,) * len(record.players)
    if len(kinds) != len(record.players):
        raise BadTable(f"{path} has {len(record.players)} players; {len(kinds)} seats are given")
    for kind in kinds:
        check_kind(kind)
    played = play_record(context, record)
    trouble = damage.message if damage is not None else ""
    if played.stop is not None:
        trouble = f"action {played.stop.sequence} cannot be played: {played.stop.message}"
    elif played.mismatches:
        first = played.mismatches[0]
        trouble = f"after action {first.after} the position is not the one recorded"
    if trouble and not elsewhere:
        hint = f"To go on from action {played.applied}, keep the game in another file: --out FILE"
        raise Open18xxError(f"{path}: {trouble}. {hint}")
    return Table(context, played.game, kinds, path)


def claim(table: Table, path: Path, *, force: bool) -> None:
    """Keep the game in a file from now on; write it at once, so that trouble shows early.

    Raises:
        CannotWrite: something else is there that could be lost, or the file cannot be written.
    """
    record = table.record()
    reason = None if force else why_not_replace(path, record)
    if reason is not None:
        raise CannotWrite(f"{reason}; name another file, go on by --resume {path}, or replace it by --force")
    table.path = path
    table.save()


def free_name(table: Table) -> Path:
    """A file in the present folder that does not exist yet."""
    stem = f"{table.context.title.id}-{table.game.seed}"
    path = Path(f"{stem}.json")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.json")
        number += 1
    return path
