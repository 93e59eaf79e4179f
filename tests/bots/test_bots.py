"""Bots: legal, deterministic, and able to finish games of every size."""

from collections import Counter

import pytest
from open18xx.actions.base import Action
from open18xx.actions.kinds import BuyTrain, DeclareDividend, Pass, Respond, RunRoutes
from open18xx.bots.greedy import GreedyBot, variants
from open18xx.bots.outlook import Outlook, is_doomed, money_wanted, next_train
from open18xx.bots.player import RandomBot, chance_for, random_variant
from open18xx.bots.seats import BOTS, UnknownSeat, bot_for, check_kind
from open18xx.bots.sights import distances, pull, stop_worth
from open18xx.engine.game import Game
from open18xx.loading.packs import known_packs
from open18xx.rules.running import best_routes

from tests.support.contexts import loaded
from tests.support.games import NAMES, bot_game
from tests.support.positions import Position


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "players"), [*(("greedy", n) for n in (2, 3, 4, 5, 6)), ("random", 2), ("random", 6)]
)
def test_bots_finish_games_of_every_size(kind: str, players: int) -> None:
    game = bot_game(kind, players, 11)
    assert game.is_over
    assert game.state.end_reason in ("bank_broken", "one_player_left")
    assert set(game.result()) == set(NAMES[:players])


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(known_packs()))
@pytest.mark.parametrize("kind", sorted(BOTS))
def test_bots_know_no_title_and_finish_games_of_all(kind: str, title: str) -> None:
    least = min(loaded(title).title.players)
    game = bot_game(kind, least, 11, title=title)
    assert game.is_over
    if kind == "greedy":
        assert sum(game.result().values()) > 3 * least * game.title.players[least].cash


@pytest.mark.parametrize("kind", sorted(BOTS))
def test_the_same_seed_gives_the_same_game(kind: str) -> None:
    first = bot_game(kind, 3, 11, 120)
    game = Game(loaded("1826"), NAMES[:3], seed=11)
    bot = bot_for(kind, 11)
    assert bot is not None
    while len(game.actions) < 120:
        game.apply(bot.decide(game))
    assert game.hash() == first.hash()


@pytest.mark.parametrize("kind", sorted(BOTS))
def test_another_seed_gives_another_game(kind: str) -> None:
    assert bot_game(kind, 3, 11, 120).actions != bot_game(kind, 3, 12, 120).actions


@pytest.mark.parametrize("kind", sorted(BOTS))
def test_a_bot_decides_by_the_position_alone(kind: str) -> None:
    """After undo, and in a game taken up again, it does the same as before."""
    game = Game(loaded("1826"), NAMES[:3], seed=11)
    bot = bot_for(kind, 11)
    assert bot is not None
    for _ in range(60):
        game.apply(bot.decide(game))
    played = game.actions
    game.undo(25)
    for _ in range(25):
        fresh = bot_for(kind, 11)
        assert fresh is not None
        action = fresh.decide(game)
        assert action == bot.decide(game), "asking twice changes nothing"
        game.apply(action)
    assert game.actions == played


def test_chance_differs_from_decision_to_decision() -> None:
    game = Game(loaded("1826"), NAMES[:3])
    first = [chance_for(seed, game).below(1000) for seed in range(20)]
    game.apply(game.legal_actions()[0].action)
    second = [chance_for(seed, game).below(1000) for seed in range(20)]
    assert len(set(first)) > 15
    assert first != second


def test_random_free_values_stay_in_their_range() -> None:
    game = Game(loaded("1826"), NAMES[:3])
    bid = next(offer for offer in game.legal_actions() if offer.free)
    seen = {random_variant(bid, game, chance_for(seed, game)) for seed in range(40)}
    assert len(seen) > 10
    assert all(not game.check(action) for action in seen)


def test_kinds_of_seats() -> None:
    assert bot_for("human", 1) is None
    assert isinstance(bot_for("greedy", 1), GreedyBot)
    assert isinstance(bot_for("random", 1), RandomBot)
    with pytest.raises(UnknownSeat, match="did you mean 'greedy'"):
        check_kind("greedi")
    with pytest.raises(UnknownSeat, match="known are human, greedy, random"):
        bot_for("xyz", 1)


# -- the sensible one ---------------------------------------------------------------------------------


def decide(game: Game, seed: int = 1) -> Action:
    action = GreedyBot(seed).decide(game)
    assert not game.check(action)
    return action


def test_it_runs_the_best_routes_and_plays_sensibly_over_whole_games() -> None:
    game = bot_game("greedy", 3, 11)
    actions = Counter(action.kind for action in game.actions)
    assert actions["lay_tile"] > 50
    assert actions["run_routes"] > 50
    assert actions["buy_train"] > 12
    assert actions["start_corporation"] >= 4
    assert actions["place_token"] >= 3
    worth = game.result().values()
    assert min(worth) > 2 * game.title.players[3].cash, "everybody has gained"
    paid = [a for a in game.actions if isinstance(a, DeclareDividend)]
    assert sum(a.choice != "withhold" for a in paid) > len(paid) * 2 // 3


def operating(step: str, **facts: object) -> Game:
    """GC at Lyon with a track to the town above and money as wished."""
    company: dict[str, object] = {"cash": 300, "trains": ["2H"], "price": 100, **facts}
    position = (
        Position(loaded("1826"), players=3)
        .float("GC", president=1, shares={1: 3, 2: 1}, **company)  # type: ignore[arg-type]
        .float("PO", president=2, price=90, shares={2: 3}, cash=200, trains=["2H", "2H"])
        .tile("M13", "57", 1)
    )
    earnings = 40 if step in ("dividend", "trains") else None
    return position.operating("GC", step=step, earnings=earnings).game()


def test_it_buys_a_train_when_it_has_none() -> None:
    action = decide(operating("trains", trains=[]))
    assert isinstance(action, BuyTrain)
    assert (action.source, action.price) == ("bank", 100)


def test_it_pays_when_it_is_well_provided() -> None:
    action = decide(operating("dividend"))
    assert isinstance(action, DeclareDividend)
    assert action.choice == "full"


def test_it_keeps_what_a_train_needs_that_is_about_to_be_lost() -> None:
    game = (
        Position(loaded("1826"), players=3)
        .phase("4H")
        .float("GC", president=1, price=100, shares={1: 3}, cash=170, trains=["2H"])
        .operating("GC", step="dividend", earnings=40)
        .game()
    )
    assert money_wanted(game.view, "GC") == 200
    action = decide(game)
    assert isinstance(action, DeclareDividend)
    assert action.choice == "withhold"


def test_it_runs_what_is_offered() -> None:
    game = operating("routes")
    action = decide(game)
    assert isinstance(action, RunRoutes)
    game.apply(action)
    assert (
        game.state.round.turn.earnings == best_routes(game.view, "GC").value or game.step_name() != "routes"
    )


def test_it_sells_a_train_only_dearly_and_never_the_last_one() -> None:
    def asked(price: int, trains: list[str]) -> Game:
        game = (
            Position(loaded("1826"), players=3)
            .phase("6H")
            .float("GC", president=1, price=90, shares={1: 3}, cash=500, trains=["4H"], structure="ten")
            .float("PO", president=2, price=90, shares={2: 3}, trains=trains, structure="ten")
            .operating("GC", step="trains", earnings=0)
            .game()
        )
        game.apply(BuyTrain("player-1", "GC", "4H", "PO", price))
        return game

    for price, trains, agree in ((200, ["4H", "4H"], True), (199, ["4H", "4H"], False), (300, ["4H"], False)):
        answer = decide(asked(price, trains))
        assert isinstance(answer, Respond)
        assert answer.agree is agree


def test_it_sells_shares_in_an_emergency_until_the_train_is_paid() -> None:
    game = (
        Position(loaded("1826"), players=3)
        .phase("6H")
        .float("GC", president=1, price=90, shares={1: 3}, cash=0, structure="ten")
        .float("PO", president=2, price=82, shares={2: 4, 1: 2}, trains=["4H"], structure="ten")
        .remember("loans", {"GC": 2})
        .cash(1, 150)
        .operating("GC", step="trains", earnings=0)
        .game()
    )
    game.apply(decide(game))
    assert game.step_name() == "raise_money"
    while game.step_name() == "raise_money":
        action = decide(game)
        assert action.kind == "sell_shares"
        game.apply(action)
    assert game.view.trains("GC")
    assert game.view.president("GC") == "player-1"


def test_it_passes_in_a_stock_round_without_money() -> None:
    game = (
        Position(loaded("1826"), players=3)
        .float("GC", president=2, price=100, shares={2: 3}, trains=["2H"])
        .cash(1, 5)
        .stock(1)
        .game()
    )
    assert isinstance(decide(game), Pass)


def test_it_floats_what_it_has_started() -> None:
    game = Position(loaded("1826"), players=3).start("GC", president=1, price=82).stock(1).game()
    action = decide(game)
    assert (action.kind, action.facts()["corporation"]) == ("buy_shares", "GC")


def test_it_needs_no_rule_of_its_own_for_what_hooks_offer() -> None:
    """Repaying a loan raises what it has; the corporation can afford it."""
    game = (
        Position(loaded("1826"), players=3)
        .phase("10H")
        .float("GC", president=1, price=90, shares={1: 6}, cash=1800, trains=["10H"], structure="ten")
        .remember("loans", {"GC": 1})
        .operating("GC", step="loan_repayment", earnings=100)
        .game()
    )
    assert decide(game).kind == "repay_loans"


# -- what it sees -----------------------------------------------------------------------------------------


def test_variants_of_an_offer_begin_with_the_offered_one() -> None:
    game = Game(loaded("1826"), NAMES[:3])
    bid = next(offer for offer in game.legal_actions() if offer.free)
    found = list(variants(bid))
    assert found[0] == bid.action
    assert all(not game.check(action) for action in found)


def test_the_outlook_changes_nothing() -> None:
    game = bot_game("greedy", 3, 11, 100)
    before = game.hash()
    outlook = Outlook()
    for offer in game.legal_actions():
        outlook.after(game, offer.action)
    assert outlook.standing(game.view, "player-1") > 0
    assert game.hash() == before


def test_earnings_are_those_of_the_best_routes() -> None:
    game = bot_game("greedy", 3, 11)
    outlook = Outlook()
    for turn in game.turns[-1:]:
        view = game.view
        assert turn.state is view.state
        for corporation in view.state.corporations:
            if view.trains(corporation):
                assert outlook.earnings(view, corporation) == best_routes(view, corporation).value
                assert outlook.earnings(view, corporation) == best_routes(view, corporation).value


def test_trains_that_will_not_last_are_known() -> None:
    game = Position(loaded("1826"), players=3).phase("4H").stock(1).game()
    trains = game.title.trains
    assert is_doomed(game.view, trains["2H"])
    assert not is_doomed(game.view, trains["6H"])
    assert not is_doomed(game.view, trains["10H"])
    found = next_train(game.view)
    assert found is not None
    assert found.id == "4H"


def test_sights() -> None:
    view = Game(loaded("1826"), NAMES[:3]).view
    worth = stop_worth(view)
    assert worth["C13"] == 30
    assert worth["B12"] == 20, "a city to be"
    assert "H8" not in worth
    assert distances(view.title, "G9")["G9"] == 0
    assert distances(view.title, "G9")["F8"] == 1
    assert pull(view, "F8", worth) > pull(view, "L6", worth)
    assert pull(view, "F8", worth, frozenset(worth)) == 0
