"""Writes the pages and files that are generated from the source; tests compare them with what is committed.

Every entry of GENERATED is a committed file and the function that makes its whole text. To add one, write a
function without parameters that returns the text (ending in a newline), name it here as ``module:function``,
run ``python3 x.py generate``, commit the file and add the page to ``nav`` in mkdocs.yml.
"""

import importlib
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parents[1]

#: Path of the generated file from the top of the repository -> ``module:function`` that returns its text.
GENERATED: Mapping[str, str] = MappingProxyType(
    {
        "framework/open18xx/definition/codes.py": "scripts.engine_names:text",
        "docs/title-format.md": "scripts.loader_pages:title_format",
        "docs/reference/diagnostics.md": "scripts.loader_pages:diagnostics",
        "docs/reference/commands.md": "scripts.command_page:text",
        "docs/reference/hooks.md": "scripts.hook_page:text",
        "docs/figures/layers.svg": "scripts.layers_figure:text",
        "docs/reference/titles.md": "scripts.title_page:text",
        "docs/reference/events.md": "scripts.event_page:text",
    }
)


def text_of(source: str) -> str:
    """What the function named ``module:function`` returns."""
    module, _, function = source.partition(":")
    text = getattr(importlib.import_module(module), function)()
    if not isinstance(text, str) or not text.endswith("\n"):
        raise TypeError(f"{source} must return text that ends in a newline")
    return text


def main() -> int:
    """Write every generated file that differs and say so."""
    for name, source in GENERATED.items():
        path, text = ROOT / name, text_of(source)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "framework")]
    sys.exit(main())
