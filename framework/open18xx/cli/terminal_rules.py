"""Rule texts of a title, for people who ask why."""

from __future__ import annotations

from functools import cached_property

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from open18xx.definition.rules import RuleText
from open18xx.definition.title import Title
from open18xx.errors import Open18xxError
from open18xx.loading.templates import TemplateProblem, render_book

_MOST_FOUND = 8


class RuleTexts:
    """The rendered rule book, made when it is first needed."""

    def __init__(self, title: Title) -> None:
        self._title = title

    @cached_property
    def _rules(self) -> dict[str, RuleText]:
        try:
            book = render_book(self._title)
        except (TemplateProblem, Open18xxError):
            book = self._title.rulebook
        return {rule.id: rule for section in book.sections for rule in section.rules}

    def text(self, rule_id: str) -> RenderableType:
        """One rule: id and text."""
        rule = self._rules.get(rule_id)
        if rule is None:
            return Text(f"    {rule_id}", "dim")
        parts: list[RenderableType] = [Text.assemble((f"{rule.id}  ", "bold"), rule.text)]
        if rule.example:
            parts.append(Text(f"Example: {rule.example}", "italic"))
        return Padding(Group(*parts), (0, 0, 0, 4))

    def find(self, word: str) -> RenderableType:
        """Rules whose id (with or without the title's) or text has a word in it."""
        wanted = word.lower()
        exact = [i for i in self._rules if i.lower() in (wanted, f"{self._title.id}-{wanted}".lower())]
        if not exact:
            exact = [i for i in self._rules if wanted in i.lower()]
        if not exact:
            exact = [i for i, rule in self._rules.items() if wanted in rule.text.lower()]
        if not exact:
            return Text(f"no rule has {word!r} in it", "red")
        shown: list[RenderableType] = [self.text(rule_id) for rule_id in exact[:_MOST_FOUND]]
        if len(exact) > _MOST_FOUND:
            shown.append(Text(f"    … and {len(exact) - _MOST_FOUND} more", "dim"))
        return Group(*shown)

    def overview(self) -> RenderableType:
        """Sections of the rule book."""
        lines = [Text(f"  {s.id:<8} {s.title} ({len(s.rules)} rules)") for s in self._title.rulebook.sections]
        return Group(*lines, Text("show rules ID or WORD shows the rules themselves", "dim"))
