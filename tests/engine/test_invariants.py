"""Every kind of damage to a state is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from open18xx.engine.invariants import faults
from open18xx.state.game_state import GameState, Placement
from open18xx.state.view import View

from tests.support.contexts import loaded
from tests.support.positions import Position


def sound() -> GameState:
    return (
        Position(loaded("1826"), 3)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 3, 2: 1}, cash=100, trains=["6H", "4H"])
        .float("SNCF", 2, 110, shares={2: 2}, pool=4)
        .close("PO")
        .tile("K15", "8", 4)
        .tile("K11", "58", 0)
        .token("GC", "K17")
        .stock(1)
        .game()
        .state
    )


def found(state: GameState) -> str:
    context = loaded("1826")
    return "; ".join(faults(View(context.title, state, context.hooks)))


def with_entry(mapping: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    return {**mapping, key: value}


def test_a_sound_state_has_no_faults() -> None:
    assert found(sound()) == ""


@pytest.mark.parametrize(
    ("field", "key", "value", "text"),
    [
        ("cash", "GC", 101, "money in the game is 12001, not 12000"),
        ("cash", "player-3", -5, "player-3 has -5"),
        ("certificates", "GC", ("player-1",) * 8, "GC has 8 certificates, not 9"),
        ("certificates", "GC", ("player-1",) * 8 + ("PO",), "a certificate of GC lies with PO"),
        ("certificates", "GC", ("pool",) * 9, "GC operates without a president"),
        ("trains", "GC", ("6H-1", "6H-1"), "train 6H-1 is in two places"),
        ("trains", "GC", ("6H-1",), "6 4H trains are in play, 7 were issued"),
        ("supply", "6H", 6, "more than 6 6H trains"),
        ("tile_stock", "57", 5, "tile 57: 0 on the map and 5 left, 4 in all"),
        ("tiles", "I13", Placement("57", 0), "tile 57: 1 on the map and 4 left, 4 in all"),
        ("tokens", "K11", (("GC",),), "tokens lie in K11/0, which is no city"),
        ("tokens", "L14", (("GC", "GC"),), "two tokens of one corporation in L14/0"),
        ("tokens", "L14", (("GC", "PO"),), "PO has closed but has a token in L14"),
    ],
)
def test_damage_is_named(field: str, key: str, value: object, text: str) -> None:
    state = sound()
    damaged = replace(state, **{field: with_entry(getattr(state, field), key, value)})  # type: ignore[arg-type]
    assert text in found(damaged)
    view = View(loaded("1826").title, damaged, loaded("1826").hooks)
    assert text in "; ".join(faults(view, state)), "looking only at what has changed finds it too"
    assert text not in "; ".join(faults(view, damaged)), "what is unchanged is not looked at again"


def test_a_player_who_has_left_owns_nothing() -> None:
    assert "player-2 has left the game with a share of GC" in found(replace(sound(), out=("player-2",)))


def test_what_hooks_remember_is_looked_at_too() -> None:
    state = sound()
    assert "owes 3 loans" in found(replace(state, memory={"loans": {"GC": 3}}))
    assert "there are 9 bonds" in found(replace(state, memory={"bonds": {"SNCF": 9}}))
