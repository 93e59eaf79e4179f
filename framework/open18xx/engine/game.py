"""The facade: a game of one title, from the first action to the ranking, with undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import Correct, Respond
from open18xx.definition.title import Title
from open18xx.engine.consent import ask_or_perform, declined, respond, still_offered
from open18xx.engine.context import Context
from open18xx.engine.corrections import apply_correction, correction_refusals
from open18xx.engine.invariants import faults
from open18xx.engine.rng import DrawGenerator, Generator
from open18xx.engine.settle import settle
from open18xx.engine.setup import dealt_privates, drawn_grants, drawn_out
from open18xx.errors import EngineFault, IllegalAction, Open18xxError, Refusal
from open18xx.rounds import flow
from open18xx.rules.privates import buy_private, front_private, offer_price
from open18xx.state.canonical import state_hash
from open18xx.state.changes import Change, Draft
from open18xx.state.events import Event
from open18xx.state.game_state import GameState, PlayerId, initial_state
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


@dataclass(frozen=True, slots=True)
class Turn:
    """What one action did.

    Attributes:
        action: None for the set-up.
        state: after it.
        events: the news, in order.
        changes: the atomic changes, in order; marks: for each event the number of changes made before it,
            so that the position at any event can be rebuilt.
    """

    action: Action | None
    state: GameState
    events: tuple[Event, ...]
    changes: tuple[Change, ...] = ()
    marks: tuple[int, ...] = ()


class WrongTable(Open18xxError):
    """Players or options that the title does not allow."""


class Game:
    """One game.

    Attributes:
        context: title, hooks, steps and codec.
        seed: random seed of the table, None if the seats were given.
    """

    def __init__(
        self,
        context: Context,
        names: Sequence[str],
        *,
        seed: int | None = None,
        shuffle: bool = True,
        corrections: bool = False,
        check_invariants: bool = True,
    ) -> None:
        """Deal the money and go to the first decision.

        Args:
            names: players in seat order; with a ``seed`` the seats are drawn.
            seed: decides all that chance decides before play; without one, draws of the title's set-up are
                those of seed 0.
            shuffle: False keeps the seats although there is a seed.
            corrections: whether the table allows moderators' corrections.
            check_invariants: prove conservation after every action.

        Raises:
            WrongTable: wrong number of players, equal names, an option that does not fit.
            EngineFault: an invariant does not hold at the start.
        """
        title = context.title
        self.context = context
        self.seed = seed
        self._check = check_invariants
        _check_table(title, names)
        seated = tuple(names)
        if seed is not None and shuffle:
            seated = Generator(seed).shuffled(seated)
        generator = DrawGenerator(seed or 0)
        unused = drawn_out(title.policies.setup, generator)
        granted = drawn_grants(title.companies, generator)
        start = initial_state(title, seated, corrections=corrections, unused=unused, granted=granted)
        self._start = start
        tx = Transaction(title, start, context.hooks)
        tx.emit("game_started", players=seated, cash=title.players[len(seated)].cash)
        context.hooks.notify("on_game_started", tx=tx)
        if title.policies.auction.kind == "dealt":
            for player, private in dealt_privates(tx.view, generator):
                buy_private(tx, player, private, offer_price(tx.view, private))
        if title.policies.auction.kind != "waterfall" or front_private(tx.view) is None:
            flow.begin_stock(tx, start.priority)
        else:
            flow.begin_auction(tx)
        settle(tx, context.steps)
        if check_invariants and (broken := faults(tx.view)):
            raise EngineFault("after the set-up", broken)
        self._turns = [_turn(None, tx)]
        self._undone: list[Turn] = []
        self._approved: tuple[GameState | None, Action | None] = (None, None)

    # -- questions -------------------------------------------------------------------------

    @property
    def title(self) -> Title:
        """The title played."""
        return self.context.title

    @property
    def state(self) -> GameState:
        """The present state."""
        return self._turns[-1].state

    @property
    def view(self) -> View:
        """Questions about the present state."""
        return View(self.title, self.state, self.context.hooks)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Everything so far; the first entry is the set-up and has no action."""
        return tuple(self._turns)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return tuple(turn.action for turn in self._turns if turn.action is not None)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    def hash(self) -> str:
        """Hash of the present state."""
        return state_hash(self.state)

    def actor(self) -> PlayerId | None:
        """Who has to decide now; None when the game is over."""
        if self.is_over:
            return None
        view = self.view
        step = self.context.steps.current(view)
        return step.actor(view) if step is not None else None

    def step_name(self) -> str:
        """Name of the step or decision in charge, empty when the game is over."""
        if self.is_over:
            return ""
        step = self.context.steps.current(self.view)
        return step.name if step is not None else ""

    def legal_actions(self, player: PlayerId | None = None) -> tuple[Offer, ...]:
        """Every legal action; where a number is free, its range.

        Args:
            player: whose; None means the one whose turn it is. Others can only do what is allowed
                out of turn.
        """
        if self.is_over:
            return ()
        actor = self.actor() if player is None else player
        view = self.view
        step = self.context.steps.current(view)
        if step is None:
            return ()
        offers: list[Offer] = list(step.offers(view))
        for extra in self.context.steps.beside(view):
            offers.extend(extra.offers(view))
        mine = [offer for offer in offers if offer.action.actor == actor]
        return tuple(still_offered(self.context, view, mine))

    def check(self, action: Action) -> tuple[Refusal, ...]:
        """Why ``action`` is not legal now, with rule ids; empty if it is."""
        found = self._refusals(action)
        if not found:
            self._approved = (self.state, action)
            return ()
        by_code = self.title.rulebook.by_refusal
        return tuple(r if r.rules else replace(r, rules=by_code.get(r.code, ())) for r in found)

    def _refusals(self, action: Action) -> tuple[Refusal, ...]:
        if self.is_over:
            return (Refusal("game.over", "the game is over"),)
        view = self.view
        if isinstance(action, Correct):
            return correction_refusals(self.context, view, action)
        if action.actor not in view.state.players:
            return (Refusal("turn.unknown_player", f"there is no player {action.actor}"),)
        actor = self.actor()
        step = self.context.steps.handler(view, action)
        if action.actor != actor and not (step is not None and step.out_of_turn):
            name = view.name(actor) if actor else "nobody"
            return (Refusal("turn.not_yours", f"it is the turn of {name}, not of {view.name(action.actor)}"),)
        if step is None:
            return (Refusal("turn.not_now", f"{action.kind} is not possible in the step {self.step_name()}"),)
        return step.check(view, action) or declined(self.context, view, action)

    def result(self) -> dict[str, int]:
        """Worth of the players, the winner first; empty before the end."""
        result = self.state.result
        if result is None:
            return {}
        view = self.view
        ranking = sorted(result, key=lambda player: -result[player])
        return {view.name(player): result[player] for player in ranking}

    def at_event(self, turn: int, event: int) -> View:
        """The position at the moment of an event: turn number (0 is the set-up) and event number in it."""
        done = self._turns[turn]
        if turn:
            draft = Draft(self._turns[turn - 1].state)
        else:
            draft = Draft(self._start)
        for change in done.changes[: done.marks[event]]:
            change.apply(draft)
        return View(self.title, draft, self.context.hooks)

    # -- commands --------------------------------------------------------------------------

    def apply(self, action: Action) -> Turn:
        """Play an action.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
            EngineFault: an invariant would break; nothing has changed.
        """
        state, approved = self._approved
        # Who has just asked whether this very action is legal here need not wait for a second answer.
        if state is not self.state or approved is not action:
            found = self.check(action)
            if found:
                raise IllegalAction(found)
        tx = Transaction(self.title, self.state, self.context.hooks)
        if isinstance(action, Correct):
            apply_correction(self.context, tx, action)
        elif isinstance(action, Respond):
            respond(self.context, tx, action)
        else:
            step = self.context.steps.handler(tx.view, action)
            assert step is not None
            ask_or_perform(self.context, tx, step, action)
        settle(tx, self.context.steps)
        tx.draft.sequence += 1
        if self._check:
            broken = faults(tx.view, self.state)
            if broken:
                raise EngineFault(f"after {action!r}", broken)
        turn = _turn(action, tx)
        self._turns.append(turn)
        self._undone.clear()
        return turn

    def apply_all(self, actions: Iterable[Action]) -> None:
        """Play actions one after the other; those before an illegal one stay played."""
        for action in actions:
            self.apply(action)

    def undo(self, count: int = 1) -> int:
        """Take back up to ``count`` actions; returns how many were."""
        done = 0
        while done < count and len(self._turns) > 1:
            self._undone.append(self._turns.pop())
            done += 1
        return done

    def redo(self, count: int = 1) -> int:
        """Play undone actions again; returns how many were."""
        done = 0
        while done < count and self._undone:
            self._turns.append(self._undone.pop())
            done += 1
        return done


def _turn(action: Action | None, tx: Transaction) -> Turn:
    return Turn(action, tx.draft.freeze(), tuple(tx.events), tuple(tx.changes), tuple(tx.marks))


def _check_table(title: Title, names: Sequence[str]) -> None:
    allowed = sorted(title.players)
    if len(names) not in title.players:
        raise WrongTable(f"{title.name} is for {allowed[0]} to {allowed[-1]} players, not {len(names)}")
    if len(set(names)) != len(names):
        raise WrongTable("two players have the same name")
    if any(not name.strip() for name in names):
        raise WrongTable("a player has no name")
    for option in title.active_options:
        wanted = title.options[option].players
        if wanted and len(names) not in wanted:
            raise WrongTable(
                f"option {option} is for {', '.join(map(str, wanted))} players, not {len(names)}"
            )
