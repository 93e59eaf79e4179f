"""Charts of a title as drawings: players, phases, trains, stages of tiles, rounds."""

from __future__ import annotations

from collections.abc import Sequence

from open18xx.definition.phases import Phase
from open18xx.definition.title import Title
from open18xx.render.hexagon import box, filled
from open18xx.render.look import Look, newest_colour
from open18xx.render.svg import Element, circle, group, moved, rect
from open18xx.render.tables import Cell, Drawn, Sign, table
from open18xx.render.theme import STAGE_DOTS, Theme
from open18xx.render.wording import event_name, limits_text, reach_text, rust_text, train_notes
from open18xx.render.words import text


def stage_sign(colour: str, theme: Theme, size: float = 3.0) -> Sign:
    """A colour of tiles as a patch with its dots."""
    dots = STAGE_DOTS.get(colour, 0)
    width = size * 1.9
    parts: list[Element] = [
        filled(
            box(-width / 2, -size / 2, width, size),
            theme.fill(colour),
            scale=0.1,
            stroke=theme.ink,
            stroke_width=0.15,
        )
    ]
    step = size * 0.42
    for dot in range(dots):
        x = (dot - (dots - 1) / 2) * step
        parts.append(circle((x, 0), size * 0.15, fill=theme.ink))
    return Sign(group(*parts), width)


def stages_sign(colours: Sequence[str], theme: Theme, size: float = 3.0) -> Sign:
    """Several colours side by side."""
    signs = [stage_sign(colour, theme, size) for colour in colours]
    step = size * 2.1
    parts = [
        moved((order - (len(signs) - 1) / 2) * step, 0, sign.element) for order, sign in enumerate(signs)
    ]
    return Sign(group(*parts), max(step * len(signs), 1.0))


def players_table(look: Look, width: float, size: float) -> Drawn:
    """Starting cash and certificate limit by number of players."""
    players = look.title.players
    rows: list[Sequence[Cell]] = [
        ["cash", *(look.money(item.cash) for item in players.values())],
        ["certificates", *(str(item.certificate_limit) for item in players.values())],
    ]
    return table(["players", *(str(number) for number in players)], rows, width, size, look.theme.ink)


def phase_table(look: Look, width: float, size: float) -> Drawn:
    """What holds in each phase."""
    rows: list[Sequence[Cell]] = [
        [
            phase.id,
            f"first {phase.starts_with}" if phase.starts_with else "start",
            stages_sign(phase.tiles, look.theme, size),
            limits_text(phase),
            str(phase.operating_rounds),
            phase_events(look.title, phase),
        ]
        for phase in look.title.phases.values()
    ]
    head = ["phase", "begins with", "tiles", "train limit", "ORs", "then"]
    return table(head, rows, width, size, look.theme.ink)


def phase_events(title: Title, phase: Phase) -> str:
    """What happens when a phase begins, and what changes for trade, as one text."""
    events = [event_name(title, event) for event in phase.events]
    phases = tuple(title.phases.values())
    at = phases.index(phase)
    before = phases[at - 1] if at else None
    for name, words in (
        ("trains_between_corporations", "corporations may trade trains"),
        ("privates_to_corporations", "corporations may buy private companies"),
    ):
        now, was = getattr(phase, name), getattr(before, name) if before else False
        closed = name == "privates_to_corporations" and "close_privates" in phase.events
        if now and not was and not all(getattr(item, name) for item in phases):
            events.append(words)
        elif was and not now and not closed:
            events.append(words.replace(" may ", " may no longer "))
    return "; ".join(events) or "–"


def train_table(look: Look, width: float, size: float) -> Drawn:
    """All types of trains."""
    rows: list[Sequence[Cell]] = []
    for train in look.title.trains.values():
        notes = "; ".join((reach_text(train), *train_notes(look.title, train)))
        count = "∞" if train.count is None else str(train.count)
        count = "no limit" if train.count is None else count
        rows.append([train.id, look.money(train.cost), count, notes, rust_text(look.title, train)])
    return table(["train", "cost", "number", "runs", "scrapped"], rows, width, size, look.theme.ink)


def stage_legend(look: Look, size: float) -> Drawn:
    """Which dots stand for which colour of tiles."""
    colours = [
        colour for colour in STAGE_DOTS if any(colour in phase.tiles for phase in look.title.phases.values())
    ]
    x = 0.0
    parts: list[Element] = []
    for colour in colours:
        sign = stage_sign(colour, look.theme, size * 1.1)
        parts.append(moved(x + sign.width / 2, size * 0.7, sign.element))
        parts.append(
            text(colour, (x + sign.width + 1, size * 0.7), size, anchor="start", colour=look.theme.ink)
        )
        x += sign.width + 3 + size * 3.4
    return Drawn(group(*parts), size * 1.5)


def round_tracker(look: Look, width: float, marker: float = 10.5) -> Drawn:
    """A row of places for a marker: the stock round and the operating rounds after it.

    Args:
        marker: diameter of the marker, in millimetres.
    """
    most = max((phase.operating_rounds for phase in look.title.phases.values()), default=1)
    names = ["stock round", *(f"operating round {number}" for number in range(1, most + 1))]
    step = width / len(names)
    radius = marker / 2 + 0.4
    height = 2 * radius + 6.5
    middle = height - radius - 0.9
    parts: list[Element] = []
    for order, name in enumerate(names):
        x = order * step
        needed = [phase for phase in look.title.phases.values() if phase.operating_rounds >= order]
        parts.append(rect(x, 0, step, height, fill="none", stroke=look.theme.ink, stroke_width=0.25))
        parts.append(text(name, (x + step / 2, 3), 3.2, bold=True, colour=look.theme.ink, width=step - 2))
        parts.append(
            circle(
                (x + step / 2 - radius - 4, middle),
                radius,
                fill="none",
                stroke=look.theme.faint,
                stroke_width=0.2,
            )
        )
        if order and len(needed) < len(look.title.phases) and needed:
            sign = stage_sign(newest_colour(needed[0]), look.theme, 3.0)
            parts.append(moved(x + step / 2 + 2, middle, sign.element))
            parts.append(
                text(
                    f"from {needed[0].id}",
                    (x + step / 2 + 6, middle),
                    2.8,
                    anchor="start",
                    colour=look.theme.ink,
                )
            )
    return Drawn(group(*parts), height)
