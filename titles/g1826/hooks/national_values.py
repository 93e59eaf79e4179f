"""Parameters and simple questions about national corporations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from open18xx.api import CLOSED, View

from .parameters import group

#: Memory: which corporation has merged into which national.
MERGED = "merged_into"
#: Memory: stations that a national holds as home stations, as "hex/city".
HOMES = "national_homes"


def nationals(view: View) -> Mapping[str, Mapping[str, object]]:
    """Parameters of all nationals, by corporation."""
    return cast("Mapping[str, Mapping[str, object]]", group(view, "nationals", "nationals"))


def national(view: View, corporation: str) -> Mapping[str, object]:
    """Parameters of one national."""
    return nationals(view)[corporation]


def shares_outside(view: View, corporation: str) -> int:
    """Shares of a national that are neither in its treasury nor out of the game."""
    return view.shares_outside(corporation, (corporation, CLOSED, "ipo"))


def home_places(view: View, corporation: str) -> tuple[tuple[str, int], ...]:
    """Home stations of a corporation: as printed, or those a national took over as such."""
    remembered = cast("Mapping[str, tuple[str, ...]]", view.state.memory.get(HOMES, {})).get(corporation)
    if remembered is not None:
        return tuple(
            (hex_id, int(city)) for hex_id, _, city in (place.partition("/") for place in remembered)
        )
    return tuple((home.hex, home.city) for home in view.corporation(corporation).homes)
