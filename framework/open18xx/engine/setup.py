"""What chance decides before play."""

from __future__ import annotations

from open18xx.definition.companies import Companies
from open18xx.definition.rounds import SetupPolicy
from open18xx.engine.rng import DrawGenerator
from open18xx.state.game_state import BANK
from open18xx.state.view import View


def drawn_out(setup: SetupPolicy, generator: DrawGenerator) -> frozenset[str]:
    """Private companies that are not used."""
    out: set[str] = set()
    for draw in setup.draws:
        numbers = {private: generator.next31() for private in draw.among}
        lowest = min(numbers, key=lambda private: numbers[private])
        out.update({lowest} if draw.lowest == "leaves" else set(draw.among) - {lowest})
    return frozenset(out)


def dealt_privates(view: View, generator: DrawGenerator) -> tuple[tuple[str, str], ...]:
    """Players, in seat order, with the private companies that chance deals them; low numbers first.

    Where there are fewer companies than players, the last ones get none.
    """
    unsold = [private for private, owner in view.state.privates.items() if owner == BANK]
    numbers = {private: generator.next31() for private in unsold}
    return tuple(zip(view.state.players, sorted(unsold, key=lambda private: numbers[private]), strict=False))


def drawn_grants(companies: Companies, generator: DrawGenerator) -> dict[str, str]:
    """Corporations whose certificates come with private companies, where chance decides."""
    return {
        private.id: grant.among[generator.next31() % len(grant.among)]
        for private in companies.privates.values()
        for grant in private.grants
        if grant.among
    }
