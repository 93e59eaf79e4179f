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
from open18xx.loading.nodes import Mark, Path, ScalarNode, find, mark_of, path_text
from open18xx.loading.packs import KINDS
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest
from open18xx.loading.templates import TemplateProblem, Templates

_QUOTED: Final = re.compile(r"'([^']+)'")
_EXPRESSION: Final = re.compile(r"\{\{.*?\}\}", re.DOTALL)


def lint_texts(facts: Facts, tiles: Mapping[str, TileDefinition], files: HookFiles, report: Report) -> None:
    """Render every rule text, and check the codes that rules name."""
    misshapen = any(problem.code[0] in "YS" for problem in report.sorted())
    if "rules" not in facts.data or misshapen or any(kind not in facts.data for kind in KINDS):
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
        path: Path = (*rule.path, key)
        node = find(report.roots["rules"], path)
        message, _, hint = str(problem).partition("; ")
        if isinstance(problem.__cause__, jinja2.TemplateSyntaxError):
            code, what, word = "R001", "cannot be read", _unreadable(text)
        else:
            quoted = _QUOTED.search(message)
            code, what, word = "R002", "cannot be filled in", quoted[1] if quoted else ""
        mark = _place(node, word) if isinstance(node, ScalarNode) else report.mark("rules", path)
        report.add(code, mark, f"the {key} {what}: {message}", hint, path_text(path))


def _unreadable(text: str) -> str:
    """Beginning of the first expression that cannot be read by itself."""
    for expression in _EXPRESSION.findall(text):
        try:
            jinja2.Environment(autoescape=False).parse(expression)
        except jinja2.TemplateSyntaxError:
            return str(expression.split()[1] if len(expression.split()) > 1 else expression)
    return ""


def _place(node: ScalarNode, word: str) -> Mark:
    """Where in a text a word stands, or else its first expression, or else where the text begins."""
    whole = rf"(?<!\w){re.escape(word)}(?!\w)" if word else ""
    for pattern in (whole, re.escape(word), r"\{[{%]"):
        # A folded text has about as many lines as its length says, and a few more.
        for number in range(node.line, node.line + len(node.text) // 20 + 4) if pattern else ():
            start = node.column - 1 if number == node.line else 0
            match = re.compile(pattern).search(node.source.line(number), start)
            if match is not None:
                return Mark(node.source, number, match.start() + 1)
    return mark_of(node)


def _codes(rule: Section, strings: frozenset[str], report: Report) -> None:
    for key, known, code, what in (
        ("refusals", REFUSALS, "R005", "refuses with the code"),
        ("events", EVENTS, "R006", "tells an event of the kind"),
    ):
        for index, name in enumerate(rule.texts(key)):
            if name not in known and name not in strings:
                path = (*rule.path, key, index)
                report.at(code, "rules", path, f"nothing {what} '{name}'", nearest(name, known))
