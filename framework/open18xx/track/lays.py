"""Which tiles may be laid where: geometry, chart, colours, supply, labels and the track rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from open18xx.definition.tiles import Colour, TileId
from open18xx.geometry.edges import ALL_EDGES, edges_of, opposite
from open18xx.geometry.grid import HexId
from open18xx.track.board import Board, Placements
from open18xx.track.extension import extends_route
from open18xx.track.graph import TrackGraph
from open18xx.track.network import reach_of
from open18xx.track.reach import Reach

#: How much of a lay must serve the corporation. In all of them a lay on a blank hex must add track
#: that extends one of its routes; they differ for upgrades:
#:
#: ``permissive``: the hex only has to be on one of its routes.
#: ``semi_restrictive``: plain track: some new track extends a route; a tile with towns or cities
#: only has to be on a route.
#: ``new_track_or_value``: some new track extends a route, or a stop on a route changes its value.
#: ``restrictive``: some new track extends a route, on every tile.
TrackRule = Literal["permissive", "semi_restrictive", "new_track_or_value", "restrictive"]
TRACK_RULES: tuple[TrackRule, ...] = get_args(TrackRule)


@dataclass(frozen=True, slots=True)
class LayProblem:
    """Why a lay is not allowed.

    Attributes:
        code: stable name; all are listed in :data:`LAY_PROBLEMS`.
        facts: names and numbers for a message.
    """

    code: str
    facts: Mapping[str, str | int]

    @property
    def message(self) -> str:
        """The reason in words."""
        return LAY_PROBLEMS[self.code].format(**self.facts)


LAY_PROBLEMS: Mapping[str, str] = MappingProxyType(
    {
        "track.no_hex": "the map has no hex {hex}",
        "track.no_tile": "the title has no tile {tile}",
        "track.rotation": "rotation {rotation} of tile {tile} is not one of {allowed}",
        "track.never_changes": "{hex} is a {colour} hex; no tile is ever laid there",
        "track.wrong_place": "tile {tile} is none of the first tiles of {hex}, which is a {place} hex",
        "track.not_an_upgrade": "tile {tile} does not replace {old} on {hex}",
        "track.special_only": "tile {tile} is laid only by a power that names it",
        "track.colour": "tile {tile} is {colour}; only {allowed} tiles may be laid now",
        "track.supply": "no tile {tile} is left",
        "track.label": "{hex} needs a tile with label {needed}, tile {tile} has {label}",
        "track.breaks_track": "tile {tile} in rotation {rotation} does not keep the track on {hex}",
        "track.leads_nowhere": (
            "tile {tile} in rotation {rotation} leads from {hex} over {edges}, where no track may run"
        ),
        "track.not_on_route": "no route of the corporation reaches {hex}",
        "track.no_new_track": (
            "no new track of tile {tile} in rotation {rotation} on {hex} extends a route of the corporation"
        ),
    }
)


@dataclass(frozen=True, slots=True, order=True)
class Lay:
    """A tile, where and how turned."""

    hex: HexId
    tile: TileId
    rotation: int


@dataclass(frozen=True, slots=True)
class LayCost:
    """What a lay costs by print, before discounts.

    Attributes:
        terrain: money for the hex (first tile) or for the tile replaced.
        terrain_names: what this money is for, such as ``river``.
        borders: money for joining track over marked hex sides.
    """

    terrain: int
    terrain_names: tuple[str, ...]
    borders: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.terrain + self.borders


@dataclass(frozen=True, slots=True)
class LayLimits:
    """What a lay must respect besides geometry.

    Attributes:
        colours: colours that may be laid now.
        supply: copies left per tile; a tile that is missing here is unlimited.
        rule: how much of an upgrade must serve the corporation.
        labels: whether the new tile must carry exactly the label of hex or old tile.
        special: tiles that may be laid although marked special.
        any_tile: skip the chart (a power that names its tiles).
    """

    colours: frozenset[Colour]
    supply: Mapping[TileId, int]
    rule: TrackRule = "semi_restrictive"
    labels: bool = True
    special: frozenset[TileId] = frozenset()
    any_tile: bool = False


def lay_cost(board: Board, placements: Placements, lay: Lay) -> LayCost:
    """Cost of a lay.

    The hex's own cost is due for its first tile only; a tile may carry a cost for replacing it. A
    marked side costs when track is newly joined over it.
    """
    item = board.hexes[board.hex_number(lay.hex)]
    old, turned_by = board.lying(placements, lay.hex)
    if lay.hex in placements:
        terrain, names = old.upgrade_cost, old.upgrade_terrain
    else:
        terrain, names = item.lay_cost + old.upgrade_cost, item.terrain + old.upgrade_terrain
    borders = 0
    new_exits = board.entry_of(lay.tile).tile.exits_at(lay.rotation) & ~old.exits_at(turned_by)
    for edge, border in item.borders:
        other = item.neighbours[edge]
        if border.kind != "cost" or other is None or not new_exits >> edge & 1:
            continue
        facing, facing_turn = board.lying(placements, other)
        if facing.exits_at(facing_turn) >> opposite(edge) & 1:
            borders += border.cost
    return LayCost(terrain, names if terrain else (), borders)


def stop_mapping(board: Board, placements: Placements, lay: Lay) -> tuple[tuple[int, ...], ...] | None:
    """For each stop now on the hex the stops of the new tile that take it over; see :class:`Fit`.

    None when the lay does not keep the old track.
    """
    rotation = canonical_rotation(board, lay.tile, lay.rotation)
    for kept in board.fits(placements, lay.hex, lay.tile):
        if kept.rotation == rotation:
            return kept.stops
    return None


def canonical_rotation(board: Board, tile_id: TileId, rotation: int) -> int:
    """The rotation under which a lay is listed, among those that make no difference.

    A tile that joins opposite edges, for instance, is listed in rotations 0, 1 and 2 only.
    """
    return board.entry_of(tile_id).tile.same_as[rotation % 6]


def lay_rotations(board: Board, placements: Placements, hex_id: HexId, tile_id: TileId) -> tuple[int, ...]:
    """See :meth:`Board.lay_rotations`."""
    return board.lay_rotations(placements, hex_id, tile_id)


def check_lay(
    graph: TrackGraph,
    lay: Lay,
    limits: LayLimits,
    starts: Iterable[int] | None,
    blocked: frozenset[int] = frozenset(),
    closed: frozenset[int] = frozenset(),
) -> tuple[LayProblem, ...]:
    """All reasons why a lay is not allowed, in a fixed order; empty when it is.

    Args:
        graph: track before the lay.
        lay: what to lay.
        limits: colours, supply, track rule.
        starts: stops with the corporation's tokens; None = reach is not asked for (a power that
            needs no connection).
        blocked: cities its trains cannot run through.
        closed: stops its trains cannot visit.
    """
    problems = _check_print(graph, lay, limits)
    if not problems and starts is not None:
        reach = reach_of(graph, starts, blocked, closed)
        problem = _check_reach(graph, reach, lay, limits.rule)
        if problem is not None:
            problems = [problem]
    return tuple(problems)


def _check_print(graph: TrackGraph, lay: Lay, limits: LayLimits) -> list[LayProblem]:
    board, placements = graph.board, graph.placements
    if lay.hex not in board.index:
        return [LayProblem("track.no_hex", {"hex": lay.hex})]
    if lay.tile not in board.tiles.entries:
        return [LayProblem("track.no_tile", {"tile": lay.tile})]
    entry = board.entry_of(lay.tile)
    item = board.hexes[board.hex_number(lay.hex)]
    allowed = entry.tile.rotations if entry.rotations is None else tuple(sorted(entry.rotations))
    if lay.rotation not in allowed:
        facts: dict[str, str | int] = {"rotation": lay.rotation, "tile": lay.tile}
        facts["allowed"] = ", ".join(str(rotation) for rotation in allowed)
        return [LayProblem("track.rotation", facts)]
    problems: list[LayProblem] = []
    facts = {"hex": lay.hex, "tile": lay.tile, "rotation": lay.rotation}
    old, turned_by = board.lying(placements, lay.hex)
    if old.colour in ("gray", "red", "blue") and not board.upgrades(placements, lay.hex):
        problems.append(LayProblem("track.never_changes", {"hex": lay.hex, "colour": old.colour}))
        return problems
    if not limits.any_tile:
        problems += _check_chart(board, placements, lay)
    if entry.special and lay.tile not in limits.special:
        problems.append(LayProblem("track.special_only", {"tile": lay.tile}))
    if entry.tile.colour not in limits.colours:
        names = ", ".join(sorted(limits.colours))
        problems.append(
            LayProblem("track.colour", {"tile": lay.tile, "colour": entry.tile.colour, "allowed": names})
        )
    if limits.supply.get(lay.tile, 1) <= 0:
        problems.append(LayProblem("track.supply", {"tile": lay.tile}))
    needed = board.required_label(placements, lay.hex)
    if limits.labels and needed != entry.tile.label:
        labels = {"needed": needed or "none", "label": entry.tile.label or "none"}
        problems.append(LayProblem("track.label", {"hex": lay.hex, "tile": lay.tile, **labels}))
    if stop_mapping(board, placements, lay) is None:
        problems.append(LayProblem("track.breaks_track", facts))
    nowhere = entry.tile.exits_at(lay.rotation) & item.closed & ~old.exits_at(turned_by) & ALL_EDGES
    if nowhere:
        edges = "edges " + ", ".join(str(edge) for edge in edges_of(nowhere))
        problems.append(LayProblem("track.leads_nowhere", {**facts, "edges": edges}))
    return problems


def _check_chart(board: Board, placements: Placements, lay: Lay) -> list[LayProblem]:
    if any(target.tile == lay.tile for target in board.upgrades(placements, lay.hex)):
        return []
    item = board.hexes[board.hex_number(lay.hex)]
    placed = placements.get(lay.hex)
    if placed is None and item.printed.colour == "blank":
        place = item.place.replace("_", " ")
        return [LayProblem("track.wrong_place", {"tile": lay.tile, "hex": lay.hex, "place": place})]
    old = f"tile {placed[0]}" if placed else f"the printed {item.printed.colour} track"
    return [LayProblem("track.not_an_upgrade", {"tile": lay.tile, "hex": lay.hex, "old": old})]


def _check_reach(graph: TrackGraph, reach: Reach, lay: Lay, rule: TrackRule) -> LayProblem | None:
    board = graph.board
    number = board.hex_number(lay.hex)
    old, new = graph.tiles[number], board.turned(lay.tile, lay.rotation, graph.gauges)
    facts: dict[str, str | int] = {"hex": lay.hex, "tile": lay.tile, "rotation": lay.rotation}
    if old.pieces:
        on_route = _on_route(graph, reach, number)
        if on_route and (rule == "permissive" or (rule == "semi_restrictive" and new.tile.stops)):
            return None
        if on_route and rule == "new_track_or_value" and _changes_reached_value(graph, reach, lay):
            return None
    else:
        on_route = any(reach.reaches_entry(number * 6 + edge) for edge in range(6))
    if extends_route(graph, reach, lay.hex, lay.tile, lay.rotation):
        return None
    return LayProblem("track.no_new_track" if on_route else "track.not_on_route", facts)


def _on_route(graph: TrackGraph, reach: Reach, number: int) -> bool:
    """Whether some track or stop of a hex is on a legal route."""
    first = number * graph.board.stride
    stops = range(first, first + len(graph.tiles[number].tile.stops))
    if any(reach.stop_distance(stop) is not None for stop in stops):
        return True
    exits = graph.tiles[number].exits
    return any(reach.reaches_entry(number * 6 + edge) for edge in edges_of(exits))


def _changes_reached_value(graph: TrackGraph, reach: Reach, lay: Lay) -> bool:
    board = graph.board
    mapping = stop_mapping(board, graph.placements, lay)
    number = board.hex_number(lay.hex)
    old, new = graph.tiles[number].tile, board.entry_of(lay.tile).tile
    if mapping is None:
        return False
    for index, targets in enumerate(mapping):
        if reach.stop_distance(number * board.stride + index) is None:
            continue
        if any(old.stops[index].revenue != new.stops[target].revenue for target in targets):
            return True
    return False


def candidate_lays(
    graph: TrackGraph,
    limits: LayLimits,
    starts: Iterable[int] | None,
    blocked: frozenset[int] = frozenset(),
    closed: frozenset[int] = frozenset(),
    hexes: Collection[HexId] | None = None,
    tiles: Collection[TileId] | None = None,
) -> list[Lay]:
    """All legal lays, ordered by hex (as on the map), then by the chart, then by rotation.

    Args:
        graph: track before the lay.
        limits: colours, supply, track rule.
        starts: stops with the corporation's tokens; None = any hex, connected or not.
        blocked: cities its trains cannot run through.
        closed: stops its trains cannot visit.
        hexes: look only at these; None = all.
        tiles: look only at these; with ``limits.any_tile`` they replace the chart.
    """
    board = graph.board
    starts = None if starts is None else tuple(starts)
    reach = None if starts is None else reach_of(graph, starts, blocked, closed)
    found: list[Lay] = []
    for number in _near(graph, reach):
        item = board.hexes[number]
        if hexes is not None and item.id not in hexes:
            continue
        if limits.any_tile and tiles is not None:
            wanted = list(dict.fromkeys(tiles))
        else:
            targets = board.upgrades(graph.placements, item.id)
            wanted = list(dict.fromkeys(target.tile for target in targets))
        for tile_id in wanted:
            if tiles is not None and tile_id not in tiles:
                continue
            for rotation in board.lay_rotations(graph.placements, item.id, tile_id):
                lay = Lay(item.id, tile_id, rotation)
                if _check_print(graph, lay, limits):
                    continue
                if reach is None or _check_reach(graph, reach, lay, limits.rule) is None:
                    found.append(lay)
    return found


def _near(graph: TrackGraph, reach: Reach | None) -> list[int]:
    """Numbers of the hexes where a lay can serve the corporation."""
    if reach is None:
        return list(range(len(graph.board.hexes)))
    numbers = {entry // 6 for entry in reach.entries()}
    numbers.update(stop // graph.board.stride for stop in reach.stops())
    return sorted(numbers)


def affordable(lays: Iterable[Lay], board: Board, placements: Placements, cash: int) -> list[Lay]:
    """Those lays whose printed cost does not exceed ``cash``."""
    return [lay for lay in lays if lay_cost(board, placements, lay).total <= cash]
