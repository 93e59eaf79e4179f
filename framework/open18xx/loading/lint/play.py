"""The checks that do not touch track: cheap enough to repeat for every option."""

from __future__ import annotations

from open18xx.loading.facts import Facts
from open18xx.loading.lint.companies import lint_companies
from open18xx.loading.lint.ids import lint_ids
from open18xx.loading.lint.market import lint_market
from open18xx.loading.lint.privates import lint_privates
from open18xx.loading.lint.references import lint_references
from open18xx.loading.lint.rounds import lint_rounds
from open18xx.loading.lint.title import lint_title
from open18xx.loading.lint.trains import lint_trains
from open18xx.loading.problems import Report


def lint_play(facts: Facts, report: Report) -> None:
    """Check money, market, trains, companies and policies."""
    lint_ids(facts, report)
    lint_title(facts, report)
    lint_market(facts, report)
    lint_trains(facts, report)
    lint_companies(facts, report)
    lint_privates(facts, report)
    lint_rounds(facts, report)
    lint_references(facts, report)
