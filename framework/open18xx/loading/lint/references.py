"""Mentions of things by id: what a schema says a value refers to must exist.

A schema marks such a value with ``"refersTo"`` and a key of :data:`TARGETS`. So a new key of the format is
checked as soon as it is described; where more can be said than that a thing is missing, a check of its own
says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from open18xx.loading.facts import Facts
from open18xx.loading.kinds import KINDS
from open18xx.loading.nodes import Path, Plain
from open18xx.loading.problems import Report
from open18xx.loading.schemas import Schema, schema
from open18xx.loading.shape import nearest

#: Kind of thing -> file and list that holds it, and what it is called.
TARGETS: Final[Mapping[str, tuple[str, str, str]]] = {
    "phases": ("phases", "phases", "phase"),
    "trains": ("trains", "trains", "train"),
    "corporations": ("companies", "corporations", "corporation"),
    "privates": ("companies", "privates", "private company"),
    "structures": ("companies", "share_structures", "share structure"),
    "hexes": ("map", "hexes", "hex"),
    "terrain": ("map", "terrain", "kind of terrain"),
    "tiles": ("tiles", "manifest", "tile in the manifest"),
    "markers": ("rounds", "markers", "marker"),
}


def lint_references(facts: Facts, report: Report, kinds: Iterable[str] = KINDS) -> None:
    """Check every value whose schema says what it refers to, in files of the given kinds."""
    for kind in kinds:
        if kind not in facts.data:
            continue
        for path, is_key, name, target in _mentions(schema(kind), facts.data[kind], ()):
            file, key, what = TARGETS[target]
            names = facts.names(file, key)
            if name not in names and facts.knows(file, key):
                report.at(
                    "T016", kind, path, f"there is no {what} '{name}'", nearest(name, names), key=is_key
                )


def _mentions(part: Schema, data: Plain, path: Path) -> Iterator[tuple[Path, bool, str, str]]:
    """Path, whether it is a key, text and kind of thing of every mention in the data."""
    target = part.get("refersTo")
    if target is not None and isinstance(data, str):
        yield path, False, data, target
    if isinstance(data, dict):
        yield from _in_mapping(part, data, path)
    elif isinstance(data, list) and isinstance(part.get("items"), Mapping):
        for index, item in enumerate(data):
            yield from _mentions(part["items"], item, (*path, index))
    for branch in part.get("oneOf", ()):
        if "const" not in branch and _fits(branch, data):
            yield from _mentions(branch, data, path)


def _in_mapping(part: Schema, data: dict[str, Plain], path: Path) -> Iterator[tuple[Path, bool, str, str]]:
    properties: Mapping[str, Any] = part.get("properties", {})
    others = part.get("additionalProperties")
    target = part.get("propertyNames", {}).get("refersTo")
    for key, value in data.items():
        if target is not None:
            yield (*path, key), True, key, target
        inner = properties.get(key, others)
        if isinstance(inner, Mapping):
            yield from _mentions(inner, value, (*path, key))


def _fits(branch: Schema, data: Plain) -> bool:
    """Whether a branch of a choice can be the one that the data takes."""
    kinds = {"object": dict, "array": list, "string": str}
    wanted = kinds.get(str(branch.get("type")))
    return wanted is None or isinstance(data, wanted)
