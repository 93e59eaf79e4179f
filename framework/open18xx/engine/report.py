"""The readable report: one line for an event, written from the table below and the title's own lines.

An empty template means that the event says nothing of its own. The templates are explained in
:mod:`open18xx.engine.phrasing`; a hook module adds its own as ``REPORTS``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.engine.phrasing import Phrasebook
from open18xx.engine.words import all_deeds
from open18xx.state.events import Event
from open18xx.state.game_state import GameState

_CAUSES = (
    "dividend=dividend|sale=sale|emergency_sale=emergency sale|sold_out=sold out|loan=loan taken"
    "|loan_repayment=loan repaid"
)

#: Report lines of the engine's events, by kind.
LINES: Mapping[str, str] = MappingProxyType(
    {
        # the table and its rounds
        "game_started": "The game begins. {players:list} have {cash:money} each",
        "round_started": (
            "{round:pick auction=Sale of private companies|stock=Stock round|operating=Operating round}"
            "[ {number}][.{index} of {of}][; {priority:name} begins]"
        ),
        "round_ended": "[{priority:name} has the priority deal]",
        "game_ended": (
            "The game is over ({reason:pick bank_broken=the bank is broken"
            "|one_player_left=one player is left|bankruptcy=a player is bankrupt"
            "|agreed=the players have agreed to stop|price_reached=a price has reached the end of the chart"
            "|last_phase=the last set of operating rounds is over}): {worth:pairs money}"
        ),
        "bank_broken": "The bank is broken",
        "end_announced": "The game will end after the operating rounds of set {set}",
        "turn_order_changed": "The players now act in the order {order:names}",
        "passed": "{player:name} passes",
        "over_limit": (
            "{player:name} still owns more than allowed[certificates?: {certificates:count certificate} "
            "too many][corporations?: of {corporations:list}]"
        ),
        "corrected": "CORRECTION of {what} by {player:name} ({reason})[: {details:pairs}]",
        "consent_asked": (
            "{by:name} asks {player:name} to agree {reason:pick owner=as owner|seller=as seller"
            "|reserved_hex=for a reserved hex}: {action:deed}"
        ),
        "consent_given": "{player:name} agrees",
        "consent_refused": "{player:name} does not agree",
        # private companies
        "bid": "{player:name} bids {amount:money} for {private}",
        "auction_began": "{private} is auctioned among {bidders:names}",
        "auction_left": "{player:name} leaves the auction of {private}",
        "private_awarded": "The bid of {player:name} on {private} wins",
        "private_bought": "{player:name} buys {private} for {price:money}",
        "forced_to_buy": "Nobody buys: {player:name} must take {private} for {price:money}",
        "price_dropped": "{private} now costs {price:money}",
        "certificate_received": (
            "{player:name} receives {certificate:pick president=the president's certificate|share=a share}"
            " of {corporation}"
        ),
        "private_paid": "{owner:name} receives {amount:money} from {private}",
        "private_closed": (
            "{private} closes ({cause:pick power=its power is used|phase=new phase|first_train=first train"
            "|operation=its corporation has operated})"
        ),
        "power_used": (
            "{corporation} uses {private}[ in {hex:hex}]: {power:pick city_bonus=stops there are worth more"
            "|train_limit=its train limit rises}[ (+{amount})]"
        ),
        "private_traded": "{buyer:name} buys {private} from {seller:name} for {price:money}",
        "private_stays": "{private} stays with {owner:name} and pays {revenue:money} from now on",
        "private_exchanged": (
            "{player:name} hands {private} in for a share of {corporation} from {source:name}"
        ),
        "power_tile_laid": (
            "{owner:name} uses {private} and [replaces?replaces tile {replaces} by][!replaces?lays] {tile}"
            " on {hex:hex}[ for {cost:money}]"
        ),
        "power_token_placed": "{corporation} places a station token in {hex:hex} by the power of {private}",
        "power_declined": "{player:name} does not use {private}",
        "marker_removed": (
            "The {marker:pick city_bonus=bonus|train_limit=extra room for trains} that {corporation} "
            "has from {source} ends"
        ),
        # shares
        "corporation_started": (
            "{player:name} starts {corporation} at {price:money}[ with {shares:count share} for {cost:money}]"
        ),
        "home_chosen": "{player:name} chooses {hex:hex} as the home of {corporation}",
        "corporation_floated": (
            "{corporation} floats and receives {capital:money}[ and {tokens:count station token}]"
        ),
        "shares_bought": (
            "{buyer:name} buys {shares:count share} of {corporation} from {source:name} for {cost:money}"
        ),
        "shares_sold": "{seller:name} sells {shares:count share} of {corporation} for {proceeds:money}",
        "president_changed": "{new:name} becomes president of {corporation}",
        "share_removed": "A share of {corporation} leaves the pool and the game",
        "own_shares_bought": (
            "{corporation} takes {shares:count share} of its own out of the pool for {amount:money}"
        ),
        "own_shares_sold": (
            "{corporation} sells {shares:count share} of its own to the pool for {amount:money}"
        ),
        "own_shares_reissued": (
            "{corporation} issues {shares:count share} again and receives {amount:money}: "
            "its shares now start at {price:money}"
        ),
        "marker_bought": "{corporation} buys a {marker:words} for {cost:money}",
        "sold_out": "{corporation} is sold out",
        "price_moved": (
            "The price of {corporation} [moved?goes from {before:money} to][!moved?stays at] {after:money} "
            f"({{cause:pick {_CAUSES}}})"
        ),
        # operating
        "turn_started": "{corporation} operates[ under {president:name}]",
        "turn_ended": "",
        "tile_laid": (
            "{corporation} [replaces?replaces tile {replaces} by][!replaces?lays] {tile} on {hex:hex}"
            "[ for {cost:money}][ with the help of {private}]"
        ),
        "home_token_placed": "{corporation} places its home token in {hex:hex}",
        "tokens_lifted": "The station tokens of {corporations:names} in {hex:hex} are taken up",
        "token_replaced": "{corporation} places its token in {hex:hex} again[ (city {city})]",
        "token_placed": "{corporation} places a station token in {hex:hex} for {cost:money}",
        "routes_run": (
            "{corporation} [earnings?earns {earnings:money}][!earnings?earns nothing][corrected? (corrected)]"
            "[runs?: {runs:each <train> <hexes:path> <revenue:money>}]"
        ),
        "debt_paid": (
            "{corporation} pays {due:money} ({name:words})"
            "[, {from_earnings:money} of it out of what it earned]"
        ),
        "dividend_declared": (
            "{corporation} {choice:pick full=pays|half=pays half of|withhold=keeps|none=pays no dividend}"
            "[ {earnings:money}][distributed?, {per_share:money} a share]"
            "[: {payouts:each <to:name> <amount:money>}]"
        ),
        "train_bought": "{corporation} buys a {train} train from {source:name} for {price:money}",
        "train_exported": "A {train} train is exported and leaves the game",
        "train_handed_in": "{corporation} hands in a {train} train for a {target} train",
        "train_discarded": "{corporation} gives up a {train} train",
        "trains_obsolete": (
            "{train} trains are obsolete: those of corporations run once more[; {from_pool} leave the pool]"
        ),
        "trains_worn_out": "{corporation} gives up {count} {train} after their last run",
        "trains_rusted": (
            "All {train} trains leave the game[: {removed:pairs}][, {from_pool} from the pool]"
        ),
        "phase_changed": "Phase {phase} begins",
        # trouble
        "president_contributed": "{player:name} adds {amount:money} to the treasury of {corporation}",
        "player_bankrupt": "{player:name} cannot raise the money for {corporation}: bankrupt",
        "corporation_closed": "{corporation} leaves the game",
    }
)


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line of the report.

    Attributes:
        sequence: number of the action that caused it, from 1; 0 is the set-up.
        kind: kind of the event.
        text: the line.
        rules: ids of the rules behind it.
    """

    sequence: int
    kind: str
    text: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The line without anything added."""
        return self.text

    def with_rules(self) -> str:
        """The line with the ids of its rules."""
        return f"{self.text} [{', '.join(self.rules)}]" if self.rules else self.text


def all_lines(context: Context) -> Mapping[str, str]:
    """Report lines of the engine and of the title's hook modules; a title may reword the engine's."""
    return {**LINES, **context.hooks.reports()}


class Reporter:
    """Writes lines for one table.

    Args:
        state: any state of the game, for the players' names.
    """

    def __init__(self, context: Context, state: GameState) -> None:
        self._lines = all_lines(context)
        names = dict(zip(state.players, state.names, strict=True))
        self.book = Phrasebook(context.title, names, all_deeds(context))

    def text(self, event: Event) -> str:
        """The line of an event; empty when it says nothing. Never fails: facts that do not fit the
        template are listed as they are.
        """
        return self.book.said(self._lines.get(event.kind), event.kind, event.facts)

    def lines(self, events: tuple[Event, ...], sequence: int = 0) -> Iterator[ReportLine]:
        """Lines of the events that say something."""
        for event in events:
            text = self.text(event)
            if text:
                yield ReportLine(sequence, event.kind, text, event.rules)


def report(game: Game, first: int = 0) -> tuple[ReportLine, ...]:
    """The report of a game from action ``first`` on (0 is the set-up)."""
    reporter = Reporter(game.context, game.state)
    return tuple(
        line
        for sequence, turn in enumerate(game.turns)
        if sequence >= first
        for line in reporter.lines(turn.events, sequence)
    )
