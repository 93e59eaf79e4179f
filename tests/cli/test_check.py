"""The verbs check, info and explain."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from open18xx.cli.check import excerpt
from open18xx.cli.main import BAD, GOOD, USAGE, main
from open18xx.loading.codes import CODES
from open18xx.loading.nodes import Mark, Source

from tests.loading.defects.cases import GOOD as GOOD_PACK

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the good pack in the current folder."""
    shutil.copytree(GOOD_PACK, tmp_path / "mini")
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "mini"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


# -- check -----------------------------------------------------------------------------------------


def test_a_good_pack(pack: Path, capsys: Capture) -> None:
    assert main(["check", "mini"]) == GOOD
    assert capsys.readouterr().out == "Mini 1.0: no problems\n"
    assert main(["check", "mini", "--json"]) == GOOD
    assert json.loads(capsys.readouterr().out) == {"ok": True, "problems": []}


def test_a_problem_is_shown_where_it_stands(pack: Path, capsys: Capture) -> None:
    change(pack / "trains.yaml", "rusted_by:", "rusted_bye:")
    assert main(["check", "mini"]) == BAD
    assert capsys.readouterr().out == (
        "mini/trains.yaml:2:54: S001 unknown key 'rusted_bye'; did you mean 'rusted_by'?\n"
        '    2 |   - {id: "2", cost: 80, count: 4, reach: {stops: 2}, rusted_bye: "4"}\n'
        f"      | {' ' * 53}^^^^^^^^^^\n"
        "  in trains[0].rusted_bye · see `open18xx explain S001`\n"
        "mini: 1 error\n"
    )


def test_the_json_document_has_the_promised_keys(pack: Path, capsys: Capture) -> None:
    change(pack / "market.yaml", "[60, 70, 80, 90]", "[60, null, 80, 90]")
    assert main(["check", "mini", "--json"]) == BAD
    shown = capsys.readouterr()
    assert shown.err == ""
    assert json.loads(shown.out) == {
        "ok": False,
        "problems": [
            {
                "file": "market.yaml",
                "line": 3,
                "column": 10,
                "code": "T301",
                "severity": "error",
                "path": "rows[1][1]",
                "message": "a hole between prices, in row 2 column 2",
                "hint": "prices of a row stand side by side",
            }
        ],
    }


def test_warnings_alone_are_good(pack: Path, capsys: Capture) -> None:
    change(pack / "market.yaml", "[60, 70, 80, 90]", "[60, 50, 80, 90]")
    assert main(["check", "mini", "--json"]) == GOOD
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True and document["problems"][0]["severity"] == "warning"
    assert main(["check", "mini"]) == GOOD
    assert capsys.readouterr().out.endswith("Mini 1.0: 1 warning\n")


def test_several_packs(pack: Path, capsys: Capture) -> None:
    change(pack / "trains.yaml", "cost: 80", "cost: -80")
    assert main(["check", "mini", str(GOOD_PACK), "nothing", "--json"]) == BAD
    document = json.loads(capsys.readouterr().out)
    assert [(p["file"], p["code"]) for p in document["problems"]] == [
        ("mini/trains.yaml", "S007"),
        ("nothing", "Y013"),
    ]
    assert main(["check", "mini", str(GOOD_PACK), "nothing"]) == BAD
    lines = capsys.readouterr().out.splitlines()
    assert "mini: 1 error" in lines and "Mini 1.0: no problems" in lines and "nothing: 1 error" in lines


def test_no_pack_is_wrong_usage(capsys: Capture) -> None:
    assert main(["check"]) == USAGE
    assert main(["check", "1826", "--nonsense"]) == USAGE
    assert "Traceback" not in capsys.readouterr().err


def test_code_of_a_pack_does_not_run_without_hooks(pack: Path, capsys: Capture) -> None:
    change(pack / "hooks" / "toll.py", "EVENTS =", "1 / 0\nEVENTS =")
    assert main(["check", "mini", "--no-hooks"]) == GOOD
    assert main(["check", "mini"]) == BAD
    assert "ZeroDivisionError" in capsys.readouterr().out


def test_a_pack_that_prints_does_not_spoil_the_document(pack: Path, capsys: Capture) -> None:
    change(pack / "hooks" / "toll.py", "EVENTS =", "print('hello')\nEVENTS =")
    assert main(["check", "mini", "--json"]) == GOOD
    shown = capsys.readouterr()
    assert json.loads(shown.out)["ok"] and shown.err == "hello\n"


def test_the_titles_that_come_with_the_program_are_good(capsys: Capture) -> None:
    assert main(["check", "1826", "--json"]) == GOOD
    assert json.loads(capsys.readouterr().out) == {"ok": True, "problems": []}


# -- the excerpt -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "pointed"),
    [
        ("cost: cheap", 7, "cheap"),
        ('id: "two words" # x', 5, '"two words"'),
        ("a: [1, 2]", 5, "1"),
        ("a: [1, 2]", 4, "["),
        ("a: b", 5, ""),
        ("\tx: 1", 1, "\t"),
    ],
)
def test_the_excerpt_points_at_a_word(text: str, column: int, pointed: str) -> None:
    (line, _), (caret, _) = excerpt(Mark(Source("x.yaml", text), 1, column))
    assert line == "    1 | " + text.replace("\t", " ")
    assert caret.index("^") == line.index("|") + 2 + column - 1
    assert caret.count("^") == max(1, len(pointed))


def test_the_excerpt_of_a_long_line_is_short() -> None:
    text = "x" * 5000 + " here " + "y" * 10_000_000
    (line, _), (caret, _) = excerpt(Mark(Source("x.yaml", text), 1, 5002))
    assert len(line) < 120
    start = caret.index("^")
    assert line[start : start + 4] == "here" and caret.count("^") == 4


def test_the_excerpt_shows_no_control_characters() -> None:
    (line, _), _ = excerpt(Mark(Source("x.yaml", "a: \x1b[31mred"), 1, 1))
    assert line == "    1 | a: ?[31mred"


def test_colour_only_on_a_terminal(pack: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    change(pack / "trains.yaml", "cost: 80", "cost: -80")
    main(["check", "mini"])
    assert "\x1b[" not in capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(["check", "mini"]) == BAD
    shown = capsys.readouterr().out
    assert "S007" in shown and "mini/trains.yaml:2:21" in shown


# -- info ------------------------------------------------------------------------------------------


def test_info_counts(capsys: Capture) -> None:
    assert main(["info", str(GOOD_PACK), "--json"]) == GOOD
    document = json.loads(capsys.readouterr().out)
    assert document["id"] == "mini" and document["bank"] == 2000
    assert document["players"]["2"] == {"cash": 400, "certificate_limit": 12}
    assert document["counts"] == {
        "hexes": 9,
        "tiles": 12,
        "tile_copies": 23,
        "market_spaces": 11,
        "trains": 3,
        "phases": 3,
        "privates": 2,
        "corporations": 2,
        "hook_modules": 1,
        "options": 2,
        "rules": 3,
    }
    assert main(["info", str(GOOD_PACK)]) == GOOD
    shown = capsys.readouterr().out
    assert shown.startswith("Mini 1.0\n") and "players       2 to 3\n" in shown


def test_info_of_a_bank_without_limit_names_no_amount(capsys: Capture) -> None:
    assert main(["info", "1894", "--json"]) == GOOD
    assert json.loads(capsys.readouterr().out)["bank"] is None
    assert main(["info", "1894"]) == GOOD
    assert "bank          no limit\n" in capsys.readouterr().out


def test_info_of_a_broken_pack_is_one_line(pack: Path, capsys: Capture) -> None:
    change(pack / "trains.yaml", "cost: 80", "cost: -80")
    assert main(["info", "mini"]) == BAD
    assert capsys.readouterr().err == "open18xx: trains.yaml:2:21: S007 cost: -80 should be at least 1\n"


# -- explain ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_explained(code: str, capsys: Capture) -> None:
    assert main(["explain", code.lower()]) == GOOD
    assert capsys.readouterr().out.startswith(f"{code} ({CODES[code].severity}): {CODES[code].summary}\n")
    assert main(["explain", code, "--json"]) == GOOD
    assert json.loads(capsys.readouterr().out)["code"] == code


def test_a_refusal_is_explained_by_the_rules_it_cites(capsys: Capture) -> None:
    assert main(["explain", "train.limit"]) == GOOD
    assert "1826-4.7.9-01\n" in capsys.readouterr().out
    assert main(["explain", "train.limit", "--json"]) == GOOD
    assert "1826-4.7.9-01" in {rule["id"] for rule in json.loads(capsys.readouterr().out)["rules"]}


@pytest.mark.parametrize(
    ("code", "hint"), [("T4O5", "did you mean 'T4"), ("train.limits", "did you mean 'train.limit'")]
)
def test_an_unknown_code(code: str, hint: str, capsys: Capture) -> None:
    assert main(["explain", code]) == BAD
    assert hint in capsys.readouterr().err
