"""Noticing that the files of packs have changed.

Files are looked at again and again instead of being waited for: whatever changed, the whole pack is read
anew, so nothing is needed but *whether* something changed. Looking at some dozen files costs a millisecond or
two, and works on every system, on network drives and with editors that save by renaming.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from open18xx.loading.packs import pack_folders

#: Files of a pack that decide what check says, in its folder and in hooks/.
_ENDINGS: Final = (".yaml", ".yml", ".py", ".json")

#: What tells one state of a file from another: size in bytes, time of the change in ns, number on the drive.
Look = Mapping[str, tuple[int, int, int]]


def look_at(folders: Iterable[Path]) -> Look:
    """The files of packs as they are now. What vanishes while it is looked at is not there."""
    found: dict[str, tuple[int, int, int]] = {}
    for folder in folders:
        for place in (folder, folder / "hooks"):
            try:
                entries = sorted(os.scandir(place), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                if entry.name.endswith(_ENDINGS):
                    try:
                        state = os.stat(entry.path)
                    except OSError:
                        continue
                    found[entry.path] = (state.st_size, state.st_mtime_ns, state.st_ino)
    return found


def packs_seen(packs: Iterable[str]) -> Look:
    """The files of packs, given by id or folder, and of all packs they extend."""
    return look_at(folder for pack in packs for folder in pack_folders(pack))


def changes(look: Callable[[], Look], wait: Callable[[], None]) -> Iterator[None]:
    """Yields once at the start and then whenever something changed and has come to rest.

    Args:
        look: the files as they are now.
        wait: lets some time pass; it may raise to end the watch.
    """
    known = look()
    yield
    while True:
        wait()
        now = look()
        if now != known:
            while now != known:  # an editor may still be writing
                known = now
                wait()
                now = look()
            yield
