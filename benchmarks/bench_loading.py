"""How long it takes to check a title pack and to load it, once the program runs."""

import pytest
from open18xx.loading import check_pack, load_title
from pytest_benchmark.fixture import BenchmarkFixture


@pytest.mark.parametrize("hooks", [True, False], ids=["with hooks", "without hooks"])
def test_check(benchmark: BenchmarkFixture, hooks: bool) -> None:
    outcome = benchmark(check_pack, "1826", hooks=hooks)
    assert outcome.title is not None


def test_load(benchmark: BenchmarkFixture) -> None:
    assert benchmark(load_title, "1826").name == "1826"
