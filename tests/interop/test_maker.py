"""Titles as games of 18xx-maker: they fit its schema, hold the title's figures, and name what is missing."""

from __future__ import annotations

import copy
import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from open18xx.cli.main import main
from open18xx.geometry.edges import EDGES
from open18xx.interop.maker import Export, export_maker
from open18xx.interop.maker_hexes import side
from open18xx.loading import load_title
from open18xx.resources import titles_dir
from referencing import Registry
from referencing.jsonschema import DRAFT7

from tests.loading.defects.cases import GOOD

Capture = pytest.CaptureFixture[str]

FILES = Path(__file__).parent / "maker_schemas"
TITLES = sorted(folder.name for folder in titles_dir().glob("g*"))
WHOLE = ("1826", "1830", "1889", "1894", "18Chesapeake")


@cache
def validator() -> Draft7Validator:
    """The published schema; nothing is fetched."""
    schemas = [
        json.loads((FILES / f"{name}.schema.json").read_text(encoding="utf-8")) for name in ("game", "tiles")
    ]
    resources = [(schema["$id"], DRAFT7.create_resource(schema)) for schema in schemas]
    return Draft7Validator(schemas[0], registry=Registry().with_resources(resources))


@cache
def exported(title: str) -> Export:
    return export_maker(load_title(title))


def game(title: str) -> Any:
    return copy.deepcopy(dict(exported(title).game))


def faults(document: object) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}" for error in validator().iter_errors(document)]


def hexes(document: Any) -> dict[str, Any]:
    return {name: item for item in document["map"]["hexes"] for name in item["hexes"]}


@pytest.mark.parametrize("folder", TITLES)
def test_every_title_fits_the_published_schema(folder: str) -> None:
    title = load_title(titles_dir() / folder)
    assert faults(export_maker(title).game) == []


@pytest.mark.parametrize("title_id", WHOLE)
def test_every_option_fits_it(title_id: str) -> None:
    for option in load_title(title_id, hooks=False).options.values():
        if not option.requires:
            assert faults(export_maker(load_title(title_id, options=[option.id], hooks=False)).game) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.pop("info"),
        lambda document: document["trains"][0].pop("quantity"),
        lambda document: document["phases"][0].update(limit="many"),
        lambda document: document["map"]["hexes"][0].update(hexes=["nowhere"]),
        lambda document: document["map"]["hexes"][0].update(sides=[]),
        lambda document: document.update(loans=[]),
        lambda document: document["tiles"].update({"57": 0}),
    ],
)
def test_the_schema_would_notice(change: Any) -> None:
    document = game("1889")
    change(document)
    assert faults(document)


def test_it_agrees_with_the_game_that_18xx_maker_has() -> None:
    """Another description of one title, made by other people: same map, tiles, trains, prices."""
    ours, theirs = game("18Chesapeake"), json.loads((FILES / "18Chesapeake.json").read_text(encoding="utf-8"))
    for key in ("bank", "players", "floatPercent"):
        assert ours[key] == theirs[key]
    keys = ("name", "quantity", "price", "rust", "available", "discount")
    assert [{key: train[key] for key in keys if key in train} for train in ours["trains"]] == theirs["trains"]
    assert [{key: phase[key] for key in phase if key != "notes"} for phase in ours["phases"]] == theirs[
        "phases"
    ]
    assert [
        [cell["value"] if isinstance(cell, dict) else cell for cell in row] for row in ours["stock"]["market"]
    ] == theirs["prices"]
    assert ours["tiles"].keys() == theirs["tiles"].keys()
    for name, tile in theirs["tiles"].items():
        if isinstance(tile, int):
            assert ours["tiles"][name] == tile
        elif "track" in tile:
            assert _track(ours["tiles"][name]) == _track(tile), name
    mine, others = hexes(ours), {name: item for item in theirs["hexes"] for name in item["hexes"]}
    assert mine.keys() == others.keys()
    for name, other in others.items():
        item = mine[name]
        assert (item["color"], _track(item)) == (other["color"], _track(other)), name
        assert sum(sign.get("cost", 0) for sign in item.get("terrain", ())) == other["cost"], name
        revenues = item.get("offBoardRevenue", {"revenues": ()})["revenues"]
        assert [row["value"] for row in revenues] == other["values"], name
        assert (len(item.get("cities", ())), len(item.get("centerTowns", ()))) == (
            other["cities"],
            other["towns"],
        )


def _track(item: Any) -> list[tuple[str, int]]:
    return sorted((piece.get("type", ""), piece["side"]) for piece in item.get("track", ()))


@pytest.mark.parametrize("title_id", WHOLE)
def test_everything_is_there(title_id: str) -> None:
    title, made = load_title(title_id), game(title_id)
    written = hexes(made)
    assert sum(len(item["hexes"]) for item in made["map"]["hexes"]) == len(written) == len(title.map.hexes)
    assert written.keys() == title.map.hexes.keys()
    for name, item in title.map.hexes.items():
        stops = len(item.printed.stops)
        shown = written[name]
        named = len(shown.get("cities", ())) + len(shown.get("centerTowns", ()))
        boards = [stop for stop in item.printed.stops if stop.kind == "offboard"]
        assert named == (
            stops - len(boards)
            if stops
            else item.place.count("city") + item.place.count("town") + item.place.startswith("double")
        )
        assert sum(sign.get("cost", 0) for sign in shown.get("terrain", ())) == item.lay_cost
    assert made["tiles"].keys() == title.tiles.entries.keys()
    for tile_id, entry in title.tiles.entries.items():
        count = made["tiles"][tile_id]
        count = count["quantity"] if isinstance(count, dict) else count
        assert count == (entry.count if entry.count is not None else "∞")
        assert made["upgrades"].get(tile_id, []) == list(dict.fromkeys(t.tile for t in entry.upgrades))
    assert [train["name"] for train in made["trains"]] == list(title.trains)
    assert [train["price"] for train in made["trains"]] == [train.cost for train in title.trains.values()]
    assert [item["abbrev"] for item in made["companies"]] == list(title.companies.corporations)
    assert [item["id"] for item in made["privates"]] == list(title.companies.privates)
    assert [item["name"] for item in made["phases"]] == list(title.phases)
    homes = {
        (company, name)
        for name, item in written.items()
        for city in item.get("cities", ())
        for company in city.get("companies", ())
    }
    assert homes == {
        (corporation.id, home.hex)
        for corporation in title.companies.corporations.values()
        for home in corporation.homes
    }


def test_money_and_shares() -> None:
    made = game("1889")
    assert made["bank"] == 7000
    assert made["players"][0] == {"number": 2, "certLimit": 25, "capital": 420}
    assert made["info"]["currency"] == "¥#"
    assert made["info"]["orientation"] == "horizontal"
    assert made["info"]["capitalization"] == "full"
    assert made["floatPercent"] == 50
    assert made["shareTypes"]["ten"] == [
        {"quantity": 1, "percent": 20, "shares": 2, "label": "President's Certificate"},
        {"quantity": 8, "percent": 10, "shares": 1},
    ]
    assert made["companies"][0]["tokens"] == ["Free", 40]
    assert made["trains"][-1] == {
        "name": "D",
        "quantity": "∞",
        "print": 7,
        "price": 1100,
        "color": "brown",
        "available": "6",
        "permanent": True,
        "discount": {"4": 300, "5": 300, "6": 300},
        "description": made["trains"][-1]["description"],
    }
    assert made["privates"][0]["abilities"] == [
        {"type": "blocks_hexes", "owner_type": "player", "hexes": ["K4"]}
    ]
    assert (made["privates"][5]["minPlayers"], made["privates"][5]["maxPlayers"]) == (3, 6)
    assert made["stock"]["par"] == {"values": [100, 90, 80, 75, 70, 65]}
    assert made["stock"]["market"][0][3] == {"value": 100, "label": 100, "par": True}
    assert game("1894")["bank"] == "∞"
    assert game("1894")["info"]["currency"] == "# F"
    assert game("1826")["info"]["orientation"] == "vertical"


def test_tokens_that_cost_by_distance_and_bands_of_one_colour() -> None:
    made = game("1826")
    assert made["companies"][0]["tokens"] == ["Free", *["F20 a hex"] * 4]
    assert hexes(made)["N16"]["offBoardRevenue"]["revenues"] == [
        {"color": "yellow", "value": 40, "phase": "2H"},
        {"color": "brown", "value": 60, "phase": "10H"},
        {"color": "brown", "value": 80, "phase": "E"},
        {"color": "gray", "value": 80, "phase": "TGV"},
    ]


def test_hexes_as_drawn() -> None:
    found = hexes(game("1889"))
    assert found["J7"] == {
        "color": "gray",
        "track": [{"type": "gentle", "side": 6}],
        "hexes": ["J7"],
    }
    assert found["F1"]["offBoardRevenue"] == {
        "name": {"name": "Imabari"},
        "revenues": [{"color": "yellow", "value": 30}, {"color": "brown", "value": 60}],
    }
    assert found["F1"]["routeBonuses"][0]["value"] == "D: 100"
    assert found["F1"]["track"] == [{"type": "offboard", "side": 1}, {"type": "offboard", "side": 2}]
    assert found["B7"]["cities"] == [{"name": {"name": "Uwajima"}, "size": 2, "companies": ["UR"]}]
    assert found["K4"]["labels"][0]["label"] == "T"
    assert found["K4"]["companies"][0]["label"] == "TR"
    assert found["H5"]["terrain"][0] == {"type": "water", "cost": 80, "angle": 60, "percent": 0.6}
    assert found["H5"]["terrain"][1] == {"type": "mountain", "angle": 180, "percent": 0.6}


def test_sides_are_numbered_as_there() -> None:
    """S is 1 with sides up, W with corners up; each number is used once."""
    assert [side("flat", edge) for edge in EDGES] == [1, 2, 3, 4, 5, 6]
    assert [side("pointy", edge) for edge in EDGES] == [6, 1, 2, 3, 4, 5]


def test_borders_are_written_once() -> None:
    for title_id in WHOLE:
        title, made = load_title(title_id), hexes(game(title_id))
        walls = sum(len(item.get("borders", ())) for item in made.values())
        prices = sum(len(item.get("bridges", ())) for item in made.values())
        kinds = {"impassable": 0.0, "cost": 0.0}
        for item in title.map.hexes.values():
            for edge, border in item.borders:
                across = item.neighbours[edge]
                kinds[border.kind] += 1 if across is None else 0.5
        assert (walls, prices) == (kinds["impassable"], kinds["cost"])


def test_what_is_missing_is_named() -> None:
    lost = dict(exported("1826").lost)
    for what in (
        "companies: flotation",
        "companies: SNCF is formed in play",
        "companies: five may become ten",
        "tiles: blank_upgrades",
        "map: G9, upgrades",
        "map: G9, terminus",
        "rounds: stock",
        "hooks: bonds",
        "options: destinations_declared",
        "limits",
        "rules",
    ):
        assert what in lost, what
    assert "tile 437" in dict(exported("1889").lost)
    assert "hooks: bonds" not in dict(exported("1889").lost)
    assert all(why for _, why in exported("1894").lost)


# -- the command ---------------------------------------------------------------------------------


def test_the_command_writes_and_lists(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "game.json"
    assert main(["export-maker", str(GOOD), "-o", str(out)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"wrote {out}"
    assert "not expressed: hooks: toll: rules in Python cannot be said" in lines
    assert faults(json.loads(out.read_text(encoding="utf-8"))) == []
    assert main(["export-maker", str(GOOD), "-o", str(out)]) == 1
    assert "is there already; --force replaces it" in capsys.readouterr().err
    assert main(["export-maker", str(GOOD), "-o", str(out), "--force", "--option", "rich", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["title"], document["file"]) == (True, "mini", str(out))
    assert {"what": "hooks: toll", "why": "rules in Python cannot be said"} in document["lost"]
    assert json.loads(out.read_text(encoding="utf-8"))["bank"] == 3000


def test_a_broken_pack_is_not_exported(tmp_path: Path, capsys: Capture) -> None:
    shutil.copytree(GOOD, tmp_path / "mini")
    (tmp_path / "mini" / "trains.yaml").unlink()
    assert main(["export-maker", str(tmp_path / "mini"), "-o", str(tmp_path / "game.json")]) == 1
    assert "Y002" in capsys.readouterr().out
    assert not (tmp_path / "game.json").exists()
    assert main(["export-maker", "1889", "-o", str(tmp_path / "no" / "game.json")]) == 1
    assert "there is no folder" in capsys.readouterr().err
