"""1894: corporations that come late."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import ChooseHome, StartCorporation
from open18xx.engine.context import Context

from tests.support.positions import Position, events, offers_of, play, record_of, refused
from tests.titles.g1894.rules.helpers import p


def choosing(context: Context, *bare: str) -> Position:
    """Ann's turn in a stock round of the Brown phase; all homes of LF have tiles but these."""
    position = Position(context, 3).phase("Brown").cash(1, 500)
    for home in context.title.companies.corporations["LB"].homes:
        if home.hex not in bare and home.hex not in ("F15", "G18"):
            position.tile(home.hex, "57", 0)
    return position.tile("F15", "X2", 0) if "F15" not in bare else position


@pytest.mark.rule("1894-LATE-03", "1894-LATE-05", "1894-LATE-06")
@pytest.mark.parametrize("bare", [(), ("C14", "H17")])
def test_the_home_is_named_at_once(context: Context, bare: tuple[str, ...]) -> None:
    """In a hex without tile if there is one, else in any with a slot to spare; before the turn goes on."""
    game = choosing(context, *bare).stock(1).game()
    play(game, StartCorporation(p(1), "LB", 67))
    assert game.actor() == p(1)
    found = {a.hex for a in offers_of(game, ChooseHome) if isinstance(a, ChooseHome)}
    if bare:
        assert found == set(bare)
    else:
        assert {"C14", "H17", "G18"} <= found
    assert {offer.action.kind for offer in game.legal_actions()} == {"choose_home"}
    refused(game, ChooseHome(p(1), "LF", "H17"), "home.other")
    refused(game, ChooseHome(p(1), "LB", "B3"), "home.not_free")
    turn = play(game, ChooseHome(p(1), "LB", "H17"))
    assert events(turn, "home_chosen")[0]["hex"] == "H17"
    assert record_of(game, "LB").home == "H17"
