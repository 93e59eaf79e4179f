"""A draft shares nothing that it changes with the state it was made from."""

from __future__ import annotations

import pytest
from open18xx.state.canonical import canonical_text, plain, state_hash
from open18xx.state.changes import (
    IssueTrain,
    MoveCertificates,
    MoveTrain,
    Pay,
    PlaceMarker,
    Remember,
    SetTile,
)
from open18xx.state.transaction import Transaction

from tests.support.contexts import loaded
from tests.support.positions import Position


def transaction() -> tuple[Transaction, str]:
    game = (
        Position(loaded("1826"), 3)
        .float("GC", 1, 90, shares={1: 3}, cash=100, trains=["2H"])
        .tile("K15", "9", 0)
        .stock(1)
        .game()
    )
    return Transaction(game.title, game.state, game.context.hooks), game.hash()


CHANGES = [
    Pay("bank", "GC", 10),
    Pay("GC", "player-1", 100),
    MoveCertificates("GC", (1, 2), "pool"),
    IssueTrain("2H", "GC"),
    MoveTrain("2H-1", "GC", "pool"),
    PlaceMarker("GC", 0, 3),
    SetTile("K15", "23", 0, None),
    Remember("loans", {"GC": 1}),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: type(change).__name__)
def test_a_change_leaves_the_state_before_alone(change: object) -> None:
    tx, before = transaction()
    base = tx.draft.freeze()
    tx.do(change)  # type: ignore[arg-type]
    assert state_hash(base) == before
    assert state_hash(tx.draft.freeze()) != before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Pay("GC", "bank", 101), "GC has 100, not 101"),
        (Pay("GC", "bank", -1), "GC would pay -1"),
        (MoveTrain("4H-1", "GC", "pool"), "not in list"),
    ],
)
def test_what_cannot_be_is_an_error(change: object, message: str) -> None:
    tx, _ = transaction()
    with pytest.raises(ValueError, match=message):
        tx.do(change)  # type: ignore[arg-type]


def test_no_train_is_made_out_of_nothing() -> None:
    tx, _ = transaction()
    for _ in range(7):
        tx.do(IssueTrain("2H", "GC"))
    with pytest.raises(ValueError, match="no 2H left"):
        tx.do(IssueTrain("2H", "GC"))


def test_the_canonical_text_does_not_depend_on_the_order_of_entries() -> None:
    assert canonical_text({"b": 1, "a": (1, None, True)}) == canonical_text({"a": [1, None, True], "b": 1})
    assert canonical_text({"a": 1}) != canonical_text({"a": "1"})
    assert canonical_text({"a": True}) != canonical_text({"a": 1})


@pytest.mark.parametrize("value", [1.5, {1, 2}, object()])
def test_what_is_no_part_of_a_state(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be part of a state"):
        plain({"a": value})
