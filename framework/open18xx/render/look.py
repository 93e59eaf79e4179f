"""What the drawings of one title share: its theme, how its companies, phases and money are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from open18xx.definition.companies import Corporation
from open18xx.definition.phases import Phase
from open18xx.definition.tiles import UPGRADE_ORDER
from open18xx.definition.title import Title
from open18xx.render.hexes import Band, HexStyle
from open18xx.render.signs import Badge
from open18xx.render.theme import Theme


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
    """The revenue bands of a title, each with the phases it is in force in."""
    bands: dict[int, list[Phase]] = {}
    for phase in title.phases.values():
        bands.setdefault(phase.revenue_band, []).append(phase)
    return tuple(
        Band(newest_colour(bands[band][0]), _phases_text(bands[band], title))
        if band in bands
        else Band("blank", "")
        for band in range(max(bands, default=-1) + 1)
    )


def _phases_text(phases: Sequence[Phase], title: Title) -> str:
    """The phase in which a band begins, open to the end for the last one."""
    first, last = phases[0].id, phases[-1].id
    if first == last or len(bands_key(title)) == 1:
        return first
    return f"{first}–{last}"


def bands_key(title: Title) -> frozenset[int]:
    """The numbers of all revenue bands."""
    return frozenset(phase.revenue_band for phase in title.phases.values())
