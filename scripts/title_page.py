"""Makes the page about the titles: how many lines each takes, the policies it chooses, the hooks it uses."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.loading.kinds import KINDS, RULES
from open18xx.loading.schemas import schema
from open18xx.reference.values import flat_values, value_changes
from open18xx.resources import titles_dir

from scripts.loader_pages import inline

_NOTE = "<!-- Written by scripts/title_page.py; change the source, then run `python3 x.py generate`. -->"

_PAGE = """\
# What the titles set

{note}

Every title that comes with the program is a pack of YAML; where no data can say a rule, a hook module says
it. This page is made from the packs.

## Lines

Lines that say something: without empty lines and comments. *Data* is what the game is played by, *rule texts*
is `rules.yaml`, *hooks* are the Python modules of the pack, without their documentation.

| title | data | rule texts | hook modules | hooks |
|---|---|---|---|---|
{lines}

## Mods

A pack that extends another one holds only what differs.

| mod | extends | lines | values changed |
|---|---|---|---|
{mods}

## Policies

What `rounds.yaml` chooses: only where at least one title chooses something else than the default. An empty
field means the default, – that there is none. [The title format](../title-format.md) explains each.

| policy | default | {heads} |
|---|---|{rules}|
{policies}

## Hooks

What the hook modules of each title implement; [Hooks](hooks.md) explains each point. Titles not listed have
no hook module.

{hooks}
"""


def text() -> str:
    """The whole page."""
    titles = [load_title(folder.parent, hooks=False) for folder in sorted(titles_dir().glob("*/title.yaml"))]
    whole = [title for title in titles if not _extends(title)]
    return _PAGE.format(
        note=_NOTE,
        lines="\n".join(_lines_row(title) for title in whole),
        mods="\n".join(_mod_row(title) for title in titles if _extends(title)),
        heads=" | ".join(title.name for title in whole),
        rules="|".join("---" for _ in whole),
        policies="\n".join(_policy_rows(whole)),
        hooks="\n\n".join(_hooks(title) for title in whole if title.hook_modules),
    )


def _extends(title: Title) -> str:
    data = title.data["title"]
    return str(data["extends"]) if isinstance(data, Mapping) and data.get("extends") else ""


def yaml_lines(path: Path) -> int:
    """Lines of a YAML file that are neither empty nor a comment; 0 where there is no file."""
    if not path.is_file():
        return 0
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sum(1 for line in lines if line and not line.startswith("#"))


def python_lines(path: Path) -> int:
    """Lines of a Python file that hold code: no empty ones, no comments, no docstrings."""
    source = path.read_text(encoding="utf-8")
    lines = {n for n, line in enumerate(source.splitlines(), 1) if line.strip() and line.strip()[0] != "#"}
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
            and ast.get_docstring(node) is not None
        ):
            first = node.body[0]
            lines -= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return len(lines)


def _lines_row(title: Title) -> str:
    data = sum(yaml_lines(title.folder / f"{kind}.yaml") for kind in KINDS)
    rules = yaml_lines(title.folder / f"{RULES}.yaml")
    modules = [path for path in sorted((title.folder / "hooks").glob("*.py")) if path.stem != "__init__"]
    code = sum(python_lines(path) for path in modules)
    return f"| {title.name} | {data} | {rules} | {len(title.hook_modules) or 'none'} | {code} |"


def _mod_row(title: Title) -> str:
    lines = sum(yaml_lines(title.folder / f"{kind}.yaml") for kind in (*KINDS, RULES))
    base = load_title(_extends(title), hooks=False)
    changed = len(value_changes(base, title))
    return f"| {title.name} | {base.name} | {lines} | {changed} |"


def policies_of(title: Title) -> dict[str, object]:
    """What rounds.yaml of a title says, by path, where it is not the default."""
    given = title.data["rounds"]
    found = {}
    for path, value in flat_values(given, ()):
        key = ".".join(path)
        if path[0] != "source" and default_of(path) != value:
            found[key] = value
    return found


def default_of(path: tuple[str, ...]) -> object:
    """The default of a policy; None where it has none."""
    parts: list[Mapping[str, Any]] = [schema("rounds")]
    for key in path:
        parts = [inner for part in parts for inner in _step(part, key)]
    return next((part["default"] for part in parts if "default" in part), None)


def _step(part: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    if key in part.get("properties", {}):
        yield part["properties"][key]
    for branch in part.get("oneOf", ()):
        yield from _step(branch, key)


def _policy_rows(titles: list[Title]) -> Iterator[str]:
    chosen = [policies_of(title) for title in titles]
    for key in sorted({key for policies in chosen for key in policies}):
        default = default_of(tuple(key.split(".")))
        cells = [_cell(policies[key]) if key in policies else "" for policies in chosen]
        yield f"| `{key}` | {_cell(default) if default is not None else '–'} | {' | '.join(cells)} |"


def _cell(value: object) -> str:
    return f"`{inline(value)}`".replace("|", "\\|")


def _hooks(title: Title) -> str:
    rows = [f"### {title.name}", "", "| module | hooks | what it is about |", "|---|---|---|"]
    for hook in title.hook_modules:
        tree = ast.parse(hook.path.read_text(encoding="utf-8"))
        names = [
            node.name
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
            and any(ast.unparse(mark).partition("(")[0] == "hook" for mark in node.decorator_list)
        ]
        about = (ast.get_docstring(tree) or "").partition("\n")[0].replace("|", "\\|")
        listed = ", ".join(f"[`{name}`](hooks.md#{name})" for name in names) or "–"
        rows.append(f"| `{hook.name}` | {listed} | {about} |")
    return "\n".join(rows)
