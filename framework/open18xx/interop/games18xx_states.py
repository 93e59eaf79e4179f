"""Files of states (``18xx-states/1``): the position after every move of a recorded game.

They tell where a replay first differs. What is the site's way of putting it and no rule is left out:
numbers of copies, the order of lists, a bank below nothing, marks of the round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from open18xx.definition.tiles import FIRST_STOP, is_edge
from open18xx.engine.game import Game
from open18xx.errors import GameFileError
from open18xx.interop.replay_report import CheckFailure
from open18xx.rules.limits import certificate_count
from open18xx.rules.network import graph_of
from open18xx.rules.privates import private_revenue
from open18xx.rules.worth import running_worth
from open18xx.state.game_state import BANK, CLOSED, IPO, POOL, is_player, train_type
from open18xx.state.view import View

FORMAT = "18xx-states/1"
#: Differences told after one move; the first one is what matters.
_MOST_DIFFERENCES = 12

State = dict[str, object]


def merge_patch(target: object, patch: object) -> object:
    """A JSON value changed by a merge patch (RFC 7386)."""
    if not isinstance(patch, Mapping):
        return patch
    made = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            made.pop(key, None)
        else:
            made[key] = merge_patch(made.get(key), value)
    return made


class StateChecker:
    """Walks through a file of states beside a replay.

    Raises:
        GameFileError: the data is no such file.
    """

    def __init__(self, data: Mapping[str, object]) -> None:
        records = data.get("records")
        if data.get("format") != FORMAT or not isinstance(records, list) or not records:
            raise GameFileError(f"the file to compare with is none of format {FORMAT!r}")
        self._records = records
        self._at = -1
        self._state: object = {}

    def compare(self, game: Game, seq: int, place: str) -> tuple[int, list[CheckFailure]]:
        """Compare the position after a move; (values that agree, differences).

        Args:
            seq: id of the move in the game file, 0 for the set-up.
        """
        self._at += 1
        if self._at >= len(self._records):
            return 0, [CheckFailure(seq, "record of the states", "none left", place)]
        record = self._records[self._at]
        if not isinstance(record, Mapping) or record.get("id") != seq:
            found = record.get("id") if isinstance(record, Mapping) else record
            return 0, [CheckFailure(seq, "record of the states", found, seq)]
        if "state" in record:
            self._state = record["state"]
        self._state = merge_patch(self._state, record.get("set", {}))
        if not isinstance(self._state, Mapping):
            return 0, [CheckFailure(seq, "state", "an object", self._state)]
        expected = dict(_wanted(self._state, record))
        actual = dict(_found(game, expected))
        for key in _not_yet(game.view):
            expected.pop(key, None)
        differences = [
            CheckFailure(seq, key, value, actual.get(key))
            for key, value in expected.items()
            if actual.get(key) != value
        ]
        return len(expected) - len(differences), differences[:_MOST_DIFFERENCES]


def _not_yet(view: View) -> Iterator[str]:
    """Values that cannot be compared: the site hands a president's certificate over only with its price."""
    for decision in view.state.pending:
        if decision.kind != "start_price":
            continue
        corporation, name = decision.corporation, view.name(decision.actor)
        yield from (f"president of {corporation}", f"percent of {corporation} in the offering")
        yield from (
            f"certificates of {name}",
            f"corporations of {name}",
            f"percent of {corporation} of {name}",
        )


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


# -- what the file says --------------------------------------------------------------------------------


def _wanted(state: Mapping[str, object], record: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Named values of a record, in a form that can be compared."""
    bank = state.get("bank")
    if isinstance(bank, int) and bank >= 0:
        yield "cash of the bank", bank
    yield "phase", state.get("phase")
    if "result" not in record:
        yield "round", _round_of(record)
        yield "asked", _asked(record)
    for name, player in _mapping(state.get("players")).items():
        yield from _wanted_player(name, _mapping(player))
    for name, corporation in _mapping(state.get("corps")).items():
        yield from _wanted_corporation(name, _mapping(corporation))
    for name, private in _mapping(state.get("privates")).items():
        yield f"owner of private company {name}", _owner_of(_mapping(private))
        if not _mapping(private).get("closed"):
            yield f"revenue of private company {name}", _mapping(private).get("revenue")
    for train, left in _mapping(state.get("depot")).items():
        yield f"{train} trains of the bank", None if left == "unlimited" else left
    pool = state.get("train_pool", [])
    yield "trains of the pool", _train_types(pool)
    for hex_id, placed in _mapping(state.get("tiles")).items():
        if isinstance(placed, list) and len(placed) >= 2:
            yield f"tile on {hex_id}", (placed[0], placed[1])
    yield "number of tiles", len(_mapping(state.get("tiles")))
    for private, bids in _mapping(state.get("bids")).items():
        yield f"bids on {private}", dict(_mapping(bids))


def _round_of(record: Mapping[str, object]) -> object:
    return record.get("round") if "asks" in record else None


def _asked(record: Mapping[str, object]) -> object:
    """Player who has to answer; None once the game is over."""
    by = record.get("by") or record.get("next")
    if not isinstance(by, list) or not by or "asks" not in record:
        return None
    return by[0]


def _owner_of(private: Mapping[str, object]) -> object:
    return CLOSED if private.get("closed") else private.get("owner", BANK)


def _wanted_player(name: str, player: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    yield f"cash of {name}", player.get("cash")
    yield f"certificates of {name}", player.get("certs")
    yield f"worth of {name}", player.get("value")
    for corporation, percent in _mapping(player.get("shares")).items():
        yield f"percent of {corporation} of {name}", percent
    yield f"corporations of {name}", tuple(sorted(_mapping(player.get("shares"))))


def _wanted_corporation(name: str, corporation: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for key in ("cash", "president", "par", "price"):
        yield f"{key} of {name}", corporation.get(key)
    yield f"percent of {name} in the offering", corporation.get("ipo")
    yield f"percent of {name} in the pool", corporation.get("pool")
    cell = corporation.get("cell")
    yield f"place of {name} on the market", tuple(cell) if isinstance(cell, list) else None
    yield f"place of {name} in the stack", corporation.get("cell_pos")
    yield f"{name} has floated", bool(corporation.get("floated"))
    yield f"trains of {name}", _train_types(corporation.get("trains", []))
    tokens = corporation.get("tokens", [])
    yield f"tokens of {name}", _token_places(tokens)
    yield f"tokens left of {name}", corporation.get("tokens_left")
    yield f"percent of {name} not for sale", corporation.get("ipo_reserved", 0)
    yield f"{name} has a marker", bool(corporation.get("ferry_marker"))


def _train_types(trains: object) -> tuple[str, ...]:
    if not isinstance(trains, list):
        return ()
    names = (str(train).partition("=")[2] or train_type(str(train)) for train in trains)
    return tuple(sorted(names))


def _token_places(tokens: object) -> tuple[object, ...]:
    """Hexes with tokens; where a tile has several cities, with the edges that the city joins."""
    places: list[tuple[str, tuple[int, ...]]] = []
    for token in cast("list[object]", tokens) if isinstance(tokens, list) else []:
        if isinstance(token, list) and len(token) >= 3:
            edges = tuple(sorted(token[3])) if len(token) > 3 and isinstance(token[3], list) else ()
            places.append((str(token[0]), edges))
    return tuple(sorted(places))


# -- what the game says --------------------------------------------------------------------------------


def _found(game: Game, expected: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The same values of our position."""
    view = game.view
    yield "cash of the bank", view.cash(BANK)
    yield "phase", view.state.phase
    yield "round", _round_name(view) if expected.get("round") is not None else None
    actor = game.actor()
    yield "asked", None if actor is None else view.name(actor)
    for player in view.state.players:
        yield from _found_player(view, player)
    for corporation in view.state.corporations:
        yield from _found_corporation(view, corporation)
    for private, owner in view.state.privates.items():
        yield f"owner of private company {private}", view.name(owner) if is_player(owner) else owner
        yield f"revenue of private company {private}", private_revenue(view, private)
    for train, left in view.state.supply.items():
        yield f"{train} trains of the bank", left
    yield "trains of the pool", tuple(sorted(view.train_types(POOL)))
    for hex_id, placed in view.state.tiles.items():
        key = f"tile on {hex_id}"
        yield key, _as_recorded(view, placed.tile, placed.rotation, expected.get(key))
    yield "number of tiles", len(view.state.tiles)
    for private, bids in view.state.bids.items():
        yield f"bids on {private}", {view.name(bid.player): bid.amount for bid in bids}


def _round_name(view: View) -> str:
    round_ = view.state.round
    if round_.kind == "auction":
        return "Auction"
    if round_.kind == "stock":
        return f"SR {round_.set_number}"
    return f"OR {round_.set_number}.{round_.number}"


def _as_recorded(view: View, tile: str, rotation: int, expected: object) -> tuple[str, int]:
    """The tile with the recorded rotation, where that makes no difference."""
    if isinstance(expected, tuple) and expected[0] == tile:
        alike = view.title.tiles.entries[tile].tile.same_as
        turned = expected[1]
        if isinstance(turned, int) and alike[turned % 6] == alike[rotation]:
            return tile, turned
    return tile, rotation


def _found_player(view: View, player: str) -> Iterator[tuple[str, object]]:
    name = view.name(player)
    yield f"cash of {name}", view.cash(player)
    yield f"certificates of {name}", certificate_count(view, player)
    yield f"worth of {name}", running_worth(view, player)
    held = {c: view.percent(c, player) for c in view.state.certificates}
    for corporation, percent in held.items():
        yield f"percent of {corporation} of {name}", percent
    yield f"corporations of {name}", tuple(sorted(c for c, percent in held.items() if percent))


def _found_corporation(view: View, name: str) -> Iterator[tuple[str, object]]:
    record, place, president = view.record(name), view.place(name), view.president(name)
    yield f"cash of {name}", view.cash(name)
    yield f"president of {name}", None if president is None else view.name(president)
    yield f"par of {name}", record.start_price
    yield f"price of {name}", view.price(name)
    # The site keeps what a corporation has bought back with what it never sold.
    yield f"percent of {name} in the offering", view.percent(name, IPO) + view.percent(name, name)
    yield f"percent of {name} in the pool", view.percent(name, POOL)
    yield f"place of {name} on the market", None if place is None else (place.row, place.column)
    yield f"place of {name} in the stack", _stack_place(view, name)
    yield f"{name} has floated", record.floated
    yield f"trains of {name}", tuple(sorted(view.train_types(name)))
    yield f"tokens of {name}", _tokens_of(view, name)
    yield f"percent of {name} not for sale", view.percent(name, name)
    kinds = {kind.id for kind in view.title.policies.markers}
    yield f"{name} has a marker", any(m.kind in kinds and m.corporation == name for m in view.state.markers)
    left = record.tokens_left if record.floated else view.corporation(name).tokens
    left += sum(name in lifted for lifted in view.state.lifted.values())
    yield f"tokens left of {name}", left


def _stack_place(view: View, name: str) -> int | None:
    place = view.place(name)
    if place is None:
        return None
    there = [p.arrival for p in view.state.market.values() if (p.row, p.column) == (place.row, place.column)]
    return sorted(there).index(place.arrival)


def _tokens_of(view: View, name: str) -> tuple[object, ...]:
    graph = graph_of(view)
    places: list[tuple[str, tuple[int, ...]]] = []
    for hex_id, cities in view.state.tokens.items():
        turned = graph.tiles[graph.board.hex_number(hex_id)]
        several = len(turned.tile.cities) > 1
        for city, slots in enumerate(cities):
            if name in slots:
                ends = turned.ends[FIRST_STOP + city] if several else ()
                places.append((hex_id, tuple(sorted(end for end in ends if is_edge(end)))))
    return tuple(sorted(places))
