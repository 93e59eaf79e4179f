"""A position of a game on paper: everything that lies on the table is there."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from open18xx.bots.player import RandomBot
from open18xx.cli.main import BAD, GOOD, main
from open18xx.engine.game import Game
from open18xx.engine.record import record_of, to_text
from open18xx.reference.frame import Settings
from open18xx.reference.paper import paper
from open18xx.reference.position import markers, position_plan
from open18xx.reference.printing import Plan, pages_of
from open18xx.render.look import look_of
from open18xx.render.svg import file_text
from open18xx.render.theme import THEMES
from open18xx.state.game_state import BANK
from open18xx.table import load_context

from tests.support.drawings import parsed, texts
from tests.support.positions import Position

ACTIONS = 160


@cache
def game() -> Game:
    played = Game(load_context("1826"), ["Ann", "Ben", "Cid"], seed=7)
    bot = RandomBot(7)
    while not played.is_over and len(played.actions) < ACTIONS:
        played.apply(bot.decide(played))
    return played


@cache
def plan() -> Plan:
    return position_plan(look_of(game().title, THEMES["standard"]), Settings(paper("a4")), game())


def words() -> dict[str, list[str]]:
    (document,) = plan().documents
    pages = pages_of(plan(), document)
    return {
        sheet.title: texts(parsed(file_text(page.drawing)))
        for sheet, page in zip(document.sheets, pages, strict=True)
    }


def test_the_sheets_are_holdings_tiles_map_and_market() -> None:
    titles = list(words())
    assert [title.split(" after")[0].split(" (")[0] for title in titles] == [
        "holdings",
        "tiles",
        "map",
        "stock market",
    ]


def test_money_shares_and_trains_are_told() -> None:
    holdings = " ".join(words()[f"holdings after action {ACTIONS}"])
    view = game().view
    for player in game().state.players:
        assert view.name(player) in holdings
        assert view.money(view.cash(player)) in holdings
    for name, record in game().state.corporations.items():
        if record.started:
            assert name in holdings
            assert view.money(view.cash(name)) in holdings
            for train in view.train_types(name):
                assert train in holdings


def test_every_tile_used_and_left_is_counted() -> None:
    counted = words()[f"tiles after action {ACTIONS}"]
    for tile_id in game().title.tiles.entries:
        used = sum(placed.tile == tile_id for placed in game().state.tiles.values())
        left = game().state.tile_stock.get(tile_id)
        said = f"{used} used, no limit" if left is None else f"{used} used, {left} left"
        assert said in counted


def test_tiles_and_tokens_lie_on_the_map_with_their_names() -> None:
    shown = words()[f"map after action {ACTIONS} (one page)"]
    assert game().state.tiles
    for placed in game().state.tiles.values():
        assert placed.tile in shown
    for cities in game().state.tokens.values():
        for owner in (owner for slots in cities for owner in slots if owner is not None):
            assert owner in shown


def test_markers_lie_on_their_spaces_the_oldest_on_top() -> None:
    for space, stack in markers(game()).items():
        places = [game().state.market[name] for name in stack]
        assert all((place.row, place.column) == (space.row, space.column) for place in places)
        assert [place.arrival for place in places] == sorted(place.arrival for place in places)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(to_text(record_of(game())), encoding="utf-8")
    return path


def test_a_position_of_a_file_is_drawn(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheets"
    assert main(["render", str(file), "-o", str(out), "--at", "100", "--format", "svg", "--json"]) == GOOD
    document = json.loads(capsys.readouterr().out)
    assert document["actions"] == 100
    assert document["files"] == [f"svg/position-{number:02}.svg" for number in range(1, 5)]
    assert "after action 100" in (out / "svg" / "position-01.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at", "9999"], "there are 160 actions; --at 9999 is beyond them"),
        (["--theme", "x"], "there is no theme"),
    ],
)
def test_wrong_wishes_are_explained(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["render", str(file), "-o", str(tmp_path / "sheets"), *arguments]) == BAD
    assert message in capsys.readouterr().err
    assert not (tmp_path / "sheets").exists()


def test_no_game_file_no_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    assert main(["render", str(tmp_path / "x.json"), "-o", str(tmp_path / "sheets")]) == BAD
    assert "does not say what it is" in capsys.readouterr().err


def test_a_bank_without_limit_has_none_and_bought_markers_are_named() -> None:
    made = Position(load_context("1894")).float("Nord", 1, 80, shares={1: 6}).stock(1)
    made.marker("ferry", "Nord", source=BANK).marker("city_bonus", "Nord", hex_id="D11", source="Mail")
    table = made.game()
    plan = position_plan(look_of(table.title, THEMES["standard"]), Settings(paper("a4")), table)
    page = pages_of(plan, plan.documents[0])[0]
    words = texts(parsed(file_text(page.drawing)))
    assert words[words.index("money") + 1] == "without limit"
    assert "ferry, Mail on D11" in words
