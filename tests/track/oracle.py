"""A slow, obviously right enumerator of routes, to compare the search with.

It shares nothing with the search but the definitions: it walks over single pieces of track from
stop to stop, keeps every run it can make, and tries every combination of runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from open18xx.definition.tiles import FIRST_STOP, TileDefinition
from open18xx.geometry.edges import opposite
from open18xx.track.board import Board
from open18xx.track.routes.trains import Place, RouteBonus, SharedBonus, TrainSpec

#: Money, things used that trains may not share, stops.
Choice = tuple[int, frozenset[object], frozenset[Place]]


@dataclass(frozen=True)
class Run:
    """One run: its stops and the things it may not share with other trains."""

    stops: tuple[Place, ...]
    used: frozenset[object]
    entered: int
    hexes: tuple[str, ...]


def runs(board: Board, gauges: frozenset[str] | None, closed: Iterable[Place] = ()) -> Iterator[Run]:
    """All chains of pieces from stop to stop on the printed map, both directions, tokens ignored."""
    shut = set(closed)
    for item in board.hexes:
        for index in range(len(item.printed.stops)):
            if (item.id, index) not in shut:
                yield from _from_stop(
                    board,
                    gauges,
                    shut,
                    item.id,
                    FIRST_STOP + index,
                    ((item.id, index),),
                    frozenset(),
                    0,
                    (item.id,),
                )


def _from_stop(board, gauges, shut, hex_id, end, stops, used, entered, hexes):  # type: ignore[no-untyped-def]
    item = board.map.hexes[hex_id]
    for number, pair in enumerate(item.printed.track):
        if end not in pair or (gauges is not None and item.printed.gauge(number) not in gauges):
            continue
        other = pair[1] if pair[0] == end else pair[0]
        piece = ("piece", hex_id, min(pair), max(pair))
        if piece in used:
            continue
        taken = used | {piece}
        if other >= FIRST_STOP:
            place = (hex_id, other - FIRST_STOP)
            if place in shut or place in stops:
                continue
            longer = (*stops, place)
            yield Run(longer, taken, entered, hexes)
            yield from _from_stop(board, gauges, shut, hex_id, other, longer, taken, entered, hexes)
            continue
        neighbour = item.neighbours[other]
        border = item.border(other)
        if neighbour is None or (border is not None and border.kind == "impassable"):
            continue
        side = ("side", *sorted([(hex_id, other), (neighbour, opposite(other))]))
        if side in used:
            continue
        yield from _from_stop(
            board,
            gauges,
            shut,
            neighbour,
            opposite(other),
            stops,
            taken | {side},
            entered + 1,
            (*hexes, neighbour),
        )


def is_legal(
    board: Board,
    run: Run,
    train: TrainSpec,
    tokens: Iterable[Place],
    blocked: Iterable[Place],
) -> bool:
    """Whether one train may make a run, rule by rule."""
    held = set(blocked)
    kinds = [board.map.hexes[hex_id].printed.stops[index].kind for hex_id, index in run.stops]
    if not set(run.stops) & set(tokens):
        return False
    if any(place in train.closed for place in run.stops):
        return False
    for at, place in enumerate(run.stops):
        inside = 0 < at < len(run.stops) - 1
        ends_here = kinds[at] == "offboard" or board.map.hexes[place[0]].terminus
        if inside and (ends_here or (place in held and not train.passes_blocked)):
            return False
    groups: list[object] = []
    for hex_id, index in run.stops:
        groups.extend(board.map.hexes[hex_id].printed.stops[index].groups)
        if board.map.hexes[hex_id].single_visit:
            groups.append(("hex", hex_id))
    if len(groups) != len(set(groups)):
        return False
    if train.one_visit_per_hex and len(run.hexes) != len(set(run.hexes)):
        return False
    counted = [kind for kind in kinds if kind in train.counts]
    if len(counted) < train.fewest_stops:
        return False
    if train.reach == "stops":
        towns = counted.count("town")
        free = min(towns, train.extra_towns)
        if len(counted) - free > train.number:
            return False
    if train.reach == "hexes" and run.entered > train.number:
        return False
    return [kinds[0], kinds[-1]].count("offboard") >= train.offboard_ends


def value_of(
    board: Board, run: Run, train: TrainSpec, values: Mapping[Place, int], bonuses: Sequence[RouteBonus]
) -> int:
    """Money of one run."""
    earned = []
    for place in run.stops:
        kind = board.map.hexes[place[0]].printed.stops[place[1]].kind
        earned.append(values.get(place, 0) * train.multiplier if kind in train.pays else 0)
    earned.sort(reverse=True)
    total = sum(earned[: train.pays_best])
    for bonus in bonuses:
        if bonus.trains is not None and train.id not in bonus.trains:
            continue
        if all(set(run.stops) & need for need in bonus.needs):
            if bonus.best_of is not None:
                total += max(
                    (bonus.best_of[place] for place in run.stops if place in bonus.best_of), default=0
                )
            elif bonus.amount is not None:
                total += bonus.amount(run.stops)
            else:
                total += bonus.bound
    return total


def best_value(
    board: Board,
    tokens: Sequence[Place],
    blocked: Sequence[Place],
    trains: Sequence[TrainSpec],
    tables: Sequence[Mapping[Place, int]],
    bonuses: Sequence[RouteBonus] = (),
    shared: Sequence[SharedBonus] = (),
    closed: Sequence[Place] = (),
) -> int:
    """The most that all trains together can earn, by trying everything."""
    choices: list[list[Choice]] = []
    for train, table in zip(trains, tables, strict=True):
        found: dict[tuple[frozenset[object], frozenset[Place]], int] = {}
        for run in runs(board, train.gauges, closed):
            if is_legal(board, run, train, tokens, blocked):
                key = (frozenset(thing for thing in run.used if _shared(thing)), frozenset(run.stops))
                found[key] = max(found.get(key, 0), value_of(board, run, train, table, bonuses))
        choices.append([(0, frozenset(), frozenset()), *((value, *key) for key, value in found.items())])
    return _best_combination(trains, choices, shared, [])


def _best_combination(
    trains: Sequence[TrainSpec],
    choices: Sequence[Sequence[Choice]],
    shared: Sequence[SharedBonus],
    chosen: list[Choice],
) -> int:
    """The most that the trains from the next one on can add to what is chosen."""
    number = len(chosen)
    if number == len(trains):
        visited = frozenset().union(*(stops for _, _, stops in chosen)) if chosen else frozenset()
        return sum(value for value, _, _ in chosen) + sum(
            bonus.amount for bonus in shared if visited & bonus.places
        )
    best = 0
    for choice in choices[number]:
        if all(
            trains[number].may_share_with(trains[earlier]) or not choice[1] & chosen[earlier][1]
            for earlier in range(number)
        ):
            best = max(best, _best_combination(trains, choices, shared, [*chosen, choice]))
    return best


def _shared(thing: object) -> bool:
    """Sides and stop-to-stop pieces are what trains may not share."""
    assert isinstance(thing, tuple)
    return thing[0] == "side" or min(thing[2], thing[3]) >= FIRST_STOP


@dataclass
class Ways:
    """What all legal ways out of some stops come to, by walking every one of them.

    Attributes:
        stops: fewest hexes entered per stop reached.
        entries: hexes entered, with the edge.
        pieces: pieces of track run over: hex and both ends, lower first.
    """

    stops: dict[Place, int]
    entries: set[tuple[str, int]]
    pieces: set[tuple[str, int, int]]


def all_ways(
    board: Board,
    layout: Mapping[str, tuple[TileDefinition, int]],
    starts: Iterable[Place],
    end_only: Iterable[Place],
) -> Ways:
    """Walk every way from the starts that uses no side and no stop twice.

    Args:
        board: for neighbours and borders.
        layout: tile and rotation on every hex.
        starts: where to begin.
        end_only: stops that are not run through.
    """
    ways = Ways({}, set(), set())
    ends = set(end_only)

    def visits(place: Place) -> set[object]:
        stop = layout[place[0]][0].stops[place[1]]
        taken: set[object] = {place, *stop.groups}
        if board.map.hexes[place[0]].single_visit:
            taken.add(("hex", place[0]))
        return taken

    def go(hex_id: str, end: int, sides: frozenset[object], seen: frozenset[object], entered: int) -> None:
        tile, rotation = layout[hex_id]
        for pair in tile.track_at(rotation):
            if end not in pair:
                continue
            other = pair[1] if pair[0] == end else pair[0]
            piece = (hex_id, min(pair), max(pair))
            if other >= FIRST_STOP:
                place = (hex_id, other - FIRST_STOP)
                if visits(place) & seen:
                    continue
                ways.pieces.add(piece)
                ways.stops[place] = min(ways.stops.get(place, entered), entered)
                if place not in ends:
                    go(hex_id, other, sides, seen | visits(place), entered)
                continue
            neighbour = board.map.hexes[hex_id].neighbours[other]
            border = board.map.hexes[hex_id].border(other)
            side = frozenset({(hex_id, other), (neighbour, opposite(other))})
            if side in sides:
                continue
            ways.pieces.add(piece)
            if neighbour is None or (border is not None and border.kind == "impassable"):
                continue
            ways.entries.add((neighbour, opposite(other)))
            go(neighbour, opposite(other), sides | {side}, seen, entered + 1)

    for start in starts:
        ways.stops[start] = 0
        go(start[0], FIRST_STOP + start[1], frozenset(), frozenset(visits(start)), 0)
    return ways
