"""1826: what its rules forbid does not happen, in random mergers and in random play around them.

``OPEN18XX_RANDOM_MERGERS`` sets how many positions are tried for each phase (default 12).
"""

from __future__ import annotations

import os

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from open18xx.bots.player import RandomBot
from open18xx.engine.game import Game

from tests.properties.title_1826_checks import offences, played
from tests.support.contexts import loaded
from tests.support.positions import Position
from tests.titles.g1826.rules.mergers import BEFORE, begin, eve_of

EXAMPLES = int(os.environ.get("OPEN18XX_RANDOM_MERGERS", "12"))
#: Actions played after the purchase that begins a phase.
ACTIONS = 40
CORPORATIONS = ("GC", "Midi", "Nord", "Est", "PO", "Ouest", "Alsace")
#: Cities in which further tokens may lie, with a tile for each and its circles.
PLACES = {
    "I13": ("57", 1),
    "H6": ("57", 1),
    "F12": ("14", 2),
    "E15": ("14", 2),
    "L14": (None, 2),
    "C13": (None, 2),
}


@st.composite
def eves(draw: st.DrawFn, phase: str) -> Position:
    """A position in which the first train of ``phase`` can be bought, with two to seven corporations."""
    players = draw(st.integers(2, 6))
    position = eve_of(
        loaded("1826"),
        phase,
        players=players,
        seat=draw(st.integers(1, players)),
        structure="five" if phase in ("6H", "10H") and draw(st.booleans()) else "ten",
    )
    names = draw(st.lists(st.sampled_from(CORPORATIONS), min_size=2, unique=True))
    free = {hex_id: slots for hex_id, (_, slots) in PLACES.items()}
    for hex_id, (tile, _) in PLACES.items():
        if tile is not None:
            position.tile(hex_id, tile, 0)
    if "GC" in names:
        free["L14"] -= 1
    owed: dict[str, int] = {}
    operated: list[str] = []
    trained = draw(st.lists(st.sampled_from(names), max_size=2))
    for name in names:
        _corporation(draw, position, phase, name, players, (BEFORE[phase],) if name in trained else ())
        for hex_id in draw(st.lists(st.sampled_from(sorted(free)), max_size=3, unique=True)):
            if free[hex_id] and not (name == "GC" and hex_id == "L14"):
                free[hex_id] -= 1
                position.token(name, hex_id)
        if draw(st.booleans()):
            owed[name] = draw(st.integers(1, 2))
        if draw(st.integers(0, 3)) == 0:
            operated.append(name)
    if owed:
        position.remember("loans", owed)
    return position.operating("PLM", "trains", operated=operated, number=draw(st.integers(1, 2)))


def _corporation(
    draw: st.DrawFn, position: Position, phase: str, name: str, players: int, trains: tuple[str, ...]
) -> None:
    """One corporation with any holdings its structure allows."""
    structure = "five" if phase in ("6H", "10H") and draw(st.booleans()) else "ten"
    total = 5 if structure == "five" else 10
    chief = draw(st.integers(1, players))
    shares = {chief: 2}
    left = total - 2
    for seat in range(1, players + 1):
        more = draw(st.integers(0, min(left, 3)))
        if more and shares.get(seat, 0) + more <= total * 3 // 5:
            shares[seat] = shares.get(seat, 0) + more
            left -= more
    most = max(shares.values())
    chief = next(seat for seat, count in shares.items() if count == most)
    pool = draw(st.integers(0, min(left, total // 2)))
    row = draw(st.integers(1, 7))
    column = draw(st.integers(1, (17, 14, 11, 8, 6, 5, 4)[row - 1]))
    position.float(
        name, president=chief, shares=shares, pool=pool, treasury=left - pool, structure=structure,
        at=(row, column), turns=draw(st.sampled_from([0, 1, 1, 1, 5])), trains=trains,
        cash=draw(st.integers(0, 200)),
    )  # fmt: skip


@pytest.mark.rule("1826-4.6.2-07", "1826-4.6.2-14", "1826-4.6.3-05", "1826-4.6.3-12", "1826-4.6.3-37")
@pytest.mark.parametrize("phase", ["6H", "10H", "E", "TGV"])
def test_random_mergers(phase: str) -> None:
    """The merger comes out as reckoned by hand, and what follows is in order."""

    # Positions are large: looking for a smaller one that fails takes minutes.
    @settings(max_examples=EXAMPLES, deadline=None, phases=(Phase.explicit, Phase.generate))
    @given(position=eves(phase), seed=st.integers(0, 2**32))
    def one_merger(position: Position, seed: int) -> None:
        game, _ = begin(position, phase)
        assert offences(game) == []
        go_on(game, seed)

    one_merger()


def go_on(game: Game, seed: int) -> None:
    """Random play, checked after every action."""
    bot = RandomBot(seed)
    for _ in range(ACTIONS):
        if game.is_over:
            return
        action = bot.decide(game)
        assert played(game, action) == [], f"after {action}"


@pytest.mark.rule("1826-4.5-12", "1826-4.8-01", "1826-C-Loans-06", "1826-2-09")
@pytest.mark.parametrize("seed", [0, 10])
def test_random_games(seed: int) -> None:
    """From the first bid to the final count."""
    players = 2 + seed % 5
    game = Game(loaded("1826"), "ABCDEF"[:players], seed=seed, check_invariants=False)
    bot = RandomBot(seed)
    while not game.is_over:
        action = bot.decide(game)
        assert played(game, action) == [], f"after {action}"
