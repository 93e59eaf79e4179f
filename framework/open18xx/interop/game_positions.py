"""A position for the route search out of a game in progress, also with changes that did not happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from open18xx.definition.tiles import CorporationId
from open18xx.errors import Open18xxError
from open18xx.interop.positions import Position
from open18xx.rules.bonuses import route_bonuses
from open18xx.rules.running import run_terms, stop_tables, train_spec
from open18xx.state.view import View
from open18xx.track.board import UnknownName
from open18xx.track.lays import Lay, stop_mapping
from open18xx.track.routes.trains import Place, TrainSpec, stop_values


def running_corporation(view: View, named: CorporationId | None) -> CorporationId:
    """The corporation asked for, or the one that is operating.

    Raises:
        Open18xxError: nobody is operating and none is named, or there is no such corporation.
    """
    known = view.title.companies.corporations
    if named is not None:
        if named not in known:
            raise Open18xxError(f"--corporation {named}: the title has {', '.join(known)}")
        return named
    if view.state.round.kind != "operating":
        raise Open18xxError("nobody is operating at this point of the game; say --corporation")
    return view.operating


def game_position(view: View, corporation: CorporationId, after: int | None = None) -> Position:
    """The corporation with its trains, tokens and the track as they are.

    Args:
        after: number of the last action in the file it comes from; by default as the game counts.
    """
    terms = run_terms(view, corporation)
    return Position(
        id=f"after action {view.state.sequence if after is None else after}",
        title=view.title.id,
        corporation=corporation,
        graph=terms.graph,
        tokens=terms.tokens,
        blocked=terms.blocked,
        trains=terms.specs,
        tables=tuple(terms.table(train) for train in range(len(terms.specs))),
        closed=terms.closed,
        bonuses=terms.bonuses,
        shared_bonuses=(),
        known_best=None,
    )


def _tables(
    view: View, corporation: CorporationId, specs: Sequence[TrainSpec]
) -> tuple[Mapping[Place, int], ...]:
    tables = stop_tables(view, corporation, specs)
    return (tables,) * len(specs) if isinstance(tables, dict) else tables


def with_train(view: View, position: Position, train: TrainSpec | str) -> Position:
    """The position with one more train: a type of the title by its id, or any other."""
    if isinstance(train, str):
        train = train_spec(view, position.corporation, view.title.trains[train])
    specs = (*position.trains, train)
    tables = (*position.tables, *_tables(view, position.corporation, [train]))
    bonuses = route_bonuses(view, position.corporation, specs, tables)
    return replace(position, trains=specs, tables=tables, bonuses=bonuses)


def with_tile(view: View, position: Position, hex_id: str, tile: str, rotation: int) -> Position:
    """The position with a tile laid, whether that would be legal or not.

    Raises:
        Open18xxError: the title has no such hex, tile or rotation.
    """
    board = position.graph.board
    try:
        board.hex_number(hex_id)
        graph = position.graph.with_tiles({**position.graph.placements, hex_id: (tile, rotation)})
    except UnknownName as error:
        raise Open18xxError(f"--tile {hex_id}={tile}: {error}") from None
    heirs = stop_mapping(board, position.graph.placements, Lay(hex_id, tile, rotation))
    first = board.hex_number(hex_id) * board.stride

    def moved(stop: int) -> int:
        """Where a token goes: to the stop that takes over its old one, as far as there is one."""
        index = stop - first
        return first + heirs[index][0] if heirs and 0 <= index < len(heirs) and heirs[index] else stop

    def has_more_slots(stop: int) -> bool:
        return graph.stop(moved(stop)).slots > position.graph.stop(stop).slots

    tables = []
    for train, table in zip(position.trains, position.tables, strict=True):
        printed = stop_values(graph, view.phase.revenue_band, train.tag)
        fresh = {place: value for place, value in printed.items() if place[0] == hex_id}
        kept = {place: value for place, value in table.items() if place[0] != hex_id}
        tables.append({**kept, **fresh})
    return replace(
        position,
        graph=graph,
        tables=tuple(tables),
        tokens=tuple(sorted({moved(stop) for stop in position.tokens})),
        blocked=frozenset(moved(stop) for stop in position.blocked if not has_more_slots(stop)),
    )


def with_token(position: Position, hex_id: str, city: int) -> Position:
    """The position with one more token of the corporation, whether there is room for it or not.

    Raises:
        Open18xxError: no such hex or city.
    """
    graph = position.graph
    number = graph.board.index.get(hex_id)
    if number is None:
        raise Open18xxError(f"--token {hex_id}: the map has no such hex")
    stops = graph.tiles[number].tile.stops
    if city >= len(stops) or stops[city].kind != "city":
        raise Open18xxError(f"--token {hex_id}/{city}: there is no such city")
    stop = graph.stop_number(hex_id, city)
    tokens = tuple(sorted({*position.tokens, stop}))
    return replace(position, tokens=tokens, blocked=position.blocked - {stop})
