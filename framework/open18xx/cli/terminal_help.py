"""The commands of the terminal: help, and what ``show`` shows."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from open18xx.cli import terminal_map as maps
from open18xx.cli import terminal_views as views
from open18xx.cli.terminal_typed import FORMS
from open18xx.engine.report import report

if TYPE_CHECKING:
    from open18xx.cli.terminal import Session

_LOG_LINES = 30

HELP = Group(
    Text("Type the number of an action; Enter lists them again. Besides:", "bold"),
    Text(
        "  show            everything about the table; or one part (the word alone does, too):\n"
        "  show players | corps | market | trains | privates | map | hexes\n"
        "  show corp NAME  one corporation, with its best routes\n"
        "  show hex NAME   one hex\n"
        "  show log [N]    what happened, the last N lines\n"
        "  show rules [ID or WORD]\n"
        "  undo, redo      take back, to the very start; and forward again\n"
        "  back (or Enter) out of a list within a list\n"
        "  save, quit      the game is kept after every action; quit says how to go on"
    ),
    Text("Actions can be typed as well; what is not allowed is explained:", "bold"),
    Text("\n".join(f"  {form}" for form in FORMS.values())),
)

PARTS = (
    "players",
    "corps",
    "market",
    "trains",
    "privates",
    "map",
    "hexes",
    "corp",
    "hex",
    "log",
    "rules",
    "all",
)


def show(session: Session, words: list[str]) -> RenderableType:
    """What ``show`` with these words shows."""
    if not words:
        return _everything(session)
    view = session.game.view
    part, rest = words[0].lower(), words[1:]
    if part not in PARTS:
        return _guess(session, words[0])
    simple = {
        "players": lambda: views.players(session.table),
        "corps": lambda: views.corporations(view),
        "market": lambda: views.market(view),
        "trains": lambda: views.trains(view),
        "privates": lambda: views.privates(view),
        "map": lambda: maps.picture(view),
        "hexes": lambda: maps.hexes(view),
        "all": lambda: _everything(session),
    }
    if part in simple:
        return simple[part]()
    if part == "log":
        return _log(session, rest)
    if part == "rules":
        return session.rules.find(" ".join(rest)) if rest else session.rules.overview()
    if not rest:
        return views.corporations(view) if part == "corp" else maps.hexes(view)
    return _guess(session, rest[0])


def _guess(session: Session, word: str) -> RenderableType:
    """A corporation or hex by its name, whatever its case."""
    view = session.game.view
    names = {name.lower(): name for name in (*view.state.corporations, *view.title.map.hexes)}
    found = names.get(word.lower())
    if found is None:
        near = difflib.get_close_matches(word.lower(), (*names, *PARTS), n=1)
        hint = (
            f"; did you mean {names.get(near[0], near[0])!r}?" if near else f"; show knows {', '.join(PARTS)}"
        )
        return Text(f"there is no {word!r}{hint}", "red")
    if found in view.state.corporations:
        return views.corporation(view, found)
    return maps.hex_words(view, found)


def _everything(session: Session) -> RenderableType:
    view = session.game.view
    parts = (
        ("Players", views.players(session.table)),
        ("Corporations", views.corporations(view)),
        ("Market", views.market(view)),
        ("Trains", views.trains(view)),
        ("Private companies", views.privates(view)),
        ("Map", maps.picture(view)),
    )
    shown: list[RenderableType] = []
    for title, part in parts:
        shown.extend((Text(f"\n{title}", "bold cyan"), part))
    return Group(*shown)


def _log(session: Session, words: list[str]) -> RenderableType:
    count = int(words[0]) if words and words[0].isdecimal() else _LOG_LINES
    lines = report(session.game)[-count:] if count else ()
    return Group(*(Text(f"{line.sequence:>5}  {line.with_rules()}") for line in lines))
