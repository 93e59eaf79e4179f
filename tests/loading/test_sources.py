"""Every table names the source of its figures, and readers are told it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from open18xx.cli.main import main
from open18xx.loading import check_pack, load_title
from open18xx.loading.kinds import KINDS, OPTIONAL, TABLES
from open18xx.loading.nodes import MappingNode
from open18xx.loading.packs import known_packs
from open18xx.loading.problems import Report
from open18xx.loading.reader import read_text
from open18xx.reference.blocks import Table
from open18xx.reference.book import book_of
from open18xx.reference.values import value_changes
from open18xx.render.look import look_of
from open18xx.render.theme import theme_named
from open18xx.resources import titles_dir

from tests.loading.defects.cases import GOOD


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    shutil.copytree(GOOD, tmp_path / "mini")
    return tmp_path / "mini"


def name_source(pack: Path, kind: str, source: str) -> None:
    path = pack / f"{kind}.yaml"
    path.write_text(f"source: {source}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")


@pytest.mark.parametrize("folder", sorted(titles_dir().glob("g*")), ids=lambda folder: folder.name)
def test_every_file_of_the_shipped_packs_says_it(folder: Path) -> None:
    for kind in (*KINDS, *OPTIONAL):
        path = folder / f"{kind}.yaml"
        if path.is_file():
            root = read_text(path.read_text(encoding="utf-8"), path.name, Report())
            assert isinstance(root, MappingNode)
            assert ("sources" if kind == "title" else "source") in root.entries, path


def test_the_shipped_packs_are_known() -> None:
    assert {path.name for path in known_packs().values()} >= {path.name for path in titles_dir().glob("g*")}


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_alone_without_source_is_told(pack: Path, kind: str) -> None:
    for other in TABLES:
        if other != kind:
            name_source(pack, other, "the rulebook")
    (problem,) = check_pack(pack).problems
    assert (problem.code, problem.severity, problem.file) == ("T008", "warning", f"{kind}.yaml")
    name_source(pack, kind, "[the rulebook, a letter]")
    outcome = check_pack(pack)
    assert outcome.problems == ()
    assert outcome.title is not None
    assert outcome.title.sources(kind) == ("the rulebook", "a letter")
    assert outcome.title.sources("rounds") == ()


def test_an_overlay_does_not_inherit_a_source_for_what_it_changes(pack: Path) -> None:
    for kind in TABLES:
        name_source(pack, kind, "the rulebook")
    overlay = pack.parent / "less"
    overlay.mkdir()
    (overlay / "title.yaml").write_text("format: 1\nid: less\nname: Less\nextends: mini\n", encoding="utf-8")
    (overlay / "trains.yaml").write_text('source: my idea\ntrains: [{id: "2", count: 3}]\n', encoding="utf-8")
    assert check_pack(overlay).problems == ()
    (overlay / "map.yaml").write_text("hexes: {C7: {name: East}}\n", encoding="utf-8")
    assert [(problem.code, problem.file) for problem in check_pack(overlay).problems] == [
        ("T008", "map.yaml")
    ]
    title = load_title(overlay)
    assert (title.sources("trains"), title.sources("market")) == (("my idea",), ("the rulebook",))


def test_a_source_changes_nothing_else(pack: Path) -> None:
    """Paths of options and templates do not see it, and it is no difference between packs."""
    before = load_title(GOOD)
    for kind in TABLES:
        name_source(pack, kind, "the rulebook")
    after = load_title(pack, options=["rich"])
    assert [change.path for change in value_changes(before, after)] == ["bank.cash"]


def test_info_and_the_reference_show_it(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name_source(pack, "tiles", "the rulebook, section 8")
    assert main(["info", str(pack)]) == 0
    shown = capsys.readouterr().out
    assert "    tiles       the rulebook, section 8\n" in shown
    assert main(["info", str(pack), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sources"] == {"tiles": ["the rulebook, section 8"]}
    look = look_of(load_title(pack), theme_named("standard"))
    chapters = {chapter.id: chapter for chapter in book_of(look).chapters}
    (table,) = chapters["sources"].blocks
    assert isinstance(table, Table)
    assert table.rows == (("tiles and upgrades", "the rulebook, section 8"),)
    plain = book_of(look_of(load_title(GOOD), theme_named("standard")))
    assert "sources" not in {chapter.id for chapter in plain.chapters}
