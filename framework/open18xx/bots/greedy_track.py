"""How the greedy bot builds: tiles, station tokens, powers."""

from __future__ import annotations

from open18xx.actions.base import Action
from open18xx.actions.kinds import LayTile, PlaceHomeToken, PlaceToken, UsePower
from open18xx.bots.case import Case
from open18xx.bots.outlook import money_wanted
from open18xx.bots.sights import distances, pull
from open18xx.geometry.edges import opposite
from open18xx.rules.laying import full_cost
from open18xx.rules.network import blocked_stops, graph_of, own_stops
from open18xx.state.view import View
from open18xx.track.lays import Lay
from open18xx.track.network import reach_of

#: Lays whose effect on the earnings is looked at.
_MOST_LOOKS = 6
#: Weight of a unit of earnings against the lay's promise.
_EARNED = 25
_DESTINATION = 120


def lay_track(case: Case) -> Action | None:
    """The lay that earns most, or brings the track nearest to new cities."""
    lays = case.of(LayTile)
    if not lays:
        return None
    if case.view.state.round.turn.refused:
        lays = [lay for lay in lays if not case.was_refused(lay, "hex")] or lays[:1]
    promise = _Promise(case, lays[0].corporation)
    usable = [lay for lay in lays if lay.private is None or _is_own(case, lay.private)]
    scores = {lay: promise.of(lay) for lay in usable}
    ranked = sorted(usable, key=lambda lay: -scores[lay])
    best, most = None, 0
    now = case.outlook.outlook_earnings(case.view, promise.corporation)
    for lay in ranked[:_MOST_LOOKS]:
        view = case.outlook.after(case.game, lay)
        if view is None:
            continue
        gain = case.outlook.outlook_earnings(view, promise.corporation) - now
        score = scores[lay] + _EARNED * gain
        if score > most:
            best, most = lay, score
    return best if best is not None else case.passing


def _is_own(case: Case, private: str) -> bool:
    return case.view.private_owner(private) == case.player


class _Promise:
    """What a lay may bring later: nearness to cities not yet reached, better stops, less its cost."""

    def __init__(self, case: Case, corporation: str) -> None:
        view = case.view
        self.view = view
        self.corporation = corporation
        self.graph = graph_of(view)
        reach = reach_of(self.graph, own_stops(view, corporation), blocked_stops(view, corporation))
        self.reached = frozenset(self.graph.place_of(stop)[0] for stop in reach.stops())
        self.worth = dict(case.stop_worth)
        goal = view.corporation(corporation).destination
        if goal is not None and view.structure(corporation).next is not None:
            self.worth[goal] = self.worth.get(goal, 0) + _DESTINATION
        self._pulls: dict[str, int] = {}

    def of(self, lay: LayTile) -> int:
        """The promise of one lay, ten times its value in money, roughly."""
        view, title = self.view, self.view.title
        number = self.graph.board.hex_number(lay.hex)
        old = self.graph.tiles[number]
        new = self.graph.board.turned(lay.tile, lay.rotation)
        score = 10 * (_value(view, new.tile) - _value(view, old.tile)) * (lay.hex in self.reached)
        score += 5 * (len(new.tile.cities) - len(old.tile.cities))
        before = old.tile.exits_at(old.rotation)
        for edge in range(6):
            if new.tile.exits_at(lay.rotation) >> edge & 1 and not before >> edge & 1:
                score += self._exit(lay.hex, edge)
        ability = None
        if lay.private is not None:
            printed = title.companies.privates[lay.private].abilities
            ability = next((a for a in printed if a.kind == "free_terrain"), None)
            score -= 150  # the power is used up
        cost = full_cost(
            view,
            self.corporation,
            Lay(lay.hex, lay.tile, lay.rotation),
            ability.terrain if ability is not None else None,
        )
        short = money_wanted(view, self.corporation) - (view.cash(self.corporation) - cost)
        return score - 5 * cost - (10 * cost if short > 0 else 0)

    def _exit(self, hex_id: str, edge: int) -> int:
        other = self.view.title.map.hexes[hex_id].neighbours[edge]
        if other is None:
            return 0
        if other not in self._pulls:
            near = frozenset(h for h in self.reached if h in distances(self.view.title, other))
            self._pulls[other] = pull(self.view, other, self.worth, near)
        across = self.graph.tiles[self.graph.board.hex_number(other)]
        joins = across.tile.exits_at(across.rotation) >> opposite(edge) & 1
        return self._pulls[other] + (20 if joins else 0)


def _value(view: View, tile: object) -> int:
    stops = getattr(tile, "stops", ())
    return sum(stop.revenue_in(view.phase.revenue_band, None) for stop in stops)


# -- tokens and powers ----------------------------------------------------------------------------------


def place_token(case: Case) -> Action | None:
    """A token that raises the earnings, or one in a good city as long as money is plenty."""
    homes = case.of(PlaceHomeToken)
    if homes:
        return max(homes, key=lambda home: pull(case.view, home.hex, case.stop_worth))
    tokens = case.of(PlaceToken)
    if not tokens:
        return None
    corporation = tokens[0].corporation
    view = case.view
    now = case.outlook.outlook_earnings(view, corporation)
    wanted = money_wanted(view, corporation)
    best, most = None, 0
    for token in sorted(tokens, key=lambda t: -case.stop_worth.get(t.hex, 0))[:_MOST_LOOKS]:
        after = case.outlook.after(case.game, token)
        if after is None:
            continue
        gain = case.outlook.outlook_earnings(after, corporation) - now
        cost = view.cash(corporation) - after.cash(corporation)
        left = after.cash(corporation)
        score = 6 * gain + case.stop_worth.get(token.hex, 0) - cost
        if score > most and (left >= wanted or gain >= 20):
            best, most = token, score
    return best if best is not None else case.passing


def use_power(case: Case) -> Action | None:
    """An own private company's power that raises the earnings at once."""
    best, most = None, 0
    for power in case.of(UsePower):
        if power.hex is None or not _is_own(case, power.private):
            continue
        after = case.outlook.after(case.game, power)
        if after is None:
            continue
        gain = case.outlook.earnings(after, power.corporation) - case.outlook.earnings(
            case.view, power.corporation
        )
        if gain > most:
            best, most = power, gain
    return best
