"""1889: set-up, phases and the remaining rules."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyShares, BuyTrain, LayTile, Pass, RunRoutes, SellShares, TrainRun
from open18xx.definition.market import Space
from open18xx.engine.game import Game
from open18xx.rules.market import space_after
from open18xx.rules.trains import train_limit

from tests.support.contexts import loaded
from tests.support.positions import NAMES, Position, codes, offered, offers_of, play

CONTEXT = loaded("1889")
TITLE = CONTEXT.title


def position(players: int = 3) -> Position:
    return Position(CONTEXT, players).private("TR", 3)


# -- set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("1889-1-01", "1889-1-02", "1889-1-03", "1889-2-01")
@pytest.mark.parametrize(("players", "cash"), [(2, 420), (3, 420), (4, 420), (5, 390), (6, 390)])
def test_the_table_is_dealt_out_of_the_bank(players: int, cash: int) -> None:
    game = Game(CONTEXT, NAMES[:players])
    assert {game.view.cash(player) for player in game.state.players} == {cash}
    assert game.view.cash("bank") == 7000 - players * cash
    assert (game.state.round.kind, game.actor()) == ("auction", "player-1")


@pytest.mark.rule("1889-1-04")
def test_companies_lie_from_cheap_to_dear() -> None:
    costs = [(private.id, private.cost) for private in TITLE.companies.privates.values()]
    assert costs == [("TR", 20), ("MF", 30), ("ER", 40), ("SMR", 50), ("DR", 60), ("SIR", 80), ("UTF", 150)]


@pytest.mark.rule("1889-1-08", "1889-1-09", "1889-9-03")
def test_corporations_their_shares_and_tokens() -> None:
    corporations = TITLE.companies.corporations
    tokens = {name: corporation.tokens for name, corporation in corporations.items()}
    assert tokens == {"AR": 2, "IR": 2, "SR": 2, "KO": 2, "TR": 3, "KU": 1, "UR": 3}
    shares = {TITLE.companies.structures[c.structure].certificates for c in corporations.values()}
    assert shares == {(2, 1, 1, 1, 1, 1, 1, 1, 1)}


@pytest.mark.rule("1889-9-03")
def test_a_corporation_gets_its_tokens_when_it_floats() -> None:
    game = position().start("TR", price=70, shares={1: 4}).stock(1).game()
    play(game, BuyShares("player-1", "TR", "ipo"))
    assert game.view.record("TR").tokens_left == 3


@pytest.mark.rule("1889-1-10")
def test_trains_of_the_bank() -> None:
    supply = {train.id: (train.cost, train.count) for train in TITLE.trains.values()}
    assert supply == {
        "2": (80, 6),
        "3": (180, 5),
        "4": (300, 4),
        "5": (450, 3),
        "6": (630, 2),
        "D": (1100, None),
    }


@pytest.mark.rule("1889-6-01", "1889-6-02", "1889-6-03", "1889-6-04")
@pytest.mark.parametrize(
    ("phase", "colours", "rounds", "limit"),
    [
        ("2", ("yellow",), 1, 4),
        ("3", ("yellow", "green"), 2, 4),
        ("4", ("yellow", "green"), 2, 3),
        ("5", ("yellow", "green", "brown"), 3, 2),
        ("6", ("yellow", "green", "brown"), 3, 2),
        ("D", ("yellow", "green", "brown"), 3, 2),
    ],
)
def test_phases(phase: str, colours: tuple[str, ...], rounds: int, limit: int) -> None:
    game = position().phase(phase).float("KO", price=70, shares={1: 5}).stock(1, passes=2, first_passer=2)
    start = game.game()
    assert train_limit(start.view, "KO") == limit
    assert start.view.phase.tiles == colours
    play(start, Pass("player-1"))
    assert start.state.round.of == rounds


# -- stock and market ----------------------------------------------------------------------------------


@pytest.mark.rule("1889-4-11")
def test_who_holds_too_much_sells_first() -> None:
    game = position().float("IR", price=70, shares={1: 7, 2: 2}).stock(1).game()
    assert codes(game.check(Pass("player-1"))) == ("stock.must_sell_holding",)
    assert {type(offer.action) for offer in game.legal_actions()} == {SellShares}
    play(game, SellShares("player-1", "IR", 1), Pass("player-1"))


@pytest.mark.rule("1889-4-11")
def test_who_holds_too_many_certificates_sells_first() -> None:
    wished = position(6)
    for name in ("AR", "IR", "KO"):
        wished = wished.float(name, price=70, shares={1: 6, 2: 3})
    game = wished.stock(1).game()
    assert codes(game.check(Pass("player-1"))) == ("stock.must_sell_certificates",)
    assert {type(offer.action) for offer in game.legal_actions()} == {SellShares}


@pytest.mark.rule("1889-4-16")
@pytest.mark.parametrize(
    ("ben", "cid", "president"), [(2, 2, "player-1"), (3, 3, "player-2"), (2, 3, "player-3")]
)
def test_the_largest_holding_presides_ties_go_to_the_left(ben: int, cid: int, president: str) -> None:
    game = position().float("IR", president=1, price=70, shares={1: 3, 2: ben, 3: cid}).stock(1).game()
    play(game, SellShares("player-1", "IR", 1))
    assert game.view.president("IR") == president


@pytest.mark.rule("1889-4-17")
def test_the_presidents_certificate_needs_somebody_to_take_it() -> None:
    game = position().float("IR", price=70, shares={1: 3, 2: 1, 3: 1}).stock(1).game()
    play(game, SellShares("player-1", "IR", 1))
    other = position().float("IR", price=70, shares={1: 3, 2: 1, 3: 1}).stock(1).game()
    assert "stock.president_unsellable" in codes(other.check(SellShares("player-1", "IR", 2)))


@pytest.mark.rule("1889-5-01")
def test_a_marker_goes_under_those_on_its_space() -> None:
    game = position().float("IR", price=75, shares={2: 5}).float("KO", price=70, shares={1: 4, 2: 2})
    start = game.float("SR", price=65, shares={3: 5}).stock(1).game()
    play(start, SellShares("player-1", "KO", 1))
    first, second = start.view.place("SR"), start.view.place("KO")
    assert first is not None and second is not None
    assert (first.row, first.column) == (second.row, second.column)
    assert first.arrival < second.arrival


@pytest.mark.rule("1889-5-05")
@pytest.mark.parametrize(
    ("at", "move", "then"),
    [
        ((2, 11), "right", (1, 11)),
        ((0, 14), "right", (0, 14)),
        ((4, 0), "left", (5, 0)),
        ((10, 0), "left", (10, 0)),
        ((10, 3), "down", (10, 3)),
        ((0, 5), "up", (0, 5)),
        ((3, 9), "down", (3, 9)),
    ],
)
def test_moves_at_the_edge_of_the_chart(at: tuple[int, int], move: str, then: tuple[int, int]) -> None:
    assert space_after(TITLE.market, Space(*at), move) == Space(*then)  # type: ignore[arg-type]


# -- track and routes ----------------------------------------------------------------------------------


def laying(phase: str = "3", **tiles: tuple[str, int]) -> Game:
    wished = position().phase(phase).float("KO", price=70, shares={1: 5}, cash=500)
    for hex_id, (tile, rotation) in tiles.items():
        wished = wished.tile(hex_id, tile, rotation)
    return wished.operating("KO", set_number=2).game()


@pytest.mark.rule("1889-8-02")
def test_old_track_stays_and_none_leads_nowhere() -> None:
    game = laying(K6=("9", 0))
    assert "track.breaks_track" in codes(game.check(LayTile("player-1", "KO", "K6", "23", 1)))
    assert "track.leads_nowhere" in codes(laying().check(LayTile("player-1", "KO", "K6", "9", 1)))


@pytest.mark.rule("1889-8-03")
def test_the_chart_and_the_labels_say_what_may_lie_where() -> None:
    game = laying(K6=("9", 0))
    assert "track.wrong_place" in codes(game.check(LayTile("player-1", "KO", "J3", "57", 0)))
    assert "track.not_an_upgrade" in codes(game.check(LayTile("player-1", "KO", "K6", "25", 0)))
    assert "track.special_only" in codes(game.check(LayTile("player-1", "KO", "J9", "437", 0)))
    assert "track.never_changes" in codes(game.check(LayTile("player-1", "KO", "L7", "7", 0)))


@pytest.mark.rule("1889-8-03", "1889-6-02")
def test_colours_wait_for_their_phase() -> None:
    assert "track.colour" in codes(laying("2").check(LayTile("player-1", "KO", "I4", "439", 0)))


@pytest.mark.rule("1889-8-05")
def test_tiles_run_out_and_come_back() -> None:
    full = laying(J3=("7", 3), I6=("7", 0))
    assert full.state.tile_stock["7"] == 0
    assert "track.supply" in codes(full.check(LayTile("player-1", "KO", "K6", "7", 3)))
    game = laying(K6=("8", 3))
    before = game.state.tile_stock["8"]
    lay = next(a for a in offers_of(game, "lay_tile") if isinstance(a, LayTile) and a.hex == "K6")
    play(game, lay)
    assert game.state.tile_stock["8"] == before + 1


def running(train: str, *tokens: tuple[str, str]) -> Game:
    """J1 – I2 – J3 – K4 – K6 – L7, KO with a token in Takamatsu."""
    wished = (
        position()
        .phase("D" if train == "D" else "5")
        .float("KO", price=70, shares={1: 5}, trains=[train, train])
        .float("SR", price=65, shares={2: 5}, home=False)
        .tile("K6", "8", 3)
        .tile("J3", "9", 2)
        .tile("I2", "5", 4)
    )
    for corporation, hex_id in tokens:
        wished = wished.token(corporation, hex_id)
    return wished.operating("KO", "routes", set_number=2).game()


LONG = ("J1:s0-1", "I2:4-s0", "I2:s0-5", "J3:2-5", "K4:2-s0", "K4:s0-0", "K6:3-5", "L7:2-s0")
SHORT = ("K4:s0-0", "K6:3-5", "L7:2-s0")


def run(game: Game, *runs: TrainRun) -> tuple[str, ...]:
    return codes(game.check(RunRoutes("player-1", "KO", runs)))


@pytest.mark.rule("1889-10-02")
@pytest.mark.parametrize(("train", "found"), [("3", ("route.too_long",)), ("4", ()), ("D", ())])
def test_a_train_passes_as_many_stops_as_its_number_says(train: str, found: tuple[str, ...]) -> None:
    assert run(running(train), TrainRun(train, LONG)) == found


@pytest.mark.rule("1889-10-03")
def test_no_track_is_used_twice() -> None:
    assert "route.shares_track" in run(running("5"), TrainRun("5", LONG), TrainRun("5", SHORT))
    back = ("L7:s0-2", "K6:5-3", "K4:0-s0", "K4:s0-0", "K6:3-5", "L7:2-s0")
    assert set(run(running("5"), TrainRun("5", back))) >= {"route.stop_twice"}


@pytest.mark.rule("1889-10-04")
def test_a_city_full_of_others_ends_a_route() -> None:
    blocked = running("5", ("SR", "I2"))
    assert run(blocked, TrainRun("5", LONG)) == ("route.runs_through_blocked",)
    assert run(blocked, TrainRun("5", LONG[2:])) == ()


# -- trains --------------------------------------------------------------------------------------------


def yard(cash: int, *trains: str, other: int = 1) -> Game:
    return (
        position()
        .phase("3")
        .float("KO", price=70, shares={1: 5}, cash=cash, trains=trains)
        .float("SR", price=65, shares={other: 5}, trains=["2", "3"])
        .operating("KO", "trains", set_number=2)
        .game()
    )


@pytest.mark.rule("1889-12-01")
def test_the_bank_sells_in_order_and_the_pool_at_face_value() -> None:
    game = yard(900)
    assert codes(game.check(BuyTrain("player-1", "KO", "4", "bank", 300))) == ("train.not_offered",)
    assert codes(game.check(BuyTrain("player-1", "KO", "3", "bank", 170))) == ("train.face_value",)
    play(game, BuyTrain("player-1", "KO", "3", "bank", 180), BuyTrain("player-1", "KO", "3", "bank", 180))


@pytest.mark.rule("1889-12-04")
def test_corporations_trade_trains_at_any_price() -> None:
    game = yard(500)
    assert codes(game.check(BuyTrain("player-1", "KO", "3", "SR", 0))) == ("train.price",)
    assert offered(game, BuyTrain("player-1", "KO", "3", "SR", 500))
    play(game, BuyTrain("player-1", "KO", "3", "SR", 1))
    asked = yard(500, other=2)
    play(asked, BuyTrain("player-1", "KO", "3", "SR", 77))
    assert (asked.step_name(), asked.actor()) == ("consent", "player-2")


@pytest.mark.rule("1889-12-06")
def test_a_corporation_with_a_train_buys_what_it_can_pay() -> None:
    game = yard(100, "2")
    assert codes(game.check(BuyTrain("player-1", "KO", "3", "bank", 180))) == ("train.too_dear",)


# -- the beginner's game -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "privates"),
    [
        (2, {"DR": 60, "SIR": 90}),
        (3, {"DR": 60, "SIR": 90, "ER": 40}),
        (4, {"DR": 60, "SIR": 90, "ER": 40, "SMR": 60}),
        (5, {"DR": 60, "SIR": 90, "ER": 40, "SMR": 60, "TR": 20}),
        (6, {"DR": 60, "SIR": 90, "ER": 40, "SMR": 60, "TR": 20, "MF": 40}),
    ],
)
def test_beginners_are_dealt_a_private_company_each(players: int, privates: dict[str, int]) -> None:
    context = loaded("1889", "beginner_game")
    game = Game(context, NAMES[:players], seed=4, shuffle=False)
    owned = {private: owner for private, owner in game.state.privates.items() if owner != "closed"}
    assert set(owned) == set(privates)
    assert sorted(owned.values()) == list(game.state.players)
    cash = context.title.players[players].cash
    for private, owner in owned.items():
        assert game.view.cash(owner) == cash - privates[private]
    assert (game.state.round.kind, game.state.round.set_number, game.actor()) == ("stock", 1, "player-1")


def test_chance_decides_who_gets_which_private_company() -> None:
    context = loaded("1889", "beginner_game")
    dealt = {
        tuple(Game(context, NAMES[:4], seed=seed, shuffle=False).state.privates.values())
        for seed in range(30)
    }
    assert len(dealt) > 10


def test_private_companies_of_beginners_only_pay() -> None:
    title = loaded("1889", "beginner_game").title
    assert not any(private.abilities for private in title.companies.privates.values())
    assert {p.id: p.revenue for p in title.companies.privates.values()} == {
        "TR": 5, "MF": 15, "ER": 15, "SMR": 20, "DR": 20, "SIR": 25,
    }  # fmt: skip
    assert not any(phase.privates_to_corporations for phase in title.phases.values())


def test_beginners_have_some_more_tiles() -> None:
    entries = loaded("1889", "beginner_game").title.tiles.entries
    more = {name: entry.count for name, entry in entries.items() if name.startswith("Beg")}
    assert more == {"Beg6": 2, "Beg7": 1, "Beg8": 1, "Beg9": 1, "Beg23": 1, "Beg24": 1}
    for name in more:
        assert set(entries[name].upgrades) == set(entries[name[3:]].upgrades), name
    assert not any(name.startswith("Beg") for name in TITLE.tiles.entries)
