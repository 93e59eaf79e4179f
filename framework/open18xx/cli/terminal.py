"""People play in the terminal: shows the game, lists what may be done, takes a choice."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from open18xx.actions.base import Action
from open18xx.actions.kinds import Pass
from open18xx.cli import terminal_views as views
from open18xx.cli.seating import Table
from open18xx.cli.terminal_ask import Leave, ask_free_values
from open18xx.cli.terminal_help import HELP, PARTS, show
from open18xx.cli.terminal_menu import Choice, menu
from open18xx.cli.terminal_rules import RuleTexts
from open18xx.cli.terminal_typed import FORMS, NotUnderstood, typed
from open18xx.engine.report import Reporter
from open18xx.errors import IllegalAction, Refusal
from open18xx.interop.files import CannotWrite
from open18xx.simulate.unattended import bots_for
from open18xx.state.game_state import PlayerId

_MOST_NEWS = 30
_INTERRUPTED = 130


def converse(table: Table, read: Callable[[str], str] = input) -> int:
    """Let people play at a table until the game is over or somebody leaves; returns the exit status.

    Args:
        read: asks for a line of input; raises EOFError at the end of it.
    """
    session = Session(table, read)
    try:
        session.run()
    except Leave:
        return session.leave("")
    except EOFError:
        return session.leave("\nthe input has ended")
    except KeyboardInterrupt:
        session.leave("\ninterrupted")
        return _INTERRUPTED
    session.say(Text(""))
    session.say(Text("The game is over.", "bold"))
    session.say(views.ranking(table))
    session.tell_where()
    return 0


class Session:
    """A conversation at one table."""

    def __init__(self, table: Table, read: Callable[[str], str]) -> None:
        self.table = table
        self.game = table.game
        self.console = views.console()
        self.rules = RuleTexts(table.context.title)
        self._read = read
        self._bots = bots_for(self.game, table.kinds, self.game.seed or 0)
        self._told = max(0, len(self.game.turns) - 1)
        self._round: object = None
        self._can_write = True

    # -- the whole --------------------------------------------------------------------------------

    def run(self) -> None:
        """Bots and people in turn, to the end of the game."""
        self.say(
            Text.assemble(("Open18xx · ", "dim"), (self.game.title.name, "bold"), "  type help at any time")
        )
        if not self.game.actions:
            self._told = -1
        while not self.game.is_over:
            player = self.game.actor()
            assert player is not None
            bot = self._bots.get(player)
            if bot is not None:
                self.game.apply(bot.decide(self.game))
            elif (only := self._only_passing()) is not None:
                self.game.apply(only)
            else:
                self._decide(player)
        self.tell_news()
        self.save()

    def _only_passing(self) -> Pass | None:
        """The pass of a person who can do nothing else in a step of an operating turn."""
        view = self.game.view
        if self.game.is_over or not view.is_operating() or view.state.pending:
            return None
        offers = self.game.legal_actions()
        action = offers[0].action if len(offers) == 1 else None
        return action if isinstance(action, Pass) else None

    def _decide(self, player: PlayerId) -> None:
        """One decision of a person."""
        self.save()
        self.tell_news()
        self._tell_position(player)
        book = Reporter(self.table.context, self.game.state).book
        choices = menu(book, self.game.view, self.game.legal_actions())
        stack = [choices]
        self._list(choices)
        while True:
            line = self.ask("> ").strip()
            if line.isdecimal():
                if self._choose(stack, int(line)):
                    return
            elif line in ("b", "back", ""):
                if len(stack) > 1:
                    stack.pop()
                self._list(stack[-1])
            elif self._command(line):
                return

    def _choose(self, stack: list[tuple[Choice, ...]], number: int) -> bool:
        """Take the choice with a number: go into its list, or play it; True when it was played."""
        if not 1 <= number <= len(stack[-1]):
            self.say(Text(f"there is no {number}; choose 1 to {len(stack[-1])}", "red"))
            return False
        chosen = stack[-1][number - 1]
        if chosen.inner:
            stack.append(chosen.inner)
            self._list(chosen.inner)
            return False
        assert chosen.offer is not None
        action = ask_free_values(self, chosen.offer)
        return action is not None and self.play(action)

    def _command(self, line: str) -> bool:
        """Carry out a command; True when the position has changed, so that the decision is another."""
        try:
            words = shlex.split(line)
        except ValueError:
            words = line.split()
        if not words:
            return False
        verb = words[0].lower()
        if verb in ("quit", "q", "exit"):
            raise Leave
        if verb in ("help", "h", "?"):
            self.say(HELP)
        elif verb in ("show", "s"):
            self.say(show(self, words[1:]))
        elif verb in PARTS:
            self.say(show(self, words))
        elif verb == "save":
            self.save()
            self.tell_where()
        elif verb in ("undo", "u"):
            return self._undo()
        elif verb in ("redo", "r"):
            return self._redo()
        elif verb in FORMS:
            return self._play_typed(words)
        else:
            self.say(Text(f"{words[0]!r} is not understood; type a number from the list, or help", "red"))
        return False

    def _play_typed(self, words: list[str]) -> bool:
        try:
            action = typed(self.game, words)
        except NotUnderstood as error:
            self.say(Text(str(error), "red"))
            return False
        return self.play(action)

    def play(self, action: Action) -> bool:
        """Play an action, or explain why it is refused; True when it was played."""
        try:
            self.game.apply(action)
        except IllegalAction as error:
            self.explain(error.refusals)
            return False
        return True

    # -- undo ------------------------------------------------------------------------------------------

    def _undo(self) -> bool:
        """Back to the last decision of a person."""
        if not self.game.undo():
            self.say(Text("nothing has happened that could be taken back", "red"))
            return False
        while self._decides_by_itself() and self.game.undo():
            pass
        self._taken_back()
        return True

    def _redo(self) -> bool:
        """Forward to the next decision of a person."""
        if not self.game.redo():
            self.say(Text("nothing was taken back", "red"))
            return False
        while self._decides_by_itself() and self.game.redo():
            pass
        return True

    def _decides_by_itself(self) -> bool:
        """Whether the present decision is a bot's, or the only thing that can be done is to pass."""
        return self.game.actor() in self._bots or self._only_passing() is not None

    def _taken_back(self) -> None:
        self._told = min(self._told, len(self.game.turns) - 1)
        self.say(Text(f"back to action {len(self.game.actions)}; redo brings it back", "dim"))

    # -- telling -----------------------------------------------------------------------------------------

    def say(self, text: RenderableType) -> None:
        """Print something."""
        self.console.print(text)

    def ask(self, prompt: str) -> str:
        """Read a line."""
        return self._read(prompt)

    def tell_news(self) -> None:
        """What happened since the last decision of a person."""
        reporter = Reporter(self.table.context, self.game.state)
        lines = [
            line
            for number, turn in enumerate(self.game.turns)
            if number > self._told
            for line in reporter.lines(turn.events, number)
        ]
        self._told = len(self.game.turns) - 1
        if len(lines) > _MOST_NEWS:
            self.say(Text(f"… {len(lines) - _MOST_NEWS} lines more: show log {len(lines)}", "dim"))
        for line in lines[-_MOST_NEWS:]:
            if line.kind == "round_started":
                self.say(Rule(Text(line.text, "bold"), align="left", style="dim"))
            else:
                self.say(Text(f"  {line.text}"))

    def _tell_position(self, player: PlayerId) -> None:
        view = self.game.view
        state = view.state.round
        heading = f"{view.name(player)} · {views.round_name(view)} · phase {view.state.phase}"
        bank = "without limit" if view.title.bank_unlimited else view.money(view.cash("bank"))
        self.say(Text(""))
        self.say(Rule(Text(f"{heading} · bank {bank}", "bold"), align="left", characters="═"))
        here = (state.kind, state.set_number, state.number)
        fresh = here != self._round
        self._round = here
        if state.kind == "auction":
            self.say(views.privates(view))
        if state.kind == "stock" or (fresh and state.kind == "operating"):
            self.say(views.corporations(view))
        if state.kind != "operating" or fresh:
            self.say(views.players(self.table))
        if view.is_operating():
            self.say(views.operating(view))
        question = self._question()
        if question:
            self.say(Text(question, "bold"))

    def _question(self) -> str:
        """What interrupts play, in words."""
        view = self.game.view
        if not view.state.pending:
            return ""
        decision = view.state.pending[-1]
        book = Reporter(self.table.context, self.game.state).book
        about = f" for {decision.corporation}" if decision.corporation else ""
        if decision.kind == "consent" and decision.action is not None:
            asked = book.owner(str(decision.data.get("asked_by", "")))
            reason = str(decision.data.get("reason", "")).replace("_", " ")
            deed = book.say("{deed:deed}", {"deed": decision.action})
            return f"{asked} wants to {deed}. You are asked ({reason})."
        amount = decision.data.get("amount")
        if decision.kind == "raise_money" and isinstance(amount, int):
            have = view.cash(decision.actor)
            return f"You must raise {view.money(amount)}{about}; you have {view.money(have)}."
        return f"You have to decide{about}: {decision.kind.replace('_', ' ')}."

    def _list(self, choices: tuple[Choice, ...]) -> None:
        width = len(str(len(choices)))
        group = ""
        for number, choice in enumerate(choices, start=1):
            if choice.group != group:
                group = choice.group
                self.say(Text(group, "bold cyan"))
            self.say(Text(f"  {number:>{width}}  {choice.text}"))

    def explain(self, refusals: tuple[Refusal, ...]) -> None:
        """Say why an action is refused, with the texts of the rules."""
        for refusal in refusals:
            self.say(Text(f"not allowed: {refusal.message}", "red"))
            for rule in refusal.rules:
                self.say(self.rules.text(rule))

    # -- the file --------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the game file; a failure is told once."""
        try:
            self.table.save()
            self._can_write = True
        except CannotWrite as error:
            if self._can_write:
                self.say(Text(f"the game cannot be kept: {error}", "red"))
            self._can_write = False

    def tell_where(self) -> None:
        """Where the game is kept and how to go on with it."""
        path = self.table.path
        if path is not None and self._can_write:
            self.say(Text(f"The game is kept in {path} ({len(self.game.actions)} actions)."))
            verb = "replay" if self.game.is_over else "play --resume"
            self.say(Text(f"  open18xx {verb} {shlex.quote(str(path))}"))

    def leave(self, reason: str) -> int:
        """Save and say good-bye; the status is bad when the game could not be kept."""
        if reason:
            self.say(Text(reason, "dim"))
        self.save()
        self.tell_where()
        sys.stdout.flush()
        return 0 if self._can_write else 1
