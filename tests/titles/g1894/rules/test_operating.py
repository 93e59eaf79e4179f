"""1894: operating rounds, shares bought back and issued again, dividends, homes."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import (
    BuyShares,
    BuyTrain,
    DeclareDividend,
    LayTile,
    Pass,
    PlaceHomeToken,
    PlaceToken,
    SellShares,
    TradeOwnShares,
)
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import (
    Position,
    codes,
    events,
    holdings,
    offered,
    offers_of,
    play,
    record_of,
    refused,
)
from tests.titles.g1894.rules.helpers import cash, finish_turn, go_on, go_to, p, starting

# -- rounds ------------------------------------------------------------------------------------------


@pytest.mark.rule("1894-OR-01", "1894-PH-03", "1894-PH-05")
@pytest.mark.parametrize(
    ("phase", "train", "rounds"),
    [
        ("Yellow", "2", 1),
        ("Green", "3", 2),
        ("Blue", "4", 2),
        ("Brown", "5+1", 3),
        ("Red", "6", 3),
        ("Gray", "7", 3),
    ],
)
def test_rounds_of_a_set(context: Context, phase: str, train: str, rounds: int) -> None:
    game = (
        Position(context, 3).phase(phase).float("Nord", 1, 80, shares={1: 6}, trains=[train]).stock(1).game()
    )
    seen = []
    while game.state.round.kind == "stock":
        play(game, Pass(game.actor() or ""))
    while game.state.round.kind == "operating":
        seen.append((game.state.round.number, game.state.round.of))
        finish_turn(game)
    assert seen == [(number, rounds) for number in range(1, rounds + 1)]


@pytest.mark.rule("1894-OR-02")
def test_a_phase_changes_the_next_set_only(context: Context) -> None:
    game = (
        Position(context, 3)
        .phase("Blue")
        .supply("4", 0)
        .float("Nord", 1, 80, shares={1: 6}, trains=["4"], cash=900)
        .operating("Nord", "trains", number=1)
        .game()
    )
    play(game, BuyTrain(p(1), "Nord", "5+1", "bank", 400))
    assert game.state.phase == "Brown"
    assert game.state.round.of == 2
    while game.state.round.kind == "operating":
        go_on(game)
    while game.state.round.kind == "stock":
        play(game, Pass(game.actor() or ""))
    assert game.state.round.of == 3


def turns_of(game: Game) -> list[str]:
    return [str(f["corporation"]) for turn in game.turns for f in events(turn, "turn_started")]


@pytest.mark.rule("1894-OR-04", "1894-MKT-07")
def test_price_column_row_and_arrival(context: Context) -> None:
    """Scenario S13, with 64 in several places: further right first, then further up, then who came first."""
    position = Position(context, 4).phase("Red")
    places = [
        ("Est", (6, 2)), ("AG", (8, 5)), ("Nord", (5, 1)), ("Ouest", (6, 2)), ("PLM", (9, 5)),
        ("CFOR", (4, 6)),
    ]  # fmt: skip
    for seat, (name, at) in enumerate(places):
        position.float(
            name, 1 + seat % 4, at=at, shares={1 + seat % 4: 6}, trains=["6"] if seat < 2 else ["4"]
        )
    game = position.operating().game()
    while game.state.round.kind == "operating" and game.state.round.number == 1:
        go_on(game)
    # CFOR 100; at 64 AG (column 5), then column 2 Est above Ouest, then Nord (column 1); PLM 60.
    assert turns_of(game)[:6] == ["CFOR", "AG", "Est", "Ouest", "Nord", "PLM"]


@pytest.mark.rule("1894-OR-04")
def test_of_equal_price_and_column_the_higher_row(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Est", 1, at=(11, 4), shares={1: 6})
        .float("AG", 2, at=(10, 3), shares={2: 6})
        .float("Nord", 3, at=(8, 1), shares={3: 6})
        .float("Ouest", 4, at=(9, 2), shares={4: 6})
        .operating()
        .game()
    )
    assert game.state.round.order == ("Est", "AG", "Ouest", "Nord")


@pytest.mark.rule("1894-OR-05")
def test_the_order_holds_for_the_round(context: Context) -> None:
    """Est withholds and falls below Nord: it does not operate again, and Nord keeps its place."""
    game = (
        Position(context, 4)
        .float("Est", 1, 100, shares={1: 6}, trains=["2"])
        .float("AG", 2, 95, shares={2: 6}, trains=["2"])
        .float("Nord", 3, 80, shares={3: 6}, trains=["2"])
        .operating()
        .game()
    )
    order = game.state.round.order
    finish_turn(game)
    assert game.view.price("Est") == 93
    assert game.state.round.order == order == ("Est", "AG", "Nord")


@pytest.mark.rule("1894-OR-05", "1894-EMG-11", "1894-EMG-09", "1894-EMG-06")
def test_forced_sales_sort_those_to_come(context: Context) -> None:
    """Ann sells AG from 95 to 75 for Est: Nord (80) operates before AG; Ben is president of AG at once."""
    game = (
        Position(context, 4)
        .phase("Gray")
        .supply("7", 1)
        .float("Est", 1, 100, shares={1: 6}, cash=500)
        .float("AG", 1, 95, shares={1: 4, 2: 3}, trains=["7"])
        .float("Nord", 3, 80, shares={3: 6}, trains=["7"])
        .tile("I8", "8", 2)
        .tile("H9", "57", 2)
        .cash(1, 0)
        .operating("Est", "trains")
        .game()
    )
    assert game.state.round.order == ("Est", "AG", "Nord")
    turn = play(game, SellShares(p(1), "AG", 3))
    assert events(turn, "president_changed")[0]["new"] == p(2)
    assert game.view.price("AG") == 69
    assert game.state.round.order == ("Est", "Nord", "AG")
    play(game, BuyTrain(p(1), "Est", "7", "bank", 700))
    assert cash(game, 1) == [285 - 200]


# -- turns -------------------------------------------------------------------------------------------


@pytest.mark.rule("1894-OR-06", "1894-OR-07", "1894-RED-01")
def test_the_steps_of_a_turn(context: Context) -> None:
    game = (
        Position(context, 4)
        .phase("Green")
        .float("Est", 1, 100, shares={1: 6}, pool=2, cash=900, trains=["3"])
        .float("Nord", 2, 80, shares={2: 6}, trains=["2"])
        .tile("H9", "57", 2)
        .tile("G8", "9", 2)
        .private("SQG", 2)
        .operating("Est")
        .game()
    )
    seen: dict[str, bool] = {}
    while game.state.round.current == "Est":
        seen[game.step_name()] = bool(offers_of(game, Pass))
        go_on(game)
    assert seen == {
        "redemption": True,
        "track": True,
        "token": True,
        "routes": False,
        "dividend": False,
        "trains": True,
        "privates": True,
    }


@pytest.mark.rule("1894-OR-07")
def test_steps_without_anything_to_do_are_left_out(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Est", 1, 100, shares={1: 6}, cash=0)
        .float("Nord", 2, 80, shares={2: 6}, cash=0)
        .operating("Est")
        .game()
    )
    assert game.step_name() == "track"
    play(game, Pass(p(1)))
    assert game.view.operating == "Nord"


@pytest.mark.rule("1894-OR-08", "1894-COR-04", "1894-COR-06")
@pytest.mark.parametrize(
    ("name", "homes"),
    [
        ("Ouest", {"B3", "E6"}), ("Nord", {"D9", "G14"}), ("AG", {"D15"}), ("CFOR", {"D3", "H3"}),
        ("Belge", {"E16"}), ("PLM", {"G6"}), ("Est", {"I10"}),
    ],
)  # fmt: skip
def test_home_stations(context: Context, name: str, homes: set[str]) -> None:
    game = (
        Position(context, 4)
        .float(name, 1, 95, shares={1: 6}, cash=950, turns=0, home=False)
        .operating()
        .game()
    )
    assert set(game.state.tokens) == homes
    assert all(cities[0] == (name,) for cities in game.state.tokens.values())
    assert record_of(game, name).tokens_left == context.title.companies.corporations[name].tokens - len(homes)
    assert game.view.cash(name) == 950
    assert [f["hex"] for f in events(game.turns[0], "home_token_placed")] == sorted(homes)


@pytest.mark.rule("1894-OR-09", "1894-CIT-12")
def test_a_home_in_a_split_hex(context: Context) -> None:
    """Both cities of Gent have room: the president of AG says in which his home station goes."""
    position = Position(context, 4).phase("Brown").tile("D15", "X16", 0)
    position.float("AG", 1, 95, shares={1: 6}, cash=950, turns=0, home=False)
    game = position.operating().game()
    assert game.step_name() == "home_token"
    assert {(a.hex, a.city) for a in offers_of(game, PlaceHomeToken) if isinstance(a, PlaceHomeToken)} == {
        ("D15", 0),
        ("D15", 1),
    }
    refused(game, PlaceHomeToken(p(1), "AG", "E16", 0), "token.not_home")
    play(game, PlaceHomeToken(p(1), "AG", "D15", 1))
    assert game.state.tokens["D15"] == ((None,), ("AG",))


@pytest.mark.rule("1894-OR-09", "1894-CIT-12")
def test_a_home_where_one_city_has_room(context: Context) -> None:
    position = Position(context, 4).phase("Brown").tile("D15", "X16", 0)
    position.float("AG", 1, 95, shares={1: 6}, cash=950, turns=0, home=False)
    position.float("Belge", 2, 100, shares={2: 6}).token("Belge", "D15", 0)
    game = position.operating(operated=["Belge"]).game()
    assert game.state.tokens["D15"] == (("Belge",), ("AG",))


# -- shares bought back ------------------------------------------------------------------------------


def nord(context: Context, treasury: int = 0, unsold: int = 1, **more: int) -> Position:
    held = 10 - treasury - unsold - 2
    return Position(context, 4).float(
        "Nord", 1, at=(9, 3), shares={1: held}, pool=2, treasury=treasury, cash=500, start_price=80, **more
    )


@pytest.mark.rule("1894-RED-01", "1894-RED-02", "1894-RED-03", "1894-MKT-08")
@pytest.mark.parametrize(("number", "most"), [(1, 2), (2, 1), (3, 1)])
def test_buying_back(context: Context, number: int, most: int) -> None:
    game = nord(context).phase("Brown").operating("Nord", number=number).game()
    found = [a.shares for a in offers_of(game, TradeOwnShares) if isinstance(a, TradeOwnShares)]
    assert found == list(range(1, most + 1))
    refused(game, TradeOwnShares(p(1), "Nord", most + 1), "redemption.most")
    refused(game, TradeOwnShares(p(1), "Nord", 0), "redemption.nothing")
    bank = game.view.cash("bank")
    turn = play(game, TradeOwnShares(p(1), "Nord", most))
    assert game.view.cash("Nord") == 500 - 50 * most
    assert game.view.cash("bank") == bank + 50 * most
    assert holdings(game, "Nord")["Nord"] == most
    assert game.view.price("Nord") == 50
    assert events(turn, "own_shares_bought")[0]["shares"] == most
    assert game.step_name() != "redemption"


@pytest.mark.rule("1894-RED-02", "1894-RED-11")
def test_money_and_first_turn(context: Context) -> None:
    poor = nord(context).cash("Nord", 49).operating("Nord", "redemption").game()
    assert poor.step_name() != "redemption"
    enough = nord(context).cash("Nord", 99).operating("Nord", "redemption").game()
    assert codes(enough.check(TradeOwnShares(p(1), "Nord", 2))) == ("stock.too_dear",)
    first = nord(context, turns=0).operating("Nord", "redemption").game()
    assert record_of(first, "Nord").turns == 1
    assert offered(first, TradeOwnShares(p(1), "Nord", 1))


@pytest.mark.rule("1894-RED-04", "1894-RED-05", "1894-RED-06", "1894-RED-07", "1894-RED-09", "1894-MKT-08")
def test_issuing_again(context: Context) -> None:
    game = nord(context, treasury=2, unsold=1).operating("Nord", "redemption").game()
    refused(game, TradeOwnShares(p(1), "Nord", -1), "redemption.all")
    turn = play(game, TradeOwnShares(p(1), "Nord", -2))
    assert game.view.cash("Nord") == 700
    assert holdings(game, "Nord")["ipo"] == 3
    assert record_of(game, "Nord").start_price == 100
    assert game.view.price("Nord") == 50
    assert events(turn, "own_shares_reissued")[0]["amount"] == 200
    assert game.step_name() != "redemption", "either the one or the other"


@pytest.mark.rule("1894-RED-05")
@pytest.mark.parametrize(("treasury", "unsold"), [(1, 1), (2, 3)])
def test_more_bought_back_than_unsold(context: Context, treasury: int, unsold: int) -> None:
    game = nord(context, treasury=treasury, unsold=unsold).operating("Nord", "redemption").game()
    refused(game, TradeOwnShares(p(1), "Nord", -treasury), "redemption.too_few")


@pytest.mark.rule("1894-RED-08")
def test_all_unsold_shares_cost_the_new_price(context: Context) -> None:
    game = nord(context, treasury=2, unsold=1).operating("Nord", "redemption").game()
    play(game, TradeOwnShares(p(1), "Nord", -2))
    while game.state.round.kind == "operating":
        go_on(game)
    while game.actor() != p(2):
        play(game, Pass(game.actor() or ""))
    money = cash(game, 2)[0]
    play(game, BuyShares(p(2), "Nord", "ipo"))
    assert cash(game, 2) == [money - 100]


@pytest.mark.rule("1894-COR-07")
def test_starting_corporations_never_trade_their_shares(context: Context) -> None:
    game = starting(nord(context, treasury=2)).operating("Nord", "redemption").game()
    assert game.step_name() != "redemption"
    found = context.steps.named("redemption").check(game.view, TradeOwnShares(p(1), "Nord", 1))
    assert codes(found) == ("start.own_stock",)
    assert codes(context.steps.named("redemption").check(game.view, TradeOwnShares(p(1), "Nord", -2))) == (
        "start.own_stock",
    )


@pytest.mark.rule("1894-RED-10")
def test_shares_bought_back_make_nobody_president(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 1, 95, shares={1: 3, 2: 3}, treasury=4, cash=100)
        .cash(2, 500)
        .stock(2)
        .game()
    )
    assert game.view.president("Nord") == p(1)


# -- dividends ---------------------------------------------------------------------------------------


@pytest.mark.rule("1894-DIV-01", "1894-DIV-02", "1894-DIV-03", "1894-DIV-04", "1894-DIV-05", "1894-DIV-07")
def test_paying_out(context: Context) -> None:
    """180 F: Ann 5, Ben 1, treasury 1 bought back and 1 unsold, pool 2."""
    game = (
        Position(context, 4)
        .float("Nord", 1, 80, shares={1: 5, 2: 1}, treasury=1, pool=2, cash=0, trains=["2"])
        .operating("Nord", "dividend", earnings=180)
        .game()
    )
    refused(game, DeclareDividend(p(1), "Nord", "half"), "dividend.choice")
    money = cash(game, 1, 2)
    bank = game.view.cash("bank")
    turn = play(game, DeclareDividend(p(1), "Nord", "full"))
    assert cash(game, 1, 2) == [money[0] + 90, money[1] + 18]
    assert game.view.cash("Nord") == 36
    assert game.view.cash("bank") == bank - 144
    assert game.view.price("Nord") == 85
    kinds = [event.kind for event in turn.events]
    assert kinds.index("dividend_declared") < kinds.index("price_moved")


@pytest.mark.rule("1894-DIV-01", "1894-DIV-06")
def test_keeping(context: Context) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 1, 100, shares={1: 6}, cash=0, trains=["2"])
        .operating("Nord", "dividend", earnings=180)
        .game()
    )
    play(game, DeclareDividend(p(1), "Nord", "withhold"))
    assert (game.view.cash("Nord"), game.view.price("Nord")) == (180, 93)


@pytest.mark.rule("1894-DIV-06", "1894-OR-07", "1894-DIV-07")
def test_nothing_earned_moves_left_before_trains(context: Context) -> None:
    game = (
        Position(context, 4).float("Nord", 1, 100, shares={1: 6}, cash=500).operating("Nord", "track").game()
    )
    go_to(game, "trains")
    assert game.view.price("Nord") == 93
    assert game.view.operating == "Nord"


@pytest.mark.rule("1894-SR-35", "1894-DIV-05")
@pytest.mark.parametrize(("at", "price"), [((7, 1), 56), ((6, 1), 64), ((9, 4), 60)])
def test_dividends_move_gray_prices_one_space(context: Context, at: tuple[int, int], price: int) -> None:
    game = (
        Position(context, 4)
        .float("Nord", 1, at=at, shares={1: 6}, trains=["2"])
        .operating("Nord", "dividend", earnings=100)
        .game()
    )
    play(game, DeclareDividend(p(1), "Nord", "full"))
    assert game.view.price("Nord") == price


@pytest.mark.rule("1894-OR-04")
def test_only_the_operating_corporation_acts(context: Context) -> None:
    """Scenario U2."""
    game = (
        Position(context, 4)
        .float("Nord", 1, 100, shares={1: 6}, trains=["2"])
        .float("AG", 1, 95, shares={1: 6}, trains=["2"])
        .operating("Nord", "dividend", earnings=100)
        .game()
    )
    refused(game, DeclareDividend(p(1), "AG", "full"), "turn.other_corporation")
    refused(game, DeclareDividend(p(2), "Nord", "full"), "turn.not_yours")
    refused(game, LayTile(p(1), "Nord", "D9", "57", 0), "turn.not_now")
    refused(game, PlaceToken(p(1), "Nord", "D9", 0), "turn.not_now")
