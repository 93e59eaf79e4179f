"""Actions written down and read again (scenario U4)."""

from __future__ import annotations

import json

import pytest
from open18xx.actions.base import Action
from open18xx.actions.codec import BadAction
from open18xx.actions.kinds import Bid, BuyShares, BuyTrain, LayTile, Pass, Respond, RunRoutes, TrainRun

from tests.support.contexts import loaded

CODEC = loaded("1826").codec


@pytest.mark.parametrize(
    "action",
    [
        Pass("player-1"),
        Bid("player-2", "Mail", 45),
        BuyShares("player-1", "GC", "pool"),
        BuyShares("player-1", "GC", "pool", 2),
        LayTile("player-1", "GC", "K15", "9", 0),
        LayTile("player-1", "GC", "M15", "9", 0, "Bridge"),
        BuyTrain("player-1", "GC", "4H", "PO", 17),
        Respond("player-1", False),
        RunRoutes("player-1", "GC", ()),
        RunRoutes("player-1", "GC", (TrainRun("2H", ("L14:s0-3", "K15:0-4")), TrainRun("4H", ()))),
    ],
    ids=lambda action: type(action).__name__,
)
def test_nothing_is_lost(action: Action) -> None:
    record = json.loads(json.dumps(CODEC.to_json(action)))
    assert CODEC.from_json(record) == action
    assert record["type"] == action.kind


def test_defaults_are_left_out() -> None:
    assert CODEC.to_json(BuyShares("player-1", "GC", "pool")) == {
        "type": "buy_shares",
        "actor": "player-1",
        "corporation": "GC",
        "source": "pool",
    }


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([], "an action should be an object, not a list"),
        (None, "an action should be an object, not nothing"),
        ({"actor": "player-1"}, "unknown action type None"),
        ({"type": "lay_tiel", "actor": "player-1"}, "did you mean 'lay_tile'?"),
        ({"type": "pass"}, "pass: field 'actor' is missing"),
        ({"type": "pass", "actor": 1}, "pass.actor: should be a text, not a whole number"),
        ({"type": "pass", "actor": "player-1", "price": 3}, "pass: unknown field 'price'"),
        (
            {"type": "bid", "actor": "player-1", "private": "Mail", "amount": 45.0},
            "bid.amount: should be a whole number, not a number with a fraction",
        ),
        (
            {"type": "bid", "actor": "player-1", "private": "Mail", "amount": True},
            "bid.amount: should be a whole number, not a truth value",
        ),
        (
            {"type": "bid", "actor": "player-1", "private": "Mail", "amount": "45"},
            "bid.amount: should be a whole number, not a text",
        ),
        ({"type": "bid", "actor": "player-1", "private": "Mail"}, "bid: field 'amount' is missing"),
        (
            {"type": "buy_shares", "actor": "player-1", "corporation": "GC", "source": "pol"},
            "did you mean 'pool'?",
        ),
        (
            {"type": "run_routes", "actor": "player-1", "corporation": "GC", "runs": [{"train": "2H"}]},
            "run_routes.runs[0]: field 'track' is missing",
        ),
        (
            {"type": "run_routes", "actor": "player-1", "corporation": "GC", "runs": ["2H"]},
            "run_routes.runs[0]: should be an object, not a text",
        ),
        (
            {"type": "run_routes", "actor": "player-1", "corporation": "GC", "runs": "2H"},
            "run_routes.runs: should be a list, not a text",
        ),
    ],
)
def test_u4_a_bad_record_gets_a_clear_error(record: object, message: str) -> None:
    with pytest.raises(BadAction) as caught:
        CODEC.from_json(record)
    assert message in str(caught.value)


def test_every_kind_of_action_can_be_written() -> None:
    assert {"pass", "bid", "lay_tile", "run_routes", "convert", "repay_loans", "exchange_tokens"} <= set(
        CODEC.kinds()
    )
