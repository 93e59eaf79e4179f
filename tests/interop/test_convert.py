"""Games as files of 18xx.games, and back: the same game, with the same names for the same things."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from open18xx.actions.kinds import BuyPrivate, BuyShares, Correct, ExchangePrivate, Pass, Respond, SellShares
from open18xx.bots.player import RandomBot
from open18xx.engine.game import Game
from open18xx.errors import GameFileError
from open18xx.interop.games18xx_file import Move, read_recording
from open18xx.interop.games18xx_write import game_as_recording, recording_text
from open18xx.state.game_state import GameState

from tests.interop.games18xx import recorded, replayed
from tests.support.contexts import loaded
from tests.support.positions import Position

TITLES = ("1889", "18Chesapeake", "1830", "1894")
RECORDED = [path for title in TITLES for path in recorded(title)]
TABLES = [("1889", 4), ("1830", 3), ("18chesapeake", 2), ("18chesapeake", 4), ("1894", 3), ("1894", 4)]
#: Fields that say how somebody clicked, or repeat what another field says.
NOISE = ("id", "user", "auto_actions", "slot", "tokener", "variant", "revenue_str", "nodes", "hexes")


def holdings(state: GameState) -> dict[str, object]:
    """What a position comes to, whatever certificates of equal size are called."""
    return {
        "cash": state.cash,
        "shares": {name: sorted(owners) for name, owners in state.certificates.items()},
        "market": {name: (place.row, place.column) for name, place in state.market.items()},
        "tiles": state.tiles,
        "tokens": state.tokens,
        "trains": {owner: sorted(trains) for owner, trains in state.trains.items() if trains},
        "privates": state.privates,
        "round": (state.round.kind, state.round.set_number, state.round.number, state.round.current),
        "result": state.result,
    }


def written(game: Game) -> dict[str, object]:
    """The file of a game, read back from its text."""
    document: dict[str, object] = json.loads(recording_text(game_as_recording(game)))
    return document


def essence(move: Move) -> dict[str, object]:
    """What a move does; routes by their money, since trains of a kind are alike."""
    fields = {key: value for key, value in move.data.items() if key not in NOISE}
    if move.type == "run_routes":
        routes = fields.pop("routes")
        assert isinstance(routes, list)
        fields = {key: fields[key] for key in ("type", "entity", "entity_type")}
        fields["trains"] = len(routes)
    if move.type == "lay_tile":
        fields["tile"] = str(fields["tile"]).rpartition("-")[0]
        del fields["rotation"]
    if move.type == "place_token":
        del fields["city"]
    if move.type == "buy_train":
        for key in ("train", "exchange"):
            if key in fields:
                fields[key] = str(fields[key]).rpartition("-")[0]
    return fields


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_written_again_is_the_same_game(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    first = replayed(data)
    assert first.game is not None
    if any(isinstance(action, Correct) and action.what == "earnings" for action in first.game.actions):
        with pytest.raises(GameFileError, match="nothing like a moderator's correction"):
            game_as_recording(first.game)
        return
    document = written(first.game)
    again = replayed(document)
    assert again.good
    assert again.readings == ()
    assert again.game is not None
    assert again.game.hash() == first.game.hash()
    assert again.expected == first.expected
    # Old files leave percentages out of purchases; all else is told alike, down to the number of each share.
    recorded_moves = [move for move in read_recording(data).moves if not move.silent]
    for old, new in zip(recorded_moves, read_recording(document).moves, strict=True):
        theirs, ours = essence(old), essence(new)
        assert {key: ours[key] for key in theirs if key in ours} == {
            k: v for k, v in theirs.items() if k in ours
        }


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_what_bots_play_comes_back_from_a_file(title: str, players: int, seed: int) -> None:
    game, bot = Game(loaded(title), [f"P{n}" for n in range(1, players + 1)], seed=seed), RandomBot(seed)
    while not game.is_over and len(game.actions) < 500:
        game.apply(bot.decide(game))
    document = written(game)
    report = replayed(document)
    assert report.error is None
    assert report.checks_failed == 0
    assert report.game is not None
    expected = game
    while any(asked.kind == "consent" for asked in expected.state.pending):
        expected.undo()  # the file leaves out what nobody has agreed to yet
    assert holdings(report.game.state) == holdings(expected.state)


def shares_named(game: Game) -> list[tuple[object, object]]:
    moves = game_as_recording(game)["actions"]
    assert isinstance(moves, list)
    found = [move for move in moves if isinstance(move, Mapping) and "shares" in move]
    return [(move["shares"], move["percent"]) for move in found]


def test_a_president_who_sells_a_part_of_the_certificate_names_all_of_it() -> None:
    """The site takes the whole certificate and gives back what is too much."""
    game = Position(loaded("1830"), 3).phase("3").float("PRR", 1, 100, shares={1: 3, 2: 3}).stock(1).game()
    first = game.state.players[0]
    assert game.actor() == first
    game.apply(SellShares(first, "PRR", 2))
    names, percent = shares_named(game)[0]
    assert names == ["PRR_1", "PRR_0"]
    assert percent == 20


def test_a_share_bought_from_the_pool_is_the_one_that_was_sold() -> None:
    game = Position(loaded("1830"), 3).phase("3").float("PRR", 1, 100, shares={1: 4, 2: 2}).stock(1).game()
    one, two, _ = game.state.players
    game.apply(SellShares(one, "PRR", 1))
    game.apply(Pass(one))
    game.apply(BuyShares(two, "PRR", "pool", 1))
    (sold, _), (bought, _) = shares_named(game)
    assert sold == bought


def test_a_private_exchanged_for_the_share_that_makes_its_owner_president() -> None:
    """The move names the share given, not the president's certificate that follows it."""
    position = Position(loaded("1889"), 3).phase("3").float("IR", 2, 80, shares={1: 2, 2: 2}).private("DR", 1)
    game = position.stock(1).game()
    one = game.state.players[0]
    game.apply(ExchangePrivate(one, "DR", "ipo"))
    assert game.view.president("IR") == one
    assert shares_named(game) == [(["IR_3"], 10)]


def test_what_such_files_cannot_hold_is_refused_with_its_number() -> None:
    game = Game(loaded("1826"), ["A", "B"], seed=1, corrections=True)
    game.apply(BuyPrivate(game.actor() or "", "Bridge"))
    game.apply(Correct(game.actor() or "", "cash", "a slip", {"from": "bank", "to": "player-1", "amount": 5}))
    with pytest.raises(GameFileError, match="nothing like a moderator's correction") as caught:
        game_as_recording(game)
    assert caught.value.sequence == 2


def test_an_agreed_end_is_written_as_one() -> None:
    game = Game(loaded("1889"), ["A", "B"], seed=1, corrections=True)
    game.apply(Correct(game.actor() or "", "end", "late"))
    document = written(game)
    assert document["game_end_reason"] == "manually_ended"
    assert document["status"] == "finished"
    assert replayed(document).good


def test_an_offer_that_was_refused_leaves_no_trace() -> None:
    game, bot = Game(loaded("18chesapeake"), ["A", "B", "C"], seed=3), RandomBot(3)
    refused = 0
    while not game.is_over and refused < 3:
        action = bot.decide(game)
        if isinstance(action, Respond):
            action = Respond(action.actor, False)
            refused += 1
        game.apply(action)
    assert refused == 3
    document = written(game)
    moves = document["actions"]
    assert isinstance(moves, list)
    assert len(moves) == len(game.actions) - 2 * refused
    report = replayed(document)
    assert report.error is None
    assert report.game is not None
    assert holdings(report.game.state) == holdings(game.state)
