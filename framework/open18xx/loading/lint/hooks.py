"""Hook modules: they exist, are Python, answer hooks of the catalogue, and get parameters that fit.

All of that is found by reading the modules, without running them. Only when asked for are they imported as
well, to see that this works and what they offer.
"""

from __future__ import annotations

import json
from pathlib import Path

from open18xx.definition.vocabulary import ENGINE_EVENTS, ENGINE_STEPS
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.hook_modules import hook_file
from open18xx.loading.lint.hook_source import HookSource, read_hook_source
from open18xx.loading.lint.rounds import check_steps
from open18xx.loading.lint.trains import check_events
from open18xx.loading.nodes import Mark, Source
from open18xx.loading.packs import Layer
from open18xx.loading.problems import Report
from open18xx.loading.schemas import Schema, schema_faults, validator_of
from open18xx.loading.shape import findings, nearest


class HookFiles:
    """Where the hook modules of a pack lie and what they say.

    Attributes:
        paths: file of each module, in the order of title.yaml; it may not exist.
        sources: what each module that is readable Python says.
    """

    def __init__(self, layers: tuple[Layer, ...], facts: Facts) -> None:
        """Look for the modules in the pack itself, then in those it extends."""
        self._layers = layers
        self.paths: dict[str, Path] = {}
        self.sources: dict[str, HookSource] = {}
        for item in facts.things("title", "hooks"):
            name = item.text("module")
            places = [hook_file(layer.folder, name) for layer in layers]
            self.paths[name] = next((place for place in places if place.is_file()), places[0])

    def label(self, path: Path) -> str:
        """Name of a file of a pack for messages."""
        for layer in self._layers:
            if path.is_relative_to(layer.folder):
                return layer.name(path.relative_to(layer.folder).as_posix())
        return path.name

    def known(self) -> tuple[str, ...]:
        """Names of modules that exist."""
        return tuple(
            file.stem
            for layer in self._layers
            for file in sorted((layer.folder / "hooks").glob("*.py"))
            if not file.stem.startswith("_")
        )

    def strings(self) -> frozenset[str]:
        """Every text that stands in the code of any module of the pack's hooks folders.

        Names that a module handles are among them, whatever the way it says so.
        """
        found: set[str] = set()
        for layer in self._layers:
            for file in sorted((layer.folder / "hooks").glob("*.py")):
                source = self.sources.get(file.stem) or read_hook_source(file, self.label(file), Report())
                if source is not None:
                    found |= source.strings
        return frozenset(found)


def lint_hooks(files: HookFiles, facts: Facts, report: Report, *, run: bool) -> None:
    """Check every module; ``run`` imports them too."""
    deciding: dict[str, str] = {}
    sound = True
    for item in facts.things("title", "hooks"):
        name = item.text("module")
        path = files.paths[name]
        if not path.is_file():
            report.on(
                "H001", item, "module", f"there is no file hooks/{name}.py", nearest(name, files.known())
            )
            sound = False
            continue
        if not _inside(path):
            report.on("Y012", item, "module", f"hooks/{name}.py is a link that leaves the pack folder")
            sound = False
            continue
        source = read_hook_source(path, files.label(path), report)
        if source is None:
            sound = False
        else:
            files.sources[name] = source
            sound = source.check(deciding, report) and sound
        lint_parameters(item, path, files.label(path), report)
    if run and sound and files.paths:
        _run(files, facts, report)
    elif facts.names("title", "hooks") and sound:
        strings = tuple(files.strings())
        _check_names(facts, strings, strings, report)


def _inside(path: Path) -> bool:
    return path.resolve().is_relative_to(path.parents[1].resolve())


def lint_parameters(item: Section, path: Path, label: str, report: Report) -> None:
    """Check the parameters of a module against the schema beside it."""
    parameters = item.data.get("parameters")
    file = path.with_suffix(".schema.json")
    name = f"{label[:-3]}.schema.json"
    if not file.is_file():
        if parameters:
            report.on("H009", item, "parameters", f"there is no {name} to check the parameters with")
        return
    schema = parameter_schema(file, name, report)
    if schema is None:
        return
    base = (*item.path, "parameters")
    for finding in findings(validator_of(schema), parameters if parameters is not None else {}):
        path_in_file = (*base, *finding.path)
        report.at(finding.code, "title", path_in_file, finding.message, finding.hint, key=finding.key)


def parameter_schema(file: Path, name: str, report: Report) -> Schema | None:
    """The schema of a module's parameters; None when it cannot be used, and then a problem says why."""
    try:
        text = file.read_text(encoding="utf-8")
        schema = json.loads(text)
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        report.add("H007", Mark(Source(name, ""), 0, 0), f"{name} cannot be read: {error}")
        return None
    except json.JSONDecodeError as error:
        report.add("H007", Mark(Source(name, error.doc), error.lineno, error.colno), f"not JSON: {error.msg}")
        return None
    faults = schema_faults(schema)
    for fault in faults:
        report.add("H007", Mark(Source(name, text), 1, 1), fault)
    usable: Schema = schema
    return None if faults else usable


def _run(files: HookFiles, facts: Facts, report: Report) -> None:
    """Import the modules and register them as the engine would."""
    from open18xx.hooks.registry import HookError, Registry
    from open18xx.loading.lint.hook_run import import_all

    modules = import_all(files.paths, files.sources, report)
    if modules is None:
        return
    try:
        registry = Registry(modules)
        events = registry.events()
        steps = tuple(str(getattr(step, "name", "")) for step in registry.steps())
    except (HookError, TypeError, AttributeError) as error:
        report.at("H008", "title", ("hooks",), " ".join(str(error).split()), key=True)
        return
    _check_names(facts, events, steps, report)


def _check_names(facts: Facts, events: tuple[str, ...], steps: tuple[str, ...], report: Report) -> None:
    """Check the events of phases and the steps of a turn against what engine and modules know."""
    for phase in facts.things("phases", "phases"):
        check_events(phase, (*ENGINE_EVENTS, *events), report)
    operating = facts.part("rounds", "operating")
    if operating is not None:
        check_steps(operating.texts("turn"), (*ENGINE_STEPS, *steps), report)
