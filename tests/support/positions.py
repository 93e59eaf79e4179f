"""Games at made-up positions, for tests of rules.

A :class:`Position` is a list of wishes::

    game = (
        Position(context, players=4)
        .phase("6H")
        .float("GC", president=1, price=90, shares={1: 3, 2: 1}, cash=300, trains=["4H"])
        .tile("M13", "57", 1)
        .token("PO", "I7")
        .cash(1, 500)
        .operating("GC", step="trains")
        .game()
    )

Everything is conserved by construction: money comes from the bank, trains from the supply, tiles from
the stock, certificates not mentioned stay where flotation would have put them, and the trains that
started the phase have been sold. Wishes that contradict one another or an invariant of the engine raise
:class:`PositionError`, which says what is wrong.

Players are seat numbers (1 is ``player-1``) or ids. Rows and columns of the market are counted from 1,
like in the title packs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from open18xx.engine.context import Context
from open18xx.engine.game import Game, Turn
from open18xx.engine.invariants import faults
from open18xx.engine.settle import settle
from open18xx.rules.floating import flotation_line
from open18xx.rules.homes import ANY_CITY
from open18xx.rules.network import board_of, graph_of
from open18xx.rules.order import yet_to_operate
from open18xx.rules.shares import start_structure
from open18xx.rules.tokens import city_tokens, put_token, tokens_placed
from open18xx.state.game_state import (
    BANK,
    CLOSED,
    IPO,
    POOL,
    Bid,
    Decision,
    GameState,
    Json,
    Marker,
    MarketPlace,
    Placement,
    RoundState,
    TurnState,
    initial_state,
    player_id,
)
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.track.lays import canonical_rotation

from tests.support.asking import (
    actor_of,
    all_events,
    codes,
    copy_of,
    events,
    every_offer_is_legal,
    go_on,
    holdings,
    offered,
    offers_of,
    play,
    record_of,
    refused,
)

__all__ = [
    "Position", "PositionError", "actor_of", "all_events", "codes", "copy_of", "events",
    "every_offer_is_legal", "go_on", "holdings", "offered", "offers_of", "play", "record_of", "refused",
]  # fmt: skip

Who = int | str

NAMES = ("Ann", "Ben", "Cid", "Dora", "Eve", "Fred")


class PositionError(AssertionError):
    """A position that cannot be: what was wished and what stands against it."""


@dataclass(frozen=True)
class _Company:
    """Wishes about one corporation."""

    name: str
    floated: bool
    president: str | None
    price: int | None
    at: tuple[int, int] | None
    shares: Mapping[str, int]
    pool: int | None
    treasury: int | None
    structure: str | None
    turns: int
    start_price: int | None
    home: bool
    tokens_left: int | None


class Position:
    """A position in the making; every method returns the position, so that calls can be chained."""

    def __init__(
        self,
        context: Context,
        players: int = 3,
        *,
        names: Sequence[str] = (),
        priority: int = 1,
        corrections: bool = False,
    ) -> None:
        self._context = context
        self._names = tuple(names) or NAMES[:players]
        self._title = context.title
        self._state = initial_state(self._title, self._names, priority, corrections=corrections)
        self._companies: dict[str, _Company] = {}
        self._closed: list[str] = []
        self._privates: dict[str, str] = {}
        self._bids: dict[str, tuple[Bid, ...]] = {}
        self._cash: dict[str, int] = {}
        self._bank: tuple[int, str] | None = None
        self._trains: list[tuple[str, str]] = []
        self._supply: dict[str, int] = {}
        self._tiles: dict[str, Placement] = {}
        self._tokens: list[tuple[str, str, int]] = []
        self._markers: list[Marker] = []
        self._homes: dict[str, str] = {}
        self._memory: dict[str, Json] = {}
        self._pending: list[Decision] = []
        self._round: RoundState | None = None
        self._enter = ""
        self._broken = False

    # -- what the position is made of --------------------------------------------------------

    def phase(self, phase: str) -> Position:
        """Be in that phase: the trains before the one that started it are sold out."""
        if phase not in self._title.phases:
            raise PositionError(f"there is no phase {phase}; there are {', '.join(self._title.phases)}")
        self._state = replace(self._state, phase=phase)
        return self

    def float(
        self,
        corporation: str,
        president: Who | None = None,
        price: int | None = None,
        *,
        shares: Mapping[int, int] | None = None,
        pool: int | None = None,
        treasury: int | None = None,
        cash: int = 0,
        trains: Iterable[str] = (),
        structure: str | None = None,
        at: tuple[int, int] | None = None,
        turns: int = 1,
        start_price: int | None = None,
        home: bool = True,
        tokens_left: int | None = None,
    ) -> Position:
        """A corporation that has floated.

        Args:
            president: who holds the president's certificate; by default the first in ``shares``.
            price: market price; the marker lies on the start space of that value, else on the topmost
                space of that value. ``at`` (row, column) is exact. Of several markers on a space the one
                named first is on top.
            shares: shares (not certificates) by seat; by default the president's certificate alone. What
                is left lies in ``pool`` and ``treasury`` as wished, the rest where flotation puts it.
            structure: by default the one in which it would start now.
            turns: operating turns before the one in progress; 0 means that it has not operated.
            start_price: by default the price.
            home: whether its home token lies in its first home space.
            tokens_left: by default its tokens less those on the map.
        """
        return self._company(
            corporation, True, president, price, shares, pool, treasury, structure, at, turns, start_price,
            home, tokens_left, cash, trains,
        )  # fmt: skip

    def start(
        self,
        corporation: str,
        president: Who | None = None,
        price: int | None = None,
        *,
        shares: Mapping[int, int] | None = None,
        pool: int | None = None,
        treasury: int | None = None,
        cash: int = 0,
        structure: str | None = None,
        at: tuple[int, int] | None = None,
        start_price: int | None = None,
    ) -> Position:
        """A corporation with a price and a president that has not floated."""
        return self._company(
            corporation, False, president, price, shares, pool, treasury, structure, at, 0, start_price,
            False, None, cash, (),
        )  # fmt: skip

    def _company(
        self,
        corporation: str,
        floated: bool,
        president: Who | None,
        price: int | None,
        shares: Mapping[int, int] | None,
        pool: int | None,
        treasury: int | None,
        structure: str | None,
        at: tuple[int, int] | None,
        turns: int,
        start_price: int | None,
        home: bool,
        tokens_left: int | None,
        cash: int,
        trains: Iterable[str],
    ) -> Position:
        self._known(corporation)
        if corporation in self._companies:
            raise PositionError(f"{corporation} is described twice")
        held = {player_id(seat): count for seat, count in (shares or {}).items()}
        chief = self._owner(president) if president is not None else next(iter(held), None)
        self._companies[corporation] = _Company(
            corporation, floated, chief, price, at, held, pool, treasury, structure, turns, start_price,
            home, tokens_left,
        )  # fmt: skip
        if cash:
            self.cash(corporation, cash)
        for train in trains:
            self.train(corporation, train)
        return self

    def given(self, corporation: str, seat: int, shares: int = 1) -> Position:
        """Ordinary shares of a corporation that has not started, such as those that come with a private."""
        self._known(corporation)
        owners = list(self._state.certificates[corporation])
        free = [i for i, owner in enumerate(owners) if i and owner == IPO][:shares]
        for index in free:
            owners[index] = player_id(seat)
        certificates = {**self._state.certificates, corporation: tuple(owners)}
        self._state = replace(self._state, certificates=certificates)
        return self

    def close(self, corporation: str) -> Position:
        """A corporation that has left the game."""
        self._known(corporation)
        self._closed.append(corporation)
        return self

    def private(self, name: str, owner: Who) -> Position:
        """A private company of a player, ``"bank"`` (unsold) or ``"closed"``.

        Private companies not mentioned are closed, but unsold in a position of the auction.
        """
        if name not in self._title.companies.privates:
            raise PositionError(f"there is no private company {name}")
        self._privates[name] = owner if owner in (BANK, CLOSED) else self._owner(owner)  # type: ignore[assignment]
        return self

    def bid(self, private: str, *bids: tuple[int, int]) -> Position:
        """Bids (seat, amount) on a private company, the highest last."""
        self._bids[private] = tuple(Bid(player_id(seat), amount) for seat, amount in bids)
        return self

    def cash(self, owner: Who, amount: int) -> Position:
        """Money of a player or a corporation; the bank has the rest."""
        self._cash[self._owner(owner)] = amount
        return self

    def bank(self, amount: int, rest: Who) -> Position:
        """Money left in the bank; what is over or missing goes to or comes from ``rest``."""
        self._bank = (amount, self._owner(rest))
        return self

    def bank_broken(self) -> Position:
        """The bank has run out of money before."""
        self._broken = True
        return self

    def train(self, owner: str, *trains: str) -> Position:
        """Trains of a corporation or in the pool."""
        for train in trains:
            if train not in self._title.trains:
                raise PositionError(f"there is no train {train}")
            self._trains.append((owner, train))
        return self

    def supply(self, train: str, left: int) -> Position:
        """Trains of a type left in the bank."""
        self._supply[train] = left
        return self

    def tile(self, hex_id: str, tile: str, rotation: int = 0) -> Position:
        """A tile on the map, whatever the rules say about laying it."""
        if hex_id not in self._title.map.hexes:
            raise PositionError(f"there is no hex {hex_id}")
        if tile not in self._title.tiles.entries:
            raise PositionError(f"there is no tile {tile}")
        self._tiles[hex_id] = Placement(tile, canonical_rotation(board_of(self._title), tile, rotation))
        return self

    def token(self, corporation: str, hex_id: str, city: int = 0) -> Position:
        """A station token besides the home token."""
        self._known(corporation)
        self._tokens.append((corporation, hex_id, city))
        return self

    def marker(
        self,
        kind: str,
        corporation: str,
        *,
        hex_id: str | None = None,
        amount: int = 1,
        expires_in: str | None = None,
        source: str = "",
    ) -> Position:
        """A lasting effect of a power."""
        self._markers.append(Marker(kind, corporation, hex_id, amount, expires_in, source))
        return self

    def remember(self, name: str, value: Json) -> Position:
        """What a hook module remembers."""
        self._memory[name] = value
        return self

    def home(self, corporation: str, hex_id: str) -> Position:
        """The home that was chosen for a corporation without a printed one."""
        self._known(corporation)
        self._homes[corporation] = hex_id
        return self

    def lifted(self, hex_id: str, *corporations: str) -> Position:
        """Tokens that were taken up from a hex and have not come back yet."""
        self._state = replace(self._state, lifted={**self._state.lifted, hex_id: corporations})
        return self

    def turn_order(self, *seats: int) -> Position:
        """The order in which the players act, if it is not that of the seats."""
        self._state = replace(self._state, turn_order=tuple(player_id(seat) for seat in seats))
        return self

    def last_set(self, number: int) -> Position:
        """The set of operating rounds after which the game ends because of a phase."""
        self._state = replace(self._state, last_set=number)
        return self

    def ask(self, decision: Decision) -> Position:
        """A decision that interrupts play; the last one is on top."""
        self._pending.append(decision)
        return self

    # -- whose turn it is --------------------------------------------------------------------

    def auction(self, player: int = 1, *, passes: int = 0, first_passer: int | None = None) -> Position:
        """In the sale of private companies, at the turn of a player."""
        self._round = RoundState(
            kind="auction",
            current=player_id(player),
            passes=passes,
            first_passer=player_id(first_passer) if first_passer else None,
        )
        return self

    def stock(
        self,
        player: int = 1,
        *,
        passes: int = 0,
        first_passer: int | None = None,
        sold: Iterable[tuple[int, str]] = (),
        set_number: int = 2,
    ) -> Position:
        """In a stock round, at the beginning of a player's turn.

        Args:
            sold: (seat, corporation) sold earlier in the round.
        """
        self._round = RoundState(
            kind="stock",
            set_number=set_number,
            current=player_id(player),
            passes=passes,
            first_passer=player_id(first_passer) if first_passer else None,
            sold=tuple(sorted((player_id(seat), corporation) for seat, corporation in sold)),
        )
        return self

    def operating(
        self,
        corporation: str = "",
        step: str = "",
        *,
        number: int = 1,
        of: int | None = None,
        operated: Iterable[str] = (),
        waiting: Iterable[str] = (),
        earnings: int | None = None,
        lays: Iterable[tuple[str, str]] = (),
        tokens: int = 0,
        set_number: int = 1,
    ) -> Position:
        """In an operating round, in the turn of a corporation, where it comes to a step.

        Play goes on from there by itself until somebody has to decide; ``game.turns[0].events`` tells
        what happened. Without a corporation the next turn of the round is about to begin.

        Args:
            step: by default the first one of a turn.
            of: operating rounds in the set; by default as the phase says.
            operated: corporations that have had their turn in this round.
            earnings: what the trains have earned; needed for steps after the run.
            lays: track actions so far in the turn, (hex, ``lay`` or ``upgrade``).
            tokens: tokens placed so far in the turn.
        """
        if corporation:
            self._known(corporation)
        turn = self._title.policies.operating.turn
        self._enter = step or turn[0]
        if self._enter not in turn:
            raise PositionError(f"there is no step {step}; a turn is {', '.join(turn)}")
        if earnings is None and "routes" in turn and turn.index(self._enter) > turn.index("routes"):
            earnings = 0
        self._round = RoundState(
            kind="operating",
            set_number=set_number,
            number=number,
            of=of if of is not None else self._title.phases[self._state.phase].operating_rounds,
            current=corporation,
            operated=tuple(operated),
            waiting=tuple(waiting),
            turn=TurnState(step=self._enter, earnings=earnings, lays=tuple(lays), tokens=tokens)
            if corporation
            else TurnState(),
        )
        return self

    # -- the result ---------------------------------------------------------------------------

    def game(self) -> Game:
        """The game at this position.

        Raises:
            PositionError: the wishes contradict one another, or an invariant.
        """
        if self._round is None:
            raise PositionError("say whose turn it is: auction(), stock() or operating()")
        state = self._issue_trains(replace(self._state, round=self._round, bank_broken=self._broken))
        state = self._lay_tiles(state)
        state = self._deal_certificates(state)
        state = self._put_tokens(state)
        state = replace(
            state,
            privates=self._owners_of_privates(),
            bids={private: bids for private, bids in self._bids.items() if bids},
            markers=tuple(self._markers),
            memory={**state.memory, **self._memory},
            pending=tuple(self._pending),
        )
        state = self._pay(state)
        if self._round.kind == "operating" and self._round.current:
            record = state.corporations[self._round.current]
            begun = {self._round.current: replace(record, turns=record.turns + 1)}
            state = replace(state, corporations={**state.corporations, **begun})
        if self._round.kind == "operating" and not self._title.policies.operating.recomputed:
            view = self._view(state)
            now = (self._round.current,) if self._round.current else ()
            order = (*self._round.operated, *now, *(c for c in yet_to_operate(view) if c not in now))
            state = replace(state, round=replace(self._round, order=order))
        self._prove(state)
        game = Game(self._context, self._names)
        tx = Transaction(self._title, state, self._context.hooks)
        if self._round.kind == "operating" and self._round.current and not self._pending:
            self._context.steps.named(self._enter).enter(tx)
        settle(tx, self._context.steps)
        settled = tx.draft.freeze()
        self._prove(settled)
        game._turns[:] = [Turn(None, settled, tuple(tx.events))]
        return game

    def _known(self, corporation: str) -> None:
        if corporation not in self._title.companies.corporations:
            raise PositionError(f"there is no corporation {corporation}")

    def _owner(self, who: Who) -> str:
        owner = player_id(who) if isinstance(who, int) else who
        if owner not in self._state.players and owner not in self._title.companies.corporations:
            raise PositionError(f"{owner} is neither a player at this table nor a corporation")
        return owner

    def _view(self, state: GameState) -> View:
        return View(self._title, state, self._context.hooks)

    def _owners_of_privates(self) -> dict[str, str]:
        assert self._round is not None
        default = BANK if self._round.kind == "auction" else CLOSED
        return {name: self._privates.get(name, default) for name in self._title.companies.privates}

    def _issue_trains(self, state: GameState) -> GameState:
        present = self._title.phase_index(state.phase)
        begun = {phase.starts_with for phase in tuple(self._title.phases.values())[: present + 1]}
        starters = [phase.starts_with for phase in self._title.phases.values()]
        current = self._title.phases[state.phase].starts_with or next(iter(self._title.trains))
        held: dict[str, list[str]] = {}
        supply = dict(state.supply)
        issued = dict(state.issued)
        order = list(self._title.trains)
        for owner, train in self._trains:
            kind = self._title.trains[train]
            if train in starters and train not in begun:
                raise PositionError(f"{owner} has a {train} although the phase is {state.phase}")
            if kind.rusted_by is not None and kind.rusted_by in begun:
                raise PositionError(f"{owner} has a {train}, which is obsolete in phase {state.phase}")
            issued[train] += 1
            held.setdefault(owner, []).append(f"{train}-{issued[train]}")
        for train in order[: order.index(current) + 1]:
            count = self._title.trains[train].count
            gone = 0
            if train != current and count is not None:
                gone = count - issued[train]
                supply[train] = 0
            elif train in starters and not issued[train]:
                gone = 1
            for _ in range(gone):
                issued[train] += 1
                held.setdefault(CLOSED, []).append(f"{train}-{issued[train]}")
            if train == current and count is not None:
                supply[train] = count - issued[train]
        supply.update(self._supply)
        for train, left in supply.items():
            if left is not None and left < 0:
                raise PositionError(f"{issued[train]} {train} trains are wished; there are fewer")
        return replace(state, trains={o: tuple(t) for o, t in held.items()}, supply=supply, issued=issued)

    def _lay_tiles(self, state: GameState) -> GameState:
        stock = dict(state.tile_stock)
        for hex_id, placement in self._tiles.items():
            if placement.tile in stock:
                stock[placement.tile] -= 1
                if stock[placement.tile] < 0:
                    raise PositionError(f"{hex_id}: no tile {placement.tile} is left")
        hexes, entries = self._title.map.hexes, self._title.tiles.entries
        split = {
            hex_id: (ANY_CITY,) * len(hexes[hex_id].printed.cities)
            for hex_id, placement in self._tiles.items()
            if 0 < len(hexes[hex_id].printed.cities) < len(entries[placement.tile].tile.cities)
        }
        return replace(state, tiles=dict(self._tiles), tile_stock=stock, cities_moved=split)

    def _deal_certificates(self, state: GameState) -> GameState:
        for company in self._companies.values():
            state = self._deal(state, company)
        for name in self._closed:
            if name in self._companies:
                raise PositionError(f"{name} cannot both be in play and closed")
            count = len(state.certificates[name])
            state = replace(
                state,
                certificates={**state.certificates, name: (CLOSED,) * count},
                corporations={**state.corporations, name: replace(state.corporations[name], closed=True)},
            )
        return state

    def _deal(self, state: GameState, company: _Company) -> GameState:
        name = company.name
        chosen = company.structure or start_structure(self._view(state), name)
        structure = self._title.companies.structures[chosen]
        count = len(structure.certificates) + len(structure.reserve)
        owners = [IPO] * count
        left = dict(company.shares)
        if company.president is not None:
            left.setdefault(company.president, structure.president_shares)
            left[company.president] -= structure.president_shares
            if left[company.president] < 0:
                raise PositionError(
                    f"{company.president} is to be president of {name} with fewer than "
                    f"{structure.president_shares} shares"
                )
            owners[0] = company.president
        free = list(range(1, len(structure.certificates)))
        record = replace(
            state.corporations[name],
            structure=chosen,
            started=True,
            floated=company.floated,
            turns=company.turns,
        )
        state = replace(state, corporations={**state.corporations, name: record})
        rest = IPO
        if company.floated:
            rest = name
            if self._title.companies.corporations[name].start == "players":
                line = flotation_line(self._view(state), name)
                rest = {"treasury": name, "pool": POOL, "ipo": IPO}[line.rest_to]
        wishes = {**left, POOL: company.pool or 0, name: company.treasury or 0}
        for owner, shares in wishes.items():
            while shares > 0:
                index = next((i for i in free if structure.certificates[i] <= shares), None)
                if index is None:
                    raise PositionError(f"{name} has only {structure.shares} shares; more are given out")
                free.remove(index)
                owners[index] = owner
                shares -= structure.certificates[index]
        for index in free:
            owners[index] = rest
        if company.president is None and company.floated:
            owners[0] = rest
        space = self._space(company)
        arrivals = state.arrivals + 1
        start_price = company.start_price or self._title.market.rows[space[0]][space[1]]
        return replace(
            state,
            certificates={**state.certificates, name: tuple(owners)},
            corporations={
                **state.corporations,
                name: replace(record, start_price=start_price),
            },
            market={**state.market, name: MarketPlace(space[0], space[1], arrivals)},
            arrivals=arrivals,
        )

    def _space(self, company: _Company) -> tuple[int, int]:
        market = self._title.market
        if company.at is not None:
            row, column = company.at[0] - 1, company.at[1] - 1
            if not market.exists(row, column):
                raise PositionError(f"{company.name}: the market has no space {company.at}")
            if company.price is not None and market.rows[row][column] != company.price:
                raise PositionError(f"{company.name}: space {company.at} is worth {market.rows[row][column]}")
            return row, column
        for space in (*market.start_spaces, *market.granted_start_spaces):
            if market.price(space) == company.price:
                return space.row, space.column
        for row, values in enumerate(market.rows):
            for column, value in enumerate(values):
                if value is not None and value == company.price:
                    return row, column
        raise PositionError(f"{company.name}: {company.price} is no value of the market")

    def _put_tokens(self, state: GameState) -> GameState:
        tx = Transaction(self._title, state, self._context.hooks)
        for company in self._companies.values():
            printed = self._title.companies.corporations[company.name]
            homes = printed.homes if printed.home_tokens == "all" else printed.homes[:1]
            if printed.home_tokens == "starter_chooses":
                chosen = self._homes.get(company.name)
                homes = tuple(home for home in printed.homes if home.hex == chosen)
                tx.update(company.name, home=chosen)
            if company.floated and company.home:
                for home in homes:
                    put_token(tx, company.name, home.hex, home.city)
        for corporation, hex_id, city in self._tokens:
            if hex_id not in self._title.map.hexes:
                raise PositionError(f"there is no hex {hex_id}")
            cities = city_tokens(tx.view, hex_id)
            if city >= len(cities) or None not in cities[city]:
                raise PositionError(f"no slot is free for a token of {corporation} in {hex_id}/{city}")
            put_token(tx, corporation, hex_id, city)
        for company in self._companies.values():
            if not company.floated:
                continue
            if company.tokens_left is not None:
                left = company.tokens_left
            elif tx.view.corporation(company.name).start == "formed":
                left = tx.view.corporation(company.name).tokens
            else:
                total = flotation_line(tx.view, company.name).tokens
                if total is None:
                    total = tx.view.corporation(company.name).tokens
                left = max(0, total - tokens_placed(tx.view, company.name))
            tx.update(company.name, tokens_left=left)
        return tx.draft.freeze()

    def _pay(self, state: GameState) -> GameState:
        cash = {**state.cash, **self._cash}
        cash[BANK] = self._title.bank_cash - sum(amount for owner, amount in cash.items() if owner != BANK)
        if self._bank is not None:
            wanted, rest = self._bank
            cash[rest] += cash[BANK] - wanted
            cash[BANK] = wanted
        for owner, amount in cash.items():
            if amount < 0 and not (owner == BANK and (self._broken or self._title.bank_unlimited)):
                raise PositionError(f"{owner} would have {amount}")
        return replace(state, cash=cash)

    def _prove(self, state: GameState) -> None:
        view = self._view(state)
        found = list(faults(view))
        for hex_id, cities in state.tokens.items():
            stops = graph_of(view).tiles[graph_of(view).board.hex_number(hex_id)].tile.stops
            for index, slots in enumerate(cities):
                if index < len(stops) and sum(owner is not None for owner in slots) > stops[index].slots:
                    found.append(f"{hex_id}/{index} has {stops[index].slots} slots for {slots}")
        if found:
            raise PositionError("; ".join(found))
