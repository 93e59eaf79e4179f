"""1826: the figures of mergers, loans, bonds and electric trains."""

from __future__ import annotations

import pytest
from open18xx.loading import load_title

from tests.titles.g1826.book import rule_text, title


def test_the_modules_of_the_title() -> None:
    assert {module.name for module in title().hook_modules} == {
        "conversion",
        "nationals",
        "loans",
        "bonds",
        "trains",
        "paris",
        "belgium",
    }


@pytest.mark.rule("1826-4.6.1-04", "1826-C-Tokens-06")
def test_belge_never_merges() -> None:
    assert tuple(title().parameters("nationals")["never_merge"]) == ("Belge",)
    assert rule_text("1826-4.6.1-04").startswith("Belge takes part in no merger")
    assert "Belge cannot merge" in rule_text("1826-C-Tokens-06")


def test_figures_of_the_mergers() -> None:
    nationals = title().parameters("nationals")
    assert (nationals["least_merging"], nationals["exchange"], nationals["first_turn_lays"]) == (2, 2, 1)
    assert nationals["trains_at_face_value"] is True
    assert nationals["treasury_exchange"] == "rulebook"
    made = {
        name: (
            tuple(item["events"]),
            item["start_price"]["row"],
            item["start_price"]["least"],
            item["tokens_replaced_per_corporation"],
            item["loans"],
            item["treasury_shares"],
            item["needs_float"],
            item["surplus"],
        )
        for name, item in nationals["nationals"].items()
    }
    assert made == {
        "Etat": (("form_etat",), 1, 82, 1, "inherit", "keep", True, "discard"),
        "SNCF": (("form_sncf",), 1, 110, 2, "move_left_and_lapse", "pay_and_pool", False, "bonds"),
    }


def test_figures_of_the_mergers_in_the_rule_book() -> None:
    assert "F82 is the least" in rule_text("1826-4.6.2-16")
    assert "no less than F110" in rule_text("1826-4.6.3-14")
    assert "one further token" in rule_text("1826-4.6.2-22")
    assert "two further tokens" in rule_text("1826-4.6.3-24")
    assert "If there are two or more" in rule_text("1826-4.6.2-03")
    assert "For two shares" in rule_text("1826-4.6.2-07")


@pytest.mark.rule("1826-4.8.1-03", "1826-4.9-02", "1826-C-Loans-06", "1826-C-Loans-07")
def test_loans() -> None:
    assert dict(title().parameters("loans")) == {
        "value": 500,
        "interest": 50,
        "limit": 2,
        "columns": 1,
        "final_value_loss": 50,
    }
    assert "brings F500 and moves the marker one column to the left" in rule_text("1826-4.8.1-03")
    assert rule_text("1826-4.9-02").startswith("F500 is what a loan is worth")
    assert rule_text("1826-C-Loans-06").startswith("Two is the most loans")
    assert "One loan costs F50 of interest, two cost F100" in rule_text("1826-C-Loans-07")


@pytest.mark.rule("1826-4.9-08")
def test_the_number_of_loan_markers_is_nowhere_limited() -> None:
    assert set(title().parameters("loans")) == {"value", "interest", "limit", "columns", "final_value_loss"}


@pytest.mark.rule("1826-4.6.3-32", "1826-4.6.3-36", "1826-4.7.11-04", "1826-5-08", "1826-C-Bonds-09")
def test_bonds() -> None:
    assert dict(title().parameters("bonds")) == {
        "corporation": "SNCF",
        "count": 10,
        "value": 100,
        "interest": 10,
        "final_value_loss": 10,
    }
    assert "ten bonds of the SNCF" in rule_text("1826-4.6.3-32")
    assert "F10 of interest" in rule_text("1826-4.6.3-36")
    for rule in ("1826-4.7.11-04", "1826-5-08", "1826-C-Bonds-09"):
        assert "F100" in rule_text(rule)


@pytest.mark.rule("1826-4.6.3-38")
@pytest.mark.parametrize(
    ("corporations", "trains", "words"),
    [
        (10, 5, "With ten or more corporations there are five"),
        (9, 4, "with nine corporations there are four"),
        (8, 3, "with eight corporations there are three"),
        (7, 2, "with seven or fewer corporations there are two"),
    ],
)
def test_number_of_10h_trains(corporations: int, trains: int, words: str) -> None:
    supply = title().parameters("trains")["supply"]
    assert (supply["train"], supply["event"]) == ("10H", "count_10h")
    assert len(supply["table"]) == 4
    assert supply["table"][str(corporations)] == trains
    assert words in rule_text("1826-4.6.3-38")


@pytest.mark.rule("1826-4.6.3-39")
def test_the_count_of_corporations_asks_for_nothing_else() -> None:
    assert set(title().parameters("trains")["supply"]) == {"train", "event", "table"}
    assert "operated" in rule_text("1826-4.6.3-39")


@pytest.mark.parametrize(
    ("owned", "stops", "rule", "words"),
    [
        pytest.param(1, 2, "1826-4.12-07", "reaches two stops", marks=pytest.mark.rule("1826-4.12-07")),
        pytest.param(2, 3, "1826-4.12-08", "reaches three stops", marks=pytest.mark.rule("1826-4.12-08")),
        pytest.param(3, 3, "1826-4.12-08", "it is three stops", marks=pytest.mark.rule("1826-4.12-08")),
        pytest.param(4, 4, "1826-4.12-09", "reaches four stops", marks=pytest.mark.rule("1826-4.12-09")),
    ],
)
def test_reach_of_e_trains(owned: int, stops: int, rule: str, words: str) -> None:
    electric = title().parameters("trains")["electric"]
    assert electric["train"] == "E"
    assert len(electric["table"]) == 4
    assert dict(electric["table"][str(owned)]) == {"stops": stops, "multiplier": 2}
    assert words in rule_text(rule)
    assert "two times" in rule_text(rule)


@pytest.mark.rule("1826-4.12-10")
def test_reach_of_e_trains_after_the_first_tgv() -> None:
    after = title().parameters("trains")["electric"]["after_first"]
    assert dict(after) == {"train": "TGV", "stops": 5, "multiplier": 1}
    assert "reaches five stops and earns their plain value" in rule_text("1826-4.12-10")


def test_paris_and_belgium() -> None:
    assert tuple(title().parameters("paris")["colours"]) == ("yellow",)
    assert dict(title().parameters("belgium")) == {"corporation": "Belge", "region": "belgium_closed"}


@pytest.mark.parametrize(
    ("option", "module", "key", "value"),
    [
        ("destinations_declared", "conversion", "test_at_start", False),
        ("conversion_in_any_step", "conversion", "any_step", True),
        ("national_treasury_not_exchanged", "nationals", "treasury_exchange", "skipped"),
    ],
)
def test_an_option_changes_a_parameter(option: str, module: str, key: str, value: object) -> None:
    assert load_title("1826", options=[option], hooks=False).parameters(module)[key] == value
    assert option not in title().active_options


def test_the_train_limit_token_in_any_step_is_an_option() -> None:
    made = load_title("1826", options=["train_limit_token_in_any_step"], hooks=False)
    assert made.companies.privates["Algerian"].abilities[0].step == "any"
