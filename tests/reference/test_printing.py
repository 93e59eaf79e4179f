"""Print-and-play sheets: everything of the box, in its exact size, read back from SVG and PDF."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.reference.frame import Settings, Sheet, content_box
from open18xx.reference.items import item_files, items
from open18xx.reference.paper import UnknownSize, card, paper
from open18xx.reference.posters import map_poster, market_poster
from open18xx.reference.printing import (
    PARTS,
    Plan,
    UnknownPart,
    chosen_parts,
    files_of,
    pages_of,
    plan_of,
)
from open18xx.reference.sheets import tile_copies
from open18xx.reference.tiling import page_name, pages_kept, tiled_sheets, tiling
from open18xx.render.extras import BadComponent, extra_cards, extra_tokens
from open18xx.render.look import Look, look_of
from open18xx.render.svg import document as drawing_of
from open18xx.render.svg import file_text
from open18xx.render.theme import THEMES

from tests.support.drawings import Found, found, parsed, size_mm, texts
from tests.support.pdfs import page_sizes, page_text, path_boxes

A4 = Settings(paper("a4"))
TENTH = 0.1


@cache
def title() -> Title:
    return load_title("1826", hooks=False)


@cache
def look() -> Look:
    return look_of(title(), THEMES["standard"])


def svgs(plan: Plan, name: str) -> list[str]:
    document = next(item for item in plan.documents if item.name == name)
    return [file_text(page.drawing) for page in pages_of(plan, document)]


def extent(points: list[tuple[float, float]]) -> tuple[float, float]:
    return (
        max(x for x, _ in points) - min(x for x, _ in points),
        max(y for _, y in points) - min(y for _, y in points),
    )


def cuts(text: str) -> list[Found]:
    return list(found(parsed(text), "path", "cut"))


def test_every_tile_of_the_manifest_is_there_as_often_as_it_says() -> None:
    words = Counter(
        word for text in svgs(plan_of(look(), A4, ("tiles",)), "tiles") for word in texts(parsed(text))
    )
    for tile_id, entry in title().tiles.entries.items():
        count = entry.count if entry.count is not None else entry.printed
        assert words[tile_id] >= (count or 0), tile_id
    assert len(tile_copies(title(), 10)) == sum(
        entry.count if entry.count is not None else entry.printed or 10
        for entry in title().tiles.entries.values()
    )


@pytest.mark.parametrize(("size", "name"), [(38.0, "a4"), (38.1, "letter"), (46.0, "a3")])
@pytest.mark.parametrize("layout", ["dense", "apart"])
def test_tiles_have_their_size_to_a_tenth_of_a_millimetre(size: float, name: str, layout: str) -> None:
    settings = Settings(paper(name), tile_size=size, layout=layout)
    count = 0
    for text in svgs(plan_of(look(), settings, ("tiles",)), "tiles"):
        inside = content_box(settings, "upright" if size_mm(parsed(text))[0] < 250 else "lying")
        for cut in cuts(text):
            wide, high = extent(cut.points())
            assert wide == pytest.approx(size, abs=TENTH / 2)
            assert high == pytest.approx(size * 2 / math.sqrt(3), abs=TENTH / 2)
            count += 1
            if name == "a4":
                for x, y in cut.points():
                    assert inside[0] - 0.01 <= x <= inside[2] + 0.01
                    assert inside[1] - 0.01 <= y <= inside[3] + 0.01
    assert count == len(tile_copies(title(), 10))


def test_tiles_in_the_pdf_have_their_size() -> None:
    data = files_of(plan_of(look(), A4, ("tiles",)), ["pdf"])["tiles.pdf"]
    assert all(size == pytest.approx((297, 210), abs=TENTH) for size in page_sizes(data))
    hexes = [box for box in path_boxes(data, 0) if box[0] == pytest.approx(38, abs=TENTH)]
    assert len([box for box in hexes if box[1] == pytest.approx(43.88, abs=TENTH)]) >= 33
    # The reader adds the width of a line (0.2 mm) on every side.
    bar = [
        wide for wide, high in path_boxes(data, 0) if wide == pytest.approx(50.4, abs=TENTH / 2) and high < 3
    ]
    assert len(bar) == 2, "the scale bar is 50 mm long"
    assert "1826" in page_text(data, 0)
    assert "sheet 1 of" in page_text(data, 0)


def test_cards_in_the_pdf_have_their_size() -> None:
    settings = replace(A4, card_size=card("poker"))
    data = files_of(plan_of(look(), settings, ("trains",)), ["pdf"])["trains.pdf"]
    boxes = list(path_boxes(data, 0))
    assert any(
        wide == pytest.approx(88.9, abs=TENTH) and high == pytest.approx(63.5, abs=TENTH)
        for wide, high in boxes
    )
    assert "F100" in page_text(data, 0)


def test_cards_and_tokens_have_their_size_on_svg() -> None:
    plan = plan_of(look(), replace(A4, gutter=3.0), ("certificates", "tokens", "trains"))
    for name, size in (("certificates", (68.0, 44.0)), ("trains", (68.0, 44.0))):
        for text in svgs(plan, name):
            corners = [cut.points() for cut in cuts(text)]
            assert all(extent(points) == pytest.approx(size, abs=TENTH / 2) for points in corners)
            lefts = sorted({round(min(x for x, _ in points), 2) for points in corners})
            assert all(b - a == pytest.approx(71, abs=TENTH / 2) for a, b in itertools.pairwise(lefts))
    (text,) = svgs(plan, "tokens")
    circles = list(found(parsed(text), "circle", "cut"))
    assert {float(item.element.attrib["r"]) for item in circles} == {5.25}
    assert len(circles) > 60


def test_the_map_is_one_page_in_the_right_size() -> None:
    plan = plan_of(look(), replace(A4, hex_size=38.6), ("map",))
    (text,) = svgs(plan, "map-poster")
    root = parsed(text)
    width, height = size_mm(root)
    hexes = [extent(item.points()) for item in found(root, "polygon")]
    right = [box for box in hexes if box[0] == pytest.approx(38.6, abs=TENTH / 2)]
    assert len(right) >= 2 * len(title().map.hexes)
    for item in found(root, "polygon"):
        for x, y in item.points():
            assert 0 <= x <= width
            assert 0 <= y <= height
    assert width == pytest.approx(10 * 38.6 + 28, abs=2)


@pytest.mark.parametrize("title_id", ["1826", "1894", "1889", "1830", "18Chesapeake"])
def test_no_page_of_a_map_or_market_holds_a_mere_strip(title_id: str) -> None:
    shown = look_of(load_title(title_id, hooks=False), THEMES["standard"])
    for size in ("a4", "letter", "a3"):
        settings = Settings(paper(size))
        for poster in (map_poster(shown, settings), market_poster(shown, settings)):
            plan = tiling(poster, settings)
            kept = pages_kept(poster, plan)
            # All pages show as much as each other, and together all of it.
            assert plan.left(plan.columns - 1) + plan.window[0] == pytest.approx(poster.width)
            assert plan.top(plan.rows - 1) + plan.window[1] == pytest.approx(poster.height)
            left, top, right, bottom = content_box(settings, plan.form)
            assert plan.window[0] <= right - left + 1e-6
            assert plan.window[1] <= bottom - top + 1e-6
            for box in poster.contents:
                assert any(
                    box[0] < plan.left(column) + plan.window[0]
                    and plan.left(column) < box[2]
                    and box[1] < plan.top(row) + plan.window[1]
                    and plan.top(row) < box[3]
                    for row, column in kept
                )


def drawn(item: Sheet) -> str:
    return file_text(drawing_of(item.width, item.height, item.body, title=item.title))


def test_a_blank_page_is_left_out_and_not_joined() -> None:
    shown = look_of(load_title("1830", hooks=False), THEMES["standard"])
    poster = market_poster(shown, A4)
    plan = tiling(poster, A4)
    assert (plan.rows, plan.columns) == (2, 2)
    assert pages_kept(poster, plan) == {(0, 0), (0, 1), (1, 0)}
    sheets = tiled_sheets(shown, poster, A4)
    assert len(sheets) == 4
    assert not any(page_name(1, 1) + " of" in item.title for item in sheets)
    seams = [word for item in sheets for word in texts(parsed(drawn(item))) if "|" in word]
    assert seams
    assert not any("B2" in word for word in seams)


def test_pages_of_the_map_overlap_and_cover_it() -> None:
    settings = replace(A4, overlap=12.0)
    poster = map_poster(look(), settings)
    plan = tiling(poster, settings)
    assert plan.left(plan.columns - 1) + plan.window[0] >= poster.width - 1e-6
    assert plan.top(plan.rows - 1) + plan.window[1] >= poster.height - 1e-6
    assert plan.left(1) == pytest.approx(plan.window[0] - 12)
    pages = svgs(plan_of(look(), settings, ("map",)), "map")
    assert len(pages) == plan.columns * plan.rows + 1
    assert any("plan of the pages" in word for word in texts(parsed(pages[0])))
    seen: dict[str, list[tuple[float, float]]] = {}
    for number, text in enumerate(pages[1:]):
        root = parsed(text)
        windows = list(found(root, "svg", "window"))
        assert len(windows) == 1
        left, top, wide, high = (float(part) for part in windows[0].element.attrib["viewBox"].split())
        assert (left, top) == pytest.approx(
            (plan.left(number % plan.columns), plan.top(number // plan.columns)), abs=0.001
        )
        # A millimetre of the map is a millimetre of paper.
        assert float(windows[0].element.attrib["width"]) == pytest.approx(wide)
        assert float(windows[0].element.attrib["height"]) == pytest.approx(high)
        at = [float(windows[0].element.attrib[name]) for name in ("x", "y")]
        for mark in found(root, "g", "join"):
            circle = mark.element[0]
            x, y = float(circle.attrib["cx"]) - at[0] + left, float(circle.attrib["cy"]) - at[1] + top
            name = "".join(mark.element[2].itertext())
            seen.setdefault(name, []).append((round(x, 1), round(y, 1)))
    for name, places in seen.items():
        assert all(count == 2 for count in Counter(places).values()), f"{name}: the marks of two pages meet"


def test_every_sheet_has_a_footer_where_printers_print() -> None:
    plan = plan_of(look(), A4)
    for document in plan.documents:
        for number, text in enumerate(svgs(plan, document.name), 1):
            root = parsed(text)
            width, height = size_mm(root)
            words = next(word for word in texts(root) if "· sheet" in word)
            assert words.startswith(f"{title().name} {title().version} · ")
            assert words.endswith(f"sheet {number} of {len(document.sheets)}")
            assert len(list(found(root, "g", "scale-bar"))) == 1
            for item in found(root, "text"):
                x, y = item.at(float(item.element.attrib["x"]), float(item.element.attrib["y"]))
                in_window = any(True for _ in found(root, "svg", "window"))
                assert in_window or (4 <= x <= width - 4 and 4 <= y <= height - 4), (
                    document.name,
                    item.element.text,
                )


def test_lines_marks_gutters_and_footer_can_be_left_out() -> None:
    bare = replace(A4, cut_lines=False, crop_marks=False, footer=False)
    for text in svgs(plan_of(look(), bare, ("tiles", "certificates")), "certificates"):
        root = parsed(text)
        assert cuts(text) == []
        assert list(found(root, "line", "crop")) == []
        assert not any("· sheet" in word for word in texts(root))
    (marked,) = svgs(plan_of(look(), replace(bare, crop_marks=True), ("privates",)), "privates")
    assert len(list(found(parsed(marked), "line", "crop"))) >= 10


def test_the_ruler_layout_draws_lines_through_the_whole_sheet() -> None:
    text = svgs(plan_of(look(), replace(A4, layout="ruler"), ("tiles",)), "tiles")[0]
    root = parsed(text)
    width, height = size_mm(root)
    upright = [
        item.points()
        for item in found(root, "line", "cut")
        if abs(item.points()[0][0] - item.points()[1][0]) < 0.01
    ]
    assert upright or width > height
    for (_, one), (_, other) in upright:
        assert abs(one - other) > height * 0.9


def test_bleed_moves_tiles_apart_and_is_told() -> None:
    plan = plan_of(look(), replace(A4, bleed=2.0), ("tiles",))
    assert plan.warnings == ("tiles are 4 mm apart to make room for their bleed",)
    grounds = [
        extent(item.points())
        for item in found(parsed(svgs(plan, "tiles")[0]), "polygon")
        if extent(item.points())[0] == pytest.approx(42, abs=TENTH / 2)
    ]
    assert len(grounds) >= 20


def test_the_die_layout_has_pins_and_warns_when_it_exceeds_the_printable_area() -> None:
    plan = plan_of(look(), replace(A4, layout="die"), ("tiles",))
    text = svgs(plan, "tiles")[0]
    pins = list(found(parsed(text), "circle", "pin"))
    assert [(float(pin.element.attrib["cx"]), float(pin.element.attrib["r"])) for pin in pins] == [
        (9.0, 3.175),
        (270.4, 3.175),
    ]
    assert plan.warnings == ()
    tight = plan_of(look(), replace(A4, layout="die", margin=25.0), ("tiles",))
    assert any("exceeds the printable area" in warning for warning in tight.warnings)


def test_narrow_margins_are_warned_of() -> None:
    plan = plan_of(look(), replace(A4, margin=2.0), ("aid",))
    assert any("exceed the printable area of most printers" in warning for warning in plan.warnings)


def test_tiles_larger_than_hexes_are_warned_of() -> None:
    plan = plan_of(look(), replace(A4, tile_size=40.0, hex_size=38.0), ("tiles", "map"))
    assert any("will overlap" in warning for warning in plan.warnings)


def test_what_fits_on_no_sheet_is_refused() -> None:
    small = Settings(paper("a7"))
    with pytest.raises(UnknownSize, match="charters do not fit on a7 paper"):
        plan_of(look(), small, ("charters",))
    with pytest.raises(UnknownSize, match="tiles of 100 mm do not fit"):
        plan_of(look(), replace(small, tile_size=100.0), ("tiles",))


def test_parts_are_chosen_by_name() -> None:
    assert (*chosen_parts([]), "backs") == tuple(PARTS)
    assert chosen_parts(["tokens,tiles", "map"]) == ("tiles", "map", "tokens")
    with pytest.raises(UnknownPart, match=r"there is no part 'tile' to print; did you mean 'tiles'?"):
        chosen_parts(["tile"])


def test_the_player_aid_is_one_page_with_the_figures_of_the_title() -> None:
    plan = plan_of(look(), A4, ("aid",))
    (text,) = svgs(plan, "aid")
    words = " ".join(texts(parsed(text)))
    for phase in title().phases:
        assert phase in words
    assert "F900" in words
    assert "operating round 3" in words


def test_a_bank_without_limit_is_never_said_to_be_empty() -> None:
    unlimited = look_of(load_title("1894", hooks=False), THEMES["standard"])
    (text,) = svgs(plan_of(unlimited, A4, ("aid",)), "aid")
    words = " ".join(texts(parsed(text)))
    assert "reaches 450 F" in words
    assert "the bank (" not in words


def test_everything_is_the_same_twice() -> None:
    parts = ("privates", "aid")
    once = files_of(plan_of(look(), A4, parts), ["pdf", "svg"])
    again = files_of(plan_of(look_of(title(), THEMES["standard"]), A4, parts), ["pdf", "svg"])
    assert once == again
    assert set(once) == {"privates.pdf", "aid.pdf", "svg/privates.svg", "svg/aid.svg"}


def test_single_things_have_bleed_and_a_safe_zone() -> None:
    made = {item.path: item for item in items(look(), A4, ("tiles", "trains", "tokens"), guides=True)}
    tile = made["tiles/57"]
    assert tile.count == 4
    assert tile.width == pytest.approx(38 + 2 * 3.175, abs=0.01)
    assert made["trains/2H"].width == pytest.approx(68 + 6.35)
    files = item_files(look(), replace(A4, bleed=3.0), ("trains",), "svg", 300, guides=True)
    root = parsed(files["items/trains/2H.svg"].decode())
    assert size_mm(root) == (74, 50)
    sizes = [
        (float(item.element.attrib["width"]), float(item.element.attrib["height"]))
        for item in found(root, "rect")
    ]
    assert (74, 50) in sizes
    assert (68, 44) in sizes
    assert (62, 38) in sizes
    assert b"trains/2H.svg,8,74.00,50.00" in files["items/items.csv"]


def test_single_things_as_png_have_the_resolution_asked_for() -> None:
    files = item_files(look(), A4, ("privates",), "png", 100, guides=False)
    data = files["items/privates/Bridge.png"]
    assert data.startswith(b"\x89PNG")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    assert width == pytest.approx(74.35 / 25.4 * 100, abs=1.5)
    assert height == pytest.approx(50.35 / 25.4 * 100, abs=1.5)


def test_markers_and_cards_of_mechanisms_are_printed_with_the_figures_of_the_pack() -> None:
    made = {card.id: card for card in extra_cards(look(), (68, 44))}
    assert made["bond"].count == 10
    assert made["priority"].count == 1
    words = " ".join(texts(parsed(svgs(plan_of(look(), A4, ("extras",)), "extras")[0])))
    assert "Worth F100." in words
    tokens = {card.id: card.count for card in extra_tokens(look(), 10.5)}
    assert tokens["loan"] == 20
    assert tokens["Mail"] == 1


@pytest.mark.parametrize("count", ["none", "0", "{{ 3 - 5 }}", "501"])
def test_a_component_without_a_number_is_refused(count: str) -> None:
    data = dict(title().data)
    data["title"] = {"components": [{"id": "flag", "name": "F", "kind": "token", "count": count}]}
    wrong = look_of(replace(title(), data=data), THEMES["standard"])
    with pytest.raises(BadComponent, match="component flag: count should be 1 to 500"):
        extra_tokens(wrong, 10.5)


def test_progress_is_told_sheet_by_sheet() -> None:
    told: list[tuple[str, int, int]] = []
    plan = plan_of(look(), A4, ("trains", "aid"))
    files_of(plan, ["svg"], lambda words, done, of: told.append((words, done, of)))
    assert [(done, of) for _, done, of in told] == [(0, plan.sheets), (plan.sheets - 1, plan.sheets), (0, 0)]
