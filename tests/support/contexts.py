"""Titles loaded once for all tests of a run; a context never changes."""

from __future__ import annotations

from functools import cache

from open18xx.engine.context import Context
from open18xx.resources import titles_dir
from open18xx.table import load_context

#: Ids of all titles and example mods that come with the program.
SHIPPED = sorted(path.parent.name.removeprefix("g") for path in titles_dir().glob("*/title.yaml"))


@cache
def loaded(title: str, *options: str) -> Context:
    """The context of a title with options, made on first use."""
    return load_context(title, options=options)
