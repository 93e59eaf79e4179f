"""A position of a game on paper: enough to rebuild it on a table."""

from __future__ import annotations

from collections.abc import Sequence

from open18xx.definition.market import Space
from open18xx.engine.game import Game
from open18xx.reference.frame import Settings, Sheet, content_box, sheet
from open18xx.reference.posters import map_poster, market_poster, poster_sheet
from open18xx.reference.printing import Document, Plan
from open18xx.render.hexagon import FLAT
from open18xx.render.hexes import tile_element
from open18xx.render.look import Look
from open18xx.render.map import OnMap
from open18xx.render.svg import Element, group, moved
from open18xx.render.tables import Cell, Drawn, heading, stacked, table
from open18xx.render.words import text
from open18xx.state.game_state import BANK, CLOSED, IPO, POOL, Marker

_SIZE = 3.2


def position_plan(look: Look, settings: Settings, game: Game, after: int | None = None) -> Plan:
    """The sheets of a position: holdings, tiles, map, market.

    Args:
        after: number of the last action in the file it comes from; by default as the game counts.
    """
    where = f"after action {game.state.sequence if after is None else after}"
    poster = map_poster(look, settings, on_map(look, game), title=f"map {where}")
    market = market_poster(look, settings, markers(game))
    sheets = [
        *holding_sheets(look, settings, game, where),
        *tile_stock_sheets(look, settings, game, where),
        poster_sheet(poster, settings),
        poster_sheet(market, settings),
    ]
    return Plan(look, settings, (Document("position", f"position {where}", tuple(sheets)),), ())


def on_map(look: Look, game: Game) -> OnMap:
    """Tiles and tokens on the map."""
    state = game.state
    tiles = {
        hex_id: (look.title.tiles.tile(placed.tile), placed.rotation)
        for hex_id, placed in state.tiles.items()
    }
    return OnMap(tiles, state.tokens)


def markers(game: Game) -> dict[Space, list[str]]:
    """Corporations on each space of the market, the one on top first."""
    found: dict[Space, list[str]] = {}
    for corporation, place in sorted(game.state.market.items(), key=lambda item: item[1].arrival):
        found.setdefault(Space(place.row, place.column), []).append(corporation)
    return found


def _round(game: Game) -> str:
    state = game.state
    current = state.round
    if current.kind == "over":
        return "the game is over"
    if current.kind == "operating":
        turn = f", turn of {current.current}" if current.current else ""
        return f"operating round {current.number} of {current.of}{turn}"
    names = {"auction": "sale of the private companies", "stock": "stock round"}
    actor = game.view.name(current.current) if current.current else ""
    return names[current.kind] + (f", turn of {actor}" if actor else "")


def holding_sheets(look: Look, settings: Settings, game: Game, where: str) -> list[Sheet]:
    """Who has what: players, corporations, bank."""
    left, top, right, bottom = content_box(settings, "lying")
    size = _SIZE
    page = _holdings(look, game, where, right - left, size)
    while page.height > bottom - top and size > 1.6:
        size -= 0.1
        page = _holdings(look, game, where, right - left, size)
    return [sheet(settings, "lying", "position", f"holdings {where}", moved(left, top, page.element))]


def _holdings(look: Look, game: Game, where: str, width: float, size: float) -> Drawn:
    ink = look.theme.ink
    state, view = game.state, game.view
    priority = view.name(state.priority)
    title = text(
        f"{look.title.name} {where}: {_round(game)}; phase {state.phase}; priority: {priority}",
        (0, 3),
        5,
        bold=True,
        anchor="start",
        colour=ink,
        width=width,
    )
    players = table(*_player_rows(look, game), width, size, ink)
    corporations = table(*_corporation_rows(look, game), width, size, ink)
    bank = table(*_bank_rows(look, game), width, size, ink)
    parts = [Drawn(group(title), 7.0)]
    for name, drawn in (("Players", players), ("Corporations", corporations), ("Bank", bank)):
        parts.append(stacked([heading(name, width, size * 1.25, ink), drawn], 0.5))
    return stacked(parts, size)


def _player_rows(look: Look, game: Game) -> tuple[list[str], list[Sequence[Cell]]]:
    state, view = game.state, game.view
    started = [name for name in look.title.companies.corporations if state.corporations[name].started]
    rows: list[Sequence[Cell]] = []
    for player in state.players:
        shares = []
        for corporation in started:
            count = view.shares(corporation, player)
            star = "*" if view.president(corporation) == player else ""
            shares.append(f"{count}{star}" if count else "")
        privates = ", ".join(name for name, owner in state.privates.items() if owner == player)
        rows.append([view.name(player), look.money(view.cash(player)), *shares, privates])
    for owner, name in ((IPO, "initial offering"), (POOL, "pool")):
        counts = [view.shares(corporation, owner) for corporation in started]
        rows.append([name, "", *(str(count) if count else "" for count in counts), ""])
    counts = [view.shares(corporation, corporation) for corporation in started]
    rows.append(["treasury", "", *(str(count) if count else "" for count in counts), ""])
    return ["shares (* president)", "cash", *started, "private companies"], rows


def _corporation_rows(look: Look, game: Game) -> tuple[list[str], list[Sequence[Cell]]]:
    state, view = game.state, game.view
    rows: list[Sequence[Cell]] = []
    for name in look.title.companies.corporations:
        record = state.corporations[name]
        if not record.started and not record.closed:
            continue
        price = view.price(name)
        president = view.president(name)
        kind = (
            "closed"
            if record.closed
            else record.structure
            if record.floated
            else f"{record.structure}, not floated"
        )
        privates = ", ".join(private for private, owner in state.privates.items() if owner == name)
        markers_ = ", ".join(_marker(marker) for marker in state.markers if marker.corporation == name)
        rows.append(
            [
                name,
                kind,
                "–" if price is None else look.money(price),
                look.money(view.cash(name)),
                ", ".join(view.train_types(name)) or "–",
                str(record.tokens_left),
                view.name(president) if president is not None else "–",
                "; ".join(part for part in (privates, markers_) if part) or "–",
            ]
        )
    return ["corporation", "shares", "price", "cash", "trains", "tokens left", "president", "also has"], rows


def _marker(marker: Marker) -> str:
    """A marker by the company it came from, or by its name when the bank sold it."""
    name = marker.kind.replace("_", " ") if marker.source == BANK else marker.source
    return name + (f" on {marker.hex}" if marker.hex else "")


def _bank_rows(look: Look, game: Game) -> tuple[list[str], list[Sequence[Cell]]]:
    state, view = game.state, game.view
    supply = ", ".join(
        f"{train} {'without limit' if left is None else f'× {left}'}"
        for train, left in state.supply.items()
        if left is None or left > 0
    )
    unsold = ", ".join(name for name, owner in state.privates.items() if owner == BANK)
    closed = ", ".join(name for name, owner in state.privates.items() if owner == CLOSED)
    pool = ", ".join(view.train_types(POOL))
    rows: list[Sequence[Cell]] = [
        ["money", "without limit" if look.title.bank_unlimited else look.money(view.cash(BANK))],
        ["trains to come", supply or "none"],
        ["trains in the pool", pool or "none"],
        ["private companies unsold", unsold or "none"],
        ["private companies closed", closed or "none"],
    ]
    rows += [[name.replace("_", " "), _memory(value)] for name, value in sorted(state.memory.items())]
    return ["bank", ""], rows


def _memory(value: object) -> str:
    """What a special mechanism remembers, in one line."""
    if value is None or value in ((), {}, "", False):
        return "–"
    if isinstance(value, bool):
        return "yes"
    if isinstance(value, (list, tuple)):
        return ", ".join(_memory(item) for item in value)
    if hasattr(value, "items"):
        pairs = [(str(key), _memory(item)) for key, item in value.items()]
        return ", ".join(f"{key}: {said}" for key, said in pairs if said != "–") or "–"
    return str(value)


def tile_stock_sheets(look: Look, settings: Settings, game: Game, where: str) -> list[Sheet]:
    """Every tile with the number lying on the map and the number left."""
    left, top, right, bottom = content_box(settings, "lying")
    used: dict[str, int] = {}
    for placed in game.state.tiles.values():
        used[placed.tile] = used.get(placed.tile, 0) + 1
    entries = list(look.title.tiles.entries)
    head, label = 9.0, 9.0
    size = 24.0
    while size > 8:
        columns = int((right - left) // (size + 4))
        rows = -(-len(entries) // max(columns, 1))
        if columns and rows * (size * 1.16 + label) <= bottom - top - head:
            break
        size -= 0.5
    drawn: list[Element] = [
        text(f"Tiles {where}", (left, top + 3), 5, bold=True, anchor="start", colour=look.theme.ink)
    ]
    columns = max(1, int((right - left) // (size + 4)))
    for order, tile_id in enumerate(entries):
        x = left + (order % columns + 0.5) * (size + 4)
        y = top + head + (order // columns) * (size * 1.16 + label)
        tile = look.title.tiles.tile(tile_id)
        drawn.append(moved(x, y + size * 0.58, tile_element(look.hexes, tile), scale=size / FLAT))
        stock = game.state.tile_stock.get(tile_id)
        rest = "no limit" if stock is None else f"{stock} left"
        words = f"{used.get(tile_id, 0)} used, {rest}"
        drawn.append(text(words, (x, y + size * 1.16 + 2.5), 2.8, colour=look.theme.ink, width=size + 3))
    return [sheet(settings, "lying", "position", f"tiles {where}", group(*drawn))]
