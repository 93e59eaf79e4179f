"""``open18xx rules``: marks read from test files, coverage, and the texts."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest
from open18xx.cli.main import BAD, GOOD, main
from open18xx.cli.rule_marks import Mark, Scan, scan_tests
from open18xx.cli.rules import measure
from open18xx.definition.rules import RuleBook, RuleSection, RuleText
from open18xx.errors import Open18xxError


def written(folder: Path, text: str, name: str = "test_it.py") -> Scan:
    (folder / name).write_text(dedent(text), encoding="utf-8")
    return scan_tests(folder)


def rule(name: str, *, repeats: str | None = None, unprovable: str = "") -> RuleText:
    return RuleText(name, "1", "stock", "engine", "text", "", repeats, unprovable, (), ())


def book(*rules: RuleText) -> RuleBook:
    return RuleBook((RuleSection("1", "One", rules),), {}, {})


def test_marks_of_functions_classes_files_and_cases(tmp_path: Path) -> None:
    found = written(
        tmp_path,
        """
        import pytest
        import pytest as other

        pytestmark = [pytest.mark.slow, pytest.mark.rule("x-1")]
        GROUP = ("x-5", "x-6")
        proves = pytest.mark.rule
        CASES = [pytest.param(1, marks=[pytest.mark.rule("x-7")]), pytest.param(2, marks=proves("x-8"))]

        @pytest.mark.rule("x-2", "x-3")
        def test_function(): ...

        @pytest.mark.rule("x-4")
        class TestClass:
            @pytest.mark.rule(*GROUP)
            async def test_method(self): ...

        @pytest.mark.parametrize("case", CASES)
        def test_table(case): ...

        @pytest.mark.parametrize("case", [pytest.param(1, marks=pytest.mark.rule("x-9"))])
        def test_inline(case): ...

        @pytest.mark.rule("x-10")
        def helper(): ...
        """,
    )
    assert found.rules() == {f"x-{number}" for number in range(1, 10)}
    assert found.unreadable == ()
    assert Mark("x-2", "test_it.py", 10, "test_function") in found.marks


def test_tests_that_are_skipped_or_expected_to_fail_prove_nothing(tmp_path: Path) -> None:
    found = written(
        tmp_path,
        """
        import pytest

        @pytest.mark.skip
        @pytest.mark.rule("x-1")
        def test_skipped(): ...

        @pytest.mark.rule("x-2")
        @pytest.mark.xfail(reason="not yet")
        def test_failing(): ...

        @pytest.mark.skip(reason="all of it")
        class TestClass:
            @pytest.mark.rule("x-3")
            def test_method(self): ...

        CASES = [pytest.param(1, marks=[pytest.mark.xfail, pytest.mark.rule("x-4")])]
        """,
    )
    assert found.rules() == frozenset()
    skipped = written(
        tmp_path,
        'pytestmark = pytest.mark.skip\n\n@pytest.mark.rule("x-5")\ndef test_it(): ...\n',
        "test_b.py",
    )
    assert skipped.rules() == frozenset()


@pytest.mark.parametrize(
    "ids", ['f"x-{1}"', "[name for name in NAMES]", "UNKNOWN", "LOOP", "str(1)", '"x-" + "1"']
)
def test_ids_that_are_no_literals_are_reported(tmp_path: Path, ids: str) -> None:
    found = written(tmp_path, f"LOOP = LOOP\n\n@pytest.mark.rule({ids})\ndef test_it(): ...\n")
    assert found.rules() == frozenset()
    assert found.unreadable == ("test_it.py:3",)


def test_a_missing_folder_and_a_broken_file_are_errors(tmp_path: Path) -> None:
    with pytest.raises(Open18xxError, match="there is no such folder of tests"):
        scan_tests(tmp_path / "none")
    with pytest.raises(Open18xxError, match=r"test_it\.py:1: not valid Python"):
        written(tmp_path, "def test_it(:\n")


def test_what_counts_as_covered() -> None:
    found = measure(
        book(
            rule("x-1"),
            rule("x-2", repeats="x-1"),
            rule("x-3", repeats="x-2"),
            rule("x-4"),
            rule("x-5", repeats="x-4"),
            rule("x-6", unprovable="advice"),
            rule("x-7", repeats="x-8"),
            rule("x-8", repeats="x-7"),
        ),
        Scan((Mark("x-1", "a", 1, "t"), Mark("x-9", "a", 2, "t"), Mark("y-1", "a", 3, "t")), ()),
    )
    assert (found.covered, found.total, found.unprovable) == (3, 7, 1)
    assert found.missing == ("x-4", "x-5", "x-7", "x-8")
    # A rule of another title is none of this book's business.
    assert [mark.rule for mark in found.unknown] == ["x-9"]


def test_a_test_of_a_repeating_rule_does_not_cover_what_it_repeats() -> None:
    found = measure(book(rule("x-1"), rule("x-2", repeats="x-1")), Scan((Mark("x-2", "a", 1, "t"),), ()))
    assert found.missing == ("x-1",)


def test_the_rules_are_printed_with_the_figures_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "1826"]) == GOOD
    shown = capsys.readouterr().out
    assert shown.startswith("Rules of 1826\n\n1.1  Setting up\n\n  1826-1.1-01\n")
    assert "F12,000" in shown
    assert "{{" not in shown
    assert "Example: " in shown
    assert "(repeats 1826-3-02)" in shown
    assert "(cannot be checked: advice" in shown


def test_the_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "1826", "--json"]) == GOOD
    document = json.loads(capsys.readouterr().out)
    rules = [rule for section in document["sections"] for rule in section["rules"]]
    assert (document["title"], len(rules)) == ("1826", 523)
    assert all("{" not in rule["text"] for rule in rules)


def test_coverage_as_text_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, '@pytest.mark.rule("1826-1.1-06")\ndef test_it(): ...\n')
    assert main(["rules", "1826", "--coverage", "--tests", str(tmp_path)]) == GOOD
    shown = capsys.readouterr().out.splitlines()
    assert [line.split() for line in shown if line.startswith("1.1 ")] == [["1.1", "Setting", "up", "1", "8"]]
    assert "Missing: 516" in shown
    assert main(["rules", "1826", "--coverage", "--tests", str(tmp_path), "--json"]) == GOOD
    document = json.loads(capsys.readouterr().out)
    assert (document["covered"], document["total"], document["unprovable"]) == (1, 517, 6)
    assert len(document["missing"]) == 516
    assert document["sections"][0]["covered"] == 1


def test_a_mark_of_a_rule_that_does_not_exist_is_a_failed_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, '@pytest.mark.rule("1826-99-01")\ndef test_it(): ...\n')
    assert main(["rules", "1826", "--coverage", "--tests", str(tmp_path)]) == BAD
    assert "test_it.py:1: names rule 1826-99-01, which 1826 does not have" in capsys.readouterr().out
