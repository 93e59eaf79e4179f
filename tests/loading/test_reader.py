"""What the reader makes of scalars, and where it says they stand."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from open18xx.loading import reader
from open18xx.loading.nodes import DecimalText, MappingNode, Node, ScalarNode, find, locate, plain
from open18xx.loading.problems import Report

#: Text that JSON and YAML write alike: no characters beyond 16 bits, which JSON writes as two escapes.
WORDS = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=12)


def read(text: str) -> Node:
    report = Report()
    node = reader.read_text(text, "x.yaml", report)
    assert node is not None and not report.sorted(), report.sorted()
    return node


@pytest.mark.parametrize(
    ("written", "value"),
    [
        # what YAML 1.1 readers change in silence
        ("NO", "NO"),
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("True", "True"),
        ("TRUE", "TRUE"),
        ("Null", "Null"),
        ("010", "010"),
        ("0o10", "0o10"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("1:10:10", "1:10:10"),
        ("+5", "+5"),
        ("1e3", "1e3"),
        ("1.5e3", "1.5e3"),
        (".5", ".5"),
        ("5.", "5."),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("2026-01-01", "2026-01-01"),
        ("=", "="),
        # what is not text
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-0", 0),
        ("57", 57),
        ("-3", -3),
        ("9" * 15, int("9" * 15)),
        ("9" * 16, "9" * 16),
        # quotes make text
        ('"57"', "57"),
        ("'true'", "true"),
        ('"~"', "~"),
        ('""', ""),
        ('"010"', "010"),
    ],
)
def test_a_scalar_is_what_it_looks_like(written: str, value: object) -> None:
    (found,) = plain(read(f"- {written}"))  # type: ignore[misc]
    assert found == value and type(found) is type(value)


def test_a_number_with_a_fraction_is_text_and_number() -> None:
    (found,) = plain(read("- 2.5"))  # type: ignore[misc]
    assert found == "2.5" and isinstance(found, DecimalText)


def test_keys_are_text_as_written() -> None:
    assert plain(read("57: a\n010: b\nNO: c\ntrue: d\n~: e\n1.0: f\n")) == {
        "57": "a",
        "010": "b",
        "NO": "c",
        "true": "d",
        "~": "e",
        "1.0": "f",
    }


def test_marks_point_at_keys_and_values() -> None:
    root = read("trains:\n  - {id: E, cost: 800}\n  - id: TGV\n    text: >-\n      two\n      lines\n")
    for path, key, place in (
        ((), False, (1, 1)),
        (("trains",), True, (1, 1)),
        (("trains",), False, (2, 3)),
        (("trains", 0), False, (2, 5)),
        (("trains", 0, "cost"), True, (2, 13)),
        (("trains", 0, "cost"), False, (2, 19)),
        (("trains", 1, "id"), False, (3, 9)),
        (("trains", 1, "text"), False, (4, 11)),
        (("trains", 1, "nothing"), False, (3, 5)),
        (("trains", 7), False, (2, 3)),
    ):
        mark = locate(root, path, key=key)
        assert (mark.line, mark.column) == place, path


def test_columns_count_characters_not_bytes() -> None:
    root = read("{name: Régie à Liège, cost: 40}")
    assert locate(root, ("cost",)).column == 29


def test_a_byte_order_mark_is_no_part_of_the_file() -> None:
    report = Report()
    node = reader.read_bytes(b"\xef\xbb\xbfid: x\n", "x.yaml", report)
    assert isinstance(node, MappingNode) and plain(node) == {"id": "x"}
    assert locate(node, ("id",), key=True).column == 1


def test_windows_line_ends_change_nothing() -> None:
    root = read("a: 1\r\nb: 2\r\n")
    assert plain(root) == {"a": 1, "b": 2}
    assert locate(root, ("b",)).line == 2


def test_every_duplicate_key_is_told_and_the_first_value_holds() -> None:
    report = Report()
    node = reader.read_text("a: 1\na: 2\nb: {c: 1, c: 2, c: 3}\n", "x.yaml", report)
    assert [(p.code, p.line, p.column) for p in report.sorted()] == [
        ("Y001", 2, 1),
        ("Y001", 3, 11),
        ("Y001", 3, 17),
    ]
    assert "first given on line 1" in report.sorted()[0].message
    assert node is not None and plain(node) == {"a": 1, "b": {"c": 1}}


def test_the_python_parser_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: [1, x, '2']\nb: {c: ~, d: true}\ne: >-\n  folded\n  text\n"
    fast = read(text)
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    slow = read(text)
    assert plain(fast) == plain(slow)
    for path in (("a",), ("a", 2), ("b", "d"), ("e",)):
        assert locate(fast, path) == locate(slow, path)
    report = Report()
    assert reader.read_text("a: *b\n", "x.yaml", report) is None
    assert [p.code for p in report.sorted()] == ["Y007"]


def test_find_follows_a_path() -> None:
    root = read("a: [{b: 1}]")
    node = find(root, ("a", 0, "b"))
    assert isinstance(node, ScalarNode) and node.value == 1
    assert find(root, ("a", 1)) is None and find(root, ("a", 0, "b", "c")) is None


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    report = Report()
    node = reader.read_bytes(raw, "x.yaml", report)
    assert node is not None or report.has_errors


@given(st.text(alphabet="ab:-[]{},&*!|>'\"#%@`? \n\t<~1\x85\u2028", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    report = Report()
    node = reader.read_text(text, "x.yaml", report)
    assert node is not None or report.has_errors
    for problem in report.sorted():
        assert problem.line >= 1 and problem.column >= 1


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**14), 10**14) | WORDS,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
        max_leaves=12,
    )
)
def test_what_is_written_as_json_is_read_back(data: object) -> None:
    text = json.dumps(data, ensure_ascii=True)
    report = Report()
    node = reader.read_text(text, "x.yaml", report)
    if data is None:
        assert node is None and [p.code for p in report.sorted()] == ["Y005"]
    else:
        assert node is not None and plain(node) == data
