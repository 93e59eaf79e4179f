"""Electric trains whose reach depends on how many there are, and the number of 10H trains.

Rules: 1826-4.12-06 to -11, 1826-4.6.3-37 to -39; rulings 1826-A-12, 1826-A-26.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from open18xx.api import SetSupply, TrainSpec, Transaction, View, hook

from .nationals import may_still_form
from .parameters import group, table

EVENTS = ("count_10h",)


def electric_terms(view: View) -> tuple[int, int]:
    """Stops and factor of electric trains now."""
    values = group(view, "trains", "electric")
    after = cast("Mapping[str, object]", values["after_first"])
    if view.state.issued[cast(str, after["train"])]:
        return cast(int, after["stops"]), cast(int, after["multiplier"])
    owned = sum(view.train_types(c).count(cast(str, values["train"])) for c in view.state.corporations)
    return _line(values["table"], owned)


def _line(values: object, owned: int) -> tuple[int, int]:
    """Line of the table for a number of trains; the first and last lines hold beyond its ends."""
    lines = {n: cast("Mapping[str, int]", line) for n, line in table(values).items()}
    fitting = [line for n, line in lines.items() if n <= owned] or [next(iter(lines.values()))]
    return fitting[-1]["stops"], fitting[-1]["multiplier"]


@hook
def modify_train_spec(value: TrainSpec, view: View, train: str) -> TrainSpec:
    """Reach and factor of electric trains."""
    if train != group(view, "trains", "electric")["train"]:
        return value
    stops, multiplier = electric_terms(view)
    return replace(value, number=stops, multiplier=multiplier)


@hook
def on_train_bought(tx: Transaction, train: str) -> None:
    """Tell the new terms of electric trains."""
    values = group(tx.view, "trains", "electric")
    after = cast("Mapping[str, object]", values["after_first"])
    if train in (values["train"], after["train"]):
        stops, multiplier = electric_terms(tx.view)
        tx.emit("electric_terms", train=values["train"], stops=stops, multiplier=multiplier)


def corporations_counted(view: View) -> int:
    """Corporations in play or still to come."""
    count = 0
    for corporation, record in view.state.corporations.items():
        if record.closed:
            continue
        startable = view.corporation(corporation).start == "players"
        if startable or record.started or may_still_form(view, corporation):
            count += 1
    return count


@hook
def on_phase_event(tx: Transaction, event: str) -> None:
    """Fix the number of trains of the type, once."""
    if event != group(tx.view, "trains", "supply")["event"]:
        return
    values = group(tx.view, "trains", "supply")
    train = cast(str, values["train"])
    lines = {n: cast(int, v) for n, v in table(values["table"]).items()}
    count = corporations_counted(tx.view)
    fitting = [number for n, number in lines.items() if n <= count] or [next(iter(lines.values()))]
    total = fitting[-1]
    left = tx.view.state.supply[train] or 0
    wanted = max(0, min(left, total - tx.view.state.issued[train]))
    if wanted != left:
        tx.do(SetSupply(train, wanted))
        tx.emit("trains_removed", train=train, removed=left - wanted, available=total, corporations=count)


REPORTS = {
    "electric_terms": "{train} trains now reach {stops} stops[ at {multiplier} times their value]",
    "trains_removed": "{removed:count train} of type {train} leave the game; there are {available}",
}
