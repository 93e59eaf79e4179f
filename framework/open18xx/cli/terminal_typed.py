"""Actions typed in words, such as ``buy share PR from pool`` or ``lay 57 F8 1``.

They need not be legal: what the rules refuse is explained. That is how a player finds out why
something is not in the list.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from open18xx.actions.base import Action
from open18xx.actions.kinds import (
    Bid,
    BuyPrivate,
    BuyShares,
    BuyTrain,
    Correct,
    DeclareDividend,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    SetStartPrice,
    StartCorporation,
)
from open18xx.engine.game import Game
from open18xx.errors import Open18xxError
from open18xx.state.game_state import BANK, POOL
from open18xx.state.view import View


class NotUnderstood(Open18xxError):
    """Words that name no action; says what would."""


Words = list[str]

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "pass": "pass",
        "buy": "buy CORPORATION [from offering|pool|treasury], buy PRIVATE, buy TRAIN [from OWNER at PRICE]",
        "sell": "sell NUMBER CORPORATION",
        "start": "start CORPORATION PRICE",
        "bid": "bid AMOUNT PRIVATE",
        "lay": "lay TILE HEX ROTATION [with PRIVATE]",
        "token": "token HEX [CITY]",
        "pay": "pay full|half|nothing",
        "correct": "correct WHAT NAME=VALUE … because REASON",
    }
)


def typed(game: Game, words: Sequence[str]) -> Action:
    """The action that words name, for the player whose turn it is.

    Raises:
        NotUnderstood: they name none.
    """
    verb, *rest = words
    reader = _READERS.get(verb.lower())
    if reader is None:
        raise NotUnderstood(f"{verb!r} is no action that can be typed")
    actor = game.actor()
    assert actor is not None
    try:
        return reader(game.view, actor, rest)
    except IndexError:
        raise NotUnderstood(f"something is missing: {FORMS[verb.lower()]}") from None


def _pass(view: View, actor: str, words: Words) -> Action:
    del view, words
    return Pass(actor)


def _buy(view: View, actor: str, words: Words) -> Action:
    what = words[0]
    if what.lower() in ("share", "shares", "train", "a"):
        words = words[1:]
        what = words[0]
    options = _options(words[1:])
    privates, trains, companies = view.state.privates, view.title.trains, view.state.corporations
    name = _known(what, (*companies, *privates, *trains), "a corporation, private company or train")
    if name in privates:
        return BuyPrivate(actor, name)
    if name in companies:
        return _buy_share(view, actor, name, options.get("from"))
    source = _known(options.get("from", BANK), (BANK, POOL, *companies), "bank, pool or a corporation")
    price = _number(options["at"]) if "at" in options else trains[name].cost
    return BuyTrain(actor, _operating(view), name, source, price)


def _buy_share(view: View, actor: str, name: str, source: str | None) -> Action:
    if source is not None:
        chosen = _known(source, ("offering", "ipo", "pool", "treasury"), "offering, pool or treasury")
    else:
        holders = (
            ("ipo", view.unsold(name)),
            ("treasury", view.shares(name, name)),
            ("pool", view.pooled(name)),
        )
        chosen = next((word for word, count in holders if count), "pool")
    if chosen in ("offering", "ipo"):
        return BuyShares(actor, name, "ipo")
    return BuyShares(actor, name, "pool" if chosen == "pool" else "treasury")


def _sell(view: View, actor: str, words: Words) -> Action:
    return SellShares(actor, _corporation(view, words[1]), _number(words[0]))


def _start(view: View, actor: str, words: Words) -> Action:
    corporation, price = _corporation(view, words[0]), _number(words[1])
    pending = view.state.pending
    if pending and pending[-1].kind == "start_price":
        return SetStartPrice(actor, corporation, price)
    return StartCorporation(actor, corporation, price)


def _bid(view: View, actor: str, words: Words) -> Action:
    return Bid(actor, _known(words[1], view.state.privates, "a private company"), _number(words[0]))


def _lay(view: View, actor: str, words: Words) -> Action:
    tile = _known(words[0], view.title.tiles.entries, "a tile")
    hex_id = _known(words[1], view.title.map.hexes, "a hex")
    helper = _options(words[3:]).get("with")
    private = _known(helper, view.state.privates, "a private company") if helper is not None else None
    return LayTile(actor, _operating(view), hex_id, tile, _number(words[2]) % 6, private)


def _token(view: View, actor: str, words: Words) -> Action:
    hex_id = _known(words[0], view.title.map.hexes, "a hex")
    return PlaceToken(actor, _operating(view), hex_id, _number(words[1]) if len(words) > 1 else 0)


def _pay(view: View, actor: str, words: Words) -> Action:
    choice = _known(words[0], ("full", "half", "nothing", "withhold"), "full, half or nothing")
    if choice == "full":
        return DeclareDividend(actor, _operating(view), "full")
    return DeclareDividend(actor, _operating(view), "half" if choice == "half" else "withhold")


def _correct(view: View, actor: str, words: Words) -> Action:
    del view
    if "because" not in words:
        raise NotUnderstood(f"a correction needs a reason: {FORMS['correct']}")
    at = words.index("because")
    details: dict[str, object] = {}
    for word in words[1:at]:
        name, equals, value = word.partition("=")
        if not equals:
            raise NotUnderstood(f"{word!r} should be NAME=VALUE")
        number = value.lstrip("-")
        details[name] = {"true": True, "false": False}.get(
            value, int(value) if number.isdecimal() and name not in ("tile", "hex", "train") else value
        )
    return Correct(actor, words[0], " ".join(words[at + 1 :]), details)


def _options(words: Words) -> dict[str, str]:
    """Pairs such as ``from pool`` and ``at 100``."""
    if len(words) % 2:
        raise IndexError
    return {words[i].lower(): words[i + 1] for i in range(0, len(words), 2)}


def _operating(view: View) -> str:
    if not view.is_operating():
        raise NotUnderstood("no corporation is operating now")
    return view.operating


def _corporation(view: View, word: str) -> str:
    return _known(word, view.state.corporations, "a corporation")


def _number(word: str) -> int:
    digits = word.lstrip("+").strip("F$£¥€,") if not word.isdecimal() else word
    if not digits.isdecimal() or len(digits) > 9:
        raise NotUnderstood(f"{word!r} should be a number")
    return int(digits)


def _known(word: str, names: Iterable[str], what: str) -> str:
    """The name that a word means, whatever its case."""
    by_lower = {name.lower(): name for name in names}
    found = by_lower.get(word.lower())
    if found is None:
        near = difflib.get_close_matches(word.lower(), by_lower, n=1)
        hint = f"; did you mean {by_lower[near[0]]!r}?" if near else ""
        raise NotUnderstood(f"{word!r} is not {what}{hint}")
    return found


_READERS: Mapping[str, Callable[[View, str, Words], Action]] = MappingProxyType(
    {
        "pass": _pass, "buy": _buy, "sell": _sell, "start": _start, "bid": _bid, "lay": _lay,
        "token": _token, "pay": _pay, "correct": _correct,
    }
)  # fmt: skip
