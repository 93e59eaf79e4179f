"""Replaying game files of our own format: what the report says."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from open18xx.engine.record import GameRecord, to_text
from open18xx.errors import GameFileError, Open18xxError
from open18xx.interop.files import write_game
from open18xx.interop.replay import replay_file, replay_record

from tests.support.contexts import loaded
from tests.support.games import bot_record


@pytest.fixture(scope="module")
def whole() -> GameRecord:
    return bot_record("greedy", 3, 11)


@pytest.fixture(scope="module")
def opening() -> GameRecord:
    return bot_record("greedy", 3, 11, 60)


def test_a_whole_game_is_confirmed(whole: GameRecord, tmp_path: Path) -> None:
    write_game(tmp_path / "game.json", whole)
    report = replay_file(tmp_path / "game.json")
    assert report.good
    assert report.status == "finished"
    assert report.title == "1826"
    assert report.format == "open18xx-game"
    assert report.actions_applied == report.actions_total == len(whole.actions)
    assert report.result == report.expected == whole.result
    assert (report.checks_failed, report.failures, report.readings) == (0, (), ())
    assert report.checks_passed == len(whole.checks) + 3


def test_the_document_has_the_promised_form(whole: GameRecord) -> None:
    document = replay_record(whole, context_for=lambda _: loaded("1826")).as_json()
    assert set(document) == {
        "title", "format", "status", "actions_applied", "actions_total", "result", "expected", "checks",
        "error", "readings",
    }  # fmt: skip
    assert json.loads(json.dumps(document)) == document
    assert document["checks"] == {"passed": len(whole.checks) + 3, "failed": 0, "failures": []}
    assert document["error"] is None
    assert list(document["result"]) == list(whole.result or {}), "the winner first"  # type: ignore[call-overload]


def test_an_unfinished_game_is_good(opening: GameRecord) -> None:
    report = replay_record(opening, context_for=lambda _: loaded("1826"))
    assert (report.good, report.status, report.result, report.expected) == (True, "unfinished", {}, None)


def test_stopping_early_is_good(whole: GameRecord) -> None:
    report = replay_record(whole, until=100, context_for=lambda _: loaded("1826"))
    assert (report.good, report.status, report.actions_applied) == (True, "stopped", 100)
    assert report.actions_total == len(whole.actions)
    assert report.checks_passed == 4


def test_failures_name_place_and_values(opening: GameRecord) -> None:
    wrong = replace(opening, checks=(replace(opening.checks[0], hash="f" * 16), *opening.checks[1:]))
    report = replay_record(wrong, context_for=lambda _: loaded("1826"))
    assert not report.good
    assert (report.status, report.checks_failed) == ("unfinished", 1)
    assert report.as_json()["checks"]["failures"] == [  # type: ignore[index]
        {"seq": 25, "what": "hash of the state", "expected": "f" * 16, "actual": opening.checks[0].hash}
    ]


def test_a_refusal_gives_number_reason_and_rule(opening: GameRecord) -> None:
    bad = {
        "type": "start_corporation",
        "actor": opening.actions[19]["actor"],
        "corporation": "PO",
        "price": 99,
    }
    actions = (*opening.actions[:19], bad, *opening.actions[20:])
    report = replay_record(replace(opening, actions=actions), context_for=lambda _: loaded("1826"))
    assert not report.good
    assert (report.status, report.actions_applied) == ("refused", 19)
    assert report.error is not None
    assert report.error.seq == 20
    assert "F99 is no start price" in report.error.message
    assert report.error.rule is not None
    assert report.error.rule.startswith("1826-")
    assert report.game is not None
    assert len(report.game.actions) == 19


def test_damage_beyond_the_wanted_part_does_not_matter(opening: GameRecord, tmp_path: Path) -> None:
    text = to_text(opening)
    path = tmp_path / "cut.json"
    path.write_text(text[: text.index('"checks"') - 60], encoding="utf-8")
    assert replay_file(path).status == "damaged"
    assert replay_file(path, until=30).good
    assert replay_file(path, until=30).status == "stopped"
    assert not replay_file(path, until=60).good


def test_another_content_hash_is_a_note(opening: GameRecord) -> None:
    other = replace(opening, content_hash="0" * 64, title_version="0.9.0")
    report = replay_record(other, context_for=lambda _: loaded("1826"))
    assert report.good
    (note,) = report.readings
    assert "that was version 0.9.0 (000000000000)" in note


def test_another_title_may_be_used_instead(opening: GameRecord, tmp_path: Path) -> None:
    write_game(tmp_path / "game.json", replace(opening, title="house-rules", content_hash=""))
    with pytest.raises(Open18xxError, match="the file is of the title house-rules: there is no title pack"):
        replay_file(tmp_path / "game.json")
    report = replay_file(tmp_path / "game.json", title="1826")
    assert report.good
    assert report.readings == ("played with the title 1826; the file is of house-rules",)


@pytest.mark.parametrize("title", ["../packs/mine", "/tmp", "a b", "", "."])
def test_a_file_cannot_name_a_folder(opening: GameRecord, tmp_path: Path, title: str) -> None:
    """Loading a pack runs its code: only a person may point to one."""
    write_game(tmp_path / "game.json", replace(opening, title=title))
    with pytest.raises(Open18xxError, match="which is no id of a title; give its pack"):
        replay_file(tmp_path / "game.json")


def test_options_of_the_file_are_used(opening: GameRecord) -> None:
    with pytest.raises(Open18xxError, match="has no option 'nonsense'"):
        replay_record(replace(opening, options=("nonsense",)))
    option = "national_treasury_not_exchanged"
    context = loaded("1826", option)
    report = replay_record(replace(opening, options=(option,), checks=()), context_for=lambda _: context)
    assert report.good


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"format": "chess"}', "the format 'chess' is unknown; known are 'open18xx-game'"),
        ('{"players": []}', "the file does not say what it is: there is no 'format'"),
        ('{"format": 7}', "the format 7 is unknown"),
        (
            '{"format": "18xx-states/1", "game": "9.json"}',
            "these are the states of a game (9.json); replay the game",
        ),
        ('{"form', "the file breaks off"),
    ],
)
def test_files_of_other_kinds_are_told(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(GameFileError) as error:
        replay_file(path)
    assert message in str(error.value)
    assert str(path) in str(error.value)
