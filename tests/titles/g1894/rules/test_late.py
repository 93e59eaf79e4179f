"""1894: corporations that come late."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyShares, ChooseHome, PlaceHomeToken, StartCorporation, TradeOwnShares
from open18xx.engine.context import Context
from open18xx.rules.tokens import free_city

from tests.support.positions import Position, events, offers_of, play, record_of, refused
from tests.titles.g1894.rules.helpers import go_on, p

#: Yellow tiles of the cities that have their own.
YELLOW = {"F15": "X2", "D11": "X3", "G6": "X1"}
PRINTED = ("G4", "G18", "I10")


def choosing(context: Context, late: str, *bare: str) -> Position:
    """Ann's turn in a stock round of the Brown phase; its homes have tiles, but for some."""
    position = Position(context, 3).phase("Brown").cash(1, 500)
    for home in context.title.companies.corporations[late].homes:
        if home.hex not in (*bare, *PRINTED):
            position.tile(home.hex, YELLOW.get(home.hex, "57"), 0)
    return position


@pytest.mark.rule("1894-LATE-03", "1894-LATE-05", "1894-LATE-06")
@pytest.mark.parametrize(
    ("late", "bare", "home", "abroad"),
    [
        ("LB", (), "H17", "B3"),
        ("LB", ("C14", "H17"), "H17", "B3"),
        ("LF", (), "E2", "H17"),
        ("LF", ("B9", "E2"), "E2", "H17"),
    ],
)
def test_the_home_is_named_at_once(
    context: Context, late: str, bare: tuple[str, ...], home: str, abroad: str
) -> None:
    """In a hex without tile if there is one, else in any with a slot to spare; before the turn goes on."""
    game = choosing(context, late, *bare).stock(1).game()
    play(game, StartCorporation(p(1), late, 67))
    assert game.actor() == p(1)
    found = {a.hex for a in offers_of(game, ChooseHome) if isinstance(a, ChooseHome)}
    if bare:
        assert found == set(bare)
    else:
        assert {home, "G18" if late == "LB" else "G4"} <= found
        assert "I10" not in found, "the only slot of Reims is kept for Est"
    assert {offer.action.kind for offer in game.legal_actions()} == {"choose_home"}
    refused(game, ChooseHome(p(1), "LF" if late == "LB" else "LB", home), "home.other")
    refused(game, ChooseHome(p(1), late, abroad), "home.not_free")
    turn = play(game, ChooseHome(p(1), late, home))
    assert events(turn, "home_chosen")[0]["hex"] == home
    assert record_of(game, late).home == home
    assert game.state.tokens.get(home, ()) in ((), ((None,),)), "the token itself comes when it operates"


@pytest.mark.rule("1894-LATE-06")
@pytest.mark.parametrize("chosen", [False, True])
def test_the_slot_of_the_chosen_home_is_kept(context: Context, chosen: bool) -> None:
    """Belge at Mechelen reaches Liège; with LB at home there nobody else finds room in its only slot."""
    position = Position(context, 3).phase("Brown").tile("H17", "57", 0)
    position.float("Belge", 1, 95, shares={1: 6}, cash=500)
    if chosen:
        position = position.home("LB", "H17").start("LB", 2, 67, shares={2: 2})
    game = position.operating("Belge").game()
    assert free_city(game.view, "Belge", "H17", 0) is not chosen
    assert free_city(game.view, "LB", "H17", 0)


@pytest.mark.rule("1894-LATE-08")
@pytest.mark.parametrize("held", [(), (0,), (1,)])
def test_a_home_in_a_split_city(context: Context, held: tuple[int, ...]) -> None:
    """The city of D15 with room; if both have room, its president is asked when it first operates."""
    position = Position(context, 3).phase("Brown").tile("D15", "X16", 0).home("LB", "D15")
    position.float("Nord", 2, 95, shares={2: 6}, home=False)
    for city in held:
        position.token("Nord", "D15", city)
    position.float("LB", 1, 67, shares={1: 6}, cash=670, home=False, turns=0)
    game = position.operating().game()
    while game.view.operating != "LB":
        go_on(game)
    if held:
        assert "LB" in game.state.tokens["D15"][1 - held[0]]
        return
    assert game.actor() == p(1)
    places = {(a.hex, a.city) for a in offers_of(game, PlaceHomeToken) if isinstance(a, PlaceHomeToken)}
    assert places == {("D15", 0), ("D15", 1)}
    play(game, PlaceHomeToken(p(1), "LB", "D15", 1))
    assert "LB" in game.state.tokens["D15"][1]


@pytest.mark.rule("1894-LATE-09")
def test_a_late_corporation_floats_and_buys_back_like_others(context: Context) -> None:
    """LB floats with the share that floats AG, gets as much, and may buy its shares back."""
    money = {}
    for name in ("LB", "AG"):
        position = Position(context, 3).phase("Brown").cash(2, 300)
        if name == "LB":
            position.home("LB", "D15")
        game = position.start(name, 1, 67, shares={1: 2, 3: 3}).stock(2).game()
        assert not record_of(game, name).floated
        play(game, BuyShares(p(2), name, "ipo"))
        assert record_of(game, name).floated
        money[name] = game.view.cash(name)
    assert money["LB"] == money["AG"] == 670
    for name in ("LB", "AG"):
        position = Position(context, 3).phase("Brown")
        if name == "LB":
            position.home("LB", "D15")
        position.float(name, 1, 67, shares={1: 5}, pool=2, cash=300, home=False)
        game = position.operating(name, step="redemption").game()
        assert {a.shares for a in offers_of(game, TradeOwnShares) if isinstance(a, TradeOwnShares)}
        play(game, TradeOwnShares(p(1), name, 1))
        assert game.view.cash(name) == 300 - 67
