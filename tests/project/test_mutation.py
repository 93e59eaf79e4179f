"""Figures of the packs are guarded: a spread of changes by one, each of which some test must notice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the script needs fork()")
@pytest.mark.parametrize("title", ["1826", "1894"])
def test_changed_figures_are_noticed(root: Path, title: str) -> None:
    script = str(root / "scripts" / "mutate_data.py")
    command = [sys.executable, script, title, "--json", "--sample", str(SAMPLE)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)
    document = json.loads(result.stdout)
    assert document["changes"] == SAMPLE
    assert [s for s in document["survivors"] if not s["reason"]] == []


def test_unknown_title_is_said(root: Path) -> None:
    command = [sys.executable, str(root / "scripts" / "mutate_data.py"), "1066"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)
    assert result.returncode == 1
    assert "1066" in result.stderr
    assert "Traceback" not in result.stderr
