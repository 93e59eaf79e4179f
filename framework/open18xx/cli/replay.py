"""``open18xx replay FILE``: plays a recorded game again and checks everything it records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from open18xx.cli.output import print_json
from open18xx.errors import Open18xxError

if TYPE_CHECKING:
    from open18xx.interop.replay_report import ReplayReport

#: Failed checks that are listed; the rest is counted (--json has them all).
_MOST_FAILURES = 20


def command(
    file: Annotated[Path, typer.Argument(help="A game file of any known format.", show_default=False)],
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="PACK", help="Play with this title pack (id or folder) instead."),
    ] = None,
    until: Annotated[
        int | None, typer.Option("--until", metavar="N", min=0, help="Stop after this many actions.")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="STATES", help="Compare every position with this file of states."),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="DIR", help="Write events and states as CSV and JSON."),
    ] = None,
    report: Annotated[bool, typer.Option("--report", help="Print what happened, line by line.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="With --report: name the rules behind it.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Let --export replace other files.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
) -> int:
    """Replay a game and check everything it records.

    The exit status is 0 only if all actions were applied and no check failed.
    """
    from open18xx.interop.replay import replay_file
    from open18xx.interop.replay_report import ReplayReport

    if report and as_json:
        raise typer.BadParameter("--report and --json cannot be used together")
    try:
        outcome = replay_file(file, title=title, until=until, against=against)
    except Open18xxError as error:
        if not as_json:
            raise
        print(f"open18xx: {error}", file=sys.stderr)
        outcome = ReplayReport.unreadable(str(error))
    if report and outcome.game is not None:
        _print_report(outcome, with_rules=rules)
    if export is not None and outcome.game is not None:
        from open18xx.interop.export import export_game

        written = export_game(outcome.game, export, force=force)
        if not as_json:
            print(f"wrote {', '.join(written)} to {export}")
    if as_json:
        print_json(outcome.as_json())
    else:
        _print_outcome(outcome, file)
    return 0 if outcome.good else 1


def _print_report(outcome: ReplayReport, *, with_rules: bool) -> None:
    from open18xx.engine.report import report

    assert outcome.game is not None
    sequence = -1
    for line in report(outcome.game):
        number = f"{line.sequence:>4}" if line.sequence != sequence else "    "
        if line.kind == "round_started":
            print()
        print(f"{number}  {line.with_rules() if with_rules else line}")
        sequence = line.sequence
    print()


def _print_outcome(outcome: ReplayReport, file: Path) -> None:
    game = outcome.game
    print(f"{file}: {outcome.title}, {outcome.format}")
    for reading in outcome.readings:
        print(f"  note: {reading}")
    print(f"{outcome.actions_applied} of {outcome.actions_total} actions applied: {_in_words(outcome)}")
    print(f"{outcome.checks_passed} checks agree, {outcome.checks_failed} do not")
    for failure in outcome.failures[:_MOST_FAILURES]:
        print(f"  after {failure.seq}: {failure.what}: recorded {failure.expected}, found {failure.actual}")
    if len(outcome.failures) > _MOST_FAILURES:
        print(f"  … and {len(outcome.failures) - _MOST_FAILURES} more (--json lists all)")
    if outcome.error is not None:
        where = f"at {outcome.error.seq}: " if outcome.error.seq is not None else ""
        cited = f" [{outcome.error.rule}]" if outcome.error.rule else ""
        print(f"error {where}{outcome.error.message}{cited}")
    if outcome.result and game is not None:
        for place, (name, worth) in enumerate(outcome.result.items(), start=1):
            print(f"  {place}. {name}  {game.title.currency.format(worth)}")


def _in_words(outcome: ReplayReport) -> str:
    return {
        "finished": "the game is over",
        "unfinished": "the game goes on",
        "stopped": "stopped as asked",
        "damaged": "the file is damaged",
        "refused": "the next one cannot be played",
    }[outcome.status]
