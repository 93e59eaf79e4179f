#!/usr/bin/env python3
"""Sets Open18xx up in .venv/ and runs its main jobs; ``python3 x.py help`` lists them.

It needs only Python 3.11 or newer.

Nothing here is needed by somebody who prefers plain pip:
    python3 -m venv .venv && .venv/bin/pip install -r requirements/dev.lock && .venv/bin/pip install -e .
"""

# This file must parse in Python 3.6, so that an old one can say what is wrong instead of "invalid syntax".
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.stderr.write(
        f"Open18xx needs Python 3.11 or newer; this is Python {sys.version_info[0]}.{sys.version_info[1]} "
        f"({sys.executable}).\nInstall a newer one, or name it: for example `python3.12 x.py demo`.\n"
    )
    sys.exit(1)

import hashlib
import os
import shutil
import subprocess
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCKS = ROOT / "requirements"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

HELP = """usage: python3 x.py COMMAND [ARGUMENT...]

  demo            set up, check the title pack 1826, play one whole game and print its ranking
  test [ARG...]   set up and run all tests (arguments go to pytest and replace `-n 2`)
  bench [ARG...]  set up and run the benchmarks (arguments go to pytest)
  setup           set up for development: .venv with all locked dependencies and the package itself
  run ARG...      set up and run `open18xx ARG...`
  docs            set up and build the documentation into site/
  generate        set up and write the generated pages anew (see scripts/generate.py)
  lock [--upgrade]  write requirements/*.lock anew from pyproject.toml (needs uv on the path)

The second run of any command finds everything set up and starts at once.
"""

TITLE = "1826"
DEMO_PLAYERS = 3
DEMO_SEED = 1826


class SetupFailed(Exception):
    """Something outside the project went wrong while setting up; the message says what to do."""


def main(arguments: list[str]) -> int:
    """Run one command; the exit status is 0 good, 1 failed, 2 wrong usage."""
    command, *rest = arguments or ["help"]
    commands = {
        "demo": demo,
        "test": test,
        "bench": bench,
        "setup": setup,
        "run": run,
        "docs": docs,
        "generate": generate,
        "lock": lock,
    }
    if command in ("help", "-h", "--help"):
        print(HELP, end="")
        return 0
    if command not in commands:
        print(f"x.py: there is no command {command!r}\n\n{HELP}", end="", file=sys.stderr)
        return 2
    if rest and command in ("demo", "setup", "docs", "generate"):
        print(f"x.py: {command} takes no arguments", file=sys.stderr)
        return 2
    try:
        return commands[command](rest)
    except SetupFailed as problem:
        print(f"x.py: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


# ---------------------------------------------------------------------------------------------- setting up


def prepare(kind: str) -> None:
    """Make .venv hold the locked dependencies of ``kind`` (``run`` or ``dev``) and the package itself.

    A stamp remembers which locks were installed with which Python, so that doing it again costs nothing; a
    changed lock installs again, a changed or broken Python makes the environment anew.
    """
    stamps = {name: VENV / f".open18xx-{name}" for name in ("run", "dev")}
    wanted = {name: fingerprint(name) for name in stamps}
    if any(is_stamped(stamps[name], wanted[name]) for name in ("dev", kind)):
        return
    if not PYTHON.exists() or not runs(PYTHON):
        print(f"Making a virtual environment in {VENV.name}/ …", file=sys.stderr)
        if VENV.exists():
            shutil.rmtree(VENV)
        try:
            venv.create(VENV, with_pip=True)
        except (OSError, subprocess.CalledProcessError) as problem:
            raise SetupFailed(
                f"cannot make a virtual environment in {VENV}: {problem}. On Debian and Ubuntu it needs the "
                "package python3-venv."
            ) from problem
    for stamp in stamps.values():
        stamp.unlink(missing_ok=True)
    print("Installing the locked dependencies (once; about a minute) …", file=sys.stderr)
    locks = [LOCKS / "dev.lock"] if kind == "dev" else [LOCKS / "run.lock", LOCKS / "build.lock"]
    pip("install", "--require-hashes", *(part for path in locks for part in ("-r", str(path))))
    pip("install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamps[kind].write_text(wanted[kind], encoding="utf-8")


def fingerprint(kind: str) -> str:
    """A digest of everything that decides what ``prepare(kind)`` installs."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {VENV}".encode())
    names = ["dev.lock"] if kind == "dev" else ["run.lock", "build.lock"]
    for path in [*(LOCKS / name for name in names), ROOT / "pyproject.toml"]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_stamped(stamp: Path, wanted: str) -> bool:
    """Whether the environment works and was last installed from the same files."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted and PYTHON.exists()


def runs(python: Path) -> bool:
    """Whether the environment's Python starts, has pip and is of the version that runs this script."""
    probe = "import sys, pip; print(sys.version_info[:2])"
    result = subprocess.run([python, "-c", probe], capture_output=True, text=True, check=False)
    return result.returncode == 0 and result.stdout.strip() == str(sys.version_info[:2])


def pip(*arguments: str) -> None:
    """Run the environment's pip quietly; show what it says when it fails."""
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", *arguments, "--quiet"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if result.returncode != 0:
        sys.stderr.write(result.stdout + result.stderr)
        raise SetupFailed("pip could not install what is needed (see above); is the package index reachable?")


# ---------------------------------------------------------------------------------------------- the commands


def call(*command: str | Path, **environment: str) -> int:
    """Run a command from the top of the repository and return its exit status."""
    words = [str(part) for part in command]
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, **environment}, check=False)
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


def open18xx(*arguments: str | Path) -> int:
    """Show the command line of the product and run it."""
    print("$ open18xx " + " ".join(str(argument) for argument in arguments), flush=True)
    return call(PYTHON, "-m", "open18xx", *arguments)


def demo(_: list[str]) -> int:
    """Check the pack, play one game with nobody at the table, check the file it left."""
    prepare("run")
    games = ROOT / "games"
    games.mkdir(exist_ok=True)
    record = Path("games") / f"{TITLE}-demo.json"
    seats = ",".join(["greedy"] * DEMO_PLAYERS)
    play = ["play", TITLE, "--players", str(DEMO_PLAYERS), "--seed", str(DEMO_SEED), "--seats", seats]
    for step in (["check", TITLE], [*play, "--out", str(record)], ["replay", str(record)]):
        status = open18xx(*step)
        if status != 0:
            print(f"x.py: `open18xx {step[0]}` ended with status {status}", file=sys.stderr)
            return 1
        print(flush=True)
    program = PYTHON.parent.relative_to(ROOT) / "open18xx"
    print(
        f"The game is in {record}. What to try next:\n"
        f"  {program} play {TITLE} --players 3 --seats human,greedy,greedy\n"
        "      play it yourself in the terminal against two bots\n"
        f"  {program} replay {record} --until 100\n"
        "      replay the first part of the game\n"
        f"  {program} info {TITLE}\n"
        "      see what the title pack contains\n"
        f"  {program} --help\n"
        "      see everything else\n"
        "Or change a number in titles/g1826/*.yaml and play again: every part follows."
    )
    return 0


def test(arguments: list[str]) -> int:
    """All tests; style, types, import layers, documentation and the wheel are among them (tests/project/)."""
    prepare("dev")
    options = arguments or ["-n", "2", "--dist", "loadgroup"]
    return call(PYTHON, "-m", "pytest", *options, HYPOTHESIS_PROFILE="ci")


def bench(arguments: list[str]) -> int:
    """The benchmarks, which the tests leave out."""
    prepare("dev")
    options = ["-p", "no:xdist", "-o", "python_files=bench_*.py", "benchmarks"]
    return call(PYTHON, "-m", "pytest", *options, *arguments)


def setup(_: list[str]) -> int:
    """Everything a developer needs."""
    prepare("dev")
    print(f"Ready: {PYTHON.relative_to(ROOT)}")
    return 0


def run(arguments: list[str]) -> int:
    """The product's own command line."""
    prepare("run")
    return call(PYTHON, "-m", "open18xx", *arguments)


def docs(_: list[str]) -> int:
    """The documentation as a web site in site/."""
    prepare("dev")
    return call(PYTHON, "-m", "mkdocs", "build", "--strict", "--quiet", NO_MKDOCS_2_WARNING="1")


def generate(_: list[str]) -> int:
    """Everything that is written from the source."""
    prepare("dev")
    return call(PYTHON, "scripts/generate.py")


def lock(arguments: list[str]) -> int:
    """Resolve pyproject.toml into exact versions with hashes, the same for all systems and Pythons."""
    uv = shutil.which("uv")
    if uv is None:
        raise SetupFailed("`lock` needs uv on the path (pip install uv)")
    common = [uv, "pip", "compile", "--universal", "--python-version", "3.11", "--generate-hashes", "--quiet"]
    common += ["--no-emit-index-url", "--no-header"]
    shared = ["--constraint", "requirements/dev.lock"]
    for options in (
        [*arguments, "--extra", "dev", "pyproject.toml", "-o", "requirements/dev.lock"],
        [*shared, "--extra", "print", "pyproject.toml", "-o", "requirements/run.lock"],
        [*shared, "requirements/build.in", "-o", "requirements/build.lock"],
    ):
        status = call(*common, *options)
        if status != 0:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
