"""Hexes reserved for a neighbouring corporation: its president must agree to the exact tile.

Rules: 1826-4.10-09, 1826-C-Paris-01 to -03; ruling 1826-A-59.
"""

from __future__ import annotations

from open18xx.api import Refusal, View, hook

from .nationals import merged_into
from .parameters import names


def guardian(view: View, hex_id: str, tile: str) -> str | None:
    """Corporation that has a say over a tile on a reserved hex, or None."""
    owner = view.title.map.hexes[hex_id].reserved_for
    if owner is None or view.title.tiles.entries[tile].tile.colour not in names(view, "paris", "colours"):
        return None
    while (heir := merged_into(view, owner)) is not None:
        owner = heir
    return None if view.record(owner).closed else owner


@hook
def forbid_tile_lay(view: View, corporation: str, hex: str, tile: str) -> Refusal | None:
    """Before the neighbour has floated nobody may lay there."""
    owner = guardian(view, hex, tile)
    if owner is None or owner == corporation or view.record(owner).floated:
        return None
    if view.corporation(owner).start == "formed":
        return None
    return Refusal("paris.reserved", f"{hex} stays empty until {owner} has floated")


@hook
def offer_tile_consents(view: View, corporation: str, hex: str, tile: str) -> tuple[tuple[str, str], ...]:
    """The neighbour's president."""
    owner = guardian(view, hex, tile)
    if owner is None or owner == corporation:
        return ()
    president = view.president(owner)
    return ((president, "reserved_hex"),) if president is not None else ()
