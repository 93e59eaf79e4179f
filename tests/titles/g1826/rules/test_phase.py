"""1826, section 2: phases and what their beginning sets off."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyTrain, LayTile, UsePower
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.running import stop_table
from open18xx.rules.trains import train_limit

from tests.support.positions import Position, events, go_on, offers_of, play

ORDER = ("2H", "4H", "6H", "10H", "E", "TGV")
COST = {"2H": 100, "4H": 200, "6H": 300, "10H": 600, "E": 800, "TGV": 1000}


def p(seat: int) -> str:
    return f"player-{seat}"


def eve(context: Context, phase: str) -> Position:
    """The last moment before ``phase``: its first train is the next one for sale; PO has the money for it.

    GC owns one of each type still running.
    """
    before = ORDER[ORDER.index(phase) - 1]
    position = Position(context, 3).phase(before).supply(before, 0)
    running = {"2H": "2H", "4H": "2H 4H", "6H": "4H 6H", "10H": "6H 10H", "E": "10H"}[before].split()
    return (
        position.float("PO", 1, 100, shares={1: 3}, cash=2000, structure="ten", trains=[before])
        .float("GC", 2, 90, shares={2: 3}, structure="ten", trains=[])
        .train("GC", *running)
    )


def begin(position: Position, phase: str) -> Game:
    game = position.operating("PO", step="trains").game()
    play(game, BuyTrain(p(1), "PO", phase, "bank", COST[phase]))
    return game


@pytest.mark.rule(
    "1826-2-01", "1826-2-03", "1826-2-04", "1826-2-05", "1826-2-06", "1826-2-07", "1826-2-08", "1826-2-02"
)  # fmt: skip
@pytest.mark.parametrize("phase", ORDER[1:])
def test_the_first_train_of_a_type_begins_its_phase(context: Context, phase: str) -> None:
    position = eve(context, phase)
    before = position.operating("PO", step="trains").game()
    assert before.state.phase == ORDER[ORDER.index(phase) - 1]
    game = begin(position, phase)
    assert game.state.phase == phase
    [fact] = events(game.turns[-1], "phase_changed")
    assert fact["phase"] == phase
    # The second one changes nothing.
    if game.step_name() == "trains" and offers_of(game, BuyTrain):
        turn = play(game, offers_of(game, BuyTrain)[0])
        assert not events(turn, "phase_changed")


@pytest.mark.rule("1826-2-12", "1826-2-05", "1826-2-06", "1826-2-07", "1826-2-04", "1826-2-08")
@pytest.mark.parametrize(
    ("phase", "obsolete"), [("4H", None), ("6H", "2H"), ("10H", "4H"), ("E", "6H"), ("TGV", None)]
)
def test_obsolete_trains_go_at_once_without_compensation(
    context: Context, phase: str, obsolete: str | None
) -> None:
    position = eve(context, phase)
    if obsolete is not None:
        position.train("pool", obsolete)
    before = position.operating("PO", step="trains").game()
    cash = dict(before.state.cash)
    kept = [train for train in before.view.train_types("GC") if train != obsolete]
    if obsolete is not None:
        assert obsolete in before.view.train_types("GC")
    game = begin(position, phase)
    assert list(game.view.train_types("GC")) == kept
    assert game.view.train_types("pool") == ()
    assert obsolete not in game.view.train_types("PO")
    # The money of the purchase is all that has moved.
    moved = {owner: game.state.cash[owner] - money for owner, money in cash.items()}
    assert {o: m for o, m in moved.items() if m} == {"PO": -COST[phase], "bank": COST[phase]}


@pytest.mark.rule("1826-2-02", "1826-2-03", "1826-2-04", "1826-2-05", "1826-2-06", "1826-2-07", "1826-2-08")
@pytest.mark.parametrize(
    ("phase", "five", "ten", "rounds", "colours", "london"),
    [
        ("2H", 2, 4, 1, {"yellow"}, 40),
        ("4H", 2, 4, 2, {"yellow", "green"}, 40),
        ("6H", 1, 3, 2, {"yellow", "green"}, 40),
        ("10H", 0, 2, 3, {"yellow", "green", "brown"}, 60),
        ("E", 0, 2, 3, {"yellow", "green", "brown"}, 80),
        ("TGV", 0, 2, 3, {"yellow", "green", "brown", "gray"}, 120),
    ],
)
def test_what_a_phase_determines(
    context: Context, phase: str, five: int, ten: int, rounds: int, colours: set[str], london: int
) -> None:
    position = (
        Position(context, 3)
        .phase(phase)
        .float("GC", 1, 90, structure="ten")
        .float("PO", 2, 82, structure="five" if five else "ten")
        .tile("K15", "9", 0)
        .token("GC", "C13")
        .tile("C13", "63", 0)
    )
    game = position.operating("GC").game()
    view = game.view
    assert train_limit(view, "GC") == ten
    if five:
        assert train_limit(view, "PO") == five
    assert game.state.round.of == rounds
    found = {a.tile for a in offers_of(game, LayTile) if isinstance(a, LayTile)}
    assert {context.title.tiles.entries[tile].tile.colour for tile in found} == colours
    assert stop_table(view, "GC")["B8", 0] == london


@pytest.mark.rule("1826-2-02", "1826-2-05", "1826-2-06", "1826-2-07")
@pytest.mark.parametrize("phase", ORDER[1:])
def test_private_companies_follow_the_phase(context: Context, phase: str) -> None:
    """Usable up to 6H; closed from 10H on; tokens of their powers leave at E."""
    position = eve(context, phase)
    early = phase in ("4H", "6H", "10H")
    if early:
        position.private("Bridge", 2).private("Mail", 2)
    if phase in ("10H", "E"):
        position.marker("city_bonus", "GC", hex_id="L14", amount=10, expires_in="E", source="Mail")
        position.marker("train_limit", "PO", amount=1, expires_in="E", source="Algerian")
    if phase == "10H":
        position.private("Algerian", 3)
    game = begin(position, phase)
    owners = set(game.state.privates.values())
    assert (owners == {"closed"}) == (phase in ("10H", "E", "TGV"))
    assert len(game.state.markers) == (2 if phase == "10H" else 0)
    if phase in ("4H", "6H"):
        assert game.state.privates["Bridge"] == p(2)
    if phase == "4H":
        while game.step_name() != "token":
            go_on(game)
        assert offers_of(game, UsePower)


@pytest.mark.rule("1826-2-02", "1826-2-06")
def test_a_phase_that_begins_leaves_the_buyer_in_his_step(context: Context) -> None:
    game = begin(eve(context, "4H"), "4H")
    assert game.step_name() == "trains"
    assert game.view.operating == "PO"
    assert game.actor() == p(1)
