"""1826: phases and trains as printed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.titles.g1826.book import rule_text, title


@dataclass(frozen=True)
class Expected:
    """One line of the printed table of phases."""

    starts_with: str | None
    tiles: tuple[str, ...]
    rounds: int
    limits: dict[str, int]
    band: int
    trade: bool
    scraps: tuple[str, ...]
    words: str


PHASES = {
    "2H": Expected(
        None, ("yellow",), 1, {"five": 2, "ten": 4}, 1, False, (), "tiles: yellow; one operating round"
    ),
    "4H": Expected(
        "4H",
        ("yellow", "green"),
        2,
        {"five": 2, "ten": 4},
        1,
        False,
        (),
        "two operating rounds a set; no trains",
    ),
    "6H": Expected(
        "6H",
        ("yellow", "green"),
        2,
        {"five": 1, "ten": 3, "national": 4},
        1,
        True,
        ("2H",),
        "2H trains are scrapped",
    ),
    "10H": Expected(
        "10H",
        ("yellow", "green", "brown"),
        3,
        {"ten": 2, "national": 3},
        2,
        True,
        ("4H",),
        "4H trains are scrapped",
    ),
    "E": Expected(
        "E",
        ("yellow", "green", "brown"),
        3,
        {"ten": 2, "national": 3},
        3,
        True,
        ("6H",),
        "6H trains are scrapped",
    ),
    "TGV": Expected(
        "TGV",
        ("yellow", "green", "brown", "gray"),
        3,
        {"ten": 2, "national": 3},
        4,
        True,
        (),
        "No trains are scrapped",
    ),
}

EVENTS = {
    "2H": (),
    "4H": (),
    "6H": ("rust_trains", "unfloated_become_ten", "check_train_limits", "form_etat"),
    "10H": ("close_privates", "rust_trains", "convert_all", "check_train_limits", "form_sncf", "count_10h"),
    "E": ("rust_trains", "check_train_limits", "form_sncf"),
    "TGV": (),
}


@pytest.mark.rule("1826-2-01")
def test_six_phases_in_order() -> None:
    assert tuple(title().phases) == ("2H", "4H", "6H", "10H", "E", "TGV")
    assert title().first_phase() == "2H"
    assert "2H, 4H, 6H, 10H, E and TGV" in rule_text("1826-2-01")


@pytest.mark.parametrize(
    ("phase", "rule"),
    [
        pytest.param("2H", "1826-2-03", marks=pytest.mark.rule("1826-2-03")),
        pytest.param("4H", "1826-2-04", marks=pytest.mark.rule("1826-2-04")),
        pytest.param("6H", "1826-2-05", marks=pytest.mark.rule("1826-2-05")),
        pytest.param("10H", "1826-2-06", marks=pytest.mark.rule("1826-2-06")),
        pytest.param("E", "1826-2-07", marks=pytest.mark.rule("1826-2-07")),
        pytest.param("TGV", "1826-2-08", marks=pytest.mark.rule("1826-2-08")),
    ],
)
def test_what_a_phase_allows(phase: str, rule: str) -> None:
    made, right = title().phases[phase], PHASES[phase]
    assert made.starts_with == right.starts_with
    assert made.tiles == right.tiles
    assert made.operating_rounds == right.rounds
    assert dict(made.train_limit) == right.limits
    assert made.revenue_band == right.band - 1
    assert made.trains_between_corporations is right.trade
    scrapped = [name for name, train in title().trains.items() if train.rusted_by == right.starts_with]
    assert tuple(scrapped if right.starts_with else ()) == right.scraps
    text = rule_text(rule)
    assert right.words in text
    assert f"limit {right.limits['ten']}" in text
    assert f"value number {right.band}" in text


@pytest.mark.rule("1826-2-05", "1826-2-06", "1826-2-07", "1826-4.3-06", "1826-4.3-29")
@pytest.mark.parametrize("phase", EVENTS)
def test_what_happens_when_a_phase_begins(phase: str) -> None:
    assert title().phases[phase].events == EVENTS[phase]


@pytest.mark.rule("1826-2-09", "1826-C-Trains-04")
@pytest.mark.parametrize(("phase", "limit"), [("6H", 4), ("10H", 3), ("E", 3), ("TGV", 3)])
def test_nationals_may_own_one_train_more(phase: str, limit: int) -> None:
    limits = title().phases[phase].train_limit
    assert limits["national"] == limit == limits["ten"] + 1
    assert "4 in phase 6H, 3 from phase 10H on" in rule_text("1826-2-09")


@pytest.mark.rule("1826-2-10")
def test_trains_are_traded_from_phase_6h_on() -> None:
    trade = [name for name, phase in title().phases.items() if phase.trains_between_corporations]
    assert trade == ["6H", "10H", "E", "TGV"]
    assert "a 6H train" in rule_text("1826-2-10")


@pytest.mark.rule("1826-4.5-07")
@pytest.mark.parametrize(("phase", "five", "ten"), [("2H", 2, 4), ("4H", 2, 4), ("6H", 1, 3)])
def test_five_share_corporations_have_a_lower_train_limit(phase: str, five: int, ten: int) -> None:
    limits = title().phases[phase].train_limit
    assert (limits["five"], limits["ten"]) == (five, ten)
    assert f"{five} instead of {ten} in phase {phase}" in rule_text("1826-4.5-07")


TRAINS = [
    pytest.param("2H", 100, 8, "hexes", 2, "6H", "1826-4.7.9-09", marks=pytest.mark.rule("1826-4.7.9-09")),
    pytest.param("4H", 200, 7, "hexes", 4, "10H", "1826-4.7.9-10", marks=pytest.mark.rule("1826-4.7.9-10")),
    pytest.param("6H", 300, 6, "hexes", 6, "E", "1826-4.7.9-11", marks=pytest.mark.rule("1826-4.7.9-11")),
    pytest.param("10H", 600, 5, "hexes", 10, None, "1826-4.7.9-12", marks=pytest.mark.rule("1826-4.7.9-12")),
    pytest.param("E", 800, 4, "stops", 2, None, "1826-4.7.9-13", marks=pytest.mark.rule("1826-4.7.9-13")),
    pytest.param(
        "TGV", 1000, None, "stops", 3, None, "1826-4.7.9-14", marks=pytest.mark.rule("1826-4.7.9-14")
    ),
]


@pytest.mark.parametrize(("name", "cost", "count", "kind", "number", "rusted_by", "rule"), TRAINS)
def test_a_train(
    name: str, cost: int, count: int | None, kind: str, number: int, rusted_by: str | None, rule: str
) -> None:
    train = title().trains[name]
    assert (train.cost, train.count, train.rusted_by) == (cost, count, rusted_by)
    assert (train.reach.kind, train.reach.number, train.reach.towns) == (kind, number, 0)
    electric = name in ("E", "TGV")
    assert train.town_rule == ("ignored" if electric else "count")
    assert train.multiplier == (2 if electric else 1)
    assert train.shares_track is (name == "TGV")
    assert train.per_corporation == (1 if name == "TGV" else None)
    words = {8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", None: "as many trains as are wanted"}
    text = rule_text(rule)
    assert words[count] in text
    assert f"F{cost:,}" in text


@pytest.mark.rule("1826-4.7.9-14", "1826-C-Trains-03")
def test_ten_tgv_trains_are_printed_but_their_number_has_no_limit() -> None:
    train = title().trains["TGV"]
    assert (train.count, train.printed) == (None, 10)
    assert "10 are printed" in rule_text("1826-4.7.9-14")


@pytest.mark.rule("1826-4.7.9-09", "1826-4.7.9-10", "1826-4.7.9-11", "1826-4.7.9-12", "1826-4.7.9-13")
def test_what_the_first_purchase_of_a_type_scraps() -> None:
    texts = [rule_text(f"1826-4.7.9-{number}") for number in ("09", "10", "11", "12", "13")]
    assert [text.rpartition("scraps ")[2] for text in texts] == [
        "nothing.",
        "nothing.",
        "2H trains.",
        "4H trains.",
        "6H trains.",
    ]


@pytest.mark.rule("1826-4.13-05")
def test_reach_and_factor_of_a_tgv() -> None:
    train = title().trains["TGV"]
    assert (train.reach.kind, train.reach.number, train.multiplier) == ("stops", 3, 2)
    assert "reach of three stops" in rule_text("1826-4.13-05")
    assert "two times" in rule_text("1826-4.13-05")
