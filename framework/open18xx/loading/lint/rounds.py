"""rounds.yaml: policies that must agree with each other."""

from __future__ import annotations

from difflib import get_close_matches

from open18xx.definition.vocabulary import ENGINE_STEPS
from open18xx.loading.facts import Facts
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


def lint_rounds(facts: Facts, report: Report) -> None:
    """Check the steps of a turn and amounts that depend on each other."""
    operating = facts.part("rounds", "operating")
    if operating is not None:
        turn = operating.texts("turn")
        if not facts.names("title", "hooks") and facts.knows("title", "hooks"):
            check_steps(turn, ENGINE_STEPS, report)
        for first, second in (("track", "routes"), ("token", "routes"), ("routes", "dividend")):
            if first in turn and second in turn and turn.index(first) > turn.index(second):
                report.at(
                    "T602",
                    "rounds",
                    ("operating", "turn", turn.index(first)),
                    f"{first} comes after {second}",
                    f"put it before {second}",
                )
        unknown = [step for step in turn if step not in ENGINE_STEPS]
        for needed in ("routes", "dividend", "trains"):
            if needed not in turn and not get_close_matches(needed, unknown, n=1):
                report.on("T603", operating, "turn", f"the turn has no step {needed}")
    auction = facts.part("rounds", "auction")
    if auction is not None and auction.text("kind") == "waterfall":
        raised, multiple = auction.number("minimum_raise", 5), auction.number("multiple_of", 5)
        if raised % multiple:
            key = "minimum_raise" if "minimum_raise" in auction else "multiple_of"
            report.on("T604", auction, key, f"a raise of {raised} is no multiple of {multiple}")


def check_steps(turn: tuple[str, ...], known: tuple[str, ...], report: Report) -> None:
    """Report steps that neither the engine nor a hook module has."""
    for index, step in enumerate(turn):
        if step not in known:
            hint = nearest(step, known) or f"known are {', '.join(known)}"
            report.at("T601", "rounds", ("operating", "turn", index), f"there is no step '{step}'", hint)
