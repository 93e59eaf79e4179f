"""Packs that extend others: what they change, and whose lines problems point at."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from open18xx.loading import check_pack, load_title

from tests.loading.defects.cases import GOOD

TITLE = "format: 1\nid: mini-two\nname: Mini Two\nextends: mini\n"


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """A pack that extends a copy of the good pack and changes nothing."""
    shutil.copytree(GOOD, tmp_path / "mini")
    folder = tmp_path / "mini-two"
    folder.mkdir()
    (folder / "title.yaml").write_text(TITLE)
    return folder


def problems(folder: Path) -> list[tuple[str, int, int, str]]:
    return [(p.file, p.line, p.column, p.code) for p in check_pack(folder).problems]


def test_an_overlay_that_changes_nothing_is_the_pack_below(overlay: Path) -> None:
    assert problems(overlay) == []
    below, above = load_title(overlay.parent / "mini"), load_title(overlay)
    assert (above.id, above.name) == ("mini-two", "Mini Two")
    assert above.trains == below.trains and above.companies == below.companies
    assert above.hook_modules[0].path == overlay.parent / "mini" / "hooks" / "toll.py"
    assert above.content_hash != below.content_hash


def test_values_are_changed_by_id(overlay: Path) -> None:
    (overlay / "trains.yaml").write_text('trains:\n  - {id: "3", cost: 200}\n')
    (overlay / "title.yaml").write_text(TITLE + "limits: {holding_percent: 70}\n")
    (overlay / "companies.yaml").write_text("corporations:\n  - id: SW\n    home: {hex: C3}\n    tokens: 2\n")
    (overlay / "map.yaml").write_text("hexes:\n  C3: {place: city, terrain: null}\n")
    assert problems(overlay) == []
    title = load_title(overlay)
    assert list(title.trains) == ["2", "3", "4"]
    assert (title.trains["3"].cost, title.trains["3"].count) == (200, 3)
    assert (title.limits.holding_percent, title.limits.pool_percent) == (70, 50)
    assert title.companies.corporations["SW"].homes[0].hex == "C3"
    assert title.map.hexes["C3"].terrain == () and title.map.hexes["C3"].place == "city"


def test_things_are_added_removed_replaced_and_moved(overlay: Path) -> None:
    (overlay / "companies.yaml").write_text(
        "privates:\n"
        "  - {id: Mail, $remove: true}\n"
        "  - {id: Ferry, $replace: true, name: Steam Ferry, cost: 30, revenue: 5, abilities: [\n"
        "      {kind: free_terrain, terrain: river}]}\n"
        "  - {id: Toll, $before: Ferry, name: Toll House, cost: 10, revenue: 5}\n"
        "  - {id: Canal, name: Canal, cost: 90, revenue: 20}\n"
    )
    assert problems(overlay) == []
    privates = load_title(overlay).companies.privates
    assert list(privates) == ["Toll", "Ferry", "Canal"]
    assert privates["Ferry"].abilities[0].step == "any"


def test_other_lists_are_replaced_as_a_whole(overlay: Path) -> None:
    (overlay / "market.yaml").write_text("rows:\n  - [70, 80, 90]\n  - [60, 70, 80]\n")
    assert problems(overlay) == []
    assert load_title(overlay).market.rows == ((70, 80, 90), (60, 70, 80))


def test_problems_point_at_the_line_that_holds_the_value(overlay: Path) -> None:
    (overlay / "trains.yaml").write_text('trains:\n  - {id: "3", cost: 200, rusted_by: "9"}\n')
    (overlay / "phases.yaml").write_text('phases:\n  - id: "4"\n    train_limit: {tens: 1}\n')
    assert problems(overlay) == [("phases.yaml", 3, 19, "T409"), ("trains.yaml", 2, 37, "T401")]


def test_problems_of_the_pack_below_name_its_file(overlay: Path) -> None:
    path = overlay.parent / "mini" / "trains.yaml"
    path.write_text(path.read_text().replace('rusted_by: "4"', 'rusted_by: "9"'))
    assert problems(overlay) == [("mini/trains.yaml", 2, 65, "T401")]


def test_unknown_keys_of_an_overlay_are_told(overlay: Path) -> None:
    (overlay / "trains.yaml").write_text('trains:\n  - {id: "3", csot: 200}\n')
    assert problems(overlay) == [("trains.yaml", 2, 15, "S001")]


def test_instructions_that_cannot_be_followed(overlay: Path) -> None:
    (overlay / "companies.yaml").write_text(
        "privates:\n"
        "  - {id: Male, $remove: true}\n"
        "  - {id: Toll, $before: Fery, name: Toll House, cost: 10, revenue: 5}\n"
    )
    assert problems(overlay) == [("companies.yaml", 2, 5, "T006"), ("companies.yaml", 3, 25, "T006")]


def test_instructions_mean_nothing_without_a_pack_below(tmp_path: Path) -> None:
    shutil.copytree(GOOD, tmp_path / "mini")
    path = tmp_path / "mini" / "trains.yaml"
    path.write_text(path.read_text().replace('{id: "3",', '{id: "3", $remove: true,'))
    assert problems(tmp_path / "mini") == [("trains.yaml", 3, 15, "S001")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TITLE.replace("id: mini-two", "id: mini"), ("title.yaml", 2, 5, "T005")),
        (TITLE.replace("id: mini-two\n", ""), ("title.yaml", 1, 1, "T005")),
        (TITLE.replace("extends: mini", "extends: mini-two"), ("title.yaml", 4, 10, "T003")),
        (TITLE.replace("extends: mini", "extends: mini3"), ("title.yaml", 4, 10, "T002")),
        (TITLE.replace("extends: mini", "extends: ../mini"), ("title.yaml", 4, 10, "Y012")),
        (TITLE.replace("extends: mini", "extends: /etc"), ("title.yaml", 4, 10, "Y012")),
    ],
)
def test_an_overlay_that_cannot_be_laid(
    overlay: Path, text: str, expected: tuple[str, int, int, str]
) -> None:
    (overlay / "title.yaml").write_text(text)
    assert expected in problems(overlay)
    assert check_pack(overlay).title is None


def test_packs_that_extend_each_other_in_a_circle(overlay: Path) -> None:
    below = overlay.parent / "mini" / "title.yaml"
    below.write_text(below.read_text() + "extends: mini-two\n")
    assert problems(overlay) == [("mini/title.yaml", 26, 10, "T003")]
    assert problems(below.parent) == [("mini-two/title.yaml", 4, 10, "T003")]


def test_an_overlay_upon_an_overlay(overlay: Path) -> None:
    third = overlay.parent / "mini-three"
    third.mkdir()
    (third / "title.yaml").write_text("id: mini-three\nname: Mini Three\nextends: mini-two\n")
    (overlay / "trains.yaml").write_text('trains:\n  - {id: "3", cost: 200}\n  - {id: "2", cost: 90}\n')
    (third / "trains.yaml").write_text('trains:\n  - {id: "3", cost: 210}\n')
    assert problems(third) == []
    trains = load_title(third).trains
    assert (trains["2"].cost, trains["3"].cost, trains["4"].cost) == (90, 210, 240)


def test_a_pack_may_extend_one_that_comes_with_the_program(overlay: Path) -> None:
    (overlay / "title.yaml").write_text(
        "id: 1826-rich\nname: Rich 1826\nextends: 1826\nbank: {cash: 20000}\n"
    )
    assert "S004" in {code for *_, code in problems(overlay)}  # an id that is a number needs quotes
    (overlay / "title.yaml").write_text(
        'id: 1826-rich\nname: Rich 1826\nextends: "1826"\nbank: {cash: 20000}\n'
    )
    assert not [problem for problem in check_pack(overlay).problems if problem.severity == "error"]
    assert load_title(overlay).bank_cash == 20000


def test_an_overlay_has_hook_modules_of_its_own(overlay: Path) -> None:
    (overlay / "hooks").mkdir()
    source = (overlay.parent / "mini" / "hooks" / "toll.py").read_text()
    (overlay / "hooks" / "toll.py").write_text(source.replace("value + 10", "value + 20"))
    shutil.copy(overlay.parent / "mini" / "hooks" / "toll.schema.json", overlay / "hooks")
    assert problems(overlay) == []
    assert load_title(overlay).hook_modules[0].path == overlay / "hooks" / "toll.py"
