"""Exporting a game: the figures are those of the game, and nobody's files are harmed."""

import csv
import json
from pathlib import Path

import pytest
from open18xx.engine.game import Game
from open18xx.interop.export import FILES, INDEX, export_game, round_label
from open18xx.interop.files import CannotWrite
from open18xx.rules.worth import final_worth
from open18xx.state.view import View

from tests.support.games import bot_game


@pytest.fixture(scope="module")
def game() -> Game:
    return bot_game("greedy", 3, 11)


@pytest.fixture(scope="module")
def folder(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "new" / "folder"
    assert export_game(game, folder) == (*FILES, INDEX)
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def entries(path: Path) -> list[dict[str, object]]:
    found = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(found, list)
    return found


def test_the_index_says_what_is_there(game: Game, folder: Path) -> None:
    index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    assert index["format"] == "open18xx-export"
    assert index["files"] == list(FILES)
    assert index["players"] == list(game.state.names)
    assert index["actions"] == len(game.actions)
    assert index["result"] == game.result()
    assert {path.name for path in folder.iterdir()} == {*FILES, INDEX}


def test_there_is_one_row_an_action_and_one_for_the_set_up(game: Game, folder: Path) -> None:
    listed = rows(folder / "actions.csv")
    assert [int(row["action"]) for row in listed] == list(range(len(game.actions) + 1))
    assert [row["kind"] for row in listed[1:]] == [action.kind for action in game.actions]
    assert listed[0]["kind"] == ""
    assert all(row["text"] for row in listed[1:])


def test_the_figures_are_those_of_the_states(game: Game, folder: Path) -> None:
    listed, nested = rows(folder / "actions.csv"), entries(folder / "actions.json")
    for number in range(0, len(game.turns), 37):
        view = View(game.title, game.turns[number].state, game.context.hooks)
        row, entry = listed[number], nested[number]
        for player in view.state.players:
            name = view.name(player)
            assert int(row[f"cash {name}"]) == view.cash(player) == entry["cash"][name]  # type: ignore[index]
            assert int(row[f"worth {name}"]) == final_worth(view, player)
            for corporation in view.state.corporations:
                held = view.shares(corporation, player)
                expected = 0 if view.record(corporation).closed else held
                assert int(row[f"shares {corporation} {name}"]) == expected
        for corporation in view.state.corporations:
            price = view.price(corporation)
            assert row[f"price {corporation}"] == ("" if price is None else str(price))
            assert int(row[f"treasury {corporation}"]) == view.cash(corporation)
            assert row[f"trains {corporation}"].split() == list(view.train_types(corporation))
        assert int(row["bank"]) == view.cash("bank")
        assert row["phase"] == view.state.phase


def test_money_adds_up_in_every_row(game: Game, folder: Path) -> None:
    for name in ("actions.csv", "rounds.csv"):
        for row in rows(folder / name):
            money = [row["bank"], *(v for k, v in row.items() if k.startswith(("cash ", "treasury ")))]
            assert sum(map(int, money)) == game.title.bank_cash


def test_there_is_one_row_a_round_as_it_stood_at_its_end(game: Game, folder: Path) -> None:
    listed = rows(folder / "rounds.csv")
    begun = [e for turn in game.turns for e in turn.events if e.kind == "round_started"]
    assert len(listed) == len(begun)
    assert [row["round"] for row in listed[:4]] == ["auction", "stock 1", "operating 1.1", "stock 2"]
    assert {name: int(listed[-1][f"worth {name}"]) for name in game.state.names} == game.result()
    paid = [
        e for t in game.turns for e in t.events if e.kind == "private_paid" and e.facts["owner"] == "player-1"
    ]
    assert paid, "otherwise the next lines prove nothing"
    stock = next(i for i, row in enumerate(listed) if row["round"] == "stock 1")
    name = game.state.names[0]
    action = int(listed[stock]["action"])
    actions = rows(folder / "actions.csv")
    revenue = sum(
        int(str(event.facts["amount"]))
        for event in game.turns[action].events
        if event.kind == "private_paid" and event.facts["owner"] == "player-1"
    )
    assert revenue, "otherwise the next line proves nothing"
    assert int(listed[stock][f"cash {name}"]) + revenue == int(actions[action][f"cash {name}"])


def test_the_sheets_and_the_json_say_the_same(folder: Path) -> None:
    for kind in ("actions", "rounds"):
        for row, entry in zip(rows(folder / f"{kind}.csv"), entries(folder / f"{kind}.json"), strict=True):
            assert int(row["action"]) == entry["action"]
            assert row["round"] == entry["round"]
            assert row["phase"] == entry["phase"]


def test_events_are_complete_and_name_people(game: Game, folder: Path) -> None:
    listed, nested = rows(folder / "events.csv"), entries(folder / "events.json")
    kinds = [event.kind for turn in game.turns for event in turn.events]
    assert [row["kind"] for row in listed] == [entry["kind"] for entry in nested] == kinds
    assert "player-" not in (folder / "events.csv").read_text(encoding="utf-8")
    assert "player-" not in (folder / "events.json").read_text(encoding="utf-8")
    bought = next(row for row in listed if row["kind"] == "train_bought")
    facts = json.loads(bought["facts"])
    assert bought["corporation"] == facts["corporation"]
    assert bought["rules"].startswith("1826-")
    assert bought["round"].startswith("operating ")


def test_an_unfinished_game_can_be_exported(tmp_path: Path) -> None:
    game = bot_game("greedy", 3, 11, 60)
    export_game(game, tmp_path)
    assert rows(tmp_path / "rounds.csv")[-1]["round"].endswith("(unfinished)")
    assert json.loads((tmp_path / INDEX).read_text(encoding="utf-8"))["result"] is None


def test_the_same_game_gives_the_same_bytes(game: Game, folder: Path, tmp_path: Path) -> None:
    export_game(game, tmp_path)
    for name in (*FILES, INDEX):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_an_earlier_export_is_replaced(tmp_path: Path) -> None:
    export_game(bot_game("greedy", 3, 11, 60), tmp_path)
    export_game(bot_game("greedy", 3, 11, 40), tmp_path)
    assert len(rows(tmp_path / "actions.csv")) == 41


@pytest.mark.parametrize("index", [None, "{}", "no json", "[" * 100_000])
def test_files_of_others_are_not_replaced(tmp_path: Path, index: str | None) -> None:
    (tmp_path / "events.csv").write_text("mine", encoding="utf-8")
    if index is not None:
        (tmp_path / INDEX).write_text(index, encoding="utf-8")
    game = bot_game("greedy", 3, 11, 40)
    with pytest.raises(CannotWrite, match="may be somebody else's"):
        export_game(game, tmp_path)
    assert (tmp_path / "events.csv").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "actions.csv").exists()
    export_game(game, tmp_path, force=True)
    assert (tmp_path / "actions.csv").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    game = bot_game("greedy", 3, 11, 40)
    with pytest.raises(CannotWrite, match="this is a file; name a folder"):
        export_game(game, tmp_path / "file")
    with pytest.raises(CannotWrite, match="cannot be made"):
        export_game(game, tmp_path / "file" / "folder")


def test_rounds_have_short_names() -> None:
    labels = list(dict.fromkeys(round_label(turn.state.round) for turn in bot_game("greedy", 3, 11).turns))
    assert labels[:4] == ["auction", "stock 1", "operating 1.1", "stock 2"]
    assert labels[-1] == "over"
