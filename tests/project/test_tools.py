"""Style, types, import layers and documentation are part of the tests."""

from collections.abc import Callable
from pathlib import Path

import pytest


def test_style_is_clean(tool: Callable[..., None]) -> None:
    tool("-m", "ruff", "check", "--no-cache", ".")


@pytest.mark.slow
def test_the_framework_is_strictly_typed(tool: Callable[..., None]) -> None:
    tool("-m", "mypy", "--strict", "--no-color-output", "framework/open18xx")


@pytest.mark.slow
def test_the_hooks_of_titles_are_strictly_typed(
    tool: Callable[..., None], root: Path, tmp_path: Path
) -> None:
    hooks = sorted(str(path.relative_to(root)) for path in (root / "titles").glob("*/hooks"))
    assert hooks
    tool("-m", "mypy", "--strict", "--no-color-output", f"--cache-dir={tmp_path}", *hooks)


def test_imports_point_downwards(tool: Callable[..., None]) -> None:
    program = "import sys; from importlinter.cli import lint_imports_command as lint; sys.exit(lint())"
    tool("-c", program, "--no-cache", "--no-logo")


@pytest.mark.slow
def test_the_documentation_builds(tool: Callable[..., None], tmp_path: Path) -> None:
    tool("-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site"))
