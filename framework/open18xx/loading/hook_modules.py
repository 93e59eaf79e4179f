"""Importing the hook modules of a pack.

A pack's ``hooks`` folder becomes a package of its own under ``open18xx_packs``. Its name contains a digest of
where it lies and what is in it, so that two packs with modules of the same names, or two versions of one
pack, never meet; ``sys.path`` stays as it is. ``from .other import …`` works between modules of a pack.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

_ROOT = "open18xx_packs"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def hook_file(pack_folder: Path, name: str) -> Path:
    """Where a hook module of a pack should lie."""
    return pack_folder / "hooks" / f"{name}.py"


def import_hook_module(pack_folder: Path, name: str) -> ModuleType:
    """Import ``hooks/<name>.py`` of a pack.

    The same folder with the same content gives the same module again.

    Raises:
        ModuleNotFoundError: there is no such file, or the name is no module name.
        Exception: whatever the module raises when it runs.
    """
    if _NAME.fullmatch(name) is None:
        raise ModuleNotFoundError(f"{name!r} should be lower-case letters, digits and _")
    if not hook_file(pack_folder, name).is_file():
        raise ModuleNotFoundError(f"there is no file {hook_file(pack_folder, name)}", name=name)
    package = _package(pack_folder.resolve() / "hooks")
    return importlib.import_module(f"{package}.{name}")


def _package(folder: Path) -> str:
    """Name of the package made of a hooks folder; made on the first call."""
    _namespace(_ROOT, [])
    name = f"{_ROOT}.{_identifier(folder.parent.name)}_{_digest(folder)}"
    if name not in sys.modules:
        init = folder / "__init__.py"
        if init.is_file():
            spec = importlib.util.spec_from_file_location(
                name, init, submodule_search_locations=[str(folder)]
            )
            if spec is None or spec.loader is None:
                raise ModuleNotFoundError(f"{init} cannot be imported", name=name)
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
        else:
            _namespace(name, [str(folder)])
    return name


def _namespace(name: str, locations: list[str]) -> None:
    """Make a package without code, unless it is there."""
    if name in sys.modules:
        return
    spec = ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = locations
    sys.modules[name] = importlib.util.module_from_spec(spec)


def _identifier(text: str) -> str:
    return re.sub(r"\W", "_", text)


def _digest(folder: Path) -> str:
    digest = hashlib.sha256(str(folder).encode())
    for file in sorted(folder.rglob("*.py")):
        digest.update(f"\0{file.relative_to(folder).as_posix()}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
