"""Charters of corporations and round things: station tokens and market markers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from open18xx.definition.companies import Corporation
from open18xx.render.cards import Card
from open18xx.render.font import wrapped
from open18xx.render.hexagon import box, filled
from open18xx.render.look import Look
from open18xx.render.signs import Badge, token
from open18xx.render.svg import Element, circle, group, line, rect
from open18xx.render.theme import Fill
from open18xx.render.wording import (
    flotation_text,
    joined,
    limits_text,
    step_name,
    structures_of,
    token_count,
)
from open18xx.render.words import LINE, paragraph, text

#: Usual size of a charter in millimetres: two fit on a page of A4 or letter.
CHARTER: Final = (190.0, 125.0)
#: Markers for the market that come with each corporation's tokens.
MARKERS: Final = 2


def charters(look: Look, size: tuple[float, float] = CHARTER, token_size: float = 10.5) -> tuple[Card, ...]:
    """The charter of every corporation."""
    return tuple(
        Card(corporation.id, f"charter of {corporation.id}", charter(look, corporation, size, token_size))
        for corporation in look.title.companies.corporations.values()
    )


def charter(look: Look, corporation: Corporation, size: tuple[float, float], token_size: float) -> Element:
    """One charter: what to know about a corporation, and room for tokens, trains and money."""
    width, height = size
    theme, title = look.theme, look.title
    badge = look.badge(corporation.id)
    nickname = corporation.nickname if corporation.nickname not in (corporation.id, corporation.name) else ""
    head = 20.0
    edge = 5.0
    parts: list[Element] = [
        rect(0, 0, width, height, fill=theme.paper),
        filled(box(0, 0, width, head), Fill(badge.ground)),
        line((0, head), (width, head), stroke=theme.ink, stroke_width=0.3),
        circle((edge + 7, head / 2), 8.0, fill=theme.paper),
        token(badge, (edge + 7, head / 2), 7.2),
        text(
            corporation.name,
            (edge + 19, head / 2 - (2.6 if nickname else 0)),
            7.5,
            bold=True,
            anchor="start",
            colour=badge.ink,
            width=width - edge * 2 - 19,
        ),
    ]
    if nickname:
        parts.append(text(nickname, (edge + 19, head / 2 + 5), 4, anchor="start", colour=badge.ink))
    left = width * 0.6
    below, tokens_height = head + 4, 0.0
    count = token_count(title, corporation)
    tokens, tokens_height = _token_spaces(look, corporation, count, token_size, left - edge - 3)
    parts.append(_box("Station tokens", edge, below, left - edge - 3, tokens_height, theme.ink))
    parts.append(group(tokens, transform=f"translate({edge} {below})"))
    facts = _facts(look, corporation)
    parts.append(_box("", left, below, width - left - edge, tokens_height, theme.ink))
    parts.append(
        _fitting(facts, (left + 2.5, below + 4), width - left - edge - 5, tokens_height - 5, 3.6, theme.ink)
    )
    row = below + tokens_height + 4
    rest = height - row - edge
    own = [structure.id for structure in structures_of(title, corporation)]
    limits = ", ".join(f"{phase.id}: {limits_text(phase, own)}" for phase in title.phases.values())
    parts.append(_box("Trains", edge, row, left - edge - 3, rest, theme.ink))
    parts.append(
        _fitting(
            [f"Train limit in phase {limits}"],
            (edge + 2.5, row + rest - 8),
            left - edge - 8,
            8,
            2.9,
            theme.faint,
        )
    )
    treasury = (rest - 4) * 0.4
    low, high = row + treasury + 4, (rest - 4) * 0.6
    parts.append(_box("Treasury", left, row, width - left - edge, treasury, theme.ink))
    steps = [step_name(title, step) for step in title.policies.operating.turn]
    turn = [f"{order}. {words}" for order, words in enumerate(steps, 1)]
    parts.append(_box("Operating turn", left, low, width - left - edge, high, theme.ink))
    parts.append(_columns(turn, (left + 2.5, low + 7.5), width - left - edge - 5, high - 9, theme.ink))
    return group(*parts)


def _facts(look: Look, corporation: Corporation) -> list[str]:
    title = look.title
    facts: list[str] = []
    hexes = title.map.hexes
    if corporation.homes:
        homes = dict.fromkeys(
            f"{hexes[home.hex].name or home.hex} ({home.hex})" for home in corporation.homes
        )
        facts.append(f"Home: {joined(list(homes), 'or')}")
    if corporation.destination is not None:
        name = hexes[corporation.destination].name
        facts.append(f"Destination: {name or corporation.destination} ({corporation.destination})")
    if corporation.start == "formed":
        facts.append("Formed during play; not started by players.")
    for structure in structures_of(title, corporation):
        several = len(structures_of(title, corporation)) > 1
        what = f"With {structure.shares} shares: " if several else f"{structure.shares} shares, "
        facts.append(
            f"{what}{structure.percent_per_share} % each; floats when {structure.float_shares} are bought."
        )
        if corporation.start == "formed":
            continue
        for flotation in title.companies.flotation:
            if flotation.structure in (None, structure.id):
                when = f" in phases {joined(flotation.phases)}" if flotation.phases else ""
                facts.append(f"Receives{when} {flotation_text(title, flotation)}.")
    return facts


def _token_spaces(
    look: Look, corporation: Corporation, count: int, size: float, width: float
) -> tuple[Element, float]:
    """Circles for the tokens not yet placed, with what placing costs; and how high they are."""
    theme = look.theme
    badge = look.badge(corporation.id)
    policy = look.title.policies.tokens
    room = size + 7
    columns = max(1, int((width - 4) // room))
    rows = -(-count // columns)
    parts: list[Element] = []
    for number_ in range(count):
        x = 2 + room * (number_ % columns) + room / 2
        y = 8 + (size + 7) * (number_ // columns) + size / 2
        ring = badge.ground if theme.companies else theme.ink
        parts.append(
            circle((x, y), size / 2, fill=theme.paper, stroke=ring, stroke_width=0.8, stroke_dasharray="2 1")
        )
        if number_ == 0 and corporation.homes:
            words = "home"
        elif policy.per_hex:
            words = f"{look.money(policy.per_hex)} a hex"
        elif policy.fixed:
            index = number_ - (1 if corporation.homes else 0)
            words = look.money(policy.fixed[min(index, len(policy.fixed) - 1)])
        else:
            words = "free"
        parts.append(text(words, (x, y + size / 2 + 2.6), 2.9, colour=theme.ink, width=room - 1))
    return group(*parts), max(38.0, 11 + (size + 7) * rows)


def _box(words: str, x: float, y: float, width: float, height: float, ink: str) -> Element:
    return group(
        rect(x, y, width, height, rx=2, fill="none", stroke=ink, stroke_width=0.3),
        text(words, (x + 2.5, y + 4), 3.6, bold=True, anchor="start", colour=ink) if words else None,
    )


def _fitting(
    sentences: Sequence[str], at: tuple[float, float], width: float, height: float, size: float, ink: str
) -> Element:
    """Sentences one below the other, made smaller until they fit."""
    while True:
        rows = [row for sentence in sentences for row in wrapped(sentence, size, width)]
        if len(rows) * size * LINE <= height or size <= 1.8:
            return paragraph(rows, at, size, colour=ink)
        size -= 0.1


def _columns(items: Sequence[str], at: tuple[float, float], width: float, height: float, ink: str) -> Element:
    """Items in two columns."""
    half = -(-len(items) // 2)
    size = min(3.2, height / max(1, half) / LINE)
    for item in items:
        while len(wrapped(item, size, width / 2 - 1)) > 1 and size > 1.8:
            size -= 0.1
    return group(
        paragraph(items[:half], at, size, colour=ink),
        paragraph(items[half:], (at[0] + width / 2, at[1]), size, colour=ink),
    )


def tokens(look: Look, size: float, bleed: float = 0.0) -> tuple[Card, ...]:
    """Station tokens of every corporation and its markers for the market, drawn around (0, 0).

    Args:
        size: diameter in millimetres.
        bleed: how far the ground goes on outside.
    """
    made: list[Card] = []
    for corporation in look.title.companies.corporations.values():
        badge = look.badge(corporation.id)
        count = token_count(look.title, corporation) + MARKERS
        made.append(
            Card(corporation.id, f"token of {corporation.id}", round_token(badge, size, bleed), count)
        )
    return tuple(made)


def round_token(badge: Badge, size: float, bleed: float = 0.0) -> Element:
    """One token to be cut out, without an outline."""
    radius = size / 2
    return group(
        circle((0, 0), radius + bleed, fill=badge.ground),
        circle((0, 0), radius - 0.9, fill="none", stroke=badge.ink, stroke_width=0.3),
        text(badge.name, (0, 0), radius * 0.72, bold=True, colour=badge.ink, width=2 * radius - 3),
    )
