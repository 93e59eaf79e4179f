"""Every diagnostic of the loader: its stable code, severity, and what an author should know about it.

``Y`` = reading a file, ``S`` = its shape, ``T`` = what it means, ``H`` = hook modules, ``R`` = rule texts.
``docs/reference/diagnostics.md`` and ``open18xx explain`` are made from this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from open18xx.loading.codes.companies import COMPANIES
from open18xx.loading.codes.entry import Diagnostic
from open18xx.loading.codes.play import PLAY
from open18xx.loading.codes.reading import READING, SHAPE
from open18xx.loading.codes.texts import HOOKS, TEXTS
from open18xx.loading.codes.title import TITLE
from open18xx.loading.codes.track import TRACK

#: Headings of the groups of codes, in the order of the page.
GROUPS: Final[Mapping[str, tuple[Diagnostic, ...]]] = MappingProxyType(
    {
        "Reading files": READING,
        "Shape": SHAPE,
        "Title, overlays and options": TITLE,
        "Tiles and map": TRACK,
        "Market, trains, phases and rounds": PLAY,
        "Companies": COMPANIES,
        "Hook modules": HOOKS,
        "Rule texts": TEXTS,
    }
)
CODES: Final[Mapping[str, Diagnostic]] = MappingProxyType(
    {item.code: item for group in GROUPS.values() for item in group}
)

__all__ = ["CODES", "GROUPS", "Diagnostic"]
