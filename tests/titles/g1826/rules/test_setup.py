"""1826, section 1.1: what lies where before the first action."""

from __future__ import annotations

import pytest
from open18xx.actions.base import Action
from open18xx.bots.player import RandomBot
from open18xx.engine.context import Context
from open18xx.engine.game import Game, WrongTable
from open18xx.state.game_state import BANK, IPO

from tests.support.positions import NAMES, offers_of

CASH = {2: 900, 3: 600, 4: 450, 5: 360, 6: 300}


@pytest.mark.rule("1826-1.1-05", "1826-1.1-06")
@pytest.mark.parametrize("players", sorted(CASH))
def test_the_players_share_1800(context: Context, players: int) -> None:
    game = Game(context, NAMES[:players])
    assert [game.view.cash(player) for player in game.state.players] == [CASH[players]] * players
    assert game.view.cash(BANK) == 10200


@pytest.mark.rule("1826-1.1-06")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_tables_of_another_size_are_refused(context: Context, players: int) -> None:
    with pytest.raises(WrongTable, match=f"1826 is for 2 to 6 players, not {players}"):
        Game(context, [f"Player {n}" for n in range(players)])


@pytest.mark.rule("1826-1.1-02")
def test_certificates_lie_in_the_offering_and_trains_in_the_supply(context: Context) -> None:
    state = Game(context, NAMES[:3]).state
    assert len(state.certificates) == 12
    assert all(owner == IPO for owners in state.certificates.values() for owner in owners)
    assert not any(state.trains.values())
    assert list(state.supply.items()) == [
        ("2H", 8), ("4H", 7), ("6H", 6), ("10H", 5), ("E", 4), ("TGV", None),
    ]  # fmt: skip


@pytest.mark.rule("1826-1.1-03")
def test_tiles_tokens_bonds_and_corporations_money_are_in_stock(context: Context) -> None:
    state = Game(context, NAMES[:3]).state
    assert not state.tiles
    assert not state.tokens
    assert not state.market
    entries = context.title.tiles.entries
    assert state.tile_stock == {tile: e.count for tile, e in entries.items() if e.count is not None}
    assert all(state.cash[corporation] == 0 for corporation in state.corporations)
    # Bonds and loans are what the hooks remember: nobody has any.
    assert not state.memory


@pytest.mark.rule("1826-1.1-04", "1826-4.2-02")
def test_private_companies_lie_in_rising_order(context: Context) -> None:
    game = Game(context, NAMES[:3])
    privates = [context.title.companies.privates[name] for name in game.state.privates]
    assert [(p.id, p.cost) for p in privates] == [
        ("Bridge", 20), ("Mail", 40), ("Algerian", 70),
        ("Belgian", 110), ("Parisian", 160), ("Alsatian", 220),
    ]  # fmt: skip
    assert set(game.state.privates.values()) == {BANK}


@pytest.mark.rule("1826-1.1-07")
def test_seats_are_drawn_and_the_first_has_the_priority(context: Context) -> None:
    drawn = {Game(context, NAMES[:4], seed=seed).state.names for seed in range(60)}
    assert all(sorted(names) == sorted(NAMES[:4]) for names in drawn)
    # 24 orders are possible; equal seeds give equal orders, other seeds other ones.
    assert len(drawn) > 12
    first = {names[0] for names in drawn}
    assert first == set(NAMES[:4])
    game = Game(context, NAMES[:4], seed=3)
    assert game.state.names == Game(context, NAMES[:4], seed=3).state.names
    assert game.state.priority == "player-1"
    assert game.actor() == "player-1"


@pytest.mark.rule("1826-1.1-07")
def test_the_order_of_players_never_changes(context: Context) -> None:
    game = Game(context, NAMES[:4], seed=3, check_invariants=False)
    bot = RandomBot(1)
    seats = (game.state.players, game.state.names)
    for _ in range(120):
        game.apply(bot.decide(game))
    assert {(turn.state.players, turn.state.names) for turn in game.turns} == {seats}


@pytest.mark.rule("1826-1.1-08")
def test_play_opens_with_the_sale_of_private_companies(context: Context) -> None:
    game = Game(context, NAMES[:3])
    assert game.state.round.kind == "auction"
    kinds: set[type[Action]] = {type(offer.action) for offer in game.legal_actions()}
    assert {kind.kind for kind in kinds} == {"buy_private", "bid", "pass"}
    assert not offers_of(game, "start_corporation")
