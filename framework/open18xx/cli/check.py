"""``open18xx check``: validate and lint title packs, and show every problem where it stands."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from open18xx.cli.output import print_json

if TYPE_CHECKING:
    from open18xx.cli.check_against import Comparison
    from open18xx.errors import Problem
    from open18xx.loading import Outcome
    from open18xx.loading.nodes import Mark

#: Widest excerpt shown, in characters.
_WIDTH: Final = 100
#: Seconds between two looks at the files of a pack that is watched.
_PAUSE: Final = 0.4
#: What a caret line underlines: text in quotes, or a word.
_TOKEN: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s,:{}\[\]]+")
_COLOURS: Final = {"error": "bold red", "warning": "bold yellow"}


def command(
    packs: Annotated[list[str], typer.Argument(metavar="PACK…", help="Ids or folders of title packs.")],
    no_hooks: Annotated[
        bool, typer.Option("--no-hooks", help="Read hook modules, but never run code of a pack.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file is saved; Ctrl-C ends it.")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="OTHER", help="Compare counts with a pack, or a YAML or CSV file."),
    ] = None,
) -> int:
    """Validate title packs and say what is wrong with them, and where.

    Exit status 1 when there is an error; warnings alone leave it 0. With --against it is 1 also when tiles,
    trains, companies or money differ from the other's.
    """
    from open18xx.loading import check_pack

    if against is not None and len(packs) != 1:
        raise typer.BadParameter("one pack at a time can be compared", param_hint="--against")
    if watch:
        if as_json or against is not None:
            raise typer.BadParameter(f"--watch cannot be used with {'--json' if as_json else '--against'}")
        return watched(packs, _saves(packs), _time, hooks=not no_hooks)

    outcomes = {ref: check_pack(ref, hooks=not no_hooks) for ref in packs}
    compared = _compared(outcomes[packs[0]], against)
    if as_json:
        print_json(_document(outcomes, compared))
    else:
        _show(outcomes)
        if compared is not None:
            name = outcomes[packs[0]].title
            print("\n".join(compared.lines(name.name if name is not None else packs[0])))
    differ = compared is not None and bool(compared.differences)
    return 1 if differ or any(outcome.title is None for outcome in outcomes.values()) else 0


def _compared(outcome: Outcome, against: str | None) -> Comparison | None:
    """The comparison asked for; None when none is, or the pack itself has errors."""
    if against is None or outcome.title is None:
        return None
    from open18xx.cli.check_against import compare

    return compare(outcome.title, against)


def watched(
    packs: Sequence[str], saves: Iterator[None], time: Callable[[], str], *, hooks: bool = True
) -> int:
    """Check packs after each of ``saves`` until Ctrl-C or their end; the exit status of the last check.

    Args:
        time: the time of day, to be shown.
    """
    from open18xx.loading import check_pack

    status = 0
    try:
        for _ in saves:
            outcomes = {ref: check_pack(ref, hooks=hooks) for ref in packs}
            status = 1 if any(outcome.title is None for outcome in outcomes.values()) else 0
            # On a terminal, what was told before goes away: ESC [H to the corner, ESC [2J clears.
            print("\x1b[H\x1b[2J" if sys.stdout.isatty() else "", end="")
            print(f"{time()}  checked; again at every save, Ctrl-C ends")
            _show(outcomes)
            sys.stdout.flush()
    except KeyboardInterrupt:
        print()
    return status


def _saves(packs: Sequence[str]) -> Iterator[None]:
    from time import sleep

    from open18xx.authoring.watch import changes, packs_seen

    return changes(lambda: packs_seen(packs), lambda: sleep(_PAUSE))


def _time() -> str:
    from datetime import datetime

    return f"{datetime.now():%H:%M:%S}"


def _document(outcomes: Mapping[str, Outcome], compared: Comparison | None = None) -> dict[str, object]:
    problems: list[object] = []
    for ref, outcome in outcomes.items():
        for problem in outcome.problems:
            entry = problem.as_json()
            if len(outcomes) > 1 and problem.file != ref:
                entry["file"] = f"{ref}/{problem.file}"
            problems.append(entry)
    good = all(outcome.title is not None for outcome in outcomes.values())
    if compared is None:
        return {"ok": good, "problems": problems}
    return {"ok": good and not compared.differences, "problems": problems, "against": compared.document()}


def _show(outcomes: Mapping[str, Outcome]) -> None:
    console = _Console()
    for ref, outcome in outcomes.items():
        for problem in outcome.problems:
            _show_problem(console, ref, problem, outcome.excerpts)
        console.line(_summary(ref, outcome))


def _summary(ref: str, outcome: Outcome) -> Sequence[tuple[str, str]]:
    errors = sum(problem.severity == "error" for problem in outcome.problems)
    warnings = len(outcome.problems) - errors
    told = [_count(errors, "error"), _count(warnings, "warning")]
    name = ref if outcome.title is None else f"{outcome.title.name} {outcome.title.version}"
    text = ", ".join(part for part in told if part) or "no problems"
    colour = "bold red" if outcome.title is None else "bold green" if not warnings else "bold yellow"
    return [(f"{name}: ", ""), (text, colour)]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}" if number else ""


def _show_problem(
    console: _Console, ref: str, problem: Problem, marks: Mapping[tuple[str, int, int], Mark]
) -> None:
    mark = marks.get((problem.file, problem.line, problem.column))
    place = _file(ref, problem.file)
    if problem.line:
        place += f":{problem.line}:{problem.column}"
    hint = f"; {problem.hint}" if problem.hint else ""
    console.line(
        [
            (f"{place}: ", "bold"),
            (problem.code, _COLOURS[problem.severity]),
            (f" {problem.message}{hint}", ""),
        ]
    )
    if mark is not None and problem.line:
        for text, colour in excerpt(mark):
            console.line([(text, colour)])
    where = f"in {problem.path} · " if problem.path else ""
    console.line([(f"  {where}see `open18xx explain {problem.code}`", "dim")])


def _file(ref: str, file: str) -> str:
    """Path of a file as one would type it: packs given by folder show the folder.

    Files of a pack below do not lie in that folder; they are named by their own.
    """
    folder, first = Path(ref), Path(file).parts[0]
    is_inside = first == file or (folder / first).is_dir()
    return str(folder / file) if file != ref and is_inside and folder.is_dir() else file


def excerpt(mark: Mark) -> list[tuple[str, str]]:
    """The line a mark stands in and a line that points at it, each with its colour."""
    text = mark.source.line(mark.line)
    start = mark.column - 1
    token = _TOKEN.match(text, start)
    length = max(1, token.end() - start) if token is not None else 1
    if len(text) > _WIDTH:
        first = max(0, min(start - 20, len(text) - _WIDTH))
        text = text[first : first + _WIDTH]
        start -= first
    shown = "".join(char if char.isprintable() else " " if char == "\t" else "?" for char in text)
    length = min(length, max(1, len(shown) - start))
    number = f"{mark.line:>5} | "
    return [
        (number + shown, ""),
        (" " * (len(number) - 2) + "| " + " " * start + "^" * length, "bold red"),
    ]


class _Console:
    """Lines of coloured text: in colour on a terminal, plain elsewhere."""

    def __init__(self) -> None:
        self._rich = None
        if sys.stdout.isatty():
            from rich.console import Console

            self._rich = Console(highlight=False, soft_wrap=True)

    def line(self, parts: Sequence[tuple[str, str]]) -> None:
        """Write one line made of (text, colour) parts."""
        if self._rich is None:
            print("".join(text for text, _ in parts))
            return
        from rich.text import Text

        self._rich.print(Text.assemble(*((text, colour) for text, colour in parts)))
