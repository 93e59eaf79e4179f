"""1894: buying trains, handing them in, trains that a corporation must have, phases."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import (
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    Respond,
    SellShares,
)
from open18xx.engine.context import Context
from open18xx.rules.worth import final_worth

from tests.support.positions import Position, events, holdings, offered, offers_of, play, refused
from tests.titles.g1894.rules.helpers import cash, finish_turn, go_on, p

#: What Nord runs, by phase, if not a 2.
NORD_HAS = {"Blue": "3", "Brown": "4", "Red": "5+1", "Gray": "7", "Purple": "7"}


def est(
    context: Context, phase: str, cash: int, trains: tuple[str, ...] = (), players: int = 4, **more: object
) -> Position:
    """Est, from whose home I10 a route leads to H9; Nord operates after it."""
    wanted: dict[str, object] = {"shares": {1: 6}, **more}
    position = Position(context, players).phase(phase).tile("I8", "8", 2).tile("H9", "57", 2)
    position.float("Nord", 2, 80, shares={2: 6}, trains=[NORD_HAS.get(phase, "2")])
    return position.float("Est", 1, 100, cash=cash, trains=trains, **wanted)  # type: ignore[arg-type]


# -- from the bank -----------------------------------------------------------------------------------


@pytest.mark.rule("1894-TRN-03")
def test_as_many_as_the_limit_allows(context: Context) -> None:
    game = est(context, "Yellow", 400).operating("Est", "trains").game()
    refused(game, BuyTrain(p(1), "Est", "3", "bank", 120), "train.not_offered")
    for _ in range(4):
        assert game.view.operating == "Est"
        play(game, BuyTrain(p(1), "Est", "2", "bank", 80))
    assert game.view.train_types("Est") == ("2",) * 4
    assert game.view.operating == "Nord", "with four trains there is nothing more to buy"


@pytest.mark.rule("1894-TRN-03", "1894-TRN-10")
def test_only_with_its_own_money(context: Context) -> None:
    """A president helps with a train that must be, never with a second one or one that is had for another."""
    game = est(context, "Yellow", 159, ("2",)).supply("2", 3).operating("Est", "trains").game()
    play(game, BuyTrain(p(1), "Est", "2", "bank", 80))
    refused(game, BuyTrain(p(1), "Est", "2", "bank", 80), "train.too_dear")
    for purse in (239, 240):
        wished = est(context, "Green", purse, ("3", "3")).supply("3", 0).cash(1, 500)
        trade = BuyTrain(p(1), "Est", "4", "bank", 240, "3")
        asked = wished.operating("Est", "trains").game()
        if purse == 240:
            play(asked, trade)
            assert cash(asked, 1) == [500]
        else:
            refused(asked, trade, "train.too_dear")


# -- one train for another -----------------------------------------------------------------------------


@pytest.mark.rule("1894-TRN-05", "1894-TRN-06", "1894-TRN-07", "1894-TRN-08")
@pytest.mark.parametrize(
    ("phase", "held", "new", "price"),
    [
        ("Yellow", ("2", "2", "2", "2"), "3", 80),
        ("Green", ("3", "3", "3", "2"), "4", 240),
        ("Blue", ("4", "4", "4"), "5+1", 250),
        ("Brown", ("5+1", "4", "4"), "6", 400),
        ("Red", ("6", "5+1", "4"), "7", 400),
        ("Gray", ("7", "5+1", "5+1"), "D", 450),
        ("Gray", ("6", "5+1", "5+1"), "D", 500),
        ("Gray", ("5+1", "6", "7"), "D", 600),
    ],
)
def test_handing_in_at_the_limit(
    context: Context, phase: str, held: tuple[str, ...], new: str, price: int
) -> None:
    """Scenario N7: half the old price less, 4 for 300 - 60 = 240, with no room for a train more."""
    assert len(held) == context.title.phases[phase].train_limit["ten"]
    position = est(context, phase, 1000, held)
    order = list(context.title.trains)
    for kind in order[: order.index(new)]:
        position.supply(kind, 0)
    game = position.operating("Est", "trains").game()
    old = held[0]
    refused(game, BuyTrain(p(1), "Est", new, "bank", context.title.trains[new].cost), "train.limit")
    refused(game, BuyTrain(p(1), "Est", new, "bank", price - 1, old), "train.face_value")
    turn = play(game, BuyTrain(p(1), "Est", new, "bank", price, old))
    assert game.view.cash("Est") == 1000 - price
    assert new in game.view.train_types("Est")
    assert len(events(turn, "train_handed_in")) == 1


@pytest.mark.rule("1894-TRN-05", "1894-TRN-09")
def test_the_train_handed_in_may_be_new(context: Context) -> None:
    """The last 2 and a 3 for it in one turn; no second train for another, but a further one for money."""
    position = est(context, "Yellow", 500, ("2",)).supply("2", 1)
    game = position.operating("Est", "trains").game()
    play(game, BuyTrain(p(1), "Est", "2", "bank", 80))
    play(game, BuyTrain(p(1), "Est", "3", "bank", 80, "2"))
    assert game.view.train_types("Est") == ("2", "3")
    refused(game, BuyTrain(p(1), "Est", "3", "bank", 80, "2"), "train.exchanged")
    play(game, BuyTrain(p(1), "Est", "3", "bank", 120))
    assert game.view.train_types("Est") == ("2", "3", "3")
    assert game.view.cash("Est") == 220


@pytest.mark.rule("1894-TRN-13", "1894-TRN-15", "1894-PH-02")
@pytest.mark.parametrize("exchange", [None, "3"])
def test_trains_go_in_the_middle_of_a_turn(context: Context, exchange: str | None) -> None:
    """The first 4, bought or had for a 3: the 2s of the buyer and of Nord are gone, the phase is Blue."""
    game = est(context, "Green", 900, ("2", "3")).supply("3", 0).operating("Est", "trains").game()
    turn = play(game, BuyTrain(p(1), "Est", "4", "bank", 240 if exchange else 300, exchange))
    assert game.state.phase == "Blue"
    assert events(turn, "phase_changed")[0]["phase"] == "Blue"
    assert game.view.train_types("Est") == (("4",) if exchange else ("3", "4"))
    assert game.view.train_types("Nord") == ()
    assert game.view.operating == "Est"
    assert game.step_name() == "trains"
    assert context.title.phases[game.state.phase].train_limit["ten"] == 3


@pytest.mark.rule("1894-TRN-16")
@pytest.mark.parametrize("exchange", [None, "7"])
def test_trains_in_the_last_set(context: Context, exchange: str | None) -> None:
    position = est(context, "Purple", 900, ("7",)).supply("7", 0).last_set(3)
    game = position.operating("Est", "trains", set_number=3).game()
    play(game, BuyTrain(p(1), "Est", "D", "bank", 450 if exchange else 800, exchange))
    assert game.view.train_types("Est") == (("D",) if exchange else ("7", "D"))


@pytest.mark.rule("1894-PH-09")
def test_purple_lets_tiles_and_stations_be_until_the_set_ends(context: Context) -> None:
    position = est(context, "Gray", 900, ("7",)).supply("7", 0).cash("Nord", 300).tile("D9", "57", 0)
    game = position.operating("Est", "trains").game()
    play(game, BuyTrain(p(1), "Est", "D", "bank", 450, "7"))
    assert game.state.phase == "Purple"
    finish_turn(game)
    assert game.view.operating == "Nord"
    assert game.step_name() == "track"
    assert offers_of(game, LayTile)


# -- a train that must be ------------------------------------------------------------------------------


@pytest.mark.rule("1894-EMG-02", "1894-EMG-03", "1894-EMG-12")
def test_the_president_pays_what_is_missing(context: Context) -> None:
    """629 F in the treasury: 71 F of the president for a 7, as in the example; passing is no choice."""
    game = est(context, "Gray", 629).supply("7", 1).cash(1, 100).operating("Est", "trains").game()
    refused(game, Pass(p(1)), "train.must_own")
    turn = play(game, BuyTrain(p(1), "Est", "7", "bank", 700))
    assert events(turn, "president_contributed")[0]["amount"] == 71
    assert (cash(game, 1), game.view.cash("Est")) == ([29], 0)


@pytest.mark.rule("1894-EMG-01", "1894-EMG-12")
def test_a_train_sold_in_the_round_excuses_nobody(context: Context) -> None:
    """Est sells its only train to Nord and must own one all the same when its turn comes."""
    position = est(context, "Gray", 629, ("7",)).supply("7", 1).cash(1, 100).cash("Nord", 400)
    position.float("AG", 1, at=(1, 1), shares={1: 6}, cash=50)
    game = position.operating("AG", "trains").game()
    play(game, BuyTrain(p(1), "AG", "7", "Est", 50))
    assert game.view.train_types("Est") == ()
    while not (game.view.operating == "Est" and game.step_name() == "trains"):
        go_on(game)
    refused(game, Pass(p(1)), "train.must_own")


@pytest.mark.rule("1894-EMG-07", "1894-EMG-08")
def test_shares_of_the_corporation_itself(context: Context) -> None:
    """Ann has 4 shares, Ben 3: one may be sold, the second would make Ben president."""
    position = est(context, "Gray", 100, shares={1: 4, 2: 3}).supply("7", 1).cash(1, 0)
    game = position.operating("Est", "trains").game()
    refused(game, SellShares(p(1), "Est", 2), "emergency.keeps_presidency")
    play(game, SellShares(p(1), "Est", 1))
    assert holdings(game, "Est")["1"] == 3
    assert cash(game, 1) == [100]


# -- bankruptcy ----------------------------------------------------------------------------------------


@pytest.mark.rule("1894-EMG-13")
@pytest.mark.parametrize(("treasury", "bankrupt"), [(549, True), (550, False)])
def test_who_is_bankrupt(context: Context, treasury: int, bankrupt: bool) -> None:
    """A 7 costs 700 F: 50 F of Ann and one share at 100 F (the second would make Ben president)."""
    position = est(context, "Gray", treasury, shares={1: 4, 2: 3}).supply("7", 1).cash(1, 50)
    game = position.operating("Est", "trains").game()
    assert offered(game, DeclareBankruptcy(p(1), "Est")) == bankrupt
    if not bankrupt:
        refused(game, DeclareBankruptcy(p(1), "Est"), "emergency.not_bankrupt")


@pytest.mark.rule("1894-EMG-13", "1894-EMG-05")
def test_a_train_of_another_corporation_saves(context: Context) -> None:
    """Where the bank is out of reach, Ben may still sell the 7 of Nord for what Est has."""
    position = est(context, "Gray", 300, shares={1: 2}).supply("7", 1).cash(1, 50)
    game = position.operating("Est", "trains").game()
    assert offered(game, DeclareBankruptcy(p(1), "Est"))
    refused(game, Pass(p(1)), "train.must_own")
    play(game, BuyTrain(p(1), "Est", "7", "Nord", 350))
    play(game, Respond(p(2), True))
    assert game.view.train_types("Est") == ("7",)
    assert not game.is_over


@pytest.mark.rule("1894-EMG-14", "1894-END-04", "1894-EMG-13")
def test_what_becomes_of_a_bankrupt(context: Context) -> None:
    """Ann sells one share of Est (with another Ben would be president) and one of AG (the pool is full)."""
    position = est(context, "Gray", 100, shares={1: 4, 2: 3}).supply("7", 1).cash(1, 50)
    position.float("AG", 1, 60, shares={1: 3, 2: 2}, pool=4, trains=["7"])
    game = position.operating("Est", "trains").game()
    play(game, DeclareBankruptcy(p(1), "Est"))
    assert (holdings(game, "Est")["1"], holdings(game, "AG")["1"]) == (3, 2)
    assert holdings(game, "AG")["pool"] == 5
    assert cash(game, 1) == [0]
    assert game.is_over
    assert game.state.end_reason == "bankruptcy"
    worth = 3 * (game.view.price("Est") or 0) + 2 * (game.view.price("AG") or 0)
    assert final_worth(game.view, p(1)) == worth > 0
