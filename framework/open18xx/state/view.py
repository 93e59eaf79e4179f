"""Read-only questions about a game: the definition and the state side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar, cast

from open18xx.definition.companies import Corporation, ShareStructure
from open18xx.definition.market import Space
from open18xx.definition.phases import Phase
from open18xx.definition.title import Title
from open18xx.errors import Refusal
from open18xx.state.changes import Draft
from open18xx.state.game_state import (
    IPO,
    POOL,
    CorporationId,
    CorporationState,
    GameState,
    MarketPlace,
    OwnerId,
    PlayerId,
    is_player,
    train_type,
)

T = TypeVar("T")


class Hooks(Protocol):
    """What the engine needs from the registry of hooks."""

    def modify(self, name: str, value: T, **facts: Any) -> T:
        """Pass ``value`` through every implementation."""

    def forbid(self, name: str, **facts: Any) -> tuple[Refusal, ...]:
        """Collect refusals."""

    def offer(self, name: str, **facts: Any) -> tuple[Any, ...]:
        """Collect extra options."""

    def decide(self, name: str, default: T, **facts: Any) -> T:
        """The one answer, or ``default``."""

    def notify(self, name: str, **facts: Any) -> None:
        """Tell every implementation."""


class View:
    """Questions over (title, state, hooks); changes nothing.

    ``state`` is a finished state, or the draft of a transaction: then answers include the
    changes made so far.
    """

    __slots__ = ("hooks", "state", "title")

    def __init__(self, title: Title, state: GameState | Draft, hooks: Hooks) -> None:
        self.title = title
        self.state = state
        self.hooks = hooks

    def remembered(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """``make()``, worked out once per state: answers that many questions of one moment need."""
        memo = self.state.memo
        if key not in memo:
            memo[key] = make()
        return cast(T, memo[key])

    # -- people and money ------------------------------------------------------------------

    def cash(self, owner: OwnerId) -> int:
        """Money of a player, a corporation or the bank."""
        return self.state.cash[owner]

    def money(self, amount: int) -> str:
        """``amount`` as people write it."""
        return self.title.currency.format(amount)

    def purse(self, owner: OwnerId) -> str:
        """Who has how much money, for messages: ``Alpha has F35``."""
        return f"{self.name(owner)} has {self.money(self.cash(owner))}"

    def name(self, owner: OwnerId) -> str:
        """What a player is called; other owners by their id."""
        if is_player(owner):
            return self.state.names[self.state.players.index(owner)]
        return owner

    def active_players(self) -> tuple[PlayerId, ...]:
        """Players still in the game, in seat order."""
        out = self.state.out
        return tuple(p for p in self.state.players if p not in out) if out else self.state.players

    def players_from(self, player: PlayerId, *, after: bool = False) -> tuple[PlayerId, ...]:
        """Active players in turn order from ``player``, or from the one after."""
        players = self.state.turn_order or self.state.players
        start = players.index(player) + (1 if after else 0)
        out = self.state.out
        order = (players[(start + i) % len(players)] for i in range(len(players)))
        return tuple(p for p in order if p not in out and not (after and p == player and len(players) > 1))

    def next_player(self, player: PlayerId) -> PlayerId:
        """The active player after ``player``, in turn order."""
        players = self.state.turn_order or self.state.players
        index = players.index(player)
        for step in range(1, len(players) + 1):
            candidate = players[(index + step) % len(players)]
            if candidate not in self.state.out:
                return candidate
        return player

    # -- phases ----------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """The phase in force."""
        return self.title.phases[self.state.phase]

    def phase_reached(self, phase: str) -> bool:
        """Whether ``phase`` has begun (or is past)."""
        return self.title.phase_index(self.state.phase) >= self.title.phase_index(phase)

    # -- corporations ----------------------------------------------------------------------

    def corporation(self, corporation: CorporationId) -> Corporation:
        """What is printed about it."""
        return self.title.companies.corporations[corporation]

    def record(self, corporation: CorporationId) -> CorporationState:
        """What has become of it."""
        return self.state.corporations[corporation]

    def structure(self, corporation: CorporationId) -> ShareStructure:
        """Its present share structure."""
        return self.title.companies.structures[self.state.corporations[corporation].structure]

    def in_play(self, corporation: CorporationId) -> bool:
        """Started and not closed."""
        record = self.state.corporations[corporation]
        return record.started and not record.closed

    def has_operated(self, corporation: CorporationId) -> bool:
        """Whether it has begun an operating turn."""
        return self.state.corporations[corporation].turns > 0

    # -- shares ----------------------------------------------------------------------------

    def shares(self, corporation: CorporationId, owner: OwnerId) -> int:
        """Shares in play that ``owner`` holds."""
        sizes = self.structure(corporation).certificates
        owners = self.state.certificates[corporation]
        return sum(size for size, held in zip(sizes, owners, strict=False) if held == owner)

    def percent(self, corporation: CorporationId, owner: OwnerId) -> int:
        """Part of the corporation that ``owner`` holds."""
        return self.shares(corporation, owner) * self.structure(corporation).percent_per_share

    def certificates_of(self, corporation: CorporationId, owner: OwnerId) -> tuple[int, ...]:
        """Indices of the certificates in play that ``owner`` holds."""
        count = len(self.structure(corporation).certificates)
        owners = self.state.certificates[corporation]
        return tuple(i for i in range(min(count, len(owners))) if owners[i] == owner)

    def president(self, corporation: CorporationId) -> PlayerId | None:
        """Player who holds the president's certificate, or None."""
        owners = self.state.certificates[corporation]
        return owners[0] if owners and is_player(owners[0]) else None

    def presided_by(self, player: PlayerId) -> tuple[CorporationId, ...]:
        """Corporations whose president is ``player``, in the order of the title."""
        return tuple(c for c, owners in self.state.certificates.items() if owners and owners[0] == player)

    def shares_outside(self, corporation: CorporationId, owners: Sequence[OwnerId]) -> int:
        """Shares in play that none of ``owners`` holds."""
        return self.structure(corporation).shares - sum(self.shares(corporation, o) for o in owners)

    def unsold(self, corporation: CorporationId) -> int:
        """Shares in play still in the initial offering."""
        return self.shares(corporation, IPO)

    def pooled(self, corporation: CorporationId) -> int:
        """Shares in the pool."""
        return self.shares(corporation, POOL)

    # -- market ----------------------------------------------------------------------------

    def place(self, corporation: CorporationId) -> MarketPlace | None:
        """Where its price marker lies."""
        return self.state.market.get(corporation)

    def price(self, corporation: CorporationId) -> int | None:
        """Current market price of a share, or None before it has one."""
        place = self.state.market.get(corporation)
        return None if place is None else self.title.market.price(Space(place.row, place.column))

    def operating_rank(self, corporation: CorporationId) -> tuple[int, ...]:
        """Key that sorts corporations into operating order, first the one to operate first."""
        place = self.state.market[corporation]
        price = self.title.market.price(Space(place.row, place.column))
        row = place.row if "row" in self.title.policies.operating.order else 0
        return (-price, -place.column, row, place.arrival)

    def effects_at(self, corporation: CorporationId) -> frozenset[str]:
        """What the zone of its price marker changes."""
        place = self.state.market.get(corporation)
        if place is None:
            return frozenset()
        space = Space(place.row, place.column)
        effects: frozenset[str] = frozenset()
        for zone in self.title.market.zones:
            if space in zone.spaces:
                effects |= zone.effects
        return effects

    # -- trains ----------------------------------------------------------------------------

    def trains(self, owner: OwnerId) -> tuple[str, ...]:
        """Ids of the trains ``owner`` has."""
        return self.state.trains.get(owner, ())

    def train_types(self, owner: OwnerId) -> tuple[str, ...]:
        """Types of the trains ``owner`` has, one entry a train."""
        return tuple(train_type(train) for train in self.trains(owner))

    # -- privates --------------------------------------------------------------------------

    def private_owner(self, private: str) -> PlayerId | CorporationId | None:
        """Owner of an open private company; None when unsold or closed."""
        owner = self.state.privates[private]
        return owner if owner not in ("bank", "closed") else None

    # -- whose turn ------------------------------------------------------------------------

    @property
    def operating(self) -> CorporationId:
        """Corporation whose operating turn it is.

        Raises:
            ValueError: no operating turn is in progress.
        """
        if self.state.round.kind != "operating" or not self.state.round.current:
            raise ValueError("no corporation is operating")
        return self.state.round.current

    def is_operating(self) -> bool:
        """Whether an operating turn is in progress."""
        return self.state.round.kind == "operating" and bool(self.state.round.current)
