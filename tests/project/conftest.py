"""Helpers for tests of the repository itself: its tools run as a developer would run them."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the repository."""
    return ROOT


@pytest.fixture
def tool(root: Path) -> Callable[..., None]:
    """Run Python with these arguments from the top and fail with its own words when it complains."""

    def run(*arguments: str) -> None:
        command = [sys.executable, *arguments]
        result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            pytest.fail(f"$ python {' '.join(arguments)}\n{result.stdout}{result.stderr}", pytrace=False)

    return run


@pytest.fixture(scope="session")
def tracked_files(root: Path) -> tuple[Path, ...]:
    """Every file that belongs to the project: those git knows, or (outside a clone) those of its folders."""
    if (root / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True)
        names = [name for name in os.fsdecode(listed.stdout).split("\0") if name]
        return tuple(path for name in sorted(names) if (path := root / name).is_file())
    return tuple(sorted(_walk(root)))


def _walk(folder: Path) -> Iterator[Path]:
    skipped = {"__pycache__", "build", "dist", "site", "games"}
    for path in folder.iterdir():
        if path.is_dir():
            if path.name not in skipped and (not path.name.startswith(".") or path.name == ".ci"):
                yield from _walk(path)
        else:
            yield path
