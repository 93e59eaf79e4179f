"""Track, tokens and homes under other policies than those of 1826."""

from __future__ import annotations

from typing import Any

import pytest
from open18xx.actions.kinds import BuyShares, LayTile, PlaceHomeToken, PlaceToken, StartCorporation
from open18xx.definition.companies import Home
from open18xx.definition.rounds import Allowance
from open18xx.engine.game import Game

from tests.support.contexts import loaded
from tests.support.positions import Position, events, offers_of, play, refused
from tests.support.variants import with_corporation, with_policies

LAY_AND_UPGRADE = (Allowance(2, 0), Allowance(1, 1))


def p(seat: int) -> str:
    return f"player-{seat}"


def lays(game: Game) -> list[LayTile]:
    return [a for a in offers_of(game, LayTile) if isinstance(a, LayTile) and a.private is None]


def grand_central(**track: Any) -> Position:
    context = with_policies(loaded("1826"), track=track)
    return (
        Position(context, 3)
        .phase("4H")
        .float("GC", 1, 90, shares={1: 3}, cash=500, structure="ten")
        .tile("K15", "9", 0)
    )


def first(game: Game, hex_id: str, *tiles: str) -> LayTile:
    return next(a for a in lays(game) if a.hex == hex_id and (not tiles or a.tile in tiles))


@pytest.mark.parametrize("twice", [False, True])
def test_t12_a_tile_laid_this_turn_is_upgraded_in_the_same_turn(twice: bool) -> None:
    """Scenario T12: by policy, default refused."""

    def laid(allowed: bool) -> Game:
        game = grand_central(normal=LAY_AND_UPGRADE, same_hex_twice=allowed).operating("GC").game()
        play(game, first(game, "K13", "9"))
        return game

    upgrade = first(laid(True), "K13")
    game = laid(twice)
    if twice:
        play(game, upgrade)
    else:
        refused(game, upgrade, "track.same_hex")
        assert not [action for action in lays(game) if action.hex == "K13"]


def test_t13_lays_and_upgrades_are_counted_apart() -> None:
    """Scenario T13: two yellow, or one yellow and one upgrade, in any order."""
    yellow = {"7", "8", "9", "5", "6", "57", "3", "4", "58"}

    def start() -> Game:
        return grand_central(normal=LAY_AND_UPGRADE).operating("GC").game()

    game = start()
    upgrade = first(game, "K15")
    play(game, upgrade)
    assert game.step_name() == "track"
    assert {a.tile for a in lays(game)} <= yellow
    play(game, first(game, "K13"))
    assert game.step_name() == "token"
    game = start()
    play(game, first(game, "K13", "9"))
    assert {a.tile for a in lays(game)} - yellow and {a.tile for a in lays(game)} & yellow
    play(game, first(game, "M15"))
    assert game.step_name() == "token"
    game = start()
    play(game, first(game, "K13", "9"), upgrade)
    assert game.step_name() == "token"


@pytest.mark.parametrize("rule", ["semi_restrictive", "restrictive", "permissive"])
def test_the_track_rule_is_a_policy(rule: str) -> None:
    """K15 straight 0-3: tile 20 adds a crossing out of reach, tile 23 a branch."""
    game = grand_central(rule=rule).operating("GC").game()
    found = {a.tile for a in lays(game) if a.hex == "K15"}
    assert "23" in found
    assert ("20" in found) == (rule == "permissive")


@pytest.mark.parametrize("kept", ["until_placed", "never"])
def test_k3_a_home_circle_is_kept_by_policy(kept: str) -> None:
    """Scenario K3: Lyon, the home of GC, has two circles and one foreign token."""
    context = with_policies(loaded("1826"), tokens={"home_kept": kept})
    game = (
        Position(context, 3)
        .phase("4H")
        .float("Midi", 1, 90, cash=500, home=False)
        .float("Est", 2, 90)
        .token("Midi", "K17")
        .token("Est", "L14")
        .tile("K15", "8", 4)
        .operating("Midi", step="token")
        .game()
    )
    action = PlaceToken(p(1), "Midi", "L14", 0)
    if kept == "never":
        play(game, action)
    else:
        refused(game, action, "token.no_slot")


def test_k8_a_fixed_price_is_no_way_there() -> None:
    """Scenario K8: what a token costs is one thing, whether a route leads there another."""
    context = with_policies(loaded("1826"), tokens={"per_hex": 0, "fixed": (40, 100)})
    position = Position(context, 3).phase("4H").float("GC", 1, 90, cash=300, structure="ten")
    far = position.operating("GC", step="token").game()
    refused(far, PlaceToken(p(1), "GC", "K17", 0), "token.out_of_reach")
    near = position.tile("K15", "8", 4).tile("M13", "5", 3).operating("GC", step="token").game()
    turn = play(near, PlaceToken(p(1), "GC", "K17", 0))
    assert events(turn, "token_placed")[0]["cost"] == 40
    second = position.token("GC", "K17").operating("GC", step="token").game()
    turn = play(second, PlaceToken(p(1), "GC", "M13", 0))
    assert events(turn, "token_placed")[0]["cost"] == 100


HOMES = (Home("L14", 0), Home("I13", 0), Home("K17", 0))


def test_k4_several_home_spaces_are_chosen_from_at_once() -> None:
    """Scenario K4: the home token comes before anything else, and there is always an action."""
    context = with_corporation(loaded("1826"), "GC", homes=HOMES)
    game = Position(context, 3).tile("I13", "57", 0).stock(1).game()
    play(game, StartCorporation(p(1), "GC", 75), BuyShares(p(2), "GC", "ipo", 1))
    assert game.step_name() == "home_token"
    assert game.actor() == p(1)
    assert [offer.action for offer in game.legal_actions()] == [
        PlaceHomeToken(p(1), "GC", home.hex, home.city) for home in HOMES
    ]
    refused(game, PlaceHomeToken(p(1), "GC", "C13", 0), "token.not_home")
    play(game, PlaceHomeToken(p(1), "GC", "K17", 0))
    assert game.state.tokens == {"K17": (("GC",),)}
    assert game.actor() == p(3)
    assert game.state.corporations["GC"].tokens_left == 2


def test_k4_the_home_token_at_the_first_operation() -> None:
    context = with_policies(
        with_corporation(loaded("1826"), "GC", homes=HOMES), tokens={"home_placed": "first_operation"}
    )
    game = (
        Position(context, 2)
        .float("GC", 1, 90, shares={1: 3}, cash=200, turns=0, home=False)
        .tile("I13", "57", 0)
        .operating()
        .game()
    )
    assert game.view.operating == "GC"
    assert game.step_name() == "home_token"
    play(game, PlaceHomeToken(p(1), "GC", "L14", 0))
    assert game.step_name() == "track"
    assert lays(game)


def test_t8_a_discount_above_the_cost_makes_a_lay_free() -> None:
    """Scenario T8: the river costs 40, the power waives it; nobody receives anything."""
    game = (
        Position(loaded("1826"), 3)
        .float("GC", 1, 90, shares={1: 3}, cash=0)
        .private("Bridge", 1)
        .operating("GC")
        .game()
    )
    action = next(
        a
        for a in offers_of(game, LayTile)
        if isinstance(a, LayTile) and (a.hex, a.private) == ("M15", "Bridge")
    )
    cash = dict(game.state.cash)
    play(game, action)
    assert dict(game.state.cash) == cash
