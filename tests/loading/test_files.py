"""Defects that are no single line: files that are missing, unreadable, misplaced, or too much."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from open18xx.cli.main import main
from open18xx.loading import check_pack, load_title
from open18xx.loading.codes import CODES
from open18xx.loading.kinds import KINDS
from open18xx.loading.problems import MOST_PROBLEMS

from tests.loading.defects.cases import GOOD
from tests.loading.defects.corpus import DEFECTS


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the good pack."""
    folder = tmp_path / "mini"
    shutil.copytree(GOOD, folder)
    return folder


def problems(folder: Path | str) -> list[tuple[str, int, int, str]]:
    return [(p.file, p.line, p.column, p.code) for p in check_pack(folder).problems]


def _missing(pack: Path) -> None:
    (pack / "market.yaml").unlink()


def _empty(pack: Path) -> None:
    (pack / "market.yaml").write_text("")


def _only_comments(pack: Path) -> None:
    (pack / "market.yaml").write_text("# nothing\n\n")


def _not_utf8(pack: Path) -> None:
    path = pack / "companies.yaml"
    path.write_bytes(path.read_bytes().replace(b"River Ferry", "Rivi\xe8re".encode("latin-1")))


def _utf16(pack: Path) -> None:
    path = pack / "market.yaml"
    path.write_bytes(path.read_text().encode("utf-16"))


def _folder(pack: Path) -> None:
    (pack / "market.yaml").unlink()
    (pack / "market.yaml").mkdir()


def _link_out(pack: Path) -> None:
    outside = pack.parent / "market.yaml"
    shutil.move(pack / "market.yaml", outside)
    (pack / "market.yaml").symlink_to(outside)


def _link_to_itself(pack: Path) -> None:
    (pack / "market.yaml").unlink()
    (pack / "market.yaml").symlink_to(pack / "market.yaml")


def _link_to_nothing(pack: Path) -> None:
    (pack / "market.yaml").unlink()
    (pack / "market.yaml").symlink_to(pack / "nothing.yaml")


def _bomb(pack: Path) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{key}: &{key} [{', '.join([f'*{below}'] * 9)}]"
        for below, key in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    (pack / "market.yaml").write_text("\n".join(lines))


def _many_values(pack: Path) -> None:
    (pack / "market.yaml").write_text("rows:\n" + "- [1, 2, 3]\n" * 60_000)


def _huge(pack: Path) -> None:
    with (pack / "market.yaml").open("wb") as file:
        file.truncate(40_000_000)


def _text_only(pack: Path) -> None:
    (pack / "market.yaml").write_text("just text\n")


def _hook_link_out(pack: Path) -> None:
    outside = pack.parent / "toll.py"
    shutil.move(pack / "hooks" / "toll.py", outside)
    (pack / "hooks" / "toll.py").symlink_to(outside)


def _no_schema(pack: Path) -> None:
    (pack / "hooks" / "toll.schema.json").unlink()


CASES: tuple[tuple[Callable[[Path], None], tuple[str, int, int, str]], ...] = (
    (_missing, ("market.yaml", 0, 0, "Y002")),
    (_link_to_nothing, ("market.yaml", 0, 0, "Y002")),
    (_folder, ("market.yaml", 0, 0, "Y003")),
    (_link_to_itself, ("market.yaml", 0, 0, "Y003")),
    (_not_utf8, ("companies.yaml", 17, 15, "Y004")),
    (_utf16, ("market.yaml", 1, 1, "Y004")),
    (_empty, ("market.yaml", 1, 1, "Y005")),
    (_only_comments, ("market.yaml", 1, 1, "Y005")),
    (_bomb, ("market.yaml", 1, 4, "Y007")),
    (_many_values, ("market.yaml", 50_001, 4, "Y009")),
    (_huge, ("market.yaml", 0, 0, "Y009")),
    (_link_out, ("market.yaml", 0, 0, "Y012")),
    (_hook_link_out, ("title.yaml", 13, 13, "Y012")),
    (_text_only, ("market.yaml", 1, 1, "S003")),
    (_no_schema, ("title.yaml", 14, 17, "H009")),
)


@pytest.mark.parametrize(
    ("change", "expected"), CASES, ids=lambda value: getattr(value, "__name__", "")[1:] or None
)
def test_a_file_that_cannot_be_used(
    change: Callable[[Path], None],
    expected: tuple[str, int, int, str],
    pack: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change(pack)
    assert problems(pack) == [expected]
    main(["check", str(pack)])
    shown = capsys.readouterr()
    assert expected[3] in shown.out
    assert "Traceback" not in shown.err and "internal error" not in shown.err


def test_a_file_that_nothing_reads(pack: Path) -> None:
    (pack / "trian.yaml").write_text("a: b\n")
    (pack / "title.yml").write_text("a: b\n")
    assert problems(pack) == [("title.yml", 0, 0, "T007"), ("trian.yaml", 0, 0, "T007")]
    assert check_pack(pack).title is not None


def test_rules_of_position_files_are_checked_with_a_pack(pack: Path) -> None:
    (pack / "positions.yaml").write_text("title: mini\nsingle_visit: [C1]\n")
    assert problems(pack) == []
    (pack / "positions.yaml").write_text("title: mini\nsingle_vist: [C1]\n")
    assert problems(pack) == [("positions.yaml", 2, 1, "S001")]
    assert set(load_title(GOOD).data) == set(KINDS)


def test_a_misnamed_file_is_suggested(pack: Path) -> None:
    (pack / "trains.yaml").rename(pack / "train.yaml")
    found = {problem.code: problem for problem in check_pack(pack).problems}
    assert set(found) == {"T007", "Y002"}
    assert found["T007"].hint == "did you mean 'trains.yaml'?"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_without_permission(pack: Path) -> None:
    (pack / "market.yaml").chmod(0)
    assert problems(pack) == [("market.yaml", 0, 0, "Y003")]


def test_an_empty_folder_lacks_every_file(tmp_path: Path) -> None:
    assert {(file, code) for file, _, _, code in problems(tmp_path)} == {
        (f"{kind}.yaml", "Y002")
        for kind in ("title", "map", "tiles", "market", "trains", "phases", "companies", "rounds")
    }


@pytest.mark.parametrize("ref", ["no-such-pack", "no/such/folder", "", "a\0b", "x" * 5000])
def test_a_pack_that_does_not_exist(ref: str) -> None:
    (found,) = check_pack(ref).problems
    assert found.code == "Y013"


def test_a_newer_format_says_nothing_else(pack: Path) -> None:
    path = pack / "title.yaml"
    path.write_text(path.read_text().replace("format: 1", "format: 7").replace("bank:", "bnak:"))
    (pack / "map.yaml").write_text("hexagons: {}\n")
    (found,) = check_pack(pack).problems
    assert (found.code, found.line, found.column) == ("T004", 2, 9)


def test_several_problems_are_told_in_one_run(pack: Path) -> None:
    for file, old, new in (
        ("trains.yaml", "cost: 80,", "cost: 80, cost: 90,"),
        ("phases.yaml", "operating_rounds: 1", "operating_round: 1"),
        ("market.yaml", "[60, 70, 80, 90]", "[60, null, 80, 90]"),
        ("companies.yaml", "{hex: C5}", "{hex: C9}"),
        ("companies.yaml", "cost: 20", "cost: -20"),
        ("tiles.yaml", '["23", "24"]', '["23", "42"]'),
        ("hooks/toll.py", "def modify_tile_cost", "def modify_tile_cots"),
    ):
        path = pack / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
    found = problems(pack)
    assert [code for *_, code in found] == ["S007", "T507", "H003", "T301", "S001", "T103", "Y001"]
    assert found == sorted(found)


def test_a_title_loads_in_spite_of_warnings(pack: Path) -> None:
    path = pack / "market.yaml"
    path.write_text(path.read_text().replace("[60, 70, 80, 90]", "[60, 50, 80, 90]"))
    assert [problem.severity for problem in check_pack(pack).problems] == ["warning"]
    assert load_title(pack).name == "Mini"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("trains.yaml", "trains:\n" + "- {a: 1, b: 2}\n" * 30_000),
        ("trains.yaml", "trains: []\n" + "".join(f"key{n}: 1\n" for n in range(60_000))),
        ("market.yaml", "start_spaces:\n" + "- {a: [1, x]}\n" * 30_000),
        ("map.yaml", "hexes:\n" + "".join(f"  h{n}: {{}}\n" for n in range(60_000))),
        ("map.yaml", "regions: {x: [" + ", ".join(f"G{n % 900}" for n in range(90_000)) + "]}\n"),
        (
            "tiles.yaml",
            "manifest:\n" + "".join(f'  "x{n}": {{count: 1, upgrades: [y{n}]}}\n' for n in range(20_000)),
        ),
    ],
    ids=["things", "keys", "entries", "hexes", "region", "tiles"],
)
def test_a_file_full_of_problems_ends(pack: Path, file: str, text: str) -> None:
    (pack / file).write_text(text)
    outcome = check_pack(pack, hooks=False)
    assert outcome.title is None and 0 < len(outcome.problems) <= MOST_PROBLEMS


#: Codes that no change of a pack can bring about today.
UNSEEN = {
    "S009": "no schema uses a keyword that ends here",
    "T001": "the schemas leave nothing to it",
    "H006": "the catalogue has no hook that decides",
    "T008": "needs two files: test_sources",
    "T003": "needs two packs: test_overlays",
    "T005": "needs two packs: test_overlays",
    "T006": "needs two packs: test_overlays",
}


def test_every_code_has_a_pack_that_causes_it() -> None:
    seen = {defect.code for defect in DEFECTS} | {code for defect in DEFECTS for code, *_ in defect.also}
    seen |= {expected[3] for _, expected in CASES} | {"T007", "Y013"}
    assert seen | set(UNSEEN) == set(CODES)
    assert not seen & set(UNSEEN)
