"""Money for routes beyond the values of their stops, as the title's policies say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from open18xx.definition.rounds import BonusRule
from open18xx.rules.network import graph_of
from open18xx.state.view import View
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.trains import Place, RouteBonus, TrainSpec, best_stop_bonus, pair_bonus


def route_bonuses(
    view: View,
    corporation: str,
    specs: Sequence[TrainSpec],
    tables: Mapping[Place, int] | Sequence[Mapping[Place, int]],
) -> tuple[RouteBonus, ...]:
    """Bonuses that the corporation's trains can earn now.

    Args:
        tables: values of stops, one table for all trains or one for each.
    """
    rules = [rule for rule in view.title.policies.routes.bonuses if _holds(view, rule, corporation)]
    if not rules:
        return ()
    graph = graph_of(view)
    if isinstance(tables, Mapping):
        return tuple(_bonus(graph, rule, tables, None) for rule in rules)
    by_train = {spec.id: table for spec, table in zip(specs, tables, strict=True)}
    return tuple(
        _bonus(graph, rule, table, frozenset({train})) for rule in rules for train, table in by_train.items()
    )


def _holds(view: View, rule: BonusRule, corporation: str) -> bool:
    if rule.token_in is None:
        return True
    return any(corporation in slots for slots in view.state.tokens.get(rule.token_in, ()))


def _bonus(
    graph: TrackGraph, rule: BonusRule, table: Mapping[Place, int], trains: frozenset[str] | None
) -> RouteBonus:
    first = _places(graph, rule.first)
    if rule.kind == "pair":
        return pair_bonus(rule.name, first, _places(graph, rule.second), rule.amount, trains=trains)
    values = {place: value for place, value in table.items() if place[0] not in rule.excepted}
    return best_stop_bonus(rule.name, first, values, trains=trains)


def _places(graph: TrackGraph, hexes: Sequence[str]) -> frozenset[Place]:
    """All stops of some hexes."""
    board = graph.board
    return frozenset(
        (hex_id, index)
        for hex_id in hexes
        for index in range(len(graph.tiles[board.hex_number(hex_id)].tile.stops))
    )
