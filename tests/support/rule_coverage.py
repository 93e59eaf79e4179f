"""Pytest plugin: which rules the collected tests name, and which of them passed.

Every test carries the ids of its ``rule`` marks as properties ``rule``, so that all kinds of reports show
them.
``--rule-coverage PACK`` prints at the end of a run what the tests that passed prove of that title; the verb
``open18xx rules PACK --coverage`` tells the same from the files alone, without running anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from open18xx.cli.rule_marks import Mark, Scan
from open18xx.cli.rules import coverage_lines, measure
from open18xx.loading import load_title

OPTION = "--rule-coverage"
PROPERTY = "rule"
#: Rules by the test that names them, for every test collected.
COLLECTED = pytest.StashKey[Mapping[str, tuple[str, ...]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--rule-coverage``."""
    parser.addoption(
        OPTION, metavar="PACK", default=None, help="print which rules of PACK the tests that passed prove"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note the rules of every test before any of them is deselected."""
    collected: dict[str, tuple[str, ...]] = {}
    for item in items:
        rules = tuple(dict.fromkeys(_rules(item)))
        item.user_properties.extend((PROPERTY, rule) for rule in rules)
        collected[item.nodeid] = rules
    config.stash[COLLECTED] = collected


def _rules(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs or not all(isinstance(rule, str) for rule in mark.args):
            raise pytest.UsageError(
                f"{item.nodeid}: the mark `rule` takes ids of rules, such as '1826-4.2-04'"
            )
        yield from mark.args


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the coverage by what passed, if asked for."""
    pack = config.getoption(OPTION)
    if pack is None:
        return
    marks = {
        Mark(str(value), report.nodeid.partition("::")[0], 0, report.nodeid)
        for report in terminalreporter.getreports("passed")
        if report.when == "call"
        for name, value in report.user_properties
        if name == PROPERTY
    }
    title = load_title(pack, hooks=False)
    terminalreporter.write_sep("=", "rule coverage")
    for line in coverage_lines(title, measure(title.rulebook, Scan(tuple(sorted(marks)), ()))):
        terminalreporter.write_line(line)
