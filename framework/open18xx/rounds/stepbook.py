"""All steps of a title by name: the engine's and those of its hook modules."""

from __future__ import annotations

from collections.abc import Iterable

from open18xx.actions.base import Action
from open18xx.errors import EngineFault
from open18xx.state.view import View
from open18xx.steps.auction import AuctionStep
from open18xx.steps.choose_home import ChooseHomeDecision
from open18xx.steps.consent import ConsentDecision
from open18xx.steps.discard import DiscardDecision
from open18xx.steps.dividend import DividendStep
from open18xx.steps.exchange import ExchangeExtra
from open18xx.steps.home_token import HomeTokenDecision
from open18xx.steps.marker import MarkerExtra
from open18xx.steps.power import PowerExtra
from open18xx.steps.power_lay import PowerLayDecision, PowerLayExtra, PowerTokenDecision
from open18xx.steps.power_token import PowerTokenExtra
from open18xx.steps.private_trade import PrivatesStep, PrivateTradeExtra
from open18xx.steps.protocol import DecisionStep, Step
from open18xx.steps.raise_money import RaiseMoneyDecision
from open18xx.steps.redemption import RedemptionStep
from open18xx.steps.replace_tokens import ReplaceTokenDecision, ReplaceTokensStep
from open18xx.steps.routes import RouteStep
from open18xx.steps.start_price import StartPriceDecision
from open18xx.steps.stock import StockStep
from open18xx.steps.token import TokenStep
from open18xx.steps.track import TrackStep
from open18xx.steps.trains import TrainStep
from open18xx.steps.treasury_trade import TreasuryTradeStep

ENGINE_STEPS: tuple[type[Step], ...] = (
    AuctionStep, StockStep, TrackStep, TokenStep, RouteStep, DividendStep, TrainStep, TreasuryTradeStep,
    PowerExtra,
    PrivatesStep, PrivateTradeExtra, PowerLayExtra, ExchangeExtra, PowerLayDecision, PowerTokenDecision,
    ReplaceTokensStep, ReplaceTokenDecision, ChooseHomeDecision, RedemptionStep, MarkerExtra,
    PowerTokenExtra,
    StartPriceDecision, HomeTokenDecision, DiscardDecision, ConsentDecision, RaiseMoneyDecision,
)  # fmt: skip

#: Steps of an operating turn that rounds.yaml may name without any hook module.
TURN_STEPS = (
    "redemption",
    "track",
    "token",
    "routes",
    "dividend",
    "trains",
    "treasury_trade",
    "privates",
    "replace_tokens",
)


class StepBook:
    """Finds the step in charge and the extras beside it."""

    def __init__(self, extra: Iterable[Step] = ()) -> None:
        self._steps: dict[str, Step] = {}
        self._extras: list[Step] = []
        self._decisions: dict[str, Step] = {}
        for step in (*(cls() for cls in ENGINE_STEPS), *extra):
            if isinstance(step, DecisionStep):
                self._decisions[step.name] = step
            elif step.during:
                self._extras.append(step)
            else:
                self._steps[step.name] = step

    def names(self) -> tuple[str, ...]:
        """Names of all steps (decisions and extras apart)."""
        return tuple(self._steps)

    def named(self, name: str) -> Step:
        """The step called ``name``."""
        try:
            return self._steps[name]
        except KeyError:
            raise EngineFault(f"there is no step {name!r}; known are {', '.join(self._steps)}") from None

    def decision(self, kind: str) -> Step:
        """The step that answers decisions of ``kind``."""
        try:
            return self._decisions[kind]
        except KeyError:
            raise EngineFault(f"nothing answers decisions of kind {kind!r}") from None

    def current(self, view: View) -> Step | None:
        """The step in charge now; None when the game is over or between turns."""
        if view.state.pending:
            return self.decision(view.state.pending[-1].kind)
        round_ = view.state.round
        if round_.kind in ("auction", "stock"):
            return self.named(round_.kind)
        if round_.kind == "operating" and round_.current:
            return self.named(round_.turn.step)
        return None

    def beside(self, view: View) -> tuple[Step, ...]:
        """Extras that accompany the step in charge."""
        if not self._extras:
            return ()
        if view.state.pending:
            name = view.state.pending[-1].kind
            return tuple(step for step in self._extras if name in step.during)
        round_ = view.state.round
        operating = round_.kind == "operating"
        name = round_.turn.step if operating else round_.kind
        return tuple(
            step for step in self._extras if name in step.during or (operating and "any" in step.during)
        )

    def handler(self, view: View, action: Action) -> Step | None:
        """The step or extra that takes an action of this type now."""
        current = self.current(view)
        if current is not None and isinstance(action, current.accepts):
            return current
        for step in self.beside(view):
            if isinstance(action, step.accepts):
                return step
        return None

    def any_for(self, action: Action) -> Step | None:
        """Any step that takes actions of this type, whatever the moment; for corrections."""
        for step in (*self._steps.values(), *self._extras):
            if isinstance(action, step.accepts):
                return step
        return None
