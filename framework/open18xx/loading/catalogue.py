"""The shared catalogue of tiles that ships with the package: sets of tiles by name.

The set ``standard`` holds the community's numbered tiles; other sets hold tiles that some titles
number for themselves. A title takes tiles by set and id and adds counts and its own chart.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, cast

import yaml

from open18xx.definition.tiles import (
    COLOURS,
    FIRST_STOP,
    STOP_KINDS,
    Stop,
    StopKind,
    TileDefinition,
    TileId,
)
from open18xx.errors import Open18xxError

STANDARD_SET: Final = "standard"
_TILE_KEYS: Final = frozenset({"colour", "label", "upgrade_cost", "stops", "track", "gauges"})
_STOP_KEYS: Final = frozenset(
    {"kind", "revenue", "slots", "at", "groups", "tagged_revenue", "reserved_for", "hidden"}
)


class TileDataError(Open18xxError):
    """Tile data of the wrong shape; the text names tile and key."""


def tile_from_data(tile_id: TileId, data: Mapping[str, object]) -> TileDefinition:
    """Make a tile from plain data in the catalogue's form.

    Keys: ``colour``; ``stops``, a list of ``{kind, revenue, slots, at, …}`` where revenue is a number
    or a list by band; ``track``, a list of pairs of an edge 0–5 or ``s`` and a stop number;
    ``label``; ``upgrade_cost: {amount, terrain}``; ``gauges``, one name per piece of track.

    Raises:
        TileDataError: unknown keys, wrong types, ends that do not exist.
    """
    unknown = sorted(set(data) - _TILE_KEYS)
    if unknown:
        raise TileDataError(f"tile {tile_id}: unknown key {unknown[0]!r}")
    colour = data.get("colour")
    if colour not in COLOURS:
        raise TileDataError(f"tile {tile_id}: colour {colour!r} should be one of {', '.join(COLOURS)}")
    stops = tuple(
        _stop(tile_id, number, entry)
        for number, entry in enumerate(_list(tile_id, "stops", data.get("stops", [])))
    )
    track = tuple(
        _piece(tile_id, entry, len(stops)) for entry in _list(tile_id, "track", data.get("track", []))
    )
    cost = data.get("upgrade_cost", {})
    if not isinstance(cost, Mapping):
        raise TileDataError(f"tile {tile_id}: upgrade_cost should be {{amount, terrain}}")
    label = data.get("label")
    try:
        return TileDefinition(
            id=tile_id,
            colour=colour,
            stops=stops,
            track=track,
            gauges=tuple(str(gauge) for gauge in _list(tile_id, "gauges", data.get("gauges", []))),
            label=None if label is None else str(label),
            upgrade_cost=_number(tile_id, "upgrade_cost.amount", cost.get("amount", 0)),
            upgrade_terrain=tuple(
                str(name) for name in _list(tile_id, "upgrade_cost.terrain", cost.get("terrain", []))
            ),
        )
    except ValueError as error:
        raise TileDataError(str(error)) from None


def _list(tile_id: TileId, key: str, value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise TileDataError(f"tile {tile_id}: {key} should be a list, not {value!r}")
    return list(value)


def _number(tile_id: TileId, key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TileDataError(f"tile {tile_id}: {key} should be a whole number from 0 up, not {value!r}")
    return value


def _stop(tile_id: TileId, number: int, entry: object) -> Stop:
    where = f"stops[{number}]"
    if not isinstance(entry, Mapping):
        raise TileDataError(f"tile {tile_id}: {where} should be a mapping, not {entry!r}")
    unknown = sorted(set(entry) - _STOP_KEYS)
    if unknown:
        raise TileDataError(f"tile {tile_id}: {where} has unknown key {unknown[0]!r}")
    kind = entry.get("kind")
    if kind not in STOP_KINDS:
        raise TileDataError(f"tile {tile_id}: {where}.kind {kind!r} should be one of {', '.join(STOP_KINDS)}")
    revenue = entry.get("revenue", 0)
    amounts = revenue if isinstance(revenue, list | tuple) else [revenue]
    tagged = entry.get("tagged_revenue", {})
    if not isinstance(tagged, Mapping) or not amounts:
        raise TileDataError(f"tile {tile_id}: {where} has no usable revenue")
    reserved = entry.get("reserved_for")
    return Stop(
        kind=cast(StopKind, kind),
        revenue=tuple(_number(tile_id, f"{where}.revenue", amount) for amount in amounts),
        slots=_number(tile_id, f"{where}.slots", entry.get("slots", 1 if kind == "city" else 0)),
        position=_position(tile_id, where, entry.get("at", "centre")),
        groups=tuple(str(name) for name in _list(tile_id, f"{where}.groups", entry.get("groups", []))),
        tagged_revenue=tuple(
            (str(tag), _number(tile_id, f"{where}.tagged_revenue", amount)) for tag, amount in tagged.items()
        ),
        reserved_for=None if reserved is None else str(reserved),
        hidden=entry.get("hidden", False) is True,
    )


def _position(tile_id: TileId, where: str, value: object) -> float | None:
    if value in ("centre", "center"):
        return None
    try:
        position = float(cast(str, value))
    except (TypeError, ValueError):
        position = -1.0
    if not 0 <= position < 6:
        raise TileDataError(
            f"tile {tile_id}: {where}.at should be centre or from 0 to below 6, not {value!r}"
        )
    return position


def _piece(tile_id: TileId, entry: object, stops: int) -> tuple[int, int]:
    if not isinstance(entry, list | tuple) or len(entry) != 2:
        raise TileDataError(f"tile {tile_id}: track {entry!r} should be a pair of ends")
    return _end(tile_id, entry[0], stops), _end(tile_id, entry[1], stops)


def _end(tile_id: TileId, value: object, stops: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 5:
        return value
    if isinstance(value, str) and value[:1] == "s" and value[1:].isascii() and value[1:].isdigit():
        number = int(value[1:])
        if number < stops:
            return FIRST_STOP + number
    last = f"s0 to s{stops - 1}" if stops else "no stop"
    raise TileDataError(f"tile {tile_id}: end of track {value!r} should be an edge 0 to 5 or {last}")


@cache
def catalogue() -> Mapping[str, Mapping[TileId, TileDefinition]]:
    """All tiles that ship with the package: set name → tile id → tile."""
    sets: dict[str, dict[TileId, TileDefinition]] = {}
    folder = files("open18xx.definition") / "catalogue"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".yaml"):
            data = yaml.safe_load(entry.read_text(encoding="utf-8"))
            tiles = sets.setdefault(data["set"], {})
            for tile_id, tile in data["tiles"].items():
                tiles[tile_id] = tile_from_data(tile_id, tile)
    return MappingProxyType({name: MappingProxyType(tiles) for name, tiles in sorted(sets.items())})


def standard_tile(tile_id: TileId) -> TileDefinition:
    """A tile of the standard set.

    Raises:
        KeyError: the catalogue has no such tile.
    """
    return catalogue()[STANDARD_SET][tile_id]
