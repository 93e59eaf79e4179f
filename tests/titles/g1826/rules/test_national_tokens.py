"""1826: station tokens taken over by the Etat and the SNCF (4.6.2-21 to -24, 4.6.3-23 to -26, A-61, A-72)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from open18xx.actions.base import Action
from open18xx.actions.kinds import DiscardTrain, Pass
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import Position, events, offers_of, play, record_of, refused
from tests.titles.g1826.rules.mergers import BUYER, begin, eve_of, formed, stations

#: National -> phase of its formation in these tests, and further tokens per merged corporation.
NATIONALS = {"Etat": ("6H", 1), "SNCF": ("10H", 2)}
both = pytest.mark.parametrize("national", NATIONALS)


def two(context: Context, national: str) -> Position:
    """GC (home Lyon) and Midi (home Bordeaux), of players 1 and 2, about to merge; player 1 will preside."""
    return (
        eve_of(context, NATIONALS[national][0])
        .tile("I13", "57", 0)
        .tile("H6", "57", 0)
        .tile("M13", "57", 0)
        .tile("F12", "14", 0)
        .float("GC", shares={1: 4}, price=90, structure="ten")
        .float("Midi", shares={2: 2}, price=75, structure="ten")
    )


def keep(game: Game, national: str, chosen: Iterable[tuple[str, str, int]]) -> Action:
    """The choice of those stations (corporation, hex, city)."""
    (offer,) = [o for o in game.legal_actions() if o.action.kind == "exchange_tokens"]
    listed = {(s.corporation, s.hex, s.city): s for s in offer.free["tokens"].items}  # type: ignore[union-attr]
    station = type(next(iter(listed.values())))
    tokens = tuple(listed.get(each) or station(*each) for each in chosen)
    return replace(offer.action, corporation=national, tokens=tokens)  # type: ignore[call-arg]


@both
@pytest.mark.rule("1826-4.6.2-21", "1826-4.6.3-23")
def test_home_tokens_are_replaced_at_once(context: Context, national: str) -> None:
    game, turn = begin(two(context, national), NATIONALS[national][0])
    assert stations(game, national) == ("L14/0", "M3/0")
    assert stations(game, "GC") == stations(game, "Midi") == ()
    made = formed(turn)
    assert made is not None and set(made["homes"]) == {"M3/0", "L14/0"}  # type: ignore[call-overload]
    assert game.step_name() != "exchange_tokens", "nothing is left to choose"


@both
@pytest.mark.rule("1826-4.6.2-21", "1826-4.6.2-23", "1826-4.6.3-23")
def test_every_paris_station_used_as_home_is_replaced_on_its_own(context: Context, national: str) -> None:
    """Nord, Est and Ouest: three tokens in Paris; the station of PLM, which goes on, stays its own."""
    position = eve_of(context, NATIONALS[national][0])
    for seat, corporation in enumerate(("Nord", "Est", "Ouest"), 1):
        position.float(corporation, shares={seat: 2}, price=90, structure="ten")
    game, _ = begin(position, NATIONALS[national][0])
    assert stations(game, national) == ("G9/1", "G9/3", "G9/4")
    assert stations(game, BUYER) == ("G9/5",)


@both
@pytest.mark.rule("1826-4.6.2-22", "1826-4.6.3-24", "1826-C-Tokens-04")
def test_the_president_chooses_further_tokens_up_to_the_limit(context: Context, national: str) -> None:
    """GC had three further stations, Midi one: the Etat keeps one of each, the SNCF two and one."""
    phase, most = NATIONALS[national]
    position = two(context, national)
    for hex_id in ("I13", "H6", "M13"):
        position.token("GC", hex_id)
    position.token("Midi", "F12")
    game, _ = begin(position, phase)
    assert (game.actor(), game.step_name()) == ("player-1", "exchange_tokens")
    assert stations(game, national) == ("L14/0", "M3/0")
    gc = [("GC", "H6", 0), ("GC", "I13", 0), ("GC", "M13", 0)]
    refused(game, keep(game, national, gc[: most + 1]), "national.too_many")
    refused(game, keep(game, national, [*gc[: most + 1], ("Midi", "F12", 0)]), "national.too_many")
    refused(game, keep(game, national, [gc[0], gc[0]]), "national.same_city")
    refused(game, keep(game, national, [("Midi", "I13", 0)]), "national.no_station")
    refused(game, keep(game, BUYER, gc[:1]), "national.other")
    play(game, keep(game, national, [*gc[:most], ("Midi", "F12", 0)]))
    assert set(stations(game, national)) == {
        "L14/0",
        "M3/0",
        "F12/0",
        "H6/0",
        *(["I13/0"] if most == 2 else []),
    }
    assert record_of(game, national).tokens_left == {"Etat": 3, "SNCF": 4}[national], "they are not used up"


@both
@pytest.mark.rule("1826-4.6.2-22", "1826-4.6.3-24", "1826-4.6.2-24", "1826-4.6.3-26")
@pytest.mark.parametrize("chosen", [[], [("GC", "H6", 0)]], ids=["none", "one"])
def test_fewer_may_be_chosen_and_the_rest_is_lost_without_compensation(
    context: Context, national: str, chosen: list[tuple[str, str, int]]
) -> None:
    position = two(context, national).token("GC", "H6").token("GC", "I13")
    game, _ = begin(position, NATIONALS[national][0])
    before = dict(game.state.cash)
    play(game, keep(game, national, chosen))
    assert set(stations(game, national)) == {"L14/0", "M3/0", *(f"{h}/{c}" for _, h, c in chosen)}
    assert "I13" not in game.state.tokens, "the slot is free again"
    assert dict(game.state.cash) == before


@both
@pytest.mark.rule("1826-4.6.2-21", "1826-4.6.3-23")
def test_the_buyer_goes_on_after_the_choice(context: Context, national: str) -> None:
    """The choice interrupts the purchase of the buyer, whose turn is not over."""
    phase = NATIONALS[national][0]
    position = (
        eve_of(context, phase, structure="ten")
        .tile("H6", "57", 0)
        .float("GC", shares={1: 4}, price=90, structure="ten")
        .float("Midi", shares={2: 2}, price=75, structure="ten")
        .token("GC", "H6")
    )
    game, _ = begin(position, phase)
    assert game.state.round.current == BUYER
    refused(game, Pass("player-4"), "turn.not_yours")
    refused(game, Pass("player-1"), "turn.not_now")
    play(game, keep(game, national, [("GC", "H6", 0)]))
    assert (game.actor(), game.state.round.current, game.step_name()) == ("player-4", BUYER, "trains")
    assert offers_of(game, "buy_train")


@both
@pytest.mark.rule("1826-4.6.2-23", "1826-4.6.3-25")
def test_one_token_replaces_several_in_a_city(context: Context, national: str) -> None:
    """Midi had a token in the home city of GC, and both had one in Reims (two slots)."""
    phase, _ = NATIONALS[national]
    position = (
        two(context, national).token("Midi", "L14").token("GC", "F12").token("Midi", "F12").token("GC", "H6")
    )
    game, _ = begin(position, phase)
    assert game.state.tokens["L14"] == ((national, None),), "the home token stands for both"
    decision = game.state.pending[-1]
    listed = {(s["corporation"], s["hex"]) for s in decision.data["stations"]}  # type: ignore[index,union-attr,call-overload]
    assert listed == {("GC", "F12"), ("Midi", "F12"), ("GC", "H6")}, "Lyon has its token already"
    refused(game, keep(game, national, [("GC", "F12", 0), ("Midi", "F12", 0)]), "national.same_city")
    play(game, keep(game, national, [("Midi", "F12", 0), ("GC", "H6", 0)]))
    assert game.state.tokens["F12"] == ((national, None),)
    assert set(stations(game, national)) == {"L14/0", "M3/0", "F12/0", "H6/0"}


@both
@pytest.mark.rule("1826-4.6.2-23", "1826-4.6.3-25")
def test_no_choice_is_asked_for_tokens_in_cities_that_have_one(context: Context, national: str) -> None:
    game, _ = begin(two(context, national).token("Midi", "L14"), NATIONALS[national][0])
    assert game.step_name() != "exchange_tokens"
    assert game.state.tokens["L14"] == ((national, None),)


@both
@pytest.mark.rule("1826-4.6.2-24", "1826-4.6.3-26")
def test_tokens_of_others_stay(context: Context, national: str) -> None:
    """Belge, without a train as well, keeps its tokens beside those of the national."""
    position = two(context, national).float("Belge", shares={3: 5}, price=90).token("Belge", "L14")
    position.token("GC", "C13")
    game, _ = begin(position, NATIONALS[national][0])
    assert stations(game, "Belge") == ("C13/0", "L14/0")
    play(game, keep(game, national, [("GC", "C13", 0)]))
    assert game.state.tokens["C13"] == (("Belge", national),)
    assert game.state.tokens["L14"] == ((national, "Belge"),)


@both
@pytest.mark.rule("1826-4.6.2-19", "1826-4.6.3-16")
def test_further_tokens_are_placed_and_paid_as_usual(context: Context, national: str) -> None:
    """The three or four extra tokens cost F20 a hex from the nearest station it took over."""
    phase = "6H" if national == "Etat" else "10H"
    game = (
        Position(context, 3)
        .phase(phase)
        .tile("M13", "57", 1)
        .float(national, shares={1: 5}, price=110, turns=2, cash=100, trains=[phase], home=False)
        .token(national, "L14")
        .remember("bonds", {"SNCF": 10})
        .operating(national, "token")
        .game()
    )
    places = {action.hex for action in offers_of(game, "place_token")}  # type: ignore[attr-defined]
    assert "L14" not in places
    for action in offers_of(game, "place_token"):
        if action.hex == "M13":  # type: ignore[attr-defined]
            turn = play(game, action)
            assert events(turn, "token_placed")[0]["cost"] == 20
            assert record_of(game, national).tokens_left == {"Etat": 2, "SNCF": 3}[national]


@pytest.mark.rule("1826-4.6.3-23", "1826-4.6.3-24", "1826-4.6-12")
def test_home_stations_of_the_etat_are_home_stations_for_the_sncf(context: Context) -> None:
    """The Etat took over Lyon and a Paris station as homes; two of its other three tokens can be kept."""
    position = (
        eve_of(context, "10H")
        .tile("I13", "57", 0)
        .tile("H6", "57", 0)
        .tile("M13", "57", 0)
        .float("Etat", shares={1: 4}, price=90, turns=4)
        .token("Etat", "L14")
        .token("Etat", "G9", 2)
        .token("Etat", "I13")
        .token("Etat", "H6")
        .token("Etat", "M13")
        .remember("national_homes", {"Etat": ("L14/0", "G9/2")})
        .remember("merged_into", {"Paris": "Etat", "GC": "Etat"})
        .close("Paris")
        .close("GC")
        .float("Midi", shares={2: 2}, price=75, structure="ten")
    )
    game, turn = begin(position, "10H")
    made = formed(turn)
    assert made is not None and set(made["merged"]) == {"Etat", "Midi"}  # type: ignore[call-overload]
    assert stations(game, "SNCF") == ("G9/2", "L14/0", "M3/0")
    three = [("Etat", "H6", 0), ("Etat", "I13", 0), ("Etat", "M13", 0)]
    refused(game, keep(game, "SNCF", three), "national.too_many")
    play(game, keep(game, "SNCF", three[1:]))
    assert stations(game, "SNCF") == ("G9/2", "I13/0", "L14/0", "M13/0", "M3/0")
    assert stations(game, "Etat") == ()


@pytest.mark.rule("1826-4.6.3-23")
def test_home_stations_are_found_after_upgrades_of_paris(context: Context) -> None:
    """Brown Paris: the stations are where they were, each in its own city."""
    position = (
        eve_of(context, "E")
        .tile("G9", "515", 0)
        .float("Nord", shares={1: 2}, price=90)
        .float("Est", shares={2: 2}, price=90)
        .token("Nord", "C11")
        .token("Est", "C13")
    )
    game, _ = begin(position, "E")
    assert stations(game, "SNCF") == ("G9/3", "G9/4")
    play(game, keep(game, "SNCF", [("Nord", "C11", 0), ("Est", "C13", 0)]))
    assert stations(game, "SNCF") == ("C11/0", "C13/0", "G9/3", "G9/4")


@pytest.mark.rule("1826-4.6.2-21", "1826-4.5-12")
@pytest.mark.parametrize(("national", "trains"), [("Etat", ["4H"]), ("SNCF", ["6H", "6H"])])
def test_trains_above_the_limit_are_given_up_before_stations_are_chosen(
    context: Context, national: str, trains: list[str]
) -> None:
    """The buyer itself is above its new limit: player 4 discards, player 1 chooses, player 4 goes on."""
    phase = NATIONALS[national][0]
    structure = "five" if phase == "6H" else "ten"
    position = (
        eve_of(context, phase, trains=trains, structure=structure)
        .tile("H6", "57", 0)
        .float("GC", shares={1: 4}, price=90, structure="ten")
        .float("Midi", shares={2: 2}, price=75, structure="ten")
        .token("GC", "H6")
    )
    game, _ = begin(position, phase)
    assert (game.actor(), game.step_name()) == ("player-4", "discard_train")
    refused(game, DiscardTrain("player-4", "GC", trains[0]), "train.other_discards")
    refused(game, DiscardTrain("player-4", BUYER, "2H"), "train.not_owned")
    play(game, DiscardTrain("player-4", BUYER, trains[0]))
    assert (game.actor(), game.step_name()) == ("player-1", "exchange_tokens")
    play(game, keep(game, national, [("GC", "H6", 0)]))
    assert (game.actor(), game.state.round.current) == ("player-4", BUYER)
    assert game.view.train_types("pool") == (trains[0],)
