"""Finding title packs, and reading a pack together with the packs it extends."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from open18xx import resources
from open18xx.loading.kinds import KINDS, OPTIONAL, RULES
from open18xx.loading.nodes import MappingNode, Mark, Node, ScalarNode, Source, mark_of
from open18xx.loading.overlay import merge
from open18xx.loading.problems import Report
from open18xx.loading.reader import read_file

#: Folders of title packs that people keep for themselves, in the order in which they are searched.
SEARCH_PATH: Final = "OPEN18XX_PATH"
ENTRY_POINTS: Final = "open18xx.titles"

_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Layer:
    """One pack of a chain of packs that extend each other.

    Attributes:
        label: what precedes file names in messages; empty for the pack asked for.
        depth: 0 for the pack asked for, 1 for the one it extends, and so on.
    """

    folder: Path
    label: str
    depth: int

    def name(self, file: str) -> str:
        """Name of one of its files for messages."""
        return f"{self.label}/{file}" if self.label else file


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as read: the merged data of its files, with marks.

    Attributes:
        layers: the pack asked for first, then the ones it extends.
        roots: data by kind of file; kinds whose file could not be read are missing.
    """

    folder: Path
    layers: tuple[Layer, ...]
    roots: Mapping[str, Node]


def _search_folders(beside: Path | None) -> Iterator[Path]:
    """Folders that may hold packs: those of :data:`SEARCH_PATH`, ``beside``, the bundled ones, plug-ins'."""
    for entry in os.environ.get(SEARCH_PATH, "").split(os.pathsep):
        if entry:
            yield Path(entry).expanduser()
    if beside is not None:
        yield beside
    yield resources.titles_dir()
    for point in importlib.metadata.entry_points(group=ENTRY_POINTS):
        try:
            spec = importlib.util.find_spec(point.module)
        except (ImportError, ValueError):
            continue
        if spec is not None:
            yield from (Path(place) for place in spec.submodule_search_locations or ())


def _is_pack(folder: Path) -> bool:
    try:
        return (folder / "title.yaml").is_file()
    except OSError:
        return False


def _by_id(pack_id: str, beside: Path | None) -> Path | None:
    """Folder of the pack with an id. Folders are named by the id, in small letters and with a ``g`` before it
    if they like.
    """
    for root in _search_folders(beside):
        for name in _folder_names(pack_id):
            if _is_pack(root / name):
                return root / name
        if _is_pack(root) and root.name in _folder_names(pack_id):
            return root
    return None


def _folder_names(pack_id: str) -> tuple[str, ...]:
    """Names that the folder of a pack may have."""
    lower = pack_id.lower()
    return tuple(dict.fromkeys((pack_id, f"g{pack_id}", lower, f"g{lower}")))


def folder_beside(pack_id: str, folder: Path) -> Path | None:
    """Where a pack in ``folder`` that says ``extends: pack_id`` finds that pack; None when nowhere."""
    return _by_id(pack_id, folder.parent)


def known_packs() -> Mapping[str, Path]:
    """Packs that can be named by id: id -> folder."""
    found: dict[str, Path] = {}
    for root in _search_folders(None):
        try:
            folders = sorted(root.iterdir())
        except OSError:
            continue
        for folder in folders:
            if _is_pack(folder):
                name = folder.name
                found.setdefault(name[1:] if re.match(r"g[0-9]", name) else name, folder)
    return found


def find_pack(ref: str | Path, report: Report) -> Path | None:
    """Folder of a pack given by id or folder; None when there is none, and then a problem says so."""
    text = str(ref)
    nowhere = Mark(Source(text or "(nothing)", ""), 0, 0)
    if isinstance(ref, str) and _ID.fullmatch(text):
        folder = _by_id(text, None)
        if folder is not None:
            return folder
    folder = Path(ref)
    try:
        is_folder = folder.is_dir()
    except (OSError, ValueError):
        is_folder = False
    if is_folder and text:
        return folder
    if isinstance(ref, str) and _ID.fullmatch(text):
        near = get_close_matches(text, known_packs(), n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(known_packs())}"
        report.add("Y013", nowhere, f"there is no title pack '{text}'", hint)
    else:
        report.add(
            "Y013",
            nowhere,
            f"there is no folder '{text}'",
            "give the id of a title or the folder of its pack",
        )
    return None


def read_pack(folder: Path, report: Report) -> Pack:
    """Read all files of a pack and of those it extends, and lay them upon each other."""
    layers, titles, complete = _layers(folder, report)
    for layer in layers:
        _unread(layer, report)
    _own_id(titles, report)
    roots: dict[str, Node] = {}
    for kind in (*KINDS, *OPTIONAL):
        found: Node | None = None
        for layer in reversed(layers):
            if kind == "title":
                node = titles[layer.depth]
            else:
                is_needed = kind in KINDS and layer is layers[-1] and complete
                node = _read(layer, kind, report, required=is_needed)
            if node is not None:
                found = node if found is None else merge(found, node, report)
        if found is not None:
            roots[kind] = found
    return Pack(folder, tuple(layers), roots)


def pack_folders(ref: str | Path) -> tuple[Path, ...]:
    """Folders of a pack and of those it extends, as far as they are found; empty when there is no pack."""
    report = Report()
    folder = find_pack(ref, report)
    return () if folder is None else tuple(layer.folder for layer in _layers(folder, report)[0])


def _read(layer: Layer, kind: str, report: Report, *, required: bool) -> Node | None:
    name = f"{kind}.yaml"
    path = layer.folder / name
    if not required and not path.is_symlink() and not path.exists():
        return None
    return read_file(path, layer.name(name), report, inside=layer.folder, depth=layer.depth)


def _unread(layer: Layer, report: Report) -> None:
    """Warn of files that look like part of the pack but are not read."""
    wanted = [f"{kind}.yaml" for kind in (*KINDS, *OPTIONAL)]
    try:
        present = sorted(entry.name for entry in layer.folder.iterdir())
    except OSError:
        return
    missing = [name for name in wanted if name not in present]
    for name in present:
        if name.endswith((".yaml", ".yml")) and name not in wanted:
            near = get_close_matches(name, missing or wanted, n=1)
            hint = f"did you mean '{near[0]}'?" if near else "remove it, or give it another ending"
            report.add("T007", Mark(Source(layer.name(name), ""), 0, 0), f"nothing reads {name}", hint)


def _own_id(titles: list[Node | None], report: Report) -> None:
    """An overlay needs an id of its own."""
    own, *others = titles
    name = own.value("id") if isinstance(own, MappingNode) else None
    below = {found.text for other in others if (found := _id_of(other)) is not None}
    if others and isinstance(own, MappingNode) and name is None:
        report.add("T005", mark_of(own), "an overlay needs an id of its own", "add id:", "id")
    elif isinstance(name, ScalarNode) and name.text in below:
        report.add(
            "T005", mark_of(name), f"'{name.text}' is the id of the pack it extends", "choose another", "id"
        )


def _id_of(title: Node | None) -> ScalarNode | None:
    found = title.value("id") if isinstance(title, MappingNode) else None
    return found if isinstance(found, ScalarNode) else None


def _layers(folder: Path, report: Report) -> tuple[list[Layer], list[Node | None], bool]:
    """The chain of packs from the one asked for down to the last one extended, and their title files.

    The third value tells whether the chain is complete; a pack to extend may not be found.
    """
    complete = True
    layers: list[Layer] = []
    titles: list[Node | None] = []
    seen: dict[Path, str] = {}
    following: Path | None = folder
    while following is not None:
        label = following.resolve().name if layers else ""
        layer = Layer(following, label, len(layers))
        seen[following.resolve()] = label or following.resolve().name
        layers.append(layer)
        node = _read(layer, "title", report, required=True)
        titles.append(node)
        if node is None and _is_pack(following):
            complete = False  # what cannot be read may name a pack that has the other files
        following = None
        extends = node.value("extends") if isinstance(node, MappingNode) else None
        if isinstance(extends, ScalarNode) and extends.value is not None:
            following = _extended(extends, layer, seen, report)
            complete = following is not None
    return layers, titles, complete


def _extended(extends: ScalarNode, layer: Layer, seen: Mapping[Path, str], report: Report) -> Path | None:
    """Folder of the pack named by ``extends``."""
    mark = Mark(extends.source, extends.line, extends.column)
    if _ID.fullmatch(extends.text) is None:
        report.add(
            "Y012" if "/" in extends.text or "\\" in extends.text or "." in extends.text else "T002",
            mark,
            f"'{extends.text}' is not the id of a pack",
            "give an id; the pack is looked for beside this one and on the search path",
            "extends",
        )
        return None
    found = _by_id(extends.text, layer.folder.resolve().parent)
    if found is None:
        near = get_close_matches(extends.text, known_packs(), n=1)
        hint = f"did you mean '{near[0]}'?" if near else ""
        report.add("T002", mark, f"there is no pack '{extends.text}' to extend", hint, "extends")
        return None
    if found.resolve() in seen:
        chain = " extends ".join((*seen.values(), found.resolve().name))
        report.add(
            "T003", mark, f"packs extend each other in a circle: {chain}", "remove one 'extends'", "extends"
        )
        return None
    return found


def content_hash(layers: tuple[Layer, ...]) -> str:
    """SHA-256 over everything that decides how the title plays and reads: YAML files and hook modules.

    Line ends count the same on all systems.
    """
    digest = hashlib.sha256()
    for layer in layers:
        hooks = layer.folder / "hooks"
        files = [layer.folder / f"{kind}.yaml" for kind in (*KINDS, RULES)]
        files += [*hooks.rglob("*.py"), *hooks.glob("*.schema.json")]
        for file in sorted(files):
            if file.is_file():
                name = file.relative_to(layer.folder).as_posix()
                content = file.read_bytes().replace(b"\r\n", b"\n")
                digest.update(f"{name}\0{len(content)}\0".encode())
                digest.update(content)
    return digest.hexdigest()
