"""The set-up script and the locked dependencies."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

LOCKS = ("run.lock", "build.lock", "dev.lock")


def entries(lock: Path) -> dict[str, set[str]]:
    """Name -> locked versions (more than one where they differ by Python or system)."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^([\w.-]+)==([\w.!+-]+)", lock.read_text(encoding="utf-8"), re.MULTILINE
    ):
        found.setdefault(normal(name), set()).add(version)
    return found


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_version_has_hashes(root: Path, name: str) -> None:
    text = (root / "requirements" / name).read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=[\w])", "\n" + text)
    pinned = [block for block in blocks if "==" in block]
    assert pinned
    assert all(re.match(r"\n?[\w.-]+==", block) and "--hash=sha256:" in block for block in pinned)
    assert "://" not in text


def test_the_locks_agree(root: Path) -> None:
    run, build, dev = (entries(root / "requirements" / name) for name in LOCKS)
    for part in (run, build):
        assert {name: dev.get(name) for name in part} == part


def test_the_locks_cover_what_the_project_declares(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run, dev = (entries(root / "requirements" / name) for name in ("run.lock", "dev.lock"))

    def names(requirements: list[str]) -> set[str]:
        return {normal(re.split(r"[\s<>=!~;\[]", text, maxsplit=1)[0]) for text in requirements}

    assert names(project["dependencies"]) <= set(run)
    assert names(project["optional-dependencies"]["dev"]) <= set(dev)


def test_the_script_needs_only_the_standard_library(root: Path) -> None:
    tree = ast.parse((root / "x.py").read_text(encoding="utf-8"))
    imported = {
        alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    imported |= {
        node.module.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
    }
    assert imported <= set(sys.stdlib_module_names)


def test_old_pythons_can_read_the_script_up_to_their_refusal(root: Path) -> None:
    ast.parse((root / "x.py").read_text(encoding="utf-8"), feature_version=(3, 6))


def test_wrong_usage_of_the_script(root: Path) -> None:
    result = subprocess.run(
        [sys.executable, "x.py", "fly"], cwd=root, capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert result.stdout == ""
    assert "there is no command 'fly'" in result.stderr


def test_continuous_integration_runs_the_tests(root: Path) -> None:
    script = root / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert "python3 x.py test" in script.read_text(encoding="utf-8")
