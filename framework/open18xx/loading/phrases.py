"""Functions for rule texts: money, numbers in words, lists in words, and questions to the pack's data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from open18xx.definition.tiles import TileDefinition
from open18xx.definition.title import Currency

_SMALL: Final = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_SIDES: Final = {
    "pointy": ("south-west", "west", "north-west", "north-east", "east", "south-east"),
    "flat": ("south", "south-west", "north-west", "north", "north-east", "south-east"),
}
_Data = Mapping[str, object]


class PhraseError(Exception):
    """A function was asked for something the pack does not have."""


class Phrases:
    """The functions, over the data of one pack.

    Every public method is available in templates under its own name.
    """

    def __init__(self, data: Mapping[str, _Data], tile: Callable[[str], TileDefinition | None]) -> None:
        """Take the pack's data by kind of file and the geometry of tiles by id."""
        self._data = data
        self._tile = tile
        currency = _mapping(data.get("title", {}).get("currency", {}))
        self._currency = Currency(str(currency.get("symbol", "$")), currency.get("after") is True)

    def functions(self) -> dict[str, Callable[..., object]]:
        """By the name templates use."""
        return {
            name: getattr(self, name)
            for name in vars(type(self))
            if not name.startswith("_") and name not in ("functions", "filters")
        }

    def filters(self) -> dict[str, Callable[..., object]]:
        """Those that are useful on each member of a list, e.g. ``values | map("money")``."""
        return {"money": self.money, "words": self.words, "place": self.place}

    def money(self, amount: int) -> str:
        """An amount as the title writes it: ``F1,250``."""
        return self._currency.format(_number(amount, "money"))

    def words(self, number: int) -> str:
        """A number up to twelve in words, others in digits: ``seven``, ``13``."""
        value = _number(number, "words")
        return _SMALL[value] if 0 <= value < len(_SMALL) else str(value)

    def plural(self, number: int, noun: str, many: str = "") -> str:
        """A number with its noun, ``one train``, ``no trains``; ``many`` when adding an s will not do."""
        value = _number(number, "plural")
        if value == 1:
            return f"one {noun}"
        return f"{self.words(value) if value else 'no'} {many or noun + 's'}"

    def join(self, items: Iterable[object], word: str = "and") -> str:
        """A list in words: ``yellow, green and brown``; nothing for an empty list."""
        parts = [str(item) for item in items]
        return ", ".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"

    def ids(self, things: object) -> list[str]:
        """Ids of the things in a list, or keys of a mapping."""
        return [name for name, _ in _things(things)]

    def having(self, things: object, key: str, value: object = None) -> list[str]:
        """Ids of the things that have ``key``, with that value if one is given."""
        return [
            name for name, item in _things(things) if key in item and (value is None or item[key] == value)
        ]

    def lacking(self, things: object, key: str) -> list[str]:
        """Ids of the things that do not have ``key``."""
        return [name for name, item in _things(things) if key not in item]

    def difference(self, these: Iterable[object], those: Iterable[object]) -> list[object]:
        """What is in the first list and not in the second, in the order of the first."""
        without = list(those)
        return [item for item in these if item not in without]

    def start_values(self) -> list[int]:
        """Prices at which a corporation may start, as the market lists them."""
        market = self._data["market"]
        rows, spaces = _sequence(market.get("rows", ())), _sequence(market.get("start_spaces", ()))
        prices: list[int] = []
        for space in spaces:
            row, column = (_number(part, "start_spaces") - 1 for part in _sequence(space))
            prices.append(_number(_sequence(rows[row])[column], "start_spaces"))
        return prices

    def place(self, hex_id: str) -> str:
        """A hex by name and coordinate, ``Oldtown (C11)``, or by coordinate alone."""
        name = self._hex(hex_id).get("name")
        return f"{name} ({hex_id})" if name else hex_id

    def places(self, hexes: Iterable[str], word: str = "and") -> str:
        """Several hexes in words."""
        return self.join([self.place(hex_id) for hex_id in hexes], word)

    def home(self, corporation: str) -> str:
        """Where a corporation's home token lies; in a hex with several cities also on which side of it."""
        found = dict(_things(self._data["companies"].get("corporations", ())))
        if corporation not in found:
            raise PhraseError(f"there is no corporation '{corporation}'")
        homes = found[corporation].get("home")
        given = [homes] if isinstance(homes, Mapping) else _sequence(homes or ())
        return self.join([self._home(_mapping(item)) for item in given])

    def upgrades(self, tile: str) -> list[str]:
        """Ids of the tiles that may replace a tile."""
        arrows = _sequence(self._entry(tile).get("upgrades", ()))
        return [arrow if isinstance(arrow, str) else str(_mapping(arrow)["to"]) for arrow in arrows]

    def pieces(self, tile: str) -> str:
        """How many copies of a tile there are: ``two pieces``."""
        entry = self._entry(tile)
        count, printed = entry.get("count"), entry.get("printed")
        if isinstance(count, int):
            return self.plural(count, "piece")
        return "any number of pieces" + (f" ({printed} printed)" if printed is not None else "")

    def tile_revenue(self, tile: str) -> int:
        """What the first stop of a tile earns."""
        self._entry(tile)
        geometry = self._tile(tile)
        if geometry is None or not geometry.stops:
            raise PhraseError(f"tile '{tile}' earns nothing")
        return geometry.stops[0].revenue[0]

    def _entry(self, tile: str) -> _Data:
        manifest = _mapping(self._data["tiles"].get("manifest", {}))
        if str(tile) not in manifest:
            raise PhraseError(f"the manifest has no tile '{tile}'")
        return _mapping(manifest[str(tile)])

    def _hex(self, hex_id: str) -> _Data:
        hexes = _mapping(self._data["map"].get("hexes", {}))
        if hex_id not in hexes:
            raise PhraseError(f"the map has no hex '{hex_id}'")
        return _mapping(hexes[hex_id])

    def _home(self, home: _Data) -> str:
        hex_id, city = str(home.get("hex")), home.get("city", 0)
        printed = self._hex(hex_id)
        if len(_sequence(printed.get("stops", ()))) < 2:
            return self.place(hex_id)
        for piece in _sequence(printed.get("track", ())):
            ends = _sequence(piece)
            if f"s{city}" in ends:
                [side] = [end for end in ends if isinstance(end, int)] or [0]
                orientation = str(self._data["map"].get("orientation", "pointy"))
                return f"{self.place(hex_id)}, station to the {_SIDES[orientation][side]}"
        return f"{self.place(hex_id)}, station {city}"


def _number(value: object, what: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise PhraseError(f"{what}: {value!r} is not a whole number")


def _mapping(value: object) -> _Data:
    if isinstance(value, Mapping):
        return value
    raise PhraseError(f"{value!r} has no keys")


def _sequence(value: object) -> Sequence[object]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return value
    raise PhraseError(f"{value!r} is not a list")


def _things(value: object) -> list[tuple[str, _Data]]:
    """Ids and contents of a list of things, or of a mapping of them."""
    if isinstance(value, Mapping):
        return [(str(key), _mapping(item)) for key, item in value.items()]
    return [(str(item.get("id", item.get("module"))), item) for item in map(_mapping, _sequence(value))]
