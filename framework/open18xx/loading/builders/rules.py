"""``rules.yaml``: rule statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from open18xx.definition.rules import RuleBook, RuleSection, RuleText
from open18xx.loading.builders.section import Section


def build_rules(section: Section | None) -> RuleBook:
    """The rule book; an empty one when the pack has no rule texts."""
    sections = () if section is None else tuple(_section(item) for item in section.sections("sections"))
    rules = [rule for item in sections for rule in item.rules]
    return RuleBook(
        sections=sections,
        by_refusal=_reverse((code, rule.id) for rule in rules for code in rule.refusals),
        by_event=_reverse((kind, rule.id) for rule in rules for kind in rule.events),
    )


def _section(item: Section) -> RuleSection:
    section_id = item.text("id")
    return RuleSection(
        id=section_id,
        title=item.text("title"),
        rules=tuple(_rule(rule, section_id) for rule in item.sections("rules")),
    )


def _rule(rule: Section, section_id: str) -> RuleText:
    return RuleText(
        id=rule.text("id"),
        section=section_id,
        area=rule.text("area"),
        level=rule.choice("level", "engine", "data", "hook"),
        text=rule.text("text"),
        example=rule.text("example", ""),
        repeats=rule.optional_text("repeats"),
        unprovable=rule.text("unprovable", ""),
        refusals=rule.texts("refusals"),
        events=rule.texts("events"),
    )


def _reverse(pairs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for code, rule in pairs:
        found.setdefault(code, []).append(rule)
    return {code: tuple(dict.fromkeys(rules)) for code, rules in found.items()}
