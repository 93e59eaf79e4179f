"""Station tokens of merged corporations: home stations at once, others by the president's choice.

Rules: 1826-4.6.2-21 to -24, 1826-4.6.3-23 to -26, 1826-C-Tokens-04; rulings 1826-A-61, 1826-A-72.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, cast

from open18xx.api import (
    Action,
    Decision,
    DecisionStep,
    Json,
    Offer,
    Refusals,
    Subset,
    Transaction,
    View,
    put_token,
    refuse,
    replace_token,
    tokens_of,
)

from .national_values import HOMES, home_places, national


@dataclass(frozen=True, slots=True)
class Station:
    """A station of a merged corporation: its owner before, hex and city."""

    corporation: str
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class ExchangeTokens(Action):
    """Choose which further stations of the merged corporations the national keeps."""

    kind: ClassVar[str] = "exchange_tokens"
    corporation: str
    tokens: tuple[Station, ...]


def exchange_tokens(tx: Transaction, name: str, merging: tuple[str, ...]) -> tuple[str, ...]:
    """Replace home stations, take all other tokens up and ask which of them to keep.

    Returns:
        The home stations replaced, as ``hex/city``.
    """
    homes: list[str] = []
    candidates: list[Station] = []
    for corporation in merging:
        home = home_places(tx.view, corporation)
        for hex_id, city in tuple(tokens_of(tx.view, corporation)):
            if (hex_id, city) not in home:
                candidates.append(Station(corporation, hex_id, city))
                continue
            taken = (hex_id, city) in tuple(tokens_of(tx.view, name))
            replace_token(tx, hex_id, city, corporation, None if taken else name)
            homes.append(f"{hex_id}/{city}")
    held = set(tokens_of(tx.view, name))
    open_ones = [s for s in candidates if (s.hex, s.city) not in held]
    for station in candidates:
        replace_token(tx, station.hex, station.city, station.corporation, None)
    known = dict(cast("Mapping[str, tuple[str, ...]]", tx.view.state.memory.get(HOMES, {})))
    known[name] = tuple(dict.fromkeys(homes))
    tx.remember(HOMES, known)
    president = tx.view.president(name)
    most = cast(int, national(tx.view, name)["tokens_replaced_per_corporation"])
    if open_ones and president is not None and most > 0:
        stations: tuple[Json, ...] = tuple(
            {"corporation": s.corporation, "hex": s.hex, "city": s.city} for s in open_ones
        )
        tx.ask(Decision("exchange_tokens", president, name, {"stations": stations, "most": most}))
    return tuple(homes)


class ExchangeTokensDecision(DecisionStep):
    """Answers ``exchange_tokens``."""

    name: ClassVar[str] = "exchange_tokens"
    accepts: ClassVar[tuple[type[Action], ...]] = (ExchangeTokens,)

    def _stations(self, view: View) -> tuple[Station, ...]:
        listed = cast("tuple[Mapping[str, Json], ...]", self.decision(view).data["stations"])
        return tuple(Station(str(s["corporation"]), str(s["hex"]), cast(int, s["city"])) for s in listed)

    def offers(self, view: View) -> Iterator[Offer]:
        decision = self.decision(view)
        assert decision.corporation is not None
        stations = self._stations(view)
        yield Offer(
            ExchangeTokens(decision.actor, decision.corporation, self._usual(view)),
            {"tokens": Subset(stations, 0, len(stations), self._groups(view))},
        )

    def _groups(self, view: View) -> tuple[tuple[tuple[object, ...], int], ...]:
        """Stations of one merged corporation, up to the limit; stations in one city, once."""
        stations, most = self._stations(view), cast(int, self.decision(view).data["most"])
        owners = dict.fromkeys(s.corporation for s in stations)
        places = dict.fromkeys((s.hex, s.city) for s in stations)
        return (
            *((tuple(s for s in stations if s.corporation == owner), most) for owner in owners),
            *((tuple(s for s in stations if (s.hex, s.city) == place), 1) for place in places),
        )

    def _usual(self, view: View) -> tuple[Station, ...]:
        """As many stations as allowed, the first ones of each corporation."""
        chosen: list[Station] = []
        for station in self._stations(view):
            if not self._too_many(view, (*chosen, station)):
                chosen.append(station)
        return tuple(chosen)

    def _too_many(self, view: View, tokens: tuple[Station, ...]) -> Refusals:
        most = cast(int, self.decision(view).data["most"])
        for one, two in combinations(tokens, 2):
            if (one.hex, one.city) == (two.hex, two.city):
                return refuse("national.same_city", f"one token is enough in {one.hex}")
        for corporation in dict.fromkeys(s.corporation for s in tokens):
            count = sum(1 for s in tokens if s.corporation == corporation)
            if count > most:
                return refuse(
                    "national.too_many",
                    f"{most} further station(s) of {corporation} may be kept, not {count}",
                )
        return ()

    def check(self, view: View, action: Action) -> Refusals:
        assert isinstance(action, ExchangeTokens)
        if action.corporation != self.decision(view).corporation:
            return refuse(
                "national.other", f"the stations of {self.decision(view).corporation} are chosen now"
            )
        stations = self._stations(view)
        for station in action.tokens:
            if station not in stations:
                return refuse(
                    "national.no_station", f"{station.corporation} had no such station in {station.hex}"
                )
        return self._too_many(view, action.tokens)

    def perform(self, tx: Transaction, action: Action) -> None:
        assert isinstance(action, ExchangeTokens)
        tx.answered()
        for station in action.tokens:
            put_token(tx, action.corporation, station.hex, station.city)
        tx.emit(
            "tokens_exchanged",
            corporation=action.corporation,
            hexes=tuple(f"{s.hex}/{s.city}" for s in action.tokens),
        )
