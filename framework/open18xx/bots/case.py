"""One decision a bot has to make, with what is needed to make it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import Pass
from open18xx.bots.outlook import Outlook
from open18xx.bots.sights import stop_worth
from open18xx.engine.game import Game
from open18xx.engine.rng import Generator
from open18xx.state.game_state import PlayerId
from open18xx.state.view import View

A = TypeVar("A", bound=Action)


@dataclass(frozen=True)
class Case:
    """A decision: who decides what, and the means to judge it.

    Attributes:
        offers: every legal action.
        chance: breaks ties, and only that.
    """

    game: Game
    view: View
    player: PlayerId
    offers: tuple[Offer, ...]
    outlook: Outlook
    chance: Generator
    _worth: dict[str, Mapping[str, int]] = field(default_factory=dict)

    def of(self, kind: type[A]) -> list[A]:
        """The offered actions of a type, as they stand."""
        return [offer.action for offer in self.offers if isinstance(offer.action, kind)]

    @property
    def passing(self) -> Pass | None:
        """Passing, if that is allowed."""
        return next(iter(self.of(Pass)), None)

    def was_refused(self, action: Action, *same: str) -> bool:
        """Whether another player has declined an action of this type in this turn, with the same values
        in the fields ``same``.
        """
        codec = self.game.context.codec
        for text in self.view.state.round.turn.refused:
            other = codec.from_json(json.loads(text))
            if type(other) is type(action) and all(
                getattr(other, name) == getattr(action, name) for name in same
            ):
                return True
        return False

    @property
    def stop_worth(self) -> Mapping[str, int]:
        """Value of the best stop of each hex."""
        if "stops" not in self._worth:
            self._worth["stops"] = stop_worth(self.view)
        return self._worth["stops"]
