"""1894: what a run may be, on the map of the game."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from open18xx.actions.kinds import RunRoutes, TrainRun
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import Position, events, play, refused
from tests.titles.g1894.rules.helpers import p

Tile = tuple[str, str, int]

#: Hasselt - Liège - Luxembourg: G18 lies on side 3 of Liège; I16 goes on from its side 3 to I18.
LIEGE: tuple[Tile, ...] = (("H17", "57", 0),)
LINE = ("G18:s0-0", "H17:3-s0", "H17:s0-0", "I16:3-4", "I18:1-s0")
#: Antwerpen - Hasselt; the Netherlands lie beyond Antwerpen's side 3.
NORTH: tuple[Tile, ...] = (("D17", "619", 5), ("E18", "8", 0), ("F17", "8", 3))
#: A phase in which a train runs.
PHASES = {"2": "Green", "3": "Green", "4": "Blue", "5+1": "Brown", "6": "Red"}


def at_run(
    context: Context,
    tiles: Iterable[Tile],
    *trains: str,
    phase: str = "",
    tokens: Iterable[tuple[str, str, int]] = (("Belge", "H17", 0),),
) -> Game:
    """Belge, of player 1, is about to run."""
    position = (
        Position(context, 4)
        .phase(phase or PHASES[trains[0]])
        .float("Belge", 1, 95, trains=trains, home=False)
    )
    for name, seat in (("Nord", 2), ("AG", 3)):
        position.float(name, seat, 67, home=False)
    for tile in tiles:
        position.tile(*tile)
    for token in tokens:
        position.token(*token)
    return position.operating("Belge", step="routes").game()


def belge(*runs: tuple[str, tuple[str, ...]]) -> RunRoutes:
    return RunRoutes(p(1), "Belge", tuple(TrainRun(train, pieces) for train, pieces in runs))


def faults(game: Game, *runs: tuple[str, tuple[str, ...]]) -> set[str]:
    return {refusal.code for refusal in game.check(belge(*runs))}


def earned(game: Game, *runs: tuple[str, tuple[str, ...]]) -> int:
    turn = play(game, belge(*runs))
    return int(str(events(turn, "routes_run")[0]["earnings"]))


@pytest.mark.rule("1894-RTE-01")
def test_a_train_runs_once_between_two_stops_or_more(context: Context) -> None:
    whole = LIEGE, "3", "3"
    assert "route.too_few_stops" in faults(at_run(context, *whole), ("3", ()))
    refused(at_run(context, LIEGE, "3"), belge(("3", LINE[:2]), ("3", LINE[2:])), "route.no_train")
    refused(at_run(context, *whole), belge(("2", LINE[:2])), "route.no_train")
    assert earned(at_run(context, *whole), ("3", LINE[:2])) == 40
    assert earned(at_run(context, *whole), ("3", LINE[:2]), ("3", LINE[2:])) == 40 + 40


@pytest.mark.rule("1894-RTE-01")
def test_one_stop_holds_a_station_of_the_corporation(context: Context) -> None:
    """Antwerpen to Hasselt has none of Belge, only one of Nord."""
    tiles = (*LIEGE, *NORTH)
    line = ("D17:s0-5", "E18:2-0", "F17:3-5", "G18:2-s0")
    game = at_run(context, tiles, "3", tokens=(("Belge", "H17", 0), ("Nord", "D17", 0)))
    refused(game, belge(("3", line)), "route.no_token")
    game = at_run(context, tiles, "3", tokens=(("Belge", "D17", 0), ("Nord", "H17", 0)))
    assert earned(game, ("3", line)) == 30 + 20


@pytest.mark.rule("1894-RTE-02")
def test_no_stop_is_passed_by(context: Context) -> None:
    """A 2-train does not get from Hasselt through Liège to Luxembourg."""
    refused(at_run(context, LIEGE, "2"), belge(("2", LINE)), "route.too_long")
    assert earned(at_run(context, LIEGE, "3"), ("3", LINE)) == 20 + 20 + 20


@pytest.mark.rule("1894-RTE-06", "1894-RTE-07")
def test_no_stop_and_no_side_twice(context: Context) -> None:
    """A loop leads from Liège over I16 and H15 back to Liège."""
    tiles = (("H17", "14", 0), ("H15", "7", 4))
    loop = ("G18:s0-0", "H17:3-s0", "H17:s0-0", "I16:3-2", "H15:5-4", "H17:1-s0")
    found = faults(at_run(context, tiles, "4"), ("4", loop))
    assert "route.stop_twice" in found
    assert "route.track_twice" not in found
    back = (*LINE[:2], "H17:s0-3", "G18:0-s0")
    found = faults(at_run(context, LIEGE, "4"), ("4", back))
    assert {"route.stop_twice", "route.track_twice"} <= found
    assert earned(at_run(context, tiles, "4"), ("4", LINE)) == 20 + 30 + 30


@pytest.mark.rule("1894-RTE-07")
def test_trains_of_a_turn_share_no_side(context: Context) -> None:
    """Both leave Liège by the same side, over I16: one to Luxembourg, one round to Liège's other side."""
    game = at_run(context, LIEGE, "3", "3")
    refused(game, belge(("3", LINE), ("3", LINE[:2])), "route.shares_track")
    # I16 has track from side 3 to side 4 and from side 3 to side 2: other track, the same side.
    tiles = (*LIEGE, ("H15", "8", 3), ("G14", "57", 2))
    west = ("H17:s0-0", "I16:3-2", "H15:5-3", "G16:0-s1")
    game = at_run(context, (*tiles, ("G16", "1", 0)), "3", "3")
    assert faults(game, ("3", west)) == set()
    refused(game, belge(("3", LINE[2:]), ("3", west)), "route.shares_track")


@pytest.mark.rule("1894-RTE-08")
def test_a_closed_city_is_an_end(context: Context) -> None:
    tokens = (("Belge", "G18", 0), ("Nord", "D17", 0), ("AG", "D17", 0))
    line = ("G18:s0-2", "F17:5-3", "E18:0-2", "D17:5-s0", "D17:s0-3", "C18:0-s0")
    refused(at_run(context, NORTH, "3", tokens=tokens), belge(("3", line)), "route.runs_through_blocked")
    assert earned(at_run(context, NORTH, "3", tokens=tokens), ("3", line[:4])) == 20 + 30
    assert earned(at_run(context, NORTH, "3", tokens=tokens[:2]), ("3", line)) == 20 + 30 + 30


@pytest.mark.rule("1894-RTE-09")
def test_an_off_board_area_is_an_end(context: Context) -> None:
    """Arlon and Liège both have track to Luxembourg."""
    through = ("I16:s0-4", "I18:1-s0", "I18:s0-2", "H17:5-s0")
    tiles = (("H17", "57", 2),)
    assert faults(at_run(context, tiles, "4"), ("4", through)) == {"route.runs_through_offboard"}
    assert earned(at_run(context, tiles, "4"), ("4", through[2:])) == 20 + 20


@pytest.mark.rule("1894-RTE-10")
def test_a_train_comes_to_one_city_of_paris_only(context: Context) -> None:
    """Paris, Versailles, and round to the other city of Paris."""
    tiles = (("G6", "X1", 0), ("F3", "7", 4), ("F5", "9", 1), ("F7", "7", 0))
    tokens = (("Belge", "G6", 0),)
    west = ("G6:s0-1", "G4:4-s0")
    north = ("G4:s0-2", "F3:5-4", "F5:1-4", "F7:1-0", "G6:3-s1")
    refused(at_run(context, tiles, "3", tokens=tokens), belge(("3", (*west, *north))), "route.group_twice")
    assert earned(at_run(context, tiles, "3", tokens=tokens), ("3", west)) == 30 + 20
    other = at_run(context, tiles, "3", "3", tokens=(("Belge", "G6", 0), ("Belge", "G6", 1)))
    assert earned(other, ("3", west), ("3", north)) == 50 + 50, "two trains may come to one each"


@pytest.mark.rule("1894-RTE-14")
def test_luxembourg_weighs_off_board_areas_like_other_stops(context: Context) -> None:
    """The Netherlands are worth most of the route; the 100 for two exits weigh nothing."""
    tiles = (*LIEGE, *NORTH)
    line = ("C18:s0-0", "D17:3-s0", "D17:s0-5", "E18:2-0", "F17:3-5", "G18:2-s0", *LINE)
    assert earned(at_run(context, tiles, "6"), ("6", line)) == 40 + 30 + 30 + 20 + 40 + 100


@pytest.mark.rule("1894-RTE-19")
def test_two_towns_of_a_hex_are_two_stops(context: Context) -> None:
    """From one town of G16 over F17 and G18 to its other town, and on to Liège."""
    tiles = (("G16", "1", 0), ("F17", "7", 5), ("H15", "7", 3), ("H17", "14", 0))
    line = ("G16:s0-3", "F17:0-5", "G18:2-1", "G16:4-s1", "G16:s1-0", "H15:3-4", "H17:1-s0")
    refused(at_run(context, tiles, "2"), belge(("2", line)), "route.too_long")
    assert earned(at_run(context, tiles, "3"), ("3", line)) == 10 + 10 + 30
