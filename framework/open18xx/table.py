"""A title ready to play, from its id or folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from open18xx.engine.context import Context
from open18xx.loading import load_title
from open18xx.loading.hook_modules import import_hook_module


def load_context(ref: str | Path, options: Iterable[str] = ()) -> Context:
    """Load a title and its hook modules.

    Raises:
        PackError: the pack has errors.
        OptionError: the options do not fit.
    """
    title = load_title(ref, options=options)
    modules = [(m.name, import_hook_module(m.path.parent.parent, m.name)) for m in title.hook_modules]
    return Context(title, modules)
