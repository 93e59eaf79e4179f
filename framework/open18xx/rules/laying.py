"""Laying and upgrading track in a game: allowance, legality, cost."""

from __future__ import annotations

from open18xx.definition.rounds import Allowance
from open18xx.errors import Refusal
from open18xx.rules.network import blocked_stops, board_of, graph_of, own_stops
from open18xx.rules.privates import ability_of, blocking
from open18xx.rules.tokens import city_tokens
from open18xx.state.changes import SetTile
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
    first = view.record(corporation).turns == 1 and view.corporation(corporation).start == "players"
    value = policy.first_turn if first else policy.normal
    return view.hooks.modify("modify_track_allowance", value, view=view, corporation=corporation)


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
    graph = graph_of(view)
    problems = check_lay(
        graph, lay, limits(view), own_stops(view, corporation), blocked_stops(view, corporation)
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
        graph_of(view), limits(view), own_stops(view, corporation), blocked_stops(view, corporation)
    )


def put_tile(tx: Transaction, lay: Lay) -> None:
    """Lay the tile; tokens move to the stops that take over their stop.

    The rotation is stored in its canonical form: turnings that make no difference give equal states.
    """
    view = tx.view
    board = board_of(view.title)
    mapping = stop_mapping(board, view.state.tiles, lay)
    tokens = None
    if view.state.tokens.get(lay.hex):
        old = city_tokens(view, lay.hex)
        stops = board.entry_of(lay.tile).tile.stops
        slots: list[list[str | None]] = [[None] * stop.slots for stop in stops]
        for index, held in enumerate(old):
            targets = mapping[index] if mapping is not None and index < len(mapping) else (index,)
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
    rotation = canonical_rotation(board, lay.tile, lay.rotation)
    tx.do(SetTile(lay.hex, lay.tile, rotation, tokens))
