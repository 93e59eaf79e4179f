"""The checks that do not touch track: cheap enough to repeat for every option."""

from __future__ import annotations

from open18xx.loading.facts import Facts
from open18xx.loading.lint.companies import lint_companies
from open18xx.loading.lint.ids import lint_ids
from open18xx.loading.lint.market import lint_market
from open18xx.loading.lint.privates import lint_privates
from open18xx.loading.lint.rounds import lint_rounds
from open18xx.loading.lint.title import lint_title
from open18xx.loading.lint.trains import lint_trains
from open18xx.loading.problems import Report


def lint_play(facts: Facts, report: Report) -> None:
    """Check money, market, trains, companies and policies."""
    for check in (
        lint_ids,
        lint_title,
        lint_market,
        lint_trains,
        lint_companies,
        lint_privates,
        lint_rounds,
    ):
        with report.catching():
            check(facts, report)
