"""The power ``exchange``: a private company is handed in for a share."""

from __future__ import annotations

from typing import Literal

from open18xx.abilities.lays import moment_fits
from open18xx.errors import Refusal
from open18xx.rules.floating import float_if_ready
from open18xx.rules.limits import holding_limit
from open18xx.rules.presidency import settle_presidency
from open18xx.rules.privates import ability_of, controller
from open18xx.rules.shares import certificate_for_sale
from open18xx.state.game_state import is_player
from open18xx.state.transaction import Transaction
from open18xx.state.view import View

Source = Literal["ipo", "pool"]


def exchange_refusals(view: View, player: str, private: str, source: Source) -> tuple[Refusal, ...]:
    """Why the player may not hand the company in for a share from that source now."""
    ability, owner = ability_of(view, private, "exchange"), None
    if ability is not None:
        owner = view.private_owner(private)
    if ability is None or ability.corporation is None:
        return (Refusal("power.none", f"{private} is not handed in for a share"),)
    if owner is None:
        return (Refusal("power.closed", f"{private} is not in play"),)
    wrong_kind = ability.owner != "any" and (ability.owner == "player") != is_player(owner)
    if controller(view, private) != player or wrong_kind:
        return (Refusal("power.owner", f"{view.name(player)} has not the power of {private}"),)
    if not moment_fits(view, private, ability):
        return (Refusal("power.moment", f"{private} cannot be handed in now"),)
    corporation = ability.corporation
    if source not in ability.sources:
        wanted = ", ".join(ability.sources)
        return (Refusal("power.source", f"{private} is handed in for a share from {wanted}"),)
    if view.record(corporation).closed:
        return (Refusal("stock.closed", f"{corporation} has left the game"),)
    if certificate_for_sale(view, corporation, source, 1) is None:
        return (Refusal("stock.none_there", f"no share of {corporation} is left in: {source}"),)
    percent = view.percent(corporation, player) + view.structure(corporation).percent_per_share
    if percent > holding_limit(view, corporation):
        return (
            Refusal(
                "stock.holding_limit",
                f"{view.name(player)} would own {percent} % of {corporation}; "
                f"{holding_limit(view, corporation)} % is the limit",
            ),
        )
    return ()


def perform_exchange(tx: Transaction, player: str, private: str, source: Source) -> None:
    """Hand the company in and take the share."""
    view = tx.view
    ability = ability_of(view, private, "exchange")
    assert ability is not None and ability.corporation is not None
    corporation = ability.corporation
    index = certificate_for_sale(view, corporation, source, 1)
    assert index is not None
    tx.give(corporation, (index,), player)
    tx.emit("private_exchanged", player=player, private=private, corporation=corporation, source=source)
    if ability.closes:
        tx.close_private(private, "power")
    settle_presidency(tx, corporation)
    float_if_ready(tx, corporation)
