"""Playing in the terminal, by a scripted person."""

import sys
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from open18xx.actions.kinds import BuyShares, LayTile, Pass
from open18xx.cli.main import BAD, GOOD, INTERRUPTED, main
from open18xx.cli.seating import Table, new_table
from open18xx.cli.terminal import converse
from open18xx.cli.terminal_menu import menu
from open18xx.engine.game import Game
from open18xx.engine.report import Reporter
from open18xx.interop.files import read_game

from tests.support.contexts import loaded
from tests.support.games import NAMES, bot_game
from tests.support.positions import Position

Output = pytest.CaptureFixture[str]


def script(lines: Iterable[str], end: type[BaseException] = EOFError) -> Callable[[str], str]:
    """What a person types; then the input ends."""
    waiting: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        for line in waiting:
            print(f"{prompt}{line}")
            return line
        raise end

    return read


def table_of(game: Game, *kinds: str, path: Path | None = None) -> Table:
    return Table(game.context, game, kinds or ("human",) * len(game.state.players), path)


def talk(game: Game, *lines: str, kinds: tuple[str, ...] = ()) -> int:
    return converse(table_of(game, *kinds), script(lines))


@pytest.fixture
def stock() -> Game:
    """Ann is to act in a stock round."""
    return (
        Position(loaded("1826"), players=3)
        .float("GC", president=1, price=100, shares={1: 3, 2: 1}, cash=300, trains=["2H"])
        .float("PO", president=2, price=90, shares={2: 3, 3: 1}, cash=200, trains=["2H", "2H"])
        .tile("M13", "57", 1)
        .stock(1)
        .game()
    )


@pytest.fixture
def building() -> Game:
    """GC is to lay track."""
    return (
        Position(loaded("1826"), players=3)
        .float("GC", president=1, price=100, shares={1: 3, 2: 1}, cash=300, trains=["2H"])
        .operating("GC", step="track")
        .game()
    )


# -- the screen ----------------------------------------------------------------------


def test_the_screen_shows_where_everybody_stands_and_what_may_be_done(stock: Game, capsys: Output) -> None:
    assert talk(stock, "quit") == GOOD
    shown = capsys.readouterr().out
    assert "Ann · Stock round 2 · phase 2H · bank " in shown
    for words in (
        "GC",
        "F100",
        "Ann\u00a03★",
        "Ben\u00a01",
        "treasury\u00a01",
        "F300",
        "not started: Paris, Nord",
    ):
        assert words in shown, words
    for words in ("2 of 20", "human · priority", "F600"):
        assert words in shown, words
    lines = [line.strip() for line in shown.splitlines()]
    assert "Buy a share" in lines
    assert any(line.endswith("buy 1 share of PO from its treasury for F90") for line in lines)
    assert any(line.endswith("Nord: 5 prices, F75 to F110") for line in lines)
    assert any(line.endswith("  pass") for line in lines)


def test_every_offer_is_reachable_from_the_menu() -> None:
    for most in (10, 40, 60, 200, 400, 700):
        game = bot_game("greedy", 3, 11, most)
        book = Reporter(game.context, game.state).book
        offers = game.legal_actions()
        found = []
        for choice in menu(book, game.view, offers):
            found += [inner.offer for inner in choice.inner] if choice.inner else [choice.offer]
        assert len(found) == len(offers)
        assert {id(offer) for offer in found} == {id(offer) for offer in offers}


def test_an_action_is_chosen_by_its_number(stock: Game, capsys: Output) -> None:
    talk(stock, number_of(stock, "buy 1 share of PO from its treasury"))
    assert isinstance(stock.actions[0], BuyShares)
    assert "Ann buys 1 share of PO from its treasury for F90" in capsys.readouterr().out


def number_of(game: Game, words: str) -> str:
    book = Reporter(game.context, game.state).book
    for number, choice in enumerate(menu(book, game.view, game.legal_actions()), start=1):
        if words in choice.text:
            return str(number)
    raise AssertionError(f"{words!r} is not offered")


def test_long_lists_are_lists_of_their_own(stock: Game, capsys: Output) -> None:
    talk(stock, number_of(stock, "Nord: 5 prices"), "back", number_of(stock, "Nord: 5 prices"), "2")
    action = stock.actions[0]
    assert (action.kind, action.facts()["corporation"]) == ("start_corporation", "Nord")
    assert "start Nord at F100 (2 shares for F200)" in capsys.readouterr().out


def test_a_number_that_is_not_there(stock: Game, capsys: Output) -> None:
    talk(stock, "99", "0")
    shown = capsys.readouterr().out
    assert "there is no 99; choose 1 to " in shown
    assert "there is no 0; choose 1 to " in shown
    assert stock.actions == ()


def test_tiles_are_told_by_what_they_join(building: Game, capsys: Output) -> None:
    lay = first_lay(building, "M13")
    talk(building, number_of(building, "on M13 (St-Etienne)"), "1")
    shown = capsys.readouterr().out
    assert f"lay tile {lay.tile} on M13 (St-Etienne), rotation {lay.rotation}" in shown
    assert "L14 (Lyon)" in shown
    assert building.actions[0] == lay
    assert f"GC lays {lay.tile} on M13 (St-Etienne)" in shown
    assert "track · destination check · token" in shown


def first_lay(game: Game, hex_id: str) -> LayTile:
    actions = [offer.action for offer in game.legal_actions()]
    return next(a for a in actions if isinstance(a, LayTile) and a.hex == hex_id)


# -- free values ----------------------------------------------------------------------


def test_a_free_number_is_asked_for_within_its_range(capsys: Output) -> None:
    game = Game(loaded("1826"), NAMES[:3])
    talk(
        game, number_of(game, "for Alsatian"), "223", "9999", "x", "", number_of(game, "for Alsatian"), "F230"
    )
    shown = capsys.readouterr().out
    assert "bid F225 for Alsatian, or more: up to F600 in steps of F5" in shown
    assert "amount, F225 to F600, in steps of F5 (empty: back): 223" in shown
    for wrong in ("'223'", "'9999'", "'x'"):
        assert f"{wrong} is not among F225 to F600, in steps of F5" in shown
    assert game.actions[0].facts() == {"private": "Alsatian", "amount": 230}


def test_a_free_choice_is_asked_for(capsys: Output) -> None:
    game = merging()
    talk(game, "1", "7", "none", kinds=("human", "human", "human"))
    shown = capsys.readouterr().out
    assert "(proposed)" in shown
    assert "numbers from 1 to " in shown
    assert game.actions[-1].kind == "exchange_tokens"
    assert game.actions[-1].facts()["tokens"] == ()


def merging() -> Game:
    """Two corporations without trains merge; their president chooses further stations."""
    game = (
        Position(loaded("1826"), players=3)
        .phase("4H")
        .float("PO", president=1, price=90, shares={1: 3}, trains=[])
        .float("Midi", president=1, price=82, shares={1: 3}, trains=[])
        .float("GC", president=2, price=100, shares={2: 3}, cash=900)
        .tile("I7", "57", 0)
        .token("PO", "I7")
        .supply("4H", 0)
        .operating("GC", step="trains", earnings=0)
        .game()
    )
    buy = next(o.action for o in game.legal_actions() if o.action.facts().get("train") == "6H")
    game.apply(buy)
    assert game.step_name() == "exchange_tokens"
    return game


# -- typed actions, refusals ----------------------------------------------------------------------


def test_refusals_are_explained_with_the_text_of_the_rule(stock: Game, capsys: Output) -> None:
    talk(stock, "buy PO from offering", "sell 1 Nord", "start nord 99")
    shown = " ".join(capsys.readouterr().out.split())
    assert "not allowed: PO has floated" in shown
    assert "not allowed: Ann owns 0 shares of Nord, not 1" in shown
    assert "not allowed: F99 is no start price" in shown
    assert "1826-3.3-01" in shown, "with the rule"
    assert stock.actions == ()


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("pass", "pass"),
        ("PASS", "pass"),
        ("buy po", "buy_shares"),
        ("buy share PO from treasury", "buy_shares"),
        ("sell 1 GC", "sell_shares"),
        ("start Nord F100", "start_corporation"),
    ],
)
def test_actions_can_be_typed(stock: Game, line: str, kind: str) -> None:
    talk(stock, line)
    assert [action.kind for action in stock.actions[:1]] == [kind]


def test_actions_of_an_operating_turn_can_be_typed(building: Game) -> None:
    lay = first_lay(building, "M13")
    typed = f"lay {lay.tile} m13 {lay.rotation}"
    talk(building, typed, "pass", "pass", "1", "pay half", "buy train 2H", "pass", "pass")
    kinds = [action.kind for action in building.actions]
    assert kinds[0] == "lay_tile"
    assert "dividend" in kinds
    assert "buy_train" in kinds


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("fly away", "'fly' is not understood; type a number from the list, or help"),
        ("buy", "something is missing: buy CORPORATION"),
        ("buy Nrd", "'Nrd' is not a corporation, private company or train; did you mean 'Nord'?"),
        ("sell x GC", "'x' should be a number"),
        ("lay 57 M13 1", "no corporation is operating now"),
        ("bid 5 Brdge", "'Brdge' is not a private company; did you mean 'Bridge'?"),
        ("correct cash from=bank", "a correction needs a reason"),
        ("correct cash x because y", "'x' should be NAME=VALUE"),
        ("correct cash from=bank to=player-1 amount=5 because lost", "this table does not allow"),
        ("show nowhere", "there is no 'nowhere'"),
        ("show rules xyzzy", "no rule has 'xyzzy' in it"),
        ('buy "GC', "'\"GC' is not a corporation"),
    ],
)
def test_what_is_not_understood_is_told(stock: Game, capsys: Output, line: str, answer: str) -> None:
    assert talk(stock, line) == GOOD
    assert answer in " ".join(capsys.readouterr().out.split())
    assert stock.actions == ()


def test_a_moderator_corrects_where_the_table_allows_it(capsys: Output) -> None:
    game = Position(loaded("1826"), players=3, corrections=True).stock(1).game()
    before = game.view.cash("player-1")
    talk(game, "correct cash from=bank to=player-1 amount=5 because it was miscounted")
    assert game.view.cash("player-1") == before + 5
    assert "CORRECTION of cash by Ann (it was miscounted)" in capsys.readouterr().out


# -- commands ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("help", ("show corp NAME", "undo, redo", "lay TILE HEX ROTATION")),
        ("show", ("Players", "Corporations", "Market", "Trains", "Private companies", "Map")),
        ("show market", ("400", "start spaces are bold")),
        ("show map", ("G9", "#57", "● city")),
        ("show hexes", ("M13 (St-Etienne):", "tile 57 rotation 1")),
        ("show hex l14", ("L14 (Lyon):", "GC")),
        ("show corp gc", ("Grand Central de France", "destination M3 (Bordeaux)", "best routes now F")),
        ("show GC", ("Grand Central de France",)),
        ("show corp Nord", ("not started", "home G9 (Paris)")),
        ("show trains", ("2H", "the first 6H is sold", "any number")),
        ("show privates", ("revenue",)),
        ("show players", ("certificates",)),
        ("show corps", ("treasury",)),
        ("show log 3", ()),
        ("show rules", ("Setting up",)),
        ("show rules 3.4-06", ("60%",)),
        ("show rules priority", ("priority",)),
        ("save", ()),
        ("", ("Buy a share",)),
    ],
)
def test_commands_show_things_and_change_nothing(
    stock: Game, capsys: Output, line: str, expected: tuple[str, ...]
) -> None:
    before = stock.hash()
    assert talk(stock, line) == GOOD
    shown = capsys.readouterr().out
    for words in expected:
        assert words in shown, words
    assert stock.hash() == before


def test_undo_and_redo_among_people(stock: Game, capsys: Output) -> None:
    start = stock.hash()
    talk(stock, "pass", "pass", "undo", "undo", "undo", "redo", "redo", "redo")
    shown = capsys.readouterr().out
    assert shown.count("back to action") == 2
    assert "nothing has happened that could be taken back" in shown
    assert "nothing was taken back" in shown
    assert len(stock.actions) == 2
    stock.undo(2)
    assert stock.hash() == start


def test_undo_goes_back_to_the_person_and_bots_decide_the_same_again(tmp_path: Path) -> None:
    def played(*lines: str) -> Game:
        table = new_table("1826", seats=("human", "greedy", "greedy"), seed=4)
        converse(table, script(lines))
        return table.game

    straight = played("pass", "pass", "pass")
    twice = played("pass", "pass", "undo", "undo", "pass", "pass", "pass")
    assert twice.actions == straight.actions
    assert any(isinstance(action, Pass) for action in straight.actions)


# -- leaving ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "status", "word"),
    [(EOFError, GOOD, "the input has ended"), (KeyboardInterrupt, INTERRUPTED, "interrupted")],
)
def test_leaving_saves(
    stock: Game, tmp_path: Path, capsys: Output, end: type[BaseException], status: int, word: str
) -> None:
    path = tmp_path / "my game.json"
    assert converse(table_of(stock, path=path), script(["pass"], end)) == status
    shown = capsys.readouterr().out
    assert word in shown
    assert f"The game is kept in {path} (1 actions)." in " ".join(shown.split())
    assert f"open18xx play --resume '{path}'" in " ".join(shown.split())
    assert len(read_game(path)[0].actions) == 1


@pytest.mark.parametrize("lines", [("quit",), ("q",), ("exit",)])
def test_quitting_says_how_to_go_on(
    stock: Game, tmp_path: Path, capsys: Output, lines: tuple[str, ...]
) -> None:
    path = tmp_path / "game.json"
    assert converse(table_of(stock, path=path), script(lines)) == GOOD
    assert "play --resume" in capsys.readouterr().out
    assert path.exists()


def test_quitting_while_a_number_is_asked_for(tmp_path: Path) -> None:
    game = Game(loaded("1826"), NAMES[:3])
    path = tmp_path / "game.json"
    assert converse(table_of(game, path=path), script([number_of(game, "for Alsatian"), "quit"])) == GOOD
    assert path.exists()


def test_a_game_that_cannot_be_kept_is_told(stock: Game, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "gone" / "game.json"
    assert converse(table_of(stock, path=path), script(["pass", "quit"])) == BAD
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.count("the game cannot be kept") == 1, "told once, not at every action"


def test_the_whole_command_with_people(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO("pass\nquit\n"))
    assert main(["play", "1826", "--seats", "human,greedy,greedy", "--seed", "4"]) == GOOD
    path = tmp_path / "1826-4.json"
    record, _ = read_game(path)
    assert "human" in record.seats
    assert "open18xx play --resume 1826-4.json" in capsys.readouterr().out
    played = len(record.actions)
    monkeypatch.setattr(sys, "stdin", StringIO("pass\n"))
    assert main(["play", "--resume", "1826-4.json"]) == GOOD
    assert len(read_game(path)[0].actions) > played
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    assert main(["play", "1826", "--seats", "human,greedy,greedy", "--seed", "4"]) == GOOD
    assert (tmp_path / "1826-4-2.json").exists(), "a person's game is never overwritten"


@pytest.mark.slow
def test_a_person_who_always_takes_the_last_choice_finishes_a_game(capsys: Output) -> None:
    """Passing where that is possible; every question of a game is answered from the list."""
    table = new_table("1826", seats=("human", "greedy", "greedy"), seed=4)

    def read(prompt: str) -> str:
        if prompt != "> ":
            return ""
        book = Reporter(table.context, table.game.state).book
        choices = menu(book, table.game.view, table.game.legal_actions())
        last = max((n for n, c in enumerate(choices, start=1) if not c.inner), default=0)
        return str(last or 1)

    assert converse(table, read) == GOOD
    shown = capsys.readouterr().out
    assert "The game is over." in shown
    assert table.game.is_over


def test_a_part_of_the_table_is_shown_by_its_word_alone(stock: Game, capsys: Output) -> None:
    talk(stock, "show market")
    long = capsys.readouterr().out.replace("show market", "market")
    talk(stock, "market")
    assert capsys.readouterr().out == long
    assert "is not understood" not in long


def test_a_bank_without_limit_has_no_figure(capsys: Output) -> None:
    talk(Game(loaded("1894"), NAMES[:3], seed=1))
    assert "bank without limit" in capsys.readouterr().out
