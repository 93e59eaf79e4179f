"""Markers that tell pluggy which functions are specifications and which are implementations."""

from __future__ import annotations

import pluggy

PROJECT = "open18xx"
hookspec = pluggy.HookspecMarker(PROJECT)
#: Put this decorator on the functions of a hook module.
hook = pluggy.HookimplMarker(PROJECT)
