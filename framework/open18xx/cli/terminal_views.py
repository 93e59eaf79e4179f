"""What people see of a game in the terminal: players, corporations, market, trains, private companies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from open18xx.definition.companies import Grant
from open18xx.rules.limits import certificate_count, certificate_limit
from open18xx.rules.order import operating_order
from open18xx.rules.privates import granted_corporation, offer_price
from open18xx.rules.shares import start_prices
from open18xx.rules.tokens import tokens_of
from open18xx.rules.trains import bank_offers, train_limit
from open18xx.rules.worth import final_price, final_worth, running_worth
from open18xx.state.game_state import CLOSED, IPO, POOL, is_player
from open18xx.state.view import View
from open18xx.steps.auction import free_cash

if TYPE_CHECKING:
    from open18xx.cli.seating import Table

#: Letters of one space of the market.
_WIDE = 4
#: Width where the output is no terminal.
_PLAIN_WIDTH = 100


def console(*, width: int | None = None) -> Console:
    """A console that writes names as they are: no markup, no emoji, no guessing of highlights."""
    found = Console(markup=False, emoji=False, highlight=False, soft_wrap=False, width=width)
    if width is None and not found.is_terminal:
        found = Console(markup=False, emoji=False, highlight=False, width=_PLAIN_WIDTH)
    return found


def badge(view: View, corporation: str, text: str | None = None) -> Text:
    """A corporation's id in its colours."""
    printed = view.corporation(corporation)
    style = Style(color=f"#{printed.text_colour}", bgcolor=f"#{printed.colour}", bold=True)
    return Text(f" {text or corporation} ", style)


def _grid(*headings: str, right: Iterable[str] = ()) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in headings:
        grid.add_column(heading, justify="right" if heading in right else "left", no_wrap=heading in right)
    return grid


# -- players ---------------------------------------------------------------------------------------------


def players(table: Table) -> RenderableType:
    """Cash, certificates, worth and private companies of everybody."""
    view = table.game.view
    grid = _grid(
        "", "player", "", "cash", "certificates", "worth", "private companies",
        right=("cash", "certificates", "worth"),
    )  # fmt: skip
    limit = certificate_limit(view)
    actor = table.game.actor()
    for player in view.state.players:
        out = player in view.state.out
        owned = [p for p, owner in view.state.privates.items() if owner == player]
        grid.add_row(
            "▶" if player == actor else "",
            Text(view.name(player), "strike" if out else "bold"),
            Text(f"{table.kind_of(player)}{' · priority' if player == view.state.priority else ''}", "dim"),
            _cash(view, player),
            f"{certificate_count(view, player)} of {limit}",
            view.money(running_worth(view, player)),
            Text("bankrupt" if out else ", ".join(owned)),
        )
    return grid


def _cash(view: View, player: str) -> str:
    """Money, and how much of it bids do not tie up."""
    cash, free = view.cash(player), free_cash(view, player)
    return view.money(cash) if free == cash else f"{view.money(cash)} ({view.money(free)} free)"


def ranking(table: Table) -> RenderableType:
    """The final ranking, with what it is made of."""
    view = table.game.view
    grid = _grid(
        "", "player", "", "worth", "cash", "shares", "other", right=("worth", "cash", "shares", "other")
    )
    names = {view.name(player): player for player in view.state.players}
    for place, (name, worth) in enumerate(table.game.result().items(), start=1):
        player = names[name]
        shares = sum(
            view.shares(c, player) * final_price(view, c)
            for c in view.state.certificates
            if view.shares(c, player)
        )
        cash = view.cash(player)
        other = worth - cash - shares
        grid.add_row(
            f"{place}.", Text(name, "bold"), Text(table.kind_of(player), "dim"), view.money(worth),
            view.money(cash), view.money(shares), view.money(other) if other else "",
        )  # fmt: skip
    return grid


# -- corporations -------------------------------------------------------------------------------------------


def holders(view: View, corporation: str) -> Text:
    """Who holds how many shares; the president has a star."""
    president = view.president(corporation)
    text = Text()
    words = {corporation: "treasury", POOL: "pool", IPO: "offering"}
    for owner in (*view.state.players, IPO, corporation, POOL):
        count = view.shares(corporation, owner)
        if not count:
            continue
        star = "★" if owner == president else ""
        name = view.name(owner) if is_player(owner) else words[owner]
        # Spaces that do not break keep a name and its number on one line.
        name = name.replace(" ", "\u00a0")
        text.append(f"{'  ' if text else ''}{name}\u00a0", "" if is_player(owner) else "dim")
        text.append(f"{count}{star}", "bold" if star else "")
    return text


def corporations(view: View) -> RenderableType:
    """Price, shares, treasury, trains and tokens of the corporations in play, in operating order."""
    started = operating_order(view)
    notes = remembered(view)
    grid = _grid("", "price", "shares", "treasury", "trains", "tokens", "", right=("price", "treasury"))
    for corporation in started:
        record = view.record(corporation)
        grid.add_row(
            badge(view, corporation),
            view.money(view.price(corporation) or 0),
            holders(view, corporation),
            view.money(view.cash(corporation)),
            " ".join(view.train_types(corporation)) or Text("none", "dim"),
            str(record.tokens_left) if record.floated else Text("not floated", "dim"),
            Text(_counted(notes, corporation)),
        )
    waiting = [
        c
        for c, record in view.state.corporations.items()
        if not record.started and not record.closed and view.corporation(c).start == "players"
    ]
    lines: list[RenderableType] = [grid] if started else []
    if waiting:
        prices = ", ".join(map(view.money, start_prices(view)))
        lines.append(Text(f"not started: {', '.join(waiting)} (start prices {prices})", "dim"))
    held = [
        f"{name}: " + ", ".join(f"{view.name(owner)} {count}" for owner, count in entries.items())
        for name, entries in notes.items()
        if not all(owner in view.state.corporations for owner in entries)
    ]
    lines.extend(Text(line, "dim") for line in held)
    return Group(*lines)


def _counted(notes: Mapping[str, Mapping[str, int]], owner: str) -> str:
    return "; ".join(f"{name} {counted[owner]}" for name, counted in notes.items() if owner in counted)


def remembered(view: View) -> Mapping[str, Mapping[str, int]]:
    """What the title counts by owner, such as loans: name -> owner -> number."""
    found: dict[str, Mapping[str, int]] = {}
    owners = (*view.state.corporations, *view.state.players, POOL)
    for name, value in view.state.memory.items():
        if not isinstance(value, Mapping) or not value:
            continue
        counted = {
            owner: count
            for owner, count in value.items()
            if owner in owners and isinstance(count, int) and not isinstance(count, bool)
        }
        if len(counted) == len(value):
            found[name.replace("_", " ")] = counted
    return found


def corporation(view: View, name: str) -> RenderableType:
    """Everything about one corporation."""
    from open18xx.rules.running import best_routes

    printed, record, structure = view.corporation(name), view.record(name), view.structure(name)
    lines = [Text.assemble(badge(view, name), f"  {printed.name}")]
    if record.closed:
        return Group(*lines, Text("has left the game"))
    lines.append(
        Text(f"{structure.shares} shares of {structure.percent_per_share} %: ") + holders(view, name)
    )
    price = view.price(name)
    lines.append(Text(f"price {view.money(price)}" if price is not None else "not started"))
    lines.append(Text(f"treasury {view.money(view.cash(name))}"))
    if record.floated:
        trains = " ".join(view.train_types(name)) or "none"
        lines.append(Text(f"trains {trains} (at most {train_limit(view, name)})"))
        stations = ", ".join(place(view, hex_id) for hex_id, _ in tokens_of(view, name)) or "none"
        lines.append(Text(f"stations {stations}; tokens left {record.tokens_left}"))
    elif printed.homes:
        lines.append(Text(f"home {' or '.join(place(view, home.hex) for home in printed.homes)}"))
    if printed.destination is not None:
        lines.append(Text(f"destination {place(view, printed.destination)}"))
    if view.trains(name):
        best = best_routes(view, name)
        runs = "; ".join(f"{r.train_id} {view.money(r.value)} over {'-'.join(r.hexes)}" for r in best.routes)
        lines.append(Text(f"best routes now {view.money(best.value)}{f': {runs}' if runs else ''}"))
    for kind, counted in remembered(view).items():
        if name in counted:
            lines.append(Text(f"{kind} {counted[name]}"))
    return Group(*lines)


def place(view: View, hex_id: str) -> str:
    """A hex with the name of its place."""
    name = view.title.map.hexes[hex_id].name
    return f"{hex_id} ({name})" if name else hex_id


# -- market, trains, private companies -----------------------------------------------------------------------


def short_names(view: View) -> Mapping[str, str]:
    """Names of at most three letters, all different."""
    names: dict[str, str] = {}
    for name in view.state.corporations:
        tries = [
            name[:3],
            *(name[:2] + letter for letter in name[3:]),
            *(name[:2] + str(n) for n in range(10)),
        ]
        names[name] = next(short for short in tries if short not in names.values())
    return names


def market(view: View) -> RenderableType:
    """The chart with the price markers, in the order of their stacks."""
    names = short_names(view)
    starts = {(space.row, space.column) for space in view.title.market.start_spaces}
    lines: list[Text] = []
    for row, prices in enumerate(view.title.market.rows):
        stacks: dict[int, list[str]] = {}
        for name in operating_order(view):
            at = view.place(name)
            if at is not None and at.row == row:
                stacks.setdefault(at.column, []).append(name)
        line = Text()
        for column, price in enumerate(prices):
            style = "bold" if (row, column) in starts else "dim" if column not in stacks else ""
            line.append(f"{price if price is not None else '':<{_WIDE}}", style)
        lines.append(line)
        for depth in range(max(map(len, stacks.values()), default=0)):
            under = Text()
            for column in range(len(prices)):
                stack = stacks.get(column, [])
                if depth < len(stack):
                    printed = view.corporation(stack[depth])
                    style_of = Style(color=f"#{printed.text_colour}", bgcolor=f"#{printed.colour}")
                    under.append(f"{names[stack[depth]]:<{_WIDE - 1}}", style_of)
                    under.append(" ")
                else:
                    under.append(" " * _WIDE)
            lines.append(under)
    legend = ", ".join(f"{short} {name}" for name, short in names.items() if short != name)
    return Group(*lines, Text(f"start spaces are bold; {legend}", "dim"))


def trains(view: View) -> RenderableType:
    """What bank and pool sell, and what comes."""
    grid = _grid("train", "price", "bank", "pool", "gone when", right=("price",))
    offered, pool = bank_offers(view), view.train_types(POOL)
    for train in view.title.trains.values():
        left = view.state.supply[train.id]
        grid.add_row(
            Text(train.id, "bold" if train.id in offered else ""),
            view.money(train.cost),
            ("any number" if left is None else str(left)) + (" ◀" if train.id in offered else ""),
            str(pool.count(train.id) or ""),
            f"the first {train.rusted_by} is sold" if train.rusted_by else "never",
        )
    return grid


def _granted(view: View, private: str, grant: Grant) -> str:
    what = "president" if grant.certificate == "president" else "a share"
    return f"{what} of {granted_corporation(view, private, grant)}"


def privates(view: View) -> RenderableType:
    """Private companies: price, revenue, owner, bids."""
    grid = _grid("", "", "price", "revenue", "owner", "bids", right=("price", "revenue"))
    for private in view.title.companies.privates.values():
        owner = view.state.privates[private.id]
        if owner == CLOSED:
            continue
        bids = view.state.bids.get(private.id, ())
        granted = ", ".join(_granted(view, private.id, grant) for grant in private.grants)
        grid.add_row(
            Text(private.id, "bold"),
            Text(f"with {granted}" if granted else "", "dim"),
            view.money(offer_price(view, private.id)),
            view.money(private.revenue),
            view.name(owner) if is_player(owner) else owner,
            ", ".join(f"{view.name(bid.player)} {view.money(bid.amount)}" for bid in reversed(bids)),
        )
    return grid


# -- the moment ------------------------------------------------------------------------------------------


def round_name(view: View) -> str:
    """The round in words."""
    state = view.state.round
    if state.kind == "auction":
        return "Sale of private companies"
    if state.kind == "stock":
        return f"Stock round {state.set_number}"
    if state.kind == "operating":
        return f"Operating round {state.set_number}.{state.number} of {state.of}"
    return "The game is over"


def operating(view: View) -> RenderableType:
    """The corporation whose turn it is, and where in the turn it is."""
    name = view.operating
    record = view.record(name)
    notes = [f"{kind} {counted[name]}" for kind, counted in remembered(view).items() if name in counted]
    earned = view.state.round.turn.earnings
    facts = [
        f"price {view.money(view.price(name) or 0)}",
        f"treasury {view.money(view.cash(name))}",
        f"trains {' '.join(view.train_types(name)) or 'none'} (at most {train_limit(view, name)})",
        f"tokens left {record.tokens_left}",
        *notes,
        *([f"earned {view.money(earned)}"] if earned is not None else []),
    ]
    steps = Text()
    for step in view.title.policies.operating.turn:
        current = step == view.state.round.turn.step
        steps.append(" · " if steps else "")
        steps.append(step.replace("_", " "), "bold reverse" if current else "dim")
    shares = Text("shares: ") + holders(view, name)
    return Group(Text.assemble(badge(view, name), "  ", ", ".join(facts)), shares, steps)


def worth_now(view: View) -> Mapping[str, int]:
    """What each player would have if the game ended now."""
    return {view.name(player): final_worth(view, player) for player in view.state.players}
