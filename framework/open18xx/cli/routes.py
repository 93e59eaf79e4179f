"""``open18xx routes FILE``: the best routes of a position or of a game at any point, with a proof."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from open18xx.cli.output import print_json, progress
from open18xx.errors import Open18xxError
from open18xx.interop.positions import Position, build_position, check_position, read_position, train_of
from open18xx.loading.nodes import Plain
from open18xx.track.routes.trains import Route, RouteResult
from open18xx.track.routes.verify import show

#: Longest search unless something else is asked for.
_SECONDS: Final = 60.0
_TRAIN: Final = re.compile(r"(?P<number>[0-9]{1,2})(?:(?P<hexes>H)|\+(?P<towns>[0-9]{1,2}))?")
_TILE: Final = re.compile(
    r"(?P<hex>[A-Z]{1,2}-?[0-9]{1,3})=(?P<tile>[A-Za-z0-9_-]+)(?:/(?P<rotation>[0-5]))?"
)
_TOKEN: Final = re.compile(r"(?P<hex>[A-Z]{1,2}-?[0-9]{1,3})(?:/(?P<city>[0-9]))?")


def command(
    file: Annotated[
        Path,
        typer.Argument(
            help="Position file (schemas/position.schema.json says how) or game file of any known format."
        ),
    ],
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="N", min=0, help="In a game file: after this many actions (else all)."),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="PACK", help="In a game file: play with this title pack.")
    ] = None,
    corporation: Annotated[
        str | None, typer.Option("--corporation", metavar="ID", help="Whose routes, instead of the file's.")
    ] = None,
    train: Annotated[
        list[str] | None,
        typer.Option("--train", metavar="TRAIN", help="What if it had this train too: 4, 5+1, 6H, D."),
    ] = None,
    tile: Annotated[
        list[str] | None,
        typer.Option("--tile", metavar="HEX=TILE/ROTATION", help="What if this tile were laid."),
    ] = None,
    token: Annotated[
        list[str] | None,
        typer.Option("--token", metavar="HEX/CITY", help="What if it had a token there."),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", min=0.0, help="Stop after so long with the best found and its bound."),
    ] = _SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document instead of text.")] = False,
) -> int:
    """Find the best routes of a corporation for all its trains together."""
    changes = Changes(tuple(train or ()), tuple(tile or ()), tuple(token or ()))
    if is_position_file(file):
        if at is not None or title is not None:
            raise Open18xxError(f"{file}: --at and --title are for game files; this is a single position")
        position = _from_position_file(file, corporation, changes)
    else:
        position = _from_game_file(file, at, title, corporation, changes)
    if not position.tokens:
        raise Open18xxError(f"{file}: {position.corporation!r} has no token on the track of this position")
    started = time.perf_counter()
    deadline = started + seconds
    result = position.search(
        stop=lambda: time.perf_counter() >= deadline,
        most_nodes=None,
        progress=lambda value, bound: progress(f"best {value}, at most {bound}"),
    )
    taken = time.perf_counter() - started
    progress("")
    if as_json:
        print_json(result_json(position, result, taken))
    else:
        print("\n".join(lines(position, result, taken)))
    return 0


@dataclass(frozen=True, slots=True)
class Changes:
    """What-if options as they were typed."""

    trains: tuple[str, ...]
    tiles: tuple[str, ...]
    tokens: tuple[str, ...]


def is_position_file(file: Path) -> bool:
    """Whether a file is a position rather than a game: it has hexes and neither actions nor events.

    What cannot be read counts as a position, whose reader says what is wrong.
    """
    try:
        data = json.loads(file.read_bytes())
    except (ValueError, RecursionError):
        return True
    return not isinstance(data, dict) or not {"actions", "events", "format"} & set(data)


def _from_position_file(file: Path, corporation: str | None, changes: Changes) -> Position:
    data = read_position(file)
    data = what_if(data, corporation, changes.trains, changes.tiles, changes.tokens)
    check_position(data, str(file))
    return build_position(data, str(file))


def _from_game_file(
    file: Path, at: int | None, title: str | None, corporation: str | None, changes: Changes
) -> Position:
    from open18xx.interop.game_positions import (
        game_position,
        running_corporation,
        with_tile,
        with_token,
        with_train,
    )
    from open18xx.interop.replay import replay_file

    replayed = replay_file(file, title=title, until=at)
    if replayed.game is None or (at is not None and replayed.actions_applied < at):
        why = f": {replayed.error.message}" if replayed.error is not None else ""
        raise Open18xxError(f"{file}: only {replayed.actions_applied} actions could be played{why}")
    view = replayed.game.view
    position = game_position(view, running_corporation(view, corporation), replayed.actions_applied)
    for text in changes.tiles:
        match = _matched(_TILE, text, "--tile", "hex, =, tile and perhaps / and a rotation, as C5=57/2")
        position = with_tile(view, position, match["hex"], match["tile"], int(match["rotation"] or 0))
    for text in changes.tokens:
        match = _matched(_TOKEN, text, "--token", "a hex and perhaps / and the number of a city, as C5/0")
        position = with_token(position, match["hex"], int(match["city"] or 0))
    for text in changes.trains:
        known = text in view.title.trains
        position = with_train(view, position, text if known else train_of(_map(_train(text)), "--train"))
    return position


def _map(value: Plain) -> Mapping[str, Plain]:
    assert isinstance(value, dict)
    return value


def _matched(pattern: re.Pattern[str], text: str, option: str, expected: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise Open18xxError(f"{option} {text}: should be {expected}")
    return match


def what_if(
    data: Mapping[str, Plain],
    corporation: str | None,
    trains: Iterable[str],
    tiles: Iterable[str],
    tokens: Iterable[str],
) -> dict[str, Plain]:
    """A position's data with changes that have not happened.

    Raises:
        Open18xxError: a change that is not understood or cannot be made.
    """
    changed = dict(data)
    if corporation is not None:
        changed["corporation"] = corporation
    for text in trains:
        known = changed["trains"]
        assert isinstance(known, list)
        changed["trains"] = [*known, _train(text)]
    for text in tiles:
        hexes = changed["hexes"]
        assert isinstance(hexes, dict)
        hex_id, entry = _tile(text)
        changed["hexes"] = {**hexes, hex_id: entry}
    for text in tokens:
        changed["tokens"] = _with_token(changed, text)
    return changed


def _train(text: str) -> Plain:
    if text == "D":
        return {"name": text, "distance": 999}
    match = _TRAIN.fullmatch(text)
    if match is None or int(match["number"]) == 0:
        raise Open18xxError(f"--train {text}: should be a number of stops (4), n+m (5+1), hexes (6H) or D")
    number = int(match["number"])
    if match["hexes"]:
        return {"name": text, "hexes": number}
    if match["towns"]:
        towns = int(match["towns"])
        extra: Plain = {"nodes": ["town"], "pay": towns, "visit": towns}
        every: Plain = {"nodes": ["city", "town", "offboard"], "pay": number, "visit": number}
        return {"name": text, "distance": [extra, every]}
    return {"name": text, "distance": number}


def _tile(text: str) -> tuple[str, Plain]:
    match = _matched(_TILE, text, "--tile", "hex, =, tile and perhaps / and a rotation, as C5=57/2")
    return match["hex"], {"tile": match["tile"], "rotation": int(match["rotation"] or 0)}


def _with_token(data: Mapping[str, Plain], text: str) -> Plain:
    """The tokens with one more of the corporation, in the lowest free slot number of its city."""
    match = _matched(_TOKEN, text, "--token", "a hex and perhaps / and the number of a city, as C5/0")
    hexes, tokens = data["hexes"], data["tokens"]
    assert isinstance(hexes, dict) and isinstance(tokens, list)
    hex_id, city = match["hex"], int(match["city"] or 0)
    if hex_id not in hexes:
        raise Open18xxError(f"--token {text}: the position has no track on {hex_id}")
    taken = {
        entry.get("slot", 0)
        for entry in tokens
        if isinstance(entry, dict) and entry["hex"] == hex_id and entry.get("city", 0) == city
    }
    slot = next(number for number in range(len(taken) + 1) if number not in taken)
    return [*tokens, {"hex": hex_id, "city": city, "slot": slot, "corporation": data["corporation"]}]


def result_json(position: Position, result: RouteResult, seconds: float) -> dict[str, object]:
    """The document of ``--json``."""
    return {
        "corporation": position.corporation,
        "revenue": result.value,
        "upper_bound": result.upper_bound,
        "optimal": result.proven,
        "routes": [_route_json(route) for route in result.routes],
        "idle": [position.trains[number].id for number in result.idle],
        "bonuses": [{"name": name, "amount": amount} for name, amount in result.shared_bonuses],
        "seconds": round(seconds, 6),
    }


def _route_json(route: Route) -> dict[str, object]:
    return {
        "train": route.train_id,
        "revenue": route.value,
        "stops": [hex_id for hex_id, _ in route.stops],
        "stop_numbers": [index for _, index in route.stops],
        "stop_values": list(route.stop_values),
        "bonuses": [{"name": name, "amount": amount} for name, amount in route.bonuses],
        "hexes": list(route.hexes),
    }


def lines(position: Position, result: RouteResult, seconds: float) -> Iterable[str]:
    """The answer for people."""
    proof = "proven best" if result.proven else f"best found; at most {result.upper_bound}"
    name = f"{position.id}: " if position.id else ""
    yield f"{name}{position.corporation} earns {result.value} ({proof}, {seconds * 1000:.1f} ms)"
    for route in result.routes:
        stops = [
            f"{show(place, position.graph)} {value}"
            for place, value in zip(route.stops, route.stop_values, strict=True)
        ]
        bonuses = [f"{bonus} {amount:+}" for bonus, amount in route.bonuses]
        yield f"  train {route.train_id}: {route.value} = {', '.join([*stops, *bonuses])}"
        yield f"    over {' '.join(route.hexes)}"
    for bonus, amount in result.shared_bonuses:
        yield f"  {bonus}: {amount:+}"
    for number in result.idle:
        yield f"  train {position.trains[number].id}: no run"
