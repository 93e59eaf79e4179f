"""Typed access to the parameters of this pack's hook modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from open18xx.api import View


def number(view: View, module: str, name: str) -> int:
    """A whole number among the parameters of ``module``."""
    return cast(int, view.title.parameters(module)[name])


def text(view: View, module: str, name: str) -> str:
    """A text among the parameters of ``module``."""
    return cast(str, view.title.parameters(module)[name])


def names(view: View, module: str, name: str) -> tuple[str, ...]:
    """A list of texts among the parameters of ``module``."""
    return tuple(cast("tuple[str, ...]", view.title.parameters(module)[name]))


def table(view: View, module: str, name: str) -> Mapping[str, int]:
    """Whole numbers by name among the parameters of ``module``."""
    return cast("Mapping[str, int]", view.title.parameters(module)[name])


def group(view: View, module: str, name: str) -> Mapping[str, object]:
    """A group of values among the parameters of ``module``."""
    return cast("Mapping[str, object]", view.title.parameters(module)[name])
