"""Best route of one kind of train, and all routes above a threshold, with or without prices on track.

All money in here is multiplied by :data:`SCALE`, so that prices can be finer than a unit of money. A
route's *reduced* value is its value less the prices of the resources it uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from open18xx.track.routes.arms import Arms, Movement
from open18xx.track.routes.bound import relaxed_bound
from open18xx.track.routes.found import IDLE, SCALE, Effort, FlagTable, Found, charge
from open18xx.track.routes.trains import Place, RouteBonus, TrainSpec

#: Values are shifted by this and the hexes of an arm put below, so that of equal arms the shorter wins.
_SHIFT: Final = 12
_LOW: Final = (1 << (_SHIFT - 1)) - 1
_UNLIMITED: Final = 1_000_000
#: Every so many arms, less one, the effort is looked at; one less than a power of two.
_STRIDE: Final = 15


@dataclass(slots=True)
class _Worth:
    """Reduced values of the arms of one token under some prices, shifted.

    Attributes:
        worth: per arm, with its shortness in the low bits.
        top: per arm, the highest worth of it and of all arms that extend it.
    """

    worth: list[int]
    top: list[int]


class Finder:
    """Routes of one kind of train.

    Args:
        train: what the train can do.
        movement: its track.
        arms: arms per token; each leaves out the tokens before it, so no route is found twice.
        values: scaled money per dense stop, multiplied and zero where the train is not paid.
        flags: what bonuses look at.
        effort: counts the work.
    """

    def __init__(
        self,
        train: TrainSpec,
        movement: Movement,
        arms: Sequence[Arms],
        values: Sequence[int],
        flags: FlagTable,
        effort: Effort,
    ) -> None:
        """Note what matters for the train's limits and bonuses."""
        self.train: Final = train
        self.movement: Final = movement
        self.arms: Final = arms
        self.values: Final = values
        self.complete = all(part.complete for part in arms)
        self._effort: Final = effort
        self._space: Final = movement.space
        self._bonuses: Final = [
            (bonus, need) for bonus, need in flags.route if bonus.trains is None or train.id in bonus.trains
        ]
        self.places: Final[list[Place]] = [self._space.graph.place_of(stop) for stop in self._space.stops]
        self._stop_flags: Final = [flags.of_place.get(place, 0) for place in self.places]
        self._order_of: Final = [self._value_order(bonus) for bonus, _ in self._bonuses]
        self._is_flagged: Final = any(self._stop_flags)
        self._flags: Final[list[list[int]]] = []
        self._flags_below: Final[list[list[int]]] = []
        if self._is_flagged:
            for part in arms:
                self._note_flags(part)
        self._potential: Final[dict[int, int]] = {}
        self._has_bonus: Final = bool(self._bonuses) or train.pays_best is not None
        self._gains: Final = [self._gains_of(part) for part in arms]
        self._plain: list[_Worth] | None = None
        self._priced: tuple[Sequence[int], list[_Worth]] | None = None

    # -- preparation -----------------------------------------------------------------------

    def _value_order(self, bonus: RouteBonus) -> list[tuple[int, int]]:
        if bonus.best_of is None:
            return []
        order = [
            (bonus.best_of[place] * SCALE, 1 << (self.movement.layout.size + stop))
            for stop, place in enumerate(self.places)
            if place in bonus.best_of
        ]
        return sorted(order, reverse=True)

    def _note_flags(self, part: Arms) -> None:
        parents, last = part.parents, part.last
        flags = [0] * len(part)
        for arm in range(1, len(flags)):
            flags[arm] = flags[parents[arm]] | self._stop_flags[last[arm]]
        below = flags.copy()
        for arm in range(len(below) - 1, 0, -1):
            below[parents[arm]] |= below[arm]
        self._flags.append(flags)
        self._flags_below.append(below)

    def _most_bonus(self, flags: int) -> int:
        """Shifted bound of all bonuses that a route with these flags can earn."""
        known = self._potential.get(flags)
        if known is None:
            amounts = [
                min(bonus.bound * SCALE, order[0][0] if order else 0)
                if bonus.best_of is not None
                else bonus.bound * SCALE
                for (bonus, need), order in zip(self._bonuses, self._order_of, strict=True)
                if flags & need == need
            ]
            known = self._potential[flags] = sum(amounts) << _SHIFT
        return known

    def _worths(self, prices: Sequence[int] | None) -> list[_Worth]:
        """Worth of all arms, per token; remembered for the prices asked for last."""
        if prices is None and self._plain is not None:
            return self._plain
        if prices is not None and self._priced is not None and self._priced[0] is prices:
            return self._priced[1]
        cost = [0] * (len(self.movement.used) + 1)
        if prices is not None:
            for link, used in enumerate(self.movement.used):
                cost[link] = charge(prices, used) << _SHIFT
        result: list[_Worth] = []
        for part, gains in zip(self.arms, self._gains, strict=True):
            worth: list[int] = []
            note = worth.append
            # The empty arm's parent and link are -1: the last cost is 0, and there is no worth yet.
            for parent, gain, link in zip(part.parents, gains, part.links, strict=True):
                note((worth[parent] if parent >= 0 else _LOW) + gain - cost[link])
            top = worth.copy()
            parents = part.parents
            for arm in range(len(top) - 1, 0, -1):
                parent, best = parents[arm], top[arm]
                if best > top[parent]:
                    top[parent] = best
            result.append(_Worth(worth, top))
        if prices is None:
            self._plain = result
        else:
            self._priced = (prices, result)
        return result

    def _gains_of(self, part: Arms) -> list[int]:
        """Shifted value that the last link of each arm adds, less the hexes it enters."""
        step = [value << _SHIFT for value in self.values]
        length = [*(len(link.way) for link in self._space.links), 0]
        gains = [step[stop] - length[link] for stop, link in zip(part.last, part.links, strict=True)]
        gains[0] = 0
        return gains

    # -- searching -------------------------------------------------------------------------

    def best(self, prices: Sequence[int] | None = None, used: int = 0, start: Found | None = None) -> Found:
        """Route of the highest reduced value above that of ``start`` that uses none of ``used``.

        Of equal ones the shorter in hexes, then the first in the fixed order of arms. ``start``
        (``IDLE`` unless given) when there is none.
        """
        best = IDLE if start is None else start
        least = (best.reduced + 1) << _SHIFT
        for part, first, second, total in self._pairs(prices, used, least, raise_bar=True):
            best = self._found(part, first, second, total >> _SHIFT)
        return best

    def above(self, prices: Sequence[int] | None, least: int, limit: int) -> list[Found] | None:
        """All routes of a reduced value of at least ``least``, best first; None if more than ``limit``."""
        found: list[Found] = []
        for part, first, second, total in self._pairs(prices, 0, least << _SHIFT, raise_bar=False):
            if len(found) == limit:
                return None
            if not len(found) & _STRIDE:
                self._effort.spend(_STRIDE + 1)
            found.append(self._found(part, first, second, total >> _SHIFT))
        found.sort(key=lambda item: (-item.reduced, -item.value, item.part, item.first, item.second))
        return found

    def _pairs(
        self, prices: Sequence[int] | None, used: int, least: int, *, raise_bar: bool
    ) -> Iterator[tuple[int, int, int, int]]:
        """Routes of at least ``least`` (shifted): token, two arms, shifted reduced value.

        With ``raise_bar`` each one given is better than the one before.

        Each pair is met once, from its better arm: for every arm the tree of arms is gone through,
        leaving out whole branches that collide with it, are too long, or cannot be worth enough.
        """
        all_worths = self._worths(prices)
        rated = sorted(
            range(len(self.arms)), key=lambda at: -all_worths[at].top[0] if all_worths[at].top else 0
        )
        for at in rated:
            for first, second, total in self._pairs_of(at, all_worths[at], used, least, raise_bar):
                if raise_bar:
                    least = total + 1
                yield at, first, second, total

    def _pairs_of(
        self, at: int, rating: _Worth, used: int, least: int, raise_bar: bool
    ) -> Iterator[tuple[int, int, int]]:
        part, train = self.arms[at], self.train
        worth, top, masks, added, skip = rating.worth, rating.top, part.masks, part.added, part.skip
        counted, towns, hexes = part.counted, part.towns, part.hexes
        root = part.root
        base = self.values[root] << _SHIFT
        kind = self._space.kinds[root]
        at_root = int(kind in train.counts)
        town_at_root = int(at_root and kind == "town")
        end = len(worth)
        only_one_arm = self._space.end_only[root]
        limited = train.reach != "unlimited"
        by_hexes = train.reach == "hexes"
        flags = self._flags[at] if self._is_flagged else None
        below = self._flags_below[at] if self._is_flagged else None
        root_flags = self._stop_flags[root]
        always = self._most_bonus(root_flags)
        most_bonus = self._most_bonus(root_flags | below[0]) if below is not None else always
        offboard_ends = train.offboard_ends
        # The other arm is worth at most as much as this one.
        half = (least - base - most_bonus + 1) // 2
        able = [arm for arm, value in enumerate(worth) if value >= half]
        able.sort(key=worth.__getitem__, reverse=True)
        for count, first in enumerate(able):
            if not count & _STRIDE:
                self._effort.spend(_STRIDE + 1)
            mine = worth[first]
            if mine + mine + base + most_bonus < least:
                break
            mask = masks[first]
            if mask & used:
                continue
            mask |= used
            need = least - mine - base
            my_flags = (flags[first] | root_flags) if flags is not None else 0
            if top[0] + (self._most_bonus(my_flags | below[0]) if below is not None else always) < need:
                continue
            need_without_bonus = need - always
            if only_one_arm and first:
                # The other arm is the empty one, or there is none.
                candidates_end = 1
            else:
                candidates_end = end
            most_counted = most_hexes = most_towned = _UNLIMITED
            if limited:
                if by_hexes:
                    most_hexes = train.number - hexes[first]
                else:
                    most_counted = train.number + train.extra_towns - counted[first] - at_root
                    if train.extra_towns:
                        # Stops that are not towns.
                        most_towned = train.number - (counted[first] - towns[first]) - at_root + town_at_root
            second = 0
            while second < candidates_end:
                if added[second] & mask:
                    second = skip[second]
                    continue
                if below is None:
                    if top[second] < need_without_bonus:
                        second = skip[second]
                        continue
                elif top[second] + self._most_bonus(my_flags | below[second]) < need:
                    second = skip[second]
                    continue
                if limited and (
                    counted[second] > most_counted
                    or hexes[second] > most_hexes
                    or counted[second] - towns[second] > most_towned
                ):
                    second = skip[second]
                    continue
                other = worth[second]
                # Equal arms are taken in the order of their numbers.
                if other < mine or (other == mine and second < first):
                    total = mine + other + base
                    if self._has_bonus:
                        possible = self._most_bonus(my_flags | flags[second]) if flags is not None else always
                        if total + possible < least:
                            second += 1
                            continue
                        if possible or train.pays_best is not None:
                            total += self._bonus(at, first, second) << _SHIFT
                    if total >= least and (
                        counted[first] + counted[second] + at_root >= train.fewest_stops
                        and (not offboard_ends or self._offboard_ends(part, first, second) >= offboard_ends)
                    ):
                        yield first, second, total
                        if raise_bar:
                            least = total + 1
                            need = least - mine - base
                            need_without_bonus = need - always
                second += 1

    def _offboard_ends(self, part: Arms, first: int, second: int) -> int:
        kinds = self._space.kinds
        return (kinds[part.last[first]] == "offboard") + (kinds[part.last[second]] == "offboard")

    def _found(self, at: int, one: int, two: int, reduced: int) -> Found:
        part = self.arms[at]
        first, second = (one, two) if one < two else (two, one)
        mask = (part.masks[first] | part.masks[second]) & self.movement.layout.resources
        return Found(
            reduced,
            self.value(at, first, second),
            mask,
            self._route_flags(at, first, second),
            at,
            first,
            second,
        )

    def _route_flags(self, at: int, first: int, second: int) -> int:
        if not self._is_flagged:
            return 0
        flags = self._flags[at]
        return flags[first] | flags[second] | self._stop_flags[self.arms[at].root]

    # -- values ----------------------------------------------------------------------------

    def stops(self, at: int, first: int, second: int) -> list[int]:
        """Dense stops of a route in order."""
        part = self.arms[at]
        before = [part.last[arm] for arm in reversed(part.chain(first))]
        after = [part.last[arm] for arm in part.chain(second)]
        return [*before, part.root, *after]

    def value(self, at: int, first: int, second: int) -> int:
        """Scaled value of a route, bonuses included."""
        part = self.arms[at]
        total = self.values[part.root] + self._bonus(at, first, second)
        for arm in (first, second):
            total += sum(self.values[part.last[link]] for link in part.chain(arm))
        return total

    def _bonus(self, at: int, first: int, second: int) -> int:
        """Scaled sum of a route's bonuses, less what stops beyond ``pays_best`` would earn."""
        if not self._has_bonus:
            return 0
        return sum(amount for _, amount in self.bonuses(at, first, second))

    def bonuses(self, at: int, first: int, second: int) -> list[tuple[str, int]]:
        """Names and scaled amounts of a route's bonuses."""
        part = self.arms[at]
        flags = self._route_flags(at, first, second)
        earned: list[tuple[str, int]] = []
        for number, (bonus, need) in enumerate(self._bonuses):
            if flags & need != need:
                continue
            if bonus.best_of is not None:
                visited = part.masks[first] | part.masks[second] | self.movement.private[part.root]
                amount = next((value for value, bit in self._order_of[number] if visited & bit), 0)
            elif bonus.amount is not None:
                places = [self.places[stop] for stop in self.stops(at, first, second)]
                amount = min(bonus.amount(places), bonus.bound) * SCALE
            else:
                amount = bonus.bound * SCALE
            if amount:
                earned.append((bonus.name, amount))
        if self.train.pays_best is not None:
            values = sorted((self.values[stop] for stop in self.stops(at, first, second)), reverse=True)
            lost = sum(values[self.train.pays_best :])
            if lost:
                earned.append(("unpaid stops", -lost))
        return earned

    def relaxed(self) -> int:
        """Scaled upper bound of one route's value, for when not all arms could be made."""
        bonus = sum(bonus.bound for bonus, _ in self._bonuses) * SCALE
        return relaxed_bound(self._space, self.values, self.train) + bonus
