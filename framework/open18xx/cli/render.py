"""``open18xx render``: a position of a recorded game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from open18xx.cli.output import print_json, progress, progress_bar
from open18xx.errors import GameFileError


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game file of any known format.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the files.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="After this many actions; default all.")
    ] = None,
    pack: Annotated[
        str | None, typer.Option("--title", metavar="PACK", help="Play with this title pack instead.")
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="a4, letter, …")] = "a4",
    formats: Annotated[str, typer.Option("--format", metavar="F,…", help="pdf, svg or both.")] = "pdf,svg",
    theme: Annotated[
        str, typer.Option("--theme", metavar="NAME", help="standard, colour-blind or ink-saving.")
    ] = "standard",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Draw a position: the map with tiles and tokens, the market, who owns what, tiles used and left."""
    from open18xx.cli.print import chosen_formats
    from open18xx.interop.replay import replay_file
    from open18xx.reference import paper as sizes
    from open18xx.reference.frame import Settings
    from open18xx.reference.output import write_all
    from open18xx.reference.position import position_plan
    from open18xx.reference.printing import files_of
    from open18xx.render.look import look_of
    from open18xx.render.theme import theme_named

    wanted = chosen_formats(formats)
    settings = Settings(paper=sizes.paper(paper))
    chosen_theme = theme_named(theme)
    progress(f"{file}: replaying")
    report = replay_file(file, title=pack, until=at)
    progress("")
    game = report.game
    if game is None or (report.error is not None and (at is None or report.actions_applied < at)):
        message = report.error.message if report.error is not None else "it holds no game"
        raise GameFileError(f"{file}: {message}")
    if at is not None and report.actions_applied < at:
        raise GameFileError(f"{file}: there are {report.actions_applied} actions; --at {at} is beyond them")
    plan = position_plan(look_of(game.title, chosen_theme), settings, game, report.actions_applied)
    files = files_of(plan, wanted, progress_bar)
    write_all(out, files)
    if as_json:
        print_json(
            {
                "ok": True,
                "title": game.title.id,
                "actions": report.actions_applied,
                "folder": str(out),
                "files": sorted(files),
            }
        )
    else:
        print(f"{len(files)} files in {out}")
    return 0
