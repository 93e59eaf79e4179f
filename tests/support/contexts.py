"""Titles loaded once for all tests of a run; a context never changes."""

from __future__ import annotations

from functools import cache

from open18xx.engine.context import Context
from open18xx.table import load_context


@cache
def loaded(title: str, *options: str) -> Context:
    """The context of a title with options, made on first use."""
    return load_context(title, options=options)
