"""A toll on some hexes."""

from __future__ import annotations

from open18xx.hooks.marker import hook

EVENTS = ("toll_rises",)


@hook
def modify_tile_cost(value: int, hex: str) -> int:
    """Add the toll."""
    return value + 10 if hex == "C3" else value
