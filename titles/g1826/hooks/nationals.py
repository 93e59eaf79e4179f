"""National corporations that form by merger: when, from whom, and what is special about them.

The exchange itself is in :mod:`.formation`, the tokens in :mod:`.national_tokens`.
Rules: 1826-4.6.2, 1826-4.6.3, 1826-C-Merge; rulings 1826-A-13 to -21, 1826-A-71, 1826-A-72.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from open18xx.api import Allowance, Refusal, Transaction, View, hook

from .formation import form
from .national_tokens import ExchangeTokens, ExchangeTokensDecision
from .national_values import MERGED, national, nationals, shares_outside
from .parameters import flag, names, number

EVENTS = ("form_etat", "form_sncf")


def merged_into(view: View, corporation: str) -> str | None:
    """National that a corporation has merged into, or None."""
    return cast("Mapping[str, str]", view.state.memory.get(MERGED, {})).get(corporation)


def may_still_form(view: View, corporation: str) -> bool:
    """Whether a national that has not formed has another chance in a later phase."""
    if corporation not in nationals(view) or view.record(corporation).started:
        return False
    events = set(cast("tuple[str, ...]", national(view, corporation)["events"]))
    phases = tuple(view.title.phases.values())
    later = phases[view.title.phase_index(view.state.phase) + 1 :]
    return any(events.intersection(phase.events) for phase in later)


def must_merge(view: View) -> tuple[str, ...]:
    """Corporations that have operated and own no train, in the order of the title."""
    never = names(view, "nationals", "never_merge")
    return tuple(
        corporation
        for corporation, record in view.state.corporations.items()
        if record.floated
        and not record.closed
        and record.turns > 0
        and corporation not in never
        and not view.trains(corporation)
    )


@hook
def on_phase_event(tx: Transaction, event: str, buyer: str) -> None:
    """Form the national whose event this is, if enough corporations must merge."""
    for name, values in nationals(tx.view).items():
        if event not in cast("tuple[str, ...]", values["events"]):
            continue
        record = tx.view.record(name)
        if record.started or record.closed:
            continue
        merging = must_merge(tx.view)
        if len(merging) < number(tx.view, "nationals", "least_merging"):
            tx.emit("national_not_formed", corporation=name, candidates=merging)
            continue
        form(tx, name, merging, buyer)


@hook
def on_round_started(tx: Transaction, kind: str) -> None:
    """A national that waits for shares outside its treasury floats when enough are there."""
    if kind != "operating":
        return
    for name in nationals(tx.view):
        record = tx.view.record(name)
        waits = record.started and not record.floated and not record.closed
        if waits and shares_outside(tx.view, name) >= tx.view.structure(name).float_shares:
            tx.update(name, floated=True)
            tx.emit("national_floated", corporation=name)


@hook
def modify_track_allowance(
    value: tuple[Allowance, ...], view: View, corporation: str
) -> tuple[Allowance, ...]:
    """One track action in a national's first turn."""
    if corporation in nationals(view) and view.record(corporation).turns == 1:
        most = number(view, "nationals", "first_turn_lays")
        return (Allowance(most, 0), Allowance(0, most))
    return value


@hook
def modify_train_price_range(
    value: tuple[int, int], view: View, buyer: str, seller: str, train: str
) -> tuple[int, int]:
    """Nationals trade at face value."""
    if flag(view, "nationals", "trains_at_face_value", True) and {buyer, seller}.intersection(
        nationals(view)
    ):
        face = view.title.trains[train].cost
        return (face, face)
    return value


@hook
def forbid_share_sale(view: View, corporation: str) -> Refusal | None:
    """Stock of a national that has not floated cannot be sold by anybody."""
    if corporation in nationals(view) and not view.record(corporation).floated:
        return Refusal("national.not_floated", f"{corporation} has not floated: its stock cannot be sold")
    return None


STEPS = (ExchangeTokensDecision(),)
ACTIONS = (ExchangeTokens,)
WORDS = {
    "exchange_tokens": (
        "[tokens?keep further stations of {corporation}: {tokens:each <hex:hex> (was <corporation>)}]"
        "[!tokens?keep no further station of {corporation}]"
    ),
}
REPORTS = {
    "national_not_formed": "{corporation} does not form now[: only {candidates:list} would merge]",
    "national_formed": (
        "{corporation} forms from {merged:list}: it starts at {start:money} and stands at {price:money}"
        "[; {president:name} is its president]"
    ),
    "national_floated": "{corporation} has enough shares outside its treasury and will operate",
    "shares_exchanged": (
        "{owner:name} exchanges {old:count old share} for {new} of {corporation}[ and {bonds:count bond}]"
        "[; {odd} is left over]"
    ),
    "assets_taken": "[cash?{corporation} takes over {cash:money} from {source}]",
    "capital_paid": (
        "[shares?The bank pays {amount:money} to {corporation} for {shares:count share} that nobody received;"
        " the pool takes them]"
    ),
    "tokens_exchanged": (
        "[hexes?{corporation} keeps further stations in {hexes:list}]"
        "[!hexes?{corporation} keeps no further station]"
    ),
}
