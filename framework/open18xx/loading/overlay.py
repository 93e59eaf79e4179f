"""Laying one pack's data upon another's.

Mappings are merged key by key, lists of things with an ``id`` thing by thing; everything else is replaced.
A value of ``null`` takes the key away. In a list of things, ``$remove: true`` takes the thing away,
``$replace: true`` puts it in place of the old one as a whole, ``$before: ID`` moves it before another.
Every value keeps the place where it is written, so that problems point into the overlay's own lines.
"""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.loading.nodes import MappingNode, Node, ScalarNode, SequenceNode, mark_of
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest

_REMOVE, _REPLACE, _BEFORE = "$remove", "$replace", "$before"
INSTRUCTIONS = (_REMOVE, _REPLACE, _BEFORE)


def merge(below: Node, above: Node, report: Report) -> Node:
    """``above`` laid upon ``below``; the report takes instructions that cannot be followed."""
    if isinstance(below, MappingNode) and isinstance(above, MappingNode):
        return _merge_mappings(below, above, report)
    if (
        isinstance(below, SequenceNode)
        and isinstance(above, SequenceNode)
        and _is_list_of_things(below)
        and _is_list_of_things(above)
    ):
        return _merge_things(below, above, report)
    return above


def thing_id(node: Node) -> str | None:
    """Id of a mapping that has one."""
    if isinstance(node, MappingNode):
        found = node.value("id")
        if isinstance(found, ScalarNode):
            return found.text
    return None


def _is_list_of_things(node: SequenceNode) -> bool:
    return bool(node.items) and all(thing_id(item) is not None for item in node.items)


def _merge_mappings(below: MappingNode, above: MappingNode, report: Report) -> MappingNode:
    entries = dict(below.entries)
    for name, (key, value) in above.entries.items():
        if name in (_REMOVE, _REPLACE, _BEFORE):
            continue
        earlier = entries.get(name)
        if isinstance(value, ScalarNode) and value.value is None and earlier is not None:
            del entries[name]
        elif earlier is None:
            entries[name] = (key, value)
        else:
            entries[name] = (key, merge(earlier[1], value, report))
    return MappingNode(above.source, above.line, above.column, entries)


def _instruction(node: Node, name: str) -> ScalarNode | None:
    found = node.value(name) if isinstance(node, MappingNode) else None
    return found if isinstance(found, ScalarNode) else None


def _says(node: Node, name: str) -> bool:
    found = _instruction(node, name)
    return found is not None and found.value is True


def _merge_things(below: SequenceNode, above: SequenceNode, report: Report) -> SequenceNode:
    things: dict[str, Node] = {thing_id(item) or "": item for item in below.items}
    given: dict[str, Node] = {}
    for item in above.items:
        name = thing_id(item) or ""
        if name in given and not _says(given[name], _REMOVE):
            mark = mark_of(_instruction(item, "id") or item)
            report.add("T009", mark, f"there are two entries for '{name}'", "put both into one")
        given[name] = item
        if _says(item, _REMOVE):
            if things.pop(name, None) is None:
                report.add("T006", mark_of(item), f"there is no '{name}' to remove", nearest(name, things))
            continue
        earlier = things.get(name)
        if earlier is None or _says(item, _REPLACE):
            made = _without_instructions(item)
        else:
            made = merge(earlier, item, report)
        before = _instruction(item, _BEFORE)
        if before is None:
            things[name] = made
        elif before.text in things and before.text != name:
            things = _insert(things, name, made, before.text)
        else:
            hint = nearest(before.text, things)
            report.add("T006", mark_of(before), f"there is no other '{before.text}' to put it before", hint)
    return SequenceNode(above.source, above.line, above.column, tuple(things.values()))


def _insert(things: Mapping[str, Node], name: str, made: Node, before: str) -> dict[str, Node]:
    moved: dict[str, Node] = {}
    for other, node in things.items():
        if other == before:
            moved[name] = made
        if other != name:
            moved[other] = node
    return moved


def _without_instructions(node: Node) -> Node:
    if not isinstance(node, MappingNode) or not any(name in node.entries for name in INSTRUCTIONS):
        return node
    entries = {name: entry for name, entry in node.entries.items() if name not in INSTRUCTIONS}
    return MappingNode(node.source, node.line, node.column, entries)
