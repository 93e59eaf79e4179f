"""1830 and 18Chesapeake: the rules they share with 1889, at positions of their own maps."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from open18xx.actions.kinds import (
    Bid,
    BuyOwnedPrivate,
    BuyPrivate,
    BuyShares,
    BuyTrain,
    DeclareBankruptcy,
    DeclareDividend,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    Respond,
    RunRoutes,
    SellShares,
    StartCorporation,
    TrainRun,
)
from open18xx.definition.market import Space
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.limits import certificate_count
from open18xx.rules.market import space_after
from open18xx.rules.running import best_routes, runs_of, stop_table
from open18xx.rules.trains import train_limit

from tests.support.contexts import loaded
from tests.support.positions import NAMES, Position, codes, events, offered, offers_of, play


@dataclass(frozen=True)
class Case:
    """A title and the names its tests use.

    Attributes:
        main: corporation that operates; ``tiles`` join its home to another stop, over ``track``.
        other, third: more corporations.
        price: a start value; at: its space, row and column from 1.
        privates: private companies with their prices, in order.
        blocker: a company that keeps the hex ``kept`` free, which stands with a tile and a rotation.
        builder: corporation that lays track.
        yellow: a space where certificates do not count.
        offboard: an off-board area, which pays ``pays`` early and later.
    """

    title: str
    main: str
    other: str
    third: str
    price: int
    at: tuple[int, int]
    tiles: tuple[tuple[str, str, int], ...]
    track: tuple[str, ...]
    privates: tuple[tuple[str, int], ...]
    blocker: str
    kept: tuple[str, str, int]
    builder: str
    yellow: tuple[int, int]
    offboard: str
    pays: tuple[int, int]

    @property
    def context(self) -> Context:
        return loaded(self.title)

    def game(self, players: int = 3) -> Game:
        return Game(self.context, NAMES[:players], seed=22383, shuffle=False)

    def position(self, players: int = 3) -> Position:
        return Position(self.context, players).private(self.privates[0][0], 3)

    def ready(self, players: int = 3, *, phase: str = "2", joined: bool = True) -> Position:
        """The home of the main corporation is joined to another stop."""
        wished = self.position(players).phase(phase)
        for hex_id, tile, rotation in self.tiles if joined else ():
            wished = wished.tile(hex_id, tile, rotation)
        return wished


CASES = (
    Case(
        "1830", "PRR", "B&M", "NYC", 76, (4, 7), (("H10", "57", 1),), ("H12:s0-1", "H10:4-s0"),
        (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)),
        "SV", ("G15", "8", 0), "PRR", (1, 1), "F2", (40, 70),
    ),
    Case(
        "18Chesapeake", "LV", "PRR", "SRR", 80, (4, 4), (("J2", "57", 1),), ("J2:s0-4", "K1:1-s0"),
        (("D&R", 20), ("C-P", 40), ("B&S", 50), ("C&OC", 80), ("B&OR", 100), ("CV", 200)),
        "D&R", ("K3", "1", 0), "LV", (6, 1), "A7", (40, 60),
    ),
)  # fmt: skip


both = pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)


# -- set-up and auction --------------------------------------------------------------------------------


@both
@pytest.mark.rule("1830-1-01", "1830-1-02", "1830-1-03", "1830-2-01")
@pytest.mark.rule("18Chesapeake-1-01", "18Chesapeake-1-02", "18Chesapeake-1-03", "18Chesapeake-2-01")
def test_the_table_is_dealt_out_of_the_bank(case: Case) -> None:
    for players, figures in case.context.title.players.items():
        game = case.game(players)
        assert {game.view.cash(player) for player in game.state.players} == {figures.cash}
        assert game.view.cash("bank") == case.context.title.bank_cash - players * figures.cash
        assert (game.state.round.kind, game.actor()) == ("auction", "player-1")
    assert list(case.context.title.players) == [2, 3, 4, 5, 6]


@both
@pytest.mark.rule("1830-1-04")
@pytest.mark.rule("18Chesapeake-1-04")
def test_companies_lie_from_cheap_to_dear(case: Case) -> None:
    found = [(private.id, private.cost) for private in case.context.title.companies.privates.values()]
    assert tuple(found) == case.privates


@both
@pytest.mark.rule("1830-1-08", "1830-1-09", "1830-9-03")
@pytest.mark.rule("18Chesapeake-1-08", "18Chesapeake-1-09", "18Chesapeake-9-03")
def test_corporations_and_their_shares(case: Case) -> None:
    corporations = case.context.title.companies.corporations
    assert len(corporations) == 8
    game = case.position().start(case.main, price=case.price, shares={1: 5}).stock(1).game()
    assert game.view.structure(case.main).certificates == (2, 1, 1, 1, 1, 1, 1, 1, 1)
    play(game, BuyShares("player-1", case.main, "ipo"))
    assert game.view.record(case.main).tokens_left == corporations[case.main].tokens


@both
@pytest.mark.rule("1830-1-10")
@pytest.mark.rule("18Chesapeake-1-10")
def test_trains_of_the_bank(case: Case) -> None:
    supply = case.game().state.supply
    assert list(supply) == ["2", "3", "4", "5", "6", "D"]
    assert supply["D"] is None


@both
@pytest.mark.rule("1830-2-02")
@pytest.mark.rule("18Chesapeake-2-02")
def test_a_turn_is_a_purchase_a_bid_or_a_pass(case: Case) -> None:
    game, (first, second) = case.game(), (case.privates[0][0], case.privates[1][0])
    assert {offer.action.kind for offer in game.legal_actions()} == {"buy_private", "bid", "pass"}
    assert codes(game.check(BuyPrivate("player-1", second))) == ("auction.not_cheapest",)
    assert codes(game.check(Bid("player-1", first, 25))) == ("auction.buy_cheapest",)


@both
@pytest.mark.rule("1830-2-03", "1830-2-05")
@pytest.mark.rule("18Chesapeake-2-03", "18Chesapeake-2-05")
def test_bids_rise_and_replace_each_other(case: Case) -> None:
    game, (second, cost) = case.game(), case.privates[1]
    assert codes(game.check(Bid("player-1", second, cost))) == ("auction.below_minimum",)
    play(game, Bid("player-1", second, cost + 5), Pass("player-2"), Pass("player-3"))
    play(game, Bid("player-1", second, cost + 10))
    assert [bid.amount for bid in game.state.bids[second]] == [cost + 10]


@both
@pytest.mark.rule("1830-2-07")
@pytest.mark.rule("18Chesapeake-2-07")
def test_a_single_bid_wins_when_the_company_comes_up(case: Case) -> None:
    game, (second, cost) = case.game(), case.privates[1]
    play(game, Bid("player-1", second, cost + 5), BuyPrivate("player-2", case.privates[0][0]))
    assert game.state.privates[second] == "player-1"
    assert game.actor() == "player-3"


@both
@pytest.mark.rule("1830-2-08", "1830-2-09")
@pytest.mark.rule("18Chesapeake-2-08", "18Chesapeake-2-09")
def test_the_lowest_bidder_speaks(case: Case) -> None:
    game, (second, cost) = case.game(), case.privates[1]
    play(game, *(Bid(f"player-{n}", second, cost + 5 * n) for n in (1, 2, 3)))
    play(game, BuyPrivate("player-1", case.privates[0][0]))
    assert game.actor() == "player-1"
    assert codes(game.check(Bid("player-1", case.privates[2][0], 300))) == ("auction.contested",)
    play(game, Bid("player-1", second, cost + 20), Pass("player-2"), Pass("player-3"))
    assert game.state.privates[second] == "player-1"
    assert game.actor() == "player-2"


@both
@pytest.mark.rule("1830-2-10")
@pytest.mark.rule("18Chesapeake-2-10")
def test_the_price_falls_to_nothing(case: Case) -> None:
    game = case.game()
    for _ in range(4):
        play(game, Pass("player-1"), Pass("player-2"), Pass("player-3"))
    assert game.state.privates[case.privates[0][0]] == "player-1"
    assert game.view.cash("player-1") == case.context.title.players[3].cash


@both
@pytest.mark.rule("1830-2-11", "1830-3-01", "1830-3-02")
@pytest.mark.rule("18Chesapeake-2-11", "18Chesapeake-3-01", "18Chesapeake-3-02")
def test_passing_after_a_sale_pays_revenue(case: Case) -> None:
    game = case.game()
    play(
        game,
        BuyPrivate("player-1", case.privates[0][0]),
        Pass("player-2"),
        Pass("player-3"),
        Pass("player-1"),
    )
    assert game.view.cash("player-1") == case.context.title.players[3].cash - 20 + 5


@both
@pytest.mark.rule("1830-2-14", "1830-4-01")
@pytest.mark.rule("18Chesapeake-2-14", "18Chesapeake-4-01")
def test_the_player_after_the_last_buyer_begins(case: Case) -> None:
    game = case.game()
    for number, (private, _) in enumerate(case.privates):
        play(game, BuyPrivate(f"player-{number % 3 + 1}", private))
    if game.step_name() == "start_price":
        play(game, offers_of(game, "set_start_price")[0])
    assert (game.state.round.kind, game.actor(), game.state.priority) == ("stock", "player-1", "player-1")
    assert codes(game.check(Pass("player-2"))) == ("turn.not_yours",)


# -- private companies ---------------------------------------------------------------------------------


def trading(case: Case, phase: str = "3", cash: int = 500) -> Game:
    wished = Position(case.context, 3).phase(phase)
    wished = wished.float(case.main, price=case.price, shares={1: 6}, cash=cash)
    return wished.private(case.blocker, 2).operating(case.main, set_number=2).game()


@both
@pytest.mark.rule("1830-3-03")
@pytest.mark.rule("18Chesapeake-3-03")
def test_a_company_keeps_its_hex_free_while_a_player_owns_it(case: Case) -> None:
    hex_id, tile, rotation = case.kept
    assert "track.blocked" in codes(
        trading(case).check(LayTile("player-1", case.main, hex_id, tile, rotation))
    )
    sold = trading(case)
    play(sold, BuyOwnedPrivate("player-1", case.blocker, 20, case.main), Respond("player-2", True))
    assert "track.blocked" not in codes(sold.check(LayTile("player-1", case.main, hex_id, tile, rotation)))


@both
@pytest.mark.rule("1830-3-04", "1830-3-05", "1830-3-06")
@pytest.mark.rule("18Chesapeake-3-04", "18Chesapeake-3-05", "18Chesapeake-3-06")
def test_corporations_buy_companies(case: Case) -> None:
    for phase, possible in (("2", False), ("3", True), ("4", True), ("5", False)):
        action = BuyOwnedPrivate("player-1", case.blocker, 20, case.main)
        assert offered(trading(case, phase), action) == possible
    for price, found in ((9, ("private.price",)), (10, ()), (40, ()), (41, ("private.price",))):
        assert (
            codes(trading(case).check(BuyOwnedPrivate("player-1", case.blocker, price, case.main))) == found
        )
    poor = trading(case, cash=15).check(BuyOwnedPrivate("player-1", case.blocker, 20, case.main))
    assert codes(poor) == ("private.too_dear",)
    game = trading(case)
    play(game, BuyOwnedPrivate("player-1", case.blocker, 20, case.main))
    assert game.actor() == "player-2"
    play(game, Respond("player-2", False))
    assert game.state.privates[case.blocker] == "player-2"


@both
@pytest.mark.rule("1830-3-09")
@pytest.mark.rule("18Chesapeake-3-09")
def test_the_first_5_train_closes_companies(case: Case) -> None:
    wished = case.ready(phase="4").supply("4", 0).float(case.main, price=case.price, shares={1: 6}, cash=600)
    game = wished.operating(case.main, "trains", set_number=2).game()
    play(game, BuyTrain("player-1", case.main, "5", "bank", case.context.title.trains["5"].cost))
    assert set(game.state.privates.values()) == {"closed"}


# -- stock rounds --------------------------------------------------------------------------------------


def stock(case: Case, set_number: int = 2, **more: int) -> Game:
    shares = {1: 3, 2: 4} if not more else {int(k[1:]): v for k, v in more.items()}
    wished = case.position().float(case.main, price=case.price, shares=shares)
    return wished.stock(1, set_number=set_number).game()


@both
@pytest.mark.rule("1830-4-03")
@pytest.mark.rule("18Chesapeake-4-03")
def test_a_player_who_can_do_nothing_is_passed_over(case: Case) -> None:
    wished = Position(case.context, 3).float(case.main, price=case.price, shares={1: 3, 2: 4})
    game = wished.cash(3, 0).stock(2).game()
    play(game, Pass("player-2"))
    assert (game.actor(), game.state.round.passes) == ("player-1", 2)


@both
@pytest.mark.rule("1830-4-04")
@pytest.mark.rule("18Chesapeake-4-04")
def test_the_round_ends_when_all_pass(case: Case) -> None:
    game = stock(case)
    play(game, SellShares("player-1", case.main, 1), Pass("player-1"))
    play(game, Pass("player-2"), Pass("player-3"), Pass("player-1"))
    assert (game.state.round.kind, game.state.priority) == ("operating", "player-2")


@both
@pytest.mark.rule("1830-4-05")
@pytest.mark.rule("18Chesapeake-4-05")
def test_nobody_sells_in_the_first_stock_round(case: Case) -> None:
    sale = SellShares("player-1", case.main, 1)
    assert codes(stock(case, 1).check(sale)) == ("stock.no_sales_yet",)
    assert codes(stock(case, 2).check(sale)) == ()


@both
@pytest.mark.rule("1830-4-06")
@pytest.mark.rule("18Chesapeake-4-06")
def test_start_values(case: Case) -> None:
    game = stock(case)
    market = case.context.title.market
    prices = {a.price for a in offers_of(game, "start_corporation") if isinstance(a, StartCorporation)}
    assert prices == {market.price(space) for space in market.start_spaces}
    assert codes(game.check(StartCorporation("player-1", case.other, 61))) == ("stock.start_price",)
    cash = game.view.cash("player-1")
    play(game, StartCorporation("player-1", case.other, case.price))
    assert cash - game.view.cash("player-1") == 2 * case.price


@both
@pytest.mark.rule("1830-4-07")
@pytest.mark.rule("18Chesapeake-4-07")
def test_prices_of_shares(case: Case) -> None:
    wished = case.position().float(case.main, at=case.yellow, start_price=case.price, shares={2: 5}, pool=1)
    for source, cost in (("ipo", case.price), ("pool", None)):
        game = wished.stock(1).game()
        price = cost or game.view.price(case.main)
        cash = game.view.cash("player-1")
        play(game, BuyShares("player-1", case.main, source))  # type: ignore[arg-type]
        assert cash - game.view.cash("player-1") == price


@both
@pytest.mark.rule("1830-4-08")
@pytest.mark.rule("18Chesapeake-4-08")
def test_what_was_sold_is_not_bought_back(case: Case) -> None:
    game = stock(case)
    play(game, SellShares("player-1", case.main, 1))
    assert "stock.sold_before" in codes(game.check(BuyShares("player-1", case.main, "pool")))


@both
@pytest.mark.rule("1830-4-09")
@pytest.mark.rule("18Chesapeake-4-09")
def test_the_holding_limit(case: Case) -> None:
    assert "stock.holding_limit" in codes(
        stock(case, p1=6, p2=2).check(BuyShares("player-1", case.main, "ipo"))
    )


@both
@pytest.mark.rule("1830-4-10", "1830-5-06")
@pytest.mark.rule("18Chesapeake-4-10", "18Chesapeake-5-06")
def test_certificates_that_count(case: Case) -> None:
    wished = case.position().float(case.main, price=case.price, shares={1: 4})
    wished = wished.float(case.other, at=case.yellow, start_price=case.price, shares={1: 5})
    game = wished.private(case.privates[1][0], 1).stock(1).game()
    assert certificate_count(game.view, "player-1") == 3 + 1


@both
@pytest.mark.rule("1830-4-11")
@pytest.mark.rule("18Chesapeake-4-11")
def test_who_holds_too_much_sells_first(case: Case) -> None:
    game = stock(case, p1=7, p2=2)
    assert codes(game.check(Pass("player-1"))) == ("stock.must_sell_holding",)
    assert {type(offer.action) for offer in game.legal_actions()} == {SellShares}


@both
@pytest.mark.rule("1830-4-12", "1830-5-02")
@pytest.mark.rule("18Chesapeake-4-12", "18Chesapeake-5-02")
def test_a_sale_brings_the_old_price_and_lowers_it(case: Case) -> None:
    game = stock(case)
    cash, before = game.view.cash("player-1"), game.view.place(case.main)
    play(game, SellShares("player-1", case.main, 2))
    after = game.view.place(case.main)
    assert before is not None and after is not None
    assert game.view.cash("player-1") == cash + 2 * case.price
    assert (after.row - before.row, after.column) == (2, before.column)


@both
@pytest.mark.rule("1830-4-14")
@pytest.mark.rule("18Chesapeake-4-14")
def test_the_pool_takes_half(case: Case) -> None:
    wished = case.position().float(case.main, price=case.price, shares={2: 2, 1: 2}, pool=4)
    game = wished.stock(1).game()
    assert codes(game.check(SellShares("player-1", case.main, 1))) == ()
    assert "stock.pool_limit" in codes(game.check(SellShares("player-1", case.main, 2)))


@both
@pytest.mark.rule("1830-4-16")
@pytest.mark.rule("18Chesapeake-4-16")
def test_presidents(case: Case) -> None:
    for ben, cid, president in ((2, 2, "player-1"), (3, 3, "player-2"), (2, 3, "player-3")):
        wished = case.position().float(
            case.main, president=1, price=case.price, shares={1: 3, 2: ben, 3: cid}
        )
        game = wished.stock(1).game()
        play(game, SellShares("player-1", case.main, 1))
        assert game.view.president(case.main) == president


@both
@pytest.mark.rule("1830-4-17")
@pytest.mark.rule("18Chesapeake-4-17")
def test_the_presidents_certificate_needs_a_taker(case: Case) -> None:
    game = stock(case, p1=3, p2=1, p3=1)
    assert "stock.president_unsellable" in codes(game.check(SellShares("player-1", case.main, 2)))


@both
@pytest.mark.rule("1830-4-18", "1830-4-19")
@pytest.mark.rule("18Chesapeake-4-18", "18Chesapeake-4-19")
def test_six_shares_float_a_corporation(case: Case) -> None:
    game = case.position().start(case.main, price=case.price, shares={1: 5}).stock(1).game()
    play(game, BuyShares("player-1", case.main, "ipo"))
    assert game.view.record(case.main).floated
    assert game.view.cash(case.main) == 10 * case.price
    assert game.view.unsold(case.main) == 4


# -- market --------------------------------------------------------------------------------------------


@both
@pytest.mark.rule("1830-5-01")
@pytest.mark.rule("18Chesapeake-5-01")
def test_a_marker_goes_under_those_on_its_space(case: Case) -> None:
    row, column = case.at
    wished = case.position().float(case.other, at=(row + 1, column), start_price=case.price, shares={2: 6})
    game = wished.float(case.main, price=case.price, shares={1: 4, 2: 2}).stock(1).game()
    play(game, SellShares("player-1", case.main, 1))
    first, second = game.view.place(case.other), game.view.place(case.main)
    assert first is not None and second is not None
    assert (first.row, first.column) == (second.row, second.column)
    assert first.arrival < second.arrival


@both
@pytest.mark.rule("1830-5-03")
@pytest.mark.rule("18Chesapeake-5-03")
def test_a_sold_out_corporation_rises(case: Case) -> None:
    for shares, rows in (({1: 5, 2: 5}, -1), ({1: 5, 2: 4}, 0)):
        wished = case.position().float(case.main, price=case.price, shares=shares)
        game = wished.stock(1, passes=2, first_passer=2).game()
        before = game.view.place(case.main)
        play(game, Pass("player-1"))
        after = game.view.place(case.main)
        assert before is not None and after is not None
        assert after.row - before.row == rows


@both
@pytest.mark.rule("1830-5-05")
@pytest.mark.rule("18Chesapeake-5-05")
def test_moves_at_the_edge_of_the_chart(case: Case) -> None:
    market = case.context.title.market
    last = len(market.rows[2]) - 1
    assert space_after(market, Space(2, last), "right") == Space(1, last)
    assert space_after(market, Space(0, len(market.rows[0]) - 1), "right").row == 0
    assert space_after(market, Space(3, 0), "left") == Space(4, 0)
    assert space_after(market, Space(0, 3), "up") == Space(0, 3)


# -- phases --------------------------------------------------------------------------------------------


@both
@pytest.mark.rule("1830-6-01", "1830-6-02", "1830-6-03", "1830-6-04")
@pytest.mark.rule("18Chesapeake-6-01", "18Chesapeake-6-02", "18Chesapeake-6-03", "18Chesapeake-6-04")
def test_phases(case: Case) -> None:
    rounds = {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "D": 3}
    limits = {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "D": 2}
    for phase, of in rounds.items():
        wished = case.ready(phase=phase).float(case.main, price=case.price, shares={1: 6})
        game = wished.stock(1, passes=2, first_passer=2).game()
        assert train_limit(game.view, case.main) == limits[phase]
        assert ("green" in game.view.phase.tiles, "brown" in game.view.phase.tiles) == (
            phase > "2",
            phase > "4",
        )
        play(game, Pass("player-1"))
        assert game.state.round.of == of


@both
@pytest.mark.rule("1830-6-05", "1830-6-06")
@pytest.mark.rule("18Chesapeake-6-05", "18Chesapeake-6-06")
def test_trains_rust_and_are_given_up(case: Case) -> None:
    wished = case.ready(phase="3").supply("3", 0)
    wished = wished.float(case.main, price=case.price, shares={1: 6}, cash=500, trains=["2"])
    wished = wished.float(case.other, price=case.price, shares={2: 6}, trains=["3"] * 4)
    game = wished.operating(case.main, "trains", set_number=2).game()
    play(game, BuyTrain("player-1", case.main, "4", "bank", 300))
    assert game.view.train_types(case.main) == ("4",)
    assert (game.step_name(), game.actor()) == ("discard_train", "player-2")
    play(game, DiscardTrain("player-2", case.other, "3"))
    assert game.view.train_types("pool") == ("3",)


# -- operating -----------------------------------------------------------------------------------------


@both
@pytest.mark.rule("1830-7-01", "1830-7-02")
@pytest.mark.rule("18Chesapeake-7-01", "18Chesapeake-7-02")
def test_the_order_of_an_operating_round(case: Case) -> None:
    row, column = case.at
    wished = case.position().float(case.main, at=(row, column), shares={1: 6})
    wished = wished.float(case.other, at=(row - 1, column), start_price=case.price, shares={2: 6})
    game = wished.operating(set_number=2).game()
    assert game.state.round.order == (case.other, case.main)


@both
@pytest.mark.rule("1830-7-02", "1830-13-03")
@pytest.mark.rule("18Chesapeake-7-02", "18Chesapeake-13-03")
def test_forced_sales_are_no_larger_than_needed_and_sort_anew(case: Case) -> None:
    row, column = case.at
    wished = case.ready().float(case.main, at=(1, column), start_price=case.price, shares={1: 6}, cash=50)
    wished = wished.float(case.other, at=(row, column), shares={2: 4, 1: 3})
    wished = wished.float(case.third, at=(row + 1, column), start_price=case.price, shares={3: 6})
    game = wished.cash(1, 10).operating(case.main, "trains", set_number=2).game()
    assert game.state.round.order == (case.main, case.other, case.third)
    buy = BuyTrain("player-1", case.main, "2", "bank", 80)
    assert codes(game.check(buy)) == ("emergency.raise_first",)
    assert codes(game.check(SellShares("player-1", case.other, 2))) == ("emergency.too_much",)
    play(game, SellShares("player-1", case.other, 1))
    assert game.state.round.order == (case.main, case.third, case.other)
    assert codes(game.check(SellShares("player-1", case.other, 1))) == ("emergency.no_sale",)
    play(game, buy)


@both
@pytest.mark.rule("1830-7-03")
@pytest.mark.rule("18Chesapeake-7-03")
def test_steps_without_anything_to_do_are_passed_over(case: Case) -> None:
    wished = case.position().float(case.main, price=case.price, shares={1: 6}, cash=0)
    game = wished.operating(case.main, set_number=2).game()
    play(game, Pass("player-1"))
    assert game.state.round.kind != "operating" or game.state.round.number != 1


@both
@pytest.mark.rule("1830-7-04")
@pytest.mark.rule("18Chesapeake-7-04")
def test_home_tokens_are_placed_at_the_first_turn(case: Case) -> None:
    wished = case.position().float(case.main, price=case.price, shares={1: 6}, turns=0, home=False)
    game = wished.operating(set_number=2).game()
    home = case.context.title.companies.corporations[case.main].homes[0]
    assert game.state.tokens[home.hex][home.city] == (case.main,)


def laying(case: Case, phase: str = "3", cash: int = 500) -> Game:
    wished = case.ready(phase=phase).float(case.builder, price=case.price, shares={1: 6}, cash=cash)
    return wished.operating(case.builder, set_number=2).game()


@both
@pytest.mark.rule("1830-8-01")
@pytest.mark.rule("18Chesapeake-8-01")
def test_one_track_action_a_turn(case: Case) -> None:
    game = laying(case)
    play(game, offers_of(game, "lay_tile")[0])
    assert game.step_name() != "track"


@both
@pytest.mark.rule("1830-8-02", "1830-8-03")
@pytest.mark.rule("18Chesapeake-8-02", "18Chesapeake-8-03")
def test_old_track_stays_and_the_chart_says_what_may_lie_where(case: Case) -> None:
    game, (hex_id, _, _) = laying(case), case.tiles[0]
    lays = [a for a in offers_of(game, "lay_tile") if isinstance(a, LayTile) and a.hex == hex_id]
    assert lays and {a.tile for a in lays} <= {"14", "15"}
    wrong = [LayTile("player-1", case.builder, hex_id, "15", rotation) for rotation in range(6)]
    assert any("track.breaks_track" in codes(game.check(action)) for action in wrong)
    assert "track.not_an_upgrade" in codes(game.check(LayTile("player-1", case.builder, hex_id, "23", 0)))
    assert "track.never_changes" in codes(
        game.check(LayTile("player-1", case.builder, case.offboard, "7", 0))
    )


@both
@pytest.mark.rule("1830-8-05")
@pytest.mark.rule("18Chesapeake-8-05")
def test_a_replaced_tile_can_be_laid_again(case: Case) -> None:
    game, (hex_id, tile, _) = laying(case), case.tiles[0]
    before = game.state.tile_stock[tile]
    play(game, next(a for a in offers_of(game, "lay_tile") if isinstance(a, LayTile) and a.hex == hex_id))
    assert game.state.tile_stock[tile] == before + 1


@both
@pytest.mark.rule("1830-8-06")
@pytest.mark.rule("18Chesapeake-8-06")
def test_difficult_ground_costs(case: Case) -> None:
    game = laying(case)
    hexes = case.context.title.map.hexes
    for action in offers_of(game, "lay_tile"):
        assert isinstance(action, LayTile)
        copy = laying(case)
        turn = play(copy, action)
        due = hexes[action.hex].lay_cost if action.hex not in game.state.tiles else 0
        assert [fact["cost"] for fact in events(turn, "tile_laid")] == [due]


@both
@pytest.mark.rule("1830-9-01", "1830-9-02")
@pytest.mark.rule("18Chesapeake-9-01", "18Chesapeake-9-02")
def test_a_token_costs_40_first(case: Case) -> None:
    if case.title == "1830":
        wished, city = case.ready(), "H10"
    else:
        wished, city = case.position().tile("J2", "57", 0), "J4"
    game = wished.float(case.main, price=case.price, shares={1: 6}, cash=100)
    start = game.operating(case.main, "token", set_number=2).game()
    action = next(a for a in offers_of(start, "place_token") if isinstance(a, PlaceToken) and a.hex == city)
    turn = play(start, action)
    assert [fact["cost"] for fact in events(turn, "token_placed")] == [40]
    assert codes(start.check(action))


# -- running and dividends -----------------------------------------------------------------------------


def running(case: Case, phase: str = "2", **more: str) -> Game:
    train = more.get("train", phase)
    wished = case.ready(phase=phase)
    wished = wished.float(case.main, price=case.price, shares={1: 6, 2: 1}, pool=1, trains=[train, train])
    return wished.operating(case.main, "routes", set_number=2).game()


@both
@pytest.mark.rule("1830-10-01", "1830-10-02", "1830-10-03", "1830-10-05")
@pytest.mark.rule("18Chesapeake-10-01", "18Chesapeake-10-02", "18Chesapeake-10-03", "18Chesapeake-10-05")
def test_routes(case: Case) -> None:
    game = running(case)
    route = TrainRun("2", case.track)
    assert game.check(RunRoutes("player-1", case.main, (route,))) == ()
    assert game.check(RunRoutes("player-1", case.main, ())) == ()
    twice = codes(game.check(RunRoutes("player-1", case.main, (route, route))))
    assert "route.shares_track" in twice
    short = TrainRun("2", case.track[:1])
    assert codes(game.check(RunRoutes("player-1", case.main, (short,)))) != ()
    foreign = TrainRun("3", case.track)
    assert codes(game.check(RunRoutes("player-1", case.main, (foreign,)))) == ("route.no_train",)


@both
@pytest.mark.rule("1830-10-06")
@pytest.mark.rule("18Chesapeake-10-06")
def test_off_board_areas_pay_by_phase(case: Case) -> None:
    place = (case.offboard, 0)
    early, late = case.pays
    game = case.ready(phase="2").float(case.main, price=case.price, shares={1: 6}).stock(1).game()
    assert stop_table(game.view, case.main)[place] == early
    middle = "3" if case.title == "18Chesapeake" else "5"
    game = case.ready(phase=middle).float(case.main, price=case.price, shares={1: 6}).stock(1).game()
    assert stop_table(game.view, case.main)[place] == late


@both
@pytest.mark.rule("1830-11-01", "1830-11-02", "1830-5-04")
@pytest.mark.rule("18Chesapeake-11-01", "18Chesapeake-11-02", "18Chesapeake-5-04")
def test_dividends(case: Case) -> None:
    game = running(case)
    best = best_routes(game.view, case.main)
    play(game, RunRoutes("player-1", case.main, runs_of(best)))
    choices = {a.choice for a in offers_of(game, "dividend") if isinstance(a, DeclareDividend)}
    assert choices == {"full", "withhold"}
    before = {owner: game.view.cash(owner) for owner in ("player-1", "player-2", case.main)}
    place = game.view.place(case.main)
    play(game, DeclareDividend("player-1", case.main, "full"))
    gained = {owner: game.view.cash(owner) - cash for owner, cash in before.items()}
    share = best.value // 10
    assert gained == {"player-1": 6 * share, "player-2": share, case.main: share}
    after = game.view.place(case.main)
    assert place is not None and after is not None
    assert (after.row, after.column) == (place.row, place.column + 1)


@both
@pytest.mark.rule("1830-11-03", "1830-5-04")
@pytest.mark.rule("18Chesapeake-11-03", "18Chesapeake-5-04")
def test_without_earnings_the_price_falls(case: Case) -> None:
    game = running(case)
    place = game.view.place(case.main)
    turn = play(game, RunRoutes("player-1", case.main, ()))
    after = game.view.place(case.main)
    assert place is not None and after is not None
    assert (after.row, after.column) == (place.row, place.column - 1)
    assert [fact["choice"] for fact in events(turn, "dividend_declared")] == ["none"]


# -- trains --------------------------------------------------------------------------------------------


def yard(
    case: Case, phase: str, cash: int, *trains: str, money: int = 500, seller: int = 1, **more: int
) -> Game:
    wished = case.ready(phase=phase)
    wished = wished.float(
        case.main, price=case.price, shares={1: 5 if more else 6}, cash=cash, trains=trains, **more
    )  # type: ignore[arg-type]
    if not more:
        wished = wished.float(case.other, price=case.price, shares={seller: 6}, trains=[phase, phase])
    return wished.cash(1, money).operating(case.main, "trains", set_number=2).game()


@both
@pytest.mark.rule("1830-12-01")
@pytest.mark.rule("18Chesapeake-12-01")
def test_the_bank_sells_in_order(case: Case) -> None:
    game = yard(case, "3", 900)
    assert codes(game.check(BuyTrain("player-1", case.main, "4", "bank", 300))) == ("train.not_offered",)
    assert codes(game.check(BuyTrain("player-1", case.main, "3", "bank", 170))) == ("train.face_value",)
    play(
        game,
        BuyTrain("player-1", case.main, "3", "bank", 180),
        BuyTrain("player-1", case.main, "3", "bank", 180),
    )


@both
@pytest.mark.rule("1830-12-02", "1830-12-03")
@pytest.mark.rule("18Chesapeake-12-02", "18Chesapeake-12-03")
def test_diesels_and_trade_in(case: Case) -> None:
    train = case.context.title.trains["D"]
    assert not offered(yard(case, "5", 2000, "5"), BuyTrain("player-1", case.main, "D", "bank", train.cost))
    game = yard(case, "6", 2000, "5")
    assert offered(game, BuyTrain("player-1", case.main, "D", "bank", train.cost))
    play(game, BuyTrain("player-1", case.main, "D", "bank", train.cost - train.trade_in["5"], "5"))
    assert game.view.train_types(case.main) == ("D",)
    assert game.view.train_types("pool") == ("5",)
    assert game.state.phase == "D"


@both
@pytest.mark.rule("1830-12-04")
@pytest.mark.rule("18Chesapeake-12-04")
def test_corporations_trade_trains(case: Case) -> None:
    game = yard(case, "3", 500, seller=2)
    assert codes(game.check(BuyTrain("player-1", case.main, "3", case.other, 0))) == ("train.price",)
    play(game, BuyTrain("player-1", case.main, "3", case.other, 1))
    assert (game.step_name(), game.actor()) == ("consent", "player-2")


@both
@pytest.mark.rule("1830-12-05", "1830-13-01")
@pytest.mark.rule("18Chesapeake-12-05", "18Chesapeake-13-01")
def test_a_corporation_with_a_route_must_own_a_train(case: Case) -> None:
    game = yard(case, "2", 50, money=100)
    assert codes(game.check(Pass("player-1"))) == ("train.must_own",)
    play(game, BuyTrain("player-1", case.main, "2", "bank", 80))
    assert (game.view.cash(case.main), game.view.cash("player-1")) == (0, 70)


@both
@pytest.mark.rule("1830-12-06")
@pytest.mark.rule("18Chesapeake-12-06")
def test_a_corporation_with_a_train_buys_what_it_can_pay(case: Case) -> None:
    game = yard(case, "3", 100, "3")
    assert codes(game.check(BuyTrain("player-1", case.main, "3", "bank", 180))) == ("train.too_dear",)


@both
@pytest.mark.rule("1830-13-02")
@pytest.mark.rule("18Chesapeake-13-02")
def test_the_president_helps_with_trains_of_others_up_to_face_value(case: Case) -> None:
    game = yard(case, "2", 0)
    dear = BuyTrain("player-1", case.main, "2", case.other, 81)
    assert codes(game.check(dear)) == ("train.own_money_only",)
    play(game, BuyTrain("player-1", case.main, "2", case.other, 80))
    assert game.view.cash("player-1") == 420


@both
@pytest.mark.rule("1830-13-04")
@pytest.mark.rule("18Chesapeake-13-04")
def test_sales_may_change_presidencies_but_not_that_of_the_buyer(case: Case) -> None:
    wished = case.ready().float(case.main, price=case.price, shares={1: 3, 2: 3}, cash=0)
    wished = wished.float(case.other, price=case.price, shares={1: 3, 2: 3}).cash(1, 70)
    game = wished.operating(case.main, "trains", set_number=2).game()
    assert "emergency.keeps_presidency" in codes(game.check(SellShares("player-1", case.main, 1)))
    play(game, SellShares("player-1", case.other, 1))
    assert game.view.president(case.other) == "player-2"


@both
@pytest.mark.rule("1830-13-05", "1830-14-02")
@pytest.mark.rule("18Chesapeake-13-05", "18Chesapeake-14-02")
def test_bankruptcy_ends_the_game(case: Case) -> None:
    game = yard(case, "2", 0, money=5, pool=5)
    play(game, DeclareBankruptcy("player-1", case.main))
    assert (game.is_over, game.state.end_reason) == (True, "bankruptcy")
    assert game.state.result is not None
    assert game.state.result["player-1"] == 5 * case.price
    assert game.state.result["player-3"] == game.view.cash("player-3") + 20


@both
@pytest.mark.rule("1830-14-01")
@pytest.mark.rule("18Chesapeake-14-01")
def test_a_broken_bank_ends_the_game_after_the_set(case: Case) -> None:
    for number, over in ((1, False), (2, True)):
        wished = case.position().phase("3").float(case.main, price=case.price, shares={1: 6}).bank_broken()
        game = wished.operating(case.main, "privates", number=number, of=2, set_number=3).game()
        assert game.is_over == over
