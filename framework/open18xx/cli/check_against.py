"""``open18xx check PACK --against OTHER``: counts of a pack compared with another's or with a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from open18xx.definition.title import Title
    from open18xx.interop.tallies import Difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a pack compares.

    Attributes:
        other: what it was compared with, as the user named it.
        compared: number of things compared, by table.
        skipped: figures of the other that are no plain numbers.
    """

    other: str
    compared: dict[str, int]
    differences: tuple[Difference, ...]
    skipped: tuple[str, ...]

    def document(self) -> dict[str, object]:
        """The comparison as JSON data."""
        return {
            "other": self.other,
            "same": not self.differences,
            "compared": self.compared,
            "differences": [
                {
                    "table": one.table,
                    "id": one.id,
                    "field": one.field or None,
                    "here": one.here if one.field else one.here is not None,
                    "there": one.there if one.field else one.there is not None,
                    "text": one.words(),
                }
                for one in self.differences
            ],
            "not_compared": list(self.skipped),
        }

    def lines(self, name: str) -> list[str]:
        """The comparison in words."""
        from open18xx.interop.tallies import SEVERAL

        counted = ", ".join(f"{number} {SEVERAL[table]}" for table, number in self.compared.items())
        number = len(self.differences)
        told = "no differences" if not number else f"{number} difference{'' if number == 1 else 's'}"
        made = [f"{name} against {self.other}: {told} ({counted or 'no table in common'})"]
        made += [f"  {one.words()}" for one in self.differences]
        return made + [f"  not compared: {what}" for what in self.skipped]


def compare(title: Title, other: str) -> Comparison:
    """Compare a title with another pack or with a file.

    Args:
        other: a file, or id or folder of a pack.

    Raises:
        TallyError: the file counts nothing.
        PackError: the other pack cannot be used.
    """
    from open18xx.interop.tallies import Tally, differences, tally_of
    from open18xx.interop.tally_file import TallyError, read_tally
    from open18xx.loading import load_title

    path = Path(other)
    skipped: tuple[str, ...] = ()
    there: Tally
    if path.is_file():
        file = read_tally(path)
        there = file.whole()
        skipped = tuple(f"line {line}: {what} is no plain number" for line, what in file.skipped)
    elif path.suffix.lower() in (".csv", ".yaml", ".yml") and not path.is_dir():
        raise TallyError(f"there is no file {other}")
    else:
        there = tally_of(load_title(other, hooks=False))
    here = tally_of(title)
    compared = {table: len({*here[table], *there[table]}) for table in here if there.get(table)}
    return Comparison(other, compared, tuple(differences(here, there)), skipped)
