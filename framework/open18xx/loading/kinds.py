"""Kinds of files of a title pack."""

from __future__ import annotations

from typing import Final

#: Each is ``<kind>.yaml`` in the pack's folder.
KINDS: Final = ("title", "map", "tiles", "market", "trains", "phases", "companies", "rounds")
RULES: Final = "rules"
#: May be left away. Rules of position files are checked with a pack but are no part of a title.
OPTIONAL: Final = (RULES, "positions")
#: Key of every file but ``title.yaml`` that says where its figures come from.
SOURCE: Final = "source"
#: Files that are tables of figures.
TABLES: Final = ("map", "tiles", "market", "trains", "phases", "companies")
