"""What a bot is, and the one that takes any legal action.

A bot is asked for one decision at a time. What it decides depends only on its seed and the position,
never on what it decided before: after undo, or when a saved game goes on, it decides the same again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from open18xx.actions.base import Action, Offer, Range, Subset
from open18xx.engine.game import Game
from open18xx.engine.rng import Generator

#: Odd number that spreads consecutive decisions over all seeds.
_SPREAD = 0x9E3779B97F4A7C15
#: Values of a free number that are drawn from, at most.
_MOST_VALUES = 1000


class Bot(Protocol):
    """Decides for one seat."""

    def decide(self, game: Game) -> Action:
        """A legal action for the player whose turn it is."""


def chance_for(seed: int, game: Game) -> Generator:
    """Random numbers for the present decision of a game, whatever came before."""
    return Generator(seed * 2 + (game.state.sequence + 1) * _SPREAD)


def with_value(action: Action, name: str, value: object) -> Action:
    """The action with another value in the field ``name``."""
    changes: dict[str, Any] = {name: value}
    return replace(action, **changes)


def random_variant(offer: Offer, game: Game, chance: Generator) -> Action:
    """The offered action with its free fields drawn at random."""
    action = offer.action
    for name, domain in offer.free.items():
        if isinstance(domain, Range):
            steps = (domain.high - domain.low) // domain.step
            value = domain.low + domain.step * chance.below(min(steps, _MOST_VALUES) + 1)
            action = with_value(action, name, value)
        elif isinstance(domain, Subset):
            picked = tuple(item for item in domain.items if chance.below(2))
            candidate = with_value(action, name, picked)
            if domain.least <= len(picked) <= domain.most and not game.check(candidate):
                action = candidate
    return action


class RandomBot:
    """Any legal action. Each kind of action is equally likely, so that long lists do not drown short ones."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def decide(self, game: Game) -> Action:
        """Draw a kind of action, then an action of that kind."""
        chance = chance_for(self._seed, game)
        offers = game.legal_actions()
        kinds = tuple(dict.fromkeys(offer.action.kind for offer in offers))
        kind = chance.choice(kinds)
        offer = chance.choice([o for o in offers if o.action.kind == kind])
        return random_variant(offer, game, chance)
