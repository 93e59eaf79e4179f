"""1894: private companies and corporations, figure by figure."""

from __future__ import annotations

import pytest

from tests.titles.g1894.book import title

#: Name, face value, income, income of a corporation.
PRIVATES = {
    "LRC": (20, 5, None),
    "AR": (25, 5, 10),
    "GLG": (50, 10, None),
    "SAC": (50, 10, None),
    "SQG": (70, 0, None),
    "LS": (90, 15, None),
    "NMinorS": (140, 20, None),
    "PLMMS": (180, 40, None),
    "OMMS": (180, 40, None),
    "NMS": (180, 40, None),
    "CMS": (180, 40, None),
    "EMS": (180, 40, None),
    "BMS": (200, 60, None),
}
MAJOR = {"PLMMS": "PLM", "OMMS": "Ouest", "NMS": "Nord", "CMS": "CFOR", "EMS": "Est", "BMS": "Belge"}
#: Hexes where a late corporation may be at home.
FRENCH = "B3 B9 B11 D3 D9 D11 E2 E6 E10 G4 G6 G10 H9 I10"
BELGIAN = "C14 D15 D17 E16 F15 G14 G18 H17"
#: Homes (hex, city) and prices of stations.
CORPORATIONS = {
    "Ouest": ([("B3", 0), ("E6", 0)], [0, 0, 100, 100, 100]),
    "Nord": ([("D9", 0), ("G14", 0)], [0, 0, 100, 100]),
    "AG": ([("D15", 0)], [0, 40, 100, 100, 100]),
    "CFOR": ([("D3", 0), ("H3", 0)], [0, 0, 100, 100, 100]),
    "Belge": ([("E16", 0)], [0, 40, 100]),
    "PLM": ([("G6", 0)], [0, 40, 100, 100, 100]),
    "Est": ([("I10", 0)], [0, 40, 100, 100, 100]),
    "LF": ([(name, 1 if name == "G6" else 0) for name in FRENCH.split()], [0, 40, 100]),
    "LB": ([(name, 0) for name in BELGIAN.split()], [0, 40, 100]),
}


@pytest.mark.rule("1894-AUC-01", "1894-PRV-16", "1894-PRV-23")
def test_prices_and_incomes_of_private_companies() -> None:
    found = {p.id: (p.cost, p.revenue, p.revenue_to_corporation) for p in title().companies.privates.values()}
    assert found == PRIVATES
    assert list(found) == list(PRIVATES), "they are sold in this order"


@pytest.mark.rule("1894-PRV-04", "1894-PRV-05", "1894-PRV-01", "1894-PRV-07", "1894-PRV-24", "1894-PRV-36")
def test_what_comes_with_private_companies_and_what_closes_them() -> None:
    for private in title().companies.privates.values():
        grants = [(grant.corporation, grant.certificate) for grant in private.grants]
        major = MAJOR.get(private.id)
        if private.id == "NMinorS":
            assert grants == [("Nord", "last_share")]
        else:
            assert grants == ([(major, "president")] if major else [])
        assert private.for_corporations == (major is None)
        assert private.closes_on_first_operation_of == major
        assert private.closes_in == ("Purple" if private.id == "SQG" else None)
    assert {phase.id: phase.events for phase in title().phases.values() if phase.events} == {
        "Red": ("close_privates",)
    }


@pytest.mark.rule("1894-PRV-10", "1894-PRV-11", "1894-PRV-17", "1894-PRV-19", "1894-PRV-25", "1894-PRV-27")
def test_powers() -> None:
    privates = title().companies.privates
    blocks = {p.id: a.hexes for p in privates.values() for a in p.abilities if a.kind == "block_hexes"}
    assert blocks == {"LRC": ("I14",), "GLG": ("H17",), "SAC": ("D17",)}
    line = privates["LRC"].abilities[1]
    yellow = {t for t, entry in title().tiles.entries.items() if entry.tile.colour == "yellow"}
    assert (line.amount, line.uses, line.extra, line.needs_route) == (60, 1, True, True)
    assert set(line.tiles) == yellow
    for name, hex_id in (("GLG", "H17"), ("SAC", "D17")):
        station = privates[name].abilities[1]
        assert (station.hexes, station.tiles) == ((hex_id,), ("57", "14", "15", "619"))
        assert (station.extra, station.needs_route, station.token, station.uses) == (False, False, True, 1)
        assert station.owner == "corporation"
    ferry = privates["LS"].abilities
    assert [(a.kind, a.hexes, a.marker, a.amount) for a in ferry] == [
        ("token", ("A12",), None, 0),
        ("marker_discount", (), "ferry", 40),
    ]


@pytest.mark.rule("1894-PRV-30", "1894-PRV-31", "1894-PH-03", "1894-PH-06")
def test_sale_of_private_companies_to_corporations() -> None:
    assert [phase.id for phase in title().phases.values() if phase.privates_to_corporations] == [
        "Green",
        "Blue",
        "Brown",
    ]
    assert not any(phase.privates_between_players for phase in title().phases.values())
    policy = title().policies.private_trade
    assert (policy.least_percent, policy.most_percent) == (50, 200)


@pytest.mark.rule(
    "1894-COR-04", "1894-COR-05", "1894-COR-06", "1894-SET-13", "1894-LATE-04", "1894-LATE-07", "1894-TRK-21"
)
def test_homes_and_stations() -> None:
    found = {
        c.id: ([(home.hex, home.city) for home in c.homes], list(c.token_costs))
        for c in title().companies.corporations.values()
    }
    assert found == CORPORATIONS
    for corporation in title().companies.corporations.values():
        assert corporation.tokens == len(corporation.token_costs)
        several = "all" if corporation.id in ("Ouest", "Nord", "CFOR") else "one_of"
        late = corporation.id in ("LF", "LB")
        assert corporation.home_tokens == ("starter_chooses" if late else several)


@pytest.mark.rule("1894-SET-10", "1894-LATE-01", "1894-PH-05")
def test_late_corporations() -> None:
    available = {c.id: c.available_from for c in title().companies.corporations.values()}
    assert {name: phase for name, phase in available.items() if phase} == {"LF": "Brown", "LB": "Brown"}


@pytest.mark.rule("1894-SET-14", "1894-COR-01", "1894-COR-02")
def test_shares() -> None:
    (ten,) = title().companies.structures.values()
    assert ten.certificates == (2, 1, 1, 1, 1, 1, 1, 1, 1)
    assert (ten.percent_per_share, ten.float_shares) == (10, 6)
    (line,) = title().companies.flotation
    assert (line.capital_shares, line.rest_to) == (10, "ipo")


@pytest.mark.rule("1894-SET-01", "1894-SET-02", "1894-SET-04", "1894-SET-03", "1894-PRV-37")
def test_players_and_limits() -> None:
    assert {n: (c.cash, c.certificate_limit) for n, c in title().players.items()} == {
        3: (570, 18),
        4: (480, 14),
    }
    limits = title().limits
    assert (limits.holding_percent, limits.pool_percent, limits.privates_count) == (60, 50, True)
    assert title().bank_unlimited


@pytest.mark.rule("1894-SET-05", "1894-SET-06", "1894-SET-07", "1894-SET-08")
def test_what_chance_decides() -> None:
    french, stations = title().policies.setup.draws
    assert (french.among, french.lowest) == (("PLMMS", "OMMS", "NMS", "EMS", "CMS"), "stays")
    assert (stations.among, stations.lowest) == (("GLG", "SAC"), "leaves")
    dealt = title().parameters("start")
    assert (dealt["dealt"], dict(dealt["pool"])) == (1, {"3": 1})  # type: ignore[call-overload]


@pytest.mark.rule("1894-PRV-23", "1894-CIT-13", "1894-TRK-22")
def test_what_hooks_are_told() -> None:
    line = title().parameters("line")
    assert (line["private"], line["hex"]) == ("SQG", "G10")
    assert dict(line["revenue"]) == {"yellow": 0, "green": 70, "brown": 100}  # type: ignore[call-overload]
    cities = title().parameters("cities")
    assert (cities["frozen"], cities["frozen_from"]) == (("14", "15", "619"), "Purple")
    assert dict(cities["guarded"]) == {  # type: ignore[call-overload]
        "hex": "G6",
        "corporation": "PLM",
        "colour": "brown",
        "city": 0,
    }
