"""Situations that engines get wrong: trains and phases (N), forced purchases (E), stations after mergers (K).

Rows that other titles are needed for (trains that run once more before they go, trade-ins, dearer variants of
a train) have no counterpart in 1826.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from open18xx.actions.kinds import BuyTrain, DiscardTrain, LayTile, SellShares
from open18xx.bots.player import RandomBot
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.homes import reservations
from open18xx.rules.phases import phase_after_purchase
from open18xx.state.game_state import POOL
from open18xx.state.transaction import Transaction

from tests.support.contexts import loaded
from tests.support.positions import Position, events, holdings, offers_of, play, record_of, refused
from tests.titles.g1826.rules.mergers import BUYER, begin, eve_of, step


def n1_others_discard_then_the_buyer_goes_on(context: Context) -> None:
    """The buyer of the first 6H has money for a second one; Nord, above its limit, chooses first."""
    position = eve_of(context, "6H", structure="ten", cash=900)
    position.float("Nord", shares={1: 3}, price=100, structure="five", trains=["4H", "4H"])
    position.marker("train_limit", "Nord", amount=1, expires_in="E", source="Algerian").train("Nord", "4H")
    game, _ = begin(position, "6H")
    assert game.view.train_types("Nord") == ("4H", "4H"), "one kind of train: no choice"
    assert (game.actor(), game.state.round.current, game.step_name()) == ("player-4", BUYER, "trains")
    play(game, BuyTrain("player-4", BUYER, "6H", "bank", 300))


def n1_only_the_buyer_can_have_a_choice(context: Context) -> None:
    """Of the trains that survive a change the others own one kind; the buyer has its new one as well."""
    game, _ = begin(eve_of(context, "6H", structure="five", trains=["4H"], cash=900), "6H")
    assert (game.actor(), game.step_name()) == ("player-4", "discard_train")
    play(game, DiscardTrain("player-4", BUYER, "4H"))
    assert (game.state.round.current, game.view.train_types(BUYER)) == (BUYER, ("6H",))
    assert game.step_name() != "trains", "at its limit of one train"


def n3_a_purchase_that_skips_phases(context: Context) -> None:
    """From 4H straight to 10H: all of 6H happens before anything of 10H."""
    game = (
        eve_of(context, "6H")
        .float("Nord", shares={1: 3}, price=100, trains=["2H", "4H"], structure="five")
        .game()
    )
    tx = Transaction(game.title, game.state, context.hooks)
    phase_after_purchase(tx, "10H", BUYER)
    news = [(e.kind, e.facts.get("phase") or e.facts.get("train")) for e in tx.events]
    news = [each for each in news if each[0] in ("phase_changed", "trains_rusted")]
    assert news == [
        ("phase_changed", "6H"),
        ("trains_rusted", "2H"),
        ("phase_changed", "10H"),
        ("trains_rusted", "4H"),
    ]
    assert tx.view.state.phase == "10H"
    assert tx.view.trains("Nord") == ()


def n6_a_rusting_kind_in_the_pool(context: Context) -> None:
    """Removed as well, and told apart from owned ones."""
    position = eve_of(context, "10H").float(
        "Nord", shares={1: 3}, price=100, trains=["4H", "6H"], structure="ten"
    )
    game, turn = begin(position.train(POOL, "4H", "4H", "6H"), "10H")
    (rusted,) = events(turn, "trains_rusted")
    assert (rusted["removed"], rusted["from_pool"]) == ({"Nord": 1}, 2)
    assert game.view.train_types(POOL) == ("6H",)


def n8_no_purchase_from_a_corporation_without_president(context: Context) -> None:
    """An Etat that nobody owns a share of cannot agree to sell its 6H."""
    position = (
        Position(context, 3)
        .phase("6H")
        .float("GC", shares={1: 5}, price=100, structure="ten", cash=900, trains=["6H"], turns=2)
        .float("Etat", price=90, pool=5, turns=2, trains=["6H"])
        .operating("GC", "trains")
    )
    game = position.game()
    assert not [a for a in offers_of(game, "buy_train") if a.source == "Etat"]  # type: ignore[attr-defined]
    refused(game, BuyTrain("player-1", "GC", "6H", "Etat", 300), "train.no_president")


def n9_two_games_in_one_process(context: Context) -> None:
    """Played in turns, with a variant in between, they end where they end alone in a fresh process."""
    variant = loaded("1826", "conversion_in_any_step")
    games = [(Game(c, ["A", "B", "C"], seed=5), RandomBot(5)) for c in (context, variant, context)]
    for _ in range(60):
        for game, bot in games:
            game.apply(bot.decide(game))
    one, _, three = (game.hash() for game, _ in games)
    assert one == three
    code = (
        "from open18xx.table import load_context; from open18xx.engine.game import Game\n"
        "from open18xx.bots.player import RandomBot\n"
        "game, bot = Game(load_context('1826'), ['A', 'B', 'C'], seed=5), RandomBot(5)\n"
        "for _ in range(60): game.apply(bot.decide(game))\n"
        "print(game.hash())"
    )
    alone = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert alone.stdout.strip() == one


def in_need(context: Context, cash: int, president_cash: int, *, owed: int = 2, phase: str = "E") -> Position:
    """GC of player 1 without a train; he owns two shares of Nord at F110 as well."""
    return (
        Position(context, 3)
        .phase(phase)
        .float("GC", shares={1: 4, 2: 3}, at=(1, 4), structure="ten", cash=cash, turns=2, treasury=3)
        .float("Nord", shares={2: 3, 1: 2}, at=(2, 5), turns=3, trains=["10H"], pool=0, treasury=5)
        .remember("loans", {"GC": owed} if owed else {})
        .cash(1, president_cash)
        .operating("GC", "trains")
    )


def e1_no_bankruptcy_while_the_assets_are_enough(context: Context) -> None:
    """Treasury F50, cash F530, two shares at F110: F800 exactly for an E train."""
    game = in_need(context, 50, 530).game()
    play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    assert {offer.action.kind for offer in game.legal_actions()} == {"sell_shares"}
    turn = play(game, SellShares("player-1", "Nord", 2))
    assert not events(turn, "player_bankrupt")
    assert game.view.train_types("GC") == ("E",)


def e3_only_the_cheapest_train_is_forced(context: Context) -> None:
    """A 10H in the pool for F600 beside the bank's E train for F800."""
    game = in_need(context, 500, 1000).train(POOL, "10H").game()
    refused(game, BuyTrain("player-1", "GC", "E", "bank", 800), "emergency.cheapest")
    play(game, BuyTrain("player-1", "GC", "10H", POOL, 600))
    assert game.view.cash("player-1") == 900


def e4_no_help_where_a_train_is_affordable(context: Context) -> None:
    game = in_need(context, 700, 1000).train(POOL, "10H").game()
    refused(game, BuyTrain("player-1", "GC", "E", "bank", 800), "emergency.cheapest")
    turn = play(game, BuyTrain("player-1", "GC", "10H", POOL, 600))
    assert not events(turn, "president_contributed")
    assert game.view.cash("player-1") == 1000


def e5_sales_above_the_pool_limit_or_of_the_presidency(context: Context) -> None:
    position = in_need(context, 100, 0)
    position.float("Est", shares={1: 3, 2: 3}, at=(3, 4), turns=2, trains=["10H"], pool=4, treasury=0)
    game = position.game()
    play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    refused(game, SellShares("player-1", "Est", 2), "stock.pool_limit")
    refused(game, SellShares("player-1", "GC", 2), "emergency.keeps_presidency")


def e6_the_double_certificate_is_split_by_its_exchange(context: Context) -> None:
    """Nothing but the certificate of Est is left to him; player 2 takes it over for two single shares."""
    position = (
        Position(context, 3)
        .phase("E")
        .float("GC", shares={1: 4, 2: 3}, at=(1, 4), structure="ten", cash=700, turns=2, pool=3)
        .float(
            "Est", president=1, shares={1: 2, 2: 2}, at=(3, 4), turns=2, trains=["10H"], pool=4, treasury=2
        )
        .remember("loans", {"GC": 2})
        .cash(1, 10)
        .operating("GC", "trains")
    )
    game = position.game()
    play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    refused(game, SellShares("player-1", "Est", 2), "stock.pool_limit")
    play(game, SellShares("player-1", "Est", 1))
    assert game.view.president("Est") == "player-2"
    assert holdings(game, "Est") == {"1": 1, "2": 2, POOL: 5, "Est": 2}
    assert game.view.cash("player-1") == 10 + 90 - 100 or game.step_name() == "raise_money"


def e8_two_loans_and_the_train_in_one_action(context: Context) -> None:
    """Treasury F251, E train F800: F1,251 less F800; two columns left; the president pays nothing."""
    game = in_need(context, 251, 5, owed=0).game()
    actions = len(game.actions)
    play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    assert len(game.actions) == actions + 1
    assert game.view.cash("GC") == 451
    assert game.view.price("GC") == 90
    assert game.state.memory["loans"] == {"GC": 2}
    assert game.view.cash("player-1") == 5


def e10_interest(context: Context) -> None:
    """F100 due with F58: all of it from earnings of F600; without earnings money must be raised."""
    for earnings, owed, cash, president in ((600, 2, 58, 100), (0, 2, 0, 100 - 42), (0, 1, 8, 100)):
        position = (
            Position(context, 3)
            .phase("E")
            .float(
                "GC", shares={1: 4, 2: 3}, at=(1, 6), structure="ten", cash=58 if owed == 2 else 8, turns=2
            )
            .train("GC", "10H")
            .remember("loans", {"GC": owed})
            .cash(1, 100)
            .operating("GC", "loan_interest", earnings=earnings)
        )
        game = position.game()
        assert game.view.cash("player-1") == president
        if earnings:
            assert game.state.round.turn.earnings == 500
            assert game.view.cash("GC") == cash
        elif owed == 2:
            assert game.view.cash("GC") == 0
        else:
            assert game.state.memory["loans"] == {"GC": 2}, "F42 are missing: a second loan"
            assert game.view.cash("GC") == 8 + 500 - 50


def e11_no_loan_and_no_help_for_a_train_of_another_corporation(context: Context) -> None:
    for owed in (0, 2):
        game = in_need(context, 40, 1000, owed=owed).game()
        refused(game, BuyTrain("player-1", "GC", "10H", "Nord", 600), "train.own_money_only")


def k2_a_taken_over_home_keeps_its_circle(context: Context) -> None:
    """Bordeaux and Lyon: the reservation has ended with floating and does not come back with the merger."""
    position = (
        eve_of(context, "10H", structure="ten")
        .float("GC", shares={1: 4}, price=90, structure="ten", cash=400)
        .float("Midi", shares={2: 2}, price=75, structure="ten")
    )
    game, _ = begin(position, "10H")
    assert ("L14", 0) not in reservations(game.view)
    assert game.state.tokens["L14"] == (("SNCF", None),)
    while game.state.round.current != "SNCF" or game.step_name() != "track":
        step(game)
    lay = next(a for a in offers_of(game, "lay_tile") if a.hex == "L14")  # type: ignore[attr-defined]
    assert isinstance(lay, LayTile) and lay.tile == "63"
    play(game, lay)
    assert game.state.tokens["L14"] == (("SNCF", None),), "two circles before, two after"


def k3_tokens_taken_up_free_their_circles(context: Context) -> None:
    """Midi had the second circle of Lyon, GC its home in the first: one is free after the merger."""
    position = (
        eve_of(context, "6H", structure="ten")
        .float("GC", shares={1: 4}, price=90, structure="ten")
        .float("Midi", shares={2: 2}, price=75, structure="ten")
        .token("Midi", "L14")
    )
    game, _ = begin(position, "6H")
    assert game.state.tokens["L14"] == (("Etat", None),)
    assert game.step_name() != "exchange_tokens"
    assert record_of(game, "Etat").tokens_left == 3


def k9_the_list_of_places_is_made_anew(context: Context) -> None:
    """After its token the SNCF may place no second one in the same turn, and not in the same city."""
    position = (
        Position(context, 3)
        .phase("10H")
        .tile("M13", "6", 1)
        .float("SNCF", shares={1: 4}, price=110, pool=3, treasury=3, turns=2, cash=900, trains=["10H"])
        .token("SNCF", "L14")
        .remember("bonds", {"SNCF": 10})
        .operating("SNCF", "token")
    )
    game = position.game()
    (place,) = offers_of(game, "place_token")
    play(game, place)
    assert game.step_name() != "token"
    assert not offers_of(game, "place_token")


ROWS: dict[str, Callable[[Context], None]] = {
    "N1": n1_others_discard_then_the_buyer_goes_on,
    "N1-choice": n1_only_the_buyer_can_have_a_choice,
    "N3": n3_a_purchase_that_skips_phases,
    "N6": n6_a_rusting_kind_in_the_pool,
    "N8": n8_no_purchase_from_a_corporation_without_president,
    "N9": n9_two_games_in_one_process,
    "E1": e1_no_bankruptcy_while_the_assets_are_enough,
    "E3": e3_only_the_cheapest_train_is_forced,
    "E4": e4_no_help_where_a_train_is_affordable,
    "E5": e5_sales_above_the_pool_limit_or_of_the_presidency,
    "E6": e6_the_double_certificate_is_split_by_its_exchange,
    "E8": e8_two_loans_and_the_train_in_one_action,
    "E10": e10_interest,
    "E11": e11_no_loan_and_no_help_for_a_train_of_another_corporation,
    "K2": k2_a_taken_over_home_keeps_its_circle,
    "K3": k3_tokens_taken_up_free_their_circles,
    "K9": k9_the_list_of_places_is_made_anew,
}


@pytest.mark.parametrize("row", ROWS)
def test_scenario(context: Context, row: str) -> None:
    ROWS[row](context)
