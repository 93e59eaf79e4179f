"""1826: the rule book as a whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from open18xx.definition.rules import RuleText
from open18xx.loading import load_title
from open18xx.loading.templates import render_book

from tests.titles.g1826.book import title

RULES = [rule for section in render_book(title()).sections for rule in section.rules]


def test_all_523_rules_are_there_once() -> None:
    assert len(RULES) == len({rule.id for rule in RULES}) == 523
    assert Counter(rule.level for rule in RULES) == {"data": 148, "hook": 210, "engine": 165}


def test_rules_stand_in_the_section_their_id_names() -> None:
    for section in title().rulebook.sections:
        assert all(rule.id.startswith(f"1826-{section.id}-") for rule in section.rules)
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


def test_no_two_rules_that_stand_for_themselves_say_the_same_words() -> None:
    seen = Counter(rule.text for rule in RULES if not rule.repeats)
    # The two mergers have parallel rules of the same wording.
    assert {text for text, times in seen.items() if times > 1} <= {
        "Nobody else can join.",
        "Charters and certificates of merged corporations are out of the game.",
        "Other tokens of the merged corporations leave the map; nobody is paid for them.",
    }


def test_only_what_no_program_can_see_is_left_unproved() -> None:
    assert {rule.id for rule in RULES if rule.unprovable} == {
        "1826-1.3-01",
        "1826-1.3-06",
        "1826-1.3-07",
        "1826-C-Merge-09",
        "1826-C-Tokens-05",
        "1826-C-Paris-04",
    }


def test_the_texts_of_a_mod_have_the_figures_of_the_mod(tmp_path: Path) -> None:
    pack = tmp_path / "richer"
    pack.mkdir()
    (pack / "title.yaml").write_text(
        'format: 1\nid: richer\nname: Richer\nextends: "1826"\nbank: {cash: 15000}\n', encoding="utf-8"
    )
    (pack / "trains.yaml").write_text("trains:\n  - {id: 6H, cost: 350}\n", encoding="utf-8")
    made = render_book(load_title(pack, hooks=False))
    texts = {rule.id: rule.text for section in made.sections for rule in section.rules}
    assert "F15,000" in texts["1826-1.1-03"]
    assert "six trains at F350" in texts["1826-4.7.9-11"]
