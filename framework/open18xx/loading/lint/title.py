"""title.yaml: players, money, limits and options."""

from __future__ import annotations

from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


def lint_title(facts: Facts, report: Report) -> None:
    """Check player counts, the bank and how options belong together."""
    _players(facts, report)
    _options(facts, report)


def _players(facts: Facts, report: Report) -> None:
    counts = sorted(int(name) for name in facts.names("title", "players") if name.isdigit())
    players = facts.table("title", "players")
    for missing in sorted(set(range(counts[0], counts[-1])) - set(counts)) if counts else ():
        report.at(
            "T013",
            "title",
            ("players",),
            f"there are figures for {counts[0]} and for {counts[-1]} players, not for {missing}",
            key=True,
        )
    bank = facts.part("title", "bank")
    if bank is None:
        return
    if bank.data.get("cash") == "unlimited":
        return
    cash = bank.number("cash")
    for name, figures in players.items():
        dealt = int(name) * figures.number("cash")
        if dealt > cash:
            report.on(
                "T014",
                figures,
                "cash",
                f"{name} players would start with {dealt} together; the bank has only {cash}",
                f"at most {cash // int(name)} each, or more cash in the bank",
            )


def _options(facts: Facts, report: Report) -> None:
    known = facts.names("title", "options")
    players = facts.names("title", "players")
    for option in facts.things("title", "options"):
        for key in ("requires", "excludes"):
            for index, other in enumerate(option.texts(key)):
                if other not in known:
                    report.at(
                        "T012",
                        "title",
                        (*option.path, key, index),
                        f"there is no option '{other}'",
                        nearest(other, known),
                    )
                elif other == option.text("id"):
                    report.at("T012", "title", (*option.path, key, index), f"the option {key} itself")
        if not _contradiction(option, report):
            _impossible(option, facts, report)
        for index, count in enumerate(option.numbers("players")):
            if facts.knows("title", "players") and str(count) not in players:
                report.at(
                    "T015", "title", (*option.path, "players", index), f"the title is not for {count} players"
                )


def _impossible(option: Section, facts: Facts, report: Report) -> None:
    """An option that can never be chosen, because of those that it requires, directly or in turn."""
    options = {other.text("id"): other for other in facts.things("title", "options")}
    name = option.text("id")
    needed = [name]
    for one in needed:
        found = options[one].texts("requires") if one in options else ()
        needed += [other for other in found if other in options and other not in needed]
    for one in needed:
        for other in needed:
            if one != other and other in options[one].texts("excludes"):
                report.on(
                    "T012",
                    option,
                    "requires",
                    f"'{name}' can never be chosen: it needs '{one}' and '{other}', which exclude each other"
                    if name not in (one, other)
                    else f"'{name}' can never be chosen: '{one}' excludes '{other}'",
                )
                return


def _contradiction(option: Section, report: Report) -> bool:
    found = False
    for index, other in enumerate(option.texts("excludes")):
        if other in option.texts("requires"):
            report.at(
                "T012",
                "title",
                (*option.path, "excludes", index),
                f"the option both requires and excludes '{other}'",
            )
            found = True
    return found
