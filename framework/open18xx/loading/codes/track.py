"""Diagnostics of tiles and map."""

from __future__ import annotations

from typing import Final

from open18xx.loading.codes.entry import error, warning

TRACK: Final = (
    error(
        "T101",
        "unknown tile",
        "Neither the library nor the pack has a tile of this number. Numbers are text: 010 is not 10.",
        '"010": {count: 2, upgrades: []}',
        '"10": {count: 2, upgrades: []}',
    ),
    error(
        "T102",
        "impossible track",
        "An end of track is an edge 0 to 5 or a stop that the tile has.",
        "track: [[0, s1]]",
        "track: [[0, s0]]",
    ),
    error(
        "T103",
        "upgrade to a tile that is not in the box",
        "The upgrade chart names a tile that the manifest does not have.",
        'upgrades: ["14", "99"]',
        'upgrades: ["14", "15"]',
    ),
    error(
        "T104",
        "upgrade that loses track",
        "An upgrade keeps all track of what it replaces. The new tile has no rotation that does.",
        '"8": {count: 3, upgrades: ["20"]}',
        '"8": {count: 3, upgrades: ["19"]}',
    ),
    error(
        "T105", "upgrade to a colour that is not later", "Colours go from yellow to green, brown and gray."
    ),
    error(
        "T106",
        "upgrade that loses the label",
        "A tile with letters is replaced only by tiles with the same letters.",
    ),
    error(
        "T107", "upgrade that adds or loses a city", "Cities stay cities, and track without a city gets none."
    ),
    warning(
        "T108",
        "own tile that is not in the box",
        "It is drawn under tiles, but the manifest does not count it.",
    ),
    warning("T109", "tile that can never be laid", "No list of upgrades or of first tiles names it."),
    error("T110", "first tile for another kind of place", "A city tile cannot be laid on plain land."),
    error("T112", "unknown set of tiles", "The tile library has no set of this name."),
    error("T113", "tile drawn twice over", "code says what stops and track say; one of the two has to go."),
    error(
        "T114",
        "one-line notation that cannot be read",
        "The notation is a list of parts, such as city=revenue:20;path=a:0,b:_0.",
        "code: city=revenue:20;path=a:0,b:_1",
        "code: city=revenue:20;path=a:0,b:_0",
    ),
    warning(
        "T115",
        "part of the one-line notation left out",
        "The notation can say more than a tile or hex here. Say it in another way, or remove it.",
        "code: city=revenue:20;frame=color:red",
        "code: city=revenue:20",
    ),
    error(
        "T201",
        "hex that is not on the grid",
        "Every second number is a hex; coordinates.first_row says which.",
    ),
    error(
        "T202",
        "track into nothing",
        "Printed track leads off the map, to a side that never takes track, or to an impassable side.",
    ),
    error("T203", "unknown hex", "The map has no hex of this name.", "only: [B13]", "only: [B12]"),
    error(
        "T204",
        "unknown terrain",
        "The kinds of terrain and their costs stand at the top of map.yaml.",
        "terrain: rivr",
        "terrain: river",
    ),
    error(
        "T205",
        "unknown corporation on the map",
        "A hex or city is kept for a corporation that does not exist.",
    ),
    error(
        "T206",
        "acts as a tile that is not in the box",
        "The hex would have no upgrades.",
        'acts_as: "99"',
        'acts_as: "57"',
    ),
    error(
        "T207",
        "acts as a tile that looks different",
        "The printed track and the tile's track differ, whatever the rotation.",
    ),
    error(
        "T209", "border that makes no sense", "A border lies between two hexes, once, and both say the same."
    ),
    error("T210", "closed side with printed track", "The side cannot be closed and have track."),
    warning("T211", "hex that touches no other", "Its name is probably wrong."),
    warning(
        "T212", "place that does not count", "place decides the first tiles; only blank hexes have them."
    ),
    warning(
        "T213",
        "list of revenues that does not fit the phases",
        "There is one revenue for each revenue band of phases.yaml.",
    ),
    error(
        "T214",
        "hex that can never have a tile",
        "tiles.yaml has no first tiles for what is to be built here.",
    ),
    warning("T215", "stop without track", "Nothing printed leads to it, and no train can reach it."),
)
