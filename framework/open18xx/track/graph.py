"""The track now on the map: a value per position, made from another one hex at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from open18xx.definition.tiles import CorporationId, Stop
from open18xx.geometry.grid import HexId
from open18xx.track.board import Board, Placements, TurnedTile

#: Per hex, per stop of its tile, per slot: who has a token there (None = free slot).
Tokens = Mapping[HexId, Sequence[Sequence[CorporationId | None]]]
#: Per hex and stop: corporations for which a slot is kept.
Reservations = Mapping[tuple[HexId, int], Sequence[CorporationId]]

_MOST_REMEMBERED: Final = 64


class TrackGraph:
    """Track of one position. Never changed once made; :meth:`with_tiles` makes the next one.

    Attributes:
        board: the title's geometry.
        tiles: turned tile per hex number.
        visit: per stop number, the bits it sets in a mask of visited places: its own, or that of
            its hex where all stops count as one, and those of its visit groups.
    """

    __slots__ = ("_networks", "board", "gauges", "placements", "tiles", "visit")

    def __init__(
        self,
        board: Board,
        placements: Placements,
        gauges: frozenset[str] | None = None,
    ) -> None:
        """Build the track of ``placements``; with ``gauges`` only those kinds of track.

        Raises:
            UnknownName: a hex, tile or rotation that the title does not have.
        """
        self.board = board
        self.gauges = gauges
        self.placements: dict[HexId, tuple[str, int]] = {}
        self.tiles: list[TurnedTile] = [board.printed(number, gauges) for number in range(len(board.hexes))]
        self.visit: list[int] = [0] * (len(board.hexes) * board.stride)
        self._networks: dict[object, object] = {}
        for number in range(len(board.hexes)):
            self._note_visits(number)
        self._place(placements.items())

    def with_tiles(self, placements: Placements) -> TrackGraph:
        """Track of other placements; only hexes that differ are looked at."""
        known = self.placements
        changed = [(hex_id, placed) for hex_id, placed in placements.items() if known.get(hex_id) != placed]
        removed = [hex_id for hex_id in self.placements if hex_id not in placements]
        if not changed and not removed:
            return self
        made = object.__new__(TrackGraph)
        made.board = self.board
        made.gauges = self.gauges
        made.placements = self.placements.copy()
        made.tiles = self.tiles.copy()
        made.visit = self.visit.copy()
        made._networks = {}
        for hex_id in removed:
            del made.placements[hex_id]
            number = self.board.hex_number(hex_id)
            made.tiles[number] = self.board.printed(number, self.gauges)
            made._note_visits(number)
        made._place(changed)
        return made

    def _place(self, placements: Iterable[tuple[HexId, tuple[str, int]]]) -> None:
        for hex_id, (tile_id, rotation) in placements:
            number = self.board.hex_number(hex_id)
            self.placements[hex_id] = (tile_id, rotation)
            self.tiles[number] = self.board.turned(tile_id, rotation, self.gauges)
            self._note_visits(number)

    def _note_visits(self, number: int) -> None:
        board = self.board
        first = number * board.stride
        self.visit[first : first + board.stride] = [0] * board.stride
        for index, stop in enumerate(self.tiles[number].tile.stops):
            bits = 1 << (first if board.hexes[number].single_visit else first + index)
            for name in stop.groups:
                bits |= 1 << board.group_bit[name]
            self.visit[first + index] = bits

    def remembered(self, key: object) -> object | None:
        """Result stored with this position by :meth:`remember`; None when there is none."""
        return self._networks.get(key)

    def remember(self, key: object, value: object) -> None:
        """Store something worked out from this position; the oldest of too many is dropped."""
        if len(self._networks) >= _MOST_REMEMBERED:
            del self._networks[next(iter(self._networks))]
        self._networks[key] = value

    def forget(self) -> None:
        """Drop everything remembered, for measuring how long it takes to work it out."""
        self._networks.clear()

    def stop(self, number: int) -> Stop:
        """Stop of a stop number.

        Raises:
            IndexError: the tile there has no such stop.
        """
        hex_number, index = divmod(number, self.board.stride)
        return self.tiles[hex_number].tile.stops[index]

    def stop_number(self, hex_id: HexId, index: int) -> int:
        """Number of stop ``index`` of a hex."""
        return self.board.hex_number(hex_id) * self.board.stride + index

    def place_of(self, number: int) -> tuple[HexId, int]:
        """Hex and index of a stop number."""
        hex_number, index = divmod(number, self.board.stride)
        return self.board.hexes[hex_number].id, index

    def all_stops(self) -> list[int]:
        """Numbers of all stops on the map, rising."""
        stride = self.board.stride
        return [
            number * stride + index
            for number, turned in enumerate(self.tiles)
            for index in range(len(turned.tile.stops))
        ]

    def own_stops(self, tokens: Tokens, corporation: CorporationId) -> tuple[int, ...]:
        """Numbers of the stops with a token of ``corporation``, rising."""
        own = [
            self.stop_number(hex_id, index)
            for hex_id, cities in tokens.items()
            for index, slots in enumerate(cities)
            if corporation in slots
        ]
        return tuple(sorted(own))

    def blocked_stops(self, tokens: Tokens, corporation: CorporationId | None) -> frozenset[int]:
        """Numbers of the cities that trains of ``corporation`` cannot run through.

        A city is blocked when all its slots hold tokens and none is the corporation's.
        """
        blocked: set[int] = set()
        for hex_id, cities in tokens.items():
            stops = None
            for index, slots in enumerate(cities):
                held = len(slots) - slots.count(None)
                if not held or corporation in slots:
                    continue
                if stops is None:
                    stops = self.tiles[self.board.hex_number(hex_id)].tile.stops
                if index < len(stops) and stops[index].kind == "city" and held >= stops[index].slots:
                    blocked.add(self.stop_number(hex_id, index))
        return frozenset(blocked)

    def end_only(self, blocked: Iterable[int] = ()) -> frozenset[int]:
        """Stops where a train may end but not run through: off-board, terminus, ``blocked``."""
        found = set(blocked)
        stride = self.board.stride
        for number, turned in enumerate(self.tiles):
            terminus = self.board.hexes[number].terminus
            for index, stop in enumerate(turned.tile.stops):
                if terminus or stop.kind == "offboard":
                    found.add(number * stride + index)
        return frozenset(found)


class TrackMemory:
    """Track graphs of the positions asked for last, so that the next one is made from the nearest.

    A pure function of the placements: going back (undo) gives the same graph as going forward.
    """

    def __init__(self, board: Board, gauges: frozenset[str] | None = None, size: int = 8) -> None:
        """Remember up to ``size`` positions of ``board``."""
        self.board = board
        self._gauges = gauges
        self._known: deque[TrackGraph] = deque(maxlen=size)

    def graph(self, placements: Placements) -> TrackGraph:
        """Track graph of a position."""
        wanted = dict(placements)
        for at, known in enumerate(self._known):
            if known.placements == wanted:
                if at:
                    del self._known[at]
                    self._known.appendleft(known)
                return known
        made = (
            self._known[0].with_tiles(wanted) if self._known else TrackGraph(self.board, wanted, self._gauges)
        )
        self._known.appendleft(made)
        return made


def free_slots(
    graph: TrackGraph,
    tokens: Tokens,
    reservations: Reservations,
    place: tuple[HexId, int],
    corporation: CorporationId,
) -> int:
    """Slots of a city that ``corporation`` may still use.

    Slots kept for others do not count; a reservation whose owner already has a token in that city
    is spent and keeps nothing.
    """
    hex_id, index = place
    stop = graph.stop(graph.stop_number(hex_id, index))
    cities = tokens.get(hex_id, ())
    slots = cities[index] if index < len(cities) else ()
    holders = [owner for owner in slots if owner is not None]
    kept = [owner for owner in reservations.get(place, ()) if owner != corporation and owner not in holders]
    return max(0, stop.slots - len(holders) - len(kept))
