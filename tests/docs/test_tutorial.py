"""The tutorial is run as it stands: its files are written, its commands are given, its answers come.

- ``yaml title="FILE"`` is a file;
- ``yaml replace="FILE"`` has the first half of its lines as they were and the second half as they become;
- ``sh`` holds commands; ``# exit status N`` behind one says that it does not succeed;
- ``text`` shows what the commands before it print: ``…`` stands for lines left out.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from open18xx.cli.main import main

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tutorial.md"

BLOCK = re.compile(r"^```(\w+)(?: (title|replace)=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"# exit status (\d)")


class Block(NamedTuple):
    kind: str
    role: str
    file: str
    text: str
    line: int


def blocks(path: Path = PAGE) -> Iterator[Block]:
    page = path.read_text(encoding="utf-8")
    for match in BLOCK.finditer(page):
        line = page.count("\n", 0, match.start()) + 1
        yield Block(match[1], match[2] or "", match[3] or "", match[4], line)


def write(block: Block, folder: Path) -> None:
    path = folder / block.file
    if block.role == "title":
        path.parent.mkdir(exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        return
    lines = block.text.splitlines(keepends=True)
    half = len(lines) // 2
    old, new = "".join(lines[:half]), "".join(lines[half:])
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"line {block.line}: {block.file} should hold {old!r} once"
    path.write_text(text.replace(old, new), encoding="utf-8")


def assert_shown(block: Block, printed: str) -> None:
    """Every piece between ``…`` comes, in this order."""
    at = 0
    for piece in re.split(r"^…\n", block.text, flags=re.MULTILINE):
        found = printed.find(piece, at)
        assert found >= 0, f"line {block.line}: the page shows\n{piece}\nbut this was printed:\n{printed}"
        at = found + len(piece)


def run_page(path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Do what a page says in a folder, which is the current one; the number of commands given."""
    printed, commands = "", 0
    for block in blocks(path):
        if block.role:
            write(block, folder)
        elif block.kind == "sh":
            printed = ""
            for line in block.text.splitlines():
                expected = STATUS.search(line)
                program, *arguments = shlex.split(line, comments=True)
                assert program == "open18xx"
                status = main(arguments)
                shown = capsys.readouterr()
                printed += shown.out
                assert status == (int(expected[1]) if expected else 0), f"$ {line}\n{shown.out}{shown.err}"
                commands += 1
        elif block.kind == "text":
            assert_shown(block, printed)
        else:
            assert block.kind == "yaml", f"line {block.line}: only parts of YAML files stand by themselves"
    return commands


def test_the_tutorial_works_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPEN18XX_PATH", raising=False)
    assert all(block.kind != "yaml" or block.role for block in blocks())
    commands = run_page(PAGE, tmp_path, capsys)
    assert commands >= 12
    marked = (tmp_path / "reference-long" / "index.html").read_text(encoding="utf-8")
    assert 'class="badge"' in marked and "£6,000" in marked
    assert list((tmp_path / "sheets").rglob("*.svg"))
    assert "£4,000" in (tmp_path / "reference" / "index.md").read_text(encoding="utf-8")


def test_every_kind_of_file_is_written_once() -> None:
    files = [block.file for block in blocks() if block.role == "title" and block.file.startswith("island/")]
    kinds = ["title", "map", "tiles", "market", "trains", "phases", "companies", "rounds", "rules"]
    assert files == [f"island/{kind}.yaml" for kind in kinds]
