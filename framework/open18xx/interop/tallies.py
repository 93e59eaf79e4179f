"""What can be counted in a title (tiles, trains, companies, money), compared with other counts of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from open18xx.definition.tiles import UpgradeTarget
from open18xx.definition.title import Title
from open18xx.render.wording import joined, token_count

#: A number, a word such as ``unlimited``, or several words in their order.
Figure: TypeAlias = "int | str | tuple[str, ...]"
#: Figures of one thing by name.
Figures: TypeAlias = Mapping[str, Figure]
#: Things by table and id.
Tally: TypeAlias = Mapping[str, Mapping[str, Figures]]

UNLIMITED: Final = "unlimited"
#: Tables, and what one thing in each is called.
TABLES: Final[Mapping[str, str]] = {
    "tiles": "tile",
    "trains": "train",
    "privates": "private company",
    "corporations": "corporation",
    "players": "number of players",
    "phases": "phase",
    "market": "row of the market",
}
#: The same for several.
SEVERAL: Final[Mapping[str, str]] = {
    "tiles": "tiles",
    "trains": "trains",
    "privates": "private companies",
    "corporations": "corporations",
    "players": "numbers of players",
    "phases": "phases",
    "market": "rows of the market",
}
#: Figures whose words have no order.
UNORDERED: Final = frozenset({"upgrades", "upgrades_on"})


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing or figure that differs.

    Attributes:
        field: name of the figure; empty when only one of the two has the thing.
        here: what the pack says; None when it does not have the thing.
        there: what it is compared with says; None likewise.
    """

    table: str
    id: str
    field: str
    here: Figure | None
    there: Figure | None

    def words(self) -> str:
        """The difference as a sentence without full stop."""
        what = f"{TABLES.get(self.table, self.table)} {self.id}"
        if not self.field:
            return f"{what}: only there" if self.here is None else f"{what}: not there"
        name = self.field.replace("_", " ")
        if self.field in UNORDERED and isinstance(self.here, tuple) and isinstance(self.there, tuple):
            gone = [word for word in self.here if word not in self.there]
            new = [word for word in self.there if word not in self.here]
            parts = [f"{joined(gone)} not there"] * bool(gone) + [f"{joined(new)} only there"] * bool(new)
            return f"{what}, {name}: {'; '.join(parts)}"
        return f"{what}, {name}: {shown(self.here)}, there {shown(self.there)}"


def shown(figure: Figure | None) -> str:
    """A figure in words."""
    if isinstance(figure, tuple):
        return ", ".join(figure) or "none"
    return "none" if figure in (None, "") else str(figure)


def tally_of(title: Title) -> Tally:
    """Everything that can be counted in a title."""
    return {
        "tiles": {name: _tile(entry.count, entry.upgrades) for name, entry in title.tiles.entries.items()},
        "trains": {
            name: {
                "count": UNLIMITED if train.count is None else train.count,
                "cost": train.cost,
                "rusted_by": train.rusted_by or "",
            }
            for name, train in title.trains.items()
        },
        "privates": {
            name: {"cost": private.cost, "revenue": private.revenue}
            for name, private in title.companies.privates.items()
        },
        "corporations": {
            name: {"tokens": token_count(title, corporation)}
            for name, corporation in title.companies.corporations.items()
        },
        "players": {
            str(number): {"cash": figures.cash, "certificate_limit": figures.certificate_limit}
            for number, figures in title.players.items()
        },
        "phases": {
            name: {"operating_rounds": phase.operating_rounds, "tiles": tuple(phase.tiles)}
            for name, phase in title.phases.items()
        },
        "market": {
            str(number): {"prices": tuple("–" if price is None else str(price) for price in row)}
            for number, row in enumerate(title.market.rows, 1)
        },
    }


def _tile(count: int | None, upgrades: Sequence[UpgradeTarget]) -> Figures:
    found: dict[str, Figure] = {
        "count": UNLIMITED if count is None else count,
        "upgrades": tuple(dict.fromkeys(target.tile for target in upgrades)),
    }
    limited = tuple(
        f"{target.tile} on {' '.join(sorted(target.only))}" for target in upgrades if target.only is not None
    )
    return {**found, "upgrades_on": limited}


def differences(here: Tally, there: Tally) -> list[Difference]:
    """What differs, as far as both say something about it.

    A table that only one of the two has is left out, and so is a figure that only one gives; a thing that
    only one has is a difference.
    """
    found: list[Difference] = []
    for table in TABLES:
        if table not in here or table not in there:
            continue
        ours, theirs = here[table], there[table]
        for name in dict.fromkeys((*ours, *theirs)):
            if name not in ours or name not in theirs:
                only = ((), None) if name in ours else (None, ())
                found.append(Difference(table, name, "", *only))
                continue
            for field in dict.fromkeys((*ours[name], *theirs[name])):
                mine, other = ours[name].get(field), theirs[name].get(field)
                if mine is not None and other is not None and not _equal(field, mine, other):
                    found.append(Difference(table, name, field, mine, other))
    return found


def _equal(field: str, mine: Figure, other: Figure) -> bool:
    if field in UNORDERED and isinstance(mine, tuple) and isinstance(other, tuple):
        return set(mine) == set(other)
    return mine == other
