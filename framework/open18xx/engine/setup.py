"""What chance decides before play."""

from __future__ import annotations

from open18xx.definition.rounds import SetupPolicy
from open18xx.engine.rng import DrawGenerator


def drawn_out(setup: SetupPolicy, seed: int) -> frozenset[str]:
    """Private companies that are not used in a game with that seed."""
    generator = DrawGenerator(seed)
    out: set[str] = set()
    for draw in setup.draws:
        numbers = {private: generator.next31() for private in draw.among}
        lowest = min(numbers, key=lambda private: numbers[private])
        out.update({lowest} if draw.lowest == "leaves" else set(draw.among) - {lowest})
    return frozenset(out)
