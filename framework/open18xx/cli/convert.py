"""``open18xx convert FILE -o OUT``: turns a game file into another format."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from open18xx.cli.output import print_json
from open18xx.errors import Open18xxError


class Exists(Open18xxError):
    """A file that is not to be replaced."""


def command(
    file: Annotated[Path, typer.Argument(help="A game file of any known format.", show_default=False)],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="OUT", help="File to write.")],
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="F", help="open18xx or 18xx.games; by default the other one."),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="PACK", help="Play with this title pack (id or folder) instead."),
    ] = None,
    until: Annotated[
        int | None, typer.Option("--until", metavar="N", min=0, help="Convert the first N actions only.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Turn a game file into another format: ours, or that of 18xx.games.

    The game is played through all checks on the way. A file that does not replay, or that holds what the
    other format cannot express, is not converted; the message gives the number of the action.
    """
    from open18xx.interop.convert import FORMATS, convert
    from open18xx.interop.files import write_atomically

    if to is not None and to not in FORMATS:
        raise typer.BadParameter(f"known formats are {' and '.join(FORMATS)}, not {to!r}", param_hint="--to")
    if os.path.lexists(out) and not force:
        raise Exists(f"{out} exists; name another file, or replace it by --force")
    done = convert(file, to, title=title, until=until)
    write_atomically(out, done.text)
    if as_json:
        print_json(
            {
                "title": done.title,
                "from": done.source,
                "to": done.target,
                "actions": done.actions,
                "file": str(out),
                "readings": list(done.readings),
            }
        )
        return 0
    for reading in done.readings:
        print(f"  note: {reading}")
    print(f"{out}: {done.actions} actions of {done.title}, from {done.source} to {done.target}")
    return 0
