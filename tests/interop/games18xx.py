"""Small game files of 18xx.games for tests, and the recorded ones where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from open18xx.engine.context import Context
from open18xx.interop.games18xx import replay_games18xx
from open18xx.interop.replay_report import ReplayReport

from tests.support.contexts import loaded

SHARED = Path(__file__).resolve().parents[3] / "shared" / "games" / "18xx-games"

Entry = dict[str, object]


def recorded(title: str) -> list[Path]:
    """Recorded games of a title; none where the folder is not there."""
    return sorted(p for p in (SHARED / title).glob("*.json") if not p.name.endswith(".states.json"))


def by(entity: object, type: str, **fields: object) -> Entry:
    """A move of a player (a number) or a corporation."""
    form = "player" if isinstance(entity, int) else "corporation"
    return {"type": type, "entity": entity, "entity_type": form, **fields}


def of(private: str, type: str, **fields: object) -> Entry:
    """A move of a private company."""
    return {"type": type, "entity": private, "entity_type": "company", **fields}


def undo(to: int | None = None) -> Entry:
    """Take the last move back, or all after the one with an id."""
    return by(1, "undo") if to is None else by(1, "undo", action_id=to)


def game_file(title: str, players: int, moves: Sequence[Entry], **header: object) -> dict[str, object]:
    """A game file with these moves, numbered from 1."""
    return {
        "id": 1,
        "title": title,
        "players": [{"id": n, "name": f"Player {n}"} for n in range(1, players + 1)],
        "settings": {"seed": 1, "optional_rules": []},
        "actions": [{"id": number, **move} for number, move in enumerate(moves, start=1)],
        **header,
    }


def replayed(
    data: Mapping[str, object], *, until: int | None = None, states: Mapping[str, object] | None = None
) -> ReplayReport:
    """Replay a file; the title is loaded once for all tests."""

    def context_for(options: Sequence[str]) -> Context:
        return loaded(str(data["title"]), *options)

    return replay_games18xx(data, context_for=context_for, until=until, states=states)


def auction_1889() -> list[Entry]:
    """The private companies of 1889 with three players, sold in order at their price; player 1 is next."""
    prices = (("TR", 20), ("MF", 30), ("ER", 40), ("SMR", 50), ("DR", 60), ("SIR", 80))
    return [
        by(number % 3 + 1, "bid", company=company, price=price)
        for number, (company, price) in enumerate(prices)
    ]
