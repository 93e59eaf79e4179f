"""Any game of 1826 as a transcript: what a recording of it would tell, and what it would leave out.

Passes in operating turns, agreements and the second half of a stock turn leave no entry.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    Respond,
    RunRoutes,
    SellShares,
    SetStartPrice,
    StartCorporation,
    TradeOwnShares,
    UsePower,
)
from open18xx.engine.game import Game, Turn

Entry = dict[str, Any]


class TranscriptWriter:
    """Writes the entries of one game.

    Args:
        sales_first: tell the sales of a president in need before the purchase they are for.
    """

    def __init__(self, game: Game, *, sales_first: bool = False) -> None:
        self.sales_first = sales_first
        self.held: list[Entry] = []
        self.game = game
        self.names = {p: game.view.name(p) for p in game.state.players}
        self.entries: list[Entry] = []
        self.turn = 0

    def document(self) -> Entry:
        """The whole transcript."""
        self._checks(self.game.turns[0])
        for before, turn in zip(self.game.turns, self.game.turns[1:], strict=False):
            self._turn(before, turn)
        for number, entry in enumerate(self.entries, 1):
            entry["seq"] = number
        (started,) = [e for e in self.game.turns[0].events if e.kind == "game_started"]
        return {
            "format": "1826-transcript",
            "format_version": 1,
            "title": "1826",
            "players": list(started.facts["players"]),
            "options": {},
            "readings": [],
            "events": self.entries,
        }

    def _action(self, type_: str, **fields: object) -> None:
        self.entries.append({"kind": "action", "type": type_, **fields})

    def _check(self, type_: str, **fields: object) -> None:
        self.entries.append({"kind": "check", "type": type_, **fields})

    def _turn(self, before: Turn, turn: Turn) -> None:
        action = turn.action
        assert action is not None
        at = len(self.entries)
        told = [e for e in turn.events if e.kind == "loans_taken"]
        for event in told:
            self._action("take_loans", **event.facts)
        for type_, fields in self._fields(action, before, turn):
            self._action(type_, **fields)
        if self.sales_first and any(asked.kind == "raise_money" for asked in turn.state.pending):
            if isinstance(action, BuyTrain):
                self.held = self.entries[at:]
                del self.entries[at:]
        else:
            self.entries += self.held
            self.held = []
        self._checks(turn)

    def _fields(self, action: Action, before: Turn, turn: Turn) -> Iterator[tuple[str, Entry]]:
        player = {"player": self.names[action.actor]}
        stock = before.state.round.kind == "stock"
        kept = before.state.round.turn.acted
        match action:
            case Bid():
                yield "bid", {**player, "private": action.private, "amount": action.amount}
            case BuyPrivate():
                yield "buy_private", {**player, "private": action.private}
            case SetStartPrice():
                yield "set_start_price", {**player, "corporation": action.corporation, "price": action.price}
            case StartCorporation():
                yield (
                    "start_corporation",
                    {**player, "corporation": action.corporation, "price": action.price},
                )
            case BuyShares():
                yield (
                    "buy_shares",
                    {
                        **player,
                        "corporation": action.corporation,
                        "count": action.shares,
                        "from": action.source,
                    },
                )
            case SellShares():
                yield "sell_shares", {**player, "corporation": action.corporation, "count": action.shares}
            case Pass():
                if before.state.round.kind == "auction" or (stock and not kept):
                    yield "pass", player
            case LayTile():
                yield (
                    "lay_tile",
                    {
                        "corporation": action.corporation,
                        "hex": action.hex,
                        "tile": action.tile,
                        "rotation": action.rotation,
                        "private": action.private,
                    },
                )
            case PlaceToken():
                yield (
                    "place_token",
                    {"corporation": action.corporation, "hex": action.hex, "city": action.city},
                )
            case UsePower():
                told = {"corporation": action.corporation, "private": action.private, "hex": action.hex}
                yield ("place_mail_token" if action.hex else "use_train_limit_right"), told
            case RunRoutes() | DeclareDividend() | Respond():
                pass  # told from the events, for corporations without a run as well
            case BuyTrain():
                yield (
                    "buy_train",
                    {
                        "corporation": action.corporation,
                        "train": action.train,
                        "from": action.source,
                        "price": action.price,
                    },
                )
            case DiscardTrain():
                yield "discard_train", {"corporation": action.corporation, "train": action.train}
            case TradeOwnShares():
                way = "buy_own_shares" if action.shares > 0 else "sell_own_shares"
                yield way, {"corporation": action.corporation, "count": abs(action.shares)}
            case _:
                yield from self._of_hooks(self.game.context.codec.to_json(action), player)

    def _of_hooks(self, data: Entry, player: Entry) -> Iterator[tuple[str, Entry]]:
        fields = {key: value for key, value in data.items() if key not in ("type", "actor")}
        match data["type"]:
            case "buy_bond":
                yield "buy_bonds", {**player, "count": 1}
            case "sell_bonds":
                yield "sell_bonds", {**player, **fields}
            case "redeem_bonds":
                source = fields.pop("source")
                yield "redeem_bonds", {**fields, "from": self.names.get(source, source)}
            case "exchange_tokens":
                tokens = [
                    {"from": t["corporation"], "hex": t["hex"], "city": t["city"]} for t in fields["tokens"]
                ]
                yield "exchange_tokens", {**player, "corporation": fields["corporation"], "tokens": tokens}
            case "convert" | "repay_loans":
                yield data["type"], fields
            case _:
                raise AssertionError(data)

    def _payout(self, payout: Entry) -> Entry:
        owner = payout["to"]
        to = "treasury" if owner in self.game.state.certificates else self.names.get(owner, owner)
        return {**payout, "to": to}

    def _checks(self, turn: Turn) -> None:
        for event in turn.events:
            facts = event.facts
            match event.kind:
                case "routes_run":
                    self._action("run_trains", corporation=facts["corporation"], revenue=facts["earnings"])
                case "dividend_declared":
                    told = {k: facts[k] for k in ("corporation", "choice", "earnings", "distributed")}
                    self._action("dividend", **told, payouts=[self._payout(p) for p in facts["payouts"]])
                case "turn_started":
                    president = self.names[str(facts["president"])]
                    self._check("operates", corporation=facts["corporation"], president=president)
                case "round_ended" if facts["round"] != "auction":
                    self._check("round_end", round=facts["round"])
                case "round_started":
                    told = {"round": facts["round"], "number": facts["number"]}
                    if facts["round"] == "operating":
                        told |= {"set": facts["number"], "number": facts["index"]}
                    if "priority" in facts:
                        told["priority"] = self.names[str(facts["priority"])]
                    self._check("round_start", **told)
                case _:
                    pass
