"""News: what happened, with amounts, causes and rules. The report is written from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    Attributes:
        kind: stable name, past tense, such as ``train_bought``.
        facts: who, what, how much; only JSON values.
        rules: ids of the rules behind it, filled from the title's rule book.
    """

    kind: str
    facts: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
