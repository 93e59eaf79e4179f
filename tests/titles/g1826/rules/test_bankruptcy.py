"""1826: a president who cannot raise the money leaves the game (4.8.2; rulings 1826-A-45, 1826-A-46)."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyShares, BuyTrain, Pass, PlaceToken, SellShares
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.homes import reservations
from open18xx.state.game_state import CLOSED, POOL

from tests.support.positions import (
    Position,
    actor_of,
    events,
    holdings,
    offers_of,
    play,
    record_of,
    refused,
)
from tests.titles.g1826.rules.mergers import drift, pass_to, stations, step, title_action


def in_need(
    context: Context,
    *,
    name: str = "GC",
    shares: dict[int, int] | None = None,
    cash: int = 400,
    president_cash: int = 50,
    players: int = 3,
    pool: int = 0,
    owed: int = 2,
    phase: str = "E",
    priority: int = 1,
) -> Position:
    """A corporation with two loans that needs an E train for F800; player 1 is its president."""
    shares = shares or {1: 3, 2: 2}
    return (
        Position(context, players, priority=priority)
        .phase(phase)
        .float(
            name,
            shares=shares,
            at=(1, 4),
            cash=cash,
            turns=2,
            pool=pool,
            treasury=10 - pool - sum(shares.values()),
        )
        .remember("loans", {name: owed})
        .cash(1, president_cash)
        .operating(name, "trains")
    )


def need(game: Game, name: str = "GC") -> None:
    """The corporation must buy its train."""
    play(game, BuyTrain("player-1", name, "E", "bank", 800))


def sell_out(game: Game) -> None:
    """The president sells what he may until that is enough or nothing is left."""
    while game.step_name() == "raise_money":
        sales = offers_of(game, "sell_shares") or offers_of(game, "sell_bonds")
        play(game, sales[-1])


@pytest.mark.rule("1826-4.8.2-01", "1826-4.8.2-02", "1826-4.8.2-03", "1826-4.8.2-07", "1826-4.8.2-08")
def test_he_leaves_and_the_heir_must_finish_the_purchase(context: Context) -> None:
    """F400 are missing. He has F50 and one share of GC he may sell for F110; 3 : 2 becomes 2 : 2."""
    game = in_need(context).cash(2, 500).game()
    need(game)
    assert (game.actor(), game.step_name()) == ("player-1", "raise_money")
    turn = play(game, SellShares("player-1", "GC", 1))
    assert events(turn, "player_bankrupt") == ({"player": "player-1", "corporation": "GC"},)
    assert game.state.out == ("player-1",)
    assert game.view.cash("player-1") == 0
    assert game.view.cash("GC") == 400 + 50 + 110, "what he had and raised stays there"
    assert holdings(game, "GC") == {"2": 2, POOL: 3, "GC": 5}
    assert game.view.president("GC") == "player-2"
    assert (game.actor(), game.state.round.current, game.step_name()) == ("player-2", "GC", "trains")
    refused(game, Pass("player-2"), "train.must_own")
    turn = play(game, BuyTrain("player-2", "GC", "E", "bank", 800))
    assert not events(turn, "loans_taken")
    assert game.view.cash("player-2") == 500 - (800 - 560)
    assert game.view.train_types("GC") == ("E",)


@pytest.mark.rule("1826-4.8.2-01")
def test_not_as_long_as_anything_can_still_be_sold(context: Context) -> None:
    """He has to sell his Nord first, share by share if he likes."""
    position = in_need(context).float(
        "Nord", shares={2: 3, 1: 3}, at=(7, 1), turns=3, trains=["10H"], treasury=4
    )
    game = position.game()
    need(game)
    for _ in range(3):
        assert game.state.out == ()
        play(game, SellShares("player-1", "Nord", 1))
    assert (game.step_name(), game.state.out) == ("raise_money", ())
    play(game, SellShares("player-1", "GC", 1))
    assert game.state.out == ("player-1",)
    assert game.view.cash("GC") == 400 + 50 + 3 * 40 + 110


@pytest.mark.rule("1826-4.8.2-01", "1826-4.8.1-06")
def test_never_while_treasury_and_assets_are_enough(context: Context) -> None:
    """Treasury F50, cash F100, stock for F700: F850 against F800."""
    game = (
        in_need(context, cash=50, president_cash=100, shares={1: 2, 2: 2})
        .float("Nord", shares={2: 3, 1: 5}, at=(1, 9), turns=3, trains=["10H"], treasury=2)
        .game()
    )
    need(game)
    assert not [
        offer for offer in game.legal_actions() if offer.action.kind not in ("sell_shares", "sell_bonds")
    ]
    turn = play(game, SellShares("player-1", "Nord", 4))
    assert not events(turn, "player_bankrupt")
    assert game.view.train_types("GC") == ("E",)
    assert game.view.cash("player-1") == 100 + 720 - 750


@pytest.mark.rule("1826-4.8.2-02")
def test_his_stock_goes_to_the_pool_above_its_limit(context: Context) -> None:
    """Nord's pool holds half of it already: he cannot sell, but his shares go there in the end."""
    position = in_need(context, shares={1: 2, 2: 2})
    position.float("Nord", shares={2: 3, 1: 2}, at=(1, 9), turns=3, trains=["10H"], pool=5)
    game = position.game()
    need(game)
    assert game.state.out == ("player-1",), "nothing could be sold"
    assert holdings(game, "Nord") == {"2": 3, POOL: 7}
    assert not [
        owner for owners in game.state.certificates.values() for owner in owners if owner == "player-1"
    ]
    drift(game, "stock")
    assert game.actor() in ("player-2", "player-3")
    pass_to(game, "player-2")
    refused(game, SellShares("player-2", "Nord", 1), "stock.pool_limit")


@pytest.mark.rule("1826-4.8.2-02")
def test_bonds_go_to_the_pool_and_private_companies_close(context: Context) -> None:
    """All that he may sell he sells, bonds too; what he cannot sell are his private companies (phase 6H)."""
    position = (
        Position(context, 3)
        .phase("6H")
        .private("Mail", 1)
        .float("GC", shares={1: 2, 2: 2}, structure="ten", at=(1, 4), cash=0, turns=2)
        .remember("loans", {"GC": 2})
        .cash(1, 50)
        .operating("GC", "trains")
    )
    game = position.game()
    turn = play(game, BuyTrain("player-1", "GC", "6H", "bank", 300))
    assert events(turn, "private_closed") == (
        {"private": "Mail", "owner": "player-1", "cause": "bankruptcy"},
    )
    assert game.state.privates["Mail"] == CLOSED
    assert game.state.out == ("player-1",)
    position = in_need(context, cash=0, shares={1: 2, 2: 2})
    position.float("SNCF", shares={2: 2}, price=110, treasury=8, turns=2, trains=["10H"])
    game = position.remember("bonds", {"player-1": 3, "SNCF": 7}).game()
    need(game)
    turn = play(game, title_action(game, "sell_bonds", actor="player-1", count=3))
    assert game.state.out == ("player-1",)
    assert game.state.memory["bonds"] == {"SNCF": 7, POOL: 3}
    assert game.view.cash("GC") == 50 + 300


@pytest.mark.rule("1826-4.8.2-03", "1826-4.6.4-05")
@pytest.mark.parametrize(
    ("gc", "heir"),
    [
        pytest.param({1: 2, 2: 2}, 2, id="the-only-one-with-two"),
        pytest.param({1: 2, 2: 2, 3: 2}, 2, id="tie-next-after-him"),
        pytest.param({1: 3, 2: 2, 4: 3}, 4, id="most-shares"),
        pytest.param({1: 2, 2: 1, 4: 2}, 4, id="one-share-is-not-enough"),
    ],
)
def test_the_heir(context: Context, gc: dict[int, int], heir: int) -> None:
    position = in_need(
        context, shares=gc, president_cash=0, cash=100, players=4, pool=5 if sum(gc.values()) < 6 else 0
    )
    for seat in (2, 3, 4):
        position.cash(seat, 0)
    game = position.game()
    need(game)
    sell_out(game)
    assert "player-1" in game.state.out
    first = next(
        e
        for t in game.turns
        for e in t.events
        if e.kind == "president_changed" and e.facts["corporation"] == "GC"
    )
    assert (first.facts["old"], first.facts["new"]) == ("player-1", f"player-{heir}")


@pytest.mark.rule("1826-4.8.2-03", "1826-4.8.2-04")
def test_all_his_corporations_get_new_presidents_or_close(context: Context) -> None:
    """Nord goes to player 2; Est, of which nobody else has two shares, closes with all it has."""
    position = (
        in_need(context, shares={1: 2, 2: 2}, players=4)
        .float("Nord", shares={1: 2, 2: 2}, at=(3, 4), turns=3, trains=["10H"], pool=5, treasury=1)
        .float(
            "Est",
            shares={1: 2, 2: 1, 3: 1},
            at=(4, 4),
            turns=3,
            trains=["10H", "10H"],
            pool=5,
            treasury=1,
            cash=77,
        )
        .token("Est", "C13")
    )
    game = position.game()
    bank = game.view.cash("bank")
    need(game)
    assert game.view.president("Nord") == "player-2"
    assert record_of(game, "Est").closed
    assert set(game.state.certificates["Est"]) == {CLOSED}
    assert stations(game, "Est") == ()
    assert game.view.train_types(POOL) == ("10H", "10H")
    assert game.view.cash("Est") == 0
    assert game.view.cash("bank") == bank + 77, "no compensation, its money lapses"
    assert game.view.cash("player-2") == game.view.cash("player-3") == 450
    assert game.view.place("Est") is None
    # The new president of GC finds its trains in the pool and need not buy the E train.
    assert (game.actor(), game.step_name()) == ("player-2", "trains")
    refused(game, BuyTrain("player-2", "GC", "E", "bank", 800), "emergency.cheapest")
    play(game, BuyTrain("player-2", "GC", "10H", POOL, 600))
    assert game.view.train_types("GC") == ("10H",)


@pytest.mark.rule("1826-4.8.2-04", "1826-4.8.2-05")
def test_the_corporation_in_need_may_close_too(context: Context) -> None:
    """Nobody else has two shares of it: its turn ends, its loans lapse, its home becomes open."""
    position = (
        in_need(context, name="Est", shares={1: 2, 2: 1, 3: 1})
        .float("Nord", shares={2: 3}, at=(3, 4), turns=3, trains=["10H"], treasury=2, pool=5, cash=2000)
        .tile("G11", "9", 1)
    )
    game = position.game()
    need(game, "Est")
    assert record_of(game, "Est").closed
    assert game.state.memory.get("loans", {}) == {}
    assert game.view.cash("Est") == 0
    assert game.state.round.current == "Nord"
    assert ("G9", 4) not in reservations(game.view)
    assert game.state.tokens["G9"][4] == (None,)


@pytest.mark.rule("1826-4.8.2-05")
def test_trains_of_a_closed_corporation_can_be_bought_at_face_value(context: Context) -> None:
    position = in_need(context, name="Est", shares={1: 2, 2: 1})
    position.float("PLM", president=1, shares={1: 2}, at=(2, 5), turns=3, trains=["10H"], pool=5, treasury=3)
    position.float("Nord", shares={2: 3}, at=(3, 4), turns=3, trains=["10H"], treasury=2, pool=5, cash=2000)
    game = position.game()
    need(game, "Est")
    assert record_of(game, "PLM").closed
    assert game.view.train_types(POOL) == ("10H",)
    while game.step_name() != "trains":
        step(game)
    play(game, BuyTrain("player-2", "Nord", "10H", POOL, 600))
    assert game.view.train_types("Nord") == ("10H", "10H")


@pytest.mark.rule("1826-4.8.2-05", "1826-4.11-04")
def test_a_station_of_paris_that_a_closing_has_freed_is_open_to_others(context: Context) -> None:
    """Paris stations belong to one corporation each until it leaves the game."""
    position = (
        in_need(context, name="Est", shares={1: 2, 2: 1})
        .tile("F12", "57", 0)
        .tile("G11", "8", 1)
        .float("Nord", shares={2: 3}, at=(3, 4), turns=3, trains=["10H"], treasury=2, pool=5, cash=2000)
        .token("Nord", "F12")
    )
    game = position.game()
    assert reservations(game.view).get(("G9", 5)) == ("PLM",)
    need(game, "Est")
    assert record_of(game, "Est").closed
    while game.step_name() != "token":
        step(game)
    refused(game, PlaceToken("player-2", "Nord", "G9", 5), "token.no_slot", "token.out_of_reach")
    turn = play(game, PlaceToken("player-2", "Nord", "G9", 4))
    assert events(turn, "token_placed")[0]["cost"] == 40, "from Reims over G11"
    assert stations(game, "Nord") == ("F12/0", "G9/3", "G9/4")


@pytest.mark.rule("1826-4.8.2-06")
@pytest.mark.parametrize("national", ["Etat", "SNCF"])
def test_one_share_suffices_for_a_national(context: Context, national: str) -> None:
    """Player 3 has one share of it, player 2 none: he becomes president and goes on."""
    position = in_need(context, name=national, shares={1: 2, 3: 1}, cash=100, president_cash=0, pool=5)
    game = position.remember("bonds", {"player-2": 10}).cash(3, 900).game()
    need(game, national)
    assert game.state.out == ("player-1",)
    assert game.view.president(national) == "player-3"
    assert not record_of(game, national).closed
    assert holdings(game, national) == {"3": 1, POOL: 7, national: 2}
    assert (game.actor(), game.step_name()) == ("player-3", "trains")


@pytest.mark.rule("1826-4.8.2-06")
@pytest.mark.parametrize("national", ["Etat", "SNCF"])
def test_a_national_without_shareholders_stays_in_play_without_turns(context: Context, national: str) -> None:
    """The emergency lapses; whoever buys a share becomes president and it operates again."""
    position = (
        in_need(context, name=national, shares={1: 2}, cash=100, president_cash=0, pool=5)
        .remember("bonds", {"player-2": 10})
        .float("Nord", shares={2: 3}, at=(3, 4), turns=3, trains=["10H"], treasury=2, pool=5)
        .cash(2, 900)
    )
    game = position.game()
    need(game, national)
    assert game.state.out == ("player-1",)
    assert not record_of(game, national).closed
    assert game.view.president(national) is None
    assert game.state.round.current == "Nord", "its turn is over"
    assert stations(game, national) == ()
    turns = record_of(game, national).turns
    drift(game, "stock")
    assert record_of(game, national).turns == turns
    pass_to(game, "player-2")
    play(game, BuyShares("player-2", national, "treasury"))
    assert game.view.president(national) == "player-2"
    drift(game, "operating")
    assert game.state.round.current == national
    assert game.actor() == "player-2"


@pytest.mark.rule("1826-4.8.2-08", "1826-4.8.2-01")
def test_the_heir_may_go_bankrupt_in_turn(context: Context) -> None:
    """Three players, two of them without means: the game goes on with one and ends at once."""
    position = in_need(context, shares={1: 2, 2: 2, 3: 2}, cash=100, president_cash=0, pool=4)
    game = position.cash(2, 10).cash(3, 1000).game()
    need(game)
    sell_out(game)
    assert game.state.out == ("player-1",)
    assert game.actor() == "player-2"
    turn = play(game, BuyTrain("player-2", "GC", "E", "bank", 800))
    if game.step_name() == "raise_money":
        sell_out(game)
        turn = game.turns[-1]
    assert game.state.out == ("player-1", "player-2")
    assert events(turn, "game_ended")[0]["reason"] == "one_player_left"
    assert game.is_over
    assert game.state.result is not None
    assert max(game.state.result, key=lambda player: game.state.result[player]) == "player-3"


@pytest.mark.rule("1826-4.8.2-01")
def test_bankruptcy_of_one_of_two_players_ends_the_game(context: Context) -> None:
    game = in_need(context, shares={1: 2, 2: 2}, players=2).game()
    need(game)
    sell_out(game)
    assert game.is_over
    assert game.state.end_reason == "one_player_left"
    assert game.legal_actions() == ()
    refused(game, Pass("player-2"), "game.over")


@pytest.mark.rule("1826-4.8.2-01")
def test_the_order_of_the_others_stays_and_the_priority_moves_on(context: Context) -> None:
    position = in_need(
        context, shares={1: 2, 2: 2}, players=4, cash=750, president_cash=0, pool=5, priority=1
    )
    game = position.game()
    need(game)
    assert game.state.out == ("player-1",)
    assert game.state.priority == "player-2"
    play(game, BuyTrain("player-2", "GC", "E", "bank", 800))
    drift(game, "stock")
    order = []
    for _ in range(3):
        order.append(actor_of(game))
        play(game, Pass(actor_of(game)))
    assert order == ["player-2", "player-3", "player-4"]
    assert game.state.round.kind == "operating", "three passes end the round of three players"


@pytest.mark.rule("1826-4.8.2-01", "1826-4.8.2-07", "1826-4.8.2-08", "1826-4.7.5-03")
def test_bankruptcy_over_interest(context: Context) -> None:
    """F100 due, F20 cash, F30 earnings. He has F15; player 2 takes over and pays the rest."""
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", shares={1: 2, 2: 2}, at=(1, 4), structure="ten", cash=20, trains=["6H"], turns=2, pool=5)
        .remember("loans", {"GC": 2})
        .cash(1, 15)
        .operating("GC", "loan_interest", earnings=30)
        .game()
    )
    assert game.state.out == ("player-1",)
    assert game.view.president("GC") == "player-2"
    assert game.view.cash("player-2") == 600 - (100 - 30 - 20 - 15)
    (paid,) = events(game.turns[0], "debt_paid")
    assert (paid["due"], paid["from_earnings"], paid["from_treasury"]) == (100, 30, 70)
    assert game.view.cash("GC") == 0
    assert game.state.round.current == "GC"
