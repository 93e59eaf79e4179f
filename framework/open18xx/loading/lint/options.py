"""Options: every value they set exists, and the title is still sound with it."""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.loading import options as variants
from open18xx.loading.facts import Facts
from open18xx.loading.kinds import KINDS
from open18xx.loading.lint.hooks import HookFiles
from open18xx.loading.lint.play import lint_play
from open18xx.loading.lint.references import lint_references
from open18xx.loading.lint.shapes import check_shape
from open18xx.loading.nodes import MappingNode, Node, Path, Plain, SequenceNode, path_text, plain
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


def lint_options(
    roots: Mapping[str, Node], facts: Facts, files: HookFiles, report: Report, *, thorough: bool
) -> None:
    """Check the paths of every option; ``thorough`` also checks the title with each option chosen."""
    title = roots.get("title")
    if not isinstance(title, MappingNode) or any(kind not in roots for kind in KINDS):
        return
    declared = title.value("options")
    for index, option in enumerate(declared.items if isinstance(declared, SequenceNode) else ()):
        if not isinstance(option, MappingNode) or ("title", ("options", index)) in facts.broken:
            continue
        sound = True
        for text, _ in variants.settings_of(option):
            try:
                variants.resolve(roots, text)
            except variants.OptionPathError as error:
                sound = False
                first = text.split(".")[0]
                if not facts.whole(first if first in KINDS else "title"):
                    continue
                path: Path = ("options", index, "set", text)
                hint = nearest(error.part, error.known)
                report.at(
                    "T010",
                    "title",
                    path,
                    f"'{text}' leads nowhere: there is no '{error.part}'",
                    hint,
                    key=True,
                )
        if sound and thorough and not facts.broken:
            _with_option(roots, facts.data, option, index, files, report)


def _with_option(
    roots: Mapping[str, Node],
    base: Mapping[str, Plain],
    option: MappingNode,
    index: int,
    files: HookFiles,
    report: Report,
) -> None:
    """Check the title with one option and report what is wrong only then."""
    settings = variants.settings_of(option)
    try:
        changed = variants.apply(roots, [*variants.needed_settings(roots["title"], option), *settings])
    except variants.OptionPathError:
        return  # of one that it needs; reported there
    trial = Report()
    trial.roots.update(changed)
    kinds = {variants.resolve(roots, text)[0] for text, _ in settings}
    data = {kind: plain(changed[kind]) if kind in kinds else base[kind] for kind in changed}
    broken: set[tuple[str, Path]] = set()
    for kind in kinds:
        broken |= check_shape(kind, data[kind], trial)
    facts = Facts(data, broken)
    lint_play(facts, trial)
    lint_references(facts, trial, kinds)
    for item in facts.things("title", "hooks") if "title" in kinds else ():
        path = files.paths.get(item.text("module"))
        if path is not None and path.is_file():
            files.schemas.check(item, path, files.label(path), trial)
    known = {(problem.code, problem.path, problem.message) for problem in report.sorted()}
    targets = {path_text(variants.resolve(changed, text)[1]): text for text, _ in settings}
    for problem in trial.sorted():
        if problem.code == "S001" and problem.path in targets:
            path_of_key: Path = ("options", index, "set", targets[problem.path])
            report.at("T010", "title", path_of_key, problem.message, problem.hint, key=True)
            continue
        if problem.severity == "error" and (problem.code, problem.path, problem.message) not in known:
            _blame(option, settings, index, f"{problem.path}: {problem.message}", problem.hint, report)


def _blame(
    option: MappingNode, settings: list[tuple[str, Node]], index: int, what: str, hint: str, report: Report
) -> None:
    """Report a problem at the setting that causes it: the only one, or the option."""
    if len(settings) == 1:
        path: Path = ("options", index, "set", settings[0][0])
    else:
        path = ("options", index, "set")
    report.at("T011", "title", path, f"with this option: {what}", hint)
