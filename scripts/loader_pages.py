"""Makes the pages about the title format and the diagnostics from the schemas and the registry of codes."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from open18xx.loading.codes import CODES, GROUPS
from open18xx.loading.kinds import KINDS, RULES
from open18xx.loading.nodes import yaml_text
from open18xx.loading.schemas import schema

_NOTE = "<!-- Written by scripts/loader_pages.py; change the source, then run `python3 x.py generate`. -->"

_FORMAT = """\
# The title format

{note}

A title pack is a folder of YAML files. This page lists every key; it is made from the JSON Schemas in
`schemas/`, which editors use too: begin a file with
`# yaml-language-server: $schema=../../schemas/trains.schema.json` and completion teaches the format.
`open18xx check FOLDER` says what is wrong with a pack, and where.

| file | holds |
|---|---|
{files}
| `hooks/*.py` | what no data can say, as Python modules |
| `hooks/<module>.schema.json` | JSON Schema of the parameters that a module takes from `title.yaml` |

## How values are read

Files are UTF-8 and hold one document. A value is what it looks like:

| written | is |
|---|---|
| `true`, `false` | a truth value; `yes`, `no`, `on`, `off`, `True` are text |
| `12`, `-3`, `0` | a whole number |
| `null`, `~`, nothing | nothing |
| `2.5` | text, or a number where the format asks for one |
| everything else | text: `NO`, `010`, `1_000`, `12:30`, `2026-01-01`, `0x1F`, `1e3` stay as written |

**Ids are text.** An id that looks like a whole number or a truth value is written in quotes: `id: "2"`,
`upgrades: ["14", "15"]`. Without quotes it is an error that says so. Keys need no quotes.

Repeated keys, anchors and aliases (`&`, `*`), merge keys (`<<`), tags (`!`), tabs and a second document are
errors. Files of more than 32 MB, texts of more than 65,536 characters and nesting deeper than 40 are refused.

## Packs upon packs

`extends: ID` in `title.yaml` lays a pack upon another one, found beside it, on the search path
`OPEN18XX_PATH`, or among the packs that come with the program. An overlay holds only what differs, and has an
`id` of its own; files it does not have come from below. Mappings are merged key by key, lists of things with
an `id` thing by thing; every other list or value is replaced. `null` takes a key away. In a list of things,
`$remove: true` takes the thing away, `$replace: true` puts it in place of the old one as a whole, and
`$before: ID` moves it before another one. Everything is checked after merging, and problems point at the
line that holds the value.

## Options

An option changes values by path: `limits.holding_percent`, `bank.cash` and other keys of `title.yaml`;
`trains.4.cost`, `companies.privates.Mail.abilities.0.amount`, `tiles.manifest.57.count` and so on by kind of
file; `hooks.<module>.<parameter>` for what a hook module takes. Things with an id are named by it, other
lists are counted from 0. A key that is not given yet may be set where the format knows it. `requires` and
`excludes` say what is chosen together; an option that could never be chosen is an error. `check` tries every
option, together with those that it requires.
"""

_DIAGNOSTICS = """\
# Diagnostics

{note}

What `open18xx check` can say. A code keeps its meaning for ever. `open18xx explain CODE` shows an entry in
the terminal. An *error* keeps the title from being played; a *warning* is legal but hardly meant.
"""


def diagnostics() -> str:
    """The page of all codes."""
    lines = [_DIAGNOSTICS.format(note=_NOTE)]
    for heading, group in GROUPS.items():
        lines.append(f"## {heading}\n")
        for item in group:
            lines.append(f"### {item.code}: {item.summary}\n")
            lines.append(f"*{item.severity}* · {item.reason}\n")
            if item.bad:
                lines.append(_block("Not", item.bad))
            if item.good:
                lines.append(_block("But", item.good))
    assert len(CODES) == sum(len(group) for group in GROUPS.values())
    return "\n".join(lines).rstrip() + "\n"


def _block(title: str, text: str) -> str:
    return f"{title}:\n\n```yaml\n{text}\n```\n"


def title_format() -> str:
    """The page of all keys."""
    kinds = (*KINDS, RULES)
    files = "\n".join(f"| `{kind}.yaml` | {_what(kind)} |" for kind in kinds)
    lines = [_FORMAT.format(note=_NOTE, files=files)]
    for kind in kinds:
        found = schema(kind)
        lines += [f"## {kind}.yaml\n", f"{_what(kind)[:1].upper()}{_what(kind)[1:]}.\n"]
        for path, part in _objects(found, ""):
            if path:
                lines.append(f"### {kind}: `{path}`\n")
                lines.append(f"{part.get('description', '')}\n")
            lines.append(_keys(part))
    return "\n".join(lines).rstrip() + "\n"


def _what(kind: str) -> str:
    return str(schema(kind)["description"]).partition(": ")[2].rstrip(".")


def _objects(part: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every closed object of a schema, with its place: ``[]`` for members of a list, ``NAME`` for a key."""
    if "properties" in part:
        yield path, part
        for key, value in part["properties"].items():
            yield from _objects(value, f"{path}.{key}" if path else key)
    if isinstance(part.get("additionalProperties"), Mapping):
        yield from _objects(part["additionalProperties"], f"{path}.NAME")
    if isinstance(part.get("items"), Mapping):
        yield from _objects(part["items"], f"{path}[]")
    for branch in part.get("oneOf", ()):
        if "const" not in branch:
            yield from _objects(branch, path)


def _keys(part: Mapping[str, Any]) -> str:
    rows = ["| key | value | meaning |", "|---|---|---|"]
    required = part.get("required", ())
    for key, value in part["properties"].items():
        needed = " **(needed)**" if key in required else ""
        rows.append(f"| `{key}`{needed} | {_value(value)} | {_meaning(value)} |")
    return "\n".join(rows) + "\n"


def _value(part: Mapping[str, Any]) -> str:
    """What kind of value it is."""
    if "oneOf" in part:
        if all("const" in branch for branch in part["oneOf"]):
            return "one of: " + ", ".join(f"`{yaml_text(branch['const'])}`" for branch in part["oneOf"])
        return " or ".join(
            f"`{yaml_text(branch['const'])}`"
            if "const" in branch
            else _cell(str(branch.get("title", _value(branch))))
            for branch in part["oneOf"]
        )
    if "const" in part:
        return f"`{yaml_text(part['const'])}`"
    kind = part.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    names = {
        "integer": "whole number",
        "number": "number",
        "string": "text",
        "boolean": "true or false",
        "array": "list",
        "object": "mapping",
        "null": "null",
    }
    text = " or ".join(names.get(str(one), str(one)) for one in kinds)
    if kind == "integer":
        low, high = part.get("minimum"), part.get("maximum")
        text += f" {low} to {high}" if high is not None else f" from {low}" if low else ""
    return text


def _branch(branch: Mapping[str, Any]) -> str:
    if "const" in branch:
        return f"`{yaml_text(branch['const'])}`"
    return _cell(str(branch.get("title", _value(branch))))


def _meaning(part: Mapping[str, Any]) -> str:
    text = str(part.get("description", ""))
    choices = part.get("oneOf", part.get("items", {}).get("oneOf", ()))
    if choices and all("const" in branch for branch in choices):
        text += (
            " " + "; ".join(f"`{yaml_text(b['const'])}`: {b.get('description', '')}" for b in choices) + "."
        )
    if "default" in part:
        text += f" Default: `{inline(part['default'])}`."
    examples = part.get("examples", ())
    if examples:
        text += f" Example: `{inline(examples[0])}`"
    return _cell(text)


def inline(value: Any) -> str:
    """A value as flow YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {inline(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(inner) for inner in value) + "]"
    if isinstance(value, str) and any(sign in value for sign in ",:{}[]#") and not value.isalnum():
        return json.dumps(value, ensure_ascii=False)
    return yaml_text(value)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
