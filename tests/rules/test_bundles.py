"""Certificates of more than one share: they are sold and exchanged whole (scenarios S3 and E6)."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from open18xx.actions.kinds import BuyShares, BuyTrain, SellShares, TradeOwnShares
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.bundles import bundle
from open18xx.state.transaction import Transaction

from tests.support.contexts import loaded
from tests.support.positions import Position, holdings, offers_of, play, refused
from tests.support.variants import with_structure


def p(seat: int) -> str:
    return f"player-{seat}"


@cache
def doubles() -> Context:
    """Shares of 5 %: a president's certificate of four, four doubles, eight singles."""
    return with_structure(
        loaded("1826"), "ten", certificates=(4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1), percent_per_share=5
    )


def sales(game: Game, corporation: str) -> set[int]:
    found = [a for a in offers_of(game, SellShares) if isinstance(a, SellShares)]
    return {a.shares for a in found if a.corporation == corporation}


def give(game: Game, corporation: str, owners: dict[int, str]) -> Game:
    """The same position with some certificates, by index, in other hands."""
    tx = Transaction(game.title, game.state, game.context.hooks)
    for index, owner in owners.items():
        tx.give(corporation, (index,), owner)
    position = game.turns[-1].__class__(None, tx.draft.freeze(), ())
    game._turns[:] = [position]
    return game


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=7),
    st.integers(0, 16),
)
def test_a_bundle_is_found_exactly_when_there_is_one(sizes: list[int], shares: int) -> None:
    indices = range(len(sizes))
    sums = {sum(sizes[i] for i in indices if mask >> i & 1): mask for mask in range(1 << len(sizes))}
    found = bundle(sizes, indices, shares)
    assert (found is not None) == (shares in sums)
    if found is not None:
        assert sum(sizes[i] for i in found) == shares
        assert list(found) == sorted(set(found))


def test_the_first_certificates_are_preferred() -> None:
    assert bundle((2, 1, 1, 1, 1), (4, 3, 2, 1), 2) == (3, 4)
    assert bundle((4, 1, 2, 2), (1, 2, 3), 4) == (2, 3)
    assert bundle((4, 1, 2, 2), (1, 2, 3), 6) is None
    assert bundle((1,), (), 0) == ()
    assert bundle((1,), (0,), -1) is None


def table(held: dict[int, str], player: int = 1) -> Game:
    """GC with doubles, player 3 president; certificates by index as given, the rest in the treasury."""
    game = Position(doubles(), 4).phase("6H").float("GC", 3, 90, shares={3: 4}, turns=2)
    return give(game.stock(player).game(), "GC", held)


@pytest.mark.parametrize(
    ("held", "numbers"),
    [
        ({1: p(1)}, {2}),
        ({1: p(1), 2: p(1)}, {2, 4}),
        ({1: p(1), 5: p(1)}, {1, 2, 3}),
        ({5: p(1), 6: p(1)}, {1, 2}),
        ({1: p(1), 2: p(1), 5: p(1)}, {1, 2, 3, 4, 5}),
    ],
)
def test_what_can_be_sold_of_doubles_and_singles(held: dict[int, str], numbers: set[int]) -> None:
    game = table(held)
    assert sales(game, "GC") == numbers
    before = game.view.cash(p(1))
    for shares in numbers:
        copy = table(held)
        play(copy, SellShares(p(1), "GC", shares))
        assert copy.view.pooled("GC") == shares
        assert copy.view.cash(p(1)) == before + 90 * shares
    for shares in set(range(1, game.view.shares("GC", p(1)) + 1)) - numbers:
        refused(game, SellShares(p(1), "GC", shares), "stock.not_split")


@pytest.mark.parametrize(
    ("held", "takes_over"),
    [
        ({1: p(1), 2: p(1), 3: p(1)}, True),
        ({5: p(1), 1: p(1), 2: p(1)}, True),
        ({1: p(1), 5: p(1), 6: p(1), 7: p(1)}, True),
    ],
)
def test_s3_the_exchange_keeps_every_percent(held: dict[int, str], takes_over: bool) -> None:
    """Player 1 buys one more single share and passes the president's four."""
    game = table(held)
    before = game.view.shares("GC", p(1))
    play(game, BuyShares(p(1), "GC", "treasury", 1))
    assert (game.view.president("GC") == p(1)) == takes_over
    assert game.view.shares("GC", p(1)) == before + 1
    assert game.view.shares("GC", p(3)) == 4
    assert sum(holdings(game, "GC").values()) == 20


def test_a_certificate_is_not_broken_up_for_the_exchange() -> None:
    """A president's certificate of three against three doubles: nobody can give exactly three."""
    context = with_structure(
        loaded("1826"), "ten", certificates=(3, 2, 2, 2, 1), percent_per_share=10, float_shares=5
    )
    game = Position(context, 4).phase("6H").float("GC", 3, 90, shares={3: 3}, turns=2).stock(1).game()
    give(game, "GC", {1: p(1), 2: p(1)})
    play(game, BuyShares(p(1), "GC", "treasury", 2))
    assert game.view.shares("GC", p(1)) == 6
    assert game.view.president("GC") == p(3)


def test_a_president_sells_what_comes_free_in_the_exchange() -> None:
    """Player 1 takes over from player 3 and gives two doubles, which can be sold one by one."""
    game = table({1: p(1), 2: p(1), 5: p(1)}, player=3)
    # Four of five shares of player 1 come to player 3: two doubles.
    assert sales(game, "GC") == {2, 4}
    play(game, SellShares(p(3), "GC", 2))
    assert game.view.president("GC") == p(1)
    assert game.view.shares("GC", p(3)) == 2


def test_a_treasury_trades_whole_certificates() -> None:
    game = (
        Position(doubles(), 4)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 4}, cash=500, trains=["6H", "6H", "4H"])
        .operating("GC", step="treasury_trade")
        .game()
    )
    give(game, "GC", {index: p(2) for index in (2, 5, 6, 7, 8, 9, 10, 11, 12)} | {1: "pool", 3: "pool"})
    offers = {a.shares for a in offers_of(game, TradeOwnShares) if isinstance(a, TradeOwnShares)}
    assert offers == {-2, 2, 4}
    refused(game, TradeOwnShares(p(1), "GC", 1), "stock.not_split")
    refused(game, TradeOwnShares(p(1), "GC", -1), "stock.not_split")
    play(game, TradeOwnShares(p(1), "GC", 4))
    assert game.view.shares("GC", "GC") == 6
    assert game.view.cash("GC") == 500 - 360


def test_e6_a_double_may_raise_more_than_is_needed() -> None:
    """Scenario E6: 250 are missing at 90 a share. Three would do; with doubles only, four are sold."""

    def short(held: dict[int, str]) -> Game:
        game = (
            Position(doubles(), 4)
            .phase("6H")
            .float("PO", 1, 75, shares={1: 4}, cash=50, structure="ten")
            .float("GC", 3, 90, shares={3: 4}, turns=2)
            .remember("loans", {"PO": 2})
            .cash(1, 0)
            .operating("PO", step="trains")
            .game()
        )
        give(game, "GC", held)
        play(game, BuyTrain(p(1), "PO", "6H", "bank", 300))
        assert game.step_name() == "raise_money"
        return game

    only_doubles = short({1: p(1), 2: p(1), 3: p(1)})
    assert sales(only_doubles, "GC") == {2, 4}
    mixed = short({1: p(1), 2: p(1), 5: p(1)})
    assert sales(mixed, "GC") == {1, 2, 3}
    play(only_doubles, SellShares(p(1), "GC", 4))
    assert only_doubles.view.train_types("PO") == ("6H",)
    assert only_doubles.view.cash(p(1)) == 360 - 250
