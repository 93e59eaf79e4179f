"""Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.abilities.lays import waits_in_track_step
from open18xx.actions.base import Action, Offer
from open18xx.actions.kinds import LayTile, Pass
from open18xx.definition.companies import Ability
from open18xx.errors import Refusal
from open18xx.rules.laying import (
    action_kind,
    full_cost,
    has_allowance,
    hex_refusals,
    legal_lays,
    put_tile,
    tell_lifted,
    track_ended,
    track_refusals,
)
from open18xx.rules.network import board_of
from open18xx.rules.privates import ability_of, controller
from open18xx.state.game_state import BANK, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep
from open18xx.track.lays import Lay, canonical_rotation, lay_cost


class TrackStep(TurnStep):
    """Lay tiles within the turn's allowance."""

    name: ClassVar[str] = "track"
    accepts: ClassVar[tuple[type[Action], ...]] = (LayTile, Pass)

    def done(self, view: View) -> bool:
        """When the allowance is used up and no lay of a power remains."""
        if view.state.round.turn.passed:
            return True
        return not has_allowance(view, view.operating) and not waits_in_track_step(view, view.operating)

    def offers(self, view: View) -> Iterator[Offer]:
        """Every legal lay, with and without a power that pays for it."""
        corporation, president = view.operating, self.actor(view)
        if president is None:
            return
        powers = [p for p in view.state.privates if self._usable(view, p) is not None]
        for lay in legal_lays(view, corporation):
            for private in (None, *powers):
                action = LayTile(president, corporation, lay.hex, lay.tile, lay.rotation, private)
                if not self._check_beyond_track(view, action):
                    yield Offer(action)
        yield Offer(Pass(president))

    def _usable(self, view: View, private: str) -> Ability | None:
        if view.private_owner(private) is None:
            return None
        return ability_of(view, private, "free_terrain")

    def check(self, view: View, action: Action) -> Refusals:
        """Allowance, geometry, chart, supply, reach, money, power."""
        found = super().check(view, action)
        if found or isinstance(action, Pass):
            return found
        assert isinstance(action, LayTile)
        lay = Lay(action.hex, action.tile, action.rotation)
        refusals = [*track_refusals(view, action.corporation, lay)]
        if refusals and not track_ended(view):
            # Cost and allowance of a lay that cannot lie there would only confuse.
            kind = action_kind(view, action.tile)
            if not has_allowance(view, action.corporation, kind):
                refusals.append(self._no_allowance(view, action.corporation, kind))
        if refusals:
            return tuple(refusals)
        return self._check_beyond_track(view, action, hooks=False)

    def _no_allowance(self, view: View, corporation: str, kind: str) -> Refusal:
        done = len(view.state.round.turn.lays)
        word = "yellow tile" if kind == "lay" else "upgrade"
        return Refusal(
            "track.allowance",
            f"{corporation} may not make another {word}: {done} track actions are done this turn",
        )

    def _check_beyond_track(self, view: View, action: LayTile, *, hooks: bool = True) -> Refusals:
        """All but geometry: what :meth:`offers` still has to ask about a lay that fits."""
        corporation = action.corporation
        refusals: list[Refusal] = []
        kind = action_kind(view, action.tile)
        if not has_allowance(view, corporation, kind):
            refusals.append(self._no_allowance(view, corporation, kind))
        if not view.title.policies.track.same_hex_twice and any(
            h == action.hex for h, _ in view.state.round.turn.lays
        ):
            refusals.append(Refusal("track.same_hex", f"{action.hex} has been laid in this turn"))
        waived = None
        if action.private is not None:
            found = self._power_refusals(view, action)
            if found:
                return (*refusals, *found)
            ability = self._usable(view, action.private)
            waived = ability.terrain if ability is not None else None
        cost = full_cost(view, corporation, Lay(action.hex, action.tile, action.rotation), waived)
        if cost > view.cash(corporation):
            refusals.append(
                Refusal(
                    "track.too_dear",
                    f"the tile on {action.hex} costs {view.money(cost)}; {view.purse(corporation)}",
                )
            )
        if hooks:
            refusals.extend(hex_refusals(view, action.hex))
            refusals.extend(
                view.hooks.forbid(
                    "forbid_tile_lay",
                    view=view,
                    corporation=corporation,
                    hex=action.hex,
                    tile=action.tile,
                    rotation=action.rotation,
                )
            )
        return tuple(refusals)

    def _power_refusals(self, view: View, action: LayTile) -> Refusals:
        assert action.private is not None
        ability = self._usable(view, action.private)
        if ability is None:
            return refuse(
                "power.closed", f"{action.private} has no power that pays for tiles, or is not in play"
            )
        printed = lay_cost(
            board_of(view.title), view.state.tiles, Lay(action.hex, action.tile, action.rotation)
        )
        covered = ability.terrain in printed.terrain_names and (
            not ability.hexes or action.hex in ability.hexes
        )
        if not covered:
            return refuse(
                "power.hex", f"{action.private} pays for a first tile on a {ability.terrain} hex only"
            )
        return ()

    def consents(self, view: View, action: Action) -> tuple[tuple[PlayerId, str], ...]:
        """Owner of the power, and whoever the title's hooks name."""
        if not isinstance(action, LayTile):
            return ()
        found: list[tuple[PlayerId, str]] = []
        if action.private is not None:
            owner = controller(view, action.private)
            if owner is not None and owner != action.actor:
                found.append((owner, "owner"))
        asked = view.hooks.offer(
            "offer_tile_consents",
            view=view,
            corporation=action.corporation,
            hex=action.hex,
            tile=action.tile,
            rotation=action.rotation,
        )
        found.extend((player, reason) for player, reason in asked if player != action.actor)
        return tuple(found)

    def perform(self, tx: Transaction, action: Action) -> None:
        """Pay and lay."""
        if isinstance(action, Pass):
            self.pass_step(tx)
            return
        assert isinstance(action, LayTile)
        lay = Lay(action.hex, action.tile, action.rotation)
        view = tx.view
        ability = self._usable(view, action.private) if action.private is not None else None
        cost = full_cost(view, action.corporation, lay, ability.terrain if ability else None)
        kind = action_kind(view, action.tile)
        placed = view.state.tiles.get(action.hex)
        tx.pay(action.corporation, BANK, cost)
        put_tile(tx, lay)
        tx.turn(lays=(*tx.view.state.round.turn.lays, (action.hex, kind)))
        tx.emit(
            "tile_laid",
            corporation=action.corporation,
            hex=action.hex,
            tile=action.tile,
            rotation=canonical_rotation(board_of(tx.title), action.tile, action.rotation),
            replaces=placed.tile if placed else None,
            cost=cost,
            private=action.private,
        )
        tell_lifted(tx, action.hex)
        if ability is not None and action.private is not None and ability.closes:
            tx.close_private(action.private, "power")
        tx.hooks.notify(
            "on_tile_laid", tx=tx, corporation=action.corporation, hex=action.hex, tile=action.tile
        )
