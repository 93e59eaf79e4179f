"""The page of all events: what happens in a game, with its facts and its line in the report."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from open18xx.engine.report import LINES
from open18xx.loading.packs import known_packs
from open18xx.resources import titles_dir
from open18xx.table import load_context

ROOT = Path(__file__).resolve().parents[1]

HEAD = """\
<!-- Written by scripts/event_page.py; change the source, then run `python3 x.py generate`. -->

# Events

What happens in a game is told as events: a kind, facts, and the ids of the rules behind it. The readable
report is written from them, and `open18xx replay FILE --export DIR` [exports them](../replay.md#export).
Facts are numbers, texts, lists and small tables; money is in whole currency units, players and other owners
are given by id (by name in an export).

The line is a template: `{fact:form}` is a fact and how it is written, `[…]` is left out where a fact in it is
missing, empty or nought, `[fact?…]` is there only when the fact is, `[!fact?…]` only when it is not. A kind
without a line says nothing of its own in the report. A hook module adds lines for its own events as
`REPORTS`, and words for its own actions as `WORDS`, in the same form.
"""


@dataclass
class Emitted:
    """A kind of event as the code emits it: where, and with which facts."""

    where: str
    facts: dict[str, None] = field(default_factory=dict)


def strings(node: ast.expr | None, function: ast.AST) -> Iterator[str]:
    """Texts that an expression can be: constants, both sides of a condition, names assigned before."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body, function)
        yield from strings(node.orelse, function)
    elif isinstance(node, ast.Name):
        for other in ast.walk(function):
            if isinstance(other, ast.Assign):
                names = [target.id for target in other.targets if isinstance(target, ast.Name)]
                if node.id in names:
                    yield from strings(other.value, function)


def emitted(folder: Path) -> dict[str, Emitted]:
    """Every kind of event that the code in a folder emits.

    Raises:
        ValueError: a kind that cannot be told from the source.
    """
    found: dict[str, Emitted] = {}
    for path in sorted(folder.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                    continue
                if call.func.attr != "emit":
                    continue
                where = f"{path.name}:{call.lineno}"
                kinds = tuple(strings(call.args[0], function))
                if not kinds:
                    raise ValueError(f"{where}: the kind of the event cannot be told")
                for kind in kinds:
                    entry = found.setdefault(kind, Emitted(where))
                    entry.facts.update({word.arg: None for word in call.keywords if word.arg})
    return found


def table(kinds: dict[str, Emitted], lines: dict[str, str]) -> str:
    """The rows of some kinds, in the order of their lines."""
    rows = ["| kind | facts | line |", "|---|---|---|"]
    for kind in [k for k in lines if k in kinds]:
        facts = ", ".join(f"`{fact}`" for fact in kinds[kind].facts)
        line = lines[kind].replace("|", "\\|")
        rows.append(f"| `{kind}` | {facts} | {f'`{line}`' if line else ''} |")
    return "\n".join(rows)


def text() -> str:
    """The whole page."""
    parts = [HEAD, "## The engine's", table(emitted(ROOT / "framework" / "open18xx"), dict(LINES))]
    for pack, folder in sorted(known_packs().items()):
        if folder.parent != titles_dir():
            continue
        kinds = emitted(folder)
        if kinds:
            parts += [f"## Those of {pack}", table(kinds, load_context(folder).hooks.reports())]
    return "\n\n".join(part.strip() for part in parts) + "\n"
