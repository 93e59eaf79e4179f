"""Powers that leave a lasting effect; and all kinds of powers with where each is implemented.

======================  ==========================================================================
kind                    what it does
======================  ==========================================================================
``free_terrain``        a first tile on a hex of one terrain costs nothing for it (used with a lay)
``city_bonus``          stops of one hex are worth more to one corporation
``train_limit``         one corporation may own more trains
``lay_tile``            lays one of its tiles on one of its hexes, see :mod:`open18xx.abilities.lays`
``exchange``            is handed in for a share, see :mod:`open18xx.abilities.exchange`
``block_hexes``         no tile on its hexes while a player owns it, see :mod:`open18xx.rules.laying`
``terrain_discount``    cheaper first tiles on one terrain, see :mod:`open18xx.rules.laying`
``token``               places a token of its corporation, see :mod:`open18xx.abilities.tokens`
``marker_discount``     a marker for sale is cheaper, see :mod:`open18xx.rules.markers`
``outlast``             stays open when the others close, see :mod:`open18xx.rules.phases`
======================  ==========================================================================
"""

from __future__ import annotations

from open18xx.definition.companies import Ability
from open18xx.errors import Refusal
from open18xx.rules.network import graph_of
from open18xx.state.changes import SetMarkers
from open18xx.state.game_state import Marker
from open18xx.state.transaction import Transaction
from open18xx.state.view import View

#: Kinds used through UsePower, with whether they need a hex.
USED_BY_ACTION: dict[str, bool] = {"city_bonus": True, "train_limit": False}


def bonus_hexes(view: View, ability: Ability) -> tuple[str, ...]:
    """Hexes where a city bonus may be placed: those named, or all with a city or a place for one."""
    if ability.hexes:
        return ability.hexes
    graph = graph_of(view)
    return tuple(
        hex_id
        for number, hex_id in enumerate(view.title.map.hexes)
        if any(stop.kind == "city" for stop in graph.tiles[number].tile.stops)
        or view.title.map.hexes[hex_id].place in ("city", "double_city")
    )


def power_refusals(
    view: View, private: str, ability: Ability, corporation: str, hex_id: str | None
) -> tuple[Refusal, ...]:
    """Why a power cannot be used for the corporation now, apart from whose turn it is."""
    owner = view.private_owner(private)
    if owner is None:
        return (Refusal("power.closed", f"{private} is not in play"),)
    step = view.state.round.turn.step
    if ability.step not in ("any", step):
        return (
            Refusal(
                "power.step", f"the power of {private} is used in the step {ability.step}, not in {step}"
            ),
        )
    if USED_BY_ACTION[ability.kind] and hex_id not in bonus_hexes(view, ability):
        return (Refusal("power.hex", f"the power of {private} cannot be used on {hex_id}: it needs a city"),)
    if not USED_BY_ACTION[ability.kind] and hex_id is not None:
        return (Refusal("power.hex", f"the power of {private} is not used on a hex"),)
    return ()


def use_power(tx: Transaction, private: str, ability: Ability, corporation: str, hex_id: str | None) -> None:
    """Assign the lasting effect and close the company where the power does that."""
    marker = Marker(ability.kind, corporation, hex_id, ability.amount, ability.expires_in, private)
    tx.do(SetMarkers((*tx.view.state.markers, marker)))
    tx.emit(
        "power_used",
        private=private,
        corporation=corporation,
        power=ability.kind,
        hex=hex_id,
        amount=ability.amount,
    )
    if ability.closes:
        tx.close_private(private, "power")
