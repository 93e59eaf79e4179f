"""Destinations, and five-share corporations that become ten-share corporations.

Rules: 1826-4.4-01, 1826-4.5-01 to -12, 1826-4.7.2-01, 1826-C-Dest-01 to -15; rulings 1826-A-07 to -11.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from open18xx.api import (
    Action,
    Offer,
    Pass,
    Refusals,
    Transaction,
    TurnStep,
    View,
    change_structure,
    connected,
    graph_of,
    hook,
    refuse,
)

from .parameters import flag, text

EVENTS = ("unfloated_become_ten", "convert_all")


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Change a connected corporation to ten shares."""

    kind: ClassVar[str] = "convert"
    corporation: str


def is_connected(view: View, corporation: str) -> bool:
    """Whether a legal route of any length leads from the home space to the destination.

    Tokens of others do not matter, and the home token need not lie there yet.
    """
    printed = view.corporation(corporation)
    if printed.destination is None:
        return False
    graph = graph_of(view)
    return any(connected(graph, (home.hex, home.city), printed.destination) for home in printed.homes)


def is_small(view: View, corporation: str) -> bool:
    """Whether the corporation still has five shares."""
    return view.record(corporation).structure == text(view, "conversion", "from")


def convert(tx: Transaction, corporation: str, cause: str) -> None:
    """Change to ten shares; the reserve goes to the treasury of a floated corporation, to the
    initial offering of another.
    """
    old = len(tx.view.structure(corporation).certificates)
    count = len(tx.view.state.certificates[corporation])
    change_structure(tx, corporation, text(tx.view, "conversion", "to"))
    if tx.view.record(corporation).floated:
        tx.give(corporation, tuple(range(old, count)), corporation)
    record = tx.view.record(corporation)
    tx.emit("converted", corporation=corporation, cause=cause, started=record.started, floated=record.floated)


@hook
def modify_start_structure(value: str, view: View, corporation: str) -> str:
    """Ten shares from phase 6H on, and for a corporation that is connected when it starts."""
    if value != text(view, "conversion", "from"):
        return value
    late = view.phase_reached(text(view, "conversion", "ten_from_phase"))
    if late or (flag(view, "conversion", "test_at_start", True) and is_connected(view, corporation)):
        return text(view, "conversion", "to")
    return value


@hook
def on_round_ended(tx: Transaction, kind: str) -> None:
    """A started corporation that has been connected before it floats becomes ten-share."""
    if kind != "operating" or not flag(tx.view, "conversion", "test_at_start", True):
        return
    for corporation, record in tuple(tx.view.state.corporations.items()):
        waits = record.started and not record.floated and not record.closed
        if waits and is_small(tx.view, corporation) and is_connected(tx.view, corporation):
            convert(tx, corporation, "connected_before_floating")


@hook
def on_phase_event(tx: Transaction, event: str) -> None:
    """Phase 6H: nothing starts with five shares any more. Phase 10H: everybody converts."""
    if event not in EVENTS:
        return
    for corporation, record in tuple(tx.view.state.corporations.items()):
        if record.closed or not is_small(tx.view, corporation):
            continue
        if event == "convert_all" or not record.floated:
            convert(tx, corporation, "phase")


def may_convert(view: View, corporation: str) -> Refusals:
    """Why the operating corporation may not convert."""
    if not is_small(view, corporation):
        return refuse("conversion.not_small", f"{corporation} has ten shares already")
    if not is_connected(view, corporation):
        destination = view.corporation(corporation).destination
        return refuse(
            "conversion.not_connected", f"no route leads from the home of {corporation} to {destination}"
        )
    return ()


class _Conversion(TurnStep):
    """Shared by the step and by the variant that allows conversion at any moment."""

    def offers(self, view: View) -> Iterator[Offer]:
        president = self.actor(view)
        if president is not None and not may_convert(view, view.operating):
            yield Offer(Convert(president, view.operating))

    def check(self, view: View, action: Action) -> Refusals:
        found = super().check(view, action)
        return found or (may_convert(view, view.operating) if isinstance(action, Convert) else ())

    def perform(self, tx: Transaction, action: Action) -> None:
        if isinstance(action, Convert):
            convert(tx, action.corporation, "destination")
        else:
            self.pass_step(tx)


class DestinationCheck(_Conversion):
    """The president of a connected corporation decides whether it converts."""

    name: ClassVar[str] = "destination_check"
    accepts: ClassVar[tuple[type[Action], ...]] = (Convert, Pass)

    def done(self, view: View) -> bool:
        return view.state.round.turn.passed or bool(may_convert(view, view.operating))

    def offers(self, view: View) -> Iterator[Offer]:
        yield from super().offers(view)
        president = self.actor(view)
        if president is not None:
            yield Offer(Pass(president))


class ConversionAnyTime(_Conversion):
    """Conversion in any step, where the table plays that variant."""

    name: ClassVar[str] = "conversion_any_time"
    accepts: ClassVar[tuple[type[Action], ...]] = (Convert,)
    during: ClassVar[tuple[str, ...]] = ("any",)

    def offers(self, view: View) -> Iterator[Offer]:
        step = view.state.round.turn.step
        if flag(view, "conversion", "any_step", False) and step != "destination_check":
            yield from super().offers(view)

    def check(self, view: View, action: Action) -> Refusals:
        if not flag(view, "conversion", "any_step", False):
            return refuse(
                "conversion.step", "a corporation converts in the destination check, after laying track"
            )
        return super().check(view, action)


STEPS = (DestinationCheck(), ConversionAnyTime())
ACTIONS = (Convert,)
WORDS = {
    "convert": "convert {corporation} to ten shares",
}
REPORTS = {
    "converted": (
        "{corporation} now has ten shares ({cause:pick destination=it has reached its destination"
        "|connected_before_floating=its destination is connected|merger=it is about to merge"
        "|phase=new phase})"
    ),
}
