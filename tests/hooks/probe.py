"""Throw-away hook modules for tests, put behind the modules of 1826."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from open18xx.engine.context import Context
from open18xx.hooks.marker import hook

from tests.support.contexts import loaded


def module(*functions: Callable[..., Any], name: str = "probe", **more: object) -> ModuleType:
    """A hook module with these functions as implementations, and with other names such as ``STEPS``."""
    made = ModuleType(name)
    for function in functions:
        setattr(made, function.__name__, hook(function))
    for key, value in more.items():
        setattr(made, key, value)
    return made


def with_hooks(*functions: Callable[..., Any], title: str = "1826") -> Context:
    """A title with one module more, which has these functions."""
    base = loaded(title)
    return Context(base.title, (*base.hooks.modules, ("probe", module(*functions))))
