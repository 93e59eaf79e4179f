"""The passes from a pack's folder to a title, in their order."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from open18xx.definition.title import Title
from open18xx.errors import PackError, Problem
from open18xx.loading import options as variants
from open18xx.loading.builders.section import BuildError
from open18xx.loading.builders.title import build_title
from open18xx.loading.facts import Facts
from open18xx.loading.lint import lint
from open18xx.loading.lint.hooks import HookFiles, lint_hooks
from open18xx.loading.lint.options import lint_options
from open18xx.loading.lint.shapes import check_shape
from open18xx.loading.lint.sources import lint_sources
from open18xx.loading.lint.texts import lint_texts
from open18xx.loading.nodes import MappingNode, Mark, Plain, plain
from open18xx.loading.packs import Pack, content_hash, find_pack, read_pack
from open18xx.loading.problems import Report, TooManyProblems

#: Version of the title format that this program reads.
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What reading a pack gave.

    Attributes:
        title: the title, or None when a problem is an error.
        problems: everything found, by file, line and column.
        excerpts: marks of the problems by file, line and column, to show the text they stand in.
    """

    title: Title | None
    problems: tuple[Problem, ...]
    excerpts: Mapping[tuple[str, int, int], Mark]


def load_title(ref: str | Path, *, options: Iterable[str] = (), hooks: bool = True) -> Title:
    """Load a title pack.

    Args:
        ref: id of a title or folder of a pack.
        options: ids of the variants chosen.
        hooks: import the pack's hook modules to check them; False never runs code of the pack.

    Raises:
        PackError: the pack has errors; it carries every problem found.
        OptionError: an option is unknown, or two of them exclude each other.
    """
    outcome = _examine(ref, tuple(dict.fromkeys(options)), hooks=hooks, thorough=False)
    if outcome.title is None:
        raise PackError(outcome.problems, str(ref))
    return outcome.title


def check_pack(ref: str | Path, *, hooks: bool = True) -> Outcome:
    """Find everything that is wrong with a pack; never raises for what the pack holds.

    More than :func:`load_title` it renders every rule text and tries every option.
    """
    return _examine(ref, (), hooks=hooks, thorough=True)


def _examine(ref: str | Path, chosen: tuple[str, ...], *, hooks: bool, thorough: bool) -> Outcome:
    report = Report()
    title: Title | None = None
    with contextlib.suppress(TooManyProblems):
        folder = find_pack(ref, report)
        pack = None if folder is None else read_pack(folder, report)
        if pack is not None and not _is_newer(pack, report):
            title = _examine_pack(pack, chosen, report, hooks=hooks, thorough=thorough)
    if report.has_errors:
        title = None
    return Outcome(title, report.sorted(), report.excerpts())


def _is_newer(pack: Pack, report: Report) -> bool:
    """Whether the pack is written in a format of the future; then nothing else can be said about it."""
    title = pack.roots.get("title")
    written = title.value("format") if isinstance(title, MappingNode) else None
    number = plain(written) if written is not None else None
    if not isinstance(number, int) or isinstance(number, bool) or number <= FORMAT:
        return False
    report.roots.update(pack.roots)
    report.at(
        "T004",
        "title",
        ("format",),
        f"the pack is written in format {number}; this program reads format {FORMAT}",
        "install a newer version of open18xx",
    )
    return True


def _examine_pack(
    pack: Pack, chosen: tuple[str, ...], report: Report, *, hooks: bool, thorough: bool
) -> Title | None:
    roots = dict(pack.roots)
    report.roots.update(roots)
    if chosen and "title" in roots:
        settings = variants.settings(roots["title"], chosen)
        with contextlib.suppress(variants.OptionPathError):  # the linter reports it, with its place
            roots = variants.apply(roots, settings)
        report.roots.update(roots)
    data = {kind: plain(node) for kind, node in roots.items()}
    broken = {part for kind in data for part in check_shape(kind, data[kind], report)}
    facts = Facts(data, broken)
    geometry = lint(facts, report)
    files = HookFiles(pack.layers, facts)
    lint_hooks(files, facts, report, run=hooks)
    lint_options(roots, facts, files, report, thorough=thorough)
    lint_sources(pack.roots, report)
    if thorough:
        lint_texts(facts, geometry.tiles, files, report)
    return None if report.has_errors else _build(pack, data, chosen, files, report)


def _build(
    pack: Pack, data: Mapping[str, Plain], chosen: tuple[str, ...], files: HookFiles, report: Report
) -> Title | None:
    try:
        return build_title(
            data,
            folder=pack.folder,
            content_hash=content_hash(pack.layers),
            active_options=frozenset(chosen),
            hook_files=files.paths,
        )
    except BuildError as error:
        report.built(error)
        return None
