"""Best set of routes for several trains that may not share track, with a proof.

Each resource (hex side) gets a price. Whatever the prices, the sum of the best *reduced* values of
all trains plus all prices is an upper bound of what any legal set earns. Prices are raised where the
trains' best routes collide and lowered where nobody runs, which pulls the bound down towards the best
set known. Then only routes whose reduced value is within the remaining gap can be part of a better
set; they are listed and tried in all combinations, cutting off by the same bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from open18xx.track.routes.found import IDLE, Effort, Exhausted, FixedFinder, Found, RouteSource, charge

_ROUNDS: Final = 60
#: After which rounds to try the combinations, if no train has more candidates than this.
_TRIES: Final = {0: 30, 3: 60, 8: 150, 15: 300, 25: 600, 40: 1_200}
_FIRST_LIMIT: Final = 1_500
_LAST_LIMIT: Final = 60_000


@dataclass(slots=True)
class Best:
    """Best set known, and the bound.

    Attributes:
        value: scaled.
        routes: per train.
        bound: scaled; no legal set is worth more.
    """

    value: int
    routes: list[Found]
    bound: int


class JointSearch:
    """The search for one group of trains.

    Args:
        finders: per train; equal trains have the same finder.
        conflicts: per train, mask of the trains (by place) with which it may not share track.
        shared: (flag mask, scaled amount) of bonuses paid once for all routes.
        size: number of resources.
        unit: every set's scaled value is a multiple of it.
        effort: counts and limits the work.
        report: called with (value, bound), scaled, whenever one of them gets better.
    """

    def __init__(
        self,
        finders: Sequence[RouteSource],
        conflicts: Sequence[int],
        shared: Sequence[tuple[int, int]],
        size: int,
        unit: int,
        effort: Effort,
        report: Callable[[int, int], None] | None = None,
    ) -> None:
        """Prepare; :meth:`run` searches."""
        self._finders: Final = finders
        self._conflicts: Final = conflicts
        self._shared: Final = shared
        self._size: Final = size
        self._unit: Final = max(unit, 1)
        self._effort: Final = effort
        self._report: Final = report
        everyone = (1 << len(finders)) - 1
        #: Whether no train may share with any other: only then prices say anything.
        self._all_exclude: Final = all(
            mask == everyone & ~(1 << train) for train, mask in enumerate(conflicts)
        )
        self._bonus_total: Final = sum(amount for _, amount in shared)
        self._pool: Final[dict[int, list[Found]]] = {}
        self._best = Best(0, [IDLE] * len(finders), 0)

    # -- values ----------------------------------------------------------------------------

    def _shared_value(self, flags: int) -> int:
        return sum(amount for mask, amount in self._shared if flags & mask)

    def total(self, routes: Sequence[Found]) -> int:
        """Scaled value of a set of routes, shared bonuses included."""
        flags = 0
        for route in routes:
            flags |= route.flags
        return sum(route.value for route in routes) + self._shared_value(flags)

    def _taken_for(self, train: int, routes: Sequence[Found]) -> int:
        """Resources that a train may not use beside some routes (of the other trains)."""
        mask = self._conflicts[train]
        taken = 0
        for other, route in enumerate(routes):
            if mask >> other & 1:
                taken |= route.resources
        return taken

    def _is_legal(self, routes: Sequence[Found]) -> bool:
        return all(
            not (route.resources and route.resources & self._taken_for(train, routes))
            for train, route in enumerate(routes)
        )

    def _offer(self, routes: Sequence[Found]) -> bool:
        value = self.total(routes)
        if value <= self._best.value:
            return False
        self._best.value = value
        self._best.routes = list(routes)
        self._tell()
        return True

    def _lower(self, bound: int) -> None:
        bound = max(bound // self._unit * self._unit, self._best.value)
        if bound < self._best.bound:
            self._best.bound = bound
            self._tell()

    def _tell(self) -> None:
        if self._report is not None:
            self._report(self._best.value, self._best.bound)

    def _is_done(self) -> bool:
        return self._best.value >= self._best.bound

    # -- search ----------------------------------------------------------------------------

    def run(self) -> Best:
        """Search until the best set is proven or the effort is spent."""
        self._best.bound = sum(finder.relaxed() for finder in self._finders) + self._bonus_total
        try:
            self._run()
        except Exhausted:
            for train, finder in enumerate(self._finders):
                for route in self._pool.get(id(finder), ()):
                    self._offer([route if at == train else IDLE for at in range(len(self._finders))])
        return self._best

    def _run(self) -> None:
        alone = self._each_alone(None)
        self._lower(sum(route.reduced for route in alone) + self._bonus_total)
        if self._is_legal(alone):
            self._offer(alone)
            if not self._shared:
                self._lower(self._best.value)
        if self._is_done():
            return
        self._start(alone)
        if not self._is_done():
            self._close_gap(alone)

    def _each_alone(self, prices: Sequence[int] | None) -> list[Found]:
        """Best route of each train by itself; routes found before set the bar for what is looked at."""
        known: dict[int, Found] = {}
        routes = []
        for finder in self._finders:
            if id(finder) not in known:
                pool = self._pool.setdefault(id(finder), [])
                start = IDLE
                for route in pool:
                    reduced = route.value - charge(prices, route.resources) if prices else route.value
                    if reduced > start.reduced:
                        start = route._replace(reduced=reduced)
                found = known[id(finder)] = finder.best(prices, 0, start)
                if found is not start and found.part >= 0:
                    pool.append(found)
            routes.append(known[id(finder)])
        return routes

    def _start(self, alone: Sequence[Found]) -> None:
        """First sets: trains choose one after the other, the one with the best choice first or last."""
        order = sorted(range(len(self._finders)), key=lambda train: (-alone[train].reduced, train))
        for sequence in (order, order[::-1]):
            self._offer(self._improve(self._greedy(sequence, None)))
            if self._is_done():
                return

    def _greedy(self, sequence: Sequence[int], prices: Sequence[int] | None) -> list[Found]:
        routes = [finder.best() if isinstance(finder, FixedFinder) else IDLE for finder in self._finders]
        for train in sequence:
            routes[train] = self._finders[train].best(prices, self._taken_for(train, routes))
        return routes

    def _improve(self, routes: list[Found]) -> list[Found]:
        """Let each train choose again beside the others, until none finds better."""
        changed = True
        while changed:
            changed = False
            for train, finder in enumerate(self._finders):
                others = [IDLE if other == train else route for other, route in enumerate(routes)]
                start = routes[train]._replace(reduced=routes[train].value)
                better = finder.best(None, self._taken_for(train, others), start)
                if better.value > routes[train].value:
                    routes[train] = better
                    changed = True
        return routes

    def _close_gap(self, alone: Sequence[Found]) -> None:
        prices: list[int] | None = None
        if self._all_exclude:
            prices = self._find_prices(alone)
        limit = _FIRST_LIMIT
        while not self._is_done():
            if self._list_and_combine(prices, limit):
                return
            if limit >= _LAST_LIMIT:
                limit *= 4
                if limit > 4_000_000:
                    return
            else:
                limit = _LAST_LIMIT

    def _find_prices(self, alone: Sequence[Found]) -> list[int]:
        """Raise and lower prices by how much their resource is wanted (subgradient steps)."""
        size = self._size
        prices = [0] * size
        best_prices, best_bound = prices, self._best.bound
        routes = list(alone)
        factor, since_better = 1.0, 0
        for number in range(_ROUNDS):
            self._effort.rounds += 1
            wanted = [-1] * size
            for route in routes:
                mask = route.resources
                while mask:
                    low = mask & -mask
                    wanted[low.bit_length() - 1] += 1
                    mask ^= low
            moves = [
                (resource, over) for resource, over in enumerate(wanted) if over > 0 or prices[resource] > 0
            ]
            norm = sum(over * over for _, over in moves)
            bound = sum(route.reduced for route in routes) + sum(prices) + self._bonus_total
            if bound < best_bound:
                best_bound, best_prices, since_better = bound, prices, 0
                self._lower(bound)
            else:
                since_better += 1
                if since_better >= 4:
                    factor, since_better = factor / 2, 0
            if not norm or self._is_done() or factor < 0.05:
                break
            if number % 4 == 1:
                self._repair(routes, prices)
                if self._is_done():
                    break
            if number in _TRIES and self._list_and_combine(best_prices, _TRIES[number]):
                break
            step = factor * max(bound - self._best.value, self._unit) / norm
            prices = list(prices)
            for resource, over in moves:
                prices[resource] = max(0, prices[resource] + round(step * over))
            routes = self._each_alone(prices)
        return best_prices

    def _repair(self, routes: Sequence[Found], prices: Sequence[int]) -> None:
        """Make a legal set near the priced choices and improve it."""
        order = sorted(range(len(routes)), key=lambda train: (-routes[train].value, train))
        self._offer(self._improve(self._greedy(order, prices)))

    # -- combinations ----------------------------------------------------------------------

    def _list_and_combine(self, prices: Sequence[int] | None, limit: int) -> bool:
        """List what can still be part of a better set and try it; False when there is too much."""
        alone = self._each_alone(prices)
        fixed = (sum(prices) if prices is not None else 0) + self._bonus_total
        bound = sum(route.reduced for route in alone) + fixed
        target = self._best.value + self._unit
        if bound < target:
            self._lower(self._best.value)
            return True
        slack = bound - target
        lists: dict[int, list[Found]] = {}
        for finder, best in zip(self._finders, alone, strict=True):
            if id(finder) in lists:
                continue
            listed = finder.above(prices, best.reduced - slack, limit)
            if listed is None:
                return False
            if best.reduced - slack <= 0 and not isinstance(finder, FixedFinder):
                listed.append(IDLE)
                listed.sort(key=lambda item: -item.reduced)
            lists[id(finder)] = listed
        self._effort.candidates = sum(len(listed) for listed in lists.values())
        # Trains with few candidates first; equal trains stay together.
        first_twin = {id(finder): train for train, finder in reversed(list(enumerate(self._finders)))}
        order = sorted(
            range(len(self._finders)),
            key=lambda train: (
                len(lists[id(self._finders[train])]),
                first_twin[id(self._finders[train])],
                train,
            ),
        )
        self._combine(order, [lists[id(self._finders[train])] for train in order], fixed)
        self._lower(self._best.value)
        return True

    def _are_twins(self, one: int, two: int) -> bool:
        """Whether two trains can change routes without any difference."""
        both = 1 << one | 1 << two
        return self._finders[one] is self._finders[two] and (
            self._conflicts[one] & ~both == self._conflicts[two] & ~both
        )

    def _combine(self, order: Sequence[int], lists: Sequence[Sequence[Found]], fixed: int) -> None:
        """Try all combinations, best first, leaving out what cannot beat the best set.

        Of equal trains the later one never has a better route than the earlier one, so what they may
        fall short of the bound together limits the first of them to a part of it.
        """
        count = len(order)
        twin = [place > 0 and self._are_twins(order[place - 1], order[place]) for place in range(count)]
        # Trains that follow as twins of each place, itself included, and the best of all after them.
        alike = [1] * count
        after = [0] * (count + 1)
        for place in range(count - 1, -1, -1):
            if place + 1 < count and twin[place + 1]:
                alike[place] = alike[place + 1] + 1
                after[place] = after[place + 1]
            elif place + 1 < count:
                after[place] = after[place + 1] + alike[place + 1] * (
                    lists[place + 1][0].reduced if lists[place + 1] else 0
                )
        chosen: list[Found] = [IDLE] * count
        # Which earlier places exclude track for this place.
        excluding = [
            [earlier for earlier in range(place) if self._conflicts[order[place]] >> order[earlier] & 1]
            for place in range(count)
        ]

        def descend(place: int, so_far: int, first: int) -> None:
            """Choose for ``place`` from its list, beginning with number ``first``."""
            taken = 0
            for earlier in excluding[place]:
                taken |= chosen[earlier].resources
            group, rest, listed = alike[place], after[place] + fixed, lists[place]
            for number in range(first, len(listed)):
                route = listed[number]
                if so_far + group * route.reduced + rest < self._best.value + self._unit:
                    break
                if route.resources & taken:
                    continue
                self._effort.spend(1)
                chosen[place] = route
                if place + 1 < count:
                    descend(place + 1, so_far + route.reduced, number if twin[place + 1] else 0)
                    continue
                routes = [IDLE] * count
                for at, train in enumerate(order):
                    routes[train] = chosen[at]
                self._offer(routes)
            chosen[place] = IDLE

        descend(0, 0, 0)
