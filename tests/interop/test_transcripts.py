"""Replaying recorded games in transcript form."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open18xx.actions.kinds import Correct, Respond, RunRoutes
from open18xx.bots.player import RandomBot
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.interop.replay_report import ReplayReport
from open18xx.interop.transcript import replay_transcript
from open18xx.rules.running import best_routes, runs_of

from tests.interop.transcript_writer import TranscriptWriter
from tests.interop.transcripts import transcript
from tests.support.contexts import loaded

SHARED = Path(__file__).resolve().parents[3] / "shared" / "games" / "1826"
GAMES = ("S43", "J42")


def context_for(options: Sequence[str]) -> Context:
    return loaded("1826", *options)


def replay(data: dict[str, Any], until: int | None = None) -> ReplayReport:
    return replay_transcript(data, context_for=context_for, until=until)


def recorded(game: str) -> dict[str, Any]:
    """A recorded game; the test is skipped where the recordings do not lie beside the repository."""
    path = SHARED / f"{game}.json"
    if not path.exists():
        pytest.skip(f"{game}.json is not there: the recorded games lie beside the repository")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def event_of(data: dict[str, Any], kind: str, **facts: object) -> dict[str, Any]:
    """First event of a type with these facts."""
    found: dict[str, Any] = next(
        e for e in data["events"] if e["type"] == kind and all(e.get(k) == v for k, v in facts.items())
    )
    return found


# -- recorded games ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_recorded_game_replays_with_every_figure_confirmed(game: str) -> None:
    data = recorded(game)
    report = replay(data)
    assert report.error is None
    assert report.failures == ()
    assert report.status == "finished"
    assert report.actions_applied == report.actions_total
    assert report.result == report.expected == data["final"]["net_worth_by_rules"]
    assert list(report.result.values()) == sorted(report.result.values(), reverse=True)
    assert report.checks_passed > 2500


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_of_a_recorded_game_is_told(game: str) -> None:
    data = recorded(game)
    report = replay(data)
    assert report.game is not None
    told = {note.partition(":")[0] for note in report.readings}
    by_option = {
        code
        for option in report.game.title.options.values()
        if option.id in report.game.title.active_options
        for code in option.readings
    }
    for reading in data["readings"]:
        assert str(reading["seq"]) in told or reading["code"] in by_option, reading


@pytest.mark.parametrize("game", GAMES)
def test_corrections_are_marked_and_only_where_the_file_has_readings(game: str) -> None:
    data = recorded(game)
    report = replay(data)
    assert report.game is not None
    corrections = [action for action in report.game.actions if isinstance(action, Correct)]
    allowed = [
        r
        for r in data["readings"]
        if r["effect"] in ("use_recorded", "refused") and r["code"] != "sncf-treasury"
    ]
    assert 0 < len(corrections) <= len(allowed)
    assert all(action.reason for action in corrections)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("field", ["players", "bank"])
def test_wrong_checkpoint_is_noticed(game: str, field: str) -> None:
    data = recorded(game)
    checkpoint = [e for e in data["events"] if e["type"] == "cash_checkpoint"][9]
    if field == "bank":
        checkpoint["bank"] += 1
    else:
        checkpoint["players"]["Player 2"] += 1
    report = replay(data)
    assert [(f.seq, f.expected - 1 == f.actual) for f in report.failures] == [(checkpoint["seq"], True)]  # type: ignore[operator]


# -- a small transcript without the recordings ----------------------------------------------------


def test_small_transcript_replays() -> None:
    report = replay(transcript())
    assert report.error is None
    assert report.failures == ()
    assert report.status == "unfinished"
    assert report.actions_applied == report.actions_total
    codes = [note.split(": ")[1] for note in report.readings]
    assert codes == ["out-of-turn", "unconnected", "early", "earnings-above-maximum"]


def test_deferred_power_is_used_in_its_own_step() -> None:
    report = replay(transcript())
    assert report.game is not None
    kinds = [action.kind for action in report.game.actions]
    used = kinds.index("use_power")
    assert kinds[used : used + 3] == ["use_power", "respond", "buy_train"]
    assert report.game.state.markers[0].corporation == "GC"


def test_forced_lay_uses_up_the_turn() -> None:
    report = replay(transcript())
    assert report.game is not None
    forced = [
        action for action in report.game.actions if isinstance(action, Correct) and action.what == "action"
    ]
    assert [action.reason for action in forced] == ["note on unconnected"]
    assert report.game.state.tiles["G11"].tile == "9"


def test_until_stops_the_replay() -> None:
    report = replay(transcript(), until=7)
    assert report.status == "stopped"
    assert report.actions_applied == 7
    assert report.error is None


WITHOUT: list[tuple[str, Callable[[dict[str, Any]], None], str, str]] = [
    (
        "recorded revenue without a reading",
        lambda d: d["readings"].pop(-2),
        "revenue of Alsace",
        "run_trains",
    ),
    (
        "wrong price",
        lambda d: event_of(d, "price", corporation="GC")["after"].update(price=65, col=1),
        "space after dividend",
        "price",
    ),
    ("wrong dividend", lambda d: d["events"][-1].update(distributed=70), "dividend: distributed", "dividend"),
    (
        "wrong payout",
        lambda d: d["events"][-1]["payouts"][0].update(amount=35),
        "paid to Player 3",
        "dividend",
    ),
    (
        "wrong order",
        lambda d: event_of(d, "operates", corporation="Paris").update(corporation="GC"),
        "corporation to operate",
        "operates",
    ),
    (
        "wrong tile cost",
        lambda d: event_of(d, "lay_tile", hex="F8").update(cost=0),
        "lay_tile: cost",
        "lay_tile",
    ),
    (
        "wrong capital",
        lambda d: event_of(d, "floats", corporation="GC").update(amount=230),
        "capital",
        "floats",
    ),
    (
        "wrong income",
        lambda d: event_of(d, "private_income", private="Mail").update(amount=15),
        "revenue",
        "private_income",
    ),
    (
        "a closing that does not happen",
        lambda d: event_of(d, "private_closes", private="Parisian").update(private="Belgian"),
        "private_closes",
        "private_closes",
    ),
]


@pytest.mark.parametrize(("change", "what", "kind"), [w[1:] for w in WITHOUT], ids=[w[0] for w in WITHOUT])
def test_differences_are_reported(change: Callable[[dict[str, Any]], None], what: str, kind: str) -> None:
    data = transcript()
    change(data)
    report = replay(data)
    assert what in [failure.what for failure in report.failures]
    by_seq = {event["seq"]: event["type"] for event in data["events"]}
    assert kind in [by_seq.get(failure.seq) for failure in report.failures]
    assert not report.good


def test_what_the_file_leaves_out_is_reported() -> None:
    data = transcript()
    data["events"].remove(event_of(data, "private_closes", private="Parisian"))
    report = replay(data)
    assert any("private_closed" in failure.what for failure in report.failures)


REFUSED: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    ("unknown hex", lambda d: event_of(d, "lay_tile", hex="F8").update(hex="Z99"), "Z99"),
    ("unconnected lay", lambda d: event_of(d, "lay_tile", hex="H18").update(hex="I17"), "no route"),
    (
        "train that is not offered",
        lambda d: event_of(d, "buy_train", corporation="GC").update(train="4H"),
        "4H",
    ),
    ("too many shares", lambda d: event_of(d, "buy_shares", corporation="GC").update(count=2), "certificate"),
    ("wrong player", lambda d: event_of(d, "start_corporation").update(player="Player 2"), "turn of"),
]


@pytest.mark.parametrize(("change", "words"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_illegal_action_ends_the_replay_with_its_number(
    change: Callable[[dict[str, Any]], None], words: str
) -> None:
    data = transcript()
    before = copy.deepcopy(data)
    change(data)
    changed = next(e["seq"] for e, old in zip(data["events"], before["events"], strict=True) if e != old)
    report = replay(data)
    assert report.status == "refused"
    assert report.error is not None
    assert report.error.seq == changed
    assert words in report.error.message
    assert report.error.rule or words == "Z99"
    assert report.game is not None
    assert report.actions_applied == sum(1 for e in data["events"][: changed - 1] if e["kind"] == "action")


DAMAGED: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("newer version", lambda d: d.update(format_version=2), "version"),
    ("no players", lambda d: d.pop("players"), "players"),
    ("too many players", lambda d: d.update(players=[f"P{n}" for n in range(9)]), "2 to 6 players"),
    ("no events", lambda d: d.pop("events"), "events"),
    ("event without number", lambda d: d["events"][5].pop("seq"), "seq"),
    ("events out of order", lambda d: d["events"][5].update(seq=2), "comes after"),
    ("unknown kind of event", lambda d: d["events"][5].update(kind="rumour"), "kind"),
    ("unknown effect", lambda d: d["readings"][0].update(effect="forget"), "effect"),
    ("unknown action type", lambda d: d["events"][4].update(type="buy_moon"), "buy_moon"),
    ("missing field", lambda d: d["events"][4].pop("private"), "private"),
    ("fractional amount", lambda d: event_of(d, "buy_train", corporation="GC").update(price=1.5), "price"),
    ("unknown corporation", lambda d: event_of(d, "lay_tile", hex="F8").update(corporation="XX"), "XX"),
]


@pytest.mark.parametrize(("change", "words"), [d[1:] for d in DAMAGED], ids=[d[0] for d in DAMAGED])
def test_damaged_file_gives_one_clear_error(change: Callable[[dict[str, Any]], object], words: str) -> None:
    data = transcript()
    change(data)
    report = replay(data)
    assert report.error is not None
    assert words in report.error.message
    assert "Traceback" not in report.error.message


@settings(max_examples=60)
@given(st.data())
def test_no_damage_makes_the_replay_crash(data: st.DataObject) -> None:
    """Any value of any event replaced by rubbish: an error or a failed check, never an exception."""
    file = transcript()
    event = data.draw(st.sampled_from(file["events"]))
    key = data.draw(st.sampled_from(sorted(event)))
    event[key] = data.draw(
        st.one_of(
            st.none(), st.integers(-5, 5), st.text(max_size=3), st.lists(st.none(), max_size=1), st.just({})
        )
    )
    report = replay(file)
    assert report.actions_applied <= report.actions_total or report.error is not None


# -- games of bots -----------------------------------------------------------------------------


@cache
def whole_game(seed: int, players: int) -> Game:
    """A random game in which everybody agrees to everything and trains run as well as they can."""
    names = [f"P{n}" for n in range(1, players + 1)]
    game, bot = Game(loaded("1826"), names, seed=seed, corrections=True), RandomBot(seed)
    while not game.is_over:
        action = bot.decide(game)
        if isinstance(action, RunRoutes):
            runs = runs_of(best_routes(game.view, action.corporation))
            action = RunRoutes(action.actor, action.corporation, runs)
        elif isinstance(action, Respond):
            action = Respond(action.actor, True)
        game.apply(action)
    return game


@pytest.mark.parametrize(
    ("seed", "players", "sales_first"),
    [(3, 3, False), (5, 2, False), (50, 4, False), (50, 4, True)],
    ids=["3", "2", "a forced sale", "a forced sale told before its purchase"],
)
def test_what_bots_play_comes_back_from_a_transcript(seed: int, players: int, sales_first: bool) -> None:
    """The passes and agreements that a transcript leaves out are found again; all it tells is as it was."""
    game = whole_game(seed, players)
    report = replay(TranscriptWriter(game, sales_first=sales_first).document())
    assert report.error is None
    assert [failure for failure in report.failures if "does not tell" not in failure.what] == []
    assert report.checks_passed > 1000
    assert report.game is not None
    assert report.game.is_over
    assert report.game.hash() == game.hash()
