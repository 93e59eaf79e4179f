"""``open18xx new``: a new title pack that already passes check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from open18xx.cli.output import print_json


def command(
    pack_id: Annotated[str, typer.Argument(metavar="ID", help="Id of the new title.")],
    base: Annotated[
        str | None,
        typer.Option("--from", metavar="TITLE", help="Lay it upon this title: only what differs is written."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="DIR", help="Folder of the pack; it must not be there yet."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Name for players; default from the id.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Start a new title pack: small, complete and playable, with comments that teach.

    The folder is called like the id, with a g before a digit, and lies in the current folder. Nothing that is
    there is ever overwritten.
    """
    from open18xx.authoring.new_pack import start_pack

    made = start_pack(pack_id, base=base, folder=out, name=name)
    folder = out if out is not None else Path(made.folder.name)
    if as_json:
        print_json(
            {
                "ok": True,
                "title": made.title.id,
                "name": made.title.name,
                "from": made.base,
                "folder": str(folder),
                "files": list(made.files),
            }
        )
        return 0
    print(f"{made.title.name}: {len(made.files)} files in {folder}. What to try next:")
    players = next((number for number in made.title.players if number >= 3), min(made.title.players))
    seats = ",".join(["greedy"] * players)
    steps = [
        (f"check {folder} --watch", "say what is wrong whenever you save"),
        (f"play {folder} --players {players} --seats {seats}", "let bots play it"),
        (f"docs {folder} -o reference", "its rule reference"),
        (f"print {folder} -o sheets", "print and play"),
    ]
    if made.base is not None:
        steps.insert(1, (f"diff {made.base} {folder}", "what it changes"))
    width = max(len(step) for step, _ in steps)
    for step, why in steps:
        print(f"  open18xx {step:<{width}}  {why}")
    return 0
