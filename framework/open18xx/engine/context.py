"""What belongs to a title in play: its definition, hooks, steps and action types."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from open18xx.actions.codec import ActionCodec
from open18xx.definition.title import Title
from open18xx.hooks.registry import Registry
from open18xx.rounds.stepbook import StepBook


class Context:
    """Made once per title and shared by its games.

    Args:
        modules: the title's hook modules by name, in the order of its file.
    """

    def __init__(self, title: Title, modules: Iterable[tuple[str, ModuleType]] = ()) -> None:
        self.title = title
        self.hooks = Registry(modules)
        self.steps = StepBook(self.hooks.steps())
        self.codec = ActionCodec(self.hooks.actions())
        missing = [name for name in title.policies.operating.turn if name not in self.steps.names()]
        if missing:
            raise ValueError(f"no hook module or engine step is called {', '.join(missing)}")
