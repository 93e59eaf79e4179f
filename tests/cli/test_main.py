"""The command line as a whole: finding verbs, exit status, one line for every error."""

import json
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import pytest
import typer
from open18xx.cli import main as command_line
from open18xx.cli.main import BAD, GOOD, INTERRUPTED, TABLE, USAGE, Verb, main, overview, verbs
from open18xx.errors import Open18xxError

Install = Callable[[Callable[..., int | None]], None]


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a function as the only verb, ``try``."""

    def install(function: Callable[..., int | None]) -> None:
        module = types.ModuleType("verb_of_a_test")
        module.command = function  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr(command_line, "verbs", lambda: {"try": Verb(module.__name__, "Try something.")})

    yield install


def failing(problem: BaseException) -> Callable[..., int | None]:
    def command(as_json: Annotated[bool, typer.Option("--json")] = False) -> int | None:
        raise problem

    return command


def test_help_lists_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == GOOD
    shown = capsys.readouterr().out
    assert all(f"\n  {name} " in shown for name in verbs())


def test_nothing_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == USAGE
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", overview() + "\n")


def test_a_verb_without_a_module_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "TABLE", {**TABLE, "fly": Verb("open18xx.cli.fly", "Fly.")})
    assert "fly" not in verbs()
    assert main(["fly"]) == USAGE


def test_a_near_miss_gets_a_suggestion(verb: Install, capsys: pytest.CaptureFixture[str]) -> None:
    verb(lambda: None)
    assert main(["tri"]) == USAGE
    assert capsys.readouterr().err == "open18xx: there is no verb 'tri'; did you mean 'try'?\n"


@pytest.mark.parametrize(("returned", "status"), [(None, GOOD), (0, GOOD), (1, BAD)])
def test_the_result_of_a_verb_is_the_status(verb: Install, returned: int | None, status: int) -> None:
    verb(lambda: returned)
    assert main(["try"]) == status


def test_a_verb_gets_its_arguments_and_not_debug(verb: Install, capsys: pytest.CaptureFixture[str]) -> None:
    def command(name: str, number: Annotated[int, typer.Option("--number")] = 1) -> None:
        print(name, number)

    verb(command)
    assert main(["try", "--debug", "it", "--number", "3"]) == GOOD
    assert main(["try", "--", "--debug"]) == GOOD
    assert capsys.readouterr().out == "it 3\n--debug 1\n"


def test_wrong_arguments_are_wrong_usage(verb: Install, capsys: pytest.CaptureFixture[str]) -> None:
    verb(failing(typer.BadParameter("there are six seats at most")))
    assert main(["try", "--such"]) == USAGE
    assert main(["try"]) == USAGE
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "there are six seats at most" in shown.err


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (Open18xxError("the file ends too early"), "open18xx: the file ends too early"),
        (
            FileNotFoundError(2, "No such file or directory", "x.json"),
            "open18xx: x.json: No such file or directory",
        ),
        (
            ZeroDivisionError("division\nby zero"),
            "open18xx: internal error: ZeroDivisionError: division by zero "
            "(--debug shows the whole traceback)",
        ),
    ],
    ids=["bad input", "missing file", "fault"],
)
def test_an_error_is_one_line(
    verb: Install, capsys: pytest.CaptureFixture[str], problem: Exception, line: str
) -> None:
    verb(failing(problem))
    assert main(["try"]) == BAD
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", line + "\n")


def test_an_error_with_json_is_still_one_document(verb: Install, capsys: pytest.CaptureFixture[str]) -> None:
    verb(failing(Open18xxError("the file ends too early")))
    assert main(["try", "--json"]) == BAD
    expected = {"ok": False, "error": {"message": "the file ends too early"}}
    assert json.loads(capsys.readouterr().out) == expected


def test_debug_lets_the_exception_through(verb: Install) -> None:
    verb(failing(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        main(["try", "--debug"])


def test_an_interruption_has_its_own_status(verb: Install) -> None:
    verb(failing(KeyboardInterrupt()))
    assert main(["try"]) == INTERRUPTED


def test_the_start_loads_no_heavy_library() -> None:
    code = (
        "import sys; from open18xx.cli.main import main; main(['--help']); "
        "print([name for name in ('yaml', 'jsonschema', 'networkx', 'jinja2', 'rich', 'typer') "
        "if name in sys.modules], file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stderr.strip() == "[]"


@pytest.mark.parametrize("name", sorted(verbs()))
def test_every_verb_explains_itself(name: str) -> None:
    command = [sys.executable, "-m", "open18xx", name, "--help"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == GOOD, result.stderr
    assert result.stdout.startswith(f"Usage: open18xx {name}")


def test_a_reader_that_leaves_early_gives_no_traceback(tmp_path: Path) -> None:
    code = "import sys; from open18xx.cli import main; main.overview = lambda: 'x' * 9_999_999; main.run()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == BAD
