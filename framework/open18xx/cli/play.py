"""``open18xx play PACK``: a whole game, people in the terminal, bots by themselves."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from open18xx.cli.output import print_json, progress
from open18xx.cli.title_options import Options, chosen_options
from open18xx.errors import Open18xxError

if TYPE_CHECKING:
    from open18xx.cli.seating import Table

_INTERRUPTED = 130


def command(
    pack: Annotated[
        str | None, typer.Argument(metavar="PACK", help="Id or folder of a title pack.", show_default=False)
    ] = None,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="How many play.")] = None,
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="KIND,…", help="human, greedy or random, one a player."),
    ] = None,
    names: Annotated[
        str | None, typer.Option("--names", metavar="NAME,…", help="Names, in the order of --seats.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Decides all chance.")] = None,
    options: Options = None,
    corrections: Annotated[
        bool, typer.Option("--corrections", help="Let a moderator correct the game.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Keep the game in this file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --out replace another file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write the result as one JSON document.")] = False,
) -> int:
    """Play a game: people in the terminal, bots by themselves."""
    from open18xx.cli.seating import claim, free_name, new_table, resumed_table, split

    if resume is not None:
        for option, value in (
            ("--players", players),
            ("--names", names),
            ("--seed", seed),
            ("--options", options),
        ):
            if value is not None:
                raise typer.BadParameter(f"{option} is fixed by the game in {resume}")
        elsewhere = out is not None and out.absolute() != resume.absolute()
        table = resumed_table(resume, pack=pack, seats=split(seats), elsewhere=elsewhere)
        if out is not None and elsewhere:
            claim(table, out, force=force)
    elif pack is None:
        raise typer.BadParameter("name a title pack, such as its id, or a saved game by --resume FILE")
    else:
        table = new_table(
            pack,
            players=players,
            seats=split(seats),
            names=split(names),
            seed=seed,
            options=chosen_options(options),
            corrections=corrections,
        )
        if table.has_people and as_json:
            raise typer.BadParameter("--json is for games of bots alone")
        if out is not None or table.has_people:
            claim(table, out if out is not None else free_name(table), force=force)
    if table.has_people:
        from open18xx.cli.terminal import converse

        return converse(table)
    return _unattended(table, as_json=as_json)


def _unattended(table: Table, *, as_json: bool) -> int:
    """Bots play to the end; the file is written after every round."""
    from open18xx.engine.game import Game
    from open18xx.interop.export import round_label
    from open18xx.simulate.unattended import bots_for, play_out

    game, shown = table.game, ""

    def told(played: Game) -> None:
        nonlocal shown
        label = round_label(played.state.round)
        if label != shown:
            shown = label
            left = played.view.money(played.view.cash("bank"))
            bank = "" if played.title.bank_unlimited else f", bank {left}"
            progress(f"{label}: phase {played.state.phase}, {len(played.actions)} actions{bank}")
            table.save()

    try:
        play_out(game, bots_for(game, table.kinds, game.seed or 0), told=told)
    except KeyboardInterrupt:
        progress("")
        table.save()
        print(f"interrupted after {len(game.actions)} actions{_kept(table)}", file=sys.stderr)
        return _INTERRUPTED
    except Exception:
        progress("")
        _save_what_is_there(table)
        raise
    progress("")
    table.save()
    if as_json:
        print_json(_document(table))
    else:
        _print_result(table)
    return 0


def _save_what_is_there(table: Table) -> None:
    """Keep the game up to a fault of the program: it is what the fault is found with."""
    try:
        table.save()
    except Open18xxError as error:
        print(f"open18xx: {error}", file=sys.stderr)


def _kept(table: Table) -> str:
    return f"; go on by `open18xx play --resume {shlex.quote(str(table.path))}`" if table.path else ""


def _document(table: Table) -> dict[str, object]:
    game = table.game
    return {
        "title": game.title.id,
        "title_version": game.title.version,
        "players": [
            {"name": name, "seat": kind} for name, kind in zip(game.state.names, table.kinds, strict=True)
        ],
        "seed": game.seed,
        "options": sorted(game.title.active_options),
        "actions": len(game.actions),
        "rounds": sum(event.kind == "round_started" for turn in game.turns for event in turn.events),
        "reason": game.state.end_reason,
        "result": game.result(),
        "hash": game.hash(),
        "file": str(table.path) if table.path is not None else None,
    }


def _print_result(table: Table) -> None:
    from open18xx.cli.terminal_views import console, ranking

    game = table.game
    reason = game.state.end_reason.replace("_", " ")
    print(f"{game.title.name}: the game is over after {len(game.actions)} actions ({reason}).")
    console().print(ranking(table))
    if table.path is None:
        print("The game was not kept; --out FILE keeps it.")
        print(f"seed {game.seed}")
        return
    file = shlex.quote(str(table.path))
    print(f"The game is in {table.path} (seed {game.seed}). What to try next:")
    print(f"  open18xx replay {file}             check it again, action by action")
    print(f"  open18xx replay {file} --report    read what happened")
    print(f"  open18xx replay {file} --export DIR    figures for tables and plots")
    print(f"  open18xx play {game.title.id} --seats human,greedy,greedy    play yourself")
