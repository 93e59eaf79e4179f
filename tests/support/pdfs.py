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


def colliding_texts(data: bytes) -> list[tuple[int, str, str]]:
    """Texts of a PDF that lie on one another or outside their page: page, text, other text."""
    collisions: list[tuple[int, str, str]] = []
    with opened(data) as document:
        for number in range(len(document)):
            page = document[number].get_textpage()
            width, height = document[number].get_size()
            boxes = sorted(page.get_rect(index) for index in range(page.count_rects()))
            boxes = [box for box in boxes if box[2] - box[0] > 0.5 and box[3] - box[1] > 0.5]
            for order, (left, low, right, high) in enumerate(boxes):
                if left < -0.5 or low < -0.5 or right > width + 0.5 or high > height + 0.5:
                    words = page.get_text_bounded(left, low, right, high)
                    collisions.append((number + 1, words, "outside the page"))
                for left2, low2, right2, high2 in boxes[order + 1 :]:
                    if left2 >= right - 1:
                        break
                    shared = min(high, high2) - max(low, low2)
                    if min(right, right2) - left2 > 1 and shared > 0.15 * min(high - low, high2 - low2):
                        words = page.get_text_bounded(left, low, right, high)
                        other = page.get_text_bounded(left2, low2, right2, high2)
                        collisions.append((number + 1, words, other))
    return collisions
