"""Moves of 18xx.games as actions of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, cast

from open18xx.abilities.lays import lay_user
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
    RunRoutes,
    SellShares,
    SetStartPrice,
    ShareSource,
    StartCorporation,
    TradeOwnShares,
)
from open18xx.engine.game import Game
from open18xx.errors import GameFileError
from open18xx.interop.games18xx_file import Move
from open18xx.interop.games18xx_ids import GenericCity, Whereabouts, market_cell, split_last, split_share
from open18xx.interop.games18xx_routes import ReadRoute, read_routes
from open18xx.rules.privates import controller, front_private
from open18xx.state.events import Event
from open18xx.state.game_state import IPO, POOL, is_player, player_id
from open18xx.state.view import View

_DIVIDENDS = {"payout": "full", "withhold": "withhold", "half": "half"}


class Translator:
    """Makes moves into actions and follows the names of the file.

    Attributes:
        where: where tiles, shares and trains of the file are.
        routes: the routes of the last ``run_routes``, as read.
    """

    def __init__(self, game: Game, player_ids: tuple[str, ...], names: tuple[str, ...] = ()) -> None:
        self.game = game
        self.where = Whereabouts(left_ipo=_dealt(game.view))
        self.routes: tuple[ReadRoute, ...] = ()
        self._players = {name: player_id(seat) for seat, name in enumerate(names, start=1)}
        self._players |= {number: player_id(seat) for seat, number in enumerate(player_ids, start=1)}

    def action(self, move: Move) -> Action:
        """The action of a move in the present position.

        Raises:
            GameFileError: an unknown type, or fields that make no sense.
        """
        make = _MAKERS.get(move.type)
        if make is None:
            raise GameFileError(
                f"moves of type {move.type!r:.40} are not known for {self.game.title.name}", move.id
            )
        try:
            return make(self, move)
        except GameFileError as error:
            if error.sequence is None:
                raise GameFileError(error.message, move.id) from None
            raise

    # -- who -------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The present position."""
        return self.game.view

    def player(self, move: Move) -> str:
        """The player who makes a move.

        Raises:
            GameFileError: the file has no such player.
        """
        player = self._players.get(move.entity)
        if player is None:
            raise GameFileError(f"{move.type}: there is no player {move.entity!r:.40}", move.id)
        return player

    def corporation(self, move: Move, name: str | None = None) -> str:
        """A corporation of the title; the entity of the move if none is named."""
        corporation = move.entity if name is None else name
        if corporation not in self.view.state.corporations:
            raise GameFileError(f"{move.type}: there is no corporation {corporation!r:.40}", move.id)
        return corporation

    def private(self, move: Move, name: str | None = None) -> str:
        """A private company of the title; the entity of the move if none is named."""
        private = move.entity if name is None else name
        if private not in self.view.state.privates:
            raise GameFileError(f"{move.type}: there is no private company {private!r:.40}", move.id)
        return private

    def president(self, move: Move) -> str:
        """The player who acts for the corporation of a move."""
        corporation = self.corporation(move)
        president = self.view.president(corporation)
        if president is None:
            raise GameFileError(f"{move.type}: {corporation} has no president", move.id)
        return president

    def asked(self) -> str:
        """The player who is asked now."""
        return self.game.actor() or ""

    def owner_of(self, private: str, move: Move) -> str:
        """The player who decides for a private company."""
        pending = self.view.state.pending
        if pending and pending[-1].data.get("private") == private:
            return pending[-1].actor
        player = lay_user(self.view, private) or controller(self.view, private)
        if player is None:
            raise GameFileError(f"{move.type}: nobody owns {private}", move.id)
        return player

    # -- auction and stock -------------------------------------------------------------------

    def _bid(self, move: Move) -> Action:
        player, private = self.player(move), self.private(move, move.text("company"))
        price, state = move.number("price"), self.view.state
        if private == front_private(self.view) and not state.bids.get(private):
            return BuyPrivate(player, private)
        return Bid(player, private, price)

    def _par(self, move: Move) -> Action:
        player, corporation = self.player(move), self.corporation(move, move.text("corporation"))
        price, _, _ = market_cell(move.text("share_price"))
        pending = self.view.state.pending
        if pending and pending[-1].kind == "start_price":
            return SetStartPrice(player, corporation, price)
        return StartCorporation(player, corporation, price)

    def _shares(self, move: Move) -> tuple[str, tuple[tuple[str, int], ...]]:
        """Corporation and certificates that a move names."""
        shares = tuple(split_share(share) for share in move.texts("shares"))
        corporations = {corporation for corporation, _ in shares}
        if len(corporations) != 1:
            raise GameFileError(f"{move.type}: shares of one corporation are named in a move", move.id)
        return self.corporation(move, corporations.pop()), shares

    def size_of(self, corporation: str, number: int, move: Move) -> int:
        """Shares on a certificate."""
        sizes = self.view.structure(corporation).certificates
        if number >= len(sizes):
            raise GameFileError(f"{move.type}: {corporation} has no share number {number}", move.id)
        return sizes[number]

    def _buy_shares(self, move: Move) -> Action:
        corporation, shares = self._shares(move)
        source = self.where.share_source(shares[0])
        if move.entity_type == "company":
            private = self.private(move)
            lies: Literal["ipo", "pool"] = "pool" if source == POOL else "ipo"
            return ExchangePrivate(self.owner_of(private, move), private, lies)
        count = sum(self.size_of(corporation, number, move) for _, number in shares)
        if move.entity_type == "corporation":
            return TradeOwnShares(self.president(move), self.corporation(move), count)
        word: ShareSource = "pool" if source == POOL else "ipo"
        for_sale = self.game.title.policies.stock.treasury_for_sale
        if word == "ipo" and for_sale and corporation in self.view.state.certificates[corporation]:
            word = "treasury"
        return BuyShares(self.player(move), corporation, word, count)

    def _sell_shares(self, move: Move) -> Action:
        corporation, shares = self._shares(move)
        percent = move.data.get("percent")
        count = sum(self.size_of(corporation, number, move) for _, number in shares)
        if percent is not None:
            part = self.view.structure(corporation).percent_per_share
            count = min(count, move.number("percent") // part)
        if move.entity_type == "corporation":
            return TradeOwnShares(self.president(move), self.corporation(move), -count)
        return SellShares(self.player(move), corporation, count)

    def _buy_company(self, move: Move) -> Action:
        private, price = self.private(move, move.text("company")), move.number("price")
        if move.entity_type == "player":
            return BuyOwnedPrivate(self.player(move), private, price)
        return BuyOwnedPrivate(self.president(move), private, price, self.corporation(move))

    def _pass(self, move: Move) -> Action:
        if move.entity_type == "player":
            return Pass(self.player(move))
        if move.entity_type == "company":
            return Pass(self.owner_of(self.private(move), move))
        return Pass(self.president(move))

    # -- operating ---------------------------------------------------------------------------

    def _lay_tile(self, move: Move) -> Action:
        hex_id, rotation = move.text("hex"), move.number("rotation") % 6
        tile, _ = split_last(move.text("tile"), "tile")
        entry = self.game.title.tiles.entries.get(tile)
        if entry is not None:
            rotation = entry.tile.same_as[rotation]
        if move.entity_type == "company":
            private = self.private(move)
            return LayPowerTile(self.owner_of(private, move), private, hex_id, tile, rotation)
        return LayTile(self.president(move), self.corporation(move), hex_id, tile, rotation)

    def _place_token(self, move: Move) -> Action:
        pending = self.view.state.pending
        asked = pending[-1] if pending else None
        if move.entity_type == "company":
            private = self.private(move)
            actor, corporation = self.owner_of(private, move), self.view.state.privates[private]
            if is_player(corporation) or corporation not in self.view.state.corporations:
                raise GameFileError(f"place_token: no corporation owns {private}", move.id)
        else:
            actor, corporation = self.president(move), self.corporation(move)
            token = move.data.get("tokener")
            if isinstance(token, str) and token in self.view.state.corporations:
                corporation = token
            if asked is not None and asked.kind == "home_token" and asked.corporation is not None:
                corporation = asked.corporation
        try:
            hex_id, city = self.where.city(move.text("city"), self.view)
        except GenericCity as generic:
            hex_id, city = self._generic_city(generic.part, corporation, move)
        if asked is not None and asked.kind == "home_token":
            return PlaceHomeToken(actor, corporation, hex_id, city)
        if move.entity_type == "company" and asked is None:
            return PlacePowerToken(actor, corporation, move.entity, hex_id, city)
        return PlaceToken(actor, corporation, hex_id, city)

    def _generic_city(self, part: int, corporation: str, move: Move) -> tuple[str, int]:
        """The one printed city without a tile where the corporation may place a token now."""
        tiles = self.view.state.tiles
        places = {
            (offer.action.hex, offer.action.city)
            for offer in self.game.legal_actions()
            if isinstance(offer.action, PlaceToken)
            and offer.action.corporation == corporation
            and offer.action.hex not in tiles
            and offer.action.city == part
        }
        if len(places) != 1:
            raise GameFileError(
                f"place_token: {move.text('city')!r:.40} could be {len(places)} printed cities", move.id
            )
        return places.pop()

    def _run_routes(self, move: Move) -> Action:
        corporation = self.corporation(move)
        self.routes = read_routes(move, self.view, corporation)
        return RunRoutes(self.president(move), corporation, tuple(route.run for route in self.routes))

    def _dividend(self, move: Move) -> Action:
        kind = move.text("kind")
        if kind not in _DIVIDENDS:
            raise GameFileError(f"dividend: {kind!r:.40} is none of {', '.join(_DIVIDENDS)}", move.id)
        return DeclareDividend(self.president(move), self.corporation(move), _DIVIDENDS[kind])  # type: ignore[arg-type]

    def _buy_train(self, move: Move) -> Action:
        name = move.text("train")
        train, _ = split_last(name, "train")
        given = move.data.get("exchange")
        exchange = split_last(move.text("exchange"), "train")[0] if given is not None else None
        source = self.where.train_source(name)
        price = move.number("price")
        return BuyTrain(self.president(move), self.corporation(move), train, source, price, exchange)

    def _discard_train(self, move: Move) -> Action:
        train, _ = split_last(move.text("train"), "train")
        return DiscardTrain(self.president(move), self.corporation(move), train)

    def _bankrupt(self, move: Move) -> Action:
        return DeclareBankruptcy(self.president(move), self.corporation(move))

    def _special_buy(self, move: Move) -> Action:
        corporation = self.corporation(move)
        kinds = self.game.title.policies.markers
        if len(kinds) != 1:
            raise GameFileError(f"special_buy: {self.game.title.name} sells no marker", move.id)
        return BuyMarker(self.president(move), corporation, kinds[0].id)

    def _choose(self, move: Move) -> Action:
        choice = move.text("choice")
        hex_id = choice.rpartition("(")[2].rstrip(") ")
        pending = self.view.state.pending
        if not pending or pending[-1].kind != "choose_home" or pending[-1].corporation is None:
            raise GameFileError(f"choose: nothing is to be chosen, found {choice!r:.60}", move.id)
        if hex_id not in self.view.title.map.hexes:
            raise GameFileError(
                f"choose: {choice!r:.60} should end in the name of a hex in brackets", move.id
            )
        return ChooseHome(self.player(move), pending[-1].corporation, hex_id)

    def _end_game(self, move: Move) -> Action:
        return Correct(self.asked(), "end", "the players have agreed to stop")

    # -- following the names -----------------------------------------------------------------

    def played(self, move: Move) -> None:
        """Note what a move that has been played did to named things."""
        if move.type == "lay_tile":
            self.where.lay(move.text("tile"), move.text("hex"))
        elif move.type == "sell_shares" and move.entity_type == "corporation":
            self.where.left_ipo.difference_update(self._shares(move)[1])
        elif move.type in ("buy_shares", "sell_shares"):
            self.where.left_ipo.update(self._shares(move)[1])
        elif move.type == "par":
            self.where.left_ipo.add((move.text("corporation"), 0))
        elif move.type == "buy_train":
            self.where.trains[move.text("train")] = move.entity
            if move.data.get("exchange") is not None:
                self.where.trains[move.text("exchange")] = POOL
        elif move.type == "discard_train":
            self.where.trains[move.text("train")] = POOL

    def follow(self, events: Iterable[Event]) -> None:
        """Note what happened to named things without being named in a move."""
        for event in events:
            if event.kind == "certificate_received":
                corporation = str(event.facts["corporation"])
                self.where.left_ipo.add((corporation, cast("int", event.facts["number"])))
            elif event.kind == "corporation_floated":
                corporation = str(event.facts["corporation"])
                if not self.view.unsold(corporation):
                    count = len(self.view.state.certificates[corporation])
                    self.where.left_ipo.update((corporation, number) for number in range(count))


def _dealt(view: View) -> set[tuple[str, int]]:
    """Certificates that are not in the initial offering at the start of a game."""
    return {
        (corporation, number)
        for corporation, owners in view.state.certificates.items()
        for number, owner in enumerate(owners)
        if owner != IPO
    }


_MAKERS: Mapping[str, Callable[[Translator, Move], Action]] = {
    "bid": Translator._bid,
    "par": Translator._par,
    "buy_shares": Translator._buy_shares,
    "sell_shares": Translator._sell_shares,
    "buy_company": Translator._buy_company,
    "pass": Translator._pass,
    "lay_tile": Translator._lay_tile,
    "place_token": Translator._place_token,
    "run_routes": Translator._run_routes,
    "dividend": Translator._dividend,
    "buy_train": Translator._buy_train,
    "discard_train": Translator._discard_train,
    "bankrupt": Translator._bankrupt,
    "special_buy": Translator._special_buy,
    "choose": Translator._choose,
    "end_game": Translator._end_game,
}
