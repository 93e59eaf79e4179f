"""Writing many files whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from open18xx.errors import Open18xxError


class CannotWrite(Open18xxError):
    """A folder that cannot be written to."""


def write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, which is made if it is not there.

    Everything is written to a temporary folder beside its place first and then moved, so that a full disk or
    an interruption leaves nothing half-written. Other files in the folder stay.

    Args:
        files: contents by path in the folder.

    Raises:
        CannotWrite: the folder or something in it cannot be written.
    """
    made_here: Path | None = None
    temporary: Path | None = None
    try:
        made_here = _make(folder)
        temporary = Path(tempfile.mkdtemp(prefix=".open18xx-", dir=folder))
        for name, content in files.items():
            place = temporary / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        for name in files:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(temporary / name, target)
        made_here = None
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise CannotWrite(f"cannot write to {folder}: {reason}; name another folder with -o") from problem
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)
        if made_here is not None:
            shutil.rmtree(made_here, ignore_errors=True)


def _make(folder: Path) -> Path | None:
    """Make a folder; the topmost folder that was not there before, or None."""
    top: Path | None = None
    at = folder
    while not at.exists():
        top = at
        if at.parent == at:
            break
        at = at.parent
    folder.mkdir(parents=True, exist_ok=True)
    return top
