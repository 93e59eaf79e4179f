"""Asking for the free values of an action: a price, a bid, a choice of several things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from open18xx.actions.base import Action, Offer, Range, Subset
from open18xx.bots.player import with_value
from open18xx.cli.terminal_menu import range_words
from open18xx.engine.report import Reporter

if TYPE_CHECKING:
    from open18xx.cli.terminal import Session


class Leave(Exception):
    """The player wants to leave."""


def ask_free_values(session: Session, offer: Offer) -> Action | None:
    """The offered action with the values the player wants; None when he changes his mind."""
    action: Action | None = offer.action
    for name, domain in offer.free.items():
        if action is None:
            return None
        if isinstance(domain, Range):
            action = _ask_number(session, action, name, domain)
        elif isinstance(domain, Subset):
            action = _ask_several(session, action, name, domain)
    return action


def _ask_number(session: Session, action: Action, name: str, domain: Range) -> Action | None:
    if domain.low == domain.high:
        return action
    book = Reporter(session.table.context, session.game.state).book
    while True:
        line = session.ask(f"{name}, {range_words(book, name, domain)} (empty: back): ").strip()
        if not line or line in ("b", "back"):
            return None
        _leave_if_asked(line)
        digits = line.lstrip(session.game.title.currency.symbol)
        if digits.isdecimal() and len(digits) < 10 and int(digits) in domain:
            return with_value(action, name, int(digits))
        session.say(Text(f"{line!r} is not among {range_words(book, name, domain)}", "red"))


def _ask_several(session: Session, action: Action, name: str, domain: Subset) -> Action | None:
    if not domain.items:
        return action
    usual = getattr(action, name)
    for number, item in enumerate(domain.items, start=1):
        session.say(Text(f"  {number}  {_item_words(item)}{'  (proposed)' if item in usual else ''}"))
    while True:
        line = session.ask("which ones: numbers, none, or empty for those proposed (b: back): ").strip()
        if line in ("b", "back"):
            return None
        _leave_if_asked(line)
        if not line:
            return action
        words = [] if line == "none" else line.replace(",", " ").split()
        if all(word.isdecimal() and 1 <= int(word) <= len(domain.items) for word in words):
            chosen = tuple(domain.items[int(word) - 1] for word in dict.fromkeys(words))
            wanted = with_value(action, name, chosen)
            refusals = session.game.check(wanted)
            if not refusals:
                return wanted
            session.explain(refusals)
        else:
            session.say(Text(f"numbers from 1 to {len(domain.items)} are expected", "red"))


def _item_words(item: object) -> str:
    facts = getattr(item, "__dataclass_fields__", None)
    if facts is None:
        return str(item)
    return ", ".join(f"{name} {getattr(item, name)}" for name in facts)


def _leave_if_asked(line: str) -> None:
    if line in ("quit", "q", "exit"):
        raise Leave
