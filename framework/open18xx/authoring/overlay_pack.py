"""The files of a new pack that is laid upon another one, with examples drawn from that one's own ids."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import jinja2

if TYPE_CHECKING:
    from open18xx.definition.companies import Private
    from open18xx.definition.title import Title

_TEMPLATES: Final = Path(__file__).parent / "templates" / "overlay"
#: Ids that mean the same with and without quotes, whoever reads them.
_SAFE: Final = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9_-]*", re.IGNORECASE)


def overlay_files(base: Title, pack_id: str, name: str, folder: str, schemas: str) -> dict[str, str]:
    """Text by file name.

    Args:
        base: the title below.
        name: name for players, as YAML.
        folder: folder of the new pack, for the commands in the comments.
        schemas: how the files name the folder of the schemas.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters |= {"yaml": _id, "quoted": _quoted}
    trains = list(base.trains.values())
    tiles = list(base.tiles.entries)
    privates = list(base.companies.privates.values())
    train = next((one for one in trains if one.count is not None), trains[0])
    tile = next((one for one in tiles if base.tiles.entries[one].count is not None), tiles[0])
    values = {
        "base": base,
        "below": " ".join(base.name.split()),
        "base_id": _id(base.id),
        "id": _id(pack_id),
        "name": name,
        "folder": " ".join(folder.split()),
        "schemas": schemas,
        "players": next((number for number in base.players if number >= 3), next(iter(base.players))),
        "bank": 10_000 if base.bank_unlimited else base.bank_cash + 1000,
        "train": train,
        "count": _count(train.count),
        "last": trains[-1],
        "tile": tile,
        "tile_count": _count(base.tiles.entries[tile].count),
        "other": next((one for one in tiles if one != tile), None),
        "private": privates[0] if privates else None,
        "richest": max(privates, key=lambda one: one.cost) if privates else None,
        "removable": _removable(privates),
        "corporation": next(iter(base.companies.corporations.values())),
    }
    return {
        source.name: environment.get_template(source.name).render(values)
        for source in sorted(_TEMPLATES.glob("*.yaml"))
    }


def _removable(privates: Iterable[Private]) -> Private | None:
    """A private company that little should depend on: the first that only pays, else the first."""
    known = list(privates)
    plain = (one for one in known if not one.abilities and not one.grants and not one.revenue_to_corporation)
    return next(plain, known[0] if known else None)


def _count(count: int | None) -> str:
    return "unlimited" if count is None else str(count)


def _id(text: str) -> str:
    """An id as YAML: in quotes unless no reader could take it for something else."""
    return text if _SAFE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
