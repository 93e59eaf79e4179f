"""``open18xx convert``: from one format to the other, and what is said when that cannot be."""

import json
from pathlib import Path

import pytest
from open18xx.bots.player import RandomBot
from open18xx.cli.main import BAD, GOOD, USAGE, main
from open18xx.engine.game import Game
from open18xx.engine.record import record_of, to_text
from open18xx.interop.files import write_game

from tests.support.contexts import loaded
from tests.support.games import bot_record

Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def text() -> str:
    """A game of 1889 in our own format."""
    game, bot = Game(loaded("1889"), ["Ann", "Ben"], seed=5), RandomBot(5)
    while len(game.actions) < 120:
        game.apply(bot.decide(game))
    return to_text(record_of(game))


@pytest.fixture
def ours(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ours.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_there_and_back(ours: Path, tmp_path: Path, capsys: Output) -> None:
    theirs, back = tmp_path / "theirs.json", tmp_path / "back.json"
    assert main(["convert", str(ours), "-o", str(theirs)]) == GOOD
    assert capsys.readouterr().out == (f"{theirs}: 120 actions of 1889, from open18xx-game to 18xx.games\n")
    document = json.loads(theirs.read_text(encoding="utf-8"))
    assert document["title"] == "1889"
    assert [player["name"] for player in document["players"]] == list(
        json.loads(ours.read_text(encoding="utf-8"))["players"]
    )
    assert main(["convert", str(theirs), "-o", str(back), "--json"]) == GOOD
    told = json.loads(capsys.readouterr().out)
    assert (told["from"], told["to"], told["actions"]) == ("18xx.games", "open18xx", 120)
    assert main(["replay", str(back)]) == GOOD
    assert "120 of 120 actions applied" in capsys.readouterr().out


def test_the_first_part_alone(ours: Path, tmp_path: Path, capsys: Output) -> None:
    assert main(["convert", str(ours), "-o", str(tmp_path / "part.json"), "--until", "40"]) == GOOD
    assert "part.json: 40 actions of 1889" in capsys.readouterr().out


def test_nothing_is_replaced_unless_asked(ours: Path, tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "there.json"
    out.write_text("mine", encoding="utf-8")
    assert main(["convert", str(ours), "-o", str(out)]) == BAD
    assert "exists; name another file, or replace it by --force" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "mine"
    assert main(["convert", str(ours), "-o", str(out), "--force"]) == GOOD


def test_a_damaged_file_is_not_converted(ours: Path, tmp_path: Path, text: str, capsys: Output) -> None:
    ours.write_text(text[: len(text) // 2], encoding="utf-8")
    out = tmp_path / "out.json"
    assert main(["convert", str(ours), "-o", str(out)]) == BAD
    assert "the file breaks off in action" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ours.json"]


def test_an_illegal_action_is_named(ours: Path, tmp_path: Path, text: str, capsys: Output) -> None:
    document = json.loads(text)
    document["actions"][20] = {"type": "buy_train", "actor": "player-1", "corporation": "KO", "train": "2"}
    ours.write_text(json.dumps(document), encoding="utf-8")
    assert main(["convert", str(ours), "-o", str(tmp_path / "out.json")]) == BAD
    assert "the replay ends at 21 after 20 actions" in capsys.readouterr().err


def test_a_changed_result_is_not_passed_on(tmp_path: Path, capsys: Output) -> None:
    game, bot = Game(loaded("18chesapeake"), ["A", "B", "C", "D"], seed=1), RandomBot(1)
    while not game.is_over:
        game.apply(bot.decide(game))
    document = json.loads(to_text(record_of(game)))
    document["result"]["A"] += 1
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert main(["convert", str(path), "-o", str(tmp_path / "out.json")]) == BAD
    assert "the replay differs from the file in 1 place" in capsys.readouterr().err


def test_what_the_other_format_cannot_hold(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "1826.json"
    write_game(path, bot_record("greedy", 3, 11))
    assert main(["convert", str(path), "-o", str(tmp_path / "out.json")]) == BAD
    error = capsys.readouterr().err
    assert "action " in error
    assert "files of 18xx.games have nothing like" in error
    assert not (tmp_path / "out.json").exists()


def test_wrong_usage(ours: Path, tmp_path: Path, capsys: Output) -> None:
    assert main(["convert", str(ours), "-o", str(tmp_path / "out.json"), "--to", "rails"]) == USAGE
    assert "known formats are open18xx and 18xx.games" in capsys.readouterr().err
    assert main(["convert", str(ours)]) == USAGE


def test_a_folder_that_is_not_there(ours: Path, tmp_path: Path, capsys: Output) -> None:
    assert main(["convert", str(ours), "-o", str(tmp_path / "no" / "out.json")]) == BAD
    assert "there is no folder" in capsys.readouterr().err
