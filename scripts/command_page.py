"""Makes the page of the commands from what every verb says about itself."""

import importlib
import inspect
from typing import Any

import typer
from open18xx.cli.main import PROGRAM, verbs
from typer.main import get_command

_NOTE = "<!-- Written by scripts/command_page.py; change the source, then run `python3 x.py generate`. -->"

_PAGE = """\
# Commands

{note}

The program is called `open18xx`, or `18xx` for short. `open18xx --help` lists the verbs and
`open18xx VERB --help` shows what is on this page.

| verb | does |
|---|---|
{table}

`--version` shows the version; `--debug`, with any verb, shows the whole traceback of an unexpected error.
Exit status: 0 good, 1 bad input or a failed check, 2 wrong usage, 130 interrupted. With `--json` a verb
prints one JSON document on stdout and nothing else; progress goes to stderr.

{sections}
"""


def text() -> str:
    """The whole page."""
    known = verbs()
    table = "\n".join(f"| [`{name}`](#{name}) | {_cell(verb.summary)} |" for name, verb in known.items())
    sections = "\n\n".join(_section(name, verb.module) for name, verb in known.items())
    return _PAGE.format(note=_NOTE, table=table, sections=sections).rstrip("\n") + "\n"


def _section(name: str, module: str) -> str:
    """One verb: its usage, what it says, and a table of its arguments and options."""
    function = importlib.import_module(module).command
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name)(function)
    # The parameters are those of typer's own command classes, which have no public types.
    parameters: list[Any] = [
        one for one in get_command(app).params if not {"--help", "-h"} & set(getattr(one, "opts", ()))
    ]
    usage = [PROGRAM, name]
    rows = ["| argument or option | meaning |", "|---|---|"]
    for one in parameters:
        if one.param_type_name == "argument":
            written = one.metavar or one.name.upper()
            usage.append(written if one.required else f"[{written}]")
        elif one.required:
            usage.append(f"{one.opts[0]} {_value(one)}")
        rows.append(f"| {_name(one)} | {_meaning(one)} |")
    if any(one.param_type_name == "option" and not one.required for one in parameters):
        usage.append("[OPTIONS]")
    described = inspect.getdoc(function) or ""
    return f"## {name}\n\n```text\n{' '.join(usage)}\n```\n\n{described}\n\n" + "\n".join(rows)


def _name(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar or parameter.name.upper()}`"
    names = [*parameter.opts, *parameter.secondary_opts]
    value = "" if parameter.is_flag else f" {_value(parameter)}"
    return ", ".join(f"`{name}{value if name == names[-1] else ''}`" for name in names).replace("|", "\\|")


def _value(parameter: Any) -> str:
    return str(parameter.metavar or ("N" if isinstance(parameter.default, int) else parameter.name.upper()))


def _meaning(parameter: Any) -> str:
    words = parameter.help or ""
    low, high = getattr(parameter, "min", None), getattr(parameter, "max", None)
    if low is not None and high is not None:
        words += f" {low} to {high}."
    elif low is not None:
        words += f" At least {low}."
    if parameter.required:
        words += " **Needed.**"
    elif isinstance(parameter.default, bool):
        words += " Default: yes." if parameter.default else ""
    elif isinstance(parameter.default, str | int | float) and parameter.default != "":
        words += f" Default: `{parameter.default}`."
    return _cell(words)


def _cell(words: str) -> str:
    return " ".join(words.split()).replace("|", "\\|")
