"""A title for the verbs that make something of it: only from a pack that passes ``check``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


def base_of(title: Title) -> Title | None:
    """The title that a pack extends; None when it stands alone."""
    from open18xx.loading import load_title

    data = title.data.get("title")
    name = data.get("extends") if isinstance(data, Mapping) else None
    if not isinstance(name, str):
        return None
    for folder in (title.folder.resolve().parent / name, title.folder.resolve().parent / f"g{name}"):
        if (folder / "title.yaml").is_file():
            return load_title(folder, hooks=False)
    return load_title(name, hooks=False)
