"""``open18xx simulate PACK``: many games by bots, and a report on them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from open18xx.cli.output import print_json, progress
from open18xx.cli.title_options import Options, chosen_options
from open18xx.errors import Open18xxError

if TYPE_CHECKING:
    from open18xx.simulate.batch import Outcome


def command(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="Id or folder of a title pack.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 10,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="N|N-M", help="Players; of a range each number in turn."),
    ] = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="KIND,…", help="greedy, random, or several in turn.")
    ] = "greedy",
    seed: Annotated[int, typer.Option("--seed", help="Seed of the first game; the next has the next.")] = 1,
    options: Options = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes to use.")] = 1,
    prove: Annotated[bool, typer.Option("--prove", help="Replay every game and compare.")] = False,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="DIR", help="Write the games that failed into a folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
) -> int:
    """Play many games by bots and report on them.

    The exit status is 0 only if every game came to its end without a fault.
    """
    from open18xx.bots.seats import BOTS
    from open18xx.interop.titles import open_title
    from open18xx.simulate.batch import orders, play_all, summary

    kinds = [kind.strip() for kind in bots.split(",")]
    for kind in kinds:
        if kind not in BOTS:
            raise typer.BadParameter(f"there is no bot {kind!r}; known are {', '.join(BOTS)}")
    chosen = chosen_options(options)
    counts = _counts(players, open_title(pack, chosen).title.players)
    began = time.perf_counter()
    outcomes: list[Outcome] = []
    wanted = orders(games, counts, kinds, seed)
    for outcome in play_all(pack, wanted, options=chosen, jobs=jobs, prove=prove):
        outcomes.append(outcome)
        if keep is not None and not outcome.finished:
            _keep(outcome, keep)
        spent = time.perf_counter() - began
        progress(f"game {len(outcomes)} of {games}, {spent:.0f} s")
    progress("")
    report = summary(outcomes, time.perf_counter() - began)
    if as_json:
        print_json({"title": pack, "summary": report, "games": [o.as_json() for o in outcomes]})
    else:
        _print(report, outcomes)
    return 0 if all(outcome.finished for outcome in outcomes) else 1


def _counts(text: str | None, allowed: Mapping[int, object]) -> tuple[int, ...]:
    """Numbers of players; all the title allows by default."""
    if text is None:
        return tuple(sorted(allowed))
    first, _, last = text.partition("-")
    if not first.isdecimal() or (last and not last.isdecimal()) or text.endswith("-"):
        raise typer.BadParameter(f"--players should look like 3 or 2-6, not {text!r}")
    counts = tuple(range(int(first), int(last or first) + 1))
    if not counts or any(count not in allowed for count in counts):
        known = sorted(allowed)
        raise Open18xxError(f"the title is for {known[0]} to {known[-1]} players, not {text}")
    return counts


def _keep(outcome: Outcome, folder: Path) -> None:
    from open18xx.interop.files import write_game

    folder.mkdir(parents=True, exist_ok=True)
    write_game(folder / f"game-{outcome.order.number}-seed-{outcome.order.seed}.json", outcome.record)


def _print(report: Mapping[str, object], outcomes: list[Outcome]) -> None:
    print(f"{report['finished']} of {report['games']} games finished")
    for outcome in outcomes:
        if not outcome.finished:
            order = outcome.order
            which = f"game {order.number} (seed {order.seed}, {len(order.seats)} players)"
            print(f"  {which} after {outcome.actions} actions: {outcome.fault}")
    for key in ("actions", "rounds"):
        values = report[key]
        assert isinstance(values, Mapping)
        spread = f"({values['least']} to {values['most']})"
        print(f"{key}: {values['mean']} a game {spread}, {values['total']} in all")
    for key, words in (
        ("reasons", "end"),
        ("phases", "last phase"),
        ("floated", "corporations floated"),
        ("closed", "corporations closed"),
    ):
        counted = report[key]
        assert isinstance(counted, Mapping)
        listed = ", ".join(f"{str(name).replace('_', ' ')} {count}" for name, count in counted.items())
        print(f"{words}: {listed or 'none'}")
    print(f"bankruptcies: {report['bankruptcies']} in {report['games_with_bankruptcy']} games")
    seconds = report["seconds"]
    assert isinstance(seconds, Mapping)
    print(
        f"time: {seconds['total']} s, {seconds['mean']} s a game (at most {seconds['most']}); "
        f"{report['actions_per_second']} actions a second, {report['games_per_minute']} games a minute"
    )
