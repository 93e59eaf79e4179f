"""1894: the rule book as a whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from open18xx.definition.rules import RuleText
from open18xx.loading import load_title
from open18xx.loading.templates import render_book

from tests.titles.g1894.book import title

RULES = [rule for section in render_book(title()).sections for rule in section.rules]


def test_all_276_rules_are_there_once() -> None:
    assert len(RULES) == len({rule.id for rule in RULES}) == 276
    assert Counter(rule.level for rule in RULES) == {"data": 155, "engine": 114, "hook": 7}


def test_rules_stand_in_the_section_their_id_names() -> None:
    for section in title().rulebook.sections:
        assert all(rule.id.startswith(f"1894-{section.id}-") for rule in section.rules)
        numbers = [int(rule.id.rpartition("-")[2]) for rule in section.rules]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_reads_as_sentences(rule: RuleText) -> None:
    for text in filter(None, (rule.text, rule.example)):
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith(".")
        assert not set(text) & set("{}[]<>")
        for slip in ("None", "True", "False", "undefined", " ,", " .", "..", "  ", " and and ", "()"):
            assert slip not in text
    assert rule.text != rule.example


def test_no_two_rules_say_the_same_words() -> None:
    assert [text for text, times in Counter(rule.text for rule in RULES).items() if times > 1] == []


def test_nothing_is_left_unproved() -> None:
    assert [rule.id for rule in RULES if rule.unprovable] == []


def test_the_texts_of_a_mod_have_the_figures_of_the_mod(tmp_path: Path) -> None:
    pack = tmp_path / "dearer"
    pack.mkdir()
    (pack / "title.yaml").write_text(
        'format: 1\nid: dearer\nname: Dearer\nextends: "1894"\nlimits: {holding_percent: 70}\n',
        encoding="utf-8",
    )
    (pack / "trains.yaml").write_text("trains:\n  - {id: D, cost: 900}\n", encoding="utf-8")
    made = render_book(load_title(pack, hooks=False))
    texts = {rule.id: rule.text for section in made.sections for rule in section.rules}
    assert "D at 900 F" in texts["1894-TRN-01"]
    assert "above 70 %" in texts["1894-SR-08"]
