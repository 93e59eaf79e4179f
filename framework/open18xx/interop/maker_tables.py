"""Money, trains, phases, companies and the stock market in the form of 18xx-maker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from open18xx.definition.companies import Corporation, Private
from open18xx.definition.market import Market
from open18xx.definition.title import Title
from open18xx.definition.trains import TrainType
from open18xx.interop.maker_hexes import Json, Lose
from open18xx.render.charts import phase_events
from open18xx.render.wording import (
    joined,
    limits_text,
    phase_begun_by,
    private_notes,
    reach_text,
    step_name,
    structures_of,
    token_count,
    train_notes,
)

UNLIMITED: Final = "∞"
_FREE: Final = "Free"
_EFFECTS: Final[Mapping[str, str]] = {
    "certificates_not_counted": "Certificates do not count towards the limit",
    "no_holding_limit": "A player may hold any percentage",
    "several_purchases": "Several certificates may be bought in a turn",
    "extra_sold_out_step": "A sold-out corporation moves one step more",
}
_MOVES: Final[Mapping[str, str]] = {
    "nothing_paid": "Nothing paid",
    "paid": "Dividend paid",
    "paid_at_least_price": "Paid at least the share price",
    "paid_below_price": "Paid less than the share price",
    "paid_at_least_twice_price": "Paid at least twice the share price",
}


def info(title: Title, lose: Lose) -> dict[str, Json]:
    """Name, currency, orientation and how corporations are capitalised."""
    currency = title.currency
    made: dict[str, Json] = {
        "title": title.name,
        "currency": f"#{currency.symbol}" if currency.after else f"{currency.symbol}#",
        "orientation": "horizontal" if title.map.orientation == "flat" else "vertical",
    }
    if title.subtitle:
        made["subtitle"] = title.subtitle
    lines = title.companies.flotation
    if len(lines) == 1 and lines[0].rest_to == "ipo" and lines[0].capital_shares:
        made["capitalization"] = "full"
    elif len(lines) == 1 and lines[0].rest_to == "treasury" and not lines[0].capital_shares:
        made["capitalization"] = "incremental"
    else:
        lose("companies: flotation", "only full and incremental capitalisation can be said")
    return made


def players(title: Title) -> list[Json]:
    """Starting cash and certificate limit by number of players."""
    return [
        {"number": number, "certLimit": figures.certificate_limit, "capital": figures.cash}
        for number, figures in title.players.items()
    ]


def trains(title: Title, lose: Lose) -> list[Json]:
    """Types of trains, each in the colour of the tiles of its time."""
    made: list[Json] = []
    colour = newest_colour(title, title.first_phase())
    for train in title.trains.values():
        begun = phase_begun_by(title, train)
        colour = newest_colour(title, begun.id) if begun is not None else colour
        if train.count == 0:
            lose(f"trains: {train.id}", "none is in the box, and a quantity is at least 1 there")
            continue
        made.append(_train(title, train, colour))
    return made


def newest_colour(title: Title, phase: str) -> str:
    """Latest colour of tiles of a phase."""
    tiles = title.phases[phase].tiles
    return tiles[-1] if tiles else "yellow"


def _train(title: Title, train: TrainType, colour: str) -> Json:
    made: dict[str, Json] = {
        "name": train.id,
        "quantity": UNLIMITED if train.count is None else train.count,
        "price": train.cost,
        "color": colour,
        "description": _sentences(reach_text(train), *train_notes(title, train)),
    }
    if train.count is None and train.printed:
        made["print"] = train.printed
    if train.rusted_by:
        made["rust"] = train.rusted_by
    else:
        made["permanent"] = True
    if train.available_from:
        made["available"] = train.available_from
    if train.trade_in:
        made["discount"] = dict(train.trade_in)
    return made


def _sentences(*parts: str) -> str:
    said = [part.strip().rstrip(".") for part in parts if part.strip()]
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in said)


def phases(title: Title, lose: Lose) -> list[Json]:
    """Phases; several train limits are said in a note."""
    made: list[Json] = []
    for phase in title.phases.values():
        limits = dict(phase.train_limit)
        entry: dict[str, Json] = {
            "name": phase.id,
            "limit": max(1, *limits.values()) if limits else UNLIMITED,
            "rounds": max(1, phase.operating_rounds),
            "tiles": newest_colour(title, phase.id),
        }
        if phase.starts_with:
            entry["on"] = phase.starts_with
        notes = [text for text in (phase_events(title, phase),) if text and text != "–"]
        if len(set(limits.values())) > 1:
            notes.append(f"Train limit {limits_text(phase)}")
            lose(f"phases: {phase.id}, train limits", "one limit can be said; the others stand in a note")
        if notes:
            entry["notes"] = "; ".join(notes)
        if phase.privates_to_corporations:
            entry["buy_companies"] = True
        if "close_privates" in phase.events:
            entry["events"] = {"close_companies": True}
        made.append(entry)
    return made


def privates(title: Title, lose: Lose) -> list[Json]:
    """Private companies; of their powers only blocked hexes are more than words."""
    return [_private(title, private, lose) for private in title.companies.privates.values()]


def _private(title: Title, private: Private, lose: Lose) -> Json:
    made: dict[str, Json] = {
        "name": private.name,
        "id": private.id,
        "price": private.cost,
        "revenue": private.revenue,
    }
    notes = private_notes(title, private)
    if notes:
        made["description"] = " ".join(notes)
    if private.players:
        made["minPlayers"], made["maxPlayers"] = min(private.players), max(private.players)
        if len(private.players) != max(private.players) - min(private.players) + 1:
            numbers = joined([str(number) for number in private.players])
            lose(f"privates: {private.id}, {numbers} players", "only from … to can be said")
    blocked = [name for power in private.abilities if power.kind == "block_hexes" for name in power.hexes]
    if blocked:
        made["abilities"] = [{"type": "blocks_hexes", "owner_type": "player", "hexes": [*blocked]}]
    others = [power.kind for power in private.abilities if power.kind != "block_hexes"]
    if others or private.grants:
        lose(f"privates: {private.id}, {', '.join(dict.fromkeys(others)) or 'shares'}", "said in words only")
    return made


def share_types(title: Title, lose: Lose) -> dict[str, Json]:
    """Certificates of each share structure."""
    made: dict[str, Json] = {}
    for name, structure in title.companies.structures.items():
        rows: list[Json] = []
        for number, shares in enumerate(structure.certificates):
            row: dict[str, Json] = {
                "quantity": 1,
                "percent": shares * structure.percent_per_share,
                "shares": shares,
            }
            last = rows[-1] if len(rows) > 1 else None
            if number == 0:
                row["label"] = "President's Certificate"
            elif isinstance(last, dict) and last["shares"] == shares:
                last["quantity"] = _plus_one(last["quantity"])
                continue
            rows.append(row)
        made[name] = rows
        if structure.reserve:
            lose(f"companies: {name}, shares in reserve", "only shares in play can be said")
        if structure.next:
            lose(f"companies: {name} may become {structure.next}", "a change of shares cannot be said")
    return made


def _plus_one(value: Json) -> int:
    return value + 1 if isinstance(value, int) else 1


def corporations(title: Title, lose: Lose) -> list[Json]:
    """Corporations with colours, tokens and share structure."""
    made: list[Json] = []
    for item in title.companies.corporations.values():
        entry: dict[str, Json] = {
            "name": item.name,
            "abbrev": item.id,
            "color": f"#{item.colour.lstrip('#')}",
            "textColor": f"#{item.text_colour.lstrip('#')}",
            "shares": item.structure,
            "tokens": _tokens(title, item),
        }
        made.append(entry)
        if item.start == "formed":
            lose(f"companies: {item.id} is formed in play", "how cannot be said")
        if item.available_from:
            lose(f"companies: {item.id} from phase {item.available_from} on", "cannot be said")
        if len(structures_of(title, item)) > 1 or item.structures:
            lose(f"companies: {item.id}, other share structures", "only the first is said")
    return made


def _tokens(title: Title, item: Corporation) -> list[Json]:
    """Price of each token; the ones placed at home are free unless the title says otherwise."""
    policy = title.policies.tokens
    number = token_count(title, item)
    if item.token_costs:
        costs = [item.token_costs[min(at, len(item.token_costs) - 1)] for at in range(number)]
        return [cost or _FREE for cost in costs]
    homes = min(number, len(item.homes) if item.home_tokens == "all" else 1)
    fixed = policy.fixed or (0,)
    later = [fixed[min(at, len(fixed) - 1)] for at in range(number - homes)]
    by_distance = f"{title.currency.format(policy.per_hex)} a hex" if policy.per_hex else _FREE
    free: list[Json] = [_FREE] * homes
    return free + [cost or by_distance for cost in later]


def stock(title: Title, lose: Lose) -> dict[str, Json]:
    """The stock market: one row of prices is a line, several are a table."""
    market = title.market
    legend, of_space = _legend(market)
    starts = set(market.start_spaces)
    rows: list[list[Json]] = []
    for number, row in enumerate(market.rows):
        cells: list[Json] = []
        for column, price in enumerate(row):
            cell: dict[str, Json] = {}
            if (number, column) in of_space:
                cell["legend"] = of_space[number, column]
            if any((space.row, space.column) == (number, column) for space in starts):
                cell["par"] = True
            cells.append({"value": price, "label": price, **cell} if cell and price is not None else price)
        rows.append(cells)
    prices = sorted({market.price(space) for space in market.start_spaces}, reverse=True)
    made: dict[str, Json] = {"type": "2D" if len(rows) > 1 else "1D"}
    if prices:
        made["par"] = {"values": [*prices]}
    made["movement"] = _movement(market, lose)
    made["market"] = [*rows] if len(rows) > 1 else rows[0]
    if legend:
        made["legend"] = legend
    if market.granted_start_spaces:
        lose("market: granted_start_spaces", "one list of start places can be said")
    return made


def _legend(market: Market) -> tuple[list[Json], dict[tuple[int, int], int]]:
    legend: list[Json] = []
    of_space: dict[tuple[int, int], int] = {}
    for zone in market.zones:
        if not zone.effects:
            continue
        words = [_EFFECTS.get(effect, effect) for effect in sorted(zone.effects)]
        for space in zone.spaces:
            of_space[space.row, space.column] = len(legend)
        legend.append({"color": zone.colour, "description": "; ".join(words)})
    return legend, of_space


def _movement(market: Market, lose: Lose) -> dict[str, Json]:
    found: dict[str, list[Json]] = {}
    if market.sale_rows:
        found.setdefault("down", []).append(
            "Each share sold" if market.sale_rows == 1 else f"Each share sold: {market.sale_rows} rows"
        )
    if market.sold_out:
        found.setdefault(market.sold_out, []).append("Sold out at the end of a stock round")
    for move in market.dividend_moves:
        if move.direction is not None:
            steps = f": {move.steps} steps" if move.steps > 1 else ""
            found.setdefault(move.direction, []).append(f"{_MOVES[move.when]}{steps}")
    if any(becomes != "stay" for becomes in market.blocked.values()):
        lose("market: blocked", "what a move off the chart becomes cannot be said")
    return {**found}


def rounds(title: Title) -> list[Json]:
    """Spaces of the round tracker, the stock round last."""
    most = max(phase.operating_rounds for phase in title.phases.values())
    colours: dict[int, str] = {}
    for phase in title.phases.values():
        for number in range(1, phase.operating_rounds + 1):
            colours.setdefault(number, newest_colour(title, phase.id))
    operating: list[Json] = [{"name": f"OR{n}", "color": colours.get(n, "gray")} for n in range(most, 0, -1)]
    return [*operating, {"name": "SR", "color": "gray"}]


def turns(title: Title) -> list[Json]:
    """Steps of an operating turn."""
    steps: list[Json] = [
        _sentences(step_name(title, step)).rstrip(".") for step in title.policies.operating.turn
    ]
    return [{"name": "Operating Round", "steps": steps, "ordered": True}]
