"""Finding packs, and the hash over what they hold."""

from __future__ import annotations

import os
import shutil
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from open18xx import resources
from open18xx.errors import PackError
from open18xx.loading import check_pack, load_title
from open18xx.loading.packs import find_pack, known_packs
from open18xx.loading.problems import Report

from tests.loading.defects.cases import GOOD


def test_a_pack_is_found_by_id_and_by_folder() -> None:
    folder = resources.titles_dir() / "g1826"
    for ref in ("1826", "g1826", str(folder), folder):
        assert find_pack(ref, Report()) == folder


def test_packs_of_ones_own_are_found_on_the_search_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(GOOD, tmp_path / "own" / "mini")
    assert find_pack("mini", Report()) is None
    monkeypatch.setenv("OPEN18XX_PATH", os.pathsep.join((str(tmp_path / "nothing"), str(tmp_path / "own"))))
    assert find_pack("mini", Report()) == tmp_path / "own" / "mini"
    assert load_title("mini").id == "mini"
    assert known_packs()["mini"] == tmp_path / "own" / "mini"
    assert known_packs()["1826"] == resources.titles_dir() / "g1826"


def test_packs_of_other_packages_are_found_without_running_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "my_titles"
    shutil.copytree(GOOD, package / "mini")
    (package / "__init__.py").write_text("raise RuntimeError\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint("mine", "my_titles", "open18xx.titles"), EntryPoint("gone", "no_such_package", "x")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    assert find_pack("mini", Report()) == package / "mini"
    assert set(known_packs()) >= {"1826", "mini"}


def test_a_near_miss_gets_a_suggestion() -> None:
    (problem,) = check_pack("1862").problems
    assert (problem.file, problem.line, problem.code) == ("1862", 0, "Y013")
    assert problem.hint == "did you mean '1826'?"


def test_a_pack_that_cannot_be_loaded_carries_all_problems(tmp_path: Path) -> None:
    shutil.copytree(GOOD, tmp_path / "mini")
    path = tmp_path / "mini" / "trains.yaml"
    path.write_text(path.read_text().replace("cost: 80", "cost: -80").replace("cost: 160", "cost: dear"))
    with pytest.raises(PackError, match=r"trains\.yaml:2:21: S007 .*1 more") as caught:
        load_title(tmp_path / "mini")
    assert [problem.code for problem in caught.value.problems] == ["S007", "S003"]


def test_the_hash_changes_with_what_plays_and_with_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "mini"
    shutil.copytree(GOOD, folder)
    before = load_title(folder).content_hash
    assert before == load_title(GOOD).content_hash
    (folder / "README.md").write_text("About this pack.")
    (folder / "hooks" / "__pycache__").mkdir(exist_ok=True)
    path = folder / "trains.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_title(folder).content_hash == before
    path.write_text(path.read_text() + "# a remark\n")
    changed = load_title(folder).content_hash
    assert changed != before
    (folder / "hooks" / "other.py").write_text("")
    assert load_title(folder).content_hash not in (before, changed)


def test_data_cannot_be_changed() -> None:
    title = load_title(GOOD)
    with pytest.raises(TypeError):
        title.data["title"] = {}  # type: ignore[index]
    assert set(title.data) == {"title", "map", "tiles", "market", "trains", "phases", "companies", "rounds"}


def test_every_pack_that_comes_with_the_program_is_good() -> None:
    for name in known_packs():
        assert check_pack(name).problems == (), name
