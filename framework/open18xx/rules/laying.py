"""Laying and upgrading track in a game: allowance, legality, cost."""

from __future__ import annotations

from open18xx.definition.rounds import Allowance
from open18xx.definition.tiles import FIRST_STOP
from open18xx.errors import Refusal
from open18xx.rules.homes import ANY_CITY, cities_with_room
from open18xx.rules.network import blocked_stops, board_of, closed_stops, graph_of, own_stops
from open18xx.rules.privates import ability_of, blocking
from open18xx.rules.tokens import city_tokens
from open18xx.state.changes import SetTile, SetTokens
from open18xx.state.game_state import Decision
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.track.lays import (
    Lay,
    LayCost,
    LayLimits,
    candidate_lays,
    canonical_rotation,
    check_lay,
    lay_cost,
    stop_mapping,
)


def allowance(view: View, corporation: str) -> tuple[Allowance, ...]:
    """Alternatives for the track actions of the present turn."""
    policy = view.title.policies.track
    if track_ended(view):
        return ()
    first = view.record(corporation).turns == 1 and view.corporation(corporation).start == "players"
    value = policy.first_turn if first else policy.normal
    return view.hooks.modify("modify_track_allowance", value, view=view, corporation=corporation)


def track_ended(view: View) -> bool:
    """Whether so many trains are sold that nobody lays tiles any more."""
    end = view.title.policies.track.ends_with
    return end is not None and view.state.issued.get(end.train, 0) >= end.number


def ended_refusals(view: View) -> tuple[Refusal, ...]:
    """Why nobody may lay or upgrade a tile any more."""
    end = view.title.policies.track.ends_with
    if end is None or not track_ended(view):
        return ()
    sold = "1 train" if end.number == 1 else f"{end.number} trains"
    return (Refusal("track.ended", f"no more tiles are laid: {sold} of type {end.train} have left the bank"),)


def action_kind(view: View, tile: str) -> str:
    """``lay`` for a yellow tile, ``upgrade`` for any other."""
    entry = view.title.tiles.entries.get(tile)
    return "lay" if entry is None or entry.tile.colour == "yellow" else "upgrade"


def has_allowance(view: View, corporation: str, kind: str | None = None) -> bool:
    """Whether another track action (of ``kind``, or of any) fits the turn."""
    done = [k for _, k in view.state.round.turn.lays]
    lays, upgrades = done.count("lay"), done.count("upgrade")
    for alternative in allowance(view, corporation):
        if kind in (None, "lay") and lays + 1 <= alternative.lays and upgrades <= alternative.upgrades:
            return True
        if kind in (None, "upgrade") and lays <= alternative.lays and upgrades + 1 <= alternative.upgrades:
            return True
    return False


def limits(view: View) -> LayLimits:
    """Colours, supply and track rule of the moment."""
    policy = view.title.policies.track
    return LayLimits(frozenset(view.phase.tiles), view.state.tile_stock, policy.rule)  # type: ignore[arg-type]


def full_cost(view: View, corporation: str, lay: Lay, waived: str | None = None) -> int:
    """Money a lay costs the corporation; ``waived`` is a kind of terrain a power frees."""
    printed: LayCost = lay_cost(board_of(view.title), view.state.tiles, lay)
    cost = printed.total - _discount(view, corporation, printed)
    if waived is not None and waived in printed.terrain_names:
        cost = printed.borders
    return view.hooks.modify(
        "modify_tile_cost", cost, view=view, corporation=corporation, hex=lay.hex, tile=lay.tile
    )


def _discount(view: View, corporation: str, printed: LayCost) -> int:
    """Money that private companies of the corporation save on the terrain of a lay."""
    if not printed.terrain:
        return 0
    saved = 0
    for private, owner in view.state.privates.items():
        ability = ability_of(view, private, "terrain_discount") if owner == corporation else None
        if ability is not None and printed.terrain_names == (ability.terrain,):
            saved += ability.amount
    return min(saved, printed.terrain)


def hex_refusals(view: View, hex_id: str) -> tuple[Refusal, ...]:
    """Why nobody may lay a tile on a hex now: a private company keeps it free."""
    private = blocking(view, hex_id)
    if private is None:
        return ()
    owner = view.name(view.state.privates[private])
    return (Refusal("track.blocked", f"{hex_id} is kept free by {private}, which {owner} owns"),)


def track_refusals(view: View, corporation: str, lay: Lay) -> tuple[Refusal, ...]:
    """Why the tile may not lie there for that corporation; money is not looked at."""
    ended = ended_refusals(view)
    if ended:
        return ended
    graph = graph_of(view)
    problems = check_lay(
        graph,
        lay,
        limits(view),
        own_stops(view, corporation),
        blocked_stops(view, corporation),
        closed_stops(view, corporation),
    )
    refusals = [Refusal(problem.code, problem.message) for problem in problems]
    refusals.extend(hex_refusals(view, lay.hex))
    if lay.hex in view.title.map.hexes and lay.tile in view.title.tiles.entries:
        refusals.extend(
            view.hooks.forbid(
                "forbid_tile_lay",
                view=view,
                corporation=corporation,
                hex=lay.hex,
                tile=lay.tile,
                rotation=lay.rotation,
            )
        )
    return tuple(refusals)


def legal_lays(view: View, corporation: str) -> list[Lay]:
    """Every lay that geometry, chart, supply and reach allow."""
    return candidate_lays(
        graph_of(view),
        limits(view),
        own_stops(view, corporation),
        blocked_stops(view, corporation),
        closed_stops(view, corporation),
    )


def put_tile(tx: Transaction, lay: Lay) -> None:
    """Lay the tile; tokens move to the stops that take over their stop.

    Where the tile splits a city in two, its tokens are taken up; their owners place them again. The rotation
    is stored in its canonical form: turnings that make no difference give equal states.
    """
    view = tx.view
    board = board_of(view.title)
    mapping = stop_mapping(board, view.state.tiles, lay)
    tokens = None
    lifted: list[str] = []
    anew: list[str] = []
    if view.state.tokens.get(lay.hex):
        old = city_tokens(view, lay.hex)
        stops = board.entry_of(lay.tile).tile.stops
        slots: list[list[str | None]] = [[None] * stop.slots for stop in stops]
        for index, held in enumerate(old):
            targets = mapping[index] if mapping is not None and index < len(mapping) else (index,)
            if len(targets) > 1:
                lifted.extend(owner for owner in held if owner is not None)
                continue
            if _placed_anew(view, lay, index):
                anew.extend(owner for owner in held if owner is not None)
                continue
            target = targets[0] if targets else 0
            for place, owner in enumerate(held):
                if owner is None:
                    continue
                room = slots[target]
                if place < len(room) and room[place] is None:
                    room[place] = owner
                elif None in room:
                    room[room.index(None)] = owner
                else:
                    room.append(owner)
        tokens = tuple(tuple(city) for city in slots)
    _move_cities(tx, lay.hex, mapping)
    rotation = canonical_rotation(board, lay.tile, lay.rotation)
    tx.do(SetTile(lay.hex, lay.tile, rotation, tokens))
    if lifted:
        tx.do(SetTokens(lay.hex, tokens))
        tx.set_entry("lifted", lay.hex, (*view.state.lifted.get(lay.hex, ()), *lifted))
    if anew:
        tx.do(SetTokens(lay.hex, tokens))
        for corporation in anew:
            _ask_for_city(tx, corporation, lay.hex)


def _placed_anew(view: View, lay: Lay, stop: int) -> bool:
    """Whether tokens of a stop are placed anew: it has no track, and the new tile has several cities."""
    if view.title.policies.tokens.trackless_city != "placed_anew":
        return False
    old = graph_of(view).tiles[board_of(view.title).hex_number(lay.hex)]
    new = board_of(view.title).entry_of(lay.tile).tile
    return len(new.cities) > 1 and not old.ends[FIRST_STOP + stop]


def _ask_for_city(tx: Transaction, corporation: str, hex_id: str) -> None:
    """Ask the operating corporation, or the owner, in which city of a hex a token comes back."""
    view = tx.view
    tx.update(corporation, tokens_left=view.record(corporation).tokens_left + 1)
    operating = view.operating if view.is_operating() else corporation
    president = view.president(operating) or view.president(corporation)
    assert president is not None
    places = tuple((hex_id, city) for city in cities_with_room(view, hex_id))
    tx.ask(Decision("home_token", president, corporation, {"places": places}))


def city_after(view: View, lay: Lay, city: int) -> int | None:
    """Number that a city of the hex would have on the tile; None where it is split or does not remain."""
    mapping = stop_mapping(board_of(view.title), view.state.tiles, lay)
    targets = mapping[city] if mapping is not None and 0 <= city < len(mapping) else ()
    return targets[0] if len(targets) == 1 else None


def tell_lifted(tx: Transaction, hex_id: str) -> None:
    """Tell which tokens the tile just laid has taken up; the operating corporation's comes back at once."""
    view = tx.view
    lifted = view.state.lifted.get(hex_id, ())
    if not lifted:
        return
    tx.emit("tokens_lifted", hex=hex_id, corporations=lifted)
    if view.is_operating() and view.operating in lifted:
        president = view.president(view.operating)
        assert president is not None
        tx.ask(Decision("replace_token", president, view.operating, {"hex": hex_id}))


def _move_cities(tx: Transaction, hex_id: str, mapping: tuple[tuple[int, ...], ...] | None) -> None:
    """Note which numbers the printed cities of a hex have on the tile about to be laid."""
    if mapping is None:
        return
    known = tx.view.state.cities_moved.get(hex_id)
    count = len(tx.title.map.hexes[hex_id].printed.stops) or 1
    present = known if known is not None else tuple(range(count))
    moved: list[int] = []
    for city in present:
        targets = mapping[city] if 0 <= city < len(mapping) else (city,)
        moved.append(ANY_CITY if len(targets) > 1 else targets[0] if targets else city)
    if tuple(moved) != present:
        tx.set_entry("cities_moved", hex_id, tuple(moved))
