"""Limits on what players and the pool may own."""

from __future__ import annotations

from open18xx.state.game_state import PlayerId
from open18xx.state.view import View


def certificate_limit(view: View) -> int:
    """Certificates a player may own in this game."""
    return view.title.players[len(view.state.players)].certificate_limit


def certificate_count(view: View, player: PlayerId) -> int:
    """Certificates of a player that count: those of corporations outside exempt zones, and
    private companies where the title counts them.
    """
    return view.remembered(("certificates", player), lambda: _count_certificates(view, player))


def _count_certificates(view: View, player: PlayerId) -> int:
    count = 0
    for corporation in view.state.certificates:
        held = view.certificates_of(corporation, player)
        if held and "certificates_not_counted" not in view.effects_at(corporation):
            count += len(held)
    if view.title.limits.privates_count:
        count += sum(1 for owner in view.state.privates.values() if owner == player)
    return view.hooks.modify("modify_certificate_count", count, view=view, player=player)


def holding_limit(view: View, corporation: str) -> int:
    """Percent of a corporation a player may own."""
    return 100 if "no_holding_limit" in view.effects_at(corporation) else view.title.limits.holding_percent


def over_certificate_limit(view: View, player: PlayerId) -> int:
    """Certificates above the limit, 0 if none."""
    return max(0, certificate_count(view, player) - certificate_limit(view))


def over_holding_limit(view: View, player: PlayerId) -> tuple[str, ...]:
    """Corporations of which the player owns more than he may."""
    return tuple(c for c in view.state.certificates if view.percent(c, player) > holding_limit(view, c))


def pool_room(view: View, corporation: str) -> int:
    """Shares that may still be sold into the pool."""
    structure = view.structure(corporation)
    room = view.title.limits.pool_percent // structure.percent_per_share - view.pooled(corporation)
    return max(0, room)
