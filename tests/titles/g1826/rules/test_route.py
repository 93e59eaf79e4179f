"""1826, sections 4.7.4, 4.12 and 4.13: running trains on the map of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from open18xx.actions.kinds import RunRoutes, TrainRun
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.network import graph_of
from open18xx.rules.running import best_routes, stop_table, train_specs

from tests.support.positions import Position, events, offers_of, play, refused
from tests.track.boards import make_graph, run

Tile = tuple[str, str, int]

#: Lyon (30) and Geneva (30), with one and with two plain hexes between them.
SHORT: tuple[Tile, ...] = (("K15", "8", 4),)
LONG: tuple[Tile, ...] = (("K15", "9", 0), ("J16", "7", 5))
#: Cologne - Liège - Brussels - Antwerp - Amsterdam in a line.
BELGIAN: tuple[Tile, ...] = (("C15", "57", 1), ("B12", "6", 3))
#: Brussels - Namur (a town) - Metz.
METZ: tuple[Tile, ...] = (("D14", "4", 2), ("E15", "57", 2))
#: Paris (station of Paris) - F8 - E9 - Amiens (a town) - Lille.
LILLE: tuple[Tile, ...] = (("F8", "8", 3), ("E9", "9", 0), ("D10", "4", 0))


def p(seat: int) -> str:
    return f"player-{seat}"


def table(
    context: Context,
    corporation: str,
    tiles: Iterable[Tile],
    *trains: str,
    phase: str = "4H",
    tokens: Iterable[tuple[str, str, int]] = (),
    home: bool = True,
    others: Iterable[str] = (),
    players: int = 3,
) -> Position:
    """``corporation`` is about to run; ``others`` are trains of another corporation."""
    position = (
        Position(context, players)
        .phase(phase)
        .float(corporation, 1, 90, structure="ten", trains=trains, home=home)
    )
    position.float("Ouest", 2, 75, structure="ten", trains=others)
    for one in tiles:
        position.tile(*one)
    for token in tokens:
        position.token(*token)
    return position


def at_run(position: Position, corporation: str) -> Game:
    return position.operating(corporation, step="routes").game()


def earnings(game: Game) -> int:
    turn = play(game, offers_of(game, RunRoutes)[0])
    [fact] = events(turn, "routes_run")
    return int(str(fact["earnings"]))


def value(context: Context, corporation: str, tiles: Iterable[Tile], *trains: str, **more: object) -> int:
    return earnings(at_run(table(context, corporation, tiles, *trains, **more), corporation))  # type: ignore[arg-type]


def visited(game: Game, corporation: str) -> list[list[str]]:
    """Hexes of the stops of each of the best routes, in alphabetical direction."""
    found = []
    for route in best_routes(game.view, corporation).routes:
        names = [hex_id for hex_id, _ in route.stops]
        found.append(min(names, names[::-1]))
    return found


def runs(train: str, *pieces: str) -> tuple[TrainRun, ...]:
    return (TrainRun(train, pieces),)


# -- every train -------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.7.4-01", "1826-4.7.4-16")
def test_a_corporation_with_trains_runs_them(context: Context) -> None:
    game = at_run(table(context, "GC", SHORT, "4H"), "GC")
    assert {offer.action.kind for offer in game.legal_actions()} == {"run_routes"}
    turn = play(game, offers_of(game, RunRoutes)[0])
    [fact] = events(turn, "routes_run")
    assert fact["earnings"] == 60
    [found] = fact["runs"]  # type: ignore[misc]
    assert sorted(found["stops"]) == ["K17/0", "L14/0"]
    assert game.state.round.turn.earnings == 60


@pytest.mark.rule("1826-4.7.4-02", "1826-4.7.4-01")
def test_the_best_total_must_be_run(context: Context) -> None:
    """Scenario R10/4.7.4-02: nothing, a shorter way or one train at home are refused."""
    game = at_run(table(context, "Belge", BELGIAN, "4H"), "Belge")
    assert best_routes(game.view, "Belge").value == 110
    refused(game, RunRoutes(p(1), "Belge", ()), "route.not_maximal")
    short = runs("4H", "C13:s0-4", "C15:1-s0")
    refused(game, RunRoutes(p(1), "Belge", short), "route.not_maximal")
    # The same route the other way round is as good.
    [best] = best_routes(game.view, "Belge").routes
    back = tuple(f"{h}:{end(b)}-{end(a)}" for h, a, b in reversed(best.track))
    turn = play(game, RunRoutes(p(1), "Belge", runs("4H", *back)))
    assert turn.state.round.turn.earnings == 110


def end(number: int) -> str:
    return str(number) if number < 6 else f"s{number - 6}"


@pytest.mark.rule("1826-4.7.4-02", "1826-4.7.4-14", "1826-4.7.4-16")
def test_the_sum_of_all_trains_counts_not_the_best_single_run(context: Context) -> None:
    """Cologne - Antwerp by one 4H (90) leaves the other nothing; two runs of half the line earn more."""
    game = at_run(
        table(context, "Belge", (*BELGIAN, *METZ), "4H", "4H", tokens=[("Belge", "E15", 0)]), "Belge"
    )
    best = best_routes(game.view, "Belge")
    assert len(best.routes) == 2
    assert best.value == sum(route.value for route in best.routes)
    # Found by hand: one train through the whole Belgian line (110), the other to Metz (30 + 10 + 20).
    assert best.value == 110 + 60
    hexes = [set(route.track) for route in best.routes]
    assert not hexes[0] & hexes[1]


@pytest.mark.rule("1826-4.7.4-03")
def test_one_stop_is_no_route(context: Context) -> None:
    assert value(context, "GC", [], "4H") == 0
    assert value(context, "GC", SHORT, "4H") == 60
    game = at_run(table(context, "GC", [], "4H"), "GC")
    refused(game, RunRoutes(p(1), "GC", runs("4H", "L14:s0-3")), "route.open_end")


@pytest.mark.rule("1826-4.7.4-04")
@pytest.mark.parametrize("token", ["C15", "C13", "B12"])
def test_an_own_token_anywhere_on_the_route(context: Context, token: str) -> None:
    assert value(context, "Midi", BELGIAN, "4H", home=False, tokens=[("Midi", token, 0)]) == 110
    assert value(context, "Midi", BELGIAN, "4H", home=False, tokens=[("Midi", "G19", 0)]) == 0
    stranger = at_run(table(context, "Midi", BELGIAN, "4H", home=False, tokens=[("Midi", "G19", 0)]), "Midi")
    line = runs("4H", "C13:s0-4", "C15:1-s0")
    refused(stranger, RunRoutes(p(1), "Midi", line), "route.no_token")


@pytest.mark.rule("1826-4.7.4-05")
@pytest.mark.parametrize(
    ("train", "phase", "tiles", "expected"),
    [
        ("2H", "2H", SHORT, 60),
        ("2H", "2H", LONG, 0),
        ("4H", "4H", LONG, 60),
        ("6H", "6H", LONG, 60),
        ("10H", "10H", LONG, 60),
    ],
    ids=["R18 one hex between", "R18 two hexes between", "4H does it", "6H", "10H"],
)
def test_the_number_is_that_of_hexes_without_the_first(
    context: Context, train: str, phase: str, tiles: tuple[Tile, ...], expected: int
) -> None:
    assert value(context, "GC", tiles, train, phase=phase) == expected


@pytest.mark.rule("1826-4.7.4-05")
def test_a_4h_train_covers_five_hexes(context: Context) -> None:
    """Cologne, Liège, Brussels, Antwerp, Amsterdam: five hexes, four of them entered."""
    game = at_run(table(context, "Belge", BELGIAN, "4H"), "Belge")
    [route] = best_routes(game.view, "Belge").routes
    assert len(route.hexes) == 5
    short = at_run(table(context, "Belge", BELGIAN, "2H"), "Belge")
    [route] = best_routes(short.view, "Belge").routes
    assert len(route.hexes) == 3
    assert route.value == 70
    line = ("C17:s0-1", "C15:4-s0", "C15:s0-1", "C13:4-s0", "C13:s0-2", "B12:5-s0")
    refused(short, RunRoutes(p(1), "Belge", runs("2H", *line)), "route.too_long")


@pytest.mark.rule("1826-4.7.4-06")
@pytest.mark.parametrize(("train", "phase"), [("4H", "4H"), ("6H", "6H"), ("10H", "10H")])
def test_towns_count_for_h_trains(context: Context, train: str, phase: str) -> None:
    """Brussels 30, Namur 10, Metz 20."""
    assert value(context, "Belge", METZ, train, phase=phase) == 60


@pytest.mark.rule("1826-4.7.4-07", "1826-4.7.4-08")
def test_r12_off_map_locations_are_ends(context: Context) -> None:
    """Scenario R12: both ends may be off the map, the middle may not."""
    game = at_run(table(context, "Belge", BELGIAN, "4H"), "Belge")
    assert visited(game, "Belge") == [["A13", "B12", "C13", "C15", "C17"]]


@pytest.mark.rule("1826-4.7.4-07")
def test_no_run_goes_through_an_off_map_location(context: Context) -> None:
    """Liège, Brussels, Antwerp, Amsterdam and from there over B14 back to Liège's other side."""
    tiles = (("B12", "6", 3), ("B14", "8", 0), ("C15", "15", 0))
    game = at_run(table(context, "Belge", tiles, "10H", phase="10H"), "Belge")
    exits = graph_of(game.view).tiles[graph_of(game.view).board.hex_number("C15")].exits
    assert exits >> 1 & 1 and exits >> 2 & 1
    line = ("C13:s0-2", "B12:5-s0", "B12:s0-3", "A13:0-s0", "A13:s0-5", "B14:2-0")
    open_end = [r.code for r in game.check(RunRoutes(p(1), "Belge", runs("10H", *line)))]
    assert open_end == ["route.open_end"]
    # B14 joins Amsterdam and Brussels' north-east, where there is no track; Liège is its south-east.
    joined = (("B12", "6", 3), ("B14", "9", 2), ("C15", "15", 0))
    game = at_run(table(context, "Belge", joined, "10H", phase="10H"), "Belge")
    line = (*line[:-1], "B14:2-5", "C15:2-s0")
    refused(game, RunRoutes(p(1), "Belge", runs("10H", *line)), "route.runs_through_offboard")
    for route in visited(game, "Belge"):
        assert "A13" not in route[1:-1]


@pytest.mark.rule("1826-4.7.4-09", "1826-4.7.4-10", "1826-4.7.4-11")
@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        (("C13:s0-4", "C15:1-s0", "C15:s0-1", "C13:4-s0"), "route.reverses"),
        (("C13:s0-4", "C15:1-s0", "C15:s0-1", "C13:4-s0"), "route.track_twice"),
        (("C13:s0-4", "C15:1-s0", "C15:s0-1", "C13:4-s0"), "route.stop_twice"),
        (("C13:s0-4", "C15:1-s0", "B12:s0-5"), "route.broken"),
        (("C13:s0-1", "C15:1-s0"), "route.no_track"),
    ],
)
def test_what_a_route_may_not_do(context: Context, pieces: tuple[str, ...], code: str) -> None:
    game = at_run(table(context, "Belge", BELGIAN, "4H"), "Belge")
    found = [r.code for r in game.check(RunRoutes(p(1), "Belge", runs("4H", *pieces)))]
    assert code in found, found


@pytest.mark.rule("1826-4.7.4-09")
def test_a_junction_is_not_a_place_to_turn(context: Context) -> None:
    """The green tile on K15 joins Lyon's side to J16 and to Geneva. From Geneva to J16 would be turning."""
    tiles = (("K15", "23", 0), ("J16", "7", 5))
    game = at_run(table(context, "GC", tiles, "10H", phase="10H", tokens=[("GC", "K17", 0)]), "GC")
    refused(
        game,
        RunRoutes(p(1), "GC", runs("10H", "K17:s0-1", "K15:4-3", "J16:0-5", "K17:2-s0")),
        "route.no_track",
    )
    turning = ("K17:s0-1", "K15:4-0", "K15:0-3", "J16:0-5", "K17:2-s0")
    refused(game, RunRoutes(p(1), "GC", runs("10H", *turning)), "route.broken")


# -- Paris -------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.7.4-12", "1826-4.7.4-11")
@pytest.mark.parametrize(("tile", "worth"), [("", 50), ("514", 70), ("515", 90), ("516", 120)])
def test_paris_is_an_end_and_one_city(context: Context, tile: str, worth: int) -> None:
    """PO has tokens in two stations: Orléans - Paris and Paris - Lille, never both in one run."""
    tiles = [("H8", "9", 0), *LILLE]
    if tile:
        tiles.append(("G9", tile, 0))
    position = table(context, "PO", tiles, "10H", phase="10H", tokens=[("PO", "G9", 2)])
    game = at_run(position, "PO")
    # The better one of 20 + worth and worth + 10 + 20.
    assert best_routes(game.view, "PO").value == worth + 30
    assert visited(game, "PO") == [["C11", "D10", "G9"]]
    two = table(context, "PO", tiles, "10H", "10H", phase="10H", tokens=[("PO", "G9", 2)])
    assert best_routes(at_run(two, "PO").view, "PO").value == (worth + 30) + (worth + 20)


@pytest.mark.rule("1826-4.7.4-12")
def test_r21_paris_to_dijon(context: Context) -> None:
    """Scenario R21: 6H from Paris (70 when green) to Dijon (20), one line: 90, never nothing."""
    tiles = [("G9", "514", 0), ("H10", "9", 2), ("I11", "8", 2), ("I13", "57", 1)]
    game = at_run(table(context, "PLM", tiles, "6H", phase="6H"), "PLM")
    assert visited(game, "PLM") == [["G9", "I13"]]
    assert earnings(game) == 90


# -- others' tokens, several trains ------------------------------------------------------------------


@pytest.mark.rule("1826-4.7.4-13")
@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ((("Ouest", "C13", 0), ("GC", "C13", 0)), 20 + 20 + 30),
        ((("Ouest", "C13", 0),), 20 + 20 + 30 + 20 + 20),
        ((("Ouest", "C13", 0), ("Midi", "C13", 0)), 20 + 20 + 30 + 20 + 20),
    ],
    ids=["full of others", "one circle free", "own token there"],
)
def test_a_city_full_of_others_is_an_end(
    context: Context, tokens: Sequence[tuple[str, str, int]], expected: int
) -> None:
    """Midi has a token in Antwerp; Brussels (two circles) lies in the middle of the line."""
    position = table(context, "Midi", BELGIAN, "4H", home=False, tokens=[("Midi", "B12", 0), *tokens]).float(
        "GC", 3, 75
    )
    game = at_run(position, "Midi")
    assert best_routes(game.view, "Midi").value == expected
    [stops] = visited(game, "Midi")
    assert ("C17" in stops) == (expected > 70)


@pytest.mark.rule("1826-4.7.4-14")
def test_two_trains_of_a_corporation_share_no_track(context: Context) -> None:
    assert value(context, "GC", SHORT, "4H", "4H") == 60
    game = at_run(table(context, "GC", SHORT, "4H", "4H"), "GC")
    line = ("L14:s0-3", "K15:0-4", "K17:1-s0")
    both = (TrainRun("4H", line), TrainRun("4H", line))
    found = [r.code for r in game.check(RunRoutes(p(1), "GC", both))]
    assert "route.shares_track" in found


@pytest.mark.rule("1826-4.7.4-14")
def test_another_corporations_trains_do_not_matter(context: Context) -> None:
    position = table(context, "GC", SHORT, "4H", tokens=[("Ouest", "K17", 0)], others=["4H"])
    assert earnings(at_run(position, "GC")) == 60
    position = table(context, "GC", SHORT, "4H", tokens=[("Ouest", "K17", 0)], others=["4H"])
    assert earnings(at_run(position, "Ouest")) == 60


@pytest.mark.rule("1826-4.7.4-15")
def test_several_trains_may_visit_the_same_city(context: Context) -> None:
    """Both 2H begin in Brussels: one to Cologne, one to Amsterdam; Brussels counts twice."""
    game = at_run(table(context, "Belge", BELGIAN, "2H", "2H"), "Belge")
    best = best_routes(game.view, "Belge")
    assert best.value == 70 + 70
    assert all("C13" in hexes for hexes in visited(game, "Belge"))


@pytest.mark.rule("1826-4.7.4-17")
def test_the_mail_bonus_adds_ten_to_its_city(context: Context) -> None:
    def with_bonus(hex_id: str, corporation: str) -> int:
        position = table(context, "GC", SHORT, "4H").marker(
            "city_bonus", corporation, hex_id=hex_id, amount=10, expires_in="E", source="Mail"
        )
        return earnings(at_run(position, "GC"))

    assert with_bonus("L14", "GC") == 70
    assert with_bonus("K17", "GC") == 70
    assert with_bonus("I13", "GC") == 60
    assert with_bonus("L14", "Ouest") == 60


@pytest.mark.rule("1826-2-11")
@pytest.mark.parametrize(
    ("phase", "amsterdam", "marseille", "milan"),
    [("2H", 20, 40, 30), ("4H", 20, 40, 30), ("6H", 20, 40, 30), ("10H", 50, 60, 50), ("E", 70, 80, 90),
     ("TGV", 70, 80, 120)],
)  # fmt: skip
def test_off_map_values_of_the_phase(
    context: Context, phase: str, amsterdam: int, marseille: int, milan: int
) -> None:
    """Amsterdam and Marseille have three values: the third holds in phases E and TGV."""
    view = table(context, "GC", SHORT, phase=phase).operating("GC").game().view
    table_of_values = stop_table(view, "GC")
    found = [table_of_values[hex_id, 0] for hex_id in ("A13", "N16", "M19")]
    assert found == [amsterdam, marseille, milan]


# -- E trains ----------------------------------------------------------------------------------------


def electric(context: Context, own: int, others: int, phase: str = "E", tgv: int = 0) -> Game:
    position = table(
        context,
        "Belge",
        BELGIAN,
        *(["E"] * own + ["TGV"] * tgv),
        phase=phase,
        others=["E"] * others,
    )
    return at_run(position, "Belge")


@pytest.mark.rule("1826-4.12-02", "1826-4.12-05", "1826-4.12-06", "1826-4.12-11")
@pytest.mark.rule("1826-4.12-07", "1826-4.12-08", "1826-4.12-09")
@pytest.mark.parametrize(
    ("owned", "expected", "stops"),
    [
        (1, 2 * (30 + 20), 2),
        (2, 2 * (30 + 20 + 70), 3),
        (3, 2 * (30 + 20 + 70), 3),
        (4, 2 * (20 + 30 + 20 + 70), 4),
    ],
)
def test_the_reach_of_e_trains_grows_with_their_number(
    context: Context, owned: int, expected: int, stops: int
) -> None:
    """As recorded: 2, 3, 3, 4 stops at double value. Off-map values in phase E: Cologne 60, Amsterdam 70."""
    game = electric(context, 1, owned - 1)
    [spec] = train_specs(game.view, "Belge")
    assert (spec.reach, spec.number, spec.multiplier) == ("stops", stops, 2)
    assert earnings(game) == expected


@pytest.mark.rule("1826-4.12-06")
def test_only_e_trains_owned_by_corporations_count(context: Context) -> None:
    """One in the pool does not; it is bought once and owned by nobody."""
    position = table(context, "Belge", BELGIAN, "E", phase="E").train("pool", "E")
    [spec] = train_specs(at_run(position, "Belge").view, "Belge")
    assert spec.number == 2
    trade = table(context, "Belge", BELGIAN, "E", phase="E", others=["E"])
    [spec] = train_specs(at_run(trade, "Belge").view, "Belge")
    assert spec.number == 3


@pytest.mark.rule("1826-4.12-10", "1826-4.12-11", "1826-4.13-04", "1826-4.12-06")
@pytest.mark.parametrize("owned", [1, 2, 4])
def test_after_the_first_tgv_five_stops_at_single_value(context: Context, owned: int) -> None:
    """All of the line: Cologne 100, Liège 20, Brussels 30, Antwerp 20, Amsterdam 70."""
    game = electric(context, 1, owned - 1, phase="TGV")
    [spec] = train_specs(game.view, "Belge")
    assert (spec.number, spec.multiplier) == (5, 1)
    assert earnings(game) == 100 + 20 + 30 + 20 + 70


@pytest.mark.rule("1826-4.12-11", "1826-4.13-04")
def test_the_first_tgv_changes_every_later_run(context: Context) -> None:
    """PO buys it; Belge, which operates later in the round, runs for single value."""
    position = (
        table(context, "Belge", BELGIAN, "E", phase="E")
        .float("PO", 3, 100, cash=2000, structure="ten", trains=["10H"])
        .supply("E", 0)
    )
    game = position.operating("PO", step="trains").game()
    before = train_specs(game.view, "Belge")[0]
    play(game, next(a for a in offers_of(game, "buy_train") if getattr(a, "train", "") == "TGV"))
    after = train_specs(game.view, "Belge")[0]
    assert (before.number, before.multiplier) == (2, 2)
    assert (after.number, after.multiplier) == (5, 1)


@pytest.mark.rule("1826-4.12-03", "1826-C-Trains-01", "1826-4.7.4-06", "1826-4.13-02")
@pytest.mark.parametrize(("train", "phase"), [("E", "E"), ("TGV", "TGV")])
def test_e_and_tgv_trains_earn_nothing_in_towns(context: Context, train: str, phase: str) -> None:
    """Brussels - Namur - Metz: two stops, the town between is passed; twice 30 + 20."""
    assert value(context, "Belge", METZ, train, phase=phase) == 100
    # A city and a town are no route for them, two cities are.
    assert value(context, "Belge", METZ[:1], train, phase=phase) == 0
    assert value(context, "Belge", METZ[:1], "10H", phase=phase) == 40


@pytest.mark.rule("1826-4.12-04", "1826-C-Trains-02", "1826-4.13-02")
@pytest.mark.parametrize(("train", "phase"), [("E", "TGV"), ("TGV", "TGV"), ("10H", "TGV")])
def test_a_town_is_passed_once_even_over_separate_track(context: Context, train: str, phase: str) -> None:
    """Four exits meet in one town: the loop over two plain hexes comes back to it."""
    cells = {
        "D6": "town=revenue:10;path=a:1,b:_0;path=a:3,b:_0;path=a:4,b:_0;path=a:0,b:_0",
        "D4": "city=revenue:20;path=a:4,b:_0",
        "C7": "path=a:0,b:5",
        "D8": "path=a:1,b:2",
        "E5": "city=revenue:30;path=a:3,b:_0",
    }
    [spec] = train_specs(at_run(table(context, "Belge", [], train, phase=phase), "Belge").view, "Belge")
    result = run(make_graph(cells), [("D4", 0)], [spec])
    assert result.routes[0].hexes == ("D4", "D6", "E5")


@pytest.mark.rule("1826-4.12-05")
def test_off_map_locations_count_like_cities_for_e_trains(context: Context) -> None:
    """Reach 2: Liège with the token, and Cologne (60) rather than Brussels (30)."""
    position = table(context, "Midi", BELGIAN, "E", phase="E", home=False, tokens=[("Midi", "C15", 0)])
    assert earnings(at_run(position, "Midi")) == 2 * (60 + 20)


# -- TGV trains --------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.13-05", "1826-4.13-02")
@pytest.mark.parametrize("others", [0, 2])
def test_a_tgv_reaches_three_stops_at_double_value(context: Context, others: int) -> None:
    """Cologne 100, Liège 20, Brussels 30; towns, blocked cities and Paris as for E trains."""
    position = table(context, "Belge", BELGIAN, "TGV", phase="TGV", others=["E"] * others)
    game = at_run(position, "Belge")
    [spec] = train_specs(game.view, "Belge")
    assert (spec.reach, spec.number, spec.multiplier) == ("stops", 3, 2)
    assert earnings(game) == 2 * (100 + 20 + 30)


@pytest.mark.rule("1826-4.13-03", "1826-4.7.4-14")
def test_r20_a_tgv_may_share_track_with_the_other_trains(context: Context) -> None:
    """Scenario R20: the E train runs the whole line, the TGV its western part, over the same track."""
    game = electric(context, 1, 0, phase="TGV", tgv=1)
    assert earnings(game) == (100 + 20 + 30 + 20 + 70) + 2 * (100 + 20 + 30)
    # Two E trains may not: they part the line in Brussels.
    two = electric(context, 2, 0, phase="TGV")
    assert earnings(two) == (100 + 20 + 30) + (30 + 20 + 70)


@pytest.mark.rule("1826-4.7.4-06", "1826-4.12-03", "1826-4.12-04")
def test_r19_a_6h_and_an_e_train_together(context: Context) -> None:
    """Scenario R19 in phase TGV with a 10H: it counts Namur, the E train does not; the sum is the best.

    The E train takes the line of cities (240), the 10H Brussels - Namur - Metz (60).
    """
    assert value(context, "Belge", (*BELGIAN, *METZ), "10H", "E", phase="TGV") == 240 + 60
