"""When a game is about to end."""

from __future__ import annotations

from open18xx.state.view import View


def price_reached(view: View) -> bool:
    """Whether the price of a corporation is one that ends the game."""
    wanted = view.title.policies.end.price_reached
    if wanted is None:
        return False
    ends = view.title.cache.get("end_spaces")
    if ends is None:
        ends = view.title.cache["end_spaces"] = frozenset(
            (row, column)
            for row, prices in enumerate(view.title.market.rows)
            for column, price in enumerate(prices)
            if price is not None and price >= wanted
        )
    assert isinstance(ends, frozenset)
    return any((place.row, place.column) in ends for place in view.state.market.values())


def in_last_set(view: View) -> bool:
    """Whether the set of operating rounds in play is the last one because of the phase."""
    last = view.state.last_set
    return last is not None and view.state.round.kind == "operating" and view.state.round.set_number >= last


def turn_steps(view: View) -> tuple[str, ...]:
    """Steps of an operating turn now: in the last set some are left out."""
    policies = view.title.policies
    if not policies.end.last_set_without or not in_last_set(view):
        return policies.operating.turn
    return tuple(step for step in policies.operating.turn if step not in policies.end.last_set_without)
