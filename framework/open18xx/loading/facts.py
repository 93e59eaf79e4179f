"""What the linter works on: the data of all files, without the parts that have the wrong shape.

A part of the wrong shape is left out as a whole: one train, one hex, one policy. Its id stays known, so
that a slip in it does not make every mention of it a problem of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from open18xx.loading.builders.section import Section
from open18xx.loading.nodes import Path, Plain, yaml_text

#: Keys of each kind of file whose entries stand by themselves.
_ENTRIES: Final[Mapping[str, frozenset[str]]] = {
    "title": frozenset({"players", "hooks", "options"}),
    "map": frozenset({"hexes", "regions", "terrain"}),
    "tiles": frozenset({"tiles", "manifest", "blank_upgrades"}),
    "market": frozenset({"zones"}),
    "trains": frozenset({"trains"}),
    "phases": frozenset({"phases"}),
    "companies": frozenset({"share_structures", "flotation", "privates", "corporations"}),
    "rules": frozenset({"sections"}),
}


def part_of(kind: str, path: Path) -> Path:
    """The part that is left out when the value at ``path`` has the wrong shape."""
    if kind == "rules" and len(path) >= 4:
        return path[:4]
    if len(path) >= 2 and path[0] in _ENTRIES.get(kind, ()):
        return path[:2]
    return path[:1]


class Facts:
    """Typed access to what is known of a pack.

    Args:
        data: plain data by kind of file; files that could not be read are missing.
        broken: (kind, path) of the parts to leave out; see :func:`part_of`.
    """

    def __init__(self, data: Mapping[str, Plain], broken: Iterable[tuple[str, Path]]) -> None:
        self.data = data
        self.broken = frozenset(broken)

    def file(self, kind: str) -> Section | None:
        """A whole file; None when it is not there or no mapping."""
        root = self.data.get(kind)
        return Section(root, kind) if isinstance(root, dict) and (kind, ()) not in self.broken else None

    def part(self, kind: str, key: str) -> Section | None:
        """A mapping at the top of a file; None when it is not given or has the wrong shape anywhere."""
        root = self.file(kind)
        if root is None or (kind, (key,)) in self.broken or not isinstance(root.data.get(key), dict):
            return None
        return root.section(key)

    def things(self, kind: str, key: str) -> list[Section]:
        """The entries of a list at the top of a file that have the right shape."""
        root = self.file(kind)
        items = None if root is None or (kind, (key,)) in self.broken else root.data.get(key)
        if not isinstance(items, list):
            return []
        return [
            Section(item, kind, (key, index))
            for index, item in enumerate(items)
            if isinstance(item, dict) and (kind, (key, index)) not in self.broken
        ]

    def table(self, kind: str, key: str) -> dict[str, Section]:
        """The entries of a mapping at the top of a file that have the right shape, by name."""
        root = self.file(kind)
        entries = None if root is None or (kind, (key,)) in self.broken else root.data.get(key)
        if not isinstance(entries, dict):
            return {}
        return {
            name: Section(item, kind, (key, name))
            for name, item in entries.items()
            if isinstance(item, dict) and (kind, (key, name)) not in self.broken
        }

    def names(self, kind: str, key: str) -> frozenset[str]:
        """Ids or names of all entries, those of the wrong shape too."""
        root = self.data.get(kind)
        entries = root.get(key) if isinstance(root, dict) else None
        if isinstance(entries, dict):
            return frozenset(entries)
        found: set[str] = set()
        for item in entries if isinstance(entries, list) else ():
            name = item.get("id", item.get("module")) if isinstance(item, dict) else None
            if isinstance(name, (str, int)):
                found.add(yaml_text(name) if isinstance(name, bool) else str(name))
        return frozenset(found)

    def whole(self, kind: str, *keys: str) -> bool:
        """Whether the file is there and nothing below these keys (or anywhere) has the wrong shape."""
        if kind not in self.data:
            return False
        return not any(
            broken_kind == kind and (not path or not keys or path[0] in keys)
            for broken_kind, path in self.broken
        )

    def knows(self, kind: str, key: str) -> bool:
        """Whether it can be said that a name is *not* among the entries: the list itself is readable.

        A list that is not there may be hidden behind a misspelt key.
        """
        root = self.data.get(kind)
        if not isinstance(root, dict) or (kind, ()) in self.broken or (kind, (key,)) in self.broken:
            return False
        return key in root or not any(broken == kind and len(path) == 1 for broken, path in self.broken)
