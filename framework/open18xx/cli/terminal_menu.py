"""The legal actions as a numbered list in words, grouped; long groups become lists of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from open18xx.actions.base import Action, Offer, Range, Subset
from open18xx.actions.kinds import LayTile, StartCorporation
from open18xx.cli.terminal_map import track_words
from open18xx.cli.terminal_views import place
from open18xx.engine.phrasing import Phrasebook
from open18xx.engine.words import in_words
from open18xx.rules.network import board_of
from open18xx.state.view import View

#: Actions of one kind that are listed one by one.
_MOST_LISTED = 8

_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "pass": "Pass",
        "buy_private": "Buy a private company",
        "bid": "Bid",
        "set_start_price": "Set the start price",
        "start_corporation": "Start a corporation",
        "buy_shares": "Buy a share",
        "sell_shares": "Sell shares",
        "lay_tile": "Lay a tile",
        "place_token": "Place a station token",
        "place_home_token": "Place the home token",
        "use_power": "Use a private company",
        "run_routes": "Run trains",
        "dividend": "Dividend",
        "buy_train": "Buy a train",
        "discard_train": "Give up a train",
        "trade_own_shares": "Own shares",
        "respond": "Answer",
        "lay_power_tile": "Lay a tile by a power",
        "place_power_token": "Place a token by a power",
        "exchange_private": "Hand in a private company",
        "buy_owned_private": "Buy a private company from its owner",
        "declare_bankruptcy": "Bankruptcy",
        "buy_marker": "Buy a marker",
        "choose_home": "Choose the home",
    }
)


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that can be chosen, or a list of further choices.

    Attributes:
        group: heading it stands under.
        offer: the action; None for a list.
        inner: the choices of a list.
    """

    group: str
    text: str
    offer: Offer | None = None
    inner: tuple[Choice, ...] = ()


def menu(book: Phrasebook, view: View, offers: Sequence[Offer]) -> tuple[Choice, ...]:
    """The choices for these offers; passing comes last."""
    kinds = dict.fromkeys(offer.action.kind for offer in offers)
    ordered = sorted(kinds, key=lambda kind: kind == "pass")
    choices: list[Choice] = []
    for kind in ordered:
        group = _TITLES.get(kind, kind.replace("_", " ").capitalize())
        of_kind = [offer for offer in offers if offer.action.kind == kind]
        leaves = [Choice(group, _words(book, view, offer), offer) for offer in of_kind]
        choices.extend(_gathered(view, group, leaves) if len(leaves) > _MOST_LISTED else leaves)
    return tuple(choices)


def _gathered(view: View, group: str, leaves: Sequence[Choice]) -> Iterator[Choice]:
    """Leaves with the same hex, or else the same corporation, put into one list each."""
    heads: dict[str, list[Choice]] = {}
    for leaf in leaves:
        assert leaf.offer is not None
        heads.setdefault(_head(view, leaf.offer.action), []).append(leaf)
    for head, gathered in heads.items():
        if len(gathered) == 1 or len(heads) == 1:
            yield from gathered
        else:
            yield Choice(group, f"{head}: {_ways(view, gathered)}", inner=tuple(gathered))


def _ways(view: View, leaves: Sequence[Choice]) -> str:
    """How many ways a list has; what they cost when that is all they differ in."""
    actions = [leaf.offer.action for leaf in leaves if leaf.offer is not None]
    if {type(action) for action in actions} == {StartCorporation}:
        prices = sorted(getattr(action, "price", 0) for action in actions)
        return f"{len(prices)} prices, {view.money(prices[0])} to {view.money(prices[-1])}"
    return f"{len(actions)} ways"


def _head(view: View, action: Action) -> str:
    facts = action.facts()
    hex_id, corporation = facts.get("hex"), facts.get("corporation")
    if isinstance(hex_id, str):
        return f"on {place(view, hex_id)}"
    return str(corporation) if isinstance(corporation, str) else action.kind


def _words(book: Phrasebook, view: View, offer: Offer) -> str:
    action = offer.action
    words = in_words(book, view, action)
    if isinstance(action, LayTile):
        tile = board_of(view.title).entry_of(action.tile).tile
        words = f"{words}: {track_words(view, action.hex, tile, action.rotation)}"
    for name, domain in offer.free.items():
        if isinstance(domain, Range):
            words += _further(book, name, domain)
        elif isinstance(domain, Subset) and domain.items:
            words += f" (or choose among {len(domain.items)})"
    return words


def _further(book: Phrasebook, name: str, domain: Range) -> str:
    """The values above the one that is offered."""
    if domain.high == domain.low:
        return ""
    step = f" in steps of {_amount(book, name, domain.step)}" if domain.step > 1 else ""
    return f", or more: up to {_amount(book, name, domain.high)}{step}"


def _amount(book: Phrasebook, name: str, value: int) -> str:
    return book.money(value) if name in ("price", "amount") else str(value)


def range_words(book: Phrasebook, name: str, domain: Range) -> str:
    """The values of a free number."""
    low, high = (_amount(book, name, value) for value in (domain.low, domain.high))
    step = f", in steps of {_amount(book, name, domain.step)}" if domain.step > 1 else ""
    return f"{low} to {high}{step}" if domain.high > domain.low else low
