"""``open18xx new``: what it makes checks, plays and prints; what it cannot make leaves nothing behind."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from open18xx.cli.main import main
from open18xx.engine.game import Game
from open18xx.interop.files import read_game
from open18xx.loading import check_pack, load_title
from open18xx.loading.packs import known_packs
from open18xx.reference.values import value_changes
from open18xx.resources import schemas_dir, titles_dir

from tests.support.contexts import loaded

SHIPPED = sorted(path.parent.name for path in titles_dir().glob("*/title.yaml"))
#: An example in a comment: a key or a list item behind "# ", however deep.
EXAMPLE = re.compile(r"^( *)# ( *(?:- \{|\"?\w+\"?:(?: |$))(?!.*remove).*)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPEN18XX_PATH", raising=False)
    return tmp_path


def run(words: str) -> int:
    return main(words.split())


def left_behind(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that refuses, with exit status 1."""
    assert main(["new", *words]) == 1
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.startswith("open18xx: ") and shown.err.count("\n") == 1
    assert "internal error" not in shown.err
    return shown.err


def test_a_new_title_passes_check_and_says_what_to_try(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "my-island"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "My Island: 9 files in my-island. What to try next:"
    assert all(line.startswith("  open18xx ") for line in lines[1:])
    assert left_behind(here) == ["my-island"]
    assert check_pack("my-island").problems == ()
    title = load_title("my-island")
    assert (title.id, title.name) == ("my-island", "My Island")
    for line in lines[1:]:  # every command suggested is understood as it stands
        verb, *rest = line.split("  ")[1].split()[1:]
        assert main([verb, "--help"]) == 0
        options = set(re.findall(r"(?<!\w)--?[a-z][a-z-]*", capsys.readouterr().out))
        assert {word for word in rest if word.startswith("-")} <= options


def test_bots_finish_a_game_of_it_and_it_prints(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "isle"]) == 0
    assert run("play isle --players 3 --seats greedy,greedy,random --seed 2 --out game.json") == 0
    assert main(["replay", "game.json", "--json"]) == 0
    shown = capsys.readouterr().out
    replayed = json.loads(shown[shown.index("\n{") :])
    assert replayed["actions_applied"] == replayed["actions_total"] > 200
    assert run("print isle -o sheets --format svg") == 0
    assert run("docs isle -o reference --format html,md") == 0
    assert len(list((here / "sheets").rglob("*.svg"))) >= 10
    assert "5,000" in (here / "reference" / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_bots_see_every_phase_of_it(players: int, here: Path) -> None:
    """The trains run out in the time that the bank gives: rusting and the last phase are played."""
    from open18xx.bots.seats import bot_for
    from open18xx.table import load_context

    assert main(["new", "isle"]) == 0
    game = Game(load_context("isle"), tuple(f"P{n}" for n in range(players)), seed=players)
    bot = bot_for("greedy", 1)
    assert bot is not None
    while not game.is_over:
        game.apply(bot.decide(game))
    assert game.state.phase == list(load_title("isle").phases)[-1]
    assert all(game.state.corporations[name].floated for name in load_title("isle").companies.corporations)


@pytest.mark.parametrize("base", SHIPPED)
def test_a_pack_upon_every_shipped_title(base: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is the title below in every value, until the examples in its comments are tried."""
    below = loaded(base.removeprefix("g")).title
    assert main(["new", "mod", "--from", below.id, "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["ok"], made["from"], made["folder"]) == (True, below.id, "mod")
    mod = load_title("mod", hooks=False)
    assert value_changes(below, mod) == ()
    tried = 0
    for path in sorted(Path("mod").glob("*.yaml")):
        text, count = EXAMPLE.subn(r"\1\2", path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
        tried += count
    assert tried >= 8
    outcome = check_pack("mod", hooks=False)
    assert outcome.title is not None, outcome.problems
    assert {change.file for change in value_changes(below, outcome.title)} >= {"title", "trains", "companies"}


@pytest.mark.parametrize(("base", "referrers"), [("1889", 0), ("1826", 1)])
def test_taking_something_away_names_what_refers_to_it(base: str, referrers: int, here: Path) -> None:
    assert main(["new", "mod", "--from", base]) == 0
    path = here / "mod" / "companies.yaml"
    text, count = re.subn(r"# (- \{.*remove.*)", r"\1", path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    (removed,) = re.findall(r"- \{id: (\w+), \$remove", text)
    assert count == 1 and removed in loaded(base).title.companies.privates
    problems = check_pack("mod", hooks=False).problems
    assert len(problems) >= referrers and bool(problems) == bool(referrers)
    assert all(removed in problem.message and problem.line for problem in problems)


def test_a_pack_upon_a_title_plays_and_prints(here: Path) -> None:
    assert main(["new", "mod", "--from", "1889"]) == 0
    assert run("play mod --players 2 --seats greedy,greedy --seed 2 --out game.json") == 0
    record, damage = read_game(here / "game.json")
    assert damage is None and len(record.actions) > 200
    assert run("print mod -o sheets --parts trains,privates,charters --format svg") == 0
    assert len(list((here / "sheets").rglob("*.svg"))) >= 3


def test_the_schemas_for_editors_are_named_so_that_they_are_found(here: Path) -> None:
    assert main(["new", "isle"]) == 0
    assert main(["new", "mod", "--from", "1889"]) == 0
    for path in here.glob("*/*.yaml"):
        line = path.read_text(encoding="utf-8").splitlines()[0]
        wanted = (schemas_dir() / f"{path.stem}.schema.json").as_uri()
        assert line == f"# yaml-language-server: $schema={wanted}"
        assert "@" not in path.read_text(encoding="utf-8")


def test_a_pack_upon_a_pack_of_ones_own(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "isle"]) == 0
    assert main(["new", "isle-long", "--from", "isle"]) == 0
    assert main(["new", "isle-longer", "--from", "./isle-long", "--name", 'Isle: "longer"']) == 0
    assert check_pack("isle-longer").problems == ()
    assert load_title("isle-longer").name == 'Isle: "longer"'
    capsys.readouterr()
    assert "would not find 'isle'" in refused(capsys, "far", "--from", "isle", "-o", "deep/far")
    assert left_behind(here) == ["isle", "isle-long", "isle-longer"]


def test_a_number_is_an_id_and_its_folder_has_a_letter(here: Path) -> None:
    assert main(["new", "1899"]) == 0
    assert left_behind(here) == ["g1899"]
    assert load_title("g1899").id == "1899"


@pytest.mark.parametrize(
    "pack_id",
    [
        *("no", "Yes", "on", "null", "y", "010", "0x1F", "1e3", "1_000", "2026-01-01"),
        *(
            "",
            " ",
            "a b",
            "../a",
            "a/b",
            "a\\b",
            "a.b",
            "~",
            "ü",
            "a--b",
            "-",
            "_a",
            "con",
            "LPT1",
            "a" * 61,
            "a\nb",
        ),
    ],
)
def test_ids_that_cannot_be(pack_id: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "id" in refused(capsys, "--", pack_id)
    assert left_behind(here) == []


@pytest.mark.parametrize("name", sorted(known_packs()))
def test_ids_that_are_taken(name: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "already" in refused(capsys, name.upper())
    assert left_behind(here) == []


def test_nothing_is_overwritten(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "isle").mkdir()
    (here / "file").write_text("mine", encoding="utf-8")
    for words in (["isle"], ["other", "-o", "isle"], ["other", "-o", "file"], ["other", "--out", "."]):
        assert "already there" in refused(capsys, *words)
    assert left_behind(here) == ["file", "isle"] and left_behind(here / "isle") == []
    assert (here / "file").read_text(encoding="utf-8") == "mine"


def test_an_unknown_title_below(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean '1889'" in refused(capsys, "mod", "--from", "18889")
    assert "no folder 'a/b'" in refused(capsys, "mod", "--from", "a/b")
    (here / "bad").mkdir()
    (here / "bad" / "title.yaml").write_text("id: bad\n", encoding="utf-8")
    assert "`open18xx check bad`" in refused(capsys, "mod", "--from", "bad")
    assert left_behind(here) == ["bad"]


def test_a_place_that_cannot_be_written(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "file").write_text("", encoding="utf-8")
    assert "cannot make" in refused(capsys, "isle", "-o", "file/isle")
    assert "name" in refused(capsys, "isle", "--name", "a\x07b")
    assert left_behind(here) == ["file"]


def test_a_failure_midway_leaves_nothing(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    real = Path.write_text

    def full_disk(path: Path, *args: object, **kwargs: object) -> int:
        written.append(path)
        if len(written) == 4:
            raise OSError(28, os.strerror(28), str(path))
        return real(path, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", full_disk)
    assert os.strerror(28) in refused(capsys, "isle", "-o", "new/folder/isle")
    assert len(written) == 4 and left_behind(here) == []


def test_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new"]) == 2
    assert main(["new", "a", "b"]) == 2
    assert "Usage" in capsys.readouterr().err
