"""The hooks of one title: checked once, then called through short cached lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

import pluggy

from open18xx.errors import EngineFault, Refusal
from open18xx.hooks import specs
from open18xx.hooks.marker import PROJECT

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Implementation:
    module: str
    function: Callable[..., Any]
    parameters: tuple[str, ...]

    def call(self, facts: dict[str, Any]) -> Any:
        return self.function(**{name: facts[name] for name in self.parameters})


class HookError(Exception):
    """A hook module that does not fit the catalogue; says module, hook and what is wrong."""


def hook_names() -> tuple[str, ...]:
    """Names of all hooks in the catalogue, in its order."""
    return tuple(name for name, value in vars(specs).items() if hasattr(value, f"{PROJECT}_spec"))


class Registry:
    """Hook modules of a title.

    Besides hook functions a module may define ``STEPS`` (steps, extras and decisions),
    ``ACTIONS`` (action types) with ``WORDS`` (what they are called, by kind), ``EVENTS`` (names of
    phase events it handles) and ``REPORTS`` (report lines by event kind).

    Raises:
        HookError: unknown hook or parameter, two ``decide_`` implementations.
    """

    def __init__(self, modules: Iterable[tuple[str, ModuleType]] = ()) -> None:
        self.modules = tuple(modules)
        manager = pluggy.PluginManager(PROJECT)
        manager.add_hookspecs(specs)
        for name, module in self.modules:
            try:
                manager.register(module, name=name)
            except pluggy.PluginValidationError as error:
                raise HookError(f"{name}: {error}") from error
        try:
            manager.check_pending()
        except pluggy.PluginValidationError as error:
            raise HookError(str(error)) from error
        self._implementations: dict[str, tuple[_Implementation, ...]] = {}
        for name in hook_names():
            caller = getattr(manager.hook, name)
            found = tuple(
                _Implementation(i.plugin_name, i.function, tuple(i.argnames)) for i in caller.get_hookimpls()
            )
            if name.startswith("decide_") and len(found) > 1:
                raise HookError(f"{name} is answered by {found[0].module} and by {found[1].module}")
            if found:
                self._implementations[name] = found

    def steps(self) -> tuple[Any, ...]:
        """Steps the modules define."""
        return tuple(step for _, module in self.modules for step in getattr(module, "STEPS", ()))

    def actions(self) -> tuple[Any, ...]:
        """Action types the modules define."""
        return tuple(action for _, module in self.modules for action in getattr(module, "ACTIONS", ()))

    def events(self) -> tuple[str, ...]:
        """Phase events the modules handle."""
        return tuple(event for _, module in self.modules for event in getattr(module, "EVENTS", ()))

    def reports(self) -> dict[str, str]:
        """Report lines the modules define, by event kind."""
        lines: dict[str, str] = {}
        for _, module in self.modules:
            lines.update(getattr(module, "REPORTS", {}))
        return lines

    def words(self) -> dict[str, str]:
        """Words for the action types the modules define, by kind of action."""
        words: dict[str, str] = {}
        for _, module in self.modules:
            words.update(getattr(module, "WORDS", {}))
        return words

    def implementations(self, name: str) -> tuple[str, ...]:
        """Modules that implement the hook ``name``."""
        return tuple(i.module for i in self._implementations.get(name, ()))

    def modify(self, name: str, value: T, **facts: Any) -> T:
        """Pass ``value`` through all implementations in order.

        Raises:
            EngineFault: an implementation returned nothing or another type.
        """
        for implementation in self._implementations.get(name, ()):
            result = implementation.call({**facts, "value": value})
            if not isinstance(result, type(value)):
                raise EngineFault(
                    f"hook {name} of {implementation.module} returned {result!r}, not {type(value).__name__}"
                )
            value = result
        return value

    def forbid(self, name: str, **facts: Any) -> tuple[Refusal, ...]:
        """All refusals."""
        implementations = self._implementations.get(name)
        if not implementations:
            return ()
        answers = (implementation.call(facts) for implementation in implementations)
        return tuple(answer for answer in answers if answer is not None)

    def offer(self, name: str, **facts: Any) -> tuple[Any, ...]:
        """All extra things, in order."""
        found: list[Any] = []
        for implementation in self._implementations.get(name, ()):
            found.extend(implementation.call(facts))
        return tuple(found)

    def decide(self, name: str, default: T, **facts: Any) -> T:
        """The one answer, or ``default``."""
        for implementation in self._implementations.get(name, ()):
            answer: T | None = implementation.call(facts)
            return default if answer is None else answer
        return default

    def notify(self, name: str, **facts: Any) -> None:
        """Tell all implementations."""
        for implementation in self._implementations.get(name, ()):
            implementation.call(facts)
