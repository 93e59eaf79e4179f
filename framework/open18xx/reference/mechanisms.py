"""The chapters on what is special about a title and on its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from open18xx.definition.title import Title
from open18xx.reference.blocks import Block, Index, IndexEntry, Points, Section, Table, Text
from open18xx.reference.variants import option_sections, option_table


def special(title: Title) -> list[Block]:
    """What other titles do not have: rules that live in hook modules, and variants."""
    blocks: list[Block] = []
    sections = tuple(
        IndexEntry(f"{section.id} {section.title}", rules)
        for section in title.rulebook.sections
        if (rules := tuple(rule.id for rule in section.rules if rule.level == "hook"))
    )
    if sections:
        blocks.append(Text("Rules of this title that other titles do not have:"))
        blocks.append(Index(sections))
    return [*blocks, *option_table(title)]


def mechanisms(title: Title) -> list[Section]:
    """What each option changes, and the figures of each mechanism that a title adds."""
    added = [
        Section(
            f"mechanism-{hook.name}",
            hook.name.replace("_", " ").capitalize(),
            (Table(f"mechanism-{hook.name}", ("figure", "value"), tuple(_flat(hook.parameters))),),
        )
        for hook in title.hook_modules
        if hook.parameters
    ]
    return [*option_sections(title), *added]


def _flat(data: Mapping[str, object], path: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Names and values; names of nested ones with the whole path."""
    found: list[tuple[str, str]] = []
    for key, value in data.items():
        at = (*path, str(key).replace("_", " "))
        if isinstance(value, Mapping):
            found += _flat(value, at)
        elif isinstance(value, (list, tuple)):
            found.append((", ".join(at), ", ".join(_said(item) for item in value) or "none"))
        else:
            found.append((", ".join(at), _said(value)))
    return found


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value).replace("_", " ")


def ending(title: Title, points: Sequence[str]) -> list[Block]:
    """How the game ends and which rules say so."""
    blocks: list[Block] = [Points(tuple(points))] if points else []
    entries = tuple(
        IndexEntry(area, rules)
        for area, wanted in (("end of the game", "end"), ("final worth", "score"))
        if (
            rules := tuple(
                rule.id
                for section in title.rulebook.sections
                for rule in section.rules
                if rule.area == wanted
            )
        )
    )
    if entries:
        blocks.append(Index(entries))
    return blocks
