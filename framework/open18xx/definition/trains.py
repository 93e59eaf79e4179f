"""Train types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Reach:
    """What limits a train.

    Attributes:
        kind: ``hexes`` (hexes entered, the first one not counted), ``stops`` or ``unlimited``.
        number: largest number of hexes or stops; 0 for unlimited.
        towns: further towns a ``stops`` train may count (the m of an n+m train).
    """

    kind: Literal["hexes", "stops", "unlimited"]
    number: int
    towns: int = 0


@dataclass(frozen=True, slots=True)
class TrainType:
    """A kind of train.

    Attributes:
        cost: face value in whole currency units.
        count: how many exist; None means without limit.
        printed: how many a box holds when ``count`` is None; for display.
        town_rule: ``count`` (towns are stops), ``ignored`` (passed, worth nothing), ``free``
            (worth their value but not counted).
        multiplier: factor on the value of every stop.
        shares_track: may use track that the corporation's other trains use.
        per_corporation: most trains of the type one corporation may own; None means no limit.
        rusted_by: train type whose first purchase removes this type; None for never.
        rusts: ``at_once``, or ``after_run``: trains of corporations are obsolete then and leave after they
            have run once more.
        available_from: phase from which it is for sale beside the trains before it; None for only
            after those are sold.
        trade_in: trains that may be handed in for a discount, with the discount in whole currency units.
        tag: name under which stops may have a special value for it, or None.
    """

    id: str
    cost: int
    count: int | None
    printed: int | None
    reach: Reach
    town_rule: Literal["count", "ignored", "free"]
    multiplier: int
    shares_track: bool
    per_corporation: int | None
    rusted_by: str | None
    available_from: str | None = None
    trade_in: Mapping[str, int] = field(default_factory=dict)
    tag: str | None = None
    rusts: Literal["at_once", "after_run"] = "at_once"
