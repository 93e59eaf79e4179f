"""``open18xx replay``: status, report, JSON, export."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from open18xx.cli.main import BAD, GOOD, USAGE, main
from open18xx.engine.record import to_text
from open18xx.interop.files import write_game

from tests.support.games import bot_record

Output = pytest.CaptureFixture[str]
HEADER = b'{"format": "open18xx-game", "format_version": 1, '


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    write_game(path, bot_record("greedy", 3, 11, 60))
    return path


def test_a_good_file(path: Path, capsys: Output) -> None:
    assert main(["replay", str(path)]) == GOOD
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: 1826, open18xx-game",
        "60 of 60 actions applied: the game goes on",
        "3 checks agree, 0 do not",
    ]


def test_a_finished_game_shows_the_ranking(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "game.json"
    record = bot_record("greedy", 3, 11)
    write_game(path, record)
    assert main(["replay", str(path)]) == GOOD
    assert record.result is not None
    lines = [f"  {n}. {name}  F{worth:,}" for n, (name, worth) in enumerate(record.result.items(), start=1)]
    assert capsys.readouterr().out.splitlines()[-3:] == lines


def test_json(path: Path, capsys: Output) -> None:
    assert main(["replay", str(path), "--json"]) == GOOD
    document = json.loads(capsys.readouterr().out)
    assert document == {
        "title": "1826", "format": "open18xx-game", "status": "unfinished", "actions_applied": 60,
        "actions_total": 60, "result": {}, "expected": None,
        "checks": {"passed": 3, "failed": 0, "failures": []}, "error": None, "readings": [],
    }  # fmt: skip


def test_a_failed_check_is_a_failure(path: Path, capsys: Output) -> None:
    record = bot_record("greedy", 3, 11, 60)
    first, *rest = record.checks
    write_game(path, replace(record, checks=(replace(first, hash="0" * 16), *rest)))
    assert main(["replay", str(path)]) == BAD
    shown = capsys.readouterr().out
    assert "2 checks agree, 1 do not" in shown
    assert f"after 25: hash of the state: recorded {'0' * 16}, found {first.hash}" in shown


def test_a_refused_action_is_a_failure(path: Path, capsys: Output) -> None:
    record = bot_record("greedy", 3, 11, 60)
    wrong = {"type": "bid", "actor": record.actions[0]["actor"], "private": "Alsatian", "amount": 221}
    write_game(path, replace(record, actions=(wrong, *record.actions[1:])))
    assert main(["replay", str(path)]) == BAD
    shown = capsys.readouterr().out
    assert "0 of 60 actions applied: the next one cannot be played" in shown
    assert "error at 1: " in shown
    assert "[1826-4.2" in shown
    assert main(["replay", str(path), "--json"]) == BAD
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["seq"] == 1
    assert error["rule"].startswith("1826-4.2")


def test_a_file_cut_off_is_a_failure_and_shows_what_is_there(path: Path, capsys: Output) -> None:
    text = to_text(bot_record("greedy", 3, 11, 60))
    path.write_text(text[: text.index('"checks"') - 20], encoding="utf-8")
    assert main(["replay", str(path), "--report"]) == BAD
    shown = capsys.readouterr().out
    assert "59 of 59 actions applied: the file is damaged" in shown
    assert "the file breaks off in action 60; the 59 before it are whole" in shown
    assert "The game begins" in shown


def test_until(path: Path, capsys: Output) -> None:
    assert main(["replay", str(path), "--until", "10"]) == GOOD
    assert "10 of 60 actions applied: stopped as asked" in capsys.readouterr().out


def test_the_report_numbers_actions_and_cites_rules(path: Path, capsys: Output) -> None:
    assert main(["replay", str(path), "--report", "--until", "30"]) == GOOD
    plain = capsys.readouterr().out.splitlines()
    assert plain[0].startswith("   0  The game begins. ")
    assert any(line.lstrip().startswith("30  ") for line in plain)
    assert "1826-" not in "\n".join(plain[:-3])
    assert main(["replay", str(path), "--report", "--rules", "--until", "30"]) == GOOD
    cited = capsys.readouterr().out.splitlines()
    assert cited[0].startswith(plain[0])
    assert "[1826-1.1-05" in cited[0]


def test_export(path: Path, tmp_path: Path, capsys: Output) -> None:
    folder = tmp_path / "out"
    assert main(["replay", str(path), "--export", str(folder)]) == GOOD
    shown = capsys.readouterr().out
    assert f"rounds.json, export.json to {folder}" in shown
    assert (folder / "actions.csv").read_text(encoding="utf-8").count("\n") == 62
    assert main(["replay", str(path), "--export", str(folder), "--json"]) == GOOD
    assert json.loads(capsys.readouterr().out)["actions_applied"] == 60
    (folder / "export.json").unlink()
    assert main(["replay", str(path), "--export", str(folder)]) == BAD
    assert "may be somebody else's" in capsys.readouterr().err
    assert main(["replay", str(path), "--export", str(folder), "--force"]) == GOOD


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no such file"),
        (b"", "the file is empty"),
        (b"hello", "this is no game file: line 1, column 1"),
        (b'{"format": "chess"}', "the format 'chess' is unknown"),
        (b'{"format": "open18xx-game", "format_version": 9}', "written by a newer Open18xx"),
        (
            HEADER + b'"title": "1827", "players": [], "actions": []}',
            "the file is of the title 1827: there is no title pack '1827'; did you mean '1826'?",
        ),
        (
            HEADER + b'"title": "1826", "players": [], "actions": []}',
            "1826 is for 2 to 6 players, not 0",
        ),
    ],
)
def test_files_that_cannot_be_replayed_are_one_message(
    tmp_path: Path, capsys: Output, content: bytes | None, message: str
) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    assert main(["replay", str(path)]) == BAD
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
    assert message in shown.err
    assert main(["replay", str(path), "--json"]) == BAD
    shown = capsys.readouterr()
    document = json.loads(shown.out)
    assert document["status"] == "unreadable"
    assert document["error"]["seq"] is None
    assert message in document["error"]["message"]


@pytest.mark.parametrize(
    "words", [[], ["a.json", "--until", "-1"], ["a.json", "--until", "x"], ["a.json", "--report", "--json"]]
)
def test_wrong_usage(words: list[str], capsys: Output) -> None:
    assert main(["replay", *words]) == USAGE
    assert capsys.readouterr().err
