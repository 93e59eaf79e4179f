"""Names the engine knows, for checking title packs without loading the engine."""

from __future__ import annotations

from typing import Final

#: Steps of an operating turn that need no hook module.
ENGINE_STEPS: Final = (
    "redemption",
    "track",
    "token",
    "routes",
    "dividend",
    "trains",
    "treasury_trade",
    "privates",
    "replace_tokens",
)
#: Events of phases that need no hook module.
ENGINE_EVENTS: Final = ("close_privates", "rust_trains", "check_train_limits")
