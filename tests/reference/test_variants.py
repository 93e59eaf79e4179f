"""Options of a title in the reference and in game files: what they change, what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from open18xx.bots.seats import bot_for
from open18xx.cli.main import main
from open18xx.definition.title import Title
from open18xx.engine.game import Game
from open18xx.loading import OptionError, load_title
from open18xx.reference.blocks import Points, Section, Table
from open18xx.reference.values import value_changes
from open18xx.reference.variants import changed_values, option_sections, option_table, value_at
from open18xx.table import load_context

from tests.loading.defects.cases import GOOD
from tests.support.contexts import SHIPPED, loaded

WITH_OPTIONS = ("1826", "1830", "1889")


def rows(title: Title, option: str) -> set[tuple[str, str, str]]:
    return set(changed_values(title, title.options[option]))


def points(section: Section) -> list[str]:
    return [item for block in section.blocks if isinstance(block, Points) for item in block.items]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_option_of_a_title_is_told_with_what_it_changes(name: str) -> None:
    title = loaded(name).title
    assert [row[1] for table in option_table(title) for row in table.rows] == list(title.options)
    sections = option_sections(title)
    assert [section.id for section in sections] == [f"option-{option}" for option in title.options]
    for section, option in zip(sections, title.options.values(), strict=True):
        (table,) = (block for block in section.blocks if isinstance(block, Table))
        assert len(table.rows) >= len(option.set)


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_the_reference_tells_each_value_that_really_changes(name: str) -> None:
    """As many values as differ between the title with and without the option, found in another way."""
    title = loaded(name).title
    for option in title.options.values():
        changed = load_title(name, options=[option.id, *option.requires], hooks=False)
        told = {part for row in rows(title, option.id) for part in row[0].split(", ")}
        for change in value_changes(title, changed):
            assert change.path.replace("_", " ").split(".")[-1] in told, (option.id, change.path)


def test_the_pages_of_a_title_list_its_options(tmp_path: Path) -> None:
    assert main(["docs", "1889", "-o", str(tmp_path), "--format", "md,html"]) == 0
    page = (tmp_path / "index.md").read_text(encoding="utf-8")
    assert "beginner\\_game" in page
    assert "| rounds, auction, kind | waterfall | dealt |" in page
    assert "| companies, privates, MF, cost | 30 | 40 |" in page
    assert "beginner_game" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_values_are_found_by_the_paths_of_options() -> None:
    data = load_title(GOOD).data
    assert value_at(data, "bank.cash") == 2000
    assert value_at(data, "hooks.toll.amount") == 10
    assert value_at(data, "trains.2.cost") == 80
    assert value_at(data, "companies.privates.Mail.abilities.0.amount") == 10
    assert value_at(data, "market.rows.0") is not None
    assert value_at(data, "market.rows.9") is None and value_at(data, "bank.cahs") is None


def test_what_an_option_needs_and_excludes_is_told(tmp_path: Path) -> None:
    shutil.copytree(GOOD, tmp_path / "mini")
    path = tmp_path / "mini" / "title.yaml"
    text = path.read_text(encoding="utf-8")
    third = (
        "  - id: third\n    name: Third\n    text: Less.\n    requires: [rich]\n    set: {bank.cash: 2500}\n"
    )
    path.write_text(text.rstrip("\n") + f"\n{third}", encoding="utf-8")
    title = load_title(tmp_path / "mini")
    rich, poor, needing = option_sections(title)
    assert points(rich) == ["Not together with: Cheap tolls."]
    assert points(poor) == ["Not together with: Rich bank."]  # said by the other option only
    assert points(needing) == ["Only together with: Rich bank."]
    assert rows(title, "rich") == {("bank, cash", "2000", "3000")}
    chosen = option_sections(load_title(tmp_path / "mini", options=["rich"]))[0]
    assert not [block for block in chosen.blocks if isinstance(block, Table)]
    assert any("Chosen" in point for point in points(chosen))


@pytest.mark.parametrize("chosen", [("rich", "poor"), ("poor", "rich"), ("third",), ("third", "poor")])
def test_illegal_combinations_are_refused_whatever_the_order(chosen: tuple[str, ...], tmp_path: Path) -> None:
    shutil.copytree(GOOD, tmp_path / "mini")
    path = tmp_path / "mini" / "title.yaml"
    third = (
        "  - id: third\n    name: Third\n    text: Less.\n    requires: [rich]\n    set: {bank.cash: 2500}\n"
    )
    path.write_text(path.read_text(encoding="utf-8").rstrip("\n") + f"\n{third}", encoding="utf-8")
    with pytest.raises(OptionError, match=r"together|needs option"):
        load_title(tmp_path / "mini", options=chosen)
    assert load_title(tmp_path / "mini", options=["third", "rich"]).active_options == {"third", "rich"}


def test_options_are_part_of_a_game_file_and_its_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from open18xx.engine.record import record_of, to_text

    game = Game(load_context("1889", ["beginner_game"]), ("A", "B"), seed=3)
    bot = bot_for("greedy", 3)
    assert bot is not None
    for _ in range(12):
        game.apply(bot.decide(game))
    path = tmp_path / "game.json"
    path.write_text(to_text(record_of(game, ("greedy", "greedy"))), encoding="utf-8")
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["options"] == ["beginner_game"]
    assert main(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions_applied"] == 12
    # Without the option the same actions are those of another game.
    path.write_text(json.dumps({**document, "options": []}), encoding="utf-8")
    assert main(["replay", str(path), "--json"]) == 1
