"""Compare the route search with the PyPI package routes-18xx, on the bench positions of a title both know.

    python benchmarks/compare_routes_18xx.py [FOLDER]

makes an environment of its own for the package (a temporary folder, removed afterwards), converts each
position of 1889 that the package can express, lets both programs solve it and prints a table. The folder
is that of the bench positions; they lie beside the repository unless another one is given.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

PACKAGE = "routes-18xx==0.9.2"
TITLE = "1889"
#: Seconds that the other program gets for one position.
PATIENCE = 60

#: Runs inside the other environment: position on stdin, {"revenue", "seconds"} on stdout.
INSIDE = r"""
import json, sys, time
from routes18xx import railroads, train_limits
from routes18xx.board import Board
from routes18xx.find_best_routes import find_best_routes
from routes18xx.game import Game
from routes18xx.placedtile import PlacedTile

def main():
    given = json.load(sys.stdin)
    game = Game.load("1889")
    board = Board.load(game)
    for coord, tile_id, exits in given["tiles"]:
        cell, tile = board.cell(coord), game.tiles[tile_id]
        wanted = {cell.neighbors[side] for side in exits}
        for orientation in range(6):
            try:
                placed = PlacedTile.place(cell, tile, orientation, board.get_space(cell))
            except ValueError:
                continue
            if set(placed.paths()) == wanted:
                break
        else:
            raise SystemExit(f"no orientation of {tile_id} on {coord}")
        board._placed_tiles[cell] = placed
    names = {nick: name for name, info in railroads._load_railroad_info(game).items()
             for nick in info.get("nicknames", [])}
    rows = [{"name": names[nick], "trains": ",".join(row["trains"]), "stations": ",".join(row["stations"])}
            for nick, row in given["railroads"].items()]
    # It refuses trains beyond the limit of the phase; the positions have some on purpose.
    train_limits.TrainLimitMaster.validate = lambda self, game, railroad: None
    # It guesses the phase from the trains it is told of; the position says which phase it is.
    Game.capture_phase = lambda self, _: setattr(self, "current_phase", given["phase"])
    loaded = railroads.load(game, board, rows)
    started = time.perf_counter()
    best = find_best_routes(game, board, loaded, loaded[names[given["corporation"]]])
    print(json.dumps({"revenue": best.value, "seconds": time.perf_counter() - started}))

if __name__ == "__main__":
    main()
"""


def other_hex(name: str) -> str:
    """The package turns the map: a flat hex becomes a pointy one."""
    column, row = ord(name[0]) - ord("A") + 1, int(name[1:])
    return f"{chr(ord('A') + (11 - column + row) // 2 - 1)}{(3 * column + row - 7) // 2}"


def other_edge(edge: int) -> int:
    """Flat edge 0 (south) becomes the south-east side, and so on."""
    return (edge + 5) % 6


def converted(data: dict) -> dict:
    """A position in the package's terms."""
    tiles = []
    for name, entry in data["hexes"].items():
        if entry.get("tile"):
            exits = set()
            for part in entry["code"].split(";"):
                if part.startswith("path="):
                    for option in part[5:].split(","):
                        key, value = option.split(":")
                        if key in "ab" and not value.startswith("_"):
                            exits.add((int(value) + entry["rotation"]) % 6)
            tiles.append([other_hex(name), entry["tile"], sorted(other_edge(edge) for edge in exits)])
    railroads: dict[str, dict[str, list[str]]] = {}
    for token in data["tokens"]:
        row = railroads.setdefault(token["corporation"], {"trains": [], "stations": []})
        row["stations"].append(other_hex(token["hex"]))
    names = {"D": "diesel"}
    railroads[data["corporation"]]["trains"] = [
        names.get(train["name"], train["name"]) for train in data["trains"]
    ]
    phase = "D" if "diesel" in str(railroads) else data["phase"]
    return {"tiles": tiles, "railroads": railroads, "phase": phase, "corporation": data["corporation"]}


def main() -> int:
    """Print the table; exit status 1 when a position cannot be compared."""
    here = Path(__file__).resolve()
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[2] / "shared" / "bench" / "routes"
    sys.path.insert(0, str(here.parents[1] / "framework"))
    from open18xx.interop.positions import load_position

    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(scratch, with_pip=True)
        python = Path(scratch) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], check=True)
        inside = Path(scratch) / "inside.py"
        inside.write_text(INSIDE, encoding="utf-8")
        print(f"{'position':<24} {'trains':<12} {'ours':>6} {'ms':>8}   {'routes-18xx':>11} {'ms':>10}")
        for path in sorted(folder.glob(f"*-{TITLE}-*.json")):
            data = json.loads(path.read_text(encoding="utf-8"))
            position = load_position(path)
            position.search()
            position.graph.forget()
            started = time.perf_counter()
            ours = position.search()
            seconds = time.perf_counter() - started
            try:
                done = subprocess.run(
                    [python, str(inside)],
                    input=json.dumps(converted(data)),
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    check=False,
                )
                theirs = json.loads(done.stdout.strip().splitlines()[-1]) if done.returncode == 0 else None
                note = (done.stderr or done.stdout).strip().splitlines()[-1:] if theirs is None else []
            except subprocess.TimeoutExpired:
                theirs, note = None, [f"no answer in {PATIENCE} s"]
            trains = " ".join(train["name"] for train in data["trains"])
            line = f"{path.stem[:24]:<24} {trains:<12} {ours.value:>6} {seconds * 1000:>8.2f}   "
            if theirs is None:
                print(line + f"{' '.join(note)}")
                failed = True
            else:
                print(line + f"{theirs['revenue']:>11} {theirs['seconds'] * 1000:>10.1f}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
