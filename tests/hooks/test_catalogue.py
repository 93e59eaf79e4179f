"""The catalogue of hooks: every entry documented, called by the engine as it says, and tested by name."""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from open18xx.hooks import specs
from open18xx.hooks.registry import hook_names

ROOT = Path(__file__).parents[2]
FRAMEWORK = ROOT / "framework" / "open18xx"
#: First word of a hook -> method of the registry that calls it, type of its answer.
KINDS = {
    "on": ("notify", "None"),
    "modify": ("modify", ""),
    "forbid": ("forbid", "Refusal | None"),
    "offer": ("offer", "tuple"),
    "decide": ("decide", ""),
}
HOOKS = hook_names()


def kind_of(name: str) -> str:
    """First word of a hook's name."""
    return name.partition("_")[0]


def signature(name: str) -> inspect.Signature:
    """Signature of a hook, annotations as text."""
    return inspect.signature(getattr(specs, name))


def calls() -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Calls of hooks in the framework: name -> (method, keywords)."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    methods = {method for method, _ in KINDS.values()}
    for path in sorted(FRAMEWORK.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in methods
                and node.args
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, str)
            ):
                keywords = frozenset(keyword.arg or "**" for keyword in node.keywords)
                found[node.args[0].value].append((node.func.attr, keywords))
    return found


CALLS = calls()


def test_no_call_names_a_hook_that_does_not_exist() -> None:
    assert set(CALLS) <= set(HOOKS)


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_documented(name: str) -> None:
    text = inspect.getdoc(getattr(specs, name))
    assert text and text[0].isupper() and text.rstrip().endswith("."), (
        f"{name} needs a sentence that says when or what"
    )


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_the_shape_of_its_kind(name: str) -> None:
    kind = kind_of(name)
    assert kind in KINDS, f"{name}: the first word says the kind, one of {', '.join(KINDS)}"
    parameters = signature(name).parameters
    answer = signature(name).return_annotation
    assert all(p.annotation is not inspect.Parameter.empty for p in parameters.values())
    assert ("tx" in parameters) is (kind == "on"), "only news gets the transaction"
    assert ("view" in parameters) is (kind != "on")
    if kind == "modify":
        assert next(iter(parameters)) == "value"
        assert parameters["value"].annotation == answer
    else:
        assert "value" not in parameters
        assert str(answer).startswith(KINDS[kind][1])


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_called_with_the_facts_it_promises(name: str) -> None:
    assert CALLS[name], f"nothing calls {name}"
    promised = set(signature(name).parameters) - {"value"}
    for method, keywords in CALLS[name]:
        assert method == KINDS[kind_of(name)][0], f"{name} is called through {method}"
        assert keywords == promised, f"{name} is given {sorted(keywords)}, it promises {sorted(promised)}"


def test_functions() -> Iterator[str]:
    """Names of all test functions of the repository."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


test_functions.__test__ = False  # type: ignore[attr-defined]
TESTS = frozenset(test_functions())


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_a_test_that_names_it(name: str) -> None:
    named = [test for test in TESTS if re.match(rf"test_(\w+_and_)?{name}(_|$)", test)]
    assert named, f"write a test called test_{name}_… in tests/hooks"
