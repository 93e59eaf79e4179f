"""Names that 18xx.games gives to things, and where those things are now.

The site names every copy of a tile, every share and every train. Which copy lies where, and which
train is whose, is followed here from move to move, because later moves say only the name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from open18xx.errors import GameFileError
from open18xx.state.game_state import BANK, POOL
from open18xx.state.view import View


def split_last(text: str, what: str) -> tuple[str, int]:
    """``57-0`` as (``57``, 0): name and number after the last dash.

    Raises:
        GameFileError: the text has no such form.
    """
    name, dash, number = text.rpartition("-")
    if not dash or not name or not number.isdecimal() or len(number) > 6:
        raise GameFileError(f"{text!r:.60} is no {what}; it should look like 57-0")
    return name, int(number)


def split_share(text: str) -> tuple[str, int]:
    """``AB_1`` as (``AB``, 1): corporation and number of a certificate, 0 is the president's.

    Raises:
        GameFileError: the text has no such form.
    """
    corporation, line, number = text.rpartition("_")
    if not line or not corporation or not number.isdecimal() or len(number) > 3:
        raise GameFileError(f"{text!r:.60} is no share; it should look like PRR_1")
    return corporation, int(number)


def market_cell(text: str) -> tuple[int, int, int]:
    """``100,0,6`` as price, row and column, both from 0.

    Raises:
        GameFileError: the text has no such form.
    """
    parts = text.split(",")
    if len(parts) != 3 or not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise GameFileError(f"{text!r:.60} is no place on the market; it should look like 100,0,6")
    price, row, column = map(int, parts)
    return price, row, column


@dataclass(slots=True)
class Whereabouts:
    """Where the named copies are.

    Attributes:
        tiles: hex of each tile copy on the map.
        left_ipo: shares (corporation, number) that have left the initial offering.
        trains: owner of each train that has been bought; discarded ones are the pool's.
    """

    tiles: dict[str, str] = field(default_factory=dict)
    left_ipo: set[tuple[str, int]] = field(default_factory=set)
    trains: dict[str, str] = field(default_factory=dict)

    def lay(self, copy: str, hex_id: str) -> None:
        """A tile copy is laid; what lay there goes back to the supply."""
        for other, place in tuple(self.tiles.items()):
            if place == hex_id or other == copy:
                del self.tiles[other]
        self.tiles[copy] = hex_id

    def city(self, text: str, view: View) -> tuple[str, int]:
        """Hex and stop of a city such as ``57-1-0``, or of one printed on the map (``D14-0-0``).

        Raises:
            GameFileError: no such hex or city.
        """
        copy, part = split_last(text, "city")
        hex_id = self.tiles.get(copy)
        if hex_id is None:
            printed = copy.partition("-")[0]
            if printed in view.title.map.hexes:
                hex_id = printed
            elif printed == "city":
                raise GenericCity(part)
            else:
                raise GameFileError(f"city {text!r:.60} is on no hex of the map and on no tile that was laid")
        return hex_id, part

    def share_source(self, share: tuple[str, int]) -> str:
        """Where a share that is for sale lies: ``pool`` once it has left the initial offering."""
        return POOL if share in self.left_ipo else "ipo"

    def train_source(self, train: str) -> str:
        """Who sells a train: the bank unless it has been bought before."""
        return self.trains.get(train, BANK)


class GenericCity(Exception):
    """A printed city that is named without its hex.

    Attributes:
        part: number of the city on its hex.
    """

    def __init__(self, part: int) -> None:
        self.part = part
        super().__init__("a printed city without its hex")
