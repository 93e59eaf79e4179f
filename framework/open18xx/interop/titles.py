"""A title ready to play, for people who name it: by id, by folder, or in a game file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from open18xx.engine.context import Context
from open18xx.errors import Open18xxError, PackError
from open18xx.hooks.registry import HookError
from open18xx.table import load_context

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class NoTitle(Open18xxError):
    """A title that cannot be played; says which and why."""


def open_title(ref: str, options: Sequence[str] = ()) -> Context:
    """The title with an id or in a folder, with options chosen.

    Raises:
        NoTitle: there is none, or its pack has errors.
        OptionError: the options do not fit.
    """
    try:
        return load_context(ref, options)
    except PackError as error:
        first = next((p for p in error.problems if p.severity == "error"), None)
        if first is not None and first.code == "Y013":
            raise NoTitle(f"{first.message}{f'; {first.hint}' if first.hint else ''}") from None
        raise NoTitle(
            f"the title pack {ref} has errors: {error}; `open18xx check {ref}` lists them"
        ) from None
    except HookError as error:
        raise NoTitle(f"a hook module of the title pack {ref} does not fit: {error}") from None


def open_recorded_title(title: str, options: Sequence[str] = (), *, instead: str | None = None) -> Context:
    """The title that a game file names.

    Args:
        instead: pack that a person has named to be used in its place; only that may be a folder,
            because loading a pack runs its code.

    Raises:
        NoTitle: there is none, or its pack has errors.
        OptionError: the options do not fit.
    """
    if instead is not None:
        return open_title(instead, options)
    if not _ID.fullmatch(title):
        raise NoTitle(
            f"the file names the title {title!r:.80}, which is no id of a title; give its pack by --title"
        )
    try:
        return open_title(title, options)
    except NoTitle as error:
        raise NoTitle(
            f"the file is of the title {title}: {error} (a pack elsewhere is given by --title)"
        ) from None
