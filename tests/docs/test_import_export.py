"""The page about import, export and comparison is run as it stands, like the tutorial."""

from pathlib import Path

import pytest
from open18xx.loading import check_pack
from open18xx.resources import titles_dir

from tests.docs.test_tutorial import ROOT, run_page

PAGE = ROOT / "docs" / "import-export.md"


def test_the_page_works_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPEN18XX_PATH", raising=False)
    assert run_page(PAGE, tmp_path, capsys) == 7
    assert not (tmp_path / "wrong.yaml").exists()
    both = [
        (tmp_path / name).read_text(encoding="utf-8").split("\nhexes:")[1]
        for name in ("map.yaml", "map2.yaml")
    ]
    assert both[0].splitlines()[1:4] == both[1].splitlines()[1:4]


def test_the_hexes_shown_are_those_of_the_title(tmp_path: Path) -> None:
    """The example of the notation on hexes, laid upon the title it is taken from."""
    shown = PAGE.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
    (tmp_path / "title.yaml").write_text('id: shown\nname: Shown\nextends: "1889"\n', encoding="utf-8")
    below = {"C4": "stops: null, track: null, ", "F1": "stops: null, track: null, ", "K6": "terrain: null, "}
    for name, gone in below.items():  # what the overlay says in another way
        shown = shown.replace(f"{name}: {{", f"{name}: {{{gone}")
    (tmp_path / "map.yaml").write_text(shown, encoding="utf-8")
    outcome, base = check_pack(tmp_path), check_pack(titles_dir() / "g1889")
    assert outcome.title is not None and base.title is not None, outcome.problems
    assert outcome.problems == ()
    for name in ("C4", "K6"):
        ours, theirs = outcome.title.map.hexes[name], base.title.map.hexes[name]
        assert (ours.terrain, ours.lay_cost, ours.place) == (theirs.terrain, theirs.lay_cost, theirs.place)
        assert ours.printed.stops == theirs.printed.stops and ours.printed.exits == theirs.printed.exits
    assert outcome.title.map.hexes["F1"].printed.stops[0].revenue == (30, 60)
