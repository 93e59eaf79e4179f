"""What the drawings of one title share: its theme, how its companies, phases and money are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from open18xx.definition.companies import Corporation
from open18xx.definition.phases import Phase
from open18xx.definition.tiles import UPGRADE_ORDER
from open18xx.definition.title import Title
from open18xx.render.bands import Band
from open18xx.render.font import text_width
from open18xx.render.hexes import HexStyle
from open18xx.render.signs import Badge
from open18xx.render.theme import Theme

#: How wide the mark of a revenue band may be, in letters as high as they are wide.
_WIDEST_MARK: Final = 3.2


@dataclass(frozen=True, slots=True)
class Look:
    """A title as its drawings show it.

    Attributes:
        hexes: style of its tiles and hexes.
        badges: tokens of its corporations.
    """

    title: Title
    theme: Theme
    hexes: HexStyle
    badges: Mapping[str, Badge]

    def money(self, amount: int) -> str:
        """An amount as the title writes it."""
        return self.title.currency.format(amount)

    def badge(self, corporation: str) -> Badge:
        """The token of a corporation; a plain one for a name that is none."""
        return self.badges.get(corporation, Badge(corporation, self.theme.paper, self.theme.ink))


def look_of(title: Title, theme: Theme) -> Look:
    """How a title is drawn in a theme."""
    badges = {
        corporation.id: _badge(corporation, theme) for corporation in title.companies.corporations.values()
    }
    style = HexStyle(title.map.orientation, theme, bands_of(title), title.currency.format)
    return Look(title, theme, style, badges)


def _badge(corporation: Corporation, theme: Theme) -> Badge:
    ground, ink = theme.company(corporation.colour, corporation.text_colour)
    return Badge(corporation.id, ground, ink)


def newest_colour(phase: Phase) -> str:
    """The last of the tile colours that may be laid in a phase."""
    known = [colour for colour in UPGRADE_ORDER if colour in phase.tiles]
    return known[-1] if known else "blank"


def bands_of(title: Title) -> tuple[Band, ...]:
    """The revenue bands of a title, each with the phases it is in force in.

    A mark names the phases from the first to the last, or where that is long only the first one and a ``+``.
    """
    bands: dict[int, list[str]] = {}
    for phase in title.phases.values():
        bands.setdefault(phase.revenue_band, []).append(phase.id)
    marks = {band: _span(phases) for band, phases in bands.items()}
    if marks_open_ended(title):
        marks = {band: f"{phases[0]}+" for band, phases in bands.items()}
    return tuple(
        Band(newest_colour(title.phases[bands[band][0]]), marks[band]) if band in bands else Band("blank", "")
        for band in range(max(bands, default=-1) + 1)
    )


def marks_open_ended(title: Title) -> bool:
    """Whether the marks of revenue bands name only the phase in which a band begins."""
    bands: dict[int, list[str]] = {}
    for phase in title.phases.values():
        bands.setdefault(phase.revenue_band, []).append(phase.id)
    return any(text_width(_span(phases), 1.0) > _WIDEST_MARK for phases in bands.values())


def _span(phases: Sequence[str]) -> str:
    return phases[0] if len(phases) == 1 else f"{phases[0]}–{phases[-1]}"
