"""The pages about game files and corrections name everything that can stand in a file."""

from pathlib import Path

import pytest
from open18xx.actions.kinds import Correct
from open18xx.engine import record
from open18xx.engine.corrections import correction_refusals
from open18xx.engine.record import FORMAT_VERSION, to_json
from open18xx.state.game_state import BANK

from tests.support.contexts import loaded
from tests.support.games import bot_record
from tests.support.positions import Position

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_key_of_a_game_file_is_described() -> None:
    page = (DOCS / "game-file.md").read_text(encoding="utf-8")
    for key in to_json(bot_record("greedy", 3, 11, 40)):
        assert f'  "{key}": ' in page
        assert f"`{key}`" in page
    assert f'"format_version": {FORMAT_VERSION}' in page
    assert f"every {record.CHECK_EVERY}, and at the end" in page


@pytest.mark.parametrize("kind", loaded("1826").codec.kinds())
def test_every_type_of_action_is_described(kind: str) -> None:
    assert f"`{kind}`" in (DOCS / "game-file.md").read_text(encoding="utf-8")


def test_every_kind_of_correction_is_described() -> None:
    game = Position(loaded("1826"), corrections=True).stock(1).game()
    (refusal,) = correction_refusals(game.context, game.view, Correct("player-1", "fly", "why not"))
    kinds = refusal.message.partition("is none of ")[2].split(", ")
    assert len(kinds) > 8
    page = (DOCS / "corrections.md").read_text(encoding="utf-8")
    assert [kind for kind in kinds if f"| `{kind}` |" not in page] == []
    assert f"`{BANK}`" in page
