"""A transaction: the only mutable thing in a game.

It collects atomic changes and events of one action. It is committed whole or not at all; when
anything goes wrong it is thrown away and the state before is still there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from open18xx.definition.title import Title
from open18xx.state.changes import (
    Answered,
    Ask,
    Change,
    Draft,
    IssueTrain,
    MoveCertificates,
    MoveTrain,
    Pay,
    PlaceMarker,
    Remember,
    SetCorporation,
    SetEntry,
    SetMarkers,
    SetPrivateOwner,
    SetRound,
    SetValue,
)
from open18xx.state.events import Event
from open18xx.state.game_state import BANK, Decision, GameState, Json
from open18xx.state.view import Hooks, View


class Transaction:
    """Changes of one action in progress.

    Attributes:
        view: read-only questions that already see the changes made so far.
        events: news so far, in order.
        changes: every atomic change, in order.
        marks: for each event, how many changes had been made before it.
    """

    __slots__ = ("_asked", "changes", "draft", "events", "hooks", "marks", "title", "view")

    def __init__(self, title: Title, state: GameState, hooks: Hooks) -> None:
        self.title = title
        self.hooks = hooks
        self.draft = Draft(state)
        self.view = View(title, self.draft, hooks)
        self.events: list[Event] = []
        self.changes: list[Change] = []
        self.marks: list[int] = []
        self._asked = 0

    def do(self, change: Change) -> None:
        """Apply a change."""
        change.apply(self.draft)
        if self.draft.memo:
            self.draft.memo.clear()
        self.changes.append(change)

    def emit(self, kind: str, **facts: object) -> None:
        """Tell what happened."""
        self.marks.append(len(self.changes))
        self.events.append(Event(kind, facts, self.title.rulebook.by_event.get(kind, ())))

    # -- shorthands for frequent changes -----------------------------------------------------

    def pay(self, source: str, target: str, amount: int) -> None:
        """Move money; nothing happens for an amount of zero.

        The bank is marked as broken the moment a payment empties it, by the title's measure.
        """
        if amount == 0:
            return
        self.do(Pay(source, target, amount))
        if source == BANK and not self.draft.bank_broken and not self.title.bank_unlimited:
            left = self.draft.cash[BANK]
            if left < 0 or (left == 0 and self.title.policies.end.bank_breaks_at == "zero"):
                self.do(SetValue("bank_broken", True))
                self.emit("bank_broken", left=left)

    def give(self, corporation: str, indices: tuple[int, ...], owner: str) -> None:
        """Move certificates."""
        if indices:
            self.do(MoveCertificates(corporation, indices, owner))

    def update(self, corporation: str, **changes: Any) -> None:
        """Change fields of a corporation's record."""
        self.do(SetCorporation(corporation, replace(self.draft.corporations[corporation], **changes)))

    def place_marker(self, corporation: str, row: int, column: int) -> None:
        """Move or put a price marker."""
        self.do(PlaceMarker(corporation, row, column))

    def round(self, **changes: Any) -> None:
        """Change fields of the round."""
        self.do(SetRound(replace(self.draft.round, **changes)))

    def turn(self, **changes: Any) -> None:
        """Change fields of the current turn."""
        round_ = self.draft.round
        self.do(SetRound(replace(round_, turn=replace(round_.turn, **changes))))

    def note(self, name: str, value: Json) -> None:
        """Set a note of the current turn."""
        notes: Mapping[str, Json] = {**self.draft.round.turn.notes, name: value}
        self.turn(notes=notes)

    def ask(self, decision: Decision) -> None:
        """Interrupt the turn with a question; questions of one action are answered in the order asked."""
        self.do(Ask(decision, self._asked))
        self._asked += 1

    def answered(self) -> None:
        """Remove the question just answered."""
        self.do(Answered())
        self._asked = max(0, self._asked - 1)

    def remember(self, name: str, value: Json) -> None:
        """Set what a hook remembers."""
        self.do(Remember(name, value))

    def issue_train(self, train: str, owner: str) -> None:
        """Give a new train out of the bank's supply to ``owner``."""
        self.do(IssueTrain(train, owner))

    def move_train(self, train: str, source: str, owner: str) -> None:
        """Move one train."""
        self.do(MoveTrain(train, source, owner))

    def close_private(self, private: str, cause: str) -> None:
        """Close a private company."""
        if self.draft.privates[private] == "closed":
            return
        owner = self.draft.privates[private]
        self.do(SetPrivateOwner(private, "closed"))
        self.emit("private_closed", private=private, owner=owner, cause=cause)

    def drop_markers(self, keep: Any) -> None:
        """Keep only the lasting effects for which ``keep(marker)`` is true."""
        kept = tuple(marker for marker in self.draft.markers if keep(marker))
        if len(kept) != len(self.draft.markers):
            gone = [m for m in self.draft.markers if m not in kept]
            self.do(SetMarkers(kept))
            for marker in gone:
                self.emit(
                    "marker_removed", marker=marker.kind, corporation=marker.corporation, source=marker.source
                )

    def set_entry(self, mapping: str, key: str, value: object) -> None:
        """Set or remove one entry of a mapping of the state."""
        self.do(SetEntry(mapping, key, value))
