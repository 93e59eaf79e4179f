"""The waterfall sale of private companies.

The cheapest unsold company is for sale; on the others players bid. Its bids are resolved when a
company becomes the cheapest: one bidder gets it at once, several hold an auction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Offer, Range
from open18xx.actions.kinds import Bid, BuyPrivate, Pass
from open18xx.rules.privates import buy_private, front_private, offer_price, raise_bid
from open18xx.state.game_state import Bid as BidMade
from open18xx.state.game_state import PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, Step, refuse


def free_cash(view: View, player: PlayerId, private: str | None = None) -> int:
    """Cash a player may use: what is not set aside for bids on companies other than ``private``."""
    tied = 0
    for name, bids in view.state.bids.items():
        if name == private or not bids:
            continue
        if view.title.policies.auction.set_aside == "highest":
            tied += bids[-1].amount if bids[-1].player == player else 0
        else:
            tied += sum(bid.amount for bid in bids if bid.player == player)
    return view.cash(player) - tied


def least_bid(view: View, private: str) -> int:
    """Least amount of the next bid on a private company."""
    policy = view.title.policies.auction
    bids = view.state.bids.get(private, ())
    base = bids[-1].amount if bids else view.title.companies.privates[private].cost
    return base + policy.minimum_raise


def next_speaker(view: View, bids: tuple[BidMade, ...], player: PlayerId) -> PlayerId:
    """Who is asked after ``player`` where several have bid; bids are sorted, the highest last."""
    if view.title.policies.auction.speaker == "lowest_bidder":
        return bids[0].player
    bidders = {bid.player for bid in bids}
    return next(p for p in view.players_from(player, after=True) if p in bidders)


def award_lone_bids(tx: Transaction) -> None:
    """Sell the cheapest company to its only bidder, and the next one likewise, before anything is asked."""
    while (front := front_private(tx.view)) is not None:
        bids = tx.view.state.bids.get(front, ())
        if len(bids) != 1:
            return
        tx.emit("private_awarded", player=bids[0].player, private=front, price=bids[0].amount)
        buy_private(tx, bids[0].player, front, bids[0].amount)


class AuctionStep(Step):
    """A turn in the sale of private companies."""

    name: ClassVar[str] = "auction"
    accepts: ClassVar[tuple[type[Action], ...]] = (BuyPrivate, Bid, Pass)

    def contested(self, view: View) -> bool:
        """Whether several bidders hold an auction for the cheapest company."""
        front = front_private(view)
        return front is not None and len(view.state.bids.get(front, ())) > 1

    def actor(self, view: View) -> PlayerId | None:
        """The bidder to speak in an auction, else the player whose turn it is."""
        if self.contested(view):
            speaker = view.state.round.turn.notes.get("speaker")
            assert isinstance(speaker, str)
            return speaker
        return view.state.round.current

    def done(self, view: View) -> bool:
        """The sale is moved on by the round."""
        return False

    def offers(self, view: View) -> Iterator[Offer]:
        """Buy, bid, pass."""
        actor = self.actor(view)
        front = front_private(view)
        if actor is None or front is None:
            return
        step = view.title.policies.auction.multiple_of
        if self.contested(view):
            biddable: tuple[str, ...] = (front,)
        else:
            biddable = tuple(p for p, owner in view.state.privates.items() if owner == "bank" and p != front)
            buy = BuyPrivate(actor, front)
            if not self.check(view, buy):
                yield Offer(buy)
        for private in biddable:
            least, most = least_bid(view, private), free_cash(view, actor, private)
            cost = view.title.companies.privates[private].cost
            least += (cost - least) % step
            most -= (most - cost) % step
            if least <= most:
                yield Offer(Bid(actor, private, least), {"amount": Range(least, most, step)})
        yield Offer(Pass(actor))

    def check(self, view: View, action: Action) -> Refusals:
        """Reasons against buying or bidding."""
        if isinstance(action, Bid):
            return self._check_bid(view, action)
        if isinstance(action, BuyPrivate):
            return self._check_buy(view, action)
        return ()

    def _check_buy(self, view: View, action: BuyPrivate) -> Refusals:
        front = front_private(view)
        if action.private not in view.state.privates:
            return refuse("auction.unknown", f"there is no private company {action.private}")
        if self.contested(view):
            return refuse("auction.contested", f"{front} is being auctioned: raise the bid or pass")
        if action.private != front:
            return refuse(
                "auction.not_cheapest",
                f"only the cheapest unsold company, {front}, can be bought; bid for others",
            )
        price, free = offer_price(view, action.private), free_cash(view, action.actor)
        if price > free:
            return refuse(
                "auction.too_dear",
                f"{action.private} costs {view.money(price)}; {view.money(free)} is not set aside for bids",
            )
        return ()

    def _check_bid(self, view: View, action: Bid) -> Refusals:
        private, front = action.private, front_private(view)
        if view.state.privates.get(private) != "bank":
            return refuse("auction.unknown", f"{private} is not for sale")
        if self.contested(view) and private != front:
            return refuse("auction.contested", f"{front} is being auctioned: bid for it or pass")
        if not self.contested(view) and private == front:
            return refuse(
                "auction.buy_cheapest",
                f"{private} is the cheapest unsold one: buy it for {view.money(offer_price(view, private))}",
            )
        least, free = least_bid(view, private), free_cash(view, action.actor, private)
        if action.amount < least:
            return refuse(
                "auction.below_minimum", f"the bid on {private} must be at least {view.money(least)}"
            )
        step = view.title.policies.auction.multiple_of
        if (action.amount - view.title.companies.privates[private].cost) % step:
            return refuse("auction.step", f"bids rise from the printed cost in steps of {view.money(step)}")
        if action.amount > free:
            return refuse(
                "auction.too_dear",
                f"{view.name(action.actor)} has {view.money(free)} that is not set aside for other bids",
            )
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Buy, bid or pass; then the next player."""
        contested = self.contested(tx.view)
        round_ = tx.view.state.round
        if isinstance(action, BuyPrivate):
            tx.round(current=tx.view.next_player(action.actor), passes=0, first_passer=None)
            buy_private(tx, action.actor, action.private, offer_price(tx.view, action.private))
            award_lone_bids(tx)
        elif isinstance(action, Bid):
            raise_bid(tx, action.actor, action.private, action.amount)
            if contested:
                self._next_speaker(tx, action.actor)
            else:
                tx.round(current=tx.view.next_player(action.actor), passes=0, first_passer=None)
        elif contested:
            front = front_private(tx.view)
            assert front is not None
            left = tuple(bid for bid in tx.view.state.bids[front] if bid.player != action.actor)
            tx.set_entry("bids", front, left)
            self._next_speaker(tx, action.actor)
            tx.emit("auction_left", player=action.actor, private=front)
        else:
            tx.emit("passed", player=action.actor)
            tx.round(
                current=tx.view.next_player(action.actor),
                passes=round_.passes + 1,
                first_passer=round_.first_passer or action.actor,
            )

    def _next_speaker(self, tx: Transaction, player: PlayerId) -> None:
        front = front_private(tx.view)
        assert front is not None
        tx.note("speaker", next_speaker(tx.view, tx.view.state.bids[front], player))
