"""Reading drawings back: SVG files with an XML parser, transforms worked out, sizes in millimetres."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

SVG = "{http://www.w3.org/2000/svg}"

#: Elements that the drawings use, with the attributes each may have besides those of :data:`SHARED`.
ALLOWED = {
    "svg": {"width", "height", "viewBox", "role", "x", "y", "overflow"},
    "title": set(),
    "desc": set(),
    "style": set(),
    "g": set(),
    "text": {"x", "y"},
    "polygon": {"points"},
    "line": {"x1", "y1", "x2", "y2"},
    "circle": {"cx", "cy", "r"},
    "rect": {"x", "y", "width", "height", "rx"},
    "path": {"d"},
}
SHARED = {
    "class",
    "fill",
    "fill-opacity",
    "font-family",
    "font-size",
    "font-weight",
    "paint-order",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-width",
    "text-anchor",
    "transform",
}

_PATH = re.compile(r"(?:[MLHVAQTZmlhvaqtzCcSs]|-?[0-9]+(?:\.[0-9]+)?|[ ,])*")
_STEP = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Found:
    """An element with the matrix that takes its coordinates to those of the page."""

    element: ET.Element
    matrix: Matrix

    def at(self, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f

    @property
    def scale(self) -> float:
        a, b, _, _, _, _ = self.matrix
        return math.hypot(a, b)

    def points(self) -> list[tuple[float, float]]:
        """Points of a polygon, a line or a path of straight lines, on the page."""
        tag = self.element.tag.removeprefix(SVG)
        if tag == "line":
            keys = (("x1", "y1"), ("x2", "y2"))
            return [self.at(*(float(self.element.attrib[name]) for name in pair)) for pair in keys]
        text = self.element.attrib["points" if tag == "polygon" else "d"]
        numbers = [float(item) for item in re.findall(r"-?[0-9]+(?:\.[0-9]+)?", text)]
        return [self.at(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def parsed(text: str) -> ET.Element:
    """The root of an SVG; its elements and attributes must be ones that SVG has."""
    root = ET.fromstring(text)
    for element in root.iter():
        tag = element.tag.removeprefix(SVG)
        assert element.tag.startswith(SVG), element.tag
        assert tag in ALLOWED, tag
        for name, value in element.attrib.items():
            assert name in ALLOWED[tag] | SHARED, (tag, name)
            assert "nan" not in value, (tag, name, value)
            if name == "d":
                assert _PATH.fullmatch(value), value
    return root


def found(root: ET.Element, tag: str, class_: str | None = None) -> Iterator[Found]:
    """Elements of a kind, wherever they are, with what the groups around them do to them."""
    yield from _walk(root, tag, class_, (1, 0, 0, 1, 0, 0), outermost=True)


def size_mm(root: ET.Element) -> tuple[float, float]:
    """Size of a whole drawing, which must count in millimetres."""
    width, height = (float(root.attrib[name].removesuffix("mm")) for name in ("width", "height"))
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    return width, height


def texts(root: ET.Element) -> list[str]:
    """All texts of a drawing."""
    return ["".join(item.itertext()) for item in root.iter(f"{SVG}text")]


def _walk(
    element: ET.Element, tag: str, class_: str | None, matrix: Matrix, *, outermost: bool = False
) -> Iterator[Found]:
    for kind, words in _STEP.findall(element.attrib.get("transform", "")):
        numbers = [float(item) for item in words.replace(",", " ").split()]
        matrix = _times(matrix, _step(kind, numbers))
    if element.tag == f"{SVG}svg" and not outermost:
        x, y = (float(element.attrib[name]) for name in ("x", "y"))
        left, top, width, height = (float(item) for item in element.attrib["viewBox"].split())
        zoom = float(element.attrib["width"]) / width, float(element.attrib["height"]) / height
        matrix = _times(matrix, (zoom[0], 0, 0, zoom[1], x - left * zoom[0], y - top * zoom[1]))
    if element.tag == f"{SVG}{tag}" and (class_ is None or element.attrib.get("class") == class_):
        yield Found(element, matrix)
    for child in element:
        yield from _walk(child, tag, class_, matrix)


def _step(kind: str, numbers: list[float]) -> Matrix:
    if kind == "translate":
        return 1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0
    if kind == "scale":
        return numbers[0], 0, 0, numbers[-1], 0, 0
    angle = math.radians(numbers[0])
    turn: Matrix = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
    if len(numbers) == 3:
        x, y = numbers[1:]
        return _times(_times((1, 0, 0, 1, x, y), turn), (1, 0, 0, 1, -x, -y))
    return turn


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )
