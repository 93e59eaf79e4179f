"""Rule texts: every template renders over the pack's data, and what rules are cited for exists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import jinja2

from open18xx.definition.codes import EVENTS, REFUSALS
from open18xx.definition.tiles import TileDefinition
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.lint.hooks import HookFiles
from open18xx.loading.lint.rules import rules_of
from open18xx.loading.nodes import Mark, Path, ScalarNode, find, path_text
from open18xx.loading.packs import KINDS
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest
from open18xx.loading.templates import TemplateProblem, Templates

_QUOTED: Final = re.compile(r"'([^']+)'")


def lint_texts(facts: Facts, tiles: Mapping[str, TileDefinition], files: HookFiles, report: Report) -> None:
    """Render every rule text, and check the codes that rules name."""
    if "rules" not in facts.data or facts.broken or any(kind not in facts.data for kind in KINDS):
        return
    data = {kind: value for kind, value in facts.data.items() if isinstance(value, dict) and kind in KINDS}
    templates = Templates(data, tiles.get)
    strings: frozenset[str] | None = None
    for rule in rules_of(facts):
        for key in ("text", "example"):
            text = rule.text(key, "")
            if "{" in text:
                _render(templates, text, rule, key, report)
        if "refusals" in rule or "events" in rule:
            strings = files.strings() if strings is None else strings
            _codes(rule, strings, report)


def _render(templates: Templates, text: str, rule: Section, key: str, report: Report) -> None:
    try:
        templates.render(text)
    except TemplateProblem as problem:
        is_syntax = isinstance(problem.__cause__, jinja2.TemplateSyntaxError)
        message, _, hint = str(problem).partition("; ")
        mark = _place((*rule.path, key), message, report)
        path = path_text((*rule.path, key))
        what = "cannot be read" if is_syntax else "cannot be filled in"
        report.add("R001" if is_syntax else "R002", mark, f"the {key} {what}: {message}", hint, path)


def _place(path: Path, message: str, report: Report) -> Mark:
    """Where in the file the name stands that a message quotes, or else the first expression."""
    node = find(report.roots["rules"], path)
    if not isinstance(node, ScalarNode):
        return report.mark("rules", path)
    quoted = _QUOTED.search(message)
    lines = range(node.line, node.line + len(node.text) // 20 + 4)
    patterns = [re.escape(quoted[1])] if quoted else []
    for pattern in (*(rf"(?<![\w]){word}(?![\w])" for word in patterns), r"\{[{%]"):
        for number in lines:
            text = node.source.line(number)
            start = node.column - 1 if number == node.line else 0
            match = re.compile(pattern).search(text, start)
            if match is not None:
                return Mark(node.source, number, match.start() + 1)
    return report.mark("rules", path)


def _codes(rule: Section, strings: frozenset[str], report: Report) -> None:
    for key, known, code, what in (
        ("refusals", REFUSALS, "R005", "refuses with the code"),
        ("events", EVENTS, "R006", "tells an event of the kind"),
    ):
        for index, name in enumerate(rule.texts(key)):
            if name not in known and name not in strings:
                path = (*rule.path, key, index)
                report.at(code, "rules", path, f"nothing {what} '{name}'", nearest(name, known))
