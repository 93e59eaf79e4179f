"""Reading game files, damaged ones too; writing them whole or not at all."""

import json
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from open18xx.engine.record import GameRecord, to_text
from open18xx.errors import GameFileError
from open18xx.interop import files
from open18xx.interop.files import (
    CannotWrite,
    read_document,
    read_game,
    why_not_replace,
    write_atomically,
    write_game,
)

from tests.support.games import bot_record


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return bot_record("greedy", 3, 11, 60)


@pytest.fixture
def path(record: GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    write_game(path, record)
    return path


def line_of(text: str, action: int) -> int:
    """Number of the line with an action, from 1."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines, start=1) if line.startswith('    {"type":')]
    return starts[action - 1]


def test_what_is_written_is_read(path: Path, record: GameRecord) -> None:
    assert read_game(path) == (record, None)


def test_a_file_may_begin_with_a_byte_order_mark(path: Path, record: GameRecord) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_game(path) == (record, None)


# -- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [1, 2, 31, 60])
def test_a_file_cut_off_within_an_action_gives_all_before_it(
    path: Path, record: GameRecord, action: int
) -> None:
    text = path.read_text(encoding="utf-8")
    number = line_of(text, action)
    lines = text.splitlines(keepends=True)
    path.write_text("".join(lines[: number - 1]) + lines[number - 1][:20], encoding="utf-8")
    found, damage = read_game(path)
    assert found.actions == record.actions[: action - 1]
    assert found.players == record.players
    assert damage is not None
    assert damage.sequence == action
    assert damage.message.startswith(f"line {number}, column ")
    assert f"the file breaks off in action {action}" in damage.message
    rest = f"the {action - 1} before it are whole" if action > 1 else "nothing comes before it"
    assert rest in damage.message


def test_every_place_to_cut_is_told_or_harmless(record: GameRecord, tmp_path: Path) -> None:
    """Wherever a file ends, the actions before are there, and the damage names the next one."""
    short = replace(record, actions=record.actions[:3], checks=())
    text = to_text(short)
    path = tmp_path / "cut.json"
    begin = text.index('"actions"')
    for end in range(len(text)):
        path.write_text(text[:end], encoding="utf-8")
        try:
            found, damage = read_game(path)
        except GameFileError as error:
            assert end <= begin + len('"actions": [')
            assert str(error).startswith(f"{path}: ")
            continue
        if damage is None:
            assert text[end:].isspace() or not text[end:]
            continue
        assert found.actions == short.actions[: len(found.actions)]
        assert damage.sequence in (len(found.actions) + 1, None)
        assert "the file breaks off" in damage.message


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda line: line.replace('"actor"', '"actor', 1), "this is no JSON"),
        (lambda line: line.replace("{", "[", 1), "this is no JSON"),
        (lambda line: line.replace(",\n", "\n"), "a comma or the end of the list is expected"),
        (lambda line: line.replace('"type"', '"actor"', 1), "the key 'actor' is given twice"),
        (
            lambda line: line.replace('"actor": ', '"n": NaN, "actor": ', 1),
            "NaN is no number a game can hold",
        ),
        (lambda line: line.replace('"actor": ', '"n": ' + "[" * 100_000, 1), "nested too deeply"),
        (
            lambda line: line.replace('"actor": ', '"n": ' + "9" * 5000 + ', "actor": ', 1),
            "Exceeds the limit",
        ),
    ],
)
def test_an_action_that_is_no_json_is_told(
    path: Path, record: GameRecord, spoil: Callable[[str], str], reason: str
) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    number = line_of("".join(lines), 12)
    lines[number - 1] = spoil(lines[number - 1])
    path.write_text("".join(lines), encoding="utf-8")
    found, damage = read_game(path)
    assert found.actions == record.actions[:11]
    assert damage is not None
    assert damage.sequence == 12
    assert reason in damage.message


def test_bytes_that_are_no_text_are_told(path: Path, record: GameRecord) -> None:
    raw = path.read_bytes()
    lines = raw.splitlines(keepends=True)
    number = line_of(raw.decode(), 12)
    lines[number - 1] = lines[number - 1].replace(b"player", b"pl\xffyer")
    path.write_bytes(b"".join(lines))
    found, damage = read_game(path)
    assert found.actions == record.actions[:11]
    assert damage is not None
    assert damage.sequence == 12
    assert damage.message.startswith(f"line {number}, column ")
    assert "this is not UTF-8 text in action 12" in damage.message


def test_damage_after_the_actions_loses_none_of_them(path: Path, record: GameRecord) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"checks"', '"checks', 1), encoding="utf-8")
    found, damage = read_game(path)
    assert found.actions == record.actions
    assert found.checks == ()
    assert damage is not None
    assert damage.sequence is None


def test_something_after_the_end_is_told(path: Path, record: GameRecord) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "{}", encoding="utf-8")
    found, damage = read_game(path)
    assert found == record
    assert damage is not None
    assert "something follows the end of the game" in damage.message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"  \n", "the file is empty"),
        (b"[]", "a game file holds an object, not a list"),
        (b"7", "a game file holds an object, not a single value"),
        (b"# a page\n", "this is no game file: line 1, column 1: '{' is expected"),
        (b"\x89PNG\r\n", "this is no game file: line 1, column 1"),
        (b"{", "this is no game file: line 1, column 2: the file breaks off"),
        (b"{}", "no open18xx-game file"),
        (b'{"format": "open18xx-game", "format_version": 1, "title": "18', "the key 'title' is missing"),
        (b'{"format": "open18xx-game", "format_version": 2}', "written by a newer Open18xx"),
    ],
)
def test_what_is_no_game_file_is_told(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(GameFileError) as error:
        read_game(path)
    assert str(error.value).startswith(f"{path}: ")
    assert message in str(error.value)


def test_what_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameFileError, match="there is no such file"):
        read_document(tmp_path / "nothing")
    with pytest.raises(GameFileError, match="this is a folder; name a game file"):
        read_document(tmp_path)
    with pytest.raises(GameFileError, match="no ordinary file"):
        read_document(Path(os.devnull))
    with pytest.raises(GameFileError, match="cannot be read"):
        read_document(Path("a\0b"))
    large = tmp_path / "large"
    large.write_bytes(b"{" + b" " * 2000)
    monkeypatch.setattr(files, "MOST_BYTES", 1000)
    with pytest.raises(GameFileError, match="larger than"):
        read_document(large)


# -- writing ----------------------------------------------------------------------------------------


def test_writing_leaves_nothing_else_in_the_folder(path: Path) -> None:
    write_atomically(path, "{}\n")
    assert path.read_text(encoding="utf-8") == "{}\n"
    assert os.listdir(path.parent) == [path.name]


def test_a_failure_keeps_the_old_file(
    path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWrite, match="cannot be written: No space left on device"):
        write_atomically(path, "{}")
    monkeypatch.undo()
    assert read_game(path) == (record, None)
    assert os.listdir(path.parent) == [path.name]


def test_an_interruption_keeps_the_old_file(
    path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "{}")
    assert read_game(path) == (record, None)
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("no/such/folder/game.json", "there is no folder"), ("", "this is a folder; name a file")],
)
def test_places_that_cannot_be_written_are_told(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(CannotWrite, match=reason):
        write_atomically(tmp_path / name, "{}")


def test_a_file_in_place_of_a_folder_is_told(path: Path) -> None:
    with pytest.raises(CannotWrite, match="cannot be written"):
        write_atomically(path / "game.json", "{}")


@pytest.mark.skipif(os.name == "nt", reason="permissions of Unix")
def test_a_written_file_has_ordinary_permissions(path: Path) -> None:
    old = os.umask(0)
    os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~old


@pytest.mark.skipif(os.name == "nt", reason="links of Unix")
def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(path)
    write_atomically(link, "{}\n")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "{}\n"


# -- what may be replaced ------------------------------------------------------------------------------


def test_only_a_game_of_bots_at_the_same_table_may_be_replaced(path: Path, record: GameRecord) -> None:
    assert why_not_replace(path.with_name("new.json"), record) is None
    assert why_not_replace(path, record) is None
    assert why_not_replace(path, replace(record, actions=())) is None
    for other in (
        replace(record, seed=12),
        replace(record, players=("A", "B", "C")),
        replace(record, title="x"),
    ):
        reason = why_not_replace(path, other)
        assert reason is not None
        assert "holds another game" in reason
    people = replace(record, seats=("human", "greedy", "greedy"))
    write_game(path, people)
    assert "holds another game" in (why_not_replace(path, people) or "")
    write_game(path, replace(record, seats=()))
    assert "holds another game" in (why_not_replace(path, replace(record, seats=())) or "")


@pytest.mark.parametrize("content", ["", "a diary", '{"format": "open18xx-game", "format_version": 2}'])
def test_other_files_may_not_be_replaced(tmp_path: Path, record: GameRecord, content: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(content, encoding="utf-8")
    assert "is not a game of Open18xx" in (why_not_replace(path, record) or "")
    assert "is not a game of Open18xx" in (why_not_replace(tmp_path, record) or "")


def test_the_schema_describes_what_is_written(record: GameRecord) -> None:
    from jsonschema import Draft202012Validator
    from open18xx.resources import schemas_dir

    schema = json.loads((schemas_dir() / "game.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for written in (
        record,
        bot_record("greedy", 3, 11),
        replace(record, seed=None, seats=(), actions=(), checks=()),
    ):
        assert list(validator.iter_errors(json.loads(to_text(written)))) == []
    for spoilt in ({"players": []}, {"format_version": "1"}, {"playerz": 1}, {"result": {"Ann": "x"}}):
        assert not validator.is_valid({**json.loads(to_text(record)), **spoilt})
