"""The rule reference of a title, put together from its data; nothing is written by hand for one title."""

from __future__ import annotations

from typing import Final

from open18xx.definition.title import Title
from open18xx.loading.templates import render_book
from open18xx.reference import figures
from open18xx.reference.blocks import (
    Block,
    Book,
    Chapter,
    Index,
    Points,
    Rule,
    Section,
    Table,
    Text,
)
from open18xx.reference.mechanisms import ending, mechanisms, special
from open18xx.reference.sequence import stages
from open18xx.reference.terms import index_of
from open18xx.render.charts import phase_events
from open18xx.render.look import Look
from open18xx.render.market import EFFECTS
from open18xx.render.wording import (
    copies,
    counted,
    flotation_text,
    joined,
    limits_text,
    private_notes,
    reach_text,
    rust_text,
    structures_of,
    token_count,
    train_notes,
)


def book_of(look: Look) -> Book:
    """The whole reference.

    Raises:
        TemplateProblem: a rule text cannot be rendered.
    """
    title = look.title
    rules = render_book(title)
    every = stages(title)
    ends = [stage for stage in every if stage.title == "End of the game"]
    chapters = [
        Chapter("overview", "The game at a glance", tuple(_overview(title))),
        Chapter("setup", "Setting up", tuple(_setup(title))),
        Chapter(
            "sequence",
            "Sequence of play",
            sections=tuple(
                Section(
                    f"sequence-{number}",
                    stage.title,
                    (Points(stage.points, numbered=stage.title == "Operating turn"),),
                )
                for number, stage in enumerate(every, 1)
                if stage not in ends
            ),
        ),
        Chapter(
            "rules",
            "Rules",
            (Text("Every rule has a number, which the game cites when it refuses or reports something."),)
            if rules.sections
            else (),
            tuple(
                Section(
                    f"section-{section.id}",
                    section.title,
                    tuple(Rule(rule.id, rule.text, rule.example, rule.repeats) for rule in section.rules),
                    section.id,
                )
                for section in rules.sections
            ),
            own_page=True,
        ),
        Chapter("phases", "Phases", tuple(_phases(look)), own_page=True),
        Chapter("trains", "Trains", (_trains(title),)),
        Chapter("privates", "Private companies", (_privates(title),) if title.companies.privates else ()),
        Chapter("corporations", "Corporations", tuple(_corporations(look))),
        Chapter("market", "Stock market", (figures.market_figure(look), *_market(title)), own_page=True),
        Chapter("map", "Map", (figures.map_figure(look), *_map(look)), own_page=True),
        Chapter("tiles", "Tiles", tuple(_tiles(look)), tuple(_charts(look)), own_page=True),
        Chapter("special", "Special mechanisms", tuple(special(title)), tuple(mechanisms(title))),
        Chapter(
            "end",
            "End of the game",
            tuple(ending(title, [point for stage in ends for point in stage.points])),
        ),
        Chapter("sources", "Where the figures come from", tuple(_sources(title))),
        Chapter(
            "index",
            "Index of terms",
            (Index(index_of(title, rules)),) if rules.sections else (),
            own_page=True,
        ),
        Chapter("summary", "Summary for each player", (figures.aid_figure(look),), own_page=True),
    ]
    return Book(
        title.name,
        title.subtitle,
        title.version,
        tuple(chapter for chapter in chapters if chapter.blocks or chapter.sections),
    )


def _overview(title: Title) -> list[Block]:
    counts = list(title.players)
    pieces = sum(entry.count or entry.printed or 0 for entry in title.tiles.entries.values())
    unlimited = any(entry.count is None for entry in title.tiles.entries.values())
    corporations = title.companies.corporations.values()
    shares = sum(
        max(len(item.certificates) + len(item.reserve) for item in structures_of(title, corporation))
        for corporation in corporations
    )
    trains = sum(copies(train) or 0 for train in title.trains.values())
    rows: list[tuple[str, str]] = [
        ("players", f"{min(counts)} to {max(counts)}" if len(counts) > 1 else str(counts[0])),
        ("money", "without limit" if title.bank_unlimited else title.currency.format(title.bank_cash)),
        ("map", f"{len(title.map.hexes)} hexes"),
        (
            "tiles",
            f"{pieces} of {len(title.tiles.entries)} kinds" + ("; some without limit" if unlimited else ""),
        ),
        (
            "corporations",
            f"{len(title.companies.corporations)}: {joined(list(title.companies.corporations))}",
        ),
        ("share certificates", str(shares)),
        ("station tokens", str(sum(token_count(title, corporation) for corporation in corporations))),
        ("private companies", str(len(title.companies.privates))),
        ("trains", f"{trains} of {len(title.trains)} kinds"),
        ("phases", ", ".join(title.phases)),
    ]
    return [Table("contents", ("what", "how much"), tuple(rows))]


#: Files of a pack as a reader of the reference knows them.
_FILES: Final = {
    "title": "the game as a whole",
    "map": "map",
    "tiles": "tiles and upgrades",
    "market": "stock market",
    "trains": "trains",
    "phases": "phases",
    "companies": "private companies and corporations",
    "rounds": "course of play",
}


def _sources(title: Title) -> list[Block]:
    rows = tuple((what, "; ".join(title.sources(kind))) for kind, what in _FILES.items())
    named = tuple(row for row in rows if row[1])
    return [Table("sources", ("what", "taken from"), named)] if named else []


def _setup(title: Title) -> list[Block]:
    money = title.currency.format
    rows = tuple(
        (
            str(number),
            money(item.cash),
            "no limit" if title.bank_unlimited else money(title.bank_cash - number * item.cash),
            str(item.certificate_limit),
        )
        for number, item in title.players.items()
    )
    blocks: list[Block] = [
        Table("players", ("players", "cash each", "left in the bank", "certificate limit"), rows)
    ]
    limited = [private for private in title.companies.privates.values() if private.players]
    if limited:
        parts = [
            f"{item.id} ({joined([str(number) for number in item.players], 'or')} players)"
            for item in limited
        ]
        blocks.append(
            Text(f"Some private companies are used only with certain numbers of players: {joined(parts)}.")
        )
    counted_too = "count" if title.limits.privates_count else "do not count"
    blocks.append(Text(f"Private companies {counted_too} towards the certificate limit."))
    return blocks


def _phases(look: Look) -> list[Block]:
    title = look.title
    rows = tuple(
        (
            phase.id,
            f"first {phase.starts_with} bought" if phase.starts_with else "from the beginning",
            joined(list(phase.tiles)),
            limits_text(phase),
            str(phase.operating_rounds),
            look.hexes.bands[phase.revenue_band].mark if len(look.hexes.bands) > 1 else "–",
            phase_events(title, phase),
        )
        for phase in title.phases.values()
    )
    head = ("phase", "begins", "tiles", "train limit", "operating rounds", "off-board values", "what happens")
    return [Table("phases", head, rows)]


def _trains(title: Title) -> Table:
    rows = tuple(
        (
            train.id,
            title.currency.format(train.cost),
            "no limit" if train.count is None else str(train.count),
            "; ".join((reach_text(train), *train_notes(title, train))),
            rust_text(title, train),
        )
        for train in title.trains.values()
    )
    return Table("trains", ("train", "cost", "number", "runs", "scrapped"), rows)


def _privates(title: Title) -> Table:
    money = title.currency.format
    rows = tuple(
        (
            private.id,
            private.name,
            money(private.cost),
            money(private.revenue),
            " ".join(private_notes(title, private)),
        )
        for private in title.companies.privates.values()
    )
    return Table("privates", ("id", "name", "cost", "revenue", "what it does"), rows)


def _corporations(look: Look) -> list[Block]:
    title = look.title
    hexes = title.map.hexes
    rows = []
    for corporation in title.companies.corporations.values():
        homes = dict.fromkeys(
            f"{hexes[home.hex].name or home.hex} ({home.hex})" for home in corporation.homes
        )
        aim = corporation.destination
        rows.append(
            (
                corporation.id,
                figures.token_figure(look, corporation.id),
                corporation.name,
                joined(list(homes), "or") or "–",
                f"{hexes[aim].name or aim} ({aim})" if aim is not None else "–",
                " → ".join(structure.id for structure in structures_of(title, corporation)),
                str(token_count(title, corporation)),
                "formed in play" if corporation.start == "formed" else "started by players",
            )
        )
    head = ("id", "token", "name", "home", "destination", "shares", "tokens", "start")
    structures = tuple(
        (
            structure.id,
            ", ".join(map(str, structure.certificates)),
            f"{structure.percent_per_share} %",
            counted(structure.float_shares, "share"),
            structure.next or "–",
        )
        for structure in title.companies.structures.values()
    )
    flotation = tuple(
        (
            line.structure or "every",
            joined(list(line.phases)) or "every",
            flotation_text(title, line),
        )
        for line in title.companies.flotation
    )
    return [
        Table("corporations", head, tuple(rows)),
        Table(
            "structures",
            ("share structure", "shares on each certificate", "a share is", "floats with", "changes to"),
            structures,
        ),
        Table(
            "flotation", ("share structure", "in phase", "a corporation that floats receives"), flotation, 2
        ),
    ]


def _market(title: Title) -> list[Block]:
    market = title.market
    money = title.currency.format
    rows = tuple(
        (str(number), " ".join("–" if price is None else str(price) for price in row))
        for number, row in enumerate(market.rows, 1)
    )
    starts = joined([money(market.price(space)) for space in market.start_spaces])
    zones = tuple(
        (
            zone.id.replace("_", " "),
            zone.colour,
            " ".join(str(price) for price in sorted({market.price(space) for space in zone.spaces})),
            "; ".join(EFFECTS.get(effect, effect) for effect in sorted(zone.effects)) or "–",
        )
        for zone in market.zones
    )
    when = {
        "nothing_paid": "nothing is paid",
        "paid_at_least_price": "at least the price is paid",
        "paid_below_price": "less than the price is paid",
        "paid_at_least_twice_price": "at least twice the price is paid",
        "paid": "something is paid",
    }
    moves = [
        (
            when.get(move.when, move.when.replace("_", " ")),
            f"{move.direction} {move.steps}" if move.direction else "stays",
        )
        for move in market.dividend_moves
    ]
    if market.sale_rows:
        moves.append(("a share is sold", f"down {market.sale_rows}"))
    if market.sold_out is not None:
        moves.append(("sold out at the end of a stock round", market.sold_out))
    moves += [
        (f"a move {blocked} would leave the chart", "stays" if instead == "stay" else f"{instead} instead")
        for blocked, instead in market.blocked.items()
    ]
    return [
        Text(f"Corporations start at {starts}." if starts else "No starting prices are printed."),
        Table("moves", ("when", "the marker moves"), tuple(moves)),
        Table("zones", ("zone", "colour", "prices", "there"), zones),
        Table("prices", ("row", "prices from left to right"), rows),
    ]


def _map(look: Look) -> list[Block]:
    title = look.title
    rows = []
    for hex_id, item in title.map.hexes.items():
        stops = item.printed.stops
        if not (item.name or item.lay_cost or stops or item.reserved_for):
            continue
        kinds: list[str] = [stop.kind for stop in stops] or (
            [] if item.place == "plain" else [item.place.replace("_", " ")]
        )
        values = " / ".join(
            dict.fromkeys(" ".join(map(str, stop.revenue)) for stop in stops if any(stop.revenue))
        )
        cost = title.currency.format(item.lay_cost) if item.lay_cost else ""
        notes = [f"{joined(list(item.terrain))} {cost}".strip()] if item.terrain or cost else []
        if item.reserved_for:
            notes.append(f"kept for {item.reserved_for}")
        if item.terminus:
            notes.append("trains end here")
        rows.append(
            (
                hex_id,
                item.name or "–",
                joined(list(dict.fromkeys(kinds))) or "–",
                item.printed.colour,
                values or "–",
                "; ".join(notes) or "–",
            )
        )
    bands = ", ".join(band.mark for band in look.hexes.bands)
    blocks: list[Block] = []
    if len(look.hexes.bands) > 1:
        blocks.append(Text(f"Values of off-board locations are listed by phase: {bands}."))
    if title.regions:
        regions = "; ".join(
            f"{name.replace('_', ' ')}: {', '.join(sorted(hexes))}" for name, hexes in title.regions.items()
        )
        blocks.append(Text(f"Regions: {regions}."))
    blocks.append(Table("hexes", ("hex", "name", "place", "colour", "value", "besides"), tuple(rows)))
    return blocks


def _tiles(look: Look) -> list[Block]:
    return [
        Text(
            "All tiles with their number of copies. The dots count the colours: yellow, green, brown, gray."
        ),
        figures.manifest_gallery(look),
    ]


def _charts(look: Look) -> list[Section]:
    return [
        Section(f"chart-{chart.name}", f"Upgrade chart: {heading.lower()}", (chart,))
        for heading, chart in figures.charts(look)
    ]
