"""The power ``token``: the owning corporation places one of its station tokens on a hex, wherever it lies.

It costs nothing and is no part of the turn's tokens.
"""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.definition.companies import Ability
from open18xx.errors import Refusal
from open18xx.rules.privates import ability_of
from open18xx.rules.tokens import free_city, put_token
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def token_power(view: View, private: str) -> Ability | None:
    """The company's power to place a token, or None."""
    return ability_of(view, private, "token")


def token_waits(view: View, corporation: str, private: str) -> bool:
    """Whether the corporation owns the company and can still use its power to place a token."""
    ability = token_power(view, private)
    if ability is None or view.private_owner(private) != corporation:
        return False
    return bool(token_places(view, corporation, private))


def _places(view: View, ability: Ability) -> Iterator[tuple[str, int]]:
    for hex_id in ability.hexes:
        for city in range(len(view.title.map.hexes[hex_id].printed.stops) or 1):
            yield hex_id, city


def token_places(view: View, corporation: str, private: str) -> tuple[tuple[str, int], ...]:
    """Cities where the power can place a token of the corporation now."""
    ability = token_power(view, private)
    if ability is None:
        return ()
    found = (p for p in _places(view, ability) if not token_power_refusals(view, corporation, private, *p))
    return tuple(found)


def token_power_refusals(
    view: View, corporation: str, private: str, hex_id: str, city: int
) -> tuple[Refusal, ...]:
    """Why the power cannot place a token of the corporation in a city."""
    ability = token_power(view, private)
    if ability is None:
        return (Refusal("power.none", f"{private} has no power to place tokens"),)
    if view.private_owner(private) != corporation:
        return (Refusal("power.owner", f"{corporation} has not the power of {private}"),)
    if view.state.powers_used.get(private, 0) >= ability.uses:
        return (Refusal("power.used_up", f"the power of {private} has been used"),)
    if hex_id not in ability.hexes:
        wanted = ", ".join(ability.hexes)
        return (Refusal("power.hex", f"{private} places a token on {wanted}, not on {hex_id}"),)
    if view.record(corporation).tokens_left < 1:
        return (Refusal("token.none_left", f"{corporation} has no station token left"),)
    if not free_city(view, corporation, hex_id, city):
        return (Refusal("token.no_slot", f"no slot for {corporation} is free in {hex_id}"),)
    return ()


def use_token_power(tx: Transaction, corporation: str, private: str, hex_id: str, city: int) -> None:
    """Place the token and note the use; close the company where the power does that."""
    view = tx.view
    ability = token_power(view, private)
    assert ability is not None
    put_token(tx, corporation, hex_id, city)
    tx.update(corporation, tokens_left=view.record(corporation).tokens_left - 1)
    tx.set_entry("powers_used", private, view.state.powers_used.get(private, 0) + 1)
    tx.emit("power_token_placed", private=private, corporation=corporation, hex=hex_id, city=city)
    if ability.closes:
        tx.close_private(private, "power")
    tx.hooks.notify("on_token_placed", tx=tx, corporation=corporation, hex=hex_id, city=city)
