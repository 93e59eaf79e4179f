"""Best route of one kind of train, and all routes above a threshold, with or without prices on track.

All money in here is multiplied by :data:`SCALE`, so that prices can be finer than a unit of money. A
route's *reduced* value is its value less the prices of the resources it uses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from open18xx.track.routes.arms import Arms, Movement
from open18xx.track.routes.bound import relaxed_bound
from open18xx.track.routes.trains import Place, RouteBonus, TrainSpec

SCALE: Final = 16
#: Values are shifted by this and the hexes of an arm put below, so that of equal arms the shorter wins.
_SHIFT: Final = 10
_LOW: Final = 511

#: (value shifted + shortness, mask, arm), best first.
_Entry = tuple[int, int, int]


class Found(NamedTuple):
    """A route: two arms of one token.

    Attributes:
        reduced: value less prices, scaled.
        value: scaled.
        resources: mask of what other trains may not use.
        flags: which sets of places that bonuses ask for it touches.
        part: index of the token.
        first: arm.
        second: arm.
    """

    reduced: int
    value: int
    resources: int
    flags: int
    part: int
    first: int
    second: int


class RouteSource(Protocol):
    """Where the joint search gets one train's routes from."""

    complete: bool

    def best(self, prices: Sequence[int] | None = None, used: int = 0, more_than: int = 0) -> Found:
        """Route of the highest reduced value above ``more_than`` that uses none of ``used``."""
        ...

    def above(self, prices: Sequence[int] | None, least: int, limit: int) -> list[Found] | None:
        """All routes of a reduced value of at least ``least``, best first; None if too many."""
        ...

    def relaxed(self) -> int:
        """Scaled upper bound of the value of one route."""
        ...


IDLE: Final = Found(0, 0, 0, 0, -1, 0, 0)


@dataclass(frozen=True, slots=True)
class _Pairing:
    """Two groups of arms of one token which together keep to the train's limits."""

    first: int
    second: int
    bound: int
    variable: bool
    fixed: int


@dataclass(frozen=True, slots=True)
class FlagTable:
    """Which sets of places matter for bonuses, as bits.

    Attributes:
        of_place: bits per place.
        route: (bonus, mask of the bits it needs) for route bonuses.
        shared: mask and scaled amount of bonuses paid once for all routes.
    """

    of_place: Mapping[Place, int]
    route: tuple[tuple[RouteBonus, int], ...]
    shared: tuple[tuple[int, int], ...]


class Finder:
    """Routes of one kind of train.

    Args:
        train: what the train can do.
        movement: its track.
        arms: arms per token; each leaves out the tokens before it, so no route is found twice.
        values: scaled money per dense stop, multiplied and zero where the train is not paid.
        flags: what bonuses look at.
    """

    def __init__(
        self,
        train: TrainSpec,
        movement: Movement,
        arms: Sequence[Arms],
        values: Sequence[int],
        flags: FlagTable,
    ) -> None:
        """Group the arms by what matters for the train's limits and bonuses."""
        self.train: Final = train
        self.movement: Final = movement
        self.arms: Final = arms
        self.values: Final = values
        self._space: Final = movement.space
        self._bonuses: Final = [
            (bonus, need) for bonus, need in flags.route if bonus.trains is None or train.id in bonus.trains
        ]
        places = [self._space.graph.place_of(stop) for stop in self._space.stops]
        self.places: Final[list[Place]] = places
        self._stop_flags: Final = [flags.of_place.get(place, 0) for place in places]
        self._order_of: Final = [self._value_order(bonus) for bonus, _ in self._bonuses]
        self._groups: Final[list[list[list[int]]]] = []
        self._pairings: Final[list[list[_Pairing]]] = []
        self._flags: Final[list[list[int]]] = []
        for part in arms:
            self._group(part)
        self._plain: list[list[list[_Entry]]] | None = None
        self.complete = all(part.complete for part in arms)

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

    def _group(self, part: Arms) -> None:
        train, kinds = self.train, self._space.kinds
        flags = [0] * len(part)
        if any(self._stop_flags):
            last, parents = part.last, part.parents
            for arm in range(1, len(flags)):
                flags[arm] = flags[parents[arm]] | self._stop_flags[last[arm]]
        self._flags.append(flags)
        few = train.fewest_stops
        if train.reach == "hexes":
            reach_key = [
                (length, min(count, few)) for length, count in zip(part.hexes, part.counted, strict=True)
            ]
        elif train.reach == "unlimited":
            reach_key = [(min(count, few), 0) for count in part.counted]
        elif train.extra_towns:
            reach_key = list(zip(part.counted, part.towns, strict=True))
        else:
            reach_key = [(count, 0) for count in part.counted]
        keys: dict[tuple[bool, int, int, int, bool], int] = {}
        groups: list[list[int]] = []
        ends = train.offboard_ends
        for arm, (one, two) in enumerate(reach_key):
            off = bool(ends) and kinds[part.last[arm]] == "offboard"
            key = (arm == 0, one, two, flags[arm], off)
            at = keys.get(key)
            if at is None:
                at = keys[key] = len(groups)
                groups.append([])
            groups[at].append(arm)
        self._groups.append(groups)
        listed = list(keys)
        root_only = self._space.end_only[part.root]
        pairings: list[_Pairing] = []
        for first, key in enumerate(listed):
            for second in range(first, len(listed)):
                other = listed[second]
                if (root_only and not (key[0] or other[0])) or (key[0] and other[0]):
                    continue
                if self._fits(part.root, key, other):
                    bound, variable, fixed = self._bonus_bound(
                        key[3] | other[3] | self._stop_flags[part.root]
                    )
                    pairings.append(_Pairing(first, second, bound, variable, fixed))
        self._pairings.append(pairings)

    def _fits(
        self, root: int, one: tuple[bool, int, int, int, bool], two: tuple[bool, int, int, int, bool]
    ) -> bool:
        train, kind = self.train, self._space.kinds[root]
        at_root = int(kind in train.counts)
        if train.offboard_ends and one[4] + two[4] < train.offboard_ends:
            return False
        if train.reach == "hexes":
            return one[1] + two[1] <= train.number and one[2] + two[2] + at_root >= train.fewest_stops
        counted = one[1] + two[1] + at_root
        if counted < train.fewest_stops:
            return False
        if train.reach == "unlimited":
            return True
        if not train.extra_towns:
            return counted <= train.number
        towns = one[2] + two[2] + int(at_root and kind == "town")
        return counted - towns <= train.number and counted <= train.number + train.extra_towns

    def _bonus_bound(self, flags: int) -> tuple[int, bool, int]:
        """Scaled bound of all bonuses a route with these flags can earn; whether it must be worked out."""
        bound, fixed = 0, 0
        variable = self.train.pays_best is not None
        for bonus, need in self._bonuses:
            if flags & need == need:
                bound += bonus.bound * SCALE
                if bonus.amount is None and bonus.best_of is None:
                    fixed += bonus.bound * SCALE
                else:
                    variable = True
        return bound, variable, fixed

    # -- searching -------------------------------------------------------------------------

    def _entries(self, prices: Sequence[int] | None) -> list[list[list[_Entry]]]:
        """Per token and group: its arms, best first."""
        if prices is None and self._plain is not None:
            return self._plain
        charge: list[int] = []
        if prices is not None:
            for used in self.movement.used:
                total = 0
                while used:
                    low = used & -used
                    total += prices[low.bit_length() - 1]
                    used ^= low
                charge.append(total << _SHIFT)
        step = [value << _SHIFT for value in self.values]
        all_entries: list[list[list[_Entry]]] = []
        for part, groups in zip(self.arms, self._groups, strict=True):
            worth = [0] * len(part)
            parents, last, links = part.parents, part.last, part.links
            if prices is None:
                for arm in range(1, len(worth)):
                    worth[arm] = worth[parents[arm]] + step[last[arm]]
            else:
                for arm in range(1, len(worth)):
                    worth[arm] = worth[parents[arm]] + step[last[arm]] - charge[links[arm]]
            masks, hexes = part.masks, part.hexes
            entries = []
            for group in groups:
                listed = [(worth[arm] + max(_LOW - hexes[arm], 0), masks[arm], arm) for arm in group]
                listed.sort(reverse=True)
                entries.append(listed)
            all_entries.append(entries)
        if prices is None:
            self._plain = all_entries
        return all_entries

    def best(self, prices: Sequence[int] | None = None, used: int = 0, more_than: int = 0) -> Found:
        """Route of the highest reduced value that uses none of ``used``.

        Of equal ones the shorter in hexes, then the first in the fixed order of arms. ``IDLE`` when
        no route has a reduced value above ``more_than``.
        """
        best = IDLE
        least = (more_than + 1) << _SHIFT
        for at, entries in enumerate(self._entries(prices)):
            part = self.arms[at]
            base = self.values[part.root] << _SHIFT
            if used:
                entries = [[entry for entry in group if not entry[1] & used] for group in entries]
            for pairing in self._ordered(at, entries, base):
                firsts, seconds = entries[pairing.first], entries[pairing.second]
                extra = base + (pairing.bound << _SHIFT)
                if firsts[0][0] + seconds[0][0] + extra < least:
                    break
                found, least = self._best_pair(at, firsts, seconds, base, pairing, least, best)
                best = found
        return best

    def _ordered(self, at: int, entries: Sequence[Sequence[_Entry]], base: int) -> list[_Pairing]:
        """Pairings that have arms, those with the highest bound first."""
        rated = [
            (
                entries[pairing.first][0][0] + entries[pairing.second][0][0] + (pairing.bound << _SHIFT),
                -number,
            )
            for number, pairing in enumerate(self._pairings[at])
            if entries[pairing.first] and entries[pairing.second]
        ]
        rated.sort(reverse=True)
        return [self._pairings[at][-number] for _, number in rated]

    def _best_pair(
        self,
        at: int,
        firsts: Sequence[_Entry],
        seconds: Sequence[_Entry],
        base: int,
        pairing: _Pairing,
        least: int,
        best: Found,
    ) -> tuple[Found, int]:
        extra = base + (pairing.bound << _SHIFT)
        top = seconds[0][0]
        for worth, mask, arm in firsts:
            need = least - worth - extra
            if top < need:
                break
            for other_worth, other_mask, other in seconds:
                if other_worth < need:
                    break
                if mask & other_mask:
                    continue
                total = worth + other_worth + base
                if pairing.variable:
                    total += self._bonus(at, arm, other) << _SHIFT
                    if total < least:
                        continue
                else:
                    total += pairing.fixed << _SHIFT
                best = self._found(at, arm, other, total >> _SHIFT)
                least = total + 1
                need = least - worth - extra
                if not pairing.variable:
                    break
        return best, least

    def above(self, prices: Sequence[int] | None, least: int, limit: int) -> list[Found] | None:
        """All routes of a reduced value of at least ``least``, best first; None if more than ``limit``."""
        found: list[Found] = []
        floor = least << _SHIFT
        for at, entries in enumerate(self._entries(prices)):
            base = self.values[self.arms[at].root] << _SHIFT
            for pairing in self._ordered(at, entries, base):
                firsts, seconds = entries[pairing.first], entries[pairing.second]
                extra = base + (pairing.bound << _SHIFT)
                same = pairing.first == pairing.second
                top = seconds[0][0]
                if firsts[0][0] + top + extra < floor:
                    break
                for place, (worth, mask, arm) in enumerate(firsts):
                    need = floor - worth - extra
                    if top < need:
                        break
                    for other_worth, other_mask, other in seconds[place + 1 :] if same else seconds:
                        if other_worth < need:
                            break
                        if mask & other_mask:
                            continue
                        if pairing.variable:
                            bonus = self._bonus(at, arm, other)
                        else:
                            bonus = pairing.fixed
                        reduced = (worth + other_worth + base >> _SHIFT) + bonus
                        if reduced >= least:
                            found.append(self._found(at, arm, other, reduced))
                    if len(found) > limit:
                        return None
        found.sort(key=lambda item: (-item.reduced, -item.value, item.part, item.first, item.second))
        return found

    def _found(self, at: int, one: int, two: int, reduced: int) -> Found:
        part = self.arms[at]
        first, second = (one, two) if one < two else (two, one)
        mask = (part.masks[first] | part.masks[second]) & self.movement.layout.resources
        flags = self._flags[at][first] | self._flags[at][second] | self._stop_flags[part.root]
        return Found(reduced, self.value(at, first, second), mask, flags, at, first, second)

    # -- values ----------------------------------------------------------------------------

    def stops(self, at: int, first: int, second: int) -> list[int]:
        """Dense stops of a route in order."""
        part = self.arms[at]
        before = [part.last[arm] for arm in reversed(part.chain(first))]
        after = [part.last[arm] for arm in part.chain(second)]
        return [*before, part.root, *after]

    def value(self, at: int, first: int, second: int) -> int:
        """Scaled value of a route, bonuses included."""
        total = self.values[self.arms[at].root] + self._bonus(at, first, second)
        for arm in (first, second):
            total += self._arm_value(self.arms[at], arm)
        return total

    def _arm_value(self, part: Arms, arm: int) -> int:
        total = 0
        while arm > 0:
            total += self.values[part.last[arm]]
            arm = part.parents[arm]
        return total

    def _bonus(self, at: int, first: int, second: int) -> int:
        """Scaled sum of a route's bonuses, less what stops beyond ``pays_best`` would earn."""
        if not self._bonuses and self.train.pays_best is None:
            return 0
        return sum(amount for _, amount in self.bonuses(at, first, second))

    def bonuses(self, at: int, first: int, second: int) -> list[tuple[str, int]]:
        """Names and scaled amounts of a route's bonuses."""
        part = self.arms[at]
        flags = self._flags[at][first] | self._flags[at][second] | self._stop_flags[part.root]
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


class FixedFinder:
    """A train whose route is given and does not change."""

    def __init__(self, route: Found) -> None:
        """Keep the route."""
        self._route: Final = route
        self.complete = True

    def best(self, prices: Sequence[int] | None = None, used: int = 0, more_than: int = 0) -> Found:
        """The given route, with its price deducted."""
        del used, more_than
        if prices is None:
            return self._route
        mask, charge = self._route.resources, 0
        while mask:
            low = mask & -mask
            charge += prices[low.bit_length() - 1]
            mask ^= low
        return self._route._replace(reduced=self._route.value - charge)

    def above(self, prices: Sequence[int] | None, least: int, limit: int) -> list[Found] | None:
        """The given route."""
        del least, limit
        return [self.best(prices)]

    def relaxed(self) -> int:
        """Its value."""
        return self._route.value
