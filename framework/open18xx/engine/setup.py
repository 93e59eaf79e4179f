"""What chance decides before play."""

from __future__ import annotations

from open18xx.definition.companies import Companies
from open18xx.definition.rounds import SetupPolicy
from open18xx.engine.rng import DrawGenerator


def drawn_out(setup: SetupPolicy, generator: DrawGenerator) -> frozenset[str]:
    """Private companies that are not used."""
    out: set[str] = set()
    for draw in setup.draws:
        numbers = {private: generator.next31() for private in draw.among}
        lowest = min(numbers, key=lambda private: numbers[private])
        out.update({lowest} if draw.lowest == "leaves" else set(draw.among) - {lowest})
    return frozenset(out)


def drawn_grants(companies: Companies, generator: DrawGenerator) -> dict[str, str]:
    """Corporations whose certificates come with private companies, where chance decides."""
    return {
        private.id: grant.among[generator.next31() % len(grant.among)]
        for private in companies.privates.values()
        for grant in private.grants
        if grant.among
    }
