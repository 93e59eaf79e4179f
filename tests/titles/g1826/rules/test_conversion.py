"""1826: destinations and the change from five to ten shares (4.5, 4.7.2, C-Dest; 1826-A-07 to -11)."""

from __future__ import annotations

import pytest
from open18xx.actions.base import Action
from open18xx.actions.kinds import (
    BuyShares,
    DeclareDividend,
    LayTile,
    Pass,
    SetStartPrice,
    StartCorporation,
    TradeOwnShares,
)
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.rules.trains import train_limit
from open18xx.state.game_state import IPO, POOL

from tests.support.contexts import loaded
from tests.support.positions import Position, events, holdings, offers_of, play, record_of, refused
from tests.titles.g1826.rules.mergers import BUYER, begin, drift, eve_of, pass_to, step, title_action

#: Track from the station of Nord in Paris to Lille, its destination: (hex, tile, rotation).
TO_LILLE = (("F10", "8", 0), ("E9", "8", 3), ("D10", "4", 0))
#: From the station of Paris to Le Havre.
TO_LE_HAVRE = (("F8", "8", 5), ("F6", "8", 2))
#: From the station of PLM to Lyon, through Dijon.
TO_LYON = (("H10", "9", 2), ("I11", "8", 2), ("I13", "6", 5), ("J14", "9", 2), ("K15", "8", 0))
#: From the station of Est towards Nancy, up to its border.
TO_NANCY = (("G11", "9", 1), ("G13", "9", 1), ("G15", "8", 1))

Track = tuple[tuple[str, str, int], ...]


def lay(position: Position, track: Track) -> Position:
    """Put tiles down."""
    for hex_id, tile, rotation in track:
        position.tile(hex_id, tile, rotation)
    return position


def convert(game: Game, corporation: str, actor: str = "player-1") -> Action:
    """Convert a corporation."""
    return title_action(game, "convert", actor=actor, corporation=corporation)


def nord(
    context: Context,
    name: str = "destination_check",
    *,
    track: Track = TO_LILLE,
    shares: dict[int, int] | None = None,
    turns: int = 1,
    phase: str = "4H",
    trains: tuple[str, ...] = ("4H",),
    earnings: int | None = None,
    **rest: int,
) -> Position:
    """Nord, five-share and of player 1, in its turn."""
    position = Position(context, 3).phase(phase)
    position.float(
        "Nord",
        shares=shares or {1: 3},
        price=100,
        structure="five",
        trains=trains,
        turns=turns,
        **rest,  # type: ignore[arg-type]
    )
    return lay(position, track).operating("Nord", name, earnings=earnings)


# -- what five-share means -------------------------------------------------------------------------


@pytest.mark.rule("1826-4.5-05")
def test_the_five_shares_left_in_the_offering_cannot_be_bought(context: Context) -> None:
    """Before floating four certificates are on sale; after it the offering is closed."""
    position = Position(context, 3).phase("2H").start("GC", shares={1: 2}, price=82).stock(2)
    game = position.game()
    assert game.state.certificates["GC"].count(IPO) == 8
    assert game.view.unsold("GC") == 3, "three preferred shares are in play"
    play(game, BuyShares("player-2", "GC", "ipo"))
    assert record_of(game, "GC").floated
    assert game.state.certificates["GC"].count(IPO) == 5
    assert holdings(game, "GC") == {"1": 2, "2": 1, "GC": 2}
    refused(game, BuyShares("player-3", "GC", "ipo"), "stock.offering_closed")


@pytest.mark.rule("1826-4.5-06", "1826-C-Five-03")
def test_dividends_are_divided_by_five(context: Context) -> None:
    """F130: F26 a share; three shares F78, two treasury shares F52; nothing for those in the offering."""
    game = nord(context, "dividend", earnings=130).game()
    cash = game.view.cash("player-1")
    turn = play(game, DeclareDividend("player-1", "Nord", "full"))
    assert events(turn, "dividend_declared")[0]["per_share"] == 26
    assert game.view.cash("player-1") == cash + 78
    assert game.view.cash("Nord") == 52


# -- connected before it starts or floats ----------------------------------------------------------


@pytest.mark.rule("1826-4.5-02", "1826-4.5-03", "1826-4.5-04", "1826-C-Dest-12", "1826-C-Dest-13")
@pytest.mark.parametrize(
    ("phase", "track", "structure"),
    [
        pytest.param("4H", TO_LILLE[:2], "five", id="not-connected"),
        pytest.param("4H", TO_LILLE, "ten", id="connected"),
        pytest.param("6H", (), "ten", id="6H-not-connected"),
        pytest.param("10H", TO_LILLE, "ten", id="10H-connected"),
    ],
)
def test_shares_at_the_start(context: Context, phase: str, track: Track, structure: str) -> None:
    """Nobody is asked. The president's certificate is two shares either way; all shares are on sale."""
    game = lay(Position(context, 3).phase(phase), track).stock(1).game()
    turn = play(game, StartCorporation("player-1", "Nord", 82))
    assert events(turn, "corporation_started")[0]["structure"] == structure
    assert record_of(game, "Nord").structure == structure
    assert game.view.cash("player-1") == 600 - 164
    assert game.view.percent("Nord", "player-1") == {"five": 40, "ten": 20}[structure]
    assert game.view.unsold("Nord") == {"five": 3, "ten": 8}[structure]
    play(game, BuyShares("player-2", "Nord", "ipo"))
    assert record_of(game, "Nord").floated is (structure == "five")


@pytest.mark.rule("1826-4.5-03", "1826-C-Dest-12", "1826-4.3-24")
@pytest.mark.parametrize(("track", "structure"), [(TO_LE_HAVRE, "ten"), (TO_LE_HAVRE[:1], "five")])
def test_the_question_is_also_asked_for_a_certificate_that_came_with_a_private(
    context: Context, track: Track, structure: str
) -> None:
    """Parisian is sold late, in the round after an operating round."""
    position = Position(context, 3)
    for private in ("Bridge", "Mail", "Algerian", "Belgian"):
        position.private(private, "closed")
    game = lay(position.auction(1), track).game()
    play(game, title_action(game, "buy_private", actor="player-1", private="Parisian"))
    play(game, SetStartPrice("player-1", "Paris", 110))
    assert record_of(game, "Paris").structure == structure


@pytest.mark.rule("1826-4.5-03", "1826-C-Dest-12")
@pytest.mark.parametrize(("track", "structure"), [(TO_LILLE, "ten"), (TO_LILLE[:2], "five")])
def test_connected_between_start_and_floating(context: Context, track: Track, structure: str) -> None:
    """After each operating round an unfloated corporation is tested: sold shares then count 10 %."""
    position = Position(context, 3).phase("4H").start("Nord", shares={1: 2}, price=82, structure="five")
    lay(position, track)
    position.float("Est", shares={2: 3}, price=100, trains=["4H"], cash=200, turns=2).operating(
        "Est", number=2
    )
    game = position.game()
    assert record_of(game, "Nord").structure == "five", "not before the end of the round"
    drift(game, "stock")
    assert record_of(game, "Nord").structure == structure
    assert holdings(game, "Nord") == {"1": 2, IPO: {"ten": 8, "five": 3}[structure]}
    assert game.view.percent("Nord", "player-1") == {"ten": 20, "five": 40}[structure]
    pass_to(game, "player-3")
    play(game, BuyShares("player-3", "Nord", "ipo"))
    assert record_of(game, "Nord").floated is (structure == "five"), "ten shares need five sold"


@pytest.mark.rule("1826-4.5-03")
def test_where_destinations_are_declared_it_starts_with_five_shares() -> None:
    variant = loaded("1826", "destinations_declared")
    game = lay(Position(variant, 3).phase("4H"), TO_LILLE).stock(1).game()
    play(game, StartCorporation("player-1", "Nord", 82))
    assert record_of(game, "Nord").structure == "five"


@pytest.mark.rule("1826-4.5-04", "1826-4.4-04", "1826-C-Dest-13")
def test_started_but_not_floated_it_becomes_ten_share_when_6h_begins(context: Context) -> None:
    """Nord has its president's certificate sold; Est has floated and stays five-share."""
    position = eve_of(context, "6H").start("Nord", shares={1: 2}, price=82)
    position.float("Est", shares={2: 3}, price=100, trains=["4H"])
    game, _ = begin(position, "6H")
    assert record_of(game, "Nord").structure == "ten"
    assert holdings(game, "Nord") == {"1": 2, IPO: 8}
    assert game.view.percent("Nord", "player-1") == 20
    assert record_of(game, "Est").structure == "five"
    assert record_of(game, "GC").structure == "ten", "not started: ten shares when it starts"
    drift(game, "stock")
    for seat in (1, 2, 3):
        pass_to(game, f"player-{seat}")
        play(game, BuyShares(f"player-{seat}", "Nord", "ipo"))
        assert record_of(game, "Nord").floated is (seat == 3), "at the fifth share"
    assert game.view.cash("Nord") == 5 * 82


# -- connected -------------------------------------------------------------------------------------


def asked(game: Game) -> bool:
    """Whether the president may convert now."""
    return bool(offers_of(game, "convert"))


@pytest.mark.rule("1826-4.5-11", "1826-4.7.2-01")
@pytest.mark.parametrize(
    ("track", "connected"), [(TO_LILLE, True), (TO_LILLE[1:], False), (TO_LILLE[:2], False)]
)
def test_a_route_must_lead_from_home_to_the_destination(
    context: Context, track: Track, connected: bool
) -> None:
    game = nord(context, track=track).game()
    assert asked(game) is connected
    if not connected:
        assert game.step_name() != "destination_check", "there is nothing to decide"


@pytest.mark.rule("1826-4.5-11")
@pytest.mark.parametrize("blocked", [False, True])
def test_tokens_of_others_do_not_matter(context: Context, blocked: bool) -> None:
    """PLM to Lyon through Dijon, whose only circle another corporation has taken."""
    position = Position(context, 3).phase("4H")
    position.float("PLM", shares={1: 3}, price=100, structure="five", trains=["4H"], turns=2)
    position.float("Nord", shares={2: 3}, price=90, trains=["4H"])
    if blocked:
        position.token("Nord", "I13")
    lay(position, TO_LYON).operating("PLM", "destination_check")
    assert asked(position.game())


@pytest.mark.rule("1826-4.5-11")
@pytest.mark.parametrize(
    ("nancy", "connected"),
    [
        pytest.param(None, False, id="track-up-to-the-border-only"),
        pytest.param(("F16", "58", 0), True, id="the-town-is-reached"),
        pytest.param(("F16", "58", 1), False, id="a-tile-that-does-not-meet-the-track"),
    ],
)
def test_the_town_must_be_reached(
    context: Context, nancy: tuple[str, str, int] | None, connected: bool
) -> None:
    position = Position(context, 3).phase("4H")
    position.float("Est", shares={1: 3}, price=100, structure="five", trains=["4H"], turns=2)
    lay(position, (*TO_NANCY, *([nancy] if nancy else []))).operating("Est", "destination_check")
    assert asked(position.game()) is connected


@pytest.mark.rule("1826-4.5-11")
@pytest.mark.parametrize(
    ("calais", "connected"),
    [
        pytest.param(("C9", "58", 0), False, id="over-London"),
        pytest.param(("C9", "204", 0), True, id="past-London"),
    ],
)
def test_a_route_does_not_run_through_an_off_map_location(
    context: Context, calais: tuple[str, str, int], connected: bool
) -> None:
    """Paris, Calais, London, Ostende, Lille is no route; green Calais has a direct way to Lille."""
    track: Track = (
        ("F10", "8", 0),
        ("E9", "9", 2),
        ("D8", "8", 3),
        calais,
        ("B10", "58", 5),
        ("C11", "15", 1),
    )
    game = nord(context, track=track).game()
    assert asked(game) is connected


@pytest.mark.rule("1826-4.5-09", "1826-4.5-10", "1826-C-Dest-03")
def test_a_connection_by_another_corporation_is_decided_in_the_own_turn(context: Context) -> None:
    """Belge completes the way from Lille; Nord, later in the same round, may convert in its own turn."""
    position = (
        Position(context, 3)
        .phase("4H")
        .float("Belge", shares={2: 5}, at=(1, 6), cash=100, trains=["4H"], turns=2)
        .token("Belge", "C11")
        .float("Nord", shares={1: 3}, price=100, structure="five", trains=["4H"], turns=2)
    )
    game = lay(position, TO_LILLE[:2]).operating("Belge").game()
    play(game, LayTile("player-2", "Belge", "D10", "4", 0))
    assert record_of(game, "Nord").structure == "five"
    while game.state.round.current == "Belge":
        assert not offers_of(game, "convert"), "in the turn of Belge nobody decides for Nord"
        refused(game, convert(game, "Nord"), "turn.not_yours")
        step(game)
    assert (game.state.round.current, game.state.round.number) == ("Nord", 1)
    while game.step_name() != "destination_check":
        step(game)
    play(game, convert(game, "Nord"))
    assert record_of(game, "Nord").structure == "ten"


# -- the decision ----------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.7.2-01", "1826-4.7-08", "1826-C-Dest-01")
def test_the_president_decides_after_track_and_before_the_token(context: Context) -> None:
    game = nord(context, "track", track=TO_LILLE[:2], cash=200).game()
    refused(game, convert(game, "Nord"), "conversion.step")
    play(game, LayTile("player-1", "Nord", "D10", "4", 0))
    assert (game.actor(), game.step_name()) == ("player-1", "destination_check")
    assert {offer.action.kind for offer in game.legal_actions()} == {"convert", "pass"}
    play(game, Pass("player-1"))
    assert game.step_name() == "token"
    assert record_of(game, "Nord").structure == "five", "nobody is forced"
    refused(game, convert(game, "Nord"), "conversion.step")


@pytest.mark.rule("1826-4.5-08", "1826-4.7.2-01", "1826-C-Dest-04", "1826-C-Dest-06")
def test_conversion(context: Context) -> None:
    """Five 10 % shares to the treasury; every share stays one share and halves its percentage."""
    game = nord(context, shares={1: 3, 2: 1}, cash=321).game()
    assert game.view.percent("Nord", "player-1") == 60
    price, tokens = game.view.price("Nord"), record_of(game, "Nord").tokens_left
    turn = play(game, convert(game, "Nord"))
    assert holdings(game, "Nord") == {"1": 3, "2": 1, "Nord": 1 + 5}
    assert game.view.percent("Nord", "player-1") == 30
    assert game.view.percent("Nord", "player-2") == 10
    assert sum(holdings(game, "Nord").values()) == 10
    assert game.view.cash("Nord") == 321
    assert game.view.price("Nord") == price
    assert game.view.president("Nord") == "player-1"
    assert events(turn, "converted")[0]["cause"] == "destination"
    assert record_of(game, "Nord").tokens_left == tokens
    assert game.step_name() == "token"
    assert not asked(game)


@pytest.mark.rule("1826-C-Tokens-02")
def test_no_token_more_at_conversion(context: Context) -> None:
    """Three tokens at floating: two are left after the home token, before and after."""
    game = nord(context).game()
    assert record_of(game, "Nord").tokens_left == 2
    play(game, convert(game, "Nord"))
    assert record_of(game, "Nord").tokens_left == 2


@pytest.mark.rule("1826-4.5-08", "1826-4.5-07")
def test_the_train_limit_rises_at_once(context: Context) -> None:
    game = nord(context).game()
    assert train_limit(game.view, "Nord") == 2
    play(game, convert(game, "Nord"))
    assert train_limit(game.view, "Nord") == 4


@pytest.mark.rule("1826-4.7.2-01")
def test_refusals(context: Context) -> None:
    """Not connected, ten shares already, somebody else's corporation."""
    game = nord(context).game()
    refused(game, convert(game, "Est"), "turn.other_corporation")
    refused(game, convert(game, "Nord", "player-2"), "turn.not_yours")
    game = nord(context, "track", track=()).game()
    refused(game, convert(game, "Nord"), "conversion.step")
    play(game, Pass("player-1"))
    assert game.step_name() == "token"
    variant = loaded("1826", "conversion_in_any_step")
    game = nord(variant, "token", track=TO_LILLE[:2]).game()
    refused(game, convert(game, "Nord"), "conversion.not_connected")
    position = (
        Position(variant, 3).phase("4H").float("Nord", shares={1: 3}, price=100, structure="ten", turns=1)
    )
    game = lay(position, TO_LILLE).operating("Nord", "token").game()
    refused(game, convert(game, "Nord"), "conversion.not_small")


@pytest.mark.rule("1826-4.7.2-01", "1826-4.5-08")
def test_where_the_table_plays_that_it_may_convert_in_any_step() -> None:
    """The recorded case: after the dividend and before the purchase of a train."""
    variant = loaded("1826", "conversion_in_any_step")
    game = nord(variant, "trains", cash=200).game()
    play(game, convert(game, "Nord"))
    assert record_of(game, "Nord").structure == "ten"
    assert train_limit(game.view, "Nord") == 4
    assert game.step_name() == "trains"


@pytest.mark.rule("1826-C-Dest-02", "1826-C-Dest-01")
def test_who_did_not_convert_may_in_every_later_turn(context: Context) -> None:
    game = nord(context).game()
    play(game, Pass("player-1"))
    for number in (2,):
        while game.step_name() != "destination_check" or game.state.round.number != number:
            step(game)
        assert asked(game)
    play(game, convert(game, "Nord"))
    assert record_of(game, "Nord").structure == "ten"


@pytest.mark.rule("1826-4.5-02")
def test_a_corporation_from_before_6h_may_still_convert_in_phase_6h(context: Context) -> None:
    game = nord(context, phase="6H", trains=("6H",)).game()
    play(game, convert(game, "Nord"))
    assert record_of(game, "Nord").structure == "ten"


# -- what follows ----------------------------------------------------------------------------------


@pytest.mark.rule("1826-C-Dest-05", "1826-C-Dest-07", "1826-C-Dest-06")
def test_the_president_may_be_left_with_20_percent(context: Context) -> None:
    """40 % with the president, 60 % in the treasury: 20 % and 80 %. It goes on operating."""
    game = nord(context, shares={1: 2}, treasury=3).game()
    assert (game.view.percent("Nord", "player-1"), game.view.percent("Nord", "Nord")) == (40, 60)
    play(game, convert(game, "Nord"))
    assert (game.view.percent("Nord", "player-1"), game.view.percent("Nord", "Nord")) == (20, 80)
    assert record_of(game, "Nord").floated
    turns = record_of(game, "Nord").turns
    while game.state.round.number == 1:
        step(game)
    assert (game.state.round.current, record_of(game, "Nord").turns) == ("Nord", turns + 1)


@pytest.mark.rule("1826-C-Dest-08", "1826-C-Dest-11")
def test_new_treasury_shares_earn_in_the_same_turn(context: Context) -> None:
    """F140: three shares of the president F42, five treasury shares F70, two shares in the pool nothing."""
    game = nord(context, shares={1: 3}, pool=2).game()
    play(game, convert(game, "Nord"))
    while game.step_name() != "dividend":
        assert game.step_name() in ("token", "routes")
        step(game)
    assert game.state.round.turn.earnings is not None
    cash, treasury = game.view.cash("player-1"), game.view.cash("Nord")
    earned = game.state.round.turn.earnings
    play(game, DeclareDividend("player-1", "Nord", "full"))
    assert game.view.cash("player-1") == cash + 3 * earned // 10
    assert game.view.cash("Nord") == treasury + 5 * earned // 10
    position = Position(context, 3).phase("4H")
    position.float(
        "Nord", shares={1: 3}, price=100, structure="ten", pool=2, treasury=5, trains=["4H"], turns=1
    )
    game = position.operating("Nord", "dividend", earnings=140).game()
    turn = play(game, DeclareDividend("player-1", "Nord", "full"))
    paid = {item["to"]: item["amount"] for item in events(turn, "dividend_declared")[0]["payouts"]}  # type: ignore[attr-defined]
    assert paid == {"player-1": 42, "Nord": 70}


@pytest.mark.rule("1826-C-Dest-09", "1826-C-Dest-10")
@pytest.mark.parametrize(("turns", "sells"), [(0, False), (1, True)])
def test_new_treasury_shares_are_sold_in_the_same_turn_but_not_in_the_first(
    context: Context, turns: int, sells: bool
) -> None:
    """Five shares at F150 bring F750, as recorded; in a first operating turn the ban covers them too."""
    position = Position(context, 3).phase("4H")
    position.float("Nord", shares={1: 3, 2: 2}, at=(1, 7), structure="five", trains=["4H"], turns=turns)
    game = lay(position, TO_LILLE).operating("Nord", "destination_check").game()
    assert game.view.price("Nord") == 150
    play(game, convert(game, "Nord"))
    while game.step_name() in ("token", "routes", "dividend", "trains"):
        if game.step_name() == "dividend":
            play(game, DeclareDividend("player-1", "Nord", "full"))
        else:
            step(game)
    if not sells:
        assert game.step_name() != "treasury_trade"
        assert holdings(game, "Nord")["Nord"] == 5
        return
    assert game.step_name() == "treasury_trade"
    price, cash = game.view.price("Nord"), game.view.cash("Nord")
    assert price is not None
    play(game, TradeOwnShares("player-1", "Nord", -5))
    assert game.view.cash("Nord") == cash + 5 * price
    assert holdings(game, "Nord") == {"1": 3, "2": 2, POOL: 5}


# -- everybody at 10H ------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.5-12", "1826-C-Dest-14", "1826-C-Tokens-02")
def test_at_the_first_10h_all_five_share_corporations_convert_at_once(context: Context) -> None:
    """Connected or not, the buyer included, in its train step; nobody is asked."""
    position = eve_of(context, "10H", structure="five")
    position.float("Nord", shares={1: 3}, price=100, structure="five", trains=["6H"], pool=1)
    position.float("Est", shares={2: 2}, price=90, structure="five", trains=["6H"])
    game, turn = begin(position, "10H")
    assert holdings(game, "Nord") == {"1": 3, POOL: 1, "Nord": 1 + 5}
    assert holdings(game, "Est") == {"2": 2, "Est": 3 + 5}
    assert holdings(game, BUYER) == {"4": 2, BUYER: 3 + 5}
    assert not [name for name, record in game.state.corporations.items() if record.structure == "five"]
    assert record_of(game, "Midi").structure == "ten"
    assert holdings(game, "Midi") == {IPO: 10}
    assert record_of(game, "Nord").tokens_left == 2, "no fourth and no fifth token"
    assert game.state.round.current == BUYER
    assert {facts["cause"] for facts in events(turn, "converted")} == {"phase"}


@pytest.mark.rule("1826-4.5-12")
def test_the_limit_of_ten_share_corporations_holds_after_the_forced_conversion(context: Context) -> None:
    """A five-share corporation with one train may hold two at once: the buyer goes on buying."""
    game, _ = begin(eve_of(context, "10H", structure="five"), "10H")
    assert train_limit(game.view, BUYER) == 2
    assert game.step_name() == "trains"
    assert offers_of(game, "buy_train")
