"""What definitions say, in the short words of cards, charts and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from open18xx.definition.companies import (
    GRANTED,
    Ability,
    Corporation,
    Flotation,
    Private,
    ShareStructure,
)
from open18xx.definition.phases import Phase
from open18xx.definition.rounds import Allowance
from open18xx.definition.title import Title
from open18xx.definition.trains import TrainType


def joined(items: Sequence[str], word: str = "and") -> str:
    """Items as a list in a sentence.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "share"), counted(2, "city", "cities")
    ('1 share', '2 cities')
    """
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def reach_text(train: TrainType) -> str:
    """How far a train runs."""
    reach = train.reach
    if reach.kind == "unlimited":
        return "runs as far as the track goes"
    if reach.kind == "hexes":
        return f"enters up to {counted(reach.number, 'hex', 'hexes')}"
    towns = f" and {counted(reach.towns, 'town')}" if reach.towns else ""
    return f"counts up to {counted(reach.number, 'stop')}{towns}"


def train_notes(title: Title, train: TrainType) -> tuple[str, ...]:
    """What else is special about a train type, one note a sentence without full stop."""
    notes: list[str] = []
    if train.town_rule == "ignored":
        notes.append("towns are passed and count nothing")
    elif train.town_rule == "free":
        notes.append("towns pay without being counted")
    if train.multiplier != 1:
        notes.append(f"stops count {_times(train.multiplier)}")
    if train.tag:
        notes.append(f"stops count their {train.tag} value where they have one")
    if train.shares_track:
        notes.append("may use track of the corporation's other trains")
    if train.per_corporation is not None:
        notes.append(f"{counted(train.per_corporation, 'train')} a corporation at most")
    for old, discount in train.trade_in.items():
        notes.append(f"{title.currency.format(discount)} less for handing in a {old}")
    if train.available_from is not None:
        notes.append(f"for sale from phase {train.available_from}")
    return tuple(notes)


def _times(factor: int) -> str:
    return {2: "double", 3: "threefold"}.get(factor, f"{factor} times")


def rust_text(title: Title, train: TrainType) -> str:
    """When a train is scrapped."""
    if train.rusted_by is None:
        return "permanent"
    when = "after one more run, once a" if train.rusts == "after_run" else "by the first"
    return f"scrapped {when} {train.rusted_by}" + (" is bought" if train.rusts == "after_run" else "")


def copies(train: TrainType) -> int | None:
    """Cards of a train type to be printed; None when nothing says how many."""
    return train.count if train.count is not None else train.printed


def phase_begun_by(title: Title, train: TrainType) -> Phase | None:
    """The phase that the first train of a type begins."""
    return next((phase for phase in title.phases.values() if phase.starts_with == train.id), None)


def ability_text(title: Title, ability: Ability) -> str:
    """A power of a private company, as a sentence."""
    money = title.currency.format
    where = f" on {joined(ability.hexes, 'or')}" if ability.hexes else ""
    terrain = f"{ability.terrain} " if ability.terrain else ""
    until = f" until phase {ability.expires_in}" if ability.expires_in else ""
    amount = ability.amount
    known = {
        "free_terrain": f"A first tile on a {terrain}hex{where} is laid without paying for the terrain",
        "city_bonus": f"Adds {money(amount)} to the value of a city{where} for one corporation{until}",
        "train_limit": f"Raises the train limit of one corporation by {amount}{until}",
        "block_hexes": f"Nobody may lay a tile{where} while a player owns this company",
        "terrain_discount": f"First tiles on {terrain}hexes cost {money(amount)} less",
        "outlast": "Stays open when the other private companies close",
    }
    if ability.kind == "lay_tile":
        text = f"Lays {_tiles(ability)}{where}"
        text += " free of charge" if ability.free else ""
        text += " on top of the turn's track actions" if ability.extra else ""
        text += " and may place a token there" if ability.token else ""
    elif ability.kind == "token":
        text = f"Its owner may place a station token{where}" + (" free of charge" if ability.free else "")
    elif ability.kind == "marker_discount":
        marker = (ability.marker or "marker").replace("_", " ")
        text = f"The marker {marker} costs {money(amount)} less"
    elif ability.kind == "exchange":
        sources = {"ipo": "the initial offering", "pool": "the pool"}
        places = joined([sources[source] for source in ability.sources], "or")
        text = f"Can be exchanged for a share of {ability.corporation}" + (
            f" from {places}" if places else ""
        )
    else:
        text = known.get(ability.kind, ability.kind.replace("_", " ").capitalize())
    return text + ("; this closes it." if ability.closes else ".")


def _tiles(ability: Ability) -> str:
    if not ability.tiles:
        return counted(ability.uses, "tile")
    number = (
        f"tile {ability.tiles[0]}"
        if len(ability.tiles) == 1
        else f"one of the tiles {', '.join(ability.tiles)}"
    )
    return number


def private_notes(title: Title, private: Private) -> tuple[str, ...]:
    """What a private company gives and does, one sentence each."""
    notes = [ability_text(title, ability) for ability in private.abilities]
    for grant in private.grants:
        what = "the president's certificate" if grant.certificate == "president" else "a share"
        whose = grant.corporation or f"one of {joined(list(grant.among), 'or')}, drawn before play"
        notes.append(f"The buyer also receives {what} of {whose}.")
    if private.revenue_to_corporation is not None:
        notes.append(f"Pays {title.currency.format(private.revenue_to_corporation)} to a corporation.")
    if private.closes_in is not None:
        notes.append(f"Closes when phase {private.closes_in} begins.")
    if private.closes_on_first_operation_of is not None:
        notes.append(f"Closes when {private.closes_on_first_operation_of} has first decided about earnings.")
    if private.closes_on_first_train_of == GRANTED:
        notes.append("Closes when that corporation buys its first train.")
    elif private.closes_on_first_train_of is not None:
        notes.append(f"Closes when {private.closes_on_first_train_of} buys its first train.")
    if private.players:
        notes.append(f"Only with {joined([str(number) for number in private.players], 'or')} players.")
    if not private.for_corporations:
        notes.append("Corporations cannot buy it.")
    if named_by_hooks(title, private.id):
        notes.append("What else it does is told by the rules.")
    return tuple(notes)


def named_by_hooks(title: Title, name: str) -> bool:
    """Whether a hook of the title has something as a parameter, so that no field tells all about it."""
    data = title.data.get("title")
    hooks = data.get("hooks", ()) if isinstance(data, Mapping) else ()
    found = [item.get("parameters") for item in hooks if isinstance(item, Mapping)]
    return any(isinstance(item, Mapping) and name in item.values() for item in found)


def structures_of(title: Title, corporation: Corporation) -> tuple[ShareStructure, ...]:
    """The share structures a corporation can have, in order."""
    found: list[ShareStructure] = []
    at: str | None = corporation.structure
    while at is not None and title.companies.structures[at] not in found:
        found.append(title.companies.structures[at])
        at = found[-1].next
    return tuple(found)


def certificates_of(title: Title, corporation: Corporation) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every certificate of a corporation: its shares, and its percent in each structure it is part of.

    Certificates in reserve have the percentages of the structures in which they are in play.
    """
    structures = structures_of(title, corporation)
    count = max(len(item.certificates) + len(item.reserve) for item in structures)
    made: list[tuple[int, tuple[int, ...]]] = []
    for index in range(count):
        shares: int | None = None
        percents: list[int] = []
        for structure in structures:
            every = (*structure.certificates, *structure.reserve)
            if index < len(every):
                shares = every[index] if shares is None else shares
            if index < len(structure.certificates):
                percent = structure.certificates[index] * structure.percent_per_share
                if percent not in percents:
                    percents.append(percent)
        made.append((shares or 0, tuple(percents)))
    return tuple(made)


def token_count(title: Title, corporation: Corporation) -> int:
    """The most station tokens a corporation may ever have of its own."""
    structures = {item.id for item in structures_of(title, corporation)}
    counts = [
        line.tokens
        for line in title.companies.flotation
        if line.tokens is not None and (line.structure is None or line.structure in structures)
    ]
    if corporation.start == "formed" or not counts:
        return max(corporation.tokens, 1)
    return max(*counts, corporation.tokens) if corporation.tokens else max(counts)


def flotation_text(title: Title, line: Flotation) -> str:
    """What a corporation receives when it floats, by one line of the table."""
    rest = {"treasury": "its treasury", "pool": "the pool", "ipo": "the initial offering"}[line.rest_to]
    tokens = "" if line.tokens is None else f"; {counted(line.tokens, 'token')}"
    times = "its start price" if line.capital_shares == 1 else f"{line.capital_shares} × its start price"
    return f"{times}; unsold shares go to {rest}{tokens}"


def allowance_text(alternatives: Sequence[Allowance]) -> str:
    """What may be laid in a turn."""
    parts = []
    for item in alternatives:
        words = []
        if item.lays:
            words.append(counted(item.lays, "new tile"))
        if item.upgrades:
            words.append(counted(item.upgrades, "upgrade"))
        parts.append(" and ".join(words) or "nothing")
    return " or ".join(parts)


def step_name(title: Title, step: str) -> str:
    """A step of a turn as a heading."""
    known = {
        "track": "lay track",
        "token": "place a station token",
        "routes": "run trains",
        "dividend": "decide about the earnings",
        "trains": "buy trains",
        "treasury_trade": "trade own shares",
        "redemption": "redeem or issue shares",
        "privates": "buy private companies",
        "replace_tokens": "put back tokens",
    }
    return _words_of(title, step) or known.get(step, step.replace("_", " "))


def event_name(title: Title, event: str) -> str:
    """An event of a phase in words."""
    known = {
        "close_privates": "private companies close",
        "rust_trains": "old trains are scrapped",
        "check_train_limits": "surplus trains are discarded",
    }
    return _words_of(title, event) or known.get(event, event.replace("_", " "))


def _words_of(title: Title, name: str) -> str:
    """The words that the pack gives for a step or an event, if any."""
    data = title.data.get("title")
    words = data.get("words") if isinstance(data, Mapping) else None
    found = words.get(name) if isinstance(words, Mapping) else None
    return found if isinstance(found, str) else ""


def limits_text(phase: Phase, structures: Sequence[str] = ()) -> str:
    """The train limits of a phase, for some share structures or all.

    One number when they agree, else each with its structure.
    """
    limits = {
        name: limit for name, limit in phase.train_limit.items() if not structures or name in structures
    }
    if len(set(limits.values())) <= 1:
        return str(next(iter(limits.values()))) if limits else "–"
    return " / ".join(f"{limit} ({name})" for name, limit in limits.items())
