"""An installed wheel works by itself: in an environment with nothing but it and what it declares to need."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout with the locked build backend."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(root: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of a new environment: the wheel, the dependencies of run.lock, nothing else.

    The dependencies are the files already installed for the tests, linked: the network is not needed.
    """
    folder = tmp_path_factory.mktemp("installed") / "environment"
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    where = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    asked = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True)
    site_packages = Path(asked.stdout.strip())
    for name in locked_names(root / "requirements" / "run.lock"):
        link_distribution(name, site_packages)
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-index",
        "--no-deps",
        str(wheel),
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return scripts


def locked_names(lock: Path) -> tuple[str, ...]:
    """The names of all distributions of a lock file, without repetition."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==", lock.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return tuple(dict.fromkeys(found))


def link_distribution(name: str, target: Path) -> None:
    """Put the installed files of one distribution into another environment's site-packages."""
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return  # needed on other systems only
    tops = {file.parts[0] for file in distribution.files or () if ".." not in file.parts}
    for top in sorted(tops - {"__pycache__"}):
        source = Path(str(distribution.locate_file(top)))
        if not (target / top).exists():
            link_or_copy(source, target / top)


def link_or_copy(source: Path, target: Path) -> None:
    try:
        target.symlink_to(source, target_is_directory=source.is_dir())
    except OSError:  # Windows lets only some people make links
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)


def run(program: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return subprocess.run(
        [program, *arguments],
        cwd=cwd,
        env=clean,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_wheel_carries_titles_and_schemas(wheel: Path, root: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for kind in ("titles", "schemas"):
        for path in (root / kind).rglob("*"):
            if path.is_file() and path.suffix in (".yaml", ".json", ".py", ".md"):
                assert f"open18xx/_data/{path.relative_to(root).as_posix()}" in names
    for path in (root / "framework").rglob("templates/*/*.yaml"):
        assert path.relative_to(root / "framework").as_posix() in names
    assert "open18xx/authoring/templates/title/title.yaml" in names
    assert "open18xx/py.typed" in names
    assert not [name for name in names if name.endswith(".pyc") or name.startswith("tests")]


def test_the_wheel_has_both_commands(environment: Path, tmp_path: Path) -> None:
    for name in ("open18xx", "18xx"):
        result = run(environment / name, "--version", cwd=tmp_path)
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.startswith("open18xx ")


def test_the_installed_copy_uses_its_own_files(environment: Path, tmp_path: Path) -> None:
    code = "from open18xx.resources import *; print(titles_dir()); print(schemas_dir())"
    result = run(environment / "python", "-c", code, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    for line in result.stdout.splitlines():
        assert Path(line).is_dir()
        assert Path(line).is_relative_to(environment.parent.resolve())


def test_the_installed_copy_checks_a_title(environment: Path, tmp_path: Path) -> None:
    result = run(environment / "open18xx", "check", "1826", "--json", cwd=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    assert json.loads(result.stdout)["ok"] is True


def test_the_installed_copy_plays_a_title(environment: Path, tmp_path: Path) -> None:
    seats = ("--players", "3", "--seed", "5", "--seats", "greedy,greedy,random", "--out", "game.json")
    played = run(environment / "open18xx", "play", "1826", *seats, cwd=tmp_path)
    assert played.returncode == 0, played.stdout + played.stderr
    replayed = run(environment / "open18xx", "replay", "game.json", cwd=tmp_path)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
