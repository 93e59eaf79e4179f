"""The engine's action types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from open18xx.actions.base import Action

ShareSource = Literal["ipo", "pool", "treasury"]
DividendChoice = Literal["full", "half", "withhold"]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Decline: the turn in a stock round or auction, the current step in an operating turn."""

    kind: ClassVar[str] = "pass"


# -- auction ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuyPrivate(Action):
    """Buy the private company that is up for sale at its current price."""

    kind: ClassVar[str] = "buy_private"
    private: str


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid ``amount`` in whole currency units for a private company."""

    kind: ClassVar[str] = "bid"
    private: str
    amount: int


@dataclass(frozen=True, slots=True)
class SetStartPrice(Action):
    """Choose the start price of a corporation whose president's certificate came with a private."""

    kind: ClassVar[str] = "set_start_price"
    corporation: str
    price: int


# -- stock -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartCorporation(Action):
    """Buy the president's certificate out of the initial offering at a start price."""

    kind: ClassVar[str] = "start_corporation"
    corporation: str
    price: int


@dataclass(frozen=True, slots=True)
class ChooseHome(Action):
    """Choose the home of a corporation that has just been started."""

    kind: ClassVar[str] = "choose_home"
    corporation: str
    hex: str


@dataclass(frozen=True, slots=True)
class BuyShares(Action):
    """Buy one certificate of ``shares`` shares."""

    kind: ClassVar[str] = "buy_shares"
    corporation: str
    source: ShareSource
    shares: int = 1


@dataclass(frozen=True, slots=True)
class SellShares(Action):
    """Sell ``shares`` shares of one corporation to the pool in one transaction."""

    kind: ClassVar[str] = "sell_shares"
    corporation: str
    shares: int


# -- operating turn --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    """Lay or upgrade; ``private`` names a power used for it."""

    kind: ClassVar[str] = "lay_tile"
    corporation: str
    hex: str
    tile: str
    rotation: int
    private: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceToken(Action):
    """Place a station token in city number ``city`` of ``hex``."""

    kind: ClassVar[str] = "place_token"
    corporation: str
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class PlaceHomeToken(Action):
    """Choose among several home spaces."""

    kind: ClassVar[str] = "place_home_token"
    corporation: str
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class UsePower(Action):
    """Use a private company's power for a corporation; ``hex`` where the power needs a place."""

    kind: ClassVar[str] = "use_power"
    corporation: str
    private: str
    hex: str | None = None


@dataclass(frozen=True, slots=True)
class LayPowerTile(Action):
    """Lay a tile by a private company's power; it need not be the actor's turn."""

    kind: ClassVar[str] = "lay_power_tile"
    private: str
    hex: str
    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class PlacePowerToken(Action):
    """Place a station token of the operating corporation by a private company's power."""

    kind: ClassVar[str] = "place_power_token"
    corporation: str
    private: str
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class ExchangePrivate(Action):
    """Hand a private company in for a share out of ``source``; it need not be the actor's turn."""

    kind: ClassVar[str] = "exchange_private"
    private: str
    source: Literal["ipo", "pool"]


@dataclass(frozen=True, slots=True)
class BuyOwnedPrivate(Action):
    """Buy a private company from its owner at an agreed price.

    Attributes:
        corporation: the operating corporation that buys; None when the actor buys for himself.
    """

    kind: ClassVar[str] = "buy_owned_private"
    private: str
    price: int
    corporation: str | None = None


@dataclass(frozen=True, slots=True)
class TrainRun:
    """One train's route.

    Attributes:
        train: type of the train.
        track: pieces of track in the order of the run, each ``HEX:a-b``: the hex and the two ends of
            the piece as it lies on the map, an edge 0-5 or ``s`` with the number of a stop
            (``G9:s2-2``, ``F8:5-1``).
    """

    train: str
    track: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunRoutes(Action):
    """Run the corporation's trains; trains that are not listed stay where they are."""

    kind: ClassVar[str] = "run_routes"
    corporation: str
    runs: tuple[TrainRun, ...]


@dataclass(frozen=True, slots=True)
class DeclareDividend(Action):
    """Decide what happens with the earnings."""

    kind: ClassVar[str] = "dividend"
    corporation: str
    choice: DividendChoice


@dataclass(frozen=True, slots=True)
class BuyTrain(Action):
    """Buy a train of type ``train`` from ``source``: ``bank``, ``pool`` or a corporation.

    Attributes:
        price: what is paid, in whole currency units.
        exchange: type of a train that is handed in for a discount, or None.
    """

    kind: ClassVar[str] = "buy_train"
    corporation: str
    train: str
    source: str
    price: int
    exchange: str | None = None


@dataclass(frozen=True, slots=True)
class DeclareBankruptcy(Action):
    """The president cannot raise the money for a train that the corporation must buy."""

    kind: ClassVar[str] = "declare_bankruptcy"
    corporation: str


@dataclass(frozen=True, slots=True)
class DiscardTrain(Action):
    """Give up a train above the limit."""

    kind: ClassVar[str] = "discard_train"
    corporation: str
    train: str


@dataclass(frozen=True, slots=True)
class BuyMarker(Action):
    """The operating corporation buys a marker of kind ``marker`` from the bank."""

    kind: ClassVar[str] = "buy_marker"
    corporation: str
    marker: str


@dataclass(frozen=True, slots=True)
class TradeOwnShares(Action):
    """A corporation buys (``shares`` > 0) its own stock out of the pool or sells it (< 0).

    It sells to the pool, or in a title with redemption issues again what it has bought back.
    """

    kind: ClassVar[str] = "trade_own_shares"
    corporation: str
    shares: int


# -- between players, and the table ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Respond(Action):
    """Agree or refuse when another player's action needs one's consent."""

    kind: ClassVar[str] = "respond"
    agree: bool


@dataclass(frozen=True, slots=True)
class Correct(Action):
    """A moderator's correction, marked in the report; needs a table that allows it.

    Attributes:
        what: ``tile``, ``token``, ``cash``, ``share``, ``price``, ``train``, ``earnings``,
            ``private``, ``action`` (play an otherwise refused action) or ``end`` (stop the game).
        details: by kind of correction, see docs/corrections.md.
        reason: why, in the table's words.
    """

    kind: ClassVar[str] = "correct"
    what: str
    reason: str
    details: Mapping[str, object] = field(default_factory=dict)


ENGINE_ACTIONS: tuple[type[Action], ...] = (
    Pass, BuyPrivate, Bid, SetStartPrice, StartCorporation, BuyShares, SellShares, LayTile, PlaceToken,
    PlaceHomeToken, UsePower, RunRoutes, DeclareDividend, BuyTrain, DiscardTrain, TradeOwnShares, Respond,
    Correct, LayPowerTile, ExchangePrivate, BuyOwnedPrivate, DeclareBankruptcy,
    ChooseHome, BuyMarker, PlacePowerToken,
)  # fmt: skip
