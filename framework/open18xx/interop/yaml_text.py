"""Data written as YAML the way packs are written: short mappings in one line, texts quoted where needed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final

#: Texts that mean themselves without quotes.
_PLAIN: Final = re.compile(r"[A-Za-z](?:[A-Za-z0-9_./'()-]| (?=[A-Za-z0-9(]))*")
_NOT_TEXT: Final = frozenset({"true", "false", "null"})


def scalar(value: object, *, key: bool = False) -> str:
    """One value. Keys of mappings are always text, so that they need quotes only for their characters."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return f"{value:g}" if isinstance(value, float) else str(value)
    text = str(value)
    if _PLAIN.fullmatch(text) and text not in _NOT_TEXT:
        return text
    if key and text.isdigit():
        return f'"{text}"'
    if re.fullmatch(r"[0-9]\.5", text):  # a direction in halves
        return text
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7F")


def flow(value: object) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{scalar(name, key=True)}: {flow(item)}" for name, item in value.items()) + "}"
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value)


def block(data: Mapping[str, object], tables: Sequence[str]) -> list[str]:
    """Lines of a file: its tables have one entry a line, everything else stands in one line."""
    lines: list[str] = []
    for name, value in data.items():
        if name in tables and isinstance(value, Mapping) and value:
            lines += ["", f"{scalar(name, key=True)}:"]
            lines += [f"  {scalar(entry, key=True)}: {flow(item)}" for entry, item in value.items()]
        else:
            lines.append(f"{scalar(name, key=True)}: {flow(value)}")
    return lines
