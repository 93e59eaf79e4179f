"""Where the title packs and schemas lie that come with Open18xx.

In a checkout they are the folders ``titles/`` and ``schemas/`` at the top of the repository, where authors
edit them; an installed copy carries them inside the package. Callers ask here and need not know which it is.
"""

from functools import cache
from pathlib import Path

from open18xx.errors import Open18xxError

_PACKAGE = Path(__file__).resolve().parent


class ResourceMissing(Open18xxError):
    """The installation is incomplete: the title packs or schemas it should carry are not there."""


@cache
def _root() -> Path:
    """The folder that has both ``titles/`` and ``schemas/``.

    The bundled copy comes first, so that an installed copy never picks up folders of the same names that
    happen to lie above its environment.
    """
    bundled = _PACKAGE / "_data"
    for folder in (bundled, *_PACKAGE.parents):
        if (folder / "titles").is_dir() and (folder / "schemas").is_dir():
            return folder
    raise ResourceMissing(
        f"the title packs and schemas of Open18xx are missing: looked in {bundled} and in every folder above "
        f"{_PACKAGE}; reinstall open18xx"
    )


def titles_dir() -> Path:
    """The folder of the title packs that come with Open18xx, one folder a pack.

    Raises :class:`ResourceMissing` when the installation is incomplete.
    """
    return _root() / "titles"


def schemas_dir() -> Path:
    """The folder of the JSON Schemas, one file a kind of file in a title pack.

    Raises :class:`ResourceMissing` when the installation is incomplete.
    """
    return _root() / "schemas"
