"""The part of the track that one kind of train of one corporation can use, as a small graph.

Stops get dense numbers; a *link* is a way from stop to stop with no other stop between. Each link
knows the sides and stop-to-stop pieces it uses as bits of one mask (*resources*).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from open18xx.definition.tiles import FIRST_STOP, StopKind
from open18xx.track.graph import TrackGraph

#: Most links between two stops that are looked at; beyond it the search is no longer complete.
MOST_LINKS_PER_STOP: Final = 400
_MOST_STEPS_PER_STOP: Final = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """A way between two stops.

    Attributes:
        a: dense number of the stop it is listed from.
        b: dense number of the other stop.
        resources: mask of sides (by number) and, above them, stop-to-stop pieces.
        way: entries from ``a`` to ``b``; empty for a piece inside one hex.
    """

    a: int
    b: int
    resources: int
    way: tuple[int, ...]


class Space:
    """Stops and links that trains of one kind can use.

    Attributes:
        graph: the track it was made from.
        stops: stop numbers, rising; a stop's place here is its dense number.
        kinds: kind per dense number.
        conflicts: per dense number, mask of what a visit takes: its own bit and visit groups.
        end_only: per dense number, whether a route must end there.
        tokens: dense numbers of the stops with own tokens, rising.
        links: all links, each once.
        complete: whether all links are there.
    """

    def __init__(
        self,
        graph: TrackGraph,
        tokens: Iterable[int],
        end_only: frozenset[int],
        closed: frozenset[int],
    ) -> None:
        """Collect stops and links that can be walked to from the tokens."""
        self.graph = graph
        self.complete = True
        tokens = [stop for stop in sorted(set(tokens)) if stop not in closed and _exists(graph, stop)]
        found: dict[tuple[int, int, int], tuple[int, ...]] = {}
        reached = set(tokens)
        queue = list(tokens)
        token_set = frozenset(tokens)
        for stop in queue:
            if stop in end_only and stop not in token_set:
                continue
            for other, resources, way in self._links_from(stop, closed):
                if graph.visit[stop] & graph.visit[other]:
                    continue
                if stop < other:
                    key = (stop, other, resources)
                else:
                    key = (other, stop, resources)
                    way = tuple(graph.board.across[entry] for entry in reversed(way))
                found.setdefault(key, way)
                if other not in reached:
                    reached.add(other)
                    queue.append(other)
        self.stops = tuple(sorted(reached))
        dense = {stop: number for number, stop in enumerate(self.stops)}
        self.dense = dense
        self.kinds: tuple[StopKind, ...] = tuple(graph.stop(stop).kind for stop in self.stops)
        self.end_only = tuple(stop in end_only for stop in self.stops)
        self.tokens = tuple(dense[stop] for stop in tokens)
        self.links = tuple(
            Link(dense[a], dense[b], resources, way)
            for (a, b, resources), way in sorted(
                found.items(), key=lambda item: (item[0][:2], len(item[1]), item[1])
            )
        )
        self.conflicts = self._conflicts()

    def _conflicts(self) -> tuple[int, ...]:
        """Own bit of each stop (its dense number), and above those the bits that stops share."""
        masks = [self.graph.visit[stop] for stop in self.stops]
        shared = 0
        for number, mask in enumerate(masks):
            for other in masks[:number]:
                shared |= mask & other
        conflicts = [1 << number for number in range(len(masks))]
        bit = len(masks)
        while shared:
            low = shared & -shared
            for number, mask in enumerate(masks):
                if mask & low:
                    conflicts[number] |= 1 << bit
            bit += 1
            shared ^= low
        self.visit_bits = bit
        return tuple(conflicts)

    def _links_from(self, start: int, closed: frozenset[int]) -> list[tuple[int, int, tuple[int, ...]]]:
        """Links from a stop: other stop, resources, way."""
        graph, board = self.graph, self.graph.board
        across, side, tiles, stride = board.across, board.side, graph.tiles, board.stride
        inner_first = 6 * len(board.hexes)
        found: list[tuple[int, int, tuple[int, ...]]] = []
        hex_number, index = divmod(start, stride)
        stack: list[tuple[int, int, tuple[int, ...]]] = []
        for end in reversed(tiles[hex_number].ends[FIRST_STOP + index]):
            if end >= FIRST_STOP:
                other = hex_number * stride + end - FIRST_STOP
                if other not in closed:
                    low, high = sorted((index, end - FIRST_STOP))
                    piece = inner_first + (hex_number * stride + low) * stride + high
                    found.append((other, 1 << piece, ()))
            else:
                far = across[hex_number * 6 + end]
                if far >= 0:
                    stack.append((far, 1 << side[far], (far,)))
        steps = 0
        while stack:
            entry, sides, way = stack.pop()
            steps += 1
            if steps > _MOST_STEPS_PER_STOP or len(found) > MOST_LINKS_PER_STOP:
                self.complete = False
                break
            hex_number, edge = divmod(entry, 6)
            base = hex_number * 6
            for end in tiles[hex_number].ends[edge]:
                if end >= FIRST_STOP:
                    other = hex_number * stride + end - FIRST_STOP
                    if other != start and other not in closed:
                        found.append((other, sides, way))
                    continue
                far = across[base + end]
                if far >= 0:
                    bit = 1 << side[far]
                    if not sides & bit:
                        stack.append((far, sides | bit, (*way, far)))
        return found


def _exists(graph: TrackGraph, stop: int) -> bool:
    hex_number, index = divmod(stop, graph.board.stride)
    return index < len(graph.tiles[hex_number].tile.stops)
