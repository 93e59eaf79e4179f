"""Importing the hook modules of a pack to see whether that works."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from open18xx.loading.hook_modules import import_hook_module
from open18xx.loading.lint.hook_source import HookSource
from open18xx.loading.nodes import Mark
from open18xx.loading.problems import Report


def import_all(
    paths: Mapping[str, Path], sources: Mapping[str, HookSource], report: Report
) -> list[tuple[str, ModuleType]] | None:
    """Import every module; None when one of them fails, and then a problem says where and why.

    What a module prints goes to stderr, so that the answer of a program stays clean.
    """
    modules: list[tuple[str, ModuleType]] = []
    failed = False
    for name, path in paths.items():
        try:
            with contextlib.redirect_stdout(sys.stderr):
                modules.append((name, import_hook_module(path.parents[1], name)))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a module may raise anything, even SystemExit
            failed = True
            report.add("H002", _place(error, path, sources[name]), f"import fails: {_told(error)}")
    return None if failed else modules


def _told(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _place(error: BaseException, path: Path, source: HookSource) -> Mark:
    """The last line of the module itself that was running."""
    line = 1
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.lineno and Path(frame.filename).resolve() == path.resolve():
            line = frame.lineno
    text = source.source.line(line)
    return Mark(source.source, line, len(text) - len(text.lstrip()) + 1)
