"""Situations that route calculators get wrong once, each as a position of a few hexes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from open18xx.interop.positions import build_position
from open18xx.track.routes.search import search
from open18xx.track.routes.trains import Route, RouteResult, SharedBonus, TrainSpec, stop_values
from open18xx.track.routes.verify import routes_along, verify

from tests.track.boards import make_graph, run

PAYING = frozenset({"city", "offboard"})


def stops(train: str, number: int, **more: object) -> TrainSpec:
    """A train that counts stops."""
    return TrainSpec(train, "stops", number, **more)  # type: ignore[arg-type]


def hexes(result: RouteResult) -> list[list[str]]:
    """Hexes of the stops of each route, in alphabetical direction."""
    found = []
    for route in result.routes:
        names = [hex_id for hex_id, _ in route.stops]
        found.append(min(names, names[::-1]))
    return found


# -- R1, R17: parallel track -------------------------------------------------------------------

PARALLEL = {
    "C5": "city=revenue:20;path=a:4,b:_0;path=a:5,b:_0",
    "C7": "city=revenue:30;path=a:1,b:_0;path=a:0,b:_0",
    "D6": "path=a:2,b:3",
}


@pytest.mark.rule("1826-4.7.4-15")
def test_two_trains_run_between_the_same_stops_on_their_own_track() -> None:
    """R1: no shared piece and no shared side."""
    result = run(make_graph(PARALLEL), [("C5", 0)], [stops("2", 2), stops("2", 2)])
    assert result.value == 100
    assert sorted(len(route.hexes) for route in result.routes) == [2, 3]


@pytest.mark.rule("1826-4.7.4-14")
def test_two_tracks_over_one_side_serve_one_train() -> None:
    """R1: the tracks part only behind the first side."""
    cells = {
        "C5": "city=revenue:20;path=a:5,b:_0",
        "D6": "path=a:2,b:3;path=a:2,b:4",
        "C7": "city=revenue:30;path=a:0,b:_0;path=a:5,b:_0",
        "D8": "path=a:1,b:2",
    }
    result = run(make_graph(cells), [("C5", 0)], [stops("2", 2), stops("2", 2)])
    assert result.value == 50
    assert result.idle == (1,)


def test_the_shorter_of_two_tracks_comes_first_and_the_longer_frees_it() -> None:
    """R17: both are known; one train takes the short one, two trains take both."""
    graph = make_graph(PARALLEL)
    (short,) = run(graph, [("C5", 0)], [stops("2", 2)]).routes
    assert short.hexes == ("C5", "C7")
    both = run(graph, [("C5", 0)], [stops("2", 2), stops("2", 2)]).routes
    assert {route.hexes for route in both} == {("C5", "C7"), ("C5", "D6", "C7")}


# -- R2, R3: track and stops twice -------------------------------------------------------------

BALLOON = {
    "C7": "city=revenue:20;path=a:0,b:_0",
    "D6": "path=a:0,b:3;path=a:0,b:4",
    "D8": "city=revenue:40;path=a:1,b:_0",
    "E5": "path=a:3,b:4;path=a:3,b:5",
    "E7": "path=a:0,b:1",
    "F6": "path=a:2,b:3",
}


@pytest.mark.rule("1826-4.7.4-10")
def test_a_side_is_not_crossed_twice_by_way_of_a_loop() -> None:
    """R2: in by 3, out by 0, round the loop, back in by 0 and out by 4."""
    graph = make_graph(BALLOON)
    result = run(graph, [("C7", 0)], [TrainSpec("D", "unlimited")])
    assert (result.value, result.routes, result.idle) == (0, (), (0,))
    (route,) = routes_along(graph, 0, "D", [["C7", "D6", "E5", "E7", "F6", "E5", "D6", "D8"]])
    problems = verify(
        graph,
        [graph.stop_number("C7", 0)],
        frozenset(),
        [TrainSpec("D", "unlimited")],
        stop_values(graph, 0),
        [replace(route, value=60)],
    )
    assert [problem.code for problem in problems] == ["route.track_twice"]


@pytest.mark.rule("1826-4.7.4-11")
@pytest.mark.parametrize("kind", ["city", "town"])
def test_a_loop_does_not_come_back_to_a_stop(kind: str) -> None:
    """R3: the stop where the loop closes is visited once."""
    cells = {
        "C5": f"{kind}=revenue:20;path=a:4,b:_0;path=a:5,b:_0;path=a:1,b:_0",
        "C7": "city=revenue:30;path=a:1,b:_0;path=a:0,b:_0",
        "D6": "city=revenue:10;path=a:2,b:_0;path=a:3,b:_0",
        "C3": "city=revenue:50;path=a:4,b:_0",
    }
    result = run(make_graph(cells), [("C7", 0)], [stops("5", 5)])
    assert result.value == 110
    (route,) = result.routes
    assert len(route.stops) == len(set(route.stops)) == 4
    one_city = TrainSpec("E", "stops", 1, counts=frozenset({"city"}), fewest_stops=1)
    for single in run(make_graph(cells), [("C7", 0)], [one_city]).routes:
        assert len(single.stops) == len(set(single.stops))


# -- R5 to R7: lengths -------------------------------------------------------------------------

LINE = {
    "C1": "city=revenue:30;path=a:4,b:_0",
    "C3": "town=revenue:10;path=a:1,b:_0;path=a:_0,b:4",
    "C5": "city=revenue:30;path=a:1,b:_0;path=a:_0,b:4",
    "C7": "city=revenue:40;path=a:1,b:_0",
}


def test_a_train_as_long_as_the_line() -> None:
    """R5: three stops, a 3-train, the token at one end."""
    cells = {name: LINE[name] for name in ("C3", "C5", "C7")}
    result = run(make_graph(cells), [("C7", 0)], [stops("3", 3)])
    assert result.value == 80
    assert hexes(result) == [["C3", "C5", "C7"]]


def test_a_town_beyond_the_number_is_free_for_a_plus_train() -> None:
    """R6: 3+1 over city, town, city, city."""
    train = stops("3+1", 3, extra_towns=1)
    assert run(make_graph(LINE), [("C7", 0)], [train]).value == 110
    town_last = {"C1": "town=revenue:10;path=a:_0,b:4", "C3": LINE["C5"], "C5": LINE["C5"], "C7": LINE["C7"]}
    assert run(make_graph(town_last), [("C5", 0)], [train]).value == 110


@pytest.mark.parametrize("order", [0, 1])
def test_the_order_of_the_allowances_in_the_data_does_not_matter(order: int) -> None:
    """R6: the row of towns may stand first or last."""
    rows = [
        {"nodes": ["town"], "pay": 1, "visit": 1},
        {"nodes": ["city", "offboard", "town"], "pay": 3, "visit": 3},
    ]
    data = {
        "orientation": "pointy",
        "corporation": "A",
        "trains": [{"name": "3+1", "distance": rows if order else rows[::-1]}],
        "hexes": {name: {"code": code} for name, code in LINE.items()},
        "tokens": [{"hex": "C7", "corporation": "A"}],
    }
    assert build_position(data).search().value == 110  # type: ignore[arg-type]


def test_towns_beyond_the_allowance_take_the_place_of_cities() -> None:
    """R7: 2+2 with one city and three towns, and with two cities and three towns."""
    town = "town=revenue:10;path=a:1,b:_0;path=a:_0,b:4"
    cells = {"C1": "city=revenue:40;path=a:4,b:_0", "C3": town, "C5": town, "C7": town}
    train = stops("2+2", 2, extra_towns=2)
    assert run(make_graph(cells), [("C1", 0)], [train]).value == 70
    cells["C9"] = "city=revenue:50;path=a:1,b:_0"
    result = run(make_graph(cells), [("C1", 0)], [train])
    assert result.value == 70
    assert len(result.routes[0].stops) == 4


# -- R9, R10, R13: several trains --------------------------------------------------------------


def test_a_bonus_once_for_the_corporation_decides_between_pairs_of_routes() -> None:
    """R9: added once, although two trains could touch X, and not by the best single routes."""
    cells = {
        "C5": "city=revenue:10;path=a:1,b:_0;path=a:4,b:_0;path=a:5,b:_0;path=a:2,b:_0",
        "C3": "city=revenue:20;path=a:4,b:_0",
        "C7": "city=revenue:20;path=a:1,b:_0",
        "D6": "town=revenue:10;path=a:2,b:_0",
        "B4": "town=revenue:10;path=a:5,b:_0",
    }
    graph = make_graph(cells)
    once = SharedBonus("X", frozenset({("D6", 0), ("B4", 0)}), 40)
    trains = [stops("2", 2), stops("2", 2)]
    without = run(graph, [("C5", 0)], trains)
    assert (without.value, without.shared_bonuses) == (60, ())
    result = run(graph, [("C5", 0)], trains, shared_bonuses=[once])
    assert (result.value, result.upper_bound) == (90, 90)
    assert result.shared_bonuses == (("X", 40),)
    assert sum(route.value for route in result.routes) == 50


def test_a_fixed_route_stays_and_the_others_keep_off_its_track() -> None:
    """R10: the value is the sum of the fixed route and the best of the rest."""
    graph = make_graph(PARALLEL)
    trains = [stops("2", 2), stops("2", 2)]
    (given,) = routes_along(graph, 0, "2", [["C5", "C7"]])
    given = replace(given, value=50)
    result = run(graph, [("C5", 0)], trains, fixed=[given])
    assert result.routes[0] == given
    assert result.routes[1].hexes == ("C5", "D6", "C7")
    assert result.value == 100
    alone = run(graph, [("C5", 0)], [trains[0], stops("2", 2)], fixed=[replace(given, train=1)])
    assert (alone.routes[0].hexes, alone.value) == (("C5", "D6", "C7"), 100)


def test_a_train_without_a_run_is_named() -> None:
    """R13: three trains, two disjoint routes."""
    result = run(make_graph(PARALLEL), [("C5", 0)], [stops("2", 2)] * 3)
    assert (result.value, len(result.routes), len(result.idle)) == (100, 2, 1)
    assert run(make_graph(PARALLEL), [("C5", 0)], []).value == 0
    assert run(make_graph(PARALLEL), [], [stops("2", 2)]).idle == (0,)


# -- R12: off-board areas ----------------------------------------------------------------------

OFFBOARD = {
    "C1": "red!offboard=revenue:yellow_30|brown_60;path=a:4,b:_0",
    "C3": "city=revenue:20;path=a:1,b:_0;path=a:_0,b:4",
    "C5": "red!offboard=revenue:yellow_40|brown_10;path=a:1,b:_0",
}


@pytest.mark.rule("1826-4.7.4-03", "1826-4.7.4-04", "1826-4.7.4-07", "1826-4.7.4-08")
def test_off_board_areas_are_ends_and_their_value_follows_the_phase() -> None:
    """R12: legal with a city token between, not without, and not in the middle."""
    graph = make_graph(OFFBOARD)
    assert run(graph, [("C3", 0)], [stops("3", 3)]).value == 90
    assert run(graph, [("C3", 0)], [stops("3", 3)], band=2).value == 90
    assert run(graph, [("C3", 0)], [stops("2", 2)], band=2).value == 80
    assert run(graph, [], [stops("3", 3)]).value == 0
    middle = {
        "C1": "city=revenue:20;path=a:4,b:_0",
        "C3": "red!offboard=revenue:50;path=a:1,b:_0;path=a:4,b:_0",
        "C5": "city=revenue:30;path=a:1,b:_0",
    }
    graph = make_graph(middle)
    assert run(graph, [("C1", 0)], [stops("5", 5)]).value == 70
    (through,) = routes_along(graph, 0, "5", [["C1", "C3"], ["C3", "C5"]])
    problems = verify(
        graph,
        [graph.stop_number("C1", 0)],
        frozenset(),
        [stops("5", 5)],
        stop_values(graph, 0),
        [replace(through, value=100)],
    )
    assert [problem.code for problem in problems] == ["route.runs_through_offboard"]


# -- R15, R16: determinism and history ---------------------------------------------------------

DETERMINISM = """
import json, random, sys
from open18xx.interop.positions import build_position
data = json.load(open(sys.argv[1], encoding="utf-8"))
names = list(data["hexes"])
for order in range(5):
    random.Random(order).shuffle(names)
    data["hexes"] = {name: data["hexes"][name] for name in names}
    result = build_position(data).search()
    routes = [(route.train, route.value, route.stops, route.hexes) for route in result.routes]
    print(routes, dict(result.work))
"""


def test_answers_depend_on_neither_hash_seed_nor_order_of_tiles(tmp_path: Path) -> None:
    """R15: same value, same routes, same amount of work."""
    ring = {
        "C5": "city=revenue:20;path=a:4,b:_0;path=a:5,b:_0;path=a:1,b:_0",
        "C7": "town=revenue:10;path=a:1,b:_0;path=a:0,b:_0;path=a:4,b:_0",
        "D6": "city=revenue:20;path=a:2,b:_0;path=a:3,b:_0;path=a:4,b:_0",
        "D8": "city=revenue:20;path=a:1,b:_0;path=a:2,b:_0",
        "C9": "city=revenue:20;path=a:1,b:_0;path=a:0,b:_0",
        "C3": "town=revenue:10;path=a:4,b:_0",
    }
    position = {
        "orientation": "pointy",
        "corporation": "A",
        "trains": [{"name": "3", "distance": 3}, {"name": "4", "distance": 4}],
        "hexes": {name: {"code": code} for name, code in ring.items()},
        "tokens": [{"hex": "D6", "corporation": "A"}, {"hex": "C9", "corporation": "A"}],
    }
    file = tmp_path / "ring.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    answers = set()
    for seed in range(4):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", DETERMINISM, str(file)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        answers.update(done.stdout.splitlines())
    assert len(answers) == 1


def test_a_recorded_run_stays_what_it_was() -> None:
    """R16: a route is a value; a later tile with other stops does not change it."""
    before = make_graph(LINE)
    (route,) = run(before, [("C7", 0)], [stops("2", 2)]).routes
    kept = repr(route)
    changed = dict(LINE, C5="town=revenue:10;city=revenue:60,slots:2;path=a:1,b:_1;path=a:_1,b:4")
    after = make_graph(changed)
    (other,) = run(after, [("C7", 0)], [stops("2", 2)]).routes
    assert other.stops != route.stops
    assert repr(route) == kept
    assert route.stops == (("C5", 0), ("C7", 0))


# -- R18 to R21: trains that count hexes, express trains ---------------------------------------


@pytest.mark.rule("1826-4.7.4-05")
def test_a_hex_train_counts_all_hexes_but_the_first() -> None:
    """R18: one plain hex between two cities is in reach of a 2H, two are not."""
    near = {
        "C1": "city=revenue:20;path=a:4,b:_0",
        "C3": "path=a:1,b:4",
        "C5": "city=revenue:30;path=a:1,b:_0",
    }
    assert run(make_graph(near), [("C1", 0)], [TrainSpec("2H", "hexes", 2)]).value == 50
    far = {"C1": near["C1"], "C3": near["C3"], "C5": near["C3"], "C7": near["C5"]}
    assert run(make_graph(far), [("C1", 0)], [TrainSpec("2H", "hexes", 2)]).value == 0
    assert run(make_graph(far), [("C1", 0)], [TrainSpec("4H", "hexes", 4)]).value == 50


@pytest.mark.rule("1826-4.7.4-05")
def test_a_plain_hex_crossed_twice_counts_twice() -> None:
    """Separate track on one tile may be used both times, and each entry is a hex."""
    cells = {
        "C5": "city=revenue:20;path=a:5,b:_0",
        "D6": "path=a:2,b:4;path=a:3,b:5",
        "D8": "path=a:1,b:2",
        "C7": "path=a:5,b:0",
        "E7": "city=revenue:30;path=a:2,b:_0",
    }
    graph = make_graph(cells)
    result = run(graph, [("C5", 0)], [TrainSpec("5H", "hexes", 5)])
    assert result.value == 50
    assert result.routes[0].hexes == ("C5", "D6", "D8", "C7", "D6", "E7")
    assert run(graph, [("C5", 0)], [TrainSpec("4H", "hexes", 4)]).value == 0
    once = TrainSpec("5H", "hexes", 5, one_visit_per_hex=True)
    assert run(graph, [("C5", 0)], [once]).value == 0


def express(name: str, number: int, **more: object) -> TrainSpec:
    """A train for which towns are no stops."""
    return TrainSpec(name, "stops", number, counts=PAYING, pays=PAYING, **more)  # type: ignore[arg-type]


@pytest.mark.rule("1826-4.7.4-06", "1826-4.12-02", "1826-4.12-03", "1826-C-Trains-01")
def test_a_hex_train_counts_towns_and_an_express_train_passes_them() -> None:
    """R19: the sum is the joint optimum, not each train's own best."""
    cells = {
        "C1": "city=revenue:40;path=a:4,b:_0",
        "C3": "town=revenue:10;path=a:1,b:_0;path=a:_0,b:4",
        "C5": "city=revenue:30;path=a:1,b:_0;path=a:_0,b:4;path=a:5,b:_0",
        "C7": "town=revenue:10;path=a:1,b:_0",
        "D6": "city=revenue:20;path=a:2,b:_0",
    }
    graph = make_graph(cells)
    slow, fast = TrainSpec("6H", "hexes", 6), express("E", 2, multiplier=2)
    assert run(graph, [("C5", 0)], [fast]).value == 140
    assert run(graph, [("C5", 0)], [slow]).value == 100
    both = run(graph, [("C5", 0)], [slow, fast])
    assert both.value == 140 + 60
    assert [route.stop_values for route in both.routes if route.train_id == "E"] == [(80, 0, 60)]
    # A city and a town are not a route for an express train.
    assert run(
        make_graph({"C1": cells["C1"], "C3": "town=revenue:10;path=a:1,b:_0"}), [("C1", 0)], [fast]
    ).idle


@pytest.mark.rule("1826-4.12-04", "1826-C-Trains-02")
def test_an_express_train_passes_a_town_once_even_on_separate_track() -> None:
    """R19: four exits that meet in one town."""
    cells = {
        "D6": "town=revenue:10;path=a:1,b:_0;path=a:3,b:_0;path=a:4,b:_0;path=a:0,b:_0",
        "D4": "city=revenue:20;path=a:4,b:_0",
        "C7": "path=a:0,b:5",
        "D8": "path=a:1,b:2",
        "E5": "city=revenue:30;path=a:3,b:_0",
    }
    result = run(make_graph(cells), [("D4", 0)], [express("E", 5)])
    assert result.value == 50
    assert result.routes[0].hexes == ("D4", "D6", "E5")


@pytest.mark.rule("1826-4.12-11", "1826-4.13-03", "1826-4.13-05")
def test_express_trains_before_and_after_the_first_that_shares_track() -> None:
    """R20: double before, single after; the new train doubles three stops and may share track."""
    cells = {
        "C1": "city=revenue:40;path=a:4,b:_0",
        "C3": "city=revenue:50;path=a:1,b:_0;path=a:_0,b:4",
        "C5": "city=revenue:30;path=a:1,b:_0;path=a:_0,b:4",
        "C7": "city=revenue:20;path=a:1,b:_0",
    }
    graph, token = make_graph(cells), [("C3", 0)]
    assert run(graph, token, [express("E", 4, multiplier=2)]).value == 280
    fast = express("TGV", 3, multiplier=2, shares_track="all")
    assert run(graph, token, [express("E", 5)]).value == 140
    both = run(graph, token, [express("E", 5), fast])
    assert (both.value, both.proven) == (140 + 240, True)
    assert run(graph, token, [express("E", 5), express("E", 3, multiplier=2)]).value < both.value


@pytest.mark.rule("1826-4.7.4-12")
def test_a_line_from_a_terminus_is_worth_its_stops_and_nothing_runs_through() -> None:
    """R21: six cities that count as one and are ends; the route is never worth nothing."""
    six = ";".join(["city=revenue:50"] * 6 + [f"path=a:{edge},b:_{edge}" for edge in range(6)])
    cells = {
        "G9": six,
        "G11": "path=a:1,b:5",
        "H12": "path=a:2,b:5",
        "I13": "city=revenue:40;path=a:2,b:_0",
        "G7": "city=revenue:30;path=a:4,b:_0",
    }
    graph = make_graph(cells, terminus=["G9"], single_visit=["G9"])
    result = run(graph, [("G9", 4)], [TrainSpec("6H", "hexes", 6)])
    assert (result.value, hexes(result)) == (90, [["G9", "I13"]])
    back = Route(0, "6H", 0, result.routes[0].stops[::-1], (), (), result.routes[0].track[::-1])
    assert verify(graph, [graph.stop_number("G9", 4)], frozenset(), [TrainSpec("6H", "hexes", 6)], {}, [back])
    # Another circle of the same place is no second stop.
    ring = {
        **cells,
        "I13": "city=revenue:40;path=a:2,b:_0;path=a:1,b:_0",
        "I11": "path=a:4,b:2",
        "H10": "path=a:5,b:2",
    }
    graph = make_graph(ring, terminus=["G9"], single_visit=["G9"])
    assert run(graph, [("G9", 4)], [TrainSpec("10H", "hexes", 10)]).value == 90


@pytest.mark.rule("1826-4.7.4-13")
def test_a_full_city_is_an_end() -> None:
    """A train stops at a city full of others' tokens, unless it is said to pass."""
    graph = make_graph(LINE)
    assert run(graph, [("C7", 0)], [stops("4", 4)], blocked=[("C5", 0)]).value == 70
    ghost = stops("4", 4, passes_blocked=True)
    assert run(graph, [("C7", 0)], [ghost], blocked=[("C5", 0)]).value == 110


# -- R22: gauges -------------------------------------------------------------------------------


def test_the_other_gauge_is_closed_behind_the_junction_too() -> None:
    """R22: two gauges meet on a tile; the train keeps to its own."""
    cells = {
        "C1": "city=revenue:20;path=a:4,b:_0",
        "C3": "path=a:1,b:4;path=a:1,b:5,track:narrow",
        "C5": "city=revenue:30;path=a:1,b:_0,track:narrow",
        "D4": "city=revenue:50;path=a:2,b:_0,track:narrow",
    }
    graph = make_graph(cells)
    broad = stops("3", 3, gauges=frozenset({"standard"}))
    assert run(graph, [("C1", 0)], [broad]).value == 0
    assert run(graph, [("C1", 0)], [stops("3", 3)]).value == 70
    open_end = dict(cells, C5="city=revenue:30;path=a:1,b:_0")
    assert run(make_graph(open_end), [("C1", 0)], [broad]).value == 50
    (route,) = routes_along(graph, 0, "3", [["C1", "C3", "D4"]])
    problems = verify(
        graph,
        [graph.stop_number("C1", 0)],
        frozenset(),
        [broad],
        stop_values(graph, 0),
        [replace(route, value=70)],
    )
    assert {problem.code for problem in problems} == {"route.wrong_gauge"}


# -- ending early ------------------------------------------------------------------------------


def test_a_search_that_is_stopped_gives_what_it_has_and_a_bound() -> None:
    """The answer is legal, not proven, and the bound is not below it."""
    graph = make_graph(PARALLEL)
    result = run(graph, [("C5", 0)], [stops("2", 2)] * 3, stop=lambda: True)
    assert result.value <= 100 <= result.upper_bound
    told: list[tuple[int, int]] = []
    done = run(graph, [("C5", 0)], [stops("2", 2)] * 3, progress=lambda *state: told.append(state))
    assert done.proven
    assert all(value <= bound for value, bound in told)
    assert told[-1][0] == 100


def test_with_too_many_ways_out_the_answer_is_still_legal_and_bounded() -> None:
    """A limit on arms leaves the bound to the stops alone."""
    graph = make_graph(LINE)
    trains = [TrainSpec("D", "unlimited")]
    tokens = [graph.stop_number("C7", 0)]
    cut = search(graph, tokens, frozenset(), trains, stop_values(graph, 0), most_arms=2)
    full = search(graph, tokens, frozenset(), trains, stop_values(graph, 0))
    assert cut.value <= full.value == 110 <= cut.upper_bound
