"""What a bot is, and how free fields of an offer are filled."""

from __future__ import annotations

from typing import Protocol

from open18xx.actions.base import Action, Offer, Range, Subset
from open18xx.engine.game import Game
from open18xx.engine.rng import Generator


class Bot(Protocol):
    """Decides for one seat."""

    def decide(self, game: Game) -> Action:
        """A legal action for the player whose turn it is."""


def random_variant(offer: Offer, game: Game, chance: Generator) -> Action:
    """The offered action with its free fields drawn at random."""
    action = offer.action
    for name, domain in offer.free.items():
        if isinstance(domain, Range):
            steps = (domain.high - domain.low) // domain.step
            value = domain.low + domain.step * chance.below(min(steps, 1000) + 1)
            action = action.varied(name, value)
        elif isinstance(domain, Subset):
            picked = tuple(item for item in domain.items if chance.below(2))
            candidate = action.varied(name, picked)
            if domain.least <= len(picked) <= domain.most and not game.check(candidate):
                action = candidate
    return action


class RandomBot:
    """Any legal action; each kind is equally likely first, so that long lists do not drown short ones."""

    def __init__(self, seed: int) -> None:
        self._chance = Generator(seed)

    def decide(self, game: Game) -> Action:
        """Draw a kind of action, then an action of that kind."""
        offers = game.legal_actions()
        kinds = tuple(dict.fromkeys(offer.action.kind for offer in offers))
        kind = self._chance.choice(kinds)
        offer = self._chance.choice([o for o in offers if o.action.kind == kind])
        return random_variant(offer, game, self._chance)
