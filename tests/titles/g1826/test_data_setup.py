"""1826: players, bank, limits and phases as printed."""

from __future__ import annotations

import pytest
from open18xx.loading import load_title

from tests.titles.g1826.book import rule_text, title

#: Players: starting cash, certificate limit.
PLAYERS = {2: (900, 28), 3: (600, 20), 4: (450, 16), 5: (360, 13), 6: (300, 11)}


def test_the_pack_names_itself() -> None:
    made = title()
    assert (made.id, made.name, made.version) == ("1826", "1826", "1.0.0")
    assert made.data["title"]["format"] == 1
    assert made.currency.format(1250) == "F1,250"
    assert made.subtitle == "Railroading in France and Belgium from 1826"
    assert made.data["title"]["sources"][0] == "the rulebook of 1826"


@pytest.mark.rule("1826-1.1-01")
def test_map_market_trains_and_a_charter_for_each_corporation_are_there() -> None:
    made = title()
    assert len(made.map.hexes) == 91
    assert sum(len(row) for row in made.market.rows) == 65
    assert len(made.trains) == 6
    assert len(made.companies.corporations) == 12
    assert "twelve corporations" in rule_text("1826-1.1-01")


@pytest.mark.rule("1826-1.1-03")
def test_the_bank_holds_twelve_thousand() -> None:
    assert title().bank_cash == 12000
    assert "F12,000" in rule_text("1826-1.1-03")


@pytest.mark.rule("1826-1.1-05")
@pytest.mark.parametrize("players", PLAYERS)
def test_starting_cash_is_an_equal_part_of_1800(players: int) -> None:
    cash, _ = PLAYERS[players]
    assert title().players[players].cash == cash
    assert cash * players == 1800
    assert f"F{cash} with" in rule_text("1826-1.1-05")


@pytest.mark.rule("1826-1.1-05")
def test_four_players_leave_10200_in_the_bank() -> None:
    assert title().bank_cash - 4 * title().players[4].cash == 10200
    assert "F10,200" in rule_text("1826-1.1-05")


@pytest.mark.rule("1826-1.1-06")
def test_two_to_six_can_play() -> None:
    assert tuple(title().players) == (2, 3, 4, 5, 6)
    assert "From two to six" in rule_text("1826-1.1-06")


@pytest.mark.rule("1826-3.4-04")
@pytest.mark.parametrize("players", PLAYERS)
def test_certificate_limit(players: int) -> None:
    _, limit = PLAYERS[players]
    assert title().players[players].certificate_limit == limit
    assert f"{limit} with" in rule_text("1826-3.4-04")


@pytest.mark.rule("1826-3.4-05", "1826-C-Bonds-06")
def test_what_the_certificate_limit_does_not_count() -> None:
    made = title()
    assert made.limits.privates_count is False
    effects = {zone.id: zone.effects for zone in made.market.zones}
    assert effects == {"starting": frozenset(), "yellow": frozenset({"certificates_not_counted"})}
    # A bond is no certificate of any corporation's structure.
    assert all(sum(item.certificates) <= 10 for item in made.companies.structures.values())
    assert "SNCF bonds" in rule_text("1826-3.4-05")


@pytest.mark.rule("1826-3.4-06")
def test_nobody_owns_more_than_sixty_percent() -> None:
    assert title().limits.holding_percent == 60
    assert "60%" in rule_text("1826-3.4-06")


@pytest.mark.rule("1826-3.4-06")
def test_seventy_percent_for_two_is_a_variant_and_off_by_default() -> None:
    option = title().options["seventy_percent_for_two"]
    assert option.players == (2,)
    assert option.name == "70 % with two players"
    assert "up to 70 %" in option.text
    assert "seventy_percent_for_two" not in title().active_options
    chosen = load_title("1826", options=["seventy_percent_for_two"], hooks=False)
    assert chosen.limits.holding_percent == 70


@pytest.mark.rule("1826-3.4-07")
def test_a_president_of_a_five_share_corporation_can_add_one_share() -> None:
    five = title().companies.structures["five"]
    most = title().limits.holding_percent // five.percent_per_share
    assert (most, most - five.president_shares) == (3, 1)
    assert "his 40% certificate and one single share of 20%" in rule_text("1826-3.4-07")


@pytest.mark.rule("1826-3.4-09", "1826-C-Stock-03")
def test_the_pool_takes_half_of_a_corporation() -> None:
    assert title().limits.pool_percent == 50
    assert "50%" in rule_text("1826-3.4-09")
    assert "50%" in rule_text("1826-C-Stock-03")


@pytest.mark.rule("1826-3.4-10")
def test_the_pool_takes_two_shares_of_a_five_share_corporation() -> None:
    five = title().companies.structures["five"]
    shares = title().limits.pool_percent // five.percent_per_share
    assert (shares, shares * five.percent_per_share) == (2, 40)
    assert "two shares (40%)" in rule_text("1826-3.4-10")


@pytest.mark.rule("1826-3.4-11")
def test_no_limit_is_set_for_a_treasury() -> None:
    assert set(title().data["title"]["limits"]) == {"holding_percent", "pool_percent", "privates_count"}
    assert "more than 50%" in rule_text("1826-3.4-11")
