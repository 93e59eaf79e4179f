"""Colours: contrast as WCAG 2 defines it, difference as the eye sees it, and simulated colour blindness."""

from __future__ import annotations

import math
from typing import Final, Literal

Deficiency = Literal["protanopia", "deuteranopia", "tritanopia", "achromatopsia"]
Rgb = tuple[float, float, float]

#: Least contrast between a text and its ground (WCAG 2, level AA).
READABLE: Final = 4.5

#: What a complete lack of one kind of cone does to linear RGB (Machado, Oliveira and Fernandes, 2009).
_MATRICES: Final[dict[Deficiency, tuple[Rgb, Rgb, Rgb]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "achromatopsia": (
        (0.2126, 0.7152, 0.0722),
        (0.2126, 0.7152, 0.0722),
        (0.2126, 0.7152, 0.0722),
    ),
}


def linear(colour: str) -> Rgb:
    """Linear RGB, each part 0 to 1, of a colour such as ``#ff8000`` (``#`` may be missing).

    Raises:
        ValueError: it is no such colour.
    """
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) != 6 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise ValueError(f"{colour!r} should be a colour such as '#ff8000'")
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def written(rgb: Rgb) -> str:
    """The colour as ``#rrggbb``; inverse of :func:`linear`.

    >>> written(linear("#3b8fd0"))
    '#3b8fd0'
    """
    digits = []
    for part in rgb:
        value = min(1.0, max(0.0, part))
        value = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
        digits.append(f"{round(value * 255):02x}")
    return "#" + "".join(digits)


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable_on(ground: str, wanted: str) -> str:
    """``wanted`` if a text of that colour is readable on ``ground``, else black or white."""
    if contrast(wanted, ground) >= READABLE:
        return wanted
    return "#000000" if contrast("#000000", ground) >= contrast("#ffffff", ground) else "#ffffff"


def simulated(colour: str, deficiency: Deficiency) -> str:
    """How a colour looks to people with a colour vision deficiency."""
    red, green, blue = linear(colour)
    rows = _MATRICES[deficiency]
    one, two, three = (a * red + b * green + c * blue for a, b, c in rows)
    return written((one, two, three))


def difference(one: str, other: str) -> float:
    """Distance of two colours in CIE L*a*b* (CIE76): about 2 can just be seen side by side."""
    return math.dist(_lab(one), _lab(other))


def mixed(colour: str, other: str, part: float) -> str:
    """``colour`` with ``part`` (0 to 1) of ``other`` mixed in."""
    first, second = linear(colour), linear(other)
    one, two, three = (a * (1 - part) + b * part for a, b in zip(first, second, strict=True))
    return written((one, two, three))


def _lab(colour: str) -> tuple[float, float, float]:
    red, green, blue = linear(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883

    def curve(value: float) -> float:
        return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116

    fx, fy, fz = curve(x), curve(y), curve(z)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
