"""A private company whose revenue follows the colour of the tile on one hex.

Rule: 1894-PRV-23.
"""

from __future__ import annotations

from open18xx.api import CLOSED, Transaction, hook

from .parameters import table, text


@hook
def on_tile_laid(tx: Transaction, hex: str, tile: str) -> None:
    """Change the revenue when a tile of another colour lies there."""
    view = tx.view
    private = text(view, "line", "private")
    if hex != text(view, "line", "hex") or view.state.privates[private] == CLOSED:
        return
    revenue = table(view, "line", "revenue").get(view.title.tiles.tile(tile).colour, 0)
    if revenue != view.state.revenues.get(private, view.title.companies.privates[private].revenue):
        tx.set_entry("revenues", private, revenue)
        tx.emit("revenue_changed", private=private, hex=hex, revenue=revenue)


REPORTS = {"revenue_changed": "{private} now pays {revenue:money}, as {hex:hex} is built"}
