"""SVG as values: elements are built by functions, and become text in one way only.

The text is the same for the same drawing on every machine: numbers are rounded to thousandths, attributes
keep the order in which they were given, nothing is numbered or hashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]
Value = str | float | int

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


@dataclass(frozen=True, slots=True)
class Element:
    """One element with its attributes (already text) and what is inside it."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Element | str, ...] = ()

    def walk(self) -> Iterator[Element]:
        """The element and all elements inside it, in the order of the text."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def get(self, name: str) -> str | None:
        """Value of an attribute, None when it is not there."""
        return dict(self.attributes).get(name)


def number(value: float) -> str:
    """A number as short as it can be, rounded to thousandths.

    >>> number(1.0), number(0.12345), number(-0.0001), number(120)
    ('1', '0.123', '0', '120')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def el(tag: str, *children: Element | str | None, **attributes: Value | None) -> Element:
    """An element. Names lose a final ``_`` and their other ``_`` become ``-``; None leaves out.

    >>> to_text(el("circle", cx=1, cy=2.5, r=3, stroke_width=None, class_="slot"))
    '<circle cx="1" cy="2.5" r="3" class="slot"/>'
    """
    return Element(
        tag,
        tuple(
            (name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else number(value))
            for name, value in attributes.items()
            if value is not None
        ),
        tuple(child for child in children if child is not None),
    )


def group(*children: Element | None, **attributes: Value | None) -> Element:
    """A ``g`` element."""
    return el("g", *children, **attributes)


def moved(x: float, y: float, *children: Element | None, scale: float = 1.0, turn: float = 0.0) -> Element:
    """A group placed at (x, y), enlarged, and turned clockwise by ``turn`` degrees."""
    parts = [f"translate({number(x)} {number(y)})"] if x or y else []
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale != 1.0:
        parts.append(f"scale({scale:.6f})")
    return group(*children, transform=" ".join(parts) or None)


def points_text(points: Iterable[Point]) -> str:
    """Points as the ``points`` attribute wants them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def polygon(points: Sequence[Point], **attributes: Value | None) -> Element:
    """A closed shape with straight sides."""
    return el("polygon", points=points_text(points), **attributes)


def line(start: Point, end: Point, **attributes: Value | None) -> Element:
    """A straight line."""
    return el("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)


def circle(centre: Point, radius: float, **attributes: Value | None) -> Element:
    """A circle."""
    return el("circle", cx=centre[0], cy=centre[1], r=radius, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value | None) -> Element:
    """A rectangle from its upper left corner."""
    return el("rect", x=x, y=y, width=width, height=height, **attributes)


def path(d: str, **attributes: Value | None) -> Element:
    """A path from its ``d`` attribute."""
    return el("path", d=d, **attributes)


def document(
    width: float, height: float, *children: Element | None, title: str, description: str = "", style: str = ""
) -> Element:
    """A whole drawing ``width`` × ``height`` millimetres large, with user units of a millimetre.

    Args:
        title: what it shows, for people who cannot see it.
        style: style sheet, for fonts that come along.
    """
    return el(
        "svg",
        el("title", title),
        el("desc", description) if description else None,
        el("style", style) if style else None,
        *children,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{number(width)}mm",
        height=f"{number(height)}mm",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
    )


def to_text(element: Element) -> str:
    """The element as text, elements with children over several lines, without a final newline."""
    parts: list[str] = []
    _write(element, parts)
    return "".join(parts)


def file_text(element: Element) -> str:
    """A whole SVG file."""
    return f'<?xml version="1.0" encoding="utf-8"?>\n{to_text(element)}\n'


def _write(element: Element, parts: list[str]) -> None:
    parts.append(f"<{element.tag}")
    for name, value in element.attributes:
        parts.append(f' {name}="{value.translate(_ESCAPES)}"')
    if not element.children:
        parts.append("/>")
        return
    parts.append(">")
    # Space between elements of a text would be shown.
    between = "" if element.tag in ("text", "tspan", "title", "desc", "style") else "\n"
    for child in element.children:
        parts.append(between)
        if isinstance(child, Element):
            _write(child, parts)
        else:
            parts.append(child.translate(_ESCAPES))
    parts.append(f"{between}</{element.tag}>")
