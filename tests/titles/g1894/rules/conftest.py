"""Fixtures for the rule tests of 1894."""

from __future__ import annotations

import pytest
from open18xx.engine.context import Context

from tests.support.contexts import loaded


@pytest.fixture(scope="session")
def context() -> Context:
    """1894."""
    return loaded("1894")
