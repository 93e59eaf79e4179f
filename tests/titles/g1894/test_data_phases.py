"""1894: trains, phases and the figures of policies."""

from __future__ import annotations

import pytest

from tests.titles.g1894.book import title

#: Name, number, price, reach (stops, towns), scrapped by.
TRAINS = [
    ("2", 7, 80, (2, 0), "4"),
    ("3", 5, 120, (3, 0), "5+1"),
    ("4", 4, 300, (4, 0), "7"),
    ("5+1", 5, 400, (5, 1), "D"),
    ("6", 2, 600, (6, 0), None),
    ("7", 3, 700, (7, 0), None),
    ("D", None, 800, (0, 0), None),
]
EXCHANGES = {
    ("2", "3"): 80,
    ("3", "4"): 240,
    ("4", "5+1"): 250,
    ("5+1", "6"): 400,
    ("6", "7"): 400,
    ("5+1", "D"): 600,
    ("6", "D"): 500,
    ("7", "D"): 450,
}
#: Name, first train, limit, colours, operating rounds, band of values.
PHASES = [
    ("Yellow", None, 4, "yellow", 1, 0),
    ("Green", "3", 4, "yellow green", 2, 0),
    ("Blue", "4", 3, "yellow green", 2, 0),
    ("Brown", "5+1", 3, "yellow green brown", 3, 1),
    ("Red", "6", 3, "yellow green brown", 3, 1),
    ("Gray", "7", 3, "yellow green brown", 3, 1),
    ("Purple", "D", 2, "yellow green brown", 3, 1),
]


@pytest.mark.rule("1894-TRN-01", "1894-TRN-12", "1894-RTE-03", "1894-RTE-04", "1894-RTE-05")
@pytest.mark.rule("1894-PH-04", "1894-PH-05", "1894-PH-07", "1894-PH-08")
def test_trains() -> None:
    found = [
        (t.id, t.count, t.cost, (t.reach.number, t.reach.towns), t.rusted_by) for t in title().trains.values()
    ]
    assert found == TRAINS
    assert title().trains["D"].reach.kind == "unlimited"


@pytest.mark.rule("1894-TRN-05", "1894-TRN-06")
def test_exchanges_cost_half_the_old_price_less() -> None:
    trains = title().trains
    found = {(old, t.id): t.cost - off for t in trains.values() for old, off in t.trade_in.items()}
    assert found == EXCHANGES
    for (old, new), price in EXCHANGES.items():
        assert price == trains[new].cost - trains[old].cost // 2
    assert title().policies.trains.trade_ins_per_turn == 1


@pytest.mark.rule("1894-PH-01", "1894-PH-03", "1894-PH-04", "1894-PH-05", "1894-PH-06", "1894-PH-07")
@pytest.mark.rule("1894-PH-08", "1894-TRN-04", "1894-OR-01", "1894-TRK-04")
def test_phases() -> None:
    found = [
        (p.id, p.starts_with, p.train_limit["ten"], " ".join(p.tiles), p.operating_rounds, p.revenue_band)
        for p in title().phases.values()
    ]
    assert found == PHASES
    assert all(phase.trains_between_corporations for phase in title().phases.values())


@pytest.mark.rule("1894-LON-03", "1894-LON-04", "1894-LON-05")
def test_ferry_markers() -> None:
    (ferry,) = title().policies.markers
    assert (ferry.count, ferry.cost, ferry.per_corporation, ferry.connected_to) == (4, 80, 1, "A10")


@pytest.mark.rule("1894-RTE-13", "1894-RTE-15", "1894-RTE-16", "1894-PRV-28", "1894-LON-01", "1894-LON-02")
def test_bonuses() -> None:
    routes = title().policies.routes
    luxembourg, london, exits = routes.bonuses
    assert (luxembourg.kind, luxembourg.first, luxembourg.excepted) == ("best_stop", ("I18",), ("I18",))
    assert (london.kind, london.first, london.token_in) == ("best_stop", ("A10",), "A12")
    assert set(london.excepted) == {"A10", "I18"}
    assert (exits.kind, exits.first, set(exits.second), exits.amount) == (
        "pair",
        ("C18",),
        {"A4", "I2", "I18"},
        100,
    )
    assert [(closed.hex, closed.unless) for closed in routes.closed] == [("A10", "ferry")]


@pytest.mark.rule("1894-RED-01", "1894-RED-06", "1894-RED-07")
def test_redemption() -> None:
    policy = title().policies.redemption
    assert (policy.most, policy.most_in_first_round, policy.reissue_price) == (1, 2, 100)


@pytest.mark.rule("1894-AUC-03", "1894-AUC-04", "1894-AUC-07", "1894-AUC-09", "1894-AUC-11")
def test_auction() -> None:
    policy = title().policies.auction
    assert (policy.minimum_raise, policy.multiple_of, policy.price_drop) == (5, 5, 5)
    assert (policy.set_aside, policy.speaker) == ("all", "lowest_bidder")
    assert (policy.nothing_sold, policy.passed_out) == ("price_drops", "pay_revenue")


@pytest.mark.rule("1894-SR-01", "1894-SR-02", "1894-SR-03", "1894-SR-07", "1894-SR-10", "1894-SR-13")
@pytest.mark.rule("1894-SR-14", "1894-SR-15", "1894-SR-16", "1894-SR-23", "1894-SR-25", "1894-SR-27")
def test_stock_rounds() -> None:
    policy = title().policies.stock
    assert (policy.turn, policy.sell_from_round, policy.purchase_price) == ("sell_buy_sell", 2, "par_in_ipo")
    assert (policy.rebuy_after_sale, policy.sell_only_operated) == ("forbidden_this_round", False)
    assert (policy.over_holding, policy.over_limit, policy.treasury_for_sale) == ("kept", "must_sell", False)
    assert (policy.several_most, policy.several_by) == (2, "president")
    assert set(policy.several_from) == {"ipo", "pool"}
    assert (policy.idle_turns, policy.priority) == ("skipped", "passing_order")
    assert not policy.one_block_per_turn


@pytest.mark.rule("1894-OR-04", "1894-OR-05", "1894-OR-06", "1894-OR-07", "1894-OR-08")
def test_operating_turns() -> None:
    policy = title().policies.operating
    assert policy.order == ("price", "column", "row", "stack")
    assert (policy.recomputed, policy.sorted_after_forced_sales, policy.idle_steps) == (
        False,
        True,
        "skipped",
    )
    assert policy.turn == (
        "redemption",
        "track",
        "token",
        "routes",
        "dividend",
        "trains",
        "privates",
        "replace_tokens",
    )
    assert title().policies.tokens.home_placed == "first_operation"


@pytest.mark.rule("1894-TRK-01", "1894-TRK-02", "1894-TRK-03", "1894-TRK-07", "1894-TRK-08")
@pytest.mark.rule("1894-TOK-01", "1894-TOK-03", "1894-TOK-04")
def test_track_and_stations() -> None:
    track, tokens = title().policies.track, title().policies.tokens
    assert [(a.lays, a.upgrades) for a in track.normal] == [(2, 0), (1, 1)]
    assert track.first_turn == track.normal
    assert (track.rule, track.same_hex_twice) == ("permissive", False)
    assert (tokens.per_turn, tokens.one_per, tokens.home_kept) == (1, "hex", "until_placed")


@pytest.mark.rule("1894-DIV-01", "1894-DIV-03", "1894-DIV-04", "1894-DIV-07", "1894-RTE-18")
def test_runs_and_dividends() -> None:
    assert title().policies.dividend.choices == ("full", "withhold")
    assert set(title().policies.dividend.paid_to_corporation) == {"treasury", "ipo"}
    turn = title().policies.operating.turn
    assert turn.index("dividend") < turn.index("trains")
    assert not title().policies.routes.must_maximise


@pytest.mark.rule("1894-TRN-02", "1894-TRN-08", "1894-TRN-11", "1894-TRN-14")
@pytest.mark.rule("1894-EMG-01", "1894-EMG-04", "1894-EMG-05", "1894-EMG-06", "1894-EMG-07", "1894-EMG-10")
@pytest.mark.rule("1894-EMG-11")
def test_trains_and_emergencies() -> None:
    trains, emergency = title().policies.trains, title().policies.emergency
    assert (trains.offered, trains.discard_to, trains.minimum_price) == ("next_when_sold_out", "removed", 1)
    assert (trains.must_own, trains.sole_discard) == ("with_route", "asked")
    assert (emergency.cheapest_only, emergency.sales) == (True, "before_buying")
    assert (emergency.other_corporations, emergency.oversell) == ("up_to_face_value", "less_than_a_share")
    assert not emergency.president_may_sell_presidency_of_buyer
    assert not emergency.keeps_all_presidencies


@pytest.mark.rule("1894-END-01", "1894-END-04", "1894-END-06", "1894-TRK-20", "1894-TOK-08")
def test_end() -> None:
    end = title().policies.end
    assert (end.last_phase, end.last_set_without) == ("Purple", ("track", "token"))
    assert end.private_value == "face"
    assert not end.one_player_left
    assert title().policies.emergency.bankruptcy == "game_ends"
