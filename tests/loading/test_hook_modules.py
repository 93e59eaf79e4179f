"""Importing the hook modules of packs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from open18xx.loading import check_pack, load_title
from open18xx.loading.hook_modules import import_hook_module

from tests.loading.defects.cases import GOOD


def pack(folder: Path, **modules: str) -> Path:
    (folder / "hooks").mkdir(parents=True)
    for name, text in modules.items():
        (folder / "hooks" / f"{name}.py").write_text(text)
    return folder


def test_modules_of_one_pack_see_each_other(tmp_path: Path) -> None:
    folder = pack(tmp_path / "a", one="from .two import value\n", two="value = 5\n")
    module = import_hook_module(folder, "one")
    assert module.value == 5
    assert module.__package__ in sys.modules
    assert import_hook_module(folder, "two") is sys.modules[f"{module.__package__}.two"]


def test_packs_with_the_same_names_do_not_meet(tmp_path: Path) -> None:
    first = import_hook_module(pack(tmp_path / "x" / "a", one="value = 1\n"), "one")
    second = import_hook_module(pack(tmp_path / "y" / "a", one="value = 2\n"), "one")
    assert (first.value, second.value) == (1, 2)
    assert first.__name__ != second.__name__


def test_a_module_is_imported_once_until_it_changes(tmp_path: Path) -> None:
    folder = pack(tmp_path / "a", one="value = 1\n")
    first = import_hook_module(folder, "one")
    assert import_hook_module(folder, "one") is first
    (folder / "hooks" / "one.py").write_text("value = 2\n")
    assert import_hook_module(folder, "one").value == 2
    assert first.value == 1


def test_a_package_may_have_an_init(tmp_path: Path) -> None:
    folder = pack(tmp_path / "a", __init__="shared = 7\n", one="from . import shared\n")
    assert import_hook_module(folder, "one").shared == 7


def test_an_init_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = pack(tmp_path / "a", __init__="1 / 0\n", one="value = 1\n")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            import_hook_module(folder, "one")


def test_the_search_path_stays_as_it_is(tmp_path: Path) -> None:
    before = list(sys.path)
    import_hook_module(pack(tmp_path / "a", one="value = 1\n"), "one")
    assert sys.path == before


@pytest.mark.parametrize("name", ["nothing", "../one", "one.two", "", "One", "os"])
def test_names_that_are_no_module_of_the_pack(name: str, tmp_path: Path) -> None:
    folder = pack(tmp_path / "a", one="value = 1\n")
    with pytest.raises(ModuleNotFoundError):
        import_hook_module(folder, name)


def test_code_of_a_pack_never_runs_unless_asked(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    import shutil

    folder = tmp_path / "mini"
    shutil.copytree(GOOD, folder)
    ran = tmp_path / "ran"
    path = folder / "hooks" / "toll.py"
    path.write_text(path.read_text() + f"\nopen({str(ran)!r}, 'w').close()\nprint('hello')\n")
    assert check_pack(folder, hooks=False).problems == ()
    assert load_title(folder, hooks=False).hook_modules[0].name == "toll"
    assert not ran.exists()
    assert check_pack(folder).problems == ()
    assert ran.exists()
    shown = capfd.readouterr()
    assert (shown.out, shown.err) == ("", "hello\n")


def test_what_hooks_declare_is_found_without_running_them(tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "mini"
    shutil.copytree(GOOD, folder)
    path = folder / "phases.yaml"
    path.write_text(path.read_text().replace("[toll_rises]", "[toll_falls]"))
    assert [problem.code for problem in check_pack(folder, hooks=False).problems] == ["T411"]
