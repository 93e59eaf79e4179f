"""1894: whatever the game refuses or tells can be traced to a rule of the book."""

from __future__ import annotations

import pytest

from tests.support.raised import event_kinds, refusal_codes
from tests.titles.g1894.book import title

CODES = refusal_codes(title())
KINDS = event_kinds(title())

#: Refusals of what no rule of a game speaks of: names that do not exist, routes that are not even track,
#: and the moderator's corrections.
NO_RULE_FOR = {
    "correction.details",
    "correction.impossible",
    "correction.no_reason",
    "correction.unknown",
    "private.unknown",
    "route.broken",
    "route.no_stop",
    "route.no_track",
    "route.open_end",
    "route.track",
    "stock.unknown",
    "track.no_hex",
    "track.no_tile",
    "track.rotation",
    "train.unknown",
    "turn.unknown_player",
}
#: Refusals and events of mechanisms that 1894 does not have.
NOT_IN_1894 = {
    "train.obsolete",
    "power.apart",
    "power.lost",
    "power.source",
    "power.step",
    "power.together",
    "route.hex_twice",
    "route.not_maximal",
    "route.runs_through_terminus",
    "route.wrong_ends",
    "route.wrong_gauge",
    "stock.closed",
    "stock.must_sell_holding",
    "stock.one_block",
    "stock.sell_first",
    "track.ended",
    "train.no_trade_yet",
    "train.one_each",
    "treasury.first_turn",
    "treasury.nothing",
}
EVENTS_NOT_IN_1894 = {
    "trains_obsolete",
    "trains_worn_out",
    "bank_broken",
    "corporation_closed",
    "debt_paid",
    "forced_to_buy",
    "marker_removed",
    "power_used",
    "private_exchanged",
    "private_stays",
    "share_removed",
    "train_exported",
}


@pytest.mark.parametrize("code", sorted(CODES - NO_RULE_FOR - NOT_IN_1894))
def test_a_refusal_cites_a_rule(code: str) -> None:
    assert code in title().rulebook.by_refusal, f"no rule of the book lists {code} under refusals"


def test_every_refusal_a_rule_lists_can_happen() -> None:
    assert set(title().rulebook.by_refusal) - (CODES - NO_RULE_FOR - NOT_IN_1894) == set()


@pytest.mark.parametrize("kind", sorted(KINDS - EVENTS_NOT_IN_1894))
def test_an_event_cites_a_rule(kind: str) -> None:
    assert kind in title().rulebook.by_event, f"no rule of the book lists {kind} under events"


def test_every_event_a_rule_lists_can_happen() -> None:
    assert set(title().rulebook.by_event) - (KINDS - EVENTS_NOT_IN_1894) == set()


def test_exceptions_are_still_needed() -> None:
    assert not (NO_RULE_FOR | NOT_IN_1894) - CODES
    assert not EVENTS_NOT_IN_1894 - KINDS
