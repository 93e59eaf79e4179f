"""1894: brown tiles that split a city, reach, stations."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyTrain, LayTile, Pass, PlaceToken
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.running import best_routes
from open18xx.rules.trains import must_own_train

from tests.support.positions import Position, codes, events, offered, offers_of, play, record_of, refused
from tests.titles.g1894.rules.helpers import go_to, p


def soissons(context: Context, tile: str = "14", *held: str) -> Position:
    """Est in I10, joined to H9 on side 5; H9 leads on to G10 (3), G8 (2) and I8 (0). Others hold H9."""
    position = Position(context, 4).phase("Brown").tile("H9", tile, 2).tile("G10", "57", 0)
    position.float("Est", 1, 100, shares={1: 6}, cash=500)
    position.float("Nord", 2, 95, shares={2: 6}, cash=500)
    position.float("AG", 3, 80, shares={3: 6}, cash=500)
    for name in held:
        position.token(name, "H9")
    return position


def split(game: Game, tile: str = "X16", seat: int = 1, name: str = "Est") -> None:
    """Lay a brown tile on H9."""
    play(game, LayTile(p(seat), name, "H9", tile, 2))


def until(game: Game, step: str) -> None:
    """Go on until a step is in charge in the turn of the same corporation."""
    now = game.view.operating
    go_to(game, step)
    assert game.view.operating == now


# -- splitting a city ----------------------------------------------------------------------------------


@pytest.mark.rule("1894-CIT-03")
def test_who_may_split(context: Context) -> None:
    """Est has track to it, AG neither track nor station; a station alone will do."""
    refused(
        soissons(context).operating("AG", "track").game(),
        LayTile(p(3), "AG", "H9", "X16", 2),
        "track.not_on_route",
    )
    split(soissons(context, "14", "AG").operating("AG", "track").game(), seat=3, name="AG")
    game = soissons(context).operating("Est", "track").game()
    split(game, "X17")
    refused(game, LayTile(p(1), "Est", "G10", "14", 0), "track.allowance")
    assert offers_of(game, LayTile), "a yellow tile may follow"


@pytest.mark.rule("1894-CIT-04", "1894-CIT-05", "1894-CIT-06", "1894-CIT-07", "1894-CIT-08")
@pytest.mark.parametrize("city", [0, 1])
@pytest.mark.parametrize("other", [0, 1])
def test_stations_come_back(context: Context, city: int, other: int) -> None:
    """Est puts its own back at once, Nord its own at the end of the turn of Est, wherever they like."""
    game = soissons(context, "14", "Nord", "Est").operating("Est", "track").game()
    left = [record_of(game, name).tokens_left for name in ("Est", "Nord")]
    money = [game.view.cash(name) for name in ("Est", "Nord")]
    turn = play(game, LayTile(p(1), "Est", "H9", "X16", 2))
    assert events(turn, "tokens_lifted")[0]["hex"] == "H9"
    assert "H9" not in game.state.tokens or not any(o for c in game.state.tokens["H9"] for o in c)
    assert game.actor() == p(1)
    assert {(a.hex, a.city) for a in offers_of(game, PlaceToken) if isinstance(a, PlaceToken)} == {
        ("H9", 0),
        ("H9", 1),
    }
    assert {offer.action.kind for offer in game.legal_actions()} == {"place_token"}
    refused(game, PlaceToken(p(1), "Est", "G10", 0), "token.replace_first")
    play(game, PlaceToken(p(1), "Est", "H9", city))
    assert game.view.operating == "Est"
    assert game.step_name() == "track"
    assert record_of(game, "Est").tokens_left == left[0]
    assert game.view.cash("Est") == money[0]
    until(game, "replace_tokens")
    assert (game.view.operating, game.step_name(), game.actor()) == ("Est", "replace_tokens", p(2))
    refused(game, PlaceToken(p(2), "Nord", "G10", 0), "token.replace_first")
    turn = play(game, PlaceToken(p(2), "Nord", "H9", other))
    assert events(turn, "token_replaced")[0]["city"] == other
    placed = game.state.tokens["H9"]
    if city == other:
        assert sorted(o or "" for o in placed[city]) == ["Est", "Nord"]
        assert not any(placed[1 - city]) if len(placed) > 1 - city else True
    else:
        assert (placed[city], placed[other]) == (("Est",), ("Nord",))
    assert (game.view.cash("Nord"), record_of(game, "Nord").tokens_left) == (money[1], left[1])
    assert game.view.operating == "Nord"


@pytest.mark.rule("1894-CIT-06")
def test_the_others_in_operating_order(context: Context) -> None:
    """AG came to H9 first, Nord operates first."""
    game = soissons(context, "14", "AG", "Nord").operating("Est", "track").game()
    split(game)
    assert game.step_name() == "track"
    until(game, "replace_tokens")
    refused(game, PlaceToken(p(3), "AG", "H9", 0), "turn.not_yours")
    play(game, PlaceToken(p(2), "Nord", "H9", 0))
    assert game.actor() == p(3)
    play(game, PlaceToken(p(3), "AG", "H9", 0))
    assert game.state.lifted == {}


@pytest.mark.rule("1894-CIT-09")
def test_what_is_off_the_map_blocks_nothing(context: Context) -> None:
    """I10 10, H9 40, G10 20: closed by AG and Nord before the split and after they are back."""
    position = soissons(context, "14", "AG", "Nord").train("Est", "5+1")
    game = position.operating("Est", "track").game()
    assert best_routes(game.view, "Est").value == 10 + 30
    refused(game, LayTile(p(1), "Est", "G10", "14", 0), "track.not_on_route")
    split(game, "X17")
    assert best_routes(game.view, "Est").value == 10 + 40 + 20
    until(game, "replace_tokens")
    play(game, PlaceToken(p(2), "Nord", "H9", 0))
    play(game, PlaceToken(p(3), "AG", "H9", 1))
    assert best_routes(game.view, "Est").value == 10 + 40


@pytest.mark.rule("1894-CIT-10")
def test_no_other_station_while_two_wait(context: Context) -> None:
    game = soissons(context, "14", "AG", "Nord").operating("Est", "track").game()
    split(game)
    found = context.steps.named("token").check(game.view, PlaceToken(p(1), "Est", "H9", 0))
    assert codes(found) == ("token.lifted_first",)


@pytest.mark.rule("1894-CIT-10", "1894-CIT-11", "1894-CIT-08")
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("city", [0, 1])
def test_a_station_while_one_waits(context: Context, kept: bool, city: int) -> None:
    position = soissons(context, "14", "Nord")
    if kept:
        position.start("LF", 4, 60, shares={4: 2}).home("LF", "H9")
    game = position.operating("Est", "track").game()
    play(game, LayTile(p(1), "Est", "H9", "X17", (2, 5)[city]))
    action = PlaceToken(p(1), "Est", "H9", city)
    if kept:
        found = context.steps.named("token").check(game.view, action)
        assert codes(found) == ("token.lifted_first",)
        return
    until(game, "token")
    play(game, action)
    assert game.state.tokens["H9"][city] == ("Est",)
    assert game.view.cash("Est") == 460


@pytest.mark.rule("1894-CIT-14")
def test_one_train_calls_at_both(context: Context) -> None:
    """I10 10, the one city of H9 40, G10 30, over G8 to the other city of H9 40."""
    position = soissons(context, "X17").tile("G10", "14", 0).tile("G8", "7", 4).train("Est", "5+1")
    game = position.operating("Est", "routes").game()
    assert best_routes(game.view, "Est").value == 120


@pytest.mark.rule("1894-CIT-15")
def test_reach_is_that_of_the_map(context: Context) -> None:
    """From G10 through H9 to I8, until X18 ends it in a city that leads to G8 only."""
    for tile, reached in (("14", True), ("X18", False), ("X17", False), ("X16", True)):
        game = soissons(context, tile).token("AG", "G10").operating("AG", "track").game()
        action = LayTile(p(3), "AG", "I8", "8", 1)
        assert codes(game.check(action)) == (() if reached else ("track.not_on_route",)), tile


@pytest.mark.rule("1894-CIT-15", "1894-EMG-01")
@pytest.mark.parametrize("city", [0, 1])
def test_the_need_of_a_train_is_that_of_the_map(context: Context, city: int) -> None:
    """H9 with the pairs of sides 0-3 and 1-4: only the first leads to a stop, G10."""
    position = Position(context, 4).phase("Brown").tile("H9", "X16", 0).tile("G10", "57", 0)
    position.float("AG", 3, 80, shares={3: 6}, cash=500).token("AG", "H9", city)
    game = position.operating("AG", "trains").game()
    assert must_own_train(game.view, "AG") == (city == 0)
    if city == 0:
        refused(game, Pass(p(3)), "train.must_own")
        assert offered(game, BuyTrain(p(3), "AG", "5+1", "bank", 400))


# -- reach ---------------------------------------------------------------------------------------------


@pytest.mark.rule("1894-TRK-09", "1894-TOK-07")
@pytest.mark.parametrize(
    ("tile", "held", "home", "through"),
    [
        ("57", (), False, True),
        ("57", (), True, True),
        ("57", ("Nord",), False, False),
        ("57", ("Est",), False, True),
        ("14", ("Nord",), False, True),
        ("14", ("Nord", "AG"), False, False),
        ("14", ("Nord", "Est"), False, True),
    ],
)
def test_cities_that_are_open(
    context: Context, tile: str, held: tuple[str, ...], home: bool, through: bool
) -> None:
    """A free slot, even one that is kept, or a station of one's own."""
    position = soissons(context, tile, *held)
    if home:
        position.start("LF", 4, 60, shares={4: 2}).home("LF", "H9")
    game = position.operating("Est", "track").game()
    action = LayTile(p(1), "Est", "G8", "9", 2)
    assert codes(game.check(action)) == (() if through else ("track.not_on_route",))


@pytest.mark.rule("1894-TRK-09", "1894-TOK-07")
def test_towns_are_open(context: Context) -> None:
    """From Rouen over the town in D1 to E2."""
    position = Position(context, 3).float("CFOR", 1, 80, shares={1: 6}, cash=300).tile("D3", "57", 1)
    game = position.operating("CFOR", "track").game()
    play(game, LayTile(p(1), "CFOR", "E2", "57", 2))


@pytest.mark.rule("1894-TRK-09")
def test_offboard_areas_end_reach(context: Context) -> None:
    """I18 joins H17 and I16, over whose town there is track to I14; but nothing goes on from I18."""
    position = Position(context, 3).float("Est", 1, 80, shares={1: 6}, cash=300).tile("H17", "57", 2)
    game = position.token("Est", "H17").operating("Est", "track").game()
    refused(game, LayTile(p(1), "Est", "I14", "9", 1), "track.not_on_route")


# -- stations ------------------------------------------------------------------------------------------


@pytest.mark.rule("1894-TOK-02")
def test_what_a_station_costs(context: Context) -> None:
    """The second station of Est 40, the third 100, paid to the bank."""
    game = soissons(context, "57").operating("Est", "token").game()
    bank = game.view.cash("bank")
    turn = play(game, PlaceToken(p(1), "Est", "H9", 0))
    assert events(turn, "token_placed")[0]["cost"] == 40
    assert (game.view.cash("Est"), game.view.cash("bank")) == (460, bank + 40)
    again = soissons(context, "14", "Est").operating("Est", "token").game()
    play(again, PlaceToken(p(1), "Est", "G10", 0))
    assert again.view.cash("Est") == 400
    for money, code in ((39, "token.too_dear"), (40, None)):
        poor = soissons(context, "57").cash("Est", money).operating("Est", "track").game()
        found = context.steps.named("token").check(poor.view, PlaceToken(p(1), "Est", "H9", 0))
        assert codes(found) == ((code,) if code else ())
    none = soissons(context, "57").operating("Est", "track").game()
    spent = Position(context, 3).float("Est", 1, 80, shares={1: 6}, cash=300, tokens_left=0)
    none = spent.tile("H9", "57", 2).operating("Est", "track").game()
    found = context.steps.named("token").check(none.view, PlaceToken(p(1), "Est", "H9", 0))
    assert codes(found) == ("token.none_left",)


@pytest.mark.rule("1894-TOK-09")
def test_home_stations_in_the_last_set(context: Context) -> None:
    position = Position(context, 3).phase("Purple").last_set(3)
    game = position.float("Ouest", 1, 95, shares={1: 6}, cash=950, turns=0, home=False)
    started = game.operating(set_number=3).game()
    assert set(started.state.tokens) == {"B3", "E6"}
    assert started.step_name() not in ("track", "token")


@pytest.mark.rule("1894-TOK-10", "1894-TOK-04")
@pytest.mark.parametrize(
    ("tile", "held", "code"),
    [("57", (), "token.no_slot"), ("14", (), None), ("14", ("Nord",), "token.no_slot")],
)
def test_an_upgraded_home(context: Context, tile: str, held: tuple[str, ...], code: str | None) -> None:
    """Gent is kept for AG, which has not operated: of two slots one is for anybody."""
    position = Position(context, 4).phase("Green").tile("E16", "57", 2).tile("D15", tile, 2)
    position.float("Belge", 1, 100, shares={1: 6}, cash=300)
    position.float("Nord", 2, 95, shares={2: 6})
    position.float("AG", 3, 80, shares={3: 6}, turns=0, home=False)
    for name in held:
        position.token(name, "D15")
    game = position.operating("Belge", "track").game()
    found = context.steps.named("token").check(game.view, PlaceToken(p(1), "Belge", "D15", 0))
    assert codes(found) == ((code,) if code else ())
