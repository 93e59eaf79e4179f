"""The page about changing titles is run as it stands, like the tutorial."""

from pathlib import Path

import pytest
from open18xx.cli.main import main
from open18xx.loading import check_pack, load_title

from tests.docs.test_tutorial import ROOT, run_page

PAGE = ROOT / "docs" / "modding.md"


def test_the_page_works_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPEN18XX_PATH", raising=False)
    assert run_page(PAGE, tmp_path, capsys) == 15
    assert check_pack("my-1889").problems == () and check_pack("my-1889-short").problems == ()
    title = load_title("my-1889-short")
    assert (title.bank_cash, title.trains["2"].count, title.trains["3"].cost) == (4000, 5, 200)
    assert list(title.options) == ["beginner_game", "rich", "poor", "dear_trains"]
    assert list(title.companies.privates) == ["TR", "MF", "ER", "Ferry", "SMR", "DR", "SIR", "UTF"]
    assert "UR" not in title.companies.corporations and title.companies.privates["SIR"].players == ()
    marked = (tmp_path / "reference" / "index.html").read_text(encoding="utf-8")
    assert 'class="badge"' in marked and "There is less money than usual" in marked
    assert main(["replay", "rich.json", "--until", "3"]) == 0
    assert "the pack of my-1889 is not quite the one the game was played with" in capsys.readouterr().out
