"""Cities that can no longer be split, and the city of a corporation that keeps its place on the tile.

Rules: 1894-CIT-13, 1894-TRK-22.
"""

from __future__ import annotations

from typing import cast

from open18xx.api import Lay, Refusal, View, city_after, hook, present_city

from .parameters import group, names, text


@hook
def forbid_tile_lay(view: View, corporation: str, hex: str, tile: str, rotation: int) -> Refusal | None:
    """Refuse splits in the last phase, and tiles that would exchange the cities of the guarded hex."""
    return _frozen(view, hex) or _exchanged(view, Lay(hex, tile, rotation))


def _frozen(view: View, hex_id: str) -> Refusal | None:
    placed = view.state.tiles.get(hex_id)
    if placed is None or placed.tile not in names(view, "cities", "frozen"):
        return None
    phase = text(view, "cities", "frozen_from")
    if not view.phase_reached(phase):
        return None
    return Refusal("cities.frozen", f"tile {placed.tile} on {hex_id} stays as it is from phase {phase} on")


def _exchanged(view: View, lay: Lay) -> Refusal | None:
    guarded = group(view, "cities", "guarded")
    colour = view.title.tiles.tile(lay.tile).colour
    if lay.hex != guarded["hex"] or colour != guarded["colour"]:
        return None
    owner = cast(str, guarded["corporation"])
    home = next(home for home in view.corporation(owner).homes if home.hex == lay.hex)
    after = city_after(view, lay, present_city(view, lay.hex, home.city))
    if after is None or after == guarded["city"]:
        return None
    text_ = f"turned by {lay.rotation}, tile {lay.tile} would give {owner} the wrong city of {lay.hex}"
    return Refusal("cities.exchanged", text_)
