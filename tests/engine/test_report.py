"""Every event has a report line, and every action has words."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from open18xx.actions.base import Action
from open18xx.engine.phrasing import faults_of, fields_of
from open18xx.engine.report import LINES, Reporter, all_lines, report
from open18xx.engine.words import DEEDS, all_deeds, in_words
from open18xx.loading.packs import known_packs
from open18xx.state.events import Event
from open18xx.state.view import View

from scripts.event_page import emitted
from tests.support.contexts import loaded
from tests.support.games import bot_game

#: Kind of bot, players, seed, title.
GAMES = (
    ("greedy", 3, 11, "1826"),
    ("random", 3, 2, "1826"),
    *(("random", 4, 2, title) for title in sorted(known_packs()) if title != "1826"),
)


@pytest.fixture(scope="module")
def root() -> Path:
    return Path(__file__).resolve().parents[2]


def test_every_event_of_the_engine_has_a_line(root: Path) -> None:
    kinds = emitted(root / "framework" / "open18xx")
    assert len(kinds) > 40
    assert {kind: found.where for kind, found in kinds.items() if kind not in LINES} == {}
    assert set(LINES) - set(kinds) == set(), "lines for events that nobody emits"


@pytest.mark.parametrize("title", sorted(known_packs()))
def test_every_event_of_a_title_has_a_line(title: str) -> None:
    lines = all_lines(loaded(title))
    kinds = emitted(known_packs()[title])
    assert {kind: found.where for kind, found in kinds.items() if kind not in lines} == {}


@pytest.mark.parametrize("title", sorted(known_packs()))
def test_templates_can_be_read(title: str) -> None:
    context = loaded(title)
    templates = (*all_lines(context).values(), *all_deeds(context).values())
    assert [fault for template in templates for fault in faults_of(template)] == []


def _action_types(cls: type[Action] = Action) -> Iterator[type[Action]]:
    for sub in cls.__subclasses__():
        yield sub
        yield from _action_types(sub)


def test_every_action_type_has_words_over_fields_it_has() -> None:
    context = loaded("1826")
    deeds = all_deeds(context)
    for kind in context.codec.kinds():
        assert kind in deeds
    assert {cls.kind for cls in _action_types() if cls.__module__.startswith("open18xx.")} == set(DEEDS)


@pytest.mark.parametrize(("kind", "players", "seed", "title"), GAMES)
def test_lines_of_a_whole_game_are_written_from_their_templates(
    kind: str, players: int, seed: int, title: str
) -> None:
    """Strictly: no fact is missing, no form unfit, nothing is left of the template's own signs."""
    game = bot_game(kind, players, seed, title=title)
    reporter = Reporter(game.context, game.state)
    lines = all_lines(game.context)
    for turn in game.turns:
        for event in turn.events:
            said = reporter.book.say(lines[event.kind], event.facts)
            assert not set("{}[]?<>").intersection(said), said
            assert "player-" not in said and "None" not in said, said
            for field in fields_of(lines[event.kind]):
                assert field.name in event.facts or "[" in lines[event.kind], (event.kind, field.name)


@pytest.mark.parametrize(("kind", "players", "seed", "title"), GAMES)
def test_actions_of_a_whole_game_have_words(kind: str, players: int, seed: int, title: str) -> None:
    game = bot_game(kind, players, seed, title=title)
    book = Reporter(game.context, game.state).book
    turns = game.turns
    for before, turn in pairwise(turns):
        assert turn.action is not None
        view = View(game.title, before.state, game.context.hooks)
        words = in_words(book, view, turn.action)
        assert words and not set("{}[]?<>").intersection(words), words


def test_a_report_in_words() -> None:
    game = bot_game("greedy", 3, 11)
    lines = report(game)
    assert lines[0].text == "The game begins. " + "{}, {} and {} have F600 each".format(*game.state.names)
    assert lines[0].sequence == 0
    assert lines[0].with_rules().startswith(lines[0].text + " [1826-")
    assert lines[-1].kind == "game_ended"
    assert lines[-1].sequence == len(game.actions)
    last = tuple(line for line in lines if line.sequence == len(game.actions))
    assert report(game, len(game.actions)) == last
    assert not any(line.kind == "turn_ended" for line in lines), "silent events have no line"


def test_unknown_events_and_unfit_facts_are_listed_as_they_are() -> None:
    reporter = Reporter(loaded("1826"), bot_game("greedy", 3, 11).state)
    assert (
        reporter.text(Event("something_new", {"hex": "A1", "count": 2})) == "something new (hex A1, count 2)"
    )
    assert reporter.text(Event("bank_broken")) == "The bank is broken"
    assert reporter.text(Event("phase_changed", {"train": "4H"})) == "phase changed (train 4H)"
