"""The form of game files of 18xx.games: which moves count, and what is said about files that are wrong."""

from __future__ import annotations

from typing import Any

import pytest
from open18xx.errors import GameFileError
from open18xx.interop.games18xx_file import is_recording, read_recording

from tests.interop.games18xx import Entry, by, game_file, undo


def counted(*moves: Entry) -> list[str]:
    """Ids of the moves that count, automatic ones as carrier.number."""
    read = read_recording(game_file("1889", 3, moves))
    return [f"{move.id}.{move.auto}" if move.auto else str(move.id) for move in read.moves]


STEP = by(1, "pass")


def test_moves_count_in_order() -> None:
    assert counted(STEP, STEP) == ["1", "2"]


def test_undo_takes_one_move_back() -> None:
    assert counted(STEP, STEP, undo()) == ["1"]


def test_undo_after_undo_takes_the_next_one_back() -> None:
    assert counted(STEP, STEP, undo(), undo()) == []


def test_undo_of_nothing_is_nothing() -> None:
    assert counted(undo(), STEP) == ["2"]


def test_undo_to_a_move_keeps_it() -> None:
    assert counted(STEP, STEP, STEP, undo(1)) == ["1"]


def test_undo_to_the_start_keeps_nothing() -> None:
    assert counted(STEP, STEP, undo(0)) == []


def test_undo_names_a_move_by_its_id_though_it_is_dead() -> None:
    assert counted(STEP, STEP, undo(), STEP, undo(2)) == ["1"]


def test_redo_brings_the_last_group_back() -> None:
    assert counted(STEP, STEP, STEP, undo(1), by(1, "redo")) == ["1", "2", "3"]


def test_redo_after_two_undos_brings_back_one_group_each() -> None:
    moves = (STEP, STEP, undo(), undo(), by(1, "redo"))
    assert counted(*moves) == ["1"]
    assert counted(*moves, by(1, "redo")) == ["1", "2"]


def test_a_new_move_ends_redoing() -> None:
    read = read_recording(game_file("1889", 3, [STEP, undo(), STEP, by(1, "redo"), STEP]))
    assert [move.id for move in read.moves] == [3]
    assert read.broken is not None and "nothing has been undone" in read.broken.message


def test_messages_do_not_end_redoing() -> None:
    assert counted(STEP, undo(), by(1, "message"), by(1, "redo")) == ["1"]


def test_programs_and_notes_are_undone_as_moves_are() -> None:
    assert counted(STEP, by(1, "program_share_pass"), undo()) == ["1"]
    assert counted(STEP, by(1, "log"), undo()) == ["1"]


def test_automatic_moves_follow_their_carrier_and_share_its_fate() -> None:
    carrier = by(1, "program_share_pass", auto_actions=[by(2, "pass"), by(3, "pass")])
    assert counted(carrier, STEP) == ["1", "1.1", "1.2", "2"]
    assert counted(STEP, carrier, undo()) == ["1"]


def test_programs_change_nothing() -> None:
    read = read_recording(game_file("1889", 3, [by(1, "program_share_pass"), by(1, "log"), STEP]))
    assert [move.silent for move in read.moves] == [True, True, False]


def test_the_seed_falls_back_on_the_first_digits_of_the_id() -> None:
    assert read_recording(game_file("1889", 3, [], settings={}, id="hs_ab12cd_345")).seed == 12
    assert read_recording(game_file("1889", 3, [], settings={}, id=314)).seed == 314
    assert read_recording(game_file("1889", 3, [], settings={}, id="none")).seed == 0


def test_the_result_is_told_by_name() -> None:
    read = read_recording(game_file("1889", 3, [], result={"2": 30, "1": 10, "3": 20}))
    assert read.result == {"Player 2": 30, "Player 3": 20, "Player 1": 10}
    assert list(read.result) == ["Player 2", "Player 3", "Player 1"]


def test_a_game_that_goes_on_has_no_result() -> None:
    assert read_recording(game_file("1889", 3, [], result={})).result is None


def test_what_looks_like_such_a_file() -> None:
    assert is_recording(game_file("1889", 3, []))
    assert not is_recording({"format": "open18xx-game", **game_file("1889", 3, [])})
    assert not is_recording({"title": "1889"})


BAD: list[tuple[dict[str, Any], str, int | None]] = [
    ({"title": 7}, "does not name its title", None),
    ({"title": ""}, "does not name its title", None),
    ({"players": []}, "list of players", None),
    ({"players": [3]}, "an id and a name", None),
    ({"players": [{"id": 1, "name": "A"}, {"id": 1, "name": "B"}]}, "same id or name", None),
    ({"settings": []}, "'settings'", None),
    ({"settings": {"optional_rules": "x"}}, "'optional_rules'", None),
    ({"result": [1]}, "'result'", None),
    ({"result": {"9": 3}}, "no worth of a player", None),
    ({"result": {"1": "much"}}, "no worth of a player", None),
]


@pytest.mark.parametrize(("change", "message", "number"), BAD, ids=lambda value: str(value)[:40])
def test_a_bad_file_gets_one_clear_message(change: dict[str, Any], message: str, number: int | None) -> None:
    with pytest.raises(GameFileError, match=message) as caught:
        read_recording({**game_file("1889", 3, []), **change})
    assert caught.value.sequence == number


BROKEN: list[tuple[dict[str, Any], str, int | None]] = [
    ({"actions": [3]}, "should be an object", 1),
    ({"actions": [{"id": 1, "type": "pass", "entity": 1}, "x"]}, "should be an object", 2),
    ({"actions": [{"id": "1", "type": "pass", "entity": 1}]}, "the id of a move", 1),
    ({"actions": [{"id": 5, "entity": 1}]}, "does not say its type", 5),
    ({"actions": [{"id": 5, "type": "pass", "entity": [1]}]}, "'entity'", 5),
    ({"actions": [{"id": 5, "type": "pass", "entity": 1, "auto_actions": 3}]}, "'auto_actions'", 5),
    ({"actions": [{"id": 5, "type": "pass", "entity": 1, "auto_actions": [3]}]}, "automatic move", 5),
    ({"actions": [{"id": 5, "type": "undo", "entity": 1, "action_id": "x"}]}, "'action_id'", 5),
]


@pytest.mark.parametrize(("change", "message", "number"), BROKEN, ids=lambda value: str(value)[:40])
def test_a_bad_entry_gets_one_clear_message(change: dict[str, Any], message: str, number: int | None) -> None:
    read = read_recording({**game_file("1889", 3, []), **change})
    assert read.broken is not None
    assert message in read.broken.message
    assert read.broken.sequence == number


def test_the_moves_before_a_bad_entry_are_read() -> None:
    data = game_file("1889", 3, [STEP, STEP])
    data["actions"] = [*data["actions"], "x"]  # type: ignore[misc]
    read = read_recording(data)
    assert [move.id for move in read.moves] == [1, 2]
    assert read.broken is not None and read.broken.sequence == 3
