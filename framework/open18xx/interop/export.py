"""Exporting a game for tables and plots: events, and the state after every action and every round.

Each of the three comes as CSV (one row an entry, one column a figure) and as JSON. The columns are
described in docs/replay.md.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from open18xx.engine.game import Game
from open18xx.engine.report import Reporter
from open18xx.engine.words import in_words
from open18xx.interop.files import CannotWrite, write_atomically
from open18xx.rules.limits import certificate_count
from open18xx.rules.worth import final_worth, running_worth
from open18xx.state.canonical import plain
from open18xx.state.game_state import BANK, CLOSED, IPO, POOL, RoundState
from open18xx.state.view import View

FORMAT = "open18xx-export"
FORMAT_VERSION = 1
#: Says what the folder holds; written last.
INDEX = "export.json"
FILES = ("events.csv", "events.json", "actions.csv", "actions.json", "rounds.csv", "rounds.json")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The figures of one state.

    Attributes:
        facts: everything by name, nested as in the JSON files.
    """

    facts: Mapping[str, object]

    def row(self) -> dict[str, object]:
        """The figures with one key each, such as ``cash Ann``."""
        row: dict[str, object] = {}
        for key, value in self.facts.items():
            if isinstance(value, Mapping):
                row.update(_flat(key, value))
            else:
                row[key] = value
        return row


def _flat(prefix: str, values: Mapping[str, object]) -> dict[str, object]:
    row: dict[str, object] = {}
    for key, value in values.items():
        if isinstance(value, Mapping):
            row.update(_flat(f"{prefix} {key}", value))
        elif isinstance(value, list | tuple):
            row[f"{prefix} {key}"] = " ".join(map(str, value))
        else:
            row[f"{prefix} {key}"] = value
    return row


def export_game(game: Game, folder: Path, *, force: bool = False) -> tuple[str, ...]:
    """Write the export of a game into a folder, which is made if need be.

    Args:
        force: replace files that are no earlier export.

    Returns:
        Names of the files written.

    Raises:
        CannotWrite: with the reason; files there that are no earlier export are not touched.
    """
    _claim(folder, force=force)
    events = _events(game)
    actions = _actions(game)
    rounds = _rounds(game)
    texts = {
        "events.csv": _csv(map(_event_row, events)),
        "events.json": _json_lines(events),
        "actions.csv": _csv(shot.row() for shot in actions),
        "actions.json": _json_lines(shot.facts for shot in actions),
        "rounds.csv": _csv(shot.row() for shot in rounds),
        "rounds.json": _json_lines(shot.facts for shot in rounds),
    }
    for name in FILES:
        write_atomically(folder / name, texts[name])
    index = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "title": game.title.id,
        "title_version": game.title.version,
        "players": list(game.state.names),
        "actions": len(game.actions),
        "result": game.result() or None,
        "files": list(FILES),
    }
    write_atomically(folder / INDEX, _json(index))
    return (*FILES, INDEX)


def _claim(folder: Path, *, force: bool) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise CannotWrite(f"{folder}: this is a file; name a folder for the export") from None
    except OSError as error:
        raise CannotWrite(f"{folder}: cannot be made: {error.strerror or error}") from None
    present = [name for name in (*FILES, INDEX) if os.path.lexists(folder / name)]
    if present and not force and not _is_export(folder / INDEX):
        listed = ", ".join(present)
        raise CannotWrite(
            f"{folder}: {listed} may be somebody else's; name another folder, or replace them by --force"
        )


def _is_export(index: Path) -> bool:
    try:
        data = json.loads(index.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, Mapping) and data.get("format") == FORMAT


# -- what is exported ------------------------------------------------------------------------------


def _events(game: Game) -> list[dict[str, object]]:
    reporter = Reporter(game.context, game.state)
    names = dict(zip(game.state.players, game.state.names, strict=True))
    found: list[dict[str, object]] = []
    label = ""
    for number, turn in enumerate(game.turns):
        for index, event in enumerate(turn.events):
            if event.kind == "round_started":
                label = round_label(game.at_event(number, index).state.round)
            found.append(
                {
                    "number": len(found) + 1,
                    "action": number,
                    "round": label,
                    "kind": event.kind,
                    "text": reporter.text(event),
                    "facts": _named(plain(event.facts), names),
                    "rules": list(event.rules),
                }
            )
    return found


def _named(value: object, names: Mapping[str, str]) -> object:
    """Player ids replaced by names, wherever they stand."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_named(item, names) for item in value]
    if isinstance(value, Mapping):
        return {names.get(key, key): _named(item, names) for key, item in value.items()}
    return value


def _event_row(event: Mapping[str, object]) -> dict[str, object]:
    facts, rules = event["facts"], event["rules"]
    assert isinstance(facts, Mapping) and isinstance(rules, list)
    common = {key: facts.get(key) for key in ("player", "corporation", "amount")}
    return {
        **{key: event[key] for key in ("number", "action", "round", "kind", "text")},
        **common,
        "facts": json.dumps(facts, ensure_ascii=False),
        "rules": " ".join(rules),
    }


def _actions(game: Game) -> list[Snapshot]:
    found = []
    for number, turn in enumerate(game.turns):
        view = View(game.title, turn.state, game.context.hooks)
        found.append(snapshot(view, **_decision(game, number), **figures_of_round(game, number)))
    return found


def _decision(game: Game, number: int) -> dict[str, object]:
    """What an action was, for its row."""
    action = game.turns[number].action
    if action is None:
        return {"action": number, "kind": "", "actor": "", "text": ""}
    before = View(game.title, game.turns[number - 1].state, game.context.hooks)
    book = Reporter(game.context, game.state).book
    return {
        "action": number,
        "kind": action.kind,
        "actor": book.owner(action.actor),
        "text": in_words(book, before, action),
    }


def figures_of_round(game: Game, number: int) -> dict[str, object]:
    """In which round an action was decided."""
    return {"round": round_label(game.turns[max(0, number - 1)].state.round)}


def _rounds(game: Game) -> list[Snapshot]:
    """The position at the end of every round, before the next one has begun to pay anything."""
    found: list[Snapshot] = []
    label = ""
    for number, turn in enumerate(game.turns):
        for index, event in enumerate(turn.events):
            if event.kind not in ("round_started", "game_ended"):
                continue
            view = game.at_event(number, index)
            if label:
                found.append(snapshot(view, action=number, round=label))
            label = round_label(view.state.round)
    if not game.is_over:
        found.append(snapshot(game.view, action=len(game.actions), round=f"{label} (unfinished)"))
    return found


def round_label(state: RoundState) -> str:
    """Short name of a round: ``auction``, ``stock 3``, ``operating 3.1``, ``over``."""
    if state.kind == "over" or not state.set_number:
        return state.kind
    return f"{state.kind} {state.set_number}{f'.{state.number}' if state.number else ''}"


def snapshot(view: View, **facts: object) -> Snapshot:
    """The figures of a position, after ``facts`` about how it came about."""
    state = view.state
    players = {player: view.name(player) for player in state.players}
    companies = tuple(view.title.companies.corporations)
    presidents = {c: view.president(c) for c in companies}
    facts.update(
        phase=state.phase,
        bank=state.cash[BANK],
        priority=view.name(state.priority),
        cash={name: state.cash[player] for player, name in players.items()},
        worth={name: final_worth(view, player) for player, name in players.items()},
        market_worth={name: running_worth(view, player) for player, name in players.items()},
        certificates={name: certificate_count(view, player) for player, name in players.items()},
        price={c: view.price(c) for c in companies},
        treasury={c: state.cash[c] for c in companies},
        president={c: None if p is None else players[p] for c, p in presidents.items()},
        trains={c: list(view.train_types(c)) for c in companies},
        shares={c: _holdings(view, c, players) for c in companies},
    )
    return Snapshot(facts)


def _holdings(view: View, corporation: str, players: Mapping[str, str]) -> dict[str, int]:
    """Shares by holder; those of a corporation that has left the game are with nobody."""
    owners = {**players, corporation: "treasury", POOL: POOL, IPO: IPO}
    if view.record(corporation).closed or CLOSED in view.state.certificates[corporation]:
        return dict.fromkeys(owners.values(), 0)
    return {name: view.shares(corporation, owner) for owner, name in owners.items()}


# -- forms -------------------------------------------------------------------------------------------


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(plain(value), indent=2, ensure_ascii=False) + "\n"


def _json_lines(entries: Iterable[Mapping[str, object]]) -> str:
    """A JSON list with one entry a line."""
    return "[\n" + ",\n".join(json.dumps(plain(entry), ensure_ascii=False) for entry in entries) + "\n]\n"


def _csv(rows: Iterable[Mapping[str, object]]) -> str:
    """Rows with a heading; nothing stays empty, true and false become 1 and 0."""
    listed = list(rows)
    columns = tuple(dict.fromkeys(key for row in listed for key in row))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in listed:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return out.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    return int(value) if isinstance(value, bool) else value
