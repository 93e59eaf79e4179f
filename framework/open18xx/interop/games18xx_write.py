"""Writing a game as a file of 18xx.games.

Each of our actions becomes one move. What such a file cannot hold (moderators' corrections, actions that
only a title of ours knows) is refused with the number of the action.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from open18xx.actions.base import Action
from open18xx.actions.kinds import (
    Bid,
    BuyMarker,
    BuyOwnedPrivate,
    BuyPrivate,
    BuyShares,
    BuyTrain,
    ChooseHome,
    Correct,
    DeclareBankruptcy,
    DeclareDividend,
    DiscardTrain,
    ExchangePrivate,
    LayPowerTile,
    LayTile,
    Pass,
    PlaceHomeToken,
    PlacePowerToken,
    PlaceToken,
    Respond,
    RunRoutes,
    SellShares,
    SetStartPrice,
    StartCorporation,
    TradeOwnShares,
)
from open18xx.engine.game import Game, Turn
from open18xx.errors import GameFileError
from open18xx.interop.games18xx_routes import written_route
from open18xx.interop.games18xx_shares import Named, ShareLists, source_holder
from open18xx.rules.privates import offer_price
from open18xx.rules.running import routes_of
from open18xx.state.changes import MoveCertificates
from open18xx.state.game_state import BANK, train_type
from open18xx.state.view import View

Entry = dict[str, object]

_DIVIDENDS = {"full": "payout", "withhold": "withhold", "half": "half"}
#: The site's words for our reasons for the end.
_REASONS = {
    "bank_broken": "bank",
    "bankruptcy": "bankrupt",
    "agreed": "manually_ended",
    "price_reached": "stock_market",
    "last_phase": "final_phase",
}


def game_as_recording(game: Game) -> dict[str, object]:
    """The document of a game file of 18xx.games.

    Raises:
        GameFileError: an action that such a file cannot hold; with its number.
    """
    writer = _Writer(game)
    moves = writer.moves()
    players = [{"id": seat, "name": name} for seat, name in enumerate(game.state.names, start=1)]
    document: dict[str, object] = {
        "id": 0,
        "title": game.title.name,
        "players": players,
        "settings": {"seed": game.seed or 0, "optional_rules": sorted(game.title.active_options)},
        "status": "finished" if game.is_over else "active",
    }
    if game.is_over:
        worth = game.result()
        by_seat = {str(seat): worth[name] for seat, name in enumerate(game.state.names, start=1)}
        document["result"] = by_seat
        document["game_end_reason"] = _REASONS.get(game.state.end_reason, game.state.end_reason)
    document["actions"] = moves
    return document


def recording_text(document: Mapping[str, object]) -> str:
    """The text of such a file: one key or one move a line."""
    lines = []
    for key, value in document.items():
        if key == "actions" and isinstance(value, list) and value:
            moves = ",\n".join(json.dumps(move, ensure_ascii=False) for move in value)
            lines.append(f'"actions":[\n{moves}\n]')
        else:
            lines.append(f"{json.dumps(key)}:{json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


class _Writer:
    """Makes actions into moves and follows the site's names for things."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.view = self._view(game.turns[0])
        self.shares = ShareLists(self.view)
        self.tiles: dict[str, str] = {}
        self.named: Named | None = None
        self.turn = game.turns[0]

    def _view(self, turn: Turn) -> View:
        return View(self.game.title, turn.state, self.game.context.hooks)

    def moves(self) -> list[Entry]:
        """All moves, numbered from 1."""
        moves: list[Entry] = []
        for number, turn in _whole_turns(self.game.turns):
            self.turn = turn
            self.named = None
            assert turn.action is not None
            try:
                move = self._move(turn.action)
                self.shares.follow(turn.action, turn, self.named)
            except GameFileError as error:
                raise GameFileError(error.message, number) from None
            moves.append({"type": move.pop("type"), "id": len(moves) + 1, **move})
            self.view = self._view(turn)
        return moves

    def _move(self, action: Action) -> Entry:
        make = _MAKERS.get(type(action))
        if make is None:
            raise GameFileError(f"files of 18xx.games have nothing like {action.kind!r}")
        return make(self, action)

    # -- who -----------------------------------------------------------------------------------

    def seat(self, player: str) -> int:
        """Number of a player in the file."""
        return self.view.state.players.index(player) + 1

    def by_player(self, type_: str, action: Action, /, **fields: object) -> Entry:
        """A move of a player."""
        return {"type": type_, "entity": self.seat(action.actor), "entity_type": "player", **fields}

    @staticmethod
    def by_corporation(type_: str, corporation: str, /, **fields: object) -> Entry:
        """A move of a corporation."""
        return {"type": type_, "entity": corporation, "entity_type": "corporation", **fields}

    @staticmethod
    def by_private(type_: str, private: str, /, **fields: object) -> Entry:
        """A move of a private company."""
        return {"type": type_, "entity": private, "entity_type": "company", **fields}

    def share_names(self, named: Named) -> dict[str, object]:
        """Fields that name certificates."""
        self.named = named
        names = [f"{named.corporation}_{number}" for number in named.numbers]
        percent = named.shares * self.view.structure(named.corporation).percent_per_share
        return {"shares": names, "percent": percent}

    # -- auction and stock ---------------------------------------------------------------------

    def _buy_private(self, action: BuyPrivate) -> Entry:
        price = offer_price(self.view, action.private)
        return self.by_player("bid", action, company=action.private, price=price)

    def _bid(self, action: Bid) -> Entry:
        return self.by_player("bid", action, company=action.private, price=action.amount)

    def _start(self, action: StartCorporation | SetStartPrice) -> Entry:
        place = self.turn.state.market[action.corporation]
        cell = f"{action.price},{place.row},{place.column}"
        return self.by_player("par", action, corporation=action.corporation, share_price=cell)

    def _buy_shares(self, action: BuyShares) -> Entry:
        holder = source_holder(action.source, action.corporation)
        named = self.shares.purchase(action.corporation, holder, action.shares)
        return self.by_player("buy_shares", action, **self.share_names(named))

    def _sell_shares(self, action: SellShares) -> Entry:
        named = self.shares.sale(action.corporation, action.actor, action.shares)
        return self.by_player("sell_shares", action, **self.share_names(named))

    def _own_shares(self, action: TradeOwnShares) -> Entry:
        name = action.corporation
        if action.shares > 0:
            named = self.shares.purchase(name, source_holder("pool", name), action.shares)
            return self.by_corporation("buy_shares", name, **self.share_names(named))
        named = self.shares.purchase(name, name, -action.shares)
        price = self.fact("own_shares_reissued", "price")
        return self.by_corporation("sell_shares", name, **self.share_names(named), share_price=price)

    def _exchange(self, action: ExchangePrivate) -> Entry:
        before, owner = self.view.state.certificates, self.view.state.privates[action.private]
        for change in self.turn.changes:  # the share comes first; a change of the presidency may follow
            if isinstance(change, MoveCertificates) and change.owner == owner:
                name, index = change.corporation, change.indices[0]
                named = self.shares.purchase(name, before[name][index], self.shares.size(name, (index,)))
                return self.by_private("buy_shares", action.private, **self.share_names(named))
        raise GameFileError(f"no share has been given for {action.private}")

    def _buy_owned_private(self, action: BuyOwnedPrivate) -> Entry:
        fields: Entry = {"company": action.private, "price": action.price}
        if action.corporation is None:
            return self.by_player("buy_company", action, **fields)
        return self.by_corporation("buy_company", action.corporation, **fields)

    def _choose_home(self, action: ChooseHome) -> Entry:
        name = self.game.title.map.hexes[action.hex].name
        return self.by_player("choose", action, choice=f"{name} ({action.hex})".strip())

    def _pass(self, action: Pass) -> Entry:
        pending = self.view.state.pending
        if pending:
            private = pending[-1].data.get("private")
            if isinstance(private, str):
                return self.by_private("pass", private)
        round_ = self.view.state.round
        if round_.kind == "operating":
            return self.by_corporation("pass", self.view.operating)
        return self.by_player("pass", action)

    # -- operating -----------------------------------------------------------------------------

    def _copy(self, tile: str, hex_id: str) -> str:
        """The site's name of the copy that is laid: the first one that lies nowhere."""
        lying = {copy for place, copy in self.tiles.items() if place != hex_id}
        number = 0
        while f"{tile}-{number}" in lying:
            number += 1
        self.tiles[hex_id] = f"{tile}-{number}"
        return self.tiles[hex_id]

    def _lay(self, action: LayTile | LayPowerTile) -> Entry:
        fields: Entry = {
            "hex": action.hex,
            "tile": self._copy(action.tile, action.hex),
            "rotation": action.rotation,
        }
        if action.private is not None:
            return self.by_private("lay_tile", action.private, **fields)
        assert isinstance(action, LayTile)
        return self.by_corporation("lay_tile", action.corporation, **fields)

    def _token(self, action: PlaceToken | PlaceHomeToken | PlacePowerToken) -> Entry:
        tile = self.tiles.get(action.hex, f"{action.hex}-0")
        cities = self.view.state.tokens.get(action.hex, ())
        slots = cities[action.city] if action.city < len(cities) else ()
        fields: Entry = {
            "city": f"{tile}-{action.city}",
            "slot": slots.index(None) if None in slots else 0,
            "tokener": action.corporation,
        }
        if isinstance(action, PlacePowerToken):
            return self.by_private("place_token", action.private, **fields)
        pending = self.view.state.pending
        private = pending[-1].data.get("private") if pending else None
        if isinstance(private, str):
            return self.by_private("place_token", private, **fields)
        # Whoever lays track under another's token says where it goes: the move is that of the one who lays.
        asked = self.view.operating if isinstance(action, PlaceHomeToken) and pending else None
        return self.by_corporation("place_token", asked or action.corporation, **fields)

    def _run(self, action: RunRoutes) -> Entry:
        routes, refusals = routes_of(self.view, action.corporation, action.runs)
        if refusals:
            raise GameFileError(refusals[0].message)
        free = [_train_name(train) for train in self.view.trains(action.corporation)]
        written = []
        for route in routes:
            train = next(name for name in free if train_type(name) == route.train_id)
            free.remove(train)
            written.append(written_route(route, train))
        return self.by_corporation(
            "run_routes", action.corporation, routes=written, extra_revenue=0, subsidy=0
        )

    def _dividend(self, action: DeclareDividend) -> Entry:
        return self.by_corporation("dividend", action.corporation, kind=_DIVIDENDS[action.choice])

    def _buy_train(self, action: BuyTrain) -> Entry:
        before, after = self.view.state.trains, self.turn.state.trains
        mine = before.get(action.corporation, ())
        wherever = {train for held in after.values() for train in held}
        if action.source == BANK:
            number = self.view.state.issued[action.train]
            name = f"{action.train}-{number}"
        else:
            held = before.get(action.source, ())
            left = after.get(action.source, ())
            gone = [t for t in held if t not in left or t not in wherever]
            train = next((t for t in gone if train_type(t) == action.train), None)
            if train is None:
                raise GameFileError(f"the {action.train} train bought from {action.source} cannot be named")
            name = _train_name(train)
        fields: Entry = {"train": name, "price": action.price, "variant": action.train}
        if action.exchange is not None:
            given = next((t for t in mine if train_type(t) == action.exchange), None)
            kept = after.get(action.corporation, ())
            given = next((t for t in mine if train_type(t) == action.exchange and t not in kept), given)
            fields["exchange"] = _train_name(str(given))
        return self.by_corporation("buy_train", action.corporation, **fields)

    def _discard(self, action: DiscardTrain) -> Entry:
        kept = self.turn.state.trains.get(action.corporation, ())
        held = [t for t in self.view.trains(action.corporation) if train_type(t) == action.train]
        train = next((t for t in held if t not in kept), held[0])
        return self.by_corporation("discard_train", action.corporation, train=_train_name(train))

    def _bankrupt(self, action: DeclareBankruptcy) -> Entry:
        return self.by_corporation("bankrupt", action.corporation)

    def _marker(self, action: BuyMarker) -> Entry:
        cost = self.fact("marker_bought", "cost")
        description = f"{action.marker} marker".capitalize()
        return self.by_corporation("special_buy", action.corporation, description=description, cost=cost)

    def _correct(self, action: Correct) -> Entry:
        if action.what != "end":
            raise GameFileError("files of 18xx.games have nothing like a moderator's correction")
        return self.by_player("end_game", action)

    def fact(self, event: str, key: str) -> object:
        """A fact of an event of this action."""
        return next((e.facts[key] for e in self.turn.events if e.kind == event), None)


def _whole_turns(turns: Sequence[Turn]) -> Iterator[tuple[int, Turn]]:
    """Actions with their numbers; one that needed consent together with the answer.

    On the site people agree among themselves: what was refused, or not answered yet, leaves no trace there.
    """
    place = 1
    while place < len(turns):
        number, turn = place, turns[place]
        place += 1
        refused = any(asked.kind == "consent" for asked in turn.state.pending)
        while place < len(turns) and isinstance(answer := turns[place].action, Respond):
            later = turns[place]
            turn = Turn(
                turn.action, later.state, (*turn.events, *later.events), (*turn.changes, *later.changes)
            )
            refused = not answer.agree or any(asked.kind == "consent" for asked in later.state.pending)
            place += 1
        if not refused:
            yield number, turn


def _train_name(train: str) -> str:
    """The site counts the trains of a type from 0, we from 1."""
    kind, _, number = train.rpartition("-")
    return f"{kind}-{int(number) - 1}"


_MAKERS: Mapping[type[Action], Callable[..., Entry]] = {
    Bid: _Writer._bid,
    BuyMarker: _Writer._marker,
    BuyOwnedPrivate: _Writer._buy_owned_private,
    BuyPrivate: _Writer._buy_private,
    BuyShares: _Writer._buy_shares,
    BuyTrain: _Writer._buy_train,
    ChooseHome: _Writer._choose_home,
    Correct: _Writer._correct,
    DeclareBankruptcy: _Writer._bankrupt,
    DeclareDividend: _Writer._dividend,
    DiscardTrain: _Writer._discard,
    ExchangePrivate: _Writer._exchange,
    LayPowerTile: _Writer._lay,
    LayTile: _Writer._lay,
    Pass: _Writer._pass,
    PlaceHomeToken: _Writer._token,
    PlacePowerToken: _Writer._token,
    PlaceToken: _Writer._token,
    RunRoutes: _Writer._run,
    SellShares: _Writer._sell_shares,
    SetStartPrice: _Writer._start,
    StartCorporation: _Writer._start,
    TradeOwnShares: _Writer._own_shares,
}
