"""What the verbs share for writing to the terminal."""

import json
import sys
from collections.abc import Mapping


def print_json(document: Mapping[str, object]) -> None:
    """Write the one JSON document of a verb run with ``--json``; nothing else may go to stdout then."""
    print(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def shows_progress() -> bool:
    """Whether progress of long work may be drawn: only when stderr is a terminal."""
    return sys.stderr.isatty()


def progress(text: str) -> None:
    """Replace the line of progress by ``text`` (empty clears it), if stderr is a terminal."""
    if shows_progress():
        # \r returns to the start of the line, ESC [K clears what an earlier, longer text left of it.
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def progress_bar(text: str, done: int, of: int) -> None:
    """Show as a bar how much of something is done; ``of`` 0 clears the line."""
    width = 24
    if of <= 0:
        progress("")
        return
    full = width * done // of
    progress(f"[{'#' * full}{'.' * (width - full)}] {done}/{of} {text}")
