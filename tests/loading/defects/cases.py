"""What a defect is: one change to the small good pack, and exactly what the loader must say about it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

#: Stands before the place where a problem is expected; never part of a file.
POINTER = "▸"
GOOD = Path(__file__).parents[1] / "packs" / "mini"

#: file, line, column, code
Expected = tuple[str, int, int, str]


@dataclass(frozen=True)
class Defect:
    """One line of the good pack replaced.

    Attributes:
        name: what is wrong.
        file: file that is changed.
        old: text that is replaced; the first one counts.
        new: what stands there instead; the pointer marks where the problem is expected.
        code: code of the problem.
        at: (file, text) where the problem is expected instead, in the changed pack.
        also: further problems the change cannot avoid: (code, file, text with pointer).
    """

    name: str
    file: str
    old: str
    new: str
    code: str
    at: tuple[str, str] | None = None
    also: tuple[tuple[str, str, str], ...] = ()

    def apply(self, folder: Path) -> list[Expected]:
        """Make the defect pack in an empty folder and return the problems it must have."""
        shutil.copytree(GOOD, folder, dirs_exist_ok=True)
        path = folder / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) >= 1, f"{self.file} has no {self.old!r}"
        start = text.index(self.old)
        marked = text[:start] + self.new + text[start + len(self.old) :]
        path.write_text(marked.replace(POINTER, ""), encoding="utf-8", newline="\n")
        expected = []
        if self.at is not None:
            expected.append((self.at[0], *find(folder / self.at[0], self.at[1]), self.code))
        elif POINTER in marked:
            expected.append((self.file, *place(marked, marked.index(POINTER)), self.code))
        else:
            expected.append((self.file, 0, 0, self.code))
        for code, file, where in self.also:
            expected.append((file, *find(folder / file, where), code))
        return sorted(expected)


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of a character, counted from 1."""
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def find(path: Path, where: str) -> tuple[int, int]:
    """Line and column of the pointer in a text that the file holds without the pointer."""
    text = path.read_text(encoding="utf-8")
    plain = where.replace(POINTER, "")
    assert text.count(plain) >= 1, f"{path.name} has no {plain!r}"
    return place(text, text.index(plain) + where.index(POINTER))
