"""Playing the entries of one transcript: passes and consents it leaves out, readings, forced actions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from open18xx.actions.base import Action
from open18xx.actions.kinds import Correct, Pass, Respond, RunRoutes
from open18xx.engine.game import Game
from open18xx.errors import IllegalAction
from open18xx.interop.replay_report import CheckFailure
from open18xx.interop.transcript_actions import Entry, Translator
from open18xx.interop.transcript_checks import Checker, Finding
from open18xx.rules.running import best_routes

_MOST_STEPS = 40


class CannotGoOn(Exception):
    """The replay cannot go on."""

    def __init__(self, message: str, rules: tuple[str, ...] = ()) -> None:
        self.rules = rules
        super().__init__(message)


class TranscriptReplay:
    """One transcript being replayed."""

    def __init__(
        self, data: Mapping[str, Any], game: Game, players: tuple[str, ...], readings: dict[int, Entry]
    ) -> None:
        self.data = data
        self.game = game
        self.translator = Translator(game, players)
        self.checker = Checker(game, self.translator.owner)
        self.readings = readings
        self.notes: list[str] = []
        self.deferred: list[tuple[int, Action]] = []
        self.awaiting: list[tuple[int, Entry]] = []
        self.failures: list[CheckFailure] = []
        self.passed = 0
        self.applied = 0
        self.borrowed: Entry | None = None
        #: Purchases played before their entry, as the president sells for them: turn by number of the entry.
        self.begun: dict[int, int] = {}
        #: A purchase for which the president still has to sell, and the turn it began in.
        self.unpaid: tuple[Entry, int] | None = None

    # -- entries ---------------------------------------------------------------------------

    def entry(self, entry: Entry) -> None:
        """Play or compare one entry."""
        seq = entry["seq"]
        reading = self.readings.get(seq, {})
        if reading.get("effect") == "skip":
            self.note(seq, reading, "left out")
            self.applied += entry["kind"] == "action"
            return
        self._play_deferred()
        if entry["kind"] == "check":
            self._compare(entry, reading)
            return
        self._play(entry, reading)
        self.applied += entry["kind"] == "action"
        self.checker.account.advance()

    def note(self, seq: int, reading: Entry, what: str) -> None:
        """Remember that a reading was applied."""
        text = f"{seq}: {reading.get('code', 'reading')}: {what}"
        if reading.get("note"):
            text += f" ({reading['note']})"
        self.notes.append(text)

    def _play(self, entry: Entry, reading: Entry) -> None:
        seq, kind = entry["seq"], entry["type"]
        since = len(self.game.turns)
        if kind == "take_loans":
            self.borrowed = entry
            return
        actions = self.translator.actions(entry) if seq not in self.begun else ()
        if kind in ("sell_shares", "sell_bonds"):
            self._begin_purchase(entry)
        if kind == "run_trains":
            self._run(entry, reading, actions)
            return
        if entry["kind"] == "correction":
            for action in actions:
                self._force(seq, action, str(reading.get("note") or "correction by the players"))
                self.note(seq, reading or {"code": "correction"}, "made by a marked correction")
                self._found(seq, self.checker.after_action(entry, since))
            return
        if not actions and reading:
            self.note(seq, reading, "nothing to play: this follows from the position")
        if reading.get("effect") == "defer":
            self.deferred.extend((seq, action) for action in actions)
            self.note(seq, reading, "played in the step that the rules name")
            return
        if kind == "dividend" and not actions:
            self._pass_until("dividend_declared", entry["corporation"])
            since = 0
        for action in actions:
            if reading.get("effect") in ("refused", "use_recorded") and self._is_refused(action):
                self.note(seq, reading, "forced by a marked correction")
                self._force(seq, action, str(reading.get("note") or reading.get("code")))
            else:
                self._apply(action)
        since = self.begun.pop(seq, since)
        missing = any(decision.kind == "raise_money" for decision in self.game.state.pending)
        if kind == "buy_train" and missing:
            self.unpaid = entry, since
        else:
            self._found(seq, self.checker.after_action(entry, since))
        if self.unpaid is not None and not missing:
            bought, self.unpaid = self.unpaid, None
            self._found(bought[0]["seq"], self.checker.after_action(*bought))
        if self.borrowed is not None:
            self._found(self.borrowed["seq"], self.checker.after_action(self.borrowed, since))
            self.borrowed = None

    def _begin_purchase(self, sale: Entry) -> None:
        """Begin the purchase that a president sells for, where the file tells of the sale first."""
        state = self.game.state
        if state.round.kind != "operating" or state.pending:
            return
        for later in self.data["events"]:
            if later["seq"] <= sale["seq"]:
                continue
            if later["type"] in ("operates", "round_end"):
                return
            if later["type"] == "buy_train" and later["seq"] not in self.begun:
                (purchase,) = self.translator.actions(later)
                self._bring_to(purchase)
                if not self.game.check(purchase):
                    self.begun[later["seq"]] = len(self.game.turns)
                    self._do(purchase)
                return

    def _run(self, entry: Entry, reading: Entry, actions: tuple[Action, ...]) -> None:
        """Run trains: our best against the recorded revenue."""
        seq, corporation, revenue = entry["seq"], entry["corporation"], entry["revenue"]
        if not actions:
            self._pass_until("routes_run", corporation)
            self._found(seq, self.checker.after_action(entry, 0))
            return
        self._bring_to(actions[0])
        run = self.translator.actions(entry)[0]
        assert isinstance(run, RunRoutes)
        best = best_routes(self.game.view, corporation).value
        if "derived_maximum" in entry:
            self._found(seq, [(f"greatest revenue of {corporation}", entry["derived_maximum"], best)])
        if revenue == best:
            self._apply(run)
            self._found(seq, self.checker.after_action(entry, 0))
            return
        if reading.get("effect") in ("use_recorded", "refused"):
            self.note(
                seq, reading, f"{corporation} is credited {revenue}, not {best}, by a marked correction"
            )
        else:
            self._found(seq, [(f"revenue of {corporation}", revenue, best)])
        details = {"amount": revenue}
        self._do(Correct(run.actor, "earnings", str(reading.get("note") or "recorded revenue"), details))
        self._found(seq, self.checker.after_action(entry, 0))

    # -- playing ---------------------------------------------------------------------------

    def _is_refused(self, action: Action) -> bool:
        """Whether passing on does not make the action legal; if so, no pass stays played."""
        before = len(self.game.actions)
        self._bring_to(action)
        if not self.game.check(action):
            return False
        self.game.undo(len(self.game.actions) - before)
        return True

    def _apply(self, action: Action) -> None:
        """Play an action, with the passes and consents that a transcript leaves out."""
        self._bring_to(action)
        found = self.game.check(action)
        if found and self.deferred:
            for seq, waiting in self.deferred:
                self._force(seq, waiting, "put off, but needed now")
            self.deferred.clear()
            self._bring_to(action)
            found = self.game.check(action)
        if found:
            error = IllegalAction(found)
            raise CannotGoOn(f"{json.dumps(self.game.context.codec.to_json(action))}: {error}", error.rules)
        self._do(action)

    def _do(self, action: Action) -> None:
        self.game.apply(action)
        while self.game.state.pending and self.game.state.pending[-1].kind == "consent":
            self.game.apply(Respond(self.game.state.pending[-1].actor, True))

    def _force(self, seq: int, action: Action, reason: str) -> None:
        record = self.game.context.codec.to_json(action)
        forced = Correct(action.actor, "action", reason, {"action": record})
        found = self.game.check(forced)
        if found:
            raise CannotGoOn(f"entry {seq} cannot be forced: {IllegalAction(found)}")
        self._do(forced)

    def _bring_to(self, action: Action) -> None:
        """Pass until the action is possible, as far as passing is what people did."""
        for _ in range(_MOST_STEPS):
            game = self.game
            if game.is_over or game.state.pending or not game.check(action):
                return
            stop = Pass(game.actor() or "")
            round_ = game.state.round
            if round_.kind == "operating":
                if getattr(action, "corporation", None) == round_.current and self._belongs_here(action):
                    return
                if game.check(stop):
                    return
            elif (
                round_.kind != "stock"
                or not round_.turn.acted
                or action.actor == stop.actor
                or game.check(stop)
            ):
                return
            game.apply(stop)

    def _pass_until(self, kind: str, corporation: str) -> None:
        """Pass in the corporation's turn until our account tells of an event."""
        for _ in range(_MOST_STEPS):
            state = self.game.state
            if (
                self.checker.account.peek(kind, corporation=corporation)
                or state.pending
                or state.round.current != corporation
            ):
                return
            stop = Pass(self.game.actor() or "")
            if self.game.check(stop):
                return
            self.game.apply(stop)

    def _belongs_here(self, action: Action) -> bool:
        """Whether the step in charge takes actions of this type: passing on would miss it."""
        step = self.game.context.steps.current(self.game.view)
        return step is not None and isinstance(action, step.accepts) and not isinstance(action, Pass)

    def _play_deferred(self) -> None:
        waiting = self.deferred
        self.deferred = []
        for seq, action in waiting:
            if self.game.check(action):
                self.deferred.append((seq, action))
            else:
                self._do(action)

    def finish_turns(self) -> None:
        """Pass to the end of what the transcript tells."""
        for _ in range(_MOST_STEPS):
            if self.game.is_over or self.game.state.pending or self.game.state.round.kind != "operating":
                return
            stop = Pass(self.game.actor() or "")
            if self.game.check(stop):
                return
            self.game.apply(stop)

    # -- comparing -------------------------------------------------------------------------

    def _compare(self, entry: Entry, reading: Entry) -> None:
        seq = entry["seq"]
        if entry["type"] == "final_ranking":
            self._compare_ranking(entry, reading)
            return
        if entry["type"] in (
            "operates",
            "round_end",
            "round_start",
            "cash_checkpoint",
            "net_worth_change",
            "game_over",
        ):
            self._leave_turn(entry)
        self._retry()
        found = self.checker.check(entry)
        if reading.get("effect") == "use_rules":
            self.note(seq, reading, "the figure of the rules is used")
            return
        if found is None:
            self.awaiting.append((seq, entry))
            if not self.deferred and self.borrowed is None:
                self.awaiting.pop()
                self.failures.append(CheckFailure(seq, str(entry["type"]), _short(entry), None))
            return
        if reading and any(expected != actual for _, expected, actual in found):
            self.note(seq, reading, "the recorded figure stands")
            found = [(what, e, a) for what, e, a in found if e == a]
        self._found(seq, found)

    def _leave_turn(self, entry: Entry) -> None:
        """Pass the rest of an operating turn when the transcript goes on to something later."""
        round_ = self.game.state.round
        if round_.kind == "stock" and round_.turn.acted and entry["type"] in ("round_end",):
            stop = Pass(round_.current)
            if not self.game.check(stop):
                self.game.apply(stop)
            return
        if round_.kind != "operating" or not round_.current:
            return
        if self._is_waiting(entry):
            return
        corporation = round_.current
        for _ in range(_MOST_STEPS):
            state = self.game.state
            if (
                self.game.is_over
                or state.pending
                or state.round.current != corporation
                or state.round.kind != "operating"
            ):
                return
            if self._is_waiting(entry):
                return
            stop = Pass(self.game.actor() or "")
            if self.game.check(stop):
                return
            self.game.apply(stop)
            self._play_deferred()

    def _is_waiting(self, entry: Entry) -> bool:
        """Whether our account already holds what the entry tells."""
        kind = str(entry["type"])
        if kind == "operates":
            return self.checker.account.peek("turn_started", corporation=entry.get("corporation"))
        if kind in ("round_end", "round_start"):
            return self.checker.account.peek(f"{kind}ed", round=entry.get("round"))
        return kind != "game_over" and self.checker.has_next_round()

    def _retry(self) -> None:
        still: list[tuple[int, Entry]] = []
        for seq, entry in self.awaiting:
            found = self.checker.check(entry)
            if found is None:
                still.append((seq, entry))
            else:
                self._found(seq, found)
        self.awaiting = still

    def _found(self, seq: int, findings: list[Finding]) -> None:
        for what, expected, actual in findings:
            if expected == actual:
                self.passed += 1
            else:
                self.failures.append(CheckFailure(seq, what, expected, actual))

    def expected(self) -> dict[str, int] | None:
        """Final worth to expect: by the rules where the transcript says that its own count leaves them."""
        final = self.data.get("final")
        if not isinstance(final, Mapping):
            return None
        by_rules = any(
            r.get("effect") == "use_rules" and r.get("code") == "final-worth" for r in self.readings.values()
        )
        if by_rules and isinstance(final.get("net_worth_by_rules"), Mapping):
            return {str(name): int(worth) for name, worth in final["net_worth_by_rules"].items()}
        ranking = final.get("ranking")
        if not isinstance(ranking, Sequence):
            return None
        return {str(line["player"]): int(line["net_worth"]) for line in ranking}

    def _compare_ranking(self, entry: Entry, reading: Entry) -> None:
        expected = self.expected() or {line["player"]: line["net_worth"] for line in entry["ranking"]}
        if reading:
            self.note(entry["seq"], reading, "the worth by the rules is expected")
        result = self.game.result()
        self._found(
            entry["seq"], [(f"worth of {name}", worth, result.get(name)) for name, worth in expected.items()]
        )

    def close(self, complete: bool) -> None:
        """Checks that never found anything to compare with have failed; so has what the file leaves out."""
        self._retry()
        if complete:
            for number, event in self.checker.account.unused():
                what = f"{event.kind} in our action {number}, which the file does not tell"
                self.failures.append(CheckFailure(0, what, None, dict(event.facts)))
        for seq, entry in self.awaiting:
            self.failures.append(CheckFailure(seq, str(entry["type"]), _short(entry), None))


def _short(entry: Entry) -> dict[str, object]:
    return {key: value for key, value in entry.items() if key not in ("seq", "kind", "line", "cash")}
