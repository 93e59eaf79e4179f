"""Both recorded 1826 games, looked at through the track module alone: lays, tokens, routes."""

from __future__ import annotations

import pytest
from open18xx.track.graph import TrackGraph
from open18xx.track.lays import Lay, LayLimits, candidate_lays, check_lay, lay_cost
from open18xx.track.network import connected, token_targets
from open18xx.track.routes.search import search
from open18xx.track.routes.verify import verify

from tests.track.recorded import GAMES, board, game_events, game_readings, play_map

COLOURS = ("yellow", "green", "brown", "gray")
#: Tiles that players laid by agreement outside the rules: (game, event).
FORCED = {("J42", 367)}
#: The destination that was declared without a legal route: (game, event).
NOT_CONNECTED = ("J42", 348)


@pytest.mark.rule("1826-4.10-01", "1826-4.10-04", "1826-4.10-05", "1826-4.10-06", "1826-4.10-13")
@pytest.mark.rule("1826-4.10-16", "1826-4.10-19")
@pytest.mark.parametrize("game", GAMES)
def test_every_recorded_lay_is_legal_and_listed(game: str) -> None:
    """All tile lays of real games pass the check, cost what was paid, and stand in the list."""
    forced, lays = set(), 0
    for event, state in play_map(game):
        if event["type"] != "lay_tile":
            continue
        lays += 1
        corporation = event["corporation"]
        lay = Lay(event["hex"], event["tile"], event["rotation"])
        limits = LayLimits(frozenset(COLOURS), state.supply)  # type: ignore[arg-type]
        blocked = state.blocked(corporation)
        if not event.get("private"):
            assert lay_cost(board(), state.placements, lay).total == event["cost"], event["seq"]
        problems = check_lay(state.graph, lay, limits, state.own(corporation), blocked)
        if problems:
            forced.add((game, event["seq"]))
            continue
        listed = candidate_lays(state.graph, limits, state.own(corporation), blocked)
        assert lay in listed
        assert all(
            not check_lay(state.graph, other, limits, state.own(corporation), blocked) for other in listed
        )
    assert forced == {key for key in FORCED if key[0] == game}
    assert lays > 80


@pytest.mark.rule("1826-4.10-06")
def test_a_lay_beside_the_network_is_refused_with_its_reason() -> None:
    """The tile of the recorded correction misses the token that would be its only connection."""
    for event, state in play_map("J42"):
        if event["seq"] == 367:
            lay = Lay(event["hex"], event["tile"], event["rotation"])
            limits = LayLimits(frozenset(COLOURS), state.supply)  # type: ignore[arg-type]
            corporation = event["corporation"]
            found = check_lay(state.graph, lay, limits, state.own(corporation), state.blocked(corporation))
            assert [problem.code for problem in found] == ["track.not_on_route"]
            assert lay.hex in found[0].message
            return
    raise AssertionError("the game has no such event")


@pytest.mark.rule("1826-4.11-03", "1826-4.11-05", "1826-4.11-06", "1826-4.7.3-02")
@pytest.mark.parametrize("game", GAMES)
def test_every_recorded_token_is_in_reach_at_the_recorded_distance(game: str) -> None:
    """Token prices of real games are F20 for each hex of the shortest legal route."""
    tokens = 0
    for event, state in play_map(game):
        if event["type"] != "place_token":
            continue
        tokens += 1
        corporation = event["corporation"]
        targets = token_targets(state.graph, state.own(corporation), state.blocked(corporation))
        assert targets.get((event["hex"], event["city"])) == event["distance"], event["seq"]
        assert event["cost"] == 20 * event["distance"]
    assert tokens > 10


@pytest.mark.rule("1826-4.5-11", "1826-4.7.4-09")
def test_no_train_turns_at_a_junction_on_the_way_to_a_destination() -> None:
    """Both tracks run to Amiens, but none leads on from one to the other.

    From event 454 on a train could turn round in a loop behind Amiens, but it would pass Amiens and
    the side before it twice; a legal route comes with the tile of event 554.
    """
    joined = [event["seq"] for event, state in play_map("J42") if connected(state.graph, ("G9", 2), "E5")]
    assert NOT_CONNECTED[1] < joined[0] == 555


@pytest.mark.rule("1826-4.7.4-02", "1826-4.7.4-14", "1826-4.7.4-16", "1826-4.7.4-17", "1826-4.12-04")
@pytest.mark.rule("1826-4.12-06", "1826-4.12-11", "1826-4.13-03", "1826-4.13-05")
@pytest.mark.parametrize("game", GAMES)
def test_every_recorded_run_has_the_known_maximum(game: str) -> None:
    """The proven optimum of every operating turn equals that of an independent search."""
    turns = 0
    for event, state in play_map(game):
        if event["type"] != "run_trains":
            continue
        turns += 1
        corporation = event["corporation"]
        trains = state.trains(event["trains"])
        arguments = (state.graph, state.own(corporation), state.blocked(corporation), trains)
        values = state.values(corporation)
        result = search(*arguments, values)
        assert (result.value, result.proven) == (event["derived_maximum"], True), event["seq"]
        assert verify(*arguments, values, result.routes) == ()
    assert turns > 100


@pytest.mark.rule("1826-4.7.4-02")
@pytest.mark.parametrize("game", GAMES)
def test_recorded_earnings_differ_from_the_optimum_only_where_the_recording_says_so(game: str) -> None:
    """What the players entered is the optimum, but for the places that the transcript names."""
    noted = {
        (reading["seq"], reading["code"])
        for reading in game_readings(game)
        if reading["code"] in ("earnings-above-maximum", "earnings-below-maximum")
    }
    found = set()
    for event, state in play_map(game):
        if event["type"] != "run_trains":
            continue
        corporation = event["corporation"]
        best = search(
            state.graph,
            state.own(corporation),
            state.blocked(corporation),
            state.trains(event["trains"]),
            state.values(corporation),
        ).value
        if event["revenue"] != best:
            side = "above" if event["revenue"] > best else "below"
            found.add((event["seq"], f"earnings-{side}-maximum"))
    assert found == noted


def test_a_graph_made_step_by_step_equals_one_made_at_once() -> None:
    """Tiles laid one after the other, and undone, give the same track as all at once."""
    states = [dict(state.placements) for event, state in play_map("S43") if event["type"] == "lay_tile"]
    step = TrackGraph(board(), {})
    for placements in [*states, *reversed(states)]:
        step = step.with_tiles(placements)
        fresh = TrackGraph(board(), placements)
        assert step.tiles == fresh.tiles
        assert step.visit == fresh.visit
    assert len(game_events("S43")) > 1000
