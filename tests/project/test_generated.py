"""Generated pages are as their source makes them."""

from pathlib import Path

from scripts.generate import GENERATED, text_of


def test_generated_files_are_up_to_date(root: Path) -> None:
    stale = [
        name
        for name, source in GENERATED.items()
        if not (root / name).is_file() or (root / name).read_text(encoding="utf-8") != text_of(source)
    ]
    assert not stale, "run `python3 x.py generate`"
