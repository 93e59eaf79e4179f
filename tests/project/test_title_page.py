"""The page about what the titles set: its lines are counted and its policies found as it says."""

from __future__ import annotations

from pathlib import Path

from open18xx.resources import titles_dir

from scripts.title_page import default_of, policies_of, python_lines, text, yaml_lines
from tests.support.contexts import loaded


def test_lines_that_say_something_are_counted(tmp_path: Path) -> None:
    yaml = tmp_path / "trains.yaml"
    yaml.write_text(
        "# a comment\n\ntrains:  # with a comment behind\n  - {id: a}\n  # another\n", encoding="utf-8"
    )
    assert yaml_lines(yaml) == 2 and yaml_lines(tmp_path / "nothing.yaml") == 0
    module = tmp_path / "hook.py"
    module.write_text(
        '"""One line."""\n\n# why\nX = 1\n\n\ndef f() -> int:\n    """Two\n    lines."""\n    return X\n',
        encoding="utf-8",
    )
    assert python_lines(module) == 3


def test_policies_are_those_that_differ_from_the_default() -> None:
    assert default_of(("stock", "sell_from_round")) == 1
    assert default_of(("auction", "kind")) is None and default_of(("stock", "nothing")) is None
    chosen = policies_of(loaded("1889").title)
    assert chosen["stock.sell_from_round"] == 2 and chosen["auction.kind"] == "waterfall"
    assert "trains.minimum_price" not in chosen or chosen["trains.minimum_price"] != 1
    assert "source" not in chosen


def test_every_title_and_every_hook_module_is_on_the_page() -> None:
    page = text()
    for folder in sorted(path.parent for path in titles_dir().glob("*/title.yaml")):
        title = loaded(folder.name.removeprefix("g")).title
        assert f"| {title.name} | " in page
        assert all(f"| `{hook.name}` | [`" in page for hook in title.hook_modules)
        assert bool(list(folder.glob("hooks/*.py"))) == (f"### {title.name}\n" in page)
