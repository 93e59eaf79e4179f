"""Rule texts and components: every template renders over the pack's data; what rules are cited for exists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import jinja2

from open18xx.definition.codes import EVENTS, REFUSALS
from open18xx.definition.tiles import TileDefinition
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.kinds import KINDS
from open18xx.loading.lint.hooks import HookFiles
from open18xx.loading.lint.rules import rules_of
from open18xx.loading.nodes import Mark, Path, ScalarNode, find, mark_of, path_text
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest
from open18xx.loading.templates import MOST_COMPONENTS as MOST
from open18xx.loading.templates import TemplateProblem, Templates, component_count

_QUOTED: Final = re.compile(r"'([^']+)'")
_EXPRESSION: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_OPENING: Final = re.compile(r"\{[{%]")


def lint_texts(facts: Facts, tiles: Mapping[str, TileDefinition], files: HookFiles, report: Report) -> None:
    """Render every rule text and what components say, and check the codes that rules name."""
    misshapen = any(problem.code[0] in "YS" for problem in report.sorted())
    if misshapen or any(kind not in facts.data for kind in KINDS):
        return
    data = {kind: value for kind, value in facts.data.items() if isinstance(value, dict) and kind in KINDS}
    templates = Templates(data, tiles.get)
    _components(templates, facts, report)
    _words(facts, report)
    if "rules" not in facts.data:
        return
    strings: frozenset[str] | None = None
    texts = [(rule, key, rule.text(key, "")) for rule in rules_of(facts) for key in ("text", "example")]
    try:
        templates.render_all([text for _, _, text in texts])
    except TemplateProblem:
        for rule, key, text in texts:
            if "{" in text:
                _render(templates, text, rule, key, report)
    for rule in rules_of(facts):
        if "refusals" in rule or "events" in rule:
            strings = files.strings() if strings is None else strings
            _codes(rule, strings, report)


def _components(templates: Templates, facts: Facts, report: Report) -> None:
    for item in facts.things("title", "components"):
        written = item.data.get("count")
        count = _render(templates, str(written), item, "count", report) if isinstance(written, str) else None
        if count is not None and component_count(count) is None:
            message = f"the count of '{item.text('id')}' comes out as '{count}'"
            report.on("R007", item, "count", message, f"it should be a whole number from 1 to {MOST}")
        _render(templates, item.text("text", ""), item, "text", report)


def _words(facts: Facts, report: Report) -> None:
    """Words may be given for the steps of the turn and for the events of phases."""
    title, operating = facts.data.get("title"), facts.part("rounds", "operating")
    given = title.get("words") if isinstance(title, Mapping) else None
    known = list(operating.texts("turn")) if operating is not None else []
    for phase in facts.things("phases", "phases"):
        known += phase.texts("events")
    for name in given if isinstance(given, Mapping) else ():
        if name not in known:
            message = f"there are words for '{name}', which is no step of the turn and no event of a phase"
            report.at("R008", "title", ("words", name), message, nearest(str(name), known), key=True)


def _render(templates: Templates, text: str, section: Section, key: str, report: Report) -> str | None:
    """A text of the pack rendered; None when it cannot be, which is reported."""
    try:
        return templates.render(text)
    except TemplateProblem as problem:
        path: Path = (*section.path, key)
        node = find(report.roots[section.kind], path)
        message, _, hint = str(problem).partition("; ")
        if isinstance(problem.__cause__, jinja2.TemplateSyntaxError):
            code, what, word, number = "R001", "cannot be read", "", _unreadable(text)
        else:
            quoted = _QUOTED.search(message)
            word = quoted[1] if quoted else ""
            code, what, number = "R002", "cannot be filled in", _naming(text, word)
        mark = _place(node, number, word) if isinstance(node, ScalarNode) else report.mark(section.kind, path)
        report.add(code, mark, f"the {key} {what}: {message}", hint, path_text(path))
        return None


def _unreadable(text: str) -> int:
    """Number of the first expression that cannot be read by itself."""
    for number, expression in enumerate(_EXPRESSION.findall(text)):
        try:
            jinja2.Environment(autoescape=False).parse(expression)
        except jinja2.TemplateSyntaxError:
            if expression.startswith("{{"):
                return number
    return 0


def _naming(text: str, word: str) -> int:
    """Number of the first expression that holds a word."""
    pattern = _whole(word)
    holding = (number for number, found in enumerate(_EXPRESSION.findall(text)) if pattern.search(found))
    return next(holding, 0)


def _whole(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")


def _place(node: ScalarNode, number: int, word: str) -> Mark:
    """Where in the file the given expression of a text stands, or a word in it."""
    opening: Mark | None = None
    # A folded text has about as many lines as its length says, and a few more.
    for line in range(node.line, node.line + len(node.text) // 20 + 4):
        written = node.source.line(line)
        at = node.column - 1 if line == node.line else 0
        if opening is None:
            starts = [match.start() for match in _OPENING.finditer(written, at)]
            if number >= len(starts):
                number -= len(starts)
                continue
            at = starts[number]
            opening = Mark(node.source, line, at + 1)
        match = _whole(word).search(written, at) if word else None
        if match is not None:
            return Mark(node.source, line, match.start() + 1)
    return opening or mark_of(node)


def _codes(rule: Section, strings: frozenset[str], report: Report) -> None:
    for key, known, code, what in (
        ("refusals", REFUSALS, "R005", "refuses with the code"),
        ("events", EVENTS, "R006", "tells an event of the kind"),
    ):
        for index, name in enumerate(rule.texts(key)):
            if name not in known and name not in strings:
                path = (*rule.path, key, index)
                report.at(code, "rules", path, f"nothing {what} '{name}'", nearest(name, known))
