"""Raising money in an emergency: what pays for a train that must be bought or a debt that is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from open18xx.state.game_state import PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View

Purpose = Literal["train", "debt"]


@dataclass(frozen=True, slots=True)
class Fund:
    """Money a title offers before the president has to help.

    Attributes:
        source: name of the source, such as a kind of loan.
        units: how many of it; amount: money they bring together, in whole currency units.
    """

    source: str
    units: int
    amount: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How a shortage is covered.

    Attributes:
        funds: sources of the title, in order of use.
        contribution: money the president must add.
    """

    funds: tuple[Fund, ...]
    contribution: int


def plan_for(view: View, corporation: str, shortage: int, purpose: Purpose) -> Plan:
    """Cover a shortage: no more of each source than needed, the president adds the rest."""
    nothing: tuple[Fund, ...] = ()
    funds = view.hooks.modify(
        "modify_emergency_funds",
        nothing,
        view=view,
        corporation=corporation,
        shortage=shortage,
        purpose=purpose,
    )
    covered = sum(fund.amount for fund in funds)
    return Plan(funds, max(0, shortage - covered))


def raise_funds(tx: Transaction, corporation: str, plan: Plan) -> None:
    """Raise the title's funds of a plan and pay them to the corporation."""
    for fund in plan.funds:
        tx.hooks.notify("on_emergency_funds", tx=tx, corporation=corporation, fund=fund)


def contribute(tx: Transaction, president: PlayerId, corporation: str, amount: int) -> None:
    """The president pays into the corporation's treasury."""
    if amount:
        tx.pay(president, corporation, amount)
        tx.emit("president_contributed", player=president, corporation=corporation, amount=amount)
