"""Recorded games of 18xx.games: every move is played, every position agrees, the results are equal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interop.games18xx import SHARED, recorded, replayed

TITLES = ("1889", "18Chesapeake", "1830")
GAMES = [path for title in TITLES for path in recorded(title)]


def test_there_are_recorded_games() -> None:
    if not SHARED.is_dir():
        pytest.skip(f"no recorded games in {SHARED}")
    assert GAMES


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_replays_with_equal_positions(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    states = json.loads(path.with_suffix(".states.json").read_text(encoding="utf-8"))
    report = replayed(data, states=states)
    assert report.error is None, report.error
    assert report.failures == ()
    assert report.checks_passed > report.actions_total
    assert report.actions_applied == report.actions_total
    assert report.status == "finished"
    assert report.result == report.expected


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_is_passed_over_but_what_old_files_leave_out(path: Path) -> None:
    report = replayed(json.loads(path.read_text(encoding="utf-8")))
    assert all("full of others' tokens" in note for note in report.readings), report.readings


@pytest.mark.parametrize("title", TITLES)
def test_the_recorded_moves_are_those_of_the_list(title: str) -> None:
    if not SHARED.is_dir():
        pytest.skip(f"no recorded games in {SHARED}")
    listed = json.loads((SHARED / "MANIFEST.json").read_text(encoding="utf-8"))["games"]
    for entry in listed:
        if entry["title"] != title:
            continue
        data = json.loads((SHARED / entry["file"]).read_text(encoding="utf-8"))
        report = replayed(data, until=0)
        moves = entry["effective_actions"] + entry.get("effective_auto_actions", 0)
        assert report.actions_total == moves, entry["file"]
