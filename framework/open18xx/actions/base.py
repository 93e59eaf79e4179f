"""What players decide: small frozen records with a lossless JSON form.

Every action names its ``actor``, the player who decides. Actions of a corporation name it too.
Titles add their own action types in hook modules; they derive from :class:`Action` as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self


@dataclass(frozen=True, slots=True)
class Action:
    """A decision by ``actor``.

    Attributes:
        kind: name of the action type in game files.
    """

    kind: ClassVar[str] = ""
    actor: str

    def facts(self) -> dict[str, object]:
        """Field values by name, without the actor."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "actor"}

    def varied(self, field: str, value: object) -> Self:
        """The same action with another value in one field."""
        values: dict[str, Any] = {field: value}
        return replace(self, **values)


@dataclass(frozen=True, slots=True)
class Range:
    """A free number: ``low``, ``low + step`` … up to ``high``."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value <= self.high
            and (value - self.low) % self.step == 0
        )


@dataclass(frozen=True, slots=True)
class Subset:
    """A free choice of some of ``items``, as a tuple without repetition, in any order.

    Attributes:
        least: how many at least; most: how many at most.
        groups: further conditions, each (items, how many of these at most).
    """

    items: tuple[object, ...]
    least: int
    most: int
    groups: tuple[tuple[tuple[object, ...], int], ...] = ()

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(set(value)) != len(value):
            return False
        return (
            self.least <= len(value) <= self.most
            and all(item in self.items for item in value)
            and all(sum(item in group for item in value) <= most for group, most in self.groups)
        )


@dataclass(frozen=True, slots=True)
class Checked:
    """A free field that only the step's check can judge, such as a set of routes."""

    what: str


Domain = Range | Subset | Checked


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal action, or a family of them.

    Attributes:
        action: a legal action as it stands.
        free: fields that may take other values too, with what they may be.
    """

    action: Action
    free: Mapping[str, Domain] = field(default_factory=dict)

    def same_family(self, action: Action) -> bool:
        """Whether ``action`` differs from the offered one in free fields only."""
        if type(action) is not type(self.action):
            return False
        return all(
            f.name in self.free or getattr(action, f.name) == getattr(self.action, f.name)
            for f in fields(action)
        )
