"""Random small maps with stops of all kinds, loops, crossing and branching track."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from open18xx.definition.map import Border
from open18xx.definition.tiles import FIRST_STOP, Stop, StopKind, TileDefinition
from open18xx.geometry.grid import parse_hex, step
from open18xx.track.board import Board
from open18xx.track.routes.trains import (
    Place,
    RouteBonus,
    SharedBonus,
    TrainSpec,
    best_stop_bonus,
    pair_bonus,
)

from tests.track.boards import make_board

PATCH = ("C5", "C7", "D4", "D6", "D8", "E5", "E7")


@dataclass(frozen=True)
class Position:
    """A map with tokens and blocked cities."""

    board: Board
    tokens: tuple[Place, ...]
    blocked: tuple[Place, ...]
    stops: tuple[Place, ...]


def random_tile(random: Random, name: str, inner: list[int]) -> TileDefinition:
    """A tile with up to two stops and some track, mostly to the ``inner`` edges."""
    stops: list[Stop] = []
    track: set[tuple[int, int]] = set()
    shape = random.random()
    if shape < 0.10:
        kinds: list[StopKind] = ["offboard"]
    elif shape < 0.35:
        kinds = []
    elif shape < 0.60:
        kinds = ["city"]
    elif shape < 0.75:
        kinds = ["town"]
    elif shape < 0.85:
        kinds = ["town", "town"]
    elif shape < 0.95:
        kinds = ["city", "city"]
    else:
        kinds = ["city", "town"]
    for kind in kinds:
        groups = ("twins",) if random.random() < 0.05 else ()
        value = random.choice((0, 10, 10, 20, 30, 40, 50, 60, 80))
        stops.append(Stop(kind, (value,), 1 if kind == "city" else 0, groups=groups))
    edges = [edge for edge in range(6) if edge in inner or random.random() < 0.1]
    random.shuffle(edges)
    usable = sorted(edges)
    for index in range(len(stops)):
        for _ in range(random.choice((2, 3, 3, 4)) if len(stops) < 2 else random.choice((1, 2, 2, 3))):
            if edges:
                track.add((edges.pop(), FIRST_STOP + index))
    if random.random() < 0.5:
        # Leave no edge towards another hex without track.
        for edge in usable:
            if not any(edge in pair for pair in track):
                others = [other for other in usable if other != edge]
                if stops and random.random() < 0.6:
                    track.add((edge, FIRST_STOP + random.randrange(len(stops))))
                elif others:
                    track.add((min(edge, other := random.choice(others)), max(edge, other)))
    if len(stops) == 2 and random.random() < 0.15:
        track.add((FIRST_STOP, FIRST_STOP + 1))
    pieces = random.choice((2, 3, 4)) if not stops else random.choice((0, 0, 0, 1, 1))
    for _ in range(pieces if len(usable) > 1 else 0):
        a, b = sorted(random.sample(usable, 2))
        track.add((a, b))
    ordered = tuple(sorted(track))
    gauges = tuple(random.choice(("standard", "standard", "narrow")) for _ in ordered)
    return TileDefinition(name, "yellow", tuple(stops), ordered, gauges if random.random() < 0.2 else ())


def random_position(random: Random, most_hexes: int) -> Position:
    """A patch of hexes with random track, own tokens and blocked cities."""
    names = sorted(random.sample(PATCH, random.randint(2, most_hexes)))
    places = {parse_hex(name, "letter_rows"): name for name in names}
    cells = {}
    for name in names:
        row, column = parse_hex(name, "letter_rows")
        inner = [edge for edge in range(6) if step("pointy", row, column, edge) in places]
        cells[name] = random_tile(random, name, inner)
    border = {names[0]: [(random.randrange(6), Border("impassable"))]} if random.random() < 0.1 else {}
    cities = [(name, index) for name, tile in cells.items() for index in tile.cities]
    board = make_board(
        cells,
        borders=border,
        terminus=[name for name in names if random.random() < 0.05],
        single_visit=[name for name in names if random.random() < 0.1],
    )
    random.shuffle(cities)
    tokens = cities[: random.choice((1, 1, 2, 2, 3))]
    blocked = [city for city in cities[len(tokens) :] if random.random() < 0.4]
    stops = tuple((name, index) for name, tile in cells.items() for index in range(len(tile.stops)))
    return Position(board, tuple(tokens), tuple(blocked), stops)


def random_train(random: Random, number: int) -> TrainSpec:
    """A train of one of the kinds that titles use, or of a mixture."""
    kind = random.choice(
        ("stops", "stops", "hexes", "unlimited", "plus", "express", "tgv", "best", "ends", "ghost", "hexwise")
    )
    name = f"{kind}-{number}"
    some = random.randint(2, 4)
    if kind == "hexes":
        return TrainSpec(name, "hexes", random.randint(1, 5))
    if kind == "unlimited":
        return TrainSpec(name, "unlimited")
    if kind == "plus":
        return TrainSpec(name, "stops", random.randint(1, 3), random.randint(1, 3))
    paying = frozenset({"city", "offboard"})
    if kind == "express":
        return TrainSpec(name, "stops", some, counts=paying, pays=paying, multiplier=2)
    if kind == "tgv":
        return TrainSpec(name, "stops", some, counts=paying, pays=paying, shares_track="all")
    if kind == "best":
        return TrainSpec(name, "unlimited", pays_best=random.randint(1, 3))
    if kind == "ends":
        return TrainSpec(name, "unlimited", offboard_ends=random.randint(1, 2))
    if kind == "ghost":
        return TrainSpec(name, "stops", some, passes_blocked=True)
    if kind == "hexwise":
        return TrainSpec(name, "stops", some + 2, one_visit_per_hex=True)
    if random.random() < 0.1:
        return TrainSpec(name, "stops", some, gauges=frozenset({random.choice(("standard", "narrow"))}))
    return TrainSpec(name, "stops", some)


def random_trains(random: Random, most: int) -> list[TrainSpec]:
    """Some trains; sometimes all alike, sometimes one that may share the track of another."""
    trains = [random_train(random, number) for number in range(random.randint(1, most))]
    if random.random() < 0.3:
        trains = [trains[0]] * len(trains)
    return trains


def random_bonuses(
    random: Random, stops: tuple[Place, ...], trains: list[TrainSpec]
) -> tuple[list[RouteBonus], list[SharedBonus]]:
    """Now and then bonuses for pairs of stops, for the best stop, for all routes together."""
    bonuses: list[RouteBonus] = []
    shared: list[SharedBonus] = []
    if not stops:
        return bonuses, shared
    one, two, three = (random.choice(stops) for _ in range(3))
    if random.random() < 0.2:
        only = frozenset({trains[0].id}) if random.random() < 0.3 else None
        bonuses.append(pair_bonus("pair", frozenset({one}), frozenset({two, three}), 70, trains=only))
    if random.random() < 0.2:
        values = {stop: random.choice((10, 20, 50)) for stop in stops if stop != one}
        bonuses.append(best_stop_bonus("best", frozenset({one}), values))
    if random.random() < 0.1:
        bonuses.append(RouteBonus("long", 60, amount=lambda places: 20 * min(len(places) - 1, 3), unit=20))
    if random.random() < 0.2:
        shared.append(SharedBonus("once", frozenset({three}), 40))
    return bonuses, shared
