"""The example mods: overlays of a few lines that check, play and change only what they say."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import LayPowerTile, LayTile
from open18xx.definition.rounds import TrackEnd
from open18xx.engine.game import Game
from open18xx.loading import check_pack, load_title
from open18xx.reference.values import value_changes
from open18xx.rules.laying import ended_refusals, track_refusals
from open18xx.track.lays import Lay

from tests.support.contexts import loaded
from tests.support.games import bot_game
from tests.support.positions import Position, offers_of, play, refused
from tests.support.variants import with_policies

MODS = {"1826-tiles": "1826", "1826-trains": "1826", "1826-short": "1826", "1889-fewer": "1889"}
CHANGED = {
    "1826-tiles": {"tiles"},
    "1826-trains": {"trains"},
    "1826-short": {"title", "trains"},
    "1889-fewer": {"trains", "rounds"},
}


@pytest.mark.parametrize("mod", MODS)
def test_a_mod_passes_check(mod: str) -> None:
    assert check_pack(mod).problems == ()


@pytest.mark.parametrize(("mod", "base"), MODS.items())
def test_a_mod_changes_only_what_it_is_about(mod: str, base: str) -> None:
    found = value_changes(load_title(base, hooks=False), load_title(mod, hooks=False))
    assert {change.file for change in found} == CHANGED[mod]


@pytest.mark.parametrize(("mod", "base"), MODS.items())
def test_a_mod_has_a_hash_of_its_own_that_follows_the_pack_below(mod: str, base: str) -> None:
    assert loaded(mod).title.content_hash != loaded(base).title.content_hash


@pytest.mark.parametrize("mod", MODS)
def test_bots_play_a_mod(mod: str) -> None:
    game = bot_game("greedy", 3, 5, 130, title=mod)
    assert len(game.actions) == 130


@pytest.mark.slow
@pytest.mark.parametrize("mod", MODS)
def test_bots_finish_a_game_of_a_mod(mod: str) -> None:
    assert bot_game("greedy", 3, 5, title=mod).is_over


def test_train_counts() -> None:
    counts = {train.id: train.count for train in loaded("1889-fewer").title.trains.values()}
    assert counts == {"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": None}
    counts = {train.id: train.count for train in loaded("1826-trains").title.trains.values()}
    assert counts == {"2H": 6, "4H": 5, "6H": 4, "10H": 5, "E": 3, "TGV": None}
    assert loaded("1826-short").title.bank_cash == 6000


def test_plain_tiles_run_out_with_another_tile_mix() -> None:
    game = Game(loaded("1826-tiles"), ["Ann", "Ben", "Cid"])
    assert {tile: game.state.tile_stock[tile] for tile in ("7", "8", "9")} == {"7": 4, "8": 18, "9": 23}
    assert "7" not in Game(loaded("1826"), ["Ann", "Ben", "Cid"]).state.tile_stock


def track(diesels: int) -> Game:
    """KO in its track step, its rival the owner of so many diesels."""
    position = Position(loaded("1889-fewer"), 3).phase("D").float("KO", 1, 90, cash=500)
    position.float("AR", 2, 80).train("AR", *["D"] * diesels)
    return position.operating("KO", step="track").game()


def test_nobody_lays_tiles_once_two_diesels_are_sold() -> None:
    before, after = track(1), track(2)
    assert before.step_name() == "track"
    lay = next(action for action in offers_of(before, LayTile) if isinstance(action, LayTile))
    assert after.step_name() != "track"
    assert not offers_of(after, LayTile)
    assert [refusal.code for refusal in ended_refusals(after.view)] == ["track.ended"]
    found = track_refusals(after.view, "KO", Lay(lay.hex, lay.tile, lay.rotation))
    assert [refusal.code for refusal in found] == ["track.ended"]


@pytest.mark.parametrize("sold", [1, 2])
def test_powers_lay_none_either(sold: int) -> None:
    """MF lays a port at any moment of a stock round, as long as tiles are laid at all."""
    context = with_policies(loaded("1889"), track={"ends_with": TrackEnd("2", 2)})
    position = Position(context, 3).private("MF", 2).float("AR", 1, 80).train("AR", *["2"] * sold)
    game = position.stock(1).game()
    lay = LayPowerTile("player-2", "MF", "B11", "437", 2)
    if sold == 1:
        play(game, lay)
    else:
        refused(game, lay, "track.ended")
