"""A title: everything in the box, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from open18xx.definition.companies import Companies
from open18xx.definition.map import MapDefinition
from open18xx.definition.market import Market
from open18xx.definition.phases import Phase
from open18xx.definition.rounds import Policies
from open18xx.definition.rules import RuleBook
from open18xx.definition.tiles import TileSet
from open18xx.definition.trains import TrainType


@dataclass(frozen=True, slots=True)
class Currency:
    """How money is written."""

    symbol: str
    after: bool = False

    def format(self, amount: int) -> str:
        """``amount`` in whole units with symbol and thousands separators, e.g. ``F1,250``."""
        sign = "-" if amount < 0 else ""
        digits = f"{abs(amount):,}"
        return f"{sign}{digits}{self.symbol}" if self.after else f"{sign}{self.symbol}{digits}"


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """Figures for one number of players."""

    cash: int
    certificate_limit: int


@dataclass(frozen=True, slots=True)
class Limits:
    """What one holder may own.

    Attributes:
        holding_percent: most of a corporation a player may own.
        pool_percent: most of a corporation the pool may hold through sales.
        privates_count: whether private companies count for the certificate limit.
    """

    holding_percent: int
    pool_percent: int
    privates_count: bool


@dataclass(frozen=True, slots=True)
class Option:
    """A variant that players may choose at the start.

    Attributes:
        text: what it changes, for players.
        players: numbers of players it is for; empty means all.
        readings: codes of recorded deviations that this option stands for.
        set: values it changes, by path in the pack's data.
    """

    id: str
    name: str
    text: str
    players: tuple[int, ...]
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    readings: tuple[str, ...]
    set: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HookModule:
    """A hook module the pack uses, with its parameters from YAML."""

    name: str
    path: Path
    parameters: Mapping[str, object]


@dataclass(frozen=True)
class Title:
    """Everything a game of the title needs; immutable after loading.

    Attributes:
        content_hash: hash over the pack's files, written into game files.
        bank_cash: all the money of the game; an unlimited bank starts with nothing and goes below zero.
        bank_unlimited: whether the bank can never run out of money.
        options: what may be chosen; ``active_options`` what was.
        data: the pack's data after overlays and options, for templates.
        cache: place for tables that higher layers precompute; never part of equality.
    """

    id: str
    name: str
    subtitle: str
    version: str
    content_hash: str
    folder: Path
    currency: Currency
    bank_cash: int
    players: Mapping[int, PlayerCount]
    limits: Limits
    map: MapDefinition
    regions: Mapping[str, frozenset[str]]
    tiles: TileSet
    market: Market
    trains: Mapping[str, TrainType]
    phases: Mapping[str, Phase]
    companies: Companies
    policies: Policies
    rulebook: RuleBook
    options: Mapping[str, Option]
    active_options: frozenset[str]
    hook_modules: tuple[HookModule, ...]
    data: Mapping[str, object]
    bank_unlimited: bool = False
    cache: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    def parameters(self, module: str) -> Mapping[str, object]:
        """Parameters of a hook module; raises KeyError if the pack does not use it."""
        for hook in self.hook_modules:
            if hook.name == module:
                return hook.parameters
        raise KeyError(module)

    def sources(self, kind: str) -> tuple[str, ...]:
        """Where the figures of a kind of file come from; ``title`` gives those of the pack as a whole."""
        data = self.data.get(kind)
        found = data.get("sources" if kind == "title" else "source") if isinstance(data, Mapping) else None
        return (found,) if isinstance(found, str) else tuple(map(str, found or ()))

    def phase_index(self, phase: str) -> int:
        """Position of ``phase`` in the order of play, from 0."""
        return tuple(self.phases).index(phase)

    def first_phase(self) -> str:
        """Id of the phase the game starts in."""
        return next(iter(self.phases))
