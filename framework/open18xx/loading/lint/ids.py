"""Ids: each once in its list, and none that the engine uses itself."""

from __future__ import annotations

from typing import Final

from open18xx.loading.facts import Facts
from open18xx.loading.problems import Report

_LISTS: Final = (
    ("title", "hooks", "module", "hook module"),
    ("title", "options", "id", "option"),
    ("title", "components", "id", "component"),
    ("market", "zones", "id", "zone"),
    ("trains", "trains", "id", "train"),
    ("phases", "phases", "id", "phase"),
    ("companies", "privates", "id", "private company"),
    ("companies", "corporations", "id", "corporation"),
)
#: Owners of money and shares that are no companies.
_OWNERS: Final = frozenset({"bank", "ipo", "pool", "closed", "supply", "any"})


def lint_ids(facts: Facts, report: Report) -> None:
    """Find ids that are given twice, also across companies, and ids that mean an owner."""
    for kind, key, field, what in _LISTS:
        seen: set[str] = set()
        for thing in facts.things(kind, key):
            name = thing.text(field, "")
            if name in seen:
                report.on(
                    "T009", thing, field, f"there are two entries for {what} '{name}'", "give one another id"
                )
            seen.add(name)
    privates = {
        private.text("id", "")
        for private in facts.things("companies", "privates")
        if not private.flag("namesake")
    }
    for key in ("privates", "corporations"):
        for company in facts.things("companies", key):
            name = company.text("id")
            if name in _OWNERS or name.startswith("player-"):
                report.on(
                    "T524",
                    company,
                    "id",
                    f"'{name}' is the name of an owner in the engine",
                    "choose another id",
                )
            elif key == "corporations" and name in privates:
                report.on(
                    "T009",
                    company,
                    "id",
                    f"'{name}' is the id of a private company as well",
                    "say namesake: true there if it is meant so",
                )
