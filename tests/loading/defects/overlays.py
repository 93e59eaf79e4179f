"""The defects of the corpus inside a pack that is laid upon the good one.

The overlay holds the defective file as a whole, so values it repeats are those below, and the defect keeps
its line. What is only *left out* in a file is not missing in an overlay; there the key is taken away with
``null``, or the thing with ``$remove``.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tests.loading.defects.cases import GOOD, Defect, Expected

BELOW, ABOVE = "mini", "minj"

#: What an overlay has to say instead to have the same defect.
SAID_DIFFERENTLY: Final[Mapping[str, Mapping[str, Any]]] = {
    "missing key": {"new": "    cost: null\n"},
    "player count without cash": {"new": "▸{cash: null, "},
    "player count without certificate limit": {"new": "▸{cash: 400, certificate_limit: null}"},
    "nothing given": {"code": "S002", "at": ("companies.yaml", "- ▸id: Mail")},
    "half a reach": {"new": "reach: ▸{stops: null, towns: 2}"},
    "private company and corporation of one id": {
        "old": "  - id: NE",
        "new": "  - {id: NE, $remove: true}\n  - id: ▸Mail",
    },
    "corporation called bank": {"old": "  - id: NE", "new": "  - {id: NE, $remove: true}\n  - id: ▸bank"},
    "corporation NO": {"new": "  - {id: SW, $remove: true}\n  - id: NO"},
    # The other value is the one below, so the option as a whole does not fit.
    "option with a parameter out of range": {"new": "▸{hooks.toll.amount: 0}"},
    "option that breaks another rule": {"new": "▸{limits.holding_percent: 30}"},
    "hole in the numbers of players": {"new": "  3: null\n  4: {cash"},
    "off-board edge into a prohibited side": {"new": "{name: Mill, place: null, colour: gray}"},
    "phase without trigger": {"new": "    starts_with: null\n"},
    "structure without a limit": {"new": "train_limit: ▸{ten: null, five: 3}"},
    "corporation without home": {"new": "    home: null\n"},
    "corporation without tokens": {"new": "    tokens: null\n    colours"},
    # An overlay that names a thing twice means one thing; both have the same id, whatever they are.
    "rule id given twice": {"code": "T009"},
}

#: What an overlay cannot have wrong, and why.
NOT_IN_OVERLAYS: Final[Mapping[str, str]] = {
    "extends leaves the folder": "it is about what the lower pack extends; test_overlays.py has it",
    "unknown pack to extend": "likewise",
}


def lay(defect: Defect, folder: Path) -> tuple[Path, list[Expected]]:
    """Make the good pack and an overlay with the defect in a folder.

    Returns:
        The overlay's folder, and the problems it must have: in its own file, or in what lies below where the
        pack below is at fault from then on.
    """
    shutil.copytree(GOOD, folder / BELOW)
    upper = folder / ABOVE
    said = replace(defect, **SAID_DIFFERENTLY.get(defect.name, {}))
    expected = said.apply(upper)
    own = defect.file.partition("/")[0]
    for path in sorted(upper.iterdir()):
        if path.name != own and path.is_dir():
            shutil.rmtree(path)
        elif path.name != own:
            path.unlink()
    title = upper / "title.yaml"
    text = title.read_text(encoding="utf-8") if title.exists() else f"format: 1\nid: {BELOW}\nname: Mini\n"
    # The id has as many letters and `extends` stands at the end, so that nothing else moves.
    text = text.replace(f"id: {BELOW}\n", f"id: {ABOVE}\n", 1) + f"extends: {BELOW}\n"
    title.write_text(text, encoding="utf-8", newline="\n")
    return upper, sorted(
        (file if file.partition("/")[0] == own else f"{BELOW}/{file}", line, column, code)
        for file, line, column, code in expected
    )
