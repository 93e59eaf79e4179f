"""What must hold after every action: money, shares, trains, tiles and tokens are conserved."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from open18xx.rules.network import graph_of
from open18xx.state.game_state import BANK, CLOSED, IPO, POOL, GameState, is_player, train_type
from open18xx.state.view import View

#: What each check reads of the state; it is left out when none of that has changed.
_READS = {
    "money": ("cash",),
    "certificates": ("certificates", "corporations", "players", "out"),
    "trains": ("trains", "issued", "supply"),
    "tiles": ("tiles", "tile_stock"),
    "tokens": ("tokens", "tiles", "corporations"),
}


def faults(view: View, before: GameState | None = None) -> tuple[str, ...]:
    """Everything that is not as it must be; empty when all is well.

    Args:
        view: the position to look at.
        before: a position that was found good, from which this one came: what both share is not looked
            at again. Parts of a state are never written to, only replaced, so the same object is the same
            content.
    """
    found: list[str] = []
    for part, check in _CHECKS.items():
        if before is None or any(
            getattr(view.state, name) is not getattr(before, name) for name in _READS[part]
        ):
            found += check(view)
    return (*found, *view.hooks.offer("offer_faults", view=view))


def _money(view: View) -> list[str]:
    total = sum(view.state.cash.values())
    found = (
        [f"money in the game is {total}, not {view.title.bank_cash}"] if total != view.title.bank_cash else []
    )
    found += [f"{owner} has {cash}" for owner, cash in view.state.cash.items() if cash < 0 and owner != BANK]
    return found


def _certificates(view: View) -> list[str]:
    found = []
    for corporation, owners in view.state.certificates.items():
        structure = view.structure(corporation)
        count = len(structure.certificates) + len(structure.reserve)
        if len(owners) != count:
            found.append(f"{corporation} has {len(owners)} certificates, not {count}")
        for owner in owners:
            known = owner in (IPO, POOL, CLOSED) or owner == corporation or owner in view.state.players
            if not known:
                found.append(f"a certificate of {corporation} lies with {owner}")
            elif owner in view.state.out:
                found.append(f"{owner} has left the game with a share of {corporation}")
        record = view.record(corporation)
        needs_one = record.floated and not record.closed and not structure.survives_without_president
        if needs_one and not is_player(owners[0]):
            found.append(f"{corporation} operates without a president")
    return found


def _trains(view: View) -> list[str]:
    found = []
    seen: dict[str, int] = {}
    ids: set[str] = set()
    for owner, held in view.state.trains.items():
        for train in held:
            if train in ids:
                found.append(f"train {train} is in two places, one is {owner}")
            ids.add(train)
            seen[train_type(train)] = seen.get(train_type(train), 0) + 1
    for kind, printed in view.title.trains.items():
        if seen.get(kind, 0) != view.state.issued[kind]:
            found.append(
                f"{seen.get(kind, 0)} {kind} trains are in play, {view.state.issued[kind]} were issued"
            )
        left = view.state.supply[kind]
        if printed.count is not None and left is not None and left + view.state.issued[kind] > printed.count:
            found.append(f"there are more than {printed.count} {kind} trains")
    return found


def _tiles(view: View) -> list[str]:
    lying: dict[str, int] = {}
    for placement in view.state.tiles.values():
        lying[placement.tile] = lying.get(placement.tile, 0) + 1
    return [
        f"tile {tile}: {lying.get(tile, 0)} on the map and {left} left, {count} in all"
        for tile, left in view.state.tile_stock.items()
        if (count := view.title.tiles.entries[tile].count) is not None and lying.get(tile, 0) + left != count
    ]


def _tokens(view: View) -> list[str]:
    found = []
    graph = graph_of(view)
    for hex_id, cities in view.state.tokens.items():
        stops = graph.tiles[graph.board.hex_number(hex_id)].tile.stops
        for index, slots in enumerate(cities):
            owners = [owner for owner in slots if owner is not None]
            if not owners:
                continue
            if index >= len(stops) or stops[index].kind != "city":
                found.append(f"tokens lie in {hex_id}/{index}, which is no city")
            if len(set(owners)) != len(owners):
                found.append(f"two tokens of one corporation in {hex_id}/{index}")
            found += [f"{o} has closed but has a token in {hex_id}" for o in owners if view.record(o).closed]
    return found


_CHECKS: Mapping[str, Callable[[View], list[str]]] = {
    "money": _money,
    "certificates": _certificates,
    "trains": _trains,
    "tiles": _tiles,
    "tokens": _tokens,
}
