"""Arms: all ways out of one token. A route is two arms of a token that share nothing.

Splitting routes at a token needs about the square root of the number of routes in memory, and lets
the best route be found, and all good ones be listed, without looking at the rest.

Masks: the low bits are *resources* (what trains may not share), above them what only one route must
not repeat: stops, visit groups and, where asked for, hexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from open18xx.definition.tiles import StopKind
from open18xx.track.routes.space import Space

Step = tuple[int, int, int, int, bool]
_UsableStep = tuple[int, int, int, int, bool, int, int]


class Layout:
    """Places of resources in masks, common to all trains of a search.

    Resources that are used by the very same links are one bit.
    """

    def __init__(self, spaces: Sequence[Space]) -> None:
        """Number the resources of some spaces."""
        users: dict[int, list[int]] = {}
        masks = [link.resources for space in spaces for link in space.links]
        for number, mask in enumerate(masks):
            while mask:
                low = mask & -mask
                users.setdefault(low, []).append(number)
                mask ^= low
        bits: dict[tuple[int, ...], int] = {}
        self._bit = {low: bits.setdefault(tuple(by), len(bits)) for low, by in sorted(users.items())}
        #: Number of resource bits, and the mask of all of them.
        self.size: Final = len(bits)
        self.resources: Final = (1 << len(bits)) - 1

    def pack(self, mask: int) -> int:
        """Dense mask of a link's resources."""
        packed = 0
        while mask:
            low = mask & -mask
            bit = self._bit.get(low)
            if bit is not None:
                packed |= 1 << bit
            mask ^= low
        return packed


class Movement:
    """A space prepared for making arms: for each stop, the steps to other stops.

    Attributes:
        steps: per dense stop: (other stop, mask, hexes entered, link, listed from this stop).
        private: per dense stop, the mask a visit takes, moved above the resources.
    """

    def __init__(self, space: Space, layout: Layout, *, one_visit_per_hex: bool) -> None:
        """Work out masks and steps."""
        self.space: Final = space
        self.layout: Final = layout
        shift = layout.size
        hex_shift = shift + space.visit_bits
        stride = space.graph.board.stride
        self.private: Final = [mask << shift for mask in space.conflicts]
        self.root_extra: Final = [
            1 << (hex_shift + stop // stride) if one_visit_per_hex else 0 for stop in space.stops
        ]
        self.steps: Final[list[list[Step]]] = [[] for _ in space.stops]
        #: Resources per link.
        self.used: Final = [layout.pack(link.resources) for link in space.links]
        for number, link in enumerate(space.links):
            used = self.used[number]
            there = back = used
            if one_visit_per_hex and link.way:
                across = space.graph.board.across
                places = [space.stops[link.a] // stride, *(entry // 6 for entry in link.way)]
                if len(set(places)) < len(places):
                    continue
                for entry in link.way:
                    there |= 1 << (hex_shift + entry // 6)
                    back |= 1 << (hex_shift + across[entry] // 6)
            hexes = len(link.way)
            self.steps[link.a].append((link.b, there | self.private[link.b], hexes, number, True))
            self.steps[link.b].append((link.a, back | self.private[link.a], hexes, number, False))


class Arms:
    """All arms of one token, as parallel lists; arm 0 is the empty one.

    They form a tree, listed in preorder: after an arm come all arms that extend it.

    Attributes:
        root: dense number of the token's stop.
        masks: resources and visits of the whole arm, without the root.
        added: the part of the mask that the last link adds.
        skip: first arm that does not extend this one.
        parents: arm it extends by one link; -1 for the empty arm.
        last: dense stop where the arm ends.
        links: last link of the arm.
        forward: whether that link is listed from the end of the parent.
        counted: stops of counted kinds, without the root.
        towns: counted stops that are towns, without the root.
        hexes: hexes entered.
        complete: whether the limit on their number was not reached.
    """

    def __init__(
        self,
        movement: Movement,
        root: int,
        without: Sequence[int],
        counts: frozenset[StopKind],
        most_counted: int | None,
        most_hexes: int | None,
        limit: int,
    ) -> None:
        """Make all arms of ``root`` that keep to the limits and visit none of ``without``."""
        space = movement.space
        self.root: Final = root
        self.masks = [0]
        self.parents = [-1]
        self.last = [root]
        self.links = [-1]
        self.forward = [True]
        self.counted = [0]
        self.towns = [0]
        self.hexes = [0]
        self.added: list[int] = [0]
        self.skip: list[int] = [1]
        self.complete = space.complete
        taken = movement.private[root] | movement.root_extra[root]
        banned = set(without)
        # Per stop: the steps that can be part of an arm, and what the stop adds to the counts.
        steps: list[list[_UsableStep]] = []
        for stop, all_steps in enumerate(movement.steps):
            usable = []
            if stop == root or not space.end_only[stop]:
                for other, mask, hexes, link, forward in all_steps:
                    if other != root and other not in banned and not mask & taken:
                        kind = space.kinds[other]
                        counts_here = int(kind in counts)
                        town_here = int(counts_here and kind == "town")
                        usable.append((other, mask, hexes, link, forward, counts_here, town_here))
            steps.append(usable)
        self._grow(steps, most_counted, most_hexes, limit)
        self._put_in_preorder()

    def _grow(
        self,
        steps: Sequence[Sequence[_UsableStep]],
        most_counted: int | None,
        most_hexes: int | None,
        limit: int,
    ) -> None:
        masks, parents, last = self.masks, self.parents, self.last
        links, forwards, added = self.links, self.forward, self.added
        counted, towns, hexes = self.counted, self.towns, self.hexes
        most_counted = 1_000_000 if most_counted is None else most_counted
        most_hexes = 1_000_000 if most_hexes is None else most_hexes
        # The lists grow while they are gone through: arms of fewer links first, so that a limit
        # leaves out long ones.
        for arm, mask in enumerate(masks):
            count_so_far, hexes_so_far = counted[arm], hexes[arm]
            for other, taken, entered, link, forward, counts, town in steps[last[arm]]:
                if mask & taken:
                    continue
                count, length = count_so_far + counts, hexes_so_far + entered
                if count > most_counted or length > most_hexes:
                    continue
                masks.append(mask | taken)
                added.append(taken)
                parents.append(arm)
                last.append(other)
                links.append(link)
                forwards.append(forward)
                counted.append(count)
                towns.append(towns[arm] + town)
                hexes.append(length)
            if len(masks) > limit:
                self.complete = False
                break

    def _put_in_preorder(self) -> None:
        children: list[list[int]] = [[] for _ in self.masks]
        for arm in range(1, len(children)):
            children[self.parents[arm]].append(arm)
        order: list[int] = []
        stack = [0]
        while stack:
            arm = stack.pop()
            order.append(arm)
            stack.extend(reversed(children[arm]))
        place = [0] * len(order)
        for new, old in enumerate(order):
            place[old] = new
        self.parents = [place[self.parents[old]] if old else -1 for old in order]
        self.masks = [self.masks[old] for old in order]
        self.added = [self.added[old] for old in order]
        self.last = [self.last[old] for old in order]
        self.links = [self.links[old] for old in order]
        self.forward = [self.forward[old] for old in order]
        self.counted = [self.counted[old] for old in order]
        self.towns = [self.towns[old] for old in order]
        self.hexes = [self.hexes[old] for old in order]
        size = [1] * len(order)
        for arm in range(len(order) - 1, 0, -1):
            size[self.parents[arm]] += size[arm]
        self.skip = [arm + extent for arm, extent in enumerate(size)]

    def __len__(self) -> int:
        """Number of arms, the empty one included."""
        return len(self.masks)

    def chain(self, arm: int) -> list[int]:
        """Arms from the one after the empty arm up to ``arm``: each adds one link."""
        chain: list[int] = []
        while arm > 0:
            chain.append(arm)
            arm = self.parents[arm]
        chain.reverse()
        return chain
