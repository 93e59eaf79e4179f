"""The index of terms: words of the field and names of a title, with the rules that speak of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from open18xx.definition.rules import RuleBook
from open18xx.definition.title import Title
from open18xx.reference.blocks import IndexEntry

#: Words that players look up, each with the forms in which texts use it.
TERMS: Final[tuple[tuple[str, str], ...]] = (
    ("auction, bid", r"auction|bids?|bidding|bidders?"),
    ("bank", r"banks?"),
    ("bankruptcy", r"bankrupt(?:cy)?"),
    ("bond", r"bonds?"),
    ("border", r"borders?"),
    ("certificate limit", r"certificate limit|limit of certificates|number of certificates"),
    ("charter", r"charters?"),
    ("city", r"city|cities"),
    ("connection", r"connect(?:ed|ion|ions|s)?"),
    ("conversion", r"conver(?:sion|t|ts|ted)"),
    ("corporation", r"floats?|floated|flotation"),
    ("destination", r"destinations?"),
    ("dividend", r"dividends?|pays? out|paid out"),
    ("emergency", r"emergency|raise (?:the )?money|raising money"),
    ("end of the game", r"game ends?|end of the game"),
    ("exchange", r"exchange[sd]?"),
    ("home", r"homes?"),
    ("initial offering", r"initial offering"),
    ("interest", r"interest"),
    ("loan", r"loans?"),
    ("merger", r"merg(?:e|es|ed|er|ers|ing)"),
    ("off-board location", r"off-(?:map|board)"),
    ("operating order", r"operating order|operates? first|order in which"),
    ("pool", r"pool"),
    ("president", r"presidents?|presidency"),
    ("price", r"price marker|market value|stock price"),
    ("priority marker", r"priority"),
    ("private company", r"private compan(?:y|ies)"),
    ("reservation", r"reserved|kept free|reservations?"),
    ("route", r"routes?"),
    ("scrapping", r"scrapped|scraps?|rust(?:s|ed)?|obsolete"),
    ("selling shares", r"sells?|sold|sales?"),
    ("share", r"own(?:s|ed)? .{0,20}shares|percent|per cent"),
    ("sold out", r"sold[- ]out"),
    ("starting value", r"start(?:ing)? (?:price|value)s?"),
    ("stock round", r"stock rounds?"),
    ("terrain", r"terrain|rivers?|mountains?"),
    ("tile", r"upgrades?|upgraded"),
    ("token", r"tokens?"),
    ("town", r"towns?"),
    ("train limit", r"train limits?"),
    ("treasury", r"treasury|treasuries"),
    ("worth", r"worth"),
)
#: Entries with more rules than this say nothing.
_MOST: Final = 24


def index_of(title: Title, book: RuleBook) -> tuple[IndexEntry, ...]:
    """The index, in alphabetical order; ``book`` is rendered."""
    texts = [(rule.id, f"{rule.text} {rule.example}") for section in book.sections for rule in section.rules]
    patterns = [(term, rf"\b(?:{pattern})\b", re.IGNORECASE) for term, pattern in TERMS]
    patterns += [(name, rf"(?<!\w){re.escape(name)}(?!\w)", re.RegexFlag(0)) for name in _names(title)]
    found: list[IndexEntry] = []
    for term, pattern, flags in patterns:
        compiled = re.compile(pattern, flags)
        rules = [rule for rule, text in texts if compiled.search(text)]
        if rules:
            found.append(IndexEntry(term, tuple(rules[:_MOST])))
    return tuple(sorted(found, key=lambda entry: entry.term.casefold()))


def _names(title: Title) -> Iterable[str]:
    companies = title.companies
    places = [item.name for item in title.map.hexes.values() if item.name]
    return dict.fromkeys((*companies.corporations, *companies.privates, *title.trains, *places))
