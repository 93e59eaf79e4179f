"""Private companies, corporations and how their shares are cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

#: Word for the corporation whose president's certificate comes with a private company.
GRANTED: Final = "granted"
#: Who has a power.
AbilityOwner = Literal["any", "player", "corporation", "seller"]
#: When a power may be used. ``stock_round``: at any moment of a stock round, whoever's turn it is.
#: ``track``: in the step of that name of the owning corporation, or of one whose president owns it.
#: ``operating_turn``: at any moment of the owning corporation's turn. ``between_turns``: before a
#: corporation's first action in its turn. ``until_track``: in its turn up to the end of its track step.
#: ``sold``: at once when the company is sold to a corporation.
#: ``any``: at any moment of stock and operating rounds.
Moment = Literal["stock_round", "track", "operating_turn", "between_turns", "until_track", "sold", "any"]


@dataclass(frozen=True, slots=True)
class ShareStructure:
    """How a corporation is divided.

    Attributes:
        certificates: shares on each certificate in play; the first is the president's.
        reserve: shares on each certificate that exists but is not in play.
        percent_per_share: part of the corporation one share stands for.
        float_shares: shares that must have left the initial offering.
        sold_out_move: whether the corporation moves up when sold out.
        next: structure the corporation can change to, or None.
        pool_shares_leave: whether a share of the pool leaves the game whenever a player who is not the
            president buys one.
        survives_without_president: whether it stays in play when nobody can be its president.
    """

    id: str
    certificates: tuple[int, ...]
    reserve: tuple[int, ...]
    percent_per_share: int
    float_shares: int
    sold_out_move: bool
    next: str | None
    survives_without_president: bool = False
    pool_shares_leave: bool = False

    @property
    def shares(self) -> int:
        """Number of shares in play."""
        return sum(self.certificates)

    @property
    def president_shares(self) -> int:
        """Shares on the president's certificate."""
        return self.certificates[0]


@dataclass(frozen=True, slots=True)
class Flotation:
    """What a corporation gets when it floats; the first line that fits decides.

    Attributes:
        structure: share structure the line is for; None fits all.
        phases: phases the line is for; empty fits all.
        capital_shares: the treasury receives this many times the start price.
        rest_to: where unsold shares go.
        tokens: station tokens including the home token; None takes the corporation's own number.
    """

    structure: str | None
    phases: tuple[str, ...]
    capital_shares: int
    rest_to: Literal["treasury", "pool", "ipo"]
    tokens: int | None


@dataclass(frozen=True, slots=True)
class Home:
    """A home space: hex and index of the city in it."""

    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class Corporation:
    """A company with shares.

    Attributes:
        start: ``players`` buy the president's certificate, or it is ``formed`` by a hook.
        structure: share structure at the start of the game; structures: the same for some numbers of
            players.
        homes: one or more home spaces; empty for formed corporations.
        destination: hex whose connection matters to the title, or None.
        tokens: number of station tokens where the flotation table does not say.
        home_tokens: with several homes: the president chooses ``one_of`` them, a token is placed in ``all``
            of them, or the player who starts the corporation chooses one at once (``starter_chooses``).
        token_costs: price of each of its tokens in the order of placing, home tokens included; empty where
            the title's prices hold. The last one repeats.
        available_from: phase from which it can be started, or None.
    """

    id: str
    name: str
    nickname: str
    start: Literal["players", "formed"]
    structure: str
    homes: tuple[Home, ...]
    destination: str | None
    tokens: int
    colour: str
    text_colour: str
    home_tokens: Literal["one_of", "all", "starter_chooses"] = "one_of"
    token_costs: tuple[int, ...] = ()
    available_from: str | None = None
    structures: Mapping[int, str] = field(default_factory=dict)

    def structure_with(self, players: int) -> str:
        """Share structure at the start of a game of so many players."""
        return self.structures.get(players, self.structure)


@dataclass(frozen=True, slots=True)
class Grant:
    """A certificate that comes with a private company.

    Attributes:
        corporation: whose certificate; empty when chance draws one of ``among`` before play.
        certificate: the president's, an ordinary ``share``, or the ``last_share``: the one printed last of
            those in the offering, for names that other programs give to certificates.
        structures: share structure of the corporation drawn, by number of players; others keep theirs.
    """

    corporation: str
    certificate: Literal["president", "share", "last_share"]
    among: tuple[str, ...] = ()
    structures: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ability:
    """A power of a private company.

    Attributes:
        kind: name of a generic power, see :mod:`open18xx.abilities`.
        step: step of an operating turn in which it may be used.
        hexes: where it may be used; empty means everywhere the kind allows.
        terrain: kind of terrain it concerns, or None.
        amount: money, revenue or number the power is about, in the unit of its kind.
        expires_in: phase whose start ends a lasting effect, or None.
        closes: whether use closes the private company.
        owner: who has the power: any owner, only a ``player``, only a ``corporation``, or the
            ``seller`` at the moment a player sells the company to a corporation.
        when: moments at which it may be used; see :data:`Moment`.
        uses: how often.
        tiles: tiles it may lay.
        together: all its lays come one after the other and must join up, or none is made.
        extra: its lays are no part of the turn's track actions.
        needs_route: its lays must be within the corporation's reach.
        free: its lays cost nothing.
        by_chart: its tiles may only replace what the upgrade chart says.
        token: after the lay the corporation may place a token there, free of charge and out of reach.
        corporation: whose share it is exchanged for, or None.
        marker: marker for sale that it makes cheaper, or None.
        sources: where that share may come from.
    """

    kind: str
    step: str
    hexes: tuple[str, ...]
    terrain: str | None
    amount: int
    expires_in: str | None
    closes: bool
    owner: AbilityOwner = "any"
    when: tuple[Moment, ...] = ()
    uses: int = 1
    tiles: tuple[str, ...] = ()
    together: bool = False
    extra: bool = True
    needs_route: bool = False
    free: bool = False
    by_chart: bool = False
    token: bool = False
    corporation: str | None = None
    marker: str | None = None
    sources: tuple[Literal["ipo", "pool"], ...] = ()


@dataclass(frozen=True, slots=True)
class Private:
    """A private company.

    Attributes:
        cost: printed price; revenue: paid in every operating round.
        grants: certificates the buyer receives free of charge.
        closes_on_first_train_of: corporation whose first train closes it, or None; ``granted`` means
            the corporation whose president's certificate comes with it.
        players: numbers of players with which it is used; empty means all.
        for_corporations: whether corporations may buy it.
        closes_on_first_operation_of: corporation whose first dividend step closes it, or None.
        closes_in: phase whose beginning closes it; it is then not among those that close together. None for
            no such phase.
        revenue_to_corporation: revenue while a corporation owns it; None for the same as a player's.
    """

    id: str
    name: str
    nickname: str
    cost: int
    revenue: int
    grants: tuple[Grant, ...]
    abilities: tuple[Ability, ...]
    closes_on_first_train_of: str | None
    players: tuple[int, ...] = ()
    for_corporations: bool = True
    closes_on_first_operation_of: str | None = None
    closes_in: str | None = None
    revenue_to_corporation: int | None = None

    def used_with(self, players: int) -> bool:
        """Whether the company is used with that number of players."""
        return not self.players or players in self.players


@dataclass(frozen=True, slots=True)
class Companies:
    """All companies of a title, in the order of its files."""

    structures: Mapping[str, ShareStructure]
    flotation: tuple[Flotation, ...]
    privates: Mapping[str, Private]
    corporations: Mapping[str, Corporation]
