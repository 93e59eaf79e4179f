"""The shape of one file, against its schema."""

from __future__ import annotations

from open18xx.loading.facts import part_of
from open18xx.loading.nodes import Path, Plain
from open18xx.loading.problems import Report
from open18xx.loading.schemas import validator
from open18xx.loading.shape import MOST_FINDINGS, findings


def check_shape(kind: str, data: Plain, report: Report) -> set[tuple[str, Path]]:
    """Validate the data of one file and give back the parts that cannot be used."""
    broken: set[tuple[str, Path]] = set()
    found = findings(validator(kind), data)
    if len(found) >= MOST_FINDINGS:
        broken.add((kind, ()))
    for finding in found:
        report.at(finding.code, kind, finding.path, finding.message, finding.hint, key=finding.key)
        # A key of the wrong form is probably a misspelt one: nothing can be said about its whole table.
        broken.add((kind, part_of(kind, finding.path[:-1] if finding.in_table else finding.path)))
    return broken
