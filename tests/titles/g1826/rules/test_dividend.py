"""1826, section 4.7.7: what happens with the earnings."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import DeclareDividend
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import Position, events, offers_of, play, refused


def p(seat: int) -> str:
    return f"player-{seat}"


def table(
    context: Context,
    earnings: int,
    *,
    structure: str = "ten",
    shares: dict[int, int] | None = None,
    pool: int = 0,
    treasury: int | None = None,
    cash: int = 0,
    **more: object,
) -> Game:
    position = Position(context, 3).phase("6H")
    for seat in (1, 2, 3):
        position.cash(seat, 0)
    return (
        position.float(
            "GC",
            1,
            90,
            shares=shares or {1: 2},
            pool=pool,
            treasury=treasury,
            structure=structure,
            cash=cash,
            **more,  # type: ignore[arg-type]
        )
        .train("GC", "4H")
        .operating("GC", step="dividend", earnings=earnings)
        .game()
    )


def declare(game: Game, choice: str) -> dict[str, int]:
    """Declare a dividend; who got how much money."""
    before = dict(game.state.cash)
    play(game, DeclareDividend(p(1), "GC", choice))  # type: ignore[arg-type]
    moved = {owner: game.state.cash[owner] - money for owner, money in before.items()}
    return {owner.removeprefix("player-"): by for owner, by in moved.items() if by}


@pytest.mark.rule("1826-4.7.7-01")
def test_full_half_or_nothing(context: Context) -> None:
    game = table(context, 210)
    choices = [a.choice for a in offers_of(game, DeclareDividend) if isinstance(a, DeclareDividend)]
    assert sorted(choices) == ["full", "half", "withhold"]
    assert len(game.legal_actions()) == 3
    refused(game, DeclareDividend(p(1), "GC", "double"), "dividend.choice")  # type: ignore[arg-type]
    refused(game, DeclareDividend(p(2), "GC", "full"), "turn.not_yours")


@pytest.mark.rule("1826-4.7.7-01")
def test_without_earnings_there_is_nothing_to_decide(context: Context) -> None:
    game = table(context, 0, cash=600)
    assert game.step_name() == "trains"
    assert game.view.price("GC") == 82


@pytest.mark.rule("1826-4.7.7-02", "1826-4.7.7-05", "1826-C-Five-03", "1826-4.7.7-07", "1826-C-Dest-11")
def test_a_full_dividend_of_a_five_share_corporation(context: Context) -> None:
    """GC earns 130: 26 a share, the president's three shares 78, the two treasury shares 52."""
    game = table(context, 130, structure="five", shares={1: 3}, treasury=2)
    assert declare(game, "full") == {"bank": -130, "1": 78, "GC": 52}
    # After conversion the same three shares earn half of that.
    converted = table(context, 130, structure="ten", shares={1: 3}, treasury=7)
    assert declare(converted, "full") == {"bank": -130, "1": 39, "GC": 91}


@pytest.mark.rule("1826-4.7.7-02", "1826-4.7.7-05", "1826-4.7.7-06", "1826-4.7.7-07")
def test_a_full_dividend_of_a_ten_share_corporation(context: Context) -> None:
    """Earnings 210: 21 a share; pool shares earn nothing, treasury shares for the treasury."""
    game = table(context, 210, shares={1: 4, 2: 1}, pool=2, treasury=3)
    assert declare(game, "full") == {"bank": -21 * 8, "1": 84, "2": 21, "GC": 63}
    [fact] = events(game.turns[-1], "dividend_declared")
    assert (fact["per_share"], fact["distributed"], fact["to_treasury"]) == (21, 210, 0)


@pytest.mark.rule("1826-4.7.7-06")
def test_shares_out_of_play_earn_nothing(context: Context) -> None:
    """The five certificates of a five-share corporation in the offering have no part in the earnings."""
    game = table(context, 100, structure="five", shares={1: 2, 2: 1, 3: 1}, pool=1)
    assert game.state.certificates["GC"].count("ipo") == 5
    assert declare(game, "full") == {"bank": -80, "1": 40, "2": 20, "3": 20}


@pytest.mark.rule("1826-4.7.7-03", "1826-4.7.7-04")
@pytest.mark.parametrize(
    ("structure", "earnings", "company", "per_share"),
    [
        ("ten", 210, 100, 11),
        ("five", 110, 50, 12),
        ("ten", 390, 190, 20),
        ("ten", 710, 350, 36),
        ("ten", 170, 80, 9),
        ("ten", 160, 80, 8),
        ("ten", 10, 0, 1),
        ("five", 10, 0, 2),
        ("ten", 20, 10, 1),
    ],
)
def test_half_dividends_as_recorded(
    context: Context, structure: str, earnings: int, company: int, per_share: int
) -> None:
    """The company's half is rounded down to ten, the shareholders' half up; no share earns a fraction."""
    shares = {1: 2, 2: 1}
    game = table(context, earnings, structure=structure, shares=shares)
    outside = 3
    own = (5 if structure == "five" else 10) - outside
    expected = {"1": 2 * per_share, "2": per_share, "GC": company + own * per_share}
    paid = declare(game, "half")
    bank = paid.pop("bank")
    assert paid == expected
    assert bank == -earnings
    [fact] = events(game.turns[-1], "dividend_declared")
    assert (fact["to_treasury"], fact["per_share"]) == (company, per_share)


@pytest.mark.rule("1826-4.7.7-04", "1826-4.7.7-03", "1826-4.7.7-07")
@pytest.mark.parametrize("treasury", [0, 1, 4])
def test_m3_the_half_comes_on_top_of_treasury_shares(context: Context, treasury: int) -> None:
    """Scenario M3: ten shares, 210, half: 11 a share, 100 to the treasury plus 11 for each of its shares."""
    game = table(context, 210, shares={1: 2}, pool=8 - treasury, treasury=treasury)
    assert declare(game, "half") == {
        "bank": -(100 + 22 + 11 * treasury),
        "1": 22,
        "GC": 100 + 11 * treasury,
    }


@pytest.mark.rule("1826-4.7.7-08")
def test_withholding_puts_all_into_the_treasury(context: Context) -> None:
    game = table(context, 210, shares={1: 4, 2: 2})
    assert declare(game, "withhold") == {"bank": -210, "GC": 210}
    assert game.view.price("GC") == 82


@pytest.mark.rule("1826-4.7.7-05", "1826-4.7.7-07")
def test_every_holder_is_told_apart(context: Context) -> None:
    game = table(context, 500, shares={1: 2, 2: 1, 3: 4}, pool=1, treasury=2)
    assert declare(game, "full") == {"bank": -450, "1": 100, "2": 50, "3": 200, "GC": 100}
    [fact] = events(game.turns[-1], "dividend_declared")
    assert fact["payouts"] == (
        {"to": p(1), "shares": 2, "amount": 100},
        {"to": p(2), "shares": 1, "amount": 50},
        {"to": p(3), "shares": 4, "amount": 200},
        {"to": "GC", "shares": 2, "amount": 100},
    )
