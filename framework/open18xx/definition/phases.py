"""Phases of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phase:
    """What is allowed while the phase lasts.

    Attributes:
        starts_with: train type whose first purchase starts the phase; None for the first.
        tiles: colours that may be laid or upgraded to.
        operating_rounds: operating rounds in a set begun in this phase.
        train_limit: trains a corporation may own, by share structure.
        revenue_band: zero-based column of stop values that depend on the phase.
        trains_between_corporations: whether corporations may buy trains from each other.
        privates_to_corporations: whether corporations may buy private companies.
        privates_between_players: whether players may buy private companies from each other.
        events: what happens when the phase begins, in order. ``rust_trains``,
            ``check_train_limits`` and ``close_privates`` are the engine's; others belong to hooks.
    """

    id: str
    starts_with: str | None
    tiles: tuple[str, ...]
    operating_rounds: int
    train_limit: Mapping[str, int]
    revenue_band: int
    trains_between_corporations: bool
    events: tuple[str, ...]
    privates_to_corporations: bool = False
    privates_between_players: bool = False
