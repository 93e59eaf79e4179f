"""1826: private companies, corporations, shares and flotation as printed."""

from __future__ import annotations

import pytest

from tests.titles.g1826.book import rule_text, title

#: Price, revenue.
PRIVATES = {
    "Bridge": (20, 5),
    "Mail": (40, 10),
    "Algerian": (70, 15),
    "Belgian": (110, 20),
    "Parisian": (160, 25),
    "Alsatian": (220, 30),
}


@pytest.mark.rule("1826-1.1-04")
def test_private_companies_in_rising_order_of_price() -> None:
    made = {name: (item.cost, item.revenue) for name, item in title().companies.privates.items()}
    assert list(made.items()) == list(PRIVATES.items())
    listed = "Bridge F20, Mail F40, Algerian F70, Belgian F110, Parisian F160, Alsatian F220"
    assert listed in rule_text("1826-1.1-04")


@pytest.mark.parametrize(
    ("private", "name", "rule", "also"),
    [
        pytest.param(
            "Bridge",
            "Ponts et Chaussées",
            "1826-4.3-07",
            "a river hex",
            marks=pytest.mark.rule("1826-4.3-07"),
        ),
        pytest.param(
            "Mail", "Régie des Postes", "1826-4.3-08", "F10 more", marks=pytest.mark.rule("1826-4.3-08")
        ),
        pytest.param(
            "Algerian",
            "Chemins de Fer d'Algérie",
            "1826-4.3-09",
            "one train more",
            marks=pytest.mark.rule("1826-4.3-09"),
        ),
        pytest.param(
            "Belgian",
            "Grand Central Belge",
            "1826-4.3-10",
            "a single share of Belge, 10%",
            marks=pytest.mark.rule("1826-4.3-10"),
        ),
        pytest.param(
            "Parisian",
            "Compagnie Paris-Rouen",
            "1826-4.3-11",
            "president's certificate of Paris",
            marks=pytest.mark.rule("1826-4.3-11"),
        ),
        pytest.param(
            "Alsatian",
            "Ligne Strasbourg-Bâle",
            "1826-4.3-12",
            "president's certificate of Alsace",
            marks=pytest.mark.rule("1826-4.3-12"),
        ),
    ],
)
def test_a_private_company(private: str, name: str, rule: str, also: str) -> None:
    cost, revenue = PRIVATES[private]
    made = title().companies.privates[private]
    assert (made.name, made.cost, made.revenue) == (name, cost, revenue)
    text = rule_text(rule)
    assert f"{private} ({name}) costs F{cost} and earns F{revenue}." in text
    assert also in text


@pytest.mark.rule("1826-4.3-07", "1826-4.3-08", "1826-4.3-09")
def test_powers() -> None:
    powers = {
        name: [
            (power.kind, power.step, power.terrain, power.amount, power.expires_in, power.closes)
            for power in item.abilities
        ]
        for name, item in title().companies.privates.items()
        if item.abilities
    }
    assert powers == {
        "Bridge": [("free_terrain", "track", "river", 0, None, True)],
        "Mail": [("city_bonus", "token", None, 10, "E", True)],
        "Algerian": [("train_limit", "trains", None, 1, "E", True)],
    }


@pytest.mark.rule("1826-4.3-17", "1826-4.3-20", "1826-4.3-30")
def test_tokens_of_powers_last_until_phase_e() -> None:
    privates = title().companies.privates
    assert {privates[name].abilities[0].expires_in for name in ("Mail", "Algerian")} == {"E"}
    for rule in ("1826-4.3-17", "1826-4.3-20", "1826-4.3-30"):
        assert "phase E begins" in rule_text(rule)


@pytest.mark.rule("1826-4.3-06", "1826-4.3-29")
def test_private_companies_close_in_phase_10h() -> None:
    closing = [name for name, phase in title().phases.items() if "close_privates" in phase.events]
    assert closing == ["10H"]


@pytest.mark.parametrize(
    ("private", "corporation", "certificate", "rule"),
    [
        pytest.param("Belgian", "Belge", "share", "1826-4.3-21", marks=pytest.mark.rule("1826-4.3-21")),
        pytest.param("Parisian", "Paris", "president", "1826-4.3-23", marks=pytest.mark.rule("1826-4.3-23")),
        pytest.param("Alsatian", "Alsace", "president", "1826-4.3-26", marks=pytest.mark.rule("1826-4.3-26")),
    ],
)
def test_what_comes_with_a_private_company(
    private: str, corporation: str, certificate: str, rule: str
) -> None:
    made = title().companies.privates[private]
    assert [(grant.corporation, grant.certificate) for grant in made.grants] == [(corporation, certificate)]
    assert made.closes_on_first_train_of == corporation
    assert corporation in rule_text(rule)
    others = {name for name, item in title().companies.privates.items() if item.grants}
    assert others == {"Belgian", "Parisian", "Alsatian"}


FIVE_SHARE = ("Paris", "PO", "Nord", "Est", "Ouest", "Midi", "GC", "PLM", "Alsace")


@pytest.mark.rule("1826-4.4-01", "1826-4.4-04", "1826-4.6.1-03")
def test_which_corporations_start_with_five_and_with_ten_shares() -> None:
    corporations = title().companies.corporations
    structures = {name: item.structure for name, item in corporations.items()}
    others = {"Belge": "ten", "Etat": "national", "SNCF": "national"}
    assert structures == dict.fromkeys(FIVE_SHARE, "five") | others
    conversion = title().parameters("conversion")
    assert (conversion["from"], conversion["to"], conversion["ten_from_phase"]) == ("five", "ten", "6H")
    assert f"{', '.join(FIVE_SHARE[:-1])} and Alsace become five-share" in rule_text("1826-4.4-01")
    assert "before phase 6H" in rule_text("1826-4.4-01")
    assert rule_text("1826-4.4-04").startswith("Belge always is")
    assert "phase 6H or later" in rule_text("1826-4.4-04")


@pytest.mark.rule("1826-4.4-02", "1826-C-Five-01")
def test_five_share_structure() -> None:
    five = title().companies.structures["five"]
    assert five.certificates == (2, 1, 1, 1)
    assert five.percent_per_share == 20
    assert (five.float_shares, five.sold_out_move, five.next) == (3, False, "ten")
    assert "(40%) and three single shares of 20%: five shares" in rule_text("1826-4.4-02")
    assert rule_text("1826-C-Five-01").startswith("Three shares")
    assert "40% for the president's certificate and 20% for each" in rule_text("1826-C-Five-01")


@pytest.mark.rule("1826-4.4-03")
def test_percentages_before_and_after_conversion() -> None:
    structures = title().companies.structures
    five, ten = structures["five"], structures["ten"]
    assert five.reserve == (1, 1, 1, 1, 1)
    assert [count * five.percent_per_share for count in five.certificates] == [40, 20, 20, 20]
    assert [count * ten.percent_per_share for count in five.certificates] == [20, 10, 10, 10]
    assert (sum(five.certificates) + sum(five.reserve)) * ten.percent_per_share == 100
    text = rule_text("1826-4.4-03")
    assert "40% on the president's certificate, 20% on each of the three others" in text
    assert "it is 20% and 10%" in text


@pytest.mark.rule("1826-4.4-05")
def test_ten_share_structure() -> None:
    ten = title().companies.structures["ten"]
    assert ten.certificates == (2, 1, 1, 1, 1, 1, 1, 1, 1)
    assert (ten.percent_per_share, ten.float_shares, ten.sold_out_move) == (10, 5, True)
    assert (ten.reserve, ten.next) == ((), None)
    assert "(20%) and eight single shares of 10%" in rule_text("1826-4.4-05")


@pytest.mark.rule("1826-3.4-02", "1826-4.6.4-03")
def test_presidents_certificates() -> None:
    structures = title().companies.structures
    shares = {name: item.president_shares for name, item in structures.items()}
    assert shares == {"five": 2, "ten": 2, "national": 1}
    national = structures["national"]
    assert national.certificates == (1,) * 10
    assert (national.percent_per_share, national.float_shares, national.sold_out_move) == (10, 5, True)
    surviving = {name for name, item in structures.items() if item.survives_without_president}
    assert surviving == {"national"}
    assert "is two shares in one card" in rule_text("1826-3.4-02")
    assert "one share each" in rule_text("1826-3.4-02")
    assert "it is one share" in rule_text("1826-4.6.4-03")


FLOTATIONS = [
    pytest.param(
        0,
        ("five", (), 3, "treasury", 3),
        {75: 225, 82: 246, 90: 270, 100: 300, 110: 330},
        "1826-4.4-09",
        "three station tokens and three times",
        marks=pytest.mark.rule("1826-4.4-09"),
    ),
    pytest.param(
        1,
        ("ten", ("2H", "4H", "6H"), 5, "treasury", 4),
        {75: 375, 82: 410, 90: 450, 100: 500, 110: 550},
        "1826-4.4-10",
        "four station tokens and five times",
        marks=pytest.mark.rule("1826-4.4-10"),
    ),
    pytest.param(
        2,
        ("ten", ("10H", "E", "TGV"), 10, "pool", 5),
        {75: 750, 82: 820, 90: 900, 100: 1000, 110: 1100},
        "1826-4.4-11",
        "five station tokens and ten times",
        marks=pytest.mark.rule("1826-4.4-11"),
    ),
]


@pytest.mark.parametrize(("line", "right", "capital", "rule", "words"), FLOTATIONS)
def test_a_line_of_the_flotation_table(
    line: int, right: tuple[object, ...], capital: dict[int, int], rule: str, words: str
) -> None:
    made = title().companies.flotation[line]
    assert (made.structure, made.phases, made.capital_shares, made.rest_to, made.tokens) == right
    assert len(title().companies.flotation) == 3
    market = title().market
    values = [market.price(space) for space in market.start_spaces]
    assert {value: made.capital_shares * value for value in values} == capital
    text = rule_text(rule)
    assert words in text
    assert ", ".join(f"F{money:,} at F{value}" for value, money in capital.items()) in text
    assert f"go to {'its treasury' if made.rest_to == 'treasury' else 'the pool'}" in text


@pytest.mark.rule("1826-4.4-12", "1826-C-Tokens-02")
def test_tokens_given_at_floating_are_all_there_are() -> None:
    companies = title().companies
    assert [line.tokens for line in companies.flotation] == [3, 4, 5]
    own = {name: item.tokens for name, item in companies.corporations.items() if item.tokens}
    assert own == {"Etat": 3, "SNCF": 4}
    assert "three, four or five tokens" in rule_text("1826-4.4-12")
    assert "three tokens for good" in rule_text("1826-C-Tokens-02")


@pytest.mark.rule("1826-4.4-13")
def test_capital_depends_on_structure_and_phase_alone() -> None:
    lines = title().data["companies"]["flotation"]
    assert all(set(line) <= {"structure", "phases", "capital_shares", "rest_to", "tokens"} for line in lines)
    assert "F330" in rule_text("1826-4.4-13")


DESTINATIONS = {
    "Paris": ("E5", "Le Havre"),
    "PO": ("K5", "Poitiers"),
    "Nord": ("C11", "Lille"),
    "Est": ("F16", "Nancy"),
    "Ouest": ("H2", "Rennes"),
    "Midi": ("N16", "Marseille"),
    "GC": ("M3", "Bordeaux"),
    "PLM": ("L14", "Lyon"),
    "Alsace": ("L14", "Lyon"),
}


@pytest.mark.rule("1826-4.5-01")
def test_who_has_a_destination() -> None:
    corporations = title().companies.corporations
    made = {name: item.destination for name, item in corporations.items() if item.destination}
    assert made == {name: hex_id for name, (hex_id, _) in DESTINATIONS.items()}
    assert "except Belge, Etat and SNCF" in rule_text("1826-4.5-01")


@pytest.mark.parametrize(
    ("corporation", "name", "home", "city", "place", "rule"),
    [
        pytest.param(
            "Paris",
            "Chemin de Fer de Paris",
            "G9",
            2,
            "Paris (G9), station to the north-west",
            "1826-4.6-02",
            marks=pytest.mark.rule("1826-4.6-02"),
        ),
        pytest.param(
            "PO",
            "Chemin de Fer Paris-Orléans",
            "G9",
            0,
            "Paris (G9), station to the south-west",
            "1826-4.6-03",
            marks=pytest.mark.rule("1826-4.6-03"),
        ),
        pytest.param(
            "Nord",
            "Chemin de Fer du Nord",
            "G9",
            3,
            "Paris (G9), station to the north-east",
            "1826-4.6-04",
            marks=pytest.mark.rule("1826-4.6-04"),
        ),
        pytest.param(
            "Est",
            "Chemin de Fer de l'Est",
            "G9",
            4,
            "Paris (G9), station to the east",
            "1826-4.6-05",
            marks=pytest.mark.rule("1826-4.6-05"),
        ),
        pytest.param(
            "Ouest",
            "Chemin de Fer de l'Ouest",
            "G9",
            1,
            "Paris (G9), station to the west",
            "1826-4.6-06",
            marks=pytest.mark.rule("1826-4.6-06"),
        ),
        pytest.param(
            "Midi",
            "Chemin de Fer du Midi",
            "M3",
            0,
            "Bordeaux (M3)",
            "1826-4.6-07",
            marks=pytest.mark.rule("1826-4.6-07"),
        ),
        pytest.param(
            "GC",
            "Grand Central de France",
            "L14",
            0,
            "Lyon (L14)",
            "1826-4.6-08",
            marks=pytest.mark.rule("1826-4.6-08"),
        ),
        pytest.param(
            "PLM",
            "Chemin de Fer Paris-Lyon-Méditerranée",
            "G9",
            5,
            "Paris (G9), station to the south-east",
            "1826-4.6-09",
            marks=pytest.mark.rule("1826-4.6-09"),
        ),
        pytest.param(
            "Alsace",
            "Chemin de Fer d'Alsace",
            "G19",
            0,
            "Strasbourg (G19)",
            "1826-4.6-10",
            marks=pytest.mark.rule("1826-4.6-10"),
        ),
        pytest.param(
            "Belge",
            "Chemins de Fer de l'Etat Belge",
            "C13",
            0,
            "Brussels (C13)",
            "1826-4.6-11",
            marks=pytest.mark.rule("1826-4.6-11"),
        ),
    ],
)
def test_a_corporation(corporation: str, name: str, home: str, city: int, place: str, rule: str) -> None:
    made = title().companies.corporations[corporation]
    assert (made.name, made.start) == (name, "players")
    assert [(item.hex, item.city) for item in made.homes] == [(home, city)]
    text = rule_text(rule)
    assert text.startswith(f"{corporation} ({name}): home {place}, ")
    merging = corporation not in title().parameters("nationals")["never_merge"]
    assert merging is (corporation != "Belge")
    if corporation in DESTINATIONS:
        hex_id, town = DESTINATIONS[corporation]
        assert made.destination == hex_id
        assert f"destination {town} ({hex_id})" in text
    else:
        assert made.destination is None
        assert "no destination" in text


@pytest.mark.parametrize(
    ("national", "name", "tokens", "rule"),
    [
        pytest.param(
            "Etat", "Chemins de Fer de l'Etat", 3, "1826-4.6-12", marks=pytest.mark.rule("1826-4.6-12")
        ),
        pytest.param(
            "SNCF",
            "Société Nationale des Chemins de fer Français",
            4,
            "1826-4.6-13",
            marks=pytest.mark.rule("1826-4.6-13"),
        ),
    ],
)
def test_a_national(national: str, name: str, tokens: int, rule: str) -> None:
    made = title().companies.corporations[national]
    assert (made.name, made.start, made.structure) == (name, "formed", "national")
    assert (made.homes, made.destination, made.tokens) == ((), None, tokens)
    assert rule_text(rule).startswith(f"{national} ({name}): neither home nor destination")


@pytest.mark.rule("1826-4.6.2-01")
def test_etat_and_belge_are_two_corporations() -> None:
    corporations = title().companies.corporations
    assert corporations["Etat"].name == "Chemins de Fer de l'Etat"
    assert corporations["Belge"].name == "Chemins de Fer de l'Etat Belge"
    assert len(corporations) == 12


def test_colours_of_the_charters() -> None:
    made = {name: (item.colour, item.text_colour) for name, item in title().companies.corporations.items()}
    assert made == {
        "Paris": ("CECC15", "000000"),
        "PO": ("0000CD", "FFFFFF"),
        "Nord": ("EE0000", "FFFFFF"),
        "Est": ("FF6600", "000000"),
        "Ouest": ("FF92BB", "000000"),
        "Midi": ("308014", "FFFFFF"),
        "GC": ("BCD2EE", "000000"),
        "PLM": ("691F01", "FFFFFF"),
        "Alsace": ("120A8F", "FFFFFF"),
        "Belge": ("2E6444", "FFFFFF"),
        "Etat": ("000000", "FFFFFF"),
        "SNCF": ("B3B3B3", "000000"),
    }
