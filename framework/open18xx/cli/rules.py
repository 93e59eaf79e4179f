"""``open18xx rules PACK``: the rules of a title as text, or which of them the tests prove."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from open18xx.cli.output import print_json
from open18xx.cli.rule_marks import Mark, Scan, scan_tests
from open18xx.definition.rules import RuleBook, RuleSection, RuleText
from open18xx.definition.title import Title
from open18xx.errors import Open18xxError
from open18xx.loading import load_title
from open18xx.loading.templates import render_book

_WIDTH: Final = 100


@dataclass(frozen=True, slots=True)
class SectionCoverage:
    """What is proved of one section.

    Attributes:
        covered: rules that a test names, or that repeat such a rule.
        total: rules that a program can check.
        unprovable: rules that no program can check; not part of ``total``.
        missing: rules that can be checked and are not.
    """

    section: RuleSection
    covered: int
    total: int
    unprovable: int
    missing: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the tests prove of a rule book.

    Attributes:
        unknown: marks that name a rule which the book does not have.
        unreadable: places whose marks cannot be read, ``file:line``.
    """

    sections: tuple[SectionCoverage, ...]
    unknown: tuple[Mark, ...]
    unreadable: tuple[str, ...]

    @property
    def covered(self) -> int:
        """Rules proved."""
        return sum(item.covered for item in self.sections)

    @property
    def total(self) -> int:
        """Rules that can be proved."""
        return sum(item.total for item in self.sections)

    @property
    def unprovable(self) -> int:
        """Rules that cannot."""
        return sum(item.unprovable for item in self.sections)

    @property
    def missing(self) -> tuple[str, ...]:
        """Ids of the rules that can be proved and are not, in book order."""
        return tuple(rule.id for item in self.sections for rule in item.missing)


def measure(book: RuleBook, scan: Scan) -> Coverage:
    """Compare a rule book with what the tests name."""
    named = scan.rules()
    rules = {rule.id: rule for section in book.sections for rule in section.rules}
    own = {rule_id.partition("-")[0] for rule_id in rules}
    unknown = (mark for mark in scan.marks if mark.rule not in rules and mark.rule.partition("-")[0] in own)
    return Coverage(
        sections=tuple(_measure_section(section, rules, named) for section in book.sections),
        unknown=tuple(sorted(set(unknown))),
        unreadable=scan.unreadable,
    )


def _measure_section(
    section: RuleSection, rules: Mapping[str, RuleText], named: frozenset[str]
) -> SectionCoverage:
    provable = [rule for rule in section.rules if not rule.unprovable]
    missing = tuple(rule for rule in provable if not _is_named(rule, rules, named))
    return SectionCoverage(
        section=section,
        covered=len(provable) - len(missing),
        total=len(provable),
        unprovable=len(section.rules) - len(provable),
        missing=missing,
    )


def _is_named(rule: RuleText, rules: Mapping[str, RuleText], named: frozenset[str]) -> bool:
    """Whether a test names the rule, or the one it repeats."""
    seen: set[str] = set()
    current: RuleText | None = rule
    while current is not None and current.id not in seen:
        if current.id in named:
            return True
        seen.add(current.id)
        current = rules.get(current.repeats) if current.repeats else None
    return False


def command(
    pack: Annotated[str, typer.Argument(help="Id of a title, or folder of a title pack.")],
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Tell which rules the tests prove, instead of the rules.")
    ] = False,
    tests: Annotated[
        Path, typer.Option("--tests", metavar="DIR", help="Where the tests are, for --coverage.")
    ] = Path("tests"),
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document instead of text.")] = False,
) -> int:
    """Print the rules of a title, by section; with --coverage, which of them the tests prove."""
    title = load_title(pack, hooks=False)
    if not title.rulebook.sections:
        raise Open18xxError(f"{pack}: the pack has no rule texts (rules.yaml)")
    if coverage:
        return _report(title, measure(title.rulebook, scan_tests(tests)), as_json=as_json)
    book = render_book(title)
    if as_json:
        print_json({"title": title.id, "sections": [_section_json(section) for section in book.sections]})
    else:
        print("\n".join(_lines(title, book)))
    return 0


def _section_json(section: RuleSection) -> dict[str, object]:
    rules = [
        {
            "id": rule.id,
            "area": rule.area,
            "level": rule.level,
            "text": rule.text,
            "example": rule.example or None,
            "repeats": rule.repeats,
            "unprovable": rule.unprovable or None,
            "refusals": list(rule.refusals),
            "events": list(rule.events),
        }
        for rule in section.rules
    ]
    return {"id": section.id, "title": section.title, "rules": rules}


def _lines(title: Title, book: RuleBook) -> Iterable[str]:
    yield f"Rules of {title.name}"
    for section in book.sections:
        yield ""
        yield f"{section.id}  {section.title}"
        for rule in section.rules:
            yield ""
            yield f"  {rule.id}"
            yield _wrapped(rule.text)
            if rule.example:
                yield _wrapped(f"Example: {rule.example}")
            if rule.repeats:
                yield _wrapped(f"(repeats {rule.repeats})")
            if rule.unprovable:
                yield _wrapped(f"(cannot be checked: {rule.unprovable})")


def _wrapped(text: str) -> str:
    return textwrap.fill(
        text, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )


def _report(title: Title, found: Coverage, *, as_json: bool) -> int:
    good = not found.unknown and not found.unreadable
    if as_json:
        print_json(_coverage_json(title, found))
    else:
        print("\n".join(coverage_lines(title, found)))
    return 0 if good else 1


def _coverage_json(title: Title, found: Coverage) -> dict[str, object]:
    return {
        "title": title.id,
        "covered": found.covered,
        "total": found.total,
        "unprovable": found.unprovable,
        "sections": [
            {
                "id": item.section.id,
                "title": item.section.title,
                "covered": item.covered,
                "total": item.total,
                "unprovable": item.unprovable,
                "missing": [rule.id for rule in item.missing],
            }
            for item in found.sections
        ],
        "missing": list(found.missing),
        "unknown": [{"rule": mark.rule, "file": mark.file, "line": mark.line} for mark in found.unknown],
        "unreadable": list(found.unreadable),
    }


def coverage_lines(title: Title, found: Coverage) -> Iterable[str]:
    """A coverage as people read it: a table by section, then what is missing."""
    width = max(len(f"{item.section.id}  {item.section.title}") for item in found.sections)
    yield f"Rules of {title.name} that the tests prove"
    yield ""
    yield f"{'section':<{width}}  covered  total  unprovable"
    for item in found.sections:
        name = f"{item.section.id}  {item.section.title}"
        yield f"{name:<{width}}  {item.covered:>7}  {item.total:>5}  {item.unprovable or '':>10}".rstrip()
    yield f"{'all':<{width}}  {found.covered:>7}  {found.total:>5}  {found.unprovable or '':>10}".rstrip()
    yield ""
    rules = [rule for item in found.sections for rule in item.missing]
    yield f"Missing: {len(rules) or 'none'}"
    yield from (f"  {rule.id}  ({rule.level}, {rule.area})" for rule in rules)
    for mark in found.unknown:
        yield f"{mark.file}:{mark.line}: names rule {mark.rule}, which {title.name} does not have"
    for place in found.unreadable:
        yield f"{place}: the rules named here are not literals and cannot be read"
