"""Hook modules: they exist, are Python, answer hooks of the catalogue, and get parameters that fit.

All of that is found by reading the modules, without running them. Only when asked for are they imported as
well, to see that this works and what they offer.
"""

from __future__ import annotations

from pathlib import Path

from open18xx.definition.vocabulary import ENGINE_EVENTS, ENGINE_STEPS
from open18xx.loading.facts import Facts
from open18xx.loading.hook_modules import hook_file
from open18xx.loading.lint.hook_source import HookSource, read_hook_source
from open18xx.loading.lint.parameters import ParameterSchemas
from open18xx.loading.lint.rounds import check_steps
from open18xx.loading.lint.trains import check_events
from open18xx.loading.packs import Layer
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest


class HookFiles:
    """Where the hook modules of a pack lie and what they say.

    Attributes:
        paths: file of each module, in the order of title.yaml; it may not exist.
        sources: what each module that is readable Python says.
        schemas: schemas of their parameters.
    """

    def __init__(self, layers: tuple[Layer, ...], facts: Facts) -> None:
        """Look for the modules in the pack itself, then in those it extends."""
        self._layers = layers
        self.paths: dict[str, Path] = {}
        self.sources: dict[str, HookSource] = {}
        self.schemas = ParameterSchemas()
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
        files.schemas.check(item, path, files.label(path), report)
    if run and sound and files.paths:
        _run(files, facts, report)
    elif facts.names("title", "hooks") and sound:
        strings = tuple(files.strings())
        _check_names(facts, strings, strings, report)


def _inside(path: Path) -> bool:
    return path.resolve().is_relative_to(path.parents[1].resolve())


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
