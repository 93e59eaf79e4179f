"""Edges of a hex: numbering, rotation, opposite sides and edge sets as bit masks.

Edges run clockwise from the lower left: on a pointy-top map 0=SW 1=W 2=NW 3=NE 4=E 5=SE, on a
flat-top map 0=S 1=SW 2=NW 3=N 4=NE 5=SE. Turning a tile by r makes edge e into (e + r) mod 6.
A set of edges is an int whose bit e is set for edge e, so 0b001001 means edges 0 and 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

EDGES: Final = range(6)
ALL_EDGES: Final = 0b111111
ROTATIONS: Final = range(6)


def opposite(edge: int) -> int:
    """Number that the neighbour across ``edge`` gives to the same side.

    >>> [opposite(edge) for edge in range(6)]
    [3, 4, 5, 0, 1, 2]
    """
    return (edge + 3) % 6


def turn(edge: int, rotation: int) -> int:
    """Edge that ``edge`` becomes when its tile is turned by ``rotation``.

    >>> turn(4, 3)
    1
    """
    return (edge + rotation) % 6


def mask_of(edges: Iterable[int]) -> int:
    """Bit mask of some edges.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    mask = 0
    for edge in edges:
        mask |= 1 << edge
    return mask


def edges_of(mask: int) -> Iterator[int]:
    """Edges of a mask, rising.

    >>> list(edges_of(0b1001))
    [0, 3]
    """
    return (edge for edge in EDGES if mask >> edge & 1)


def turn_mask(mask: int, rotation: int) -> int:
    """Mask of the edges of ``mask``, each turned by ``rotation``.

    >>> list(edges_of(turn_mask(0b1001, 2)))
    [2, 5]
    """
    rotation %= 6
    return ((mask << rotation) | (mask >> (6 - rotation))) & ALL_EDGES
