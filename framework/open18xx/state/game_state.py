"""The state of a game: one immutable value.

Nothing here points at another object: companies, players, hexes and trains are named by id, so a
state prints, compares, hashes and serialises without special code. Everything a title's hooks
remember lies in :attr:`GameState.memory`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from open18xx.definition.title import Title

PlayerId = str
CorporationId = str
#: A player, a corporation (its treasury), or one of the words below.
OwnerId = str

BANK = "bank"
IPO = "ipo"
POOL = "pool"
CLOSED = "closed"
#: Words that no company may be called.
RESERVED_OWNERS = (BANK, IPO, POOL, CLOSED, "treasury", "supply")
PLAYER_PREFIX = "player-"

Json = None | bool | int | str | tuple["Json", ...] | Mapping[str, "Json"]

#: Per city of a hex, per slot: the corporation whose token lies there.
CityTokens = tuple[tuple[CorporationId | None, ...], ...]


def player_id(seat: int) -> PlayerId:
    """Id of the player in ``seat`` (1 is the first)."""
    return f"{PLAYER_PREFIX}{seat}"


def is_player(owner: OwnerId) -> bool:
    """Whether ``owner`` is a player."""
    return owner.startswith(PLAYER_PREFIX)


@dataclass(frozen=True, slots=True)
class CorporationState:
    """What changes about a corporation besides money, shares, trains and map.

    Attributes:
        structure: current share structure.
        started: its price is set (it is in the hands of its president, or formed).
        floated: it has its charter and may operate.
        turns: operating turns begun so far.
        closed: it has left the game.
        tokens_left: station tokens not yet placed.
        start_price: value it started at, in whole currency units.
        home: hex chosen as its home by the player who started it, or None where homes are printed.
    """

    structure: str
    started: bool = False
    floated: bool = False
    turns: int = 0
    closed: bool = False
    tokens_left: int = 0
    start_price: int | None = None
    home: str | None = None


@dataclass(frozen=True, slots=True)
class MarketPlace:
    """Where a price marker lies; of two on one space the lower ``arrival`` is on top."""

    row: int
    column: int
    arrival: int


class Placement(NamedTuple):
    """A tile on the map; a pair, so that the track package can read it as one."""

    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class Marker:
    """A lasting effect of a power, assigned to a corporation.

    Attributes:
        kind: ability kind, see :mod:`open18xx.abilities`.
        hex: where it lies, or None for the charter.
        amount: in the unit of its kind.
        expires_in: phase whose start removes it, or None.
        source: private company it came from.
    """

    kind: str
    corporation: CorporationId
    hex: str | None
    amount: int
    expires_in: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that interrupts the turn; only the top of the stack may act.

    Attributes:
        kind: which handler answers it.
        actor: player who decides.
        corporation: corporation it is about, or None.
        data: facts of the question.
        action: action that goes on when the answer allows it, in JSON form, or None.
    """

    kind: str
    actor: PlayerId
    corporation: CorporationId | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    action: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class TurnState:
    """Progress of the current turn.

    Attributes:
        step: name of the current step of an operating turn.
        passed: the actor is done with the step (or the turn, in a stock round).
        lays: track actions so far: (hex, ``lay`` or ``upgrade``).
        tokens: station tokens placed in the turn.
        earnings: money the trains earned, less what was taken from it; None before they ran.
        sold: corporations sold in this stock turn, one entry a transaction.
        bought: something was bought in this stock turn.
        acted: something was done in this turn (so it is no pass).
        refused: actions, as canonical text, that another player declined in this turn.
        notes: progress of steps that hooks add.
    """

    step: str = ""
    passed: bool = False
    lays: tuple[tuple[str, str], ...] = ()
    tokens: int = 0
    earnings: int | None = None
    sold: tuple[CorporationId, ...] = ()
    bought: bool = False
    acted: bool = False
    refused: tuple[str, ...] = ()
    notes: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundState:
    """The round in play.

    Attributes:
        kind: ``auction``, ``stock``, ``operating`` or ``over``.
        set_number: counts stock rounds with the operating rounds after them, from 1.
        number: operating round within its set, from 1; 0 otherwise.
        of: operating rounds in the set; 0 otherwise.
        current: player (auction, stock) or corporation (operating) whose turn it is.
        passes: consecutive passes; first_passer: who made the first of them.
        operated: corporations that have had their turn in this operating round.
        sold: (player, corporation) pairs sold in this stock round.
        pass_order: players who are passing in this stock round, in the order in which they began to.
        waiting: corporations that do not operate in this round although they could.
        order: corporations in the order fixed when the round began, where it is not recomputed.
    """

    kind: Literal["auction", "stock", "operating", "over"]
    set_number: int = 0
    number: int = 0
    of: int = 0
    current: str = ""
    passes: int = 0
    first_passer: PlayerId | None = None
    operated: tuple[CorporationId, ...] = ()
    sold: tuple[tuple[PlayerId, CorporationId], ...] = ()
    waiting: tuple[CorporationId, ...] = ()
    order: tuple[CorporationId, ...] = ()
    pass_order: tuple[PlayerId, ...] = ()
    turn: TurnState = field(default_factory=TurnState)


@dataclass(frozen=True, slots=True)
class Bid:
    """Money a player has set aside for a private company."""

    player: PlayerId
    amount: int


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that changes.

    Attributes:
        sequence: number of actions played.
        players: player ids in seat order; ``out`` those who have left.
        names: what the players are called, in seat order.
        cash: money per holder: bank, players, corporations, in whole currency units.
        certificates: per corporation the owner of each certificate; the first is the president's.
            Certificates past the number the structure has in play lie in reserve.
        privates: owner per private company (``bank`` unsold, ``closed``; those that are not used with
            this number of players are closed from the start).
        bids: bids per private company, highest last.
        offer_price: current price per unsold private company where it differs from the printed one.
        revenues: revenue per private company where it differs from the printed one.
        granted: corporation whose certificate comes with a private company, where chance has drawn it.
        powers_used: how often the power of a private company has been used; absent means never.
        trains: per owner (corporation, pool, closed) the trains held, ids ``<type>-<n>``.
        supply: trains left in the bank per type; None is without limit.
        issued: trains of each type that have left the supply.
        tiles: tiles on the map, by hex.
        tile_stock: copies left, by tile; unlimited tiles are absent.
        tokens: station tokens, by hex; hexes without tokens are absent.
        market: price markers; arrivals: counts marker moves.
        phase: current phase.
        priority: who begins the next stock round.
        markers: lasting effects of powers.
        round: the round in play; pending: open decisions, the last on top.
        memory: what hooks remember, by name.
        bank_broken: the bank has run out of money.
        result: final worth by player once the game is over, with the reason.
        corrections: whether the table allows moderators' corrections.
        cities_moved: for hexes whose printed cities have other numbers now, the number of each on the tile
            that lies there, -1 for a city that was split in two.
        lifted: corporations whose station token was taken up when a city was split, by hex.
        last_set: number of the set of operating rounds after which the game ends because of a phase, or None.
        turn_order: order in which the players act, where it differs from the seats; empty where not.
    """

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
    bank_broken: bool = False
    result: Mapping[PlayerId, int] | None = None
    end_reason: str = ""
    corrections: bool = False
    last_set: int | None = None
    turn_order: tuple[PlayerId, ...] = ()
    cities_moved: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    lifted: Mapping[str, tuple[CorporationId, ...]] = field(default_factory=dict)
    revenues: Mapping[str, int] = field(default_factory=dict)
    powers_used: Mapping[str, int] = field(default_factory=dict)
    granted: Mapping[str, str] = field(default_factory=dict)
    memo: dict[object, object] = field(default_factory=dict, compare=False, repr=False, hash=False)


def train_type(train: str) -> str:
    """Type of a train id such as ``2H-1``."""
    return train.rpartition("-")[0]


def initial_state(
    title: Title,
    names: tuple[str, ...],
    priority_seat: int = 1,
    *,
    corrections: bool = False,
    unused: frozenset[str] = frozenset(),
    granted: Mapping[str, str] | None = None,
) -> GameState:
    """The position before anything has happened: money dealt, everything else with the bank.

    Args:
        unused: private companies that leave the game before it begins.
        granted: corporations drawn for private companies that bring a certificate.

    Raises:
        KeyError: the title is not for that number of players.
    """
    count = title.players[len(names)]
    players = tuple(player_id(seat) for seat in range(1, len(names) + 1))
    cash = {BANK: title.bank_cash - count.cash * len(players)}
    cash.update(dict.fromkeys(players, count.cash))
    corporations = title.companies.corporations
    cash.update(dict.fromkeys(corporations, 0))
    structures = title.companies.structures
    chosen = {c.id: c.structure_with(len(names)) for c in corporations.values()}
    for private, drawn in (granted or {}).items():
        for grant in title.companies.privates[private].grants:
            chosen[drawn] = grant.structures.get(len(names), chosen[drawn])
    certificates = {}
    for corporation in corporations.values():
        structure = structures[chosen[corporation.id]]
        certificates[corporation.id] = (IPO,) * (len(structure.certificates) + len(structure.reserve))
    return GameState(
        sequence=0,
        players=players,
        names=names,
        out=(),
        cash=cash,
        corporations={c: CorporationState(structure=chosen[c]) for c in corporations},
        certificates=certificates,
        privates={
            private.id: CLOSED if private.id in unused or not private.used_with(len(names)) else BANK
            for private in title.companies.privates.values()
        },
        bids={},
        offer_price={},
        trains={},
        supply={train.id: train.count for train in title.trains.values()},
        issued=dict.fromkeys(title.trains, 0),
        tiles={},
        tile_stock={t: e.count for t, e in title.tiles.entries.items() if e.count is not None},
        tokens={},
        market={},
        arrivals=0,
        phase=title.first_phase(),
        priority=players[priority_seat - 1],
        markers=(),
        round=RoundState(kind="auction"),
        pending=(),
        memory={},
        corrections=corrections,
        granted=granted or {},
    )
