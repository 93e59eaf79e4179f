"""``rounds.yaml``: the policies of play."""

from __future__ import annotations

from open18xx.definition.rounds import (
    Allowance,
    AuctionPolicy,
    BonusRule,
    ClosedHex,
    DividendPolicy,
    EmergencyPolicy,
    EndPolicy,
    MarkerForSale,
    OperatingPolicy,
    Policies,
    PrivateDraw,
    PrivateTradePolicy,
    RedemptionPolicy,
    RoutePolicy,
    SetupPolicy,
    StockPolicy,
    TokenPolicy,
    TrackEnd,
    TrackPolicy,
    TrainPolicy,
    TreasuryTradePolicy,
)
from open18xx.loading.builders.section import Section


def build_policies(section: Section) -> Policies:
    """All policies; one that is not given has the default that the schema names."""
    return Policies(
        auction=_auction(section.section("auction")),
        stock=_stock(section.section("stock")),
        operating=_operating(section.section("operating")),
        track=_track(section.section("track")),
        tokens=_tokens(section.section("tokens")),
        routes=_routes(section.section("routes")),
        dividend=_dividend(section.section("dividend")),
        trains=_trains(section.section("trains")),
        emergency=_emergency(section.section("emergency")),
        treasury_trade=_treasury_trade(section.section("treasury_trade")),
        end=_end(section.section("end")),
        private_trade=_private_trade(section.section("private_trade")),
        setup=_setup(section.section("setup")),
        redemption=_redemption(section.section("redemption")),
        markers=tuple(_marker(item) for item in section.sections("markers")),
    )


def _setup(item: Section) -> SetupPolicy:
    return SetupPolicy(
        tuple(
            PrivateDraw(draw.texts("privates"), draw.choice("lowest", "stays", "leaves"))
            for draw in item.sections("draws")
        )
    )


def _auction(item: Section) -> AuctionPolicy:
    return AuctionPolicy(
        kind=item.choice("kind", "none", "waterfall", "dealt"),
        minimum_raise=item.number("minimum_raise", 5),
        multiple_of=item.number("multiple_of", 5),
        nothing_sold=item.choice("nothing_sold", "price_drops", "priority_buys_first"),
        forced_price=item.number("forced_price", 0),
        price_drop=item.number("price_drop", 5),
        passed_out=item.choice("passed_out", "pay_revenue", "operating_round", "pay_and_export"),
        set_aside=item.choice("set_aside", "highest", "all"),
        speaker=item.choice("speaker", "next_bidder", "lowest_bidder"),
    )


def _stock(item: Section) -> StockPolicy:
    return StockPolicy(
        turn=item.choice("turn", "sell_buy_sell", "sell_then_buy", "sell_buy_or_buy_sell"),
        sell_only_operated=item.flag("sell_only_operated"),
        one_block_per_turn=item.flag("one_block_per_turn", default=True),
        rebuy_after_sale=item.choice("rebuy_after_sale", "forbidden_this_round", "allowed"),
        priority=item.choice("priority", "after_last_actor", "first_of_final_passes", "passing_order"),
        over_limit=item.choice("over_limit", "must_sell", "may_not_buy"),
        purchase_price=item.choice("purchase_price", "par_in_ipo", "market"),
        sell_from_round=item.number("sell_from_round", 1),
        idle_turns=item.choice("idle_turns", "asked", "skipped"),
        several_from=item.choices("several_from", "ipo", "pool") or ("pool",),
        treasury_for_sale=item.flag("treasury_for_sale", default=True),
        over_holding=item.choice("over_holding", "must_sell", "kept"),
        several_most=item.optional_number("several_most"),
        several_by=item.choice("several_by", "anyone", "president"),
    )


def _operating(item: Section) -> OperatingPolicy:
    return OperatingPolicy(
        order=item.choices("order", "price", "column", "row", "stack") or ("price", "column", "stack"),
        recomputed=item.flag("recomputed", default=True),
        turn=item.texts("turn"),
        sorted_after_forced_sales=item.flag("sorted_after_forced_sales"),
        idle_steps=item.choice("idle_steps", "asked", "skipped"),
    )


def _track(item: Section) -> TrackPolicy:
    normal = _allowances(item, "normal")
    return TrackPolicy(
        rule=item.choice("rule", "semi_restrictive", "restrictive", "permissive", "new_track_or_value"),
        normal=normal,
        first_turn=_allowances(item, "first_turn") or normal,
        same_hex_twice=item.flag("same_hex_twice"),
        ends_with=_track_end(item.section("ends_with")) if "ends_with" in item else None,
    )


def _track_end(item: Section) -> TrackEnd:
    return TrackEnd(item.text("train"), item.number("number", 1))


def _allowances(item: Section, key: str) -> tuple[Allowance, ...]:
    return tuple(Allowance(line.number("lays", 0), line.number("upgrades", 0)) for line in item.sections(key))


def _tokens(item: Section) -> TokenPolicy:
    cost = item.section("cost")
    return TokenPolicy(
        per_hex=cost.number("per_hex", 0),
        fixed=cost.numbers("fixed"),
        per_turn=item.number("per_turn", 1),
        home_placed=item.choice("home_placed", "first_operation", "at_float", "round_start"),
        home_kept=item.choice("home_kept", "until_placed", "never"),
        one_per=item.choice("one_per", "hex", "city"),
        trackless_city=item.choice("trackless_city", "stays", "placed_anew"),
    )


def _routes(item: Section) -> RoutePolicy:
    return RoutePolicy(
        must_maximise=item.flag("must_maximise", default=True),
        closed=tuple(ClosedHex(line.text("hex"), line.text("unless")) for line in item.sections("closed")),
        bonuses=tuple(
            BonusRule(
                kind=line.choice("kind", "pair", "best_stop"),
                name=line.text("name"),
                first=line.texts("first"),
                second=line.texts("second"),
                excepted=line.texts("excepted"),
                amount=line.number("amount", 0),
                token_in=line.optional_text("token_in"),
            )
            for line in item.sections("bonuses")
        ),
    )


def _dividend(item: Section) -> DividendPolicy:
    return DividendPolicy(
        choices=item.choices("choices", "full", "half", "withhold") or ("full", "withhold"),
        half_rounding=item.number("half_rounding", 1),
        paid_to_corporation=item.choices("paid_to_corporation", "treasury", "pool", "ipo"),
        rounding=item.choice("rounding", "up", "down"),
    )


def _trains(item: Section) -> TrainPolicy:
    return TrainPolicy(
        offered=item.choice("offered", "next_when_sold_out", "all"),
        minimum_price=item.number("minimum_price", 1),
        discard_to=item.choice("discard_to", "pool", "removed"),
        must_own=item.choice("must_own", "with_route", "always", "never"),
        trade_ins_per_turn=item.optional_number("trade_ins_per_turn"),
        sole_discard=item.choice("sole_discard", "automatic", "asked"),
        discard_order=item.choice("discard_order", "operating", "any"),
        exported=item.texts("exported"),
        obsolete=item.choice("obsolete", "counted", "not_counted"),
    )


def _emergency(item: Section) -> EmergencyPolicy:
    return EmergencyPolicy(
        cheapest_only=item.flag("cheapest_only", default=True),
        president_may_sell_presidency_of_buyer=item.flag("president_may_sell_presidency_of_buyer"),
        oversell=item.choice("oversell", "less_than_a_share", "any"),
        bankruptcy=item.choice("bankruptcy", "game_ends", "player_leaves"),
        keeps_all_presidencies=item.flag("keeps_all_presidencies"),
        sales=item.choice("sales", "for_a_train", "before_buying"),
        other_corporations=item.choice("other_corporations", "treasury_only", "up_to_face_value"),
    )


def _treasury_trade(item: Section) -> TreasuryTradePolicy:
    return TreasuryTradePolicy(
        first_turn=item.flag("first_turn"),
        one_transaction=item.flag("one_transaction", default=True),
        sale_lowers_price=item.flag("sale_lowers_price", default=True),
    )


def _redemption(item: Section) -> RedemptionPolicy:
    return RedemptionPolicy(
        most=item.number("most", 1),
        most_in_first_round=item.number("most_in_first_round", 1),
        reissue_price=item.number("reissue_price", 100),
    )


def _marker(item: Section) -> MarkerForSale:
    return MarkerForSale(
        id=item.text("id"),
        count=item.number("count"),
        cost=item.number("cost"),
        per_corporation=item.number("per_corporation", 1),
        connected_to=item.optional_text("connected_to"),
    )


def _private_trade(item: Section) -> PrivateTradePolicy:
    return PrivateTradePolicy(
        least_percent=item.number("least_percent", 50),
        most_percent=None if item.data.get("most_percent") == "none" else item.number("most_percent", 200),
        between_players_from_round=item.number("between_players_from_round", 2),
    )


def _end(item: Section) -> EndPolicy:
    return EndPolicy(
        bank_broken=item.choice("bank_broken", "end_of_set", "end_of_round"),
        bank_breaks_at=item.choice("bank_breaks_at", "zero", "below_zero"),
        one_player_left=item.flag("one_player_left", default=True),
        private_value=item.choice("private_value", "none", "face"),
        price_reached=item.optional_number("price_reached"),
        price_ends=item.choice("price_ends", "at_once", "end_of_round"),
        last_phase=item.optional_text("last_phase"),
        last_set_without=item.texts("last_set_without"),
    )
