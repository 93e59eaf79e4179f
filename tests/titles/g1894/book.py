"""The title 1894 and its rule book as the tests of this folder use them."""

from __future__ import annotations

from functools import cache

from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.loading.templates import render_book


@cache
def title() -> Title:
    """The title, loaded once."""
    return load_title("1894", hooks=False)


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
