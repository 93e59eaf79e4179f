"""The passes from a pack's folder to a title, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from open18xx.definition.title import Title
from open18xx.errors import Open18xxError, PackError, Problem
from open18xx.loading import options as variants
from open18xx.loading.builders.section import BuildError, Section
from open18xx.loading.builders.title import build_title
from open18xx.loading.hook_modules import hook_file, import_hook_module
from open18xx.loading.nodes import MappingNode, Mark, Node, Plain, ScalarNode, SequenceNode, plain
from open18xx.loading.overlay import thing_id
from open18xx.loading.packs import KINDS, Pack, content_hash, find_pack, read_pack
from open18xx.loading.problems import Report


class OptionError(Open18xxError):
    """Options that the title does not have or that cannot be chosen together."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What reading a pack gave.

    Attributes:
        title: the title, or None when a problem is an error.
        problems: everything found, by file, line and column.
        excerpts: marks of the problems, to show the text they stand in.
    """

    title: Title | None
    problems: tuple[Problem, ...]
    excerpts: Mapping[tuple[str, int, int], Mark]


def load_title(ref: str | Path, *, options: Iterable[str] = (), hooks: bool = True) -> Title:
    """Load a title pack.

    Args:
        ref: id of a title (``1826``) or folder of a pack.
        options: ids of the variants chosen.
        hooks: import the pack's hook modules to check them; False never runs code of the pack.

    Raises:
        PackError: the pack has errors; it carries every problem found.
        OptionError: an option is unknown, or two of them exclude each other.
    """
    outcome = examine(ref, options=options, hooks=hooks)
    if outcome.title is None:
        raise PackError(outcome.problems, str(ref))
    return outcome.title


def check_pack(ref: str | Path, *, hooks: bool = True) -> Outcome:
    """Find everything that is wrong with a pack; never raises for what the pack holds."""
    return examine(ref, hooks=hooks)


def examine(ref: str | Path, *, options: Iterable[str] = (), hooks: bool = True) -> Outcome:
    """Read, check and build a pack; see :func:`load_title`."""
    report = Report()
    folder = find_pack(ref, report)
    title: Title | None = None
    if folder is not None:
        pack = read_pack(folder, report)
        title = _examine_pack(pack, tuple(dict.fromkeys(options)), report, hooks=hooks)
    if report.has_errors:
        title = None
    return Outcome(title, report.sorted(), report.excerpts())


def _examine_pack(pack: Pack, chosen: tuple[str, ...], report: Report, *, hooks: bool) -> Title | None:
    report.roots.update(pack.roots)
    if report.has_errors:
        return None
    roots = dict(pack.roots)
    if chosen:
        roots = variants.apply(roots, _settings(roots["title"], chosen))
        report.roots.update(roots)
    data: dict[str, Plain] = {kind: plain(node) for kind, node in roots.items()}
    hook_files = _hook_files(pack, data["title"])
    for index, path in enumerate(hook_files.values()):
        if hooks and not path.is_file():
            report.at("H001", "title", ("hooks", index, "module"), f"there is no hook module {path.name}")
        elif hooks:
            import_hook_module(path.parents[1], path.stem)
    if report.has_errors:
        return None
    try:
        return build_title(
            data,
            folder=pack.folder,
            content_hash=content_hash(pack.layers),
            active_options=frozenset(chosen),
            hook_files=hook_files,
        )
    except BuildError as error:
        report.at("T001", error.kind, error.path, error.message)
        return None


def _hook_files(pack: Pack, title: Plain) -> Mapping[str, Path]:
    """Where each hook module lies: in the pack itself, or else in a pack it extends."""
    files: dict[str, Path] = {}
    for item in Section(title, "title").sections("hooks"):
        name = item.text("module")
        places = [hook_file(layer.folder, name) for layer in pack.layers]
        files[name] = next((place for place in places if place.is_file()), places[0])
    return files


def _settings(title: Node, chosen: tuple[str, ...]) -> list[tuple[str, Node]]:
    """Paths and values that the chosen options set."""
    declared = title.value("options") if isinstance(title, MappingNode) else None
    items = declared.items if isinstance(declared, SequenceNode) else ()
    by_id = {thing_id(item): item for item in items if isinstance(item, MappingNode)}
    settings: list[tuple[str, Node]] = []
    for name in chosen:
        item = by_id.get(name)
        if item is None:
            known = [key for key in by_id if key]
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(known) or 'none'}"
            raise OptionError(f"the title has no option '{name}'; {hint}")
        for other in _words(item, "requires"):
            if other not in chosen:
                raise OptionError(f"option '{name}' needs option '{other}' as well")
        for other in _words(item, "excludes"):
            if other in chosen:
                raise OptionError(f"options '{name}' and '{other}' cannot be chosen together")
        values = item.value("set")
        if isinstance(values, MappingNode):
            settings += [(path, value) for path, (_, value) in values.entries.items()]
    return settings


def _words(item: MappingNode, key: str) -> list[str]:
    found = item.value(key)
    nodes = found.items if isinstance(found, SequenceNode) else ()
    return [node.text for node in nodes if isinstance(node, ScalarNode)]


__all__ = ["KINDS", "OptionError", "Outcome", "check_pack", "load_title"]
