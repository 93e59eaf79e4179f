"""The border that stays closed until the Belgian corporation has operated.

Rules: 1826-4.6.1-01, -02; ruling 1826-A-58.
"""

from __future__ import annotations

from open18xx.api import Refusal, View, hook

from .parameters import text


@hook
def forbid_tile_lay(view: View, corporation: str, hex: str) -> Refusal | None:
    """Keep others out of the region until its corporation has operated."""
    guard = text(view, "belgium", "corporation")
    if corporation == guard or view.has_operated(guard):
        return None
    if hex not in view.title.regions[text(view, "belgium", "region")]:
        return None
    return Refusal(
        "belgium.closed", f"{hex} lies behind the border, which is closed until {guard} has operated"
    )
