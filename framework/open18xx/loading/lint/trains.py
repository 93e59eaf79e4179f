"""trains.yaml and phases.yaml: what starts what, and what ends what."""

from __future__ import annotations

from open18xx.definition.vocabulary import ENGINE_EVENTS
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


def lint_trains(facts: Facts, report: Report) -> None:
    """Check the chains of rusting and of phases."""
    order = [train.text("id") for train in facts.things("trains", "trains")]
    _rusting(facts, order, report)
    _triggers(facts, order, report)
    _phases(facts, report)


def _rusting(facts: Facts, order: list[str], report: Report) -> None:
    names = facts.names("trains", "trains")
    starters = {phase.optional_text("starts_with") for phase in facts.things("phases", "phases")}
    for train in facts.things("trains", "trains"):
        name, other = train.text("id"), train.optional_text("rusted_by")
        if other is None:
            continue
        if other not in names:
            report.on("T401", train, "rusted_by", f"there is no train '{other}'", nearest(other, names))
        elif facts.whole("trains") and order.index(other) <= order.index(name):
            what = "itself" if other == name else f"{other}, which comes before it"
            report.on(
                "T402", train, "rusted_by", f"{name} is rusted by {what}", "name a train that comes later"
            )
        elif facts.whole("phases") and other not in starters:
            report.on("T416", train, "rusted_by", f"trains rust when a phase begins, and {other} begins none")


def _triggers(facts: Facts, order: list[str], report: Report) -> None:
    names = facts.names("trains", "trains")
    started: dict[str, str] = {}
    last = -1
    for phase in facts.things("phases", "phases"):
        name, trigger = phase.text("id"), phase.optional_text("starts_with")
        is_first = phase.path[-1] == 0
        if is_first and trigger is not None:
            report.on("T404", phase, "starts_with", "the first phase begins with the game, not with a train")
        elif not is_first and trigger is None:
            report.on("T405", phase, "id", f"nothing starts phase {name}", "add starts_with: and a train")
        if trigger is None:
            continue
        if trigger not in names:
            if facts.knows("trains", "trains"):
                report.on(
                    "T403", phase, "starts_with", f"there is no train '{trigger}'", nearest(trigger, names)
                )
            continue
        if trigger in started:
            report.on(
                "T407", phase, "starts_with", f"train {trigger} already starts phase {started[trigger]}"
            )
        elif trigger in order:
            if order.index(trigger) < last:
                report.on(
                    "T406",
                    phase,
                    "starts_with",
                    f"train {trigger} appears before the one that starts the phase above",
                )
            last = max(last, order.index(trigger))
        started[trigger] = name


def _phases(facts: Facts, report: Report) -> None:
    structures = facts.names("companies", "share_structures")
    colours: list[str] = []
    band = 1
    for phase in facts.things("phases", "phases"):
        limits = phase.section("train_limit")
        for name in limits.data:
            if name not in structures and facts.knows("companies", "share_structures"):
                report.at(
                    "T409",
                    "phases",
                    (*limits.path, name),
                    f"there is no share structure '{name}'",
                    nearest(name, structures),
                    key=True,
                )
        for colour in colours:
            if colour not in phase.texts("tiles"):
                report.on("T412", phase, "tiles", f"{colour} tiles could be laid in the phase before")
        colours = list(phase.texts("tiles"))
        if phase.number("revenue_band", 1) < band:
            report.on("T413", phase, "revenue_band", f"the phase before has revenue band {band} already")
        band = max(band, phase.number("revenue_band", 1))
        if not facts.names("title", "hooks") and facts.knows("title", "hooks"):
            check_events(phase, ENGINE_EVENTS, report)
    _limits_for_all(facts, report)


def check_events(phase: Section, known: tuple[str, ...], report: Report) -> None:
    """Report events of a phase that nobody knows."""
    for index, event in enumerate(phase.texts("events")):
        if event not in known:
            hint = nearest(event, known) or f"known are {', '.join(known)}"
            report.at(
                "T411", "phases", (*phase.path, "events", index), f"nothing handles the event '{event}'", hint
            )


def _limits_for_all(facts: Facts, report: Report) -> None:
    """Structures that corporations start with need a train limit in the first phase."""
    phases = facts.things("phases", "phases")
    if not phases or phases[0].path[-1] != 0:
        return
    limits = phases[0].section("train_limit")
    used: dict[str, str] = {}
    for corporation in facts.things("companies", "corporations"):
        if corporation.choice("start", "players", "formed") == "players":
            used.setdefault(corporation.text("structure"), corporation.text("id"))
    for structure, corporation_id in used.items():
        if structure not in limits.data and structure in facts.names("companies", "share_structures"):
            report.on(
                "T410",
                phases[0],
                "train_limit",
                f"there is no limit for the structure '{structure}' of {corporation_id}",
            )
