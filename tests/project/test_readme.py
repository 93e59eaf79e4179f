"""What the README and the other pages tell people to type exists, and where they point to is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from open18xx.cli.main import TABLE, verbs

FENCE = re.compile(r"^```(?:sh|bash|console|text)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
COMMAND = re.compile(r"(?:^|[ /])(?:open18xx|18xx) ([a-z]+(?:-[a-z]+)*)\b([^#|]*)")
SETUP = re.compile(r"python3? x\.py ([a-z]+)")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def pages(root: Path) -> tuple[Path, ...]:
    return (root / "README.md", *sorted((root / "docs").rglob("*.md")))


def code_of(text: str) -> list[str]:
    """Every line of a code block and every piece of inline code."""
    blocks = [line for block in FENCE.findall(text) for line in block.splitlines()]
    return blocks + INLINE.findall(FENCE.sub("", text))


def test_the_verbs_in_all_pages_exist(root: Path) -> None:
    unknown = [
        f"{path.relative_to(root)}: {line}"
        for path in pages(root)
        for line in code_of(path.read_text(encoding="utf-8"))
        for verb, _ in COMMAND.findall(line)
        if verb not in verbs()
    ]
    assert not unknown, "\n".join(unknown)


def test_the_readme_names_every_verb(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    named = {verb for line in code_of(readme) for verb, _ in COMMAND.findall(line)}
    assert set(verbs()) <= named


def test_the_options_in_all_pages_exist(root: Path) -> None:
    helps: dict[str, str] = {}
    wrong = []
    for path in pages(root):
        for line in code_of(path.read_text(encoding="utf-8")):
            for verb, rest in COMMAND.findall(line):
                if verb not in verbs():
                    continue
                if verb not in helps:
                    command = [sys.executable, "-m", "open18xx", verb, "--help"]
                    shown = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
                    helps[verb] = shown.stdout
                for option in re.findall(r"(?<!\S)\[?(--[a-z-]+)", rest):
                    if option != "--debug" and not re.search(rf"{option}(?![\w-])", helps[verb]):
                        wrong.append(f"{path.relative_to(root)}: {verb} has no {option}: {line}")
    assert not wrong, "\n".join(wrong)


def test_the_set_up_commands_exist(root: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "x.py", "help"], cwd=root, capture_output=True, text=True, check=True
    )
    known = set(re.findall(r"^  ([a-z]+)\b", shown.stdout, flags=re.MULTILINE))
    named = {
        command
        for path in pages(root)
        for line in code_of(path.read_text(encoding="utf-8"))
        for command in SETUP.findall(line)
    }
    assert {"demo", "test"} <= named <= known


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md"])
def test_links_point_to_files(root: Path, name: str) -> None:
    missing = [
        link for link in LINK.findall((root / name).read_text(encoding="utf-8")) if not (root / link).exists()
    ]
    assert not missing


def test_the_table_of_verbs_has_no_stray_names() -> None:
    assert set(verbs()) <= set(TABLE)
