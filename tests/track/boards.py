"""Small maps for tests, written as hex name → one-line notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from open18xx.definition.map import Border, MapHex, make_map
from open18xx.definition.tiles import ManifestEntry, TileDefinition, TileSet, UpgradeTarget
from open18xx.geometry.grid import Orientation, default_axes, parse_hex
from open18xx.loading.catalogue import catalogue
from open18xx.loading.notation import parse_tile
from open18xx.track.board import Board
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.search import search
from open18xx.track.routes.trains import RouteResult, TrainSpec, stop_values

Cells = Mapping[str, str | TileDefinition]


def tile(code: str | TileDefinition, name: str = "") -> TileDefinition:
    """A printed tile from notation; ``colour:`` may stand in front."""
    if isinstance(code, TileDefinition):
        return code
    colour, _, rest = code.rpartition("!")
    return parse_tile(rest, name, colour or "yellow").tile  # type: ignore[arg-type]


def make_board(
    cells: Cells,
    *,
    orientation: Orientation = "pointy",
    terminus: Iterable[str] = (),
    single_visit: Iterable[str] = (),
    borders: Mapping[str, Sequence[tuple[int, Border]]] | None = None,
    hexes: Mapping[str, Mapping[str, object]] | None = None,
    tiles: TileSet | None = None,
) -> Board:
    """A board whose hexes show what ``cells`` say; ``hexes`` gives further fields of single hexes."""
    made = {}
    for name, code in cells.items():
        row, column = parse_hex(name, default_axes(orientation))
        printed = tile(code, name)
        fields: dict[str, object] = {"place": printed.place}
        fields.update((hexes or {}).get(name, {}))
        made[name] = MapHex(
            id=name,
            row=row,
            column=column,
            printed=printed,
            terminus=name in set(terminus),
            single_visit=name in set(single_visit),
            borders=tuple((borders or {}).get(name, ())),
            **fields,  # type: ignore[arg-type]
        )
    the_map = make_map(orientation, default_axes(orientation), made)
    return Board(the_map, tiles or TileSet({}, {}))


def make_graph(cells: Cells, **options: object) -> TrackGraph:
    """Track of a board on which no tile has been laid."""
    return TrackGraph(make_board(cells, **options), {})  # type: ignore[arg-type]


def run(
    graph: TrackGraph,
    tokens: Iterable[tuple[str, int]],
    trains: Sequence[TrainSpec],
    *,
    blocked: Iterable[tuple[str, int]] = (),
    band: int = 0,
    **options: object,
) -> RouteResult:
    """Search with printed values; tokens and blocked cities given as places."""
    return search(
        graph,
        [graph.stop_number(*place) for place in tokens],
        frozenset(graph.stop_number(*place) for place in blocked),
        trains,
        [stop_values(graph, band, train.tag) for train in trains],
        **options,  # type: ignore[arg-type]
    )


def tile_set(
    chart: Mapping[str, Sequence[str]],
    first: Mapping[str, Sequence[str]] | None = None,
    counts: Mapping[str, int] | None = None,
    *,
    sets: Sequence[str] = ("standard",),
) -> TileSet:
    """Tiles of the catalogue with an upgrade chart: tile → tiles that may replace it."""
    known = {
        name: definition for name_of_set in sets for name, definition in catalogue()[name_of_set].items()
    }
    return TileSet(
        {
            name: ManifestEntry(
                known[name],
                (counts or {}).get(name),
                upgrades=tuple(UpgradeTarget(target) for target in targets),
            )
            for name, targets in chart.items()
        },
        {
            place: tuple(UpgradeTarget(name) for name in names)  # type: ignore[misc]
            for place, names in (first or {}).items()
        },
    )
