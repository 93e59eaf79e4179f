"""PDF and PNG, made by Typst: drawings as whole pages, and typeset documents.

Typst is an optional part of the installation (``open18xx[print]``); everything else works without it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from open18xx.errors import Open18xxError
from open18xx.render.font import font_files
from open18xx.render.svg import Element, file_text, number


class PdfUnavailable(Open18xxError):
    """The PDF maker is not installed."""


class PdfFailed(Open18xxError):
    """The PDF maker refused a document: a fault of this program or of a file of the installation."""


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing that fills a page; its size is that of the drawing, in millimetres."""

    width: float
    height: float
    drawing: Element


def is_available() -> bool:
    """Whether PDF can be made by this installation."""
    return importlib.util.find_spec("typst") is not None


def pages_pdf(pages: Sequence[Page], title: str) -> bytes:
    """A PDF with one drawing a page, each page exactly as large as its drawing.

    Raises:
        PdfUnavailable: Typst is not installed.
    """
    source, files = _pages_source(pages, title)
    made = _compile(source, files, "pdf")
    return made[0]


def pages_png(pages: Sequence[Page], resolution: float) -> list[bytes]:
    """Each drawing as a PNG.

    Args:
        resolution: pixels an inch.

    Raises:
        PdfUnavailable: Typst is not installed.
    """
    source, files = _pages_source(pages, "")
    return _compile(source, files, "png", resolution)


def typeset_pdf(source: str, files: Mapping[str, bytes]) -> bytes:
    """A PDF from a Typst document and the files it names.

    Raises:
        PdfUnavailable: Typst is not installed.
    """
    return _compile(source, files, "pdf")[0]


def typst_text(words: str) -> str:
    """Words as a string literal of Typst."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "")
    return f'"{escaped}"'


def _pages_source(pages: Sequence[Page], title: str) -> tuple[str, dict[str, bytes]]:
    parts = [f"#set document(title: {typst_text(title)}, date: none)", "#set page(margin: 0mm)"]
    files: dict[str, bytes] = {}
    for order, page in enumerate(pages, 1):
        name = f"page{order}.svg"
        files[name] = file_text(page.drawing).encode()
        width, height = f"{number(page.width)}mm", f"{number(page.height)}mm"
        alt = typst_text(_title_of(page.drawing))
        parts.append(
            f"#page(width: {width}, height: {height})"
            f'[#image("{name}", width: {width}, height: {height}, alt: {alt})]'
        )
    return "\n".join(parts), files


def _title_of(drawing: Element) -> str:
    for child in drawing.children:
        if isinstance(child, Element) and child.tag == "title":
            return "".join(part for part in child.children if isinstance(part, str))
    return ""


def _compile(source: str, files: Mapping[str, bytes], kind: str, resolution: float = 144.0) -> list[bytes]:
    fonts = [str(file.parent) for file in font_files()[:1]]
    try:
        import typst
    except ImportError as problem:
        raise PdfUnavailable(
            "PDF and PNG need Typst, which is not installed; "
            "pip install 'open18xx[print]' brings it, and `--format svg` does without"
        ) from problem
    try:
        made = typst.compile(  # type: ignore[call-overload]  # its stub does not know several inputs
            {"main": source.encode(), **files},
            format=kind,
            ppi=resolution,
            font_paths=fonts,
            ignore_system_fonts=True,
        )
    except typst.TypstError as problem:
        raise PdfFailed(f"the PDF could not be made: {problem}") from problem
    return [bytes(item) for item in made] if isinstance(made, list) else [bytes(made or b"")]
