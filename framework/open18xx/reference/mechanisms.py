"""The chapters on what is special about a title and on its end."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from open18xx.definition.title import HookModule, Title
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
    added = [_mechanism(hook) for hook in title.hook_modules if hook.parameters]
    return [*option_sections(title), *added]


def _mechanism(hook: HookModule) -> Section:
    """What a hook module adds, told by the schema of its parameters."""
    schema = _schema(hook)
    name, said = f"mechanism-{hook.name}", _meaning(schema)
    rows = tuple(_flat(hook.parameters, schema, ""))
    table = (
        Table(name, ("figure", "value", "meaning"), rows)
        if any(meaning for *_, meaning in rows)
        else Table(name, ("figure", "value"), tuple(row[:2] for row in rows))
    )
    title = hook.name.replace("_", " ").capitalize()
    return Section(name, title, (Text(said), table) if said else (table,))


def _schema(hook: HookModule) -> Mapping[str, object]:
    """The schema beside the module; an empty one where there is none that can be read."""
    try:
        found = json.loads(hook.path.with_suffix(".schema.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}


def _flat(
    data: Mapping[str, object], schema: Mapping[str, object], around: str, path: tuple[str, ...] = ()
) -> list[tuple[str, str, str]]:
    """Names, values and meanings; names of nested ones with the whole path.

    Args:
        around: meaning of what they are part of, for members that have none of their own.
    """
    found: list[tuple[str, str, str]] = []
    for key, value in data.items():
        at = (*path, str(key).replace("_", " "))
        below = _below(schema, str(key))
        if isinstance(value, Mapping):
            found += _flat(value, below, _meaning(below) or around, at)
            continue
        said = ", ".join(_said(item) for item in value) if isinstance(value, (list, tuple)) else _said(value)
        found.append((", ".join(at), said or "none", _meaning(below) or around))
    return found


def _meaning(schema: Mapping[str, object]) -> str:
    """What a schema says of itself, without the marks that quote code."""
    return str(schema.get("description", "")).replace("`", "")


def _below(schema: Mapping[str, object], key: str) -> Mapping[str, object]:
    """The schema of one member of an object."""
    named = schema.get("properties")
    patterns = schema.get("patternProperties")
    candidates = [
        named.get(key) if isinstance(named, Mapping) else None,
        *(
            part
            for pattern, part in (patterns.items() if isinstance(patterns, Mapping) else ())
            if re.search(pattern, key)
        ),
        schema.get("additionalProperties"),
    ]
    return next((part for part in candidates if isinstance(part, Mapping)), {})


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
