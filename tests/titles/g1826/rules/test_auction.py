"""1826, section 4.2: the initial stock round, in which the private companies are sold."""

from __future__ import annotations

import pytest
from open18xx.actions.base import Offer, Range
from open18xx.actions.kinds import Bid, BuyPrivate, BuyShares, Pass, SetStartPrice, StartCorporation
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import (
    NAMES,
    Position,
    all_events,
    every_offer_is_legal,
    offered,
    offers_of,
    play,
    refused,
)

ORDER = ("Bridge", "Mail", "Algerian", "Belgian", "Parisian", "Alsatian")


def p(seat: int) -> str:
    return f"player-{seat}"


def owner(game: Game, private: str) -> str:
    return game.state.privates[private]


def sold_up_to(context: Context, private: str, players: int = 3, player: int = 1) -> Position:
    """The private companies before ``private`` are owned by player 3; ``player`` is next."""
    position = Position(context, players).auction(player)
    for name in ORDER[: ORDER.index(private)]:
        position.private(name, 3)
    return position


def range_of(game: Game, private: str) -> Range:
    [found] = [
        offer.free["amount"]
        for offer in game.legal_actions()
        if isinstance(offer.action, Bid) and offer.action.private == private
    ]
    assert isinstance(found, Range)
    return found


# -- a turn ------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.2-03")
def test_a_turn_is_one_purchase_one_bid_or_a_pass(context: Context) -> None:
    game = Game(context, NAMES[:3])
    assert game.actor() == p(1)
    assert offers_of(game, BuyPrivate) == (BuyPrivate(p(1), "Bridge"),)
    assert [bid.private for bid in offers_of(game, Bid) if isinstance(bid, Bid)] == list(ORDER[1:])
    assert offered(game, Pass(p(1)))
    refused(game, BuyPrivate(p(1), "Mail"), "auction.not_cheapest")
    refused(game, Bid(p(1), "Bridge", 25), "auction.buy_cheapest")
    refused(game, BuyPrivate(p(2), "Bridge"), "turn.not_yours")
    every_offer_is_legal(game)
    play(game, BuyPrivate(p(1), "Bridge"))
    assert game.view.cash(p(1)) == 600 - 20
    assert owner(game, "Bridge") == p(1)
    assert game.actor() == p(2)
    play(game, Bid(p(2), "Algerian", 75))
    assert game.actor() == p(3)
    play(game, Pass(p(3)))
    assert game.actor() == p(1)
    # The next one is the cheapest now, at its printed price.
    assert offers_of(game, BuyPrivate) == (BuyPrivate(p(1), "Mail"),)


@pytest.mark.rule("1826-4.2-03")
def test_the_holder_of_the_priority_begins(context: Context) -> None:
    game = Position(context, 4, priority=3).auction(3).game()
    assert game.actor() == p(3)
    play(game, Pass(p(3)))
    assert game.actor() == p(4)


@pytest.mark.rule("1826-4.2-04", "1826-4.2-09")
@pytest.mark.parametrize(
    ("private", "least"),
    [("Mail", 45), ("Algerian", 75), ("Belgian", 115), ("Parisian", 165), ("Alsatian", 225)],
)
def test_first_bid_is_five_above_the_printed_cost(context: Context, private: str, least: int) -> None:
    game = Game(context, NAMES[:3])
    assert range_of(game, private) == Range(least, 600, 5)
    refused(game, Bid(p(1), private, least - 5), "auction.below_minimum")
    refused(game, Bid(p(1), private, least + 1), "auction.step")
    refused(game, Bid(p(1), private, 605), "auction.too_dear")
    play(game, Bid(p(1), private, least))
    assert range_of(game, private) == Range(least + 5, 600, 5)
    refused(game, Bid(p(2), private, least), "auction.below_minimum")


@pytest.mark.rule("1826-4.2-04")
def test_the_greatest_bid_is_a_multiple_of_five_too(context: Context) -> None:
    game = Position(context, 3).cash(1, 83).auction(1).game()
    assert range_of(game, "Algerian") == Range(75, 80, 5)


# -- money set aside ---------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.2-05")
def test_a_bid_ties_up_its_money(context: Context) -> None:
    game = Position(context, 3).cash(1, 300).bid("Alsatian", (1, 225)).auction(1).game()
    # 75 are left: enough for Bridge, and for Algerian at 75, not for Belgian.
    assert offered(game, BuyPrivate(p(1), "Bridge"))
    assert range_of(game, "Algerian") == Range(75, 75, 5)
    refused(game, Bid(p(1), "Algerian", 80), "auction.too_dear")
    refused(game, Bid(p(1), "Belgian", 115), "auction.too_dear")
    # Its own bid does not count against raising it.
    assert range_of(game, "Alsatian") == Range(230, 300, 5)


@pytest.mark.rule("1826-4.2-05")
def test_money_set_aside_does_not_buy_the_cheapest(context: Context) -> None:
    game = Position(context, 3).cash(1, 240).bid("Alsatian", (1, 225)).auction(1).game()
    refused(game, BuyPrivate(p(1), "Bridge"), "auction.too_dear")
    assert game.legal_actions()[-1] == Offer(Pass(p(1)))


@pytest.mark.rule("1826-4.2-06")
def test_an_outbid_player_may_use_his_money_again(context: Context) -> None:
    game = Position(context, 3).cash(1, 240).bid("Alsatian", (1, 225), (2, 230)).auction(1).game()
    assert range_of(game, "Parisian") == Range(165, 240, 5)
    assert offered(game, BuyPrivate(p(1), "Bridge"))
    # The highest bidder's money stays tied up.
    rich = Position(context, 3).cash(2, 240).bid("Alsatian", (1, 225), (2, 230)).auction(2).game()
    refused(rich, Bid(p(2), "Algerian", 75), "auction.too_dear")


# -- who gets a company ------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.2-07", "1826-4.2-03")
def test_single_bids_are_awarded_as_soon_as_the_company_is_the_cheapest(context: Context) -> None:
    """As recorded: Bridge and Mail bought, then Algerian for 75 and Belgian for 115 at once."""
    game = Game(context, NAMES[:4])
    play(game, Bid(p(1), "Algerian", 75), Bid(p(2), "Belgian", 115), BuyPrivate(p(3), "Bridge"))
    assert owner(game, "Algerian") == "bank"
    play(game, BuyPrivate(p(4), "Mail"))
    assert owner(game, "Algerian") == p(1)
    assert owner(game, "Belgian") == p(2)
    assert game.view.cash(p(1)) == 450 - 75
    assert game.view.cash(p(2)) == 450 - 115
    # Next is the player after the last one who acted, not after the last one who received something.
    assert game.actor() == p(1)
    assert offers_of(game, BuyPrivate) == (BuyPrivate(p(1), "Parisian"),)


@pytest.mark.rule("1826-4.2-07")
def test_a_single_bid_is_paid_in_full(context: Context) -> None:
    game = sold_up_to(context, "Mail").bid("Algerian", (2, 200)).game()
    play(game, BuyPrivate(p(1), "Mail"))
    assert owner(game, "Algerian") == p(2)
    assert game.view.cash(p(2)) == 400


@pytest.mark.rule("1826-4.2-08")
@pytest.mark.parametrize(
    ("bids", "speaker"),
    [
        (((1, 75), (2, 80)), 1),
        (((1, 75), (2, 80), (4, 85)), 1),
        (((2, 75), (4, 80), (1, 85)), 2),
        (((4, 75), (1, 80), (2, 85)), 4),
    ],
)
def test_the_bidder_after_the_highest_speaks_first(
    context: Context, bids: tuple[tuple[int, int], ...], speaker: int
) -> None:
    game = sold_up_to(context, "Mail", players=4, player=3).bid("Algerian", *bids).game()
    play(game, BuyPrivate(p(3), "Mail"))
    assert game.actor() == p(speaker)
    least = bids[-1][1] + 5
    assert range_of(game, "Algerian").low == least
    # Only this company is bid for, and nothing is bought otherwise.
    assert {offer.action.kind for offer in game.legal_actions()} == {"bid", "pass"}
    refused(game, Bid(p(speaker), "Belgian", 115), "auction.contested")
    refused(game, BuyPrivate(p(speaker), "Algerian"), "auction.contested")
    refused(game, Bid(p(speaker), "Algerian", least - 5), "auction.below_minimum")
    refused(game, Bid(p(speaker), "Algerian", least + 2), "auction.step")
    every_offer_is_legal(game)


@pytest.mark.rule("1826-4.2-10", "1826-4.2-11")
def test_an_auction_among_three_bidders(context: Context) -> None:
    game = sold_up_to(context, "Mail", players=4, player=3).bid("Algerian", (1, 75), (2, 80), (4, 85)).game()
    play(game, BuyPrivate(p(3), "Mail"))
    play(game, Bid(p(1), "Algerian", 90))
    assert game.actor() == p(2)
    play(game, Pass(p(2)))
    assert game.actor() == p(4)
    play(game, Bid(p(4), "Algerian", 95))
    # Player 2 has passed: he is out for good, player 3 has never bid.
    assert game.actor() == p(1)
    play(game, Bid(p(1), "Algerian", 120), Pass(p(4)))
    assert owner(game, "Algerian") == p(1)
    assert game.view.cash(p(1)) == 450 - 120
    assert game.view.cash(p(4)) == 450
    # The round goes on after player 3, who acted on his own turn last.
    assert game.actor() == p(4)
    assert not game.state.bids


@pytest.mark.rule("1826-4.2-11")
def test_the_highest_bidder_pays_his_last_bid(context: Context) -> None:
    game = sold_up_to(context, "Mail", players=4, player=3).bid("Algerian", (1, 75), (2, 100)).game()
    play(game, BuyPrivate(p(3), "Mail"), Pass(p(1)))
    assert owner(game, "Algerian") == p(2)
    assert game.view.cash(p(2)) == 350


@pytest.mark.rule("1826-4.2-12")
def test_what_may_be_bid_in_an_auction(context: Context) -> None:
    game = (
        sold_up_to(context, "Mail", players=4, player=3)
        .bid("Algerian", (1, 75), (2, 80))
        .bid("Belgian", (1, 115), (2, 150))
        .bid("Parisian", (1, 165))
        .game()
    )
    play(game, BuyPrivate(p(3), "Mail"))
    # 450 less the 165 set aside for Parisian; the outbid 115 for Belgian and the 75 here are free.
    assert range_of(game, "Algerian") == Range(85, 285, 5)
    refused(game, Bid(p(1), "Algerian", 290), "auction.too_dear")
    play(game, Bid(p(1), "Algerian", 285))
    # Player 2: 450 less 150 for Belgian; his 80 on Algerian count.
    assert range_of(game, "Algerian") == Range(290, 300, 5)


# -- all are sold, or all pass -----------------------------------------------------------------------


@pytest.mark.rule("1826-4.2-13")
def test_after_the_last_sale_the_round_goes_on_with_shares(context: Context) -> None:
    game = sold_up_to(context, "Alsatian", player=2).game()
    play(game, BuyPrivate(p(2), "Alsatian"))
    assert game.step_name() == "start_price"
    play(game, SetStartPrice(p(2), "Alsace", 100))
    assert game.state.round.kind == "stock"
    # Nothing else in between, and the next player in order is the first to buy shares.
    assert game.actor() == p(3)
    assert game.state.round.passes == 0
    assert offered(game, StartCorporation(p(3), "GC", 75))
    assert not offers_of(game, BuyPrivate)


@pytest.mark.rule("1826-4.2-13")
def test_after_a_contested_last_sale_the_turn_order_goes_on(context: Context) -> None:
    game = sold_up_to(context, "Parisian", players=4, player=4).bid("Alsatian", (2, 225), (3, 230)).game()
    play(game, BuyPrivate(p(4), "Parisian"), SetStartPrice(p(4), "Paris", 75))
    assert game.actor() == p(2)
    play(game, Pass(p(2)))
    assert game.step_name() == "start_price"
    assert game.actor() == p(3)
    play(game, SetStartPrice(p(3), "Alsace", 75))
    assert game.state.round.kind == "stock"
    assert game.actor() == p(1)


@pytest.mark.rule("1826-4.2-01")
def test_no_shares_before_all_private_companies_are_sold(context: Context) -> None:
    game = sold_up_to(context, "Alsatian", player=1).game()
    assert {offer.action.kind for offer in game.legal_actions()} == {"buy_private", "pass"}
    refused(game, StartCorporation(p(1), "GC", 75), "turn.not_now")
    refused(game, BuyShares(p(1), "Paris", "ipo", 1), "turn.not_now")


@pytest.mark.rule("1826-4.2-01")
def test_the_certificates_that_come_with_private_companies_float_nothing(context: Context) -> None:
    game = sold_up_to(context, "Belgian").game()
    play(game, BuyPrivate(p(1), "Belgian"), BuyPrivate(p(2), "Parisian"), SetStartPrice(p(2), "Paris", 75))
    assert not any(record.floated for record in game.state.corporations.values())
    play(game, Pass(p(3)), Pass(p(1)), BuyPrivate(p(2), "Alsatian"), SetStartPrice(p(2), "Alsace", 75))
    assert not any(record.floated for record in game.state.corporations.values())
    # Private companies are sold in this round only.
    refused(game, BuyPrivate(p(3), "Bridge"), "turn.not_now")


@pytest.mark.rule("1826-4.2-14")
def test_all_pass_at_once_the_priority_holder_buys_bridge(context: Context) -> None:
    game = Position(context, 3, priority=2).auction(2).game()
    turn = play(game, Pass(p(2)), Pass(p(3)), Pass(p(1)))
    assert owner(game, "Bridge") == p(2)
    assert game.view.cash(p(2)) == 580
    assert {"player": p(2), "private": "Bridge", "price": 20} in [e.facts for e in turn.events]
    # The round goes on with the player after him; nobody has passed yet.
    assert game.actor() == p(3)
    assert game.state.round.kind == "auction"
    assert game.state.round.passes == 0
    assert game.state.priority == p(2)


@pytest.mark.rule("1826-4.2-14")
def test_bids_alone_do_not_spare_the_priority_holder(context: Context) -> None:
    game = Game(context, NAMES[:3])
    play(game, Bid(p(1), "Mail", 45), Pass(p(2)), Pass(p(3)), Pass(p(1)))
    assert owner(game, "Bridge") == p(1)
    # Mail became the cheapest with a single bid.
    assert owner(game, "Mail") == p(1)
    assert game.actor() == p(2)


@pytest.mark.rule("1826-4.2-15")
def test_all_pass_after_a_sale_an_operating_round_follows(context: Context) -> None:
    """As recorded: with Alsatian unsold, the owners received 5, 10, 15, 20 and 25."""
    game = (
        Position(context, 3)
        .private("Bridge", 1)
        .private("Mail", 1)
        .private("Algerian", 2)
        .private("Belgian", 3)
        .private("Parisian", 3)
        .start("Paris", president=3, price=75)
        .auction(2)
        .game()
    )
    turn = play(game, Pass(p(2)), Pass(p(3)), Pass(p(1)))
    paid = [e.facts for e in turn.events if e.kind == "private_paid"]
    assert [(fact["private"], fact["owner"], fact["amount"]) for fact in paid] == [
        ("Bridge", p(1), 5), ("Mail", p(1), 10), ("Algerian", p(2), 15),
        ("Belgian", p(3), 20), ("Parisian", p(3), 25),
    ]  # fmt: skip
    started = [(e.facts["round"], e.facts.get("of")) for e in turn.events if e.kind == "round_started"]
    assert started == [("operating", 1), ("auction", None)]
    # Alsatian is on offer again at its full price; the first who had passed begins.
    assert game.state.round.kind == "auction"
    assert game.actor() == p(2)
    assert game.state.priority == p(2)
    assert game.view.cash(p(1)) == 615
    play(game, BuyPrivate(p(2), "Alsatian"))
    assert game.view.cash(p(2)) == 615 - 220


@pytest.mark.rule("1826-4.2-15", "1826-4.2-05")
def test_bids_stand_over_the_operating_round(context: Context) -> None:
    game = sold_up_to(context, "Mail").bid("Alsatian", (1, 500)).game()
    play(game, Pass(p(1)), Pass(p(2)), Pass(p(3)))
    assert game.state.round.kind == "auction"
    assert game.actor() == p(1)
    assert [bid.amount for bid in game.state.bids["Alsatian"]] == [500]
    assert range_of(game, "Algerian") == Range(75, 100, 5)
    assert "operating" in [e.facts.get("round") for e in all_events(game) if e.kind == "round_started"]


@pytest.mark.rule("1826-4.2-14", "1826-4.2-15")
def test_a_bid_or_purchase_restarts_the_count_of_passes(context: Context) -> None:
    game = sold_up_to(context, "Mail").game()
    play(game, Pass(p(1)), Pass(p(2)), Bid(p(3), "Algerian", 75), Pass(p(1)), Pass(p(2)))
    assert game.state.round.kind == "auction"
    assert game.actor() == p(3)
    play(game, BuyPrivate(p(3), "Mail"), Pass(p(1)), Pass(p(2)))
    assert game.actor() == p(3)
    # Belgian is the cheapest now: player 3 was the only bidder on Algerian.
    assert offers_of(game, BuyPrivate) == (BuyPrivate(p(3), "Belgian"),)
