"""1826, sections 3.4, 4.1 and 4.7.12: what may be owned, stock rounds, a corporation's own stock."""

from __future__ import annotations

import pytest
from open18xx.actions.kinds import (
    BuyShares,
    DeclareDividend,
    Pass,
    SellShares,
    StartCorporation,
    TradeOwnShares,
)
from open18xx.engine.context import Context
from open18xx.engine.game import Game

from tests.support.contexts import loaded
from tests.support.positions import (
    Position,
    events,
    every_offer_is_legal,
    go_on,
    holdings,
    offered,
    offers_of,
    play,
    refused,
)


def p(seat: int) -> str:
    return f"player-{seat}"


def sizes(game: Game) -> set[tuple[str, int]]:
    """Sales offered: corporation and number of shares."""
    return {(a.corporation, a.shares) for a in offers_of(game, SellShares) if isinstance(a, SellShares)}


def sources(game: Game, corporation: str) -> set[tuple[str, int]]:
    """Purchases offered of a corporation: source and shares."""
    bought = [a for a in offers_of(game, BuyShares) if isinstance(a, BuyShares)]
    return {(a.source, a.shares) for a in bought if a.corporation == corporation}


# -- the round ---------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.1-01")
def test_turns_go_round_from_the_priority_holder_until_all_have_passed(context: Context) -> None:
    game = Position(context, 4, priority=3).phase("4H").operating(number=2, of=2, set_number=1).game()
    assert game.state.round.kind == "stock"
    order = []
    for action in (None, "GC", None, None, None, "PO", None, None, None, None):
        actor = game.actor()
        assert actor is not None
        order.append(actor)
        play(game, StartCorporation(actor, action, 75) if action else Pass(actor))
    assert order == [p(n) for n in (3, 4, 1, 2, 3, 4, 1, 2, 3, 4)]
    # Four passes in a row by 1, 2, 3, 4; three were not enough before.
    assert game.state.round.kind == "stock" and game.state.round.set_number == 3
    kinds = [e.facts.get("round") for t in game.turns[-1:] for e in t.events if e.kind == "round_started"]
    assert kinds == ["operating", "operating", "stock"]


@pytest.mark.rule("1826-4.1-02")
def test_the_first_of_the_closing_passes_gets_the_priority(context: Context) -> None:
    game = Position(context, 4, priority=1).float("GC", 1, 90, shares={1: 3, 2: 1}).stock(1).game()
    play(game, Pass(p(1)), SellShares(p(2), "GC", 1), Pass(p(2)))
    # Player 2 has acted: his pass only ended his turn. Player 3 opens the closing run.
    play(game, Pass(p(3)), Pass(p(4)), Pass(p(1)))
    assert game.state.round.kind == "stock"
    turn = play(game, Pass(p(2)))
    assert game.state.priority == p(3)
    [ended] = [fact for fact in events(turn, "round_ended") if fact["round"] == "stock"]
    assert ended["priority"] == p(3)


@pytest.mark.rule("1826-4.1-01")
@pytest.mark.parametrize("kind", ["sale", "purchase"])
def test_a_turn_with_a_sale_or_purchase_is_no_pass(context: Context, kind: str) -> None:
    game = (
        Position(context, 3)
        .float("GC", 1, 90, shares={1: 3}, pool=1)
        .stock(1, passes=2, first_passer=2)
        .game()
    )
    if kind == "sale":
        play(game, SellShares(p(1), "GC", 1), Pass(p(1)))
    else:
        play(game, StartCorporation(p(1), "PO", 75))
    assert game.state.round.kind == "stock"
    assert game.actor() == p(2)
    assert game.state.round.passes == 0


@pytest.mark.rule("1826-4.1-03", "1826-4.1.4-01")
def test_sold_out_moves_come_before_the_operating_round(context: Context) -> None:
    game = (
        Position(context, 2)
        .phase("4H")
        .float("Belge", 1, 100, shares={1: 5, 2: 5}, cash=100, trains=["4H"])
        .private("Mail", 1)
        .stock(1)
        .game()
    )
    turn = play(game, Pass(p(1)), Pass(p(2)))
    kinds = [e.kind for e in turn.events]
    assert kinds.index("sold_out") < kinds.index("round_ended") < kinds.index("round_started")
    assert kinds.index("round_started") < kinds.index("private_paid") < kinds.index("turn_started")
    assert game.view.price("Belge") == 110
    assert game.state.round.number == 1
    assert game.state.round.of == 2
    assert game.view.operating == "Belge"


# -- selling -----------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.1.1-01", "1826-4.1-04")
def test_any_number_of_any_corporations_in_any_order(context: Context) -> None:
    def table() -> Game:
        return (
            Position(context, 3)
            .phase("6H")
            .float("GC", 1, 90, shares={1: 5}, pool=2)
            .float("PO", 2, 100, shares={2: 3, 1: 3}, pool=4)
            .float("Est", 2, 75, shares={2: 3, 1: 2})
            .stock(1)
            .game()
        )

    game = table()
    # GC: three of five, the president's certificate stays; PO: the pool takes one more.
    assert sizes(game) == {("GC", 1), ("GC", 2), ("GC", 3), ("PO", 1), ("Est", 1), ("Est", 2)}
    refused(game, SellShares(p(1), "PO", 2), "stock.pool_limit")
    refused(game, SellShares(p(1), "GC", 4), "stock.pool_limit", "stock.president_unsellable")
    every_offer_is_legal(game)
    play(game, SellShares(p(1), "Est", 2), SellShares(p(1), "PO", 1), SellShares(p(1), "GC", 3))
    other = table()
    play(other, SellShares(p(1), "GC", 3), SellShares(p(1), "Est", 2), SellShares(p(1), "PO", 1))
    assert game.view.cash(p(1)) == other.view.cash(p(1)) == 600 + 150 + 100 + 270
    # He still may buy.
    assert game.actor() == p(1)
    play(game, StartCorporation(p(1), "Midi", 75))
    assert game.actor() == p(2)


@pytest.mark.rule("1826-4.1.1-02")
def test_stock_sold_is_not_bought_back_in_the_same_round(context: Context) -> None:
    game = Position(context, 2).float("GC", 1, 90, shares={1: 3}, cash=50).stock(1).game()
    play(game, SellShares(p(1), "GC", 1))
    refused(game, BuyShares(p(1), "GC", "pool", 1), "stock.sold_before")
    refused(game, BuyShares(p(1), "GC", "treasury", 1), "stock.sold_before")
    play(game, Pass(p(1)))
    # The other player may buy, and the ban lasts to the end of the round.
    assert sources(game, "GC") == {("pool", 1), ("treasury", 1)}
    play(game, Pass(p(2)))
    refused(game, BuyShares(p(1), "GC", "pool", 1), "stock.sold_before")
    play(game, Pass(p(1)))
    assert game.state.round.kind != "stock" or game.state.round.set_number > 2


@pytest.mark.rule("1826-4.1.1-02")
def test_the_ban_ends_with_the_round(context: Context) -> None:
    game = Position(context, 2).float("GC", 1, 90, shares={1: 2}, pool=1).stock(1, sold=[(1, "GC")]).game()
    refused(game, BuyShares(p(1), "GC", "pool", 1), "stock.sold_before")
    fresh = Position(context, 2).float("GC", 1, 90, shares={1: 2}, pool=1).stock(1).game()
    play(fresh, BuyShares(p(1), "GC", "pool", 1))


@pytest.mark.rule("1826-4.1.1-03", "1826-4.1.1-04", "1826-3.4-01")
@pytest.mark.parametrize(("structure", "percent"), [("five", 20), ("ten", 10)])
def test_a_block_is_sold_at_one_price_whatever_the_percentage(
    context: Context, structure: str, percent: int
) -> None:
    """As recorded: two 20 % shares of GC sold at 90 brought 180, then the price fell two rows to 75."""
    game = Position(context, 3).float("GC", 2, 90, shares={2: 2, 1: 2}, structure=structure).stock(1).game()
    assert game.view.structure("GC").percent_per_share == percent
    bank = game.view.cash("bank")
    turn = play(game, SellShares(p(1), "GC", 2))
    assert game.view.cash(p(1)) == 600 + 180
    assert game.view.cash("bank") == bank - 180
    assert game.view.price("GC") == 75
    assert game.view.pooled("GC") == 2
    [fact] = events(turn, "shares_sold")
    assert (fact["price"], fact["proceeds"]) == (90, 180)


@pytest.mark.rule("1826-4.1.1-05")
def test_a_sale_is_not_split_within_a_turn(context: Context) -> None:
    game = Position(context, 2).phase("6H").float("GC", 1, 90, shares={1: 5}).stock(1).game()
    play(game, SellShares(p(1), "GC", 1))
    refused(game, SellShares(p(1), "GC", 1), "stock.one_block")
    refused(game, SellShares(p(1), "GC", 2), "stock.one_block")
    assert not sizes(game)
    # In his next turn he may sell again.
    play(game, Pass(p(1)), Pass(p(2)), SellShares(p(1), "GC", 2))
    assert game.view.pooled("GC") == 3


@pytest.mark.rule("1826-4.1.1-06")
def test_stock_of_a_corporation_that_has_not_operated_stays(context: Context) -> None:
    game = (
        Position(context, 3)
        .float("GC", 1, 90, shares={1: 3}, turns=0)
        .start("PO", 1, 100)
        .float("Est", 1, 100, shares={1: 3}, turns=1)
        .stock(1)
        .game()
    )
    assert sizes(game) == {("Est", 1)}
    refused(game, SellShares(p(1), "GC", 1), "stock.not_operated")
    refused(game, SellShares(p(1), "PO", 1), "stock.not_operated", "stock.president_unsellable")


@pytest.mark.rule("1826-4.1.1-06")
def test_the_first_operating_turn_frees_the_stock(context: Context) -> None:
    game = (
        Position(context, 2)
        .phase("4H")
        .float("GC", 1, 90, shares={1: 3}, turns=0, trains=["4H"])
        .operating("GC", step="trains", number=2, of=2)
        .game()
    )
    while game.state.round.kind != "stock":
        play(game, Pass(p(1)))
    assert ("GC", 1) in sizes(game)


@pytest.mark.rule("1826-4.1-04", "1826-4.1.2-03")
def test_after_the_purchase_the_turn_is_over(context: Context) -> None:
    game = Position(context, 3).float("GC", 1, 90, shares={1: 3}).stock(1).game()
    play(game, StartCorporation(p(1), "PO", 75))
    assert game.actor() == p(2)
    refused(game, SellShares(p(1), "GC", 1), "turn.not_yours")


@pytest.mark.rule("1826-4.1.1-01", "1826-3.4-08")
def test_nobody_sells_what_he_does_not_have(context: Context) -> None:
    game = Position(context, 3).float("GC", 2, 90, shares={2: 3, 1: 1}).stock(1).game()
    refused(game, SellShares(p(1), "GC", 2), "stock.not_owned")
    refused(game, SellShares(p(1), "GC", 0), "stock.not_owned")
    refused(game, SellShares(p(1), "GC", -1), "stock.not_owned")
    refused(game, SellShares(p(1), "Nobody", 1), "stock.unknown")


# -- buying ------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-4.1.2-01")
def test_one_certificate_a_turn(context: Context) -> None:
    game = Position(context, 2).float("GC", 2, 75, shares={2: 2}, pool=1).stock(1).game()
    play(game, BuyShares(p(1), "GC", "pool", 1))
    assert game.actor() == p(2)
    assert holdings(game, "GC") == {"1": 1, "2": 2, "GC": 2}


@pytest.mark.rule("1826-4.1.2-02", "1826-4.1.2-10")
def test_a_certificate_comes_from_offering_treasury_or_pool(context: Context) -> None:
    game = Position(context, 3).float("GC", 2, 90, shares={2: 2}, pool=1).start("PO", 2, 100).stock(1).game()
    assert sources(game, "GC") == {("pool", 1), ("treasury", 1)}
    assert sources(game, "PO") == {("ipo", 1)}
    starts = {a.corporation for a in offers_of(game, StartCorporation) if isinstance(a, StartCorporation)}
    assert starts == {"Paris", "Nord", "Est", "Ouest", "Midi", "PLM", "Alsace", "Belge"}
    every_offer_is_legal(game)
    refused(game, BuyShares(p(1), "GC", "ipo", 1), "stock.offering_closed")
    refused(game, BuyShares(p(1), "PO", "treasury", 1), "stock.none_there")
    refused(game, BuyShares(p(1), "GC", "pool", 2), "stock.none_there")


@pytest.mark.rule("1826-4.1.2-04", "1826-4.1.2-05", "1826-4.1.2-06", "1826-4.1.2-07", "1826-4.4-14")
@pytest.mark.parametrize(
    ("corporation", "source", "payee"),
    [("GC", "pool", "bank"), ("GC", "treasury", "GC"), ("PO", "ipo", "bank")],
)
@pytest.mark.parametrize("structure", ["five", "ten"])
def test_every_share_costs_the_market_price(
    context: Context, structure: str, corporation: str, source: str, payee: str
) -> None:
    game = (
        Position(context, 3)
        .float("GC", 2, 122, shares={2: 2}, pool=1, structure=structure, start_price=82)
        .start("PO", 2, 82, structure="ten")
        .stock(1)
        .game()
    )
    price = {"GC": 122, "PO": 82}[corporation]
    before = dict(game.state.cash)
    turn = play(game, BuyShares(p(1), corporation, source, 1))  # type: ignore[arg-type]
    moved = {owner: game.state.cash[owner] - money for owner, money in before.items()}
    assert {owner: by for owner, by in moved.items() if by} == {p(1): -price, payee: price}
    assert game.view.shares(corporation, p(1)) == 1
    [fact] = events(turn, "shares_bought")
    assert (fact["price"], fact["cost"]) == (price, price)


@pytest.mark.rule("1826-4.1.2-05", "1826-3.4-02")
def test_a_presidents_certificate_costs_two_shares(context: Context) -> None:
    game = Position(context, 3).cash(1, 163).stock(1).game()
    refused(game, StartCorporation(p(1), "GC", 82), "stock.too_dear")
    enough = Position(context, 3).cash(1, 164).stock(1).game()
    play(enough, StartCorporation(p(1), "GC", 82))
    assert enough.view.cash(p(1)) == 0
    assert enough.view.percent("GC", p(1)) == 40


@pytest.mark.rule("1826-4.1.2-04", "1826-4.1.2-05")
def test_a_share_that_is_too_dear(context: Context) -> None:
    game = Position(context, 3).float("GC", 2, 90, shares={2: 2}, pool=1).cash(1, 89).stock(1).game()
    refused(game, BuyShares(p(1), "GC", "pool", 1), "stock.too_dear")
    assert not sources(game, "GC")


@pytest.mark.rule("1826-4.1.2-08")
def test_the_presidents_certificate_leaves_the_offering_first(context: Context) -> None:
    game = Position(context, 3).given("Belge", 2).stock(1).game()
    refused(game, BuyShares(p(1), "GC", "ipo", 1), "stock.president_first")
    refused(game, BuyShares(p(1), "Belge", "ipo", 1), "stock.president_first")
    play(game, StartCorporation(p(1), "GC", 75))
    assert sources(game, "GC") == {("ipo", 1)}


@pytest.mark.rule("1826-4.1.2-09", "1826-4.4-14")
@pytest.mark.parametrize("structure", ["five", "ten"])
def test_after_floating_the_offering_is_closed(context: Context, structure: str) -> None:
    game = Position(context, 3).float(
        "GC", 2, 90, shares={2: 5 if structure == "ten" else 3}, structure=structure
    )
    table = game.stock(1).game()
    assert sources(table, "GC") == {("treasury", 1)}
    refused(table, BuyShares(p(1), "GC", "ipo", 1), "stock.offering_closed")
    # The five certificates out of play exist, but not for anybody.
    reserve = table.state.certificates["GC"].count("ipo")
    assert reserve == (5 if structure == "five" else 0)


# -- limits ------------------------------------------------------------------------------------------


@pytest.mark.rule("1826-3.4-06", "1826-3.4-11")
def test_sixty_percent_of_a_ten_share_corporation(context: Context) -> None:
    game = Position(context, 3).phase("6H").float("GC", 1, 75, shares={1: 5}).stock(1).game()
    play(game, BuyShares(p(1), "GC", "treasury", 1), Pass(p(2)), Pass(p(3)))
    assert game.view.percent("GC", p(1)) == 60
    refused(game, BuyShares(p(1), "GC", "treasury", 1), "stock.holding_limit")
    # The treasury may hold more than half.
    rich = Position(context, 3).phase("6H").float("GC", 1, 75, shares={1: 2}).stock(1).game()
    assert rich.view.percent("GC", "GC") == 80


@pytest.mark.rule("1826-3.4-07", "1826-3.4-06")
def test_three_shares_of_a_five_share_corporation(context: Context) -> None:
    game = Position(context, 3).float("GC", 1, 75, shares={1: 2}, pool=2).stock(1).game()
    play(game, BuyShares(p(1), "GC", "pool", 1), Pass(p(2)), Pass(p(3)))
    assert game.view.percent("GC", p(1)) == 60
    refused(game, BuyShares(p(1), "GC", "pool", 1), "stock.holding_limit")
    refused(game, BuyShares(p(1), "GC", "treasury", 1), "stock.holding_limit")


@pytest.mark.rule("1826-3.4-06")
def test_seventy_percent_for_two_players_is_a_variant(context: Context) -> None:
    table = Position(context, 2).phase("6H").float("GC", 1, 75, shares={1: 6}).stock(1).game()
    refused(table, BuyShares(p(1), "GC", "treasury", 1), "stock.holding_limit")
    variant = loaded("1826", "seventy_percent_for_two")
    game = Position(variant, 2).phase("6H").float("GC", 1, 75, shares={1: 6}).stock(1).game()
    play(game, BuyShares(p(1), "GC", "treasury", 1), Pass(p(2)))
    refused(game, BuyShares(p(1), "GC", "treasury", 1), "stock.holding_limit")


@pytest.mark.rule("1826-3.4-09", "1826-3.4-10")
@pytest.mark.parametrize(("structure", "most"), [("five", 2), ("ten", 5)])
def test_the_pool_takes_half(context: Context, structure: str, most: int) -> None:
    holders = {1: 3, 2: 2} if structure == "five" else {1: 3, 2: 5}
    full = Position(context, 3).float("GC", 2, 90, shares=holders, structure=structure, pool=0)
    if structure == "five":
        game = full.stock(1).game()
        # Player 1 has three single shares: with all of them the pool would hold 60 %.
        assert sizes(game) == {("GC", 1), ("GC", 2)}
        refused(game, SellShares(p(1), "GC", 3), "stock.pool_limit")
        play(game, SellShares(p(1), "GC", 2), Pass(p(1)))
        refused(game, SellShares(p(2), "GC", 1), "stock.pool_limit", "stock.president_unsellable")
    else:
        game = full.stock(1).game()
        play(game, SellShares(p(1), "GC", 3), Pass(p(1)))
        refused(game, SellShares(p(2), "GC", 3), "stock.pool_limit")
        play(game, SellShares(p(2), "GC", 2))
    assert game.view.pooled("GC") == most
    assert game.view.percent("GC", "pool") <= 50


@pytest.mark.rule("1826-3.4-09", "1826-C-Stock-03")
def test_a_pool_above_half_takes_nothing(context: Context) -> None:
    """After a bankruptcy or the formation of a national the pool may hold more; nobody sells then."""
    game = (
        Position(context, 3).phase("10H").float("SNCF", 2, 110, shares={2: 2, 1: 1}, pool=7).stock(1).game()
    )
    refused(game, SellShares(p(1), "SNCF", 1), "stock.pool_limit")
    play(game, BuyShares(p(1), "SNCF", "pool", 1))
    assert game.view.pooled("SNCF") == 6


@pytest.mark.rule("1826-3.4-03", "1826-3.4-04")
@pytest.mark.parametrize(("players", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_certificate_limit(context: Context, players: int, limit: int) -> None:
    """Six certificates each of as many corporations as it takes, one of them with fewer."""

    def table(certificates: int) -> Game:
        position = Position(context, players).phase("6H").cash(1, 900)
        for name in ("GC", "PO", "Est", "Nord", "PLM", "Midi"):
            # The president's certificate is one certificate of two shares.
            held = min(certificates, 5)
            certificates -= held
            position.float(name, 1 if held else 2, 90, shares={1: held + 1} if held else {2: 2}, treasury=3)
        assert certificates == 0
        return position.stock(1).game()

    game = table(limit - 1)
    play(game, BuyShares(p(1), "Midi", "treasury", 1))
    full = table(limit)
    refused(full, BuyShares(p(1), "Midi", "treasury", 1), "stock.certificate_limit")
    refused(full, StartCorporation(p(1), "Paris", 75), "stock.certificate_limit")
    assert not offers_of(full, StartCorporation)


def owner_of_certificates(context: Context, count: int, last: str, price: int) -> Position:
    """Four players; player 1 holds ``count`` certificates, two of them of ``last``, priced ``price``."""
    position = Position(context, 4).phase("6H").cash(1, 900)
    left = count - 2
    for name in ("GC", "PO", "Est", "Nord"):
        held = min(left, 5)
        left -= held
        if held:
            # The president's certificate is one certificate of two shares.
            position.float(name, 1, 90, shares={1: held + 1})
    assert left == 0
    return position.float(last, 2, price, shares={2: 3, 1: 2})


@pytest.mark.rule("1826-3.2-01", "1826-3.4-05")
@pytest.mark.parametrize(("price", "counted"), [(65, True), (60, False), (50, False), (40, False)])
def test_yellow_certificates_do_not_count(context: Context, price: int, counted: bool) -> None:
    game = owner_of_certificates(context, 16, "Midi", price).stock(1).game()
    if counted:
        refused(game, BuyShares(p(1), "Midi", "treasury", 1), "stock.certificate_limit")
        refused(game, StartCorporation(p(1), "Ouest", 75), "stock.certificate_limit")
    else:
        play(game, StartCorporation(p(1), "Ouest", 75))
    # Two more would fit beside the yellow ones, not three.
    more = owner_of_certificates(context, 18, "Midi", price).stock(1).game()
    if not counted:
        refused(more, StartCorporation(p(1), "Ouest", 75), "stock.certificate_limit")
        play(more, BuyShares(p(1), "Midi", "treasury", 1))


@pytest.mark.rule("1826-3.2-01")
def test_the_other_limits_hold_in_the_yellow_zone_too(context: Context) -> None:
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, 60, shares={1: 6}, pool=1)
        .float("PO", 2, 50, shares={2: 2, 1: 1}, pool=5)
        .stock(1)
        .game()
    )
    refused(game, BuyShares(p(1), "GC", "pool", 1), "stock.holding_limit")
    refused(game, SellShares(p(1), "PO", 1), "stock.pool_limit")


@pytest.mark.rule("1826-3.4-05")
def test_private_companies_and_bonds_do_not_count(context: Context) -> None:
    position = owner_of_certificates(context, 15, "Midi", 90)
    for name in ("Bridge", "Mail", "Algerian"):
        position.private(name, 1)
    game = position.stock(1).game()
    play(game, StartCorporation(p(1), "Ouest", 75))
    bonds = (
        owner_of_certificates(context, 15, "Midi", 90)
        .phase("10H")
        .float("SNCF", 2, 110, shares={2: 1}, pool=9)
        .remember("bonds", {p(1): 10})
        .stock(1)
        .game()
    )
    play(bonds, BuyShares(p(1), "SNCF", "pool", 1))


@pytest.mark.rule("1826-3.2-01", "1826-3.4-04")
def test_above_the_certificate_limit_one_must_sell_first(context: Context) -> None:
    game = owner_of_certificates(context, 18, "Midi", 65).stock(1).game()
    # 18 certificates count, 16 are allowed: neither a purchase nor a pass before the sale of two.
    refused(game, Pass(p(1)), "stock.must_sell_certificates")
    refused(
        game, StartCorporation(p(1), "Ouest", 75), "stock.must_sell_certificates", "stock.certificate_limit"
    )
    play(game, SellShares(p(1), "GC", 1))
    refused(game, Pass(p(1)), "stock.must_sell_certificates")
    play(game, SellShares(p(1), "PO", 1), Pass(p(1)))
    assert game.actor() == p(2)


@pytest.mark.rule("1826-3.2-01", "1826-3.4-04")
def test_s6_a_corporation_that_leaves_the_yellow_zone_counts_again(context: Context) -> None:
    """Scenario S6: Midi rises from 60 to 65 by its dividend; the limit binds at the next chance."""
    position = owner_of_certificates(context, 18, "Midi", 60).train("Midi", "6H")
    before = position.stock(1).game()
    play(before, Pass(p(1)))
    game = position.operating("Midi", step="dividend", earnings=100, number=2).game()
    play(game, DeclareDividend(p(2), "Midi", "full"))
    assert game.view.price("Midi") == 65
    while game.state.round.kind == "operating":
        go_on(game)
    refused(game, Pass(p(1)), "stock.must_sell_certificates")


@pytest.mark.rule("1826-3.2-01", "1826-3.4-04")
def test_above_the_limit_without_a_possible_sale(context: Context) -> None:
    position = Position(context, 6).phase("6H").cash(1, 900)
    for name in ("GC", "PO", "Est"):
        position.float(name, 1, 100, shares={1: 5}, pool=5)
    game = position.stock(1).game()
    # 12 certificates, 11 are allowed, and the pool is full of all of them.
    assert not sizes(game)
    refused(game, BuyShares(p(1), "GC", "pool", 1), "stock.certificate_limit")
    turn = play(game, Pass(p(1)))
    assert game.actor() == p(2)
    # Scenario S5: he is told that the limit still binds him.
    assert events(turn, "over_limit") == ({"player": p(1), "certificates": 1, "corporations": ()},)


@pytest.mark.rule("1826-3.4-06")
def test_above_sixty_percent_one_must_sell_first(context: Context) -> None:
    """An exchange can give more than 60 %; in the first turn of the next stock round he sells down."""
    game = (
        Position(context, 3)
        .phase("10H")
        .float("SNCF", 1, 110, shares={1: 8}, pool=2)
        .float("GC", 1, 90, shares={1: 3})
        .stock(1)
        .game()
    )
    refused(game, Pass(p(1)), "stock.must_sell_holding")
    refused(game, BuyShares(p(1), "SNCF", "pool", 1), "stock.must_sell_holding", "stock.holding_limit")
    refused(game, StartCorporation(p(1), "PO", 75), "stock.must_sell_holding")
    play(game, SellShares(p(1), "SNCF", 2), StartCorporation(p(1), "PO", 75))


@pytest.mark.rule("1826-3.4-06")
def test_above_sixty_percent_with_a_full_pool(context: Context) -> None:
    game = Position(context, 3).phase("10H").float("SNCF", 1, 110, shares={1: 7}, pool=3).stock(1).game()
    # The pool takes two, one is enough; he may also sell two.
    assert sizes(game) == {("SNCF", 1), ("SNCF", 2)}
    play(game, SellShares(p(1), "SNCF", 1), Pass(p(1)))
    full = Position(context, 3).phase("10H").float("Etat", 1, 110, shares={1: 7}, pool=0, treasury=3)
    stuck = full.stock(1).game()
    refused(stuck, Pass(p(1)), "stock.must_sell_holding")
    assert sizes(stuck) == {("Etat", n) for n in range(1, 6)}


# -- a corporation's own stock -----------------------------------------------------------------------


def trades(game: Game) -> set[int]:
    return {a.shares for a in offers_of(game, TradeOwnShares) if isinstance(a, TradeOwnShares)}


@pytest.mark.rule("1826-4.7.12-01", "1826-C-Stock-02", "1826-4.7.12-02")
def test_a_corporation_trades_its_own_stock_from_its_second_turn_on(context: Context) -> None:
    def table(turns: int, cash: int = 250) -> Game:
        return (
            Position(context, 3)
            .phase("6H")
            .float("GC", 1, 90, shares={1: 4}, pool=3, treasury=3, cash=cash, turns=turns)
            .train("GC", "4H")
            .operating("GC", step="treasury_trade")
            .game()
        )

    game = table(turns=1)
    # It can pay for two; the pool takes two more.
    assert trades(game) == {-2, -1, 1, 2}
    every_offer_is_legal(game)
    refused(game, TradeOwnShares(p(1), "GC", 3), "stock.too_dear")
    refused(game, TradeOwnShares(p(1), "GC", -3), "stock.pool_limit")
    refused(game, TradeOwnShares(p(1), "GC", 0), "treasury.nothing")
    refused(game, TradeOwnShares(p(1), "GC", 4), "stock.none_there")
    refused(game, TradeOwnShares(p(1), "GC", -4), "stock.not_owned")
    assert trades(table(turns=1, cash=1000)) == {-2, -1, 1, 2, 3}
    first = table(turns=0)
    assert not trades(first) and first.step_name() != "treasury_trade"


@pytest.mark.rule("1826-4.7.12-02")
@pytest.mark.parametrize("shares", [-1, 1])
def test_one_trade_a_turn(context: Context, shares: int) -> None:
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 4}, pool=3, treasury=3, cash=250)
        .train("GC", "4H")
        .operating("GC", step="treasury_trade")
        .game()
    )
    turn = play(game, TradeOwnShares(p(1), "GC", shares))
    assert [fact["corporation"] for fact in events(turn, "turn_ended")] == ["GC"]


@pytest.mark.rule("1826-4.7.12-03")
def test_treasury_shares_are_sold_like_a_players(context: Context) -> None:
    """As recorded: GC sold four shares at 90 for 360; only two rows were left: price 75."""
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, 90, at=(4, 5), shares={1: 4, 2: 1}, treasury=5, cash=10)
        .train("GC", "4H")
        .operating("GC", step="treasury_trade")
        .game()
    )
    turn = play(game, TradeOwnShares(p(1), "GC", -4))
    assert game.view.cash("GC") == 370
    assert game.view.price("GC") == 75
    assert game.view.place("GC") is not None and game.state.market["GC"].row == 5
    assert holdings(game, "GC") == {"1": 4, "2": 1, "GC": 1, "pool": 4}
    [fact] = events(turn, "own_shares_sold")
    assert (fact["shares"], fact["price"], fact["amount"]) == (4, 90, 360)


@pytest.mark.rule("1826-4.7.12-04", "1826-C-Stock-01", "1826-C-Stock-02", "1826-3.4-11")
def test_own_shares_are_bought_without_effect_on_the_price(context: Context) -> None:
    game = (
        Position(context, 3)
        .phase("6H")
        .float("GC", 1, 90, shares={1: 2}, pool=5, treasury=3, cash=450)
        .train("GC", "4H")
        .operating("GC", step="treasury_trade")
        .game()
    )
    assert trades(game) == {1, 2, 3, 4, 5}
    play(game, TradeOwnShares(p(1), "GC", 5))
    assert game.view.cash("GC") == 0
    assert game.view.price("GC") == 90
    # 80 % in the treasury, and it stays floated.
    assert game.view.percent("GC", "GC") == 80
    assert game.state.corporations["GC"].floated


@pytest.mark.rule("1826-4.7.12-01", "1826-3.4-10")
def test_a_five_share_treasury_sells_two_at_most(context: Context) -> None:
    game = (
        Position(context, 3)
        .float("GC", 1, 90, shares={1: 2}, treasury=3)
        .train("GC", "2H")
        .operating("GC", step="treasury_trade")
        .game()
    )
    assert trades(game) == {-1, -2}
    refused(game, TradeOwnShares(p(1), "GC", -3), "stock.pool_limit")


@pytest.mark.rule("1826-4.7.12-01")
def test_nationals_trade_from_their_second_turn_on(context: Context) -> None:
    def table(turns: int) -> Game:
        return (
            Position(context, 3)
            .phase("10H")
            .float("SNCF", 1, 110, shares={1: 3}, pool=7, cash=500, turns=turns)
            .train("SNCF", "10H")
            .operating("SNCF", step="treasury_trade")
            .game()
        )

    assert trades(table(turns=1)) == {1, 2, 3, 4}
    first = table(turns=0)
    assert first.step_name() != "treasury_trade"
    assert any(event.kind == "turn_ended" for event in first.turns[0].events)


@pytest.mark.rule("1826-4.7.12-02")
def test_the_trade_may_be_left_out(context: Context) -> None:
    game = (
        Position(context, 3)
        .float("GC", 1, 90, shares={1: 2}, treasury=3)
        .train("GC", "2H")
        .operating("GC", step="treasury_trade")
        .game()
    )
    before = holdings(game, "GC")
    assert offered(game, Pass(p(1)))
    turn = play(game, Pass(p(1)))
    assert events(turn, "turn_ended")
    assert holdings(game, "GC") == before
