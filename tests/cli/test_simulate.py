"""``open18xx simulate``."""

import json
from pathlib import Path

import pytest
from open18xx.cli.main import BAD, GOOD, USAGE, main
from open18xx.engine.game import Game
from open18xx.interop.files import read_game

Output = pytest.CaptureFixture[str]


def test_a_batch_in_words(capsys: Output) -> None:
    assert main(["simulate", "1826", "--games", "1", "--players", "2", "--seed", "5"]) == GOOD
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1 of 1 games finished"
    assert any(line.startswith("end: bank broken 1") for line in lines)
    assert any(line.startswith("corporations floated: ") and "Paris 1" in line for line in lines)
    assert lines[-1].startswith("time: ")


def test_a_batch_as_json(capsys: Output) -> None:
    words = [
        "simulate",
        "1826",
        "--games",
        "1",
        "--players",
        "2",
        "--bots",
        "greedy,random",
        "--prove",
        "--json",
    ]
    assert main(words) == GOOD
    document = json.loads(capsys.readouterr().out)
    assert document["summary"]["finished"] == 1
    assert document["games"][0]["seats"] == ["greedy", "random"]
    assert document["games"][0]["seed"] == 1


def test_games_with_faults_are_told_and_kept(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = Game.apply

    def broken(self: Game, action: object) -> object:
        if len(self.actions) == 20:
            raise KeyError("oops")
        return apply(self, action)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "apply", broken)
    keep = tmp_path / "kept" / "here"
    assert main(["simulate", "1826", "--games", "2", "--players", "2-3", "--keep", str(keep)]) == BAD
    shown = capsys.readouterr().out
    assert "0 of 2 games finished" in shown
    assert "game 1 (seed 1, 2 players) after 20 actions: KeyError: 'oops'" in shown
    assert len(read_game(keep / "game-2-seed-2.json")[0].actions) == 20


@pytest.mark.parametrize("players", ["1", "7", "2-7", "6-2", "0-1"])
def test_numbers_of_players_that_the_title_is_not_for(players: str, capsys: Output) -> None:
    assert main(["simulate", "1826", "--players", players]) == BAD
    assert f"the title is for 2 to 6 players, not {players}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--players", "x"], ["--players", "2-"], ["--bots", "human"], ["--games", "0"], ["--jobs", "0"]]
)
def test_wrong_usage(words: list[str], capsys: Output) -> None:
    assert main(["simulate", "1826", *words]) == USAGE
    assert capsys.readouterr().err


def test_an_unknown_title(capsys: Output) -> None:
    assert main(["simulate", "1827"]) == BAD
    assert "there is no title pack '1827'" in capsys.readouterr().err
