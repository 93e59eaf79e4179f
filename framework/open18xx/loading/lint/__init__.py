"""The linter: what a pack means, checked part by part on top of its shape.

Every check reads :class:`~open18xx.loading.facts.Facts` and adds to a
:class:`~open18xx.loading.problems.Report`; none stops another. A check that needs a whole list is left out
while part of that list has the wrong shape, so that one slip is told once.
"""

from __future__ import annotations

from open18xx.loading.facts import Facts
from open18xx.loading.lint.geometry import Geometry
from open18xx.loading.lint.homes import lint_homes
from open18xx.loading.lint.map import lint_map
from open18xx.loading.lint.play import lint_play
from open18xx.loading.lint.references import lint_references
from open18xx.loading.lint.rules import lint_rules
from open18xx.loading.lint.tiles import lint_tiles
from open18xx.loading.problems import Report


def lint(facts: Facts, report: Report) -> Geometry:
    """Run every check that needs no hook modules; gives back the tiles and the map that could be built."""
    lint_play(facts, report)
    geometry = Geometry(facts, report)
    for check in (lint_tiles, lint_map, lint_homes):
        with report.catching():
            check(facts, geometry, report)
    with report.catching():
        lint_rules(facts, report)
    lint_references(facts, report)
    return geometry
