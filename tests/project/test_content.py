"""What must not stand in the repository: title names in the framework, machine paths, leftovers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

THIS = Path(__file__).resolve()

# Names that the engine must never know, beside those read from the packs below.
WELL_KNOWN = ("1826", "1830", "1889", "1894", "18Chesapeake", "SNCF", "Etat", "TGV", "Paris")

# Keys of the title files whose values name things of a title.
NAMING_KEYS = ("id", "name", "full_name", "short_name", "abbreviation")
NAMING_FILES = ("companies.yaml", "map.yaml", "trains.yaml")

FORBIDDEN = {
    "a path of somebody's machine": re.compile(r"(?<![\w.<>{}])/(?:home|root|Users|work|workspace|mnt)/\w"),
    "the host of a package index": re.compile(r"\b(?:pypi|pythonhosted|npmjs|debian)\.(?:org|com)\b"),
    "a note about unfinished work": re.compile(r"\b(?:TODO|FIXME)\b"),
    "the number of an issue": re.compile(r"\bissues? (?:#|no\. ?)?\d+\b", re.IGNORECASE),
    "a folder beside the repository": re.compile(r"(?:\.\./)+(?:shared|\.library)\b|(?<![\w/.-])shared/\w"),
    "a note about how it was written": re.compile(
        r"\b(?:sub-?agent|language model|AI (?:assistant|agent)|coding (?:agent|session)|(?:this|last|next|"
        r"previous|earlier|another) session|helper session)\b",
        re.IGNORECASE,
    ),
}


def _names(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key in NAMING_KEYS and isinstance(value, str | int):
                yield str(value)
            yield from _names(value)
    elif isinstance(node, list):
        for value in node:
            yield from _names(value)


def title_names(root: Path) -> tuple[str, ...]:
    """Ids of titles and proper names of what is in them; short and lower-case ids say nothing."""
    found = set(WELL_KNOWN)
    for folder in sorted(path.parent for path in (root / "titles").glob("*/title.yaml")):
        found.add(folder.name)
        found.add(str(yaml.safe_load((folder / "title.yaml").read_text(encoding="utf-8")).get("id")))
        for path in (folder / name for name in NAMING_FILES):
            if path.is_file():
                found.update(_names(yaml.safe_load(path.read_text(encoding="utf-8"))))
    proper = re.compile(r"(?=.*[A-Z].*|\d{4})[\w' .-]{3,}")
    # Trains ("2H", "10H"), hexes ("H14") and private companies' letters are too short to be proper names.
    return tuple(
        sorted(name for name in found if proper.fullmatch(name) and not re.fullmatch(r"[A-Z]\d+", name))
    )


def test_the_packs_name_something(root: Path) -> None:
    """Otherwise the next test would prove nothing."""
    assert len(title_names(root)) > len(WELL_KNOWN) + 10


def test_the_framework_names_no_title_and_nothing_in_one(root: Path) -> None:
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, title_names(root))) + r")(?!\w)")
    found = [
        f"{path.relative_to(root)}:{number}: {match.group()!r} in {line.strip()!r}"
        for path in sorted((root / "framework").rglob("*"))
        if path.suffix in (".py", ".yaml", ".j2", ".json", ".md")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for match in pattern.finditer(line.replace("UTF-8", "").replace("utf-8", ""))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_repository_contains_nothing_that_does_not_belong_there(
    what: str, root: Path, tracked_files: tuple[Path, ...]
) -> None:
    found = []
    for path in tracked_files:
        if path == THIS:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # pictures, and the deliberately broken files of some tests
        found += [
            f"{path.relative_to(root)}:{number}: {what}: {line.strip()[:120]!r}"
            for number, line in enumerate(text.splitlines(), start=1)
            if FORBIDDEN[what].search(line)
        ]
    assert not found, "\n".join(found)


def test_every_file_is_small(root: Path, tracked_files: tuple[Path, ...]) -> None:
    large = [
        f"{path.relative_to(root)}: {size}"
        for path in tracked_files
        if (size := path.stat().st_size) > 2_000_000
    ]
    assert not large, "\n".join(large)
