"""What a corporation's track reaches, by legal routes of any length.

A route visits no stop twice and crosses no hex side twice, so "can be walked to" is not enough: a
walk may turn round in a loop and come back over its own track. Three answers are combined:

1. a *loose* search that only forbids turning on the spot; what it misses cannot be reached;
2. a *simple* search that keeps, for each place, the first legal way found; what it finds is proven;
3. an exact search by backtracking for the few places on which the two disagree.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from open18xx.definition.tiles import FIRST_STOP
from open18xx.track.board import NO_EXIT, Move
from open18xx.track.graph import TrackGraph

_NOT_REACHED: Final = -1


class Reach:
    """Places that legal routes from some stops reach on one track graph.

    Args:
        graph: the track.
        starts: stop numbers to start from (where own tokens are).
        end_only: stops where a route may end or start but not run through.
        closed: stops that may not be visited at all.
        blocked: the part of ``end_only`` that is due to tokens of others.
    """

    def __init__(
        self,
        graph: TrackGraph,
        starts: Iterable[int],
        end_only: frozenset[int] = frozenset(),
        closed: frozenset[int] = frozenset(),
        blocked: frozenset[int] = frozenset(),
    ) -> None:
        """Run the first two searches; the exact one follows when asked."""
        self.graph = graph
        self.starts = tuple(starts)
        self.end_only = end_only
        self.closed = closed
        self.blocked = blocked
        self._simple_entries: dict[int, tuple[int, int, int]] = {}
        self._simple_stops: dict[int, tuple[int, int, int]] = {}
        self._exact: dict[tuple[bool, int], int] = {}
        self._exact_masks: dict[int, tuple[int, int]] = {}
        self._loose_entries, self._loose_stops = self._search_loose(frozenset())
        self._search_simple()
        self._refute()

    # -- answers ---------------------------------------------------------------------------

    def stop_distances(self) -> dict[int, int]:
        """Stops reached, each with the fewest hexes entered on a legal way from a start.

        Starts are reached at distance 0.
        """
        found: dict[int, int] = {}
        for stop in sorted(self._loose_stops):
            distance = self.stop_distance(stop)
            if distance is not None:
                found[stop] = distance
        return found

    def stop_distance(self, stop: int) -> int | None:
        """Fewest hexes entered on a legal way to a stop; None when there is no legal way."""
        simple = self._simple_stops.get(stop)
        return self._distance(True, stop, self._loose_stops.get(stop), simple[0] if simple else None)

    def reaches_entry(self, entry: int) -> bool:
        """Whether a legal way comes into a hex by an edge (the hex may be blank)."""
        simple = self._simple_entries.get(entry)
        if simple is not None:
            return True
        loose = self._loose_entries.get(entry)
        if loose is None:
            return False
        return self._distance(False, entry, loose, None) is not None

    def entries(self) -> list[int]:
        """All entries that legal ways come in by, rising; entries into hexes without track too."""
        return [entry for entry in sorted(self._loose_entries) if self.reaches_entry(entry)]

    def stops(self) -> list[int]:
        """All stops that legal ways reach, rising."""
        return [stop for stop in sorted(self._loose_stops) if self.stop_distance(stop) is not None]

    def runs_through(self, stop: int) -> bool:
        """Whether a route may go on after visiting a stop."""
        return stop not in self.end_only and stop not in self.closed

    def way_to_entry(self, entry: int) -> tuple[int, int] | None:
        """Masks (hex sides crossed, places visited) of one legal way to an entry, if any is known."""
        known = self._simple_entries.get(entry)
        if known is not None:
            return known[1], known[2]
        if self.reaches_entry(entry):
            return self._exact_masks.get(entry)
        return None

    def way_to_stop(self, stop: int) -> tuple[int, int] | None:
        """As :meth:`way_to_entry`, for a stop; the stop itself is among the visited places."""
        known = self._simple_stops.get(stop)
        return None if known is None else (known[1], known[2])

    def uses_piece(self, hex_number: int, pieces: Collection[tuple[int, int]]) -> bool:
        """Whether a legal way runs over one of some pieces of track of a hex (pairs of ends)."""
        first = hex_number * self.graph.board.stride
        side, across, tiles = self.graph.board.side, self.graph.board.across, self.graph.tiles

        def search(at: int, moves: Sequence[Move], came: int, sides: int, visited: int) -> bool:
            for passed, seen, out in self.ways(at, moves, visited):
                if out >= 0 and sides >> side[out] & 1:
                    out = -1
                if at == hex_number:
                    ends = [came, *(FIRST_STOP + stop - first for stop in passed)]
                    if out >= 0:
                        ends.append(out % 6)
                    if any((min(pair), max(pair)) in pieces for pair in pairwise(ends)):
                        return True
                far = across[out] if out >= 0 else -1
                if far < 0:
                    continue
                used = sides | 1 << side[out]
                if self._may_still_enter(hex_number, far, used, seen) and search(
                    far // 6, tiles[far // 6].from_edge[far % 6], far % 6, used, seen
                ):
                    return True
            return False

        return any(
            search(
                *self.first_moves(start),
                FIRST_STOP + start % self.graph.board.stride,
                0,
                self.graph.visit[start],
            )
            for start in self.starts
        )

    # -- searches --------------------------------------------------------------------------

    def ways(
        self, hex_number: int, moves: Sequence[Move], visited: int
    ) -> Iterator[tuple[list[int], int, int]]:
        """Ways on inside one hex: stops visited, mask of all visited places, edge left by.

        The edge is given as an entry number of this hex, or -1 where the route must end.
        """
        first, visit = hex_number * self.graph.board.stride, self.graph.visit
        for move in moves:
            seen, passed, out = visited, [], move.exit
            for index in move.stops:
                stop = first + index
                if stop in self.closed or visit[stop] & seen:
                    out = NO_EXIT
                    break
                seen |= visit[stop]
                passed.append(stop)
                if stop in self.end_only:
                    out = NO_EXIT
                    break
            yield passed, seen, (-1 if out == NO_EXIT else hex_number * 6 + out)

    def first_moves(self, start: int) -> tuple[int, Sequence[Move]]:
        hex_number, index = divmod(start, self.graph.board.stride)
        from_stop = self.graph.tiles[hex_number].from_stop
        return hex_number, (from_stop[index] if index < len(from_stop) else ())

    def _search_loose(self, barred: Collection[int]) -> tuple[dict[int, int], dict[int, int]]:
        """Entries and stops that loose ways come to without ``barred`` entries, with distances."""
        across, tiles = self.graph.board.across, self.graph.tiles
        entries: dict[int, int] = {}
        stops: dict[int, int] = {}
        queue: deque[tuple[int, Sequence[Move], int]] = deque()
        for start in self.starts:
            stops[start] = 0
            queue.append((*self.first_moves(start), 0))
        while queue:
            hex_number, moves, distance = queue.popleft()
            for passed, _, out in self.ways(hex_number, moves, 0):
                for stop in passed:
                    stops.setdefault(stop, distance)
                far = across[out] if out >= 0 else -1
                if far >= 0 and far not in entries and far not in barred:
                    entries[far] = distance + 1
                    queue.append((far // 6, tiles[far // 6].from_edge[far % 6], distance + 1))
        return entries, stops

    def _refute(self) -> None:
        """Take out of the loose answer what needs its own side in the other direction before.

        An entry that is reached only by first crossing its side the other way is out, and so is
        what is reached over such entries only. This settles most loops behind which a train could
        turn round.
        """
        across = self.graph.board.across
        refuted: set[int] = set()
        doubtful = [entry for entry in self._loose_entries if entry not in self._simple_entries]
        changed = bool(doubtful)
        while changed:
            changed = False
            for entry in doubtful:
                if entry in refuted:
                    continue
                found, _ = self._search_loose(refuted | {across[entry]})
                if entry not in found:
                    refuted.add(entry)
                    changed = True
        if refuted:
            self._loose_entries, self._loose_stops = self._search_loose(refuted)

    def _search_simple(self) -> None:
        board, tiles = self.graph.board, self.graph.tiles
        entries, stops = self._simple_entries, self._simple_stops
        queue: deque[tuple[int, Sequence[Move], int, int, int]] = deque()
        for start in self.starts:
            stops[start] = (0, 0, self.graph.visit[start])
            queue.append((*self.first_moves(start), 0, 0, self.graph.visit[start]))
        while queue:
            hex_number, moves, distance, sides, visited = queue.popleft()
            for passed, seen, out in self.ways(hex_number, moves, visited):
                for stop in passed:
                    stops.setdefault(stop, (distance, sides, seen))
                far = board.across[out] if out >= 0 else -1
                if far < 0 or far in entries:
                    continue
                bit = 1 << board.side[out]
                if sides & bit:
                    continue
                entries[far] = (distance + 1, sides | bit, seen)
                onward = tiles[far // 6].from_edge[far % 6]
                queue.append((far // 6, onward, distance + 1, sides | bit, seen))

    def _distance(self, is_stop: bool, goal: int, loose: int | None, simple: int | None) -> int | None:
        if loose is None:
            return None
        if loose == simple:
            return simple
        key = (is_stop, goal)
        if key not in self._exact:
            self._exact[key] = self._search_exactly(is_stop, goal, simple)
        found = self._exact[key]
        return None if found == _NOT_REACHED else found

    def _search_exactly(self, is_stop: bool, goal: int, simple: int | None) -> int:
        """Fewest hexes entered on a legal way to the goal, by backtracking with a lower bound.

        For an entry the first way found is taken, whatever its length.
        """
        best = _NOT_REACHED if simple is None else simple
        to_goal = self._distances_back(is_stop, goal)
        board, tiles = self.graph.board, self.graph.tiles

        def follow(hex_number: int, moves: Sequence[Move], distance: int, sides: int, visited: int) -> None:
            nonlocal best
            onward: list[tuple[int, int, int, int]] = []
            for passed, seen, out in self.ways(hex_number, moves, visited):
                if is_stop and goal in passed:
                    if best == _NOT_REACHED or distance < best:
                        best = distance
                    continue
                far = board.across[out] if out >= 0 else -1
                bit = 1 << board.side[out] if far >= 0 else 0
                if far in to_goal and not sides & bit:
                    onward.append((to_goal[far], far, sides | bit, seen))
            for left, far, used, seen in sorted(onward):
                if best != _NOT_REACHED and (not is_stop or distance + 1 + left >= best):
                    # For an entry any way will do; for a stop the way must be shorter.
                    continue
                if not is_stop and far == goal:
                    best = distance + 1
                    self._exact_masks[goal] = (used, seen)
                elif self._still_possible(is_stop, goal, far, used, seen):
                    follow(far // 6, tiles[far // 6].from_edge[far % 6], distance + 1, used, seen)

        for start in self.starts:
            hex_number, moves = self.first_moves(start)
            follow(hex_number, moves, 0, 0, self.graph.visit[start])
        return best

    def _still_possible(self, is_stop: bool, goal: int, entry: int, sides: int, visited: int) -> bool:
        """Whether a loose way from an entry reaches the goal with what is left of the track."""
        board, tiles = self.graph.board, self.graph.tiles
        seen_entries = {entry}
        stack = [entry]
        while stack:
            at = stack.pop()
            for passed, _, out in self.ways(at // 6, tiles[at // 6].from_edge[at % 6], visited):
                if is_stop and goal in passed:
                    return True
                far = board.across[out] if out >= 0 else -1
                if far < 0 or far in seen_entries or sides >> board.side[out] & 1:
                    continue
                if not is_stop and far == goal:
                    return True
                seen_entries.add(far)
                stack.append(far)
        return False

    def _may_still_enter(self, hex_number: int, entry: int, sides: int, visited: int) -> bool:
        """Whether a loose way from an entry comes into a hex with what is left of the track."""
        board, tiles = self.graph.board, self.graph.tiles
        seen_entries = {entry}
        stack = [entry]
        while stack:
            at = stack.pop()
            if at // 6 == hex_number:
                return True
            for _, _, out in self.ways(at // 6, tiles[at // 6].from_edge[at % 6], visited):
                far = board.across[out] if out >= 0 else -1
                if far >= 0 and far not in seen_entries and not sides >> board.side[out] & 1:
                    seen_entries.add(far)
                    stack.append(far)
        return False

    def _distances_back(self, is_stop: bool, goal: int) -> dict[int, int]:
        """Fewest hexes entered from each entry to the goal, by loose ways: a lower bound."""
        graph, board = self.graph, self.graph.board
        stride, tiles = board.stride, graph.tiles
        # Walked backwards: leaving the goal's hex by an edge is coming into it by that edge.
        found: dict[int, int] = {}
        queue: deque[tuple[int, int]] = deque()

        def note(entry: int, distance: int) -> None:
            if entry not in found:
                found[entry] = distance
                queue.append((entry, distance))

        if is_stop:
            hex_number, index = divmod(goal, stride)
            for edge in range(6):
                if any(index in move.stops for move in tiles[hex_number].from_edge[edge]):
                    note(hex_number * 6 + edge, 0)
        else:
            note(goal, 0)
        while queue:
            entry, distance = queue.popleft()
            behind = board.across[entry]
            if behind < 0:
                continue
            hex_number, edge = divmod(behind, 6)
            for move in tiles[hex_number].from_edge[edge]:
                through = all(self.runs_through(hex_number * stride + index) for index in move.stops)
                if move.exit != NO_EXIT and through:
                    note(hex_number * 6 + move.exit, distance + 1)
        return found
