"""Options of a title: which may be chosen together, and the values they change.

An option's ``set`` names values by path. The first part is a kind of file (``companies.…``), or a key of
title.yaml (``limits.…``). ``hooks.<module>.…`` are the parameters of a hook module. Things that have an
id are addressed by it, other lists by number from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from open18xx.errors import Open18xxError
from open18xx.loading.kinds import KINDS, SOURCE
from open18xx.loading.nodes import MappingNode, Node, Path, ScalarNode, SequenceNode
from open18xx.loading.overlay import thing_id


class OptionError(Open18xxError):
    """Options that the title does not have or that cannot be chosen together."""


class OptionPathError(Exception):
    """A path of an option's ``set`` that leads nowhere.

    Attributes:
        part: the part that is not there.
        known: what could stand in its place.
    """

    def __init__(self, part: str, known: Iterable[str]) -> None:
        self.part = part
        self.known = tuple(known)
        super().__init__(part)


def resolve(roots: Mapping[str, Node], text: str) -> tuple[str, Path]:
    """Kind of file and path in its data that a path of an option means.

    The last part may be a key that is not given yet; whether it may be is for the schema to say.

    Raises:
        OptionPathError: it leads nowhere.
    """
    parts = text.split(".")
    kind = "title"
    if parts[0] in roots and parts[0] in KINDS:
        kind, parts = parts[0], parts[1:]
    node = roots[kind]
    path: Path = ()
    alone = isinstance(node, MappingNode) and set(node.entries) - {SOURCE} == {kind}
    inner = node.value(kind) if alone and isinstance(node, MappingNode) else None
    if inner is not None:  # trains.yaml holds ``trains`` beside its source: the name is not said twice
        node, path = inner, (kind,)
    if kind == "title" and len(parts) > 2 and parts[0] == "hooks":
        index, node = _hook(node, parts[1])
        path, parts = ("hooks", index, "parameters"), parts[2:]
    if not parts:
        raise OptionPathError(text, ())
    for number, part in enumerate(parts):
        step, following = _step(node, part)
        path = (*path, step)
        if following is None:
            if number == len(parts) - 1 and number > 0 and isinstance(node, MappingNode):
                break
            if len(parts) == 1 and path[:1] == ("hooks",) and isinstance(node, MappingNode):
                break
            raise OptionPathError(part, (*_names(node), *(KINDS if number == 0 and kind == "title" else ())))
        node = following
    return kind, path


def _hook(title: Node, module: str) -> tuple[int, Node]:
    hooks = title.value("hooks") if isinstance(title, MappingNode) else None
    names: list[str] = []
    for index, item in enumerate(hooks.items if isinstance(hooks, SequenceNode) else ()):
        name = item.value("module") if isinstance(item, MappingNode) else None
        if isinstance(name, ScalarNode) and isinstance(item, MappingNode):
            names.append(name.text)
            if name.text == module:
                empty = MappingNode(item.source, item.line, item.column, {})
                return index, item.value("parameters") or empty
    raise OptionPathError(module, names)


def _step(node: Node, part: str) -> tuple[str | int, Node | None]:
    """One step down: the real key or index, and what is there."""
    if isinstance(node, SequenceNode):
        for index, item in enumerate(node.items):
            if thing_id(item) == part:
                return index, item
        if part.isascii() and part.isdigit() and int(part) < len(node.items):
            return int(part), node.items[int(part)]
        return part, None
    if isinstance(node, MappingNode):
        return part, node.value(part)
    return part, None


def _names(node: Node) -> tuple[str, ...]:
    if isinstance(node, MappingNode):
        return tuple(node.entries)
    if isinstance(node, SequenceNode):
        return tuple(thing_id(item) or str(index) for index, item in enumerate(node.items))
    return ()


def replaced(root: Node, path: Path, value: Node) -> Node:
    """A copy of ``root`` with the value at ``path``, whose way down exists up to the last part."""
    if not path:
        return value
    part, rest = path[0], path[1:]
    if isinstance(root, MappingNode):
        key = str(part)
        entries = dict(root.entries)
        earlier = entries.get(key)
        if earlier is None:
            below: Node = MappingNode(value.source, value.line, value.column, {})
            name = ScalarNode(value.source, value.line, value.column, key, key, plain=True)
        else:
            name, below = earlier
        entries[key] = (name, replaced(below, rest, value))
        return MappingNode(root.source, root.line, root.column, entries)
    if isinstance(root, SequenceNode) and isinstance(part, int):
        items = list(root.items)
        items[part] = replaced(items[part], rest, value)
        return SequenceNode(root.source, root.line, root.column, tuple(items))
    return value


def apply(roots: Mapping[str, Node], settings: Iterable[tuple[str, Node]]) -> dict[str, Node]:
    """The data after the settings of chosen options, in their order.

    Raises:
        OptionPathError: a path leads nowhere.
    """
    changed = dict(roots)
    for text, value in settings:
        kind, path = resolve(changed, text)
        changed[kind] = replaced(changed[kind], path, value)
    return changed


def declared(title: Node) -> dict[str, MappingNode]:
    """Options of a title by id."""
    node = title.value("options") if isinstance(title, MappingNode) else None
    items = node.items if isinstance(node, SequenceNode) else ()
    found: dict[str, MappingNode] = {}
    for item in items:
        name = thing_id(item)
        if name is not None and isinstance(item, MappingNode):
            found.setdefault(name, item)
    return found


def settings_of(option: MappingNode) -> list[tuple[str, Node]]:
    """Paths and values that one option sets."""
    values = option.value("set")
    if not isinstance(values, MappingNode):
        return []
    return [(path, value) for path, (_, value) in values.entries.items()]


def needed_settings(title: Node, option: MappingNode) -> list[tuple[str, Node]]:
    """Paths and values that the options set which an option requires, directly or in turn."""
    known = declared(title)
    names = _words(option, "requires")
    for name in names:
        if name in known:
            names += [other for other in _words(known[name], "requires") if other not in names]
    own = thing_id(option)
    return [one for name in names if name in known and name != own for one in settings_of(known[name])]


def settings(title: Node, chosen: tuple[str, ...]) -> list[tuple[str, Node]]:
    """Paths and values that the chosen options set, in the order of choice.

    Raises:
        OptionError: an option is unknown, lacks one that it requires, or excludes another one.
    """
    known = declared(title)
    found: list[tuple[str, Node]] = []
    for name in chosen:
        option = known.get(name)
        if option is None:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(known) or 'none'}"
            raise OptionError(f"the title has no option '{name}'; {hint}")
        for other in _words(option, "requires"):
            if other not in chosen:
                raise OptionError(f"option '{name}' needs option '{other}' as well")
        for other in _words(option, "excludes"):
            if other in chosen:
                raise OptionError(f"options '{name}' and '{other}' cannot be chosen together")
        found += settings_of(option)
    return found


def _words(option: MappingNode, key: str) -> list[str]:
    found = option.value(key)
    nodes = found.items if isinstance(found, SequenceNode) else ()
    return [node.text for node in nodes if isinstance(node, ScalarNode)]
