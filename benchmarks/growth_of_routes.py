"""How the route search grows with trains and track: measures, and draws docs/figures/route-growth.svg.

    python benchmarks/growth_of_routes.py [FILE]

The map of 1826 is filled step by step with brown tiles laid at random, from a third of its hexes to all
of them; a corporation with four tokens runs one to four trains. Every point is the median of some fills.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from open18xx.table import load_context
from open18xx.track.board import Board
from open18xx.track.graph import TrackGraph
from open18xx.track.routes.search import search
from open18xx.track.routes.trains import TrainSpec, stop_values

TOKENS = (("L14", 0), ("F12", 0), ("C13", 0), ("I7", 0))
SHARES = (0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 1.0)
FILLS = 5
#: Seconds after which a search ends with a bound instead of a proof.
PATIENCE = 20.0


def stops(number: int) -> TrainSpec:
    return TrainSpec(str(number), "stops", number)


FLEETS: dict[str, list[TrainSpec]] = {
    "one 5": [stops(5)],
    "5, 5": [stops(5)] * 2,
    "one 10": [stops(10)],
    "one D": [TrainSpec("D", "unlimited")],
    "4, 5, 6, D": [stops(4), stops(5), stops(6), TrainSpec("D", "unlimited")],
    "D, D": [TrainSpec("D", "unlimited")] * 2,
    "D, D, D, D": [TrainSpec("D", "unlimited")] * 4,
}
COLOURS = ("#4477aa", "#66ccee", "#228833", "#ccbb44", "#aa3377", "#ee6677", "#222222")


def filled(board: Board, share: float, seed: int) -> TrackGraph:
    """The map with the last stage of every kind of tile on a share of its hexes."""
    random = Random(seed)
    entries = board.tiles.entries.values()
    brown = [entry.tile.id for entry in entries if entry.tile.colour == "brown" and not entry.tile.stops]
    towns = [
        entry.tile.id for entry in entries if entry.tile.colour == "green" and entry.tile.place == "town"
    ]
    placements: dict[str, tuple[str, int]] = {}
    for item in board.hexes:
        wanted = random.random() <= share
        if not item.takes_track or not (wanted or any(item.id == hex_id for hex_id, _ in TOKENS)):
            continue
        if item.place == "double_city":
            placements[item.id] = ("515", 0)
            continue
        kinds = {"plain": brown, "town": towns, "city": ["63", "611", "15"]}[item.place]
        fitting = [
            (tile, rotation)
            for tile in kinds
            for rotation in board.entry_of(tile).tile.rotations
            if not board.entry_of(tile).tile.exits_at(rotation) & item.closed
        ]
        if item.place == "city":
            fitting = [choice for choice in fitting if choice[0] == fitting[0][0]]
        if fitting:
            placements[item.id] = random.choice(fitting)
    return TrackGraph(board, placements)


def measure(board: Board, trains: Sequence[TrainSpec], share: float) -> tuple[float, float]:
    """Median seconds, and the share of the fills that were proven."""
    taken, proven = [], 0
    for seed in range(FILLS):
        graph = filled(board, share, seed)
        tokens = [graph.stop_number(*place) for place in TOKENS]
        started = time.perf_counter()
        result = search(
            graph,
            tokens,
            frozenset(),
            trains,
            stop_values(graph, 3),
            stop=lambda started=started: time.perf_counter() - started > PATIENCE,  # type: ignore[misc]
            most_nodes=None,
        )
        taken.append(time.perf_counter() - started)
        proven += result.proven
    return statistics.median(taken), proven / FILLS


def draw(points: dict[str, list[tuple[float, float, float]]]) -> str:
    """A chart: share of the map across, seconds upwards on a logarithmic scale."""
    width, height, left, bottom = 720, 420, 70, 50

    def place(share: float, seconds: float) -> tuple[float, float]:
        x = left + (share - SHARES[0]) / (SHARES[-1] - SHARES[0]) * (width - left - 150)
        y = height - bottom - (math.log10(max(seconds, 1e-4)) + 4) / 5.5 * (height - bottom - 20)
        return round(x, 1), round(y, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="12">',
        "<title>Time of the route search by track and trains</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for power in range(-4, 2):
        x, y = place(SHARES[0], 10.0**power)
        label = {-4: "0.1 ms", -3: "1 ms", -2: "10 ms", -1: "0.1 s", 0: "1 s", 1: "10 s"}[power]
        parts.append(f'<line x1="{x}" y1="{y}" x2="{width - 150}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{label}</text>')
    for share in SHARES:
        x, _ = place(share, 1)
        parts.append(f'<text x="{x}" y="{height - 30}" text-anchor="middle">{share:.0%}</text>')
    parts.append(f'<text x="{left + 220}" y="{height - 10}" text-anchor="middle">hexes with a tile</text>')
    for line, colour in zip(points.values(), COLOURS, strict=False):
        path = " ".join("{},{}".format(*place(share, seconds)) for share, seconds, _ in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for share, seconds, proven in line:
            x, y = place(share, seconds)
            fill = colour if proven == 1 else "white"
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="4" stroke="{colour}" stroke-width="2" fill="{fill}"/>'
            )
    ends = sorted((place(1.0, line[-1][1])[1], name) for name, line in points.items())
    colours = dict(zip(points, COLOURS, strict=False))
    y = 0.0
    for wanted, name in ends:
        y = max(wanted, y + 15)
        parts.append(f'<text x="{width - 140}" y="{y + 4}" fill="{colours[name]}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Measure, print a table and write the chart."""
    root = Path(__file__).resolve().parents[1]
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "docs" / "figures" / "route-growth.svg"
    title = load_context("1826").title
    board = Board(title.map, title.tiles)
    points: dict[str, list[tuple[float, float, float]]] = {}
    print(f"{'trains':<12}" + "".join(f"{share:>14.0%}" for share in SHARES))
    for name, trains in FLEETS.items():
        points[name] = [(share, *measure(board, trains, share)) for share in SHARES]
        cells = [
            f"{seconds * 1000:>9.1f} {proven:>4.0%}" if proven < 1 else f"{seconds * 1000:>9.1f}     "
            for _, seconds, proven in points[name]
        ]
        print(f"{name:<12}" + "".join(cells), flush=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(draw(points), encoding="utf-8")
    print(f"wrote {target} (milliseconds, median of {FILLS}; a percentage: so many were proven)")


if __name__ == "__main__":
    main()
