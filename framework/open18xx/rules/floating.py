"""Starting and floating corporations."""

from __future__ import annotations

from open18xx.definition.companies import Flotation
from open18xx.rules.homes import ANY_CITY, cities_with_room, home_places
from open18xx.rules.network import graph_of
from open18xx.rules.presidency import settle_presidency
from open18xx.rules.tokens import put_token, tokens_placed
from open18xx.state.changes import SetCertificates
from open18xx.state.game_state import BANK, IPO, POOL, Decision, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def change_structure(tx: Transaction, corporation: str, structure: str) -> None:
    """Give a corporation another share structure; every certificate keeps its owner.

    Certificates are matched by position, so the president's stays the president's. Reserve
    certificates that come into play are in the initial offering until somebody moves them.
    """
    new = tx.title.companies.structures[structure]
    count = len(new.certificates) + len(new.reserve)
    owners = tx.view.state.certificates[corporation]
    if len(owners) != count:
        if any(owner != IPO for owner in owners[count:]):
            raise ValueError(f"{corporation}: structure {structure} has too few certificates")
        tx.do(SetCertificates(corporation, (owners + (IPO,) * count)[:count]))
    tx.update(corporation, structure=structure)


def start_corporation(tx: Transaction, corporation: str, price: int, *, granted: bool = False) -> None:
    """Set the start price: the marker goes on its space, under those there.

    Args:
        granted: the president's certificate came with a private company.
    """
    market = tx.title.market
    space = next(s for s in market.places_to_start(granted=granted) if market.price(s) == price)
    tx.update(corporation, started=True, start_price=price)
    tx.place_marker(corporation, space.row, space.column)


def flotation_line(view: View, corporation: str) -> Flotation:
    """The line of the flotation table that fits the corporation now."""
    structure = view.record(corporation).structure
    for line in view.title.companies.flotation:
        if line.structure in (None, structure) and (not line.phases or view.state.phase in line.phases):
            return line
    raise ValueError(f"no flotation line fits {corporation}")


def float_if_ready(tx: Transaction, corporation: str) -> None:
    """Float a started corporation once enough of its shares have left the initial offering."""
    view = tx.view
    record = view.record(corporation)
    if not record.started or record.floated or record.closed:
        return
    if view.corporation(corporation).start != "players":
        return
    structure = view.structure(corporation)
    if structure.shares - view.unsold(corporation) < structure.float_shares:
        return
    line = flotation_line(view, corporation)
    price = record.start_price
    assert price is not None
    tokens = view.corporation(corporation).tokens if line.tokens is None else line.tokens
    capital = line.capital_shares * price
    tx.update(corporation, floated=True, tokens_left=tokens)
    tx.pay(BANK, corporation, capital)
    rest = view.certificates_of(corporation, IPO)
    if rest and line.rest_to != "ipo":
        tx.give(corporation, rest, corporation if line.rest_to == "treasury" else POOL)
    tx.emit(
        "corporation_floated", corporation=corporation, capital=capital, tokens=tokens, structure=structure.id
    )
    if view.title.policies.tokens.home_placed == "at_float":
        place_home(tx, corporation)
    tx.hooks.notify("on_corporation_floated", tx=tx, corporation=corporation)


def place_home_if_missing(tx: Transaction, corporation: str) -> None:
    """Place the home token of a floated corporation that has no token on the map yet."""
    if not tokens_placed(tx.view, corporation):
        place_home(tx, corporation)


def place_home(tx: Transaction, corporation: str) -> None:
    """Place the home token or tokens, or ask where if there is a choice: of homes, or of cities in one."""
    view = tx.view
    places = home_places(view, corporation)
    if not places:
        return
    if len(places) > 1 and _without_track(view, places):
        put_home(tx, corporation, *places[0])
        return
    if len(places) > 1 and view.corporation(corporation).home_tokens == "one_of":
        _ask_for_home(tx, corporation, places)
        return
    for hex_id, city in places:
        if city == ANY_CITY:
            tile = graph_of(view).tiles[graph_of(view).board.hex_number(hex_id)].tile
            cities = cities_with_room(view, hex_id) or tile.cities
            _ask_for_home(tx, corporation, tuple((hex_id, c) for c in cities))
        else:
            put_home(tx, corporation, hex_id, city)


def _without_track(view: View, places: tuple[tuple[str, int], ...]) -> bool:
    """Whether the choice among homes on one hex waits until there is track."""
    if view.title.policies.tokens.trackless_city != "placed_anew" or len({h for h, _ in places}) > 1:
        return False
    graph = graph_of(view)
    return not graph.tiles[graph.board.hex_number(places[0][0])].pieces


def _ask_for_home(tx: Transaction, corporation: str, places: tuple[tuple[str, int], ...]) -> None:
    president = tx.view.president(corporation)
    assert president is not None
    tx.ask(Decision("home_token", president, corporation, {"places": places}))


def put_home(tx: Transaction, corporation: str, hex_id: str, city: int) -> None:
    """Put the home token in a home space."""
    put_token(tx, corporation, hex_id, city)
    tx.update(corporation, tokens_left=tx.view.record(corporation).tokens_left - 1)
    tx.emit("home_token_placed", corporation=corporation, hex=hex_id, city=city)


def take_certificate_free(tx: Transaction, player: PlayerId, corporation: str, certificate: str) -> None:
    """Hand a certificate that comes with a private company to its buyer."""
    view = tx.view
    if certificate == "president":
        index: int | None = 0
    else:
        left = [i for i in view.certificates_of(corporation, IPO) if i]
        index = None if not left else left[-1] if certificate == "last_share" else left[0]
    if index is None or view.state.certificates[corporation][index] != IPO:
        return
    tx.give(corporation, (index,), player)
    tx.emit(
        "certificate_received",
        player=player,
        corporation=corporation,
        certificate="president" if certificate == "president" else "share",
        number=index,
    )
    settle_presidency(tx, corporation)
