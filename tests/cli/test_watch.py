"""``open18xx check --watch``: checks again at every save, of the packs below as well; no time passes here."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from open18xx.authoring.watch import changes, look_at, packs_seen
from open18xx.cli import check
from open18xx.cli.main import main

from tests.loading.defects.cases import GOOD

BAD, FIXED = "cost: sixty", "cost: 60"


@pytest.fixture
def mini(tmp_path: Path) -> Path:
    shutil.copytree(GOOD, tmp_path / "mini")
    return tmp_path / "mini"


def edit(path: Path, old: str, new: str) -> None:
    """Save as many editors do: write beside, then rename."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    beside = path.with_name(f"{path.name}~")
    beside.write_text(text.replace(old, new), encoding="utf-8")
    beside.replace(path)


def during(*steps: Callable[[], object]) -> Callable[[], None]:
    """A wait in which one step after the other happens; then Ctrl-C."""
    left = list(steps)

    def wait() -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    return wait


def nothing() -> None:
    """Time passes."""


def watch(pack: Path, *steps: Callable[[], object]) -> int:
    clock = iter(f"10:00:{second:02}" for second in range(60))
    return check.watched(
        [str(pack)], changes(lambda: packs_seen([str(pack)]), during(*steps)), lambda: next(clock)
    )


def test_problems_come_and_go_with_the_saves(mini: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = mini / "companies.yaml"
    status = watch(
        mini,
        nothing,
        lambda: edit(path, FIXED, BAD),
        nothing,
        nothing,
        lambda: edit(path, BAD, FIXED),
        nothing,
    )
    first, second, third = capsys.readouterr().out.split("10:00:")[1:]
    assert status == 0
    assert first.startswith("00  checked") and first.endswith("Mini 1.0: no problems\n")
    assert "S003" in second and "1 error" in second
    assert third.endswith("Mini 1.0: no problems\n\n") and "S003" not in third


def test_the_status_is_that_of_the_last_check(mini: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert watch(mini, lambda: edit(mini / "companies.yaml", FIXED, BAD), nothing) == 1
    assert capsys.readouterr().err == ""


def test_a_file_that_vanishes_and_comes_back(mini: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = mini / "trains.yaml"
    text = path.read_text(encoding="utf-8")
    assert (
        watch(mini, path.unlink, nothing, nothing, lambda: path.write_text(text, encoding="utf-8"), nothing)
        == 0
    )
    shown = capsys.readouterr().out.split("10:00:")[1:]
    assert ["Y002" in one for one in shown] == [False, True, False]


def test_a_save_in_two_halves_is_checked_once(mini: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = mini / "trains.yaml"
    text = path.read_text(encoding="utf-8")
    halves = (lambda: path.write_text("trains:\n"), lambda: path.write_text(f"{text}\n", encoding="utf-8"))
    assert watch(mini, *halves, nothing, nothing) == 0
    assert capsys.readouterr().out.count("no problems") == 2


def test_the_folder_may_go_and_come_back(mini: Path, capsys: pytest.CaptureFixture[str]) -> None:
    away = mini.with_name("away")
    assert watch(mini, lambda: mini.rename(away), nothing, lambda: away.rename(mini), nothing) == 0
    assert "Y013" in capsys.readouterr().out


def test_packs_below_are_watched(mini: Path, capsys: pytest.CaptureFixture[str]) -> None:
    upper = mini.with_name("upper")
    upper.mkdir()
    (upper / "title.yaml").write_text("id: upper\nname: Upper\nextends: middle\n", encoding="utf-8")
    middle = mini.with_name("middle")

    def add_middle() -> None:
        middle.mkdir()
        (middle / "title.yaml").write_text("id: middle\nname: Middle\nextends: mini\n", encoding="utf-8")

    status = watch(
        upper, add_middle, nothing, lambda: edit(mini / "companies.yaml", FIXED, BAD), nothing, nothing
    )
    before, complete, broken = capsys.readouterr().out.split("10:00:")[1:]
    assert status == 1
    assert "T002" in before and "no problems" in complete
    assert "mini/companies.yaml" in broken and "S003" in broken


def test_hook_modules_are_watched_other_files_are_not(mini: Path) -> None:
    before = look_at([mini])
    (mini / "notes.txt").write_text("mine", encoding="utf-8")
    (mini / "companies.yaml~").write_text("mine", encoding="utf-8")
    assert look_at([mini]) == before
    (mini / "hooks" / "more.py").write_text("", encoding="utf-8")
    assert look_at([mini]) != before


def test_a_link_to_nothing_is_no_file(mini: Path) -> None:
    before = look_at([mini])
    try:
        (mini / "link.yaml").symlink_to(mini / "nowhere")
    except OSError:
        pytest.skip("this system lets nobody make links")
    assert look_at([mini]) == before


def test_the_verb_watches(
    mini: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def twice(packs: list[str]) -> Iterator[None]:
        assert packs == [str(mini)]
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "_saves", twice)
    assert main(["check", str(mini), "--watch"]) == 0
    shown = capsys.readouterr()
    assert shown.out.count("no problems") == 1 and shown.err == ""
    assert main(["check", str(mini), "--watch", "--json"]) == 2
    assert "--json" in capsys.readouterr().err
