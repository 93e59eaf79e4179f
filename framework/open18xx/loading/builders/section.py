"""Typed access to plain data, with the place of each value for messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from open18xx.loading.nodes import Path, Plain, path_text

T = TypeVar("T", bound=str)


class BuildError(Exception):
    """A value that cannot be made into a part of the title.

    Attributes:
        kind: kind of file, such as ``trains``.
        path: place in its data.
        code: code of the problem.
        offset: number of characters into the value where the problem lies; None for the value as a whole.
    """

    def __init__(
        self, kind: str, path: Path, message: str, *, code: str = "T001", offset: int | None = None
    ) -> None:
        self.kind = kind
        self.path = path
        self.message = message
        self.code = code
        self.offset = offset
        super().__init__(f"{kind}: {path_text(path)}: {message}")


class Section:
    """A mapping of a pack's data. Getters raise :class:`BuildError` when a value is not what they return."""

    __slots__ = ("data", "kind", "path")

    def __init__(self, data: Plain, kind: str, path: Path = ()) -> None:
        if not isinstance(data, dict):
            raise BuildError(kind, path, "should be a mapping")
        self.data = data
        self.kind = kind
        self.path = path

    def error(
        self, key: str | int | None, message: str, *, code: str = "T001", offset: int | None = None
    ) -> BuildError:
        """The error to raise for one of the keys, or for the whole."""
        path = self.path if key is None else (*self.path, key)
        return BuildError(self.kind, path, message, code=code, offset=offset)

    def __contains__(self, key: str) -> bool:
        return self.data.get(key) is not None

    def text(self, key: str, default: str | None = None) -> str:
        """Text of a key."""
        value = self.data.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise self.error(key, "should be text")
        return value

    def optional_text(self, key: str) -> str | None:
        """Text of a key, None when it is not given."""
        return self.text(key) if key in self else None

    def choice(self, key: str, default: T, *others: T) -> T:
        """One of the given words; the first is what holds when the key is not given."""
        value = self.data.get(key)
        if value is None:
            return default
        for word in (default, *others):
            if value == word:
                return word
        raise self.error(key, f"should be one of {', '.join((default, *others))}")

    def choices(self, key: str, *words: T) -> tuple[T, ...]:
        """A list of words, each one of those given; empty when the key is not given."""
        known = {str(word): word for word in words}
        found: list[T] = []
        for index, value in enumerate(self.texts(key)):
            if value not in known:
                raise BuildError(self.kind, (*self.path, key, index), f"should be one of {', '.join(known)}")
            found.append(known[value])
        return tuple(found)

    def number(self, key: str, default: int | None = None) -> int:
        """Whole number of a key."""
        value = self.data.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(key, "should be a whole number")
        return value

    def optional_number(self, key: str) -> int | None:
        """Whole number of a key, None when it is not given."""
        return self.number(key) if key in self else None

    def count(self, key: str) -> int | None:
        """A number of things; None for ``unlimited``."""
        return None if self.data.get(key) == "unlimited" else self.number(key)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Truth value of a key."""
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.error(key, "should be true or false")
        return value

    def items(self, key: str) -> list[Plain]:
        """A list; empty when the key is not given."""
        value = self.data.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.error(key, "should be a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty when the key is not given."""
        found: list[str] = []
        for index, value in enumerate(self.items(key)):
            if not isinstance(value, str):
                raise BuildError(self.kind, (*self.path, key, index), "should be text")
            found.append(value)
        return tuple(found)

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers; empty when the key is not given."""
        found: list[int] = []
        for index, value in enumerate(self.items(key)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise BuildError(self.kind, (*self.path, key, index), "should be a whole number")
            found.append(value)
        return tuple(found)

    def section(self, key: str) -> Section:
        """A mapping; an empty one when the key is not given."""
        value = self.data.get(key)
        return Section({} if value is None else value, self.kind, (*self.path, key))

    def sections(self, key: str) -> list[Section]:
        """A list of mappings; empty when the key is not given."""
        return [
            Section(value, self.kind, (*self.path, key, index)) for index, value in enumerate(self.items(key))
        ]

    def named(self, key: str) -> Iterator[tuple[str, Section]]:
        """The values of a mapping of mappings, by key."""
        inner = self.section(key)
        for name in inner.data:
            yield name, inner.section(name)
