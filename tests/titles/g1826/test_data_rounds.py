"""1826: the policies of the rounds with their figures."""

from __future__ import annotations

import pytest
from open18xx.definition.rounds import Allowance

from tests.titles.g1826.book import rule_text, title


@pytest.mark.rule("1826-4.2-04", "1826-4.2-09")
def test_bids_rise_in_fives() -> None:
    auction = title().policies.auction
    assert (auction.kind, auction.minimum_raise, auction.multiple_of) == ("waterfall", 5, 5)
    text = rule_text("1826-4.2-04")
    assert "at least F5 above" in text
    assert "steps of F5" in text
    assert "Algerian is F75, for Belgian F115" in text
    assert "at least F5 higher than the last, in steps of F5" in rule_text("1826-4.2-09")


def test_passing_in_the_auction() -> None:
    auction = title().policies.auction
    assert (auction.nothing_sold, auction.forced_price) == ("priority_buys_first", 20)
    assert auction.passed_out == "operating_round"
    assert "take Bridge for F20" in rule_text("1826-4.2-14")


def test_stock_round() -> None:
    stock = title().policies.stock
    assert (stock.turn, stock.sell_only_operated, stock.one_block_per_turn) == ("sell_then_buy", True, True)
    assert (stock.rebuy_after_sale, stock.priority) == ("forbidden_this_round", "first_of_final_passes")
    assert (stock.over_limit, stock.purchase_price) == ("must_sell", "market")


def test_operating_round() -> None:
    operating = title().policies.operating
    assert (operating.order, operating.recomputed) == (("price", "column", "stack"), True)
    assert operating.turn == (
        "track",
        "destination_check",
        "token",
        "routes",
        "loan_interest",
        "bond_interest",
        "dividend",
        "trains",
        "loan_repayment",
        "bond_redemption",
        "treasury_trade",
    )
    assert "bond interest, dividend, trains, loan repayment" in rule_text("1826-4.7-08")


def test_track() -> None:
    track = title().policies.track
    assert track.rule == "semi_restrictive"
    assert track.normal == (Allowance(lays=1, upgrades=0), Allowance(lays=0, upgrades=1))
    assert track.first_turn == (Allowance(lays=2, upgrades=0), Allowance(lays=0, upgrades=1))
    assert track.same_hex_twice is False
    assert "one yellow tile or, instead, for one upgrade" in rule_text("1826-4.7.1-01")
    assert "two yellow tiles" in rule_text("1826-4.7.1-02")


@pytest.mark.rule("1826-4.7.3-02", "1826-4.11-06", "1826-C-Tokens-03")
def test_a_token_costs_twenty_a_hex() -> None:
    tokens = title().policies.tokens
    assert (tokens.per_hex, tokens.fixed, tokens.per_turn) == (20, (), 1)
    assert (tokens.home_placed, tokens.home_kept) == ("at_float", "until_placed")
    assert "costs F20 for each hex" in rule_text("1826-4.7.3-02")
    assert "four hexes: F80" in rule_text("1826-4.7.3-02")
    assert "costs F20 for each hex" in rule_text("1826-4.11-06")
    assert "costs F20." in rule_text("1826-C-Tokens-03")


def test_routes_and_dividends() -> None:
    assert title().policies.routes.must_maximise is True
    dividend = title().policies.dividend
    assert dividend.choices == ("full", "half", "withhold")
    assert (dividend.half_rounding, dividend.paid_to_corporation) == (10, ("treasury",))
    assert "multiple of F10" in rule_text("1826-4.7.7-03")
    assert "multiple of F10" in rule_text("1826-4.7.7-04")


def test_trains_and_emergencies() -> None:
    policies = title().policies
    trains, emergency = policies.trains, policies.emergency
    assert (trains.offered, trains.minimum_price) == ("next_when_sold_out", 1)
    assert (trains.discard_to, trains.must_own) == ("pool", "always")
    assert (emergency.cheapest_only, emergency.president_may_sell_presidency_of_buyer) == (True, False)
    assert (emergency.oversell, emergency.bankruptcy) == ("less_than_a_share", "player_leaves")
    assert "F1 or more" in rule_text("1826-4.7.9-04")


def test_treasury_trade_and_end() -> None:
    policies = title().policies
    trade, end = policies.treasury_trade, policies.end
    assert (trade.first_turn, trade.one_transaction, trade.sale_lowers_price) == (False, True, True)
    assert (end.bank_broken, end.bank_breaks_at, end.one_player_left) == ("end_of_set", "zero", True)
    assert end.private_value == "none"
