"""1889, 1830 and 18Chesapeake: every figure of the packs against the sheets of facts they were made from."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from open18xx.definition.market import Space
from open18xx.definition.tiles import FIRST_STOP
from open18xx.definition.title import Title

from tests.support.contexts import loaded

FACTS = Path(__file__).resolve().parents[3] / "shared" / "facts"
TITLES = ("1889", "1830", "18Chesapeake")
COLOURS = ("yellow", "green", "brown", "gray")

pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason=f"no sheets of facts in {FACTS}")


@cache
def facts(title: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FACTS / f"{title}.yaml").read_text(encoding="utf-8"))
    return found


def pack(title: str) -> Title:
    return loaded(title).title


@pytest.mark.parametrize("title", TITLES)
def test_a_pack_has_no_hook_modules(title: str) -> None:
    assert pack(title).hook_modules == ()
    assert not (pack(title).folder / "hooks").exists()


@pytest.mark.parametrize("title", TITLES)
def test_money_and_limits(title: str) -> None:
    sheet, made = facts(title), pack(title)
    assert made.bank_cash == sheet["money"]["bank"]
    assert {n: p.cash for n, p in made.players.items()} == sheet["money"]["starting_cash"]
    assert {n: p.certificate_limit for n, p in made.players.items()} == sheet["certificate_limit"][
        "by_players"
    ]
    rules = sheet["stock_round"]
    assert made.limits.holding_percent == rules["purchases"]["holding_limit_percent"]
    assert made.limits.pool_percent == rules["sales"]["pool_limit_percent"]


@pytest.mark.parametrize("title", TITLES)
def test_private_companies(title: str) -> None:
    sheet, made = facts(title), pack(title)
    assert [p["id"] for p in sheet["privates"]["list"]] == list(made.companies.privates)
    for entry in sheet["privates"]["list"]:
        private = made.companies.privates[entry["id"]]
        assert (private.cost, private.revenue) == (entry["value"], entry["revenue"])
        blocked = [hexes for a in private.abilities if a.kind == "block_hexes" for hexes in a.hexes]
        assert blocked == entry.get("blocks_while_player_owned", [])
        power = entry.get("power", {})
        lays = [a for a in private.abilities if a.kind == "lay_tile"]
        if power.get("kind") in ("tile_lay", "teleport"):
            (lay,) = lays
            assert list(lay.hexes) == power["hexes"]
            assert list(lay.tiles) == power.get("tiles", [power.get("tile")])
            assert lay.uses == power["uses"]
            assert lay.extra == power["extra_lay"]
            assert lay.token == (power["kind"] == "teleport")
        else:
            assert not lays


@pytest.mark.parametrize("title", TITLES)
def test_corporations(title: str) -> None:
    sheet, made = facts(title), pack(title)
    assert list(sheet["corporations"]) == list(made.companies.corporations)
    for name, entry in sheet["corporations"].items():
        corporation = made.companies.corporations[name]
        assert corporation.name == entry["name"]
        assert {home.hex for home in corporation.homes} == {entry["home"]}
        assert corporation.tokens == len(entry["tokens"])
        prices = made.policies.tokens.fixed
        later = [prices[min(number, len(prices) - 1)] for number in range(len(entry["tokens"]) - 1)]
        assert [0, *later] == entry["tokens"]
    structure = made.companies.structures["ten"]
    assert structure.float_shares * 10 == sheet["corporation_rules"]["float_percent_sold"]


@pytest.mark.parametrize("title", TITLES)
def test_market(title: str) -> None:
    sheet, market = facts(title)["market"], pack(title).market
    grid = [[None if price == "~" else price for price in row] for row in sheet["grid"]]
    assert [list(row) for row in market.rows] == grid
    assert list(market.start_spaces) == [Space(c["row"], c["column"]) for c in sheet["par_cells"]]
    zones = {zone.id: zone.spaces for zone in market.zones}
    for name, cells in sheet["zone_cells"].items():
        assert zones[name] == {Space(row, column) for row, columns in cells.items() for column in columns}


@pytest.mark.parametrize("title", TITLES)
def test_phases(title: str) -> None:
    sheet, made = facts(title)["phases"], pack(title)
    assert list(sheet) == list(made.phases)
    for name, entry in sheet.items():
        phase = made.phases[name]
        assert list(phase.tiles) == entry["tiles"]
        assert phase.operating_rounds == entry["operating_rounds"]
        assert set(phase.train_limit.values()) == {entry["train_limit"]}
        assert phase.privates_to_corporations == entry["privates_to_corporations"]
        assert phase.privates_between_players == entry.get("privates_between_players", False)


@pytest.mark.parametrize("title", TITLES)
def test_trains(title: str) -> None:
    sheet, made = facts(title)["trains"]["list"], pack(title)
    assert [entry["id"] for entry in sheet] == list(made.trains)
    for entry in sheet:
        train = made.trains[entry["id"]]
        assert train.cost == entry["price"]
        assert train.count == (None if entry["count"] == "unlimited" else entry["count"])
        assert train.rusted_by == entry.get("rusts_on")
        assert train.available_from == entry.get("available_from_phase")
        assert dict(train.trade_in) == entry.get("discount", {})
        if entry["distance"] == "unlimited":
            assert train.reach.kind == "unlimited"
        else:
            assert (train.reach.kind, train.reach.number) == ("stops", entry["distance"])


@pytest.mark.parametrize("title", TITLES)
def test_tiles(title: str) -> None:
    sheet, entries = facts(title)["tiles"], pack(title).tiles.entries
    listed = {
        str(tile): (colour, entry) for colour in COLOURS for tile, entry in sheet.get(colour, {}).items()
    }
    assert set(listed) == set(entries)
    for tile, (colour, entry) in listed.items():
        made = entries[tile]
        assert made.tile.colour == colour
        assert made.tile.label == entry.get("label")
        assert made.count == (None if entry["count"] == "unlimited" else entry["count"])
        assert [target.tile for target in made.upgrades] == [str(t) for t in entry["upgrades_to"]]
        assert made.special == entry.get("only_by_company_power", False)


@pytest.mark.parametrize("title", TITLES)
def test_first_tiles(title: str) -> None:
    made = pack(title)
    wanted: dict[str, set[str]] = {hex_id: set() for hex_id in made.map.hexes}
    for entry in facts(title)["first_tile"]:
        if "only_by" not in entry:
            for hex_id in entry["hexes"]:
                wanted[hex_id].update(str(tile) for tile in entry["tiles"])
    for hex_id, item in made.map.hexes.items():
        if item.upgrades is not None:
            targets = item.upgrades
        elif item.printed.colour == "blank":
            targets = made.tiles.first_lays.get(item.place, ())
        else:
            targets = ()
        assert {target.tile for target in targets} == wanted[hex_id], hex_id


@pytest.mark.parametrize("title", TITLES)
def test_map(title: str) -> None:
    sheet, made = facts(title)["map"]["hexes"], pack(title)
    assert set(sheet) == set(made.map.hexes)
    for hex_id, entry in sheet.items():
        item = made.map.hexes[hex_id]
        assert item.printed.colour == entry.get("colour", "blank"), hex_id
        assert item.name == entry.get("name"), hex_id
        assert item.lay_cost == entry.get("cost", 0), hex_id
        assert item.label == entry.get("label"), hex_id
        stops = entry.get("stops", [])
        assert [stop.kind for stop in item.printed.stops] == [stop["kind"] for stop in stops], hex_id
        ends = {f"s{index}": FIRST_STOP + index for index in range(len(stops))}
        track = {frozenset(ends.get(str(end), end) for end in piece) for piece in entry.get("track", [])}
        assert {frozenset(piece) for piece in item.printed.track} == track, hex_id
        for edge in entry.get("impassable_edges", []):
            border = item.border(edge)
            assert border is not None and border.kind == "impassable", hex_id
        for stop, written in zip(item.printed.stops, stops, strict=True):
            _revenues_agree(made, stop, written["revenue"], hex_id)


def _revenues_agree(made: Title, stop: Any, written: Any, hex_id: str) -> None:
    """In every phase: the entry of the highest colour that the phase allows and that has an entry."""
    for phase in made.phases.values():
        if isinstance(written, int):
            wanted = written
        else:
            wanted = next(written[c] for c in reversed(COLOURS) if c in phase.tiles and c in written)
            if "diesel" in written:
                assert stop.revenue_in(phase.revenue_band, "diesel") == written["diesel"], hex_id
        assert stop.revenue_in(phase.revenue_band) == wanted, (hex_id, phase.id)
