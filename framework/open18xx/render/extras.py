"""Cards and markers besides shares, trains and companies: priority, powers, special mechanisms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from open18xx.errors import Open18xxError
from open18xx.loading.templates import MOST_COMPONENTS, component_count, templates_of
from open18xx.render.cards import SAFE, Card, fitted
from open18xx.render.charters import round_token
from open18xx.render.look import Look
from open18xx.render.signs import Badge
from open18xx.render.svg import Element, group, rect
from open18xx.render.words import paragraph, text


class BadComponent(Open18xxError):
    """A component of a title whose number or text cannot be worked out."""


@dataclass(frozen=True, slots=True)
class _Component:
    id: str
    name: str
    kind: str
    count: int
    words: str


def extra_cards(look: Look, size: tuple[float, float], bleed: float = 0.0) -> tuple[Card, ...]:
    """The priority card, and the cards that the title lists among its components.

    Raises:
        BadComponent: a component cannot be worked out.
    """
    priority = _card(look, "Priority", "Whoever holds this card begins the next stock round.", size, bleed)
    made = [Card("priority", "priority card", priority)]
    made += [
        Card(item.id, f"card {item.name}", _card(look, item.name, item.words, size, bleed), item.count)
        for item in _components(look)
        if item.kind == "card"
    ]
    return tuple(made)


def extra_tokens(look: Look, size: float, bleed: float = 0.0) -> tuple[Card, ...]:
    """Markers of powers, markers that corporations buy, and those the title lists among its components.

    Raises:
        BadComponent: a component cannot be worked out.
    """
    paper, ink = look.theme.paper, look.theme.ink
    made: list[Card] = []

    def add(marker: str, words: str, count: int) -> None:
        made.append(
            Card(marker, f"marker {words}", round_token(Badge(words, paper, ink), size, bleed), count)
        )

    for private in look.title.companies.privates.values():
        for ability in private.abilities:
            if ability.kind == "city_bonus":
                add(private.id, f"+{ability.amount}", 1)
            elif ability.kind == "train_limit":
                add(private.id, f"limit +{ability.amount}", 1)
    for marker in look.title.policies.markers:
        add(marker.id, marker.id.replace("_", " "), marker.count)
    for item in _components(look):
        if item.kind == "token":
            add(item.id, item.name, item.count)
    return tuple(made)


def _components(look: Look) -> Iterator[_Component]:
    title = look.title
    data = title.data.get("title")
    listed = data.get("components", ()) if isinstance(data, Mapping) else ()
    if not isinstance(listed, (list, tuple)):
        return
    templates = templates_of(title)
    for item in listed:
        if not isinstance(item, Mapping):
            continue
        name = str(item.get("id", ""))
        rendered = templates.render(str(item.get("count", 1)))
        count = component_count(rendered)
        if count is None:
            raise BadComponent(
                f"{title.id}: component {name}: count should be 1 to {MOST_COMPONENTS}, not {rendered!r}"
            )
        words = templates.render(str(item.get("text", "")))
        yield _Component(name, str(item.get("name", name)), str(item.get("kind", "card")), count, words)


def _card(look: Look, name: str, words: str, size: tuple[float, float], bleed: float) -> Element:
    width, height = size
    theme = look.theme
    room = width - 2 * SAFE
    top = height * 0.42
    rows, letters = fitted([words] if words else [], room - 2, height - top - SAFE - 5)
    return group(
        rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, fill=theme.paper),
        rect(
            SAFE - 1.2,
            SAFE - 1.2,
            room + 2.4,
            height - 2 * SAFE + 2.4,
            fill="none",
            stroke=theme.ink,
            stroke_width=0.5,
        ),
        text(name, (width / 2, height * 0.26), 6.5, bold=True, colour=theme.ink, width=room - 2),
        paragraph(rows, (SAFE + 1, top), letters, colour=theme.ink),
        text(look.title.name, (width / 2, height - SAFE - 2), 2.6, colour=theme.faint),
    )
