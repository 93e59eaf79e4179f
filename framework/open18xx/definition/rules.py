"""Rule statements of a title: texts with stable ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Level = Literal["data", "hook", "engine"]


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule statement.

    Attributes:
        text: Jinja2 template over the title's data.
        repeats: rule of which this one is a restatement; a test of that one covers it.
        unprovable: why no machine can check it, or empty.
        refusals: codes of refusals that cite this rule.
        events: kinds of events that cite this rule.
        readings: rulings on what the sources leave open, as plain text.
    """

    id: str
    section: str
    area: str
    level: Level
    text: str
    example: str
    repeats: str | None
    unprovable: str
    refusals: tuple[str, ...]
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A heading of the rule reference."""

    id: str
    title: str
    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All rule statements, by section, with the reverse tables used in play."""

    sections: tuple[RuleSection, ...]
    by_refusal: Mapping[str, tuple[str, ...]]
    by_event: Mapping[str, tuple[str, ...]]

    def ids(self) -> tuple[str, ...]:
        """Ids of all rules in book order."""
        return tuple(rule.id for section in self.sections for rule in section.rules)
