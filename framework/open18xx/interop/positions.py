"""Position files: one corporation about to run its trains, with everything the route search needs.

The form is described by ``position.schema.json``. What a title adds to the ordinary rules of routes
stands in the file itself (``rules``) or in ``positions.yaml`` of the folder of that title.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from open18xx import resources
from open18xx.definition.map import Border, MapHex, make_map
from open18xx.definition.tiles import CorporationId, ManifestEntry, StopKind, TileDefinition, TileSet
from open18xx.errors import GameFileError
from open18xx.geometry.grid import BadHexName, HexId, Orientation, default_axes, parse_hex
from open18xx.loading.catalogue import STANDARD_SET, catalogue
from open18xx.loading.nodes import Plain, path_text, plain
from open18xx.loading.notation import NotationError, parse_tile
from open18xx.loading.problems import Report
from open18xx.loading.reader import read_text
from open18xx.loading.schemas import validator
from open18xx.loading.shape import findings
from open18xx.track.board import Board
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.search import MOST_NODES, search
from open18xx.track.routes.trains import (
    ALL_KINDS,
    Place,
    RouteBonus,
    RouteResult,
    SharedBonus,
    TrainSpec,
    best_stop_bonus,
    pair_bonus,
    stop_values,
)

#: A stop-counting train of this length or more is not limited at all.
NO_LIMIT: Final = 99
_MOST_BYTES: Final = 8_000_000
_DIESEL: Final = "D"


@dataclass(frozen=True, slots=True)
class Position:
    """A position ready for the search.

    Attributes:
        id: name of the position; may be empty.
        title: id of the game; may be empty.
        corporation: whose trains run.
        graph: the track.
        tokens: stop numbers of its tokens.
        blocked: cities full of tokens of others.
        trains: what it runs with.
        tables: money of the stops, one table for each train.
        closed: places that may not be visited.
        bonuses: money that depends on the whole route.
        shared_bonuses: money paid once for all routes.
        known_best: best revenue known, if the file tells.
    """

    id: str
    title: str
    corporation: CorporationId
    graph: TrackGraph
    tokens: tuple[int, ...]
    blocked: frozenset[int]
    trains: tuple[TrainSpec, ...]
    tables: tuple[Mapping[Place, int], ...]
    closed: frozenset[Place]
    bonuses: tuple[RouteBonus, ...]
    shared_bonuses: tuple[SharedBonus, ...]
    known_best: int | None

    def search(
        self,
        *,
        stop: Callable[[], bool] | None = None,
        most_nodes: int | None = MOST_NODES,
        progress: Callable[[int, int], None] | None = None,
    ) -> RouteResult:
        """Best routes of the position; see :func:`open18xx.track.routes.search.search`."""
        return search(
            self.graph,
            self.tokens,
            self.blocked,
            self.trains,
            self.tables,
            closed=self.closed,
            bonuses=self.bonuses,
            shared_bonuses=self.shared_bonuses,
            stop=stop,
            most_nodes=most_nodes,
            progress=progress,
        )


def read_position(path: Path) -> dict[str, Plain]:
    """The data of a position file, checked against the schema.

    Raises:
        GameFileError: not JSON, or not of the right form; the text names file and place.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise GameFileError(f"{path}: larger than {_MOST_BYTES:,} bytes; no position file is")
    try:
        data = json.loads(path.read_bytes().decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise GameFileError(f"{path}: not text in UTF-8 (byte {error.start})") from None
    except RecursionError:
        raise GameFileError(f"{path}: nested too deeply for a position file") from None
    except json.JSONDecodeError as error:
        raise GameFileError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except ValueError as error:
        raise GameFileError(f"{path}: {error}") from None
    check_position(data, str(path))
    return cast("dict[str, Plain]", data)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def check_position(data: object, label: str) -> None:
    """Refuse data that is not a position.

    Raises:
        GameFileError: with the first few things that do not fit the schema.
    """
    if not isinstance(data, dict) or "hexes" not in data:
        raise GameFileError(
            f"{label}: not a position file: it should be a mapping with the keys orientation, corporation, "
            "trains, hexes and tokens"
        )
    found = findings(validator("position"), cast("Plain", data))
    if found:
        shown = "; ".join(
            f"{path_text(item.path)}: {item.message}" + (f" ({item.hint})" if item.hint else "")
            for item in found[:5]
        )
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        raise GameFileError(f"{label}: {shown}{more}")


def build_position(data: Mapping[str, Plain], label: str = "position") -> Position:
    """Make a position of checked data.

    Raises:
        GameFileError: data that contradict themselves: unknown tiles, stops or flags.
    """
    rules = _rules(data, label)
    graph = _graph(data, rules, label)
    corporation = _text(data["corporation"])
    tokens, blocked = _tokens(data, graph, corporation, label)
    band = len(_list(data.get("revenue_colors", ["yellow"]))) - 1
    trains = tuple(train_of(_map(entry), label) for entry in _list(data["trains"]))
    fixed_values = {
        (hex_id, index): _number(value)
        for hex_id, value in _map(rules.get("values", {})).items()
        for _, index in _places(graph, [hex_id])
    }
    tables = tuple({**stop_values(graph, band, train.tag), **fixed_values} for train in trains)
    flags = {name: value is True for name, value in _map(data.get("extras", {})).items()}
    bonuses, shared = _bonuses(graph, rules, flags, {**stop_values(graph, band), **fixed_values})
    closed = [
        _text(entry["hex"])
        for entry in map(_map, _list(rules.get("closed", [])))
        if not ("unless" in entry and flags.get(_text(entry["unless"]), False))
    ]
    known = data.get("known_best")
    best = _map(known).get("revenue") if isinstance(known, dict) else None
    return Position(
        id=_text(data.get("id", "")),
        title=_text(data.get("title", "")),
        corporation=corporation,
        graph=graph,
        tokens=tokens,
        blocked=blocked,
        trains=trains,
        tables=tables,
        closed=frozenset(_places(graph, closed)),
        bonuses=bonuses,
        shared_bonuses=shared,
        known_best=best if isinstance(best, int) else None,
    )


def load_position(path: Path) -> Position:
    """Read and build a position file.

    Raises:
        GameFileError: see :func:`read_position` and :func:`build_position`.
    """
    return build_position(read_position(path), str(path))


# -- plain data --------------------------------------------------------------------------------


def _map(value: Plain) -> Mapping[str, Plain]:
    assert isinstance(value, dict)
    return value


def _list(value: Plain) -> list[Plain]:
    assert isinstance(value, list)
    return value


def _text(value: Plain) -> str:
    return "" if value is None else str(value)


def _number(value: Plain) -> int:
    assert isinstance(value, int)
    return value


def _names(value: Plain) -> list[str]:
    return [_text(item) for item in _list(value)]


# -- rules of a title --------------------------------------------------------------------------


def _rules(data: Mapping[str, Plain], label: str) -> Mapping[str, Plain]:
    if "rules" in data:
        return _map(data["rules"])
    title = _text(data.get("title", ""))
    if title:
        for path in sorted(resources.titles_dir().glob("*/positions.yaml")):
            rules = title_rules(path)
            if rules.get("title") == title:
                return rules
    if data.get("extras"):
        raise GameFileError(
            f"{label}: extras: the file tells facts for special rules of {title or 'its title'}, but has no "
            "rules, and there is no positions.yaml for that title"
        )
    return {}


def title_rules(path: Path) -> Mapping[str, Plain]:
    """What a title adds to the ordinary rules of routes.

    Raises:
        GameFileError: the file cannot be read or is not of the right form.
    """
    report = Report()
    node = read_text(path.read_text(encoding="utf-8"), path.name, report)
    data = None if node is None else plain(node)
    if not isinstance(data, dict):
        raise GameFileError(f"{path}: not a mapping in YAML")
    found = findings(validator("positions"), data)
    if found:
        raise GameFileError(f"{path}: {path_text(found[0].path)}: {found[0].message}")
    return data


def _bonuses(
    graph: TrackGraph, rules: Mapping[str, Plain], flags: Mapping[str, bool], printed: Mapping[Place, int]
) -> tuple[tuple[RouteBonus, ...], tuple[SharedBonus, ...]]:
    bonuses: list[RouteBonus] = []
    shared: list[SharedBonus] = []
    for entry in map(_map, _list(rules.get("bonuses", []))):
        if "if" in entry and not flags.get(_text(entry["if"]), False):
            continue
        name = _text(entry["name"])
        only = frozenset(_names(entry["trains"])) if "trains" in entry else None
        if entry["kind"] == "pair":
            first, second = (frozenset(_places(graph, _names(entry[key]))) for key in ("first", "second"))
            bonuses.append(pair_bonus(name, first, second, _number(entry["amount"]), trains=only))
            continue
        at = frozenset(_places(graph, _names(entry["at"])))
        if entry["kind"] == "once":
            shared.append(SharedBonus(name, at, _number(entry["amount"])))
            continue
        left_out = set(_names(entry.get("except", [])))
        values = {place: value for place, value in printed.items() if place[0] not in left_out}
        bonuses.append(best_stop_bonus(name, at, values, trains=only))
    return tuple(bonuses), tuple(shared)


def _places(graph: TrackGraph, hexes: Sequence[HexId]) -> list[Place]:
    """All stops of some hexes; hexes that are not in the position have none."""
    found: list[Place] = []
    for hex_id in hexes:
        number = graph.board.index.get(hex_id)
        if number is not None:
            found.extend((hex_id, index) for index in range(len(graph.tiles[number].tile.stops)))
    return found


# -- track and tokens --------------------------------------------------------------------------


def _graph(data: Mapping[str, Plain], rules: Mapping[str, Plain], label: str) -> TrackGraph:
    orientation = cast(Orientation, data["orientation"])
    axes = default_axes(orientation)
    bands = _names(data.get("revenue_colors", ["yellow"]))
    single, terminus = (set(_names(rules.get(key, []))) for key in ("single_visit", "terminus"))
    missing = _map(data.get("missing_neighbors", {}))
    entries: dict[str, ManifestEntry] = {}
    placements: dict[HexId, tuple[str, int]] = {}
    hexes: dict[HexId, MapHex] = {}
    for hex_id, value in _map(data["hexes"]).items():
        entry = _map(value)
        entries[hex_id] = ManifestEntry(_tile(hex_id, entry, bands, label), None)
        placements[hex_id] = (hex_id, _number(entry.get("rotation", 0)))
        try:
            row, column = parse_hex(hex_id, axes)
        except BadHexName as error:
            raise GameFileError(f"{label}: hexes.{hex_id}: {error}") from None
        walls = tuple((_number(edge), Border("impassable")) for edge in _list(missing.get(hex_id, [])))
        hexes[hex_id] = MapHex(
            id=hex_id,
            row=row,
            column=column,
            printed=TileDefinition(hex_id, "blank"),
            borders=walls,
            terminus=hex_id in terminus,
            single_visit=hex_id in single,
        )
    if not hexes:
        raise GameFileError(f"{label}: hexes: there is no track")
    the_map = make_map(orientation, axes, hexes)
    return TrackGraph(Board(the_map, TileSet(MappingProxyType(entries), {})), placements)


def _tile(hex_id: HexId, entry: Mapping[str, Plain], bands: Sequence[str], label: str) -> TileDefinition:
    if "code" in entry:
        try:
            return parse_tile(_text(entry["code"]), hex_id, bands=bands).tile
        except NotationError as error:
            raise GameFileError(f"{label}: hexes.{hex_id}.code: {error}") from None
    known = catalogue()[STANDARD_SET].get(_text(entry.get("tile")))
    if known is None:
        what = f"tile {entry['tile']!r} is not in the catalogue" if entry.get("tile") else "there is no tile"
        raise GameFileError(f"{label}: hexes.{hex_id}: {what}, so the hex needs a code")
    return replace(known, id=hex_id)


def _tokens(
    data: Mapping[str, Plain], graph: TrackGraph, corporation: CorporationId, label: str
) -> tuple[tuple[int, ...], frozenset[int]]:
    """Stop numbers of own tokens, and cities that are full of tokens of others."""
    slots: dict[HexId, dict[int, dict[int, str]]] = {}
    for number, entry in enumerate(map(_map, _list(data["tokens"]))):
        hex_id = _text(entry["hex"])
        if hex_id not in graph.board.index:
            continue
        tile = graph.tiles[graph.board.index[hex_id]].tile
        city = _number(entry.get("city", 0))
        if city >= len(tile.cities):
            raise GameFileError(
                f"{label}: tokens[{number}]: {hex_id} has {len(tile.cities)} cities, there is no city {city}"
            )
        in_city = slots.setdefault(hex_id, {}).setdefault(tile.cities[city], {})
        slot = _number(entry.get("slot", 0))
        if slot in in_city:
            raise GameFileError(f"{label}: tokens[{number}]: slot {slot} of {hex_id} has two tokens")
        in_city[slot] = _text(entry["corporation"])
    table = {
        hex_id: [
            [cities.get(index, {}).get(slot) for slot in range(1 + max(cities.get(index, {0: ""})))]
            for index in range(1 + max(cities))
        ]
        for hex_id, cities in slots.items()
    }
    return graph.own_stops(table, corporation), graph.blocked_stops(table, corporation)


# -- trains ------------------------------------------------------------------------------------


def train_of(entry: Mapping[str, Plain], label: str) -> TrainSpec:
    """A train of a position file.

    Raises:
        GameFileError: no reach, two kinds of it, or rows that cannot be understood.
    """
    name = _text(entry["name"])
    shares = entry.get("shares_track", False)
    tag = entry.get("tag", "diesel" if name == _DIESEL else None)
    train = TrainSpec(
        id=name,
        multiplier=_number(entry.get("multiplier", 1)),
        shares_track=frozenset(_names(shares)) if isinstance(shares, list) else "all" if shares else "none",
        passes_blocked=entry.get("passes_blocked") is True,
        one_visit_per_hex=entry.get("one_visit_per_hex") is True,
        offboard_ends=_number(entry.get("offboard_ends", 0)),
        tag=None if tag is None else _text(tag),
    )
    distance = entry.get("distance")
    if "hexes" in entry:
        if distance is not None:
            raise GameFileError(f"{label}: train {name}: either distance or hexes, not both")
        return replace(train, reach="hexes", number=_number(entry["hexes"]))
    if distance is None:
        raise GameFileError(f"{label}: train {name}: needs distance (stops) or hexes")
    if isinstance(distance, int):
        if distance >= NO_LIMIT:
            return replace(train, reach="unlimited")
        return replace(train, reach="stops", number=distance)
    return _train_of_rows(train, [_map(row) for row in _list(distance)], label)


def _train_of_rows(train: TrainSpec, rows: list[Mapping[str, Plain]], label: str) -> TrainSpec:
    """A train given by rows of kinds, how many of them may be visited and how many are paid."""
    parsed = [(frozenset(_names(row["nodes"])), _number(row["visit"]), _number(row["pay"])) for row in rows]
    town = frozenset({"town"})
    extra = [row for row in parsed if row[0] == town]
    others = [row for row in parsed if row[0] != town]
    if len(parsed) == 2 and len(extra) == len(others) == 1 and "town" in others[0][0]:
        (_, towns, towns_paid), (kinds, number, paid) = extra[0], others[0]
        if towns == towns_paid and number == paid and kinds == ALL_KINDS:
            return replace(train, reach="stops", number=number, extra_towns=towns)
    counts: frozenset[StopKind] = frozenset()
    pays: frozenset[StopKind] = frozenset()
    limits: list[tuple[int, int]] = []
    seen: set[str] = set()
    for kinds, visit, pay in parsed:
        if seen & kinds:
            break
        seen |= kinds
        typed = cast("frozenset[StopKind]", kinds)
        if pay:
            pays |= typed
        if visit < NO_LIMIT:
            counts |= typed
            limits.append((visit, pay))
        elif 0 < pay < NO_LIMIT:
            counts |= typed
            limits.append((0, pay))
    else:
        if len(limits) == 1 and seen == ALL_KINDS:
            visit, pay = limits[0]
            best = pay if not visit or pay < visit else None
            spec = replace(train, counts=counts, pays=pays, pays_best=best)
            return replace(spec, reach="stops", number=visit) if visit else replace(spec, reach="unlimited")
        if not limits and seen == ALL_KINDS:
            return replace(train, reach="unlimited", counts=pays or ALL_KINDS, pays=pays)
    raise GameFileError(
        f"{label}: train {train.id}: these rows of distance are not supported; supported are one number, n+m "
        "(a row for towns and one for all kinds), and rows of different kinds of which at most one is limited"
    )
