"""Reading PDFs back: sizes of pages, texts, places of lines, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium

POINT = 25.4 / 72


def opened(data: bytes) -> pypdfium2.PdfDocument:
    """A PDF from its bytes."""
    return pypdfium2.PdfDocument(data)


def page_sizes(data: bytes) -> list[tuple[float, float]]:
    """Width and height of each page."""
    with opened(data) as document:
        return [tuple(side * POINT for side in document[at].get_size()) for at in range(len(document))]


def page_text(data: bytes, page: int) -> str:
    """All text of a page."""
    with opened(data) as document:
        return document[page].get_textpage().get_text_range()


def path_boxes(data: bytes, page: int) -> Iterator[tuple[float, float]]:
    """Width and height of everything drawn on a page that is no text, without the width of lines."""
    with opened(data) as document:
        for item in document[page].get_objects(filter=(pdfium.FPDF_PAGEOBJ_PATH,), max_depth=15):
            left, bottom, right, top = item.get_bounds()
            yield (right - left) * POINT, (top - bottom) * POINT
