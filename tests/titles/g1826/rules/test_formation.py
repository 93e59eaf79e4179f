"""1826, sections 4.1.3, 4.4, 4.6: starting and floating corporations."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import BuyPrivate, BuyShares, LayTile, Pass, SetStartPrice, StartCorporation
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.positions import Position, events, holdings, offers_of, play, record_of, refused

CAPITAL = {
    3: {75: 225, 82: 246, 90: 270, 100: 300, 110: 330},
    5: {75: 375, 82: 410, 90: 450, 100: 500, 110: 550},
    10: {75: 750, 82: 820, 90: 900, 100: 1000, 110: 1100},
}
PLAYERS_START = ("Paris", "PO", "Nord", "Est", "Ouest", "Midi", "GC", "PLM", "Alsace", "Belge")


def p(seat: int) -> str:
    return f"player-{seat}"


def buy_out(game: Game, corporation: str, shares: int) -> list[str]:
    """All players buy shares of a started corporation in turn until ``shares`` are out; who bought."""
    buyers = []
    while game.view.structure(corporation).shares - game.view.unsold(corporation) < shares:
        actor = str(game.actor())
        action = BuyShares(actor, corporation, "ipo", 1)
        if game.view.percent(corporation, actor) + game.view.structure(corporation).percent_per_share > 60:
            play(game, Pass(actor))
            continue
        play(game, action)
        buyers.append(actor)
    return buyers


# -- starting ----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.1.3-01")
@pytest.mark.parametrize(("price", "row"), [(110, 1), (100, 2), (90, 3), (82, 4), (75, 5)])
def test_the_buyer_chooses_one_of_five_starting_values(context: Context, price: int, row: int) -> None:
    game = Position(context, 3).stock(1).game()
    offered = {a.price for a in offers_of(game, StartCorporation) if isinstance(a, StartCorporation)}
    assert offered == {75, 82, 90, 100, 110}
    for wrong in (0, 70, 81, 122):
        refused(game, StartCorporation(p(1), "GC", wrong), "stock.start_price")
    turn = play(game, StartCorporation(p(1), "GC", price))
    place = game.state.market["GC"]
    assert (place.row + 1, place.column + 1) == (row, 4)
    assert game.view.price("GC") == price
    assert game.view.cash(p(1)) == 600 - 2 * price
    assert game.view.president("GC") == p(1)
    [fact] = events(turn, "corporation_started")
    assert (fact["price"], fact["shares"], fact["cost"]) == (price, 2, 2 * price)


@pytest.mark.rule("1826-4.1.3-01", "1826-4.1.2-08")
def test_a_corporation_starts_once(context: Context) -> None:
    game = Position(context, 3).start("GC", 2, 75).close("PO").stock(1).game()
    refused(game, StartCorporation(p(1), "GC", 75), "stock.already_started")
    refused(game, StartCorporation(p(1), "PO", 75), "stock.cannot_start")
    refused(game, StartCorporation(p(1), "Etat", 75), "stock.cannot_start")
    refused(game, StartCorporation(p(1), "SNCF", 75), "stock.cannot_start")


# -- five or ten shares ------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.4-01", "1826-4.4-02", "1826-4.4-03", "1826-C-Five-01")
@pytest.mark.parametrize("corporation", PLAYERS_START[:-1])
def test_nine_corporations_form_with_five_shares(context: Context, corporation: str) -> None:
    game = Position(context, 3).phase("4H").stock(1).game()
    play(game, StartCorporation(p(1), corporation, 75))
    assert game.view.percent(corporation, p(1)) == 40
    assert game.view.structure(corporation).certificates == (2, 1, 1, 1)
    play(game, BuyShares(p(2), corporation, "ipo", 1))
    assert game.view.percent(corporation, p(2)) == 20


@pytest.mark.rule("1826-4.4-03", "1826-4.4-05")
def test_the_lower_value_counts_after_a_conversion(context: Context) -> None:
    game = Position(context, 3).float("GC", 1, 90, shares={1: 3, 2: 1}, structure="ten").stock(1).game()
    assert [game.view.percent("GC", p(seat)) for seat in (1, 2)] == [30, 10]
    assert game.view.structure("GC").certificates == (2, 1, 1, 1, 1, 1, 1, 1, 1)


@pytest.mark.rule("1826-4.4-04", "1826-4.4-05", "1826-4.6.1-03")
@pytest.mark.parametrize("phase", ["2H", "4H", "6H", "10H", "E", "TGV"])
def test_belge_has_ten_shares_whenever_it_starts(context: Context, phase: str) -> None:
    game = Position(context, 3).phase(phase).stock(1).game()
    play(game, StartCorporation(p(1), "Belge", 90))
    assert game.view.percent("Belge", p(1)) == 20
    assert game.view.structure("Belge").certificates == (2, 1, 1, 1, 1, 1, 1, 1, 1)
    assert not record_of(game, "Belge").floated


@pytest.mark.rule("1826-4.4-04", "1826-4.4-01")
@pytest.mark.parametrize("phase", ["6H", "10H", "E", "TGV"])
@pytest.mark.parametrize("corporation", ["GC", "Paris"])
def test_from_phase_6h_on_everything_forms_with_ten_shares(
    context: Context, phase: str, corporation: str
) -> None:
    game = Position(context, 3).phase(phase).stock(1).game()
    play(game, StartCorporation(p(1), corporation, 75))
    assert game.view.percent(corporation, p(1)) == 20
    assert len(game.state.certificates[corporation]) == 9
    buy_out(game, corporation, 4)
    assert not record_of(game, corporation).floated


# -- floating ----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.4-06", "1826-C-Five-01", "1826-4.4-07", "1826-4.4-08", "1826-4.4-09", "1826-4.6-01")
@pytest.mark.parametrize("phase", ["2H", "4H"])
@pytest.mark.parametrize("price", sorted(CAPITAL[3]))
@pytest.mark.parametrize("alone", [True, False])
def test_five_shares_float_at_the_third(context: Context, phase: str, price: int, alone: bool) -> None:
    """As recorded: 22 of 22 floated with three times the starting value, also with two buyers."""
    game = Position(context, 2).phase(phase).stock(1).game()
    play(game, StartCorporation(p(1), "GC", price))
    assert not record_of(game, "GC").floated
    assert game.view.cash("GC") == 0
    assert not game.state.tokens
    if alone:
        play(game, Pass(p(2)))
    bank = game.view.cash("bank")
    buyer = p(1) if alone else p(2)
    turn = play(game, BuyShares(buyer, "GC", "ipo", 1))
    record = record_of(game, "GC")
    assert record.floated
    capital = CAPITAL[3][price]
    assert game.view.cash("GC") == capital == 3 * price
    assert game.view.cash("bank") == bank + price - capital
    expected = {"1": 3, "GC": 2} if alone else {"1": 2, "2": 1, "GC": 2}
    assert holdings(game, "GC") == expected
    # Five certificates remain in the offering and are not in play.
    assert game.state.certificates["GC"][4:] == ("ipo",) * 5
    # Three tokens, one of them on the home space.
    assert record.tokens_left == 2
    assert game.state.tokens == {"L14": (("GC", None),)}
    [fact] = events(turn, "corporation_floated")
    assert (fact["capital"], fact["tokens"]) == (capital, 3)


@pytest.mark.rule("1826-4.4-06", "1826-4.4-10", "1826-4.4-08")
@pytest.mark.parametrize(
    ("corporation", "phase", "price"),
    [("Belge", "2H", 90), ("Belge", "4H", 110), ("PO", "6H", 75), ("GC", "6H", 100), ("Belge", "6H", 82)],
)
def test_ten_shares_float_at_the_fifth(context: Context, corporation: str, phase: str, price: int) -> None:
    """As recorded: Belge 450 at 90, PO in phase 6H 375 at 75."""
    game = Position(context, 2).phase(phase).stock(1).game()
    play(game, StartCorporation(p(1), corporation, price))
    buy_out(game, corporation, 4)
    assert not record_of(game, corporation).floated
    buy_out(game, corporation, 5)
    record = record_of(game, corporation)
    assert record.floated
    assert game.view.cash(corporation) == CAPITAL[5][price]
    assert game.view.shares(corporation, corporation) == 5
    assert game.view.unsold(corporation) == game.view.pooled(corporation) == 0
    assert record.tokens_left == 3
    home = game.view.corporation(corporation).homes[0]
    assert corporation in game.state.tokens[home.hex][home.city]


@pytest.mark.rule("1826-4.4-11", "1826-4.4-06", "1826-4.4-08")
@pytest.mark.parametrize("phase", ["10H", "E", "TGV"])
@pytest.mark.parametrize("price", sorted(CAPITAL[10]))
def test_late_corporations_float_with_full_capital(context: Context, phase: str, price: int) -> None:
    """As recorded: PLM with 1,000 at 100 and with 1,100 at 110, its other shares in the pool."""
    game = Position(context, 2).phase(phase).stock(1).game()
    play(game, StartCorporation(p(1), "PLM", price))
    buy_out(game, "PLM", 5)
    assert game.view.cash("PLM") == CAPITAL[10][price]
    assert game.view.pooled("PLM") == 5
    assert game.view.shares("PLM", "PLM") == 0
    assert record_of(game, "PLM").tokens_left == 4
    assert game.state.tokens["G9"][5] == ("PLM",)
    # The next share comes from the pool.
    buys = [a for a in offers_of(game, BuyShares) if isinstance(a, BuyShares)]
    assert {a.source for a in buys if a.corporation == "PLM"} == {"pool"}


@pytest.mark.rule("1826-4.4-13")
@pytest.mark.parametrize(("private", "corporation"), [("Parisian", "Paris"), ("Alsatian", "Alsace")])
def test_a_free_presidents_certificate_does_not_lower_the_capital(
    context: Context, private: str, corporation: str
) -> None:
    """As recorded: Paris and Alsace float with the full 330 at 110."""
    position = Position(context, 2)
    for name in context.title.companies.privates:
        if name != private:
            position.private(name, 2)
    game = position.auction(1).game()
    cost = context.title.companies.privates[private].cost
    play(game, BuyPrivate(p(1), private), SetStartPrice(p(1), corporation, 110))
    assert game.view.cash(p(1)) == 900 - cost
    assert game.view.percent(corporation, p(1)) == 40
    play(game, BuyShares(p(2), corporation, "ipo", 1))
    assert record_of(game, corporation).floated
    assert game.view.cash(corporation) == 330


@pytest.mark.rule("1826-4.4-13")
def test_a_free_share_does_not_lower_the_capital(context: Context) -> None:
    """As recorded: Belge floats with 550 at 110 although one share was free."""
    game = Position(context, 2).given("Belge", 2).cash(1, 900).cash(2, 900).stock(1).game()
    play(game, StartCorporation(p(1), "Belge", 110))
    assert game.view.structure("Belge").shares - game.view.unsold("Belge") == 3
    play(game, BuyShares(p(2), "Belge", "ipo", 1))
    assert not record_of(game, "Belge").floated
    play(game, BuyShares(p(1), "Belge", "ipo", 1))
    assert record_of(game, "Belge").floated
    assert game.view.cash("Belge") == 550


@pytest.mark.rule("1826-C-Five-02", "1826-C-Five-01", "1826-4.4-09")
def test_the_grand_central_example(context: Context) -> None:
    """GC at 75: 150 for the certificate, 75 for the third share; two shares and 225 to the treasury."""
    game = Position(context, 3).stock(1).game()
    play(game, StartCorporation(p(1), "GC", 75))
    assert game.view.cash(p(1)) == 600 - 150
    play(game, Pass(p(2)), Pass(p(3)), BuyShares(p(1), "GC", "ipo", 1))
    assert game.view.cash(p(1)) == 600 - 225
    assert game.view.percent("GC", p(1)) == 60
    assert game.view.percent("GC", "GC") == 40
    assert game.view.cash("GC") == 225
    play(game, Pass(p(2)), Pass(p(3)))
    refused(game, BuyShares(p(1), "GC", "treasury", 1), "stock.holding_limit")


@pytest.mark.rule("1826-4.6-01")
def test_it_operates_from_the_following_operating_round_on(context: Context) -> None:
    game = Position(context, 2).start("GC", 1, 75).start("PO", 2, 110).stock(1).game()
    turn = play(game, BuyShares(p(1), "GC", "ipo", 1))
    assert game.state.round.kind == "stock"
    assert not events(turn, "turn_started")
    turn = play(game, Pass(p(2)), Pass(p(1)))
    # PO is dearer but has not floated.
    assert [fact["corporation"] for fact in events(turn, "turn_started")] == ["GC"]


@pytest.mark.rule("1826-4.4-07")
def test_the_president_gets_the_charter(context: Context) -> None:
    """Whoever bought the floating share, the owner of the president's certificate decides."""
    game = Position(context, 2).start("GC", 1, 75).stock(2).game()
    play(game, BuyShares(p(2), "GC", "ipo", 1), Pass(p(1)), Pass(p(2)))
    assert game.view.operating == "GC"
    assert game.actor() == p(1)


@pytest.mark.rule("1826-4.4-12", "1826-C-Tokens-02")
@pytest.mark.parametrize(
    ("structure", "phase", "tokens"), [("five", "4H", 3), ("ten", "6H", 4), ("ten", "E", 5)]
)
def test_tokens_are_counted_with_the_home_token(
    context: Context, structure: str, phase: str, tokens: int
) -> None:
    corporation = "Belge" if structure == "ten" else "GC"
    game = Position(context, 2).phase(phase).stock(1).game()
    play(game, StartCorporation(p(1), corporation, 75))
    buy_out(game, corporation, 5 if structure == "ten" else 3)
    placed = sum(corporation in slots for cities in game.state.tokens.values() for slots in cities)
    assert placed == 1
    assert record_of(game, corporation).tokens_left + placed == tokens


HOMES = {
    "Paris": ("G9", 2, "E5"),
    "PO": ("G9", 0, "K5"),
    "Nord": ("G9", 3, "C11"),
    "Est": ("G9", 4, "F16"),
    "Ouest": ("G9", 1, "H2"),
    "Midi": ("M3", 0, "N16"),
    "GC": ("L14", 0, "M3"),
    "PLM": ("G9", 5, "L14"),
    "Alsace": ("G19", 0, "L14"),
    "Belge": ("C13", 0, None),
}
#: The hex to which a station in Paris looks.
TOWARDS = {
    "Paris": "F8", "PO": "H8", "Nord": "F10", "Est": "G11", "Ouest": "G7", "PLM": "H10",
}  # fmt: skip


@pytest.mark.rule(
    "1826-4.6-02", "1826-4.6-03", "1826-4.6-04", "1826-4.6-05", "1826-4.6-06", "1826-4.6-07", "1826-4.6-08",
    "1826-4.6-09", "1826-4.6-10", "1826-4.6-11", "1826-4.11-02",
)  # fmt: skip
@pytest.mark.parametrize("corporation", PLAYERS_START)
def test_home_token_and_destination(context: Context, corporation: str) -> None:
    hex_id, city, destination = HOMES[corporation]
    game = Position(context, 2).start(corporation, 1, 75).stock(1).game()
    buy_out(game, corporation, game.view.structure(corporation).float_shares)
    assert list(game.state.tokens) == [hex_id]
    assert [i for i, slots in enumerate(game.state.tokens[hex_id]) if corporation in slots] == [city]
    assert game.view.corporation(corporation).destination == destination
    if corporation in TOWARDS:
        # The station in Paris looks to the hex that is reserved for it.
        assert game.title.map.hexes[TOWARDS[corporation]].reserved_for == corporation
        while game.state.round.kind == "stock":
            play(game, Pass(str(game.actor())))
        assert game.view.operating == corporation
        assert {a.hex for a in offers_of(game, LayTile) if isinstance(a, LayTile)} == {TOWARDS[corporation]}
