"""Options: every value they set exists, and the title is still sound with it."""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.loading import options as variants
from open18xx.loading.facts import Facts, part_of
from open18xx.loading.lint.hooks import HookFiles, lint_parameters
from open18xx.loading.lint.play import lint_play
from open18xx.loading.nodes import MappingNode, Node, Path, SequenceNode, plain
from open18xx.loading.packs import KINDS
from open18xx.loading.problems import Report
from open18xx.loading.schemas import validator
from open18xx.loading.shape import findings, nearest


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
                sound = False
        if sound and thorough and not facts.broken:
            _with_option(roots, option, index, files, report)


def _with_option(
    roots: Mapping[str, Node], option: MappingNode, index: int, files: HookFiles, report: Report
) -> None:
    """Check the title with one option and report what is wrong only then."""
    settings = variants.settings_of(option)
    changed = variants.apply(roots, settings)
    trial = Report()
    trial.roots.update(changed)
    kinds = {variants.resolve(roots, text)[0] for text, _ in settings}
    data = {kind: plain(node) for kind, node in changed.items()}
    broken: set[tuple[str, Path]] = set()
    for kind in kinds:
        for finding in findings(validator(kind), data[kind]):
            trial.at(finding.code, kind, finding.path, finding.message, finding.hint, key=finding.key)
            broken.add((kind, part_of(kind, finding.path)))
    facts = Facts(data, broken)
    lint_play(facts, trial)
    for item in facts.things("title", "hooks") if "title" in kinds else ():
        path = files.paths.get(item.text("module"))
        if path is not None and path.is_file():
            lint_parameters(item, path, files.label(path), trial)
    known = {(problem.code, problem.path, problem.message) for problem in report.sorted()}
    for problem in trial.sorted():
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
