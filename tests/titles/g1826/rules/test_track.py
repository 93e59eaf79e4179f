"""1826, sections 4.6.1, 4.7.1 and 4.10: laying and upgrading track."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import LayTile, Pass, Respond
from open18xx.definition.tiles import Colour
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.laying import legal_lays
from open18xx.rules.network import board_of, graph_of
from open18xx.track.lays import LayLimits, candidate_lays

from tests.support.positions import Position, events, every_offer_is_legal, offered, offers_of, play, refused

ALL: frozenset[Colour] = frozenset({"yellow", "green", "brown", "gray"})
#: Sides of the hexes, counted from south-west.
SW, W, NW, NE, E, SE = range(6)


def p(seat: int) -> str:
    return f"player-{seat}"


def lays(game: Game, hex_id: str = "") -> set[tuple[str, str, int]]:
    """Lays offered without a power, on one hex or on all."""
    found = [a for a in offers_of(game, LayTile) if isinstance(a, LayTile) and a.private is None]
    return {(a.hex, a.tile, a.rotation) for a in found if hex_id in ("", a.hex)}


def tiles_on(game: Game, hex_id: str) -> set[str]:
    return {tile for _, tile, _ in lays(game, hex_id)}


def lay(game: Game, hex_id: str, tile: str = "", rotation: int | None = None) -> LayTile:
    """The first offered lay on a hex (of a tile, in a rotation), in the order of the offers."""
    for action in offers_of(game, LayTile):
        assert isinstance(action, LayTile)
        fits = tile in ("", action.tile) and rotation in (None, action.rotation)
        if action.hex == hex_id and fits and action.private is None:
            return action
    raise AssertionError(f"no lay of {tile or 'any tile'} on {hex_id} is offered: {sorted(lays(game))}")


def kind_of(context: Context, tile: str) -> str:
    return "lay" if context.title.tiles.entries[tile].tile.colour == "yellow" else "upgrade"


def grand_central(context: Context, phase: str = "4H", *, turns: int = 1, cash: int = 500) -> Position:
    """GC in Lyon with a tile towards Geneva and one towards Clermont-Ferrand."""
    return (
        Position(context, 3)
        .phase(phase)
        .float("GC", 1, 90, shares={1: 3}, cash=cash, turns=turns, structure="ten")
        .tile("K15", "9", 0)
    )


# -- allowance ---------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.7.1-01", "1826-4.10-02")
@pytest.mark.parametrize("kind", ["lay", "upgrade"])
def test_one_yellow_tile_or_one_upgrade(context: Context, kind: str) -> None:
    game = grand_central(context, turns=1).operating("GC").game()
    actions = [a for a in offers_of(game, LayTile) if isinstance(a, LayTile)]
    assert {kind_of(context, action.tile) for action in actions} == {"lay", "upgrade"}
    play(game, next(a for a in actions if kind_of(context, a.tile) == kind))
    assert game.step_name() == "token"


@pytest.mark.rule("1826-4.7.1-02", "1826-4.10-03")
def test_two_yellow_tiles_in_the_first_turn(context: Context) -> None:
    game = grand_central(context, turns=0).operating("GC").game()
    upgrade = next(a for a in offers_of(game, LayTile) if isinstance(a, LayTile) and a.hex == "K15")
    assert kind_of(context, upgrade.tile) == "upgrade"
    play(game, lay(game, "K13", "9"))
    assert game.step_name() == "track"
    # After a yellow tile no upgrade, and nothing on the same hex.
    assert {kind_of(context, tile) for _, tile, _ in lays(game)} == {"lay"}
    refused(game, upgrade, "track.allowance")
    every_offer_is_legal(game)
    play(game, lay(game, "M15"))
    assert game.step_name() == "token"


@pytest.mark.rule("1826-4.7.1-02", "1826-4.10-03")
def test_or_one_upgrade_in_the_first_turn(context: Context) -> None:
    game = grand_central(context, turns=0).operating("GC").game()
    play(game, next(a for a in offers_of(game, LayTile) if isinstance(a, LayTile) and a.hex == "K15"))
    assert game.step_name() == "token"


@pytest.mark.rule("1826-4.7.1-02", "1826-4.10-03", "1826-4.7-05")
def test_the_second_tile_may_be_left_out(context: Context) -> None:
    game = grand_central(context, turns=0).operating("GC").game()
    play(game, lay(game, "K13", "9"), Pass(p(1)))
    assert game.step_name() == "token"
    game = grand_central(context, turns=0).operating("GC").game()
    play(game, Pass(p(1)))
    assert game.step_name() == "token"


@pytest.mark.rule("1826-4.6.2-29", "1826-4.6.3-30")
@pytest.mark.parametrize("national", ["Etat", "SNCF"])
@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("kind", ["lay", "upgrade"])
def test_a_national_lays_one_tile_in_its_first_turn_too(
    context: Context, national: str, turns: int, kind: str
) -> None:
    game = (
        Position(context, 3)
        .phase("10H")
        .float(national, 1, 110, shares={1: 3}, cash=500, turns=turns)
        .token(national, "L14")
        .tile("K15", "9", 0)
        .operating(national)
        .game()
    )
    actions = [a for a in offers_of(game, LayTile) if isinstance(a, LayTile)]
    assert {kind_of(context, action.tile) for action in actions} == {"lay", "upgrade"}
    play(game, next(a for a in actions if kind_of(context, a.tile) == kind))
    assert game.step_name() != "track"


# -- money -------------------------------------------------------------------------------------------


def belge(context: Context, cash: int, turns: int = 1) -> Game:
    return Position(context, 2).float("Belge", 1, 90, cash=cash, turns=turns).operating("Belge").game()


@pytest.mark.rule("1826-4.7.1-03", "1826-4.10-16")
@pytest.mark.parametrize(
    ("hex_id", "cost"),
    [("B12", 40), ("C15", 40), ("D14", 60), ("D12", 0)],
    ids=["river", "river", "mountain", "flat"],
)
def test_terrain_costs_money(context: Context, hex_id: str, cost: int) -> None:
    game = belge(context, 200)
    bank = game.view.cash("bank")
    turn = play(game, lay(game, hex_id))
    assert game.view.cash("Belge") == 200 - cost
    assert game.view.cash("bank") == bank + cost
    [fact] = events(turn, "tile_laid")
    assert fact["cost"] == cost


@pytest.mark.rule("1826-4.10-18", "1826-4.7.1-03")
@pytest.mark.parametrize(("hex_id", "cost"), [("B12", 40), ("D14", 60)], ids=["T7 river", "T7 mountain"])
def test_without_the_money_there_is_no_tile(context: Context, hex_id: str, cost: int) -> None:
    wanted = lay(belge(context, cost), hex_id)
    game = belge(context, cost - 1)
    assert not lays(game, hex_id)
    assert lays(game, "D12")
    [refusal] = game.check(wanted)
    assert f"F{cost};" in refusal.message and f"F{cost - 1}" in refusal.message
    refused(game, wanted, "track.too_dear")
    play(belge(context, cost), wanted)


@pytest.mark.rule("1826-4.10-18", "1826-4.7.1-03")
def test_t7_the_first_tile_has_used_up_the_money(context: Context) -> None:
    """Scenario T7: 99 pay for the river (40), then 59 are left for the mountain."""
    game = belge(context, 99, turns=0)
    mountain = lay(game, "D14")
    play(game, lay(game, "B12"))
    assert game.view.cash("Belge") == 59
    refused(game, mountain, "track.too_dear")
    enough = belge(context, 100, turns=0)
    play(enough, lay(enough, "B12"), mountain)
    assert enough.view.cash("Belge") == 0


@pytest.mark.rule("1826-4.10-19")
@pytest.mark.parametrize(
    ("hex_id", "tile", "rotation"), [("C15", "57", 1), ("D14", "58", 0), ("F12", "57", 0)]
)
def test_upgrades_on_rivers_and_mountains_are_free(
    context: Context, hex_id: str, tile: str, rotation: int
) -> None:
    position = Position(context, 2).phase("4H").float("Belge", 1, 90, cash=0).tile(hex_id, tile, rotation)
    if hex_id == "F12":
        position.token("Belge", "F12")
    game = position.operating("Belge").game()
    action = lay(game, hex_id)
    assert kind_of(context, action.tile) == "upgrade"
    [fact] = events(play(game, action), "tile_laid")
    assert fact["cost"] == 0


# -- what the new track must serve -------------------------------------------------------------------


@pytest.mark.rule("1826-4.10-04")
def test_a_new_tile_extends_a_legal_route(context: Context) -> None:
    game = grand_central(context).operating("GC").game()
    # Lyon looks to K13, K15, M13 and M15; the tile on K15 leads on to J16.
    assert {hex_id for hex_id, tile, _ in lays(game) if kind_of(context, tile) == "lay"} == {
        "K13", "M13", "M15", "J16",
    }  # fmt: skip
    # Every tile there has an end at the side it is reached from.
    board = board_of(context.title)
    side = {"K13": SE, "M13": NE, "M15": NW, "J16": SW}
    for hex_id, tile, rotation in lays(game):
        if hex_id in side:
            assert board.entry_of(tile).tile.exits_at(rotation) >> side[hex_id] & 1, (hex_id, tile, rotation)
    refused(game, LayTile(p(1), "GC", "J16", "9", 2), "track.no_new_track")
    refused(game, LayTile(p(1), "GC", "I11", "9", 0), "track.not_on_route")


@pytest.mark.rule("1826-4.10-04")
def test_a_city_full_of_others_tokens_is_the_end_of_the_route(context: Context) -> None:
    position = grand_central(context).tile("J16", "9", 0).tile("I17", "58", 0).token("PO", "L14")
    free = position.operating("GC").game()
    assert lays(free, "K13")
    blocked = (
        Position(context, 3)
        .phase("4H")
        .float("GC", 1, 90, home=False, cash=100)
        .token("GC", "K17")
        .token("PO", "L14")
        .token("Est", "L14")
        .tile("K15", "8", 4)
        .operating("GC")
        .game()
    )
    # From Geneva over K15 to Lyon, not through it.
    assert not lays(blocked, "K13") and not lays(blocked, "M15")
    open_one = (
        Position(context, 3)
        .phase("4H")
        .float("GC", 1, 90, home=False, cash=100)
        .token("GC", "K17")
        .token("PO", "L14")
        .tile("K15", "8", 4)
        .operating("GC")
        .game()
    )
    assert lays(open_one, "K13") and lays(open_one, "M15")


@pytest.mark.rule("1826-4.10-05")
def test_t11_a_plain_upgrade_must_add_track_within_reach(context: Context) -> None:
    """Scenario T11, second half. On K15 the straight 0-3 is reached by side 0."""
    game = grand_central(context).operating("GC").game()
    # Tile 20 crosses it with another straight that no route reaches.
    assert "20" not in tiles_on(game, "K15")
    for rotation in range(3):
        action = LayTile(p(1), "GC", "K15", "20", rotation)
        kept = not any(r.code == "track.breaks_track" for r in game.check(action))
        if kept:
            refused(game, action, "track.no_new_track")
    # Tile 23 adds a branch: from side 0 it serves, from side 3 nobody can come.
    board = board_of(context.title)
    offered_23 = {rotation for _, tile, rotation in lays(game, "K15") if tile == "23"}
    for rotation in range(6):
        pieces = {tuple(sorted(piece)) for piece in board.entry_of("23").tile.track_at(rotation)}
        if (0, 3) in pieces:
            [branch] = pieces - {(0, 3)}
            assert (rotation in offered_23) == (0 in branch)


@pytest.mark.rule("1826-4.10-06")
def test_t11_a_city_upgrade_must_only_lie_on_a_route(context: Context) -> None:
    """Scenario T11, first half. Orléans is full: PO reaches it, but could not use new track there."""
    game = (
        Position(context, 3)
        .phase("4H")
        .float("PO", 1, 90, cash=100)
        .float("Est", 2, 90)
        .token("Est", "I7")
        .tile("H8", "9", 0)
        .operating("PO")
        .game()
    )
    assert tiles_on(game, "I7") == {"14", "15", "619"}
    far = (
        Position(context, 3)
        .phase("4H")
        .float("PO", 1, 90, cash=100)
        .token("Est", "I7")
        .tile("H8", "9", 1)
        .operating("PO")
        .game()
    )
    assert not lays(far, "I7")
    refused(far, LayTile(p(1), "PO", "I7", "14", 0), "track.not_on_route")


@pytest.mark.rule("1826-4.10-06")
def test_a_town_upgrade_must_only_lie_on_a_route(context: Context) -> None:
    game = (
        Position(context, 3)
        .phase("4H")
        .float("GC", 1, 90, cash=100)
        .tile("K13", "8", 5)
        .tile("K11", "58", 2)
        .operating("GC")
        .game()
    )
    assert tiles_on(game, "K11") == {"87", "88", "141", "142", "143", "203", "204"}
    away = (
        Position(context, 3)
        .phase("4H")
        .float("GC", 1, 90, cash=100)
        .tile("K13", "9", 2)
        .tile("K11", "58", 2)
        .operating("GC")
        .game()
    )
    assert not lays(away, "K11")


@pytest.mark.rule("1826-4.10-07")
def test_a_tile_stays_until_it_is_upgraded(context: Context) -> None:
    game = grand_central(context, "2H").operating("GC").game()
    assert not lays(game, "K15")
    refused(game, LayTile(p(1), "GC", "K15", "8", 0), "track.not_an_upgrade", "track.breaks_track")
    refused(game, LayTile(p(1), "GC", "K15", "9", 0), "track.not_an_upgrade")


# -- what may lie where ------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.10-01", "1826-2-02")
@pytest.mark.parametrize(
    ("phase", "colours"),
    [
        ("2H", {"yellow"}),
        ("4H", {"yellow", "green"}),
        ("6H", {"yellow", "green"}),
        ("10H", {"yellow", "green", "brown"}),
        ("E", {"yellow", "green", "brown"}),
        ("TGV", {"yellow", "green", "brown", "gray"}),
    ],
)
def test_colours_follow_one_another_and_the_phase(context: Context, phase: str, colours: set[str]) -> None:
    """Yellow K15, green L14 as printed, and brown C13: each may become the next colour in its phase."""
    game = (
        Position(context, 3)
        .phase(phase)
        .float("GC", 1, 90, structure="ten", cash=500)
        .tile("K15", "9", 0)
        .tile("C13", "63", 0)
        .token("GC", "C13")
        .operating("GC")
        .game()
    )
    entries = context.title.tiles.entries
    assert {entries[tile].tile.colour for _, tile, _ in lays(game)} == colours
    assert all(entries[tile].tile.colour == "green" for _, tile, _ in lays(game, "K15"))
    assert all(entries[tile].tile.colour == "brown" for _, tile, _ in lays(game, "L14"))
    assert all(entries[tile].tile.colour == "gray" for _, tile, _ in lays(game, "C13"))
    if "green" not in colours:
        refused(game, LayTile(p(1), "GC", "K15", "23", 0), "track.colour")
    # Brown on yellow is no upgrade in any phase; the colour may be refused as well.
    found = [r.code for r in game.check(LayTile(p(1), "GC", "K15", "45", 0))]
    assert found[0] == "track.not_an_upgrade"
    assert ("track.colour" in found) == ("brown" not in colours)


@pytest.mark.rule("1826-4.10-08")
def test_t14_no_track_leads_where_none_may_run(context: Context) -> None:
    """Scenario T14: every lay anywhere on the empty map, with every tile and every upgrade of it."""
    title = context.title
    board = board_of(title)
    printed = {
        name: {a for pair in cell.printed.track for a in pair if a < 6}
        for name, cell in title.map.hexes.items()
    }
    fixed = {name for name, cell in title.map.hexes.items() if cell.printed.colour in ("gray", "red")}
    graph = graph_of(Position(context, 2).stock().game().view)
    limits = LayLimits(ALL, {})
    count = 0
    for first in candidate_lays(graph, limits, None):
        placed = {first.hex: (first.tile, first.rotation)}
        second = candidate_lays(graph.with_tiles(placed), limits, None, hexes=[first.hex])
        for one in (first, *second):
            item = board.hexes[board.hex_number(one.hex)]
            for edge in range(6):
                if not board.entry_of(one.tile).tile.exits_at(one.rotation) >> edge & 1:
                    continue
                other = item.neighbours[edge]
                assert other is not None, f"{one} leads off the map"
                assert other not in fixed or (edge + 3) % 6 in printed[other], f"{one} leads into {other}"
                count += 1
    assert count > 5000
    game = grand_central(context).tile("K13", "9", 2).operating("GC").game()
    # M15: no hex to the south-west. L16: the blank side of Geneva to the north-east.
    refused(game, LayTile(p(1), "GC", "M15", "8", 0), "track.leads_nowhere")
    refused(game, LayTile(p(1), "GC", "L16", "9", 0), "track.leads_nowhere")


@pytest.mark.rule("1826-4.10-10", "1826-4.10-11", "1826-4.10-12")
def test_first_tiles_by_the_place_on_the_hex(context: Context) -> None:
    title = context.title
    graph = graph_of(Position(context, 2).stock().game().view)
    wanted = {"town": {"3", "4", "58"}, "city": {"5", "6", "57"}, "plain": {"7", "8", "9"}}
    found: dict[str, set[str]] = {}
    for one in candidate_lays(graph, LayLimits(frozenset({"yellow"}), {}), None):
        assert one.tile in wanted[title.map.hexes[one.hex].place], one
        found.setdefault(one.hex, set()).add(one.tile)
    blank = {name for name, cell in title.map.hexes.items() if cell.printed.colour == "blank"}
    assert set(found) == blank
    # Where there is room, all three may lie.
    assert (
        found["I13"] == wanted["city"] and found["K11"] == wanted["town"] and found["I11"] == wanted["plain"]
    )
    game = grand_central(context).operating("GC").game()
    refused(game, LayTile(p(1), "GC", "K13", "57", 0), "track.wrong_place")
    refused(game, LayTile(p(1), "GC", "M13", "58", 2), "track.wrong_place")


@pytest.mark.rule("1826-4.10-13")
def test_t1_old_track_is_kept(context: Context) -> None:
    """Scenario T1: yellow 8 on sides 0 and 2; green 25 fits in rotations 0 and 2 only."""
    board = board_of(context.title)
    assert board.lay_rotations({"I11": ("8", 0)}, "I11", "25") == (0, 2)
    game = grand_central(context).tile("K13", "8", 5).operating("GC").game()
    for rotation in range(6):
        pieces = {tuple(sorted(piece)) for piece in board.entry_of("25").tile.track_at(rotation)}
        found = {refusal.code for refusal in game.check(LayTile(p(1), "GC", "K13", "25", rotation))}
        assert ("track.breaks_track" in found) == ((1, 5) not in pieces)


# -- the Belgian border ------------------------------------------------------------------------------

CLOSED = ("B10", "B12", "B14", "C15", "D12", "D14", "D16")


def at_the_border(context: Context, hex_id: str, belge_turns: int) -> Game:
    """Paris has a token in Brussels, which looks to D12, B12, C15 and D14; B10 lies behind Calais."""
    position = (
        Position(context, 3)
        .phase("4H")
        .float("Paris", 1, 90, cash=500)
        .float("Belge", 2, 90, turns=belge_turns)
        .token("Paris", "C13")
    )
    if hex_id == "B10":
        position.token("Paris", "C11").tile("C9", "3", 3)
    if hex_id == "B14":
        position.tile("B12", "5", 4)
    if hex_id == "D16":
        position.tile("C15", "6", 5)
    return position.operating("Paris").game()


@pytest.mark.rule("1826-4.6.1-01")
@pytest.mark.parametrize("hex_id", CLOSED)
def test_the_region_behind_the_border_opens_with_belges_first_turn(context: Context, hex_id: str) -> None:
    later = at_the_border(context, hex_id, belge_turns=1)
    assert lays(later, hex_id)
    wanted = lay(later, hex_id)
    game = at_the_border(context, hex_id, belge_turns=0)
    assert not lays(game, hex_id)
    refused(game, wanted, "belgium.closed")


@pytest.mark.rule("1826-4.6.1-01")
def test_upgrades_behind_the_border_are_closed_too(context: Context) -> None:
    def table(turns: int) -> Game:
        return (
            Position(context, 3)
            .phase("4H")
            .float("Paris", 1, 90)
            .float("Belge", 2, 90, turns=turns)
            .token("Paris", "C13")
            .tile("B12", "5", 4)
            .operating("Paris")
            .game()
        )

    assert not lays(table(0), "B12")
    assert tiles_on(table(1), "B12") == {"15", "619"}


@pytest.mark.rule("1826-4.6.1-01")
def test_belge_itself_may_build_there_in_its_first_turn(context: Context) -> None:
    game = Position(context, 3).float("Belge", 2, 90, cash=500, turns=0).operating("Belge").game()
    assert {hex_id for hex_id, _, _ in lays(game)} == {"D12", "B12", "C15", "D14"}


@pytest.mark.rule("1826-4.6.1-01")
def test_later_corporations_of_the_same_round_may_build_there(context: Context) -> None:
    game = (
        Position(context, 3)
        .phase("4H")
        .float("Belge", 2, 90, cash=500, turns=0, trains=["4H"])
        .float("Paris", 1, 82, cash=500, trains=["4H"])
        .token("Paris", "C13")
        .operating("Belge", step="trains")
        .game()
    )
    while game.view.operating == "Belge":
        play(game, Pass(p(2)))
    assert game.view.operating == "Paris"
    assert lays(game, "C15")


@pytest.mark.rule("1826-4.6.1-02")
def test_lille_and_brussels_may_be_upgraded_by_everybody(context: Context) -> None:
    position = (
        Position(context, 3)
        .phase("4H")
        .float("Paris", 1, 90)
        .token("Paris", "C11")
        .float("Belge", 2, 90, turns=0)
    )
    game = position.operating("Paris").game()
    assert tiles_on(game, "C11") == {"14", "15", "619"}
    brown = (
        Position(context, 3)
        .phase("10H")
        .float("Paris", 1, 90)
        .token("Paris", "C13")
        .float("Belge", 2, 90, turns=0)
        .operating("Paris")
        .game()
    )
    assert tiles_on(brown, "C13") == {"63"}


# -- the hexes around Paris --------------------------------------------------------------------------


def beside_paris(context: Context) -> Position:
    """Paris reaches G7, the hex of Ouest, over a tile on F8."""
    return Position(context, 3).phase("4H").float("Paris", 1, 90, cash=500).tile("F8", "7", 5)


@pytest.mark.rule("1826-C-Paris-01", "1826-C-Paris-02", "1826-4.10-09")
@pytest.mark.parametrize("started", [False, True])
def test_before_the_neighbour_floats_its_hex_stays_empty(context: Context, started: bool) -> None:
    position = beside_paris(context)
    if started:
        position.start("Ouest", 1, 75)
    game = position.operating("Paris").game()
    assert not lays(game, "G7")
    refused(game, LayTile(p(1), "Paris", "G7", "9", 0), "paris.reserved")
    # Its own hex needs nobody's approval.
    assert lays(game, "F8")


NEIGHBOURS = {"F8": "Paris", "F10": "Nord", "G11": "Est", "H10": "PLM", "H8": "PO", "G7": "Ouest"}


@pytest.mark.rule("1826-C-Paris-01", "1826-C-Paris-02")
@pytest.mark.parametrize("hex_id", sorted(NEIGHBOURS))
def test_each_hex_around_paris_has_its_guardian(context: Context, hex_id: str) -> None:
    """A corporation with tokens in all stations is an invention; it reaches all six hexes."""

    def table(floated: bool) -> Game:
        position = Position(context, 3).phase("4H").float("GC", 1, 90, cash=500)
        for city, name in enumerate(("PO", "Ouest", "Paris", "Nord", "Est", "PLM")):
            if floated and name == NEIGHBOURS[hex_id]:
                position.float(name, 2, 90, home=False)
            position.token("GC", "G9", city)
        return position.operating("GC").game()

    assert not lays(table(False), hex_id)
    game = table(True)
    action = lay(game, hex_id)
    play(game, action)
    assert game.step_name() == "consent"
    assert game.actor() == p(2)


@pytest.mark.rule("1826-4.10-09", "1826-C-Paris-01")
def test_the_neighbours_president_approves_the_exact_tile(context: Context) -> None:
    game = beside_paris(context).float("Ouest", 2, 90).operating("Paris").game()
    first, other = lay(game, "G7", "9"), lay(game, "G7", "8")
    play(game, first)
    assert game.step_name() == "consent" and game.actor() == p(2)
    assert "G7" not in game.state.tiles
    refused(game, Pass(p(1)), "turn.not_yours")
    play(game, Respond(p(2), False))
    # Exactly this lay is refused for the rest of the turn; another one may be asked for.
    assert game.actor() == p(1) and game.step_name() == "track"
    refused(game, first, "consent.declined")
    play(game, other, Respond(p(2), True))
    assert game.state.tiles["G7"].tile == "8"
    assert game.step_name() == "token"


@pytest.mark.rule("1826-4.10-09")
def test_one_president_of_both_needs_no_approval(context: Context) -> None:
    game = beside_paris(context).float("Ouest", 1, 90).operating("Paris").game()
    play(game, lay(game, "G7", "9"))
    assert "G7" in game.state.tiles


@pytest.mark.rule("1826-4.10-09")
def test_the_corporation_itself_needs_no_approval(context: Context) -> None:
    game = Position(context, 3).float("Ouest", 2, 90, cash=100).operating("Ouest").game()
    play(game, lay(game, "G7"))
    assert "G7" in game.state.tiles


@pytest.mark.rule("1826-C-Paris-03")
@pytest.mark.parametrize("floated", [False, True])
def test_upgrades_around_paris_are_free_for_all(context: Context, floated: bool) -> None:
    position = beside_paris(context).tile("G7", "9", 0)
    if floated:
        position.float("Ouest", 2, 90)
    game = position.operating("Paris").game()
    play(game, lay(game, "G7"))
    assert game.step_name() == "token"


@pytest.mark.rule("1826-4.10-09", "1826-C-Paris-01")
def test_the_heir_of_a_merged_neighbour_decides(context: Context) -> None:
    """Ouest has merged into the Etat: its president is asked; nobody, if he lays for another of his own."""

    def table(president: int) -> Game:
        return (
            beside_paris(context)
            .phase("6H")
            .close("Ouest")
            .float("Etat", president, 82, shares={president: 3})
            .remember("merged_into", {"Ouest": "Etat"})
            .operating("Paris")
            .game()
        )

    game = table(3)
    play(game, lay(game, "G7", "9"))
    assert game.step_name() == "consent" and game.actor() == p(3)
    own = table(1)
    play(own, lay(own, "G7", "9"))
    assert "G7" in own.state.tiles


@pytest.mark.rule("1826-4.10-09")
def test_a_closed_neighbour_guards_nothing(context: Context) -> None:
    game = beside_paris(context).close("Ouest").operating("Paris").game()
    play(game, lay(game, "G7", "9"))
    assert "G7" in game.state.tiles


@pytest.mark.rule("1826-C-Paris-02", "1826-4.10-09")
def test_t9_the_reservation_follows_undo_and_redo(context: Context) -> None:
    """Scenario T9: the block is a question to the state, so going back and forth changes it."""
    game = beside_paris(context).float("Ouest", 2, 90).operating("Paris").game()
    action = lay(game, "G7", "9")
    play(game, action, Respond(p(2), False))
    assert not offered(game, action)
    game.undo()
    game.undo()
    assert offered(game, action)
    game.redo(2)
    assert not offered(game, action)
    refused(game, action, "consent.declined")


def test_the_list_of_lays_is_what_the_rules_allow(context: Context) -> None:
    """Offers are the legal lays less those without money or behind a closed border."""
    game = belge(context, 40)
    everything = {(one.hex, one.tile, one.rotation) for one in legal_lays(game.view, "Belge")}
    assert lays(game) == {one for one in everything if one[0] != "D14"}
    every_offer_is_legal(game)
