"""The marks that tie tests to rules: they name rules that exist, and what is proved never becomes less."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from open18xx.cli.rule_marks import Scan, scan_tests
from open18xx.cli.rules import measure
from open18xx.definition.title import Title
from open18xx.loading import load_title

from tests.support.rule_coverage import COLLECTED

TESTS = Path(__file__).parents[1]
#: Rules proved by tests, by title. Raise a number when more are; never lower it.
FLOOR = {"1826": 517, "1889": 100, "1830": 101, "18Chesapeake": 101, "1894": 276}
#: Titles all of whose rules are proved.
COMPLETE = ("1826", "1889", "1830", "18Chesapeake", "1894")


@cache
def scan() -> Scan:
    return scan_tests(TESTS)


@cache
def title(name: str) -> Title:
    return load_title(name, hooks=False)


def test_every_mark_can_be_read() -> None:
    assert scan().unreadable == ()


@pytest.mark.parametrize("name", FLOOR)
def test_marks_name_rules_that_exist(name: str) -> None:
    unknown = measure(title(name).rulebook, scan()).unknown
    assert [f"{mark.file}:{mark.line} {mark.rule}" for mark in unknown] == []


def test_marks_name_rules_of_known_titles() -> None:
    assert {rule.partition("-")[0] for rule in scan().rules()} <= set(FLOOR)


@pytest.mark.parametrize("name", FLOOR)
def test_no_rule_loses_its_proof(name: str) -> None:
    found = measure(title(name).rulebook, scan())
    assert found.covered >= FLOOR[name], f"no longer proved are some of: {', '.join(found.missing)}"


@pytest.mark.parametrize("name", COMPLETE)
def test_every_rule_of_level_data_is_proved(name: str) -> None:
    found = measure(title(name).rulebook, scan())
    missing = [rule.id for section in found.sections for rule in section.missing if rule.level == "data"]
    assert missing == []


@pytest.mark.parametrize("name", FLOOR)
def test_repeats_name_rules_that_stand_for_themselves_or_repeat_one(name: str) -> None:
    rules = {rule.id: rule for section in title(name).rulebook.sections for rule in section.rules}
    for rule in rules.values():
        seen = {rule.id}
        while rule.repeats is not None:
            assert rule.repeats in rules, f"{rule.id} repeats {rule.repeats}, which does not exist"
            rule = rules[rule.repeats]
            assert rule.id not in seen, f"{rule.id} repeats itself"
            seen.add(rule.id)


def test_files_and_collected_tests_tell_the_same(request: pytest.FixtureRequest) -> None:
    """Reading the files finds exactly the marks that pytest sees, for every file of this run."""
    collected: dict[str, set[str]] = defaultdict(set)
    for node, rules in request.config.stash[COLLECTED].items():
        path = (request.config.rootpath / node.partition("::")[0]).relative_to(TESTS)
        collected[path.as_posix()].update(rules)
    read: dict[str, set[str]] = defaultdict(set)
    for mark in scan().marks:
        read[mark.file].add(mark.rule)
    whole = not any("::" in argument for argument in request.config.args)
    for file, rules in collected.items():
        assert rules <= read[file], f"{file}: marks that reading the file does not find"
        if whole:
            assert read[file] <= rules, f"{file}: marks on something that pytest does not collect"
