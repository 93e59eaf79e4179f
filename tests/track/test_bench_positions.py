"""Forty positions of other people's games, each with the best revenue that anybody has found."""

from __future__ import annotations

from pathlib import Path

import pytest
from open18xx.interop.positions import load_position
from open18xx.track.routes.verify import total_value, verify

from tests.track.recorded import SHARED, shared_file

FOLDER = SHARED / "bench" / "routes"
FILES = sorted(FOLDER.glob("*.json"))


def test_the_positions_are_there() -> None:
    """Otherwise the tests below would be none."""
    shared_file("bench", "routes")
    assert len(FILES) == 40


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_position_is_solved_and_proven(file: Path) -> None:
    """The optimum is proven, equals the best known, and its routes are legal."""
    position = load_position(file)
    result = position.search()
    assert (result.value, result.upper_bound, result.proven) == (
        position.known_best,
        position.known_best,
        True,
    )
    assert total_value(result.routes, position.shared_bonuses) == result.value
    assert not verify(
        position.graph,
        position.tokens,
        position.blocked,
        position.trains,
        position.tables,
        result.routes,
        closed=position.closed,
        bonuses=position.bonuses,
    )
    assert len(result.routes) + len(result.idle) == len(position.trains)
