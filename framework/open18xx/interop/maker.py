"""A title in the form of 18xx-maker, as far as that goes, and a list of what it cannot say.

The form is for printing: it describes a map, tiles, cards and charts and leaves the course of play to people.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from open18xx.definition.map import MapHex
from open18xx.definition.tiles import ManifestEntry, TileId
from open18xx.definition.title import Title
from open18xx.geometry.edges import opposite
from open18xx.geometry.grid import default_axes, hex_name
from open18xx.interop import maker_tables as tables
from open18xx.interop.maker_hexes import HexDrawing, Json, side
from open18xx.loading.catalogue import STANDARD_SET, catalogue

#: Colour of borders that nobody can cross.
_WALL: Final = "red"
#: Parts of rounds.yaml; none of them is about what is printed.
_POLICIES: Final = ("auction", "stock", "track", "tokens", "routes", "dividend", "trains", "emergency", "end")
#: What a hex may have that no drawing says.
_UNSAID: Final[Mapping[str, str]] = {
    "upgrades": "which tiles may be laid here alone cannot be said",
    "terminus": "that trains end here cannot be said",
    "single_visit": "that a route comes here once cannot be said",
    "regions": "areas of the map cannot be said",
    "reserved_for": "who has a say here cannot be said",
    "drawn_in": "drawn in its place",
}


@dataclass(frozen=True, slots=True)
class Export:
    """A game of 18xx-maker.

    Attributes:
        game: the JSON document.
        lost: (what, why) of everything that the form cannot say, in the order of the document.
    """

    game: Mapping[str, Json]
    lost: tuple[tuple[str, str], ...]


def export_maker(title: Title) -> Export:
    """The game of a title."""
    return _Exporter(title).run()


@dataclass
class _Exporter:
    title: Title
    lost: dict[tuple[str, str], None] = field(default_factory=dict)

    def lose(self, what: str, why: str) -> None:
        self.lost.setdefault((what, why))

    def run(self) -> Export:
        title = self.title
        game: dict[str, Json] = {
            "info": tables.info(title, self.lose),
            "bank": tables.UNLIMITED if title.bank_unlimited else title.bank_cash,
            "players": tables.players(title),
            "shareTypes": tables.share_types(title, self.lose),
            "companies": tables.corporations(title, self.lose),
            "privates": tables.privates(title, self.lose),
            "trains": tables.trains(title, self.lose),
            "phases": tables.phases(title, self.lose),
            "rounds": tables.rounds(title),
            "turns": tables.turns(title),
            "stock": tables.stock(title, self.lose),
            "tiles": self._tiles(),
            "upgrades": self._upgrades(),
            "map": self._map(),
        }
        self._float_percent(game)
        if any(line.rest_to == "ipo" for line in title.companies.flotation):
            game["ipo"] = True
        self._rest()
        return Export(game, tuple(self.lost))

    def _float_percent(self, game: dict[str, Json]) -> None:
        percents = {
            structure.float_shares * structure.percent_per_share
            for structure in self.title.companies.structures.values()
        }
        if len(percents) == 1:
            game["floatPercent"] = percents.pop()
        else:
            self.lose("companies: shares to float", "they differ, and one percentage can be said")

    # -- tiles -----------------------------------------------------------------------------------

    def _bands(self) -> tuple[dict[str, Json], ...]:
        """How each revenue band is marked: with the colour of the newest tiles when it begins.

        Where bands would look alike, the phases with which they begin stand there too.
        """
        found: dict[int, dict[str, Json]] = {}
        for phase in self.title.phases.values():
            mark: dict[str, Json] = {"color": tables.newest_colour(self.title, phase.id), "phase": phase.id}
            found.setdefault(phase.revenue_band, mark)
        marks = [mark for _, mark in sorted(found.items())]
        if len({str(mark["color"]) for mark in marks}) == len(marks):
            return tuple({"color": mark["color"]} for mark in marks)
        return tuple(marks)

    def _tags(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for train in self.title.trains.values():
            if train.tag:
                found.setdefault(train.tag, []).append(train.id)
        return found

    def _tiles(self) -> dict[str, Json]:
        return {name: self._tile(name, entry) for name, entry in self.title.tiles.entries.items()}

    def _tile(self, name: TileId, entry: ManifestEntry) -> Json:
        """A number of copies where the library of 18xx-maker has the tile, else a drawing."""
        what = f"tile {name}"
        copies: dict[str, Json] = {"quantity": tables.UNLIMITED if entry.count is None else entry.count}
        if entry.count is None and entry.printed:
            copies["print"] = entry.printed
        if entry.count == 0:
            self.lose(what, "none is in the box, and a quantity is at least 1 there")
            copies = {"print": 0}
        if entry.special:
            self.lose(what, "that only a power lays it cannot be said")
        if entry.only is not None or entry.rotations is not None:
            self.lose(what, "where and how it may be laid cannot be said")
        if entry.tile == catalogue()[STANDARD_SET].get(name):
            return copies["quantity"] if isinstance(entry.count, int) and entry.count > 0 else copies
        drawing = HexDrawing(what, entry.tile, "flat", self._bands(), self._tags(), self.lose).write()
        if entry.tile.upgrade_cost:
            self._cost(drawing, entry.tile.upgrade_cost, entry.tile.upgrade_terrain)
        return {**drawing, **copies}

    def _upgrades(self) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for name, entry in self.title.tiles.entries.items():
            if any(target.only is not None for target in entry.upgrades):
                self.lose(f"tile {name}, upgrades", "that some hold only on certain hexes cannot be said")
            targets = list(dict.fromkeys(target.tile for target in entry.upgrades))
            if targets:
                found[name] = [*targets]
        self.lose("tiles: blank_upgrades", "which first tile goes where cannot be said")
        return found

    # -- map -------------------------------------------------------------------------------------

    def _map(self) -> Json:
        """Hexes; those that look the same are written once."""
        grouped: dict[str, tuple[dict[str, Json], list[str]]] = {}
        for item in self.title.map.hexes.values():
            made = self._hex(item)
            grouped.setdefault(json.dumps(made, sort_keys=True), (made, []))[1].append(self._name(item))
        if self.title.map.axes != default_axes(self.title.map.orientation):
            self.lose("map: names of hexes", "letters count the other way there, so hexes are named anew")
        return {"hexes": [{**made, "hexes": [*names]} for made, names in grouped.values()]}

    def _name(self, item: MapHex) -> str:
        """Name of a hex: with corners up the letter counts rows there, with sides up columns."""
        return hex_name(item.row, item.column, default_axes(self.title.map.orientation))

    def _hex(self, item: MapHex) -> dict[str, Json]:
        what = f"map: {item.id}"
        homes: dict[int, list[str]] = {}
        for corporation in self.title.companies.corporations.values():
            for home in corporation.homes:
                if home.hex == item.id:
                    homes.setdefault(home.city, []).append(corporation.id)
        drawing = HexDrawing(
            what,
            item.printed,
            self.title.map.orientation,
            self._bands(),
            self._tags(),
            self.lose,
            item.name or "",
            homes,
        )
        made = drawing.write()
        if item.printed.place == "plain" and item.place != "plain":
            self._place(made, item)
        self._cost(made, item.lay_cost + item.printed.upgrade_cost, item.terrain)
        self._borders(made, item, drawing)
        self._tokens(made, item)
        for key, reason in _UNSAID.items():
            if getattr(item, key):
                self.lose(f"{what}, {key}", reason)
        return made

    def _place(self, made: dict[str, Json], item: MapHex) -> None:
        """A blank hex that names what is to be built on it, instead of printing it."""
        number = 2 if item.place.startswith("double_") else 1
        key = "cities" if item.place.endswith("city") else "centerTowns"
        spots: list[dict[str, Json]] = (
            [{}] if number == 1 else [{"angle": 60, "percent": 0.4}, {"angle": 240, "percent": 0.4}]
        )
        if item.name:
            spots[0]["name"] = {"name": item.name}
            made.pop("names", None)
        made[key] = [*spots]

    def _cost(self, made: dict[str, Json], cost: int, kinds: tuple[str, ...]) -> None:
        signs: list[Json] = []
        for number, kind in enumerate(kinds or (("",) if cost else ())):
            sign: dict[str, Json] = {"type": kind} if kind else {}
            if cost and number == 0:
                sign["cost"] = cost
            signs.append({**sign, "angle": 60 + 120 * number, "percent": 0.6})
        if signs:
            made["terrain"] = signs

    def _borders(self, made: dict[str, Json], item: MapHex, drawing: HexDrawing) -> None:
        walls: list[Json] = []
        prices: list[Json] = []
        for edge, border in item.borders:
            across = item.neighbours[edge]
            if across is not None and self._is_written_across(item, across, edge):
                continue
            if border.kind == "impassable":
                walls.append({"side": side(self.title.map.orientation, edge), "color": _WALL})
            else:
                prices.append({"cost": border.cost, "angle": drawing.angle(edge), "percent": 1})
        if walls:
            made["borders"] = walls
        if prices:
            made["bridges"] = prices

    def _is_written_across(self, item: MapHex, across: str, edge: int) -> bool:
        """Whether the hex on the other side writes the border: the first of the two does."""
        index = self.title.map.index
        other = self.title.map.hexes[across]
        return index[across] < index[item.id] and other.border(opposite(edge)) is not None

    def _tokens(self, made: dict[str, Json], item: MapHex) -> None:
        tokens: list[Json] = [
            {"company": corporation.id, "destination": True, "angle": 90, "percent": 0.7}
            for corporation in self.title.companies.corporations.values()
            if corporation.destination == item.id
        ]
        if tokens:
            made["tokens"] = tokens
        blocked: list[Json] = [
            {"label": private.id, "angle": 0, "percent": 0.6}
            for private in self.title.companies.privates.values()
            if any(power.kind == "block_hexes" and item.id in power.hexes for power in private.abilities)
        ]
        if blocked:
            made["companies"] = blocked

    # -- what is left ----------------------------------------------------------------------------

    def _rest(self) -> None:
        title = self.title
        rounds = title.data.get("rounds")
        for policy in _POLICIES:
            if isinstance(rounds, Mapping) and policy in rounds:
                self.lose(f"rounds: {policy}", "the course of play cannot be said")
        for hook in title.hook_modules:
            self.lose(f"hooks: {hook.name}", "rules in Python cannot be said")
        for option in title.options.values():
            self.lose(f"options: {option.id}", "variants cannot be said")
        self.lose("limits", "what a player and the pool may hold cannot be said")
        if title.rulebook.ids():
            self.lose("rules", f"{len(title.rulebook.ids())} rule texts; `open18xx docs` writes them")
        written = title.data.get("title")
        components = written.get("components") if isinstance(written, Mapping) else None
        for component in components or ():
            self.lose(f"components: {component['id']}", "`open18xx print` makes them")
