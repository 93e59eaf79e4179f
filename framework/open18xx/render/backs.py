"""Backs of cards: each with what its front belongs to, in the order of the fronts."""

from __future__ import annotations

from collections.abc import Sequence

from open18xx.definition.trains import TrainType
from open18xx.render import cards, extras
from open18xx.render.cards import SAFE, Card, engine, train_colour
from open18xx.render.font import fitting_size
from open18xx.render.hexagon import box, filled
from open18xx.render.look import Look
from open18xx.render.signs import token
from open18xx.render.svg import Element, circle, group, rect
from open18xx.render.theme import Fill
from open18xx.render.words import text


def certificate_backs(look: Look, size: tuple[float, float], bleed: float) -> Sequence[Card]:
    """Backs of the share certificates: the token of the corporation."""
    made = []
    for front in cards.certificates(look, size, bleed):
        corporation = front.id.rsplit("-", 1)[0]
        badge = look.badge(corporation)
        middle = size[0] / 2, size[1] * 0.42
        radius = size[1] * 0.24
        element = group(
            filled(_whole(size, bleed), Fill(badge.ground)),
            _frame(size, badge.ink),
            circle(middle, radius + 1.0, fill=look.theme.paper),
            token(badge, middle, radius),
            text(
                look.title.name,
                (size[0] / 2, size[1] - SAFE - 5),
                4.2,
                bold=True,
                colour=badge.ink,
                width=size[0] - 4 * SAFE,
            ),
        )
        made.append(_back(front, element))
    return tuple(made)


def train_backs(look: Look, size: tuple[float, float], bleed: float, unlimited: int = 10) -> Sequence[Card]:
    """Backs of the trains: their type in the colour of its phase."""
    trains = look.title.trains
    return tuple(
        _back(front, _train(look, trains[front.id], size, bleed))
        for front in cards.trains(look, size, bleed, unlimited)
    )


def private_backs(look: Look, size: tuple[float, float], bleed: float) -> Sequence[Card]:
    """Backs of the private companies: all alike."""
    return tuple(
        _back(front, _plain(look, "private company", size, bleed))
        for front in cards.privates(look, size, bleed)
    )


def extra_backs(look: Look, size: tuple[float, float], bleed: float) -> Sequence[Card]:
    """Backs of all other cards: what they are."""
    return tuple(
        _back(front, _plain(look, front.title.removeprefix("card "), size, bleed))
        for front in extras.extra_cards(look, size, bleed)
    )


def _back(front: Card, element: Element) -> Card:
    return Card(front.id, f"back of {front.title}", element, front.count)


def _whole(size: tuple[float, float], bleed: float) -> Sequence[tuple[float, float]]:
    return box(-bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed)


def _frame(size: tuple[float, float], ink: str) -> Element:
    width, height = size[0] - 2 * SAFE, size[1] - 2 * SAFE
    return rect(SAFE, SAFE, width, height, rx=2, fill="none", stroke=ink, stroke_width=0.4)


def _train(look: Look, train: TrainType, size: tuple[float, float], bleed: float) -> Element:
    theme = look.theme
    fill = theme.fill(train_colour(look.title, train))
    middle = size[0] / 2
    letters = fitting_size(train.id, size[1] * 0.34, size[0] - 6 * SAFE, bold=True)
    return group(
        filled(_whole(size, bleed), Fill(fill.colour)),
        filled(_whole(size, bleed), fill, scale=0.35),
        rect(
            SAFE + 1,
            SAFE + 1,
            size[0] - 2 * SAFE - 2,
            size[1] - 2 * SAFE - 2,
            rx=2,
            fill=theme.paper,
            stroke=theme.ink,
            stroke_width=0.4,
        ),
        text(train.id, (middle, size[1] * 0.34), letters, bold=True, colour=theme.ink),
        engine(middle, size[1] * 0.64, theme.faint),
        text(
            look.title.name,
            (middle, size[1] - SAFE - 5),
            3.4,
            colour=theme.ink,
            width=size[0] - 4 * SAFE,
        ),
    )


def _plain(look: Look, words: str, size: tuple[float, float], bleed: float) -> Element:
    theme = look.theme
    room = size[0] - 4 * SAFE
    return group(
        filled(_whole(size, bleed), theme.fill("blank")),
        _frame(size, theme.ink),
        text(look.title.name, (size[0] / 2, size[1] * 0.42), 11, bold=True, colour=theme.ink, width=room),
        text(words, (size[0] / 2, size[1] * 0.7), 4.0, colour=theme.ink, width=room),
    )
