"""Atomic changes: the only way a state becomes another state.

A :class:`Draft` is a state being changed. It copies a mapping when it is first written to, so an
action that moves one coin does not copy the map.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from open18xx.state.game_state import (
    Bid,
    CityTokens,
    CorporationId,
    CorporationState,
    Decision,
    GameState,
    Json,
    Marker,
    MarketPlace,
    OwnerId,
    Placement,
    PlayerId,
    RoundState,
)

_FIELDS = tuple(f.name for f in dataclasses.fields(GameState) if f.name != "memo")


class Draft:
    """A state being changed by one action; thrown away if anything goes wrong."""

    sequence: int
    players: tuple[PlayerId, ...]
    names: tuple[str, ...]
    out: tuple[PlayerId, ...]
    cash: Mapping[OwnerId, int]
    corporations: Mapping[CorporationId, CorporationState]
    certificates: Mapping[CorporationId, tuple[OwnerId, ...]]
    privates: Mapping[str, OwnerId]
    bids: Mapping[str, tuple[Bid, ...]]
    offer_price: Mapping[str, int]
    trains: Mapping[OwnerId, tuple[str, ...]]
    supply: Mapping[str, int | None]
    issued: Mapping[str, int]
    tiles: Mapping[str, Placement]
    tile_stock: Mapping[str, int]
    tokens: Mapping[str, CityTokens]
    market: Mapping[CorporationId, MarketPlace]
    arrivals: int
    phase: str
    priority: PlayerId
    markers: tuple[Marker, ...]
    round: RoundState
    pending: tuple[Decision, ...]
    memory: Mapping[str, Json]
    bank_broken: bool
    result: Mapping[PlayerId, int] | None
    end_reason: str
    corrections: bool
    last_set: int | None
    turn_order: tuple[PlayerId, ...]
    cities_moved: Mapping[str, tuple[int, ...]]
    lifted: Mapping[str, tuple[CorporationId, ...]]
    revenues: Mapping[str, int]
    powers_used: Mapping[str, int]
    granted: Mapping[str, str]

    def __init__(self, base: GameState) -> None:
        for name in _FIELDS:
            setattr(self, name, getattr(base, name))
        self._owned: set[str] = set()
        self.memo: dict[object, object] = {}

    def edit(self, name: str) -> dict[Any, Any]:
        """The mapping ``name``, safe to write to."""
        if name not in self._owned:
            setattr(self, name, dict(getattr(self, name)))
            self._owned.add(name)
        value: dict[Any, Any] = getattr(self, name)
        return value

    def freeze(self) -> GameState:
        """The finished state."""
        return GameState(**{name: getattr(self, name) for name in _FIELDS})


class Change(Protocol):
    """An atomic fact that can be applied to a draft."""

    def apply(self, draft: Draft) -> None:
        """Make it so."""


@dataclass(frozen=True, slots=True)
class Pay:
    """Move money; the amount is never negative. Only the bank may go below zero."""

    source: str
    target: str
    amount: int

    def apply(self, draft: Draft) -> None:
        """Move the money; ValueError when the source has too little."""
        if self.amount < 0:
            raise ValueError(f"{self.source} would pay {self.amount}")
        cash = draft.edit("cash")
        left = cash[self.source] - self.amount
        if left < 0 and self.source != "bank":
            raise ValueError(f"{self.source} has {cash[self.source]}, not {self.amount}")
        cash[self.source] = left
        cash[self.target] = cash.get(self.target, 0) + self.amount


@dataclass(frozen=True, slots=True)
class MoveCertificates:
    """Give certificates, by their index, to a new owner."""

    corporation: str
    indices: tuple[int, ...]
    owner: str

    def apply(self, draft: Draft) -> None:
        """Move them."""
        owners = list(draft.certificates[self.corporation])
        for index in self.indices:
            owners[index] = self.owner
        draft.edit("certificates")[self.corporation] = tuple(owners)


@dataclass(frozen=True, slots=True)
class SetCertificates:
    """Replace all certificates of a corporation (new structure, leaving the game)."""

    corporation: str
    owners: tuple[str, ...]

    def apply(self, draft: Draft) -> None:
        """Replace them."""
        draft.edit("certificates")[self.corporation] = self.owners


@dataclass(frozen=True, slots=True)
class SetCorporation:
    """Replace a corporation's record."""

    corporation: str
    record: CorporationState

    def apply(self, draft: Draft) -> None:
        """Replace it."""
        draft.edit("corporations")[self.corporation] = self.record


@dataclass(frozen=True, slots=True)
class SetPrivateOwner:
    """Give a private company to an owner, or close it."""

    private: str
    owner: str

    def apply(self, draft: Draft) -> None:
        """Do it; its bids and price reductions end."""
        draft.edit("privates")[self.private] = self.owner
        if self.private in draft.bids:
            del draft.edit("bids")[self.private]
        if self.private in draft.offer_price:
            del draft.edit("offer_price")[self.private]


@dataclass(frozen=True, slots=True)
class SetEntry:
    """Set or remove (value None) one entry of a mapping of the state."""

    mapping: str
    key: str
    value: object

    def apply(self, draft: Draft) -> None:
        """Set it."""
        entries = draft.edit(self.mapping)
        if self.value is None:
            entries.pop(self.key, None)
        else:
            entries[self.key] = self.value


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """Put a price marker on a space, under those already there."""

    corporation: str
    row: int
    column: int

    def apply(self, draft: Draft) -> None:
        """Put it."""
        arrivals: int = draft.arrivals + 1
        draft.arrivals = arrivals
        draft.edit("market")[self.corporation] = MarketPlace(self.row, self.column, arrivals)


@dataclass(frozen=True, slots=True)
class IssueTrain:
    """Take a train out of the supply and give it to an owner."""

    type: str
    owner: str

    def apply(self, draft: Draft) -> None:
        """Issue it; ValueError when none is left."""
        left = draft.supply[self.type]
        if left is not None:
            if left < 1:
                raise ValueError(f"no {self.type} left in the supply")
            draft.edit("supply")[self.type] = left - 1
        issued = draft.edit("issued")
        issued[self.type] += 1
        trains = draft.edit("trains")
        trains[self.owner] = (*trains.get(self.owner, ()), f"{self.type}-{issued[self.type]}")


@dataclass(frozen=True, slots=True)
class MoveTrain:
    """Move a train between owners; it goes behind those the new owner has."""

    train: str
    source: str
    owner: str

    def apply(self, draft: Draft) -> None:
        """Move it; ValueError when the source does not have it."""
        trains = draft.edit("trains")
        held = list(trains.get(self.source, ()))
        held.remove(self.train)
        trains[self.source] = tuple(held)
        trains[self.owner] = (*trains.get(self.owner, ()), self.train)


@dataclass(frozen=True, slots=True)
class SetSupply:
    """Change how many trains of a type are left in the bank."""

    type: str
    left: int

    def apply(self, draft: Draft) -> None:
        """Set it."""
        draft.edit("supply")[self.type] = self.left


@dataclass(frozen=True, slots=True)
class SetTile:
    """Put a tile on a hex; the old one goes back to the stock, tokens stay with their stops."""

    hex: str
    tile: str
    rotation: int
    tokens: CityTokens | None

    def apply(self, draft: Draft) -> None:
        """Put it; ValueError when no copy is left."""
        stock = draft.edit("tile_stock")
        old: Placement | None = draft.tiles.get(self.hex)
        if old is not None and old.tile in stock:
            stock[old.tile] += 1
        if self.tile in stock:
            if stock[self.tile] < 1:
                raise ValueError(f"no tile {self.tile} left")
            stock[self.tile] -= 1
        draft.edit("tiles")[self.hex] = Placement(self.tile, self.rotation)
        if self.tokens is not None:
            draft.edit("tokens")[self.hex] = self.tokens


@dataclass(frozen=True, slots=True)
class SetTokens:
    """Set the tokens of a hex; None removes the entry."""

    hex: str
    tokens: CityTokens | None

    def apply(self, draft: Draft) -> None:
        """Set them."""
        tokens = draft.edit("tokens")
        if self.tokens is None or not any(any(city) for city in self.tokens):
            tokens.pop(self.hex, None)
        else:
            tokens[self.hex] = self.tokens


@dataclass(frozen=True, slots=True)
class SetValue:
    """Set a plain field: phase, priority, round, out, bank_broken, result, end_reason."""

    name: str
    value: object

    def apply(self, draft: Draft) -> None:
        """Set it."""
        setattr(draft, self.name, self.value)


@dataclass(frozen=True, slots=True)
class SetRound:
    """Replace the round."""

    round: RoundState

    def apply(self, draft: Draft) -> None:
        """Replace it."""
        draft.round = self.round


@dataclass(frozen=True, slots=True)
class SetMarkers:
    """Replace the lasting effects of powers."""

    markers: tuple[Marker, ...]

    def apply(self, draft: Draft) -> None:
        """Replace them."""
        draft.markers = self.markers


@dataclass(frozen=True, slots=True)
class Ask:
    """Put a decision on the stack, below the ``behind`` topmost ones."""

    decision: Decision
    behind: int = 0

    def apply(self, draft: Draft) -> None:
        """Push it."""
        place = len(draft.pending) - self.behind
        draft.pending = (*draft.pending[:place], self.decision, *draft.pending[place:])


@dataclass(frozen=True, slots=True)
class Answered:
    """Remove the top decision."""

    def apply(self, draft: Draft) -> None:
        """Pop it."""
        draft.pending = draft.pending[:-1]


@dataclass(frozen=True, slots=True)
class Remember:
    """Set what a hook remembers under a name; None forgets it."""

    name: str
    value: Json

    def apply(self, draft: Draft) -> None:
        """Set it."""
        memory = draft.edit("memory")
        if self.value is None:
            memory.pop(self.name, None)
        else:
            memory[self.name] = self.value
