"""Single things as files of their own, for print-on-demand: with bleed, and the safe zone shown on wish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from open18xx.reference.frame import Settings
from open18xx.reference.layouts import hex_shape
from open18xx.reference.pdf import Page, pages_png
from open18xx.render import backs, cards, charters, extras
from open18xx.render.font import FAMILIES, style_sheet
from open18xx.render.hexagon import FLAT
from open18xx.render.hexes import tile_element
from open18xx.render.look import Look
from open18xx.render.svg import Element, circle, document, file_text, group, moved, polygon, rect

#: Bleed of single things when none is given: an eighth of an inch.
ITEM_BLEED: Final = 3.175
_TRIM: Final = "#ff00ff"
_SAFE: Final = "#00a0ff"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing.

    Attributes:
        path: of its file, without ending.
        count: how many the game needs.
    """

    path: str
    title: str
    count: int
    width: float
    height: float
    body: Element


def items(look: Look, settings: Settings, parts: tuple[str, ...], *, guides: bool) -> Iterator[Item]:
    """Everything of some parts, one by one; tiles, cards, charters and tokens can be had.

    Args:
        guides: draw where it is cut and what is safe from cutting.
    """
    bleed = settings.bleed or ITEM_BLEED
    if "tiles" in parts:
        yield from _tiles(look, settings, bleed, guides=guides)
    size = (settings.card_size.width, settings.card_size.height)
    for part, made in (
        ("certificates", cards.certificates(look, size, bleed)),
        ("trains", cards.trains(look, size, bleed, settings.unlimited)),
        ("privates", cards.privates(look, size, bleed)),
        ("extras", extras.extra_cards(look, size, bleed)),
    ):
        if part in parts:
            for card in made:
                yield _rectangle(part, card, size, bleed, guides=guides)
    if "backs" in parts:
        for part, drawn in (
            ("certificates", backs.certificate_backs(look, size, bleed)),
            ("trains", backs.train_backs(look, size, bleed, settings.unlimited)),
            ("privates", backs.private_backs(look, size, bleed)),
            ("extras", backs.extra_backs(look, size, bleed)),
        ):
            for card in drawn:
                yield _rectangle(f"backs/{part}", card, size, bleed, guides=guides)
    if "charters" in parts:
        for card in charters.charters(look, charters.CHARTER, settings.token_size):
            yield _rectangle("charters", card, charters.CHARTER, 0.0, guides=False)
    if "tokens" in parts:
        for card in (
            *charters.tokens(look, settings.token_size, bleed),
            *extras.extra_tokens(look, settings.token_size, bleed),
        ):
            half = settings.token_size / 2 + bleed
            marks = (
                group(
                    circle((0, 0), settings.token_size / 2, fill="none", stroke=_TRIM, stroke_width=0.15),
                    circle((0, 0), settings.token_size / 2 - 1, fill="none", stroke=_SAFE, stroke_width=0.15),
                )
                if guides
                else None
            )
            body = moved(half, half, card.element, marks)
            yield Item(f"tokens/{card.id}", card.title, card.count, 2 * half, 2 * half, body)


def _rectangle(part: str, card: cards.Card, size: tuple[float, float], bleed: float, *, guides: bool) -> Item:
    width, height = size
    marks = (
        group(
            rect(0, 0, width, height, fill="none", stroke=_TRIM, stroke_width=0.15),
            rect(
                cards.SAFE,
                cards.SAFE,
                width - 2 * cards.SAFE,
                height - 2 * cards.SAFE,
                fill="none",
                stroke=_SAFE,
                stroke_width=0.15,
            ),
        )
        if guides
        else None
    )
    body = moved(bleed, bleed, card.element, marks)
    return Item(f"{part}/{card.id}", card.title, card.count, width + 2 * bleed, height + 2 * bleed, body)


def _tiles(look: Look, settings: Settings, bleed: float, *, guides: bool) -> Iterator[Item]:
    orientation = look.title.map.orientation
    scale = settings.tile_size / FLAT
    outer = hex_shape(orientation, settings.tile_size + 2 * bleed)
    half = max(x for x, _ in outer), max(y for _, y in outer)
    for tile_id, entry in look.title.tiles.entries.items():
        count = entry.count if entry.count is not None else entry.printed
        marks = (
            group(
                polygon(
                    hex_shape(orientation, settings.tile_size), fill="none", stroke=_TRIM, stroke_width=0.15
                ),
                polygon(
                    hex_shape(orientation, settings.tile_size - 4),
                    fill="none",
                    stroke=_SAFE,
                    stroke_width=0.15,
                ),
            )
            if guides
            else None
        )
        tile = tile_element(look.hexes, entry.tile, 0, bleed / scale, outline=False)
        body = group(moved(*half, tile, scale=scale), moved(*half, marks) if marks else None)
        yield Item(
            f"tiles/{tile_id}",
            f"tile {tile_id}",
            settings.unlimited if count is None else count,
            2 * half[0],
            2 * half[1],
            body,
        )


def item_files(
    look: Look, settings: Settings, parts: tuple[str, ...], kind: str, resolution: float, *, guides: bool
) -> dict[str, bytes]:
    """All single things as files, by path, and a list of how many of each are needed.

    Args:
        kind: ``svg`` or ``png``.
        resolution: of PNGs, in pixels an inch.

    Raises:
        PdfUnavailable: PNG is wanted and Typst is not installed.
    """
    made = list(items(look, settings, parts, guides=guides))
    listing = "file,count,width_mm,height_mm\n" + "".join(
        f"{item.path}.{kind},{item.count},{item.width:.2f},{item.height:.2f}\n" for item in made
    )
    files = {"items/items.csv": listing.encode()}
    if kind == "svg":
        for item in made:
            text = _drawing(item, style_sheet())
            files[f"items/{item.path}.svg"] = text
        return files
    pages = [Page(item.width, item.height, _element(item, "")) for item in made]
    for item, png in zip(made, pages_png(pages, resolution) if pages else [], strict=True):
        files[f"items/{item.path}.png"] = png
    return files


def _element(item: Item, style: str) -> Element:
    return document(
        item.width, item.height, group(item.body, font_family=FAMILIES), title=item.title, style=style
    )


def _drawing(item: Item, style: str) -> bytes:
    return file_text(_element(item, style)).encode()
