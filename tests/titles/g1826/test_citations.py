"""1826: whatever the game refuses or tells can be traced to a rule of the book."""

from __future__ import annotations

import pytest

from tests.support.raised import event_kinds, refusal_codes
from tests.titles.g1826.book import title

CODES = refusal_codes(title())
KINDS = event_kinds(title())

#: Refusals of what no rule of a game speaks of: names that do not exist, routes that are not even track,
#: and the moderator's corrections.
NO_RULE_FOR = {
    "correction.details",
    "correction.impossible",
    "correction.no_reason",
    "correction.not_allowed",
    "correction.unknown",
    "route.broken",
    "route.no_stop",
    "route.no_track",
    "route.track",
    "route.wrong_stops",
    "stock.unknown",
    "track.no_hex",
    "track.no_tile",
    "track.rotation",
    "train.unknown",
    "turn.unknown_player",
}
#: Refusals and events of mechanisms that 1826 does not have.
NOT_IN_1826 = {
    "train.obsolete",
    "emergency.no_sale",
    "emergency.not_bankrupt",
    "emergency.raise_first",
    "home.not_free",
    "home.other",
    "marker.none_left",
    "marker.out_of_reach",
    "marker.owned",
    "marker.too_dear",
    "marker.unknown",
    "power.apart",
    "power.hex_taken",
    "power.lost",
    "power.moment",
    "power.other",
    "power.owner",
    "power.source",
    "power.tile",
    "power.together",
    "power.used_up",
    "private.no_seller",
    "private.not_for_players",
    "private.not_for_sale",
    "private.operating_turn",
    "private.phase",
    "private.price",
    "private.too_dear",
    "private.unknown",
    "redemption.all",
    "redemption.most",
    "redemption.nothing",
    "redemption.too_few",
    "route.closed_stop",
    "route.hex_twice",
    "route.wrong_ends",
    "route.wrong_gauge",
    "stock.no_home",
    "stock.no_price",
    "stock.no_sales_yet",
    "stock.not_available",
    "stock.not_split",
    "stock.treasury_kept",
    "token.lifted_first",
    "token.replace_first",
    "track.blocked",
    "track.ended",
    "track.special_only",
    "train.exchanged",
    "train.no_exchange",
}
EVENTS_WITHOUT_RULE = {"corrected"}
EVENTS_NOT_IN_1826 = {
    "trains_obsolete",
    "trains_worn_out",
    "end_announced",
    "home_chosen",
    "marker_bought",
    "own_shares_reissued",
    "power_declined",
    "power_tile_laid",
    "power_token_placed",
    "price_dropped",
    "private_exchanged",
    "private_stays",
    "private_traded",
    "share_removed",
    "token_replaced",
    "tokens_lifted",
    "train_exported",
    "train_handed_in",
    "turn_order_changed",
}


@pytest.mark.parametrize("code", sorted(CODES - NO_RULE_FOR - NOT_IN_1826))
def test_a_refusal_cites_a_rule(code: str) -> None:
    cited = code in title().rulebook.by_refusal
    assert cited, f"no rule of the book lists {code} under refusals"


def test_every_refusal_a_rule_lists_can_happen() -> None:
    assert set(title().rulebook.by_refusal) - (CODES - NO_RULE_FOR - NOT_IN_1826) == set()


@pytest.mark.parametrize("kind", sorted(KINDS - EVENTS_WITHOUT_RULE - EVENTS_NOT_IN_1826))
def test_an_event_cites_a_rule(kind: str) -> None:
    cited = kind in title().rulebook.by_event
    assert cited, f"no rule of the book lists {kind} under events"


def test_every_event_a_rule_lists_can_happen() -> None:
    assert set(title().rulebook.by_event) - (KINDS - EVENTS_WITHOUT_RULE - EVENTS_NOT_IN_1826) == set()


def test_exceptions_are_still_needed() -> None:
    assert not (NO_RULE_FOR | NOT_IN_1826) - CODES
    assert not (EVENTS_WITHOUT_RULE | EVENTS_NOT_IN_1826) - KINDS
