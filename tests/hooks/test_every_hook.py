"""Each hook of the catalogue at work in a game: a throw-away module beside those of 1826."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from open18xx.actions.kinds import (
    BuyShares,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
    StartCorporation,
    TradeOwnShares,
)
from open18xx.definition.rounds import Allowance
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.errors import EngineFault, Refusal
from open18xx.rules.funds import Fund
from open18xx.rules.trains import train_limit
from open18xx.rules.worth import final_price, final_worth
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.track.routes.trains import TrainSpec

from tests.hooks.probe import with_hooks
from tests.support.positions import Position, events, offers_of, play, refused

Seen = list[tuple[Any, ...]]


@pytest.fixture
def seen() -> Seen:
    """What a hook has been told."""
    return []


def track(context: Context) -> Position:
    """Midi of player 1 in its track step, in phase 2H; player 2 presides over GC."""
    return (
        Position(context, 3)
        .phase("2H")
        .float("Midi", shares={1: 3}, price=100, cash=500, turns=1, trains=["2H"])
        .float("GC", shares={2: 3}, price=82, turns=1, trains=["2H"])
        .operating("Midi")
    )


def in_step(
    context: Context, step: str, *, cash: int = 500, phase: str = "6H", trains: bool = True
) -> Position:
    """GC of player 1 (ten-share, home Lyon) at a step; Nord belongs to player 2."""
    return (
        Position(context, 3)
        .phase(phase)
        .tile("M13", "6", 1)
        .float("GC", shares={1: 5}, price=100, structure="ten", cash=cash, turns=1, pool=2, treasury=3)
        .train("GC", *(["4H"] if trains else []))
        .float("Nord", shares={2: 3}, price=82, turns=2, trains=["4H", "4H"], structure="ten")
        .operating("GC", step, earnings=100)
    )


def in_stock(context: Context) -> Position:
    """A stock round; GC lies in pool and treasury, Nord can be started."""
    return (
        Position(context, 3)
        .phase("4H")
        .float(
            "GC", shares={1: 3, 2: 2}, price=100, structure="ten", pool=2, treasury=3, turns=2, trains=["4H"]
        )
        .stock(1)
    )


# -- game, rounds, turns -----------------------------------------------------------------------------


def test_on_game_started_sets_up_what_is_remembered() -> None:
    def on_game_started(tx: Transaction) -> None:
        tx.remember("probe", tx.view.cash("player-1"))

    game = Game(with_hooks(on_game_started), ["A", "B", "C"])
    assert game.state.memory["probe"] == 600


def test_on_round_started_and_on_round_ended_tell_of_all_kinds(seen: Seen) -> None:
    def on_round_started(kind: str) -> None:
        seen.append(("started", kind))

    def on_round_ended(kind: str) -> None:
        seen.append(("ended", kind))

    context = with_hooks(on_round_started, on_round_ended)
    game = in_stock(context).game()
    play(game, Pass("player-1"), Pass("player-2"), Pass("player-3"))
    assert seen[-2:] == [("ended", "stock"), ("started", "operating")]
    seen.clear()
    position = Position(context, 3).phase("2H").float("GC", shares={1: 3}, price=100, turns=2, trains=["2H"])
    game = position.operating("GC", "treasury_trade").game()
    seen.clear()
    play(game, Pass("player-1"))
    assert seen == [("ended", "operating"), ("started", "stock")]
    seen.clear()
    Game(context, ["A", "B"])
    assert seen == [("started", "auction")]


def test_on_round_ended_comes_after_sold_out_moves(seen: Seen) -> None:
    def on_round_ended(tx: Transaction, kind: str) -> None:
        seen.append((kind, tx.view.price("GC")))

    position = Position(with_hooks(on_round_ended), 3).phase("4H")
    position.float("GC", shares={1: 5, 2: 5}, at=(3, 4), structure="ten", turns=2, trains=["4H"])
    game = position.stock(1).game()
    play(game, Pass("player-1"), Pass("player-2"), Pass("player-3"))
    assert seen == [("stock", 100)], "sold out: from F90 one row up"


def test_on_turn_started_and_on_turn_ended_frame_an_operating_turn(seen: Seen) -> None:
    def on_turn_started(tx: Transaction, corporation: str) -> None:
        seen.append(("started", corporation, tx.view.record(corporation).turns))

    def on_turn_ended(corporation: str) -> None:
        seen.append(("ended", corporation))

    game = in_step(with_hooks(on_turn_started, on_turn_ended), "treasury_trade").game()
    seen.clear()
    play(game, Pass("player-1"))
    assert seen == [("ended", "GC"), ("started", "Nord", 3)], "the turn begun counts"


def test_forbid_operating_leaves_a_corporation_out() -> None:
    def forbid_operating(view: View, corporation: str) -> Refusal | None:
        return (
            Refusal("probe.rests", "it rests")
            if corporation == "Nord" and view.is_operating() is False
            else None
        )

    game = in_step(with_hooks(forbid_operating), "treasury_trade").game()
    play(game, Pass("player-1"))
    assert (game.state.round.number, game.state.round.current) == (2, "GC"), "Nord is passed over"


# -- shares ------------------------------------------------------------------------------------------


def test_modify_start_structure_decides_how_a_corporation_starts() -> None:
    def modify_start_structure(value: str, corporation: str) -> str:
        return "ten" if corporation == "Nord" else value

    game = in_stock(with_hooks(modify_start_structure)).game()
    play(game, StartCorporation("player-1", "Nord", 82))
    assert game.state.corporations["Nord"].structure == "ten"


def test_forbid_start_keeps_a_player_from_starting() -> None:
    def forbid_start(player: str, corporation: str) -> Refusal | None:
        return Refusal("probe.no", "not you") if (player, corporation) == ("player-1", "Nord") else None

    game = in_stock(with_hooks(forbid_start)).game()
    refused(game, StartCorporation("player-1", "Nord", 82), "probe.no")
    play(game, StartCorporation("player-1", "Est", 82))


def test_forbid_share_purchase_concerns_players_and_the_corporation_itself(seen: Seen) -> None:
    def forbid_share_purchase(buyer: str, corporation: str, source: str, shares: int) -> Refusal | None:
        seen.append((buyer, corporation, source, shares))
        return Refusal("probe.no", "not from there") if source == "pool" else None

    context = with_hooks(forbid_share_purchase)
    game = in_stock(context).game()
    refused(game, BuyShares("player-1", "GC", "pool"), "probe.no")
    assert ("player-1", "GC", "pool", 1) in seen
    play(game, BuyShares("player-1", "GC", "treasury"))
    game = in_step(context, "treasury_trade").game()
    refused(game, TradeOwnShares("player-1", "GC", 1), "probe.no")
    assert ("GC", "GC", "pool", 1) in seen


def test_forbid_share_sale_concerns_players_and_the_corporation_itself(seen: Seen) -> None:
    def forbid_share_sale(seller: str, corporation: str, shares: int) -> Refusal | None:
        seen.append((seller, corporation, shares))
        return Refusal("probe.no", "one at a time") if shares > 1 else None

    context = with_hooks(forbid_share_sale)
    game = in_stock(context).game()
    refused(game, SellShares("player-2", "GC", 2), "turn.not_yours")
    play(game, Pass("player-1"))
    refused(game, SellShares("player-2", "GC", 2), "probe.no")
    play(game, SellShares("player-2", "GC", 1))
    assert ("player-2", "GC", 2) in seen
    game = in_step(context, "treasury_trade").game()
    refused(game, TradeOwnShares("player-1", "GC", -2), "probe.no")
    play(game, TradeOwnShares("player-1", "GC", -1))
    assert ("GC", "GC", 2) in seen


def test_modify_certificate_count_moves_a_player_above_the_limit() -> None:
    def modify_certificate_count(value: int, player: str) -> int:
        return value + (18 if player == "player-1" else 0)

    game = in_stock(with_hooks(modify_certificate_count)).game()
    refused(game, BuyShares("player-1", "GC", "pool"), "stock.certificate_limit")
    play(game, Pass("player-1"), BuyShares("player-2", "GC", "pool"))


def test_on_president_changed_tells_old_and_new(seen: Seen) -> None:
    def on_president_changed(corporation: str, old: str | None, new: str | None) -> None:
        seen.append((corporation, old, new))

    context = with_hooks(on_president_changed)
    game = in_stock(context).game()
    play(game, SellShares("player-1", "GC", 2))
    assert seen == [("GC", "player-1", "player-2")]
    seen.clear()
    position = Position(context, 3).phase("6H").float("Etat", price=90, pool=5, turns=2, cash=100)
    game = position.float("GC", shares={2: 3}, price=82, structure="ten", turns=2).stock(1).game()
    play(game, BuyShares("player-1", "Etat", "pool"))
    assert seen == [("Etat", None, "player-1")]


def test_on_corporation_floated_comes_with_money_and_home_token(seen: Seen) -> None:
    def on_corporation_floated(tx: Transaction, corporation: str) -> None:
        seen.append((corporation, tx.view.cash(corporation), tx.view.state.tokens["M3"]))

    position = (
        Position(with_hooks(on_corporation_floated), 3).phase("4H").start("Midi", shares={1: 2}, price=82)
    )
    game = position.stock(1).game()
    play(game, BuyShares("player-1", "Midi", "ipo"))
    assert seen == [("Midi", 246, (("Midi",),))]


def broke(context: Context) -> Game:
    """Player 1 cannot pay for the E train that GC needs; nobody can take GC over."""
    position = (
        Position(context, 3).phase("E").float("GC", shares={1: 2, 2: 1}, at=(1, 4), turns=2, treasury=7)
    )
    position.float("Nord", shares={2: 3}, price=82, turns=2, trains=["10H"])
    return position.remember("loans", {"GC": 2}).cash(1, 0).operating("GC", "trains").game()


def test_on_bankruptcy_and_on_corporation_closed_come_before_the_loss(seen: Seen) -> None:
    def on_bankruptcy(tx: Transaction, player: str) -> None:
        seen.append(("bankrupt", player, tx.view.shares("GC", player)))

    def on_corporation_closed(tx: Transaction, corporation: str) -> None:
        seen.append(("closed", corporation, tx.view.record(corporation).closed))

    game = broke(with_hooks(on_bankruptcy, on_corporation_closed))
    play(game, BuyTrain("player-1", "GC", "E", "bank", 800))
    assert seen == [("bankrupt", "player-1", 2), ("closed", "GC", False)]


def test_on_corporation_closed_also_tells_of_a_merger(seen: Seen) -> None:
    def on_corporation_closed(corporation: str) -> None:
        seen.append((corporation,))

    position = Position(with_hooks(on_corporation_closed), 3).phase("6H").supply("6H", 0)
    for name, seat in (("GC", 1), ("Midi", 2)):
        position.float(name, shares={seat: 3}, price=90, structure="ten")
    game = (
        position.float("PLM", shares={3: 2}, at=(5, 1), cash=700, turns=1).operating("PLM", "trains").game()
    )
    play(game, BuyTrain("player-3", "PLM", "10H", "bank", 600))
    assert seen == [("Midi",), ("GC",)]


# -- track and tokens --------------------------------------------------------------------------------


def test_modify_track_allowance_gives_and_takes_lays() -> None:
    def modify_track_allowance(value: tuple[Allowance, ...], corporation: str) -> tuple[Allowance, ...]:
        return (Allowance(2, 0),) if corporation == "Midi" else ()

    context = with_hooks(modify_track_allowance)
    game = track(context).game()
    play(game, LayTile("player-1", "Midi", "M5", "9", 1))
    assert game.step_name() == "track", "a second one is left"
    game = track(context).operating("GC").game()
    assert game.step_name() != "track", "GC has none at all"


def test_forbid_tile_lay_refuses_and_is_told_the_lay(seen: Seen) -> None:
    def forbid_tile_lay(corporation: str, hex: str, tile: str, rotation: int) -> Refusal | None:
        seen.append((corporation, hex, tile, rotation))
        return Refusal("probe.straight", "no straight track") if tile == "9" else None

    game = track(with_hooks(forbid_tile_lay)).game()
    refused(game, LayTile("player-1", "Midi", "M5", "9", 1), "probe.straight")
    assert ("Midi", "M5", "9", 1) in seen
    assert {action.tile for action in offers_of(game, "lay_tile")} <= {"7", "8"}  # type: ignore[attr-defined]


def test_offer_tile_consents_asks_another_player() -> None:
    def offer_tile_consents(view: View, corporation: str, hex: str) -> tuple[tuple[str, str], ...]:
        return (("player-2", "neighbour"), ("player-1", "himself")) if hex == "M5" else ()

    game = track(with_hooks(offer_tile_consents)).game()
    turn = play(game, LayTile("player-1", "Midi", "M5", "9", 1))
    assert (game.actor(), game.step_name()) == ("player-2", "consent"), "the actor himself is not asked"
    assert events(turn, "consent_asked")[0]["reason"] == "neighbour"


def test_modify_tile_cost_changes_what_is_paid() -> None:
    def modify_tile_cost(value: int, corporation: str, hex: str, tile: str) -> int:
        assert (corporation, tile) == ("Midi", "9") or hex != "M5" or tile in ("7", "8")
        return value + 7

    game = track(with_hooks(modify_tile_cost)).game()
    play(game, LayTile("player-1", "Midi", "M5", "9", 1))
    assert game.view.cash("Midi") == 500 - 40 - 7
    game = track(with_hooks(modify_tile_cost)).cash("Midi", 46).game()
    refused(game, LayTile("player-1", "Midi", "M5", "9", 1), "track.too_dear")


def test_on_tile_laid_and_on_token_placed_tell_where(seen: Seen) -> None:
    def on_tile_laid(tx: Transaction, corporation: str, hex: str, tile: str) -> None:
        seen.append((corporation, hex, tile, tx.view.state.tiles[hex].tile))

    def on_token_placed(tx: Transaction, corporation: str, hex: str, city: int) -> None:
        seen.append((corporation, hex, city, tx.view.state.tokens[hex]))

    context = with_hooks(on_tile_laid, on_token_placed)
    game = track(context).game()
    play(game, LayTile("player-1", "Midi", "M5", "9", 1))
    game = in_step(context, "token").game()
    play(game, PlaceToken("player-1", "GC", "M13", 0))
    assert seen == [("Midi", "M5", "9", "9"), ("GC", "M13", 0, (("GC",),))]


def test_forbid_token_refuses_a_place() -> None:
    def forbid_token(corporation: str, hex: str, city: int) -> Refusal | None:
        return Refusal("probe.no", "not there") if (corporation, hex, city) == ("GC", "M13", 0) else None

    game = in_step(with_hooks(forbid_token), "token").game()
    refused(game, PlaceToken("player-1", "GC", "M13", 0), "probe.no")


def test_modify_token_cost_changes_what_is_paid() -> None:
    def modify_token_cost(value: int, corporation: str, hex: str, city: int) -> int:
        return value * 3 + city

    game = in_step(with_hooks(modify_token_cost), "token").game()
    play(game, PlaceToken("player-1", "GC", "M13", 0))
    assert game.view.cash("GC") == 500 - 60


# -- trains and routes -------------------------------------------------------------------------------


def run(context: Context) -> int:
    """What GC earns between Lyon and St-Etienne."""
    game = in_step(context, "routes").game()
    (action,) = offers_of(game, "run_routes")
    assert isinstance(action, RunRoutes)
    turn = play(game, action)
    earnings = events(turn, "routes_run")[0]["earnings"]
    assert isinstance(earnings, int)
    return earnings


def test_modify_train_spec_changes_what_a_train_can_do() -> None:
    def modify_train_spec(value: TrainSpec, corporation: str, train: str) -> TrainSpec:
        return replace(value, multiplier=2) if (corporation, train) == ("GC", "4H") else value

    assert run(with_hooks()) == 30 + 20
    assert run(with_hooks(modify_train_spec)) == 100


def test_modify_stop_value_changes_a_stop_for_one_corporation() -> None:
    def modify_stop_value(value: int, corporation: str, hex: str, stop: int) -> int:
        return value + 5 if (corporation, hex, stop) == ("GC", "M13", 0) else value

    assert run(with_hooks(modify_stop_value)) == 55


def test_on_routes_run_tells_the_earnings_even_without_trains(seen: Seen) -> None:
    def on_routes_run(corporation: str, earnings: int) -> None:
        seen.append((corporation, earnings))

    context = with_hooks(on_routes_run)
    run(context)
    in_step(context, "routes", trains=False).game()
    assert seen == [("GC", 50), ("GC", 0)]


def test_modify_train_limit_changes_how_many_may_be_owned() -> None:
    def modify_train_limit(value: int, corporation: str) -> int:
        return value + 2 if corporation == "GC" else value

    game = in_step(with_hooks(modify_train_limit), "trains").game()
    assert (train_limit(game.view, "GC"), train_limit(game.view, "Nord")) == (5, 3)


def test_forbid_train_purchase_refuses_a_purchase(seen: Seen) -> None:
    def forbid_train_purchase(corporation: str, train: str, source: str, price: int) -> Refusal | None:
        seen.append((corporation, train, source, price))
        return Refusal("probe.no", "not from him") if source == "Nord" else None

    game = in_step(with_hooks(forbid_train_purchase), "trains").game()
    refused(game, BuyTrain("player-1", "GC", "4H", "Nord", 10), "probe.no")
    assert ("GC", "4H", "Nord", 10) in seen
    play(game, BuyTrain("player-1", "GC", "6H", "bank", 300))


def test_modify_train_price_range_sets_the_range_offered() -> None:
    def modify_train_price_range(
        value: tuple[int, int], buyer: str, seller: str, train: str
    ) -> tuple[int, int]:
        return (20, 30) if (buyer, seller, train) == ("GC", "Nord", "4H") else value

    game = in_step(with_hooks(modify_train_price_range), "trains").game()
    refused(game, BuyTrain("player-1", "GC", "4H", "Nord", 19), "train.price")
    refused(game, BuyTrain("player-1", "GC", "4H", "Nord", 31), "train.price")
    play(game, BuyTrain("player-1", "GC", "4H", "Nord", 30))


def test_on_train_bought_comes_after_payment_and_phase_change(seen: Seen) -> None:
    def on_train_bought(tx: Transaction, corporation: str, train: str, source: str) -> None:
        seen.append((corporation, train, source, tx.view.cash(corporation), tx.view.state.phase))

    game = in_step(with_hooks(on_train_bought), "trains", cash=700).supply("6H", 0).game()
    play(game, BuyTrain("player-1", "GC", "10H", "bank", 600))
    assert seen == [("GC", "10H", "bank", 100, "10H")]


def test_on_phase_event_tells_the_titles_own_events_and_the_buyer(seen: Seen) -> None:
    def on_phase_event(event: str, buyer: str) -> None:
        seen.append((event, buyer))

    game = in_step(with_hooks(on_phase_event), "trains", cash=700).supply("6H", 0).game()
    play(game, BuyTrain("player-1", "GC", "10H", "bank", 600))
    assert seen == [("convert_all", "GC"), ("form_sncf", "GC"), ("count_10h", "GC")]


# -- emergencies -------------------------------------------------------------------------------------


def test_modify_emergency_funds_and_on_emergency_funds_add_a_source(seen: Seen) -> None:
    """A cousin lends F40 at most, after the loans of the title; what is missing then is the president's."""

    def modify_emergency_funds(
        value: tuple[Fund, ...], view: View, corporation: str, shortage: int, purpose: str
    ) -> tuple[Fund, ...]:
        missing = shortage - sum(fund.amount for fund in value)
        seen.append((corporation, shortage, purpose, missing))
        return (*value, Fund("cousin", 1, min(40, missing))) if missing > 0 else value

    def on_emergency_funds(tx: Transaction, corporation: str, fund: Fund) -> None:
        if fund.source == "cousin":
            tx.pay("player-3", corporation, fund.amount)

    context = with_hooks(modify_emergency_funds, on_emergency_funds)
    game = in_step(context, "trains", cash=100, trains=False).remember("loans", {"GC": 2}).game()
    cousin, president = game.view.cash("player-3"), game.view.cash("player-1")
    play(game, BuyTrain("player-1", "GC", "6H", "bank", 300))
    assert seen[-1] == ("GC", 200, "train", 200)
    assert game.view.cash("player-3") == cousin - 40
    assert game.view.cash("player-1") == president - 160
    seen.clear()
    position = in_step(context, "loan_interest", cash=10, trains=False).remember("loans", {"GC": 2})
    game = position.operating("GC", "loan_interest", earnings=20).game()
    assert seen == [("GC", 70, "debt", 70)]
    assert game.view.cash("GC") == 0


# -- the end -----------------------------------------------------------------------------------------


def test_modify_final_price_and_modify_worth_change_the_final_count() -> None:
    def modify_final_price(value: int, corporation: str) -> int:
        return value - 3 if corporation == "GC" else value

    def modify_worth(value: int, player: str) -> int:
        return value + 1000 if player == "player-2" else value

    plain, changed = (
        in_stock(with_hooks()).game(),
        in_stock(with_hooks(modify_final_price, modify_worth)).game(),
    )
    assert final_price(changed.view, "GC") == final_price(plain.view, "GC") - 3
    assert final_worth(changed.view, "player-1") == final_worth(plain.view, "player-1") - 9
    assert final_worth(changed.view, "player-2") == final_worth(plain.view, "player-2") - 6 + 1000


def test_offer_faults_stops_an_action_that_breaks_what_a_title_guards() -> None:
    def on_tile_laid(tx: Transaction) -> None:
        tx.remember("probe", 1)

    def offer_faults(view: View) -> tuple[str, ...]:
        return ("something is lost",) if view.state.memory.get("probe") else ()

    game = track(with_hooks(on_tile_laid, offer_faults)).game()
    before = game.state
    with pytest.raises(EngineFault, match="something is lost"):
        game.apply(LayTile("player-1", "Midi", "M5", "9", 1))
    assert game.state is before
