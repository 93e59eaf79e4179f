"""The title 1826 and its rule book as the tests of this folder use them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml
from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.loading.templates import render_book

HERE = Path(__file__).parent


@cache
def title() -> Title:
    """The title with no options chosen, loaded once."""
    return load_title("1826", hooks=False)


@cache
def _texts() -> dict[str, str]:
    return {
        rule.id: " ".join(f"{rule.text} {rule.example}".split())
        for section in render_book(title()).sections
        for rule in section.rules
    }


def rule_text(rule: str) -> str:
    """A rule of the reference as printed, its example behind it, on one line."""
    return _texts()[rule]


def expected(name: str) -> dict[str, dict[str, object]]:
    """A table of figures written down independently of the pack: ``expected_<name>.yaml``."""
    document = yaml.safe_load((HERE / f"expected_{name}.yaml").read_text(encoding="utf-8"))
    table: dict[str, dict[str, object]] = next(iter(document.values()))
    return table
