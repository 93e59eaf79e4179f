"""New packs: a small complete one, or one laid upon another, with comments that teach.

A pack is written to a folder beside its place, checked there, and only then given its name: what is there
afterwards is whole and passes ``check``, or nothing is there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from open18xx import resources
from open18xx.authoring.overlay_pack import overlay_files
from open18xx.definition.title import Title
from open18xx.errors import Open18xxError
from open18xx.loading import check_pack
from open18xx.loading.packs import folder_beside, known_packs

_TEMPLATES: Final = Path(__file__).parent / "templates"
_ID: Final = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")
_LONGEST: Final = 60
#: What other readers of YAML take for a truth value, nothing, a number or a date when quotes are forgotten.
_TRAP: Final = re.compile(
    r"y|n|yes|no|on|off|true|false|null|nan|inf"
    r"|0[0-9_]+|0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[0-9]+_[0-9_]+|[0-9]+e[0-9]+"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}",
    re.IGNORECASE,
)
#: Names that Windows keeps for devices: no folder can have them there.
_DEVICE: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)


class NoNewPack(Open18xxError):
    """A pack that cannot be made: its id, its place or the title below it does not do."""


@dataclass(frozen=True, slots=True)
class NewPack:
    """What was made.

    Attributes:
        title: the new pack, loaded.
        files: names of its files.
        base: id of the title it is laid upon, or None.
    """

    folder: Path
    title: Title
    files: tuple[str, ...]
    base: str | None


def start_pack(
    pack_id: str, *, base: str | None = None, folder: Path | None = None, name: str | None = None
) -> NewPack:
    """Make a new pack.

    Args:
        base: id or folder of the title to lay it upon; None makes a small title of its own.
        folder: the folder to make; None means one beside the caller, called like the id.
        name: name for players; None makes one of the id.

    Raises:
        NoNewPack: the id, the folder or the base does not do; nothing was written then.
    """
    check_id(pack_id)
    place = folder if folder is not None else Path(default_folder(pack_id))
    if os.path.lexists(place):
        raise NoNewPack(f"{place} is already there; nothing was changed (-o names another folder)")
    if name is not None and (not name.strip() or not name.isprintable()):
        raise NoNewPack(f"the name {json.dumps(name)} should be printable text")
    below = None if base is None else _base(base, place)
    shown = name or _name_of(pack_id, below)
    if below is None:
        files = _title_files(pack_id, shown, place)
    else:
        files = overlay_files(below, pack_id, quoted(shown), str(place), schemas_for(place))
    title = _write(place, files)
    return NewPack(place, title, tuple(sorted(files)), None if below is None else below.id)


def check_id(pack_id: str) -> None:
    """Refuse ids that cannot be the id of a new pack.

    Raises:
        NoNewPack: it cannot, with the reason.
    """
    if _ID.fullmatch(pack_id) is None:
        raise NoNewPack(
            f"{json.dumps(pack_id, ensure_ascii=False)} cannot be an id: letters and digits without accents, "
            "with single - or _ between them, such as island-2"
        )
    if len(pack_id) > _LONGEST:
        raise NoNewPack(f"the id has {len(pack_id)} characters; {_LONGEST} are enough")
    if _TRAP.fullmatch(pack_id):
        raise NoNewPack(
            f"'{pack_id}' cannot be an id: without quotes some programs would read it as a truth value, "
            "a number or a date"
        )
    if _DEVICE.fullmatch(pack_id):
        raise NoNewPack(f"'{pack_id}' cannot be an id: Windows allows no folder of this name")
    for known, where in known_packs().items():
        if known.lower() == pack_id.lower():
            raise NoNewPack(f"there is a title '{known}' already, in {where}; choose another id")


def default_folder(pack_id: str) -> str:
    """How the folder of a pack is called: like its id, with a g before a digit."""
    return f"g{pack_id}" if pack_id[0].isdigit() else pack_id


def schemas_for(place: Path) -> str:
    """How the files of a pack name the folder of the schemas for editors: relative inside a checkout."""
    schemas = resources.schemas_dir()
    pack = Path(os.path.abspath(place))
    if pack.is_relative_to(schemas.parent):
        return Path(os.path.relpath(schemas, pack)).as_posix()
    return schemas.as_uri()


def quoted(text: str) -> str:
    """A text in double quotes, as YAML reads it."""
    return json.dumps(text, ensure_ascii=False)


def _name_of(pack_id: str, below: Title | None) -> str:
    words = re.split(r"[-_]", pack_id)
    own = " ".join(word[:1].upper() + word[1:] for word in words)
    return own if below is None else f"{below.name}: {own}"


def _title_files(pack_id: str, name: str, place: Path) -> dict[str, str]:
    values = {
        "ID": pack_id,
        "NAME": quoted(name),
        "FOLDER": " ".join(str(place).split()),
        "SCHEMAS": schemas_for(place),
    }
    files = {}
    for source in sorted((_TEMPLATES / "title").glob("*.yaml")):
        text = source.read_text(encoding="utf-8")
        files[source.name] = re.sub(r"@([A-Z]+)@", lambda found: values[found[1]], text)
    return files


def _base(ref: str, place: Path) -> Title:
    """The title to lay a pack upon, which must be found again from where the new pack will lie."""
    outcome = check_pack(ref)
    if outcome.title is None:
        first = next(problem for problem in outcome.problems if problem.severity == "error")
        if first.code == "Y013":
            hint = f"; {first.hint}" if first.hint else ""
            raise NoNewPack(f"{first.message}{hint}")
        raise NoNewPack(f"the pack {ref} has errors itself; `open18xx check {ref}` tells them")
    found = folder_beside(outcome.title.id, Path(os.path.abspath(place)))
    if found is None or found.resolve() != outcome.title.folder.resolve():
        raise NoNewPack(
            f"a pack in {place} would not find '{outcome.title.id}': make the new one beside "
            f"{outcome.title.folder}, or add the folder above that to OPEN18XX_PATH"
        )
    return outcome.title


def _write(place: Path, files: Mapping[str, str]) -> Title:
    """Write the files beside the place, check them there, and give them their name."""
    absolute = Path(os.path.abspath(place))
    made: list[Path] = []
    try:
        for above in reversed(absolute.parents):
            if not above.exists():
                above.mkdir()
                made.insert(0, above)
        pack = absolute.parent / f".{absolute.name}-{os.getpid()}.new"
        pack.mkdir()
        made.insert(0, pack)
        for name, text in files.items():
            (pack / name).write_text(text, encoding="utf-8", newline="\n")
        outcome = check_pack(pack)
        if outcome.title is None:
            told = "; ".join(f"{one.file}:{one.line}: {one.message}" for one in outcome.problems[:3])
            raise NoNewPack(f"the new pack would not pass check: {told}")
        pack.rename(absolute)
        made.clear()
        return replace(outcome.title, folder=absolute)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise NoNewPack(f"cannot make {place}: {reason}; name another folder with -o") from problem
    finally:
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)
