"""From a title pack to a frozen :class:`~open18xx.definition.title.Title`.

Reading YAML into marked nodes, overlays, options, JSON Schema, the linter, and building. Use
:func:`load_title` to play a title and :func:`check_pack` to find out what is wrong with a pack.
"""

from open18xx.loading.load import Outcome, check_pack, load_title
from open18xx.loading.options import OptionError

__all__ = ["OptionError", "Outcome", "check_pack", "load_title"]
