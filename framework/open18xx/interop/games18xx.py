"""Replaying game files of 18xx.games.

Every move that counts is played through our own legality check; what the file records besides (the
revenue of every route, the result, the reason for the end) is compared. With a file of states, the
position after every move is compared as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from open18xx.actions.base import Action
from open18xx.actions.kinds import BuyPrivate, Correct, DiscardTrain, Pass, Respond
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.errors import EngineFault, GameFileError, IllegalAction
from open18xx.interop.games18xx_actions import Translator
from open18xx.interop.games18xx_file import FORMAT, Move, Recording, read_recording
from open18xx.interop.games18xx_states import StateChecker
from open18xx.interop.replay_report import CheckFailure, ReplayError, ReplayReport, ReplayStatus
from open18xx.rules.privates import offer_price

#: Our word for the reasons of the site.
_REASONS = {
    "bank": "bank_broken",
    "bankrupt": "bankruptcy",
    "manually_ended": "agreed",
    "stock_market": "price_reached",
    "final_phase": "last_phase",
}
#: Passes that may be added to get to a recorded move.
_MOST_PASSES = 12


class _Replay:
    """One file being replayed."""

    def __init__(self, recording: Recording, game: Game, states: StateChecker | None) -> None:
        self.recording = recording
        self.game = game
        self.states = states
        self.translator = Translator(game, recording.player_ids, recording.players)
        self.failures: list[CheckFailure] = []
        self.notes: list[str] = []
        self.passed = 0
        self.applied = 0

    def run(self, until: int | None) -> ReplayError | None:
        """Play the moves; what stopped it, or None."""
        self._compare_state(0, "the set-up")
        for move in self.recording.moves:
            if until is not None and self.applied >= until:
                return None
            try:
                self.move(move)
            except GameFileError as error:
                return ReplayError(error.sequence, f"{move.place}: {error.message}")
            except IllegalAction as error:
                text = f"{move.place} ({move.type} by {move.entity}): {error}"
                return ReplayError(move.id, text, ", ".join(error.rules) or None)
            except EngineFault as fault:
                return ReplayError(move.id, f"{move.place}: the position breaks: {fault}")
            self.applied += 1
        return None

    def move(self, move: Move) -> None:
        """Play one move and compare what it records."""
        if not move.silent:
            if self.game.is_over:
                raise GameFileError("the game is over already", move.id)
            self._play(move)
        self._compare_state(move.id, move.place)

    def _play(self, move: Move) -> None:
        first = len(self.game.turns)
        self._make_room(move)
        if self._nothing_to_run(move) or self._declines_nothing(move):
            self._note_needless(move)
            return
        action = self.translator.action(move)
        if isinstance(action, Pass) and self._not_asked(move, action):
            self._note_needless(move)
            return
        action = self._bring_to(move, action)
        if isinstance(action, BuyPrivate):
            price = offer_price(self.game.view, action.private)
            self._compare(move.id, f"price of {action.private}", move.number("price"), price)
        if move.type == "run_routes" and any(route.blocked for route in self.translator.routes):
            action = self._as_recorded(move, action)
        self._apply(action)
        self.translator.played(move)
        for turn in self.game.turns[first:]:
            self.translator.follow(turn.events)
        if move.type == "run_routes":
            for route in self.translator.routes:
                if route.recorded is not None:
                    what = f"revenue of the {route.run.train} train of {move.entity}"
                    self._compare(move.id, what, route.recorded, route.revenue)

    def _make_room(self, move: Move) -> None:
        """Answer what the site does not ask before this move."""
        pending = self.game.state.pending
        if pending and pending[-1].kind == "power_token" and move.entity_type != "company":
            self.game.apply(Pass(pending[-1].actor))

    def _note_needless(self, move: Move) -> None:
        self.notes.append(f"{move.place}: {move.type} by {move.entity}, where there is nothing to decide")

    def _nothing_to_run(self, move: Move) -> bool:
        """Whether trains without a route run nowhere: the site may ask for that, the engine goes on."""
        if move.type != "run_routes" or move.data.get("routes") != []:
            return False
        round_ = self.game.state.round
        return round_.kind == "operating" and round_.current == move.entity and round_.turn.earnings == 0

    def _declines_nothing(self, move: Move) -> bool:
        """Whether a private company passes although nobody has been asked about it."""
        if move.type != "pass" or move.entity_type != "company":
            return False
        if move.entity not in self.game.state.privates:
            return False
        return not any(asked.data.get("private") == move.entity for asked in self.game.state.pending)

    def _not_asked(self, move: Move, action: Pass) -> bool:
        """Whether a corporation passes in a step of its turn that is over already."""
        round_ = self.game.state.round
        if move.entity_type != "corporation" or round_.kind != "operating":
            return False
        latest = round_.operated[-1:] if round_.turn.step in ("", self._first_step()) else ()
        if move.entity not in (round_.current, *latest):
            return False
        return any(r.code in ("turn.not_yours", "turn.not_now") for r in self.game.check(action))

    def _first_step(self) -> str:
        return self.game.title.policies.operating.turn[0]

    def _bring_to(self, move: Move, action: Action) -> Action:
        """Pass where the site has not asked, so that the move becomes possible."""
        if not self.game.check(action) or isinstance(action, Pass | DiscardTrain):
            return action
        if self.game.state.round.kind == "auction":
            return action
        added = 0
        for _ in range(_MOST_PASSES):
            stop = Pass(self.game.actor() or "")
            if self.game.is_over or self.game.state.pending or self.game.check(stop):
                break
            self.game.apply(stop)
            added += 1
            again = self.translator.action(move)
            if not self.game.check(again):
                self.notes.append(f"{move.place}: passed {added} times before {move.type}")
                return again
        self.game.undo(added)
        return action

    def _as_recorded(self, move: Move, action: Action) -> Action:
        """Earnings as recorded, for routes that the site let pass when it kept no pieces of them."""
        amount = sum(route.revenue for route in self.translator.routes)
        self.notes.append(
            f"{move.place}: a route of {move.entity} runs through a city full of others' tokens, which the "
            f"site let pass then; the {amount} recorded are credited by a marked correction"
        )
        return Correct(action.actor, "earnings", "the site let the route pass", {"amount": amount})

    def _apply(self, action: Action) -> None:
        self.game.apply(action)
        while self.game.state.pending and self.game.state.pending[-1].kind == "consent":
            self.game.apply(Respond(self.game.state.pending[-1].actor, True))

    def _compare(self, seq: int, what: str, expected: object, actual: object) -> None:
        if expected == actual:
            self.passed += 1
        else:
            self.failures.append(CheckFailure(seq, what, expected, actual))

    def _compare_state(self, seq: int, place: str) -> None:
        if self.states is None:
            return
        passed, differences = self.states.compare(self.game, seq, place)
        self.passed += passed
        self.failures.extend(differences)

    def finish(self) -> None:
        """Compare the end."""
        last = self.recording.moves[-1].id if self.recording.moves else 0
        expected = self.recording.result
        if expected is None or not self.recording.reason:
            return
        if not self.game.is_over:
            self.failures.append(CheckFailure(last, "end of the game", self.recording.reason, "it goes on"))
            return
        self._compare(last, "result", dict(expected), dict(self.game.result()))
        reason = _REASONS.get(self.recording.reason, self.recording.reason)
        self._compare(last, "reason for the end", reason, self.game.state.end_reason)


def replay_games18xx(
    data: Mapping[str, object],
    *,
    context_for: Callable[[Sequence[str]], Context],
    until: int | None = None,
    states: Mapping[str, object] | None = None,
) -> ReplayReport:
    """Replay a game file of 18xx.games.

    Args:
        data: the file.
        context_for: makes the title ready with the optional rules chosen.
        until: number of moves to play; all by default.
        states: states after each move (format ``18xx-states/1``) to compare with, or None.

    Raises:
        Open18xxError: the title, its options or the table cannot be set up.
    """
    try:
        recording = read_recording(data)
        checker = None if states is None else StateChecker(states)
    except GameFileError as error:
        title = data.get("title")
        name = title if isinstance(title, str) else ""
        problem = ReplayError(error.sequence, error.message)
        return ReplayReport(name, FORMAT, "damaged", 0, 0, {}, None, 0, 0, error=problem)
    context = context_for(recording.rules)
    game = Game(context, recording.players, seed=recording.seed, shuffle=False, corrections=True)
    replay = _Replay(recording, game, checker)
    stop = replay.run(until)
    whole = replay.applied == len(recording.moves)
    if stop is None and whole and recording.broken is None:
        replay.finish()
    status = _status(replay, stop, until)
    if stop is None and whole and recording.broken is not None and (until is None or replay.applied < until):
        status, stop = "damaged", ReplayError(recording.broken.sequence, recording.broken.message)
    return ReplayReport(
        title=context.title.id,
        format=FORMAT,
        status=status,
        actions_applied=replay.applied,
        actions_total=len(recording.moves),
        result=game.result(),
        expected=recording.result,
        checks_passed=replay.passed,
        checks_failed=len(replay.failures),
        failures=tuple(replay.failures),
        error=stop,
        readings=tuple(replay.notes),
        game=game,
    )


def _status(replay: _Replay, error: ReplayError | None, until: int | None) -> ReplayStatus:
    if error is not None:
        return "refused"
    if replay.game.is_over:
        return "finished"
    return "stopped" if until is not None and replay.applied < len(replay.recording.moves) else "unfinished"
