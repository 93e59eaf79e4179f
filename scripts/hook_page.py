"""Makes the page about the hooks of a title from the catalogue in the framework."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from open18xx.hooks import specs
from open18xx.hooks.registry import hook_names

_NOTE = "<!-- Written by scripts/hook_page.py; change the source, then run `python3 x.py generate`. -->"

_PAGE = """\
# Hooks

{note}

A hook is a point at which a title's own Python speaks. A hook module is a plain file in the pack's `hooks/`
folder, named in `title.yaml`; its functions are recognised by the mark `@hook` and by their names:

```python
from open18xx.api import View, hook


@hook
def modify_token_cost(value: int, view: View, corporation: str) -> int:
    \"\"\"Tokens of the state railway are free.\"\"\"
    return 0 if corporation == "State" else value
```

A function takes any of the parameters listed here, by name, and leaves out what it does not need. Names of
hooks and parameters are checked when the pack is loaded: an unknown one is an error that names the module.

| first word | is given | answers | several modules |
|---|---|---|---|
| `on_` | `tx`, the transaction: it may change the game | nothing | all are told, in their order |
| `modify_` | `value` and `view`, read-only | the new value, of the same type | one after the other |
| `forbid_` | `view` | a `Refusal`, or `None` | all refusals are shown |
| `offer_` | `view` | a tuple of further things | all are put together |
| `decide_` | `view` | one answer | only one module may answer |

The order is that of the modules in `title.yaml`.{decide}

A hook reads no clock and no file, draws no random numbers and keeps nothing outside the state: what it has to
remember it stores with `tx.remember(name, value)` and reads from `view.state.memory`. Figures come from the
module's parameters in `title.yaml`. What a hook may use is gathered in `open18xx.api`.

There are {count} hooks.

{sections}
"""

_SECTION = re.compile(r"# -- (.+?) -+$")
_ROLE = re.compile(r":[a-z]+:`~?([\w.]+)`")


def sections() -> Iterator[tuple[str, list[str]]]:
    """Headings of the catalogue and the hooks below each, in its order."""
    source = Path(inspect.getfile(specs)).read_text(encoding="utf-8")
    lines = {node.lineno: node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    known = set(hook_names())
    heading, names = "", []
    for number, line in enumerate(source.splitlines(), 1):
        found = _SECTION.match(line)
        if found:
            if names:
                yield heading, names
            heading, names = found.group(1), []
        elif lines.get(number) in known:
            names.append(lines[number])
    if names:
        yield heading, names


def entry(name: str) -> str:
    """One hook: its name, how it is written, what it is for."""
    function = getattr(specs, name)
    signature = inspect.signature(function)
    written = (
        f"def {name}({', '.join(map(str, signature.parameters.values()))}) -> {signature.return_annotation}"
    )
    if len(written) > 100:
        parameters = ",\n".join(f"    {parameter}" for parameter in signature.parameters.values())
        written = f"def {name}(\n{parameters},\n) -> {signature.return_annotation}"
    written = written.replace("'", "")
    described = _ROLE.sub(r"`\1`", inspect.getdoc(function) or "").replace("``", "`")
    return f"### {name}\n\n```python\n{written}\n```\n\n{described}\n"


def text() -> str:
    """The whole page."""
    parts = []
    for heading, names in sections():
        parts.append(f"## {heading[0].upper()}{heading[1:]}\n")
        parts.extend(entry(name) for name in names)
    names = hook_names()
    decide = "" if any(name.startswith("decide_") for name in names) else " No hook decides yet."
    page = _PAGE.format(note=_NOTE, decide=decide, count=len(names), sections="\n".join(parts))
    return page.rstrip("\n") + "\n"
