"""Tile lays: geometry of upgrades, chart, labels, colours, supply, closed edges, track rules, costs."""

from __future__ import annotations

import pytest
from open18xx.definition.map import Border
from open18xx.definition.tiles import FIRST_STOP, ManifestEntry, TileDefinition, TileSet, UpgradeTarget
from open18xx.geometry.edges import ROTATIONS
from open18xx.loading.catalogue import catalogue
from open18xx.track.board import Board, UnknownName
from open18xx.track.graph import TrackGraph, TrackMemory, free_slots
from open18xx.track.lays import (
    LAY_PROBLEMS,
    TRACK_RULES,
    Lay,
    LayLimits,
    TrackRule,
    affordable,
    candidate_lays,
    canonical_rotation,
    check_lay,
    lay_cost,
    stop_mapping,
)
from open18xx.track.network import connected, token_targets

from tests.track.boards import make_board, tile_set
from tests.track.recorded import board as recorded_board

COLOURS = frozenset({"yellow", "green", "brown", "gray"})
STANDARD = catalogue()["standard"]


def limits(rule: TrackRule = "semi_restrictive", **more: object) -> LayLimits:
    """All colours, endless supply."""
    return LayLimits(**{"colours": COLOURS, "supply": {}, "rule": rule, **more})  # type: ignore[arg-type]


def codes(
    graph: TrackGraph, lay: Lay, how: LayLimits, starts: list[tuple[str, int]] | None = None
) -> list[str]:
    """Codes of everything wrong with a lay."""
    stops = None if starts is None else [graph.stop_number(*place) for place in starts]
    found = check_lay(graph, lay, how, stops)
    assert all(problem.code in LAY_PROBLEMS and problem.message for problem in found)
    return [problem.code for problem in found]


# -- geometry of upgrades ----------------------------------------------------------------------

FIVE = {"D6": "blank!", "C5": "blank!", "C7": "blank!", "E5": "blank!", "E7": "blank!", "D4": "blank!"}
FIVE["D8"] = "blank!"


@pytest.mark.rule("1826-4.10-13")
def test_only_rotations_that_keep_the_old_track_are_offered() -> None:
    """T1: yellow 8 on edges 0 and 2; green 25 in two rotations."""
    board = make_board(FIVE, tiles=tile_set({"8": ["25"], "25": []}))
    assert board.lay_rotations({"D6": ("8", 0)}, "D6", "25") == (0, 2)
    assert board.lay_rotations({"D6": ("8", 3)}, "D6", "25") == (3, 5)


def keeps(old: TileDefinition, new: TileDefinition, rotation: int) -> bool:
    """Brute force: is there a way to say which new stop each old one becomes, so that all track is kept?"""
    there = {frozenset(pair) for pair in new.track_at(rotation)}

    def tries(number: int, names: dict[int, int]) -> bool:
        if number == len(old.stops):
            named = {frozenset(names.get(end, end) for end in pair) for pair in old.track}
            return named <= there
        return any(
            tries(number + 1, {**names, FIRST_STOP + number: FIRST_STOP + index})
            for index, stop in enumerate(new.stops)
            if stop.kind == old.stops[number].kind
        )

    return tries(0, {})


@pytest.mark.parametrize("colours", [("yellow", "green"), ("green", "brown"), ("brown", "gray")])
def test_offered_rotations_equal_brute_force_for_all_pairs(colours: tuple[str, str]) -> None:
    """T3: every pair of tiles of the catalogue, one colour apart."""
    board = make_board(FIVE, tiles=tile_set({name: [] for name in STANDARD}))
    old_tiles = [tile for tile in STANDARD.values() if tile.colour == colours[0]]
    new_tiles = [tile for tile in STANDARD.values() if tile.colour == colours[1]]
    compared = 0
    for old in old_tiles:
        for new in new_tiles:
            offered = [kept.rotation for kept in board.fits({"D6": (old.id, 0)}, "D6", new.id)]
            wanted = [rotation for rotation in new.rotations if keeps(old, new, rotation)]
            if _splits(old, new):
                assert set(wanted) <= set(offered)
                continue
            assert offered == wanted, (old.id, new.id)
            compared += 1
    assert compared > 10


def _splits(old: TileDefinition, new: TileDefinition) -> bool:
    """Whether one old city could become two new ones: then track may part."""
    return len(new.cities) > len(old.cities) > 0


@pytest.mark.rule("1826-4.10-14")
def test_tokens_follow_their_stop_and_split_cities_name_all_heirs() -> None:
    """A stop moves to the stop that takes over its track; a split one has two heirs."""
    split = catalogue()["split-cities"]
    entries = {name: ManifestEntry(split[name], None) for name in ("X16", "X17", "X18")}
    entries["14"] = ManifestEntry(STANDARD["14"], None)
    entries["63"] = ManifestEntry(STANDARD["63"], None)
    board = make_board(FIVE, tiles=TileSet(entries, {}))
    placed = {"D6": ("14", 0)}
    assert stop_mapping(board, placed, Lay("D6", "63", 0)) == ((0,),)
    assert stop_mapping(board, placed, Lay("D6", "X17", 0)) == ((0, 1),)
    assert stop_mapping(board, placed, Lay("D6", "X16", 1)) is None
    six = recorded_board()
    assert stop_mapping(six, {}, Lay("G9", "514", 0)) == tuple((index,) for index in range(6))


def test_rotations_that_make_no_difference_are_one() -> None:
    """Opposite edges look the same from both sides; cities are told apart, towns are not."""
    board = make_board(FIVE, tiles=tile_set({"9": [], "1": [], "59": [], "7": []}))
    assert [canonical_rotation(board, "9", rotation) for rotation in ROTATIONS] == [0, 1, 2, 0, 1, 2]
    assert [canonical_rotation(board, "1", rotation) for rotation in ROTATIONS] == [0, 1, 2, 0, 1, 2]
    assert STANDARD["7"].rotations == tuple(ROTATIONS)
    assert codes(TrackGraph(board, {}), Lay("D6", "9", 3), limits(any_tile=True)) == ["track.rotation"]


@pytest.mark.rule("1826-4.10-20", "1826-4.10-21", "1826-4.10-22", "1826-4.10-24", "1826-4.10-25")
def test_special_city_tiles_of_the_recorded_title() -> None:
    """T15: beside one forbidden hex only 611, elsewhere only 63; with two of them nothing fits."""
    board = recorded_board()

    def tiles_for(hex_id: str, green: str) -> set[str]:
        found = set()
        for rotation in board.lay_rotations({}, hex_id, green):
            placed = {hex_id: (green, rotation)}
            for target in board.upgrades(placed, hex_id):
                if board.lay_rotations(placed, hex_id, target.tile):
                    found.add(target.tile)
        return found

    for green in ("14", "15", "619"):
        for hex_id in ("F12", "I13", "H6", "E15"):
            assert tiles_for(hex_id, green) <= {"63"}
        for hex_id in ("B12", "C15"):
            assert tiles_for(hex_id, green) == {"611"}
    assert tiles_for("F12", "14") == {"63"}
    assert board.lay_rotations({}, "M13", "15") == (1,)
    assert tiles_for("M13", "15") == set()
    for hex_id in ("C11", "C13", "L14"):
        assert [target.tile for target in board.upgrades({hex_id: ("63", 0)}, hex_id)] == ["513"]
    assert board.upgrades({"F12": ("63", 0)}, "F12") == ()
    assert [target.tile for target in board.upgrades({}, "G9")] == ["514"]


# -- chart, labels, colours, supply ------------------------------------------------------------


@pytest.mark.rule("1826-4.10-01", "1826-4.10-10", "1826-4.10-11", "1826-4.10-12")
def test_each_reason_has_its_code() -> None:
    """What print and limits forbid, told apart."""
    cells = {**FIVE, "C3": "blank!town=revenue:0", "D2": "gray!city=revenue:20;path=a:4,b:_0"}
    chart = tile_set(
        {"7": ["27"], "8": [], "3": [], "27": [], "23": [], "437": []},
        {"plain": ["7", "8"], "town": ["3"]},
    )
    entries = dict(chart.entries)
    entries["437"] = ManifestEntry(STANDARD["437"], 1, special=True)
    first = {**chart.first_lays, "town": (UpgradeTarget("3"), UpgradeTarget("437"))}
    board = make_board(cells, tiles=TileSet(entries, first))
    graph = TrackGraph(board, {"D6": ("7", 0)})
    assert codes(graph, Lay("Z9", "7", 0), limits()) == ["track.no_hex"]
    assert codes(graph, Lay("D6", "999", 0), limits()) == ["track.no_tile"]
    assert codes(graph, Lay("D2", "7", 0), limits()) == ["track.never_changes"]
    assert codes(graph, Lay("D8", "3", 0), limits())[0] == "track.wrong_place"
    assert codes(graph, Lay("C3", "7", 0), limits())[0] == "track.wrong_place"
    assert codes(graph, Lay("D6", "23", 2), limits()) == ["track.not_an_upgrade", "track.breaks_track"]
    assert codes(graph, Lay("D6", "27", 0), limits()) == []
    assert codes(graph, Lay("D6", "27", 1), limits()) == ["track.breaks_track"]
    assert codes(graph, Lay("D6", "27", 0), limits(colours=frozenset({"yellow"}))) == ["track.colour"]
    assert codes(graph, Lay("D6", "27", 0), limits(supply={"27": 0})) == ["track.supply"]
    assert "track.special_only" in codes(graph, Lay("C3", "437", 0), limits())
    assert "track.special_only" not in codes(graph, Lay("C3", "437", 0), limits(special=frozenset({"437"})))
    with pytest.raises(UnknownName, match="no tile 'X'"):
        TrackGraph(board, {"D6": ("X", 0)})
    with pytest.raises(UnknownName, match="rotation 6"):
        TrackGraph(board, {"D6": ("7", 6)})


def test_a_label_belongs_to_the_hex_not_to_the_tile_laid_there() -> None:
    """T6: a labelled hex takes labelled tiles only; elsewhere the same tile has no label."""
    cells = {**FIVE, "D6": "blank!city=revenue:0"}
    chart = tile_set({"57": ["14"], "14": [], "438": []}, {"city": ["57", "438"]})
    board = make_board(cells, tiles=chart, hexes={"D6": {"label": "H"}})
    graph = TrackGraph(board, {})
    assert codes(graph, Lay("D6", "57", 0), limits()) == ["track.label"]
    assert codes(graph, Lay("D6", "57", 0), limits(labels=False)) == []
    assert codes(graph, Lay("D6", "438", 0), limits()) == []
    plain = TrackGraph(make_board(cells, tiles=chart), {"D6": ("57", 0)})
    assert codes(plain, Lay("D6", "14", 0), limits()) == []


@pytest.mark.rule("1826-4.10-08")
def test_track_leads_neither_off_the_map_nor_against_a_blank_side_nor_over_an_impassable_border() -> None:
    """T14: refused when laid."""
    cells = {"D6": "blank!", "C7": "gray!path=a:4,b:5", "D8": "blank!", "E5": "blank!", "D4": "blank!"}
    board = make_board(
        cells,
        tiles=tile_set({"7": [], "8": [], "9": []}, {"plain": ["7", "8", "9"]}),
        borders={"D8": [(1, Border("impassable"))]},
    )
    graph = TrackGraph(board, {})
    # West and south-west only: north-east is blank, east impassable, the rest is off the map.
    assert {lay.tile: lay.rotation for lay in candidate_lays(graph, limits(), None, hexes=["D6"])} == {"7": 0}
    assert codes(graph, Lay("D6", "9", 0), limits()) == ["track.leads_nowhere"]
    problem = check_lay(graph, Lay("D6", "9", 1), limits(), None)[0]
    assert problem.facts["edges"] == "edges 4"


# -- track rules -------------------------------------------------------------------------------


def rule_board() -> Board:
    """A line of three hexes with a city at one end."""
    cells = {
        "C1": "gray!city=revenue:20;path=a:4,b:_0",
        "C3": "blank!",
        "C5": "blank!city=revenue:0",
        "C7": "blank!",
        "C9": "blank!",
        "D8": "blank!",
        "B8": "blank!",
        "B4": "blank!",
        "D4": "blank!",
        "B6": "blank!",
        "D6": "blank!",
        "B2": "blank!",
        "D2": "blank!",
    }
    chart = tile_set(
        {"7": ["26"], "8": ["23"], "9": ["23", "20"], "57": ["14", "15"], "23": [], "20": [], "26": []}
        | {"14": [], "15": []},
        {"plain": ["7", "8", "9"], "city": ["57"]},
    )
    return make_board(cells, tiles=chart)


@pytest.mark.rule("1826-4.10-04")
def test_new_track_must_extend_a_route() -> None:
    """A first tile touches the network with its own track, under every rule."""
    graph = TrackGraph(rule_board(), {})
    for rule in TRACK_RULES:
        assert codes(graph, Lay("C3", "9", 1), limits(rule), [("C1", 0)]) == []
        assert codes(graph, Lay("C3", "9", 0), limits(rule), [("C1", 0)]) == ["track.no_new_track"]
        assert codes(graph, Lay("C7", "9", 1), limits(rule), [("C1", 0)])[-1:] != []
    listed = candidate_lays(graph, limits(), [graph.stop_number("C1", 0)])
    assert {lay.hex for lay in listed} == {"C3"}
    assert Lay("C3", "9", 1) in listed
    assert listed == sorted(listed, key=lambda lay: (lay.hex, lay.tile, lay.rotation))


@pytest.mark.rule("1826-4.10-05", "1826-4.10-06")
def test_upgrades_of_plain_track_and_of_cities_differ() -> None:
    """T11: a city upgrade needs no new edge that is used; plain track does."""
    placed = {"C3": ("9", 1), "C5": ("57", 1), "C7": ("9", 1)}
    graph = TrackGraph(rule_board(), placed)
    tokens = [("C1", 0)]
    city = Lay("C5", "14", 0)
    assert codes(graph, city, limits(), tokens) == []
    assert codes(graph, city, limits("permissive"), tokens) == []
    assert codes(graph, city, limits("new_track_or_value"), tokens) == []
    assert codes(graph, city, limits("restrictive"), tokens) == []
    # Behind a city full of others' tokens the track is out of reach.
    full = frozenset({graph.stop_number("C5", 0)})
    plain = Lay("C7", "23", 1)
    starts = [graph.stop_number("C1", 0)]
    hidden = check_lay(graph, plain, limits(), starts, full)
    assert [problem.code for problem in hidden] == ["track.not_on_route"]
    # The city itself is still reached: its upgrade is legal although no new track can be used.
    assert not check_lay(graph, city, limits(), starts, full)
    assert [p.code for p in check_lay(graph, city, limits("restrictive"), starts, full)] == [
        "track.no_new_track"
    ]
    assert not check_lay(graph, city, limits("new_track_or_value"), starts, full)


def test_a_crossing_that_does_not_touch_the_route_is_no_extension() -> None:
    """20 crosses the old track without joining it: legal only where being on a route is enough."""
    graph = TrackGraph(rule_board(), {"C3": ("9", 1)})
    for rotation in (0, 1):
        lay = Lay("C3", "20", rotation)
        if stop_mapping(graph.board, graph.placements, lay) is None:
            continue
        assert codes(graph, lay, limits(), [("C1", 0)]) == ["track.no_new_track"]
        assert codes(graph, lay, limits("permissive"), [("C1", 0)]) == []


# -- costs -------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.10-16", "1826-4.10-18", "1826-4.10-19")
def test_terrain_is_paid_once_and_borders_when_joined() -> None:
    """T7: cost by print, for the first tile; what cannot be paid is left out."""
    cells = {"C1": "gray!city=revenue:20;path=a:4,b:_0", "C3": "blank!", "C5": "blank!", "B4": "blank!"}
    board = make_board(
        cells,
        tiles=tile_set({"9": ["23"], "8": [], "7": [], "23": []}, {"plain": ["9", "8", "7"]}),
        hexes={"C3": {"terrain": ("river",), "lay_cost": 80}},
        borders={"C3": [(1, Border("cost", 20))], "C5": [(1, Border("cost", 7))]},
    )
    lay = Lay("C3", "9", 1)
    cost = lay_cost(board, {}, lay)
    assert (cost.terrain, cost.terrain_names, cost.borders, cost.total) == (80, ("river",), 20, 100)
    assert lay_cost(board, {"C3": ("9", 1)}, Lay("C3", "23", 1)).total == 0
    assert lay_cost(board, {"C3": ("9", 1)}, Lay("C5", "9", 1)).total == 7
    assert affordable([lay], board, {}, 99) == []
    assert affordable([lay], board, {}, 100) == [lay]


# -- tokens ------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.11-04")
def test_free_slots_keep_reservations_for_their_owner() -> None:
    """K3: two slots, one kept: one stranger may enter, the second may not until it is given up."""
    graph = TrackGraph(make_board({"C1": "city=revenue:20,slots:2;path=a:4,b:_0"}), {})
    place, kept = ("C1", 0), {("C1", 0): ("Home",)}
    assert free_slots(graph, {}, kept, place, "A") == 1
    assert free_slots(graph, {"C1": [["A", None]]}, kept, place, "B") == 0
    assert free_slots(graph, {"C1": [["A", None]]}, kept, place, "Home") == 1
    assert free_slots(graph, {"C1": [["A", None]]}, {}, place, "B") == 1
    # K2: the owner is in: nothing more is kept, and no slot appears.
    assert free_slots(graph, {"C1": [["Home", None]]}, kept, place, "B") == 1


@pytest.mark.rule("1826-4.11-03", "1826-4.11-05")
def test_tokens_reach_but_do_not_pass_full_cities_and_terminus_hexes() -> None:
    """Distances count hexes entered; destinations ignore tokens but not the terminus."""
    city = "city=revenue:20;path=a:1,b:_0;path=a:4,b:_0"
    cells = {
        "C1": "city=revenue:20;path=a:4,b:_0",
        "C3": city,
        "C5": city,
        "C7": "city=revenue:20;path=a:1,b:_0",
    }
    graph = TrackGraph(make_board(cells), {})
    start = [graph.stop_number("C1", 0)]
    assert token_targets(graph, start, frozenset()) == {("C3", 0): 1, ("C5", 0): 2, ("C7", 0): 3}
    full = frozenset({graph.stop_number("C5", 0)})
    assert token_targets(graph, start, full) == {("C3", 0): 1, ("C5", 0): 2}
    assert connected(graph, ("C1", 0), "C7")
    assert not connected(graph, ("C1", 0), "C7", full)
    ends = TrackGraph(make_board(cells, terminus=["C5"]), {})
    assert token_targets(ends, start, frozenset()) == {("C3", 0): 1, ("C5", 0): 2}
    assert not connected(ends, ("C1", 0), "C7")
    assert connected(ends, ("C1", 0), "C5")


def test_a_remembered_graph_depends_on_the_tiles_alone() -> None:
    """U1: going back gives the very answer from before; the caller's mapping may change later."""
    memory = TrackMemory(rule_board())
    placed = {"C3": ("9", 1)}
    first = memory.graph(placed)
    longer = memory.graph({**placed, "C5": ("57", 1)})
    assert memory.graph({"C3": ("9", 1)}) is first
    placed["C7"] = ("9", 1)
    assert "C7" not in first.placements
    starts = [first.stop_number("C1", 0)]
    assert token_targets(longer, starts, frozenset()) == {("C5", 0): 2}
    assert token_targets(first, starts, frozenset()) == {}
