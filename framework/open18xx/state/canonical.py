"""Canonical JSON and hash of states: equal states have equal text, and only they."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping

from open18xx.state.game_state import GameState


def plain(value: object) -> object:
    """``value`` as plain JSON data: dataclasses and mappings become objects, tuples lists.

    Raises:
        TypeError: something that is not part of a state (a float, a set, an object).
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value) if f.compare}
    raise TypeError(f"{type(value).__name__} cannot be part of a state")


def canonical_text(value: object) -> str:
    """JSON with sorted keys and no spaces."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def state_hash(state: GameState) -> str:
    """First 16 hex digits of the SHA-256 of the canonical text."""
    return hashlib.sha256(canonical_text(state).encode()).hexdigest()[:16]
