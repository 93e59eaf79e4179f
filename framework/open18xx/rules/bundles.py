"""Certificates that make up an exact number of shares: a certificate of several shares is never split."""

from __future__ import annotations

from collections.abc import Sequence

from open18xx.state.game_state import OwnerId, PlayerId
from open18xx.state.view import View


def bundle(sizes: Sequence[int], indices: Sequence[int], shares: int) -> tuple[int, ...] | None:
    """Certificates among ``indices`` that have exactly ``shares`` shares together, in rising order.

    Those that come first in ``indices`` are preferred.

    >>> bundle((4, 1, 2, 2), (1, 2, 3), 4), bundle((4, 2, 2), (1, 2), 3)
    ((2, 3), None)
    """
    reach = [1]  # bit n: certificates from here on can make up n shares
    for index in reversed(indices):
        reach.append(reach[-1] | reach[-1] << sizes[index])
    if shares < 0 or not reach[-1] >> shares & 1:
        return None
    taken: list[int] = []
    for index, rest in zip(indices, reversed(reach[:-1]), strict=True):
        if shares >= sizes[index] and rest >> shares - sizes[index] & 1:
            taken.append(index)
            shares -= sizes[index]
    return tuple(sorted(taken))


def price_of_presidency(view: View, corporation: str, player: PlayerId) -> tuple[int, ...] | None:
    """Certificates a player would give for the president's certificate, or None if he cannot."""
    sizes = view.structure(corporation).certificates
    others = [index for index in view.certificates_of(corporation, player) if index]
    return bundle(sizes, others, sizes[0])


def saleable(view: View, corporation: str, owner: OwnerId, shares: int) -> tuple[int, ...] | None:
    """Certificates with which an owner parts with so many shares, last ones first; never the president's."""
    president = view.president(corporation)
    held = [i for i in reversed(view.certificates_of(corporation, owner)) if i or owner != president]
    return bundle(view.structure(corporation).certificates, held, shares)


def saleable_after_exchange(
    view: View, corporation: str, seller: PlayerId, heir: PlayerId, shares: int
) -> bool:
    """Whether the president can part with so many shares once ``heir`` has taken his certificate over."""
    gained = price_of_presidency(view, corporation, heir) or ()
    held = [index for index in view.certificates_of(corporation, seller) if index]
    return bundle(view.structure(corporation).certificates, [*held, *gained], shares) is not None
