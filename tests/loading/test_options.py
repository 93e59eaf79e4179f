"""Options of a title: which may be chosen, and the values they change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from open18xx.loading import OptionError, check_pack, load_title
from open18xx.loading.nodes import plain
from open18xx.loading.options import OptionPathError, apply, resolve
from open18xx.loading.packs import read_pack
from open18xx.loading.problems import Report

from tests.loading.defects.cases import GOOD


def test_nothing_is_changed_without_options() -> None:
    title = load_title(GOOD)
    assert title.bank_cash == 2000 and title.active_options == frozenset()
    assert title.options["poor"].players == (2,)
    assert title.options["rich"].set == {"bank.cash": 3000}


def test_an_option_changes_values() -> None:
    title = load_title(GOOD, options=["poor"])
    assert title.parameters("toll") == {"amount": 5, "hexes": ("C3",)}
    assert title.companies.privates["Ferry"].abilities[0].closes is False
    assert title.active_options == {"poor"}
    data = title.data["title"]
    assert isinstance(data, dict) or data["hooks"][0]["parameters"]["amount"] == 5  # type: ignore[index]


def test_the_hash_is_that_of_the_files() -> None:
    assert load_title(GOOD, options=["rich"]).content_hash == load_title(GOOD).content_hash


def test_unknown_options_are_refused() -> None:
    with pytest.raises(OptionError, match="no option 'rihc'; did you mean 'rich'"):
        load_title(GOOD, options=["rihc"])


def test_options_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(OptionError, match="'rich' and 'poor' cannot be chosen together"):
        load_title(GOOD, options=["rich", "poor"])


def test_an_option_that_needs_another_one(tmp_path: Path) -> None:
    shutil.copytree(GOOD, tmp_path / "mini")
    path = tmp_path / "mini" / "title.yaml"
    path.write_text(
        path.read_text()
        .replace("    players: [2]\n", "    players: [2]\n    requires: [rich]\n")
        .replace("    excludes: [poor]\n", "")
    )
    assert check_pack(tmp_path / "mini").problems == ()
    with pytest.raises(OptionError, match="'poor' needs option 'rich' as well"):
        load_title(tmp_path / "mini", options=["poor"])
    assert load_title(tmp_path / "mini", options=["poor", "rich"]).bank_cash == 3000


@pytest.mark.parametrize(
    ("text", "kind", "path"),
    [
        ("bank.cash", "title", ("bank", "cash")),
        ("limits.holding_percent", "title", ("limits", "holding_percent")),
        ("players.2.cash", "title", ("players", "2", "cash")),
        ("title.players.2.cash", "title", ("players", "2", "cash")),
        ("hooks.toll.amount", "title", ("hooks", 0, "parameters", "amount")),
        ("hooks.toll.new_one", "title", ("hooks", 0, "parameters", "new_one")),
        ("hooks.toll.hexes.0", "title", ("hooks", 0, "parameters", "hexes", 0)),
        ("trains.2.cost", "trains", ("trains", 0, "cost")),
        ("trains.4.multiplier", "trains", ("trains", 2, "multiplier")),
        ("phases.3.train_limit.ten", "phases", ("phases", 1, "train_limit", "ten")),
        (
            "companies.privates.Mail.abilities.0.amount",
            "companies",
            ("privates", 1, "abilities", 0, "amount"),
        ),
        (
            "companies.share_structures.ten.float_shares",
            "companies",
            ("share_structures", "ten", "float_shares"),
        ),
        ("market.zones.yellow.prices_up_to", "market", ("zones", 0, "prices_up_to")),
        ("market.rows.0", "market", ("rows", 0)),
        ("rounds.trains.minimum_price", "rounds", ("trains", "minimum_price")),
        ("tiles.manifest.57.count", "tiles", ("manifest", "57", "count")),
        ("map.hexes.C3.terrain", "map", ("hexes", "C3", "terrain")),
    ],
)
def test_a_path_means_one_value(text: str, kind: str, path: tuple[str | int, ...]) -> None:
    roots = read_pack(GOOD, Report()).roots
    assert resolve(roots, text) == (kind, path)
    value = roots["title"]
    changed = apply(roots, [(text, value)])
    assert plain(changed[kind]) != plain(roots[kind])
    assert all(changed[other] is roots[other] for other in roots if other != kind)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "bank.cahs.x",
        "nothing",
        "trains",
        "trains.9.cost",
        "market.rows.7",
        "hooks.toll",
        "hooks.tol.amount",
        "map.hexes.Z9.terrain",
        "hooks..amount",
    ],
)
def test_a_path_that_leads_nowhere(text: str) -> None:
    with pytest.raises(OptionPathError):
        resolve(read_pack(GOOD, Report()).roots, text)


def test_every_option_of_the_packs_at_hand_can_be_chosen() -> None:
    title = load_title("1826", hooks=False)
    for option in title.options.values():
        changed = load_title("1826", options=[option.id, *option.requires], hooks=False)
        assert changed.data != title.data


THIRD = """\
  - id: third
    name: Third
    text: Something else.
    requires: [rich]
    set: {bank.cash: 2500}
"""


def with_third(folder: Path, text: str) -> list[tuple[int, str, str]]:
    """Line, code and message of the problems of the good pack with a third option."""
    shutil.copytree(GOOD, folder, dirs_exist_ok=True)
    path = folder / "title.yaml"
    path.write_text(
        (GOOD / "title.yaml").read_text(encoding="utf-8").rstrip("\n") + "\n" + text, encoding="utf-8"
    )
    return [(problem.line, problem.code, problem.message) for problem in check_pack(folder).problems]


def test_an_option_that_can_never_be_chosen_is_an_error(tmp_path: Path) -> None:
    line = len((GOOD / "title.yaml").read_text(encoding="utf-8").splitlines()) + 4
    assert with_third(tmp_path, THIRD) == []
    both = THIRD.replace("[rich]", "[poor, rich]")
    assert with_third(tmp_path, both) == [
        (line, "T012", "'third' can never be chosen: it needs 'rich' and 'poor', which exclude each other")
    ]
    in_turn = THIRD + THIRD.replace("third", "fourth").replace("[rich]", "[third]\n    excludes: [rich]")
    assert with_third(tmp_path, in_turn) == [
        (line + 5, "T012", "'fourth' can never be chosen: 'fourth' excludes 'rich'")
    ]


def test_an_option_is_tried_together_with_those_it_needs(tmp_path: Path) -> None:
    """3 players would start with more than the bank that it leaves, but not with the one it needs."""
    dear = THIRD.replace("{bank.cash: 2500}", "{players.3.cash: 900}")
    assert with_third(tmp_path, dear) == []
    alone = with_third(tmp_path, dear.replace("    requires: [rich]\n", ""))
    assert [code for _, code, _ in alone] == ["T011"]
