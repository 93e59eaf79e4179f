"""Small generators with documented sequences, so that a seed means the same everywhere.

:class:`Generator` is SplitMix64; numbers below ``n`` by rejection, so that all are equally likely.
Python's own ``random`` does not promise equal shuffles across versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class DrawGenerator:
    """Numbers for the draws of a set-up: the linear generator whose seeds recorded games carry.

    ``r = (1103515245 r + 12345) mod 2^31``, starting from the seed, advanced before each number. It is
    weak, and used for nothing else.

    >>> DrawGenerator(1).next31()
    1103527590
    """

    def __init__(self, seed: int) -> None:
        self._state = seed % (1 << 31)

    def next31(self) -> int:
        """The next number, 0 to 2^31 - 1."""
        self._state = (1103515245 * self._state + 12345) % (1 << 31)
        return self._state


class Generator:
    """Random numbers from a seed.

    >>> Generator(1).shuffled(("a", "b", "c"))
    ('a', 'c', 'b')
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next64(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to ``n`` - 1; ValueError if ``n`` is not positive."""
        if n < 1:
            raise ValueError(f"no number below {n}")
        limit = (1 << 64) - (1 << 64) % n
        while True:
            drawn = self.next64()
            if drawn < limit:
                return drawn % n

    def choice(self, items: Sequence[T]) -> T:
        """One of ``items``."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """``items`` in random order (Fisher-Yates from the back)."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return tuple(mixed)
