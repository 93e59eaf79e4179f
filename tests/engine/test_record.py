"""Records of games: writing, reading, playing again."""

import json
from dataclasses import replace

import pytest
from open18xx.engine.game import Game, WrongTable
from open18xx.engine.record import (
    CHECK_EVERY,
    FORMAT,
    FORMAT_VERSION,
    Check,
    GameRecord,
    from_json,
    play_record,
    record_of,
    table_of,
    to_json,
    to_text,
)
from open18xx.errors import GameFileError

from tests.support.contexts import loaded
from tests.support.games import bot_game, bot_record


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """A whole game."""
    return bot_record("greedy", 3, 11)


@pytest.fixture(scope="module")
def opening() -> GameRecord:
    """The first sixty actions of a game."""
    return bot_record("greedy", 3, 11, 60)


def test_a_record_holds_what_was_decided_and_nothing_that_follows(record: GameRecord) -> None:
    game = bot_game("greedy", 3, 11)
    assert record.title == "1826"
    assert record.content_hash == game.title.content_hash
    assert record.players == game.state.names, "in the order in which they sit"
    assert record.seed == 11
    assert len(record.actions) == len(game.actions)
    assert record.result == game.result()
    assert [check.after for check in record.checks] == [
        *range(CHECK_EVERY, len(game.actions), CHECK_EVERY), len(game.actions),
    ]  # fmt: skip
    assert record.checks[-1].hash == game.hash()


def test_a_record_survives_json(record: GameRecord) -> None:
    assert from_json(to_json(record)) == record
    assert from_json(json.loads(to_text(record))) == record


def test_the_text_has_one_line_an_action(opening: GameRecord) -> None:
    lines = to_text(opening).splitlines()
    assert sum(line.startswith('    {"type":') for line in lines) == 60
    assert to_text(opening) == to_text(from_json(json.loads(to_text(opening))))


def test_a_game_without_actions_can_be_recorded() -> None:
    game = Game(loaded("1826"), ("Ann", "Ben"))
    record = record_of(game)
    assert record.actions == ()
    assert record.checks == (Check(0, game.hash()),)
    assert play_record(loaded("1826"), from_json(json.loads(to_text(record)))).passed == 1


def test_playing_a_record_gives_the_same_game(record: GameRecord) -> None:
    game = bot_game("greedy", 3, 11)
    replayed = play_record(loaded("1826"), record)
    assert (replayed.applied, replayed.mismatches, replayed.stop) == (len(game.actions), (), None)
    assert replayed.passed == len(record.checks) + 3, "all hashes, and the worth of three players"
    assert replayed.game.hash() == game.hash()
    assert replayed.game.seed == 11
    assert record_of(replayed.game, record.seats) == record


@pytest.mark.parametrize("until", [0, 1, 25, 59, 60, 1000])
def test_a_record_can_be_played_in_part(opening: GameRecord, until: int) -> None:
    replayed = play_record(loaded("1826"), opening, until)
    wanted = min(until, 60)
    assert (replayed.applied, replayed.stop, replayed.mismatches) == (wanted, None, ())
    assert replayed.game.actions == bot_game("greedy", 3, 11, 60).actions[:wanted]
    assert replayed.passed == sum(check.after <= wanted for check in opening.checks)


def test_a_wrong_hash_is_told_and_play_goes_on(opening: GameRecord) -> None:
    first, *others = opening.checks
    replayed = play_record(loaded("1826"), replace(opening, checks=(replace(first, hash="0" * 16), *others)))
    assert replayed.applied == 60
    (mismatch,) = replayed.mismatches
    assert (mismatch.after, mismatch.expected, mismatch.actual) == (CHECK_EVERY, "0" * 16, first.hash)
    assert replayed.passed == len(others)


def test_a_check_beyond_the_end_fails(opening: GameRecord) -> None:
    replayed = play_record(loaded("1826"), replace(opening, actions=opening.actions[:55]))
    assert [(m.after, m.what, m.actual) for m in replayed.mismatches] == [(60, "number of actions", 55)]


def test_a_wrong_result_fails_by_player(record: GameRecord) -> None:
    assert record.result is not None
    winner, *_ = record.result
    wrong = {**record.result, winner: 1}
    replayed = play_record(loaded("1826"), replace(record, result=wrong))
    assert [(m.what, m.expected, m.actual) for m in replayed.mismatches] == [
        (f"worth of {winner}", 1, record.result[winner])
    ]


def test_a_result_before_the_end_fails(opening: GameRecord) -> None:
    replayed = play_record(loaded("1826"), replace(opening, result={"Ann": 7}))
    assert [(m.what, m.expected, m.actual) for m in replayed.mismatches] == [("worth of Ann", 7, None)]


def test_an_illegal_action_stops_with_number_reason_and_rule(opening: GameRecord) -> None:
    actions = list(opening.actions)
    actions[9] = {"type": "sell_shares", "actor": actions[9]["actor"], "corporation": "PO", "shares": 1}
    replayed = play_record(loaded("1826"), replace(opening, actions=tuple(actions)))
    assert replayed.stop is not None
    assert replayed.stop.sequence == 10
    assert replayed.stop.illegal
    assert replayed.applied == 9
    assert replayed.game.hash() == _hash_after(9)


def _hash_after(count: int) -> str:
    return play_record(loaded("1826"), bot_record("greedy", 3, 11, 60), count).game.hash()


def test_a_refusal_cites_its_rule(opening: GameRecord) -> None:
    first = opening.actions[0]
    wrong = {"type": "bid", "actor": first["actor"], "private": "Alsatian", "amount": 221}
    replayed = play_record(loaded("1826"), replace(opening, actions=(wrong,)))
    assert replayed.stop is not None
    assert "Alsatian" in replayed.stop.message
    assert any(rule.startswith("1826-4.2") for rule in replayed.stop.rules)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({}, "unknown action type None"),
        ({"type": "fly"}, "unknown action type 'fly'"),
        ({"type": "buy_privat", "actor": "player-1", "private": "Bridge"}, "did you mean 'buy_private'?"),
        ({"type": "bid", "actor": "player-1", "private": "Mail"}, "field 'amount' is missing"),
        (
            {"type": "bid", "actor": "player-1", "private": "Mail", "amount": "45"},
            "should be a whole number, not a text",
        ),
        ({"type": "bid", "actor": "player-1", "private": "Mail", "amount": True}, "should be a whole number"),
        ({"type": "bid", "actor": "player-1", "private": "Mail", "amount": 45.0}, "should be a whole number"),
        ({"type": "bid", "actor": 1, "private": "Mail", "amount": 45}, "should be a text"),
        ({"type": "bid", "actor": "player-1", "private": "Mail", "amount": 45, "x": 1}, "unknown field 'x'"),
        ({"type": ["bid"], "actor": "player-1"}, "unknown action type"),
    ],
)
def test_what_is_no_action_is_told(opening: GameRecord, action: dict[str, object], message: str) -> None:
    replayed = play_record(loaded("1826"), replace(opening, actions=(*opening.actions[:5], action)))
    assert replayed.stop is not None
    assert replayed.stop.sequence == 6
    assert not replayed.stop.illegal
    assert message in replayed.stop.message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "chess"}, "the format is 'chess', not 'open18xx-game'"),
        ({"format": None}, "no open18xx-game file"),
        (
            {"format_version": FORMAT_VERSION + 1},
            "written by a newer Open18xx; this one reads up to version 1",
        ),
        ({"format_version": 0}, "format_version should be a number from 1 to 1, not 0"),
        ({"format_version": "1"}, "format_version should be a number"),
        ({"format_version": True}, "format_version should be a number"),
        ({"title": 1826}, "title should be a text, not 1826"),
        ({"players": "Ann"}, "players should be a list"),
        ({"players": ["Ann", 2]}, "players should be a list of texts; one entry is 2"),
        ({"players": ["Ann", "\ud800"]}, "players should be a list of texts"),
        ({"seed": 1.5}, "seed should be a whole number or null"),
        ({"seed": True}, "seed should be a whole number or null"),
        ({"options": {}}, "options should be a list"),
        ({"corrections": "no"}, "corrections should be true or false"),
        ({"actions": {}}, "actions should be a list"),
        ({"actions": [{}, 7]}, "action 2: an action should be an object, not 7"),
        ({"checks": [{"after": 25}]}, "check 1 should look like"),
        ({"checks": [{"after": -1, "hash": "x"}]}, "check 1 should look like"),
        ({"checks": [7]}, "check 1 should look like"),
        ({"result": []}, "result should give each player's worth"),
        ({"result": {"Ann": "7"}}, "result should give each player's worth"),
        ({"playerz": []}, "unknown key 'playerz'; did you mean 'players'?"),
    ],
)
def test_a_malformed_document_is_told(opening: GameRecord, change: dict[str, object], message: str) -> None:
    with pytest.raises(GameFileError) as error:
        from_json({**to_json(opening), **change})
    assert message in str(error.value)


@pytest.mark.parametrize("key", ["title", "players", "actions"])
def test_a_missing_key_is_told(opening: GameRecord, key: str) -> None:
    document = to_json(opening)
    del document[key]
    with pytest.raises(GameFileError, match=f"the key '{key}' is missing"):
        from_json(document)


def test_what_is_not_needed_may_be_missing(opening: GameRecord) -> None:
    document = {
        "format": FORMAT, "format_version": 1, "title": "1826", "players": list(opening.players),
        "actions": [dict(action) for action in opening.actions],
    }  # fmt: skip
    replayed = play_record(loaded("1826"), from_json(document))
    assert (replayed.applied, replayed.passed, replayed.stop) == (60, 0, None)


@pytest.mark.parametrize("players", [(), ("Ann",), tuple("ABCDEFG"), ("Ann", "Ann"), ("Ann", " ")])
def test_a_table_that_the_title_does_not_allow_is_refused(
    opening: GameRecord, players: tuple[str, ...]
) -> None:
    with pytest.raises(WrongTable):
        table_of(loaded("1826"), replace(opening, players=players))


def test_a_fault_of_a_hook_does_not_lose_the_game(
    opening: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = Game.apply

    def broken(self: Game, action: object) -> object:
        if len(self.actions) == 40:
            raise KeyError("nobody expects this")
        return apply(self, action)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "apply", broken)
    replayed = play_record(loaded("1826"), opening)
    assert replayed.stop is not None
    assert (replayed.applied, replayed.stop.sequence) == (40, 41)
    assert "the engine cannot play this action: KeyError" in replayed.stop.message
