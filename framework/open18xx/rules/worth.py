"""Worth of players, during play and at the end."""

from __future__ import annotations

from open18xx.state.game_state import PlayerId
from open18xx.state.view import View


def final_price(view: View, corporation: str) -> int:
    """Value of a share in the final count; 0 without a market price, possibly negative."""
    price = view.price(corporation)
    if price is None:
        return 0
    return view.hooks.modify("modify_final_price", price, view=view, corporation=corporation)


def final_worth(view: View, player: PlayerId) -> int:
    """Cash, shares at their final price, and what else the title counts."""
    worth = view.cash(player)
    for corporation in view.state.certificates:
        shares = view.shares(corporation, player)
        if shares:
            worth += shares * final_price(view, corporation)
    if view.title.policies.end.private_value == "face":
        worth += _private_face_value(view, player)
    return view.hooks.modify("modify_worth", worth, view=view, player=player)


def running_worth(view: View, player: PlayerId) -> int:
    """Cash, shares at market price and private companies at face value: the usual running total."""
    worth = view.cash(player) + _private_face_value(view, player)
    for corporation in view.state.certificates:
        shares = view.shares(corporation, player)
        price = view.price(corporation)
        if shares and price is not None:
            worth += shares * price
    return worth


def _private_face_value(view: View, player: PlayerId) -> int:
    privates = view.title.companies.privates
    return sum(privates[p].cost for p, owner in view.state.privates.items() if owner == player)
