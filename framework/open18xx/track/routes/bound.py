"""Upper bound of one route's value that needs no list of routes."""

from __future__ import annotations

from collections.abc import Sequence

from open18xx.track.routes.space import Space
from open18xx.track.routes.trains import TrainSpec


def relaxed_bound(space: Space, values: Sequence[int], train: TrainSpec) -> int:
    """Bound from the stops alone: the best ones that the train could count, two of them end-only."""
    counted: list[int] = []
    free = 0
    ends: list[int] = []
    for stop, kind in enumerate(space.kinds):
        if space.end_only[stop]:
            ends.append(values[stop])
        elif kind in train.counts:
            counted.append(values[stop])
        else:
            free += values[stop]
    ends.sort(reverse=True)
    counted += ends[:2]
    counted.sort(reverse=True)
    if train.reach == "stops":
        counted = counted[: train.number + train.extra_towns]
    return free + sum(counted)
