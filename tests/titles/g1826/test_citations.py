"""1826: whatever the game refuses or tells can be traced to a rule of the book."""

from __future__ import annotations

from pathlib import Path

import open18xx
import pytest

from tests.support.raised import event_kinds, refusal_codes
from tests.titles.g1826.book import title

FOLDERS = (Path(open18xx.__file__).parent, title().folder / "hooks")

#: Refusals of what no rule of a game speaks of: names that do not exist, and the moderator's corrections.
NO_RULE_FOR = {
    "correction.details",
    "correction.impossible",
    "correction.no_reason",
    "correction.not_allowed",
    "correction.unknown",
    "stock.unknown",
    "track.no_hex",
    "track.no_tile",
    "track.rotation",
    "train.unknown",
    "turn.unknown_player",
}
#: Refusals and events of mechanisms that 1826 does not have.
NOT_IN_1826 = {"track.special_only"}
EVENTS_WITHOUT_RULE = {"corrected"}
EVENTS_NOT_IN_1826 = {"price_dropped"}


@pytest.mark.parametrize("code", sorted(refusal_codes(FOLDERS) - NO_RULE_FOR - NOT_IN_1826))
def test_a_refusal_cites_a_rule(code: str) -> None:
    cited = code in title().rulebook.by_refusal
    assert cited, f"no rule of the book lists {code} under refusals"


def test_every_refusal_a_rule_lists_can_happen() -> None:
    assert set(title().rulebook.by_refusal) <= refusal_codes(FOLDERS) - NO_RULE_FOR - NOT_IN_1826


@pytest.mark.parametrize("kind", sorted(event_kinds(FOLDERS) - EVENTS_WITHOUT_RULE - EVENTS_NOT_IN_1826))
def test_an_event_cites_a_rule(kind: str) -> None:
    cited = kind in title().rulebook.by_event
    assert cited, f"no rule of the book lists {kind} under events"


def test_every_event_a_rule_lists_can_happen() -> None:
    assert set(title().rulebook.by_event) <= event_kinds(FOLDERS)


def test_exceptions_are_still_needed() -> None:
    codes, kinds = refusal_codes(FOLDERS), event_kinds(FOLDERS)
    assert codes >= NO_RULE_FOR | NOT_IN_1826
    assert kinds >= EVENTS_WITHOUT_RULE | EVENTS_NOT_IN_1826
