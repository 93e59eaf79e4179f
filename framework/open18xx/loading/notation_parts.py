"""The words of the one-line tile notation: which parts there are, what each may say, and where it says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from open18xx.definition.tiles import StopKind
from open18xx.errors import Open18xxError

#: Parts that are stops, and what kind of stop each becomes.
STOPS: Final[Mapping[str, StopKind]] = {
    "city": "city",
    "pass": "city",
    "town": "town",
    "halt": "town",
    "offboard": "offboard",
}
_OPTIONS: Final[Mapping[str, frozenset[str]]] = {
    "city": frozenset({"revenue", "slots", "groups", "loc", "hide", "boom", "format", "visit_cost", "route"}),
    "pass": frozenset(
        {"revenue", "slots", "groups", "loc", "hide", "format", "visit_cost", "route", "color", "size"}
    ),
    "town": frozenset(
        {"revenue", "groups", "loc", "hide", "style", "to_city", "visit_cost", "boom", "route", "format"}
    ),
    "halt": frozenset({"symbol", "revenue", "groups", "loc", "route", "visit_cost"}),
    "offboard": frozenset({"revenue", "groups", "hide", "format", "loc", "visit_cost", "route"}),
    "path": frozenset({"a", "b", "track", "terminal", "ignore", "a_lane", "b_lane", "lanes"}),
    "upgrade": frozenset({"cost", "terrain", "size", "loc"}),
    "border": frozenset({"edge", "type", "cost", "color"}),
    "junction": frozenset(),
}
#: Parts without a counterpart here, and what they are about.
WITHOUT: Final[Mapping[str, str]] = {
    "icon": "an icon is only drawn; what it means in play is said by companies, rounds or hooks",
    "frame": "a frame is only drawn",
    "stripes": "stripes are only drawn",
    "partition": "a line that divides the hex is left out",
    "stub": "a stub of track is left out",
    "future_label": "a letter that a later tile must carry is left out",
    "assignment": "a marker on the hex is left out",
}
#: Options without a counterpart, unless they have the value that holds anyway.
OPTIONS_WITHOUT: Final[Mapping[str, tuple[str, str | None]]] = {
    "boom": ("that it can become a city or a town is left out", None),
    "format": ("how its value is written is left out", None),
    "visit_cost": ("a visit counts as one stop here", "1"),
    "route": ("whether a route must count it is left out", "mandatory"),
    "color": ("its colour is left out", None),
    "size": ("the size of the drawing is left out", None),
    "style": ("the form of the drawing is left out", None),
    "to_city": ("the way the town is drawn is left out", None),
    "symbol": ("its symbol is left out", None),
    "ignore": ("track that routes ignore counts as track here", "0"),
    "a_lane": ("parallel track counts as one here", None),
    "b_lane": ("parallel track counts as one here", None),
    "lanes": ("parallel track counts as one here", "1"),
}
#: More parts than this are no tile.
MOST_PARTS: Final = 200
#: A longer text is no tile either.
LONGEST: Final = 20_000


class NotationError(Open18xxError):
    """A tile text cannot be read.

    Attributes:
        reason: what is wrong, without the place.
        offset: place in the text, counted from 0, where reading failed.
    """

    def __init__(self, message: str, text: str, offset: int) -> None:
        self.reason = message
        self.offset = offset
        near = text[offset : offset + 20]
        super().__init__(f"{message}, at offset {offset} ({near!r})" if near else f"{message}, at the end")


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that a text says and a tile cannot.

    Attributes:
        part: what is written, e.g. ``frame=color:red``.
        reason: what becomes of it.
        offset: place in the text, counted from 0.
    """

    part: str
    reason: str
    offset: int

    def __str__(self) -> str:
        return f"{self.part}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a text.

    Attributes:
        name: such as ``city``.
        value: all behind ``=``.
        options: value and its place in the text, by name.
        at: place of the part in the text.
        text: the whole text.
    """

    name: str
    value: str
    options: Mapping[str, tuple[str, int]]
    at: int
    text: str

    def error(self, message: str, at: int | None = None) -> NotationError:
        """The error to raise at the part, or at another place."""
        return NotationError(message, self.text, self.at if at is None else at)

    def number(self, option: str, default: int) -> int:
        """A whole number that an option gives.

        Raises:
            NotationError: it is something else.
        """
        found = self.options.get(option)
        if found is None:
            return default
        value, at = found
        if not value.isascii() or not value.isdigit() or len(value) > 6:
            raise self.error(f"{option} should be a whole number, not {value!r}", at)
        return int(value)

    def losses(self) -> list[Loss]:
        """What it says that has no counterpart."""
        if self.name in WITHOUT:
            return [Loss(_short(self.text[self.at :].split(";")[0]), WITHOUT[self.name], self.at)]
        found = []
        for option, (value, at) in self.options.items():
            reason, default = OPTIONS_WITHOUT.get(option, ("", value))
            if self.name == "upgrade" and option == "loc":
                reason, default = "the place of the drawing is left out", None
            if value != default:
                found.append(Loss(_short(f"{self.name}, {option}:{value}"), reason, at - len(option) - 1))
        return found


def split(text: str) -> list[Part]:
    """The parts of a text, in their order.

    Raises:
        NotationError: a part or an option that does not exist, or is not written as one.
    """
    if text.strip() in ("", "blank"):
        return []
    if len(text) > LONGEST:
        raise NotationError(f"the text has more than {LONGEST} characters", text, LONGEST)
    parts: list[Part] = []
    pieces = text.split(";")
    if len(pieces) > 1 and pieces[0] and not pieces[-1]:
        pieces.pop()  # a semicolon at the end divides nothing
    at = 0
    for piece in pieces:
        if len(parts) >= MOST_PARTS:
            raise NotationError(f"more than {MOST_PARTS} parts", text, at)
        parts.append(_part(piece, at, text))
        at += len(piece) + 1
    return parts


def _part(piece: str, at: int, text: str) -> Part:
    name, equals, value = piece.partition("=")
    if name in WITHOUT:
        return Part(name, value, {}, at, text)
    if name != "label" and name not in _OPTIONS:
        known = ", ".join(sorted([*_OPTIONS, "label", *WITHOUT]))
        raise NotationError(f"unknown part {_short(name)!r}; known are {known}", text, at)
    if name == "label":
        if not equals:
            raise NotationError("label should be followed by '=' and the letters", text, at)
        return Part(name, value, {}, at, text)
    options: dict[str, tuple[str, int]] = {}
    option_at = at + len(name) + 1
    for option in value.split(",") if value else []:
        key, colon, setting = option.partition(":")
        if not colon:
            raise NotationError(f"{_short(option)!r} should be a name, ':' and a value", text, option_at)
        if key not in _OPTIONS[name]:
            allowed = ", ".join(sorted(_OPTIONS[name])) or "none"
            raise NotationError(f"{name} has no option {_short(key)!r}; allowed: {allowed}", text, option_at)
        if key in options:
            raise NotationError(f"option {key!r} is given twice", text, option_at)
        options[key] = (setting, option_at + len(key) + 1)
        option_at += len(option) + 1
    return Part(name, value, options, at, text)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
