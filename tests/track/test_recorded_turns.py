"""Every operating turn of games recorded by others, in four titles: nobody ran more than the optimum."""

from __future__ import annotations

from pathlib import Path

import pytest
from open18xx.actions.kinds import RunRoutes
from open18xx.interop.replay import replay_file
from open18xx.rules.running import RunTerms, run_terms
from open18xx.state.view import View
from open18xx.track.routes.search import search

from tests.track.recorded import shared_file

#: One game a title; the benchmarks go through all of them.
RECORDINGS = (
    "1830/1830_game_end_bank",
    "1889/314",
    "1894/1894_game_end_stock_market",
    "18Chesapeake/1905",
)


def recorded_turns(file: Path) -> list[tuple[RunTerms, int]]:
    """Terms and recorded earnings of every run of a game file."""
    game = replay_file(file).game
    assert game is not None
    found = []
    for before, after in zip(game.turns, game.turns[1:], strict=False):
        action = after.action
        if isinstance(action, RunRoutes):
            terms = run_terms(View(game.title, before.state, game.context.hooks), action.corporation)
            earned = next(event for event in after.events if event.kind == "routes_run")
            found.append((terms, int(str(earned.facts["earnings"]))))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDINGS)
def test_recorded_earnings_never_exceed_the_proven_optimum(name: str) -> None:
    """Players may run less; what they ran is legal, so it cannot be more."""
    turns = recorded_turns(shared_file("games", "18xx-games", f"{name}.json"))
    assert len(turns) > 20
    equal = 0
    for terms, earned in turns:
        best = search(
            terms.graph,
            terms.tokens,
            terms.blocked,
            terms.specs,
            terms.tables,
            closed=terms.closed,
            bonuses=terms.bonuses,
        )
        assert best.proven
        assert earned <= best.value
        equal += earned == best.value
    assert equal > len(turns) // 2
