"""Splitting and rounding of earnings, whatever the number of shares."""

from __future__ import annotations

from typing import Any

import pytest
from open18xx.actions.kinds import DeclareDividend
from open18xx.engine.context import Context
from open18xx.rules.dividends import part_of, split_earnings

from tests.support.contexts import loaded
from tests.support.positions import Position, play
from tests.support.variants import with_policies, with_structure


def view(context: Context) -> Any:
    return Position(context, 2).float("Belge", 1, 90).stock(1).game().view


@pytest.mark.parametrize("rounding", ["up", "down"])
def test_m1_half_of_an_odd_sum_between_two_shares(rounding: str) -> None:
    """Scenario M1: 130 halved gives 65 and 65; a share of two earns 32.5."""
    context = with_policies(loaded("1826"), dividend={"half_rounding": 1, "rounding": rounding})
    assert split_earnings(view(context), 130, "half") == (65, 65)
    assert part_of(view(context), 65, 1, 2) == (33 if rounding == "up" else 32)
    assert part_of(view(context), 65, 2, 2) == 65


@pytest.mark.parametrize(("rounding", "three", "one"), [("up", 38, 13), ("down", 37, 12)])
def test_m2_a_holders_sum_is_rounded_not_his_share(rounding: str, three: int, one: int) -> None:
    """Scenario M2: 50 for four shares held three and one: never 36 and 12."""
    context = with_policies(loaded("1826"), dividend={"rounding": rounding})
    context = with_structure(context, "ten", certificates=(2, 1, 1), percent_per_share=25, float_shares=2)
    game = (
        Position(context, 2)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 3, 2: 1}, trains=["4H"])
        .operating("GC", step="dividend", earnings=50)
        .game()
    )
    before = [game.view.cash(f"player-{seat}") for seat in (1, 2)]
    play(game, DeclareDividend("player-1", "GC", "full"))
    after = [game.view.cash(f"player-{seat}") for seat in (1, 2)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [three, one]


@pytest.mark.parametrize(
    ("paid_to", "company"), [((), 0), (("treasury",), 30), (("pool",), 20), (("treasury", "pool"), 50)]
)
def test_whose_shares_pay_the_treasury_is_a_policy(paid_to: tuple[str, ...], company: int) -> None:
    context = with_policies(loaded("1826"), dividend={"paid_to_corporation": paid_to})
    game = (
        Position(context, 2)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 5}, pool=2, treasury=3, trains=["4H"])
        .operating("GC", step="dividend", earnings=100)
        .game()
    )
    bank = game.view.cash("bank")
    play(game, DeclareDividend("player-1", "GC", "full"))
    assert game.view.cash("GC") == company
    assert game.view.cash("bank") == bank - 50 - company


def test_choices_are_a_policy() -> None:
    context = with_policies(loaded("1826"), dividend={"choices": ("full", "withhold")})
    game = (
        Position(context, 2)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 5}, trains=["4H"])
        .operating("GC", step="dividend", earnings=100)
        .game()
    )
    assert [offer.action for offer in game.legal_actions()] == [
        DeclareDividend("player-1", "GC", "full"),
        DeclareDividend("player-1", "GC", "withhold"),
    ]
    half = DeclareDividend("player-1", "GC", "half")
    assert [refusal.code for refusal in game.check(half)] == ["dividend.choice"]
