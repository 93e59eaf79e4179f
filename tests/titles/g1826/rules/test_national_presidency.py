"""1826: who presides over the Etat and the SNCF (4.6.2-18, 4.6.3-15, 4.6.4; rulings 1826-A-17, 1826-A-46)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from open18xx.actions.kinds import BuyShares, DiscardTrain, Pass, SellShares
from open18xx.engine.context import Context
from open18xx.state.game_state import POOL
from open18xx.state.transaction import Transaction

from tests.support.positions import Position, events, holdings, offers_of, play, record_of, refused
from tests.titles.g1826.rules.mergers import BEFORE, BUYER, begin, eve_of, rounds_of

#: National -> the phase in which these tests let it form.
FORMS_IN = {"Etat": "6H", "SNCF": "10H"}
both = pytest.mark.parametrize("national", FORMS_IN)


def merging(context: Context, national: str, seat: int, gc: dict[int, int], midi: dict[int, int]) -> Position:
    """Two ten-share corporations about to merge, with their shares by seat; the first named presides."""
    return (
        eve_of(context, FORMS_IN[national], players=6, seat=seat)
        .float("GC", shares=gc, price=90, structure="ten")
        .float("Midi", shares=midi, price=75, structure="ten")
    )


@both
@pytest.mark.rule("1826-4.6.2-10", "1826-4.6.2-18", "1826-4.6.3-07", "1826-4.6.3-15", "1826-4.6.4-05")
@pytest.mark.parametrize(
    ("seat", "gc", "midi", "president"),
    [
        pytest.param(1, {1: 3}, {2: 2}, 1, id="tie-with-the-first-able-player"),
        pytest.param(2, {1: 2}, {3: 2, 2: 1}, 3, id="first-in-order-has-a-single-share"),
        pytest.param(1, {1: 2}, {3: 4}, 3, id="outnumbered"),
        pytest.param(2, {3: 2, 1: 4}, {4: 2, 1: 2}, 1, id="order-2-none-3-one-4-one-1-three"),
        pytest.param(1, {1: 2, 5: 4}, {3: 4}, 3, id="two-outnumber-him-next-after-him"),
        pytest.param(4, {4: 2, 3: 4}, {1: 4}, 1, id="two-outnumber-him-past-the-last-seat"),
        pytest.param(2, {2: 2, 1: 4}, {3: 2, 2: 2}, 2, id="tie-with-one-further-back"),
        pytest.param(5, {6: 2, 1: 2}, {2: 2, 6: 1, 1: 2}, 1, id="odd-shares-do-not-count"),
    ],
)
def test_president_after_the_exchange(
    context: Context, national: str, seat: int, gc: dict[int, int], midi: dict[int, int], president: int
) -> None:
    game, _ = begin(merging(context, national, seat, gc, midi), FORMS_IN[national])
    assert game.view.president(national) == f"player-{president}"
    old = {who: gc.get(who, 0) + midi.get(who, 0) for who in range(1, 7)}
    new = {owner: count for owner, count in holdings(game, national).items() if owner.isdigit()}
    assert new == {str(who): count // 2 for who, count in old.items() if count > 1}


@both
@pytest.mark.rule("1826-4.6.2-18", "1826-4.6.3-15", "1826-4.6.4-02")
def test_the_change_at_formation_exchanges_one_share(context: Context, national: str) -> None:
    """Player 1 is first and has one share, player 3 has two: the certificate moves, the counts stay."""
    game, turn = begin(merging(context, national, 1, {1: 2}, {3: 4}), FORMS_IN[national])
    assert [
        dict(facts) for facts in events(turn, "president_changed") if facts["corporation"] == national
    ] == [{"corporation": national, "old": "player-1", "new": "player-3"}]
    assert game.state.certificates[national].count("player-1") == 1
    assert game.state.certificates[national].count("player-3") == 2


@both
@pytest.mark.rule("1826-4.6.2-10", "1826-4.6.3-07")
def test_without_an_able_player_there_is_no_president(context: Context, national: str) -> None:
    """As long as merging corporations have presidents this cannot happen, but the exchange knows it.

    Every player holds a single old share; the certificates of the presidents lie in the pool.
    """
    position = merging(context, national, 1, {1: 2, 2: 1}, {3: 2, 4: 1})
    game = position.train(BUYER, BEFORE[FORMS_IN[national]]).game()
    owners = {
        "GC": ("pool", "player-1", "player-2", *["GC"] * 6),
        "Midi": ("pool", "player-3", "player-4", *["Midi"] * 6),
    }
    state = replace(game.state, certificates={**game.state.certificates, **owners})
    tx = Transaction(game.title, state, context.hooks)
    event = "form_etat" if national == "Etat" else "form_sncf"
    context.hooks.notify("on_phase_event", tx=tx, event=event, buyer=BUYER)
    assert tx.view.record(national).started
    assert tx.view.president(national) is None
    assert not any(tx.view.shares(national, player) for player in game.state.players)
    waits_with = national if national == "Etat" else POOL
    assert tx.view.state.certificates[national][0] == waits_with, "the president's certificate is for sale"
    assert tx.view.cash("player-1") == game.view.cash("player-1")


def without_president(context: Context, national: str, **rest: int) -> Position:
    """A national of which no player holds a share."""
    phase = "6H" if national == "Etat" else "10H"
    bonds = {"bonds": {"SNCF": 10}} if national == "SNCF" else {}
    position = Position(context, 3).phase(phase).float(national, price=110, turns=2, cash=900, **rest)
    for name, value in bonds.items():
        position.remember(name, value)  # type: ignore[arg-type]
    return position.float(BUYER, president=3, shares={3: 4, 1: 1}, price=75, trains=[phase], turns=3).cash(
        1, 800
    )


@both
@pytest.mark.rule("1826-4.6.2-10", "1826-4.6.3-07", "1826-4.8.2-06")
@pytest.mark.parametrize("source", ["treasury", "pool"])
def test_the_first_to_buy_a_share_becomes_president(context: Context, national: str, source: str) -> None:
    """Wherever the president's certificate lies, and wherever the share is bought."""
    game = without_president(context, national, pool=5, treasury=4).stock(1).game()
    assert game.view.president(national) is None
    assert game.state.certificates[national][0] == national, "the certificate lies in the treasury"
    turn = play(game, BuyShares("player-1", national, source))  # type: ignore[arg-type]
    assert game.view.president(national) == "player-1"
    assert game.view.cash("player-1") == 800 - 110
    assert game.view.cash(national) == 900 + (110 if source == "treasury" else 0)
    left = {"treasury": {national: 4, POOL: 5}, "pool": {national: 5, POOL: 4}}[source]
    assert holdings(game, national) == {"1": 1, **left}
    assert [dict(facts) for facts in events(turn, "president_changed")] == [
        {"corporation": national, "old": None, "new": "player-1"}
    ]


@both
@pytest.mark.rule("1826-4.6.4-04", "1826-2-06")
def test_who_takes_it_over_gives_up_the_trains_above_the_limit(context: Context, national: str) -> None:
    """Nobody could be asked when the limit fell; the new president is."""
    trains = {"Etat": ("4H", "4H", "4H", "4H", "6H"), "SNCF": ("10H", "10H", "6H", "6H")}[national]
    game = without_president(context, national, pool=9).train(national, *trains).stock(1).game()
    play(game, BuyShares("player-1", national, "pool"))
    assert game.view.president(national) == "player-1"
    choices = {DiscardTrain("player-1", national, train) for train in trains}
    assert {offer.action for offer in game.legal_actions()} == choices


@both
@pytest.mark.rule("1826-4.8.2-06")
def test_it_takes_no_turn_without_a_president(context: Context, national: str) -> None:
    game = without_president(context, national, pool=9).operating().game()
    assert game.state.round.current == BUYER, "the national, which stands higher, is left out"
    assert record_of(game, national).turns == 2
    assert rounds_of(game) == [[BUYER]]


@both
@pytest.mark.rule("1826-4.6.4-01", "1826-4.6.4-02", "1826-4.6.4-03")
def test_its_certificate_is_exchanged_for_one_share(context: Context, national: str) -> None:
    """Two shares against two: a purchase makes it three, and the certificate moves for one share."""
    position = (
        Position(context, 3)
        .phase("10H")
        .float(national, shares={1: 2, 2: 2}, price=110, turns=2, pool=6)
        .float(BUYER, president=3, price=75, trains=["10H"], turns=3)
        .remember("bonds", {"SNCF": 10})
        .stock(2)
    )
    game = position.game()
    assert game.view.president(national) == "player-1", "a tie changes nothing"
    play(game, BuyShares("player-2", national, "pool"))
    assert game.view.president(national) == "player-2"
    assert holdings(game, national) == {"1": 2, "2": 3, POOL: 5}
    assert game.state.certificates[national].count("player-2") == 3


@both
@pytest.mark.rule("1826-3.4-08", "1826-4.6.4-03")
def test_a_president_may_sell_all_but_hands_the_certificate_over(context: Context, national: str) -> None:
    """The heir needs one share only; where nobody has one the certificate cannot be sold."""
    position = Position(context, 3).phase("10H").float(national, shares={1: 2, 2: 1}, price=110, turns=2)
    position.float(BUYER, president=3, price=75, trains=["10H"], turns=3).remember("bonds", {"SNCF": 10})
    game = position.stock(1).game()
    play(game, SellShares("player-1", national, 2))
    assert game.view.president(national) == "player-2"
    assert holdings(game, national)["2"] == 1 and holdings(game, national)[POOL] == 2
    alone = Position(context, 3).phase("10H").float(national, shares={1: 2}, price=110, turns=2)
    alone.float(BUYER, president=3, price=75, trains=["10H"], turns=3).remember("bonds", {"SNCF": 10})
    game = alone.stock(1).game()
    refused(game, SellShares("player-1", national, 2), "stock.president_unsellable")
    play(game, SellShares("player-1", national, 1))
    assert game.view.president(national) == "player-1"
    assert game.state.certificates[national][0] == "player-1"


@both
@pytest.mark.rule("1826-4.6.4-04")
def test_the_new_president_decides_for_it(context: Context, national: str) -> None:
    """Its assets stay with it; the one who acts in its turn is another."""
    position = (
        Position(context, 3)
        .phase("10H")
        .float(national, shares={1: 2, 2: 2}, at=(1, 9), turns=2, pool=6, cash=345, trains=["10H"])
        .float(BUYER, president=3, price=75, trains=["10H"], turns=3)
        .remember("bonds", {"SNCF": 10})
        .stock(2, passes=0)
    )
    game = position.game()
    play(game, BuyShares("player-2", national, "pool"), Pass("player-3"), Pass("player-1"), Pass("player-2"))
    play(game, Pass("player-3")) if game.state.round.kind == "stock" else None
    assert (game.state.round.kind, game.state.round.current) == ("operating", national)
    assert game.actor() == "player-2"
    assert (game.view.cash(national), game.view.train_types(national)) == (345, ("10H",))
    assert not offers_of(game, "buy_shares")
