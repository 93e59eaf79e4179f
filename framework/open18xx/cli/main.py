"""Entry point of the console commands: finds the verb, runs it, turns every error into one line and a status.

Exit status: 0 good, 1 the input is bad or a check failed, 2 wrong usage, 130 interrupted. Verbs are found
without importing them; only the module of the verb that was asked for is loaded.
"""

import functools
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

PROGRAM = "open18xx"
GOOD, BAD, USAGE, INTERRUPTED = 0, 1, 2, 130


class Verb(NamedTuple):
    """One verb of the command line.

    Attributes:
        module: full name of the module whose function ``command`` runs it.
        summary: what it does, for the overview.
    """

    module: str
    summary: str


def _verb(name: str, summary: str) -> tuple[str, Verb]:
    return name, Verb(f"{__package__}.{name.replace('-', '_')}", summary)


#: Every verb, in the order of the overview. One whose module is not there (yet) is left out by :func:`verbs`.
TABLE: Mapping[str, Verb] = MappingProxyType(
    dict(
        (
            _verb("check", "Validate title packs and say what is wrong with them, and where."),
            _verb("info", "Tell what a title pack contains."),
            _verb("play", "Play a game: people in the terminal, bots by themselves."),
            _verb("replay", "Replay a recorded game and check everything it records."),
            _verb("convert", "Turn a game file into another format: ours, or that of 18xx.games."),
            _verb("routes", "Find the best routes in a position."),
            _verb("rules", "Tell which rules of a title the tests cover, and which are missing."),
            _verb("explain", "Explain a code that check or the engine reports."),
            _verb("docs", "Write the printable rule reference of a title."),
            _verb("print", "Make print-and-play sheets of a title."),
            _verb("render", "Draw a position of a recorded game, to rebuild it on a table."),
            _verb("diff", "Tell what differs between two title packs, as a player would say it."),
            _verb("export-maker", "Write a title as a game of 18xx-maker, and tell what that cannot say."),
            _verb("import-map", "Turn a map in the notation of 18xx.games into the YAML of a title pack."),
            _verb("new", "Start a new title pack that already passes check."),
            _verb("simulate", "Play many games by bots and report on them."),
        )
    )
)


def verbs() -> Mapping[str, Verb]:
    """The verbs this copy has: those of :data:`TABLE` whose module exists. Imports none of them."""
    return {name: verb for name, verb in TABLE.items() if importlib.util.find_spec(verb.module) is not None}


def overview() -> str:
    """The text of ``open18xx --help``."""
    known = verbs()
    width = max((len(name) for name in known), default=0)
    lines = [f"Usage: {PROGRAM} VERB [ARGUMENTS] [OPTIONS]", "", "One engine for many 18xx games."]
    lines += ["", "Verbs:"]
    lines += [f"  {name:<{width}}  {verb.summary}" for name, verb in known.items()]
    lines += [
        "",
        "Options:",
        "  -h, --help  Show this, or after a verb its own arguments and options.",
        "  --version   Show the version.",
        "  --debug     Show the whole traceback of an unexpected error (with any verb).",
        "",
        "A title pack is named by its id or its folder.",
        "Exit status: 0 good, 1 bad input or a failed check, 2 wrong usage.",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Run the command line with these arguments (without the program's name) and return the exit status."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    debug = "--debug" in words[:end]
    words = [word for word in words[:end] if word != "--debug"] + words[end:]
    if not words:
        print(overview(), file=sys.stderr)
        return USAGE
    name, *rest = words
    if name in ("-h", "--help"):
        print(overview())
        return GOOD
    if name == "--version":
        from open18xx import __version__

        print(f"{PROGRAM} {__version__}")
        return GOOD
    verb = verbs().get(name)
    if verb is None:
        return _no_such(name)
    try:
        return _run_verb(name, verb, rest)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as problem:
        if debug:
            raise
        _report(problem, as_json="--json" in rest)
        return BAD


def run() -> None:
    """What the console commands call."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets an escape instead of an error.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (`| head`) has gone. Python must not fail a second time when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = BAD
    sys.exit(status)


def _no_such(name: str) -> int:
    known = list(verbs())
    what = "option" if name.startswith("-") else "verb"
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"`{PROGRAM} --help` lists the verbs"
    print(f"{PROGRAM}: there is no {what} {name!r}; {hint}", file=sys.stderr)
    return USAGE


def _run_verb(name: str, verb: Verb, arguments: list[str]) -> int:
    """Let typer parse the arguments and call the verb's function."""
    import typer
    from typer.main import get_command

    function: Callable[..., int | None] = importlib.import_module(verb.module).command

    @functools.wraps(function)
    def with_status(*args: object, **kwargs: object) -> None:
        raise typer.Exit(function(*args, **kwargs) or GOOD)

    # Plain text: loading rich for help and usage errors would cost more than the rest of the start.
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, context_settings={"help_option_names": ["-h", "--help"]})(with_status)
    try:
        get_command(app)(args=arguments, prog_name=f"{PROGRAM} {name}")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else GOOD if done.code is None else BAD
    return GOOD


def _report(problem: Exception, *, as_json: bool) -> None:
    """One clear line on stderr; with ``--json`` also the one document that stdout promises."""
    from open18xx.errors import Open18xxError

    text = " ".join(str(problem).split())
    if isinstance(problem, Open18xxError):
        line = text
    elif isinstance(problem, OSError):
        line = f"{problem.filename}: {problem.strerror}" if problem.filename and problem.strerror else text
    else:
        line = f"internal error: {type(problem).__name__}: {text} (--debug shows the whole traceback)"
    print(f"{PROGRAM}: {line}", file=sys.stderr)
    if as_json:
        from open18xx.cli.output import print_json

        print_json({"ok": False, "error": {"message": line}})
