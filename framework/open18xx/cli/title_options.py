"""``--options``: options of a title, the same for every verb that takes a pack to play or print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

#: The parameter of a command.
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--options", "--option", metavar="ID,…", help="Options of the title, by their ids; may be repeated."
    ),
]


def chosen_options(given: Iterable[str] | None) -> tuple[str, ...]:
    """The ids that were given, with commas between them or one by one.

    >>> chosen_options(["a,b", "c"])
    ('a', 'b', 'c')
    """
    return tuple(name.strip() for text in given or () for name in text.split(",") if name.strip())
