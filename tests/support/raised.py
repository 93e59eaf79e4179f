"""Which refusals and events a game can give: those of the engine and those of the title's hooks."""

from __future__ import annotations

from open18xx.definition.codes import EVENTS, REFUSALS
from open18xx.definition.title import Title

from scripts.engine_names import events, refusals


def refusal_codes(title: Title) -> frozenset[str]:
    """Codes of all refusals."""
    return REFUSALS.union(refusals(title.folder / "hooks"))


def event_kinds(title: Title) -> frozenset[str]:
    """Kinds of all events."""
    return EVENTS.union(events(title.folder / "hooks"))
