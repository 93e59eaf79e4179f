"""Reading of constants out of Ruby text: hashes, arrays, texts, symbols, numbers. Nothing is ever executed.

Only assignments of literals to names in capital letters are read; all other text is passed over. A value
that would have to be worked out (interpolation, method calls, other constants) is refused with its place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from open18xx.errors import Open18xxError

MOST_CHARACTERS: Final = 2_000_000
#: Values in one text; a map has some hundreds.
MOST_VALUES: Final = 100_000
_DEEPEST: Final = 12

_ASSIGNMENT: Final = re.compile(r"^[ \t]*([A-Z][A-Z0-9_]*)[ \t]*=(?![=~>])", re.MULTILINE)
_SPACE: Final = re.compile(r"(?:\s|#[^\n]*|\\\n)*")
_NUMBER: Final = re.compile(r"-?[0-9][0-9_]*(?:\.[0-9]+)?(?![\w.])")
_SYMBOL: Final = re.compile(r":([A-Za-z_]\w*[?!]?)")
_KEY: Final = re.compile(r"([A-Za-z_]\w*[?!]?):(?!:)")
_WORD: Final = re.compile(r"[A-Za-z_][\w:.]*[?!]?")
_FREEZE: Final = re.compile(r"\s*\.freeze\b")
_METHOD: Final = re.compile(r"\s*\.\s*[a-z_]\w*|\s*(?:[+*/|&-](?![\d]))")
_CLOSERS: Final = {"[": "]", "(": ")", "{": "}", "<": ">"}
_ESCAPES: Final = {"n": "\n", "t": "\t", "s": " ", "e": "\x1b", "0": "\0"}


class TextError(Open18xxError):
    """A text that cannot be read.

    Attributes:
        message: what is wrong and what would be right.
        line: counted from 1.
        column: counted from 1.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        self.message = message
        self.line = line
        self.column = column
        super().__init__(f"{line}:{column}: {message}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is written, both counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and where each of its characters is written.

    Attributes:
        runs: (place in ``value``, place in the file) where a run of characters begins.
    """

    value: str
    at: int
    runs: tuple[tuple[int, int], ...]

    def place(self, offset: int) -> int:
        """Place in the file of a character of the text."""
        number = max(bisect_right(self.runs, (offset, 1 << 60)) - 1, 0)
        if not self.runs:
            return self.at
        start, there = self.runs[number]
        return there + offset - start


@dataclass(frozen=True, slots=True)
class Symbol:
    """``:name``, or the key ``name:`` of a hash."""

    value: str
    at: int


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number, true, false or nil."""

    value: int | float | bool | None
    at: int


@dataclass(frozen=True, slots=True)
class Array:
    """A list."""

    items: tuple[Value, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Hash:
    """Pairs of key and value in their order; a key may come twice."""

    pairs: tuple[tuple[Value, Value], ...]
    at: int


Value: TypeAlias = "Text | Symbol | Scalar | Array | Hash"


@dataclass(frozen=True, slots=True)
class RubyText:
    """A Ruby text and the constants in it.

    Attributes:
        names: place of the value of each constant, by name; values are read when they are asked for.
    """

    text: str
    names: Mapping[str, int]
    _lines: Sequence[int] = field(repr=False)

    def place(self, at: int) -> Place:
        """Line and column of a place in the text."""
        line = bisect_right(self._lines, at)
        return Place(line, at - self._lines[line - 1] + 1)

    def error(self, message: str, at: int) -> TextError:
        """The error to raise about a place in the text."""
        place = self.place(at)
        return TextError(message, place.line, place.column)

    def value(self, name: str) -> Value:
        """Value of a constant.

        Raises:
            TextError: it is no literal, or not a whole one.
            KeyError: there is no such constant.
        """
        return _Reader(self, self.names[name]).whole(name)


def line_starts(text: str) -> list[int]:
    """Places where the lines of a text begin."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def read_ruby(text: str, wanted: Sequence[str]) -> RubyText:
    """Find constants in a Ruby text.

    Args:
        wanted: names of interest; others are not looked at.

    Raises:
        TextError: the text is too long, or a constant is given twice.
    """
    if len(text) > MOST_CHARACTERS:
        raise TextError(f"the text has more than {MOST_CHARACTERS:,} characters", 1, 1)
    names: dict[str, int] = {}
    found = RubyText(text, names, line_starts(text))
    for match in _ASSIGNMENT.finditer(text):
        name = match[1]
        if name not in wanted:
            continue
        if name in names:
            first = found.place(names[name])
            raise found.error(f"{name} is given twice, first on line {first.line}", match.start(1))
        names[name] = match.end()
    return found


class _Reader:
    """Reads one value."""

    def __init__(self, source: RubyText, at: int) -> None:
        self.source = source
        self.text = source.text
        self.at = at
        self.left = MOST_VALUES

    def whole(self, name: str) -> Value:
        value = self._value(0)
        method = _METHOD.match(self.text, self.at)
        if method is not None:
            start = method.end() - len(method[0].lstrip())
            raise self._error(f"{name} has to be worked out; only literals are read", start)
        return value

    def _error(self, message: str, at: int | None = None) -> TextError:
        return self.source.error(message, self.at if at is None else at)

    def _skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found is not None else self.at

    def _value(self, depth: int) -> Value:
        self._skip()
        self.left -= 1
        if depth > _DEEPEST:
            raise self._error(f"values are nested deeper than {_DEEPEST}")
        if self.left < 0:
            raise self._error(f"there are more than {MOST_VALUES:,} values")
        value = self._literal(depth)
        while (frozen := _FREEZE.match(self.text, self.at)) is not None:
            self.at = frozen.end()
        return value

    def _literal(self, depth: int) -> Value:
        start, text = self.at, self.text
        char = text[start : start + 1]
        if char == "{":
            return self._hash(depth)
        if char == "[":
            return self._array(depth)
        if char in ("'", '"'):
            return self._texts()
        if char == "%" and text[start + 1 : start + 2] in ("w", "i"):
            return self._words()
        number = _NUMBER.match(text, start)
        if number is not None:
            self.at = number.end()
            digits = number[0].replace("_", "")
            if len(digits) > 15:
                raise self._error("the number is too long", start)
            return Scalar(float(digits) if "." in digits else int(digits), start)
        symbol = _SYMBOL.match(text, start)
        if symbol is not None:
            self.at = symbol.end()
            return Symbol(symbol[1], start)
        word = _WORD.match(text, start)
        if word is not None and word[0] in ("true", "false", "nil"):
            self.at = word.end()
            return Scalar({"true": True, "false": False, "nil": None}[word[0]], start)
        if word is not None:
            raise self._error(f"{_short(word[0])} has to be worked out; only literals are read")
        if start >= len(text):
            raise self._error("the text ends where a value should be")
        raise self._error(f"a value should be here, not {_short(text[start : start + 10])!r}")

    def _closed(self, closer: str, opened: int) -> bool:
        """Whether the list or hash ends here; goes past the end."""
        self._skip()
        if self.at >= len(self.text):
            raise self._error(f"{closer!r} is missing", opened)
        if self.text[self.at] == closer:
            self.at += 1
            return True
        return False

    def _comma(self, closer: str) -> None:
        self._skip()
        if self.text[self.at : self.at + 1] == ",":
            self.at += 1
        elif self.text[self.at : self.at + 1] != closer and self.at < len(self.text):
            method = _METHOD.match(self.text, self.at)
            what = (
                "a value that has to be worked out" if method else _short(self.text[self.at : self.at + 10])
            )
            raise self._error(f"',' or {closer!r} should be here, not {what!r}")

    def _array(self, depth: int) -> Array:
        opened = self.at
        self.at += 1
        items: list[Value] = []
        while not self._closed("]", opened):
            items.append(self._value(depth + 1))
            self._comma("]")
        return Array(tuple(items), opened)

    def _hash(self, depth: int) -> Hash:
        opened = self.at
        self.at += 1
        pairs: list[tuple[Value, Value]] = []
        while not self._closed("}", opened):
            key = self._key(depth)
            pairs.append((key, self._value(depth + 1)))
            self._comma("}")
        return Hash(tuple(pairs), opened)

    def _key(self, depth: int) -> Value:
        short = _KEY.match(self.text, self.at)
        if short is not None:
            key: Value = Symbol(short[1], self.at)
            self.at = short.end()
            return key
        key = self._value(depth + 1)
        if isinstance(key, Text) and self.text[self.at : self.at + 1] == ":":
            self.at += 1
            return key
        self._skip()
        if not self.text.startswith("=>", self.at):
            raise self._error("'=>' should stand between a key and its value")
        self.at += 2
        return key

    def _words(self) -> Array:
        opened = self.at
        opener = self.text[opened + 2 : opened + 3]
        symbols = self.text[opened + 1] == "i"
        if not opener or opener.isalnum() or opener.isspace():
            raise self._error("a bracket should follow %w")
        end = self.text.find(_CLOSERS.get(opener, opener), opened + 3)
        if end < 0:
            raise self._error(f"{_CLOSERS.get(opener, opener)!r} is missing", opened)
        items: list[Value] = []
        for word in re.finditer(r"\S+", self.text[opened + 3 : end]):
            at = opened + 3 + word.start()
            self.left -= 1
            items.append(Symbol(word[0], at) if symbols else Text(word[0], at, ((0, at),)))
        if self.left < 0:
            raise self._error(f"there are more than {MOST_VALUES:,} values", opened)
        self.at = end + 1
        return Array(tuple(items), opened)

    def _texts(self) -> Text:
        """A text; several that stand side by side (after a backslash at the end of a line) are one."""
        start = self.at
        value: list[str] = []
        runs: list[tuple[int, int]] = []
        length = 0
        while True:
            for at, char in self._characters():
                if not runs or at - runs[-1][1] != length - runs[-1][0]:
                    runs.append((length, at))
                value.append(char)
                length += len(char)
            following = _SPACE.match(self.text, self.at)
            here = following.end() if following is not None else self.at
            joined = re.fullmatch(r"[ \t]*|[ \t]*\\\n\s*", self.text[self.at : here])
            if joined is None or self.text[here : here + 1] not in ("'", '"'):
                break
            self.at = here
        runs.append((length, self.at - 1))
        return Text("".join(value), start, tuple(runs))

    def _characters(self) -> Iterator[tuple[int, str]]:
        """The characters of one quoted text and where each stands; goes past the end quote."""
        opened, text = self.at, self.text
        quote = text[opened]
        at = opened + 1
        while at < len(text) and text[at] != quote:
            char, following = text[at], text[at + 1 : at + 2]
            if char == "\n":
                break
            if quote == '"' and char == "#" and following == "{":
                raise self._error("a text with #{…} has to be worked out; only literals are read", at)
            if char == "\\" and quote == "'" and following in ("'", "\\"):
                yield at, following
                at += 2
            elif char == "\\" and quote == '"':
                if following in ("u", "x"):
                    code = re.compile(r"u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{1,2})").match(
                        text, at + 1
                    )
                    number = int(next(filter(None, code.groups())), 16) if code is not None else -1
                    if code is None or not 0 < number < 0x110000 or 0xD800 <= number < 0xE000:
                        raise self._error("the escape is no character", at)
                    yield at, chr(number)
                    at = code.end()
                else:
                    yield at, _ESCAPES.get(following, following)
                    at += 2
            else:
                yield at, char
                at += 1
        if at >= len(text) or text[at] != quote:
            raise self._error(f"the text is not closed by {quote}", opened)
        self.at = at + 1


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}…"
