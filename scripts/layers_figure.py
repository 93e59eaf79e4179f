"""The drawing of the parts and their order on the architecture page, made from .importlinter.

The rows are the layers that import-linter enforces, so the drawing cannot say anything else than the tests.
"""

import configparser
import re
from html import escape
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[1]

#: What each part does, in few words.
WORDS: Final = {
    "__main__": "python -m open18xx",
    "cli": "one module a verb; alone prints",
    "reference": "rule references, sheets",
    "render": "drawings as SVG",
    "simulate": "games by bots",
    "bots": "computer players",
    "interop": "game files of all kinds",
    "authoring": "help for authors",
    "table": "a title ready to play",
    "api": "what hook modules may use",
    "engine": "games, undo, consent, corrections, records",
    "loading": "from YAML to a checked, frozen title",
    "rounds": "whose turn, which step, which round",
    "steps": "one module a step: who acts, what is legal, apply",
    "abilities": "powers of private companies that data names",
    "rules": "shared rules as functions",
    "track": "legality, network, routes",
    "state": "frozen state, changes, view",
    "hooks": "where a title adds Python",
    "actions": "what players do",
    "definition": "a title as frozen data, without behaviour",
    "geometry": "hexes, edges, rotation",
    "resources": "where packs and schemas lie",
    "errors": "errors shared by all",
}
WIDTH, LEFT, ROW, GAP = 960.0, 10.0, 46.0, 14.0


def layers() -> list[list[str]]:
    """Names of the parts, row by row from the top."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter", encoding="utf-8")
    lines = parser["importlinter:contract:layers"]["layers"].split("\n")
    rows = [[re.sub(r"[()\s]", "", name) for name in re.split(r"[:|]", line)] for line in lines]
    return [[name for name in row if name] for row in rows if "".join(row)]


def text() -> str:
    """The drawing as SVG; fails with a KeyError when a part has no words."""
    rows = layers()
    height = len(rows) * (ROW + GAP) - GAP + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" '
        'font-family="sans-serif" role="img">',
        "<title>The parts of Open18xx; each may import those below it</title>",
        f'<rect width="{WIDTH:g}" height="{height:g}" fill="#ffffff"/>',
    ]
    for order, row in enumerate(rows):
        top = 10 + order * (ROW + GAP)
        wide = (WIDTH - 2 * LEFT - (len(row) - 1) * GAP) / len(row)
        if order:
            middle = WIDTH / 2
            parts.append(
                f'<path d="M{middle:g} {top - GAP + 1:g}v{GAP - 5:g}m-4 -4l4 5l4 -5" '
                'fill="none" stroke="#00695c" stroke-width="1.6"/>'
            )
        for place, name in enumerate(row):
            x = LEFT + place * (wide + GAP)
            centre = x + wide / 2
            words = WORDS[name]
            size = min(13.0, (wide - 8) / (len(words) * 0.56))
            parts += [
                f'<rect x="{x:.1f}" y="{top:g}" width="{wide:.1f}" height="{ROW:g}" rx="6" '
                'fill="#e0f2f1" stroke="#00695c"/>',
                f'<text x="{centre:.1f}" y="{top + 19:g}" font-size="15" font-weight="bold" '
                f'text-anchor="middle" fill="#1b1b1b">{escape(name)}</text>',
                f'<text x="{centre:.1f}" y="{top + 37:g}" font-size="{size:.1f}" text-anchor="middle" '
                f'fill="#333333">{escape(words)}</text>',
            ]
    return "\n".join([*parts, "</svg>"]) + "\n"
