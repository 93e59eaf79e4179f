"""1894: setting up."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyShares
from open18xx.engine.context import Context
from open18xx.engine.game import Game, WrongTable
from open18xx.engine.rng import DrawGenerator

from tests.support.positions import Position, holdings, play, refused
from tests.titles.g1894.rules.helpers import EST, NORD, buy, buy_all, cash, p, passes, table

#: Seed, draws, corporation drawn, company kept.
DRAWS = [
    (1255283704, "2043390161 197967670 36965943 1107885988 949027085 1629329602 1177638611", "Nord", "GLG"),
    (92791301, "1452733018 666422411 914596200 262773121 1388436006 744859239 983919636", "Est", "SAC"),
    (
        2076138808,
        "1345450257 551354998 840839287 1017713892 1689488717 1812910082 1765498131",
        "Ouest",
        "GLG",
    ),
    (472674735, "1709828540 758644037 945818778 500726219 1749673384 861939905 849500262", "Est", "GLG"),
]
MAJOR = {"PLMMS": "PLM", "OMMS": "Ouest", "NMS": "Nord", "EMS": "Est", "CMS": "CFOR"}


@pytest.mark.rule("1894-SET-01")
@pytest.mark.parametrize("players", [1, 2, 5, 6])
def test_only_three_or_four_can_play(context: Context, players: int) -> None:
    with pytest.raises(WrongTable):
        Game(context, [f"P{n}" for n in range(players)])


@pytest.mark.rule("1894-SET-02", "1894-SET-03")
@pytest.mark.parametrize(("players", "money"), [(3, 570), (4, 480)])
def test_cash_comes_from_a_bank_without_limit(context: Context, players: int, money: int) -> None:
    game = table(context, players)
    assert cash(game, *range(1, players + 1)) == [money] * players
    assert game.view.cash("bank") == -players * money
    assert not game.state.bank_broken
    assert sum(game.state.cash.values()) == 0


@pytest.mark.rule("1894-SET-04", "1894-SR-12")
@pytest.mark.parametrize(("players", "limit"), [(3, 18), (4, 14)])
def test_certificate_limit(context: Context, players: int, limit: int) -> None:
    """A player with as many certificates as he may have buys no more; the president's counts once."""
    game = (
        Position(context, players)
        .float("Nord", 1, 100, shares={1: 6})
        .float("AG", 1, 95, shares={1: 6})
        .float("Est", 2, 80, shares={2: 4, 1: 3 if limit == 14 else 4})
        .float("Ouest", 2, 67, shares={2: 4, 1: limit - 14 + (1 if limit == 14 else 0)})
        .cash(1, 500)
        .stock(1)
        .game()
    )
    counted = 5 + 5 + (3 if limit == 14 else 4) + limit - 14 + (1 if limit == 14 else 0)
    assert counted == limit
    refused(game, BuyShares(p(1), "Ouest", "ipo"), "stock.certificate_limit")


@pytest.mark.rule("1894-SET-05", "1894-SET-06", "1894-SET-11")
@pytest.mark.parametrize(("seed", "numbers", "corporation", "kept"), DRAWS)
def test_draws(context: Context, seed: int, numbers: str, corporation: str, kept: str) -> None:
    generator = DrawGenerator(seed)
    drawn = [generator.next31() for _ in range(7)]
    assert drawn == list(map(int, numbers.split()))
    french = dict(zip(("PLM", "Ouest", "Nord", "Est", "CFOR"), drawn[:5], strict=True))
    assert min(french, key=lambda name: french[name]) == corporation
    game = table(context, 3, seed)
    owners = game.state.privates
    assert [MAJOR[name] for name in MAJOR if owners[name] == "bank"] == [corporation]
    assert [name for name in ("GLG", "SAC") if owners[name] == "bank"] == [kept]
    assert sum(owner == "bank" for owner in owners.values()) == 8
    assert sum(owner == "closed" for owner in owners.values()) == 5


@pytest.mark.rule("1894-SET-07", "1894-SET-08", "1894-SET-09")
def test_shares_dealt_to_three_players(context: Context) -> None:
    game = table(context, 3)
    for corporation in ("Nord", "Belge"):
        assert holdings(game, corporation) == {"1": 1, "2": 1, "3": 1, "pool": 1, "ipo": 6}
        owners = game.state.certificates[corporation]
        assert owners[5:] == ("pool", p(3), p(2), p(1))
        assert game.view.president(corporation) is None
        assert game.view.price(corporation) is None
        assert not game.state.corporations[corporation].started
    assert cash(game, 1, 2, 3) == [570, 570, 570]


@pytest.mark.rule("1894-SET-07", "1894-SET-08")
def test_shares_dealt_to_four_players(context: Context) -> None:
    game = table(context, 4, EST)
    for corporation in ("Est", "Belge"):
        assert holdings(game, corporation) == {"1": 1, "2": 1, "3": 1, "4": 1, "ipo": 6}
    assert holdings(game, "Nord") == {"ipo": 10}


@pytest.mark.rule("1894-SET-08", "1894-SR-04")
def test_the_dealt_share_of_the_pool_is_sold_at_the_market_price(context: Context) -> None:
    game = table(context, 3)
    buy_all(game, 100)
    buyer = game.actor() or ""
    money = game.view.cash(buyer)
    play(game, BuyShares(buyer, "Nord", "pool"))
    assert game.view.cash(buyer) == money - 100
    assert game.view.pooled("Nord") == 0


@pytest.mark.rule("1894-SET-12", "1894-AUC-14")
def test_the_first_of_the_list_opens_the_sale(context: Context) -> None:
    game = table(context, 4)
    assert game.state.names == ("Ann", "Ben", "Cid", "Dora")
    assert game.actor() == p(1)
    refused(game, buy(2, "LRC"), "turn.not_yours")


@pytest.mark.rule("1894-SET-03", "1894-END-01")
def test_the_bank_pays_without_end(context: Context) -> None:
    """Passing the sale round and round costs the bank money that it does not have."""
    game = table(context, 3)
    play(game, buy(1, "LRC"))
    passes(game, 300)
    assert game.view.cash(p(1)) == 570 - 20 + 100 * 5
    assert not game.is_over
    assert not game.state.bank_broken


def test_the_seed_decides_seats_only_when_asked(context: Context) -> None:
    names = ["Ann", "Ben", "Cid", "Dora"]
    assert Game(context, names, seed=NORD, shuffle=False).state.names == tuple(names)
    assert sorted(Game(context, names, seed=NORD).state.names) == names
    first, second = Game(context, names, seed=3), Game(context, names, seed=3)
    assert first.hash() == second.hash()
    without = Game(context, names)
    assert without.state.privates == Game(context, names, seed=0, shuffle=False).state.privates
