"""From the text of a map to the data of ``map.yaml`` and ``tiles.yaml``, and what could not be expressed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from open18xx.definition.tiles import Colour, Stop, TileDefinition, is_edge
from open18xx.geometry.grid import letters_to_number
from open18xx.interop.map_text import HexText, Lost, MapText, TileText
from open18xx.interop.ruby_literals import Text, TextError
from open18xx.interop.tile_chart import Chart
from open18xx.loading.catalogue import STANDARD_SET, catalogue
from open18xx.loading.nodes import Plain
from open18xx.loading.notation import COLOUR_BANDS, NotationError, ParsedTile, parse_tile

#: More errors than this are not told at once.
MOST_ERRORS: Final = 50

_REVENUE: Final = re.compile(r"\b(yellow|green|brown|gr[ae]y)_[0-9]")
_HEX: Final = re.compile(r"([A-Z]{1,2})(-?[0-9]{1,3})")
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_LABEL: Final = re.compile(r"[A-Za-z0-9&+-]{1,6}")


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a text.

    Attributes:
        map: data of ``map.yaml``; None when the text has no hexes.
        tiles: data of ``tiles.yaml``; None when the text has no tiles.
        bands: colours that stand for the revenue bands, first band first.
        lost: what could not be expressed, in the order of the text.
    """

    map: Mapping[str, Plain] | None
    tiles: Mapping[str, Plain] | None
    bands: tuple[str, ...]
    lost: tuple[Lost, ...]


class Errors(Exception):
    """Texts that cannot be read, each with its place."""

    def __init__(self, errors: Sequence[TextError]) -> None:
        self.errors = tuple(errors)
        super().__init__("; ".join(str(error) for error in self.errors))


def import_map(text: MapText) -> Imported:
    """Make data of a map.

    Args:
        text: with an orientation.

    Raises:
        Errors: everything in the text that is not understood.
    """
    return _Importer(text).run()


class _Importer:
    def __init__(self, text: MapText) -> None:
        self.text = text
        self.errors: list[TextError] = []
        self.bands = _bands(text)
        self.parsed: dict[tuple[int, str], ParsedTile | None] = {}

    def run(self) -> Imported:
        tiles = self._tiles()
        chart = Chart(tiles) if tiles else None
        hexes = self._hexes()
        made_map = self._map(hexes, chart) if hexes else None
        made_tiles = self._tile_file(tiles, chart) if chart is not None else None
        if self.errors:
            raise Errors(sorted(self.errors, key=lambda error: (error.line, error.column))[:MOST_ERRORS])
        lost = tuple(
            sorted(dict.fromkeys(self.text.lost), key=lambda lost: (lost.line, lost.column, lost.what))
        )
        return Imported(made_map, made_tiles, self.bands, lost)

    def _parse(self, code: Text, colour: Colour) -> ParsedTile | None:
        """A notation read once, whatever the number of hexes it is for; None when it cannot be read."""
        key = (code.at, colour)
        if key not in self.parsed:
            self.parsed[key] = None
            try:
                parsed = parse_tile(code.value, colour=colour, bands=self.bands)
            except NotationError as error:
                place = code.place(min(error.offset, len(code.value)))
                self.errors.append(self.text.source.error(error.reason, place))
            except ValueError as error:
                self.errors.append(self.text.source.error(str(error), code.at))
            else:
                self.parsed[key] = parsed
                for loss in parsed.losses:
                    self.text.lose(code.place(loss.offset), loss.part, loss.reason)
        return self.parsed[key]

    # -- hexes -----------------------------------------------------------------------------------

    def _hexes(self) -> dict[str, HexText]:
        """Hexes by name: those that the format can name, on one grid, each once."""
        found: dict[str, HexText] = {}
        for item in self.text.hexes:
            if _HEX.fullmatch(item.id) is None:
                self.text.lose(item.at, item.id, "a hex is one or two capital letters and a number; left out")
            elif item.id in found:
                first = self.text.source.place(found[item.id].at)
                message = f"hex {item.id} is given twice, first on line {first.line}"
                self.errors.append(self.text.source.error(message, item.at))
            else:
                found[item.id] = item
        odd = Counter(_is_odd(name) for name in found)
        usual = odd[True] >= odd[False]
        for name in [name for name in found if _is_odd(name) != usual]:
            self.text.lose(found[name].at, name, "it lies between the hexes of the others' grid; left out")
            del found[name]
        return found

    def _map(self, hexes: Mapping[str, HexText], chart: Chart | None) -> dict[str, Plain]:
        names = {item.id: item.name for item in hexes.values() if item.name}
        for hex_id, name, at in self.text.names:
            if hex_id not in hexes:
                self.text.lose(at, f"{hex_id} {name}", "the map has no such hex, so the name is left out")
            elif _printable(name):
                names[hex_id] = name
            else:
                self.text.lose(at, hex_id, "a name with characters that cannot be printed is left out")
        printed = {name: self._parse(item.code, item.colour) for name, item in hexes.items()}
        terrain = self._terrain(hexes, printed)
        made: dict[str, Plain] = {}
        rows = self.text.letters() == "letter_rows"
        for name in sorted(hexes, key=_place):
            parsed = printed[name]
            if parsed is not None:
                made[name] = self._hex(hexes[name], parsed, names.get(name), terrain, chart)
        data: dict[str, Plain] = {
            "orientation": self.text.orientation,
            "coordinates": {
                "letters": "rows" if rows else "columns",
                "first_row": "odd" if all(_is_odd(name) for name in hexes) else "even",
            },
        }
        if terrain:
            data["terrain"] = {kind: {"cost": cost} for kind, cost in terrain.items()}
        return {**data, "hexes": made}

    def _terrain(
        self, hexes: Mapping[str, HexText], printed: Mapping[str, ParsedTile | None]
    ) -> dict[str, int]:
        """The usual price of each kind of terrain: the one of most hexes that have nothing but it."""
        prices: dict[str, Counter[int]] = {}
        for name, parsed in printed.items():
            if parsed is None:
                continue
            kinds = parsed.tile.upgrade_terrain
            for kind in kinds:
                if _WORD.fullmatch(kind) is None:
                    self.text.lose(hexes[name].code.at, kind[:40], "this kind of terrain is left out")
                    continue
                known = prices.setdefault(kind, Counter())
                if len(kinds) == 1:
                    known[parsed.tile.upgrade_cost] += 1
        return {
            kind: max(known, key=lambda cost: (known[cost], -cost), default=0)
            for kind, known in sorted(prices.items())
        }

    def _hex(
        self,
        item: HexText,
        parsed: ParsedTile,
        name: str | None,
        terrain: Mapping[str, int],
        chart: Chart | None,
    ) -> dict[str, Plain]:
        tile = parsed.tile
        made: dict[str, Plain] = {"name": name} if name else {}
        if item.colour != "blank":
            made["colour"] = item.colour
        made |= self._drawing(item.id, item.code, tile)
        kinds: list[Plain] = [kind for kind in tile.upgrade_terrain if kind in terrain]
        if kinds:
            made["terrain"] = kinds[0] if len(kinds) == 1 else kinds
        if tile.upgrade_cost != sum(terrain[str(kind)] for kind in kinds):
            made["lay_cost"] = tile.upgrade_cost
        if parsed.borders:
            sides: list[Plain] = []
            for edge, border in sorted(dict(parsed.borders).items()):
                side: dict[str, Plain] = {"edge": edge, "kind": border.kind}
                sides.append({**side, "cost": border.cost} if border.cost else side)
            made["borders"] = sides
        if parsed.terminus:
            made["terminus"] = True
        if chart is not None:
            upgrades = chart.of_hex(tile, item.colour)
            if upgrades is not None:
                made["upgrades"] = list(upgrades)
        return made

    def _drawing(self, what: str, code: Text, tile: TileDefinition) -> dict[str, Plain]:
        """Label, stops and track as the format writes them."""
        made: dict[str, Plain] = {}
        if tile.label is not None and _LABEL.fullmatch(tile.label):
            made["label"] = tile.label
        elif tile.label is not None:
            self.text.lose(code.at, f"{what}, label {tile.label[:40]}", "a label is 1 to 6 letters or digits")
        if tile.stops:
            made["stops"] = [self._stop(what, code, stop) for stop in tile.stops]
        if tile.track:
            made["track"] = [[_end(min(pair)), _end(max(pair))] for pair in tile.track]
        if tile.gauges:
            if all(_WORD.fullmatch(gauge) for gauge in tile.gauges):
                made["gauges"] = list(tile.gauges)
            else:
                self.text.lose(code.at, f"{what}, track", "a gauge with such a name is left out")
        return made

    def _stop(self, what: str, code: Text, stop: Stop) -> dict[str, Plain]:
        revenue: Plain = stop.revenue[0]
        if len(stop.revenue) > 1:
            last = stop.revenue[-1]
            revenue = [*stop.revenue, *([last] * (len(self.bands) - len(stop.revenue)))]
        made: dict[str, Plain] = {"kind": stop.kind, "revenue": revenue}
        if stop.kind == "city" and stop.slots != 1:
            if stop.slots > 9:
                self.text.lose(code.at, f"{what}, {stop.slots} slots", "a city has at most 9")
            made["slots"] = min(stop.slots, 9)
        if stop.position is not None:
            half = round(stop.position * 2) / 2 % 6
            if half != stop.position:
                self.text.lose(code.at, f"{what}, loc:{stop.position:g}", f"drawn at {half:g} instead")
            made["at"] = int(half) if half == int(half) else f"{half:g}"
        groups = [group for group in stop.groups if group]
        if groups:
            made["groups"] = list(groups)
        tags: dict[str, Plain] = {}
        for tag, amount in stop.tagged_revenue:
            if _WORD.fullmatch(tag):
                tags[tag] = amount
            else:
                self.text.lose(code.at, f"{what}, {tag[:40]}_{amount}", "no train can have such a tag")
        if tags:
            made["tagged_revenue"] = tags
        if stop.hidden:
            made["hidden"] = True
        return made

    # -- tiles -----------------------------------------------------------------------------------

    def _tiles(self) -> dict[str, TileDefinition]:
        """Geometry of the tiles of the text; those that nothing draws are left out."""
        known = catalogue()[STANDARD_SET]
        found: dict[str, TileDefinition] = {}
        for item in self.text.tiles:
            if item.code is not None and item.colour is not None:
                parsed = self._parse(item.code, item.colour)
                if parsed is not None:
                    tile = parsed.tile
                    found[item.id] = TileDefinition(
                        item.id,
                        item.colour,
                        tile.stops,
                        tile.track,
                        tile.gauges,
                        tile.label,
                        tile.upgrade_cost,
                        tile.upgrade_terrain,
                    )
            elif item.id in known:
                found[item.id] = known[item.id]
            else:
                reason = "the library has no such tile and the text does not draw it; left out"
                self.text.lose(item.at, f"tile {item.id}", reason)
        return found

    def _tile_file(self, tiles: Mapping[str, TileDefinition], chart: Chart) -> dict[str, Plain]:
        texts = {item.id: item for item in self.text.tiles}
        own: dict[str, Plain] = {}
        for tile_id, tile in tiles.items():
            item = texts[tile_id]
            if item.code is not None and not _is_alike(tile, catalogue()[STANDARD_SET].get(tile_id)):
                own[tile_id] = self._own_tile(item, item.code, tile)
        made: dict[str, Plain] = {"tiles": own} if own else {}
        made["blank_upgrades"] = {place: list(ids) for place, ids in chart.first.items()}
        made["manifest"] = {
            tile_id: {
                "count": "unlimited" if texts[tile_id].count is None else texts[tile_id].count,
                "upgrades": list(chart.upgrades[tile_id]),
            }
            for tile_id in tiles
        }
        return made

    def _own_tile(self, item: TileText, code: Text, tile: TileDefinition) -> dict[str, Plain]:
        made: dict[str, Plain] = {"colour": tile.colour, **self._drawing(f"tile {item.id}", code, tile)}
        if tile.upgrade_cost:
            terrain: list[Plain] = [kind for kind in tile.upgrade_terrain if _WORD.fullmatch(kind)]
            cost: dict[str, Plain] = {"amount": tile.upgrade_cost}
            made["upgrade_cost"] = {**cost, "terrain": terrain} if terrain else cost
        return made


def _bands(text: MapText) -> tuple[str, ...]:
    """Colours that revenues of the text name, in the order of play, from the first colour on."""
    codes = {item.code.value for item in text.hexes}
    codes |= {item.code.value for item in text.tiles if item.code is not None}
    named = {match.replace("grey", "gray") for code in codes for match in _REVENUE.findall(code)}
    return tuple(colour for colour in COLOUR_BANDS if colour in named or colour == COLOUR_BANDS[0])


def _is_odd(name: str) -> bool:
    """Whether the hex lies on the grid on which A has odd numbers."""
    match = _HEX.fullmatch(name)
    return match is not None and (letters_to_number(match[1]) + int(match[2])) % 2 == 0


def _place(name: str) -> tuple[int, int]:
    match = _HEX.fullmatch(name)
    return (letters_to_number(match[1]), int(match[2])) if match is not None else (0, 0)


def _end(end: int) -> Plain:
    return end if is_edge(end) else f"s{end - 6}"


def _printable(name: str) -> bool:
    return bool(name.strip()) and name.isprintable()


def _is_alike(tile: TileDefinition, known: TileDefinition | None) -> bool:
    """Whether a tile is the one of the library, so that it need not be drawn."""
    return known is not None and (
        tile.colour == known.colour
        and tile.label == known.label
        and {frozenset(pair) for pair in tile.track} == {frozenset(pair) for pair in known.track}
        and [(stop.kind, stop.revenue, stop.slots) for stop in tile.stops]
        == [(stop.kind, stop.revenue, stop.slots) for stop in known.stops]
    )
