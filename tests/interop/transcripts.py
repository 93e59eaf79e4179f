"""A small transcript made by hand: three players, two operating rounds, with one reading of each effect."""

from __future__ import annotations

from typing import Any

Entry = dict[str, Any]

PRIVATES = (
    ("Player 1", "Bridge", 20, 5),
    ("Player 2", "Mail", 40, 10),
    ("Player 3", "Algerian", 70, 15),
    ("Player 1", "Belgian", 110, 20),
    ("Player 2", "Parisian", 160, 25),
    ("Player 3", "Alsatian", 220, 30),
)
STARTS = {"Parisian": 100, "Alsatian": 110}


def _space(price: int, row: int, col: int) -> Entry:
    return {"price": price, "row": row, "col": col}


def _price(corporation: str, before: Entry, after: Entry) -> Entry:
    return {
        "kind": "check",
        "type": "price",
        "corporation": corporation,
        "cause": "dividend",
        "moved": True,
    } | {
        "before": before,
        "after": after,
    }


def _nothing_run(corporation: str) -> list[Entry]:
    return [
        {"kind": "action", "type": "run_trains", "corporation": corporation, "revenue": 0, "trains": []},
        {
            "kind": "action",
            "type": "dividend",
            "corporation": corporation,
            "choice": "none",
            "earnings": 0,
            "distributed": 0,
            "to_treasury": 0,
            "share_percent": 20,
            "payouts": [],
        },
    ]


def _train(corporation: str) -> Entry:
    return {
        "kind": "action",
        "type": "buy_train",
        "corporation": corporation,
        "train": "2H",
        "price": 100,
    } | {
        "face_value": 100,
        "from": "bank",
    }


def _check(kind: str, **facts: object) -> Entry:
    return {"kind": "check", "type": kind, **facts}


def _action(kind: str, **facts: object) -> Entry:
    return {"kind": "action", "type": kind, **facts}


def _income(privates: tuple[str, ...]) -> list[Entry]:
    return [
        _check("private_income", player=player, private=private, amount=revenue)
        for player, private, _, revenue in PRIVATES
        if private in privates
    ]


def transcript() -> Entry:
    """The transcript; numbering of events and readings is done here."""
    events: list[Entry] = [
        _check(
            "setup",
            bank=12000,
            cash=[{"from": "bank", "to": f"Player {n}", "amount": 600} for n in (1, 2, 3)],
        ),
        _check("round_start", round="auction", number=1, priority="Player 1"),
    ]
    for player, private, price, _ in PRIVATES:
        bought = _action("buy_private", player=player, private=private, price=price)
        if private in STARTS:
            bought["start_price"] = STARTS[private]
        events.append(bought)
        if private == "Belgian":
            events.append(
                _check(
                    "receives_certificate", player=player, corporation="Belge", percent=10, president=False
                )
            )
    events += [
        _action("pass", player="Player 2", reading=("out-of-turn", "skip")),
        _check(
            "cash_checkpoint",
            players={"Player 1": 470, "Player 2": 400, "Player 3": 310},
            corporations={},
            bank=10820,
        ),
        _check("round_start", round="stock", number=1, priority="Player 1"),
        _action(
            "start_corporation", turn=1, player="Player 1", corporation="GC", price=75, shares=2, cost=150
        ),
        _action(
            "buy_shares",
            turn=2,
            player="Player 2",
            corporation="Paris",
            count=1,
            price=100,
            cost=100,
            **{"from": "ipo"},
        ),
        _check("floats", corporation="Paris", amount=300, home_token={"hex": "G9", "city": 2}),
        _action(
            "buy_shares",
            turn=3,
            player="Player 3",
            corporation="Alsace",
            count=1,
            price=110,
            cost=110,
            **{"from": "ipo"},
        ),
        _check("floats", corporation="Alsace", amount=330, home_token={"hex": "G19", "city": 0}),
        _action(
            "buy_shares",
            turn=4,
            player="Player 1",
            corporation="GC",
            count=1,
            price=75,
            cost=75,
            **{"from": "ipo"},
        ),
        _check("floats", corporation="GC", amount=225, home_token={"hex": "L14", "city": 0}),
        *(_action("pass", turn=n, player=f"Player {p}") for n, p in ((5, 2), (6, 3), (7, 1))),
        _check("round_end", round="stock", number=1),
        _check(
            "cash_checkpoint",
            players={"Player 1": 245, "Player 2": 300, "Player 3": 200},
            corporations={"GC": 225, "Paris": 300, "Alsace": 330},
            bank=10400,
        ),
        _check("round_start", round="operating", set=1, number=1),
        *_income(("Bridge", "Mail", "Algerian", "Belgian", "Parisian", "Alsatian")),
        _check("operates", corporation="Alsace", president="Player 3"),
        _action(
            "lay_tile", corporation="Alsace", hex="H18", tile="4", rotation=0, replaces="preprinted", cost=0
        ),
        *_nothing_run("Alsace"),
        _price("Alsace", _space(110, 0, 3), _space(100, 0, 2)),
        _train("Alsace"),
        _check("private_closes", private="Alsatian"),
        _check("operates", corporation="Paris", president="Player 2"),
        _action(
            "lay_tile", corporation="Paris", hex="F8", tile="8", rotation=3, replaces="preprinted", cost=40
        ),
        *_nothing_run("Paris"),
        _price("Paris", _space(100, 1, 3), _space(90, 1, 2)),
        _train("Paris"),
        _check("private_closes", private="Parisian"),
        _check("operates", corporation="GC", president="Player 1"),
        _action(
            "lay_tile",
            corporation="GC",
            hex="G11",
            tile="9",
            rotation=1,
            cost=0,
            reading=("unconnected", "refused"),
        ),
        _action(
            "use_train_limit_right",
            corporation="GC",
            private="Algerian",
            private_owner="Player 3",
            step="before_run",
            reading=("early", "defer"),
        ),
        _check("private_closes", private="Algerian"),
        *_nothing_run("GC"),
        _price("GC", _space(75, 4, 3), _space(70, 4, 2)),
        _train("GC"),
        _check("round_end", round="operating", set=1, number=1),
        _check(
            "cash_checkpoint",
            players={"Player 1": 270, "Player 2": 335, "Player 3": 245},
            corporations={"GC": 125, "Paris": 160, "Alsace": 230},
            bank=10635,
        ),
        _check("round_start", round="stock", number=2, priority="Player 2"),
        *(_action("pass", turn=n, player=f"Player {p}") for n, p in ((1, 2), (2, 3), (3, 1))),
        _check("round_end", round="stock", number=2),
        _check("round_start", round="operating", set=2, number=1),
        *_income(("Bridge", "Mail", "Belgian")),
        _check("operates", corporation="Alsace", president="Player 3"),
        _action(
            "run_trains",
            corporation="Alsace",
            revenue=60,
            trains=["2H"],
            derived_maximum=50,
            reading=("earnings-above-maximum", "use_recorded"),
        ),
        _action(
            "dividend",
            corporation="Alsace",
            choice="full",
            earnings=60,
            distributed=60,
            to_treasury=0,
            share_percent=20,
            payouts=[
                {"to": "Player 3", "shares": 3, "amount": 36},
                {"to": "treasury", "shares": 2, "amount": 24},
            ],
        ),
        _check("final_ranking", ranking=[], reading=("final-worth", "use_rules")),
    ]
    readings = []
    for seq, event in enumerate(events, 1):
        event["seq"] = seq
        if "reading" in event:
            code, effect = event.pop("reading")
            readings.append({"seq": seq, "code": code, "effect": effect, "note": f"note on {code}"})
    return {
        "format": "1826-transcript",
        "format_version": 1,
        "title": "1826",
        "players": ["Player 1", "Player 2", "Player 3"],
        "readings": readings,
        "events": events[:-1],
    }
