"""1826, sections 4.10 and 8: which tile replaces which, and the supply of tiles."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from open18xx.actions.kinds import LayTile
from open18xx.definition.tiles import Colour
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.network import board_of, graph_of
from open18xx.track.lays import LayLimits, candidate_lays

from tests.support.contexts import loaded
from tests.support.positions import Position, go_on, offers_of, play, refused

ALL: frozenset[Colour] = frozenset({"yellow", "green", "brown", "gray"})


def p(seat: int) -> str:
    return f"player-{seat}"


def upgrades(context: Context, hex_id: str, tile: str = "", rotation: int = 0) -> set[str]:
    """Tiles that may replace what lies on a hex, in all phases and whoever lays."""
    game = Position(context, 2).stock().game()
    graph = graph_of(game.view)
    if tile:
        graph = graph.with_tiles({hex_id: (tile, rotation)})
    return {one.tile for one in candidate_lays(graph, LayLimits(ALL, {}), None, hexes=[hex_id])}


def every_rotation(context: Context, hex_id: str, tile: str) -> dict[int, set[str]]:
    """The same for all rotations in which a tile can lie on a hex without leading off the map."""
    board = board_of(context.title)
    closed = board.hexes[board.hex_number(hex_id)].closed
    definition = board.entry_of(tile).tile
    turned = [r for r in definition.rotations if not definition.exits_at(r) & closed]
    return {rotation: upgrades(context, hex_id, tile, rotation) for rotation in turned}


def lays(game: Game, hex_id: str) -> set[tuple[str, int]]:
    found = [a for a in offers_of(game, LayTile) if isinstance(a, LayTile)]
    return {(a.tile, a.rotation) for a in found if a.hex == hex_id}


# -- cities ------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.10-20", "1826-8-15", "1826-8-16", "1826-8-31")
@pytest.mark.parametrize("hex_id", ["B12", "C15"])
@pytest.mark.parametrize("tile", ["14", "15", "619"])
def test_t15_beside_one_forbidden_hex_brown_611(context: Context, hex_id: str, tile: str) -> None:
    """Scenario T15, first half: Antwerp and Liège."""
    found = every_rotation(context, hex_id, tile)
    assert found
    assert set.union(*found.values()) == {"611"}
    assert all(targets == {"611"} for targets in found.values())


@pytest.mark.rule("1826-4.10-21")
@pytest.mark.parametrize("hex_id", ["E15", "F12", "H6", "I7", "I13", "C11", "C13", "L14"])
@pytest.mark.parametrize("tile", ["14", "15", "619"])
def test_t15_beside_no_forbidden_hex_brown_63(context: Context, hex_id: str, tile: str) -> None:
    """Scenario T15, second half."""
    found = every_rotation(context, hex_id, tile)
    assert found and all(targets == {"63"} for targets in found.values())


@pytest.mark.rule("1826-4.10-22")
def test_st_etienne_stays_green(context: Context) -> None:
    """15 is the only green tile that fits there, and nothing replaces it."""
    yellow = {tile: every_rotation(context, "M13", tile) for tile in ("5", "6", "57")}
    greens = {target for found in yellow.values() for targets in found.values() for target in targets}
    assert greens == {"15"}
    found = every_rotation(context, "M13", "15")
    assert found and all(targets == set() for targets in found.values())


@pytest.mark.rule("1826-4.10-23", "1826-8-30", "1826-8-08", "1826-8-13", "1826-8-15")
@pytest.mark.parametrize(
    ("hex_id", "looks_like", "rotation", "next_ones"),
    [
        ("C11", "5", 0, {"14", "15", "619"}),
        ("I7", "57", 0, {"14", "15", "619"}),
        ("C13", "619", None, {"63"}),
        ("L14", "14", None, {"63"}),
    ],
)
def test_printed_cities_are_upgraded_like_their_tiles(
    context: Context, hex_id: str, looks_like: str, rotation: int | None, next_ones: set[str]
) -> None:
    assert upgrades(context, hex_id) == next_ones
    board = board_of(context.title)
    tile = board.entry_of(looks_like).tile
    printed = context.title.map.hexes[hex_id].printed
    alike = [r for r in tile.rotations if tile.exits_at(r) == printed.exits]
    assert alike and (rotation is None or rotation in alike)
    # Exactly the lays that the tile itself would allow there.
    graph = graph_of(Position(context, 2).stock().game().view)
    limits = LayLimits(ALL, {})
    as_printed = candidate_lays(graph, limits, None, hexes=[hex_id])
    as_tile = candidate_lays(graph.with_tiles({hex_id: (looks_like, alike[0])}), limits, None, hexes=[hex_id])
    assert as_printed == as_tile


@pytest.mark.rule("1826-4.10-24", "1826-8-31")
@pytest.mark.parametrize("hex_id", ["C11", "C13", "L14", "E15", "F12", "H6", "I7", "I13"])
def test_three_brown_cities_turn_gray(context: Context, hex_id: str) -> None:
    expected = {"513"} if hex_id in ("C11", "C13", "L14") else set()
    assert upgrades(context, hex_id, "63") == expected


@pytest.mark.rule("1826-4.10-24")
def test_611_is_final(context: Context) -> None:
    for hex_id in ("B12", "C15"):
        assert all(targets == set() for targets in every_rotation(context, hex_id, "611").values())


@pytest.mark.rule("1826-4.10-25", "1826-8-05")
def test_paris_has_its_own_tiles(context: Context) -> None:
    """As recorded: 514, then 515, then 516, always on G9."""
    assert upgrades(context, "G9") == {"514"}
    assert upgrades(context, "G9", "514") == {"515"}
    assert upgrades(context, "G9", "515") == {"516"}
    assert upgrades(context, "G9", "516") == set()
    graph = graph_of(Position(context, 2).stock().game().view)
    own = {"514", "515", "516"}
    places = {one.hex for one in candidate_lays(graph, LayLimits(ALL, {}), None) if one.tile in own}
    assert places == {"G9"}
    game = (
        Position(context, 3)
        .phase("4H")
        .float("PO", 1, 90, structure="ten")
        .token("PO", "I7")
        .operating("PO")
        .game()
    )
    assert {tile for tile, _ in lays(game, "G9")} == {"514"}
    refused(game, LayTile(p(1), "PO", "I7", "514", 0), "track.not_an_upgrade", "track.label")


@pytest.mark.rule("1826-8-05")
def test_off_map_and_gray_hexes_never_change(context: Context) -> None:
    cells = context.title.map.hexes
    for name, cell in cells.items():
        if cell.printed.colour in ("red", "gray"):
            assert upgrades(context, name) == set()
    game = Position(context, 3).float("Midi", 1, 90).operating("Midi").game()
    refused(game, LayTile(p(1), "Midi", "N2", "514", 0), "track.never_changes")
    refused(game, LayTile(p(1), "Midi", "M3", "63", 0), "track.never_changes")


# -- all tiles ---------------------------------------------------------------------------------------


def shape(context: Context, tile: str, rotation: int) -> set[tuple[object, ...]]:
    """Track as pairs of sides, for a tile with one stop each side that has track to it."""
    definition = context.title.tiles.entries[tile].tile
    found: set[tuple[object, ...]] = set()
    for a, b in definition.track:
        ends = sorted((x + rotation) % 6 if x < 6 else x for x in (a, b))
        found.add(tuple("stop" if end >= 6 else end for end in ends))
    return found


#: A hex with all six neighbours open, by what is printed on it.
ROOM = {"plain": "I11", "town": "K11", "city": "I13"}


@pytest.mark.rule("1826-4.10-13")
def test_t3_rotations_of_every_upgrade_against_brute_force(context: Context) -> None:
    """Scenario T3: for every arrow of the chart and every rotation of the old tile."""
    entries = context.title.tiles.entries
    board = board_of(context.title)
    count = 0
    for old, entry in entries.items():
        if len(entry.tile.stops) > 1:
            continue
        room = ROOM[entry.tile.place]
        for target in entry.upgrades:
            hex_id = room if target.only is None else sorted(target.only)[0]
            definition = entries[target.tile].tile
            closed = board.hexes[board.hex_number(hex_id)].closed
            for turned in range(6):
                wanted = {
                    frozenset(shape(context, target.tile, rotation))
                    for rotation in range(6)
                    if shape(context, old, turned) <= shape(context, target.tile, rotation)
                    and not definition.exits_at(rotation) & closed & ~entry.tile.exits_at(turned)
                }
                given = board.lay_rotations({hex_id: (old, turned)}, hex_id, target.tile)
                offered = {
                    frozenset(shape(context, target.tile, rotation))
                    for rotation in given
                    if not definition.exits_at(rotation) & closed & ~entry.tile.exits_at(turned)
                }
                assert offered == wanted, (old, turned, target.tile)
                assert len(given) == len(set(given))
                count += 1
    assert count > 400


# -- the supply --------------------------------------------------------------------------------------


def stock(game: Game) -> Mapping[str, int]:
    return game.state.tile_stock


@pytest.mark.rule("1826-4.10-15")
def test_a_replaced_tile_goes_back(context: Context) -> None:
    game = (
        Position(context, 3)
        .phase("4H")
        .float("GC", 1, 90, structure="ten")
        .token("GC", "I13")
        .tile("I13", "57", 0)
        .operating("GC")
        .game()
    )
    assert stock(game)["57"] == 3 and stock(game)["14"] == 3
    play(game, LayTile(p(1), "GC", "I13", "14", 0))
    assert stock(game)["57"] == 4 and stock(game)["14"] == 2


@pytest.mark.rule("1826-4.10-15", "1826-C-Tiles-01")
def test_t4_a_single_tile_can_be_used_again_after_its_upgrade(context: Context) -> None:
    """Scenario T4. There is one tile 26; it lies on K15 until GC upgrades it."""

    def table(corporation: str, on_k15: str = "26") -> Game:
        return (
            Position(context, 3)
            .phase("10H")
            .float("GC", 1, 90, trains=["10H"])
            .float("PO", 1, 75, trains=["10H"])
            .tile("K15", on_k15, 3)
            .tile("H8", "9", 0)
            .operating(corporation)
            .game()
        )

    wanted = min(rotation for tile, rotation in lays(table("PO", "9"), "H8") if tile == "26")
    action = LayTile(p(1), "PO", "H8", "26", wanted)
    game = table("PO")
    assert stock(game)["26"] == 0
    refused(game, action, "track.supply")
    game = table("GC")
    tile, rotation = min(lays(game, "K15"))
    play(game, LayTile(p(1), "GC", "K15", tile, rotation))
    assert stock(game)["26"] == 1
    while game.view.operating == "GC":
        go_on(game)
    assert game.view.operating == "PO"
    play(game, action)
    assert stock(game)["26"] == 0


@pytest.mark.rule("1826-4.10-15", "1826-8-30")
@pytest.mark.parametrize(
    ("hex_id", "looks_like", "phase"),
    [("I7", "57", "4H"), ("C11", "5", "4H"), ("C13", "619", "10H"), ("L14", "14", "10H")],
)
def test_t5_upgrading_a_printed_tile_gives_nothing_back(
    context: Context, hex_id: str, looks_like: str, phase: str
) -> None:
    """Scenario T5."""
    game = (
        Position(context, 3)
        .phase(phase)
        .float("Midi", 1, 90, structure="ten")
        .token("Midi", hex_id)
        .operating("Midi")
        .game()
    )
    before = stock(game)[looks_like]
    tile, rotation = min(lays(game, hex_id))
    play(game, LayTile(p(1), "Midi", hex_id, tile, rotation))
    assert stock(game)[looks_like] == before - (tile == looks_like)


@pytest.mark.rule("1826-C-Tiles-01")
def test_yellow_plain_tiles_never_run_out(context: Context) -> None:
    """Four tiles 7 are printed; with six on the map a seventh may be laid. Two tiles 5 are all."""
    position = Position(context, 3).float("GC", 1, 90, cash=100)
    for hex_id in ("I11", "I15", "J12", "J14", "H12", "H14"):
        position.tile(hex_id, "7", 0)
    game = position.tile("H6", "5", 0).tile("I13", "5", 0).operating("GC").game()
    assert "7" not in stock(game)
    assert "7" in {tile for tile, _ in lays(game, "K15")}
    assert stock(game)["5"] == 0
    assert {tile for tile, _ in lays(game, "M13")} == {"6"}
    refused(game, LayTile(p(1), "GC", "M13", "5", 3), "track.supply")


@pytest.mark.rule("1826-4.10-13", "1826-4.10-24")
def test_t6_a_tile_keeps_no_label_of_its_hex(context: Context) -> None:
    """Scenario T6: what makes Lyon special is the hex; its tile is an ordinary one elsewhere."""
    game = (
        Position(context, 3)
        .phase("TGV")
        .float("GC", 1, 90, structure="ten")
        .tile("L14", "63", 0)
        .operating("GC")
        .game()
    )
    play(game, LayTile(p(1), "GC", "L14", "513", 0))
    assert stock(game)["63"] == 5
    assert upgrades(context, "I13", "63") == set()
    assert upgrades(context, "L14", "63") == {"513"}


@pytest.mark.rule("1826-8-01")
@pytest.mark.parametrize(
    ("placed", "value"),
    [((), 30), ((("L14", "14", 2),), 30), ((("L14", "63", 0),), 40), ((("L14", "513", 0),), 60)],
)
def test_the_value_of_a_city_is_that_of_its_tile(
    context: Context, placed: tuple[tuple[str, str, int], ...], value: int
) -> None:
    """Lyon to Geneva (30), one hex away."""
    position = Position(context, 3).phase("4H").float("GC", 1, 90, trains=["4H"]).tile("K15", "8", 4)
    for one in placed:
        position.tile(*one)
    game = position.operating("GC", step="routes").game()
    play(game, offers_of(game, "run_routes")[0])
    assert game.state.round.turn.earnings == value + 30


@pytest.mark.rule("1826-4.10-25", "1826-4.10-14")
def test_paris_tiles_are_never_turned() -> None:
    """City i keeps edge i: turned, homes that are not placed yet would lie at other edges."""
    board = board_of(loaded("1826").title)
    before = {"514": {}, "515": {"G9": ("514", 0)}, "516": {"G9": ("515", 0)}}
    for tile, placements in before.items():
        assert board.lay_rotations(placements, "G9", tile) == (0,)
