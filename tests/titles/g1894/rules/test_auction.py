"""1894: the sale of the private companies."""

from __future__ import annotations

import pytest
from open18xx.actions.base import Range
from open18xx.actions.kinds import Bid, BuyPrivate, Pass, SetStartPrice
from open18xx.engine.context import Context

from tests.support.positions import Position, events, holdings, offers_of, play, record_of, refused
from tests.titles.g1894.rules.helpers import EST, bid, buy, buy_all, cash, p, passes, table

ORDER = ("LRC", "AR", "GLG", "SQG", "LS", "NMinorS", "NMS", "BMS")


@pytest.mark.rule("1894-AUC-01", "1894-AUC-02")
def test_the_cheapest_is_for_sale(context: Context) -> None:
    game = table(context)
    assert [o.action for o in game.legal_actions() if isinstance(o.action, BuyPrivate)] == [buy(1, "LRC")]
    biddable = [o.action.private for o in game.legal_actions() if isinstance(o.action, Bid)]
    assert tuple(biddable) == ORDER[1:]
    refused(game, buy(1, "AR"), "auction.not_cheapest")
    refused(game, bid(1, "LRC", 25), "auction.buy_cheapest")
    refused(game, bid(1, "SAC", 55), "auction.unknown")
    play(game, buy(1, "LRC"))
    assert cash(game, 1) == [460]
    sold = [bought["private"] for turn in game.turns for bought in events(turn, "private_bought")]
    assert sold == ["LRC"]
    buy_all(game)
    sold = [str(bought["private"]) for turn in game.turns for bought in events(turn, "private_bought")]
    assert tuple(sold) == ORDER


@pytest.mark.rule("1894-AUC-03")
def test_bids_rise_in_steps_of_five(context: Context) -> None:
    game = table(context)
    refused(game, bid(1, "NMinorS", 140), "auction.below_minimum")
    refused(game, bid(1, "NMinorS", 147), "auction.step")
    offer = next(o for o in game.legal_actions() if getattr(o.action, "private", "") == "NMinorS")
    assert offer.free["amount"] == Range(145, 480, 5)
    play(game, bid(1, "NMinorS", 145))
    refused(game, bid(2, "NMinorS", 145), "auction.below_minimum")
    play(game, bid(2, "NMinorS", 150))
    refused(game, bid(3, "AR", 28), "auction.below_minimum")


@pytest.mark.rule("1894-AUC-04")
def test_money_in_bids_is_tied_up(context: Context) -> None:
    game = table(context)
    play(game, bid(1, "NMinorS", 300), bid(2, "NMinorS", 305), Pass(p(3)), Pass(p(4)))
    # 300 of 480 F are tied up although the bid is no longer the highest.
    refused(game, bid(1, "LS", 185), "auction.too_dear")
    play(game, bid(1, "LS", 180))
    passes(game, 3)
    refused(game, buy(1, "LRC"), "auction.too_dear")


@pytest.mark.rule("1894-AUC-05")
def test_a_new_bid_takes_back_the_old_one(context: Context) -> None:
    game = table(context)
    play(game, bid(1, "NMinorS", 200), bid(2, "NMinorS", 205), Pass(p(3)), Pass(p(4)))
    play(game, bid(1, "NMinorS", 480))
    assert [(b.player, b.amount) for b in game.state.bids["NMinorS"]] == [(p(2), 205), (p(1), 480)]


@pytest.mark.rule("1894-AUC-06", "1894-AUC-13")
def test_single_bids_are_sold_down_the_line(context: Context) -> None:
    """LRC is bought; AR and SAC go at once to their only bidders, and the turn goes on behind the buyer."""
    game = table(context, 4, EST)
    play(game, bid(1, "SAC", 55), bid(2, "AR", 30), Pass(p(3)))
    turn = play(game, buy(4, "LRC"))
    assert [(f["player"], f["private"], f["price"]) for f in events(turn, "private_awarded")] == [
        (p(2), "AR", 30),
        (p(1), "SAC", 55),
    ]
    assert cash(game, 1, 2, 3, 4) == [425, 450, 480, 460]
    assert game.actor() == p(1)
    assert [o.private for o in offers_of(game, BuyPrivate) if isinstance(o, BuyPrivate)] == ["SQG"]


@pytest.mark.rule("1894-AUC-07", "1894-AUC-12", "1894-AUC-13")
def test_bidders_compete_lowest_first(context: Context) -> None:
    game = table(context, 4, EST)
    play(game, bid(1, "AR", 30), bid(2, "AR", 35), bid(3, "AR", 45), buy(4, "LRC"))
    assert game.actor() == p(1)
    refused(game, buy(1, "AR"), "auction.contested")
    refused(game, bid(1, "LS", 95), "auction.contested")
    refused(game, bid(1, "AR", 45), "auction.below_minimum")
    play(game, bid(1, "AR", 50))
    assert game.actor() == p(2)
    play(game, Pass(p(2)))
    assert game.actor() == p(3)
    turn = play(game, Pass(p(3)))
    assert events(turn, "private_awarded")[0]["price"] == 50
    assert cash(game, 1, 2, 3, 4) == [430, 480, 480, 460]
    # The turn goes to the player behind the one who bought LRC; who has passed may bid again.
    assert game.actor() == p(1)
    play(game, bid(1, "LS", 95), bid(2, "LS", 100))


@pytest.mark.rule("1894-AUC-08")
def test_without_bids_play_goes_on_in_turn(context: Context) -> None:
    game = table(context)
    play(game, buy(1, "LRC"))
    assert game.actor() == p(2)
    play(game, buy(2, "AR"))
    assert cash(game, 2) == [455]
    assert game.actor() == p(3)


@pytest.mark.rule("1894-AUC-09", "1894-AUC-10")
def test_the_first_company_becomes_cheaper_until_somebody_must_have_it(context: Context) -> None:
    game = table(context, 3)
    prices = []
    for _ in range(3):
        passes(game, 3)
        prices.append(game.state.offer_price["LRC"])
    assert prices == [15, 10, 5]
    assert game.actor() == p(1)
    passes(game, 3)
    assert game.state.privates["LRC"] == p(1)
    assert cash(game, 1) == [570]
    assert game.actor() == p(2)


@pytest.mark.rule("1894-AUC-09")
def test_it_is_sold_at_the_lower_price(context: Context) -> None:
    game = table(context, 3)
    passes(game, 3)
    play(game, buy(1, "LRC"))
    assert cash(game, 1) == [555]


@pytest.mark.rule("1894-AUC-11", "1894-AUC-12")
def test_later_a_round_of_passes_pays(context: Context) -> None:
    game = table(context, 3)
    play(game, buy(1, "LRC"), buy(2, "AR"))
    passes(game, 3)
    assert cash(game, 1, 2, 3) == [555, 550, 570]
    assert "AR" not in game.state.offer_price
    assert game.actor() == p(3)
    play(game, buy(3, "GLG"))


@pytest.mark.rule("1894-AUC-14", "1894-SR-02")
def test_the_stock_round_begins_behind_the_last_turn(context: Context) -> None:
    """Dora makes the last purchase in turn; the player behind her begins."""
    game = table(context)
    for private in ORDER[:6]:
        play(game, buy(int((game.actor() or "")[-1]), private))
    assert game.actor() == p(3)
    play(game, buy(3, "NMS"), SetStartPrice(p(3), "Nord", 67))
    play(game, bid(4, "BMS", 205)) if not offers_of(game, BuyPrivate) else None
    while game.state.round.kind == "auction":
        actor = game.actor() or ""
        if game.step_name() == "start_price":
            play(game, SetStartPrice(actor, "Belge", 67))
        elif actor == p(4):
            play(game, buy(4, "BMS"))
    assert game.state.round.kind == "stock"
    assert (game.state.round.set_number, game.actor()) == (1, p(1))
    assert game.state.priority == p(1)


@pytest.mark.rule("1894-PRV-01", "1894-PRV-02", "1894-PRV-03", "1894-COR-03", "1894-SR-06")
@pytest.mark.parametrize(("price", "place"), [(67, (7, 5)), (80, (4, 3)), (95, (1, 1)), (100, (3, 5))])
def test_a_major_shareholding_starts_its_corporation(
    context: Context, price: int, place: tuple[int, int]
) -> None:
    game = table(context)
    for private in ORDER[:6]:
        play(game, buy(int((game.actor() or "")[-1]), private))
    play(game, buy(3, "NMS"))
    assert game.actor() == p(3)
    assert game.step_name() == "start_price"
    refused(game, Pass(p(3)), "turn.not_now")
    refused(game, bid(3, "BMS", 205), "turn.not_now")
    refused(game, SetStartPrice(p(3), "Nord", 75), "stock.start_price")
    refused(game, SetStartPrice(p(3), "Belge", price), "start_price.other")
    money = cash(game, 3)
    play(game, SetStartPrice(p(3), "Nord", price))
    assert cash(game, 3) == money
    assert game.view.president("Nord") == p(3)
    assert game.view.cash("Nord") == 10 * price
    assert record_of(game, "Nord").floated
    place_now = game.view.place("Nord")
    assert place_now is not None
    assert (place_now.row, place_now.column) == place


@pytest.mark.rule("1894-COR-03")
@pytest.mark.parametrize(("players", "shares"), [(3, 7), (4, 7)])
def test_with_the_president_sixty_percent_are_out(context: Context, players: int, shares: int) -> None:
    game = table(context, players)
    buy_all(game)
    assert holdings(game, "Belge")["ipo"] == 4
    assert record_of(game, "Belge").floated
    del shares


@pytest.mark.rule("1894-PRV-02", "1894-AUC-06")
def test_two_major_shareholdings_in_one_breath(context: Context) -> None:
    """Ann buys NMS; BMS goes at once to Ben. Ann names her price first, then Ben."""
    game = (
        Position(context, 4)
        .private("LRC", 1)
        .private("AR", 2)
        .private("GLG", 3)
        .private("SAC", "closed")
        .private("SQG", 4)
        .private("LS", 3)
        .private("NMinorS", 4)
        .private("PLMMS", "closed")
        .private("OMMS", "closed")
        .private("CMS", "closed")
        .private("EMS", "closed")
        .bid("BMS", (2, 205))
        .auction(1)
        .game()
    )
    play(game, buy(1, "NMS"))
    assert (game.state.privates["NMS"], game.state.privates["BMS"]) == (p(1), p(2))
    assert game.actor() == p(1)
    play(game, SetStartPrice(p(1), "Nord", 100))
    assert game.actor() == p(2)
    play(game, SetStartPrice(p(2), "Belge", 95))
    assert (game.view.price("Nord"), game.view.price("Belge")) == (100, 95)
    assert game.state.round.kind == "stock"


@pytest.mark.rule("1894-PRV-07", "1894-PRV-08", "1894-SR-24", "1894-END-07")
def test_a_share_of_nord_before_it_has_a_price(context: Context) -> None:
    game = table(context, 4, EST)
    while game.state.privates["NMinorS"] == "bank":
        offers = offers_of(game, BuyPrivate)
        play(game, offers[0])
    buyer = game.state.privates["NMinorS"]
    assert holdings(game, "Nord") == {buyer[-1]: 1, "ipo": 9}
    assert game.state.certificates["Nord"][8] == buyer
    assert game.view.president("Nord") is None
    assert game.view.price("Nord") is None


@pytest.mark.rule("1894-PRV-08")
def test_the_share_of_nord_makes_nobody_president(context: Context) -> None:
    """NMinorS is sold before any major shareholding, so Nord has no president yet."""
    game = table(context, 4)
    while game.state.privates["NMinorS"] == "bank":
        play(game, offers_of(game, BuyPrivate)[0])
    buyer = game.state.privates["NMinorS"]
    assert holdings(game, "Nord") == {"1": 1, "2": 1, "3": 1, "4": 1, "ipo": 5, buyer[-1]: 2}
    assert game.view.president("Nord") is None
    buy_all(game)
    assert game.view.president("Nord") == game.state.privates["NMS"]
