"""Rule texts as templates: what they see, the functions they have, and what becomes of mistakes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from open18xx.definition.tiles import Stop, TileDefinition
from open18xx.loading.templates import TemplateProblem, Templates

DATA: Mapping[str, Mapping[str, object]] = {
    "title": {
        "currency": {"symbol": "£"},
        "players": {"2": {"cash": 900}, "3": {"cash": 1600}},
        "hooks": [{"module": "loans", "parameters": {"value": 500, "items": 3}}],
    },
    "map": {
        "orientation": "pointy",
        "hexes": {
            "A1": {"name": "Ayr", "stops": [{"kind": "city"}]},
            "A3": {},
            "B2": {
                "name": "Bath",
                "stops": [{"kind": "city"}, {"kind": "city"}],
                "track": [[2, "s0"], [5, "s1"]],
            },
        },
    },
    "tiles": {
        "manifest": {
            "5": {"count": 2, "upgrades": ["14", {"to": "15", "only": ["A1"]}]},
            "8": {"count": "unlimited", "printed": 4, "upgrades": []},
            "9": {"count": 1},
        }
    },
    "market": {"rows": [[50, 60], [40, 45]], "start_spaces": [[1, 2], [2, 1]]},
    "trains": {"trains": [{"id": "2", "cost": 80, "rusted_by": "4"}, {"id": "4", "cost": 300}]},
    "companies": {
        "corporations": [
            {"id": "GWR", "home": {"hex": "B2", "city": 1}},
            {"id": "LMS", "home": [{"hex": "A1"}, {"hex": "A3"}], "destination": "A3"},
        ]
    },
}


def geometry(tile: str) -> TileDefinition | None:
    return TileDefinition(tile, "yellow", (Stop("city", (20,), 1),)) if tile == "5" else None


@pytest.fixture(scope="module")
def templates() -> Templates:
    return Templates(DATA, geometry)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain  text\nis put on one line", "plain text is put on one line"),
        ("{{ title.players[2].cash }}", "900"),
        ('{{ title.players["2"].cash }}', "900"),
        ("{% for n in title.players %}{{ n }};{% endfor %}", "2;3;"),
        ("{{ title.hooks.loans.parameters.value }}", "500"),
        ("{{ title.hooks.loans.parameters.items }}", "3"),
        ('{{ trains["4"].cost }} {{ trains[0].cost }} {{ trains | length }}', "300 80 2"),
        ("{{ companies.corporations.GWR.home.city }}", "1"),
        ("{{ money(12) }} {{ money(1250) }} {{ money(-7) }}", "£12 £1,250 -£7"),
        ("{{ words(0) }} {{ words(12) }} {{ words(13) }}", "zero twelve 13"),
        (
            '{{ plural(1, "train") }}, {{ plural(2, "train") }}, {{ plural(0, "train") }}',
            "one train, two trains, no trains",
        ),
        ('{{ plural(2, "city", "cities") }}', "two cities"),
        (
            '{{ join([]) }}|{{ join(["a"]) }}|{{ join(["a", "b"]) }}|{{ join("abc", "or") }}',
            "|a|a and b|a, b or c",
        ),
        ("{{ join(ids(trains)) }} {{ join(ids(tiles.manifest)) }}", "2 and 4 5, 8 and 9"),
        (
            '{{ join(having(trains, "rusted_by")) }} {{ join(having(trains, "rusted_by", "6")) or "none" }}',
            "2 none",
        ),
        ('{{ join(having(companies.corporations, "destination", "A3")) }}', "LMS"),
        ('{{ join(lacking(companies.corporations, "destination")) }}', "GWR"),
        ("{{ join(difference([1, 2, 3], [2])) }}", "1 and 3"),
        ('{{ join(start_values() | map("money"), "or") }}', "£60 or £40"),
        ('{{ place("A1") }} {{ place("A3") }} {{ places(["A3", "A1"]) }}', "Ayr (A1) A3 A3 and Ayr (A1)"),
        ('{{ home("GWR") }}', "Bath (B2), station to the south-east"),
        ('{{ home("LMS") }}', "Ayr (A1) and A3"),
        ('{{ join(upgrades("5")) }} {{ join(upgrades("9")) }}', "14 and 15"),
        (
            '{{ pieces("5") }}, {{ pieces("8") }}, {{ pieces("9") }}',
            "two pieces, any number of pieces (4 printed), one piece",
        ),
        ('{{ tile_revenue("5") }}', "20"),
        ('{{ tiles.manifest["5"].upgrades[1].to }}', "15"),
        ("{{ 2 * 3 }} {{ title.players | map('int') | max }}", "6 3"),
    ],
)
def test_what_templates_can_say(templates: Templates, text: str, shown: str) -> None:
    assert templates.render(text) == shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{ trains.T4.cost }}", "trains has no 'T4'"),
        ("{{ companies.corporation.GWR }}", "companies has no 'corporation'; did you mean 'corporations'?"),
        ("{{ title.players[9].cash }}", "title.players has no '9'"),
        ("{{ trains[7].cost }}", "trains has no '7'"),
        ("{{ engines }}", "'engines' is undefined"),
        ("{{ monny(3) }}", "'monny' is undefined"),
        ("{{ 1", "unexpected end of template"),
        ("{% if %}", "Expected an expression"),
        ('{{ money("x") }}', "money: 'x' is not a whole number"),
        ('{{ upgrades("99") }}', "the manifest has no tile '99'"),
        ('{{ tile_revenue("8") }}', "tile '8' earns nothing"),
        ('{{ place("Z9") }}', "the map has no hex 'Z9'"),
        ('{{ home("XYZ") }}', "there is no corporation 'XYZ'"),
        ("{{ ids(3) }}", "3 is not a list"),
        ("{{ having([1], 'a') }}", "1 has no keys"),
        ("{{ trains[0].cost / 0 }}", "division by zero"),
        ("{{ trains | nonsense }}", "No filter named 'nonsense'"),
    ],
)
def test_a_mistake_is_told(templates: Templates, text: str, message: str) -> None:
    with pytest.raises(TemplateProblem) as caught:
        templates.render(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "{{ title.__class__ }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ money.__globals__ }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ 'x' * 1000000000 }}",
        "{% for a in trains %}{% for b in trains %}{% for c in trains %}{% endfor %}{% endfor %}{% endfor %}",
        "{% for i in range(1000000000) %}{% endfor %}",
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
        "{% include 'title.yaml' %}",
        "{% import 'title.yaml' as t %}",
        "{% extends 'title.yaml' %}",
        "{% set title.players = 3 %}",
    ],
)
def test_templates_can_neither_leave_the_data_nor_run_for_long(templates: Templates, text: str) -> None:
    with pytest.raises(TemplateProblem):
        templates.render(text)


def test_flat_hexes_have_other_sides() -> None:
    flat = Templates({**DATA, "map": {**DATA["map"], "orientation": "flat"}}, geometry)
    assert flat.render('{{ home("GWR") }}') == "Bath (B2), station to the south-east"
    assert flat.render("{{ map.orientation }}") == "flat"
