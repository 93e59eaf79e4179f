"""Named policies of play, chosen in ``rounds.yaml``.

Every value is one of a closed list; each choice is described in the schema and implemented by
one module under :mod:`open18xx.rules`, :mod:`open18xx.steps` or :mod:`open18xx.rounds`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class PrivateDraw:
    """Chance decides, before play, which of some private companies are used.

    A number is drawn for each of them, in order.

    Attributes:
        among: the private companies, in the order of the draws.
        lowest: what the company with the lowest number does: it alone ``stays``, or it ``leaves``.
    """

    among: tuple[str, ...]
    lowest: Literal["stays", "leaves"]


@dataclass(frozen=True, slots=True)
class SetupPolicy:
    """What chance decides before play.

    Attributes:
        draws: private companies that leave the game, draw by draw.
    """

    draws: tuple[PrivateDraw, ...] = ()


@dataclass(frozen=True, slots=True)
class AuctionPolicy:
    """Sale of the private companies before the first stock round.

    Attributes:
        kind: ``waterfall`` (cheapest for sale, bids on the others), ``dealt`` (each player is dealt one by
            chance and pays its cost) or ``none``.
        minimum_raise: least amount above the printed cost or the last bid.
        multiple_of: bids are the printed cost plus a multiple of this.
        nothing_sold: when all pass before the first sale: ``priority_buys_first`` at
            ``forced_price``, or ``price_drops`` by ``price_drop``.
        passed_out: when all pass after a sale: ``operating_round`` (then the sale goes on) or
            ``pay_revenue``; ``pay_and_export`` also exports a train.
        set_aside: money tied up by bids: only the ``highest`` bid on each company, or ``all``.
        speaker: who is asked first and next where several have bid: the ``next_bidder`` in turn order,
            or always the ``lowest_bidder``.
    """

    kind: Literal["waterfall", "dealt", "none"]
    minimum_raise: int
    multiple_of: int
    nothing_sold: Literal["priority_buys_first", "price_drops"]
    forced_price: int
    price_drop: int
    passed_out: Literal["operating_round", "pay_revenue", "pay_and_export"]
    set_aside: Literal["highest", "all"] = "highest"
    speaker: Literal["next_bidder", "lowest_bidder"] = "next_bidder"


@dataclass(frozen=True, slots=True)
class StockPolicy:
    """Stock rounds.

    Attributes:
        turn: ``sell_then_buy``, ``sell_buy_sell`` or ``sell_buy_or_buy_sell`` (no sale after a
            purchase that followed a sale).
        sell_only_operated: stock of a corporation that has not operated cannot be sold.
        one_block_per_turn: shares of one corporation are sold in one transaction a turn.
        rebuy_after_sale: ``forbidden_this_round`` or ``allowed``.
        priority: who begins the next stock round: ``first_of_final_passes``, ``after_last_actor``, or
            ``passing_order``: all players act in the order in which their final passes began.
        over_limit: ``must_sell`` before buying or passing, or ``may_not_buy``.
        treasury_for_sale: whether players buy the shares in a corporation's treasury.
        over_holding: a player who owns more of a corporation than he may ``must_sell``, or it is ``kept``.
        formed_treasury_for_sale: unsold shares of floated corporations can be bought from
            ``treasury`` or ``ipo`` by where flotation put them; kept for clarity.
        purchase_price: ``market`` (current price wherever the share lies) or ``par_in_ipo``.
        sell_from_round: first stock round in which shares may be sold.
        several_from: where further certificates of a corporation may come from in a turn, in zones
            that allow several purchases.
        idle_turns: a player who can do nothing but pass is ``asked`` or ``skipped``.
        several_most: where a zone allows several purchases of one corporation in a turn: how many;
            None means no limit.
        several_by: who may make them, ``anyone`` or the ``president``.
    """

    turn: Literal["sell_then_buy", "sell_buy_sell", "sell_buy_or_buy_sell"]
    sell_only_operated: bool
    one_block_per_turn: bool
    rebuy_after_sale: Literal["forbidden_this_round", "allowed"]
    priority: Literal["first_of_final_passes", "after_last_actor", "passing_order"]
    over_limit: Literal["must_sell", "may_not_buy"]
    purchase_price: Literal["market", "par_in_ipo"]
    sell_from_round: int = 1
    idle_turns: Literal["asked", "skipped"] = "asked"
    several_from: tuple[Literal["ipo", "pool"], ...] = ("pool",)
    over_holding: Literal["must_sell", "kept"] = "must_sell"
    treasury_for_sale: bool = True
    several_most: int | None = None
    several_by: Literal["anyone", "president"] = "anyone"


@dataclass(frozen=True, slots=True)
class Allowance:
    """One way to use a turn's track actions: at most so many lays and upgrades."""

    lays: int
    upgrades: int


@dataclass(frozen=True, slots=True)
class TrackEnd:
    """What ends all laying of tiles: so many trains of a type have left the bank's supply."""

    train: str
    number: int


@dataclass(frozen=True, slots=True)
class TrackPolicy:
    """Laying track.

    Attributes:
        rule: what a new tile must connect to.
        normal: alternatives for an ordinary turn.
        first_turn: alternatives for a corporation's first operating turn after floating.
        same_hex_twice: whether one turn may lay and upgrade on one hex.
        ends_with: trains after which nobody lays or upgrades any more, powers included; None for never.
    """

    rule: Literal["semi_restrictive", "restrictive", "permissive", "new_track_or_value"]
    normal: tuple[Allowance, ...]
    first_turn: tuple[Allowance, ...]
    same_hex_twice: bool
    ends_with: TrackEnd | None = None


@dataclass(frozen=True, slots=True)
class TokenPolicy:
    """Station tokens.

    Attributes:
        per_hex: price for each hex of the shortest route from the nearest own token; 0 for none.
        fixed: prices of the first, second … token after the home one; the last repeats.
        per_turn: tokens a corporation may place in one turn.
        home_placed: ``at_float``, ``round_start`` (of the first operating round after floating) or
            ``first_operation`` (start of the first operating turn).
        home_kept: how long a slot of the home city is kept free: ``until_placed`` or ``never``.
        trackless_city: a token in a city without track ``stays`` there, or is ``placed_anew`` by the
            operating corporation when a tile with several cities is laid there.
        one_per: a corporation has at most one token in a ``hex``, or one in each ``city`` of it.
    """

    per_hex: int
    fixed: tuple[int, ...]
    per_turn: int
    home_placed: Literal["at_float", "round_start", "first_operation"]
    home_kept: Literal["until_placed", "never"]
    one_per: Literal["hex", "city"] = "hex"
    trackless_city: Literal["stays", "placed_anew"] = "stays"


@dataclass(frozen=True, slots=True)
class ClosedHex:
    """A hex whose stops only some corporations may visit or run through.

    Attributes:
        unless: marker that opens it to the corporation that owns one.
    """

    hex: str
    unless: str


@dataclass(frozen=True, slots=True)
class BonusRule:
    """Money for a route beyond the values of its stops.

    Attributes:
        kind: ``pair``: ``amount`` for a stop of ``first`` and one of ``second``; ``best_stop``: for a stop of
            ``first`` the highest value of a single stop of the route, those of ``excepted`` left out.
        name: for reports.
        first: hexes.
        second: hexes, for ``pair``.
        excepted: hexes, for ``best_stop``.
        amount: money, for ``pair``.
        token_in: only for the corporation with a station token in this hex, or None.
    """

    kind: Literal["pair", "best_stop"]
    name: str
    first: tuple[str, ...]
    second: tuple[str, ...] = ()
    excepted: tuple[str, ...] = ()
    amount: int = 0
    token_in: str | None = None


@dataclass(frozen=True, slots=True)
class RoutePolicy:
    """Running trains.

    Attributes:
        must_maximise: the trains together must earn the most they can.
        closed: hexes that not every corporation may visit.
        bonuses: money for certain routes.
    """

    must_maximise: bool
    closed: tuple[ClosedHex, ...] = ()
    bonuses: tuple[BonusRule, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerForSale:
    """A marker that a corporation may buy from the bank at any moment of its turn.

    Attributes:
        count: how many there are.
        cost: in whole currency units.
        per_corporation: most that one corporation may own.
        connected_to: hex with a stop that the corporation must reach, or None.
    """

    id: str
    count: int
    cost: int
    per_corporation: int = 1
    connected_to: str | None = None


@dataclass(frozen=True, slots=True)
class RedemptionPolicy:
    """Corporations buying back shares out of the pool and issuing them again.

    Attributes:
        most: certificates bought back in one turn.
        most_in_first_round: the same in the first operating round of a set.
        reissue_price: money the bank pays for each share issued again, which becomes the start price
            of the corporation.
    """

    most: int = 1
    most_in_first_round: int = 1
    reissue_price: int = 100


@dataclass(frozen=True, slots=True)
class DividendPolicy:
    """What happens with earnings.

    Attributes:
        choices: among ``full``, ``half``, ``withhold``.
        half_rounding: the treasury's half is rounded down to a multiple of this.
        paid_to_corporation: owners whose shares pay into the corporation's treasury.
        rounding: of a holder's sum where a share's dividend is no whole number.
    """

    choices: tuple[Literal["full", "half", "withhold"], ...]
    half_rounding: int
    paid_to_corporation: tuple[Literal["treasury", "pool", "ipo"], ...]
    rounding: Literal["up", "down"] = "up"


@dataclass(frozen=True, slots=True)
class TrainPolicy:
    """Buying and losing trains.

    Attributes:
        offered: ``next_when_sold_out`` or ``all``.
        minimum_price: least price between corporations.
        discard_to: where surplus trains go.
        must_own: ``always`` (a turn may not end without a train), ``with_route`` or ``never``.
        discard_order: corporations above their limit are asked in operating order; with ``any`` each of
            them may give up a train first.
        exported: types of which the bank exports one at the end of every set of operating rounds, when it
            is the next for sale.
        trade_ins_per_turn: trains that a corporation may hand in for others in one turn; None for any number.
        sole_discard: whether a corporation that can only give up one type of train is ``asked``.
        obsolete: whether trains that leave after their next run are ``counted`` for the limit.
    """

    offered: Literal["next_when_sold_out", "all"]
    minimum_price: int
    discard_to: Literal["pool", "removed"]
    must_own: Literal["always", "with_route", "never"]
    sole_discard: Literal["automatic", "asked"] = "automatic"
    trade_ins_per_turn: int | None = None
    discard_order: Literal["operating", "any"] = "operating"
    exported: tuple[str, ...] = ()
    obsolete: Literal["counted", "not_counted"] = "counted"


@dataclass(frozen=True, slots=True)
class EmergencyPolicy:
    """Raising money for a train that must be bought or a debt that must be paid.

    Attributes:
        cheapest_only: emergency money buys only the cheapest train on offer.
        president_may_sell_presidency_of_buyer: whether sales may change the operating
            corporation's presidency.
        oversell: ``less_than_a_share`` or ``any``.
        bankruptcy: ``player_leaves`` (the game goes on) or ``game_ends``.
        keeps_all_presidencies: sales may not change any presidency.
        sales: the president sells ``for_a_train`` already chosen, or ``before_buying`` and chooses then.
        other_corporations: whether the president may add money for a train of another corporation:
            ``treasury_only`` or ``up_to_face_value``.
    """

    cheapest_only: bool
    president_may_sell_presidency_of_buyer: bool
    oversell: Literal["less_than_a_share", "any"]
    bankruptcy: Literal["player_leaves", "game_ends"]
    keeps_all_presidencies: bool = False
    sales: Literal["for_a_train", "before_buying"] = "for_a_train"
    other_corporations: Literal["treasury_only", "up_to_face_value"] = "treasury_only"


@dataclass(frozen=True, slots=True)
class TreasuryTradePolicy:
    """Corporations trading their own stock.

    Attributes:
        first_turn: whether it is allowed in the first operating turn.
        one_transaction: one sale or one purchase a turn.
        sale_lowers_price: a sale moves the price like a player's sale.
    """

    first_turn: bool
    one_transaction: bool
    sale_lowers_price: bool


@dataclass(frozen=True, slots=True)
class OperatingPolicy:
    """Operating rounds.

    Attributes:
        order: keys that decide who operates, most important first.
        recomputed: the order is found anew after every turn.
        turn: names of the steps of an operating turn, engine steps or those of hook modules.
        sorted_after_forced_sales: an order fixed at the start of the round is found anew for those
            still to operate when a president had to sell shares.
        idle_steps: a corporation that can do nothing in a step but pass is ``asked`` or ``skipped``.
    """

    order: tuple[Literal["price", "column", "row", "stack"], ...]
    recomputed: bool
    turn: tuple[str, ...]
    sorted_after_forced_sales: bool = False
    idle_steps: Literal["asked", "skipped"] = "asked"


@dataclass(frozen=True, slots=True)
class PrivateTradePolicy:
    """Selling private companies after the opening auction; phases say when it is allowed.

    Attributes:
        least_percent: least price a corporation pays, in percent of the face value, rounded up.
        most_percent: greatest price a corporation pays; None means no limit.
        between_players_from_round: first stock round in which players may buy from each other.
    """

    least_percent: int = 50
    most_percent: int | None = 200
    between_players_from_round: int = 2


@dataclass(frozen=True, slots=True)
class EndPolicy:
    """When the game ends.

    Attributes:
        bank_broken: ``end_of_set`` or ``end_of_round``.
        bank_breaks_at: ``zero`` (empty or below) or ``below_zero``.
        one_player_left: whether the game ends when one player remains.
        private_value: what an open private company counts in the final worth.
        price_reached: price that ends the game when a corporation reaches it, or None.
        price_ends: ``at_once`` (after a stock round, when all moves of its end are made) or
            ``end_of_round``.
        last_phase: phase whose beginning makes the set of operating rounds after the next stock round the
            last one, or None.
        last_set_without: steps of an operating turn that are left out in that last set.
    """

    bank_broken: Literal["end_of_set", "end_of_round"]
    bank_breaks_at: Literal["zero", "below_zero"]
    one_player_left: bool
    private_value: Literal["none", "face"] = "none"
    price_reached: int | None = None
    price_ends: Literal["at_once", "end_of_round"] = "at_once"
    last_phase: str | None = None
    last_set_without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Policies:
    """All policies of a title."""

    auction: AuctionPolicy
    stock: StockPolicy
    operating: OperatingPolicy
    track: TrackPolicy
    tokens: TokenPolicy
    routes: RoutePolicy
    dividend: DividendPolicy
    trains: TrainPolicy
    emergency: EmergencyPolicy
    treasury_trade: TreasuryTradePolicy
    end: EndPolicy
    private_trade: PrivateTradePolicy = field(default_factory=PrivateTradePolicy)
    setup: SetupPolicy = field(default_factory=SetupPolicy)
    redemption: RedemptionPolicy = field(default_factory=RedemptionPolicy)
    markers: tuple[MarkerForSale, ...] = ()
