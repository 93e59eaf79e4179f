"""A title for the verbs that make something of it: only from a pack that passes ``check``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from open18xx.definition.title import Title


def checked_title(pack: str, options: Iterable[str], *, as_json: bool) -> Title | None:
    """Load a pack, checking everything in it; None when it has errors, which are then shown.

    Raises:
        OptionError: the options do not fit.
    """
    from open18xx.cli import check
    from open18xx.loading import check_pack, load_title

    outcome = check_pack(pack)
    if outcome.title is None:
        check.command([pack], False, as_json)
        return None
    chosen = tuple(options)
    return load_title(pack, options=chosen) if chosen else outcome.title
