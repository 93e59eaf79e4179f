"""Change every number of a title pack by one, in turn, and tell which changes no test notices.

    python scripts/mutate_data.py 1826                  # all numbers, takes some minutes
    python scripts/mutate_data.py 1826 --sample 20      # a spread of them

A change is noticed when the data tests of the title (tests/titles/<folder>/test_data_*.py) fail on the
changed pack; they load it like any other, so a pack that no longer loads is noticed too. Numbers in
comments and in quoted text are no figures and stay. Survivors need a reason in ``mutation_reasons.yaml``.
Exit status: 0 if at most 5 % survive and each has its reason.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("title", "map", "tiles", "market", "trains", "phases", "companies", "rounds")
MOST_SURVIVORS = 0.05
#: Imported once, so that the processes made for each change need not.
PRELOADED = ("open18xx.table", "open18xx.loading.templates", "jsonschema")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


@dataclass(frozen=True, slots=True)
class Spot:
    """A number in a file: 1-based line, 0-based columns of its digits."""

    file: str
    line: int
    start: int
    end: int

    def show(self, text: str) -> str:
        """The line with the number marked."""
        before, after = text[: self.start].strip(), text[self.end :].strip()
        return f"{before} >>{text[self.start : self.end]}<< {after}".strip()


@dataclass(frozen=True, slots=True)
class Survivor:
    """A change that no test noticed, with its reason if one is on record."""

    spot: Spot
    shown: str
    reason: str | None


def spots(file: str, lines: list[str]) -> Iterator[Spot]:
    """Numbers of a YAML file outside comments and quotes."""
    for number, line in enumerate(lines, 1):
        hidden = re.sub(r'"[^"]*"', lambda found: "x" * len(found.group()), line)
        code = hidden.split("#", 1)[0]
        for found in _NUMBER.finditer(code):
            yield Spot(file, number, found.start(), found.end())


def changed(lines: list[str], spot: Spot) -> str:
    """The file's text with the number raised by one."""
    line = lines[spot.line - 1]
    raised = f"{line[: spot.start]}{int(line[spot.start : spot.end]) + 1}{line[spot.end :]}"
    return "\n".join([*lines[: spot.line - 1], raised, *lines[spot.line :]]) + "\n"


def noticed(tests: list[str], packs: Path) -> bool:
    """Whether the tests fail with the packs in that folder; runs them in a process of its own."""
    child = os.fork()
    if child == 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.environ["OPEN18XX_PATH"] = str(packs)
        code = 9
        try:
            import pytest

            code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1, 2):
        raise RuntimeError(f"the tests could not be run (pytest ended with {code})")
    return code != 0


def survivors(title: str, sample: int | None, tests: list[str]) -> Iterator[tuple[int, int, Survivor | None]]:
    """(number of the change, of all, survivor or None), one after the other."""
    folder = ROOT / "titles" / f"g{title.lower()}"
    reasons = yaml.safe_load((ROOT / "scripts" / "mutation_reasons.yaml").read_text(encoding="utf-8")) or {}
    known: dict[str, str] = reasons.get(title, {})
    texts = {
        kind: (folder / f"{kind}.yaml").read_text(encoding="utf-8").splitlines()
        for kind in KINDS
        if (folder / f"{kind}.yaml").exists()
    }
    found = [spot for kind, lines in texts.items() for spot in spots(kind, lines)]
    if sample is not None and sample < len(found):
        found = [found[i * len(found) // sample] for i in range(sample)]
    with tempfile.TemporaryDirectory() as temporary:
        packs = Path(temporary)
        shutil.copytree(folder, packs / folder.name)
        for number, spot in enumerate(found, 1):
            lines = texts[spot.file]
            path = packs / folder.name / f"{spot.file}.yaml"
            path.write_text(changed(lines, spot), encoding="utf-8")
            survived = not noticed(tests, packs)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            shown = f"{spot.file}.yaml: {spot.show(lines[spot.line - 1])}"
            yield number, len(found), Survivor(spot, shown, known.get(shown)) if survived else None


def main() -> int:
    """Run from the command line."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("title", help="id of the title, such as 1826")
    parser.add_argument("--sample", type=int, help="only so many numbers, spread over the files")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    if not hasattr(os, "fork"):
        print("this script needs a system with fork(), such as Linux or macOS", file=sys.stderr)
        return 2
    folder = ROOT / "tests" / "titles" / f"g{options.title.lower()}"
    tests = [str(path) for path in sorted(folder.glob("test_data_*.py"))]
    if not tests or not (ROOT / "titles" / folder.name).is_dir():
        print(f"there is no title {options.title} with tests {folder}/test_data_*.py", file=sys.stderr)
        return 1
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "framework")]
    for name in PRELOADED:
        importlib.import_module(name)
    total = 0
    alive: list[Survivor] = []
    for number, total, survivor in survivors(options.title, options.sample, tests):
        if sys.stderr.isatty():
            print(f"\r{number}/{total}, {len(alive)} survive", end="", file=sys.stderr)
        if survivor is not None:
            alive.append(survivor)
    unexplained = [survivor for survivor in alive if survivor.reason is None]
    good = not unexplained and len(alive) <= MOST_SURVIVORS * total
    if options.json:
        listed = [{"where": s.shown, "reason": s.reason} for s in alive]
        print(json.dumps({"title": options.title, "changes": total, "survivors": listed, "ok": good}))
    else:
        print(f"{options.title}: {total} changes, {total - len(alive)} noticed, {len(alive)} survive")
        for survivor in alive:
            print(f"  {survivor.shown}\n    {survivor.reason or 'NO REASON GIVEN'}")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
