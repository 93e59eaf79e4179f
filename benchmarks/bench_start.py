"""How long a command takes from the shell to its end, the start of Python included."""

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture


@pytest.mark.parametrize("arguments", [("--version",), ("check", "--help"), ("check", "1826")], ids=" ".join)
def test_start(benchmark: BenchmarkFixture, arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "open18xx", *arguments]
    result = benchmark(subprocess.run, command, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr
