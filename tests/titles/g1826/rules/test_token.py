"""1826, sections 4.7.3 and 4.11: station tokens."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import LayTile, Pass, PlaceToken
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.network import graph_of

from tests.support.positions import (
    Position,
    events,
    every_offer_is_legal,
    go_on,
    offers_of,
    play,
    record_of,
    refused,
)


def p(seat: int) -> str:
    return f"player-{seat}"


def places(game: Game) -> set[tuple[str, int]]:
    """Cities offered for a token."""
    return {(a.hex, a.city) for a in offers_of(game, PlaceToken) if isinstance(a, PlaceToken)}


def to_lille(context: Context, *, cash: int = 200, turns: int = 1, **more: object) -> Position:
    """Paris, with track over F8, E9 and D10 to Lille (C11)."""
    return (
        Position(context, 3)
        .phase("4H")
        .float("Paris", 1, 90, shares={1: 3}, cash=cash, turns=turns, **more)  # type: ignore[arg-type]
        .tile("F8", "8", 3)
        .tile("E9", "9", 0)
        .tile("D10", "4", 0)
    )


def at_token(position: Position, corporation: str = "Paris", tokens: int = 0) -> Game:
    return position.operating(corporation, step="token", tokens=tokens).game()


# -- where -------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "1826-4.7.3-01", "1826-4.11-03", "1826-4.11-05", "1826-4.7.3-02", "1826-4.7.3-04", "1826-4.11-06"
)
def test_paris_to_lille_costs_four_hexes(context: Context) -> None:
    """As recorded: over F8, E9, D10 to C11, 4 x 20 = 80, paid to the bank at once."""
    game = at_token(to_lille(context))
    assert places(game) == {("C11", 0)}
    bank, left = game.view.cash("bank"), record_of(game, "Paris").tokens_left
    turn = play(game, PlaceToken(p(1), "Paris", "C11", 0))
    assert game.view.cash("Paris") == 120
    assert game.view.cash("bank") == bank + 80
    assert game.state.tokens["C11"] == (("Paris",),)
    assert record_of(game, "Paris").tokens_left == left - 1
    [fact] = events(turn, "token_placed")
    assert (fact["cost"], fact["distance"]) == (80, 4)


@pytest.mark.rule("1826-4.6.1-02", "1826-4.7.3-01")
@pytest.mark.parametrize("belge_turns", [0, 1])
def test_lille_and_brussels_take_tokens_before_belge_has_operated(context: Context, belge_turns: int) -> None:
    """As recorded: Paris placed a token in Lille before Belge had operated, in two games."""
    position = to_lille(context).float("Belge", 2, 90, turns=belge_turns)
    play(at_token(position), PlaceToken(p(1), "Paris", "C11", 0))
    brussels = (
        Position(context, 3)
        .phase("4H")
        .float("Nord", 1, 90, cash=200)
        .float("Belge", 2, 90, turns=belge_turns)
        .token("Nord", "B12")
        .tile("B12", "5", 4)
    )
    assert ("C13", 0) in places(at_token(brussels, "Nord"))


@pytest.mark.rule("1826-4.7.3-01", "1826-4.11-03")
def test_a_city_out_of_reach(context: Context) -> None:
    position = Position(context, 3).phase("4H").float("Paris", 1, 90, cash=200).tile("F8", "8", 3)
    game = at_token(position)
    assert not places(game)
    refused(game, PlaceToken(p(1), "Paris", "C11", 0), "token.out_of_reach")
    refused(game, PlaceToken(p(1), "Paris", "D10", 0), "token.no_city")
    refused(game, PlaceToken(p(1), "Paris", "C11", 1), "token.no_city")
    refused(game, PlaceToken(p(1), "Paris", "X9", 0), "token.no_city")


@pytest.mark.rule("1826-4.7.3-01", "1826-4.7.3-02", "1826-4.11-03")
@pytest.mark.parametrize("blocked", [False, True])
def test_no_way_leads_through_a_city_full_of_others(context: Context, blocked: bool) -> None:
    """PO: H8 - Orléans (I7) - J6 - K5 - L4 - Bordeaux (M3), six hexes, if Orléans has room."""
    position = (
        Position(context, 3)
        .phase("4H")
        .float("PO", 1, 90, cash=500)
        .float("Est", 2, 90)
        .tile("H8", "9", 0)
        .tile("J6", "4", 0)
        .tile("K5", "4", 0)
        .tile("L4", "9", 0)
        .close("Midi")
    )
    if blocked:
        position.token("Est", "I7")
    game = at_token(position, "PO")
    assert places(game) == (set() if blocked else {("I7", 0), ("M3", 0)})
    if not blocked:
        turn = play(game, PlaceToken(p(1), "PO", "M3", 0))
        assert events(turn, "token_placed")[0]["cost"] == 120
    # An own token opens the way, and is the nearest one then.
    own = at_token(position.token("PO", "I7"), "PO") if not blocked else None
    if own is not None:
        turn = play(own, PlaceToken(p(1), "PO", "M3", 0))
        assert events(turn, "token_placed")[0]["cost"] == 80


@pytest.mark.rule("1826-4.7.3-02", "1826-4.7.3-03", "1826-C-Tokens-03")
def test_the_nearest_token_counts_not_the_home_token(context: Context) -> None:
    """As recorded: Midi (home Bordeaux) with a token in Lyon paid 20 for St-Etienne, next to Lyon."""
    game = at_token(
        Position(context, 3)
        .phase("4H")
        .float("Midi", 1, 90, cash=50)
        .token("Midi", "L14")
        .tile("M13", "5", 3),
        "Midi",
    )
    turn = play(game, PlaceToken(p(1), "Midi", "M13", 0))
    [fact] = events(turn, "token_placed")
    assert (fact["cost"], fact["distance"]) == (20, 1)


@pytest.mark.rule("1826-4.7.3-02", "1826-4.7.3-03", "1826-4.11-06")
def test_the_cheapest_way_along_the_track_counts(context: Context) -> None:
    """Lyon to Geneva over K15 and J16 (three hexes), or over K15 alone once its curve leads there (two)."""

    def cost(*tiles: tuple[str, str, int]) -> int:
        position = Position(context, 3).phase("4H").float("GC", 1, 90, cash=500)
        for one in tiles:
            position.tile(*one)
        turn = play(at_token(position, "GC"), PlaceToken(p(1), "GC", "K17", 0))
        [fact] = events(turn, "token_placed")
        return int(str(fact["cost"]))

    # J16 joins south-west and south-east; K15 leads there, to Geneva, or to both.
    assert cost(("K15", "8", 4)) == 40
    assert cost(("K15", "9", 0), ("J16", "7", 5)) == 60
    assert cost(("K15", "23", 0), ("J16", "7", 5)) == 40


@pytest.mark.rule("1826-4.7.3-02")
def test_brussels_is_nearer_once_it_has_a_western_exit(context: Context) -> None:
    """As recorded: Paris with a token in Lille paid 40 to Brussels, and 20 once it had a western exit."""

    def cost(*tiles: tuple[str, str, int]) -> object:
        position = Position(context, 3).phase("10H").float("Paris", 1, 90, cash=500).token("Paris", "C11")
        for one in tiles:
            position.tile(*one)
        turn = play(at_token(position), PlaceToken(p(1), "Paris", "C13", 0))
        return events(turn, "token_placed")[0]["cost"]

    # Lille green with an eastern and a north-eastern exit; Antwerp between B10's side and Brussels.
    assert cost(("C11", "63", 0), ("B12", "5", 5)) == 40
    assert cost(("C11", "63", 0), ("B12", "5", 5), ("C13", "63", 0)) == 20


@pytest.mark.rule("1826-4.7.3-04", "1826-4.11-07")
def test_without_the_money_there_is_no_token(context: Context) -> None:
    game = at_token(to_lille(context, cash=79))
    assert not places(game)
    refused(game, PlaceToken(p(1), "Paris", "C11", 0), "token.too_dear")
    play(at_token(to_lille(context, cash=80)), PlaceToken(p(1), "Paris", "C11", 0))


@pytest.mark.rule("1826-4.7.3-02", "1826-4.7.3-01")
def test_paris_and_blocked_cities_are_the_end_of_the_measured_way(context: Context) -> None:
    """PO reaches Orléans by itself; no way of PO leads through Paris to the north."""
    position = to_lille(context).float("PO", 1, 82, cash=500).tile("H8", "9", 0)
    assert places(at_token(position, "PO")) == {("I7", 0)}


# -- how many ----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.7.3-06", "1826-C-Tokens-01")
def test_one_token_an_operating_turn(context: Context) -> None:
    position = (
        Position(context, 3)
        .phase("4H")
        .float("GC", 1, 90, cash=500, structure="ten")
        .tile("K15", "8", 4)
        .tile("M13", "5", 3)
    )
    game = at_token(position, "GC")
    assert places(game) == {("K17", 0), ("M13", 0)}
    every_offer_is_legal(game)
    play(game, PlaceToken(p(1), "GC", "K17", 0))
    assert game.step_name() != "token"
    # Mail keeps the step open; a second token is refused all the same.
    power = at_token(position.private("Mail", 1), "GC")
    play(power, PlaceToken(p(1), "GC", "K17", 0))
    assert power.step_name() == "token"
    assert not places(power)
    refused(power, PlaceToken(p(1), "GC", "M13", 0), "token.one_a_turn")


@pytest.mark.rule("1826-4.7.3-07", "1826-C-Tokens-01", "1826-4.11-02")
def test_the_second_token_in_the_first_turn(context: Context) -> None:
    """As recorded: PO placed a second token in Orléans for 40 in its first operating turn."""
    game = at_token(Position(context, 3).float("PO", 1, 90, cash=100, turns=0).tile("H8", "9", 0), "PO")
    assert record_of(game, "PO").turns == 1
    turn = play(game, PlaceToken(p(1), "PO", "I7", 0))
    assert events(turn, "token_placed")[0]["cost"] == 40


@pytest.mark.rule("1826-4.11-01", "1826-C-Tokens-02")
def test_without_a_token_left(context: Context) -> None:
    game = to_lille(context, tokens_left=0).operating("Paris", step="token").game()
    assert game.step_name() != "token"
    with_power = to_lille(context, tokens_left=0).private("Mail", 1)
    power = at_token(with_power)
    assert power.step_name() == "token" and not places(power)
    refused(power, PlaceToken(p(1), "Paris", "C11", 0), "token.none_left")


@pytest.mark.rule("1826-C-Tokens-02")
def test_no_token_more_at_conversion_or_in_a_later_phase(context: Context) -> None:
    """A five-share corporation has three tokens; the first 10H train converts it and gives none."""
    game = (
        Position(context, 3)
        .phase("6H")
        .supply("6H", 0)
        .float("GC", 1, 90, cash=700, structure="five", trains=["6H"])
        .float("PO", 2, 75, cash=700, structure="ten", trains=["6H"])
        .operating("PO", step="trains")
        .game()
    )
    assert record_of(game, "GC").tokens_left == 2
    play(game, next(a for a in offers_of(game, "buy_train") if getattr(a, "train", "") == "10H"))
    assert record_of(game, "GC").structure == "ten"
    assert record_of(game, "GC").tokens_left == 2


@pytest.mark.rule("1826-4.7.3-01", "1826-4.7-05")
def test_the_token_may_be_left_out(context: Context) -> None:
    game = at_token(to_lille(context))
    play(game, Pass(p(1)))
    assert game.step_name() != "token"
    assert "C11" not in game.state.tokens


# -- circles -----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.11-04")
def test_all_circles_taken(context: Context) -> None:
    game = at_token(to_lille(context).float("Nord", 2, 90).token("Nord", "C11"))
    assert not places(game)
    refused(game, PlaceToken(p(1), "Paris", "C11", 0), "token.no_slot")


@pytest.mark.rule("1826-4.11-04")
def test_k9_the_list_of_places_is_found_anew(context: Context) -> None:
    """Scenario K9: Nord takes the last circle of Lille; Paris, which could have it before, is asked next."""
    position = (
        to_lille(context, trains=["4H"])
        .float("Nord", 2, 100, cash=500, trains=["4H"])
        .tile("F10", "8", 0)
        .tile("E9", "24", 3)
        .operating("Paris", step="token")
    )
    assert places(position.game()) == {("C11", 0)}
    game = at_token(position, "Nord")
    assert places(game) == {("C11", 0)}
    play(game, PlaceToken(p(2), "Nord", "C11", 0))
    while game.view.operating == "Nord" or game.step_name() == "track":
        go_on(game)
    assert game.view.operating == "Paris"
    assert not places(game)
    refused(game, PlaceToken(p(1), "Paris", "C11", 0), "token.no_slot")


@pytest.mark.rule("1826-4.11-04", "1826-4.4-08")
@pytest.mark.parametrize(
    ("floated", "others", "expected"),
    [(False, 0, True), (False, 1, False), (True, 0, True)],
    ids=["K3 first foreign token", "K3 second foreign token", "home token placed"],
)
def test_k3_one_circle_is_kept_for_the_home_token(
    context: Context, floated: bool, others: int, expected: bool
) -> None:
    """Scenario K3. Lyon has two circles and is the home of GC."""
    position = (
        Position(context, 3)
        .phase("4H")
        .float("Midi", 1, 90, cash=500, home=False)
        .token("Midi", "K17")
        .tile("K15", "8", 4)
        .float("Est", 2, 90)
    )
    if floated:
        position.float("GC", 2, 75)
    for _ in range(others):
        position.token("Est", "L14")
    game = at_token(position, "Midi")
    assert (("L14", 0) in places(game)) == expected
    if not expected:
        refused(game, PlaceToken(p(1), "Midi", "L14", 0), "token.no_slot")


@pytest.mark.rule("1826-4.11-04", "1826-4.4-08")
def test_a_closed_corporation_keeps_no_circle(context: Context) -> None:
    position = (
        Position(context, 3)
        .phase("4H")
        .float("Midi", 1, 90, cash=500, home=False)
        .token("Midi", "K17")
        .tile("K15", "8", 4)
        .float("Est", 2, 90)
        .token("Est", "L14")
        .close("GC")
    )
    assert ("L14", 0) in places(at_token(position, "Midi"))


@pytest.mark.rule("1826-4.11-04")
@pytest.mark.parametrize(("state", "expected"), [("unfloated", False), ("floated", False), ("closed", True)])
def test_stations_of_paris_belong_to_their_corporations(context: Context, state: str, expected: bool) -> None:
    """Midi comes from Orléans over H8 to the station of PO."""
    position = (
        Position(context, 3)
        .phase("4H")
        .float("Midi", 1, 90, cash=500, home=False)
        .token("Midi", "I7")
        .tile("H8", "9", 0)
    )
    if state == "floated":
        position.float("PO", 2, 75)
    if state == "closed":
        position.close("PO")
    game = at_token(position, "Midi")
    assert (("G9", 0) in places(game)) == expected


@pytest.mark.rule("1826-4.11-04", "1826-4.7.3-01")
def test_k6_one_token_of_a_corporation_in_a_city(context: Context) -> None:
    """Scenario K6: Brussels has two circles, Nord one token there already. Paris stations count apart."""
    game = at_token(
        Position(context, 3)
        .phase("4H")
        .float("Nord", 1, 90, cash=500, structure="ten")
        .token("Nord", "B12")
        .token("Nord", "C13")
        .tile("B12", "5", 4),
        "Nord",
    )
    assert ("C13", 0) not in places(game)
    refused(game, PlaceToken(p(1), "Nord", "C13", 0), "token.already_there")
    paris = at_token(
        Position(context, 3)
        .phase("4H")
        .float("Nord", 1, 90, cash=500)
        .token("Nord", "I7")
        .tile("H8", "9", 0)
        .close("PO"),
        "Nord",
    )
    assert ("G9", 0) in places(paris)


# -- tokens on new tiles -----------------------------------------------------------------------------


@pytest.mark.rule("1826-4.10-14")
def test_tokens_move_to_the_new_tile_in_their_order(context: Context) -> None:
    game = (
        Position(context, 3)
        .phase("10H")
        .float("GC", 1, 90)
        .float("Est", 2, 75)
        .token("Est", "L14")
        .operating("GC")
        .game()
    )
    assert game.state.tokens["L14"] == (("GC", "Est"),)
    play(game, next(a for a in offers_of(game, LayTile) if isinstance(a, LayTile) and a.hex == "L14"))
    assert game.state.tiles["L14"].tile == "63"
    assert game.state.tokens["L14"] == (("GC", "Est"),)


@pytest.mark.rule("1826-4.10-14")
def test_a_new_circle_is_free(context: Context) -> None:
    """Brown 63 has two circles, gray 513 three: the third is free after the upgrade."""
    game = (
        Position(context, 3)
        .phase("TGV")
        .float("GC", 1, 90, cash=200)
        .float("Est", 2, 75)
        .float("Midi", 3, 75)
        .token("Est", "L14")
        .tile("L14", "63", 0)
        .operating("GC")
        .game()
    )
    play(game, LayTile(p(1), "GC", "L14", "513", 0))
    assert game.state.tokens["L14"] == (("GC", "Est", None),)


@pytest.mark.rule("1826-4.10-14", "1826-4.10-25")
@pytest.mark.parametrize("order", [("514",), ("514", "515"), ("514", "515", "516")])
def test_paris_keeps_its_stations_apart(context: Context, order: tuple[str, ...]) -> None:
    position = Position(context, 6).phase("TGV")
    names = ("PO", "Ouest", "Paris", "Nord", "Est", "PLM")
    for seat, name in enumerate(names, 1):
        position.float(name, seat, 90)
    if len(order) > 1:
        position.tile("G9", order[-2], 0)
    game = position.operating("PO").game()
    play(game, next(a for a in offers_of(game, LayTile) if isinstance(a, LayTile) and a.hex == "G9"))
    assert game.state.tiles["G9"].tile == order[-1]
    assert game.state.tokens["G9"] == tuple((name,) for name in names)
    # Each station still looks to its own side.
    graph = graph_of(game.view)
    pieces = graph.tiles[graph.board.hex_number("G9")].pieces
    assert {(edge, 6 + edge) for edge in range(6)} <= set(pieces)


@pytest.mark.rule("1826-4.10-14", "1826-4.4-08", "1826-4.11-04")
def test_k2_a_used_reservation_does_not_come_back(context: Context) -> None:
    """Scenario K2: GC has placed its home token in Lyon; two upgrades later there is no further circle."""
    for tile, circles in (("14", 2), ("63", 2), ("513", 3)):
        position = (
            Position(context, 3)
            .phase("TGV")
            .float("GC", 1, 90)
            .float("Midi", 2, 75, cash=500, home=False)
            .token("Midi", "K17")
            .tile("K15", "8", 4)
            .tile("L14", tile, 2 if tile == "14" else 0)
        )
        for number in range(circles - 1):
            position.float(("Est", "PO")[number], 3, 90)
            position.token(("Est", "PO")[number], "L14")
        assert ("L14", 0) not in places(at_token(position, "Midi"))
