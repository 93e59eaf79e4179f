"""The map side of the recorded 1826 games: tiles, tokens, trains, nothing about money."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.track.board import Board
from open18xx.track.graph import TrackGraph, TrackMemory
from open18xx.track.routes.trains import Place, TrainSpec, stop_values

SHARED = Path(__file__).resolve().parents[3] / "shared"
GAMES = ("J42", "S43")
PAYING = frozenset({"city", "offboard"})
BANDS = {"10H": 1, "E": 2, "TGV": 3}


def shared_file(*parts: str) -> Path:
    """A file of the data that lies beside the repository; the test is skipped where it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{'/'.join(parts)} is not there: the recorded data lie beside the repository")
    return path


@cache
def title() -> Title:
    """The title of the recorded games."""
    return load_title("1826", hooks=False)


@cache
def board() -> Board:
    """Its geometry."""
    return Board(title().map, title().tiles)


@dataclass
class MapState:
    """Tiles and tokens at some point of a game."""

    memory: TrackMemory
    placements: dict[str, tuple[str, int]] = field(default_factory=dict)
    tokens: dict[str, dict[int, list[str | None]]] = field(default_factory=dict)
    supply: dict[str, int] = field(default_factory=dict)
    terms: tuple[int, int] = (0, 1)
    band: int = 0
    mail: dict[str, str] = field(default_factory=dict)
    merged: tuple[str, ...] = ()

    @property
    def graph(self) -> TrackGraph:
        """Track as it lies."""
        return self.memory.graph(self.placements)

    def token_table(self) -> dict[str, list[list[str | None]]]:
        """Tokens per hex, stop and slot."""
        table: dict[str, list[list[str | None]]] = {}
        for hex_id, cities in self.tokens.items():
            number = board().hex_number(hex_id)
            stops = self.graph.tiles[number].tile.stops
            table[hex_id] = [[*cities.get(index, [])] for index in range(len(stops))]
        return table

    def own(self, corporation: str) -> tuple[int, ...]:
        """Stops with its tokens."""
        return self.graph.own_stops(self.token_table(), corporation)

    def blocked(self, corporation: str | None) -> frozenset[int]:
        """Cities full of tokens of others."""
        return self.graph.blocked_stops(self.token_table(), corporation)

    def put(self, corporation: str, hex_id: str, city: int) -> None:
        """Place a token."""
        self.tokens.setdefault(hex_id, {}).setdefault(city, []).append(corporation)

    def take(self, corporation: str, hex_id: str, city: int) -> None:
        """Remove a token."""
        self.tokens[hex_id][city].remove(corporation)

    def trains(self, names: list[str]) -> list[TrainSpec]:
        """Trains as the rules have them at this point."""
        stops, factor = self.terms
        made = []
        for name in names:
            if name == "TGV":
                made.append(
                    TrainSpec(name, "stops", 3, counts=PAYING, pays=PAYING, multiplier=2, shares_track="all")
                )
            elif name == "E":
                made.append(TrainSpec(name, "stops", stops, counts=PAYING, pays=PAYING, multiplier=factor))
            else:
                made.append(TrainSpec(name, "hexes", int(name.removesuffix("H"))))
        return made

    def values(self, corporation: str) -> dict[Place, int]:
        """Money of every stop for a corporation."""
        values = stop_values(self.graph, self.band)
        bonus = self.mail.get(corporation)
        if bonus is not None and self.band < BANDS["E"]:
            for place in values:
                if place[0] == bonus:
                    values[place] += 10
        return values


def game_events(game: str) -> list[Mapping[str, Any]]:
    """The events of a recorded game."""
    data = json.loads(shared_file("games", "1826", f"{game}.json").read_text(encoding="utf-8"))
    events: list[Mapping[str, Any]] = data["events"]
    return events


def game_readings(game: str) -> list[Mapping[str, Any]]:
    """Where a recorded game leaves the rules."""
    data = json.loads(shared_file("games", "1826", f"{game}.json").read_text(encoding="utf-8"))
    readings: list[Mapping[str, Any]] = data["readings"]
    return readings


def play_map(game: str) -> Iterator[tuple[Mapping[str, Any], MapState]]:
    """Every event with the map just before it."""
    state = MapState(TrackMemory(board()))
    state.supply = {
        name: entry.count for name, entry in board().tiles.entries.items() if entry.count is not None
    }
    for event in game_events(game):
        yield event, state
        _apply(event, state)


def _apply(event: Mapping[str, Any], state: MapState) -> None:
    kind = event["type"]
    if kind == "lay_tile":
        old = state.placements.get(event["hex"])
        if old is not None and old[0] in state.supply:
            state.supply[old[0]] += 1
        if event["tile"] in state.supply:
            state.supply[event["tile"]] -= 1
        state.placements[event["hex"]] = (event["tile"], event["rotation"])
    elif kind == "floats" and "home_token" in event:
        state.put(event["corporation"], event["home_token"]["hex"], event["home_token"]["city"])
    elif kind == "place_token":
        state.put(event["corporation"], event["hex"], event["city"])
    elif kind == "place_mail_token":
        state.mail[event["corporation"]] = event["hex"]
    elif kind == "national_forms":
        for token in event["home_tokens"]:
            state.take(token["from"], token["hex"], token["city"])
            state.put(event["corporation"], token["hex"], token["city"])
        state.merged = tuple(event["merged"])
        if any(corporation in state.mail for corporation in event["merged"]):
            state.mail[event["corporation"]] = next(
                state.mail[corporation] for corporation in event["merged"] if corporation in state.mail
            )
    elif kind == "exchange_tokens":
        for token in event["tokens"]:
            state.take(token["from"], token["hex"], token["city"])
            state.put(event["corporation"], token["hex"], token["city"])
        merged = set(state.merged)
        for cities in state.tokens.values():
            for slots in cities.values():
                slots[:] = [owner for owner in slots if owner not in merged]
    elif kind == "e_train_terms":
        state.terms = (event["stops"], event["multiplier"])
    elif kind == "first_train" and event["train"] in BANDS:
        state.band = BANDS[event["train"]]
