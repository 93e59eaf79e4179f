"""``open18xx export-maker``: a title as a game of 18xx-maker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from open18xx.cli.output import print_json
from open18xx.cli.title_options import Options, chosen_options
from open18xx.errors import Open18xxError


class ExportError(Open18xxError):
    """A file that is in the way."""


def command(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="Id or folder of a title pack.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="New file for the game.")],
    options: Options = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Write a title as a game of 18xx-maker: map, tiles, market, trains, companies and charts.

    What that form cannot say, such as the course of play, is listed.
    """
    from open18xx.cli.checked import checked_title
    from open18xx.interop.files import write_atomically
    from open18xx.interop.maker import export_maker

    if out.exists() and not force:
        raise ExportError(f"{out} is there already; --force replaces it")
    title = checked_title(pack, chosen_options(options), as_json=as_json)
    if title is None:
        return 1
    made = export_maker(title)
    text = json.dumps(made.game, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    write_atomically(out, text)
    if as_json:
        lost = [{"what": what, "why": why} for what, why in made.lost]
        print_json({"ok": True, "title": title.id, "file": str(out), "lost": lost})
    else:
        print(f"wrote {out}")
        for what, why in made.lost:
            print(f"not expressed: {what}: {why}")
    return 0
