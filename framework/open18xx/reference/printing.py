"""Print-and-play: what is printed of a title, planned before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from open18xx.errors import Open18xxError
from open18xx.reference.aid import aid_sheets
from open18xx.reference.frame import Settings, Sheet, framed
from open18xx.reference.layouts import Lattice, layout_named
from open18xx.reference.paper import UNPRINTABLE
from open18xx.reference.pdf import Page, pages_pdf
from open18xx.reference.posters import map_poster, market_poster, poster_sheet
from open18xx.reference.sheets import (
    card_sheets,
    certificate_cards,
    charter_sheets,
    die_overflow,
    private_cards,
    tile_sheets,
    token_sheets,
)
from open18xx.reference.tiling import tiled_sheets
from open18xx.render import backs, cards, extras
from open18xx.render.cards import Card
from open18xx.render.look import Look
from open18xx.render.svg import file_text

#: Is told what is being made, how much is done and of how much; nothing of nothing at the end.
Progress = Callable[[str, int, int], None]


class UnknownPart(Open18xxError):
    """There is no part of that name to be printed."""


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets that make one PDF.

    Attributes:
        name: of its files.
        title: what it holds, for people.
    """

    name: str
    title: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that will be printed.

    Attributes:
        warnings: what may go wrong at the printer.
    """

    look: Look
    settings: Settings
    documents: tuple[Document, ...]
    warnings: tuple[str, ...]

    @property
    def sheets(self) -> int:
        """Sheets of paper, posters included."""
        return sum(len(document.sheets) for document in self.documents)


Builder = Callable[[Look, Settings], list[Document]]


def _tiles(look: Look, settings: Settings) -> list[Document]:
    return [Document("tiles", "tiles", tuple(tile_sheets(look, settings)))]


def _map(look: Look, settings: Settings) -> list[Document]:
    poster = map_poster(look, settings)
    return [
        Document("map", "map over several pages", tuple(tiled_sheets(look, poster, settings))),
        Document("map-poster", "map as one page", (poster_sheet(poster, settings),)),
    ]


def _market(look: Look, settings: Settings) -> list[Document]:
    poster = market_poster(look, settings)
    return [
        Document("market", "stock market over several pages", tuple(tiled_sheets(look, poster, settings))),
        Document("market-poster", "stock market as one page", (poster_sheet(poster, settings),)),
    ]


def _charters(look: Look, settings: Settings) -> list[Document]:
    return [Document("charters", "charters", tuple(charter_sheets(look, settings)))]


def _tokens(look: Look, settings: Settings) -> list[Document]:
    return [Document("tokens", "station tokens", tuple(token_sheets(look, settings)))]


def _cards(
    name: str, title: str, made: Callable[[Look, tuple[float, float], float], Sequence[Card]]
) -> Builder:
    def build(look: Look, settings: Settings) -> list[Document]:
        return [Document(name, title, tuple(card_sheets(name, title, made, look, settings)))]

    return build


def _trains(look: Look, settings: Settings) -> list[Document]:
    def made(look: Look, size: tuple[float, float], bleed: float) -> Sequence[Card]:
        return cards.trains(look, size, bleed, settings.unlimited)

    return _cards("trains", "train cards", made)(look, settings)


def _aid(look: Look, settings: Settings) -> list[Document]:
    return [Document("aid", "player aid", tuple(aid_sheets(look, settings)))]


def _backs(look: Look, settings: Settings) -> list[Document]:
    def trains(look: Look, size: tuple[float, float], bleed: float) -> Sequence[Card]:
        return backs.train_backs(look, size, bleed, settings.unlimited)

    return [
        Document(
            f"{name}-backs",
            f"backs of {title}",
            tuple(card_sheets("backs", f"backs of {title}", made, look, settings, mirrored=True)),
        )
        for name, title, made in (
            ("certificates", "share certificates", backs.certificate_backs),
            ("trains", "train cards", trains),
            ("privates", "private companies", backs.private_backs),
            ("extras", "other cards", backs.extra_backs),
        )
    ]


#: What can be printed, in the order of the box.
PARTS: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "tiles": _tiles,
        "map": _map,
        "market": _market,
        "charters": _charters,
        "certificates": _cards("certificates", "share certificates", certificate_cards),
        "trains": _trains,
        "privates": _cards("privates", "private companies", private_cards),
        "extras": _cards("extras", "other cards", extras.extra_cards),
        "tokens": _tokens,
        "aid": _aid,
        "backs": _backs,
    }
)
#: Parts that are printed only when they are named.
OPTIONAL: Final = frozenset({"backs"})


def chosen_parts(words: Iterable[str]) -> tuple[str, ...]:
    """The parts that words such as ``tiles,map`` name, in the order of the box; none name all usual ones.

    Raises:
        UnknownPart: a word names no part.
    """
    wanted: set[str] = set()
    for word in words:
        for name in word.split(","):
            part = name.strip().lower()
            if not part:
                continue
            if part == "all":
                wanted.update(part for part in PARTS if part not in OPTIONAL)
            elif part in PARTS:
                wanted.add(part)
            else:
                near = get_close_matches(part, PARTS, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(PARTS)}"
                raise UnknownPart(f"there is no part {part!r} to print; {hint}")
    return tuple(part for part in PARTS if (part in wanted if wanted else part not in OPTIONAL))


def plan_of(look: Look, settings: Settings, parts: Sequence[str] = ()) -> Plan:
    """Work out all sheets without writing any.

    Raises:
        UnknownSize: something fits on no sheet.
        BadLayout: the layout cannot be used.
    """
    documents: list[Document] = []
    for part in parts or chosen_parts(()):
        documents += [document for document in PARTS[part](look, settings) if document.sheets]
    return Plan(look, settings, tuple(documents), tuple(_warnings(look, settings, parts or chosen_parts(()))))


def _warnings(look: Look, settings: Settings, parts: Sequence[str]) -> Iterable[str]:
    if settings.margin < UNPRINTABLE:
        yield (
            f"margins of {settings.margin:g} mm exceed the printable area of most printers, which leave "
            f"about {UNPRINTABLE:g} mm white along every edge"
        )
    layout = layout_named(settings.layout)
    if "tiles" in parts:
        overflow = die_overflow(look, settings)
        if overflow is not None:
            yield overflow
    if settings.gap < 2 * settings.bleed and "tiles" in parts and isinstance(layout, Lattice):
        yield f"tiles are {2 * settings.bleed:g} mm apart to make room for their bleed"
    if settings.hex_size < settings.tile_size and {"tiles", "map"} <= set(parts):
        yield (
            f"hexes of the map are {settings.hex_size:g} mm wide and tiles {settings.tile_size:g} mm: "
            "the tiles will overlap"
        )


def pages_of(plan: Plan, document: Document, *, fonts: bool = False) -> list[Page]:
    """The finished pages of a document, each with its footer."""
    count = len(document.sheets)
    return [
        Page(item.width, item.height, framed(plan.look, item, number_, count, plan.settings, fonts=fonts))
        for number_, item in enumerate(document.sheets, 1)
    ]


def files_of(
    plan: Plan, formats: Sequence[str], progress: Progress = lambda words, done, of: None
) -> dict[str, bytes]:
    """All files of a plan, by their path in the folder they are for.

    Args:
        formats: of ``pdf`` and ``svg``.
        progress: is told what is being made.

    Raises:
        PdfUnavailable: PDF is wanted and Typst is not installed.
    """
    made: dict[str, bytes] = {}
    done = 0
    for document in plan.documents:
        progress(document.title, done, plan.sheets)
        if "pdf" in formats:
            title = f"{plan.look.title.name}: {document.title}"
            made[f"{document.name}.pdf"] = pages_pdf(pages_of(plan, document), title)
        if "svg" in formats:
            for number_, page in enumerate(pages_of(plan, document, fonts=True), 1):
                name = document.name if len(document.sheets) == 1 else f"{document.name}-{number_:02}"
                made[f"svg/{name}.svg"] = file_text(page.drawing).encode()
        done += len(document.sheets)
    progress("", 0, 0)
    return made
