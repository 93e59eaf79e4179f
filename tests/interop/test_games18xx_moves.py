"""Moves of 18xx.games as actions of ours, and what is said when one cannot be played."""

from __future__ import annotations

from typing import Any

import pytest
from open18xx.interop.replay_report import ReplayReport

from tests.interop.games18xx import Entry, auction_1889, by, game_file, of, replayed, undo

#: KO and SR are started; KO floats with the last purchase of player 1.
START = [
    *auction_1889(),
    by(1, "par", corporation="KO", share_price="70,4,3"),
    by(2, "par", corporation="SR", share_price="65,5,3"),
    by(3, "buy_shares", shares=["KO_1"], percent=10),
    by(1, "buy_shares", shares=["KO_2"], percent=10),
    by(2, "buy_shares", shares=["SR_1"], percent=10),
    by(3, "buy_shares", shares=["KO_3"], percent=10),
    by(1, "pass"),
    by(2, "pass"),
    by(3, "pass"),
]


def game(*moves: Entry, players: int = 3) -> ReplayReport:
    return replayed(game_file("1889", players, moves))


def test_a_bid_on_the_cheapest_company_is_a_purchase() -> None:
    report = game(by(1, "bid", company="TR", price=20))
    assert report.good
    assert report.game is not None
    assert report.game.state.privates["TR"] == "player-1"


def test_a_bid_on_another_company_is_a_bid() -> None:
    report = game(by(1, "bid", company="ER", price=45))
    assert report.good
    assert report.game is not None
    assert report.game.state.bids["ER"][0].amount == 45


def test_moves_that_float_a_corporation() -> None:
    report = game(*START)
    assert report.good, report.error
    assert report.game is not None
    view = report.game.view
    assert view.record("KO").floated
    assert view.cash("KO") == 700
    assert report.game.step_name() == "track"


def test_a_share_that_has_left_the_offering_is_bought_from_the_pool() -> None:
    passes = [by("KO", "pass"), by("KO", "pass")]
    sale = by(3, "sell_shares", shares=["KO_1", "KO_3"], percent=20)
    report = game(
        *START,
        *passes,
        by(1, "pass"),
        by(2, "pass"),
        sale,
        by(3, "pass"),
        by(1, "buy_shares", shares=["KO_1"]),
    )
    assert report.error is None, report.error
    assert report.game is not None
    view = report.game.view
    assert view.percent("KO", "pool") == 10
    assert view.percent("KO", "player-1") == 40
    assert view.state.cash["player-1"] == 420 - 20 - 50 - 210 + 20 - 55


def test_tile_rotation_that_makes_no_difference_is_accepted() -> None:
    lay = by("KO", "lay_tile", hex="K6", tile="9-0", rotation=3)
    report = game(*START, lay)
    assert report.good, report.error
    assert report.game is not None
    assert tuple(report.game.state.tiles["K6"]) == ("9", 0)


def test_a_train_that_nobody_has_bought_comes_from_the_bank() -> None:
    report = game(*START, by("KO", "pass"), by("KO", "buy_train", train="2-0", price=80, variant="2"))
    assert report.good, report.error
    assert report.game is not None
    assert report.game.view.train_types("KO") == ("2",)


def test_the_ferry_lays_its_port_in_anybodys_turn() -> None:
    report = game(*START, of("MF", "lay_tile", hex="J9", tile="437-0", rotation=0))
    assert report.error is None, report.error
    assert report.game is not None
    assert report.game.state.tiles["J9"].tile == "437"
    assert report.game.step_name() == "track"


def test_an_agreed_end_counts_at_once() -> None:
    end = by(2, "end_game")
    result = {"1": 420, "2": 420, "3": 420}
    data = game_file("1889", 3, [end], result=result, game_end_reason="manually_ended")
    report = replayed(data)
    assert report.good, report
    assert report.status == "finished"


def test_undone_moves_are_not_played() -> None:
    report = game(by(1, "bid", company="UTF", price=3), undo(), by(1, "bid", company="TR", price=20))
    assert report.good
    assert report.actions_total == 1


def test_until_stops_after_so_many_moves() -> None:
    report = replayed(game_file("1889", 3, START), until=4)
    assert (report.status, report.actions_applied) == ("stopped", 4)


def test_a_game_that_goes_on_is_unfinished() -> None:
    report = game(*START)
    assert report.status == "unfinished"


def test_a_wrong_result_is_a_failed_check() -> None:
    end = by(2, "end_game")
    data = game_file("1889", 2, [end], result={"1": 1, "2": 420}, game_end_reason="manually_ended")
    report = replayed(data)
    assert [failure.what for failure in report.failures] == ["result"]


def test_a_file_that_ends_too_early_is_a_failed_check() -> None:
    data = game_file("1889", 2, [], result={"1": 420, "2": 420}, game_end_reason="bank")
    assert [failure.what for failure in replayed(data).failures] == ["end of the game"]


def test_an_illegal_move_is_refused_with_its_rules() -> None:
    report = game(by(1, "bid", company="ER", price=41))
    assert report.status == "refused"
    assert report.error is not None
    assert report.error.seq == 1
    assert report.error.rule == "1889-2-03"


def test_a_move_of_a_player_whose_turn_it_is_not_is_refused() -> None:
    report = game(by(2, "bid", company="TR", price=20))
    assert report.error is not None
    assert "turn of Player 1" in report.error.message


BAD: list[tuple[Entry, str]] = [
    (by(1, "dance"), "type 'dance' are not known"),
    (by(9, "pass"), "no player '9'"),
    (by(1, "bid", company="XX", price=20), "no private company 'XX'"),
    (by(1, "bid", company="TR"), "'price' should be a whole number"),
    (by(1, "bid", company=3, price=20), "'company' should be a text"),
    (by(1, "par", corporation="XX", share_price="70,4,3"), "no corporation 'XX'"),
    (by(1, "par", corporation="KO", share_price="70"), "no place on the market"),
    (by(1, "buy_shares", shares=["KO"]), "no share"),
    (by(1, "buy_shares", shares=["KO_99"]), "no share number 99"),
    (by(1, "buy_shares", shares=["KO_1", "SR_1"]), "shares of one corporation"),
    (by(1, "buy_shares", shares="KO_1"), "list of texts"),
    (by("XX", "pass"), "no corporation 'XX'"),
    (by("KO", "pass"), "KO has no president"),
    (of("XX", "pass"), "no private company 'XX'"),
    (by("KO", "lay_tile", hex="K6", tile="9-0", rotation=1), "KO has no president"),
]


@pytest.mark.parametrize(("move", "message"), BAD, ids=lambda value: str(value)[:50])
def test_a_bad_move_gets_one_clear_message(move: Entry, message: str) -> None:
    report = game(move)
    assert report.error is not None
    assert report.error.seq == 1
    assert message in report.error.message, report.error.message
    assert "Traceback" not in report.error.message


LATER: list[tuple[Entry, str]] = [
    (by("KO", "lay_tile", hex="K6", tile="9", rotation=1), "no tile"),
    (by("KO", "lay_tile", hex="XX", tile="9-0", rotation=1), "no hex XX"),
    (by("KO", "lay_tile", hex="K6", tile="nine-0", rotation=1), "no tile nine"),
    (by("KO", "lay_tile", hex="K6", tile="9-0"), "'rotation' should be a whole number"),
    (by("KO", "place_token", city="99-0-0", slot=0), "is on no hex of the map"),
    (by("KO", "place_token", city="K4", slot=0), "no city"),
    (
        by("KO", "run_routes", routes=[{"train": "2-0", "connections": [["K4", "J3"]]}]),
        "no (further) 2 train",
    ),
    (by("KO", "dividend", kind="double"), "'double' is none of"),
    (by("KO", "buy_train", train="2-0", price="much"), "'price' should be a whole number"),
    (by("KO", "discard_train", train="2-0"), "discard_train is not possible"),
    (by("KO", "bankrupt"), "declare_bankruptcy is not possible"),
]


@pytest.mark.parametrize(("move", "message"), LATER, ids=lambda value: str(value)[:50])
def test_a_bad_move_of_a_corporation_gets_one_clear_message(move: Entry, message: str) -> None:
    report = game(*START, move)
    assert report.error is not None
    assert report.error.seq == len(START) + 1
    assert message in report.error.message, report.error.message


def test_moves_after_the_end_are_refused() -> None:
    report = game(by(1, "end_game"), by(1, "pass"))
    assert report.error is not None
    assert "over already" in report.error.message


def test_states_of_another_form_are_said_to_be_wrong() -> None:
    report = replayed(game_file("1889", 3, []), states={"format": "other"})
    assert report.error is not None
    assert "18xx-states/1" in report.error.message


def test_the_first_difference_to_the_states_is_told() -> None:
    states: dict[str, Any] = {
        "format": "18xx-states/1",
        "records": [
            {
                "id": 0,
                "asks": "auction",
                "next": ["Player 1"],
                "round": "Auction",
                "state": {"bank": 5740, "phase": "2"},
            },
            {"id": 1, "asks": "auction", "next": ["Player 2"], "round": "Auction", "set": {"bank": 5750}},
        ],
    }
    report = replayed(game_file("1889", 3, [by(1, "bid", company="TR", price=20)]), states=states)
    assert [(f.seq, f.what, f.expected, f.actual) for f in report.failures] == [
        (1, "cash of the bank", 5750, 5760)
    ]


def test_what_comes_before_a_damaged_entry_is_played() -> None:
    data = game_file("1889", 3, START)
    data["actions"] = [*data["actions"][:5], {"id": 6}, *data["actions"][6:]]  # type: ignore[index]
    report = replayed(data)
    assert (report.status, report.actions_applied) == ("damaged", 5)
    assert report.error is not None
    assert report.error.seq == 6
    assert replayed(data, until=5).error is None
