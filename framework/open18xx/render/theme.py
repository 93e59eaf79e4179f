"""Themes: what a drawing looks like, apart from what it shows.

In every theme each tile colour has a mark besides (one to four dots, see :data:`STAGE_DOTS`), so that nothing
depends on telling colours apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from open18xx.errors import Open18xxError
from open18xx.render.colour import mixed, readable_on

#: Dots beside the number of a tile: its place in the order of upgrades.
STAGE_DOTS: Final[Mapping[str, int]] = MappingProxyType({"yellow": 1, "green": 2, "brown": 3, "gray": 4})


class UnknownTheme(Open18xxError):
    """There is no theme of that name."""


@dataclass(frozen=True, slots=True)
class Hatch:
    """Parallel lines instead of a colour.

    Attributes:
        angles: directions of the lines in degrees, clockwise from the right.
        spacing: distance between lines, in units of a hex whose corners are 100 from its centre.
    """

    angles: tuple[float, ...]
    spacing: float


@dataclass(frozen=True, slots=True)
class Fill:
    """How an area is filled: a colour, and lines over it where a theme saves ink."""

    colour: str
    hatch: Hatch | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Colours of everything.

    Attributes:
        fills: by colour of tiles and hexes.
        zones: by colour of the market's zones; others are mixed from the colour itself.
        ink: lines and texts; paper: what is printed on.
        faint: lines and texts that should stay behind.
        companies: whether companies are drawn in their own colours.
    """

    id: str
    name: str
    fills: Mapping[str, Fill]
    zones: Mapping[str, Fill]
    ink: str
    paper: str
    faint: str
    water: str
    land: str
    barrier: str
    companies: bool

    def fill(self, colour: str) -> Fill:
        """How a tile or hex of a colour is filled."""
        return self.fills.get(colour, self.fills["blank"])

    def zone(self, colour: str) -> Fill:
        """How a zone of the market is filled."""
        return self.zones.get(colour, Fill(self.paper))

    def company(self, colour: str, text_colour: str) -> tuple[str, str]:
        """Ground and text of a company's things; the text is always readable."""
        if not self.companies:
            return self.paper, self.ink
        ground = f"#{colour.removeprefix('#').lower()}"
        return ground, readable_on(ground, f"#{text_colour.removeprefix('#').lower()}")


def _theme(
    theme_id: str, name: str, fills: Mapping[str, Fill], zones: Mapping[str, Fill], *, companies: bool = True
) -> Theme:
    return Theme(
        id=theme_id,
        name=name,
        fills=MappingProxyType(dict(fills)),
        zones=MappingProxyType(dict(zones)),
        ink="#000000",
        paper="#ffffff",
        faint="#6b6b6b",
        water="#2f7fb8" if companies else "#000000",
        land="#6e5238" if companies else "#000000",
        barrier="#c2281d" if companies else "#000000",
        companies=companies,
    )


def _light(colours: Mapping[str, str], part: float) -> dict[str, Fill]:
    return {name: Fill(mixed(colour, "#ffffff", part)) for name, colour in colours.items()}


_ZONES: Final = {
    "yellow": "#fce94b",
    "orange": "#f5a13a",
    "brown": "#c4844a",
    "red": "#f0948c",
    "green": "#8fcf73",
    "blue": "#86c5ee",
    "gray": "#b9babd",
    "purple": "#c79be0",
}

_STANDARD: Final = _theme(
    "standard",
    "standard 18xx colours",
    {
        "blank": Fill("#f4eeda"),
        "yellow": Fill("#fce94b"),
        "green": Fill("#72c04f"),
        "brown": Fill("#c6844b"),
        "gray": Fill("#bbbcbf"),
        "red": Fill("#ea5a4a"),
        "blue": Fill("#6db7e8"),
    },
    _light(_ZONES, 0.25),
)

_COLOUR_BLIND: Final = _theme(
    "colour-blind",
    "safe for colour-blind players",
    {
        "blank": Fill("#fbf8ee"),
        "yellow": Fill("#ffde33"),
        "green": Fill("#4dca7b"),
        "brown": Fill("#bb7532"),
        "gray": Fill("#babac3"),
        "red": Fill("#e26f93"),
        "blue": Fill("#7cc4f4"),
    },
    _light(_ZONES, 0.4),
)

_INK_SAVING: Final = _theme(
    "ink-saving",
    "black on white, hatched",
    {
        "blank": Fill("#ffffff"),
        "yellow": Fill("#ffffff", Hatch((90.0,), 25.0)),
        "green": Fill("#ffffff", Hatch((45.0,), 12.5)),
        "brown": Fill("#ffffff", Hatch((45.0, 135.0), 14.0)),
        "gray": Fill("#ffffff", Hatch((0.0,), 8.0)),
        "red": Fill("#ffffff", Hatch((0.0, 90.0), 22.0)),
        "blue": Fill("#ffffff", Hatch((0.0,), 22.0)),
    },
    {
        "yellow": Fill("#ffffff", Hatch((90.0,), 25.0)),
        "orange": Fill("#ffffff", Hatch((45.0,), 16.0)),
        "brown": Fill("#ffffff", Hatch((45.0, 135.0), 18.0)),
        "red": Fill("#ffffff", Hatch((0.0,), 14.0)),
        "green": Fill("#ffffff", Hatch((135.0,), 16.0)),
        "blue": Fill("#ffffff", Hatch((0.0,), 25.0)),
        "gray": Fill("#ffffff", Hatch((0.0, 90.0), 20.0)),
        "purple": Fill("#ffffff", Hatch((0.0, 90.0), 30.0)),
    },
    companies=False,
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {theme.id: theme for theme in (_STANDARD, _COLOUR_BLIND, _INK_SAVING)}
)


def theme_named(name: str) -> Theme:
    """A theme by its id.

    Raises:
        UnknownTheme: there is none of that name.
    """
    theme = THEMES.get(name)
    if theme is None:
        raise UnknownTheme(f"there is no theme {name!r}; known are {', '.join(THEMES)}")
    return theme
