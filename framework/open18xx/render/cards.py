"""Cards: share certificates, trains, private companies. All lie on their long side.

A card is drawn from its upper left corner; what must not be cut off keeps :data:`SAFE` away from its edge,
and the ground goes on for ``bleed`` millimetres outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from open18xx.definition.companies import Corporation, Private
from open18xx.definition.title import Title
from open18xx.definition.trains import TrainType
from open18xx.render.font import fitting_size, wrapped
from open18xx.render.hexagon import box, filled
from open18xx.render.look import Look, newest_colour
from open18xx.render.signs import token
from open18xx.render.svg import Element, circle, group, line, moved, path, rect
from open18xx.render.tables import bullet_list
from open18xx.render.theme import STAGE_DOTS, Fill
from open18xx.render.wording import (
    certificates_of,
    copies,
    counted,
    phase_begun_by,
    private_notes,
    reach_text,
    rust_text,
    train_notes,
)
from open18xx.render.words import LINE, lines, paragraph, text

#: Distance that everything important keeps from the edge of a card, in millimetres.
SAFE: Final = 3.0
#: Font sizes of notes, in millimetres.
_LARGEST, _SMALLEST = 3.2, 1.8


@dataclass(frozen=True, slots=True)
class Card:
    """One card to be made: what it is called and how it looks.

    Attributes:
        id: name for files.
        count: how many are needed.
    """

    id: str
    title: str
    element: Element
    count: int = 1


def certificates(look: Look, size: tuple[float, float], bleed: float = 0.0) -> tuple[Card, ...]:
    """Every share certificate, the president's first; equal ones are one card with a count."""
    made: list[Card] = []
    for corporation in look.title.companies.corporations.values():
        kinds: dict[tuple[int, tuple[int, ...], bool], int] = {}
        every = certificates_of(look.title, corporation)
        for index, (shares, percents) in enumerate(every):
            key = (shares, percents, index == 0)
            kinds[key] = kinds.get(key, 0) + 1
        for number_, ((shares, percents, president), count) in enumerate(kinds.items(), 1):
            element = certificate(look, corporation, shares, percents, size, president=president, bleed=bleed)
            what = "president" if president else counted(shares, "share")
            made.append(Card(f"{corporation.id}-{number_}", f"{corporation.id}, {what}", element, count))
    return tuple(made)


def certificate(
    look: Look,
    corporation: Corporation,
    shares: int,
    percents: Sequence[int],
    size: tuple[float, float],
    *,
    president: bool,
    bleed: float = 0.0,
) -> Element:
    """One share certificate."""
    width, height = size
    theme = look.theme
    badge = look.badge(corporation.id)
    band = height * 0.42
    radius = min(band / 2 - 2.5, 8.5)
    name = wrapped(corporation.name, 4.2, width - band - 2 * SAFE - 2, bold=True)
    what = "President’s certificate" if president else "Share certificate"
    percent = " / ".join(f"{value} %" for value in percents)
    middle = band + (width - band) / 2
    return group(
        _ground(size, theme.paper, bleed),
        filled(box(-bleed, -bleed, band + bleed, height + 2 * bleed), Fill(badge.ground)),
        line((band, -bleed), (band, height + bleed), stroke=theme.ink, stroke_width=0.3),
        circle((band / 2 + SAFE / 4, height * 0.32), radius + 0.8, fill=theme.paper),
        token(badge, (band / 2 + SAFE / 4, height * 0.32), radius),
        text(
            counted(shares, "share"),
            (band / 2 + SAFE / 4, height * 0.66),
            4.6,
            bold=True,
            colour=badge.ink,
            width=band - SAFE - 1,
        ),
        text(percent, (band / 2 + SAFE / 4, height * 0.8), 3.8, colour=badge.ink, width=band - SAFE - 1),
        lines(name, (middle, height * 0.36), 4.2, bold=True, colour=theme.ink, width=width - band - 2 * SAFE),
        text(
            what,
            (middle, height * 0.72),
            4.0,
            bold=president,
            colour=theme.ink,
            width=width - band - 2 * SAFE,
        ),
        _double_frame(band + 1.5, SAFE - 1, width - band - SAFE - 0.5, height - 2 * SAFE + 2, theme.ink)
        if president
        else None,
        text(
            look.title.name,
            (middle, height - SAFE - 1.6),
            2.6,
            colour=theme.faint,
            width=width - band - 2 * SAFE,
        ),
    )


def trains(
    look: Look, size: tuple[float, float], bleed: float = 0.0, unlimited: int = 10
) -> tuple[Card, ...]:
    """A card for every train.

    Args:
        unlimited: cards of a type that the title neither limits nor says how many are printed of.
    """
    made = []
    for train in look.title.trains.values():
        count = copies(train)
        made.append(
            Card(
                train.id,
                f"train {train.id}",
                train_card(look, train, size, bleed=bleed),
                unlimited if count is None else count,
            )
        )
    return tuple(made)


def train_card(look: Look, train: TrainType, size: tuple[float, float], *, bleed: float = 0.0) -> Element:
    """The card of a train type."""
    width, height = size
    title, theme = look.title, look.theme
    phase = phase_begun_by(title, train)
    colour = train_colour(title, train)
    fill = theme.fill(colour)
    room = width - 2 * SAFE
    left_width = room * 0.44
    notes = [reach_text(train), *train_notes(title, train)]
    if phase is not None:
        notes.append(f"the first one begins phase {phase.id}")
    notes.append(rust_text(title, train))
    listed = _fitted_list(notes, room - left_width - 3, height - 2 * SAFE - 7.5, theme.ink)
    right = SAFE + left_width + 3
    dots = STAGE_DOTS.get(colour, 0)
    return group(
        _ground(size, fill.colour, bleed),
        filled(box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), fill, scale=0.35),
        rect(
            SAFE - 1,
            SAFE - 1,
            width - 2 * SAFE + 2,
            height - 2 * SAFE + 2,
            rx=2,
            fill=theme.paper,
            stroke=theme.ink,
            stroke_width=0.3,
        ),
        text(
            train.id,
            (SAFE + left_width / 2, height * 0.34),
            fitting_size(train.id, height * 0.36, left_width - 2, bold=True),
            bold=True,
            colour=theme.ink,
        ),
        engine(SAFE + left_width / 2, height * 0.68, theme.faint),
        text(
            look.money(train.cost),
            (width - SAFE - 1.5, SAFE + 4),
            6.2,
            bold=True,
            anchor="end",
            colour=theme.ink,
        ),
        *(
            circle(
                (right + 1.2 + 3.0 * dot, SAFE + 4), 1.1, fill=fill.colour, stroke=theme.ink, stroke_width=0.3
            )
            for dot in range(dots)
        ),
        moved(right, SAFE + 7.8, listed),
        text(title.name, (SAFE + left_width / 2, height - SAFE - 2.2), 2.6, colour=theme.faint),
    )


def train_colour(title: Title, train: TrainType) -> str:
    """The newest colour of tiles in the phase that a type of train begins; ``blank`` if it begins none."""
    phase = phase_begun_by(title, train)
    if phase is None and train.id == next(iter(title.trains)):
        phase = title.phases[title.first_phase()]
    return newest_colour(phase) if phase is not None else "blank"


def privates(look: Look, size: tuple[float, float], bleed: float = 0.0) -> tuple[Card, ...]:
    """A card for every private company."""
    return tuple(
        Card(private.id, f"private company {private.id}", private_card(look, private, size, bleed=bleed))
        for private in look.title.companies.privates.values()
    )


def private_card(look: Look, private: Private, size: tuple[float, float], *, bleed: float = 0.0) -> Element:
    """The card of a private company."""
    width, height = size
    theme = look.theme
    room = width - 2 * SAFE
    notes = private_notes(look.title, private)
    name = wrapped(private.name, 4.4, room - 4, bold=True)
    name_height = len(name) * 4.4 * LINE
    top = SAFE + 8.4 + name_height
    rows, size_of_text = fitted(notes, room - 2, height - SAFE - top - 6.0)
    return group(
        _ground(size, theme.paper, bleed),
        rect(
            SAFE - 1.2,
            SAFE - 1.2,
            room + 2.4,
            height - 2 * SAFE + 2.4,
            fill="none",
            stroke=theme.ink,
            stroke_width=0.3,
        ),
        text(private.id, (SAFE + 1, SAFE + 2.2), 3.0, anchor="start", colour=theme.faint),
        text("private company", (width - SAFE - 1, SAFE + 2.2), 2.6, anchor="end", colour=theme.faint),
        lines(
            name, (width / 2, SAFE + 5.4 + name_height / 2), 4.4, bold=True, colour=theme.ink, width=room - 4
        ),
        paragraph(rows, (SAFE + 1, top), size_of_text, colour=theme.ink),
        line(
            (SAFE, height - SAFE - 5.2),
            (width - SAFE, height - SAFE - 5.2),
            stroke=theme.ink,
            stroke_width=0.2,
        ),
        text(
            f"cost {look.money(private.cost)}",
            (SAFE + 1, height - SAFE - 2.2),
            3.8,
            bold=True,
            anchor="start",
            colour=theme.ink,
        ),
        text(
            f"revenue {look.money(private.revenue)}",
            (width - SAFE - 1, height - SAFE - 2.2),
            3.8,
            bold=True,
            anchor="end",
            colour=theme.ink,
        ),
    )


# -- parts -----------------------------------------------------------------------------------


def _ground(size: tuple[float, float], colour: str, bleed: float) -> Element:
    return rect(-bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed, fill=colour)


def _double_frame(x: float, y: float, width: float, height: float, ink: str) -> Element:
    return group(
        rect(x, y, width, height, fill="none", stroke=ink, stroke_width=0.5),
        rect(x + 0.9, y + 0.9, width - 1.8, height - 1.8, fill="none", stroke=ink, stroke_width=0.2),
    )


def engine(x: float, y: float, colour: str) -> Element:
    """A small steam engine."""
    d = "M-8 2H-2V-3.5H5V-6H7V-3.5H8V2ZM-8 2V-5H-3.5V2Z"
    wheels = [
        circle((at, 3.2), 1.5, fill="none", stroke=colour, stroke_width=0.6) for at in (-5.5, -0.5, 3.5)
    ]
    drawn = group(path(d, fill="none", stroke=colour, stroke_width=0.5, stroke_linejoin="round"), *wheels)
    return group(drawn, transform=f"translate({x:.3f} {y:.3f})")


def fitted(notes: Sequence[str], width: float, height: float) -> tuple[tuple[str, ...], float]:
    """Notes broken into lines, and the largest font size at which they fit."""
    size = _LARGEST
    while True:
        rows = tuple(row for note in notes for row in wrapped(note, size, width))
        if len(rows) * size * LINE <= height or size <= _SMALLEST:
            return rows, size
        size = round(size - 0.1, 1)


def _fitted_list(notes: Sequence[str], width: float, height: float, ink: str) -> Element:
    """Notes as a list with hanging indents, in the largest font size at which they fit."""
    size = _LARGEST
    while True:
        drawn = bullet_list(notes, width, size, ink)
        if drawn.height <= height or size <= _SMALLEST:
            return drawn.element
        size = round(size - 0.1, 1)


def title_of(title: Title) -> str:
    """Name and version, for small print."""
    return f"{title.name} {title.version}"
