"""companies.yaml: share structures, flotation and corporations."""

from __future__ import annotations

from open18xx.loading.builders.companies import homes_of
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


def lint_companies(facts: Facts, report: Report) -> None:
    """Check that shares add up and that every corporation can float."""
    for name, structure in facts.table("companies", "share_structures").items():
        _structure(name, structure, facts, report)
    _flotation(facts, report)
    for corporation in facts.things("companies", "corporations"):
        _corporation(corporation, facts, report)


def _structure(name: str, structure: Section, facts: Facts, report: Report) -> None:
    certificates = structure.numbers("certificates")
    shares, percent = sum(certificates), structure.number("percent_per_share")
    if shares * percent != 100:
        report.on(
            "T501",
            structure,
            "certificates",
            f"{shares} shares of {percent} % make {shares * percent} %, not 100 %",
            "the first number is the president's certificate",
        )
    floating = structure.number("float_shares")
    if floating > shares:
        report.on(
            "T503", structure, "float_shares", f"it floats with {floating} shares but has only {shares}"
        )
    elif certificates[0] > floating:
        report.on(
            "T502",
            structure,
            "certificates",
            f"the president's certificate has {certificates[0]} shares, it floats with {floating}",
        )
    limits = facts.part("title", "limits")
    if limits is not None and certificates[0] * percent > limits.number("holding_percent"):
        report.on(
            "T523",
            structure,
            "certificates",
            f"the president's certificate is {certificates[0] * percent} %, more than a player may hold "
            f"({limits.number('holding_percent')} %)",
        )
    known = facts.names("companies", "share_structures")
    following = structure.optional_text("next")
    if following is None:
        return
    if following not in known or following == name:
        report.on(
            "T504",
            structure,
            "next",
            f"there is no other structure '{following}'",
            nearest(following, known - {name}),
        )
        return
    target = facts.table("companies", "share_structures").get(following)
    total = shares + sum(structure.numbers("reserve"))
    if target is not None and sum(target.numbers("certificates")) != total:
        report.on(
            "T505",
            structure,
            "reserve" if "reserve" in structure else "certificates",
            f"with its reserve there are {total} shares; the structure {following} has "
            f"{sum(target.numbers('certificates'))}",
        )


def _flotation(facts: Facts, report: Report) -> None:
    structures = facts.names("companies", "share_structures")
    phases = facts.names("phases", "phases")
    lines = facts.things("companies", "flotation")
    covered: set[tuple[str, str]] = set()
    for line in lines:
        structure = line.optional_text("structure")
        if structure is not None and structure not in structures:
            if facts.knows("companies", "share_structures"):
                hint = nearest(structure, structures)
                report.on("T514", line, "structure", f"there is no share structure '{structure}'", hint)
            continue
        for index, phase in enumerate(line.texts("phases")):
            if phase not in phases and facts.knows("phases", "phases"):
                report.at(
                    "T514",
                    "companies",
                    (*line.path, "phases", index),
                    f"there is no phase '{phase}'",
                    nearest(phase, phases),
                )
        cases = {
            (one, phase)
            for one in ([structure] if structure else structures)
            for phase in (line.texts("phases") or phases)
        }
        if cases and cases <= covered:
            report.on("T516", line, None, "this line never holds: the lines above cover every case of it")
        covered |= cases
    if facts.whole("companies", "flotation", "share_structures") and facts.whole("phases", "phases"):
        _all_covered(facts, covered, report)


def _all_covered(facts: Facts, covered: set[tuple[str, str]], report: Report) -> None:
    """Every structure that players can start needs a line in some phase."""
    for corporation in facts.things("companies", "corporations"):
        structure = corporation.text("structure")
        is_started = corporation.choice("start", "players", "formed") == "players"
        known = structure in facts.names("companies", "share_structures")
        if is_started and known and not any(one == structure for one, _ in covered):
            report.on(
                "T515", corporation, "structure", f"no line of flotation is for the structure '{structure}'"
            )


def _corporation(corporation: Section, facts: Facts, report: Report) -> None:
    structures = facts.names("companies", "share_structures")
    structure = corporation.text("structure")
    if structure not in structures and facts.knows("companies", "share_structures"):
        report.on(
            "T506",
            corporation,
            "structure",
            f"there is no share structure '{structure}'",
            nearest(structure, structures),
        )
    started = corporation.choice("start", "players", "formed") == "players"
    if started and not homes_of(corporation):
        report.on(
            "T512", corporation, "id", f"{corporation.text('id')} has no home", "add home: {hex: …, city: 0}"
        )
    if "tokens" not in corporation and facts.whole("companies", "flotation"):
        lines = [
            line
            for line in facts.things("companies", "flotation")
            if line.optional_text("structure") in (None, structure)
        ]
        if any("tokens" not in line for line in lines) or (not started and not lines):
            report.on(
                "T513",
                corporation,
                "id",
                f"neither {corporation.text('id')} nor its line of flotation says how many tokens it has",
                "add tokens: to one of them",
            )
