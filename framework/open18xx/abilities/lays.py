"""The power ``lay_tile``: a private company lays one of its tiles on one of its hexes.

Who may use it and when is part of the power; so is whether the lay is one of the turn's track actions,
whether it needs a connection, and whether a station token follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from open18xx.definition.companies import Ability
from open18xx.definition.tiles import Colour
from open18xx.errors import Refusal
from open18xx.geometry.edges import opposite
from open18xx.rules.ending import turn_steps
from open18xx.rules.laying import (
    action_kind,
    ended_refusals,
    full_cost,
    has_allowance,
    limits,
    put_tile,
    tell_lifted,
    track_ended,
)
from open18xx.rules.network import blocked_stops, board_of, closed_stops, graph_of, own_stops
from open18xx.rules.privates import ability_of, blocking, controller, trade_prices
from open18xx.state.game_state import BANK, PlayerId, TurnState, is_player
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.track.lays import Lay, LayLimits, candidate_lays, canonical_rotation, check_lay

_COLOURS: tuple[Colour, ...] = get_args(Colour)


def lay_power(view: View, private: str) -> Ability | None:
    """The company's power to lay tiles, or None."""
    return ability_of(view, private, "lay_tile")


def uses_left(view: View, private: str) -> int:
    """How often a company's power may still be used; the number of lays for ``lay_tile``."""
    ability = lay_power(view, private)
    return 0 if ability is None else ability.uses - view.state.powers_used.get(private, 0)


def lay_user(view: View, private: str) -> PlayerId | None:
    """Player who decides about the company's lays: its owner, or the president of the owning corporation.

    None when the power belongs to somebody else than the present owner.
    """
    ability, owner = lay_power(view, private), view.private_owner(private)
    if ability is None or owner is None or ability.owner == "seller":
        return None
    if ability.owner != "any" and (ability.owner == "player") != is_player(owner):
        return None
    return controller(view, private)


def moment_fits(view: View, private: str, ability: Ability) -> bool:
    """Whether the company's power may be used at this moment, whoever asks."""
    state, owner = view.state, view.state.privates[private]
    if state.pending:
        return False
    kind = state.round.kind
    if "any" in ability.when and kind in ("stock", "operating"):
        return True
    if kind == "stock":
        return "stock_round" in ability.when
    if kind != "operating" or not state.round.current:
        return False
    corporation = state.round.current
    turn = state.round.turn
    mine = owner == corporation or owner == view.president(corporation)
    if "track" in ability.when and turn.step == "track" and mine:
        return True
    if "operating_turn" in ability.when and owner == corporation:
        return True
    if "until_track" in ability.when and owner == corporation and _before_end_of_track(view):
        return True
    steps = view.title.policies.operating.turn
    fresh = replace(turn, refused=()) == TurnState(step=steps[0])
    return "between_turns" in ability.when and fresh


def _before_end_of_track(view: View) -> bool:
    steps = turn_steps(view)
    return "track" in steps and steps.index(view.state.round.turn.step) <= steps.index("track")


def waits_in_track_step(view: View, corporation: str) -> bool:
    """Whether a lay beside the turn's track actions can still be made in the corporation's track step.

    True also when the corporation could buy a company with such a power from a player.
    """
    if track_ended(view):
        return False
    president = view.president(corporation)
    for private, owner in view.state.privates.items():
        ability = lay_power(view, private)
        if ability is None or not ability.extra or not {"track", "until_track"} & set(ability.when):
            continue
        if uses_left(view, private) < 1 or is_lost(view, private):
            continue
        if owner in (corporation, president) and lay_user(view, private) is not None:
            return True
        if ability.owner in ("any", "corporation") and _can_be_bought(view, corporation, private):
            return True
    return False


def _can_be_bought(view: View, corporation: str, private: str) -> bool:
    if not is_player(view.state.privates[private]) or not view.phase.privates_to_corporations:
        return False
    printed = view.title.companies.privates[private]
    return printed.for_corporations and trade_prices(view, private)[0] <= view.cash(corporation)


def is_lost(view: View, private: str) -> bool:
    """Whether lays that belong together can no longer be made: a tile lies on one of their hexes."""
    ability = lay_power(view, private)
    if ability is None or not ability.together or view.state.powers_used.get(private, 0):
        return False
    return any(hex_id in view.state.tiles for hex_id in ability.hexes)


def power_lay_refusals(view: View, private: str, lay: Lay) -> tuple[Refusal, ...]:
    """Why the company's power cannot lay that tile there; moment and actor are not looked at."""
    ability = lay_power(view, private)
    if ability is None:
        return (Refusal("power.none", f"{private} has no power to lay tiles"),)
    ended = ended_refusals(view)
    if ended:
        return ended
    if uses_left(view, private) < 1:
        return (Refusal("power.used_up", f"the power of {private} has been used"),)
    if ability.hexes and lay.hex not in ability.hexes:
        wanted = ", ".join(ability.hexes)
        return (Refusal("power.hex", f"{private} lays on {wanted}, not on {lay.hex}"),)
    if lay.tile not in ability.tiles:
        wanted = ", ".join(ability.tiles)
        return (Refusal("power.tile", f"{private} lays tile {wanted}, not {lay.tile}"),)
    if is_lost(view, private):
        return (Refusal("power.lost", f"one of the hexes of {private} has a tile already"),)
    old, _ = board_of(view.title).lying(view.state.tiles, lay.hex)
    new = board_of(view.title).entry_of(lay.tile).tile
    if _COLOURS.index(new.colour) <= _COLOURS.index(old.colour):
        return (Refusal("power.hex_taken", f"{lay.hex} has a {old.colour} tile already"),)
    refusals = _track_refusals(view, private, ability, lay)
    other = blocking(view, lay.hex)
    if other not in (None, private):
        refusals.append(Refusal("track.blocked", f"{lay.hex} is kept free by {other}"))
    if ability.together and not refusals and not _joins_others(view, ability, lay):
        others = ", ".join(h for h in ability.hexes if h != lay.hex)
        refusals.append(Refusal("power.apart", f"the tile on {lay.hex} does not join that on {others}"))
    if not refusals:
        refusals.extend(_turn_refusals(view, private, ability, lay))
    return tuple(refusals)


def _track_refusals(view: View, private: str, ability: Ability, lay: Lay) -> list[Refusal]:
    problems = check_lay(graph_of(view), lay, _limits(view, ability), *_reach(view, private, ability))
    refusals = [Refusal(problem.code, problem.message) for problem in problems]
    owner = view.state.privates[private]
    if not refusals and owner in view.state.corporations:
        refusals += view.hooks.forbid(
            "forbid_tile_lay",
            view=view,
            corporation=owner,
            hex=lay.hex,
            tile=lay.tile,
            rotation=lay.rotation,
        )
    return refusals


def _turn_refusals(view: View, private: str, ability: Ability, lay: Lay) -> Iterator[Refusal]:
    """Allowance and money."""
    owner = view.state.privates[private]
    kind = action_kind(view, lay.tile)
    if not ability.extra and not has_allowance(view, view.operating, kind):
        yield Refusal(
            "track.allowance", f"{view.operating} has no track action left that {private} could use"
        )
    again = any(hex_id == lay.hex for hex_id, _ in view.state.round.turn.lays)
    if not ability.extra and again and not view.title.policies.track.same_hex_twice:
        yield Refusal("track.same_hex", f"{lay.hex} has been laid in this turn")
    cost = lay_price(view, private, lay)
    if cost > view.cash(owner):
        yield Refusal(
            "track.too_dear",
            f"the tile on {lay.hex} costs {view.money(cost)}; {view.name(owner)} has "
            f"{view.money(view.cash(owner))}",
        )


def _joins_others(view: View, ability: Ability, lay: Lay) -> bool:
    """Whether the tile leads to another hex of the power, and joins the tiles laid there by it."""
    board = board_of(view.title)
    exits = board.entry_of(lay.tile).tile.exits_at(lay.rotation)
    neighbours = view.title.map.hexes[lay.hex].neighbours
    sides = [edge for edge in range(6) if exits >> edge & 1 and neighbours[edge] in ability.hexes]
    for edge in sides:
        across = neighbours[edge]
        assert across is not None
        if across not in view.state.tiles:
            return True
        there, turned = board.lying(view.state.tiles, across)
        if there.exits_at(turned) >> opposite(edge) & 1:
            return True
    return False


def lay_price(view: View, private: str, lay: Lay) -> int:
    """Money the owner of the company pays for a lay by its power: that of the hex and that of the power."""
    ability = lay_power(view, private)
    if ability is None or ability.free:
        return 0
    return full_cost(view, view.state.privates[private], lay) + ability.amount


def _limits(view: View, ability: Ability) -> LayLimits:
    return replace(limits(view), any_tile=not ability.by_chart, special=frozenset(ability.tiles))


def _reach(
    view: View, private: str, ability: Ability
) -> tuple[tuple[int, ...] | None, frozenset[int], frozenset[int]]:
    """Starts, blocked and closed stops of the owner; no starts where the power needs no connection."""
    owner = view.state.privates[private]
    if not ability.needs_route:
        return None, frozenset(), frozenset()
    return own_stops(view, owner), blocked_stops(view, owner), closed_stops(view, owner)


def power_lays(view: View, private: str) -> Iterator[Lay]:
    """Every lay that the company's power allows, moment and actor not looked at."""
    ability = lay_power(view, private)
    if ability is None or uses_left(view, private) < 1:
        return
    hexes = frozenset(ability.hexes) or None
    allowed, reach = _limits(view, ability), _reach(view, private, ability)
    for lay in candidate_lays(graph_of(view), allowed, *reach, hexes=hexes, tiles=ability.tiles):
        if not power_lay_refusals(view, private, lay):
            yield lay


def perform_power_lay(tx: Transaction, private: str, lay: Lay) -> None:
    """Pay, lay and note the use; close the company where the power does that."""
    view = tx.view
    ability = lay_power(view, private)
    assert ability is not None
    owner, cost = view.state.privates[private], lay_price(view, private, lay)
    placed = view.state.tiles.get(lay.hex)
    kind = action_kind(view, lay.tile)
    tx.pay(owner, BANK, cost)
    put_tile(tx, lay)
    tx.set_entry("powers_used", private, view.state.powers_used.get(private, 0) + 1)
    if not ability.extra:
        tx.turn(lays=(*view.state.round.turn.lays, (lay.hex, kind)))
    tx.emit(
        "power_tile_laid",
        private=private,
        owner=owner,
        hex=lay.hex,
        tile=lay.tile,
        rotation=canonical_rotation(board_of(tx.title), lay.tile, lay.rotation),
        replaces=placed.tile if placed else None,
        cost=cost,
    )
    tell_lifted(tx, lay.hex)
    if ability.closes and uses_left(view, private) < 1:
        tx.close_private(private, "power")
    if view.is_operating():
        tx.hooks.notify("on_tile_laid", tx=tx, corporation=view.operating, hex=lay.hex, tile=lay.tile)
