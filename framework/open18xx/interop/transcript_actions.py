"""Actions of recorded games in transcript form, put into our own.

A transcript leaves out passes of an operating turn, consents and everything that follows by itself.
What it tells is resolved: names, prices, places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from open18xx.actions.base import Action
from open18xx.actions.kinds import (
    Bid,
    BuyPrivate,
    BuyShares,
    BuyTrain,
    DeclareDividend,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
    SetStartPrice,
    StartCorporation,
    TradeOwnShares,
    UsePower,
)
from open18xx.engine.game import Game
from open18xx.rules.running import best_routes, runs_of

Entry = Mapping[str, Any]


class BadEntry(Exception):
    """An entry of the transcript that says nothing a game can use; the text says why."""


class Translator:
    """Turns entries of one transcript into actions.

    Args:
        players: names as the transcript uses them, in seat order.
    """

    def __init__(self, game: Game, players: tuple[str, ...]) -> None:
        self.game = game
        self._ids = {name: f"player-{seat}" for seat, name in enumerate(players, 1)}

    def owner(self, name: object) -> str:
        """Our id of an owner: a player, a corporation, pool, bank."""
        if not isinstance(name, str):
            raise BadEntry(f"{name!r} is no owner")
        return self._ids.get(name, name)

    def actions(self, entry: Entry) -> tuple[Action, ...]:
        """Our actions for an entry of kind ``action`` or ``correction``; none for those without any.

        Raises:
            BadEntry: unknown type, or a field is missing or of the wrong kind.
        """
        kind = entry.get("type")
        if kind in ("declare_destinations", "take_loans", "begin", "end"):
            return ()
        if not isinstance(kind, str) or kind not in self._table():
            raise BadEntry(f"unknown action type {kind!r}")
        try:
            return self._table()[kind](entry)
        except KeyError as error:
            raise BadEntry(f"{kind}: field {error} is missing") from error

    def _table(self) -> dict[str, Callable[[Entry], tuple[Action, ...]]]:
        return {
            "bid": lambda e: (Bid(self.owner(e["player"]), e["private"], e["amount"]),),
            "buy_private": self._buy_private,
            "set_start_price": self._set_start_price,
            "pass": lambda e: (Pass(self.owner(e["player"])),),
            "start_corporation": lambda e: (
                StartCorporation(self.owner(e["player"]), e["corporation"], e["price"]),
            ),
            "buy_shares": lambda e: (
                BuyShares(self.owner(e["player"]), e["corporation"], e["from"], e["count"]),
            ),
            "sell_shares": lambda e: (SellShares(self.owner(e["player"]), e["corporation"], e["count"]),),
            "buy_bonds": lambda e: tuple(
                self._own("buy_bond", self.owner(e["player"])) for _ in range(e["count"])
            ),
            "sell_bonds": lambda e: (self._own("sell_bonds", self.owner(e["player"]), count=e["count"]),),
            "lay_tile": self._lay_tile,
            "place_token": lambda e: (PlaceToken(self._president(e), e["corporation"], e["hex"], e["city"]),),
            "place_mail_token": lambda e: (
                UsePower(self._president(e), e["corporation"], e["private"], e["hex"]),
            ),
            "use_train_limit_right": lambda e: (
                UsePower(self._president(e), e["corporation"], e["private"]),
            ),
            "convert": lambda e: (self._own("convert", self._president(e), corporation=e["corporation"]),),
            "run_trains": self._run_trains,
            "dividend": self._dividend,
            "buy_train": lambda e: (
                BuyTrain(self._president(e), e["corporation"], e["train"], self.owner(e["from"]), e["price"]),
            ),
            "discard_train": lambda e: (DiscardTrain(self._president(e), e["corporation"], e["train"]),),
            "repay_loans": lambda e: (
                self._own("repay_loans", self._president(e), corporation=e["corporation"], count=e["count"]),
            ),
            "redeem_bonds": self._redeem_bonds,
            "buy_own_shares": lambda e: (TradeOwnShares(self._president(e), e["corporation"], e["count"]),),
            "sell_own_shares": lambda e: (TradeOwnShares(self._president(e), e["corporation"], -e["count"]),),
            "exchange_tokens": self._exchange_tokens,
        }

    def _own(self, kind: str, actor: str, **fields: object) -> Action:
        """An action type that the title's hooks define."""
        return self.game.context.codec.from_json({"type": kind, "actor": actor, **fields})

    def _president(self, entry: Entry) -> str:
        corporation = entry["corporation"]
        if corporation not in self.game.state.certificates:
            raise BadEntry(f"there is no corporation {corporation!r}")
        president = self.game.view.president(corporation)
        if president is None:
            raise BadEntry(f"{corporation} has no president at this point")
        return president

    def _buy_private(self, entry: Entry) -> tuple[Action, ...]:
        buyer = self.owner(entry["player"])
        bought: tuple[Action, ...] = (BuyPrivate(buyer, entry["private"]),)
        if "start_price" not in entry:
            return bought
        printed = self.game.title.companies.privates.get(entry["private"])
        granted = [g.corporation for g in printed.grants if g.certificate == "president"] if printed else []
        return (*bought, *(SetStartPrice(buyer, c, entry["start_price"]) for c in granted))

    def _set_start_price(self, entry: Entry) -> tuple[Action, ...]:
        return (SetStartPrice(self.owner(entry["player"]), entry["corporation"], entry["price"]),)

    def _lay_tile(self, entry: Entry) -> tuple[Action, ...]:
        return (
            LayTile(
                self._president(entry),
                entry["corporation"],
                entry["hex"],
                entry["tile"],
                entry["rotation"],
                entry.get("private"),
            ),
        )

    def _run_trains(self, entry: Entry) -> tuple[Action, ...]:
        corporation = entry["corporation"]
        president = self._president(entry)
        if not self.game.view.trains(corporation):
            return ()
        return (RunRoutes(president, corporation, runs_of(best_routes(self.game.view, corporation))),)

    def _dividend(self, entry: Entry) -> tuple[Action, ...]:
        if entry["choice"] == "none":
            return ()
        return (DeclareDividend(self._president(entry), entry["corporation"], entry["choice"]),)

    def _redeem_bonds(self, entry: Entry) -> tuple[Action, ...]:
        fields = {
            "corporation": entry["corporation"],
            "count": entry["count"],
            "source": self.owner(entry["from"]),
        }
        return (self._own("redeem_bonds", self._president(entry), **fields),)

    def _exchange_tokens(self, entry: Entry) -> tuple[Action, ...]:
        stations = [{"corporation": t["from"], "hex": t["hex"], "city": t["city"]} for t in entry["tokens"]]
        fields = {"corporation": entry["corporation"], "tokens": stations}
        return (self._own("exchange_tokens", self.owner(entry["player"]), **fields),)
