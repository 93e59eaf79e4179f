"""What the reference says about the options of a title: how to choose them, and the values they change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from open18xx.definition.title import Option, Title
from open18xx.loading.kinds import KINDS
from open18xx.reference.blocks import Points, Section, Table, Text
from open18xx.reference.values import flat_values
from open18xx.render.wording import joined

_NOTHING: Final = "–"


def option_table(title: Title) -> tuple[Table, ...]:
    """All options with what they are for; nothing where a title has none."""
    rows = tuple(
        (
            option.name,
            option.id,
            option.text,
            joined([str(number) for number in option.players], "or") or "any",
        )
        for option in title.options.values()
    )
    return (Table("options", ("variant", "chosen as", "what it changes", "players"), rows),) if rows else ()


def option_sections(title: Title) -> tuple[Section, ...]:
    """For each option what it goes with, and every value it changes, without it and with it."""
    return tuple(_section(title, option) for option in title.options.values())


def _section(title: Title, option: Option) -> Section:
    points = [
        f"Only together with: {joined(_names(title, option.requires))}." if option.requires else "",
        f"Not together with: {joined(_names(title, excluded(title, option)))}."
        if excluded(title, option)
        else "",
        "Chosen for this reference: the other figures are those with it."
        if _is_chosen(title, option)
        else "",
    ]
    blocks: list[Text | Points | Table] = [Text(option.text)]
    said = tuple(point for point in points if point)
    if said:
        blocks.append(Points(said))
    if not _is_chosen(title, option):
        rows = tuple(changed_values(title, option))
        blocks.append(Table(f"option-{option.id}", ("value", "without", "with it"), rows))
    return Section(f"option-{option.id}", option.name, tuple(blocks))


def _is_chosen(title: Title, option: Option) -> bool:
    return option.id in title.active_options


def _names(title: Title, options: Sequence[str]) -> list[str]:
    return [title.options[name].name if name in title.options else name for name in options]


def excluded(title: Title, option: Option) -> tuple[str, ...]:
    """Options that cannot be chosen together with this one, whichever of the two says so."""
    others = (other.id for other in title.options.values() if option.id in other.excludes)
    return tuple(dict.fromkeys((*option.excludes, *others)))


def changed_values(title: Title, option: Option) -> Iterator[tuple[str, str, str]]:
    """Name, value without the option and value with it, of every single value that an option changes."""
    for path, new in option.set.items():
        before = dict(flat_values(value_at(title.data, path), (path,)))
        after = dict(flat_values(new, (path,)))
        for key in dict.fromkeys((*before, *after)):
            if before.get(key) != after.get(key):
                name = ".".join(key).replace("_", " ").replace(".", ", ")
                yield name, _said(before.get(key)), _said(after.get(key))


def value_at(data: Mapping[str, object], path: str) -> object:
    """The value that a path of an option means in the data of a title; None where none is given."""
    parts = path.split(".")
    node: object = data.get("title")
    if parts[0] in data and parts[0] in KINDS:
        node, parts = data[parts[0]], (parts if _is_alone(data, parts[0]) else parts[1:])
    for part in parts:
        node = _inner(node, part)
    return node


def _is_alone(data: Mapping[str, object], kind: str) -> bool:
    """Whether a file holds nothing but the list or mapping that it is named after, and its source."""
    found = data[kind]
    return isinstance(found, Mapping) and kind in found


def _inner(node: object, part: str) -> object:
    if isinstance(node, Mapping):
        return node.get(part)
    if isinstance(node, Sequence) and not isinstance(node, str):
        for item in node:
            if isinstance(item, Mapping) and part in (item.get("id"), item.get("module")):
                return item.get("parameters", item) if "module" in item else item
        return node[int(part)] if part.isdigit() and int(part) < len(node) else None
    return None


def _said(value: object) -> str:
    if value is None:
        return _NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return (
            ", ".join(f"{key}: {_said(inner)}" for key, inner in value.items()).replace("_", " ") or _NOTHING
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_said(item) for item in value) or _NOTHING
    return str(value).replace("_", " ")
