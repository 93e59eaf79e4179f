"""Layouts of tile sheets: read from YAML, worked out for a size of paper.

Two kinds: a ``lattice`` repeats two steps over the sheet and takes as many tiles as fit; a ``die`` has its
tiles at fixed places of a fixed paper. Which hex side points where follows the title's map.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal

import yaml

from open18xx.errors import Open18xxError
from open18xx.geometry.grid import Orientation
from open18xx.reference.paper import Size, paper
from open18xx.render.hexagon import FLAT, corners
from open18xx.render.svg import Point

Box = tuple[float, float, float, float]

_LATTICE_KEYS: Final = frozenset(("kind", "title", "steps", "cuts"))
_DIE_KEYS: Final = frozenset(
    (
        "kind",
        "title",
        "paper",
        "landscape",
        "tile",
        "columns",
        "rows",
        "first",
        "pitch",
        "stagger",
        "pins",
        "pin",
    )
)
#: How finely the start of a lattice is tried out, in parts of a step.
_TRIES: Final = 8


class BadLayout(Open18xxError):
    """A layout that is not there or cannot be used."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Tiles at all sums of two steps.

    Attributes:
        steps: in widths of a tile with its gap, for hexes with a side to the left.
        cuts: ``outlines`` around each tile, or ``lines`` through the whole sheet.
    """

    name: str
    title: str
    steps: tuple[Point, Point]
    cuts: Literal["outlines", "lines"]


@dataclass(frozen=True, slots=True)
class Die:
    """Tiles at the fixed places of a die, in millimetres from the upper left corner of its paper.

    Attributes:
        tile: width of the punched hex across its sides.
        stagger: how far every second row lies to the right.
        pins: centres of the holes that hold the sheet; pin: their diameter.
    """

    name: str
    title: str
    sheet: Size
    tile: float
    columns: int
    rows: int
    first: Point
    pitch: Point
    stagger: float
    pins: tuple[Point, ...]
    pin: float

    def places(self) -> tuple[Point, ...]:
        """Centres of the tiles, row by row."""
        return tuple(
            (
                self.first[0] + column * self.pitch[0] + (self.stagger if row % 2 else 0.0),
                self.first[1] + row * self.pitch[1],
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )


Layout = Lattice | Die


def layout_names() -> tuple[str, ...]:
    """The layouts that come along."""
    return tuple(sorted(file.stem for file in _folder().glob("*.yaml")))


def layout_named(name: str) -> Layout:
    """A layout that comes along, or one from a file of one's own.

    Raises:
        BadLayout: there is no such layout, or it cannot be used.
    """
    if name in layout_names():
        return read_layout(_folder() / f"{name}.yaml")
    file = Path(name)
    if file.suffix in (".yaml", ".yml") or file.exists():
        return read_layout(file)
    near = get_close_matches(name, layout_names(), n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(layout_names())}, or a .yaml file"
    raise BadLayout(f"there is no layout {name!r}; {hint}")


def read_layout(file: Path) -> Layout:
    """A layout from its file.

    Raises:
        BadLayout: the file is not there or not right; the text says what is.
    """
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as problem:
        raise BadLayout(f"{file}: cannot be read ({problem})") from problem
    except yaml.YAMLError as problem:
        raise BadLayout(f"{file}: is no YAML ({' '.join(str(problem).split())})") from problem
    reader = _Reader(file, data)
    kind = reader.text("kind")
    if kind == "lattice":
        reader.allow(_LATTICE_KEYS)
        steps = reader.points("steps", least=2)
        if len(steps) != 2 or abs(steps[0][0] * steps[1][1] - steps[0][1] * steps[1][0]) < 0.5:
            raise reader.error("steps should be two steps that do not run alike and keep tiles apart")
        cuts = reader.text("cuts", "outlines")
        if cuts == "outlines":
            return Lattice(file.stem, reader.text("title", file.stem), (steps[0], steps[1]), "outlines")
        if cuts == "lines":
            return Lattice(file.stem, reader.text("title", file.stem), (steps[0], steps[1]), "lines")
        raise reader.error(f"cuts should be 'outlines' or 'lines', not {cuts!r}")
    if kind == "die":
        reader.allow(_DIE_KEYS)
        sheet = paper(reader.text("paper"))
        return Die(
            name=file.stem,
            title=reader.text("title", file.stem),
            sheet=sheet.turned() if reader.flag("landscape") else sheet,
            tile=reader.number("tile", 5.0),
            columns=int(reader.number("columns", 1)),
            rows=int(reader.number("rows", 1)),
            first=reader.points("first", single=True)[0],
            pitch=reader.points("pitch", single=True)[0],
            stagger=reader.number("stagger", -500.0, 0.0),
            pins=reader.points("pins"),
            pin=reader.number("pin", 0.0, 6.0),
        )
    raise reader.error(f"kind should be 'lattice' or 'die', not {kind!r}")


def _folder() -> Path:
    return Path(__file__).parent / "layouts"


class _Reader:
    """Takes values out of the data of a file and says what is wrong with them."""

    def __init__(self, file: Path, data: object) -> None:
        self._file = file
        if not isinstance(data, Mapping):
            raise BadLayout(f"{file}: should be a mapping with the keys of a layout")
        self._data: Mapping[object, object] = data

    def error(self, message: str) -> BadLayout:
        return BadLayout(f"{self._file}: {message}")

    def allow(self, known: frozenset[str]) -> None:
        for key in self._data:
            if key not in known:
                near = get_close_matches(str(key), known, n=1)
                raise self.error(f"unknown key {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))

    def text(self, key: str, default: str | None = None) -> str:
        value = self._data.get(key, default)
        if not isinstance(value, str):
            raise self.error(f"{key} should be a text" + (f", not {value!r}" if value is not None else ""))
        return value

    def flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            raise self.error(f"{key} should be true or false, not {value!r}")
        return value

    def number(self, key: str, least: float, default: float | None = None) -> float:
        value = self._data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= 2000:
            raise self.error(f"{key} should be a number from {least:g} to 2000, not {value!r}")
        return float(value)

    def points(self, key: str, *, single: bool = False, least: int = 0) -> tuple[Point, ...]:
        value = self._data.get(key, [])
        items = [value] if single else value
        found: list[Point] = []
        if isinstance(items, list):
            for item in items:
                if isinstance(item, list) and len(item) == 2 and all(_is_number(part) for part in item):
                    found.append((float(item[0]), float(item[1])))
        if (
            not isinstance(items, list)
            or len(found) != len(items)
            or len(found) < least
            or (single and not found)
        ):
            raise self.error(
                f"{key} should be {'a pair' if single else 'a list of pairs'} of numbers, not {value!r}"
            )
        return tuple(found)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# -- working out -----------------------------------------------------------------------------


def hex_shape(orientation: Orientation, size: float, centre: Point = (0.0, 0.0)) -> tuple[Point, ...]:
    """Corners of a hex ``size`` wide across its sides."""
    scale = size / FLAT
    return tuple((centre[0] + x * scale, centre[1] + y * scale) for x, y in corners(orientation))


def fill_lattice(
    layout: Lattice, orientation: Orientation, size: float, gap: float, bleed: float, inside: Box
) -> tuple[Point, ...]:
    """Centres of as many tiles as fit into a box, row by row, in the middle of it."""
    pitch = size + gap
    first, second = layout.steps
    if orientation == "flat":
        first, second = (first[1], first[0]), (second[1], second[0])
    a = (first[0] * pitch, first[1] * pitch)
    b = (second[0] * pitch, second[1] * pitch)
    shape = hex_shape(orientation, size)
    half = (max(x for x, _ in shape) + bleed, max(y for _, y in shape) + bleed)
    left, top, right, bottom = inside
    width, height = right - left - 2 * half[0], bottom - top - 2 * half[1]
    if width < -1e-9 or height < -1e-9:
        return ()
    best: list[Point] = []
    for i in range(_TRIES):
        for j in range(_TRIES):
            start = (
                (i * a[0] + j * b[0]) / _TRIES,
                (i * a[1] + j * b[1]) / _TRIES,
            )
            for corner in ((0.0, 0.0), start):
                found = _points(corner, a, b, width, height)
                if len(found) > len(best):
                    best = found
    if not best:
        return ()
    min_x, max_x = min(x for x, _ in best), max(x for x, _ in best)
    min_y, max_y = min(y for _, y in best), max(y for _, y in best)
    move = (
        left + half[0] + (width - max_x - min_x) / 2,
        top + half[1] + (height - max_y - min_y) / 2,
    )
    placed = [(round(x + move[0], 4), round(y + move[1], 4)) for x, y in best]
    return tuple(sorted(placed, key=lambda at: (at[1], at[0])))


def _points(start: Point, a: Point, b: Point, width: float, height: float) -> list[Point]:
    """All points start + i·a + j·b within (0, 0) and (width, height)."""
    found: list[Point] = []
    reach = math.ceil((width + height) / min(math.hypot(*a), math.hypot(*b))) + 3
    for i in range(-reach, reach + 1):
        for j in range(-reach, reach + 1):
            x, y = start[0] + i * a[0] + j * b[0], start[1] + i * a[1] + j * b[1]
            if -1e-6 <= x <= width + 1e-6 and -1e-6 <= y <= height + 1e-6:
                found.append((x, y))
    return found


def cut_lines(
    orientation: Orientation, size: float, centres: tuple[Point, ...], inside: Box
) -> tuple[tuple[Point, Point], ...]:
    """The lines on which edges of tiles lie, each once, cut off at a box."""
    found: dict[tuple[int, int], tuple[Point, Point]] = {}
    for centre in centres:
        shape = hex_shape(orientation, size, centre)
        for one, other in zip(shape, (*shape[1:], shape[0]), strict=True):
            angle = round(math.degrees(math.atan2(other[1] - one[1], other[0] - one[0]))) % 180
            across = (-math.sin(math.radians(angle)), math.cos(math.radians(angle)))
            level = one[0] * across[0] + one[1] * across[1]
            key = (angle, round(level * 20))
            if key not in found and (angle, key[1] - 1) not in found and (angle, key[1] + 1) not in found:
                cut = _within(one, angle, inside)
                if cut is not None:
                    found[key] = cut
    return tuple(found[key] for key in sorted(found))


def _within(at: Point, angle: float, inside: Box) -> tuple[Point, Point] | None:
    """The part inside a box of the line through a point."""
    along = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    low, high = -math.inf, math.inf
    for position, direction, least, most in (
        (at[0], along[0], inside[0], inside[2]),
        (at[1], along[1], inside[1], inside[3]),
    ):
        if abs(direction) < 1e-9:
            if not least <= position <= most:
                return None
            continue
        one, other = (least - position) / direction, (most - position) / direction
        low, high = max(low, min(one, other)), min(high, max(one, other))
    if low >= high:
        return None
    return (
        (at[0] + low * along[0], at[1] + low * along[1]),
        (at[0] + high * along[0], at[1] + high * along[1]),
    )
