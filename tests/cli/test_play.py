"""``open18xx play``: tables, files, and games of bots alone."""

import json
from pathlib import Path

import pytest
from open18xx.cli import seating
from open18xx.cli.main import BAD, GOOD, INTERRUPTED, USAGE, main
from open18xx.cli.seating import BadTable, new_table, resumed_table, split
from open18xx.engine.game import Game
from open18xx.engine.record import record_of
from open18xx.errors import Open18xxError
from open18xx.interop.files import read_game, write_game

from tests.support.contexts import loaded
from tests.support.games import bot_game, bot_record

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles are loaded once."""
    slow, slow_recorded = seating.open_title, seating.open_recorded_title

    def open_title(ref: str, options: tuple[str, ...] = ()) -> object:
        return loaded("1826") if (ref, tuple(options)) == ("1826", ()) else slow(ref, options)

    def open_recorded(title: str, options: tuple[str, ...] = (), *, instead: str | None = None) -> object:
        if (title, tuple(options), instead) == ("1826", (), None):
            return loaded("1826")
        return slow_recorded(title, options, instead=instead)

    monkeypatch.setattr(seating, "open_title", open_title)
    monkeypatch.setattr(seating, "open_recorded_title", open_recorded)


# -- bots alone --------------------------------------------------------------------------------------


def test_bots_play_a_game_print_the_ranking_and_keep_it(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "my game.json"
    assert main(["play", "1826", "--players", "3", "--seed", "3", "--out", str(path)]) == GOOD
    shown = capsys.readouterr()
    assert shown.err == "", "no progress where stderr is no terminal"
    record, damage = read_game(path)
    assert damage is None
    assert record.seed == 3
    assert record.seats == ("greedy",) * 3
    assert record.result is not None
    lines = shown.out.splitlines()
    assert lines[0] == f"1826: the game is over after {len(record.actions)} actions (bank broken)."
    for place, (name, worth) in enumerate(record.result.items(), start=1):
        assert lines[place + 1].split()[:3] == [f"{place}.", *name.split()]
        assert f"F{worth:,}" in lines[place + 1]
    assert f"The game is in {path} (seed 3)" in shown.out
    assert f"open18xx replay '{path}'" in shown.out, "what to try next can be pasted"


def test_with_json_there_is_one_document_and_nothing_else(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "game.json"
    words = ["play", "1826", "--seats", "greedy,random", "--seed", "5", "--out", str(path), "--json"]
    assert main(words) == GOOD
    shown = capsys.readouterr()
    document = json.loads(shown.out)
    record, _ = read_game(path)
    assert document["title"] == "1826"
    assert [player["name"] for player in document["players"]] == list(record.players)
    assert sorted(player["seat"] for player in document["players"]) == ["greedy", "random"]
    assert document["result"] == record.result
    assert document["actions"] == len(record.actions)
    assert document["hash"] == record.checks[-1].hash
    assert document["file"] == str(path)


def test_the_same_seed_gives_the_same_file(tmp_path: Path, capsys: Output) -> None:
    for name in ("one.json", "two.json"):
        assert main(["play", "1826", "--players", "2", "--seed", "8", "--out", str(tmp_path / name)]) == GOOD
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_a_game_that_is_not_kept_says_how_to_keep_it(capsys: Output) -> None:
    assert main(["play", "1826", "--players", "2", "--seed", "8"]) == GOOD
    assert "The game was not kept; --out FILE keeps it." in capsys.readouterr().out


def test_an_interruption_keeps_the_game(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = Game.apply

    def interrupted(self: Game, action: object) -> object:
        if len(self.actions) == 50:
            raise KeyboardInterrupt
        return apply(self, action)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "apply", interrupted)
    path = tmp_path / "game.json"
    assert main(["play", "1826", "--seed", "3", "--out", str(path)]) == INTERRUPTED
    shown = capsys.readouterr()
    assert f"interrupted after 50 actions; go on by `open18xx play --resume {path}`" in shown.err
    monkeypatch.undo()
    assert len(read_game(path)[0].actions) == 50
    assert main(["play", "--resume", str(path)]) == GOOD
    assert read_game(path)[0] == bot_record_of_seed_3()


def bot_record_of_seed_3() -> object:
    table = new_table("1826", players=3, seed=3)
    from open18xx.simulate.unattended import bots_for, play_out

    play_out(table.game, bots_for(table.game, table.kinds, 3))
    return table.record()


def test_a_fault_of_the_program_keeps_the_game(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = Game.apply

    def broken(self: Game, action: object) -> object:
        if len(self.actions) == 50:
            raise ZeroDivisionError("nobody expects this")
        return apply(self, action)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "apply", broken)
    path = tmp_path / "game.json"
    assert main(["play", "1826", "--seed", "3", "--out", str(path)]) == BAD
    assert "internal error: ZeroDivisionError" in capsys.readouterr().err
    assert len(read_game(path)[0].actions) == 50


# -- the table ------------------------------------------------------------------------------------------


def test_the_seed_draws_who_sits_where() -> None:
    seated = {
        tuple(new_table("1826", names=("Ann", "Ben", "Cid"), seed=seed).game.state.names)
        for seed in range(30)
    }
    assert len(seated) == 6
    table = new_table("1826", seats=("human", "greedy", "random"), names=("Ann", "Ben", "Cid"), seed=4)
    kinds = dict(zip(table.game.state.names, table.kinds, strict=True))
    assert kinds == {"Ann": "human", "Ben": "greedy", "Cid": "random"}
    assert table.game.state.names == Game(loaded("1826"), ("Ann", "Ben", "Cid"), seed=4).state.names
    assert table.has_people


def test_players_without_names_are_named_by_where_they_sit() -> None:
    table = new_table("1826", seats=("human", "greedy"), seed=1)
    assert table.game.state.names == ("Player 1", "Player 2")
    assert table.kind_of("player-1") == table.kinds[0]


def test_without_anything_there_are_three_bots() -> None:
    table = new_table("1826")
    assert table.kinds == ("greedy",) * 3
    assert table.game.seed is not None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["1827"], "there is no title pack '1827'; did you mean '1826'?"),
        (["1826", "--players", "1"], "1826 is for 2 to 6 players, not 1"),
        (["1826", "--players", "7"], "1826 is for 2 to 6 players, not 7"),
        (["1826", "--players", "-3"], "1826 is for 2 to 6 players, not -3"),
        (["1826", "--seats", "greedy"], "1826 is for 2 to 6 players, not 1"),
        (
            ["1826", "--players", "3", "--seats", "greedy,greedy"],
            "the number of players is not the same everywhere: --players gives 3, --seats gives 2",
        ),
        (["1826", "--seats", "greedy,robot,greedy"], "there is no kind of seat 'robot'; known are human"),
        (["1826", "--seats", "gredy,greedy"], "there is no kind of seat 'gredy'; did you mean 'greedy'?"),
        (["1826", "--players", "2", "--names", "Ann,Ben,Cid"], "--players gives 2, --names gives 3"),
        (["1826", "--names", "Ann,Ann"], "two players have the same name"),
        (["1826", "--names", "Ann,,Ben"], "'' is no name"),
        (["1826", "--names", "Ann,B\ten"], "is no name"),
        (["1826", "--names", f"Ann,{'x' * 30}"], "is no name"),
        (["1826", "--options", "nonsense"], "the title has no option 'nonsense'"),
        (
            ["1826", "--players", "3", "--options", "seventy_percent_for_two"],
            "option seventy_percent_for_two is for 2 players, not 3",
        ),
        (["--resume", "no-such-file.json"], "no-such-file.json: there is no such file"),
    ],
)
def test_bad_tables_are_one_message(words: list[str], message: str, capsys: Output) -> None:
    assert main(["play", *words]) == BAD
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err
    assert len(shown.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name a title pack"),
        (["1826", "--players", "three"], "--players"),
        (["1826", "--seed", "x"], "--seed"),
        (["1826", "--seats", "human,greedy", "--json"], "--json is for games of bots alone"),
        (["--resume", "game.json", "--players", "3"], "--players is fixed by the game in game.json"),
        (["--resume", "game.json", "--seed", "3"], "--seed is fixed by the game in game.json"),
        (["1826", "--fly"], "--fly"),
    ],
)
def test_wrong_usage(words: list[str], message: str, capsys: Output) -> None:
    assert main(["play", *words]) == USAGE
    assert message in capsys.readouterr().err


def test_lists_are_split() -> None:
    assert split(None) == split("") == split("  ") == ()
    assert split("a, b,c") == ("a", "b", "c")
    assert split("a,,b") == ("a", "", "b")


# -- files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", ["a diary", "{}"])
def test_other_files_are_not_overwritten(tmp_path: Path, capsys: Output, content: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(content, encoding="utf-8")
    words = ["play", "1826", "--players", "2", "--seed", "8", "--out", str(path)]
    assert main(words) == BAD
    assert "is not a game of Open18xx that could be replaced" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == content
    assert main([*words, "--force"]) == GOOD
    assert read_game(path)[0].seed == 8


def test_another_game_is_not_overwritten(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "game.json"
    write_game(path, bot_record("greedy", 3, 11, 60))
    assert main(["play", "1826", "--players", "2", "--seed", "8", "--out", str(path)]) == BAD
    shown = capsys.readouterr().err
    assert "holds another game" in shown
    assert f"go on by --resume {path}, or replace it by --force" in shown
    assert len(read_game(path)[0].actions) == 60


def test_the_same_table_of_bots_may_be_played_again(tmp_path: Path, capsys: Output) -> None:
    words = ["play", "1826", "--players", "2", "--seed", "8", "--out", str(tmp_path / "game.json")]
    assert main(words) == GOOD
    assert main(words) == GOOD


def test_a_folder_that_is_not_there_is_told_before_anything_is_played(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "nowhere" / "game.json"
    assert main(["play", "1826", "--seed", "3", "--out", str(path)]) == BAD
    assert f"cannot be written: there is no folder {path.parent}" in capsys.readouterr().err


# -- going on ---------------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_as_if_it_had_never_stopped(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "game.json"
    write_game(path, bot_record("greedy", 3, 11, 900))
    table = resumed_table(path)
    assert table.kinds == ("greedy",) * 3
    assert table.game.hash() == bot_record("greedy", 3, 11, 900).checks[-1].hash
    assert table.game.seed == 11
    assert main(["play", "--resume", str(path)]) == GOOD
    assert read_game(path)[0].result is not None


def test_a_saved_game_may_go_on_elsewhere(tmp_path: Path, capsys: Output) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    write_game(old, bot_record("greedy", 3, 11, 900))
    assert main(["play", "--resume", str(old), "--out", str(new)]) == GOOD
    assert len(read_game(old)[0].actions) == 900
    assert len(read_game(new)[0].actions) > 900


def test_others_may_take_the_seats(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_game(path, bot_record("greedy", 3, 11, 60))
    assert resumed_table(path, seats=("random", "human", "greedy")).kinds == ("random", "human", "greedy")
    with pytest.raises(BadTable, match="has 3 players; 2 seats are given"):
        resumed_table(path, seats=("random", "human"))


def test_a_game_without_seats_is_taken_up_by_people(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_game(path, record_of(bot_game("greedy", 3, 11, 60)))
    assert resumed_table(path).kinds == ("human",) * 3


def test_a_damaged_game_goes_on_only_in_another_file(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "game.json"
    write_game(path, bot_record("greedy", 3, 11, 60))
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index('"checks"') - 20], encoding="utf-8")
    with pytest.raises(
        Open18xxError, match=r"action 60; the 59 before it are whole\. To go on from action 59"
    ):
        resumed_table(path)
    assert len(resumed_table(path, elsewhere=True).game.actions) == 59
    assert main(["play", "--resume", str(path)]) == BAD
    assert path.read_text(encoding="utf-8") == text[: text.index('"checks"') - 20]


def test_a_game_that_comes_out_differently_goes_on_only_in_another_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = bot_record("greedy", 3, 11, 60)
    write_game(path, record)
    text = path.read_text(encoding="utf-8").replace(record.checks[0].hash, "0" * 16)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Open18xxError, match="after action 25 the position is not the one recorded"):
        resumed_table(path)
    assert len(resumed_table(path, elsewhere=True).game.actions) == 60
