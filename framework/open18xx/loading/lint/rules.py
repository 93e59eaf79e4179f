"""rules.yaml: ids, and what they refer to. The texts themselves are checked by rendering them."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


def rules_of(facts: Facts) -> Iterator[Section]:
    """All rules of the right shape, in order."""
    for section in facts.things("rules", "sections"):
        for index, rule in enumerate(section.items("rules")):
            path = (*section.path, "rules", index)
            if ("rules", path) not in facts.broken and isinstance(rule, dict):
                yield Section(rule, "rules", path)


def lint_rules(facts: Facts, report: Report) -> None:
    """Check that ids are unique and that repeated rules exist."""
    seen: set[str] = set()
    repeated: list[Section] = []
    for rule in rules_of(facts):
        name = rule.text("id")
        if name in seen:
            report.on("R003", rule, "id", f"there are two rules '{name}'")
        seen.add(name)
        if "repeats" in rule:
            repeated.append(rule)
    for rule in repeated:
        other = rule.text("repeats")
        if other == rule.text("id") or (other not in seen and facts.whole("rules")):
            report.on("R004", rule, "repeats", f"there is no other rule '{other}'", nearest(other, seen))
