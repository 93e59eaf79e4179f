"""Packs damaged at random: always an answer, never an exception, never a hang."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from open18xx import resources
from open18xx.loading import check_pack
from open18xx.loading.codes import CODES

pytestmark = pytest.mark.slow

FILES = ("title", "map", "tiles", "market", "trains", "phases", "companies", "rounds", "rules")
PACK = resources.titles_dir() / "g1826"
#: What is put in place of a piece of a file.
PIECES = (
    *("", "\n", "\t", ":", "-", "{", "}", "[", "]", '"', "'", "#", "&a", "*a", "!x", "~", "0", "-1", "\x00"),
    *("999999999999", "true", "null", "x", "é", "<<: 1", "? a", "| ", ">", "%", "@", "s0", "1826", "G9"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("fuzz") / "g1826"
    shutil.copytree(PACK, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def check_damaged(folder: Path, name: str, damaged: bytes) -> None:
    path = folder / f"{name}.yaml"
    good = path.read_bytes()
    try:
        path.write_bytes(damaged)
        outcome = check_pack(folder, hooks=False)
    finally:
        path.write_bytes(good)
    for problem in outcome.problems:
        assert problem.code in CODES and problem.message
        assert problem.line >= 0 and problem.column >= 0
        json.dumps(problem.as_json(), allow_nan=False)
    assert (outcome.title is None) == any(problem.severity == "error" for problem in outcome.problems)


each_file = pytest.mark.parametrize("name", FILES)
some = settings(
    max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@each_file
@some
@given(seed=st.integers(0, 10**9), changes=st.integers(1, 4))
def test_a_file_with_other_bytes(folder: Path, name: str, seed: int, changes: int) -> None:
    chance = random.Random(seed)
    raw = bytearray((folder / f"{name}.yaml").read_bytes())
    for _ in range(changes):
        at = chance.randrange(len(raw))
        piece = chance.choice(PIECES).encode() if chance.random() < 0.8 else bytes([chance.randrange(256)])
        raw[at : at + chance.randrange(4)] = piece
    check_damaged(folder, name, bytes(raw))


@each_file
@some
@given(seed=st.integers(0, 10**9))
def test_a_file_with_other_lines(folder: Path, name: str, seed: int) -> None:
    chance = random.Random(seed)
    lines = (folder / f"{name}.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[at : at + chance.randrange(1, 5)]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = " " * chance.randrange(1, 4) + lines[at]
        case _:
            del lines[at:]
    check_damaged(folder, name, "".join(lines).encode())


@each_file
@some
@given(seed=st.integers(0, 10**9))
def test_a_value_of_another_kind(folder: Path, name: str, seed: int) -> None:
    """One value of the file is replaced by one of another kind, so that the YAML stays readable."""
    chance = random.Random(seed)
    text = (folder / f"{name}.yaml").read_text(encoding="utf-8")
    spots = [at for at, char in enumerate(text) if char in ":[," and text[at + 1 : at + 2] == " "]
    at = chance.choice(spots) + 2
    end = at
    while end < len(text) and text[end] not in ",}]\n#":
        end += 1
    value = chance.choice(
        ["x", "-7", "0", "[]", "{}", "null", "true", '"2H"', "[[1, 2]]", "{a: b}", "99999999"]
    )
    check_damaged(folder, name, (text[:at] + value + text[end:]).encode())
