"""Maps, markets, cards and charters as drawings."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import pytest
from open18xx.definition.market import Space
from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.render import cards, charters, font
from open18xx.render.charts import phase_events
from open18xx.render.font import FAMILIES, fitting_size, has, metrics, text_width, wrapped
from open18xx.render.hexagon import FLAT
from open18xx.render.look import Look, look_of
from open18xx.render.map import OnMap, map_drawing
from open18xx.render.market import ledges, market_drawing
from open18xx.render.svg import Element, document, file_text, group
from open18xx.render.tables import table
from open18xx.render.theme import THEMES
from open18xx.render.wording import certificates_of, counted, joined, private_notes, step_name, train_notes

from tests.support.drawings import found, parsed, texts


@cache
def title() -> Title:
    return load_title("1826", hooks=False)


@cache
def look(theme: str = "standard") -> Look:
    return look_of(title(), THEMES[theme])


def drawn(element: Element, width: float = 500, height: float = 600) -> str:
    return file_text(document(width, height, group(element, font_family=FAMILIES), title="drawing"))


@pytest.mark.parametrize("theme", THEMES)
def test_the_map_shows_every_name_and_value(theme: str) -> None:
    drawing = map_drawing(look(theme), 40)
    words = texts(parsed(drawn(drawing.element)))
    together = " ".join(words)
    for item in title().map.hexes.values():
        if item.name:
            assert item.name in together
        for stop in item.printed.stops:
            for value in stop.revenue:
                assert str(value) in words
    for corporation in title().companies.corporations.values():
        assert not corporation.homes or corporation.id in words
    assert {"A", "N", "1", "19"} <= set(words)


def test_hexes_of_the_map_have_their_size_and_place() -> None:
    drawing = map_drawing(look(), 40)
    for item in title().map.hexes.values():
        for other in item.neighbours:
            if other is not None:
                distance = math.dist(drawing.centres[item.id], drawing.centres[other])
                assert distance == pytest.approx(40, abs=0.001)
    root = parsed(drawn(drawing.element))
    grounds = [item for item in found(root, "polygon") if item.scale == pytest.approx(40 / FLAT, abs=1e-5)]
    shape = grounds[0].points()
    assert max(y for _, y in shape) - min(y for _, y in shape) == pytest.approx(
        40 * 2 / math.sqrt(3), abs=0.01
    )
    assert max(x for x, _ in shape) - min(x for x, _ in shape) == pytest.approx(40, abs=0.01)
    for x, y in (point for item in grounds for point in item.points()):
        assert 0 <= x <= drawing.width
        assert 0 <= y <= drawing.height


def test_a_position_shows_tiles_with_numbers_and_tokens() -> None:
    lying = OnMap(
        {"H8": (title().tiles.tile("9"), 1), "I7": (title().tiles.tile("619"), 0)},
        {"I7": (("Nord", None),)},
    )
    words = texts(parsed(drawn(map_drawing(look(), 40, lying, help_marks=False).element)))
    assert "9" in words
    assert "619" in words
    assert words.count("Nord") == 1


def test_the_map_is_the_same_every_time() -> None:
    assert drawn(map_drawing(look(), 40).element) == drawn(
        map_drawing(look_of(title(), THEMES["standard"]), 40).element
    )


def test_the_market_shows_every_price_where_it_belongs() -> None:
    drawing = market_drawing(look(), (24, 22), {Space(3, 3): ["Nord", "PLM"]})
    root = parsed(drawn(drawing.element))
    words = texts(root)
    for row in title().market.rows:
        for price in row:
            assert price is None or str(price) in words
    assert drawing.width == 24 * 17
    assert {"Nord", "PLM"} <= set(words)


def test_arrows_show_where_a_move_off_the_chart_goes() -> None:
    market = title().market
    assert ledges(market, Space(0, 0)) == (("left", "down"),)
    assert ledges(market, Space(3, 7)) == (("right", "up"),)
    assert ledges(market, Space(0, 16)) == ()
    assert ledges(market, Space(6, 0)) == ()


def test_every_zone_has_a_sign_besides_its_colour() -> None:
    drawing = market_drawing(look("ink-saving"))
    legend = [words for _, words in drawing.legend]
    assert "corporations may start here" in legend
    assert any("certificate limit" in words for words in legend)


def test_certificates_add_up_to_all_shares() -> None:
    for corporation in title().companies.corporations.values():
        every = certificates_of(title(), corporation)
        most = max(len(percents) for _, percents in every)
        assert sum(percents[0] for _, percents in every if len(percents) == most) == 100
        assert sum(percents[-1] for _, percents in every) == 100


@pytest.mark.rule("1826-3.4-02")
def test_each_corporation_has_one_presidents_certificate() -> None:
    """Nationals too, though theirs is one share like the others."""
    made = cards.certificates(look(), (68, 44))
    for corporation in title().companies.corporations:
        own = [card for card in made if card.id.startswith(f"{corporation}-")]
        marked = [card for card in own if "President’s certificate" in texts(parsed(drawn(card.element)))]
        assert [(card.id, card.count) for card in marked] == [(f"{corporation}-1", 1)]


def test_certificate_cards_are_as_many_as_certificates() -> None:
    made = cards.certificates(look(), (68, 44))
    every = sum(len(certificates_of(title(), item)) for item in title().companies.corporations.values())
    assert sum(card.count for card in made) == every
    president = next(card for card in made if card.title == "Nord, president")
    words = texts(parsed(drawn(president.element)))
    assert {"2 shares", "40 % / 20 %", "President’s certificate"} <= set(words)


def test_train_and_private_cards_say_what_the_pack_says() -> None:
    made = {card.id: card for card in (*cards.trains(look(), (68, 44)), *cards.privates(look(), (68, 44)))}
    assert {card: made[card].count for card in ("2H", "10H", "TGV")} == {"2H": 8, "10H": 5, "TGV": 10}
    assert "F1,000" in texts(parsed(drawn(made["TGV"].element)))
    words = " ".join(texts(parsed(drawn(made["Bridge"].element))))
    assert "cost F20" in words
    assert "river" in words
    assert "stops count double" in train_notes(title(), title().trains["E"])


def test_what_is_on_cards_keeps_clear_of_their_edges() -> None:
    size = (68.0, 44.0)
    made = (*cards.trains(look(), size), *cards.privates(look(), size), *cards.certificates(look(), size))
    for card in made:
        for item in found(parsed(drawn(card.element)), "text"):
            element = item.element
            letters = float(element.attrib["font-size"])
            words = element.text or ""
            wide = text_width(words, letters, element.attrib.get("font-weight") == "bold")
            at, low = item.at(float(element.attrib["x"]), float(element.attrib["y"]))
            left = at - {"middle": wide / 2, "end": wide}.get(element.attrib.get("text-anchor", ""), 0)
            assert left >= 1.5, (card.id, words)
            assert left + wide <= size[0] - 1.5, (card.id, words)
            assert low <= size[1] - 2, (card.id, words)
            assert letters >= 1.8, (card.id, words)


def test_further_lines_of_a_point_on_a_train_card_are_indented() -> None:
    long_titles = look_of(load_title("1894", hooks=False), THEMES["standard"])
    card = next(card for card in cards.trains(long_titles, (68, 44)) if card.id == "D")
    items = list(found(parsed(drawn(card.element)), "text"))
    lefts = {
        "".join(item.element.itertext()): item.at(float(item.element.attrib["x"]), 0)[0] for item in items
    }
    bullet = lefts["•"]
    notes = [*train_notes(long_titles.title, long_titles.title.trains["D"])]
    rows = [row for row in lefts if row != "•" and any(row in note for note in notes)]
    assert len(rows) > len(notes), "some note takes more than one line"
    assert {round(lefts[row] - bullet, 3) for row in rows} == {round(lefts[rows[0]] - bullet, 3)}
    assert lefts[rows[0]] > bullet


def test_private_cards_say_every_power_in_a_sentence() -> None:
    for title_id in ("1826", "1894", "1889", "1830", "18Chesapeake"):
        of = load_title(title_id, hooks=False)
        for private in of.companies.privates.values():
            for note in private_notes(of, private):
                assert note.endswith(".")
                assert len(note.split()) >= 4, note
    shipping = load_title("1894", hooks=False)
    notes = private_notes(shipping, shipping.companies.privates["LS"])
    assert notes == ("Its owner may place a station token on A12.", "The marker ferry costs 40 F less.")
    line = private_notes(shipping, shipping.companies.privates["SQG"])
    assert line == ("Closes when phase Purple begins.", "What else it does is told by the rules.")


def test_the_pack_says_how_its_steps_and_events_are_called() -> None:
    events = [phase_events(title(), phase) for phase in title().phases.values()]
    assert "the number of 10H trains is settled" in events[3]
    assert not any("count" in words or "_" in words for words in events)
    turn = texts(parsed(drawn(charters.charters(look())[0].element)))
    assert "5. pay interest for loans" in turn
    for step in title().policies.operating.turn:
        assert len(step_name(title(), step).split()) > 1, step


def test_what_holds_in_every_phase_is_not_said_in_each() -> None:
    of = load_title("1894", hooks=False)
    said = [phase_events(of, phase) for phase in of.phases.values()]
    assert not any("trade trains" in words for words in said)
    assert said[1] == "corporations may buy private companies"
    assert said.count("–") == 5
    late = title()
    assert ["trade trains" in phase_events(late, phase) for phase in late.phases.values()] == [
        number == 2 for number in range(6)
    ]


def test_charters_have_a_place_for_every_token() -> None:
    made = {card.id: card for card in charters.charters(look())}
    root = parsed(drawn(made["PLM"].element))
    places = [item for item in found(root, "circle") if item.element.attrib.get("stroke-dasharray") == "2 1"]
    assert len(places) == 5
    words = texts(root)
    assert "home" in words
    assert "F20 a hex" in words


def test_texts_are_measured_and_made_to_fit() -> None:
    assert text_width("ii", 10) < text_width("mm", 10)
    assert text_width("PLM", 10, True) > text_width("PLM", 10)
    assert fitting_size("Clermont-Ferrand", 10, 30) < 10
    assert text_width("Clermont-Ferrand", fitting_size("Clermont-Ferrand", 10, 30)) == pytest.approx(30)
    assert wrapped("a b", 10, 1000) == ("a b",)
    assert all(has(letter) for letter in "éèçœÉŁőžß€£¥×–’•")
    assert metrics().width("") == 0


def test_a_table_keeps_to_its_width() -> None:
    made = table(["a", "b"], [["short", "a very long text " * 12], ["x", "y"]], 100, 3, "#000000")
    for item in found(parsed(drawn(made.element)), "text"):
        wide = text_width(item.element.text or "", 3)
        assert item.at(float(item.element.attrib["x"]), 0)[0] + wide <= 100.01


def test_lists_and_numbers_in_sentences() -> None:
    assert joined([]) == ""
    assert joined(["a"]) == "a"
    assert joined(["a", "b"], "or") == "a or b"
    assert counted(1, "hex", "hexes") == "1 hex"
    assert counted(2, "hex", "hexes") == "2 hexes"


def test_a_missing_font_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(font, "fonts_dir", lambda: tmp_path)
    (tmp_path / "Open18xxSans-Regular.ttf").write_bytes(b"no font")
    with pytest.raises(
        font.FontMissing, match=r"Open18xxSans-Regular.ttf is missing or damaged.*reinstall open18xx"
    ):
        font.metrics.__wrapped__()
    with pytest.raises(font.FontMissing, match=r"Open18xxSans-Bold.ttf is missing"):
        font.font_files()
    with pytest.raises(font.FontMissing, match="woff2 is missing"):
        font.style_sheet.__wrapped__()
