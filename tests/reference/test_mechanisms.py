"""The chapter on special mechanisms: every parameter of a hook module, with what it means."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from open18xx.definition.title import HookModule, Title
from open18xx.reference.blocks import Section, Table, Text
from open18xx.reference.mechanisms import mechanisms

from tests.support.contexts import loaded


def told(title: Title, module: str) -> Section:
    (section,) = (part for part in mechanisms(title) if part.id == f"mechanism-{module}")
    return section


def rows(section: Section) -> dict[str, tuple[str, ...]]:
    (table,) = (block for block in section.blocks if isinstance(block, Table))
    return {str(name): tuple(str(cell) for cell in rest) for name, *rest in table.rows}


@pytest.mark.parametrize("name", ["1826", "1894"])
def test_every_figure_has_a_meaning(name: str) -> None:
    title = loaded(name).title
    for hook in title.hook_modules:
        if not hook.parameters:
            continue
        section = told(title, hook.name)
        assert isinstance(section.blocks[0], Text)
        for figure, (value, meaning) in rows(section).items():
            assert value, figure
            assert meaning.endswith("."), figure
            assert "`" not in meaning


def test_figures_follow_the_pack() -> None:
    found = rows(told(loaded("1826").title, "loans"))
    assert found["value"] == ("500", "Money one loan brings and costs to repay, in whole currency units.")
    trains = rows(told(loaded("1826").title, "trains"))
    assert trains["electric, table, 4, stops"][0] == "4"
    # Has no description of its own; the table it is a line of has.
    assert trains["supply, table, 9"][1] == trains["supply, table, 10"][1] != ""


@pytest.mark.parametrize("schema", [None, "no JSON", "[]", '{"properties": []}'])
def test_a_module_without_a_usable_schema_is_told_without_meanings(
    schema: str | None, tmp_path: Path
) -> None:
    if schema is not None:
        (tmp_path / "extra.schema.json").write_text(schema, encoding="utf-8")
    hook = HookModule("extra", tmp_path / "extra.py", {"count_of": 3, "who": ["A", "B"], "never": []})
    title = dataclasses.replace(loaded("1889").title, hook_modules=(hook,))
    section = told(title, "extra")
    assert rows(section) == {"count of": ("3",), "who": ("A, B",), "never": ("none",)}
    assert len(section.blocks) == 1
