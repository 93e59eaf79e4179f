"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from open18xx.reference import output
from open18xx.reference.output import CannotWrite, write_all


def test_files_are_written_and_others_stay(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("kept", encoding="utf-8")
    write_all(tmp_path, {"a.pdf": b"1", "svg/b.svg": b"2"})
    write_all(tmp_path, {"a.pdf": b"3"})
    assert {file.relative_to(tmp_path).as_posix(): file.read_bytes() for file in tmp_path.rglob("*.*")} == {
        "mine.txt": b"kept",
        "a.pdf": b"3",
        "svg/b.svg": b"2",
    }


def test_folders_are_made(tmp_path: Path) -> None:
    write_all(tmp_path / "one" / "two", {"a": b""})
    assert (tmp_path / "one" / "two" / "a").is_file()


def test_a_file_in_the_way_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(CannotWrite, match=r"cannot write to .*taken.*name another folder with -o"):
        write_all(tmp_path / "taken" / "sheets", {"a": b""})
    assert os.listdir(tmp_path) == ["taken"]


def test_nothing_is_left_when_writing_fails_half_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output.os, "replace", full)
    with pytest.raises(CannotWrite, match="No space left on device"):
        write_all(tmp_path / "new", {"a": b"1", "b/c": b"2"})
    assert list(tmp_path.iterdir()) == []
